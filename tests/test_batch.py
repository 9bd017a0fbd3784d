"""Batches: the same games as `ziggurat.new` plays, to the byte, whatever the number of threads; nothing that is not legal is ever played."""

from __future__ import annotations

import copy
import hashlib
import json
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from test_every_game import EVERY_TABLE, GAMES
from ziggurat.batches.seed_kernels import LEFT_AT, REST_AT, SCRATCH, TEXT_AT, prepare_seed, seed_from_text, seed_game, seed_moves
from ziggurat.batches.threads import run_shares, shares_of
from ziggurat.game import new_game
from ziggurat.kernel import below, generator
from ziggurat.measure.python import measure_batch, measure_python

every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "options"), EVERY_TABLE)


def played(batch: ziggurat.Batch, i: int) -> ziggurat.Game:
    """Game i of a batch, from its seed."""
    return new_game(batch.spec.name, seed=batch.seed_of(i), **batch.options(i))


# --- the same games ---------------------------------------------------------------------------------------------------------


@every_table
def test_a_batch_plays_the_games_of_new_to_the_byte(name: str, options: dict[str, Any]) -> None:
    batch = ziggurat.batch(name, 7, seed="same", **options)
    games = [new_game(name, seed=f"same/{i}", **options) for i in range(7)]
    chance = random.Random(name)
    while not batch.done.all():
        flat, offsets = batch.legal_codes()
        codes = np.zeros(batch.n, np.int64)
        for i, game in enumerate(games):
            assert game.state.tobytes() == batch.states[i].tobytes()
            assert flat[offsets[i] : offsets[i + 1]].tolist() == game.legal_codes()
            assert batch.to_move[i] == (-1 if game.to_move is None else game.to_move)
            assert bool(batch.done[i]) == game.is_over
            assert batch.options(i) == game.options
            if not game.is_over:
                codes[i] = chance.choice(game.legal_codes())
                game.push_code(int(codes[i]))
        batch.step(codes)
    assert batch.scores.tolist() == [game.scores for game in games]
    assert batch.ranks.tolist() == [game.ranks for game in games]
    assert [batch.states[i].tobytes() for i in range(7)] == [game.state.tobytes() for game in games]


@every_game
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    finals = []
    for threads in (1, 2, 5):
        batch = ziggurat.batch(name, 700, seed="threads", threads=threads, autoreset=True)
        for _ in range(12):
            batch.step(batch.random_codes())
        played = batch.play_random(90)
        finals.append((batch.states.tobytes(), batch.to_move.tobytes(), batch.scores.tobytes(), batch.observe().tobytes(), played, batch.seed_of(699)))
    assert finals[0] == finals[1] == finals[2]


@every_game
def test_random_play_is_that_of_the_generator_of_each_game(name: str) -> None:
    batch, other = (ziggurat.batch(name, 3, seed="moves") for _ in range(2))
    game, rng = new_game(name, seed="moves/1"), generator("moves/1/moves")
    for _ in range(10):
        codes = game.legal_codes()
        code = codes[int(below(rng, len(codes)))]
        drawn = batch.random_codes()
        assert drawn[1] == code
        batch.step(drawn)
        game.push_code(code)
    assert other.play_random(10) == 30
    assert other.states.tobytes() == batch.states.tobytes()


@every_game
@pytest.mark.parametrize("autoreset", [True, False])
def test_a_random_rollout_writes_down_what_a_loop_sees(name: str, autoreset: bool) -> None:
    batch, other = (ziggurat.batch(name, 5, seed="rollout", autoreset=autoreset) for _ in range(2))
    steps = 130
    rollout = batch.random_rollout(steps)
    assert [array.shape for array in rollout] == [(steps, 5, batch.observation_size), (steps, 5), (steps, 5), (steps, 5, batch.seats)]
    assert [array.dtype for array in rollout] == [np.int16, np.int8, np.int32, np.int32]
    for step in range(steps):
        assert (rollout.observations[step] == other.observe()).all() and (rollout.to_move[step] == other.to_move).all()
        assert (rollout.scores[step] == np.where(other.done[:, None], other.scores, 0)).all()
        codes = other.random_codes()
        assert (rollout.codes[step] == codes).all()
        other.step(codes)
    assert (rollout.to_move == -1).any() and rollout.scores.any()
    assert batch.states.tobytes() == other.states.tobytes() and (batch.to_move == other.to_move).all()
    again = batch.random_rollout(steps, out=rollout)
    assert all(array is given for array, given in zip(again, rollout, strict=True))
    other.play_random(steps)
    assert batch.states.tobytes() == other.states.tobytes()


def test_a_rollout_goes_only_where_it_fits() -> None:
    batch = ziggurat.batch("amytis", 300, seed="rollout", threads=2)
    one = ziggurat.batch("amytis", 300, seed="rollout", threads=1).random_rollout(40)
    assert all((ours == theirs).all() for ours, theirs in zip(batch.random_rollout(40), one, strict=True))
    before = batch.states.tobytes()
    for out in (7, one[:3], one._replace(codes=one.to_move), one._replace(observations=None, scores=one.scores[:, :, :1])):
        with pytest.raises(ziggurat.GameError, match="`out` must be"):
            batch.random_rollout(40, out=out)  # type: ignore[arg-type]
    for steps in (0, 1.5, 1 << 50):
        with pytest.raises(ziggurat.GameError):
            batch.random_rollout(steps)  # type: ignore[arg-type]
    assert batch.states.tobytes() == before


# --- seeds ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 200])
def test_a_seed_in_a_kernel_is_the_seed_of_python(length: int) -> None:
    text = ("ziggurat e" * 40)[:length]
    seed, rng, scratch = prepare_seed(text), np.zeros(4, np.uint64), np.zeros(SCRATCH, np.int64)
    left = int(seed[LEFT_AT])
    scratch[TEXT_AT : TEXT_AT + left] = seed[REST_AT : REST_AT + left]
    seed_from_text(seed, left, scratch, rng)
    assert left == length % 64
    assert rng.tobytes() == hashlib.sha256(text.encode()).digest()


@pytest.mark.parametrize(("index", "episode", "name"), [(0, 0, "s/0"), (7, 0, "s/7"), (10, 1, "s/10/1"), (123456789, 9876543210, "s/123456789/9876543210")])
def test_the_seed_of_a_game_of_a_batch(index: int, episode: int, name: str) -> None:
    for before in ("", "é" * 31, "long" * 50):  # the longest end of a text, and seeds of several blocks
        rng, scratch = np.zeros(4, np.uint64), np.zeros(SCRATCH, np.int64)
        seed_game(prepare_seed(f"{before}s/"), index, episode, scratch, rng)
        assert rng.tolist() == generator(before + name).tolist()
        seed_moves(prepare_seed(f"{before}s/"), index, scratch, rng)
        assert rng.tolist() == generator(f"{before}s/{index}/moves").tolist()


@pytest.mark.parametrize("seed", ["", "é\ud800", "a" * 300, "7"])
def test_any_text_is_a_seed(seed: str) -> None:
    batch = ziggurat.batch("amytis", 2, seed=seed)
    batch.reset()
    assert batch.states[1].tobytes() == ziggurat.new("amytis", seed=f"{seed}/1/1").state.tobytes()


def test_without_a_seed_batches_differ_and_options_left_to_chance_are_drawn_for_each_game() -> None:
    assert ziggurat.batch("amytis", 3).states.tobytes() != ziggurat.batch("amytis", 3).states.tobytes()
    batch = ziggurat.batch("amytis", 20, seed=1, sides="random")
    assert len({batch.options(i)["sides"] for i in range(20)}) > 10
    assert batch.states[4].tobytes() == ziggurat.new("amytis", seed="1/4", sides="random").state.tobytes()
    batch.reset()
    assert batch.states[4].tobytes() == ziggurat.new("amytis", seed="1/4/1", **batch.options(4)).state.tobytes()


# --- masks ------------------------------------------------------------------------------------------------------------------


@every_game
def test_masks_and_lists_agree(name: str) -> None:
    batch = ziggurat.batch(name, 5, seed="mask")
    while not batch.done.all():
        mask, (flat, offsets) = batch.legal_mask(), batch.legal_codes()
        assert mask.shape == (5, batch.num_actions) and mask.dtype == np.bool_
        for i in range(5):
            assert sorted(flat[offsets[i] : offsets[i + 1]].tolist()) == np.flatnonzero(mask[i]).tolist()
        batch.play_random(7)
    assert not batch.legal_mask().any() and batch.legal_codes()[1].tolist() == [0] * 6
    assert batch.random_codes().tolist() == [-1] * 5


def test_the_factors_of_akropolis_are_exactly_its_legal_moves() -> None:
    for seats in (1, 2, 4):
        batch = ziggurat.batch("akropolis", 6, seed="factors", seats=seats, stones="from_one")
        assert batch.factors == {"tile": 6, "place": 8192, "rotation": 3}
        while not batch.done.all():
            parts, (flat, offsets) = batch.legal_factors(), batch.legal_codes()
            assert [mask.shape for mask in parts.values()] == [(6, 6), (6, 8192), (6, 3)]
            for i in range(6):
                codes = flat[offsets[i] : offsets[i + 1]]
                tile, place, rotation = (np.flatnonzero(mask[i]) for mask in parts.values())
                every = batch.codes_of(tile=tile[:, None, None], place=place[None, :, None], rotation=rotation[None, None, :])
                assert sorted(every.ravel().tolist()) == sorted(codes.tolist())
            again = batch.factors_of(flat)
            assert (batch.codes_of(**again) == flat).all()
            batch.play_random(5)
        assert not any(mask.any() for mask in batch.legal_factors().values())
    with pytest.raises(ziggurat.GameError, match="give each of them"):
        batch.codes_of(tile=1)
    with pytest.raises(ziggurat.GameError, match="must lie from 0 to 5"):
        batch.codes_of(tile=6, place=1, rotation=1)
    with pytest.raises(ziggurat.GameError, match="have no parts"):
        ziggurat.batch("amytis", 1, seed=1).legal_factors()


# --- codes that are not legal -------------------------------------------------------------------------------------------------


@every_game
def test_a_step_with_a_wrong_code_plays_nothing_and_says_where(name: str) -> None:
    batch = ziggurat.batch(name, 300, seed="wrong", threads=2)
    before, codes = batch.states.tobytes(), batch.random_codes().astype(np.int64)
    codes[7], codes[290] = -5, 10**12
    with pytest.raises(ziggurat.IllegalMove, match=r"2 of 300 codes are not legal, and nothing was played: -5 in game 7, 1000000000000 in game 290") as caught:
        batch.step(codes)
    assert caught.value.values["games"] == [7, 290]
    assert batch.states.tobytes() == before
    batch.step(codes, check=False)
    assert np.flatnonzero(batch.refused).tolist() == [7, 290]
    fresh = [batch.states[i].tobytes() == played(batch, i).state.tobytes() for i in range(300)]
    assert [i for i, same in enumerate(fresh) if same] == [7, 290]


@every_game
def test_any_numbers_can_be_thrown_at_a_batch(name: str) -> None:
    """Unchecked steps with any codes never crash or hang, and play exactly those that are legal."""
    batch = ziggurat.batch(name, 50, seed="any", autoreset=True)
    games = [played(batch, i) for i in range(50)]
    chance = np.random.default_rng(1)
    for turn in range(60):
        codes = chance.integers(-3, batch.num_actions + 3, 50) if turn % 2 else batch.random_codes().astype(np.int64)
        over = batch.done
        batch.step(codes, check=False)
        for i, game in enumerate(games):
            if over[i]:
                games[i] = played(batch, i)
            elif codes[i] in game.legal_codes():
                game.push_code(int(codes[i]))
            assert games[i].state.tobytes() == batch.states[i].tobytes()


@pytest.mark.parametrize("codes", [[1, 2], [[1] * 3], [0.5] * 3, ["a"] * 3, None, 3, [True] * 3])
def test_codes_of_another_shape_or_type_are_refused(codes: Any) -> None:
    with pytest.raises(ziggurat.GameError, match="`codes` must be 3 whole numbers"):
        ziggurat.batch("amytis", 3, seed=1).step(codes)


# --- the end, and new deals -------------------------------------------------------------------------------------------------------


@every_game
def test_a_game_that_is_over_stays_until_it_is_reset(name: str) -> None:
    batch = ziggurat.batch(name, 4, seed="over")
    while not batch.done.all():
        batch.step(batch.random_codes())
    before = batch.states.tobytes()
    batch.step(np.full(4, 10**9))
    assert batch.states.tobytes() == before
    batch.reset([2])
    assert batch.done.tolist() == [True, True, False, True]
    assert batch.seed_of(2) == "over/2/1" and batch.seed_of(1) == "over/1"
    assert batch.states[2].tobytes() == played(batch, 2).state.tobytes()
    batch.reset(np.array([False, True, True, False]))
    assert [batch.seed_of(i) for i in range(4)] == ["over/0", "over/1/1", "over/2/2", "over/3"]
    batch.reset()
    assert not batch.done.any()
    assert all(batch.states[i].tobytes() == played(batch, i).state.tobytes() for i in range(4))


@every_game
def test_autoreset_deals_the_next_game_in_the_step_after_the_end(name: str) -> None:
    batch = ziggurat.batch(name, 3, seed="auto", autoreset=True)
    ends = 0
    while ends < 6:
        over = batch.done
        batch.step(batch.random_codes())
        for i in np.flatnonzero(over):
            assert batch.states[i].tobytes() == played(batch, int(i)).state.tobytes()
            assert batch.to_move[i] == played(batch, int(i)).to_move
        ends += int(over.sum())


# --- arrays ---------------------------------------------------------------------------------------------------------------------


def test_results_go_where_they_are_wanted_and_nothing_else_fits() -> None:
    batch = ziggurat.batch("amytis", 3, seed=1)
    mask, seen, codes = np.ones((3, 94), np.bool_), np.ones((3, batch.observation_size), np.int16), np.ones(3, np.int32)
    assert batch.legal_mask(out=mask) is mask and batch.observe(out=seen) is seen and batch.random_codes(out=codes) is codes
    assert (mask == batch.legal_mask()).all() and (seen == batch.observe()).all()
    frozen = np.zeros((3, 94), np.bool_)
    frozen.flags.writeable = False
    wrong_ones: list[Any] = [np.ones((3, 93), np.bool_), np.ones((3, 94), np.int8), np.ones((94, 3), np.bool_).T, [[True] * 94] * 3, frozen]
    for wrong in wrong_ones:
        with pytest.raises(ziggurat.GameError, match=r"`out` must be a contiguous array of bool with the shape \(3, 94\)"):
            batch.legal_mask(out=wrong)


def test_what_is_handed_out_can_be_damaged_without_harm() -> None:
    batch = ziggurat.batch("amytis", 3, seed=1)
    before = batch.to_move.tolist(), batch.done.tolist(), batch.scores.tolist(), batch.refused.tolist(), batch.options()
    batch.to_move[:] = 9
    batch.done[:] = True
    batch.scores[:] = 9
    batch.refused[:] = True
    batch.options().clear()
    assert (batch.to_move.tolist(), batch.done.tolist(), batch.scores.tolist(), batch.refused.tolist(), batch.options()) == before
    assert len(batch) == batch.n == 3 and "3 games of amytis" in repr(batch)


@every_game
def test_copies_and_pickles_go_their_own_way(name: str) -> None:
    batch = ziggurat.batch(name, 300, seed="copies", autoreset=True, threads=2)
    batch.play_random(10)
    before = batch.states.tobytes()
    others = [batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for other in others:
        assert other.play_random(60) > 0
        other.reset([3])
        assert other.states[3].tobytes() == played(other, 3).state.tobytes()
    assert batch.states.tobytes() == before
    batch.play_random(60)
    batch.reset([3])
    assert {other.states.tobytes() for other in others} == {batch.states.tobytes()}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": 10**15}, "there is no memory for"),
        ({"n": 0}, "`n` is 0"),
        ({"n": 1.5}, "`n` is 1.5"),
        ({"n": True}, "`n` is True"),
        ({"device": "tpu"}, "there is no device `tpu`: a batch runs on `cpu` or `cuda`"),
        ({"threads": 0}, "`threads` is 0"),
        ({"colour": "red"}, "there is no option `colour`"),
        ({"game": "go"}, "there is no game `go`"),
    ],
)
def test_what_a_batch_cannot_be_is_said(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ziggurat.GameError, match=said):
        ziggurat.batch(**{"game": "amytis", "n": 2, "seed": 1, **arguments})


def test_other_wrong_arguments() -> None:
    batch = ziggurat.batch("amytis", 3, seed=1)
    calls: list[Any] = [
        lambda: batch.observe(2),
        lambda: batch.observe([0, 1]),
        lambda: batch.observe(0.5),
        lambda: batch.reset([3]),
        lambda: batch.reset([0.5]),
        lambda: batch.reset(np.ones(2, np.bool_)),
        lambda: batch.seed_of(3),
        lambda: batch.seed_of(-1),
        lambda: batch.play_random(0),
    ]
    for call in calls:
        with pytest.raises(ziggurat.GameError):
            call()


# --- threads and processes ------------------------------------------------------------------------------------------------------


def test_batches_in_several_threads_do_not_disturb_each_other() -> None:
    results: dict[int, bytes] = {}

    def play(number: int) -> None:
        batch = ziggurat.batch("amytis", 600, seed=number, threads=3)
        for _ in range(20):
            batch.step(batch.random_codes())
        results[number] = batch.states.tobytes()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4):
        batch = ziggurat.batch("amytis", 600, seed=number, threads=1)
        for _ in range(20):
            batch.step(batch.random_codes())
        assert batch.states.tobytes() == results[number]


def play_in_child(seed: int) -> int:
    played: int = ziggurat.batch("amytis", 600, seed=seed, threads=3).play_random(20)
    return played


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process")
def test_a_forked_child_has_threads_of_its_own() -> None:
    assert play_in_child(1) > 0
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(play_in_child, (1,)).get(60) == play_in_child(1)


def test_it_runs_uncompiled_too() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import json, hashlib, small_games, ziggurat\n"
        "batch = ziggurat.batch('cairn', 3, seed='plain', autoreset=True)\n"
        "for _ in range(40): batch.step(batch.random_codes())\n"
        "print(json.dumps([hashlib.sha256(batch.states.tobytes()).hexdigest(), batch.observe().tolist(), batch.legal_mask().tolist()]))\n"
    )
    call = [sys.executable, "-c", program, str(Path(__file__).parent)]
    answers = [subprocess.run(call, env={**os.environ, **more}, capture_output=True, check=True).stdout for more in ({}, {"NUMBA_DISABLE_JIT": "1"})]
    assert json.loads(answers[0]) == json.loads(answers[1])


@every_game
def test_its_speed_can_be_measured(name: str) -> None:
    figures = measure_batch(name, {}, seconds=0.001, games=20) | measure_python(name, {}, seconds=0.001)
    assert {"steps_per_s", "steps_observed_per_s", "random_plies_per_s", "push_text_per_s", "push_code_per_s"} <= figures.keys()
    assert all(value > 0 for value in figures.values())


def test_a_batch_is_shared_among_its_threads_which_work_at_the_same_time() -> None:
    games = ziggurat.batch("amytis", 512, seed=1, threads=4)
    assert games.threads == 4
    shares = shares_of(512, 4)
    assert [game for first, last in shares for game in range(first, last)] == list(range(512))
    together = threading.Barrier(4, timeout=60)

    def meet(number: int, first: int, last: int) -> tuple[int, int, int]:
        together.wait()  # one thread alone would wait in vain
        return number, threading.get_ident(), last - first

    answers = run_shares(meet, shares)
    assert [number for number, *_ in answers] == [0, 1, 2, 3]
    assert len({thread for _, thread, _ in answers}) == 4 and {size for *_, size in answers} == {128}

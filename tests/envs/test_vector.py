"""Gymnasium's vector environment on a batch: it behaves as many single environments would, and Gymnasium's tools take it."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics, TransformReward

import ziggurat
import ziggurat.envs
from ziggurat.envs.rewards import final_rewards
from ziggurat.envs.vector import BatchEnv
from ziggurat.game import new_game
from ziggurat.games.akropolis.athena.rules import STOP
from ziggurat.kernel import below, generator

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("Amytis", {}),
    ("Amytis", {"opponent": "greedy", "seat": "random", "sides": "random", "scaled": True}),
    ("Amytis", {"opponent": "self", "copy": False}),
    ("Akropolis", {"seats": 1, "factored": True}),
    ("Akropolis", {"seats": 3, "seat": 2, "factored": True}),
    ("Akropolis", {"opponent": "greedy", "factored": True, "reward": "margin"}),
    ("Blueprints", {"seats": 4, "seat": "random", "reward": "rank"}),
    ("Blueprints", {"opponent": "greedy", "seat": 1}),
]
every_table = pytest.mark.parametrize(("name", "options"), TABLES, ids=[f"{name}-{'-'.join(map(str, options.values()))}" for name, options in TABLES])


def made(name: str, n: int, **options: Any) -> Any:
    return gymnasium.make_vec(f"ziggurat/{name}-v1", n, vectorization_mode="vector_entry_point", **options)


def legal_actions(envs: Any, info: dict[str, Any], chance: np.random.Generator) -> Any:
    """A random legal action for each game."""
    parts = np.split(info["action_mask"], np.cumsum(envs.encoding.factor_sizes)[:-1], axis=1) if envs.encoding.factors else [info["action_mask"]]
    chosen = [(part * chance.random(part.shape, np.float32)).argmax(axis=1) for part in parts]
    return np.stack(chosen, axis=1) if envs.encoding.factors else chosen[0]


@pytest.mark.parametrize(("name", "options"), [*TABLES, ("Akropolis", {"seats": 2})])
def test_spaces_types_and_autoreset_are_as_gymnasium_wants_them(name: str, options: dict[str, Any]) -> None:
    """What the environment checker asks of single environments, of every part of a vector environment."""
    envs, chance = made(name, 6, **options), np.random.default_rng(1)
    assert isinstance(envs, VectorEnv) and envs.num_envs == 6 and envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert envs.observation_space == batch_space(envs.single_observation_space, 6)
    assert envs.action_space == batch_space(envs.single_action_space, 6)
    single = gymnasium.make(f"ziggurat/{name}-v1", **{key: value for key, value in options.items() if key not in {"copy", "opponent"}})
    assert (single.observation_space, single.action_space) == (envs.single_observation_space, envs.single_action_space)
    observations, info = envs.reset(seed=3)
    was_over, ends = np.zeros(6, bool), 0
    for _ in range(130):
        assert observations in envs.observation_space and observations.dtype == envs.observation_space.dtype
        actions = legal_actions(envs, info, chance)
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, info = envs.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (6,)
        assert (rewards.dtype, terminations.dtype, truncations.dtype) == (np.float64, np.bool_, np.bool_)
        assert not truncations.any() and not (terminations & was_over).any(), "the step after the end deals the next game"
        assert (rewards[~terminations] == 0).all()
        assert (info["action_mask"].any(axis=1) == ~terminations).all() and info["action_mask"].dtype == np.int8
        assert ("scores" in info) == bool(terminations.any()) and not info.get("illegal", np.zeros(1)).any()
        was_over, ends = terminations, ends + int(terminations.sum())
    assert ends >= 12
    envs.close()
    envs.close()


@every_table
def test_the_same_seed_and_actions_give_the_same_whatever_the_number_of_threads(name: str, options: dict[str, Any]) -> None:
    both = [made(name, 300, **options, threads=threads) for threads in (1, 2)]
    chance = np.random.default_rng(2)
    answers = [envs.reset(seed=9) for envs in both]
    assert data_equivalence(answers[0], answers[1], exact=True)
    steps = 6 if "greedy" in options.values() else 60
    for _ in range(steps):
        actions = legal_actions(both[0], answers[0][-1], chance)
        answers = [envs.step(actions) for envs in both]
        assert data_equivalence(answers[0], answers[1], exact=True)
    for envs in both:
        envs.reset()
    assert both[0].batch.seed_of(0) == both[1].batch.seed_of(0) and both[0].batch.seed_of(0).startswith("9/0/")
    assert not data_equivalence(both[0].reset(seed=10), both[1].reset(seed=11)), "another seed, other games"


@pytest.mark.parametrize(("name", "options"), [("Amytis", {"seat": "random"}), ("Akropolis", {"seats": 3, "seat": 1}), ("Blueprints", {"opponent": "self"})])
def test_each_game_is_one_of_the_library_with_its_seed(name: str, options: dict[str, Any]) -> None:
    """Follow game 2 with a `Game`: the seat's moves are ours, the others draw theirs from the generator of the game."""
    envs, chance, others = made(name, 4, reward="margin", **options), np.random.default_rng(5), generator("8/2/opponents")
    _, info = envs.reset(seed=8)
    is_self = options.get("opponent") == "self"
    for episode in range(2):
        seed = envs.batch.seed_of(2)
        assert seed == ("8/2" if episode == 0 else f"8/2/{episode}")
        game = new_game(name.lower(), seed=seed, **{key: value for key, value in options.items() if key == "seats"})
        follow(game, envs, others)
        terminated = False
        while not terminated:
            seat = int(info["seat"][2])
            assert seat == game.to_move and (is_self or seat == envs._seats[2])
            assert np.flatnonzero(info["action_mask"][2]).tolist() == sorted(game.legal_codes())
            actions = legal_actions(envs, info, chance)
            game.push_code(int(actions[2]))
            _, rewards, terminations, _, info = envs.step(actions)
            follow(game, envs, others)
            terminated = bool(terminations[2])
        assert game.is_over and info["scores"][2].tolist() == game.scores and info["ranks"][2].tolist() == game.ranks
        expected = final_rewards("margin", game.scores, game.ranks)
        assert rewards[2] == expected[seat] and info["rewards"][2].tolist() == expected.tolist()
        while info["seat"][2] < 0:
            _, _, _, _, info = envs.step(legal_actions(envs, info, chance))


def follow(game: ziggurat.Game, envs: Any, chance: Any) -> None:
    """Play the moves of the others as they draw them, and compare the positions to the byte."""
    while envs.opponent != "self" and game.to_move not in {None, int(envs._seats[2])}:
        legal = game.legal_codes()
        game.push_code(legal[int(below(chance, len(legal)))])
    assert game.state.tobytes() == envs.batch.states[2].tobytes()


def test_the_opponents_greedy_and_random_play_as_their_bots_do() -> None:
    """Greedy inside the batch beats random play as the bot does, and both see only what their seat sees (the kernels are those of the bots)."""
    envs, chance = made("Amytis", 40, opponent="greedy", seat="random"), np.random.default_rng(1)
    _, info = envs.reset(seed=2)
    results: list[float] = []
    while len(results) < 40:
        _, rewards, terminations, _, info = envs.step(legal_actions(envs, info, chance))
        results += rewards[terminations].tolist()
    assert np.mean(results) < -0.9
    envs = made("Amytis", 200)
    _, info = envs.reset(seed=2)
    results = []
    while len(results) < 400:
        _, rewards, terminations, _, info = envs.step(legal_actions(envs, info, chance))
        results += rewards[terminations].tolist()
    assert abs(np.mean(results)) < 0.25


def test_an_action_that_is_not_legal_ends_its_game_alone() -> None:
    envs, chance = made("Amytis", 3), np.random.default_rng(1)
    _, info = envs.reset(seed=2)
    actions = legal_actions(envs, info, chance)
    actions[1] = 93
    _, rewards, terminations, _, info = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0] and terminations.tolist() == [False, True, False] == info["illegal"].tolist()
    assert info["rewards"][1].tolist() == [-1, 0] and not info["action_mask"][1].any()
    _, rewards, terminations, _, info = envs.step(legal_actions(envs, info, chance))
    assert rewards.tolist() == [0, 0, 0] and not terminations.any() and envs.batch.seed_of(1) == "2/1/1"


def test_a_factored_action_that_is_not_legal_ends_its_game_too() -> None:
    envs = made("Akropolis", 2, factored=True)
    _, info = envs.reset(seed=2)
    actions = legal_actions(envs, info, np.random.default_rng(1))
    actions[0, 0] = 5
    _, rewards, terminations, _, info = envs.step(actions)
    assert rewards.tolist() == [-1, 0] and terminations.tolist() == [True, False] and not info["action_mask"][0].any()


def test_some_games_can_be_dealt_anew() -> None:
    envs = made("Amytis", 3)
    _, info = envs.reset(seed=2)
    envs.step(legal_actions(envs, info, np.random.default_rng(1)))
    before = envs.batch.states.copy()
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert [envs.batch.seed_of(i) for i in range(3)] == ["2/0", "2/1/1", "2/2"]
    assert (envs.batch.states[[0, 2]] == before[[0, 2]]).all()
    with pytest.raises(ziggurat.GameError, match="an array of 3 truth values"):
        envs.reset(options={"reset_mask": [1, 2]})


def test_gymnasiums_wrappers_take_it() -> None:
    chance = np.random.default_rng(1)
    envs = RecordEpisodeStatistics(TransformReward(made("Blueprints", 8, reward="score"), lambda reward: reward / 10))
    _, info = envs.reset(seed=4)
    episodes = 0
    while episodes < 16:
        _, _, terminations, _, info = envs.step(legal_actions(envs.unwrapped, info, chance))
        for i in np.flatnonzero(terminations):
            assert info["episode"]["r"][i] == pytest.approx(info["scores"][i, 0] / 10)
            assert info["episode"]["l"][i] == 36, "three rounds of six dice, each with one to remove"
            episodes += 1
    listed = DictInfoToList(made("Amytis", 3))
    _, infos = listed.reset(seed=1)
    assert len(infos) == 3 and infos[0]["action_mask"].shape == (94,)


@pytest.mark.parametrize("options", [{}, {"opponent": "self", "scaled": True, "copy": False}])
def test_gymnasiums_benchmark_takes_it(options: dict[str, Any]) -> None:
    """It plays actions that are mostly not legal."""
    assert benchmark_vector_step(made("Amytis", 64, **options), target_duration=1, seed=1) > 0


def test_without_a_copy_the_arrays_are_written_over() -> None:
    for is_copied in (True, False):
        envs = made("Amytis", 2, copy=is_copied)
        observations, info = envs.reset(seed=1)
        mask = info["action_mask"]
        after, _, _, _, info = envs.step(legal_actions(envs, info, np.random.default_rng(1)))
        assert np.shares_memory(observations, after) != is_copied
        assert np.shares_memory(mask, info["action_mask"]) != is_copied


def test_what_makes_no_sense_is_an_error() -> None:
    for wrong in ({"opponent": "level:3"}, {"seat": 2}, {"reward": "points"}, {"factored": True}, {"edges": 3}):
        with pytest.raises(ziggurat.GameError):
            BatchEnv(2, "amytis", **wrong)
    with pytest.raises(ziggurat.BotError, match='vectorization_mode="async"'):
        BatchEnv(2, "amytis", opponent="level:3")
    envs = made("Amytis", 2)
    envs.reset(seed=1)
    for actions in ([0], [0.5, 1.0], [[0, 1]]):
        with pytest.raises(ziggurat.GameError, match="`actions` must be whole numbers of the shape"):
            envs.step(actions)


def test_any_bot_plays_in_gymnasiums_own_vector_environments() -> None:
    envs = gymnasium.make_vec("ziggurat/Amytis-v1", 2, vectorization_mode="sync", opponent="level:1")
    _, info = envs.reset(seed=1)
    for _ in range(3):
        actions = envs.action_space.sample(mask=tuple(info["action_mask"]))
        _, _, terminations, _, info = envs.step(actions)
    assert not terminations.any()
    envs.close()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_goes_on_as_the_original(again: Any) -> None:
    envs, chance = made("Amytis", 5, seat="random"), np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    envs.step(legal_actions(envs, info, chance))
    other = again(envs)
    for _ in range(30):
        actions = envs.batch.random_codes()
        assert (actions == other.batch.random_codes()).all()
        assert data_equivalence(envs.step(actions), other.step(actions), exact=True)


def test_games_with_an_expansion_have_its_spaces_and_its_moves() -> None:
    envs = made("Akropolis", 3, opponent="random", athena=True, athena_cards=["agora", "parkland", "oasis", "guard_tower"])
    batch = ziggurat.batch("akropolis", 1, seed=1, athena=True)
    assert envs.single_action_space.n == batch.num_actions and envs.single_observation_space.shape == (batch.observation_size,)
    seen, info = envs.reset(seed=4)
    chance, completed = np.random.default_rng(2), 0
    for _ in range(17):  # before the end of the first game
        assert seen.shape == (3, batch.observation_size) and info["action_mask"].any(axis=1).all()
        actions = legal_actions(envs, info, chance)
        completed += int((actions > STOP).sum())
        seen, _, _, _, info = envs.step(actions)
    assert completed, "cards were completed"
    envs.close()
    with pytest.raises(ziggurat.GameError, match="`akropolis` with `athena=true` have no parts"):
        made("Akropolis", 1, opponent="random", athena=True, factored=True)
    with pytest.raises(ziggurat.GameError, match="`akropolis` with `athena=true` have no parts"):
        batch.legal_factors()

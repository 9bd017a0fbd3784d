"""One suite over every game: whatever lies in `games/` must have this shape and behave like this."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tracing import trace
from ziggurat.arena.match import play_game
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.measure.kernels import measure_speed
from ziggurat.record import dump, parse
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import BOTS, make_bot
from ziggurat.spec import check_spec

GAMES = game_names()


def tables(name: str) -> list[dict[str, Any]]:
    """Options to play with: each number of seats, each value of each option at least once."""
    option_set = game_spec(name).option_set
    seats = next(option for option in option_set.options if option.name == "seats").choices
    all_options: list[dict[str, Any]] = [{"seats": count} for count in seats]
    for option in option_set.options:
        all_options += [{option.name: choice} for choice in option.choices if option.name != "seats" and choice != option.first]
    for expansion in game_spec(name).expansions:  # each of its options once, all together
        all_options += [{expansion.option: True, "seats": count} for count in seats if count != seats[0]]
        all_options.append({expansion.option: True, **{option.name: option.choices[-1] for option in option_set.options if option.needs == expansion.option}})
    return [options for options in all_options if is_possible(name, options)]


def is_possible(name: str, options: dict[str, Any]) -> bool:
    try:
        game_spec(name).option_set.read(options)
    except ziggurat.OptionError:
        return False
    return True


EVERY_TABLE = [pytest.param(name, options, id=f"{name}-{'-'.join(f'{k}={v}' for k, v in options.items())[:60]}") for name in GAMES for options in tables(name)]
every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "options"), EVERY_TABLE)


def random_game(name: str, options: dict[str, Any], seed: str = "shape") -> Game:
    game = Game(game_spec(name), options, seed=seed)
    rng = generator(f"{seed}/moves")
    while not game.is_over:
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
    return game


@every_game
def test_nothing_is_missing_in_the_folder(name: str) -> None:
    for spec in game_spec(name).with_expansions:
        assert check_spec(spec) == []


@every_table
def test_a_random_game_ends_and_its_record_replays_to_the_same_bytes(name: str, options: dict[str, Any]) -> None:
    game = random_game(name, options)
    assert game.to_move is None
    assert game.legal_moves == []
    record = parse(dump(game.record()))
    again = ziggurat.load(record)
    assert again.state.tobytes() == game.state.tobytes()
    assert again.record() == record
    seedless = {**record, "deal": {key: value for key, value in record["deal"].items() if key != "seed"}}
    assert ziggurat.load(seedless).state.tobytes() == game.state.tobytes(), "the explicit deal is the deal of the seed"
    dealless = {**record, "deal": {"seed": record["deal"]["seed"]}}
    assert ziggurat.load(dealless).state.tobytes() == game.state.tobytes()


@every_table
def test_scores_ranks_and_breakdown_belong_together(name: str, options: dict[str, Any]) -> None:
    game = random_game(name, options)
    assert [sum(lines.values()) for lines in game.breakdown] == game.scores
    assert len(game.ranks) == game.seats
    assert min(game.ranks) >= 1
    result = game.result()
    assert result is not None
    assert result["scores"] == game.scores


@every_table
def test_a_view_is_json_with_the_common_fields_and_legal_moves_only_for_the_seat_to_move(name: str, options: dict[str, Any]) -> None:
    game = Game(game_spec(name), options, seed="view")
    rng = generator("view/moves")
    while not game.is_over:
        for seat in (None, *range(game.seats)):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert {"game", "options", "seat", "ply", "to_move", "over", "legal", "log", "seats"} <= view.keys()
            assert view["legal"] == (game.legal_moves if seat == game.to_move else [])
            assert len(view["seats"]) == game.seats
            assert len(view["log"]) == game.ply
            assert (game.seed or "") not in json.dumps(view)
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
        game.push_unchecked(game.legal_codes()[0]) if not game.is_over else None


@every_table
def test_moves_convert_to_text_and_back_and_undo_restores_the_bytes(name: str, options: dict[str, Any]) -> None:
    game = Game(game_spec(name), options, seed="text")
    rng = generator("text/moves")
    past = []
    while not game.is_over:
        legal = game.legal_codes()
        texts = game.legal_moves
        assert len(set(texts)) == len(legal)
        some = {int(below(rng, len(legal))) for _ in range(8)}
        assert [game.spec.move_text.from_text(game.state, texts[i]) for i in some] == [legal[i] for i in some]
        past.append(game.state.tobytes())
        game.push(texts[int(below(rng, len(legal)))])
    while past:
        game.undo()
        assert game.state.tobytes() == past.pop()


@every_table
def test_what_a_seat_imagines_it_cannot_tell_from_the_truth(name: str, options: dict[str, Any]) -> None:
    game = Game(game_spec(name), options, seed="sight")
    rng = generator("sight/moves")
    while not game.is_over:
        seat = int(game.state.to_move)
        known = json.dumps(game.view(seat))
        dreams = [game.copy(), game.copy()]
        for number, dream in enumerate(dreams):
            game.spec.visibility.imagine(dream.state, seat, generator(f"dream/{number}"))
            dream._legal = None
            assert json.dumps(dream.view(seat)) == known
        for dream in dreams:
            game.spec.visibility.imagine(dream.state, seat, generator("the same dream"))
        assert dreams[0].state.tobytes() == dreams[1].state.tobytes()
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])


@every_game
def test_compiled_and_uncompiled_rules_agree_move_by_move(name: str) -> None:
    games = 2
    command = [sys.executable, str(Path(__file__).parent / "tracing.py"), name, json.dumps(tables(name)), "jit", str(games)]
    plain = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True)
    assert plain.stdout.splitlines() == [line for options in tables(name) for line in trace(name, options, "jit", games)]


@every_table
@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_plays_every_table_and_repeats_itself_for_a_seed(name: str, options: dict[str, Any], bot: str) -> None:
    spec = game_spec(name)
    played = []
    for _ in range(2):
        game = Game(spec, options, seed="bots")
        play_game(game, [make_bot(bot, spec, f"bots/{seat}") for seat in range(game.seats)])
        played.append(game.moves)
    assert played[0] == played[1]


@every_game
def test_the_words_and_pictures_of_a_game_work_in_both_languages(name: str) -> None:
    game = random_game(name, {})
    for _ in range(7):
        game.undo()
    for language in ("en", "fr"):
        assert str(game.board(language))
        assert game.log(language)
        for theme in ("light", "dark"):
            for look in ("isometric", "top"):
                assert game.svg(0, theme=theme, look=look, language=language).startswith("<svg")


@every_game
def test_its_speed_can_be_measured(name: str) -> None:
    measured = measure_speed(name, {}, seconds=0.001)
    assert measured["plies_per_s"] > 0
    assert measured["state_bytes"] == game_spec(name).dtype.itemsize


@every_game
def test_repr_rebuilds_the_game(name: str) -> None:
    game = random_game(name, {})
    again = eval(repr(game), {"ziggurat": ziggurat})
    assert again.state.tobytes() == game.state.tobytes()


@every_game
def test_a_move_that_makes_no_sense_changes_nothing(name: str) -> None:
    game = Game(game_spec(name), seed="wrong")
    before = game.state.tobytes()
    for text in ("", "hello", "\x00", "9" * 1000, "b2>a1>c3", "!", "+", "ééé"):
        with pytest.raises(ziggurat.GameError):
            game.push(text)
    assert game.state.tobytes() == before
    assert game.moves == []

"""A move that is sampled is the move that the list has at the place drawn: random games are the same without lists, byte for byte."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from small_games import BUILT_IN
from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, Game, read_options
from ziggurat.kernel import below, generator, rows_of
from ziggurat.registry import game_names, game_spec, spec_of_key
from ziggurat.spec import GameSpec

TABLES: list[tuple[str, dict[str, Any]]] = [
    *(("amytis", {"sides": sides, "edition": edition}) for sides, edition in product(("AAAAAA", "BBBBBB", "AABABA"), ("second", "first"))),
    ("amytis", {"bottom_row_limit": "four", "sides": "BBBBBB"}),
    *(("akropolis", {"seats": seats, "stones": "from_one"}) for seats in (1, 2, 3, 4)),
    *(("akropolis", {"seats": 2, "long_game": True, "stone_supply": supply}) for supply in ("unlimited", "forty")),
    *(("akropolis", {"athena": True, "athena_cards": "agora,parkland,oasis,guard_tower", "seats": seats}) for seats in (1, 2, 4)),
    *(("blueprints", {"seats": seats, "unplaceable": rule}) for seats, rule in product((2, 3, 4), ("any", "only_when_stuck"))),
]


def prepared(spec: GameSpec, options: dict[str, Any], seed: str) -> tuple[Any, ...]:
    """Make the arguments of `random_games`, its number of games left out."""
    chosen = read_options(spec, options, seed)
    states = spec.blank(2)
    spec.module("options").prepare(states[0], chosen)
    return states, rows_of(states), generator(seed), np.zeros(spec.rules.MAX_MOVES, MOVE), np.zeros(chosen["seats"], SCORE), np.zeros(chosen["seats"], np.int64)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_of_the_package_samples(name: str) -> None:
    assert game_spec(name).optional("rules", "sample_move") is not None


@pytest.mark.parametrize("name", [*BUILT_IN, "akropolis-athena"])
def test_the_random_move_of_a_game_is_its_sample_move(name: str) -> None:
    """In all that plays random moves: the list would take up to seven times as long, and nothing else would tell."""
    spec = spec_of_key(name)
    for template in ("ziggurat.search.kernels.playout", "ziggurat.batches.batch_kernels"):
        random_move = bind(name, template).random_move.py_func
        assert random_move.__code__.co_names == ("sample_move",)
        assert random_move.__globals__["sample_move"] is spec.rules.sample_move


def test_a_game_need_not_sample() -> None:
    assert game_spec("cairn").optional("rules", "sample_move") is None
    assert "legal_moves" in bind("cairn", "ziggurat.batches.batch_kernels").random_move.py_func.__code__.co_names


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_a_sampled_move_is_the_one_of_the_list(name: str, options: dict[str, Any]) -> None:
    """At every position of a random game, for several draws; the generator goes on from the same place."""
    game: Game = Game(game_spec(name), options, seed="sampled")
    drawing = generator("sampled/moves")
    while not game.is_over:
        legal = game.legal_codes()
        for _ in range(4):
            listing = drawing.copy()
            assert game.spec.rules.sample_move(game.state, drawing) == legal[int(below(listing, len(legal)))]
            assert drawing.tobytes() == listing.tobytes()
        game.push_code(legal[int(below(drawing, len(legal)))])


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_legal_move_is_sampled(name: str) -> None:
    game: Game = Game(game_spec(name), seed="all")
    for _ in range(3):
        game.push_code(game.legal_codes()[0])
    rng = generator("all")
    drawn = {int(game.spec.rules.sample_move(game.state, rng)) for _ in range(30 * len(game.legal_codes()))}
    assert drawn == set(game.legal_codes())


@pytest.mark.parametrize(("name", "options"), [*TABLES, *((name, {}) for name in game_names() if name not in BUILT_IN)], ids=str)
def test_whole_games_are_the_same_without_lists(name: str, options: dict[str, Any]) -> None:
    spec = game_spec(name).at(options)
    kernels = bind(spec.key, "ziggurat.search.kernels.playout")
    states, rows, rng, *buffers = prepared(spec, options, "whole")
    others, other_rows, other_rng, *other_buffers = prepared(spec, options, "whole")
    plies, _ = kernels.random_games(states, rows, rng, 50, *buffers)
    assert kernels.sampled_games(others, other_rows, other_rng, 50, *other_buffers) == plies
    assert states.tobytes() == others.tobytes()
    assert rng.tobytes() == other_rng.tobytes()
    assert buffers[2].tolist() == other_buffers[2].tolist()

"""Observations: the table of each game is true, and no number tells what the seat cannot see."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from small_games import BUILT_IN
from test_every_game import EVERY_TABLE, GAMES
from ziggurat.batches import observation_page
from ziggurat.game import Game, new_game
from ziggurat.observation_fields import OBSERVED, offsets_of
from ziggurat.registry import game_spec

every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(("name", "options"), EVERY_TABLE)


def observed(game: Game, seat: int) -> np.ndarray[Any, Any]:
    """What a seat sees, written over rubbish: every number must be written."""
    module = game.spec.module("observation")
    out = np.full(module.SIZE, 7777, OBSERVED)
    module.observe(game.state, seat, out)
    return out


def part(game: Game, seat: int, name: str) -> list[int]:
    """One field of an observation."""
    fields = game.spec.module("observation").FIELDS
    begin = offsets_of(fields)[name]
    numbers: list[int] = observed(game, seat)[begin : begin + next(field.size for field in fields if field.name == name)].tolist()
    return numbers


@every_table
def test_it_tells_nothing_that_the_seat_cannot_see_and_everything_is_in_its_range(name: str, options: dict[str, Any]) -> None:
    chance = random.Random(f"observe/{name}/{options}")
    fields = Game(game_spec(name), options, seed="observe").spec.module("observation").FIELDS
    low, high = (np.repeat([getattr(field, end) for field in fields], [field.size for field in fields]) for end in ("low", "high"))
    for number in range(2):
        game: Game = Game(game_spec(name), options, seed=f"observe/{number}")
        before: dict[int, bytes] = {}
        while True:
            for seat in range(game.seats):
                seen = observed(game, seat)
                assert ((low <= seen) & (seen <= high)).all()
                for dream in range(3):
                    assert observed(game.imagine(seat, dream), seat).tobytes() == seen.tobytes(), "an imagined deal looks the same"
                assert before.get(seat) != seen.tobytes(), "a move is seen by everybody"
                before[seat] = seen.tobytes()
            if game.is_over:
                break
            game.push_code(chance.choice(game.legal_codes()))


@every_game
def test_a_batch_observes_the_seat_to_move_or_the_one_that_is_named(name: str) -> None:
    batch = ziggurat.batch(name, 6, seed="seats")
    for _ in range(8):
        for i in range(6):
            game = new_game(name, seed=f"seats/{i}")
            game._states[0] = batch.states[i]
            for seat in range(game.seats):
                assert (batch.observe(seat)[i] == observed(game, seat)).all()
            assert (batch.observe()[i] == observed(game, int(batch.to_move[i]))).all()
        seats = np.arange(6) % batch.seats
        assert (batch.observe(seats) == np.stack([batch.observe(int(seat))[i] for i, seat in enumerate(seats)])).all()
        batch.step(batch.random_codes())


@every_game
def test_the_table_is_complete(name: str) -> None:
    module = game_spec(name).module("observation")
    assert len({field.name for field in module.FIELDS}) == len(module.FIELDS)
    assert sum(field.size for field in module.FIELDS) == module.SIZE
    assert all(field.low <= field.high and field.size > 0 and field.meaning for field in module.FIELDS)
    batch = ziggurat.batch(name, 50, seed="scale")
    assert batch.observation_scale.shape == (batch.observation_size,) == (module.SIZE,)
    batch.play_random(15)
    scaled = batch.observe() * batch.observation_scale
    assert scaled.dtype == np.float32 and np.abs(scaled).max() <= 1


def test_the_page_is_made_from_the_tables() -> None:
    page = Path(__file__).resolve().parent.parent / "docs/reference/observations.md"
    assert page.read_text(encoding="utf-8") == observation_page.page(sorted(BUILT_IN)), "`python -m ziggurat.batches.observation_page` writes it anew"


# --- by hand ----------------------------------------------------------------------------------------------------------------


def test_amytis_by_hand() -> None:
    game = ziggurat.new("amytis", seed=7, sides="AABABA", moves="b2>a1 b1>a1")
    view = game.view(0)
    assert view["seats"][0]["board"][0][0] == "Br", "a blue residence"
    assert part(game, 0, "own colours")[:9] == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert part(game, 0, "own kinds")[4 * 9] == 1 and sum(part(game, 0, "own kinds")) == 1
    assert part(game, 0, "own architects") == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert part(game, 0, "other architects") == part(game, 1, "own architects") == [0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert part(game, 0, "left") == [5, 4, 5, 5, 4, 5, 5, 5, 5]
    assert part(game, 0, "sides") == [0, 0, 1, 0, 1, 0]
    assert [card + 1 for card, is_open in enumerate(part(game, 1, "own open cards")) if is_open] == sorted(view["seats"][1]["projects"])
    assert [part(game, 0, "display")[20 * slot : 20 * slot + 20].index(1) + 1 for slot in range(3)] == view["display"]
    assert part(game, 0, "deck") == [view["deck_left"]]
    assert (part(game, 0, "to move"), part(game, 1, "to move"), part(game, 1, "second")) == ([1], [0], [1])


def test_akropolis_by_hand() -> None:
    game = ziggurat.new("akropolis", seed=7, seats=3, moves="0:0,-3/2", stone_supply="forty")
    kinds = ["house", "market", "barracks", "temple", "garden", "quarry", *(f"{color}_plaza" for color in ("house", "market", "barracks", "temple", "garden"))]
    view = game.view(1)
    for seat, name in ((0, "own"), (1, "next 1"), (2, "next 2")):
        city = view["seats"][seat]["city"]
        numbers = part(game, 0, f"{name} places")
        rows = [numbers[4 * i : 4 * i + 4] for i in range(len(city))]
        assert rows == [[place["q"], place["r"], kinds.index(place["kind"]) + 1, place["level"]] for place in city]
        assert not any(numbers[4 * len(city) :])
        assert part(game, 0, f"{name} place count") == [len(city)]
    site = [kinds.index(kind) + 1 for tile in view["site"] for kind in view["tiles"][str(tile)]]
    assert part(game, 2, "site") == site + [0] * (18 - len(site))
    assert part(game, 2, "reserve") == [view["reserve"]] and part(game, 2, "stacks left") == [view["stacks_left"]]
    assert part(game, 1, "to move") == [1] and part(game, 1, "seat") == [0, 1, 0, 0] and not any(part(game, 0, "next 3 places"))


def test_blueprints_by_hand() -> None:
    game = ziggurat.new("blueprints", seed=7, moves="R5>b1 -R2 R1>a1")
    dice = [f"{letter}{value}" for value in range(1, 7) for letter in "WRSG"]
    view: Any = game.view(0)
    assert part(game, 0, "plan") == [0 if mark == "X" else int(mark) for row in view["plan"] for mark in row]
    assert part(game, 0, "values")[:6] == [0, 5, 0, 0, 0, 0] and part(game, 0, "materials")[:6] == [0, 2, 0, 0, 0, 0]
    assert part(game, 1, "next 1 chosen") == part(game, 0, "own chosen") == [int(die == "R5") for die in dice]
    assert part(game, 0, "removed") == [int(die == "R2") for die in dice]
    assert part(game, 0, "pool") == [view["pool"].count(die) for die in dice]
    assert part(game, 0, "bag") == [view["bag_left"]] and part(game, 1, "phase") == [0, 1]
    assert [part(game, 0, "demand")[4 * i : 4 * i + 4].index(1) for i in range(2)] == ["WRSG".index(letter) for letter in view["demand"]]

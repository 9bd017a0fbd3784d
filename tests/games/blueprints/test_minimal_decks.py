"""Decks of a player's own with no plan to spare: in the last round every plan lies behind a screen, so the discards of all say who has which."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

import ziggurat
from ziggurat.game import Game
from ziggurat.games.blueprints.material import DIE_INDEX, PLAN_SUM, ROUNDS
from ziggurat.games.blueprints.past_from_view import one_for_each
from ziggurat.games.blueprints.visibility import imagine
from ziggurat.kernel import generator

FROM_TWO_SPACES_TO_SIX = ["33/XX/XX", "X3/XX/X3", "2X/22/XX", "22/11/XX", "11/11/2X", "11/11/11"]
OPTIONS = [
    {"seats": seats, "unplaceable": unplaceable, "next_start_tie": tie}
    for seats in (2, 3, 4)
    for unplaceable in ("any", "only_when_stuck")
    for tie in ("ranking", "random")
]


def some_plan(chance: random.Random) -> str:
    """Any plan."""
    while True:
        marks = chance.choices("XX123", k=6)
        if sum(int(mark) for mark in marks if mark != "X") == PLAN_SUM:
            return "/".join("".join(marks[row : row + 2]) for row in (0, 2, 4))


def play(options: dict[str, Any], number: int) -> Iterator[Game]:
    """Yield the positions of a random game in which many dice are discarded."""
    chance = random.Random(f"{options}/{number}")
    plans = [chance.choice(FROM_TWO_SPACES_TO_SIX) if number % 2 else some_plan(chance) for _ in range(ROUNDS * options["seats"])]
    game = ziggurat.new("blueprints", seed=number, plans=plans, **options)
    eager = chance.random()
    while not game.is_over:
        discards = [move for move in game.legal_moves if move.endswith("x")]
        game.push(chance.choice(discards if discards and chance.random() < eager else game.legal_moves))
        yield game


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_every_view_has_a_past(options: dict[str, Any]) -> None:
    tried: Counter[str] = Counter()
    for number in range(6):
        for game in play(options, number):
            for seat in (None, *range(game.seats)) if game.ply % 3 == 0 else ():
                view: Any = game.view(seat)
                made = ziggurat.from_view(view, number)
                again: Any = made.view(seat)
                for one in (view, again):
                    one["legal"] = sorted(one["legal"])  # with `only_when_stuck` the order of the pool may be lost
                assert again == view
                assert ziggurat.load(made.record()).state.tobytes() == made.state.tobytes()
                tried["last round" if view["round"] == ROUNDS else "earlier"] += 1
    assert tried["last round"] >= 160
    assert tried["earlier"] >= 260


@pytest.mark.parametrize("spaces", list(permutations((2, 3, 4))), ids=str)
def test_plans_are_shared_out_so_that_every_discard_is_explained(spaces: tuple[int, ...]) -> None:
    """Seats 1 to 3 have laid two, three and four sixes and thrown a 5 away, so each has at most so many open spaces; one plan has two, one three, one four."""
    game = ziggurat.new("blueprints", seed=1, seats=4, plans=["33/XX/XX", "X1/X2/X3", "22/1X/1X", *["11/11/11"] * 9])
    for seat, sixes in enumerate(spaces, 1):
        building = game.state.buildings[0, seat]
        dice = [*["W6", "R6", "S6", "G6"][:sixes], "S5"]
        building.dice[: len(dice)] = [DIE_INDEX[die] for die in dice]
        building.cells[sixes] = -5
        building.chosen = len(dice)
    table = game.spec.blank(1)
    for number in range(50):
        table[0] = game.state
        imagine(table[0], 0, generator(str(number)))
        assert [int(plan) for plan in table[0].plans[0, 1:]] == [count - 2 for count in spaces]


@pytest.mark.parametrize(
    ("fitting", "plans"),
    [
        ([[1], [2], [3]], [1, 2, 3]),
        ([[1, 2], [1]], [2, 1]),
        ([[1, 2, 3], [1, 2], [1]], [3, 2, 1]),
        ([[1, 2], [2, 3], [3, 1], [3, 4]], [1, 2, 3, 4]),
        ([[1, 2], [1, 2], [1, 2]], None),
        ([[1], []], None),
    ],
    ids=str,
)
def test_a_plan_for_each_seat_is_found_exactly_if_there_is_one(fitting: list[list[int]], plans: list[int] | None) -> None:
    assert one_for_each(fitting) == plans

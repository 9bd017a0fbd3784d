"""How far a city is with a construction card: nothing is missing exactly where the second reading finds the card fulfilled."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from msgspec import UNSET

import ziggurat
from reading import second_reading
from ziggurat.games.akropolis.athena.card_needs import PATTERNS, needs
from ziggurat.games.akropolis.athena.material import CARD_NAMES, MINE_STONES, CardName
from ziggurat.games.akropolis.athena.options import BITS
from ziggurat.games.akropolis.material import COLOR_NAMES
from ziggurat.games.akropolis.types import Hex

plain = second_reading("akropolis", "plain_athena")
KINDS = [*COLOR_NAMES, *COLOR_NAMES, "quarry", *(f"{color}_plaza" for color in COLOR_NAMES)]
PAIRS = [f"{one}/{other}" for one, other in itertools.combinations(COLOR_NAMES, 2)]


def a_city(rng: random.Random) -> list[list[Any]]:
    """Visible hexes with few kinds, so that patterns come about."""
    kinds = rng.choices([*KINDS, *PAIRS], k=rng.randint(2, 5))
    places = [(q, r) for q, r in itertools.product(range(-3, 4), repeat=2) if abs(q + r) <= 3 and rng.random() < 0.85]
    shown = [(q, r, rng.choice(kinds)) for q, r in places or [(0, 0)]]
    return [[q, r, kind, rng.randint(1, 3), *([rng.randrange(6)] if "/" in kind else [])] for q, r, kind in shown]


def as_hexes(visible: list[list[Any]]) -> list[Hex]:
    """The same as a view spells it."""
    hexes = []
    for q, r, kinds, level, *turn in visible:
        first, _, second = kinds.partition("/")
        hexes.append(Hex(q, r, first, level, 1, UNSET, second or UNSET, turn[0] if turn else UNSET))
    return hexes


def test_every_card_has_its_patterns() -> None:
    assert tuple(PATTERNS) == CARD_NAMES


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_missing_exactly_where_a_card_is_fulfilled(seed: int) -> None:
    rng, seen = random.Random(seed), set()
    for _ in range(40):
        visible, stones = a_city(rng), rng.randrange(10)
        options = dict(rng.sample(sorted(BITS), rng.choice([0, 0, 1, 3])))
        fulfilled = plain.fulfilled(plain.seen(visible), stones, options)
        readings = sum(bit for (name, value), bit in BITS.items() if options.get(name) == value)
        for card in CARD_NAMES:
            parts = needs(card, as_hexes(visible), stones, readings)
            assert all(part.is_there for part in parts) == (card in fulfilled), (card, options, visible)
            assert all(part.kind is UNSET for part in parts if part.is_there)
        seen |= {*fulfilled}
    assert len(seen) > 12  # the comparison is worth something


def test_what_is_missing_is_named_with_its_place() -> None:
    two = as_hexes([[0, 0, "house_plaza", 1], [0, 1, "barracks", 1], [0, 2, "barracks", 1]])
    there, also, missing = needs("rampart", two, 0, 0)
    assert {(there.q, there.r), (also.q, also.r)} == {(0, 1), (0, 2)}
    assert (missing.is_there, missing.q, missing.r, missing.kind) == (False, 0, 3, "barracks")  # 0,0 is built on: that would have to be covered
    assert [part.kind for part in needs("agora", two, 0, 0)] == [UNSET, "market_plaza", "barracks_plaza", "temple_plaza", "garden_plaza"]
    assert [part.is_there for part in needs("quarry_mine", two, 3, 0)] == [True] * 3 + [False] * (MINE_STONES - 3)


def opens_a_card(game: Any, move: str) -> bool:
    """Whether a card can be completed after a move."""
    after = game.copy()
    after.push(move)
    return bool(after.state["open"])


def test_a_view_tells_the_progress_of_every_seat_while_the_game_runs() -> None:
    cards: list[CardName] = ["parkland", "guard_tower", "oasis", "quarry_mine"]
    game: Any = ziggurat.new("akropolis", seed=3, athena=True, athena_cards=cards, seats=3)
    rng = random.Random(3)
    completed = 0
    while not game.is_over:
        for seat in game.view()["seats"]:
            done = {slot for slot, parts in enumerate(seat["progress"], 1) if not parts}
            whole = {slot for slot, parts in enumerate(seat["progress"], 1) if parts and all(part["is_there"] for part in parts)}
            assert (done, whole) == ({*seat["completed"]}, {*seat["fulfilled"]})
            completed = max(completed, len(done))
        tried = [move for move in rng.sample(game.legal_moves, min(15, len(game.legal_moves))) if move != "stop"] or ["stop"]
        game.push(next((move for move in tried if opens_a_card(game, move)), tried[0]))
    assert completed
    assert all("progress" not in seat for seat in game.view()["seats"])

"""D49: the table has an end. Cities that grow in one line up to it, by the engine and by the second reading, which knows no end."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import numpy as np
import pytest

import ziggurat
from reading import second_reading
from ziggurat.game import Game
from ziggurat.games.akropolis.athena import rules
from ziggurat.games.akropolis.athena.material import FIRST_SINGLE, SINGLES, SLOTS
from ziggurat.games.akropolis.athena.move_text import why_not
from ziggurat.games.akropolis.athena.options import OPTIONS, prepare
from ziggurat.games.akropolis.athena.state import STATE, deal
from ziggurat.games.akropolis.material import TILE_COUNT
from ziggurat.games.akropolis.move_text import from_text, to_text
from ziggurat.games.akropolis.rules import count_fits, list_fits, nth_fit
from ziggurat.games.akropolis.state import unwrapped
from ziggurat.geometry.hex import TRIANGLES, cell_of
from ziggurat.kernel import generator

plain = second_reading("akropolis", "plain_athena")
Place = tuple[int, int]
MOST = 63  # rows or columns that a city may span
CITY_TILES = 30  # of a player in the long game of two
AXES: list[tuple[float, float]] = [(0, 1), (1, 0), (1, -1), (0.2, 1)]  # how much the growth to the east and to the south counts
OUT = np.zeros(rules.MAX_MOVES, np.int32)


def spans(places: set[Place]) -> tuple[int, int]:
    """How many columns and rows these places span."""
    columns, rows = [q for q, _ in places], [r for _, r in places]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def fits_table(city: Any, places: list[Place]) -> bool:
    return max(spans({*city.stacks, *places})) <= MOST


def reach(city: Any, places: list[Place], axis: tuple[float, float]) -> float:
    """How far the city spans along an axis with these places."""
    along = [q * axis[0] + r * axis[1] for q, r in {*city.stacks, *places}]
    return float(max(along) - min(along))


def longest(rng: random.Random, city: Any, ways: list[Any], axis: tuple[float, float]) -> Any:
    """One of the ways, given with their places, after which the city is longest along the axis."""
    reached = [reach(city, places, axis) for _, places in ways]
    return rng.choice([way for (way, _), far in zip(ways, reached, strict=True) if far == max(reached)])


def plain_spots(city: Any) -> list[tuple[Place, int]]:
    anchors = {further for place in city.near() for further in plain.base.neighbours(place)} | city.near()
    return [(place, turn) for place in anchors for turn in range(6) if city.tile_fits(plain.base.footprint(place, turn))]


def engine_cells(city: Any) -> list[Place]:
    """Where a single tile can lie, by all three kernels."""
    n = rules.list_cells(city, OUT)
    cells = OUT[:n].tolist()
    assert rules.count_cells(city) == n == len({*cells})
    assert [rules.nth_cell(city, i) for i in range(n)] == cells
    west, north = int(city.west) - 1, int(city.north) - 1
    return sorted((unwrapped(cell, west), unwrapped(cell >> 6, north)) for cell in cells)


def engine_spots(state: Any, city: Any) -> list[str]:
    """Where a city tile can lie, by all three kernels."""
    n = list_fits(city, OUT)
    fits = OUT[:n].tolist()
    assert count_fits(city) == n == len({*fits})
    assert [nth_fit(city, i) for i in range(n)] == fits
    return sorted(to_text(state, turn * TRIANGLES + fit) for fit, turn in itertools.product(fits, range(3)))


@pytest.mark.parametrize("seed", range(12))
def test_where_the_table_ends_only_what_would_exceed_it_is_refused(seed: int) -> None:
    """Thirty city tiles and four single tiles in any order, most of them at the ends of the city: the spans of 61 to 63 are all met."""
    rng = random.Random(seed)
    state = np.zeros(1, STATE)[0]
    prepare(state, OPTIONS.read({"athena": True, "long_game": True}))
    deal(state, generator(str(seed)))
    axis, city, other = AXES[seed % len(AXES)], state.cities[0], plain.City()
    late = seed % 3 == 0  # single tiles last, when no city tile follows
    order = [False] * CITY_TILES
    for _ in range(SLOTS):
        order.insert(len(order) if late else rng.randrange(len(order)), True)
    capped = 0
    for is_single, tile in zip(order, rng.sample(range(1, TILE_COUNT + 1), len(order)), strict=True):
        places = [place for place in other.near() if other.single_fits(place)]
        spots = plain_spots(other)
        cells = [place for place in places if fits_table(other, [place])]
        kept = [(place, turn) for place, turn in spots if fits_table(other, plain.base.footprint(place, turn))]
        assert engine_cells(city) == sorted(cells)
        assert engine_spots(state, city) == sorted(f"0:{q},{r}/{turn}" for (q, r), turn in kept)
        capped += len(cells) < len(places) or len(kept) < len(spots)
        if is_single:
            place = longest(rng, other, [(cell, [cell]) for cell in cells], axis)
            single = FIRST_SINGLE + rng.randrange(len(SINGLES))
            rules.place_single(state, city, single, cell_of(*place), 0)
            city.statue |= 1 << int(city.statue).bit_count()
            other.put_tile(single, place, 0)
        else:
            place, turn = longest(rng, other, [(spot, plain.base.footprint(*spot)) for spot in kept], axis)
            state.site[0] = tile
            rules.place_city_tile(state, city, from_text(state, f"0:{place[0]},{place[1]}/{turn}"))
            other.put_tile(tile, place, turn)
        columns, rows = spans(set(other.stacks))
        assert (rules.east_of(city) - int(city.west) + 1, int(city.south) - int(city.north) + 1) == (columns, rows)
    assert max(columns, rows) == MOST
    assert capped


@pytest.mark.parametrize(("seats", "seed"), [(1, 2), (1, 6), (2, 3), (2, 4)])
def test_both_readings_agree_in_long_games_of_long_cities(seats: int, seed: int) -> None:
    """Up to the very end, whatever a player does: only where a city spans 62 rows or more, moves that exceed 63 are missing, and they say why."""
    rng = random.Random(seed)
    options: dict[str, Any] = {"seats": seats, "long_game": True, "athena_cards": ["agora", "parkland", "quarry_mine", "sanctuary"]}
    dealt = plain.shuffled_deal(rng, options)
    game: Game = ziggurat.new("akropolis", deal=dealt, athena=True, **options)
    referee = plain.PlainGame(dealt, options)
    refused: set[str] = set()
    while not game.is_over:
        city = referee.cities[referee.to_move]
        legal, kept = referee.legal(), sorted(game.legal_moves)
        assert kept == [move for move in legal if fits_table(city, places_of(move))]
        refused |= {str(why_not(game.state, game.spec.move_text.from_text(game.state, move))[0]) for move in {*legal} - {*kept}}
        free = [move for move in kept if not move.startswith(("1", "2", "3"))] if rng.random() < 0.95 else kept
        move = longest(rng, city, [(each, places_of(each)) for each in free if each != "stop"], AXES[seed % len(AXES)])
        game.push(move)
        referee.push(move, kept)
        assert game.breakdown == referee.breakdown()
    assert referee.over
    assert game.ranks == referee.ranks()
    assert max(max(spans({*city.stacks})) for city in referee.cities) == MOST
    assert refused == {"reason.too_long"}, "the end of the table was met"


def places_of(move: str) -> list[Place]:
    """Where the tile of a move lies."""
    if move == "stop":
        return []
    q, r, turn = (int(number) for number in re.split("[,/]", re.split("[:@]", move.partition("!")[0])[1]))
    return [(q, r)] if move.startswith("+") else plain.base.footprint((q, r), turn)

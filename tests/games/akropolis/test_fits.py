"""How many places there can be for a tile: the bound behind MAX_MOVES."""

from __future__ import annotations

import itertools

import numpy as np

import ziggurat
from ziggurat.games.akropolis.material import MAX_TILES
from ziggurat.games.akropolis.rules import MAX_MOVES, MOST_NEW_FITS, apply, is_over, list_fits
from ziggurat.games.akropolis.state import FIRST_FITS, STATE
from ziggurat.geometry.hex import BOX_CORNERS, DIRECTIONS, near

Cells = frozenset[tuple[int, int]]


def triangles_near() -> list[Cells]:
    places = itertools.product((0, 1), range(-3, 4), range(-3, 4))
    return [frozenset((q + a, r + b) for a, b in BOX_CORNERS[half]) for half, q, r in places]


def test_one_tile_adds_at_most_eleven_triangles() -> None:
    """On the ground, for every set of the nine cells around a tile that may be built on already; higher up, twelve share a cell and one is lost."""
    most = 0
    for half in (0, 1):
        tile, around = near(half)
        sharing = [t for t in triangles_near() if t & tile]
        beside = [t for t in triangles_near() if not t & tile and t & set(around)]
        for size in range(1, len(around) + 1):
            for built in map(set, itertools.combinations(around, size)):
                touched = {(q + dq, r + dr) for q, r in built for dq, dr in DIRECTIONS}
                new_on_ground = sum(not t & built and not t & touched for t in beside)  # the touched ones fitted before
                new_above = sum(t - tile <= built for t in sharing if t != tile)
                lost = sum(not t & built and bool(t & touched) for t in sharing)
                most = max(most, new_on_ground + new_above - lost)
        assert len(sharing) - 1 - 1 <= MOST_NEW_FITS
    assert most == MOST_NEW_FITS


def test_a_city_that_spreads_as_much_as_it_can_stays_below_the_bound() -> None:
    """Each tile where it leaves the most room: close to the bound, so the bound is not wasteful either."""
    game = ziggurat.new("akropolis", seed=1, long_game=True)
    states = np.zeros(2, STATE)
    states[0] = game.state
    out, later = np.zeros(MAX_MOVES, np.int32), np.zeros(MAX_MOVES, np.int32)
    most = 0
    while not is_over(states[0]):
        seat = int(states[0].to_move)
        rooms = {}
        for triangle in out[: list_fits(states[0].cities[seat], out)].tolist():
            states[1] = states[0]
            apply(states[1], triangle)
            rooms[triangle] = list_fits(states[1].cities[seat], later)
        best = max(rooms, key=lambda triangle: rooms[triangle])
        if states[0].cities[seat].tile_count < MAX_TILES - 1:
            most = max(most, rooms[best])
        apply(states[0], best)
    bound = len(FIRST_FITS) + MOST_NEW_FITS * (MAX_TILES - 1)
    assert 0.9 * bound < most <= bound
    assert bound * 3 * 4 == MAX_MOVES

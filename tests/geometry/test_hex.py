"""The hex tables: neighbours, footprints, triangles and patches agree with axial arithmetic."""

from __future__ import annotations

import itertools

import pytest

from ziggurat.geometry import hex as hexes
from ziggurat.geometry.hex import (
    BOX_CORNERS,
    CELLS,
    CORNERS,
    DIRECTIONS,
    FOOTPRINT,
    HALF_AND_TURN,
    NEIGHBOURS,
    SIDES,
    SIZE,
    TRIANGLES,
    cell_of,
    corner_of,
    near,
    neighbour,
    patch_bit,
)

SOME_CELLS = (0, 1, 63, 64, 4095, 4032, 2080, cell_of(-1, 5))


def test_six_sides_clockwise_from_the_north() -> None:
    assert DIRECTIONS == ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    for cell in SOME_CELLS:
        assert [int(n) for n in NEIGHBOURS[cell]] == [cell_of(cell % SIZE + q, cell // SIZE + r) for q, r in DIRECTIONS]


def test_what_is_beyond_a_side_has_us_beyond_the_opposite_side() -> None:
    for side in range(SIDES):
        assert (NEIGHBOURS[NEIGHBOURS[:, side], (side + 3) % SIDES] == range(CELLS)).all()


def test_two_neighbours_on_sides_that_follow_touch_each_other() -> None:
    for side in range(SIDES):
        assert (NEIGHBOURS[NEIGHBOURS[:, side], (side + 2) % SIDES] == NEIGHBOURS[:, (side + 1) % SIDES]).all()


@pytest.mark.parametrize("rotation", range(SIDES))
def test_a_rotation_is_a_triangle_and_a_turn_never_a_mirror_image(rotation: int) -> None:
    half, turn = HALF_AND_TURN[rotation]
    q, r = BOX_CORNERS[half][turn]
    for cell in SOME_CELLS:
        triangle = half * CELLS + cell_of(cell % SIZE - q, cell // SIZE - r)
        corners = [int(CORNERS[triangle, (i + turn) % 3]) for i in range(3)]
        assert corners == FOOTPRINT[cell, rotation].tolist() == [cell, int(NEIGHBOURS[cell, rotation]), int(NEIGHBOURS[cell, (rotation + 1) % SIDES])]


def test_every_triple_of_touching_cells_is_one_triangle() -> None:
    triples = {frozenset(CORNERS[triangle].tolist()) for triangle in range(TRIANGLES)}
    assert len(triples) == TRIANGLES
    assert triples == {frozenset(FOOTPRINT[cell, rotation].tolist()) for cell in range(CELLS) for rotation in range(SIDES)}


@pytest.mark.parametrize("half", [0, 1])
def test_patches_hold_the_surroundings_of_a_triangle(half: int) -> None:
    inside, around = near(half)
    assert (len(inside), len(around)) == (3, 9)
    assert int(hexes.INSIDE[half]) == sum(patch_bit(q, r) for q, r in inside)
    assert int(hexes.AROUND[half]) == sum(patch_bit(q, r) for q, r in around)
    assert sum(int(hexes.SHARING[half, other]).bit_count() for other in (0, 1)) == 13
    assert sum(int(hexes.BESIDE[half, other]).bit_count() for other in (0, 1)) == 24
    for other, q, r in itertools.product((0, 1), range(-2, 3), range(-2, 3)):
        cells = {(q + a, r + b) for a, b in BOX_CORNERS[other]}
        assert bool(int(hexes.SHARING[half, other]) & patch_bit(q, r)) == bool(cells & inside)
        assert bool(int(hexes.BESIDE[half, other]) & patch_bit(q, r)) == (not cells & inside and bool(cells & set(around)))


def test_kernels_step_as_the_tables_say() -> None:
    for cell in range(0, CELLS, 7):
        assert [neighbour(cell, side) for side in range(SIDES)] == NEIGHBOURS[cell].tolist()
    for triangle in range(0, TRIANGLES, 7):
        assert [corner_of(triangle, corner) for corner in range(3)] == CORNERS[triangle].tolist()

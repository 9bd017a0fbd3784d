r"""Hexes without an edge of the table: cells of a torus of 64 by 64, triangles of three cells, and the patch around a triangle.

Flat-top hexes in axial coordinates: q grows to the south-east, r to the south. Sides are numbered clockwise from the north::

              ___
          ___/ 0 \___          0  N   ( 0, -1)
         / 5 \___/ 1 \         1  NE  (+1, -1)
         \___/q,r\___/         2  SE  (+1,  0)
         / 4 \___/ 2 \         3  S   ( 0, +1)
         \___/ 3 \___/         4  SW  (-1, +1)
             \___/             5  NW  (-1,  0)

A *cell* is the number 64 * r + q with q and r modulo 64. A connected city that spans at most 63 cells in q and in r, and so leaves a
row and a column of the torus empty, lies on it exactly as on the endless table: what is adjacent there is adjacent here.

Three cells that touch each other are a *triangle*. Every triangle lies in a box of two by two cells, and every box holds two::

      ___                  a  (q,   r  )      upper half: corners a, b, d
     / a \___              b  (q+1, r  )      lower half: corners b, c, d
     \___/ b \             c  (q+1, r+1)
     / d \___/             d  (q,   r+1)      both clockwise
     \___/ c \
         \___/

A triangle is the number 4096 * half + the cell a of its box. A tile of three hexes lies on a triangle in three *turns*: hex i is on
the corner (i + turn) modulo 3. The two halves with three turns each are the six rotations of a tile; it is never mirrored.

Rows of cells are also stored as 64-bit words, bit q for the cell (q, r), and rows of triangles likewise, bit q for the box (q, r).
"""

from __future__ import annotations

import numpy as np

from ziggurat.kernel import kernel

SIZE = 64
CELLS = SIZE * SIZE
SIDES = 6
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N NE SE S SW NW
HALVES = 2
TRIANGLES = HALVES * CELLS
TURNS = 3
WRAP = SIZE - 1  # x & WRAP is x modulo 64, for negative x too


def cell_of(q: int, r: int) -> int:
    """The cell on which the hex (q, r) of the endless table lies."""
    return SIZE * (r & WRAP) + (q & WRAP)


NEIGHBOURS = np.array([[cell_of(c % SIZE + q, c // SIZE + r) for q, r in DIRECTIONS] for c in range(CELLS)], np.int16)
"""NEIGHBOURS[cell, side]: the cell beyond this side."""

FOOTPRINT = np.stack([np.stack([np.arange(CELLS), NEIGHBOURS[:, k], NEIGHBOURS[:, (k + 1) % SIDES]], axis=1) for k in range(SIDES)], axis=1).astype(np.int16)
"""FOOTPRINT[cell, rotation]: the three cells of a tile whose hex 0 is on the cell, hex 1 beyond side k, hex 2 beyond side k + 1."""

BOX_CORNERS = (((0, 0), (1, 0), (0, 1)), ((1, 0), (1, 1), (0, 1)))  # half -> corner -> (q, r) within the box
CORNERS = np.array([[cell_of(c % SIZE + q, c // SIZE + r) for q, r in corners] for corners in BOX_CORNERS for c in range(CELLS)], np.int16)
"""CORNERS[triangle, corner]: the three cells of a triangle, clockwise."""

# Kernels step from cell to cell by these few numbers: tables of all cells would not fit into the constant memory of a GPU, nor into
# the fastest cache of a CPU.
STEP_Q, STEP_R = np.array([q for q, _ in DIRECTIONS], np.int8), np.array([r for _, r in DIRECTIONS], np.int8)
CORNER_Q = np.array([[q for q, _ in corners] for corners in BOX_CORNERS], np.int8)
CORNER_R = np.array([[r for _, r in corners] for corners in BOX_CORNERS], np.int8)


@kernel
def neighbour(cell, side):
    """NEIGHBOURS[cell, side]: the cell beyond this side."""
    return ((((cell >> 6) + int(STEP_R[side])) & WRAP) << 6) | ((cell + int(STEP_Q[side])) & WRAP)


@kernel
def corner_of(triangle, corner):
    """CORNERS[triangle, corner]: a cell of a triangle."""
    half = triangle >> 12
    return ((((triangle >> 6) + int(CORNER_R[half, corner])) & WRAP) << 6) | ((triangle + int(CORNER_Q[half, corner])) & WRAP)


FIRST_ROTATION = (2, 3)  # half -> rotation of a tile whose hex 0 is on corner 0; each turn adds two sixths


def rotation_of(half: int, turn: int) -> int:
    """The rotation (0 to 5) of a tile that lies on a triangle of this half with this turn."""
    return (FIRST_ROTATION[half] + 2 * turn) % SIDES


HALF_AND_TURN = {rotation_of(half, turn): (half, turn) for half in range(HALVES) for turn in range(TURNS)}
"""rotation -> half and turn."""

# --- The patch --------------------------------------------------------------------------------------------------------
# What a tile changes lies within two cells of its box: a patch of six rows of (at most) eight cells, bit 8 * row + column, whose
# row 2, column 2 is the upper left cell of the box. Triangles near it are a patch of boxes of the same kind.

PATCH_ROWS, PATCH_COLUMNS = 6, 8
MARGIN = 2
BOX_ROWS = PATCH_ROWS - 1


def patch_bit(q: int, r: int) -> int:
    """The bit of the cell or box that lies (q, r) from the box in the middle of a patch."""
    return 1 << (PATCH_COLUMNS * (r + MARGIN) + q + MARGIN)


def near(half: int) -> tuple[set[tuple[int, int]], list[tuple[int, int]]]:
    """The cells of the triangle in the middle of a patch, and the nine around them."""
    inside = set(BOX_CORNERS[half])
    around = {(q + dq, r + dr) for q, r in inside for dq, dr in DIRECTIONS} - inside
    return inside, sorted(around, key=lambda place: (place[1], place[0]))


def boxes_where(half: int, wanted: set[tuple[int, int]], unwanted: set[tuple[int, int]]) -> int:
    """The patch of the triangles of this half that hold a wanted cell and no unwanted one."""
    patch = 0
    for r in range(-MARGIN, BOX_ROWS - MARGIN):
        for q in range(-MARGIN, BOX_ROWS - MARGIN):
            cells = {(q + dq, r + dr) for dq, dr in BOX_CORNERS[half]}
            if cells & wanted and not cells & unwanted:
                patch |= patch_bit(q, r)
    return patch


INSIDE = np.array([sum(patch_bit(*place) for place in near(half)[0]) for half in range(HALVES)], np.uint64)
"""INSIDE[half]: the patch of the triangle's own three cells."""
AROUND = np.array([sum(patch_bit(*place) for place in near(half)[1]) for half in range(HALVES)], np.uint64)
"""AROUND[half]: the patch of the nine cells around it."""
SHARING = np.array([[boxes_where(other, near(half)[0], set()) for other in range(HALVES)] for half in range(HALVES)], np.uint64)
"""SHARING[half, other]: the patch of the triangles of the other half that share a cell with the one in the middle (itself included)."""
BESIDE = np.array([[boxes_where(other, set(near(half)[1]), near(half)[0]) for other in range(HALVES)] for half in range(HALVES)], np.uint64)
"""BESIDE[half, other]: the patch of the triangles that share none, but have a cell next to it."""
MIDDLE = np.uint64(patch_bit(0, 0))

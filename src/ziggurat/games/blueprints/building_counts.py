"""What stands in a building: heights, and numbers of dice by value and by material. What they score is in `scoring.py`.

Six heights or counts lie side by side in one number, four bits each (`material.py`).
"""

from __future__ import annotations

from ziggurat.games.blueprints.material import COUNT_BITS, COUNT_MASK, HEIGHT_BITS, HEIGHT_MASK, MATERIALS
from ziggurat.kernel import kernel

EACH, TOP_OF_EACH = 0x111111, 0x888888  # the lowest and the highest bit of six numbers that lie side by side


@kernel
def is_placed(building, place):
    """Whether the die chosen at this place lies in the building; a discarded one does not."""
    return building.cells[place] >= 0


@kernel
def height(building, space):
    """How many dice a space carries."""
    return (int(building.heights) >> (HEIGHT_BITS * space)) & HEIGHT_MASK


@kernel
def planned(building, space):
    """§1.2  The planned height of a space."""
    return (int(building.plan) >> (HEIGHT_BITS * space)) & HEIGHT_MASK


@kernel
def count_in(counts, which):
    """One of the numbers of dice that lie side by side."""
    return (int(counts) >> (COUNT_BITS * which)) & COUNT_MASK


@kernel
def count_bits(word):
    """How many bits are set; compiled, it becomes one instruction."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@kernel
def reaching(counts, least):
    """A bit for each of six numbers that lie side by side and reach `least`: adding what is missing to 8 sets its highest bit."""
    return (int(counts) + (8 - least) * EACH) & TOP_OF_EACH


@kernel
def most_of(counts, kinds):
    """The highest of the numbers that lie side by side."""
    most = 0
    for kind in range(kinds):
        most = max(most, count_in(counts, kind))
    return most


@kernel
def placed(building):
    """How many dice lie in the building; discarded ones do not."""
    total = 0
    for material in range(MATERIALS):
        total += count_in(building.materials, material)
    return total

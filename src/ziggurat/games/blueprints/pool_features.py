"""What the dice of the pool would add to a building: the part of `features.py` that looks one die ahead."""

from __future__ import annotations

import numpy as np

from ziggurat.games.blueprints.building_counts import count_bits, count_in, height, most_of, planned
from ziggurat.games.blueprints.material import (
    CHOSEN,
    FOR_EVERY_VALUE,
    MATERIAL_NAMES,
    MATERIAL_OF,
    MATERIALS,
    MEMBERS,
    NEAR,
    PLAN_BONUS,
    RECYCLED_POINTS,
    SPACES,
    STONE_POINTS,
    VALUE_OF,
    VALUES,
    WAYS,
    WOOD_POINTS,
    Material,
)
from ziggurat.games.blueprints.rules import spaces_for
from ziggurat.games.blueprints.scoring import bonus_possible, touching
from ziggurat.kernel import SMALL, kernel

POOL_NAMES = (
    *(f"{material}_pool" for material in MATERIAL_NAMES),
    *("best_die", "second_die", "third_die", "dice_that_fit", "pool_keeps_plan", "pool_same_value", "pool_new_value", "pool_same_material"),
)
ANY_VALUE = 0x111111  # of the kinds of dice those of the first material: wood, with any value
GAIN_BITS, GAIN_MASK = 8, 255
ON_SPACE = np.array([FOR_EVERY_VALUE << space for space in range(SPACES)], np.int64)
"""ON_SPACE[space]: where `fits` says which values the space accepts."""


@kernel
def dice_to_choose(building):
    """§3.5  How many of the six dice are still to be chosen."""
    return CHOSEN - int(building.chosen)


@kernel
def touching_wood(building, level, space):
    """§5.2  How many wood dice share a face with this cell."""
    return count_bits(int(building.wood) & NEAR[(level * SPACES + space) & SMALL])


@kernel
def write_pool(state, building, out):
    """§3.5  Dice of each material in the pool; what the best three would add; how many fit, keep the plan, or help to a prize."""
    for i in range(len(POOL_NAMES)):
        out[i] = 0.0
    best, second, third, fitting, keeping, same_value, new_value, same_material = 0, 0, 0, 0, 0, 0, 0, 0
    for place in range(int(state.pool_size)):
        out[int(MATERIAL_OF[state.pool[place]])] += 0.25
    if dice_to_choose(building) > 0:
        wood, recycled, stone, glass = gains(building)
        keeping_set = keeping_spaces(building)
        most_value, most_material = most_of(building.values, VALUES), most_of(building.materials, MATERIALS)
        for place in range(int(state.pool_size)):
            die = int(state.pool[place])
            value, material = int(VALUE_OF[die]), int(MATERIAL_OF[die])
            spaces = spaces_for(building, value)
            if spaces != 0:
                gain = wood if material == Material.WOOD else recycled if material == Material.RECYCLED else stone if material == Material.STONE else glass
                most = best_on(gain, spaces) + value * int(material == Material.GLASS)
                third = max(third, min(second, most))
                second = max(second, min(best, most))
                best = max(best, most)
                fitting += 1
                keeping += int(spaces & keeping_set != 0)
                same_value += int(count_in(building.values, value - 1) == most_value)
                new_value += int(count_in(building.values, value - 1) == 0)
                same_material += int(count_in(building.materials, material) == most_material)
    out[4] = best / 12
    out[5] = second / 12
    out[6] = third / 12
    out[7] = fitting / 9
    out[8] = keeping / 9
    out[9] = same_value / 4
    out[10] = new_value / 6
    out[11] = same_material / 4


@kernel
def gains(building):
    """§5  What a die of each material adds on each space, eight bits a space; with a share of the bonus if it keeps it possible, without the value of glass."""
    wood, recycled, stone, glass = 0, 0, 0, 0
    share = PLAN_BONUS // dice_to_choose(building) if bonus_possible(building) else 0
    count = count_in(building.materials, Material.RECYCLED)
    more_recycled = int(RECYCLED_POINTS[count + 1]) - int(RECYCLED_POINTS[count])
    spaces = spaces_for(building, VALUES)
    for member in range(int(WAYS[1, spaces])):
        space = int(MEMBERS[spaces, member]) & SMALL
        level = height(building, space)
        common = WOOD_POINTS * touching_wood(building, level, space)
        if level < planned(building, space):
            common += share
        wood |= (common + WOOD_POINTS * touching(building, level, space)) << (GAIN_BITS * space)
        recycled |= (common + more_recycled) << (GAIN_BITS * space)
        stone |= (common + int(STONE_POINTS[level])) << (GAIN_BITS * space)
        glass |= common << (GAIN_BITS * space)
    return wood, recycled, stone, glass


@kernel
def keeping_spaces(building):
    """§5.1  The set of spaces where a die keeps the plan bonus possible."""
    spaces = 0
    if bonus_possible(building):
        for space in range(SPACES):
            spaces |= int(height(building, space) < planned(building, space)) << space
    return spaces


@kernel
def best_on(gain, spaces):
    """The highest of the gains on a set of spaces."""
    best = 0
    for member in range(int(WAYS[1, spaces])):
        best = max(best, (gain >> (GAIN_BITS * int(MEMBERS[spaces, member]))) & GAIN_MASK)
    return best


@kernel
def kinds_of_pool(state):
    """The set of kinds of dice in the pool."""
    kinds = 0
    for place in range(int(state.pool_size)):
        kinds |= 1 << int(state.pool[place])
    return kinds


@kernel
def best_of_pool(building, kinds):
    """§3.5  The most that a die of the pool can add, space by space; 0 if no die is to be chosen."""
    best = 0
    if dice_to_choose(building) > 0:
        wood, recycled, stone, glass = gains(building)
        highest = highest_glass(kinds)
        spaces = spaces_for(building, VALUES)
        for member in range(int(WAYS[1, spaces])):
            space = int(MEMBERS[spaces, member]) & SMALL
            lowest, at = VALUES + 1 - count_bits(int(building.fits) & ON_SPACE[space]), GAIN_BITS * space
            fitting = kinds >> (MATERIALS * (lowest - 1))
            best = max(best, ((wood >> at) & GAIN_MASK) * int(fitting & ANY_VALUE != 0))
            best = max(best, ((recycled >> at) & GAIN_MASK) * int(fitting & (ANY_VALUE << Material.RECYCLED) != 0))
            best = max(best, ((stone >> at) & GAIN_MASK) * int(fitting & (ANY_VALUE << Material.STONE) != 0))
            best = max(best, (((glass >> at) & GAIN_MASK) + highest) * int(highest >= lowest))
    return best


@kernel
def highest_glass(kinds):
    """The value of the highest glass die; 0 without one."""
    for value in range(VALUES, 0, -1):
        if (kinds >> (MATERIALS * (value - 1) + Material.GLASS)) & 1:
            return value
    return 0

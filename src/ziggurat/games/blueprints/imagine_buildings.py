"""What a seat believes of the others (§8): which plans they have and where their dice lie, weighted by the dice they took.

The model of a player: each turn he takes any die and lays it on any space that accepts it, and the more a choice gives, the likelier it is.
`SENSE`, `KEEPS` and `STEPS` say how much; they are fitted to games of the tree search (`docs/decisions/0007-blueprints-imagines-sensible-players.md`).

A **sketch** is a plan, drawn from those the seat has not seen, with the dice placed on it one after the other as such a player would. Its weight
is how likely he was to take just these dice there. Of a few sketches one is drawn, by weight. A sketch that contradicts a discard is none.
"""

from __future__ import annotations

import numpy as np

from ziggurat.games.blueprints.building_counts import count_bits
from ziggurat.games.blueprints.material import (
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIAL_OF,
    MEMBERS,
    NEAR,
    RECYCLED_POINTS,
    SPACES,
    STONE_POINTS,
    VALUE_OF,
    VALUES,
    WAYS,
    WOOD_POINTS,
    Material,
)
from ziggurat.games.blueprints.rules import place_die, spaces_for
from ziggurat.games.blueprints.state import draw_plan, open_spaces, take_plan
from ziggurat.kernel import NONE, SMALL, below, kernel, next_word

SKETCHES = 4  # of which one is drawn
MOST_SKETCHES = 400  # tried, before explanations are sought one by one
MOST_DEALS = 50  # in which two seats got the same plan, before the plans are shared out
COUNT_BITS = SPACES + 1  # in a set of numbers of open spaces

# --- The model of a player --------------------------------------------------------------------------------------------

SENSE = np.exp(0.5 * np.arange(128))
"""SENSE[points]: how much likelier a choice is that gives so many points at once."""
KEEPS = 4.0
"""How much likelier it is to build within the planned height while the plan bonus can still be won."""
STEPS = np.exp(-0.25 * np.arange(VALUES + 1))
"""STEPS[n]: how likely it is to lay a die on one that is n lower (on bare ground: on a 1). High dice go on high ones."""
STEPS_FROM = np.array([sum(STEPS[value - max(1, top)] for value in range(max(1, top), VALUES + 1)) for top in range(VALUES + 1)])
"""STEPS_FROM[top]: the sum over all values that a space topped by this value (0: bare) accepts."""
GLASS_FROM = np.array([sum(STEPS[value - max(1, top)] * SENSE[value] for value in range(max(1, top), VALUES + 1)) for top in range(VALUES + 1)])
"""GLASS_FROM[top]: the same sum for glass, which scores its value."""

TO_FLOAT = 2.0**-53
LOW_BITS = np.uint64(11)


@kernel
def drawn_share(rng):
    """A number from 0 to 1, 1 itself left out."""
    return float(next_word(rng) >> LOW_BITS) * TO_FLOAT


# --- All others -------------------------------------------------------------------------------------------------------


@kernel
def imagine_others(state, seat, seen, rng):
    """Plans and buildings of the other seats; returns the set of plans used. Each is drawn by itself; two equal plans: all over again.

    Where only few ways to share out the plans are left, so that chance does not find one soon, one is sought.
    """
    used, deals = seen, 0
    other = 0
    while other < int(state.seats):
        if other != seat:
            seen_by_now = seen if deals < MOST_DEALS else ~(1 << int(state.plans[state.round_index, other]))
            plan = imagine_building(state, state.buildings[state.round_index, other], seen_by_now, rng)
            if (used >> plan) & 1:
                used, other = seen, 0
                deals += 1
                if deals == MOST_DEALS:
                    share_out_plans(state, seat, seen, rng)
                continue
            state.plans[state.round_index, other] = plan
            used |= 1 << plan
        other += 1
    return used


@kernel
def share_out_plans(state, seat, seen, rng):
    """Give each other seat a plan that explains its building, none twice: tries every assignment, begun at any plan. Where there is none, any plans."""
    others, size, plans = int(state.seats) - int(seat != NONE), int(state.deck_size), state.plans[state.round_index]
    explains = 0  # for each of the others which numbers of open spaces explain its building, side by side
    for place in range(others):
        building = state.buildings[state.round_index, other_seat(seat, place)]
        explains |= open_counts_that_explain(state, building, seen) << (COUNT_BITS * place)
    first, used, step, place = draw_plan(state, seen, rng), seen, 0, 0
    while place < others:
        while step < size and not can_have(state, (first + step) % size, used, explains >> (COUNT_BITS * place)):
            step += 1
        if step < size:
            plan = (first + step) % size
            plans[other_seat(seat, place)] = plan
            used |= 1 << plan
            place, step = place + 1, 0
        elif place == 0:
            explains, step = -1, 0  # all numbers for all
        else:
            place -= 1  # takes another plan
            plan = int(plans[other_seat(seat, place)])
            used ^= 1 << plan
            step = (plan - first) % size + 1


@kernel
def other_seat(seat, place):
    """The seats but for one (NONE: all of them), counted from 0."""
    return place + int(seat != NONE and place >= seat)


@kernel
def can_have(state, plan, used, explains):
    """Whether nobody has the plan yet, and its number of open spaces is among those that explain the building."""
    return not (used >> plan) & 1 and (explains >> int(WAYS[1, open_spaces(int(state.deck[plan]))])) & 1 == 1


@kernel
def open_counts_that_explain(state, building, seen):
    """The set of numbers of open spaces with which a plan explains the dice; which plan it is does not matter for that."""
    tried, explain, chosen = 0, 0, int(building.chosen)
    for number in range(int(state.deck_size)):
        plan = int(state.deck[number])
        count = int(WAYS[1, open_spaces(plan)])
        if not ((seen >> number) | (tried >> count)) & 1:
            tried |= 1 << count
            explain |= int(explain_on(building, plan, chosen, 0)) << count
    building.chosen = chosen
    return explain


# --- One building -----------------------------------------------------------------------------------------------------


@kernel
def imagine_building(state, building, seen, rng):
    """A plan that the seat has not seen, and a building on it that explains what the table saw; returns the plan."""
    drawn, drawn_spaces, sketches, total = NONE, 0, 0, 0.0
    for _ in range(MOST_SKETCHES):
        plan = draw_plan(state, seen, rng)
        weight, spaces = sketch(building, int(state.deck[plan]), rng)
        if weight > 0.0:
            sketches += 1
            total += weight
            if drawn_share(rng) * total < weight:
                drawn, drawn_spaces = plan, spaces
        if sketches == SKETCHES or (sketches == 1 and building.chosen == 0):
            break
    if drawn == NONE:
        return explain(state, building, seen, rng)
    rebuild(building, int(state.deck[drawn]), int(building.chosen), drawn_spaces)
    return drawn


@kernel
def sketch(building, plan, rng):
    """Place the chosen dice on a plan, one after the other; returns the weight and the spaces, side by side. Weight 0: it cannot have been so.

    Nothing is written: the cells that are built on, those with wood, the heights and the values on top are sets and numbers side by side.
    """
    open_to = open_spaces(plan)
    built, wood, heights, tops, recycled, spaces = 0, 0, 0, 0, 0, 0
    can_win_bonus = True
    weight = 1.0
    for place in range(int(building.chosen)):
        die, seen_to_fit_nowhere = int(building.dice[place]), -int(building.cells[place])
        value, material = int(VALUE_OF[die]), int(MATERIAL_OF[die])
        if seen_to_fit_nowhere > 0:
            if accepts(open_to, tops, seen_to_fit_nowhere):
                return 0.0, 0
            can_win_bonus = False
            continue
        more_recycled = SENSE[int(RECYCLED_POINTS[recycled + 1]) - int(RECYCLED_POINTS[recycled])]
        this_die, any_die = 0.0, 0.0
        drawn_space, drawn_cell = NONE, 0
        for member in range(int(WAYS[1, open_to])):
            space = int(MEMBERS[open_to, member]) & SMALL
            level, top = side_by_side_at(heights, space), side_by_side_at(tops, space)
            cell = (level * SPACES + space) & SMALL
            common = SENSE[WOOD_POINTS * count_bits(NEAR[cell] & wood)]
            if can_win_bonus and level < side_by_side_at(plan, space):
                common *= KEEPS
            as_wood, as_stone = SENSE[WOOD_POINTS * count_bits(NEAR[cell] & built)], SENSE[STONE_POINTS[level]]
            any_die += common * (STEPS_FROM[top] * (as_wood + more_recycled + as_stone) + GLASS_FROM[top])
            if top <= value:
                common *= sense_of(material, value, as_wood, more_recycled, as_stone)
                common *= STEPS[value - max(1, top)]
                this_die += common
                if drawn_share(rng) * this_die < common:
                    drawn_space, drawn_cell = space, cell
        if drawn_space == NONE:
            return 0.0, 0
        weight *= this_die / any_die
        if side_by_side_at(heights, drawn_space) >= side_by_side_at(plan, drawn_space):
            can_win_bonus = False
        built |= 1 << drawn_cell
        wood |= (material == Material.WOOD) << drawn_cell
        recycled += material == Material.RECYCLED
        heights += 1 << (HEIGHT_BITS * drawn_space)
        tops += (value - side_by_side_at(tops, drawn_space)) << (HEIGHT_BITS * drawn_space)
        spaces |= drawn_space << (HEIGHT_BITS * place)
    return weight, spaces


@kernel
def sense_of(material, value, as_wood, more_recycled, as_stone):
    """How much likelier the points of its own material make a die."""
    if material == Material.WOOD:
        return as_wood
    if material == Material.RECYCLED:
        return more_recycled
    if material == Material.STONE:
        return as_stone
    return SENSE[value]


@kernel
def side_by_side_at(numbers, place):
    """One of six numbers of four bits that lie side by side."""
    return (numbers >> (HEIGHT_BITS * place)) & HEIGHT_MASK


@kernel
def accepts(open_to, tops, value):
    """§4.1  Whether an open space is bare or topped by a die that is not higher."""
    for member in range(int(WAYS[1, open_to])):
        if side_by_side_at(tops, int(MEMBERS[open_to, member])) <= value:
            return True
    return False


@kernel
def rebuild(building, plan, chosen, spaces):
    """The dice lie on a plan as a sketch says."""
    take_plan(building, plan)
    for place in range(chosen):
        lay(building, place, side_by_side_at(spaces, place))


@kernel
def lay(building, place, space):
    """The die chosen at this place lies on the space, unless it was discarded. Which dice were chosen, and which discarded, stays written."""
    if building.cells[place] < 0:
        building.chosen = place + 1
    else:
        place_die(building, int(building.dice[place]), space)


# --- When no sketch explains what was seen ----------------------------------------------------------------------------


@kernel
def explain(state, building, seen, rng):
    """The first explanation among all plans and placements, begun anywhere; where there is none, any plan with dice anywhere. Returns the plan."""
    size, chosen = int(state.deck_size), int(building.chosen)
    first = draw_plan(state, seen, rng)
    for i in range(size):
        plan = (first + i) % size
        if not (seen >> plan) & 1 and explain_on(building, int(state.deck[plan]), chosen, below(rng, SPACES)):
            return plan
    open_to, spaces = open_spaces(int(state.deck[first])), 0
    for place in range(chosen):
        spaces |= int(MEMBERS[open_to, below(rng, int(WAYS[1, open_to]))]) << (HEIGHT_BITS * place)
    rebuild(building, int(state.deck[first]), chosen, spaces)
    return first


@kernel
def explain_on(building, plan, chosen, turn):
    """Whether the dice can lie on a plan as the table saw it; if so, they do. Tries every placement, the spaces counted from `turn`."""
    ways = 0  # for each die which of the six spaces is tried, side by side
    while True:
        place = first_contradiction(building, plan, chosen, ways, turn)
        if place == chosen:
            return True
        while place >= 0 and (building.cells[place] < 0 or side_by_side_at(ways, place) == SPACES - 1):
            place -= 1
        if place < 0:
            return False
        ways = (ways & ((1 << (HEIGHT_BITS * (place + 1))) - 1)) + (1 << (HEIGHT_BITS * place))  # the next space for this die, later ones from the start


@kernel
def first_contradiction(building, plan, chosen, ways, turn):
    """Lay the dice one after the other; returns the first place where a die does not fit or a discarded one would, else `chosen`."""
    take_plan(building, plan)
    for place in range(chosen):
        space, bar = (side_by_side_at(ways, place) + turn) % SPACES, -int(building.cells[place])
        if bar > 0:
            if spaces_for(building, bar) != 0:
                return place
        elif not (spaces_for(building, int(VALUE_OF[building.dice[place]])) >> space) & 1:
            return place
        lay(building, place, space)
    return chosen

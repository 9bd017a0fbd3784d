"""The inputs of a small net that estimates the points a seat can still earn, in the order of the rulebook.

They are read from a table that is fully known (imagined by `visibility.imagine`): plans and buildings of all, and the pool. Of the bag only what was
drawn is read, never the order of what is left. Numbers lie roughly between -1 and 2; a finished game is all zeros.
"""

from __future__ import annotations

from ziggurat.games.blueprints.building_counts import count_bits, count_in, height, is_placed, most_of, placed, planned
from ziggurat.games.blueprints.material import (
    CARD_NAMES,
    CARDS,
    CHOSEN,
    DICE_OF_MATERIAL,
    FIRST_PRIZE,
    MATERIAL_NAMES,
    MATERIAL_OF,
    MATERIALS,
    MEMBERS,
    PLAN_BONUS,
    PRIZE_NEEDS,
    RECYCLED_POINTS,
    ROUNDS,
    SPACES,
    STONE_POINTS,
    VALUES,
    WAYS,
    WOOD_POINTS,
    Material,
)
from ziggurat.games.blueprints.pool_features import ON_SPACE, POOL_NAMES, best_of_pool, dice_to_choose, kinds_of_pool, touching_wood, write_pool
from ziggurat.games.blueprints.rules import spaces_for
from ziggurat.games.blueprints.scoring import (
    STANDING_BITS,
    TIE_BITS,
    all_standings,
    award_points,
    bonus_possible,
    give_prizes,
    place_in_turn_order,
    points_held,
    progress,
    standing_in,
    touching,
    winner_of,
)
from ziggurat.games.blueprints.state import Phase
from ziggurat.kernel import SMALL, kernel

# --- The names, in groups that are written by one kernel each ---------------------------------------------------------

PRIZE_NAMES = CARD_NAMES[FIRST_PRIZE:]
RIVALS = 3  # the others, the one with the best outlook first

ROUND_NAMES = ("round_2", "round_3", "three_seats", "four_seats", "dice_to_choose", "to_build", "to_remove", "turns_until", "turn_order")
DEMAND_NAMES = ("first_demand", "second_demand", *(f"{material}_left" for material in MATERIAL_NAMES))
PLAN_NAMES = ("bonus_possible", "bonus_won", "dice_that_fit_plan", "bonus_ease", "spaces", "bare_spaces", "values_that_fit", "tallest")
BUILDING_NAMES = (*(f"{material}_dice" for material in MATERIAL_NAMES), "points", "next_wood", "next_recycled", "next_stone", "next_to_wood")
PRIZE_FEATURES = tuple(f"{prize}_{what}" for prize in PRIZE_NAMES for what in ("own", "other"))
RIVAL_NAMES = ("outlook", *(f"{what}_{rival}" for rival in range(1, RIVALS + 1) for what in ("lead", "outlook_lead", "dice_to_choose", "bonus_possible")))
NOW_NAMES = ("award_now", "prizes_now", "cards", "cards_of_best_other")
NAMES: tuple[str, ...] = (
    *ROUND_NAMES,
    *DEMAND_NAMES,
    *PLAN_NAMES,
    *BUILDING_NAMES,
    *POOL_NAMES,
    *PRIZE_FEATURES,
    *RIVAL_NAMES,
    *NOW_NAMES,
)
"""One name for each feature, in order."""

AT_DEMAND = len(ROUND_NAMES)
AT_PLAN = AT_DEMAND + len(DEMAND_NAMES)
AT_BUILDING = AT_PLAN + len(PLAN_NAMES)
AT_POOL = AT_BUILDING + len(BUILDING_NAMES)
AT_PRIZES = AT_POOL + len(POOL_NAMES)
AT_RIVALS = AT_PRIZES + len(PRIZE_FEATURES)
AT_NOW = AT_RIVALS + len(RIVAL_NAMES)
N_FEATURES = len(NAMES)

POINTS_OF_DIE = 4.4  # that a die still to be chosen brings, on average


@kernel
def features(state, seat, out):
    """Write the features of a seat to out[: len(NAMES)]."""
    if state.phase == Phase.OVER:
        for i in range(N_FEATURES):
            out[i] = 0.0
        return
    building = state.buildings[state.round_index, seat]
    standings = all_standings(state, int(state.round_index))
    write_round(state, building, seat, out)
    write_demand(state, building, out)
    write_plan(building, out)
    write_building(building, out)
    write_pool(state, building, out[AT_POOL:])
    write_prizes(state, building, seat, out)
    write_rivals(state, seat, standings, out)
    write_now(state, seat, standings, out)


ALONE = False  # awards are won against the others: a move changes what they can expect


@kernel
def share_left(state):
    """The share of the game that is left: of the dice that will be chosen."""
    turns = CHOSEN * int(state.seats)
    return ((ROUNDS - 1 - int(state.round_index)) * turns + turns - int(state.round_turn)) / (ROUNDS * turns)


@kernel
def sift(state, moves, n, worth, keep, weights):
    """Keep all moves: there are few."""
    return n


LIKES = MATERIALS  # a casual player may prefer a material


@kernel
def liked(state, seat, material):
    """How many dice of a material the building has."""
    return count_in(state.buildings[state.round_index, seat].materials, material)


# --- §3  The round ----------------------------------------------------------------------------------------------------


@kernel
def write_round(state, building, seat, out):
    """§3  Which round, how many players, how many dice are still to be chosen, and whose turn it is."""
    seats = int(state.seats)
    mine = state.to_move == seat
    until = seat - int(state.to_move)
    out[0] = int(state.round_index == 1)
    out[1] = int(state.round_index == 2)
    out[2] = int(seats == 3)
    out[3] = int(seats == 4)
    out[4] = dice_to_choose(building) / CHOSEN
    out[5] = int(mine and state.phase == Phase.BUILD)
    out[6] = int(mine and state.phase == Phase.REMOVE)
    out[7] = (until if until >= 0 else until + seats) / 3
    out[8] = place_in_turn_order(state, int(state.round_index), seat) / 3


@kernel
def write_demand(state, building, out):
    """§3.1 and §3.3  Own dice of the materials in demand; how many dice of each material are still in pool and bag."""
    demand = state.demand[state.round_index]
    out[AT_DEMAND] = count_in(building.materials, int(demand[0])) / 3
    out[AT_DEMAND + 1] = count_in(building.materials, int(demand[1])) / 3
    for material in range(MATERIALS):
        gone = int(demand[0] == material) + int(demand[1] == material)
        for other in range(int(state.seats)):
            gone += count_in(state.buildings[state.round_index, other].materials, material)
        out[AT_DEMAND + 2 + material] = (DICE_OF_MATERIAL - gone) / DICE_OF_MATERIAL
    for other in range(int(state.seats)):
        that = state.buildings[state.round_index, other]
        if placed(that) != int(that.chosen):
            for place in range(int(that.chosen)):
                if not is_placed(that, place):
                    out[AT_DEMAND + 2 + int(MATERIAL_OF[that.dice[place]])] -= 1 / DICE_OF_MATERIAL
    if state.seats == 2:
        for turn in range(int(state.round_turn)):
            out[AT_DEMAND + 2 + int(MATERIAL_OF[state.removed[state.round_index, turn]])] -= 1 / DICE_OF_MATERIAL


# --- §4 and §5.1  The plan --------------------------------------------------------------------------------------------


@kernel
def write_plan(building, out):
    """§4.1 and §5.1  Whether the plan bonus can still be won and how easily, and where dice still fit."""
    left = dice_to_choose(building)
    possible = bonus_possible(building)
    spaces = spaces_for(building, VALUES)
    bare = spaces_for(building, 1) & ~raised(building)
    out[AT_PLAN] = int(possible and left > 0)
    out[AT_PLAN + 1] = int(possible and left == 0)
    out[AT_PLAN + 2] = left / CHOSEN if possible else 0.0
    out[AT_PLAN + 3] = bonus_ease(building) if possible and left > 0 else 0.0
    out[AT_PLAN + 4] = int(WAYS[1, spaces]) / 4
    out[AT_PLAN + 5] = int(WAYS[1, bare]) / 4
    out[AT_PLAN + 6] = count_bits(int(building.fits)) / (VALUES * 4)
    out[AT_PLAN + 7] = most_of(building.heights, SPACES) / CHOSEN


@kernel
def raised(building):
    """The set of spaces with a die."""
    spaces = 0
    for space in range(SPACES):
        spaces |= int(height(building, space) > 0) << space
    return spaces


@kernel
def bonus_ease(building):
    """§5.1  Which share of the six values a space accepts, on average over the dice that the plan still lacks."""
    ease = 0
    for space in range(SPACES):
        lacks = planned(building, space) - height(building, space)
        ease += lacks * count_bits(int(building.fits) & ON_SPACE[space])
    return ease / (VALUES * dice_to_choose(building))


# --- §5.2 to §5.5  The materials --------------------------------------------------------------------------------------


@kernel
def write_building(building, out):
    """§5.2 to §5.5  Dice of each material, what they score, and the most that one more could add."""
    for material in range(MATERIALS):
        out[AT_BUILDING + material] = count_in(building.materials, material) / 4
    most_touching, highest, most_wood = 0, -1, 0
    spaces = spaces_for(building, VALUES) if dice_to_choose(building) > 0 else 0
    for member in range(int(WAYS[1, spaces])):
        space = int(MEMBERS[spaces, member]) & SMALL
        level = height(building, space)
        most_touching = max(most_touching, touching(building, level, space))
        most_wood = max(most_wood, touching_wood(building, level, space))
        highest = max(highest, level)
    recycled = count_in(building.materials, Material.RECYCLED)
    more_recycled = int(RECYCLED_POINTS[min(recycled + 1, CHOSEN)]) - int(RECYCLED_POINTS[recycled])
    out[AT_BUILDING + 4] = int(building.points) / 20
    out[AT_BUILDING + 5] = WOOD_POINTS * (most_touching + most_wood) / 8
    out[AT_BUILDING + 6] = more_recycled / 8
    out[AT_BUILDING + 7] = int(STONE_POINTS[highest]) / 8 if highest >= 0 else 0.0
    out[AT_BUILDING + 8] = WOOD_POINTS * most_wood / 8


# --- §6.2  Prizes -----------------------------------------------------------------------------------------------------


@kernel
def write_prizes(state, building, seat, out):
    """§6.2  How near each prize is: to the seat, and to the nearest of the others."""
    for prize in range(CARDS - FIRST_PRIZE):
        out[AT_PRIZES + 2 * prize] = nearness(building, FIRST_PRIZE + prize)
        nearest = 0.0
        for other in range(int(state.seats)):
            if other != seat:
                nearest = max(nearest, nearness(state.buildings[state.round_index, other], FIRST_PRIZE + prize))
        out[AT_PRIZES + 2 * prize + 1] = nearest


@kernel
def nearness(building, prize):
    """§6.2  1 if the building qualifies, less the more dice it lacks, 0 if it can no longer qualify."""
    lacks = int(PRIZE_NEEDS[prize]) - progress(building, prize)
    left = dice_to_choose(building)
    return 0.0 if lacks > left else 1.0 - max(0, lacks) / (CHOSEN + 1)


# --- §6.1  The standing among the others ------------------------------------------------------------------------------


@kernel
def outlook(building, best):
    """§5  About what the building will score, times eight: what it has, the bonus by its ease, the best die of the pool, and some for each later one."""
    left = dice_to_choose(building)
    total = float(int(building.points))
    if left > 0:
        total += best + POINTS_OF_DIE * (left - 1)
    if bonus_possible(building):
        total += PLAN_BONUS * (bonus_ease(building) * (left - 1) / left if left > 0 else 1.0)
    return int(8 * total)


@kernel
def write_rivals(state, seat, standings, out):
    """§6.1  The own outlook; the others, best outlook first: the lead over them now and in outlook, their dice to choose, whether they can win the bonus."""
    outlooks, kinds = 0, kinds_of_pool(state)
    for other in range(int(state.seats)):
        that = state.buildings[state.round_index, other]
        outlooks |= outlook(that, best_of_pool(that, kinds)) << (STANDING_BITS * other)
    own = standing_in(outlooks, seat)
    for i in range(len(RIVAL_NAMES)):
        out[AT_RIVALS + i] = 0.0
    out[AT_RIVALS] = own / (8 * 24)
    for other in range(int(state.seats)):
        if other != seat:
            rank = 0
            for third in range(int(state.seats)):
                better, equal = standing_in(outlooks, third) > standing_in(outlooks, other), standing_in(outlooks, third) == standing_in(outlooks, other)
                rank += int(third != seat and (better or (equal and third < other)))
            that = state.buildings[state.round_index, other]
            at = AT_RIVALS + 1 + 4 * rank
            out[at] = within_one_and_a_half((standing_in(standings, seat) - standing_in(standings, other)) / ((1 << TIE_BITS) * 16))
            out[at + 1] = within_one_and_a_half((own - standing_in(outlooks, other)) / (8 * 8))
            out[at + 2] = dice_to_choose(that) / CHOSEN
            out[at + 3] = int(bonus_possible(that))


@kernel
def within_one_and_a_half(number):
    """The number, but neither below -1.5 nor above 1.5."""
    return min(1.5, max(-1.5, number))


@kernel
def write_now(state, seat, standings, out):
    """§6 and §7  What the round as it stands would bring, and the cards of finished rounds, own and of the best of the others."""
    winners = give_prizes(state, int(state.round_index), standings)
    prizes, best = 0, 0
    for prize in range(FIRST_PRIZE, CARDS):
        prizes += int(winner_of(winners, prize) == seat)
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, points_held(state, other))
    out[AT_NOW] = award_points(standings, int(state.seats), seat) / 3
    out[AT_NOW + 1] = prizes / 2
    out[AT_NOW + 2] = points_held(state, seat) / 10
    out[AT_NOW + 3] = best / 10

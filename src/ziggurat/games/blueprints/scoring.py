"""The score of a building (§5), awards and prizes (§6), and the end of the game (§7), in the order of the rulebook.

A **standing** is one number that compares buildings: the score, then the tie-breaks in their order. The standings of all seats lie side by
side in one number, sixteen bits each, so that no buffer is needed. The winners of a round's cards lie side by side likewise, four bits each.
"""

from __future__ import annotations

from typing import get_args

from ziggurat.games.blueprints.building_counts import TOP_OF_EACH, count_bits, count_in, height, is_placed, most_of, placed, planned, reaching
from ziggurat.games.blueprints.material import (
    AWARD_OF,
    AWARD_POINTS,
    CARD_NAMES,
    CARD_POINTS,
    CARDS,
    DIE_POINTS,
    FIRST_PRIZE,
    MATERIAL_OF,
    MATERIALS,
    NEAR,
    NEXT_TO,
    NO_CARD,
    PLAN_BONUS,
    RECYCLED_POINTS,
    SAME_MATERIAL,
    SAME_VALUE,
    SKYSCRAPER_HEIGHT,
    SPACES,
    TOUCHES,
    VALUES,
    WOOD_POINTS,
    Card,
    Decided,
    Finally,
    Material,
)
from ziggurat.games.blueprints.state import Phase
from ziggurat.kernel import NONE, SMALL, kernel

LINES = CARD_NAMES
"""The lines of a breakdown: gold, silver, bronze, skyscraper, structural_integrity, geometer, materials. They add up to the score."""

STANDING_BITS, STANDING_MASK = 16, 0xFFFF
DECIDED: tuple[Decided, ...] = get_args(Decided)
"""The parts of a standing: what decides between two buildings, in this order (§6.1, §6.3)."""
TIE_BREAKS = len(DECIDED) - 1
TIE_BREAK_BITS, TIE_BREAK_MASK = 3, 7  # of each; above them lies the score
TIE_BITS = TIE_BREAKS * TIE_BREAK_BITS
TIE_MASK = (1 << TIE_BITS) - 1
FINALLY: tuple[Finally, ...] = get_args(Finally)
"""What decides between two players at the end, in this order (§7)."""
FINAL_COUNTS, FINAL_BITS = len(FINALLY), 6  # how many numbers they are, and the bits of each
WINNER_BITS, WINNER_MASK = 4, 15


# --- §5  Score of a building ------------------------------------------------------------------------------------------


@kernel
def building_score(building):
    """§5  The plan bonus and the points of the four materials, which are added up die by die."""
    return plan_bonus(building) + int(building.points)


@kernel
def points_added(building, die, space):
    """§5.2 to §5.5  What the materials score more once the die lies on top of the space."""
    level, material = height(building, space), int(MATERIAL_OF[die])
    touching_wood = count_bits(int(building.wood) & NEAR[(level * SPACES + space) & SMALL])
    recycled = count_in(building.materials, Material.RECYCLED)
    points = int(DIE_POINTS[die, level]) + WOOD_POINTS * touching_wood
    points += WOOD_POINTS * touching(building, level, space) * int(material == Material.WOOD)
    return points + (int(RECYCLED_POINTS[recycled + 1]) - int(RECYCLED_POINTS[recycled])) * int(material == Material.RECYCLED)


@kernel
def touching(building, level, space):
    """§5.2  How many dice share a face with one that is laid on top of the space: the one below, and those beside it on its level."""
    return int(level > 0) + count_bits(reaching(building.heights, level + 1) & NEXT_TO[space])


@kernel
def plan_bonus(building):
    """§5.1  6 if every space carries exactly the planned number of dice."""
    return PLAN_BONUS if building.heights == building.plan else 0


@kernel
def bonus_possible(building):
    """§5.1  Whether no space is higher than planned and no die was discarded: the bonus is won, or can still be."""
    within = ((int(building.plan) | TOP_OF_EACH) - int(building.heights)) & TOP_OF_EACH == TOP_OF_EACH
    return within and placed(building) == int(building.chosen)


@kernel
def dice_missing(building):
    """§5.1  How many dice the plan still lacks."""
    missing = 0
    for space in range(SPACES):
        missing += max(0, planned(building, space) - height(building, space))
    return missing


@kernel
def material_points(building, material):
    """§5.2 to §5.5  The points of all dice of a material."""
    if material == Material.RECYCLED:
        return recycled_points(building)
    points = 0
    for place in range(int(building.chosen)):
        if is_placed(building, place) and MATERIAL_OF[building.dice[place]] == material:
            points += die_points(building, place)
    return points


@kernel
def die_points(building, place):
    """§5.2, §5.4 and §5.5  What a die of the building scores by itself; recycled dice score together (§5.3), so each of them nothing."""
    if MATERIAL_OF[building.dice[place]] == Material.WOOD:
        return wood_die_points(building, place)
    return int(DIE_POINTS[building.dice[place], building.cells[place] // SPACES])


@kernel
def wood_die_points(building, place):
    """§5.2  2 for every die, of any material, that shares a face with this wood die."""
    touching = 0
    for other in range(int(building.chosen)):
        if is_placed(building, other):
            touching += int(TOUCHES[building.cells[place], building.cells[other]])
    return WOOD_POINTS * touching


@kernel
def recycled_points(building):
    """§5.3  One total for all recycled dice, by their number."""
    return int(RECYCLED_POINTS[count_in(building.materials, Material.RECYCLED)])


# --- §6.1  Awards -----------------------------------------------------------------------------------------------------


@kernel
def better_buildings(standings, seats, seat):
    """§6.1  How many buildings rank before that of the seat."""
    better = 0
    for other in range(seats):
        better += standing_in(standings, other) > standing_in(standings, seat)
    return better


@kernel
def award_points(standings, seats, seat):
    """§6.1  The points of the award that the seat wins."""
    return int(AWARD_POINTS[seats, better_buildings(standings, seats, seat)]) * int(standing_in(standings, seat) > 0)


@kernel
def give_awards(standings, seats):
    """§6.1  Gold, silver and bronze, as many as the number of players allows, in the order of the ranking."""
    winners = 0
    for seat in range(seats):
        award = int(AWARD_OF[seats, better_buildings(standings, seats, seat)])
        if award != NO_CARD and standing_in(standings, seat) > 0:
            winners |= (seat + 1) << (WINNER_BITS * award)
    return winners


# --- §6.2  Prizes -----------------------------------------------------------------------------------------------------


@kernel
def progress(building, prize):
    """§6.2  How far the building has come to a prize, of PRIZE_NEEDS: the highest stack, equal values, different values, equal materials."""
    if prize == Card.SKYSCRAPER:
        return most_of(building.heights, SPACES)
    if prize == Card.STRUCTURAL_INTEGRITY:
        return most_of(building.values, VALUES)
    if prize == Card.GEOMETER:
        return count_bits(reaching(building.values, 1))
    return most_of(building.materials, MATERIALS)


@kernel
def qualifies(building, prize):
    """§6.2  Whether the building fulfils the condition of a prize: the same as comparing its progress with what is needed, but faster."""
    if prize == Card.SKYSCRAPER:
        return is_skyscraper(building)
    if prize == Card.STRUCTURAL_INTEGRITY:
        return has_structural_integrity(building)
    if prize == Card.GEOMETER:
        return has_every_value(building)
    return is_of_one_material(building)


@kernel
def is_skyscraper(building):
    """§6.2  A stack of five dice or more."""
    return reaching(building.heights, SKYSCRAPER_HEIGHT) != 0


@kernel
def has_structural_integrity(building):
    """§6.2  Four dice or more of the same value."""
    return reaching(building.values, SAME_VALUE) != 0


@kernel
def has_every_value(building):
    """§6.2  The values 1 to 6 are all present."""
    return reaching(building.values, 1) == TOP_OF_EACH


@kernel
def is_of_one_material(building):
    """§6.2  Five dice or more of the same material."""
    return reaching(building.materials, SAME_MATERIAL) != 0


@kernel
def wins_any_prize(building):
    """§6.2  Whether the building fulfils any of the four conditions; most do not."""
    return is_skyscraper(building) or has_structural_integrity(building) or has_every_value(building) or is_of_one_material(building)


@kernel
def give_prizes(state, number, standings):
    """§6.2 and §6.3  Each kind to one seat at most: of those that qualify, the one the tie-breaks prefer."""
    winners = 0
    for seat in range(int(state.seats)):
        building = state.buildings[number, seat]
        if wins_any_prize(building):
            for prize in range(FIRST_PRIZE, CARDS):
                if qualifies(building, prize) and is_preferred(standings, seat, winner_of(winners, prize)):
                    winners &= ~(WINNER_MASK << (WINNER_BITS * prize))
                    winners |= (seat + 1) << (WINNER_BITS * prize)
    return winners


@kernel
def is_preferred(standings, seat, other):
    """§6.3  Whether the tie-breaks prefer the seat to another one (NONE: to nobody)."""
    return other == NONE or (standing_in(standings, seat) & TIE_MASK) > (standing_in(standings, other) & TIE_MASK)


@kernel
def card_winners(state, number, standings):
    """§6  Who wins each card if the round is scored with these standings: seat + 1, 0 for nobody, side by side."""
    return give_awards(standings, int(state.seats)) | give_prizes(state, number, standings)


@kernel
def winner_of(winners, card):
    """The seat that wins a card; NONE if nobody does."""
    return ((winners >> (WINNER_BITS * card)) & WINNER_MASK) + NONE


# --- §6.3  Ties -------------------------------------------------------------------------------------------------------


@kernel
def place_in_turn_order(state, number, seat):
    """0 for the starting player of the round, 1 for the next."""
    place = seat - int(state.start[number])
    return place if place >= 0 else place + int(state.seats)


@kernel
def tie_break(state, number, building, seat):
    """§6.3  More dice of the first in-demand material, then of the second, then later in the turn order."""
    first = count_in(building.materials, int(state.demand[number, 0]))
    second = count_in(building.materials, int(state.demand[number, 1]))
    return (((first << TIE_BREAK_BITS) | second) << TIE_BREAK_BITS) | (1 + place_in_turn_order(state, number, seat))


@kernel
def standing(state, number, seat):
    """§6.1 and §6.3  Score and tie-breaks of a building as one number; 0 before its first die."""
    building = state.buildings[number, seat]
    if building.chosen == 0:
        return 0
    return (building_score(building) << TIE_BITS) | tie_break(state, number, building, seat)


@kernel
def all_standings(state, number):
    """The standings of a round, side by side."""
    standings = 0
    for seat in range(int(state.seats)):
        standings |= standing(state, number, seat) << (STANDING_BITS * seat)
    return standings


@kernel
def standing_in(standings, seat):
    """The standing of one seat."""
    return (standings >> (STANDING_BITS * seat)) & STANDING_MASK


@kernel
def part_of(standing, part):
    """One of the parts of a standing, as DECIDED names them: the score, or the number behind a tie-break."""
    if part == 0:
        return standing >> TIE_BITS
    return (standing >> (TIE_BREAK_BITS * (TIE_BREAKS - part))) & TIE_BREAK_MASK


@kernel
def first_difference(one, other, part):
    """§6.3  What decides between two standings: the first part, from this one on, in which they differ. (The place in the turn order always does.)"""
    while part_of(one, part) == part_of(other, part):
        part += 1
    return part


# --- §7  End of the game ----------------------------------------------------------------------------------------------


@kernel
def winners_now(state):
    """The cards of the round that is going on, if it were scored as it stands; none once the game is over (they are given)."""
    number = int(state.round_index)
    return 0 if state.phase == Phase.OVER else card_winners(state, number, all_standings(state, number))


@kernel
def cards_of(state, winners, seat, card):
    """How many of these cards the seat has, with those of the round that is going on."""
    return int(state.cards[seat, card]) + int(winner_of(winners, card) == seat)


@kernel
def points_held(state, seat):
    """§7  The points of the cards that a seat has won in finished rounds."""
    points = 0
    for card in range(CARDS):
        points += int(CARD_POINTS[card]) * int(state.cards[seat, card])
    return points


@kernel
def scores(state, out):
    """§7  The points of each seat if the game ended now: a round that is going on is scored as it stands."""
    seats, number = int(state.seats), int(state.round_index)
    standings = 0 if state.phase == Phase.OVER else all_standings(state, number)
    for seat in range(seats):
        out[seat] = points_held(state, seat) + award_points(standings, seats, seat)
    if standings != 0:
        winners = give_prizes(state, number, standings)
        for prize in range(FIRST_PRIZE, CARDS if winners != 0 else FIRST_PRIZE):
            seat = winner_of(winners, prize)
            if seat != NONE:
                out[seat] += CARD_POINTS[prize]


@kernel
def breakdown(state, seat, out):
    """Points of each of LINES for a seat."""
    winners = winners_now(state)
    for card in range(CARDS):
        out[card] = int(CARD_POINTS[card]) * cards_of(state, winners, seat, card)


@kernel
def final_count(state, winners, seat, part):
    """§7  One of the numbers that FINALLY names: points, prizes, or awards of a kind."""
    if part >= 2:
        return cards_of(state, winners, seat, part - 2)
    total = 0
    for card in range(FIRST_PRIZE if part == 1 else 0, CARDS):
        total += (1 if part == 1 else int(CARD_POINTS[card])) * cards_of(state, winners, seat, card)
    return total


@kernel
def final_standing(state, winners, seat):
    """§7  Points, then prizes, then gold, silver and bronze awards, as one number."""
    total = 0
    for part in range(FINAL_COUNTS):
        total = (total << FINAL_BITS) | final_count(state, winners, seat, part)
    return total


@kernel
def ranking(state, out):
    """§7  1 + the number of seats that are strictly better after all tie-breaks; seats that are still equal share the rank."""
    winners = winners_now(state)
    for seat in range(int(state.seats)):
        better = 0
        for other in range(int(state.seats)):
            better += final_standing(state, winners, other) > final_standing(state, winners, seat)
        out[seat] = 1 + better

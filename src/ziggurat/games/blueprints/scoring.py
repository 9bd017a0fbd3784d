"""The score of a building (§5), awards and prizes (§6), and the end of the game (§7), in the order of the rulebook.

A **standing** is one number that compares buildings: the score, then the tie-breaks in their order. The standings of all seats lie side by
side in one number, sixteen bits each, so that no buffer is needed. The winners of a round's cards lie side by side likewise, four bits each.
"""

from __future__ import annotations

from ziggurat.games.blueprints.material import (
    AWARD_OF,
    CARD_NAMES,
    CARD_POINTS,
    CARDS,
    FIRST_PRIZE,
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIAL_OF,
    MATERIALS,
    NO_CARD,
    PLAN_BONUS,
    RECYCLED_POINTS,
    SAME_MATERIAL,
    SAME_VALUE,
    SKYSCRAPER_HEIGHT,
    SPACES,
    STONE_POINTS,
    TOUCHES,
    VALUE_OF,
    VALUES,
    WOOD_POINTS,
    Card,
    Material,
)
from ziggurat.games.blueprints.state import Phase
from ziggurat.kernel import NONE, kernel

LINES = CARD_NAMES
"""The lines of a breakdown: gold, silver, bronze, skyscraper, structural_integrity, geometer, materials. They add up to the score."""

STANDING_BITS, STANDING_MASK = 16, 0xFFFF
TIE_BITS = 9  # the tie-breaks: three bits for each of the two materials, three for the turn order; above them the score
TIE_MASK = (1 << TIE_BITS) - 1
WINNER_BITS, WINNER_MASK = 4, 15
COUNT_BITS, COUNT_MASK = 4, 15


# --- What stands in a building ----------------------------------------------------------------------------------------


@kernel
def is_placed(building, place):
    """Whether the die chosen at this place lies in the building; a discarded one does not."""
    return building.cells[place] >= 0


@kernel
def height(building, space):
    """How many dice a space carries."""
    return (int(building.heights) >> (HEIGHT_BITS * space)) & HEIGHT_MASK


@kernel
def count_materials(building):
    """How many dice of each material are in the building, side by side."""
    counts = 0
    for place in range(int(building.chosen)):
        if is_placed(building, place):
            counts += 1 << (COUNT_BITS * int(MATERIAL_OF[building.dice[place]]))
    return counts


@kernel
def count_values(building):
    """How many dice of each value are in the building, side by side, beginning with the ones."""
    counts = 0
    for place in range(int(building.chosen)):
        if is_placed(building, place):
            counts += 1 << (COUNT_BITS * (int(VALUE_OF[building.dice[place]]) - 1))
    return counts


@kernel
def count_in(counts, which):
    """One of the numbers that lie side by side."""
    return (counts >> (COUNT_BITS * which)) & COUNT_MASK


# --- §5  Score of a building ------------------------------------------------------------------------------------------


@kernel
def building_score(building):
    """§5  The plan bonus and the points of the four materials."""
    return plan_bonus(building) + wood_points(building) + recycled_points(building) + stone_points(building) + glass_points(building)


@kernel
def plan_bonus(building):
    """§5.1  6 if every space carries exactly the planned number of dice."""
    return PLAN_BONUS if building.heights == building.plan else 0


@kernel
def wood_points(building):
    """§5.2  The points of all wood dice."""
    points = 0
    for place in range(int(building.chosen)):
        points += wood_die_points(building, place)
    return points


@kernel
def wood_die_points(building, place):
    """§5.2  2 for every die, of any material, that shares a face with this wood die; 0 for a die of another material."""
    if not is_placed(building, place) or MATERIAL_OF[building.dice[place]] != Material.WOOD:
        return 0
    touching = 0
    for other in range(int(building.chosen)):
        if is_placed(building, other):
            touching += int(TOUCHES[building.cells[place], building.cells[other]])
    return WOOD_POINTS * touching


@kernel
def recycled_points(building):
    """§5.3  One total for all recycled dice, by their number."""
    return int(RECYCLED_POINTS[count_in(count_materials(building), Material.RECYCLED)])


@kernel
def stone_points(building):
    """§5.4  Each stone die by its level."""
    points = 0
    for place in range(int(building.chosen)):
        if is_placed(building, place) and MATERIAL_OF[building.dice[place]] == Material.STONE:
            points += int(STONE_POINTS[building.cells[place] // SPACES])
    return points


@kernel
def glass_points(building):
    """§5.5  Each glass die its value, covered or not."""
    points = 0
    for place in range(int(building.chosen)):
        if is_placed(building, place) and MATERIAL_OF[building.dice[place]] == Material.GLASS:
            points += int(VALUE_OF[building.dice[place]])
    return points


# --- §6.1  Awards -----------------------------------------------------------------------------------------------------


@kernel
def better_buildings(standings, seats, seat):
    """§6.1  How many buildings rank before that of the seat."""
    better = 0
    for other in range(seats):
        better += standing_in(standings, other) > standing_in(standings, seat)
    return better


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
def qualifies(building, prize):
    """§6.2  Whether the building fulfils the condition of a prize."""
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
    for space in range(SPACES):
        if height(building, space) >= SKYSCRAPER_HEIGHT:
            return True
    return False


@kernel
def has_structural_integrity(building):
    """§6.2  Four dice or more of the same value."""
    counts = count_values(building)
    for value in range(VALUES):
        if count_in(counts, value) >= SAME_VALUE:
            return True
    return False


@kernel
def has_every_value(building):
    """§6.2  The values 1 to 6 are all present."""
    counts = count_values(building)
    for value in range(VALUES):
        if count_in(counts, value) == 0:
            return False
    return True


@kernel
def is_of_one_material(building):
    """§6.2  Five dice or more of the same material."""
    counts = count_materials(building)
    for material in range(MATERIALS):
        if count_in(counts, material) >= SAME_MATERIAL:
            return True
    return False


@kernel
def prize_winner(state, standings, prize):
    """§6.2 and §6.3  The seat that gets the prize: of those that qualify, the one the tie-breaks prefer; NONE if nobody does."""
    winner, best = NONE, 0
    for seat in range(int(state.seats)):
        if qualifies(state.buildings[state.round_index, seat], prize):
            tie = standing_in(standings, seat) & TIE_MASK
            if tie > best:
                winner, best = seat, tie
    return winner


@kernel
def give_prizes(state, standings):
    """§6.2  At most one card of each kind."""
    winners = 0
    for prize in range(FIRST_PRIZE, CARDS):
        winners |= (prize_winner(state, standings, prize) + 1) << (WINNER_BITS * prize)
    return winners


@kernel
def card_winners(state, standings):
    """§6  Who wins each card if the round is scored with these standings: seat + 1, 0 for nobody, side by side."""
    return give_awards(standings, int(state.seats)) | give_prizes(state, standings)


@kernel
def winner_of(winners, card):
    """The seat that wins a card; NONE if nobody does."""
    return ((winners >> (WINNER_BITS * card)) & WINNER_MASK) + NONE


# --- §6.3  Ties -------------------------------------------------------------------------------------------------------


@kernel
def place_in_turn_order(state, seat):
    """0 for the starting player of this round, 1 for the next."""
    place = seat - int(state.start[state.round_index])
    return place if place >= 0 else place + int(state.seats)


@kernel
def tie_break(state, building, seat):
    """§6.3  More dice of the first in-demand material, then of the second, then later in the turn order."""
    counts = count_materials(building)
    first = count_in(counts, int(state.demand[state.round_index, 0]))
    second = count_in(counts, int(state.demand[state.round_index, 1]))
    return (first << 6) | (second << 3) | (1 + place_in_turn_order(state, seat))


@kernel
def standing(state, seat):
    """§6.1 and §6.3  Score and tie-breaks of a building as one number; 0 before its first die."""
    building = state.buildings[state.round_index, seat]
    if building.chosen == 0:
        return 0
    return (building_score(building) << TIE_BITS) | tie_break(state, building, seat)


@kernel
def all_standings(state):
    """The standings of the round, side by side."""
    standings = 0
    for seat in range(int(state.seats)):
        standings |= standing(state, seat) << (STANDING_BITS * seat)
    return standings


@kernel
def standing_in(standings, seat):
    """The standing of one seat."""
    return (standings >> (STANDING_BITS * seat)) & STANDING_MASK


# --- §7  End of the game ----------------------------------------------------------------------------------------------


@kernel
def winners_now(state):
    """The cards of the round that is going on, if it were scored as it stands; none once the game is over (they are given)."""
    return 0 if state.phase == Phase.OVER else card_winners(state, all_standings(state))


@kernel
def cards_of(state, winners, seat, card):
    """How many of these cards the seat has, with those of the round that is going on."""
    return int(state.cards[seat, card]) + int(winner_of(winners, card) == seat)


@kernel
def points_of(state, winners, seat):
    """§7  The points of all cards of a seat."""
    points = 0
    for card in range(CARDS):
        points += int(CARD_POINTS[card]) * cards_of(state, winners, seat, card)
    return points


@kernel
def scores(state, out):
    """§7  The points of each seat if the game ended now: a round that is going on is scored as it stands."""
    winners = winners_now(state)
    for seat in range(int(state.seats)):
        out[seat] = points_of(state, winners, seat)


@kernel
def breakdown(state, seat, out):
    """Points of each of LINES for a seat."""
    winners = winners_now(state)
    for card in range(CARDS):
        out[card] = int(CARD_POINTS[card]) * cards_of(state, winners, seat, card)


@kernel
def final_standing(state, winners, seat):
    """§7  Points, then prizes, then gold, silver and bronze awards, as one number."""
    prizes = 0
    for prize in range(FIRST_PRIZE, CARDS):
        prizes += cards_of(state, winners, seat, prize)
    total = (points_of(state, winners, seat) << 4) | prizes
    for award in range(FIRST_PRIZE):
        total = (total << 2) | cards_of(state, winners, seat, award)
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

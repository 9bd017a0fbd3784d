"""A position as numbers for a learner: all that a seat sees now, and nothing else (`docs/reference/observations.md` is made from `FIELDS`)."""

from __future__ import annotations

from ziggurat.games.blueprints.building_counts import planned
from ziggurat.games.blueprints.material import (
    BAG,
    CARDS,
    CELLS,
    CHOSEN,
    COUNT_BITS,
    COUNT_MASK,
    DIE_KINDS,
    IN_DEMAND,
    MATERIAL_OF,
    MATERIALS,
    MAX_POOL,
    MAX_SEATS,
    REMOVALS,
    ROUNDS,
    SPACES,
    VALUE_OF,
    VALUES,
)
from ziggurat.games.blueprints.rules import is_over
from ziggurat.games.blueprints.scoring import building_score, points_held
from ziggurat.games.blueprints.state import Phase
from ziggurat.kernel import SMALL, kernel
from ziggurat.observation_fields import Field, offsets_of, per_seat, size_of

DICE = "24 dice W1 R1 S1 G1 W2 … G6"
SEAT_FIELDS = (
    Field("chosen", DIE_KINDS, 0, CHOSEN, f"how many of each of the {DICE} the seat chose in this round"),
    Field("discarded", DIE_KINDS, 0, CHOSEN, "how many of these fitted nowhere"),
    Field("cards", CARDS, 0, ROUNDS, "the cards won in finished rounds: gold, silver, bronze, skyscraper, structural integrity, geometer, materials"),
    Field("points", 1, 0, 30, "the points of these cards"),
    Field("started", 1, 0, 1, "1 for the starting player of the round"),
)
FIELDS = (
    Field("plan", SPACES, 0, 3, "the planned heights of the own plan, a1 b1 a2 b2 a3 b3; 0 where hatched"),
    Field("values", CELLS, 0, VALUES, "the values of the own dice: for each of six levels the six spaces; 0 where there is none"),
    Field("materials", CELLS, 0, MATERIALS, "their materials: 1 wood, 2 recycled, 3 stone, 4 glass"),
    Field("building points", 1, 0, 60, "what the own building scores so far"),
    *per_seat(MAX_SEATS, SEAT_FIELDS),
    Field("pool", DIE_KINDS, 0, MAX_POOL, f"how many of each of the {DICE} lie in the pool"),
    Field("removed", DIE_KINDS, 0, REMOVALS, "two players: how many of each were removed in this round"),
    Field("bag", 1, 0, BAG, "the dice in the bag"),
    Field("demand", IN_DEMAND * MATERIALS, 0, 1, "for the first and the second material in demand: 1 for wood, recycled, stone or glass"),
    Field("round", ROUNDS, 0, 1, "1 for the round"),
    Field("turns", 1, 0, MAX_SEATS * CHOSEN, "the turns complete in this round"),
    Field("phase", 2, 0, 1, "1 for what is decided now: a die to build, or one to remove"),
    Field("to move", 1, 0, 1, "1 if the seat is to decide"),
    Field("seats", 1, 2, MAX_SEATS, "the number of players"),
    Field("options", 2, 0, 1, "1 for each of the options `unplaceable=only_when_stuck`, `next_start_tie=random`"),
)
AT = offsets_of(FIELDS)
SIZE = size_of(FIELDS)
SEAT_SIZE = size_of(SEAT_FIELDS)
HALF = DIE_KINDS // 2
CHOSEN_AT, DISCARDED_AT, CARDS_AT, POINTS_AT, STARTED_AT = offsets_of(SEAT_FIELDS).values()
PLAN, CELL_VALUES, CELL_MATERIALS, OWN_POINTS, OWN_SEAT = AT["plan"], AT["values"], AT["materials"], AT["building points"], AT["own chosen"]
POOL, REMOVED, IN_BAG, DEMAND, ROUND, TURNS = AT["pool"], AT["removed"], AT["bag"], AT["demand"], AT["round"], AT["turns"]
PHASE, TO_MOVE, SEATS, OPTIONS = AT["phase"], AT["to move"], AT["seats"], AT["options"]


@kernel
def observe(state, seat, out):
    """Write what the seat sees: its own plan and building, of the others the dice that they chose openly."""
    if out.strides[0] == out.itemsize:  # the numbers of one game lie together
        for number in range(SIZE):
            out[number] = 0
        count_dice(state, seat, out)
    else:
        write_dice(state, seat, out)
    observe_own(state.buildings[state.round_index, seat], out)
    seats, running = int(state.seats), not is_over(state)
    for place in range(seats):
        observe_seat(state, (seat + place) % seats, OWN_SEAT + SEAT_SIZE * place, out)
    observe_table(state, out)
    out[PHASE] = state.phase == Phase.BUILD
    out[PHASE + 1] = state.phase == Phase.REMOVE
    out[TO_MOVE] = running and state.to_move == seat
    out[SEATS] = seats
    out[OPTIONS] = state.only_when_stuck
    out[OPTIONS + 1] = state.random_tie


@kernel
def observe_own(building, out):
    """Write what lies behind the own screen."""
    for space in range(SPACES):
        out[PLAN + space] = planned(building, space)
    for place in range(int(building.chosen)):
        cell, die = int(building.cells[place]), int(building.dice[place]) & SMALL
        if cell >= 0:
            out[CELL_VALUES + cell] = VALUE_OF[die]
            out[CELL_MATERIALS + cell] = int(MATERIAL_OF[die]) + 1
    out[OWN_POINTS] = building_score(building)


@kernel
def observe_seat(state, seat, at, out):
    """Write what everybody sees of a player, but for the dice."""
    for card in range(CARDS):
        out[at + CARDS_AT + card] = state.cards[seat, card]
    out[at + POINTS_AT] = points_held(state, seat)
    out[at + STARTED_AT] = state.start[state.round_index] == seat


@kernel
def observe_table(state, out):
    """Write bag, demand, and how far the round is."""
    number = int(state.round_index)
    out[IN_BAG] = BAG - int(state.drawn)
    for place in range(IN_DEMAND):
        out[DEMAND + MATERIALS * place + int(state.demand[number, place])] = 1
    out[ROUND + number] = 1
    out[TURNS] = state.round_turn


@kernel
def removed_dice(state):
    """Two players: how many dice were removed in this round."""
    return 0 if state.seats != 2 else REMOVALS if is_over(state) else int(state.round_turn)


# --- how many dice of each kind ---------------------------------------------------------------------------------------
# On a processor they are counted where they are written. On a GPU the same number of all games lies together, and to count there each thread would read back
# and write at a place of its own: so it counts all kinds in two numbers, side by side, and then writes all of the observation in order.


@kernel
def count_dice(state, seat, out):
    """Count the dice of the seats, of the pool and those that were removed; the numbers are 0 before."""
    number, seats = int(state.round_index), int(state.seats)
    for place in range(seats):
        building, at = state.buildings[number, (seat + place) % seats], OWN_SEAT + SEAT_SIZE * place
        for i in range(int(building.chosen)):
            die = int(building.dice[i]) & SMALL
            out[at + CHOSEN_AT + die] += 1
            out[at + DISCARDED_AT + die] += building.cells[i] < 0
    for i in range(int(state.pool_size)):
        out[POOL + (int(state.pool[i]) & SMALL)] += 1
    for turn in range(removed_dice(state)):
        out[REMOVED + (int(state.removed[number, turn]) & SMALL)] += 1


@kernel
def one_of(die):
    """A die as two numbers to add up: the first twelve kinds lie side by side in one, four bits each, the others in the other."""
    one = 1 << (COUNT_BITS * (die % HALF))
    return (one, 0) if die < HALF else (0, one)


@kernel
def write_dice(state, seat, out):
    """Write the same numbers in order, and 0 where others are written later only in places."""
    number, seats = int(state.round_index), int(state.seats)
    for place in range(seats):
        building, at = state.buildings[number, (seat + place) % seats], OWN_SEAT + SEAT_SIZE * place
        low, high, low_discarded, high_discarded = 0, 0, 0, 0
        for i in range(int(building.chosen)):
            one, other = one_of(int(building.dice[i]) & SMALL)
            is_discarded = int(building.cells[i] < 0)
            low, high = low + one, high + other
            low_discarded, high_discarded = low_discarded + is_discarded * one, high_discarded + is_discarded * other
        write_counts(low, high, at + CHOSEN_AT, out)
        write_counts(low_discarded, high_discarded, at + DISCARDED_AT, out)
    low, high = 0, 0
    for i in range(int(state.pool_size)):
        one, other = one_of(int(state.pool[i]) & SMALL)
        low, high = low + one, high + other
    write_counts(low, high, POOL, out)
    low, high = 0, 0
    for turn in range(removed_dice(state)):
        one, other = one_of(int(state.removed[number, turn]) & SMALL)
        low, high = low + one, high + other
    write_counts(low, high, REMOVED, out)
    write_zeros(CELL_VALUES, OWN_POINTS, out)
    write_zeros(OWN_SEAT + SEAT_SIZE * seats, POOL, out)
    write_zeros(DEMAND, TURNS, out)


@kernel
def write_counts(low, high, at, out):
    """Write how many dice of each kind there are."""
    for kind in range(HALF):
        out[at + kind] = (low >> (COUNT_BITS * kind)) & COUNT_MASK
        out[at + HALF + kind] = (high >> (COUNT_BITS * kind)) & COUNT_MASK


@kernel
def write_zeros(first, last, out):
    """Clear these numbers."""
    for number in range(first, last):
        out[number] = 0

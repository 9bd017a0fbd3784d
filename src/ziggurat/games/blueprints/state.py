"""A position as one record, and the deal (§2, §3.1 to §3.4)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ziggurat.games.blueprints.material import (
    ALL_SPACES,
    BAG,
    CARDS,
    CHOSEN,
    DICE_OF_MATERIAL,
    FOR_EVERY_VALUE,
    HEIGHT_BITS,
    HEIGHT_MASK,
    IN_DEMAND,
    MATERIALS,
    MAX_PLANS,
    MAX_POOL,
    MAX_SEATS,
    POOL,
    REMOVALS,
    ROUNDS,
    SPACES,
    VALUES,
)
from ziggurat.kernel import below, kernel, record, shuffle


class Phase(IntEnum):
    """What the seat to move decides now."""

    BUILD = 0  # §3.5: a die of the pool and where to place it
    REMOVE = 1  # §3.6: with two players, the die to remove
    OVER = 2


BUILDING = record(  # what one player does behind the screen in one round
    ("fits", np.int64),  # for each value the set of spaces that accept it, side by side
    ("wood", np.int64),  # the set of cells where wood lies
    ("plan", np.int32),  # planned heights of the six spaces, side by side; 0 where hatched
    ("heights", np.int32),  # dice on the six spaces, side by side
    ("values", np.int32),  # placed dice of each value, side by side, beginning with the ones
    ("materials", np.int16),  # placed dice of each material, side by side
    ("points", np.int8),  # what the materials score so far (§5.2 to §5.5)
    ("chosen", np.int8),
    ("dice", np.int8, (CHOSEN,)),  # the dice in the order chosen
    ("cells", np.int8, (CHOSEN,)),  # where each lies; a discarded one: minus the highest value then seen to fit nowhere
    ("spare", np.int8, (4,)),  # fills the record up to a multiple of eight bytes
)

STATE = record(
    # what is built
    ("buildings", BUILDING, (ROUNDS, MAX_SEATS)),
    # the options
    ("deck", np.int32, (MAX_PLANS,)),  # planned heights of each plan
    ("deck_size", np.int8),
    ("seats", np.int8),
    ("only_when_stuck", np.int8),  # 1: a die that fits nowhere may be chosen only if no die of the pool fits
    ("random_tie", np.int8),  # 1: a tie for the next start is decided by `ties`
    # the turn
    ("ply", np.int16),
    ("turn", np.int16),
    ("to_move", np.int8),
    ("phase", np.int8),
    ("round_turn", np.int8),  # turns complete in this round
    ("round_index", np.int8),  # 0, 1, 2
    # the deal, never changed by play
    ("demand", np.int8, (ROUNDS, IN_DEMAND)),  # in-demand materials of each round
    ("plans", np.int8, (ROUNDS, MAX_SEATS)),  # places in the deck
    ("bag", np.int8, (ROUNDS, BAG)),  # dice in drawing order, with their faces
    ("ties", np.int8, (ROUNDS, MAX_SEATS)),  # option `next_start_tie=random`: seats in order, the first of those tied starts the round
    # the table
    ("start", np.int8, (ROUNDS,)),  # starting player of each round so far
    ("pool", np.int8, (MAX_POOL,)),
    ("pool_size", np.int8),
    ("drawn", np.int8),  # dice drawn from the bag in this round
    ("removed", np.int8, (ROUNDS, REMOVALS)),  # two players: dice removed, turn by turn
    ("cards", np.int8, (MAX_SEATS, CARDS)),  # awards and prizes won: how many of each
    ("spare", np.int8, (6,)),  # fills the record up to a multiple of eight bytes
)


@kernel
def deal(state, rng):
    """§2  All chance of the game: in-demand materials, plans and dice of the three rounds. Then the first round is laid out."""
    used = 0
    for number in range(ROUNDS):
        used = deal_round(state, number, used, rng)
    set_up(state)


@kernel
def deal_round(state, number, used, rng):
    """§3.1 to §3.3  Everything of one round that chance decides; `used` is the set of plans already dealt, returned with the new ones."""
    deal_demand(state.demand[number], rng)
    for seat in range(int(state.seats)):
        plan = draw_plan(state, used, rng)
        state.plans[number, seat] = plan
        used |= 1 << plan
    fill_bag(state.bag[number], 0, state.demand[number], rng)
    if state.random_tie == 1 and number > 0:
        deal_tie(state.ties[number], int(state.seats), rng)
    return used


@kernel
def deal_demand(demand, rng):
    """§3.1  Two dice of different materials (drawing again until they differ makes each pair equally likely)."""
    first = below(rng, MATERIALS)
    demand[0] = first
    demand[1] = (first + 1 + below(rng, MATERIALS - 1)) % MATERIALS


@kernel
def draw_plan(state, used, rng):
    """§3.2  A plan of the deck that is not in the set `used`, each equally likely."""
    plan = below(rng, int(state.deck_size))
    while (used >> plan) & 1:
        plan = below(rng, int(state.deck_size))
    return plan


@kernel
def dice_left(bag, drawn, demand, material):
    """§3.3  How many dice of a material are still in the bag: eight, less those in demand and those drawn."""
    left = DICE_OF_MATERIAL
    for die in demand:
        left -= int(die) == material
    for place in range(drawn):
        left -= int(bag[place]) % MATERIALS == material
    return left


@kernel
def fill_bag(bag, drawn, demand, rng):
    """§3.3  The dice that are left come in any order and with any face: bag[drawn:] anew. One draw gives both."""
    place = drawn
    for material in range(MATERIALS):
        for _ in range(dice_left(bag, drawn, demand, material)):
            bag[place] = material
            place += 1
    for last in range(BAG - 1, drawn - 1, -1):
        lot = below(rng, (last - drawn + 1) * VALUES)
        other = drawn + lot // VALUES
        die = lot % VALUES * MATERIALS + int(bag[other])
        bag[other] = bag[last]
        bag[last] = die


@kernel
def deal_tie(order, seats, rng):
    """§9  Option: the order in which seats that tie for the lowest score start."""
    for seat in range(seats):
        order[seat] = seat
    shuffle(order[:seats], rng)


@kernel
def set_up(state):
    """§2  Everything but deal and options at its beginning."""
    for number in range(ROUNDS):
        state.start[number] = 0
        for turn in range(REMOVALS):
            state.removed[number, turn] = 0
        for seat in range(MAX_SEATS):
            clear_building(state.buildings[number, seat])
    for seat in range(MAX_SEATS):
        for card in range(CARDS):
            state.cards[seat, card] = 0
    state.ply = 0
    state.turn = 0
    state.phase = Phase.BUILD
    begin_round(state, 0, 0)


@kernel
def clear_building(building):
    """No plan, no dice."""
    take_plan(building, 0)
    for place in range(CHOSEN):
        building.dice[place] = 0
        building.cells[place] = 0


@kernel
def begin_round(state, number, start):
    """§3.1 to §3.4  Plans behind the screens, the pool from the bag, and the starting player."""
    state.round_index = number
    for seat in range(int(state.seats)):
        take_plan(state.buildings[number, seat], int(state.deck[state.plans[number, seat]]))
    state.drawn = 0
    state.pool_size = 0
    for place in range(MAX_POOL):
        state.pool[place] = 0
    for _ in range(int(POOL[state.seats])):
        draw_die(state)
    state.start[number] = start
    state.to_move = start
    state.round_turn = 0


@kernel
def take_plan(building, plan):
    """§3.2 and §4.1  No dice on this plan yet: every value fits on every space that is not hatched."""
    building.plan = plan
    building.fits = open_spaces(plan) * FOR_EVERY_VALUE
    building.wood = 0
    building.heights = 0
    building.values = 0
    building.materials = 0
    building.points = 0
    building.chosen = 0


@kernel
def open_spaces(plan):
    """The set of spaces that are not hatched."""
    spaces = ALL_SPACES
    for space in range(SPACES):
        if (plan >> (HEIGHT_BITS * space)) & HEIGHT_MASK == 0:
            spaces ^= 1 << space
    return spaces


@kernel
def draw_die(state):
    """§3.3  The next die of the bag, rolled, comes into the pool; from an empty bag, none."""
    drawn, size = int(state.drawn), int(state.pool_size)
    if drawn < BAG:
        state.pool[size] = state.bag[state.round_index, drawn]
        state.drawn = drawn + 1
        state.pool_size = size + 1

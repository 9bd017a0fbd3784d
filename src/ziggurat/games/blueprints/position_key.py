"""What of a position matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from ziggurat.games.blueprints.material import BAG, CHOSEN, IN_DEMAND, MAX_POOL, MAX_SEATS, REMOVALS, ROUNDS
from ziggurat.games.blueprints.rules import is_over
from ziggurat.games.blueprints.state import clear_building
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out the turns so far, finished rounds but for their cards, dice that were drawn or removed, and the order of pool and dice.

    Which dice were chosen is in the building's numbers: heights, values, materials, wood and what still fits.
    """
    state.ply = 0
    state.turn = 0
    number = int(state.round_index)
    finished = ROUNDS if is_over(state) else number
    for past in range(finished):
        forget_round(state, past)
    for turn in range(REMOVALS):
        state.removed[number, turn] = 0
    for place in range(int(state.drawn)):
        state.bag[number, place] = 0
    for seat in range(MAX_SEATS):
        building = state.buildings[number, seat]
        for place in range(CHOSEN):
            building.dice[place] = 0
            building.cells[place] = 0
        state.ties[number, seat] = 0
    if is_over(state):
        forget_table(state)
    sort_pool(state)


@kernel
def forget_table(state):
    """Leave out what lies on the table when the game is over: nobody takes it."""
    for place in range(MAX_POOL):
        state.pool[place] = 0
    for place in range(BAG):
        state.bag[ROUNDS - 1, place] = 0
    state.pool_size = 0
    state.drawn = 0
    state.to_move = 0
    state.round_turn = 0


@kernel
def forget_round(state, past):
    """Leave out a finished round: its cards are given."""
    state.start[past] = 0
    for place in range(IN_DEMAND):
        state.demand[past, place] = 0
    for place in range(BAG):
        state.bag[past, place] = 0
    for turn in range(REMOVALS):
        state.removed[past, turn] = 0
    for seat in range(MAX_SEATS):
        state.plans[past, seat] = 0
        state.ties[past, seat] = 0
        clear_building(state.buildings[past, seat])


@kernel
def sort_pool(state):
    """Put the dice of the pool in the order of their numbers."""
    for done in range(1, int(state.pool_size)):
        place = done
        while place > 0 and state.pool[place] < state.pool[place - 1]:
            state.pool[place], state.pool[place - 1] = state.pool[place - 1], state.pool[place]
            place -= 1

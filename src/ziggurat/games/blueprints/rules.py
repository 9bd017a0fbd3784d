"""The rules of Blueprints in the order of the rulebook (`rulebook.md`, whose § are cited): §3 the round, §4 placement.

`state.py` lays out a round (§3.1 to §3.3); `scoring.py` scores a building (§5), gives the cards (§6) and ends the game (§7). A turn is one
decision, with two players two. Kernels trust the move: `legal_moves` lists the right ones.
"""

from __future__ import annotations

from ziggurat.games.blueprints.building_counts import height
from ziggurat.games.blueprints.material import (
    ACTIONS,
    ALL_SPACES,
    CARDS,
    CHOSEN,
    COUNT_BITS,
    DIE_KINDS,
    DISCARD,
    HEIGHT_BITS,
    MATERIAL_OF,
    MAX_POOL,
    MEMBERS,
    REMOVE,
    ROUNDS,
    SPACES,
    STILL_FITS,
    VALUE_OF,
    WAYS,
    Material,
)
from ziggurat.games.blueprints.scoring import TIE_BITS, all_standings, card_winners, points_added, standing_in, winner_of
from ziggurat.games.blueprints.state import Phase, begin_round, draw_die
from ziggurat.kernel import NONE, below, kernel

MAX_MOVES = MAX_POOL * SPACES
MOVE_CODES = DIE_KINDS * ACTIONS


# --- §3.4  The next starting player -----------------------------------------------------------------------------------


@kernel
def next_start(state, standings):
    """§3.4  The player whose building scored least; on a tie the last of the ranking or, by option, as dealt (§9)."""
    seats = int(state.seats)
    last = 0
    for seat in range(1, seats):
        if standing_in(standings, seat) < standing_in(standings, last):
            last = seat
    if state.random_tie == 1:
        lowest = standing_in(standings, last) >> TIE_BITS
        for place in range(seats):
            seat = int(state.ties[int(state.round_index) + 1, place])
            if standing_in(standings, seat) >> TIE_BITS == lowest:
                return seat
    return last


# --- §3.5  A turn -----------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state, out):
    """Write the legal moves to `out`; returns their number."""
    phase = state.phase
    if phase == Phase.BUILD:
        return legal_builds(state, out)
    if phase == Phase.REMOVE:
        return legal_removals(state, out)
    return 0


@kernel
def sample_move(state, rng):
    """A random legal move, each equally likely: the one that the list of `legal_moves` has at the place drawn, without the list."""
    if state.phase == Phase.BUILD:
        return sample_build(state, rng)
    return sample_removal(state, rng)


@kernel
def apply(state, move):
    """Play a legal move."""
    state.ply += 1
    die, action = int(move) // ACTIONS, int(move) % ACTIONS
    if action == REMOVE:
        remove(state, die)
    else:
        build(state, die, action)


@kernel
def is_over(state):
    """§7  Whether the game has ended."""
    return state.phase == Phase.OVER


@kernel
def legal_builds(state, out):
    """§3.5 and §4  Every die of the pool on every space that accepts it, or discarded; equal dice are one choice."""
    building = state.buildings[state.round_index, state.to_move]
    strict = int(state.only_when_stuck == 1 and something_fits(state, building))
    n, listed = 0, 0
    for place in range(int(state.pool_size)):
        die = int(state.pool[place])
        spaces = spaces_for(building, int(VALUE_OF[die]))
        for member in range(SPACES):  # written for every space, kept for those that accept the die
            out[n + member] = die * ACTIONS + int(MEMBERS[spaces, member])
        n += ways_to_build(strict, spaces, die, listed)
        listed |= 1 << die
    return n


@kernel
def ways_to_build(strict, spaces, die, listed):
    """§3.5 and §4  In how many ways a die with these spaces can be chosen; in none if an equal die is among those listed."""
    return int(WAYS[strict, spaces]) * (1 - ((listed >> die) & 1))


@kernel
def sample_build(state, rng):
    """§3.5 and §4  A die of the pool and a space that accepts it, or the discard, at random."""
    building = state.buildings[state.round_index, state.to_move]
    strict = int(state.only_when_stuck == 1 and something_fits(state, building))
    total, listed = 0, 0
    for place in range(int(state.pool_size)):
        die = int(state.pool[place])
        total += ways_to_build(strict, spaces_for(building, int(VALUE_OF[die])), die, listed)
        listed |= 1 << die
    left = below(rng, total)
    move, listed = NONE, 0
    for place in range(int(state.pool_size)):  # to the end, without a break: nobody guesses when it comes
        die = int(state.pool[place])
        spaces = spaces_for(building, int(VALUE_OF[die]))
        ways = ways_to_build(strict, spaces, die, listed)
        if 0 <= left < ways:
            move = die * ACTIONS + int(MEMBERS[spaces, left])
        left -= ways
        listed |= 1 << die
    return move


@kernel
def build(state, die, action):
    """§3.5  Take the die from the pool and place it, or discard it; with two players one more die follows."""
    building = state.buildings[state.round_index, state.to_move]
    if action == DISCARD:
        discard_die(state, building, die)
    else:
        place_die(building, die, action)
    take_from_pool(state, die)
    if state.seats == 2:
        state.phase = Phase.REMOVE
    else:
        end_turn(state, 1)


@kernel
def take_from_pool(state, die):
    """§3.5  The die leaves the pool; the last one takes its place."""
    last = int(state.pool_size) - 1
    for place in range(last):
        if state.pool[place] == die:
            state.pool[place] = state.pool[last]
            break
    state.pool[last] = 0
    state.pool_size = last


# --- §3.6  Two players ------------------------------------------------------------------------------------------------


@kernel
def legal_removals(state, out):
    """§3.6  Any die of the pool; equal dice are one choice."""
    n, listed = 0, 0
    for place in range(int(state.pool_size)):
        die = int(state.pool[place])
        out[n] = die * ACTIONS + REMOVE
        n += 1 - ((listed >> die) & 1)
        listed |= 1 << die
    return n


@kernel
def sample_removal(state, rng):
    """§3.6  A die of the pool at random; equal dice are one choice."""
    total, listed = 0, 0
    for place in range(int(state.pool_size)):
        total += 1 - ((listed >> int(state.pool[place])) & 1)
        listed |= 1 << int(state.pool[place])
    left = below(rng, total)
    move, listed = NONE, 0
    for place in range(int(state.pool_size)):
        die = int(state.pool[place])
        if left == 0 and (listed >> die) & 1 == 0:
            move = die * ACTIONS + REMOVE
        left -= 1 - ((listed >> die) & 1)
        listed |= 1 << die
    return move


@kernel
def remove(state, die):
    """§3.6  The die is out of the round; then two dice are drawn."""
    take_from_pool(state, die)
    state.removed[state.round_index, state.round_turn] = die
    end_turn(state, 2)


# --- §3.7  The end of a turn and of a round --------------------------------------------------------------------------


@kernel
def end_turn(state, dice):
    """§3.5  Draw as many dice as left the pool; the next player follows until everybody has chosen six."""
    for _ in range(dice):
        draw_die(state)
    state.turn += 1
    state.round_turn += 1
    state.phase = Phase.BUILD
    seat = int(state.to_move) + 1
    if seat == state.seats:
        seat = 0
    state.to_move = seat
    if state.buildings[state.round_index, seat].chosen == CHOSEN:
        end_round(state)


@kernel
def end_round(state):
    """§3.7  Awards and prizes are given; then the next round begins, or the game is over."""
    number = int(state.round_index)
    standings = all_standings(state, number)
    winners = card_winners(state, number, standings)
    for card in range(CARDS):
        seat = winner_of(winners, card)
        if seat != NONE:
            state.cards[seat, card] += 1
    if number + 1 == ROUNDS:
        state.phase = Phase.OVER
    else:
        begin_round(state, number + 1, next_start(state, standings))


# --- §4.1  Where a die may be placed ----------------------------------------------------------------------------------


@kernel
def spaces_for(building, value):
    """§4.1  The set of spaces that accept a value: not hatched, and empty or topped by a die that is not higher."""
    return (int(building.fits) >> (SPACES * (value - 1))) & ALL_SPACES


@kernel
def place_die(building, die, space):
    """§4.1  The die lies on top of the space, and a lower one no longer fits there."""
    chosen, value, material = int(building.chosen), int(VALUE_OF[die]), int(MATERIAL_OF[die])
    cell = height(building, space) * SPACES + space
    building.points += points_added(building, die, space)
    building.dice[chosen] = die
    building.cells[chosen] = cell
    building.chosen = chosen + 1
    building.heights += 1 << (HEIGHT_BITS * space)
    building.values += 1 << (COUNT_BITS * (value - 1))
    building.materials += 1 << (COUNT_BITS * material)
    building.wood |= int(material == Material.WOOD) << cell
    building.fits &= STILL_FITS[value - 1, space]


# --- §4.2  A die that fits nowhere ------------------------------------------------------------------------------------


@kernel
def something_fits(state, building):
    """§4.2  Whether any die of the pool can be placed."""
    return spaces_for(building, highest_in_pool(state)) != 0


@kernel
def highest_in_pool(state):
    """The highest value in the pool: where it does not fit, no other does."""
    highest = 1
    for place in range(int(state.pool_size)):
        highest = max(highest, int(VALUE_OF[state.pool[place]]))
    return highest


@kernel
def discard_die(state, building, die):
    """§4.2  The die is removed for the round, openly, and counts as chosen. Everybody sees which values cannot be placed."""
    chosen = int(building.chosen)
    building.dice[chosen] = die
    building.cells[chosen] = -(highest_in_pool(state) if state.only_when_stuck == 1 else int(VALUE_OF[die]))
    building.chosen = chosen + 1

"""Games played on to their end after each of some lines of moves, in the same imagined deals. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from ziggurat.any_game.features import sift
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import breakdown
from ziggurat.any_game.visibility import imagine
from ziggurat.kernel import NONE, copy_row, kernel
from ziggurat.search.kernels.judge import share_of_winners
from ziggurat.search.kernels.one_ply import worth_of

POSITION, DEAL = 3, 4  # places among the states: the position, and an imagined deal of it; those before are for looking ahead
BEFORE, AFTER, END = 0, 1, 2  # sheets: before the moves of a line, after them, and at the end of the game
WIDEST = 20  # moves at which a seat looks, where the game sifts its moves


@kernel
def play_on(memory, settings, seat, lines, rng, twin, sheets, shares):
    """In each imagined deal play each line of moves (NONE: none left), then on to the end: every seat takes what looks best one move ahead.

    Writes for each line and deal the score sheets of all seats before the moves, after them and at the end, and the shares in the win. In one deal all lines
    begin with the same chance.
    """
    state = memory.states[0]
    for deal in range(sheets.shape[1]):
        copy_row(memory.rows, DEAL, POSITION)
        imagine(memory.states[DEAL], seat, rng)
        for line in range(lines.shape[0]):
            for i in range(len(rng)):
                twin[i] = rng[i]
            copy_row(memory.rows, 0, DEAL)
            write_sheets(state, sheets[line, deal, BEFORE])
            for i in range(lines.shape[1]):
                if lines[line, i] != NONE and is_legal(state, lines[line, i], memory.moves[0]):
                    apply(state, lines[line, i])
            write_sheets(state, sheets[line, deal, AFTER])
            while not is_over(state):
                apply(state, best_at_once(memory, settings, twin))
            write_sheets(state, sheets[line, deal, END])
            share_of_winners(state, memory.points, shares[line, deal])


@kernel
def write_sheets(state, sheets):
    """Write the score sheet of every seat."""
    for seat in range(sheets.shape[0]):
        breakdown(state, seat, sheets[seat])


@kernel
def is_legal(state, move, moves):
    """Whether a move is legal in this deal."""
    is_listed = False
    if not is_over(state):
        for i in range(legal_moves(state, moves)):
            is_listed |= moves[i] == move
    return is_listed


@kernel
def best_at_once(memory, settings, rng):
    """The move that looks best one move ahead to the seat to move, in one imagined deal, of those worth a thought; the first of equals."""
    copy_row(memory.rows, 1, 0)
    seat = int(memory.states[0].to_move)
    imagine(memory.states[1], seat, rng)
    moves = memory.moves[0]
    n = sift(memory.states[1], moves, legal_moves(memory.states[1], moves), memory.worth, WIDEST, memory.sieve)
    best, most = moves[0], -1e9
    for i in range(n):
        copy_row(memory.rows, 2, 1)
        apply(memory.states[2], moves[i])
        worth = worth_of(memory, settings, 0, memory.states[2], seat)
        if worth > most:
            best, most = moves[i], worth
    return best

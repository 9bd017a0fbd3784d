"""What of a position matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from ziggurat.games.amytis.material import MAX_TURNS, SEATS, STACK_HEIGHT, STACKS
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out the turns so far, what lies beneath, tiles and cards that are taken, and the order in which a player took the cards."""
    state.ply = 0
    state.turn = 0
    for turn in range(MAX_TURNS):
        state.tiles_built[turn] = 0
    for stack in range(STACKS):
        for place in range(int(state.left[stack]), STACK_HEIGHT):
            state.tiles[stack, place] = 0
    for place in range(int(state.drawn)):
        state.projects[place] = 0
    for seat in range(SEATS):
        sort_cards(state.boards[seat])


@kernel
def sort_cards(board):
    """Put the cards of a player in the order of their numbers, each with its mark."""
    count, validated = int(board.card_count), int(board.validated)
    for done in range(1, count):
        place = done
        while place > 0 and board.cards[place] < board.cards[place - 1]:
            board.cards[place], board.cards[place - 1] = board.cards[place - 1], board.cards[place]
            differ = ((validated >> place) ^ (validated >> (place - 1))) & 1
            validated ^= differ * ((1 << place) | (1 << (place - 1)))
            place -= 1
    board.validated = validated

"""What of a position with the expansion matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, SLOTS
from ziggurat.games.akropolis.position_key import forget_finder, forget_tiles, forget_turns, swap_with_last
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out what the game above leaves out, which single tiles lay at the slots, and how they were laid: `tops` holds what matters."""
    forget_turns(state)
    for slot in range(SLOTS):
        for i in range(AT_A_SLOT):
            state.singles[slot, i] = 0
    state.cards_are_chosen = 0
    for player in range(int(state.players)):
        sort_places(state.cities[player])
        forget_tiles(state, player)


@kernel
def sort_places(city):
    """Put the places of a city in the order of their cells."""
    forget_finder(city)
    for done in range(1, int(city.place_count)):
        place = done
        while place > 0 and city.cells[place] < city.cells[place - 1]:
            swap_with_last(city, place)
            city.tops[place], city.tops[place - 1] = city.tops[place - 1], city.tops[place]
            place -= 1

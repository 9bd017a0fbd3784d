"""What of a position with the expansion matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from ziggurat.games.akropolis.athena.material import AT_A_SLOT, MAX_TILES, SLOTS
from ziggurat.games.akropolis.position_key import sort_tiles
from ziggurat.games.akropolis.state import FINDER
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out what the game above leaves out, which single tiles lay at the slots, and how they were laid: `tops` holds what matters."""
    state.ply = 0
    state.turn = 0
    for place in range(int(state.drawn)):
        state.tiles[place] = 0
    for slot in range(SLOTS):
        for i in range(AT_A_SLOT):
            state.singles[slot, i] = 0
    state.cards_are_chosen = 0
    for player in range(int(state.players)):
        city = state.cities[player]
        sort_places(city)
        if player < int(state.seats):
            forget_tiles(city)
        else:
            sort_tiles(city)


@kernel
def sort_places(city):
    """Put the places of a city in the order of their cells; nothing is looked up in it any more."""
    for entry in range(FINDER):
        city.finder[entry] = 0
    for done in range(1, int(city.place_count)):
        place = done
        while place > 0 and city.cells[place] < city.cells[place - 1]:
            city.cells[place], city.cells[place - 1] = city.cells[place - 1], city.cells[place]
            city.kinds[place], city.kinds[place - 1] = city.kinds[place - 1], city.kinds[place]
            city.levels[place], city.levels[place - 1] = city.levels[place - 1], city.levels[place]
            city.tops[place], city.tops[place - 1] = city.tops[place - 1], city.tops[place]
            place -= 1


@kernel
def forget_tiles(city):
    """Leave out which tiles lie in a city, and where."""
    city.tile_count = 0
    for i in range(MAX_TILES):
        city.tiles[i] = 0
        city.spots[i] = 0

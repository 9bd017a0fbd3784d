"""What of a position matters for what can follow: the form in which positions with the same future are equal bytes."""

from __future__ import annotations

from ziggurat.games.akropolis.state import FINDER
from ziggurat.kernel import kernel


@kernel
def forget_past(state):
    """Leave out the turns so far, tiles that were laid out, which tile a hex belongs to, and the order in which a city was built.

    Whether a tile fits on others depends on the tiles below; that is already in `fits`.
    """
    forget_turns(state)
    for player in range(int(state.players)):
        sort_places(state.cities[player])
        forget_tiles(state, player)


@kernel
def forget_turns(state):
    """Leave out the turns so far, and the tiles that were laid out."""
    state.ply = 0
    state.turn = 0
    for place in range(int(state.drawn)):
        state.tiles[place] = 0


@kernel
def sort_places(city):
    """Put the places of a city in the order of their cells."""
    forget_finder(city)
    for done in range(1, int(city.place_count)):
        place = done
        while place > 0 and city.cells[place] < city.cells[place - 1]:
            swap_with_last(city, place)
            place -= 1


@kernel
def forget_finder(city):
    """Nothing is looked up in a city any more."""
    for entry in range(FINDER):
        city.finder[entry] = 0


@kernel
def swap_with_last(city, place):
    """A place of the list and the one before it change their places."""
    city.cells[place], city.cells[place - 1] = city.cells[place - 1], city.cells[place]
    city.kinds[place], city.kinds[place - 1] = city.kinds[place - 1], city.kinds[place]
    city.levels[place], city.levels[place - 1] = city.levels[place - 1], city.levels[place]


@kernel
def forget_tiles(state, player):
    """Leave out which tiles lie in a player's city, and where; of the illustrious architect's only their order (§9): which they are counts."""
    city = state.cities[player]
    if player >= int(state.seats):
        sort_tiles(city)
        return
    city.tile_count = 0
    for i in range(len(city.tiles)):
        city.tiles[i] = 0
        city.spots[i] = 0


@kernel
def sort_tiles(his):
    """§9  Put the tiles of the illustrious architect in the order of their numbers."""
    for done in range(1, int(his.tile_count)):
        place = done
        while place > 0 and his.tiles[place] < his.tiles[place - 1]:
            his.tiles[place], his.tiles[place - 1] = his.tiles[place - 1], his.tiles[place]
            place -= 1

"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Nothing in this game is known to one player and hidden from another, so all seats and the spectators see the same.
"""

from __future__ import annotations

from typing import Any

from ziggurat.games.akropolis.district import Place, Seen, sheet
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, COLOR_NAMES, HEXES, KIND_NAMES, STARTING_CELLS, STARTING_KINDS, TILE_COUNT, TILE_KINDS
from ziggurat.games.akropolis.moves import unwrapped
from ziggurat.games.akropolis.rules import is_over
from ziggurat.games.akropolis.scoring import architect_score
from ziggurat.games.akropolis.state import is_in_game
from ziggurat.geometry.hex import CORNERS, SIZE, TURNS
from ziggurat.kernel import kernel, shuffle

LIVE_SCORES = ("sheet",)
"""What a view tells of scores, beside `score` and `breakdown`: a table without live scores keeps it back."""


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """What everyone at the table sees."""
    players = int(state.players)
    stacks_left = (int(state.tile_total) - int(state.drawn)) // (players + 1)
    stacks = (int(state.tile_total) - players - 2) // (players + 1)
    seen = {
        "phase": "over" if is_over(state) else "place",
        "site": (site := state.site[: state.site_count].tolist()),
        "stacks_left": stacks_left,
        "round": stacks - stacks_left + 1,
        "rounds": stacks + 1,
        "chief": (stacks - stacks_left) % players,
        "reserve": int(state.reserve) if state.is_limited else None,
        "seats": [view_seat(state, owner) for owner in range(int(state.seats))],
    }
    his = architect(state) if state.seats == 1 else None
    seen["tiles"] = {str(tile): hexes_of(tile) for tile in site + (his["tiles"] if his else [])}
    return seen | ({"architect": his} if his else {})


def hexes_of(tile: int) -> list[str]:
    """The three hexes of a city tile, clockwise."""
    return [KIND_NAMES[kind] for kind in TILE_KINDS[tile].tolist()]


def view_seat(state: Any, seat: int) -> dict[str, Any]:
    """What lies before one player: stones, the visible hexes, and the score sheet told hex by hex."""
    city = state["cities"][seat]
    hexes = visible_hexes(city)
    seen: Seen = {(hex_["q"], hex_["r"]): (hex_["kind"], hex_["level"]) for hex_ in hexes}
    return {"stones": int(city["stones"]), "city": hexes, "sheet": sheet(seen, scoring_options(state))}


def visible_hexes(city: Any) -> list[dict[str, Any]]:
    """The visible hexes in the order in which their places were first built on; tile 0 is the starting tile. `below`: what they cover, from the ground up."""
    tiles, stacks = top_tiles(city), stacks_of(city)
    count, west, north = int(city["place_count"]), int(city["west"]), int(city["north"])
    rows = zip(city["cells"][:count].tolist(), city["kinds"][:count].tolist(), city["levels"][:count].tolist(), strict=True)
    return [
        {"q": q, "r": r, "kind": KIND_NAMES[kind], "level": level, "tile": tiles.get(cell, 0)}
        | ({"below": [KIND_NAMES[under] for under in stacks[cell][:-1]]} if level > 1 else {})
        for cell, kind, level in rows
        for q, r in (place_of_cell(cell, west, north),)
    ]


def place_of_cell(cell: int, west: int, north: int) -> Place:
    """Where a cell lies on the endless table, in a city that begins at these q and r."""
    return unwrapped(cell % SIZE, west), unwrapped(cell // SIZE, north)


def top_tiles(city: Any) -> dict[int, int]:
    """The tile that lies on top of each cell."""
    count = int(city["tile_count"])
    spots = zip(city["tiles"][:count].tolist(), city["spots"][:count].tolist(), strict=True)
    return {cell: tile for tile, spot in spots for cell in CORNERS[spot // TURNS].tolist()}


def stacks_of(city: Any) -> dict[int, list[int]]:
    """The kinds that lie on each cell, from the ground up."""
    stacks = {cell: [kind] for cell, kind in zip(STARTING_CELLS.tolist(), STARTING_KINDS.tolist(), strict=True)}
    count = int(city["tile_count"])
    for tile, spot in zip(city["tiles"][:count].tolist(), city["spots"][:count].tolist(), strict=True):
        triangle, turn = divmod(spot, TURNS)
        corners = CORNERS[triangle].tolist()
        for i, kind in enumerate(TILE_KINDS[tile].tolist()):
            stacks.setdefault(corners[(turn + i) % HEXES], []).append(kind)
    return stacks


def scoring_options(state: Any) -> dict[str, Any]:
    """The options that decide what counts."""
    return {
        "variants": [name for color, name in enumerate(COLOR_NAMES) if int(state.variants) >> color & 1],
        "house_group": "value" if state.house_by_value else "count",
        "barracks_edge": "outer" if state.edge_is_outer else "any",
        "lake": "region" if state.lake_is_region else "single",
    }


def architect(state: Any) -> dict[str, Any]:
    """§9  The illustrious architect: his name, stones, tiles in the order taken, and score."""
    his = state.cities[1]
    tiles = his.tiles[: his.tile_count].tolist()
    return {"name": ARCHITECT_NAMES[state.architect], "stones": int(his.stones), "tiles": tiles, "score": int(architect_score(state))}


def result(state: Any) -> dict[str, Any]:
    """What the result of a game holds beside scores, ranks and breakdown."""
    return {"architect": architect(state)} if state.seats == 1 else {}


def hide_log(state: Any, moves: list[str], movers: list[int], seat: int | None) -> list[str]:
    """The moves so far as a seat sees them: every move is public."""
    return list(moves)


@kernel
def imagine(state, seat, rng):
    """§8  Re-deal what nobody has seen: the tiles in the stacks.

    Only what is seen is read, so positions that look the same are imagined the same way by the same generator. Every tile of the game (§2.1) that
    was not laid out yet lies in a stack: the tiles left in the box are known.
    """
    drawn, total = int(state.drawn), int(state.tile_total)
    seen = 0
    for place in range(drawn):
        seen |= 1 << int(state.tiles[place])
    place = drawn
    for tile in range(1, TILE_COUNT + 1):
        if (seen >> tile) & 1 == 0 and is_in_game(state, tile):
            state.tiles[place] = tile
            place += 1
    shuffle(state.tiles[drawn:total], rng)


TOLD_APART = True  # with `outcome`, the moves from a position to another tell all of it that can be seen


@kernel
def outcome(state):
    """What chance showed with the last move, as a number: the site, if a stack was laid out; else 0."""
    count = int(state.site_count)
    if count != state.players + 2 or state.drawn == count:
        return 0
    seen = 1
    for slot in range(count):
        seen = (seen << 6) + int(state.site[slot])
    return seen

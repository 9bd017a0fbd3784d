"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Nothing in this game is known to one player and hidden from another, so all seats and the spectators see the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, get_args

import msgspec
import numpy as np
from msgspec import UNSET

from ziggurat.games.akropolis.material import (
    ARCHITECT_NAMES,
    COLORS,
    FIRST_PLAZA,
    HEXES,
    KIND_NAMES,
    MAX_PLACES,
    MAX_SITE,
    STARS,
    STARTING_HEXES,
    STARTING_KINDS,
    TILE_COUNT,
    TILE_KINDS,
    TILE_NAMES,
    Kind,
)
from ziggurat.games.akropolis.scoring import Reason, architect_score, read_verdict, reading_of, verdicts
from ziggurat.games.akropolis.state import CITY, find, is_in_game, unwrapped
from ziggurat.games.akropolis.types import Architect, ColorSheet, District, Hex, ReasonKey, ScoreSheet, SeatView, View
from ziggurat.geometry.hex import TURNS, corner_of
from ziggurat.kernel import kernel, shuffle
from ziggurat.view import Frame, Sheet

LIVE_SCORES = ("sheet",)
"""Fields of a seat that show scores, beside `score` and `breakdown`: a table without live scores leaves them out."""


def view(state: Any, seat: int | None, frame: Frame, sheets: list[Sheet]) -> View:
    """What everyone at the table sees."""
    out = np.zeros(TABLE_NUMBERS, np.int32)
    offered = write_table(state, out)
    reading, players, stacks, stacks_left, is_limited, reserve, *site = out.tolist()
    site, cities = site[:offered], state["cities"]
    his = architect(state) if len(sheets) == 1 else UNSET
    return View(
        *frame,
        "over" if frame.over else "place",
        site,
        *rounds_of(players, stacks, stacks_left),
        reserve if is_limited else None,
        [view_seat(cities[owner].tobytes(), reading, sheet) for owner, sheet in enumerate(sheets)],
        {str(tile): TILE_NAMES[tile] for tile in (site if his is UNSET else site + his.tiles)},
        his,
    )


def rounds_of(players: int, stacks: int, stacks_left: int) -> tuple[int, int, int, int]:
    """§4  The stacks that are left, the round, how many rounds there are, and who began this one."""
    return stacks_left, stacks - stacks_left + 1, stacks + 1, (stacks - stacks_left) % players


def view_seat(city: bytes, reading: int, sheet: Sheet) -> SeatView:
    """What lies before one player."""
    stones, hexes, score = city_in_words(city, reading)
    return SeatView(stones, hexes, score, *sheet)


TABLE_NUMBERS = 6 + MAX_SITE


@kernel
def write_table(state, out):
    """Write how the rules are read, the players, how many stacks there were and are, the reserve, and the site; returns how many tiles that has."""
    players, total = int(state.players), int(state.tile_total)
    out[0] = reading_of(state)
    out[1] = players
    out[2] = (total - players - 2) // (players + 1)
    out[3] = (total - int(state.drawn)) // (players + 1)
    out[4] = state.is_limited
    out[5] = state.reserve
    for slot in range(MAX_SITE):
        out[6 + slot] = state.site[slot]
    return int(state.site_count)


# --- A city -----------------------------------------------------------------------------------------------------------

Q, R, KIND, LEVEL, VERDICT, TILE, END = range(7)  # the columns of `write_city`
JudgedHex = tuple[int, int, int, int, int]
"""A visible hex: q, r, kind, level, and the verdict on it (`scoring.py`)."""
REASONS: tuple[ReasonKey, ...] = get_args(ReasonKey)
"""REASONS[reason - 1]: its key."""
NAMES_N = frozenset((Reason.HOUSE_COUNTS, Reason.HOUSE_DOUBLED, Reason.HOUSE_SMALL))
NAMES_SIDES = frozenset((Reason.BARRACKS_COUNT, Reason.BARRACKS_DOUBLED, Reason.TEMPLE_OPEN))
STARS_EACH: list[int] = STARS.tolist()


@lru_cache(maxsize=512)
def city_in_words(city: bytes, reading: int) -> tuple[int, list[Hex], ScoreSheet]:
    """The stones, the visible hexes and the score sheet of a city (a record as bytes). Cached: a move changes one city, and several people look at it."""
    rows, stacks = np.zeros((MAX_PLACES, END + 1), np.int32), np.zeros(MAX_PLACES, np.int32)
    record = np.frombuffer(city, CITY)
    count = write_city(record, 0, reading, rows, stacks)
    names, places = [KIND_NAMES[kind] for kind in stacks.tolist()], rows[:count].tolist()
    hexes = [Hex(q, r, KIND_NAMES[kind], level, tile, names[end - level : end - 1] if level > 1 else UNSET) for q, r, kind, level, _, tile, end in places]
    return int(record["stones"][0]), hexes, score_sheet([(q, r, kind, level, verdict) for q, r, kind, level, verdict, _, _ in places])


@kernel
def write_city(cities, at, reading, rows, stacks):
    """Write a row for each place of a city, in the order in which they were first built on; returns their number.

    A row has q and r, the visible hex and its level, the verdict on it, its tile (0 is the starting tile), and where its stack ends: `stacks` has the
    kinds that lie on the places, one place after the other, each from the ground up.
    """
    city = cities[at]
    verdicts(city, reading, rows[:, VERDICT])
    write_places(city, rows)
    for place in range(STARTING_HEXES):
        lay_hex(rows, stacks, place, 0, int(STARTING_KINDS[place]))
    for i in range(int(city.tile_count)):
        lay_tile(city, rows, stacks, int(city.tiles[i]), int(city.spots[i]))
    return int(city.place_count)


@kernel
def write_places(city, rows):
    """Write where each place of a city lies, what is visible there, its level, and where its stack begins."""
    begin = 0
    for place in range(int(city.place_count)):
        cell, level = int(city.cells[place]), int(city.levels[place])
        rows[place, Q] = unwrapped(cell, int(city.west))
        rows[place, R] = unwrapped(cell >> 6, int(city.north))
        rows[place, KIND] = city.kinds[place]
        rows[place, LEVEL] = level
        rows[place, END] = begin
        begin += level


@kernel
def lay_tile(city, rows, stacks, tile, spot):
    """The three hexes of a tile are the topmost of their places now."""
    triangle, turn = spot // TURNS, spot % TURNS
    for k in range(HEXES):
        lay_hex(rows, stacks, find(city, corner_of(triangle, (turn + k) % HEXES)), tile, int(TILE_KINDS[tile, k]))


@kernel
def lay_hex(rows, stacks, place, tile, kind):
    """A hex of a tile is the topmost of its place now."""
    stacks[rows[place, END]] = kind
    rows[place, TILE] = tile
    rows[place, END] += 1


def score_sheet(places: Iterable[JudgedHex]) -> ScoreSheet:
    """§6  For each colour its districts one by one, their value, the stars, and the points."""
    districts: list[list[District]] = [[] for _ in range(COLORS)]
    stars = [0] * COLORS
    for q, r, kind, level, verdict in places:
        if kind < COLORS:
            times, reason, number = read_verdict(verdict)
            n, sides = number if reason in NAMES_N else UNSET, number if reason in NAMES_SIDES else UNSET
            districts[kind].append(District(q, r, level, times > 0, times * level, REASONS[reason - 1], n, sides))
        elif kind > Kind.QUARRY:
            stars[kind - FIRST_PLAZA] += STARS_EACH[kind - FIRST_PLAZA]
    values = [sum([district.value for district in rows]) for rows in districts]
    return ScoreSheet(*(ColorSheet(rows, value, n, value * n) for rows, value, n in zip(districts, values, stars, strict=True)))


# --- §9  The illustrious architect --------------------------------------------------------------------------------------


def architect(state: Any) -> Architect:
    """§9  The illustrious architect: his name, stones, tiles in the order taken, and score."""
    his = state.cities[1]
    return Architect(ARCHITECT_NAMES[state.architect], int(his.stones), his.tiles[: his.tile_count].tolist(), int(architect_score(state)))


def result(state: Any) -> dict[str, Any]:
    """What the result of a game holds beside scores, ranks and breakdown."""
    return {"architect": msgspec.to_builtins(architect(state))} if state.seats == 1 else {}


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


BRANCHES_ON_CHANCE = True  # the moves played and their `outcome` determine all that can be seen of a position


@kernel
def outcome(state):
    """What chance showed with the last move, as a number: the site, if a stack was laid out; else 0.

    Alone (§9) the illustrious architect may have taken the first tile of that stack: it is the last of his, and one of four is missing. The number is then
    below 0: `frozen:2026-11` takes all such stacks for the same.
    """
    count = int(state.site_count)
    he_took_one = state.seats == 1 and count == state.players + 1
    if (count != state.players + 2 and not he_took_one) or state.drawn == state.players + 2:
        return 0
    seen = 1
    for slot in range(count):
        seen = (seen << 6) + int(state.site[slot])
    if he_took_one:
        his = state.cities[1]
        return -((seen << 6) + int(his.tiles[int(his.tile_count) - 1]))
    return seen

"""The second reading: a slow, plain referee and scorer for Akropolis.

Written from the rule text alone, without NumPy and without the package, so that it shares no blind spot with the engine.
A place is (q, r): flat-top axial coordinates, r grows to the south. A city is a dictionary from places to stacks, each stack a list of
(kind, tile number) from bottom to top; tile 0 is the starting tile.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Place = tuple[int, int]
Stack = list[tuple[str, int]]
Top = dict[Place, tuple[str, int]]  # what is seen from above: kind and level
Options = dict[str, Any]

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("akropolis.json").read_text(encoding="utf-8"))

COLORS = ["house", "market", "barracks", "temple", "garden"]
STARS: dict[str, int] = DATA["plaza_stars"]
TILES: dict[int, list[str]] = {tile["id"]: tile["hexes"] for tile in DATA["tiles"]}
PLAYERS_OF: dict[int, int] = {tile["id"]: tile["min_players"] for tile in DATA["tiles"]}
DIRECTIONS: list[Place] = [(q, r) for q, r in DATA["geometry"]["directions_clockwise"].values()]
STARTING_TILE = {(hex_["at"][0], hex_["at"][1]): hex_["type"] for hex_ in DATA["starting_tile"]["hexes"]}
CUBES: int = DATA["stones"]

DEFAULTS: Options = {
    "seats": 2,
    "architect": "hippodamos",
    "stones": "from_zero",
    "long_game": False,
    "variants": [],
    "house_group": "count",
    "barracks_edge": "any",
    "lake": "single",
    "stone_supply": "unlimited",
}


# -- Geometry -------------------------------------------------------------------------------------------------------------------


def neighbours(place: Place) -> list[Place]:
    """The six places that share an edge with this one, clockwise from the north."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def footprint(anchor: Place, rotation: int) -> list[Place]:
    """Where the three hexes of a tile lie."""
    around = neighbours(anchor)
    return [anchor, around[rotation], around[(rotation + 1) % 6]]


# -- Section 5 to 7: the score of what is seen from above -------------------------------------------------------------------------


def score_city(visible: Iterable[Sequence[Any]], stones: int = 0, options: Options | None = None) -> dict[str, int]:
    """Points of each colour, stones, total; `visible` lists [q, r, kind, level]."""
    chosen = {**DEFAULTS, **(options or {})}
    top: Top = {(q, r): (kind, level) for q, r, kind, level in visible}
    points = {color: value_of(color, top, chosen) * stars_of(color, top) for color in COLORS}
    return {**points, "stones": stones, "total": sum(points.values()) + stones}


def stars_of(color: str, top: Top) -> int:
    return sum(STARS[kind] for kind, _ in top.values() if kind == f"{color}_plaza")


def value_of(color: str, top: Top, options: Options) -> int:
    """The sum of the values of the valid districts, doubled where a variant says so."""
    doubled = color in options["variants"]
    districts = [place for place, (kind, _) in top.items() if kind == color]
    if color == "house":
        value = scoring_house_group(top, districts, options)
        return 2 * value if doubled and value >= 10 else value
    total = 0
    for place in districts:
        level = top[place][1]
        if color == "market" and any(kind_at(top, near) == "market" for near in neighbours(place)):
            continue
        if color == "barracks" and not open_sides(top, place, options):
            continue
        if color == "temple" and any(near not in top for near in neighbours(place)):
            continue
        total += 2 * level if doubled and is_doubled(color, top, place, options) else level
    return total


def kind_at(top: Top, place: Place) -> str | None:
    return top[place][0] if place in top else None


def is_doubled(color: str, top: Top, place: Place, options: Options) -> bool:
    """Section 7, for a valid district that is no house."""
    if color == "market":
        return any(kind_at(top, near) == "market_plaza" for near in neighbours(place))
    if color == "barracks":
        return len(open_sides(top, place, options)) in (3, 4)
    if color == "temple":
        return top[place][1] >= 2
    if options["lake"] == "region":
        return any(near not in top and not is_outside(top, near) for near in neighbours(place))
    return any(near not in top and all(further in top for further in neighbours(near)) for near in neighbours(place))


def scoring_house_group(top: Top, houses: list[Place], options: Options) -> int:
    """The value of the largest group of adjacent houses."""
    left, best = set(houses), (0, 0)
    while left:
        group, waiting = [], [left.pop()]
        while waiting:
            place = waiting.pop()
            group.append(place)
            near = [other for other in neighbours(place) if other in left]
            left.difference_update(near)
            waiting.extend(near)
        value = sum(top[place][1] for place in group)
        best = max(best, (len(group), value) if options["house_group"] == "count" else (value, value))
    return best[1]


def open_sides(top: Top, place: Place, options: Options) -> list[Place]:
    """The empty places beside a barracks that count as the edge of the city."""
    empty = [near for near in neighbours(place) if near not in top]
    return [near for near in empty if is_outside(top, near)] if options["barracks_edge"] == "outer" else empty


def is_outside(top: Top, start: Place) -> bool:
    """Whether one can walk from this empty place over empty places to beyond everything that is built."""
    low_q, high_q = min(q for q, _ in top), max(q for q, _ in top)
    low_r, high_r = min(r for _, r in top), max(r for _, r in top)
    seen, waiting = {start}, [start]
    while waiting:
        place = waiting.pop()
        if not (low_q <= place[0] <= high_q and low_r <= place[1] <= high_r):
            return True
        for near in neighbours(place):
            if near not in top and near not in seen:
                seen.add(near)
                waiting.append(near)
    return False


# -- Section 3: placing a tile ----------------------------------------------------------------------------------------------------


class City:
    """What one player has built."""

    def __init__(self) -> None:
        self.stacks: dict[Place, Stack] = {place: [(kind, 0)] for place, kind in STARTING_TILE.items()}

    def height(self, place: Place) -> int:
        return len(self.stacks.get(place, []))

    def why_not(self, places: list[Place]) -> str | None:
        """Why a tile cannot lie there, or None."""
        heights = {self.height(place) for place in places}
        if len(heights) > 1:
            return "heights differ"
        if heights == {0}:
            if not any(near in self.stacks for place in places for near in neighbours(place)):
                return "touches nothing"
            return None
        if len({self.stacks[place][-1][1] for place in places}) == 1:
            return "only one tile below"
        return None

    def put(self, tile: int, places: list[Place]) -> int:
        """Lay the tile there; returns how many quarries it covers."""
        quarries = sum(self.height(place) > 0 and self.stacks[place][-1][0] == "quarry" for place in places)
        for place, kind in zip(places, TILES[tile], strict=True):
            self.stacks.setdefault(place, []).append((kind, tile))
        return quarries

    def placements(self) -> list[tuple[Place, int]]:
        """Every anchor and rotation where a tile can lie."""
        near = {near for place in self.stacks for near in neighbours(place)} | set(self.stacks)
        anchors = {further for place in near for further in neighbours(place)} | near
        return [(anchor, turn) for anchor in sorted(anchors) for turn in range(6) if self.why_not(footprint(anchor, turn)) is None]

    def visible(self) -> list[list[Any]]:
        return [[q, r, stack[-1][0], len(stack)] for (q, r), stack in self.stacks.items()]


# -- Sections 2 to 4, 6 and 9: the whole game -------------------------------------------------------------------------------------


def tiles_for(players: int, long_game: bool) -> list[int]:
    return [tile for tile in TILES if long_game or PLAYERS_OF[tile] <= players]


def shuffled_deal(rng: random.Random, options: Options) -> dict[str, Any]:
    chosen = {**DEFAULTS, **options}
    tiles = tiles_for(max(2, chosen["seats"]), chosen["long_game"])
    rng.shuffle(tiles)
    return {"tiles": tiles}


def order_of_finish(points: Sequence[int], stones: Sequence[int]) -> list[int]:
    """Ranks: 1 + how many are strictly better; equal points go to more stones."""
    keys = list(zip(points, stones, strict=True))
    return [1 + sum(other > key for other in keys) for key in keys]


def architect_takes(has_plaza: Sequence[bool], stones: int) -> int:
    """The position of the site from which the illustrious architect takes his tile."""
    affordable = [slot for slot, plaza in enumerate(has_plaza) if plaza and slot <= stones]
    return affordable[0] if affordable else 0


def architect_score(name: str, hexes: dict[str, int], stones: int, variants: Sequence[str] = ()) -> int:
    """Section 9: no placement conditions; `hexes` counts his hexes of each kind, the starting tile included."""
    level = 2 if name == "callicrates" else 1
    total = stones + (2 * hexes.get("quarry", 0) if name == "metagenes" else 0)
    for color in COLORS:
        number, plazas = hexes.get(color, 0), hexes.get(f"{color}_plaza", 0)
        value = number * level
        if color in variants:
            if color in ("barracks", "garden") or (color == "house" and value >= 10) or (color == "temple" and name == "callicrates"):
                value *= 2
            elif color == "market":
                value += min(number, 3 * plazas) * level
        total += value * plazas * STARS[f"{color}_plaza"]
    return total


class PlainGame:
    """A game from its deal and its moves."""

    def __init__(self, deal: dict[str, Any], options: Options | None = None) -> None:
        self.options = {**DEFAULTS, **(options or {})}
        self.seats: int = self.options["seats"]
        self.is_solo = self.seats == 1
        self.players = 2 if self.is_solo else self.seats
        tiles = list(deal["tiles"])
        assert sorted(tiles) == tiles_for(self.players, self.options["long_game"])
        self.site = tiles[: self.players + 2]
        rest = tiles[self.players + 2 :]
        size = self.players + 1
        self.stacks = [rest[i : i + size] for i in range(0, len(rest), size)]
        assert all(len(stack) == size for stack in self.stacks)
        first = 1 if self.options["stones"] == "from_one" or self.is_solo else 0
        self.stones = [first + seat for seat in range(self.players)]
        self.reserve = CUBES - sum(self.stones)
        self.cities = [City() for _ in range(self.seats)]
        self.architect_tiles: list[int] = []
        self.to_move = 0
        self.chief = 0
        self.over = False
        self.log: list[str] = []

    def legal(self) -> list[str]:
        """The legal moves as text, sorted."""
        if self.over:
            return []
        slots = range(min(len(self.site), self.stones[self.to_move] + 1))
        spots = self.cities[self.to_move].placements()
        return sorted(f"{slot}:{q},{r}/{turn}" for slot in slots for (q, r), turn in spots)

    def push(self, text: str) -> None:
        match = re.fullmatch(r"(\d):(-?\d+),(-?\d+)/([0-5])", text)
        assert match is not None and not self.over, text
        slot, q, r, turn = (int(part) for part in match.groups())
        seat = self.to_move
        assert slot < len(self.site) and slot <= self.stones[seat], text
        places = footprint((q, r), turn)
        reason = self.cities[seat].why_not(places)
        assert reason is None, f"{text}: {reason}"
        self.pay(seat, slot)
        tile = self.site.pop(slot)
        quarries = self.cities[seat].put(tile, places)
        if self.options["stone_supply"] == "forty":
            quarries = min(quarries, self.reserve)
        self.stones[seat] += quarries
        self.reserve -= quarries
        self.log.append(text)
        self.end_turn()
        if self.is_solo and not self.over:
            self.architect_turn()

    def pay(self, seat: int, price: int) -> None:
        """To the reserve; what the player of a solo game pays goes to the architect."""
        self.stones[seat] -= price
        if self.is_solo and seat == 0:
            self.stones[1] += price
        else:
            self.reserve += price

    def architect_turn(self) -> None:
        has_plaza = [any(kind.endswith("_plaza") for kind in TILES[tile]) for tile in self.site]
        slot = architect_takes(has_plaza, self.stones[1])
        self.pay(1, slot)
        self.architect_tiles.append(self.site.pop(slot))
        self.end_turn()

    def end_turn(self) -> None:
        self.to_move = (self.to_move + 1) % self.players
        if len(self.site) > 1:
            return
        if not self.stacks:
            self.over = True
            return
        self.site += self.stacks.pop(0)
        self.chief = (self.chief + 1) % self.players

    def breakdown(self) -> list[dict[str, int]]:
        """Points by colour and stones for each seat, as if the game ended now."""
        cards = [score_city(city.visible(), self.stones[seat], self.options) for seat, city in enumerate(self.cities)]
        return [{line: points for line, points in card.items() if line != "total"} for card in cards]

    def scores(self) -> list[int]:
        return [sum(card.values()) for card in self.breakdown()]

    def architect(self) -> dict[str, Any]:
        """The illustrious architect's stones, tiles and score."""
        hexes: dict[str, int] = {}
        for kind in [*STARTING_TILE.values(), *(kind for tile in self.architect_tiles for kind in TILES[tile])]:
            hexes[kind] = hexes.get(kind, 0) + 1
        score = architect_score(self.options["architect"], hexes, self.stones[1], self.options["variants"])
        return {"stones": self.stones[1], "tiles": list(self.architect_tiles), "score": score}

    def ranks(self) -> list[int]:
        if self.is_solo:
            won = (self.scores()[0], self.stones[0]) > (self.architect()["score"], self.stones[1])
            return [1 if won else 2]
        return order_of_finish(self.scores(), self.stones)

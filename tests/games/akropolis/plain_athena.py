"""The second reading of the Athena expansion: a slow, plain referee and scorer, written from the rule text alone.

A visible hex is a list of six kinds, one for each of its sides; a hex of one kind shows it on all six. Stacks hold (sides, tile number) from bottom to top.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from reading import second_reading

base = second_reading("akropolis")
DATA: dict[str, Any] = json.loads(Path(__file__).with_name("athena.json").read_text(encoding="utf-8"))
CARDS: list[str] = [card["name"] for card in DATA["cards"]]
SINGLES: dict[int, list[str]] = {int(number): kinds for number, kinds in DATA["singles"].items()}

Place = tuple[int, int]
Sides = list[str]
Top = dict[Place, tuple[Sides, int]]  # what is seen from above: its sides and its level
Options = dict[str, Any]

DEFAULTS: Options = {
    **base.DEFAULTS,
    "athena_cards": "random",
    "athena_blank": "any",
    "athena_open_center": False,
    "athena_layout": "contains",
    "athena_separate": "apart",
    "athena_pantheon": "any_side",
    "athena_stairs": "descending",
    "athena_main_street": "any_order",
    "athena_barracks_variant": "three_or_more",
    "athena_architect_statue": True,
    "athena_architect_pick": "player",
}


def step(place: Place, side: int) -> Place:
    """The place across a side."""
    found: Place = base.neighbours(place)[side % 6]
    return found


def sides_of(kinds: list[str], rotation: int) -> Sides:
    """Section 10.4: the first kind owns the sides K, K + 1 and K + 2, the second the other three."""
    return [kinds[0] if len(kinds) == 1 or (side - rotation) % 6 < 3 else kinds[1] for side in range(6)]


def seen(visible: list[list[Any]]) -> Top:
    """Visible hexes as the examples write them: [q, r, kind, level], or with two kinds [q, r, "a/b", level, K]."""
    return {(hex_[0], hex_[1]): (sides_of(hex_[2].split("/"), hex_[4] if len(hex_) > 4 else 0), hex_[3]) for hex_ in visible}


def districts(top: Top, color: str) -> list[Place]:
    return [place for place, (sides, _) in top.items() if color in sides]


def owned(top: Top, place: Place, kind: str) -> list[int]:
    """The sides that a kind owns."""
    return [side for side in range(6) if top[place][0][side] == kind]


def meets(top: Top, place: Place, side: int) -> str | None:
    """What the place across a side shows towards this one."""
    other = step(place, side)
    return top[other][0][(side + 3) % 6] if other in top else None


def touching(top: Top, place: Place, kind: str) -> list[str | None]:
    """What lies against the sides that a kind owns."""
    return [meets(top, place, side) for side in owned(top, place, kind)]


def across(top: Top, place: Place, kind: str) -> list[Place]:
    return [step(place, side) for side in owned(top, place, kind)]


# -- Section 10.8: the cards ------------------------------------------------------------------------------------------------------


def is_closed(top: Top, place: Place, kind: str, options: Options) -> bool:
    around = across(top, place, kind)
    if any(near not in top for near in around):
        return False
    return options["athena_blank"] == "any" or all(top[near][0][0] != "quarry" for near in around)


def may_be_center(top: Top, place: Place, options: Options) -> bool:
    return options["athena_blank"] == "any" or top[place][0][0] in base.COLORS


def housing(top: Top, options: Options) -> bool:
    return any(may_be_center(top, p, options) and all(meets(top, p, d) == "house" for d in range(6)) for p in top)


def district_center(top: Top, options: Options) -> bool:
    for p in districts(top, "house_plaza"):
        around = [step(p, d) for d in range(6)]
        if all(n in top and top[n][1] > top[p][1] for n in around) and (options["athena_blank"] == "any" or all(top[n][0][0] != "quarry" for n in around)):
            return True
    return False


def city_market(top: Top, options: Options) -> bool:
    centers = [p for p in top if may_be_center(top, p, options)]
    if options["athena_open_center"]:
        centers += [step(p, d) for p in top for d in range(6) if step(p, d) not in top]
    for p in centers:
        markets = {d for d in range(6) if meets(top, p, d) == "market"}
        for wanted in ({0, 2, 4}, {1, 3, 5}):
            if markets == wanted or (markets >= wanted and options["athena_layout"] == "contains"):
                return True
    return False


def distance(a: Place, b: Place) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def storehouses(top: Top, options: Options) -> bool:
    closed = [p for p in districts(top, "market") if is_closed(top, p, "market", options)]
    least = {"apart": 2, "any": 1, "rings": 3}[options["athena_separate"]]
    return any(distance(a, b) >= least for a in closed for b in closed if a != b)


def rampart(top: Top) -> bool:
    for p in districts(top, "barracks"):
        for d in range(6):
            middle = step(p, d)
            if top[p][0][d] == "barracks" and meets(top, p, d) == "barracks" and top[middle][0][d] == "barracks" and meets(top, middle, d) == "barracks":
                return True
    return False


def fortress(top: Top, options: Options) -> bool:
    for p in districts(top, "barracks_plaza"):
        for d in range(6):
            is_pair = meets(top, p, d) == "barracks" and meets(top, p, d + 2) == "barracks"
            if is_pair and (options["athena_layout"] == "contains" or meets(top, p, d + 1) != "barracks"):
                return True
    return False


def touch(top: Top, a: Place, b: Place, kind: str) -> bool:
    return any(step(a, d) == b and meets(top, a, d) == kind for d in owned(top, a, kind))


def sanctuary(top: Top) -> bool:
    temples = districts(top, "temple")
    return any(touch(top, a, b, "temple") and touch(top, b, c, "temple") and touch(top, c, a, "temple") for a in temples for b in temples for c in temples)


def pantheon(top: Top, options: Options) -> bool:
    for p in districts(top, "temple"):
        plazas = {d for d in range(6) if (meets(top, p, d) or "").endswith("_plaza")}
        if options["athena_pantheon"] == "own_side":
            plazas &= set(owned(top, p, "temple"))
        if plazas >= {0, 2, 4} or plazas >= {1, 3, 5}:
            return True
    return False


def pilgrims_stairs(top: Top, options: Options) -> bool:
    for p in districts(top, "temple_plaza"):
        for d in range(6):
            near, far = step(p, d), step(step(p, d), d)
            if near in top and far in top:
                drops = (top[p][1] - top[near][1], top[near][1] - top[far][1])
                if drops == (1, 1) or (min(drops) > 0 and options["athena_stairs"] == "descending"):
                    return True
    return False


def hanging_gardens(top: Top) -> bool:
    gardens = districts(top, "garden")
    return any(touch(top, a, b, "garden") and top[a][1] != top[b][1] for a in gardens for b in gardens)


def main_street(top: Top, options: Options) -> bool:
    for p in top:
        for d in range(6):
            line = [p]
            while len(line) < 5:
                line.append(step(line[-1], d))
            if any(place not in top for place in line):
                continue
            ahead, back = [top[place][0][d] for place in line], [top[place][0][(d + 3) % 6] for place in line]
            if ahead[1:4] != back[1:4]:
                continue
            colors = [*ahead[:4], back[4]]
            if sorted(colors) == sorted(base.COLORS) and options["athena_main_street"] == "any_order":
                return True
            if colors in (DATA["printed_main_street"], DATA["printed_main_street"][::-1]):
                return True
    return False


def fulfilled(top: Top, stones: int, options: Options | None = None) -> list[str]:
    """The cards that a city fulfils, in their order."""
    chosen = {**DEFAULTS, **(options or {})}

    def high(color: str) -> int:
        return sum(top[place][1] >= 2 for place in districts(top, color))

    answers = {
        "housing": housing(top, chosen),
        "villa": high("house") >= 4,
        "district_center": district_center(top, chosen),
        "city_market": city_market(top, chosen),
        "storehouses": storehouses(top, chosen),
        "luxury_goods": any(top[place][1] >= 3 for place in districts(top, "market_plaza")),
        "rampart": rampart(top),
        "guard_tower": high("barracks") >= 2,
        "fortress": fortress(top, chosen),
        "sanctuary": sanctuary(top),
        "pantheon": pantheon(top, chosen),
        "pilgrims_stairs": pilgrims_stairs(top, chosen),
        "oasis": any(is_closed(top, place, "garden", chosen) for place in districts(top, "garden")),
        "hanging_gardens": hanging_gardens(top),
        "parkland": any("garden_plaza" in touching(top, place, "garden") for place in districts(top, "garden")),
        "main_street": main_street(top, chosen),
        "quarry_mine": stones >= 8,
        "agora": all(districts(top, f"{color}_plaza") for color in base.COLORS),
    }
    return [card for card in CARDS if answers[card]]


# -- Sections 10.6 and 10.7: the score ----------------------------------------------------------------------------------------------


def score_city(top: Top, stones: int, options: Options | None = None, parts: int = 0) -> dict[str, int]:
    chosen = {**DEFAULTS, **(options or {})}
    points = {}
    for color in base.COLORS:
        stars = sum(base.STARS[f"{color}_plaza"] for _ in districts(top, f"{color}_plaza"))
        points[color] = stars * value_of(top, color, chosen)
    stone_points = stones * (5 if parts == 4 else 1)
    return {**points, "stones": stone_points, "total": sum(points.values()) + stone_points}


def value_of(top: Top, color: str, options: Options) -> int:
    doubles = color in options["variants"]
    if color == "house":
        value = house_value(top, options)
        return 2 * value if doubles and value >= 10 else value
    outline = {place: ("any", level) for place, (_, level) in top.items()}
    total = 0
    for place in districts(top, color):
        near, level = across(top, place, color), top[place][1]
        empty = [other for other in near if other not in top]
        if color == "market":
            counts, double = "market" not in touching(top, place, color), "market_plaza" in touching(top, place, color)
        elif color == "barracks":
            if options["barracks_edge"] == "outer":
                empty = [other for other in empty if base.is_outside(outline, other)]
            counts, double = bool(empty), len(empty) >= 3 and (options["athena_barracks_variant"] == "three_or_more" or len(empty) <= 4)
        elif color == "temple":
            counts, double = not empty, level >= 2
        else:
            counts, double = True, any(is_lake(outline, other, options) for other in empty)
        total += level * counts * (2 if doubles and double else 1)
    return total


def is_lake(outline: dict[Place, Any], place: Place, options: Options) -> bool:
    if options["lake"] == "region":
        return not base.is_outside(outline, place)
    return all(near in outline for near in base.neighbours(place))


def house_value(top: Top, options: Options) -> int:
    left, best = districts(top, "house"), (0, 0)
    while left:
        group = [left.pop()]
        for place in group:
            for other in [each for each in left if touch(top, place, each, "house")]:
                left.remove(other)
                group.append(other)
        value = sum(top[place][1] for place in group)
        best = max(best, (len(group), value) if options["house_group"] == "count" else (value, value))
    return best[1]


def architect_score(name: str, tiles: list[int], stones: int, variants: list[str], parts: int) -> int:
    """Section 10.9: his city tiles, single tiles and the starting tile; a two-colour tile is a district of each colour."""
    hexes: dict[str, int] = {}
    for kind in [*base.STARTING_TILE.values(), *(kind for tile in tiles for kind in (base.TILES.get(tile) or SINGLES[tile]))]:
        hexes[kind] = hexes.get(kind, 0) + 1
    score: int = base.architect_score(name, hexes, stones, variants)
    return score + (4 * stones if parts == 4 else 0)


def class_of(tile: int) -> int:
    """The class that the architect likes best first: plaza, two colours, district."""
    kinds = SINGLES[tile]
    return 0 if kinds[0].endswith("_plaza") else 1 if len(kinds) == 2 else 2


def architect_may_get(offer: list[int]) -> list[int]:
    return [tile for tile in offer if class_of(tile) == min(map(class_of, offer))]


# -- Sections 10.2 to 10.4 and 10.9: the whole game -----------------------------------------------------------------------------------


class City:
    """What one player has built."""

    def __init__(self) -> None:
        self.stacks: dict[Place, list[tuple[Sides, int]]] = {place: [([kind] * 6, 0)] for place, kind in base.STARTING_TILE.items()}

    def top(self) -> Top:
        return {place: (stack[-1][0], len(stack)) for place, stack in self.stacks.items()}

    def tile_fits(self, places: list[Place]) -> bool:
        heights = {len(self.stacks.get(place, [])) for place in places}
        if heights == {0}:
            return any(near in self.stacks for place in places for near in base.neighbours(place))
        return len(heights) == 1 and len({self.stacks[place][-1][1] for place in places}) > 1

    def single_fits(self, place: Place) -> bool:
        if place in self.stacks:
            return self.stacks[place][-1][1] not in SINGLES
        return any(near in self.stacks for near in base.neighbours(place))

    def put(self, hexes: list[tuple[Place, Sides]], tile: int) -> int:
        """Lay hexes; returns how many quarries they cover."""
        quarries = sum(place in self.stacks and self.stacks[place][-1][0][0] == "quarry" for place, _ in hexes)
        for place, sides in hexes:
            self.stacks.setdefault(place, []).append((sides, tile))
        return quarries

    def put_tile(self, tile: int, place: Place, rotation: int) -> int:
        if tile in SINGLES:
            return self.put([(place, sides_of(SINGLES[tile], rotation))], tile)
        return self.put([(at, [kind] * 6) for at, kind in zip(base.footprint(place, rotation), base.TILES[tile], strict=True)], tile)

    def near(self) -> set[Place]:
        return {near for place in self.stacks for near in base.neighbours(place)} | set(self.stacks)


class PlainGame:
    """A game with the expansion, from its deal and its moves."""

    def __init__(self, deal: dict[str, Any], options: Options | None = None) -> None:
        self.options = {**DEFAULTS, **(options or {})}
        self.seats: int = self.options["seats"]
        self.players = max(2, self.seats)
        tiles = list(deal["tiles"])
        self.site, self.rest = tiles[: self.players + 2], tiles[self.players + 2 :]
        first = 1 if self.options["stones"] == "from_one" or self.seats == 1 else 0
        self.stones = [first + player for player in range(self.players)]
        self.reserve = base.CUBES - sum(self.stones)
        self.cities = [City() for _ in range(self.seats)]
        self.cards = [CARDS[number - 1] for number in deal["cards"]]
        self.offers = [list(row) for row in deal["singles"]]
        self.parts: list[set[int]] = [set() for _ in range(self.players)]
        self.his_tiles: list[int] = []
        self.to_move, self.looking, self.over = 0, False, False

    def open_slots(self) -> list[int]:
        city = self.cities[self.to_move]
        now = fulfilled(city.top(), self.stones[self.to_move], self.options)
        return [slot for slot in range(4) if slot not in self.parts[self.to_move] and self.cards[slot] in now]

    def legal(self) -> list[str]:
        """The legal moves as text, sorted."""
        if self.over:
            return []
        city = self.cities[self.to_move]
        if self.looking:
            places = [place for place in city.near() if city.single_fits(place)]
            ways = [way for slot in self.open_slots() for way in self.ways(slot)]
            return sorted(["stop", *(f"{start}@{q},{r}/{turn}{end}" for start, turns, end in ways for q, r in places for turn in range(turns))])
        anchors = {further for place in city.near() for further in base.neighbours(place)} | city.near()
        spots = [(place, turn) for place in anchors for turn in range(6) if city.tile_fits(base.footprint(place, turn))]
        slots = range(min(len(self.site), self.stones[self.to_move] + 1))
        return sorted(f"{slot}:{q},{r}/{turn}" for slot in slots for (q, r), turn in spots)

    def ways(self, slot: int) -> list[tuple[str, int, str]]:
        """Which tiles can be taken: the text before the place, the number of rotations, the text behind."""
        offer = self.offers[slot]
        if self.seats > 1:
            return [(f"+{slot + 1}.{tile}", 6 if len(SINGLES[tile]) == 2 else 1, "") for tile in faces(offer)]
        gifts = faces(architect_may_get(offer))
        if self.options["athena_architect_pick"] == "first":
            gifts = gifts[:1]
        return [
            (f"+{slot + 1}.{tile}", 6 if len(SINGLES[tile]) == 2 else 1, f"!{gift}")
            for gift in gifts
            for tile in faces([other for other in offer if other != gift])
        ]

    def push(self, text: str, legal: list[str] | None = None) -> None:
        """Play a move; `legal` are the legal moves, where they are known already."""
        assert text in (legal or self.legal()), text
        seat = self.to_move
        if text == "stop":
            self.looking = False
        elif text.startswith("+"):
            match = re.fullmatch(r"\+(\d)\.(\d+)@(-?\d+),(-?\d+)/(\d)(?:!(\d+))?", text)
            assert match is not None
            slot, tile, q, r, turn, gift = (int(part or 0) for part in match.groups())
            self.complete(seat, slot - 1, tile, (q, r), turn, gift)
        else:
            slot, q, r, turn = (int(part) for part in re.split("[:,/]", text))
            self.pay(seat, slot)
            self.gain(seat, self.cities[seat].put_tile(self.site.pop(slot), (q, r), turn))
            self.looking = True
        if not self.looking or not self.open_slots():
            self.looking = False
            self.end_turn()
            if self.seats == 1 and not self.over:
                self.architect_turn()

    def complete(self, seat: int, slot: int, tile: int, place: Place, turn: int, gift: int) -> None:
        self.parts[seat].add(slot)
        if gift:
            self.offers[slot].remove(gift)
            self.his_tiles.append(gift)
            if self.options["athena_architect_statue"]:
                self.parts[1].add(slot)
        self.offers[slot].remove(tile)
        self.gain(seat, self.cities[seat].put_tile(tile, place, turn))

    def pay(self, player: int, price: int) -> None:
        self.stones[player] -= price
        if self.seats == 1 and player == 0:
            self.stones[1] += price
        else:
            self.reserve += price

    def gain(self, seat: int, quarries: int) -> None:
        if self.options["stone_supply"] == "forty":
            quarries = min(quarries, self.reserve)
        self.stones[seat] += quarries
        self.reserve -= quarries

    def architect_turn(self) -> None:
        has_plaza = [any(kind.endswith("_plaza") for kind in base.TILES[tile]) for tile in self.site]
        slot = base.architect_takes(has_plaza, self.stones[1])
        self.pay(1, slot)
        self.his_tiles.append(self.site.pop(slot))
        self.end_turn()

    def end_turn(self) -> None:
        self.to_move = 0 if self.seats == 1 else (self.to_move + 1) % self.players
        if len(self.site) == 1:
            self.over = not self.rest
            self.site += self.rest[: self.players + 1]
            self.rest = self.rest[self.players + 1 :]

    def breakdown(self) -> list[dict[str, int]]:
        cards = [score_city(city.top(), self.stones[seat], self.options, len(self.parts[seat])) for seat, city in enumerate(self.cities)]
        return [{line: points for line, points in card.items() if line != "total"} for card in cards]

    def architect(self) -> int:
        return architect_score(self.options["architect"], self.his_tiles, self.stones[1], self.options["variants"], len(self.parts[1]))

    def ranks(self) -> list[int]:
        scores = [sum(card.values()) for card in self.breakdown()]
        if self.seats == 1:
            return [1 if (scores[0], self.stones[0]) > (self.architect(), self.stones[1]) else 2]
        ranks: list[int] = base.order_of_finish(scores, self.stones)
        return ranks


def faces(tiles: list[int]) -> list[int]:
    """Of tiles that show the same, the one that lies first."""
    return [tile for place, tile in enumerate(tiles) if SINGLES[tile] not in [SINGLES[other] for other in tiles[:place]]]


def shuffled_deal(rng: random.Random, options: Options) -> dict[str, Any]:
    singles = list(SINGLES)
    rng.shuffle(singles)
    cards = rng.sample(range(1, 19), 4) if options.get("athena_cards", "random") == "random" else [1 + CARDS.index(name) for name in options["athena_cards"]]
    return {**base.shuffled_deal(rng, options), "cards": cards, "singles": [singles[4 * slot : 4 * slot + 4] for slot in range(4)]}

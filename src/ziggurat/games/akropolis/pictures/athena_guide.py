"""The pictures of the rule page about Athena: the cards, the single tiles, cities with them, the statue. What counts is judged by the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

from ziggurat.drawing.guide_picture import Draw, Drawn
from ziggurat.drawing.isometric import num
from ziggurat.drawing.shapes import box, group, wrap, write
from ziggurat.games.akropolis.athena.material import ALL_TILE_NAMES, CARD_NAMES, SLOTS, STATUE_POINTS
from ziggurat.games.akropolis.athena.score_typed_in import City, TypedHex, judged_sheet, read_sides
from ziggurat.games.akropolis.material import ColorName
from ziggurat.games.akropolis.pictures.cards import pattern_picture, statue
from ziggurat.games.akropolis.pictures.city import defs, look_of
from ziggurat.games.akropolis.pictures.guide_city import bare_city, picture_of_seat, seat_with
from ziggurat.games.akropolis.pictures.layout import STOREY, camera
from ziggurat.games.akropolis.types import Hex, SeatView

DEFAULT_READING = 0


class Shown(NamedTuple):
    """A city of the page, and the colours whose districts are judged in its picture."""

    hexes: list[Hex]
    judged: tuple[ColorName, ...] = ()


def read_hexes(text: str) -> list[Hex]:
    """A city written in short: `house1@0,0 barracks/temple:3.2@1,-1` is a house, and a two-colour hex with rotation 3 on level 2."""
    hexes = []
    for part in text.split():
        hex_, _, place = part.partition("@")
        q, _, r = place.partition(",")
        kinds, level = hex_[:-1], int(hex_[-1])
        first, _, rest = kinds.partition("/")
        if not rest:
            hexes.append(Hex(int(q), int(r), first, level, 0))  # type: ignore[arg-type]
            continue
        second, _, rotation = rest.rstrip(".").partition(":")
        hexes.append(Hex(int(q), int(r), first, level, 0, second=second, rotation=int(rotation)))  # type: ignore[arg-type]
    return hexes


START = "house_plaza1@0,0 quarry1@0,-1 quarry1@1,0 quarry1@-1,1"
CITIES: dict[str, Shown] = {
    "single_ground": Shown(read_hexes(f"{START} quarry1@1,-1 market1@1,-2 barracks1@2,-2 garden1@0,1")),  # a garden in the south
    "single_higher": Shown(read_hexes("house_plaza1@0,0 quarry1@0,-1 temple/garden:1.2@1,0 quarry1@-1,1 quarry1@1,-1 market1@1,-2 barracks1@2,-2")),
    "halves": Shown(read_hexes("barracks/temple:0.2@0,0 barracks_plaza1@0,1 temple_plaza1@-1,1 quarry1@-1,0"), ("barracks", "temple")),
    "backs": Shown(read_hexes("house/market:1.1@0,0 market/garden:1.1@1,0 house1@0,1 house_plaza1@-1,1 market_plaza1@-1,0"), ("market",)),
}
SINGLES = (68, 75, 89)  # one of each class


def seat_of(hexes: list[Hex]) -> SeatView:
    """A seat of a view: the city, and its score sheet by the rules."""
    city = City()
    for index, hex_ in enumerate(hexes):
        kinds = hex_.kind if not isinstance(hex_.second, str) else f"{hex_.kind}/{hex_.second}"
        rotation = hex_.rotation if isinstance(hex_.rotation, int) else 0
        city.sides[hex_.q, hex_.r] = read_sides(index, TypedHex(hex_.q, hex_.r, kinds, hex_.level, rotation))
        city.levels[hex_.q, hex_.r] = hex_.level
    return seat_with(hexes, judged_sheet(city, DEFAULT_READING), 0)


def city_picture(key: str) -> Draw:
    """One of the cities as solids."""

    def draw(theme: str, language: str, name: str) -> Drawn:
        return bare_city(picture_of_seat(seat_of(CITIES[key].hexes), theme, language, name), CITIES[key].judged)

    return draw


def draw_cards(theme: str, language: str, name: str) -> Drawn:
    """The eighteen cards, three in a row: a picture, the name, and what the card asks for."""
    picture = picture_of_seat(seat_of([]), theme, language, name)
    width, height, out = 272.0, 112.0, ""
    for number, card in enumerate(CARD_NAMES):
        x, y = number % 3 * (width + 8), number // 3 * (height + 8)
        shown = box(x, y, width, height, 12, picture.theme.panel, picture.theme.line) + pattern_picture(picture, card, x + 8, y + 10, 78, height - 20, 15)
        shown += write(x + 96, y + 26, picture.w(f"card.{card}"), picture.theme.ink, 14.5, weight=600)
        for line, text in enumerate(wrap(picture.w(f"card.{card}.about"), width - 126, 12.5)):
            shown += write(x + 96, y + 43 + 14.5 * line, text, picture.theme.soft, 12.5)
        out += group(shown, data_tip="about.card")
    return Drawn(out, -2, -2, 3 * width + 20, 6 * height + 44, scene={"cards": CARD_NAMES})


def draw_singles(theme: str, language: str, name: str) -> Drawn:
    """A single tile of each class: two colours, a district, a plaza."""
    hexes = [single_hex(tile) for tile in SINGLES]
    picture = picture_of_seat(seat_of([]), theme, language, name)
    cam, out, step = camera(picture.theme), "", 176.0
    for place, hex_ in enumerate(hexes):
        look = look_of(hex_)
        drawn = picture.use("drum1", (0, 0)) + picture.use(f"lid-{look}", cam.at(0, 0, STOREY)) + picture.use(look, cam.at(0, 0, STOREY))
        out += group(drawn, transform=f"translate({num(place * step)} 0)", data_tip="about.single")
    scene = {"singles": [ALL_TILE_NAMES[tile] for tile in SINGLES]}
    return Drawn(out, -84, -86, 2 * step + 168, 152, defs(picture, {hex_.kind for hex_ in hexes}, {1}, hexes), scene)


def single_hex(tile: int) -> Hex:
    """A single tile as a hex of its own."""
    first, *second = ALL_TILE_NAMES[tile]
    return Hex(0, 0, first, 1, tile, second=second[0], rotation=1) if second else Hex(0, 0, first, 1, tile)


def draw_statue(theme: str, language: str, name: str) -> Drawn:
    """A statue with one, three and four parts, and what a stone is worth then."""
    picture = picture_of_seat(seat_of([]), theme, language, name)
    out, step = "", 150.0
    statues = [(parts, STATUE_POINTS if len(parts) == SLOTS else 1) for parts in ([1], [1, 2, 4], [*range(1, SLOTS + 1)])]
    for place, (parts, worth) in enumerate(statues):
        out += statue(picture, place * step, 0, 132, parts) + box(place * step - 60, 146, 18, 18, 4, picture.theme.cube, picture.theme.soft)
        out += write(place * step - 34, 161, f"= {picture.w('count.points', n=worth)}", picture.theme.ink, 17, weight=600)
    return Drawn(out, -74, -8, 2 * step + 158, 184, scene={"statues": [{"parts": parts, "worth": worth} for parts, worth in statues]})


ATHENA_PICTURES: dict[str, Draw] = {
    "cards": draw_cards,
    "singles": draw_singles,
    **{key: city_picture(key) for key in CITIES},
    "statue": draw_statue,
}

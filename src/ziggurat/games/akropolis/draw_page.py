"""One picture of Akropolis in the making: sizes, colours, letters, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from ziggurat.drawing import models, sheet
from ziggurat.drawing.iso import Camera, Point, regular
from ziggurat.drawing.theme import Theme
from ziggurat.games.akropolis.material import COLOR_NAMES, FIRST_PLAZA, KIND_INDEX, KIND_NAMES, STARS, TILE_KINDS
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Place = tuple[int, int]

WIDTH, HEIGHT = 1440, 900
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1124.0, 296.0, 72.0, 12.0
SITE_WIDTH, SITE_HEIGHT = 1076.0, 118.0
CITY_AREA = (28.0, 206.0, 1104.0, 880.0)  # left, top, right, bottom

COLOURS = {
    "light": {"house": "#4a7fd0", "market": "#ecb83c", "barracks": "#d2573f", "temple": "#9566c2", "garden": "#63ab62", "quarry": "#aeb2b8"},
    "dark": {"house": "#3f6fc4", "market": "#d8a32f", "barracks": "#bf4b3a", "temple": "#8456b0", "garden": "#4c9453", "quarry": "#8a90a0"},
}
STONE = {"light": "#d9ccb4", "dark": "#b9ae9c"}
LIP = {"light": "#efe4cf", "dark": "#d8cdb9"}
LETTERS: dict[str, str] = dict(zip(KIND_NAMES, "hmbtgqHMBTG", strict=True))
BUILD: dict[str, models.Build] = {
    "house": models.house,
    "market": models.market,
    "barracks": models.barracks,
    "temple": models.temple,
    "garden": models.garden,
    "quarry": models.quarry,
}
DARK_INK, CREAM = "#241d14", "#fffdf4"

SCALE, ELEVATION = 61.0, 42.0
STOREY = 0.54  # height of a level, where a hex has a radius of 1


@dataclass(frozen=True)
class Sheet(sheet.Sheet):
    """A picture of Akropolis in the making."""

    focus: int
    """The seat whose city is the large one."""
    last: frozenset[Place]
    """Where the last tile of that seat lies, if it made the last move."""

    @property
    def colours(self) -> dict[str, str]:
        """The five colours and the quarry's."""
        return COLOURS[self.theme.name]

    def city_name(self, seat: int) -> str:
        """Whose city it is."""
        return self.w("draw.city.you") if seat == self.view["seat"] else self.w("draw.city.of", player=self.player(seat))


def camera(theme: Theme) -> Camera:
    """The one camera of a theme."""
    return Camera(scale=SCALE, elevation=ELEVATION, ambient=theme.ambient, diffuse=theme.diffuse)


def centre_of(place: Place) -> Point:
    """The middle of a hex, where a hex has a radius of 1."""
    q, r = place
    return 1.5 * q, sqrt(3) * (r + q / 2)


def hexagon(place: Place, size: float = 1.0) -> list[Point]:
    """The corners of a hex; side i of the rulebook lies between corners i + 4 and i + 5."""
    return regular(6, size, 0, *centre_of(place))


def district_of(kind: str) -> str:
    """The colour's name of a hex, or `quarry`."""
    return kind.removesuffix("_plaza")


def stars_of(kind: str) -> int:
    """The stars on a hex."""
    return int(STARS[KIND_INDEX[kind] - FIRST_PLAZA]) if kind.endswith("_plaza") else 0


def kinds_of(tile: int) -> list[str]:
    """The three hexes of a tile, clockwise."""
    return [KIND_NAMES[kind] for kind in TILE_KINDS[tile]]


def footprint(place: Place, rotation: int) -> list[Place]:
    """The three places of a tile."""
    q, r = place
    (a, b), (c, d) = DIRECTIONS[rotation], DIRECTIONS[(rotation + 1) % SIDES]
    return [place, (q + a, r + b), (q + c, r + d)]


def parse(move: str) -> tuple[str, Place, int]:
    """Slot, place and rotation of a move."""
    slot, _, rest = move.partition(":")
    place, _, rotation = rest.partition("/")
    q, r = place.split(",")
    return slot, (int(q), int(r)), int(rotation)


def pieces(legal: list[str]) -> frozenset[str]:
    """What can be clicked, one after the other: a tile of the site `2:`, a place `-1,3`, a rotation `/4`."""
    found: set[str] = set()
    for move in legal:
        slot, (q, r), rotation = parse(move)
        found |= {f"{slot}:", f"{q},{r}", f"/{rotation}"}
    return frozenset(found)


def tile_words(page: Sheet, tile: int) -> dict[str, Any]:
    """A tile for a sentence."""
    return {"tile": tile} | {letter: page.w(f"kind.{kind}") for letter, kind in zip("abc", kinds_of(tile), strict=True)}


def verdicts_of(page: Sheet, seat: int) -> dict[Place, dict[str, Any]]:
    """The row of the score sheet for each district of a city."""
    pages = page.view["seats"][seat]["sheet"]
    return {(row["q"], row["r"]): row for name in COLOR_NAMES for row in pages[name]["districts"]}


def hex_label(page: Sheet, hex_: dict[str, Any], verdict: dict[str, Any] | None) -> str:
    """A hex in words, and whether it counts."""
    label = page.w("draw.hex", q=hex_["q"], r=hex_["r"], kind=page.w(f"kind.{hex_['kind']}"), level=hex_["level"])
    return f"{label}; {page.w(**{'key': verdict['reason'], **values_of(verdict)})}" if verdict else label


def values_of(verdict: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a verdict's reason."""
    return {name: verdict[name] for name in ("n", "sides") if name in verdict}

"""The layout of a picture of Akropolis: sizes, colours, letters, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from ziggurat.drawing import models
from ziggurat.drawing.isometric import Camera, Point, regular
from ziggurat.drawing.picture import BasePicture
from ziggurat.drawing.theme import THEMES, Theme, read
from ziggurat.games.akropolis.material import KIND_INDEX, STARS_OF, TILE_NAMES
from ziggurat.games.akropolis.terminal import letter, pages_of
from ziggurat.games.akropolis.types import District, Hex, View
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Place = tuple[int, int]

WIDTH, HEIGHT = 1440, 900
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1124.0, 296.0, 72.0, 12.0
SITE_WIDTH, SITE_HEIGHT = 1076.0, 118.0
CITY_AREA = (28.0, 206.0, 1104.0, 880.0)  # left, top, right, bottom

LOOK: dict[str, Any] = read(Path(__file__).with_name("look.json"))
COLOURS: dict[str, dict[str, str]] = LOOK["colours"]
STONE = {name: theme.stone for name, theme in THEMES.items()}
LIP = {name: theme.lip for name, theme in THEMES.items()}
BAND_LIP: float = LOOK["band_lip"]  # how much of the lip's colour the rim of a hex has, and its ground by kind
GROUND_LIP: dict[str, float] = LOOK["ground_lip"]
BUILD: dict[str, models.Build] = {
    "house": models.house,
    "market": models.market,
    "barracks": models.barracks,
    "temple": models.temple,
    "garden": models.garden,
    "quarry": models.quarry,
}
DARK_INK, CREAM = "#241d14", THEMES["light"].cream

SCALE, ELEVATION = 61.0, 42.0
STOREY: float = LOOK["storey"]  # height of a level, where a hex has a radius of 1


@dataclass(frozen=True)
class Picture(BasePicture[View]):
    """A picture of Akropolis while it is drawn."""

    focus: int
    """The seat whose city is the large one."""
    last: frozenset[Place]
    """Where the last tile of that seat lies, if it made the last move."""
    letters: bool = True
    """Whether hexes bear the letter of their kind; pictures that name the kinds otherwise go without."""

    @property
    def colours(self) -> dict[str, str]:
        """The five colours and the quarry's."""
        return COLOURS[self.theme.name]

    def city_name(self, seat: int) -> str:
        """Whose city it is."""
        return self.w("draw.city.you") if seat == self.view.seat else self.w("draw.city.of", player=self.player(seat))

    def letter(self, kind: str) -> str:
        """The letter of a hex in the picture's language, or nothing."""
        return letter(kind, self.w) if self.letters else ""


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
    return int(STARS_OF[KIND_INDEX[kind]])


def footprint(place: Place, rotation: int) -> list[Place]:
    """The three places of a tile."""
    q, r = place
    (a, b), (c, d) = DIRECTIONS[rotation], DIRECTIONS[(rotation + 1) % SIDES]
    return [place, (q + a, r + b), (q + c, r + d)]


def read_place(text: str) -> Place:
    """A place as moves spell it, `-1,3`."""
    q, r = text.split(",")
    return int(q), int(r)


def tile_words(picture: Picture, tile: int) -> dict[str, str | int]:
    """A tile for a sentence."""
    return {"tile": tile, **{letter: picture.w(f"kind.{kind}") for letter, kind in zip("abc", TILE_NAMES[tile], strict=True)}}


def verdicts_of(picture: Picture, seat: int) -> dict[Place, District]:
    """The row of the score sheet for each district of a city."""
    return {(row.q, row.r): row for sheet in pages_of(picture.view.seats[seat]).values() for row in sheet.districts}


def hex_label(picture: Picture, hex_: Hex, verdict: District | None) -> str:
    """A hex in words, and whether it counts."""
    label = picture.w("draw.hex", q=hex_.q, r=hex_.r, kind=picture.w(f"kind.{hex_.kind}"), level=hex_.level)
    return f"{label}{picture.w('sign.semicolon')}{picture.w(verdict.reason, n=verdict.n, sides=verdict.sides)}" if verdict else label

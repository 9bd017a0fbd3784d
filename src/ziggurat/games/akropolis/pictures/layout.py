"""The layout of a picture of Akropolis: sizes, colours, letters, names and words."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import UNSET

from ziggurat.drawing import models
from ziggurat.drawing.isometric import Camera, Point, regular
from ziggurat.drawing.picture import BasePicture
from ziggurat.drawing.theme import THEMES, Theme, read
from ziggurat.games.akropolis.material import KIND_INDEX, STARS_OF, TILE_NAMES, ColorName, KindName
from ziggurat.games.akropolis.terminal import letter, pages_of
from ziggurat.games.akropolis.types import ColorSheet, District, Hex, View
from ziggurat.geometry.hex import DIRECTIONS, SIDES

Place = tuple[int, int]

WIDTH, HEIGHT = 1440, 900
COLUMN_X, COLUMN_WIDTH, TOP, GAP = 1124.0, 296.0, 72.0, 12.0
SITE_WIDTH, SITE_HEIGHT = 1076.0, 118.0
CITY_AREA = (28.0, 206.0, 1104.0, 880.0)  # left, top, right, bottom
CARDS_TOP, SLOT_HEIGHT = 200.0, 122.0  # Athena: the row of slots below the site

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
    """A place as moves spell it, `-1,3`; of a single tile `@-1,3`."""
    q, r = text.removeprefix("@").split(",")
    return int(q), int(r)


def tile_words(picture: Picture, tile: int) -> dict[str, str | int]:
    """A tile for a sentence."""
    return {"tile": tile, **{letter: picture.w(f"kind.{kind}") for letter, kind in zip("abc", TILE_NAMES[tile], strict=True)}}


Verdicts = dict[ColorName, District]
"""The rows of the score sheet for the districts of a hex: one, or two of a two-colour hex."""


def verdicts_of(picture: Picture, seat: int) -> dict[Place, Verdicts]:
    """The rows of the score sheet for each place of a city that shows a district."""
    return verdicts_in(pages_of(picture.view.seats[seat]))


def verdicts_in(pages: dict[ColorName, ColorSheet]) -> dict[Place, Verdicts]:
    """The rows of these pages by place."""
    verdicts: dict[Place, Verdicts] = {}
    for color, sheet in pages.items():
        for row in sheet.districts:
            verdicts.setdefault((row.q, row.r), {})[color] = row
    return verdicts


def kinds_of(hex_: Hex) -> tuple[KindName, ...]:
    """What a hex shows: one kind, or the two districts of a two-colour hex."""
    return (hex_.kind,) if hex_.second is UNSET else (hex_.kind, hex_.second)


def second_of(hex_: Hex) -> tuple[KindName, int] | None:
    """Of a two-colour hex the second district and the rotation."""
    return None if hex_.second is UNSET or hex_.rotation is UNSET else (hex_.second, hex_.rotation)


def hex_label(picture: Picture, hex_: Hex, verdicts: Verdicts | None) -> str:
    """A hex in words, and whether it counts."""
    first, *more = (picture.w(f"kind.{kind}") for kind in kinds_of(hex_))
    kind = picture.w("draw.two", a=first, b=more[0]) if more else first
    label = picture.w("draw.hex", q=hex_.q, r=hex_.r, kind=kind, level=hex_.level)
    reasons = [picture.w(row.reason, n=row.n, sides=row.sides) for row in (verdicts or {}).values()]
    return picture.w("sign.semicolon").join([label, *reasons])

"""The pictures of the rule page (`guide.*.md`): small cities, each showing one rule. What counts is judged by the rules themselves."""

from __future__ import annotations

from typing import cast

from ziggurat.drawing.guide_picture import Draw, Drawn
from ziggurat.drawing.isometric import num
from ziggurat.drawing.shapes import box, group, write
from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_INDEX, STARTING_TILE, TILE_NAMES, ColorName, KindName
from ziggurat.games.akropolis.options import OPTIONS
from ziggurat.games.akropolis.pictures.athena_guide import ATHENA_PICTURES
from ziggurat.games.akropolis.pictures.cards import read_pattern
from ziggurat.games.akropolis.pictures.city import defs
from ziggurat.games.akropolis.pictures.guide_city import bare_city, picture_of_seat, seat_with
from ziggurat.games.akropolis.pictures.layout import COLUMN_WIDTH, COLUMN_X, STOREY, TOP, Place, camera
from ziggurat.games.akropolis.pictures.panels import score_sheet, site_tile
from ziggurat.games.akropolis.score_typed_in import tell_sheet
from ziggurat.games.akropolis.terminal import capital, pages_of
from ziggurat.games.akropolis.types import Hex, SeatView

City = dict[Place, tuple[KindName, int]]
STONES = 3


def read(text: str) -> City:
    """A city written in short: `h1@0,0 q2@1,-1`."""
    return cast("City", read_pattern(text))


START: City = {place: (kind, 1) for place, kind in STARTING_TILE}
CITIES: dict[str, City] = {
    "start": START,
    "ground": START | read("q1@1,-1 m1@1,-2 b1@2,-2"),  # a first tile beside the starting tile
    "higher": START | read("g2@0,-1 h2@1,-2 q2@1,-1 b1@2,-2"),  # and one that rests on both
    "houses": read("h1@0,0 h1@1,0 h1@1,-1 h2@0,1 q1@2,-1 q1@-1,1 H1@2,0 H1@2,-2 h1@3,-2"),
    "markets": read("m1@0,0 q1@1,-1 h1@1,0 M1@0,1 m1@2,0 m1@3,-1 q1@2,1 M1@2,-1"),
    "barracks": read("b2@0,0 h1@0,-1 b1@1,-1 q1@1,0 B1@0,1 q1@-1,1 m1@-1,0"),
    "temples": read("t2@0,0 h1@0,-1 q1@1,-1 m1@1,0 T1@0,1 q1@-1,1 h1@-1,0 t1@2,-1"),
    "gardens": read("g1@0,0 g2@1,0 G1@1,-1 q1@0,1 h1@2,-1"),
    "lake": read("g1@1,0 g2@0,1 q1@2,0 h1@2,1 q1@1,2 h1@0,2 G1@2,-1 q1@3,-1"),
}
ABOUT: dict[str, ColorName] = {"houses": "house", "markets": "market", "barracks": "barracks", "temples": "temple", "gardens": "garden", "lake": "garden"}
"""The colour that a city is about: only its districts are judged in the picture."""
FRESH: dict[str, str] = {"ground": "1,-1 1,-2 2,-2", "higher": "0,-1 1,-2 1,-1"}
"""The tile that was laid last, where the picture is about that."""
VARIANTS: dict[str, list[str]] = {"lake": ["garden"]}
SITE = [3, 21, 9, 30]
SCORED: City = read("h1@0,0 h1@1,0 h2@0,1 H1@2,0 H1@-1,0 m1@-1,2 M1@-1,1 q1@1,1 g2@1,-1 G1@0,-1 t1@2,-1")


def seat_of(city: City, variants: list[str]) -> SeatView:
    """A seat of a view: the city, and its score sheet by the rules."""
    sheet = tell_sheet({place: (KIND_INDEX[kind], level) for place, (kind, level) in city.items()}, OPTIONS.read({"variants": variants}))
    return seat_with([Hex(q, r, kind, level, 0) for (q, r), (kind, level) in city.items()], sheet, STONES)


def city_picture(key: str) -> Draw:
    """One of the cities as solids."""

    def draw(theme: str, language: str, name: str) -> Drawn:
        city = CITIES[key]
        drawn = bare_city(picture_of_seat(seat_of(city, VARIANTS.get(key, [])), theme, language, name), (ABOUT[key],) if key in ABOUT else ())
        drawn.scene["fresh"] = FRESH.get(key, "").split()
        return drawn

    return draw


def draw_site(theme: str, language: str, name: str) -> Drawn:
    """The site of a game for two with its prices."""
    picture = picture_of_seat(seat_of(START, []), theme, language, name, SITE)
    out, step = "", 148.0
    for slot, tile in enumerate(SITE):
        x = slot * step
        out += site_tile(picture, tile, x, "isometric") + box(x - 62, TOP + 108, 124, 34, 17, picture.theme.panel, picture.theme.line)
        out += write(x, TOP + 130, picture.w("count.stones", n=slot) if slot else picture.w("word.free"), picture.theme.ink, 16, weight=600, anchor="middle")
    kinds = {kind for tile in SITE for kind in TILE_NAMES[tile]}
    return Drawn(out, -78, TOP - 2, 3 * step + 156, 150, defs(picture, kinds, {1}), {"site": [TILE_NAMES[tile] for tile in SITE]})


def draw_hexes(theme: str, language: str, name: str) -> Drawn:
    """The five districts with their plazas, and the quarry."""
    picture = picture_of_seat(seat_of(START, []), theme, language, name)
    cam, out, step, drop = camera(picture.theme), "", 176.0, 132.0
    for number, district in enumerate((*COLOR_NAMES, "quarry")):
        for row, kind in enumerate([district, f"{district}_plaza"] if district != "quarry" else ["quarry"]):
            x, y = number % 3 * step, (row + 2 * (number // 3)) * drop + 26 * (number // 3)
            drawn = picture.use("drum1", (0, 0)) + picture.use(f"lid-{kind}", cam.at(0, 0, STOREY)) + picture.use(kind, cam.at(0, 0, STOREY))
            out += group(drawn, transform=f"translate({num(x)} {num(y)})", data_tip=f"about.{kind}")
            out += write(x, y + 66, capital(picture.w(f"kind.{kind}")), picture.theme.ink, 17, anchor="middle")
    shown = {kind for district in COLOR_NAMES for kind in (district, f"{district}_plaza")} | {"quarry"}
    return Drawn(out, -96, -88, 2 * step + 192, 4 * drop + 52, defs(picture, shown, {1}), {"kinds": [*COLOR_NAMES, "quarry"]})


def draw_score(theme: str, language: str, name: str) -> Drawn:
    """A score sheet: value, stars, points."""
    picture = picture_of_seat(seat_of(SCORED, []), theme, language, name)
    seat = picture.view.seats[0]
    rows = [{"color": color, "value": page.value, "stars": page.stars, "points": page.points} for color, page in pages_of(seat).items()]
    scene = {"sheet": rows, "stones": seat.stones, "total": seat.score}
    return Drawn(score_sheet(picture, TOP), COLUMN_X - 4, TOP - 4, COLUMN_WIDTH + 8, 262 + 14, scene=scene)


PICTURES: dict[str, Draw] = {
    "hexes": draw_hexes,
    "site": draw_site,
    **{key: city_picture(key) for key in CITIES},
    "scored": lambda theme, language, name: bare_city(picture_of_seat(seat_of(SCORED, []), theme, language, name)),
    "sheet": draw_score,
    **ATHENA_PICTURES,
}

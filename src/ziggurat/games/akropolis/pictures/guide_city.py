"""A city of the rule page, drawn alone: a view that holds nothing else, and the city as solids."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ziggurat.drawing.guide_picture import Drawn
from ziggurat.drawing.theme import THEMES
from ziggurat.games.akropolis.material import COLOR_NAMES, ColorName
from ziggurat.games.akropolis.pictures.city import defs, solid_hex
from ziggurat.games.akropolis.pictures.layout import STOREY, Picture, camera, centre_of, hexagon, verdicts_in
from ziggurat.games.akropolis.terminal import pages_of
from ziggurat.games.akropolis.types import Hex, ScoreSheet, SeatView, View
from ziggurat.text import words
from ziggurat.view import Frame

NOBODY = -1


def seat_with(hexes: list[Hex], sheet: ScoreSheet, stones: int) -> SeatView:
    """A seat of a view: the city, its score sheet, and the stones."""
    return SeatView(stones, hexes, sheet, sum(getattr(sheet, name).points for name in COLOR_NAMES) + stones, {}, None, "")


def picture_of_seat(seat: SeatView, theme: str, language: str, name: str, site_tiles: Sequence[int] = ()) -> Picture:
    """A picture of a view that holds nothing but this seat."""
    frame = Frame({}, 0, 0, None, True, [], [], [])
    view = View(*frame, "over", list(site_tiles), 0, 1, 1, NOBODY, None, [seat], {})
    return Picture(view, THEMES[theme], words("akropolis", language), name, frozenset(), 0, frozenset(), letters=False)


def bare_city(picture: Picture, judged: Collection[ColorName] = COLOR_NAMES) -> Drawn:
    """A city as solids, without the empty places around it; districts of the judged colours that do not count have a cross."""
    cam = camera(picture.theme)
    hexes = picture.view.seats[0].city
    city = {(hex_.q, hex_.r): hex_ for hex_ in hexes}
    verdicts = verdicts_in({name: sheet for name, sheet in pages_of(picture.view.seats[0]).items() if name in judged})
    far_first = sorted(city, key=lambda place: (centre_of(place)[1], centre_of(place)[0]))
    out = "".join(solid_hex(picture, cam, city, place, verdicts.get(place)) for place in far_first)
    corners = [cam.at(*p, z) for place, hex_ in city.items() for p in hexagon(place) for z in (0.0, hex_.level * STOREY)]
    corners += [cam.at(*p, hex_.level * STOREY + 0.75) for place, hex_ in city.items() for p in hexagon(place, 0.5)]
    left, top = min(x for x, _ in corners) - 14, min(y for _, y in corners) - 10
    width, height = max(x for x, _ in corners) + 14 - left, max(y for _, y in corners) + 12 - top
    scene = {
        "hexes": hexes,
        "districts": [row for name, sheet in pages_of(picture.view.seats[0]).items() if name in judged for row in sheet.districts],
        "colors": list(judged),
        "fresh": [],
    }
    return Drawn(out, left, top, width, height, defs(picture, {hex_.kind for hex_ in hexes}, {1, *(hex_.level for hex_ in hexes)}, hexes), scene)

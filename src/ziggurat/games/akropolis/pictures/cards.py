"""Athena: the slots with their cards and single tiles, the statue, and what each card asks for as a small picture of our own."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from ziggurat.drawing.isometric import Point, mix, num, shade, star
from ziggurat.drawing.shapes import box, choice_box, disc, group, panel, pawn, polygon, text_width, wrap, write
from ziggurat.games.akropolis.athena.card_text import card_asks
from ziggurat.games.akropolis.athena.material import ALL_TILE_NAMES, MINE_STONES, SLOTS, CardName
from ziggurat.games.akropolis.material import KIND_LETTERS, KIND_NAMES
from ziggurat.games.akropolis.pictures.city import flat_hex
from ziggurat.games.akropolis.pictures.layout import (
    CARDS_TOP,
    CREAM,
    DARK_INK,
    HEIGHT,
    LIP,
    LOOK,
    SITE_WIDTH,
    SLOT_HEIGHT,
    Picture,
    Place,
    centre_of,
    district_of,
    hexagon,
    stars_of,
)
from ziggurat.games.akropolis.terminal import capital
from ziggurat.games.akropolis.types import Slot

ANY_HEX, ANY_PLAZA = ".", "*"
SHORT = dict(zip(KIND_LETTERS, KIND_NAMES, strict=True)) | {ANY_HEX: ANY_HEX, ANY_PLAZA: ANY_PLAZA}
Pattern = dict[Place, tuple[str, int]]
"""The hexes of a card's picture: kind and level; ANY_HEX and ANY_PLAZA are no kinds."""


def read_pattern(text: str) -> Pattern:
    """A pattern written in short: `h1@0,0 .2@1,-1`."""
    pattern: Pattern = {}
    for part in text.split():
        hex_, _, place = part.partition("@")
        q, _, r = place.partition(",")
        pattern[int(q), int(r)] = (SHORT[hex_[0]], int(hex_[1:]))
    return pattern


PATTERNS: dict[CardName, Pattern] = {card: read_pattern(text) for card, text in LOOK["cards"].items()}
"""What each card asks for; of several possible pictures one. Quarry Mine asks for stones: it has no hexes."""


def pattern_picture(picture: Picture, card: CardName, x: float, y: float, width: float, height: float, most: float = 13.0) -> str:
    """The picture of a card, in the middle of an area."""
    pattern = PATTERNS[card]
    if not pattern:
        return stones_picture(picture, x + width / 2, y + height / 2)
    corners = [point for place in pattern for point in hexagon(place)]
    west, east = min(at[0] for at in corners), max(at[0] for at in corners)
    north, south = min(at[1] for at in corners), max(at[1] for at in corners)
    size = min(most, width / (east - west), height / (south - north))
    shows_levels = any(level > 1 for _, level in pattern.values())
    out = "".join(pattern_hex(picture, place, kind, level if shows_levels else 0, size) for place, (kind, level) in pattern.items())
    at = x + width / 2 - size * (west + east) / 2, y + height / 2 - size * (north + south) / 2
    return group(out, transform=f"translate({num(at[0])} {num(at[1])})")


def pattern_hex(picture: Picture, place: Place, kind: str, level: int, size: float) -> str:
    """One hex of a card: its colour, a star for a plaza, the level unless that is 0; any hex is pale."""
    theme = picture.theme
    x, y = (size * v for v in centre_of(place))
    corners = [(size * px, size * py) for px, py in hexagon(place, 0.94)]
    if kind == ANY_HEX:
        out = polygon(corners, mix(theme.panel, theme.soft, 0.16), stroke=theme.soft, stroke_opacity=0.55, stroke_width=0.8)
    elif kind == ANY_PLAZA or stars_of(kind):
        colour = theme.soft if kind == ANY_PLAZA else picture.colours[district_of(kind)]
        out = polygon(corners, LIP[theme.name], stroke=shade(colour, 0.75), stroke_width=0.9)
        out += polygon([(size * px, size * py) for px, py in hexagon(place, 0.68)], colour) + polygon(star(x, y, size * 0.5), CREAM)
    else:
        out = polygon(corners, picture.colours[kind], stroke=shade(picture.colours[kind], 0.7), stroke_width=0.9)
    if level:
        halo = f'paint-order="stroke" stroke="{CREAM}" stroke-width="2.4" stroke-linejoin="round"'
        out += write(x, y + size * 0.36, str(level), DARK_INK, max(8.5, size * 0.95), weight=700, anchor="middle").replace("<text", f"<text {halo}", 1)
    return out


def stones_picture(picture: Picture, x: float, y: float) -> str:
    """Eight stones in two rows."""
    theme, side, step = picture.theme, 10.0, 14.0
    cubes = [(x + (i % 4 - 1.5) * step - side / 2, y + (i // 4 - 0.5) * step - side / 2) for i in range(MINE_STONES)]
    return "".join(box(cx, cy, side, side, 2.5, theme.cube, theme.soft, stroke_opacity=0.6) for cx, cy in cubes)


# ---- the slots -----------------------------------------------------------------------------------------------------


def slots(picture: Picture) -> str:
    """The four slots side by side; nothing in a game without the expansion."""
    if picture.view.slots is UNSET:
        return ""
    gap = 10.0
    width = (SITE_WIDTH - gap * (SLOTS - 1)) / SLOTS
    return "".join(slot_panel(picture, number, slot, 28 + number * (width + gap), width) for number, slot in enumerate(picture.view.slots))


def slot_panel(picture: Picture, number: int, slot: Slot, x: float, width: float) -> str:
    """A slot: the card with its picture and its words, the single tiles that are left, and who has completed it."""
    theme, name, asks = picture.theme, picture.w(f"card.{slot.card}"), card_asks(slot.card, picture.view.options, picture.w)
    y, text_x = CARDS_TOP, x + 82
    card = panel(x, y, width, SLOT_HEIGHT, theme) + pattern_picture(picture, slot.card, x + 10, y + 10, 64, 66)
    card += write(text_x, y + 22, f"{number + 1}  {name}", theme.ink, 14, title=True, spacing=0.2)
    for line, text in enumerate(wrap(asks, width - 112, 10.5)[:5]):
        card += write(text_x, y + 38 + 12.5 * line, text, theme.soft, 10.5)
    if f"+{number + 1}." in picture.pieces:
        card += choice_box(x + 3, y + 3, width - 6, SLOT_HEIGHT - 6, 12, theme)
    done = [seat for seat, player in enumerate(picture.view.seats) if player.completed is not UNSET and number + 1 in player.completed]
    label = picture.w("draw.slot", n=number + 1, card=name, asks=asks)
    if done:
        label += f"{picture.w('sign.semicolon')}{picture.w('word.completed_by')} {', '.join(picture.player(seat) for seat in done)}"
    out = picture.piece(card, label, f"+{number + 1}.", "about.card")
    for place, tile in enumerate(slot.singles):
        out += single_tile(picture, tile, x + 26 + 35 * place, y + SLOT_HEIGHT - 21, f"{tile}")
    return out + "".join(pawn(x + width - 18 - 19 * place, y + SLOT_HEIGHT - 20, 6.5, seat, theme) for place, seat in enumerate(reversed(done)))


def single_tile(picture: Picture, tile: int, x: float, y: float, move: str, size: float = 15.0) -> str:
    """A single tile on the table; it can be chosen if `move` is a piece of a legal move."""
    kinds = ALL_TILE_NAMES[tile]
    drawn = flat_hex(picture, (0, 0), kinds[0], size, second=(kinds[1], 0) if len(kinds) > 1 else None, choice=move in picture.pieces)
    return picture.piece(group(drawn, transform=f"translate({num(x)} {num(y)})"), single_label(picture, tile), move, "about.single")


def single_label(picture: Picture, tile: int) -> str:
    """A single tile in words."""
    names = [picture.w(f"kind.{kind}") for kind in ALL_TILE_NAMES[tile]]
    return picture.w("draw.single", tile=tile, a=names[0]) if len(names) == 1 else picture.w("draw.single_two", tile=tile, a=names[0], b=names[1])


def stop_button(picture: Picture) -> str:
    """What ends the turn without a further card."""
    if "stop" not in picture.pieces:
        return ""
    theme, text = picture.theme, picture.w("draw.stop")
    width, x, y = text_width(text, 15) + 44, 420.0, HEIGHT - 72.0
    out = box(x, y, width, 52, 10, theme.panel, theme.line, fill_opacity=0.9) + write(x + width / 2, y + 32, text, theme.ink, 15, weight=600, anchor="middle")
    return picture.piece(out + choice_box(x, y, width, 52, 10, theme), capital(picture.w("look.stop")), "stop")


# ---- the statue ----------------------------------------------------------------------------------------------------

HEAD, CHEST, SHIELD, BASE = range(1, SLOTS + 1)  # the parts by their slots (§10.1)


def statue(picture: Picture, x: float, y: float, height: float, completed: Iterable[int]) -> str:
    """A statue on its base, 1 wide and 2 high where a field of 24 by 48 is: the parts that its owner has are solid, the others an outline."""
    theme, own = picture.theme, set(completed)
    stone = mix(theme.marble, theme.accent, 0.25)

    def look(part: int) -> dict[str, object]:
        if part in own:
            return {"fill": stone, "stroke": shade(stone, 0.6), "stroke_width": 1.2}
        return {"fill": "none", "stroke": theme.soft, "stroke_opacity": 0.6, "stroke_width": 1, "stroke_dasharray": "2.5 2"}

    chest: list[Point] = [(5, 14), (19, 14), (17, 30), (20, 38), (4, 38), (7, 30)]
    base: list[Point] = [(3, 39), (21, 39), (23, 47), (1, 47)]
    crest: list[Point] = [(8, 5), (12, 0), (19, 2), (16, 6)]
    out = polygon(base, **look(BASE)) + polygon(chest, **look(CHEST))  # type: ignore[arg-type]
    out += polygon(crest, **look(HEAD)) + disc(12, 8, 5, **look(HEAD))  # type: ignore[arg-type]
    out += disc(18, 25, 6.5, **look(SHIELD)) + (disc(18, 25, 2.2, shade(stone, 0.7)) if SHIELD in own else "")  # type: ignore[arg-type]
    scale = height / 48
    label = f"{picture.w('word.statue')} {len(own)}/{SLOTS}"
    return group(out, transform=f"translate({num(x - 12 * scale)} {num(y)}) scale({scale:.4g})", role="img", aria_label=label, data_tip="about.statue")

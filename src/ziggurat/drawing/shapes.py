"""Flat shapes as SVG text: lines of text, boxes, discs, panels, colour marks, little signs for buildings; and the document around them."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax import saxutils

from ziggurat.text import printable

from .isometric import Point, num, star
from .theme import LIGHT, Theme

TITLE_FONT = "Marcellus, Georgia, serif"
TEXT_FONT = "Inter, system-ui, sans-serif"

_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()1· "), frozenset("mwMWQGO@%—")


def escape(text: str) -> str:
    """Escape a text for XML; invisible characters, most of which XML forbids, become spaces."""
    return saxutils.escape(printable(text))


def text_width(text: str, size: float) -> float:
    """About how wide a text runs."""
    return size * sum(0.32 if c in _NARROW else 0.86 if c in _WIDE else 0.66 if c.isupper() else 0.56 for c in text)


def wrap(text: str, width: float, size: float) -> list[str]:
    """The text in lines that fit into `width`; what a no-break space joins stays together."""
    lines: list[str] = []
    for word in text.replace("\n", " ").split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def attributes(**values: object) -> str:
    """Attributes as text, in the given order; underscores become hyphens and None is left out."""
    given = ((key.rstrip("_").replace("_", "-"), str(value)) for key, value in values.items() if value is not None)
    return "".join(f" {key}={saxutils.quoteattr(printable(value))}" for key, value in given)


def group(content: str, **values: object) -> str:
    """A group with attributes."""
    return f"<g{attributes(**values)}>{content}</g>"


def write(
    x: float,
    y: float,
    text: str,
    fill: str,
    size: float = 13,
    *,
    weight: int = 400,
    anchor: str | None = None,
    title: bool = False,
    spacing: float | None = None,
    then: tuple[str, str] | None = None,
) -> str:
    """A line of text; `anchor` is "middle" or "end", `title` sets it in the title face, `then` adds more text in another colour."""
    more = f' <tspan fill="{then[1]}" dx="3">{escape(then[0])}</tspan>' if then else ""
    return (
        f"<text{attributes(x=num(x), y=num(y), font_size=f'{size:g}', fill=fill, font_weight=weight if weight != 400 else None)}"
        f"{attributes(text_anchor=anchor, font_family=TITLE_FONT if title else None, letter_spacing=spacing)}>{escape(text)}{more}</text>"
    )


def box(x: float, y: float, width: float, height: float, radius: float, fill: str, stroke: str | None = None, **more: object) -> str:
    """A rounded rectangle."""
    where = attributes(x=num(x), y=num(y), width=num(width), height=num(height), rx=num(radius))
    return f"<rect{where}{attributes(fill=fill, stroke=stroke, **more)}/>"


def choice_box(x: float, y: float, width: float, height: float, radius: float, theme: Theme) -> str:
    """The dashed outline of something that may be chosen."""
    return box(x, y, width, height, radius, "none", theme.focus, stroke_width=2.4, stroke_dasharray="7 5", class_="choice")


def polygon(points: Iterable[Point], fill: str, **more: object) -> str:
    """A filled polygon."""
    where = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f"<polygon{attributes(points=where, fill=fill, **more)}/>"


def disc(x: float, y: float, r: float, fill: str, **more: object) -> str:
    """A filled circle."""
    return f"<circle{attributes(cx=num(x), cy=num(y), r=num(r), fill=fill, **more)}/>"


def panel(x: float, y: float, width: float, height: float, theme: Theme) -> str:
    """A card of the table to write on."""
    under = box(x + 2, y + 5, width - 4, height - 1, 14, theme.shadow, opacity=0.3 if theme.is_dark else 0.07)
    return under + box(x, y, width, height, 14, theme.panel, theme.line, fill_opacity=0.94)


def mark(x: float, y: float, r: float, shape: str, fill: str = LIGHT.cream) -> str:
    """A colour's mark: circle, star, triangle or square, about as large as a disc of radius `r`."""
    if shape == "circle":
        return disc(x, y, r * 0.82, fill)
    if shape == "star":
        return polygon(star(x, y + r * 0.06, r * 1.12), fill)
    if shape == "triangle":
        return polygon([(x, y - r), (x + r * 0.98, y + r * 0.72), (x - r * 0.98, y + r * 0.72)], fill)
    return box(x - r * 0.76, y - r * 0.76, r * 1.52, r * 1.52, 0, fill)


def pawn(x: float, y: float, r: float, seat: int, theme: Theme) -> str:
    """A seat's pawn from above: a disc for even seats, a diamond for odd ones."""
    fill, line = theme.seats[seat], theme.seat_lines[seat]
    if seat % 2 == 0:
        return disc(x, y, r, fill, stroke=line, stroke_width=1.5) + disc(x, y, r * 0.5, "none", stroke=line, stroke_opacity=0.55)
    k = r * 1.22
    outer, inner = ([(x, y - d), (x + d, y), (x, y + d), (x - d, y)] for d in (k, k * 0.5))
    edge = polygon(outer, fill, stroke=line, stroke_width=1.2, stroke_linejoin="round")
    return edge + polygon(inner, "none", stroke=line, stroke_opacity=0.7)


SIGNS: dict[str, str] = {
    "garden": "M12 2a6 6 0 0 1 3.4 10.9A5.2 5.2 0 0 1 13.2 17V22h-2.4V17a5.2 5.2 0 0 1-2.2-4.1A6 6 0 0 1 12 2z",
    "market": (
        "M4 4h16l2 6.5a2.5 2.5 0 0 1-4 1.4 2.7 2.7 0 0 1-4 0 2.7 2.7 0 0 1-4 0 2.7 2.7 0 0 1-4 0 2.5 2.5 0 0 1-4-1.4z"
        "M4 14h2v7H4zM18 14h2v7h-2zM7.5 16.5h9V21h-9z"
    ),
    "wall": "M2 6h4v3h4V6h4v3h4V6h4v15h-7v-4a3 3 0 0 0-6 0v4H2z",
    "palace": "M12 1.5l.8 2.7A6 6 0 0 1 18 10H6a6 6 0 0 1 5.2-5.8zM5 11h14v3H5zM2 15h20v6h-7.5v-2.5a2.5 2.5 0 0 0-5 0V21H2z",
    "residence": "M12 3l10 8.5h-3V21h-5.5v-6h-3v6H5v-9.5H2z",
    "theater": (
        "M12 5a10 10 0 0 1 10 10h-3.4a6.6 6.6 0 0 0-13.2 0H2A10 10 0 0 1 12 5zM12 10a5 5 0 0 1 5 5h-2.6a2.4 2.4 0 0 0-4.8 0H7a5 5 0 0 1 5-5zM6 17h12v4H6z"
    ),
}
"""Silhouettes of buildings on a field of 24 by 24."""


def sign(x: float, y: float, size: float, name: str, fill: str) -> str:
    """The silhouette of a building, centred on (x, y)."""
    there = f"translate({num(x - size / 2)} {num(y - size / 2)}) scale({size / 24:.4g})"
    return f'<path d="{SIGNS[name]}" fill="{fill}" transform="{there}"/>'


def document(
    name: str,
    width: int,
    height: int,
    theme: Theme,
    title: str,
    about: str,
    defs: str,
    content: str,
) -> str:
    """A whole SVG document on the table's ground. `name` is its id; everything inside that has an id begins with it."""
    table = (
        f'<radialGradient id="{name}-ground" cx=".4" cy=".5" r=".75"><stop stop-color="{theme.ground}"/>'
        f'<stop offset="1" stop-color="{theme.ground_edge}"/></radialGradient>'
        f'<filter id="{name}-soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="7"/></filter>'
    )
    style = (
        f"#{name} [data-move]{{cursor:pointer;outline:none}}"
        f"#{name} [data-move] .choice{{transition:stroke-width .12s}}"
        f"#{name} [data-move]:hover .choice,#{name} [data-move]:focus .choice,#{name} [data-move].picked .choice"
        "{stroke-width:4px;stroke-opacity:1;stroke-dasharray:none}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f"{attributes(aria_labelledby=f'{name}-title {name}-about', font_family=TEXT_FONT, data_theme=theme.name)}>"
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-about">{escape(about)}</desc>'
        f"<style>{style}</style><defs>{table}{defs}</defs>"
        f'<rect width="{width}" height="{height}" fill="url(#{name}-ground)"/>{content}</svg>\n'
    )

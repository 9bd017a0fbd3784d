"""Small pictures for the rule pages: one thing of the table, as the whole table draws it, without its ground.

A game's `pictures/guide.py` holds `PICTURES`: a name for each, and a function that draws it. Nothing in them can be clicked, and there is no `<style>`:
a page can put such a picture among its own elements although it forbids inline styles.

The web page has drawings of its own for its boards and draws the same from `scene`; this SVG is for all others: clients without a drawing for the game, readers
of the API, the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .isometric import num
from .shapes import TEXT_FONT, attributes, escape
from .theme import Theme


@dataclass(frozen=True)
class Drawn:
    """A drawing before it is a document."""

    content: str
    left: float
    top: float
    width: float
    height: float
    defs: str = ""
    scene: dict[str, Any] = field(default_factory=dict)
    """What it shows, as data: a page that has the table's own pieces draws it with them. Empty: the SVG is all there is."""


Draw = Callable[[str, str, str], Drawn]
"""Draws a picture: theme, language, and the prefix of all ids."""


def frame(drawn: Drawn, name: str, theme: Theme, title: str) -> str:
    """The drawing as an SVG document."""
    soft = f'<filter id="{name}-soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="7"/></filter>'
    box = " ".join(map(num, (drawn.left, drawn.top, drawn.width, drawn.height)))
    size = attributes(width=num(drawn.width), height=num(drawn.height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="{box}"{size} role="img"'
        f"{attributes(aria_labelledby=f'{name}-title', font_family=TEXT_FONT, data_theme=theme.name)}>"
        f'<title id="{name}-title">{escape(title)}</title><defs>{soft}{drawn.defs}</defs>{drawn.content}</svg>\n'
    )

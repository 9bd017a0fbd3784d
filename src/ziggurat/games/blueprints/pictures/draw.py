"""A position of Blueprints as one picture (SVG): isometric, or flat from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move: `R4>` then `b2`,
or `R4>` then `x` for a die that fits nowhere; with two players then `-W2`. Equal dice spell the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ziggurat.drawing.picture import picture_name
from ziggurat.drawing.shapes import document, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.blueprints.move_text import spell
from ziggurat.games.blueprints.pictures.dice import dice_defs
from ziggurat.games.blueprints.pictures.layout import COLUMN_WIDTH, COLUMN_X, HEIGHT, WIDTH, Picture, progress
from ziggurat.games.blueprints.pictures.panels import column
from ziggurat.games.blueprints.pictures.table import all_dice, demand, flat_pool, flat_table, removed, solid_pool, solid_table
from ziggurat.games.blueprints.types import View
from ziggurat.text import words


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" or "top"."""
    if look not in ("isometric", "top"):
        raise ValueError(f"`{look}` is not a look; choose `isometric` or `top`.")
    name = picture_name(view, theme, look, language)
    picture = Picture(view, THEMES[theme], words("blueprints", language), name, pieces(view.legal))
    solid = look == "isometric"
    table = solid_table(picture) + solid_pool(picture) if solid else flat_table(picture) + flat_pool(picture)
    content = _header(picture) + demand(picture) + removed(picture) + table + column(picture)
    return document(
        name, WIDTH, HEIGHT, picture.theme, picture.w("game.name"), _about(picture), dice_defs(picture, all_dice(picture)) if solid else "", content
    )


def pieces(legal: Sequence[str]) -> frozenset[str]:
    """What can be clicked."""
    return frozenset(piece for move in legal for piece in spell(move))


def _about(picture: Picture) -> str:
    """The position in a few sentences."""
    w, view = picture.w, picture.view
    scores = [w("table.score", player=picture.player(seat), n=player.score) for seat, player in enumerate(view.seats) if player.score is not UNSET]
    wanted = ", ".join(w(f"material.{letter}") for letter in view.demand)
    pool = ", ".join(map(picture.die, view.pool))
    seen = [progress(picture), picture.status(), *(["; ".join(scores)] if scores else []), f"{w('draw.demand')}: {wanted}", f"{w('draw.pool')}: {pool}"]
    return f"{'. '.join(seen)}."


def _header(picture: Picture) -> str:
    theme = picture.theme
    title = write(28, 45, picture.w("game.name"), theme.ink, 27, title=True, spacing=0.8)
    return title + write(COLUMN_X + COLUMN_WIDTH, 44, progress(picture), theme.soft, 13.5, anchor="end")

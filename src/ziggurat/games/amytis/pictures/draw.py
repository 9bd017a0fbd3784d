"""A position of Amytis as one picture (SVG): isometric, or flat from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move:
`b2>` then `a1`, or one of `+1` `+2` `+3` `+deck` `+points`, or one of `!I` ... `!row`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.drawing.picture import picture_name
from ziggurat.drawing.shapes import document, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.amytis.move_text import spell
from ziggurat.games.amytis.pictures.boards import defs, flat_boards, isometric_boards
from ziggurat.games.amytis.pictures.layout import COLUMN_WIDTH, COLUMN_X, HEIGHT, WIDTH, Picture, empty_stacks, status
from ziggurat.games.amytis.pictures.panels import column
from ziggurat.games.amytis.types import View
from ziggurat.text import words


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" or "top"."""
    if look not in ("isometric", "top"):
        raise ValueError(f"`{look}` is not a look; choose `isometric` or `top`.")
    name = picture_name(view, theme, look, language)
    picture = Picture(
        view, THEMES[theme], words("amytis", language), name, frozenset(piece for move in view.legal for piece in spell(move)), _last_build(view.log)
    )
    boards = isometric_boards(picture) if look == "isometric" else flat_boards(picture)
    content = _header(picture) + boards + column(picture)
    return document(name, WIDTH, HEIGHT, picture.theme, picture.w("game.name"), _about(picture), defs(picture, look), content)


def _last_build(log: Sequence[str]) -> tuple[str, int, str] | None:
    """The last build of the log; turns alternate, so its seat follows from how many there were."""
    builds = [move for move in log if ">" in move]
    if not builds:
        return None
    stack, _, space = builds[-1].partition(">")
    return stack, (len(builds) - 1) % 2, space


# ---- words about the whole -----------------------------------------------------------------------------------------


def _turn(picture: Picture) -> int:
    return sum(">" in move for move in picture.view.log) + (picture.view.phase == "build" and not picture.view.over)


def _about(picture: Picture) -> str:
    """The position in a few sentences."""
    w = picture.w
    scores = [w("table.score", player=picture.player(seat), n=picture.view.seats[seat].score) for seat in range(2)]
    return f"{w('draw.turn', n=_turn(picture))}. {status(picture)}. {'; '.join(scores)}. {w('draw.empty', n=empty_stacks(picture))}."


def _header(picture: Picture) -> str:
    theme, w = picture.theme, picture.w
    note = w("draw.turn", n=_turn(picture)) + " · " + w("draw.empty", n=empty_stacks(picture))
    title = write(28, 45, w("game.name"), theme.ink, 27, title=True, spacing=0.8)
    return title + write(COLUMN_X + COLUMN_WIDTH, 44, note, theme.soft, 13.5, anchor="end")

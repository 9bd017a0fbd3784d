"""A position of Amytis as one picture (SVG): isometric, or flat from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move:
`b2>` then `a1`, or one of `+1` `+2` `+3` `+deck` `+points`, or one of `!I` ... `!row`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.drawing import flat, sheet
from ziggurat.drawing.flat import write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.amytis.moves import spell
from ziggurat.games.amytis.pictures.boards import defs, flat_boards, isometric_boards
from ziggurat.games.amytis.pictures.page import COLUMN_WIDTH, COLUMN_X, HEIGHT, WIDTH, Sheet, empty_stacks, status
from ziggurat.games.amytis.pictures.panels import column
from ziggurat.games.amytis.types import View
from ziggurat.text import words


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" or "top"."""
    if look not in ("isometric", "top"):
        raise ValueError(f"`{look}` is not a look; choose `isometric` or `top`.")
    name = sheet.picture_name(view, theme, look, language)
    page = Sheet(view, THEMES[theme], words("amytis", language), name, frozenset(piece for move in view.legal for piece in spell(move)), _last_build(view.log))
    boards = isometric_boards(page) if look == "isometric" else flat_boards(page)
    content = _header(page) + boards + column(page)
    return flat.document(name, WIDTH, HEIGHT, page.theme, page.w("game.name"), _about(page), defs(page, look), content)


def _last_build(log: Sequence[str]) -> tuple[str, int, str] | None:
    """The last build of the log; turns alternate, so its seat follows from how many there were."""
    builds = [move for move in log if ">" in move]
    if not builds:
        return None
    stack, _, space = builds[-1].partition(">")
    return stack, (len(builds) - 1) % 2, space


# ---- words about the whole -----------------------------------------------------------------------------------------


def _turn(page: Sheet) -> int:
    return sum(">" in move for move in page.view.log) + (page.view.phase == "build" and not page.view.over)


def _about(page: Sheet) -> str:
    """The position in a few sentences."""
    w = page.w
    scores = [w("table.score", player=page.player(seat), n=page.view.seats[seat].score) for seat in range(2)]
    return f"{w('draw.turn', n=_turn(page))}. {status(page)}. {'; '.join(scores)}. {w('draw.empty', n=empty_stacks(page))}."


def _header(page: Sheet) -> str:
    theme, w = page.theme, page.w
    note = w("draw.turn", n=_turn(page)) + " · " + w("draw.empty", n=empty_stacks(page))
    title = write(28, 45, w("game.name"), theme.ink, 27, title=True, spacing=0.8)
    return title + write(COLUMN_X + COLUMN_WIDTH, 44, note, theme.soft, 13.5, anchor="end")

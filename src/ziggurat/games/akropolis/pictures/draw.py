"""A position of Akropolis as one picture (SVG): isometric, or flat from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move: a tile of the site `2:`, the place of
its first hex `-1,3`, the rotation `/4`.
"""

from __future__ import annotations

from ziggurat.drawing import flat, sheet
from ziggurat.drawing.flat import write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.akropolis.material import TILE_NAMES
from ziggurat.games.akropolis.moves import spell
from ziggurat.games.akropolis.pictures.city import city_area, defs, flat_city, isometric_city
from ziggurat.games.akropolis.pictures.page import COLUMN_WIDTH, COLUMN_X, HEIGHT, WIDTH, Place, Sheet, footprint, read_place
from ziggurat.games.akropolis.pictures.panels import column, rotations, site
from ziggurat.games.akropolis.terminal import capital
from ziggurat.games.akropolis.types import View
from ziggurat.text import who_won, words


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" or "top"."""
    if look not in ("isometric", "top"):
        raise ValueError(f"`{look}` is not a look; choose `isometric` or `top`.")
    name = sheet.picture_name(view, theme, look, language)
    focus = focus_of(view)
    pieces = frozenset(piece for move in view.legal for piece in spell(move))
    page = Sheet(view, THEMES[theme], words("akropolis", language), name, pieces, focus, last_tile(view, focus))
    city = isometric_city(page, focus) if look == "isometric" else flat_city(page, focus, city_area(page), live=True)
    content = header(page) + site(page, look) + city + rotations(page) + column(page)
    return flat.document(name, WIDTH, HEIGHT, page.theme, page.w("game.name"), about(page), shared_parts(page, look), content)


def focus_of(view: View) -> int:
    """The seat whose city is large: the viewer's, else that of the seat to play."""
    if view.seat is not None:
        return view.seat
    return view.to_move or 0


def last_tile(view: View, focus: int) -> frozenset[Place]:
    """Where the last tile of the large city lies."""
    own = [move for move, mover in zip(view.log, view.movers, strict=True) if mover == focus]
    if not own:
        return frozenset()
    _, place, rotation = spell(own[-1])
    return frozenset(footprint(read_place(place), int(rotation[1:])))


def shared_parts(page: Sheet, look: str) -> str:
    """What is drawn once and used many times."""
    if look == "top":
        return ""
    city = page.view.seats[page.focus].city
    kinds = {hex_.kind for hex_ in city} | {kind for tile in page.view.site for kind in TILE_NAMES[tile]}
    return defs(page, kinds, {1, *(hex_.level for hex_ in city)})


def status(page: Sheet) -> str:
    """Who is to play, or who has won."""
    view, w = page.view, page.w
    if view.to_move is None:
        return who_won(view, [page.player(seat) for seat in range(len(view.seats))], w)
    return w("table.your_turn") if view.to_move == view.seat else w("table.turn", player=page.player(view.to_move))


def about(page: Sheet) -> str:
    """The position in a few sentences."""
    view, w = page.view, page.w
    scores = [w("table.score", player=page.player(seat), n=sheet.score) for seat, sheet in enumerate(view.seats)]
    return f"{capital(w('word.round', round=view.round, rounds=view.rounds))}. {status(page)}. {'; '.join(scores)}."


def header(page: Sheet) -> str:
    """Title, whose turn it is, round and stacks."""
    theme, w, view = page.theme, page.w, page.view
    note = f"{capital(w('word.round', round=view.round, rounds=view.rounds))} · {w('count.stacks', n=view.stacks_left)}"
    title = write(28, 45, w("game.name"), theme.ink, 27, title=True, spacing=0.8)
    return title + write(190, 44, status(page), theme.accent, 15, weight=600) + write(COLUMN_X + COLUMN_WIDTH, 44, note, theme.soft, 13.5, anchor="end")

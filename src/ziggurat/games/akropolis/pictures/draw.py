"""A position of Akropolis as one picture (SVG): isometric, or flat from above. It knows only what the view says.

What can be clicked carries `data-move` with a piece of a move's text; clicking pieces in order spells the move: a tile of the site `2:`, the place of
its first hex `-1,3`, the rotation `/4`. To complete a card: its slot `+3.`, a single tile `68`, the place `@0,2`, the rotation `/5`, in solo the gift `!82`.
"""

from __future__ import annotations

from ziggurat.drawing.picture import picture_name
from ziggurat.drawing.shapes import document, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.akropolis.athena.choices import STOP_TEXT
from ziggurat.games.akropolis.athena.move_text import spell
from ziggurat.games.akropolis.material import TILE_NAMES
from ziggurat.games.akropolis.pictures.cards import slots, stop_button
from ziggurat.games.akropolis.pictures.city import city_area, defs, flat_city, isometric_city
from ziggurat.games.akropolis.pictures.layout import COLUMN_WIDTH, COLUMN_X, HEIGHT, WIDTH, Picture, Place, footprint, read_place
from ziggurat.games.akropolis.pictures.panels import column, rotations, site
from ziggurat.games.akropolis.terminal import capital
from ziggurat.games.akropolis.types import View
from ziggurat.text import words


def svg(view: View, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
    """The whole position as one SVG document; `look` is "isometric" or "top"."""
    if look not in ("isometric", "top"):
        raise ValueError(f"`{look}` is not a look; choose `isometric` or `top`.")
    name = picture_name(view, theme, look, language)
    focus = focus_of(view)
    pieces = frozenset(piece for move in view.legal for piece in spell(move))
    picture = Picture(view, THEMES[theme], words("akropolis", language), name, pieces, focus, last_tile(view, focus))
    city = isometric_city(picture, focus) if look == "isometric" else flat_city(picture, focus, city_area(picture), live=True)
    content = header(picture) + site(picture, look) + slots(picture) + city + rotations(picture) + stop_button(picture) + column(picture)
    return document(name, WIDTH, HEIGHT, picture.theme, picture.w("game.name"), about(picture), shared_parts(picture, look), content)


def focus_of(view: View) -> int:
    """The seat whose city is large: the viewer's, else that of the seat to play."""
    if view.seat is not None:
        return view.seat
    return view.to_move or 0


def last_tile(view: View, focus: int) -> frozenset[Place]:
    """Where the last tile of the large city lies, a city tile or a single tile."""
    own = [move for move, mover in zip(view.log, view.movers, strict=True) if mover == focus and move != STOP_TEXT]
    if not own:
        return frozenset()
    pieces = spell(own[-1])
    place = next(read_place(piece) for piece in pieces if "," in piece)
    rotation = next(int(piece[1:]) for piece in pieces if piece.startswith("/"))
    return frozenset([place] if own[-1].startswith("+") else footprint(place, rotation))


def shared_parts(picture: Picture, look: str) -> str:
    """What is drawn once and used many times."""
    if look == "top":
        return ""
    city = picture.view.seats[picture.focus].city
    kinds = {hex_.kind for hex_ in city} | {kind for tile in picture.view.site for kind in TILE_NAMES[tile]}
    return defs(picture, kinds, {1, *(hex_.level for hex_ in city)}, city)


def about(picture: Picture) -> str:
    """The position in a few sentences."""
    view, w = picture.view, picture.w
    scores = [w("table.score", player=picture.player(seat), n=player.score) for seat, player in enumerate(view.seats)]
    return f"{capital(w('word.round', round=view.round, rounds=view.rounds))}. {picture.status()}. {'; '.join(scores)}."


def header(picture: Picture) -> str:
    """Title, whose turn it is, round and stacks."""
    theme, w, view = picture.theme, picture.w, picture.view
    note = f"{capital(w('word.round', round=view.round, rounds=view.rounds))} · {w('count.stacks', n=view.stacks_left)}"
    title = write(28, 45, w("game.name"), theme.ink, 27, title=True, spacing=0.8)
    return title + write(190, 44, picture.status(), theme.accent, 15, weight=600) + write(COLUMN_X + COLUMN_WIDTH, 44, note, theme.soft, 13.5, anchor="end")

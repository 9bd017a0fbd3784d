"""Preview a move for the player who would play it (message `lens`), without revealing anything hidden.

Everything is read off imagined positions, as gains are: what the seat cannot see is dealt anew first. A note of the game that does not hold in all of
several imagined deals depends on hidden things, and is left out.
"""

from __future__ import annotations

from ziggurat.errors import InvalidMove, StaleMove
from ziggurat.game import Game
from ziggurat.search.hint_text import advice_text, refusal_text
from ziggurat.search.move_tellings import tellings_of
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.show.error_text import in_words
from ziggurat.server.show.views import has_previews
from ziggurat.server.table.decide import joined, running
from ziggurat.server.table.table import Table
from ziggurat.view import Gain, Telling


def considered(table: Table, seat: int, ply: int, *, ahead: bool) -> Game:
    """The game in which a seat considers a move: as it stands, or (`ahead`) a copy in which it is the seat's turn, where that makes sense."""
    joined(table, seat)
    game: Game = running(table)
    if ply != game.ply:
        raise StaleMove(f"the table is at ply {game.ply}, not {ply}: look again")
    return (game.suppose_turn(seat, f"ahead/{ply}") if ahead else None) or game


def choices_ahead(table: Table, seat: int, request: r.Ahead) -> m.AheadMessage:
    """List the moves that a seat would have if it were its turn now; none where it is, or where a bot plays for it."""
    game = considered(table, seat, request.ply, ahead=True)
    waits = table.to_move != seat and game.to_move == seat and not table.seats[seat].bot
    return m.AheadMessage(request.id, game.ply, seat, game.choices(previews=has_previews(table, game)) if waits else [])


def preview(table: Table, game: Game, seat: int, request: r.Lens, language: str) -> m.LensMessage:
    """Say whether a move can be played, and what it would do for this seat, in the game in which it is `considered`."""
    answer = described(game, seat, request, language)
    if answer.legal:
        answer.ahead = table.to_move != seat
        if table.head.previews:
            add_preview(answer, game, language, with_scores=table.head.live_scores)
    return answer


def described(game: Game, seat: int, request: r.Lens, language: str) -> m.LensMessage:
    """Say whether a move can be played: then in words what it is, else why not."""
    speak, to_move = game.words(language), game.to_move
    if to_move is not None and to_move != seat:
        return refused(request, seat, speak("error.table.turn", player=game.name_of(to_move, language)))
    try:
        code = game.spec.move_text.from_text(game.state, request.move)
    except InvalidMove as error:
        return refused(request, seat, in_words(error.code, language, move=request.move, game=game.spec.name, kind=game.spec.key))
    move = game.text_of(code, request.move)
    if code not in game.legal_codes():
        return refused(request, seat, refusal_text(game, code, language), move)
    return m.LensMessage(request.id, game.ply, seat, move, True, "", [advice_text(game, code, language)], [])


def refused(request: r.Lens, seat: int, why: str, move: str = "") -> m.LensMessage:
    """Say why the move cannot be played."""
    return m.LensMessage(request.id, request.ply, seat, move or request.move, False, why, [], [])


def add_preview(answer: m.LensMessage, game: Game, language: str, *, with_scores: bool) -> None:
    """Add what a table with previews shows: the points that the move adds, the points after it, and the game's own notes."""
    seat, code = answer.seat, game.check(answer.move)
    answer.gain = game.choice(code).gain
    if with_scores:
        answer.after = after(game, seat, answer.gain) if isinstance(answer.gain, dict) else None
    answer.notes = [game.sentence(key, values, language) for key, values in notes_of(game, seat, code)]


def after(game: Game, seat: int, gain: Gain) -> Gain:
    """The points of the seat by source, with those of the move."""
    sheet = game.points_of(seat)
    return {line: sheet.get(line, 0) + gain.get(line, 0) for line in {**sheet, **gain}}


def notes_of(game: Game, seat: int, code: int) -> list[Telling]:
    """What the game itself says of a move, as far as it holds in every imagined deal."""
    return tellings_of(game, seat, code, "notes")

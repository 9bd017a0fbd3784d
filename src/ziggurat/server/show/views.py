"""What each seat and each spectator may see: its own view, its choices, the log in its language, and the parts of messages. Nothing else leaves the server.

`SeatViews` makes each part once, however many watch, and encodes a message once for all who get the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import msgspec

from ziggurat.game import Game
from ziggurat.kernel import COMPILED
from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server.table.table import Table
from ziggurat.view import BaseChoice, BaseView, without

SCORES = ("score", "breakdown")
LAST_LINES = 50  # lines of chat that come with a table; a page asks for earlier ones
MOST_ENCODED = 64
MOST_UNCOMPILED = 100  # moves whose points plain Python finds out in a moment
encode = msgspec.json.Encoder().encode


def has_previews(table: Table, game: Game) -> bool:
    """Whether the choices say what each brings: where the table wants it, and in plain Python (the first minute) only if they are few."""
    return table.head.previews and (COMPILED or len(game.legal_codes()) <= MOST_UNCOMPILED)


class SeatViews:
    """What each seat sees of one table at one moment, each part made once however many watch. The host makes a new one when the table changes."""

    def __init__(self, table: Table, logs: LogTexts) -> None:
        self.table = table
        self.logs = logs
        self._views: dict[int | None, BaseView] = {}
        self._choices: list[BaseChoice] | None = None
        self._encoded: dict[Hashable, str] = {}

    def encoded(self, key: Hashable, make: Callable[[], object]) -> str:
        """A message as text, made and encoded once for all who get the same: those with the same key."""
        text = self._encoded.get(key)
        if text is None:
            if len(self._encoded) >= MOST_ENCODED:
                self._encoded.clear()
            text = self._encoded[key] = encode(make()).decode()
        return text

    def view(self, seat: int | None) -> BaseView | None:
        """The view of a seat (None: a spectator), without scores where the table hides them."""
        game = self.table.game
        if game is None:
            return None
        if seat not in self._views:
            self._views[seat] = self._make(game, seat) if game.spec.secrets or seat is None else self._from_shared(game, seat)
        return self._views[seat]

    def _from_shared(self, game: Game, seat: int) -> BaseView:
        """The view of a seat in a game without secrets: that of a spectator with another seat and its legal moves."""
        shared = self.view(None)
        assert shared is not None
        legal = game.legal_moves if seat == self.table.to_move else []
        return msgspec.structs.replace(shared, seat=seat, legal=legal)

    def _make(self, game: Game, seat: int | None) -> BaseView:
        view: BaseView = game.typed_view(seat, helps=self.table.head.previews)
        if self.table.status != "running":
            view.legal = []
        return covered(self.table, game, view)

    def choices(self, seat: int | None) -> list[BaseChoice]:
        """The legal moves in parts, for the seat that is to move; with previews, the points that each would add."""
        table, game = self.table, self.table.game
        if seat is None or game is None or table.to_move != seat or table.seats[seat].bot:
            return []
        if self._choices is None:
            self._choices = game.choices(previews=has_previews(table, game))
        return self._choices

    def log(self, seat: int | None, language: str, since: int = 0) -> list[list[str]]:
        """What happened at each ply from `since` on, in sentences."""
        game = self.table.game
        return [] if game is None else self.logs.of(game, seat if game.spec.secrets else None, language, face_down=is_face_down(self.table))[since:]


class LogTexts:
    """The log of a table in sentences, made once for each language (and each seat, where a game has secrets)."""

    def __init__(self) -> None:
        self.texts: dict[tuple[int | None, str, bool], list[list[str]]] = {}

    def of(self, game: Game, seat: int | None, language: str, *, face_down: bool) -> list[list[str]]:
        """The sentences of each ply so far."""
        lines = self.texts.setdefault((seat, language, face_down), [])
        if len(lines) < game.ply:
            lines += log_of(game, language, len(lines), seat, face_down=face_down)
        return lines[: game.ply]

    def forget(self, ply: int | None = None) -> None:
        """Forget the plies from one on, because moves were taken back; None: all, because a name changed."""
        if ply is None:
            self.texts.clear()
        for lines in self.texts.values():
            del lines[ply:]


def is_face_down(table: Table) -> bool:
    """Whether what the players have won lies face down now."""
    return table.head.face_down and table.status != "over"


def covered(table: Table, game: Game, view: BaseView) -> BaseView:
    """Remove from a view what its table hides while the game runs; the view may be changed."""
    if table.status == "over":
        return view
    shown = view if table.head.live_scores else without_scores(game, view)
    if is_face_down(table):
        shown = game.spec.optional("face_down", "lay_face_down")(shown)
    return shown


def log_of(game: Game, language: str, since: int, seat: int | None, *, face_down: bool) -> list[list[str]]:
    """What happened at each ply from `since` on, in sentences; nothing of what lies face down."""
    if not face_down:
        return game.log(language, since, seat)
    hide, sentences = game.spec.optional("face_down", "tell_face_down"), []
    for ply in range(since, game.ply):
        tellings = game.spec.move_text.tell(game.state_at(ply), game.code(ply), game.state_at(ply + 1), seat)
        sentences.append([game.sentence(key, values, language) for key, values in hide(tellings)])
    return sentences


def without_scores(game: Game, view: BaseView) -> BaseView:
    """Remove the scores from the view of a table without live scores; the view is changed."""
    hide_in_seats(view, (*SCORES, *(game.spec.optional("visibility", "LIVE_SCORES") or ())))
    for name in view.__struct_fields__:
        if isinstance(part := getattr(view, name), msgspec.Struct):
            setattr(view, name, without(part, SCORES))
    return view


def hide_in_seats(view: BaseView, fields: tuple[str, ...]) -> None:
    """Remove these fields of every seat."""
    seats: list[msgspec.Struct] = view.seats  # type: ignore[attr-defined] # of every game's view
    view.seats = [without(seat, fields) for seat in seats]  # type: ignore[attr-defined]


# --- The parts of messages ----------------------------------------------------------------------------------------------


def seat_infos(table: Table, online: set[int]) -> list[m.SeatInfo]:
    """The seats as everybody sees them."""
    return [
        m.SeatInfo(
            place,
            seat.kind,
            seat.name,
            seat.joined,
            seat.kind == "bot" or place in online,
            seat.away,
            seat.bot if seat.joined else "",
            seat.why,
            seat.resigned,
            seat.hints,
            seat.links,
            seat.back,
        )
        for place, seat in enumerate(table.seats)
    ]


def clock_info(table: Table, now: int) -> m.ClockInfo:
    """The clocks at this time of the host's clock."""
    plan, clocks = table.head.clock, table.clocks
    left, running = (clocks.reading(now), clocks.running) if clocks.ticks else ([], None)
    wait = max(0, table.waits_until - now) if table.awaited and table.waits_until else None
    return m.ClockInfo(plan.kind, plan.bank, plan.increment, plan.days, left, running, sorted(table.awaited), wait)


def offer_info(table: Table, now: int) -> m.OfferInfo | None:
    """The open offer, and how long the table still waits for those who are away."""
    offer = table.offer
    if offer is None:
        return None
    wait = max(0, offer.until - now) if offer.until else None
    return m.OfferInfo(offer.seat, offer.what, offer.ply, offer.same_deal, offer.rotate, table.waiting, sorted(offer.away), wait, offer.number)


def declined_info(table: Table) -> m.DeclinedInfo | None:
    """The last offer that somebody said no to."""
    no = table.declined
    return None if no is None else m.DeclinedInfo(no.seat, no.what, no.by, no.number)


def rematch_places(table: Table) -> list[int]:
    """Where each seat sits at the next table."""
    seats = len(table.seats)
    return [(place - table.rotated) % seats for place in range(seats)] if table.rematch else []


def undone_infos(table: Table, seat: int | None, language: str) -> list[m.UndoneInfo]:
    """The moves that were taken back, as a seat saw them and as its log told them."""
    game = table.game
    if game is None:
        return []
    return [m.UndoneInfo(taken.ply, taken.seat, taken.seen[seat], game.sentence(*taken.tellings[seat], language)) for taken in table.undone]


def end_info(table: Table) -> m.EndInfo | None:
    """How the table ended, with the proof of the deal."""
    if table.ended is None:
        return None
    fair = table.fair
    shown = None if fair is None else m.FairInfo(fair.commitment, fair.secret, fair.table, fair.words, fair.order)
    return m.EndInfo(table.ended.why, table.ended.seat, table.game.result() if table.game else None, shown, table.next_commitment)


def order_info(table: Table) -> m.OrderInfo | None:
    """The lot that decides who sits where; None where there is none."""
    return m.OrderInfo("lot", table.order) if table.head.order == "lot" else None


def fork_info(table: Table) -> m.ForkInfo | None:
    """The moment from which the table went on."""
    return None if table.head.fork is None else m.ForkInfo(table.head.fork.table, table.head.fork.ply)


def chat_lines(table: Table, since: int = 0) -> list[m.ChatLine]:
    """The last lines of chat, from a line on."""
    return chat_page(table, len(table.chat), max(0, len(table.chat) - since)).chat


def chat_page(table: Table, before: int, most: int = LAST_LINES) -> a.ChatPage:
    """The last lines of chat before the one of this number."""
    end = min(before, len(table.chat))
    first = max(0, end - min(most, LAST_LINES))
    lines = [m.ChatLine(said.at, said.seat, said.name, said.text) for said in table.chat[first:end]]
    return a.ChatPage(lines, first, len(table.chat))


def settings_of(table: Table) -> m.Settings:
    """What the table allows."""
    head = table.head
    return m.Settings(head.hints, head.previews, head.live_scores, head.stand_in, head.listed, head.face_down)

"""What each seat and each spectator is told: its own view, its choices, the log in its language. Nothing else leaves the server."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.game import MOVE, SCORE, Game
from ziggurat.kernel import generator, rows_of
from ziggurat.search.bind import bind
from ziggurat.server import messages as m
from ziggurat.server.quick import QuickGame
from ziggurat.server.rooms import waiting
from ziggurat.server.table import Table

SCORES = ("score", "breakdown")
CHOICES: dict[str, dict[str, msgspec.Raw]] = {}
MOST_CHOICES = 50_000  # of a game: Akropolis has no edge


class Sights:
    """What can be seen of one table at one moment, each part made once however many watch. A new one is made when the table changes."""

    def __init__(self, table: Table, logs: Logs) -> None:
        self.table = table
        self.logs = logs
        self._views: dict[int | None, dict[str, Any]] = {}
        self._choices: dict[int, list[Any]] = {}

    def view(self, seat: int | None) -> dict[str, Any] | None:
        """The view of a seat (None: a spectator), without scores where the table keeps them back."""
        game = self.table.game
        if game is None:
            return None
        if seat not in self._views:
            if game.spec.secrets or None not in self._views:
                self._views[seat if game.spec.secrets else None] = self._make(game, seat if game.spec.secrets else None)
            if not game.spec.secrets and seat is not None:  # all see the same: only whose it is and what may be played differ
                self._views[seat] = self._views[None] | {"seat": seat, "legal": game.legal_moves if seat == game.to_move else []}
            if self.table.status != "running":
                self._views[seat] = {**self._views[seat], "legal": []}
        return self._views[seat]

    def told(self, seat: int | None) -> msgspec.Raw | dict[str, Any] | None:
        """The same view, as JSON where the game writes it so."""
        table, game = self.table, self.table.game
        whole = table.status == "running" and table.head.live_scores and not table.head.previews
        if whole and isinstance(game, QuickGame) and (text := game.inked(seat)) is not None:
            return msgspec.Raw(text)
        return self.view(seat)

    def _make(self, game: Game, seat: int | None) -> dict[str, Any]:
        view, head = game.view(seat), self.table.head
        if not head.previews and (help_ := game.spec.optional("sight", "HELP")):
            view["seats"] = [{name: value for name, value in sheet.items() if name not in help_} for sheet in view["seats"]]
        return view if head.live_scores or self.table.status == "over" else without_scores(view, getattr(game.spec.sight, "LIVE_SCORES", ()))

    def choices(self, seat: int | None) -> list[Any]:
        """The legal moves in parts, for the seat that is to move; with previews what each would bring."""
        table, game = self.table, self.table.game
        if seat is None or game is None or table.to_move != seat or table.seats[seat].bot:
            return []
        if seat not in self._choices:
            self._choices[seat] = previewed(game, seat) if table.head.previews else plain_choices(game)
        return self._choices[seat]

    def log(self, seat: int | None, language: str, since: int = 0) -> list[list[str]]:
        """What happened at each ply from `since` on."""
        game = self.table.game
        return [] if game is None else self.logs.tell(game, seat if game.spec.secrets else None, language)[since:]


class Logs:
    """The log of a table in words, told once for each language (and each seat, where a game has secrets)."""

    def __init__(self) -> None:
        self.told: dict[tuple[int | None, str], list[list[str]]] = {}

    def tell(self, game: Game, seat: int | None, language: str) -> list[list[str]]:
        """All that was told so far."""
        told = self.told.setdefault((seat, language), [])
        if len(told) < game.ply:
            told += game.log(language, len(told), seat)
        return told[: game.ply]

    def forget(self, ply: int | None = None) -> None:
        """Moves from a ply on were taken back; None: a name changed, so all is told anew."""
        if ply is None:
            self.told.clear()
        for told in self.told.values():
            del told[ply:]


def plain_choices(game: Game) -> list[msgspec.Raw]:
    """The legal moves in parts. A text says all that its parts say, so each is put into JSON once for all tables."""
    known = CHOICES.setdefault(game.spec.name, {})
    legal = game.legal_texts() if isinstance(game, QuickGame) else game.legal_moves
    try:
        return [known[text] for text in legal]
    except KeyError:
        if len(known) > MOST_CHOICES:
            known.clear()
        for text, code in zip(legal, game.legal_codes(), strict=True):
            known[text] = msgspec.Raw(msgspec.json.encode({"text": text, **game.spec.moves.parts(game.state, code)}))
        return [known[text] for text in legal]


def previewed(game: Game, seat: int) -> list[dict[str, Any]]:
    """The legal moves in parts, each with what it brings at once."""
    codes, state, parts = game.legal_codes(), game.state, game.spec.moves.parts
    made = [{"text": text, **parts(state, code)} for text, code in zip(game.legal_moves, codes, strict=True)]
    for choice, gain in zip(made, gains(game, seat, codes), strict=True):
        choice["gain"] = None if choice.get("chance") else gain
    return made


def without_scores(view: dict[str, Any], more: tuple[str, ...]) -> dict[str, Any]:
    """The view of a table without live scores."""
    hidden = {*SCORES, *more}
    kept = {name: {key: part for key, part in value.items() if key not in SCORES} if isinstance(value, dict) else value for name, value in view.items()}
    return kept | {"seats": [{name: value for name, value in sheet.items() if name not in hidden} for sheet in view["seats"]]}


def gains(game: Game, seat: int, codes: list[int]) -> list[dict[str, int]]:
    """What each move brings the seat at once, by source. The hidden part of the position is imagined first: no gain can tell of it."""
    spec = game.spec
    states, rng = spec.blank(3), generator(f"preview/{game.ply}")
    states[0] = game.state
    if hasattr(spec.sight, "gain"):
        states[1] = states[0]
        spec.sight.imagine(states[1], seat, rng)
        found = []
        for code in codes:
            states[2] = states[1]
            spec.rules.apply(states[2], code)
            found.append(spec.sight.gain(states[1], states[2], seat))
        return found
    lines = np.zeros((len(codes) + 1, len(spec.scoring.LINES)), SCORE)
    bind(spec.name, "preview").previews(states, rows_of(states), np.array(codes, MOVE), len(codes), seat, rng, lines)
    names = spec.scoring.LINES
    return [{names[place]: int(row[place]) for place in np.flatnonzero(row)} for row in lines[:-1] - lines[-1]]


# --- Messages ---------------------------------------------------------------------------------------------------------


def seat_infos(table: Table, online: set[int]) -> list[m.SeatInfo]:
    """The seats as everybody sees them."""
    return [
        m.SeatInfo(
            place, seat.kind, seat.name, seat.joined, seat.kind == "bot" or place in online, seat.away, seat.bot if seat.joined else "", seat.why, seat.resigned
        )
        for place, seat in enumerate(table.seats)
    ]


def clock_info(table: Table, now: int) -> m.ClockInfo:
    """The clocks now."""
    plan, clocks = table.head.clock, table.clocks
    return m.ClockInfo(plan.kind, plan.bank, plan.increment, plan.days, clocks.reading(now) if clocks.ticks else [], clocks.running if clocks.ticks else None)


def offer_info(table: Table) -> m.OfferInfo | None:
    """What is asked."""
    offer = table.offer
    return None if offer is None else m.OfferInfo(offer.seat, offer.what, offer.ply, offer.same_deal, offer.rotate, waiting(table))


def declined_info(table: Table) -> m.DeclinedInfo | None:
    """What was said no to."""
    no = table.declined
    return None if no is None else m.DeclinedInfo(no.seat, no.what, no.by, no.number)


def rematch_places(table: Table) -> list[int]:
    """Where each seat sits at the next table."""
    seats = len(table.seats)
    return [(place - table.rotated) % seats for place in range(seats)] if table.rematch else []


def undone_infos(table: Table, seat: int | None, language: str) -> list[m.UndoneInfo]:
    """The moves that were taken back, as a seat saw and heard them."""
    game = table.game
    if game is None:
        return []
    return [m.UndoneInfo(taken.ply, taken.seat, taken.seen[seat], game.sentence(*taken.tellings[seat], language)) for taken in table.undone]


def end_info(table: Table) -> m.EndInfo | None:
    """How the table ended, with the proof of the deal."""
    if table.ended is None:
        return None
    fair = table.fair
    shown = None if fair is None else {"commitment": fair.commitment, "secret": fair.secret, "table": fair.table, "words": fair.words}
    return m.EndInfo(table.ended.why, table.ended.seat, table.game.result() if table.game else None, shown)


def fork_info(table: Table) -> m.ForkInfo | None:
    """The moment from which the table went on."""
    return None if table.head.fork is None else m.ForkInfo(table.head.fork.table, table.head.fork.ply)


def chat_lines(table: Table, since: int = 0) -> list[m.ChatLine]:
    """What was said."""
    return [m.ChatLine(said.at, said.seat, said.name, said.text) for said in table.chat[since:]]


def settings_of(table: Table) -> m.Settings:
    """What the table allows."""
    head = table.head
    return m.Settings(head.hints, head.previews, head.live_scores, head.stand_in, head.listed)

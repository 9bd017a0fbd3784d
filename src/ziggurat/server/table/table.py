"""A table as it stands: its head with all its events applied. It decides nothing (`rooms` does) and sends nothing (`views` does)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Any

from ziggurat.fair_deal import Fair, commitment_of, seed_of
from ziggurat.game import Game
from ziggurat.record import replay
from ziggurat.registry import game_spec
from ziggurat.server.table import events as e
from ziggurat.server.table.clocks import Clocks
from ziggurat.view import Telling


def hash_of(secret: str) -> str:
    """How a secret is stored: it has 128 random bits, so a plain hash cannot be turned around."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass
class Seat:
    """One chair at the table."""

    kind: str
    key: str = ""
    account: str = ""
    bot: str = ""
    """The bot that plays now: always (`kind` is `bot`), or for somebody who went away."""
    name: str = ""
    word: str = ""
    joined: bool = False
    away: bool = False
    why: str = ""
    """Why a bot plays for somebody."""
    resigned: bool = False
    url: str = ""
    hook_key: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person (or a program from outside) sits here and has a say, even while a stand-in plays: not a bot, nobody who resigned."""
        return self.kind != "bot" and not self.resigned

    @property
    def is_away(self) -> bool:
        """Whether the person is away by word: went, or lets a stand-in play, or ran out of time."""
        return self.is_person and (self.away or bool(self.bot))

    def opens_with(self, key: str) -> bool:
        """Whether this is the hash of the seat's secret."""
        return bool(self.key) and hmac.compare_digest(self.key, key)


@dataclass
class Offer:
    """What a seat asks of the others, and who has agreed."""

    seat: int
    what: str
    ply: int
    same_deal: bool = False
    rotate: bool = True
    agreed: set[int] = field(default_factory=set)
    words: dict[int, str] = field(default_factory=dict)
    """What the seats add to the deal of a rematch."""
    away: set[int] = field(default_factory=set)
    """Those who were away when it was asked, and have not been seen since."""
    until: int = 0
    """When their consent is no longer needed, by the host's clock; 0: it always is."""
    number: int = 0
    """Of the event: an answer may name it, so that a yes is a yes to this and to nothing that was asked since."""

    def is_seen(self, seat: int) -> None:
        """Somebody who was away is back: that consent is needed again."""
        self.away.discard(seat)
        if not self.away:
            self.until = 0


@dataclass(frozen=True)
class Declined:
    """What a seat asked for and another said no to."""

    seat: int
    what: str
    by: int
    number: int
    """Of the event: it happened once."""


@dataclass(frozen=True)
class UndoneMove:
    """A move that was taken back, as each seat (and a spectator, None) saw it."""

    ply: int
    seat: int
    move: str
    seen: dict[int | None, str]
    tellings: dict[int | None, Telling]
    """What the log said of it."""


@dataclass(frozen=True)
class Ended:
    """How the table came to its end."""

    why: str
    """`finished`, `resigned`, `time`, `abandoned` or `record`."""
    seat: int | None = None
    """Who resigned or ran out of time."""


class Table:
    """The state of a room."""

    def __init__(self, id: str, head: e.Head) -> None:  # noqa: A002
        self.id = id
        self.head = head
        self.spec = game_spec(head.game)
        self.number = 0
        """How many events there were."""
        self.status = "open"
        self.seats = [Seat(plan.kind, plan.key, plan.account, plan.bot) for plan in head.seats]
        for seat in self.seats:
            if seat.kind == "bot":
                seat.joined, seat.name = True, f"bot:{seat.bot}"
        self.game: Game | None = None
        self.clocks = Clocks(head.clock, len(self.seats))
        self.chat: list[e.Said] = []
        self.times: list[int] = []
        self.lefts: list[list[int]] = []
        """What the clocks showed when each decision was taken, before what its turn brought; empty where time is not measured."""
        self.undone: list[UndoneMove] = []
        self.keys: set[str] = set()
        """What clients called the moves that were taken, undone ones included."""
        self.offer: Offer | None = None
        self.declined: Declined | None = None
        """The last no, until something is asked again."""
        self.ended: Ended | None = None
        self.rematch, self.rotated = "", False
        """The next table, and whether everybody sits one place further on there."""
        self.at = 0
        """When something last happened, by the wall clock."""
        self.time = 0
        """When something last happened, by the host's clock."""

    # --- questions ---------------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, while the table plays."""
        return self.game.to_move if self.game is not None and self.status == "running" else None

    @property
    def ply(self) -> int:
        """How many decisions stand."""
        return self.game.ply if self.game is not None else 0

    def others(self, seat: int, *, resigned: bool = False) -> list[int]:
        """The other people, also those who are away; with `resigned` also those who gave up. Those who share a screen are one."""
        here = self.seats[seat].kind == "here"
        people = [place for place, chair in enumerate(self.seats) if chair.is_person or (resigned and chair.kind != "bot")]
        return [other for other in people if other != seat and not (here and self.seats[other].kind == "here")]

    def seats_of(self, secrets: list[str], account: str = "") -> list[int]:
        """The seats that these secrets, or this account, open."""
        keys = [hash_of(secret) for secret in secrets]
        return [
            place
            for place, seat in enumerate(self.seats)
            if any([seat.opens_with(key) for key in keys]) or (account and hmac.compare_digest(seat.account, account))  # noqa: C419 - in constant time
        ]

    @property
    def words(self) -> list[str]:
        """What the seats added to the deal."""
        return [seat.word for seat in self.seats]

    @property
    def fair(self) -> Fair | None:
        """The proof, to be shown when the game is over; a deal laid out by hand or known before has none."""
        if self.head.deal is not None or self.head.record is not None:
            return None
        if (origin := self.head.origin) is not None:
            return Fair(origin.commitment, origin.secret, origin.table, origin.words)
        return Fair(self.head.commitment, self.head.secret, self.id, self.words)

    @property
    def next_commitment(self) -> str:
        """The promise of a rematch's deal, made when this game is over and before anyone adds words to it; empty at a table that made none."""
        return commitment_of(self.head.next, self.rematch_id, self.head.options) if self.head.next else ""

    @property
    def rematch_id(self) -> str:
        """The id of the next table: it follows from this one, so that it is made once; nobody can guess it."""
        return hash_of(f"{self.head.secret}/rematch/{self.id}")[:16]

    @property
    def begins(self) -> int:
        """The ply at which this table began: moves before it were not taken here."""
        return self.head.fork.ply if self.head.fork is not None else 0

    @property
    def plays_itself(self) -> bool:
        """Whether only bots are left to decide: then nobody's turn depends on their moves."""
        return all(seat.bot for seat in self.seats)

    def needs_server(self, seat: Seat) -> bool:
        """Whether the server has something to do by itself when it is this seat's turn: a bot's move that somebody needs, a turn to be told."""
        return not self.plays_itself if seat.bot else bool(seat.url or seat.account)

    def wake(self) -> int | None:
        """When the server must look here by itself: at once for a bot or a turn to be told, else when a clock runs out."""
        seat = self.to_move
        if seat is None:
            return None
        if self.needs_server(self.seats[seat]):
            return self.at
        return self.clocks.deadline()

    def record(self) -> dict[str, Any]:
        """The game with everything in it; only for a table that is over."""
        assert self.game is not None
        record = self.game.record()
        if self.head.record is not None:
            return record
        if self.head.fork is not None:
            record["fork"] = {"table": self.head.fork.table, "ply": self.head.fork.ply}
        if (fair := self.fair) is not None:
            record["fair"] = {"commitment": fair.commitment, "secret": fair.secret, "table": fair.table, "words": fair.words}
        record["times"] = list(self.times)
        record["undone"] = [{"ply": taken.ply, "move": taken.move} for taken in self.undone]
        if self.ended is not None and self.ended.why != "finished":
            record["ended"] = {"why": self.ended.why} | ({} if self.ended.seat is None else {"seat": self.ended.seat})
        return record

    def copy(self) -> Table:
        """A table of its own at the same moment, to see what events would lead to. Only the present position is copied, not the past."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.seats = [replace(seat) for seat in self.seats]
        other.clocks = replace(self.clocks)
        other.clocks.left = list(self.clocks.left)
        other.chat, other.times, other.undone, other.keys = list(self.chat), list(self.times), list(self.undone), set(self.keys)
        other.lefts = list(self.lefts)
        other.offer = self.offer and replace(self.offer, agreed=set(self.offer.agreed), words=dict(self.offer.words), away=set(self.offer.away))
        other.game = self.game and self.game.copy()
        return other

    # --- what happened -----------------------------------------------------------------------------------------------

    def apply(self, event: e.AnyEvent) -> None:
        """One more event."""
        self.at, self.time = max(self.at, event.at), event.time or event.at
        if type(event) is e.Moved:  # nine of ten
            self._moved(event)
        else:
            self._apply(event)
        self.number += 1

    @singledispatchmethod
    def _apply(self, event: Any) -> None:
        raise TypeError(f"no table knows {event!r}")

    @_apply.register
    def _joined(self, event: e.Joined) -> None:
        seat = self.seats[event.seat]
        seat.joined, seat.name, seat.word = True, event.name, event.word
        seat.key = event.key or seat.key
        seat.account = event.account or seat.account

    @_apply.register
    def _started(self, event: e.Started) -> None:
        fair, deal = self.fair, self.head.deal
        seed = None if fair is None else seed_of(fair.secret, fair.table, fair.words)
        self.game = Game(self.spec, self.head.options, seed=seed, deal=deal, players=[seat.name for seat in self.seats])
        for move in self.head.fork.moves if self.head.fork is not None else ():
            self.game.push_recorded(move)
            self.times.append(0)
            self.lefts.append([])
        self.status = "running"
        self._next(self.time)

    @_apply.register
    def _opened(self, event: e.Opened) -> None:
        assert self.head.record is not None
        self.game = replay(self.head.record)
        for seat, name in zip(self.seats, self.game.players, strict=True):
            seat.joined, seat.name = True, name
        self._end("record", None, self.time)

    @_apply.register
    def _moved(self, event: e.Moved) -> None:
        assert self.game is not None
        turn = self.game.turn if self.clocks.ticks else 0
        self.times.append(self.clocks.spend(self.time))
        self.lefts.append(list(self.clocks.left) if self.clocks.ticks else [])
        self.game.push_recorded(event.move)
        if self.clocks.ticks and self.game.turn != turn:
            self.clocks.turn_done(event.seat)
        if event.key:
            self.keys.add(event.key)
        if self.offer is not None:
            if self.offer.what == "undo":
                self.offer = None
            elif not event.bot:
                self.offer.is_seen(event.seat)
        if self.game.is_over:
            self._end("finished", None, self.time)
        else:
            self._next(self.time)

    @_apply.register
    def _undone(self, event: e.Undone) -> None:
        game = self.game
        assert game is not None
        movers, viewers = game.movers, [None, *range(game.seats)]
        seen = {viewer: self.spec.visibility.hide_log(game.state, game.moves, movers, viewer) for viewer in viewers}
        for ply in range(event.ply, game.ply):
            before, code, after = game.state_at(ply), game.code(ply), game.state_at(ply + 1)
            tellings = {viewer: self.spec.moves.tell(before, code, after, viewer)[0] for viewer in viewers}
            self.undone.append(UndoneMove(ply, movers[ply], game.moves[ply], {viewer: seen[viewer][ply] for viewer in viewers}, tellings))
        while game.ply > event.ply:
            game.undo()
        if event.time:  # before, an undo left the clocks alone
            self.clocks.spend(self.time)
            self.clocks.take_back(self.lefts[event.ply], self.others(event.seat))
        del self.times[event.ply :], self.lefts[event.ply :]
        self.offer = None
        self._next(self.time)

    @_apply.register
    def _said(self, event: e.Said) -> None:
        self.chat.append(event)

    @_apply.register
    def _cleared(self, event: e.Cleared) -> None:
        self.chat = []

    @_apply.register
    def _asked(self, event: e.Asked) -> None:
        self.offer = Offer(event.seat, event.what, event.ply, event.same_deal, event.rotate, {event.seat}, {event.seat: event.word}, set(event.away))
        self.offer.until = self.time + event.wait if event.wait else 0
        self.offer.number = self.number
        self.declined = None

    @_apply.register
    def _answered(self, event: e.Answered) -> None:
        if self.offer is not None:
            if event.yes:
                self.offer.agreed.add(event.seat)
                self.offer.words[event.seat] = event.word
            else:
                if event.seat != self.offer.seat:
                    self.declined = Declined(self.offer.seat, self.offer.what, event.seat, self.number)
                self.offer = None

    @_apply.register
    def _resigned(self, event: e.Resigned) -> None:
        self.seats[event.seat].resigned = True
        self._lost("resigned", event.seat, self.time)

    @_apply.register
    def _flagged(self, event: e.Flagged) -> None:
        self.seats[event.seat].resigned = True
        self._lost("time", event.seat, self.time)

    @_apply.register
    def _abandoned(self, event: e.Abandoned) -> None:
        self._end("abandoned", None, self.time)

    @_apply.register
    def _left(self, event: e.Left) -> None:
        self.seats[event.seat].away = True

    @_apply.register
    def _returned(self, event: e.Returned) -> None:
        seat = self.seats[event.seat]
        if seat.bot and seat.why == "time":
            self.clocks.refill(event.seat)
        seat.away, seat.bot, seat.why = False, "", ""
        if self.offer is not None:
            self.offer.is_seen(event.seat)
        self._next(self.time)

    @_apply.register
    def _taken_over(self, event: e.TakenOver) -> None:
        seat = self.seats[event.seat]
        seat.bot, seat.why = event.bot, event.why
        self._next(self.time)

    @_apply.register
    def _renamed(self, event: e.Renamed) -> None:
        self.seats[event.seat].name = event.name
        if self.game is not None:
            self.game.players[event.seat] = event.name

    @_apply.register
    def _slept(self, event: e.Slept) -> None:
        self.clocks.sleep(event.ms)
        if self.offer is not None and self.offer.until:
            self.offer.until += event.ms

    @_apply.register
    def _rematched(self, event: e.Rematched) -> None:
        self.rematch, self.rotated = event.table, self.offer is not None and self.offer.rotate
        self.offer = None

    @_apply.register
    def _hooked(self, event: e.Hooked) -> None:
        self.seats[event.seat].url, self.seats[event.seat].hook_key = event.url, event.key

    def _next(self, at: int) -> None:
        """The clock of the person to move runs; a bot has none."""
        seat = self.to_move
        self.clocks.turn_to(None if seat is None or self.seats[seat].bot else seat, at)

    def _lost(self, why: str, seat: int, at: int) -> None:
        """A seat gave up: with one opponent or none the game is over, with more a bot plays on for it. What it asked for is no longer asked."""
        if self.offer is not None and self.offer.seat == seat:
            self.offer = None
        if len([other for other in self.seats if not other.resigned]) > 1:
            self._next(at)
        else:
            self._end(why, seat, at)

    def _end(self, why: str, seat: int | None, at: int) -> None:
        self.status = "over"
        self.ended = Ended(why, seat)
        self.offer = None
        self.clocks.stop(at)

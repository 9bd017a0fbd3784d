"""A table as it stands: its head with all its events applied. `decide.py` decides what may happen, `show/views.py` says who sees what."""

from __future__ import annotations

import hmac
from dataclasses import replace
from functools import singledispatchmethod
from typing import Any

from msgspec import UNSET, structs, to_builtins

from ziggurat.fair_deal import Fair, commitment_of, seed_of
from ziggurat.game import Game
from ziggurat.record import replay
from ziggurat.registry import game_spec
from ziggurat.server.secret_keys import hash_of
from ziggurat.server.table import events as e
from ziggurat.server.table.clocks import Clocks
from ziggurat.server.table.seats import Declined, Ended, Offer, Seat, UndoneMove

MOST_CARRIED = 64


class Table:
    """A table: who sits there, the game, the clocks, what was said and what is asked."""

    def __init__(self, id: str, head: e.Head) -> None:  # noqa: A002
        self.id = id
        self.head = head
        self.spec = game_spec(head.game).at(head.options)
        self.number = 0
        """How many events were applied."""
        self.status = "open"
        self.seats = [Seat(plan.kind, plan.key, plan.account, plan.bot, plan=plan) for plan in head.seats]
        for seat in self.seats:
            if seat.kind == "bot":
                seat.joined, seat.name = True, f"bot:{seat.bot}"
        self.order: list[int] = []
        """The lot, once it is drawn: for each seat, where its player sat before."""
        self.hinted: tuple[int, int] | None = None
        """The last position for which there was a hint: its ply, and how many moves had been undone."""
        self.game: Game | None = None
        self.clocks = Clocks(head.clock, len(self.seats))
        self.chat: list[e.Said] = []
        self.times: list[int] = []
        self.lefts: list[list[int]] = []
        """What the clocks showed when each decision was taken, before its turn's increment; empty where time is not measured."""
        self.undone: list[UndoneMove] = []
        self.keys: set[str] = set()
        """The keys that clients gave to their moves, undone ones included."""
        self.carried: dict[str, list[e.AnyEvent]] = {}
        """What the last requests led to that bore an id."""
        self.awaited, self.waits_until = set[int](), 0
        """The seats whose players have not come, before whom no clock runs, and until when; 0: nobody has come, so nobody waits."""
        self.offer: Offer | None = None
        self.declined: Declined | None = None
        """The last offer that somebody said no to, until a seat asks again."""
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
        """The other people, also those who are away; with `resigned` also those who gave up. People who share a screen count as one."""
        here = self.seats[seat].kind == "here"
        people = [place for place, chair in enumerate(self.seats) if chair.is_person or (resigned and chair.kind != "bot")]
        return [other for other in people if other != seat and not (here and self.seats[other].kind == "here")]

    def seats_of(self, secrets: list[str], account: str = "") -> list[int]:
        """The seats that these secrets, or this account, open."""
        return self.seats_of_keys([hash_of(secret) for secret in secrets], account)

    def seats_of_keys(self, keys: list[str], account: str = "") -> list[int]:
        """The seats that the secrets with these hashes, or this account, open."""
        return [
            place
            for place, seat in enumerate(self.seats)
            if any([seat.opens_with(key) for key in keys]) or (account and hmac.compare_digest(seat.account, account))  # noqa: C419 - in constant time
        ]

    def must_agree(self, seat: int, what: str) -> list[int]:
        """Who must agree to what a seat asks: every other person, here or away. After resigning, one must agree to nothing but a rematch."""
        return self.others(seat, resigned=what == "rematch")

    @property
    def waiting(self) -> list[int]:
        """The seats that have not answered the offer."""
        offer = self.offer
        return [] if offer is None else [seat for seat in self.must_agree(offer.seat, offer.what) if seat not in offer.agreed]

    @property
    def words(self) -> list[str]:
        """What the seats added to the deal, in the order before the lot."""
        words = [seat.word for seat in self.seats]
        return [words[self.order.index(place)] for place in range(len(words))] if self.order else words

    @property
    def fair(self) -> Fair | None:
        """The proof of the deal, shown when the game is over; a deal laid out by hand or known before has none."""
        if self.head.deal is not None or self.head.record is not None:
            return None
        if (origin := self.head.origin) is not None:
            return Fair(origin.commitment, origin.secret, origin.table, origin.words, origin.order or UNSET)
        return Fair(self.head.commitment, self.head.secret, self.id, self.words, self.order or UNSET)

    @property
    def next_commitment(self) -> str:
        """The commitment to a rematch's deal, shown when this game is over and before anyone adds words to it; empty at a table that has none."""
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
        """Whether only bots play: then no person waits for a turn."""
        return all(seat.bot for seat in self.seats)

    @property
    def deadline(self) -> int | None:
        """When the person to move has no time left, or the clocks begin, by the host's clock; None: never, or a stand-in plays."""
        if self.awaited:
            return self.waits_until or None
        return None if self.to_move is None or self.seats[self.to_move].bot else self.clocks.deadline()

    def needs_server(self, seat: Seat) -> bool:
        """Whether the server must act by itself when it is this seat's turn: choose a bot's move that somebody waits for, or send a turn notice."""
        return not self.plays_itself if seat.bot else bool(seat.url or seat.account)

    def wake(self) -> int | None:
        """When the server must act by itself: at once for a bot or a turn notice, else when a clock runs out."""
        seat = self.to_move
        if seat is None:
            return None
        if self.needs_server(self.seats[seat]):
            return self.at
        return self.deadline

    def record(self) -> dict[str, Any]:
        """The game with everything in it; only for a table that is over."""
        assert self.game is not None
        record = self.game.record()
        if self.head.record is not None:
            return record
        if self.head.fork is not None:
            record["fork"] = {"table": self.head.fork.table, "ply": self.head.fork.ply}
        if (fair := self.fair) is not None:
            record["fair"] = to_builtins(fair)
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
        other.lefts, other.carried, other.awaited = list(self.lefts), {}, set(self.awaited)
        other.offer = self.offer and replace(self.offer, agreed=set(self.offer.agreed), words=dict(self.offer.words), away=set(self.offer.away))
        other.game = self.game and self.game.copy()
        return other

    def foresee(self, events: list[e.AnyEvent]) -> tuple[str, int | None]:
        """The status and the time to wake after these events, for the store; the table itself changes only when they are durable."""
        if len(events) == 1 and isinstance(move := events[0], e.Moved) and not self.clocks.ticks and self.game is not None:  # nine of ten, and no copy needed
            over, seat = self.game.peek(self.game.code_of(move.move))
            return ("over", None) if over else ("running", move.at if self.needs_server(self.seats[seat]) else None)
        if all(isinstance(event, e.Said | e.Cleared | e.Renamed | e.Hinted | e.Linked) for event in events):
            return self.status, self.wake()
        ahead = self.copy()
        for event in events:
            ahead.apply(event)
        return ahead.status, ahead.wake()

    # --- what happened -----------------------------------------------------------------------------------------------

    def apply(self, event: e.AnyEvent) -> None:
        """Apply one more event."""
        self.at, self.time = max(self.at, event.at), event.time or event.at
        if type(event) is e.Moved:  # nine of ten
            self._moved(event)
        else:
            self._apply(event)
        if event.via:
            self._note_request(event)
        self.number += 1

    def _note_request(self, event: e.AnyEvent) -> None:
        """Remember what a request led to, for the last few of them."""
        if event.via not in self.carried and len(self.carried) >= MOST_CARRIED:
            del self.carried[next(iter(self.carried))]
        self.carried.setdefault(event.via, []).append(event)

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
        if event.order:
            self._reseat(event.order)
        fair, deal = self.fair, self.head.deal
        seed = None if fair is None else seed_of(fair.secret, fair.table, fair.words)
        self.game = Game(self.spec, self.head.options, seed=seed, deal=deal, players=[seat.name for seat in self.seats])
        for move in self.head.fork.moves if self.head.fork is not None else ():
            self.game.push_recorded(move)
            self.times.append(0)
            self.lefts.append([])
        self.status = "running"
        self.awaited = set(event.awaited)
        self._next(self.time)

    @_apply.register
    def _arrived(self, event: e.Arrived) -> None:
        self.awaited.discard(event.seat)
        self.waits_until = self.waits_until or self.time + event.wait
        self._next(self.time)

    @_apply.register
    def _waited(self, event: e.Waited) -> None:
        self.awaited = set()
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
        clocks, turn = self.clocks, self.game.turn if self.clocks.ticks else 0
        self.times.append(clocks.spend(self.time) if clocks.ticks else max(0, self.time - clocks.since))
        self.lefts.append(list(clocks.left) if clocks.ticks else [])
        self.game.push_recorded(event.move)
        if clocks.ticks and self.game.turn != turn:
            clocks.turn_done(event.seat)
        if self.seats[event.seat].back:
            self._give_back(event.seat)
        self.awaited.discard(event.seat)
        if event.key:
            self.keys.add(event.key)
        if self.offer is not None:
            if self.offer.what == "undo":
                self.offer = None
            elif not event.bot:
                self.offer.note_return(event.seat)
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
            tellings = {viewer: self.spec.move_text.tell(before, code, after, viewer)[0] for viewer in viewers}
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
        self.seats[event.seat].offers += 1
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
        if self.offer is not None:
            self.offer.note_return(event.seat)
        if seat.charged:
            self.clocks.spend(self.time)
        elif seat.bot and seat.why == "time":
            self.clocks.refill(event.seat)
        self.awaited.discard(event.seat)
        seat.away, seat.back = False, seat.charged and self.to_move == event.seat and not self.clocks.left[event.seat]
        if not seat.back:
            self._give_back(event.seat)
            self._next(self.time)

    @_apply.register
    def _taken_over(self, event: e.TakenOver) -> None:
        seat = self.seats[event.seat]
        seat.bot, seat.why, seat.charged = event.bot, event.why, event.charged
        self.awaited.discard(event.seat)
        seat.back = seat.back and event.why == "failed"
        if event.why == "time":
            seat.ran_out = self.time
        self._next(self.time)

    @_apply.register
    def _renamed(self, event: e.Renamed) -> None:
        self.seats[event.seat].name = event.name
        if self.game is not None:
            self.game.players = [event.name if seat == event.seat else name for seat, name in enumerate(self.game.players)]

    @_apply.register
    def _slept(self, event: e.Slept) -> None:
        self.clocks.sleep(event.ms)
        self.waits_until += event.ms if self.waits_until else 0
        for seat in self.seats:
            seat.ran_out += event.ms if seat.ran_out else 0
        if self.offer is not None and self.offer.until:
            self.offer.until += event.ms

    @_apply.register
    def _rematched(self, event: e.Rematched) -> None:
        self.rematch, self.rotated = event.table, self.offer is not None and self.offer.rotate
        self.offer = None

    @_apply.register
    def _hooked(self, event: e.Hooked) -> None:
        self.seats[event.seat].url, self.seats[event.seat].hook_key = event.url, event.key

    @_apply.register
    def _hinted(self, event: e.Hinted) -> None:
        self.seats[event.seat].hints += 1
        self.hinted = event.ply, len(self.undone)

    @_apply.register
    def _linked(self, event: e.Linked) -> None:
        seat = self.seats[event.seat]
        seat.key, seat.links = event.key, seat.links + 1

    def _reseat(self, order: list[int]) -> None:
        """Let everybody sit where the lot says, with all that is theirs; what was said before keeps its speaker."""
        self.order = order
        self.seats = [self.seats[before] for before in order]
        self.chat = [said if said.seat is None else structs.replace(said, seat=order.index(said.seat)) for said in self.chat]

    def _give_back(self, place: int) -> None:
        """Give a seat back to its player, with time to go on where the clock shows none: a stand-in has decided instead."""
        seat = self.seats[place]
        if seat.charged and not self.clocks.left[place]:
            self.clocks.refill(place)
        seat.bot, seat.why, seat.charged, seat.back, seat.ran_out = "", "", False, False, 0

    def _next(self, at: int) -> None:
        """Let the clock of the person to move run, also while a stand-in plays; while somebody is awaited, none runs."""
        if not self.clocks.ticks:
            self.clocks.since = at
            return
        seat = self.to_move
        is_measured = seat is not None and not self.awaited and (not self.seats[seat].bot or self.seats[seat].charged)
        self.clocks.turn_to(seat if is_measured else None, at)

    def _lost(self, why: str, seat: int, at: int) -> None:
        """Note that a seat gave up: with one opponent or none the game is over, with more a bot plays on for it. Its own offer ends."""
        self.awaited.discard(seat)
        if self.offer is not None and self.offer.seat == seat:
            self.offer = None
        if len([other for other in self.seats if not other.resigned]) > 1:
            self._next(at)
        else:
            self._end(why, seat, at)

    def _end(self, why: str, seat: int | None, at: int) -> None:
        self.status = "over"
        self.ended = Ended(why, seat)
        self.offer, self.awaited = None, set()
        self.clocks.stop(at)

"""Reads the whole history of a data file and compares it with what people wrote down (`ledger`): nothing lost, nothing doubled, nothing invented.

Every event of every room must be explained: by one request of the seat it belongs to, in the order in which that seat asked, or as something that the
server does by itself (a bot's move, the start, the time that ran out). Every acknowledged request must have its event. And whatever anybody was told of a
table when it had so many events must be what these events say.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ledger import Entry, Ledger, Lost, Sighting, digest_of
from ziggurat.errors import GameError
from ziggurat.fair_deal import verify
from ziggurat.record import replay
from ziggurat.server.show.views import LogTexts, SeatViews
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Table

MOST_LISTED = 50


@dataclass
class Stored:
    """A room of the data file."""

    id: str
    status: str
    head: e.Head
    events: list[Any]


@dataclass
class Happened:
    """Something that a seat did, with where the table was then."""

    number: int
    event: Any
    ply: int
    after: Any
    """The event that follows."""
    is_over: bool
    offer: int | None
    """The number of what was asked then."""


@dataclass
class Findings:
    """What was compared, and what was wrong."""

    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, place: str, problem: str) -> None:
        """One more thing that is wrong."""
        self.counts["problems"] += 1
        if len(self.problems) < MOST_LISTED:
            self.problems.append(f"{place}: {problem}")


def check_file(path: Path, ledger: Ledger) -> Findings:
    """Compare all rooms of a data file with the ledger."""
    findings, rooms = Findings(), {}
    for room in read_rooms(path, findings):
        rooms[room.id] = room
    ours = {room.id for room in rooms.values() if room.id in ledger.made or room.head.rematch_of in rooms or room.head.rematch_of in ledger.deleted}
    deleted = {table for table, fate in ledger.deleted.items() if fate == "done"}
    for table in ledger.made.keys() - rooms.keys() - ledger.deleted.keys():
        findings.add(table, "the table was acknowledged and is not there")
    for table in deleted & rooms.keys():
        findings.add(table, "the table was deleted and is still there")
    findings.counts["tables gone"] = len(ledger.deleted.keys() - rooms.keys())
    if len(rooms.keys() - ours) > ledger.unanswered_tables:
        findings.add("the file", f"{len(rooms.keys() - ours)} tables that nobody made; {ledger.unanswered_tables} were asked for without an answer")
    for room in rooms.values():
        findings.counts["rooms"] += 1
        findings.counts["events"] += len(room.events)
        try:
            Reading(room, ledger, findings, rooms).read()
        except (Lost, GameError, AssertionError, KeyError, IndexError) as error:
            findings.add(room.id, f"cannot be read: {type(error).__name__} {error}")
    for table, seat in ledger.book:
        if table not in rooms and table not in ledger.deleted:
            findings.add(table, f"seat {seat} played at a table that is not there")
    return findings


def read_rooms(path: Path, findings: Findings) -> Iterator[Stored]:
    """All rooms with all their events, in order."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        (verdict,) = database.execute("pragma integrity_check").fetchone()
        if verdict != "ok":
            findings.add("the file", f"SQLite says: {verdict}")
        for room, status, head in database.execute("select id, status, head from room order by created, id").fetchall():
            rows = database.execute("select number, body from event where room = ? order by number", (room,)).fetchall()
            if [number for number, _ in rows] != list(range(len(rows))):
                findings.add(room, "an event is missing: the numbers have a gap")
            try:
                yield Stored(room, status, e.decode_head(head), [e.decode(body) for _, body in rows])
            except msgspec.DecodeError as error:
                findings.add(room, f"an event, or what the table was made with, cannot be read: {error}")


class Reading:
    """One room, read from its first event to its last."""

    def __init__(self, room: Stored, ledger: Ledger, findings: Findings, rooms: dict[str, Stored]) -> None:
        self.room, self.ledger, self.findings, self.rooms = room, ledger, findings, rooms
        self.table = Table(room.id, room.head)
        self.deeds: dict[int, list[Happened]] = {place: [] for place in range(len(room.head.seats))}
        self.keys: set[str] = set()
        self.by_bots: set[tuple[int, int, str]] = set()
        """The moves of bots: seat, ply, move. Somebody who sends the same move at the same ply is told that it was played already."""
        self.is_cleared = ledger.cleared.get(room.id) in {"done", "sent"}
        parent = rooms.get(room.head.rematch_of)
        self.seated = sum(plan.kind != "bot" if room.head.rematch_of else plan.kind == "here" for plan in room.head.seats)
        """How many sat down when the table was made."""
        is_known = parent is None or any(isinstance(event, e.Rematched) and event.table == room.id for event in parent.events)
        if not is_known and len(room.events) > self.seated + 1:
            self.wrong("a rematch is played that its first table does not know")

    def wrong(self, problem: str) -> None:
        """Note what is wrong."""
        self.findings.add(self.room.id, problem)

    def read(self) -> None:
        """Explain every event, compare every sighting, then each seat's requests."""
        events, table = self.room.events, self.table
        seen = self.ledger.sightings.get(self.room.id, {})
        for number, event in enumerate([*events, None]):
            for sighting in seen.get(number, ()):
                self.compare(number, sighting)
            if event is None:
                break
            self.findings.counts[type(event).__name__.lower()] += 1
            before, after = (events[number - 1] if number else None), (events[number + 1] if number + 1 < len(events) else None)
            if (problem := self.explain(number, event, before)) is not None:
                if problem:
                    self.wrong(f"event {number}, {msgspec.json.encode(event).decode()}: {problem}")
            else:
                self.deeds[event.seat].append(Happened(number, event, table.ply, after, table.status == "over", table.offer.number if table.offer else None))
            table.apply(event)
        if any(number > len(events) for number in seen):
            self.wrong(f"somebody was told of event {max(seen)}, but there are {len(events)}")
        if self.room.status != table.status:
            self.wrong(f"the row says `{self.room.status}`, the events say `{table.status}`")
        if self.ledger.cleared.get(self.room.id) == "done" and any(isinstance(event, e.Said) and event.text for event in events):
            self.wrong("what was said was deleted and is still there")
        for (room, seat), entries in self.ledger.book.items():
            for entry in entries if room == self.room.id else ():
                if entry.is_known and not entry.optional:
                    entry.optional = (seat, entry.values["ply"], entry.values["move"]) in self.by_bots
                    if not entry.optional:
                        self.wrong(f"seat {seat}: {entry.values} was called a repetition, but was sent once")
        for seat, deeds in self.deeds.items():
            entries = [entry for entry in self.ledger.book.get((self.room.id, seat), []) if entry.kind != "chat" or not self.is_cleared]
            if (problem := align(entries, deeds, is_over=table.status == "over")) is not None:
                self.wrong(f"seat {seat}: {problem}")
        if table.status == "over" and table.game is not None:
            self.findings.counts["finished"] += table.game.is_over
            record = table.record()
            replay(record)
            if "fair" in record:
                verify(record)
                self.findings.counts["verified"] += 1

    def explain(self, number: int, event: Any, before: Any) -> str | None:
        """None: a seat did this; a text: what is wrong with it, empty if it is something that the server does by itself."""
        table = self.table
        match event:
            case e.Moved():
                return self.explain_move(event)
            case e.Joined() if number < self.seated:
                return ""
            case e.Started():
                is_due = table.status == "open" and (before is None or isinstance(before, e.Joined)) and all(seat.joined for seat in table.seats)
                return "" if is_due else "nobody sat down"
            case e.Undone():
                together = is_consent(before) and (before.at, before.time) == (event.at, event.time)
                offer = table.offer
                return "" if together and offer is not None and (offer.what, offer.seat, offer.ply) == ("undo", event.seat, event.ply) else None
            case e.TakenOver() if event.bot != table.head.stand_in and (event.why in {"asked", "left"} or event.bot != "greedy"):
                return "another bot than the one that stands in here"
            case e.TakenOver(why="asked"):
                return None
            case e.TakenOver():
                has_left = isinstance(before, e.Left) and before.seat == event.seat
                causes = {"left": has_left, "time": table.clocks.ticks, "resigned": isinstance(before, e.Resigned | e.Flagged)}
                return "" if causes.get(event.why) else "nothing led to it"
            case e.Slept() | e.Flagged():
                return "" if table.clocks.ticks else "the table has no clock"
            case e.Arrived():
                return "" if event.seat in table.awaited else "nobody waited for this seat"
            case e.Waited():
                return "" if table.awaited and table.waits_until else "nobody waited for anybody"
            case e.Abandoned():
                return "" if table.offer is not None and table.offer.what == "abandon" and is_consent(before) else "nobody asked"
            case e.Rematched():
                is_due = table.offer is not None and table.offer.what == "rematch" and (event.table in self.rooms or event.table in self.ledger.deleted)
                return "" if is_due else "nobody asked, or the table is not there"
            case e.Returned() if (
                table.offer is not None and event.seat in table.offer.away and not table.seats[event.seat].bot and not table.seats[event.seat].away
            ):
                return ""  # the others wanted to stop without somebody who is back on the line
            case e.Said() if self.is_cleared:
                return ""
            case e.Said() if event.seat is None or event.name != table.seats[event.seat].name:
                return "said under another name"
            case e.Cleared():
                return "" if self.is_cleared else "nobody asked"
            case e.Hinted():
                reached = max([table.ply, *(taken.ply + 1 for taken in table.undone)])  # somebody may have taken back while it was thought about
                return "" if table.head.hints and event.ply <= reached else "no hint was possible"
            case e.Joined() | e.Said() | e.Asked() | e.Answered() | e.Resigned() | e.Left() | e.Returned() | e.Renamed():
                return None
            case _:
                return "nobody here asks for this"

    def explain_move(self, event: e.Moved) -> str | None:
        """Whether a move is a legal one of the seat to move; by a bot only where one plays."""
        table = self.table
        if table.game is None or table.to_move != event.seat or event.move not in table.game.legal_moves:
            return "not a legal move of the seat to move"
        if event.bot:
            self.by_bots.add((event.seat, table.ply, event.move))
            return "" if table.seats[event.seat].bot == event.bot and not event.key else "no such bot plays there"
        if not event.key or event.key in self.keys:
            return "this move is there twice" if event.key else "a move that nobody named"
        self.keys.add(event.key)
        return None

    def compare(self, number: int, sighting: Sighting) -> None:
        """What somebody was told is what the events say."""
        self.findings.counts["sightings compared"] += 1
        table = self.table
        view = SeatViews(table, LogTexts()).view(sighting.seat)
        if sighting.ply != table.ply or sighting.view != digest_of(msgspec.to_builtins(view)):
            self.wrong(f"after {number} events seat {sighting.seat} was shown another table (ply {sighting.ply}, here {table.ply})")
        if sighting.whole is not None:
            for name, value in stored_whole(table, sighting).items():
                if sighting.whole[name] != digest_of(value) and not (self.is_cleared and name.startswith("chat")):
                    self.wrong(f"after {number} events seat {sighting.seat} was told of another `{name}` than {value}")


def is_consent(event: Any) -> bool:
    """Whether this may be the last thing that an offer needed: an answer, the same wish, or that the only seat that had not answered gives up."""
    return isinstance(event, e.Answered | e.Asked) or (isinstance(event, e.TakenOver) and event.why == "resigned")


def stored_whole(table: Table, sighting: Sighting) -> dict[str, Any]:
    """The parts of a whole table as somebody is told them, from its events."""
    return {
        "status": table.status,
        "seats": [[chair.kind, chair.name, chair.joined, chair.away, chair.bot if chair.joined else "", chair.why, chair.resigned] for chair in table.seats],
        "undone": [[taken.ply, taken.seat, taken.seen[sighting.seat]] for taken in table.undone],
        "offer": table.offer and [table.offer.seat, table.offer.what, table.offer.ply],
        "end": table.ended and [table.ended.why, table.ended.seat, msgspec.to_builtins(table.game.result()) if table.game else None],
        "rematch": table.rematch,
        "chat": [[said.at, said.seat, said.name, said.text] for said in table.chat[len(table.chat) - sighting.lines :]],
        "chat_total": len(table.chat),
    }


# --- A seat's requests beside what the seat did --------------------------------------------------------------------------


def align(entries: list[Entry], deeds: list[Happened], *, is_over: bool) -> str | None:
    """Walk through both in order: every deed has its request, every acknowledged request its deed; what is wrong, or None.

    Of a request without an answer nobody knows whether it happened, so all ways to read them are tried at once.
    """
    places = {0}
    for deed in deeds:
        reached = set()
        for place in places:
            for at in range(place, len(entries)):
                if fits(entries[at], deed):
                    reached.add(at + 1)
                if not may_be_missing(entries[at], is_over=deed.is_over):
                    break
        if not reached:
            furthest = max(places)
            waiting = entries[furthest] if furthest < len(entries) else "nothing"
            return f"event {deed.number}, {msgspec.json.encode(deed.event).decode()}, answers to no request; the next one is {waiting}"
        places = reached
    missing = [[entry for entry in entries[place:] if not may_be_missing(entry, is_over=is_over)] for place in places]
    best = min(missing, key=len)
    return f"{len(best)} acknowledged requests left no event, the first is {best[0]}" if best else None


def may_be_missing(entry: Entry, *, is_over: bool) -> bool:
    """Whether a request may have left no event: it was refused, or never answered; to leave a game that is over does nothing."""
    return entry.fate in {"refused", "gone", "sent"} or entry.optional or (entry.kind in {"leave", "take_over"} and is_over)


def fits(entry: Entry, deed: Happened) -> bool:
    """Whether the request led to this."""
    event, values = deed.event, entry.values
    if entry.fate in {"refused", "gone"}:
        return False
    match entry.kind, event:
        case "join", e.Joined():
            return bool(event.name == values["name"] and event.word == values["word"])
        case "play", e.Moved():
            return bool(event.key == f"{event.seat}/{values['key']}" and event.move == values["move"] and deed.ply == values["ply"])
        case "chat", e.Said():
            return bool(event.text == values["text"])
        case "rename", e.Renamed():
            return bool(event.name == values["name"])
        case "undo", e.Undone():
            return bool(deed.ply == values["ply"] and not entry.asked and event.ply < deed.ply)
        case "undo", e.Asked(what="undo"):
            return bool(deed.ply == values["ply"] and (entry.asked or entry.fate == "sent" or isinstance(deed.after, e.Undone)))
        case "rematch", e.Asked(what="rematch"):
            return bool((event.same_deal, event.rotate, event.word) == (values["same_deal"], values["rotate"], values["word"]))
        case ("abandon", e.Asked(what="abandon")) | ("abandon", e.Answered(yes=True)):  # to ask for what is asked already is to agree
            return True
        case "answer", e.Answered():
            return bool(event.yes == values["yes"] and event.word == values["word"] and deed.offer == values["offer"])
        case ("resign", e.Resigned()) | ("leave", e.Left()) | ("return", e.Returned()) | ("take_over", e.TakenOver()):
            return True
    return False

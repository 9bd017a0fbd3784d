"""The checker of the crash test, the fault test and the soak (`history.py`) sees whatever is lost, doubled, invented, exchanged or shown wrongly.

A scripted game is played once at a real server with a data file, and once at one with a PostgreSQL, as in the fault test. Then its history, or what people
wrote down about it, is spoiled in every way at every place, and each time the checker must find something.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg
import pytest

from backends import new_database, redis_url
from faulting import wrong_leases
from history import Findings, check_file
from ledger import Entry, Ledger, Sighting
from scripted_history import KINDS, play_script
from serving import Process, run
from ziggurat.server.store.postgres import PostgresStore

Event = dict[str, Any]
Events = list[Event]
UNSEEN = {"at", "time", "via"}
"""Fields of an event of which nobody is told: when it was, and by which link somebody came."""


class Played(NamedTuple):
    """A history: its data file, what was written down, and its database, if it has one."""

    file: Path
    ledger: Ledger
    database: str


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The scripted game, played at a real server."""
    folder, ledger = tmp_path_factory.mktemp("scripted"), Ledger()
    database = new_database() if request.param == "PostgreSQL" else ""
    environment = {"ZIGGURAT_DATABASE_URL": database, "ZIGGURAT_REDIS_URL": redis_url()} if database else {}
    server = Process(folder, log=folder / "server.log", environment=environment).start()
    try:
        run(lambda: play_script(server.url, ledger))
    finally:
        server.kill()
    if database:
        asyncio.run(copy_of(database, folder / "copy.db"))
    return Played(folder / ("copy.db" if database else "rooms.db"), ledger, database)


async def copy_of(database: str, file: Path) -> None:
    """Write a database as a data file: so the fault test reads it."""
    store = PostgresStore(database)
    await store.open()
    await store.backup(file)
    await store.close()


class Copy:
    """A copy of a data file, to spoil."""

    def __init__(self, played: Played, folder: Path) -> None:
        self.file, self.ledger = folder / "spoiled.db", played.ledger
        with contextlib.closing(sqlite3.connect(played.file)) as source, contextlib.closing(sqlite3.connect(self.file)) as target:
            source.backup(target)
            (self.room,) = target.execute("select id from room").fetchone()
            self.events: Events = [msgspec.json.decode(body) for (body,) in target.execute("select body from event order by number")]

    def execute(self, *commands: str) -> None:
        """Change the file."""
        with contextlib.closing(sqlite3.connect(self.file)) as database, database:
            for command in commands:
                database.execute(command)

    def write(self, events: Events, numbers: list[int] | None = None) -> None:
        """Put other events in the place of those of the room."""
        with contextlib.closing(sqlite3.connect(self.file)) as database, database:
            database.execute("delete from event")
            rows = zip(numbers or range(len(events)), events, strict=True)
            database.executemany("insert into event values (?, ?, ?)", [(self.room, number, msgspec.json.encode(event)) for number, event in rows])

    def found(self, events: Events, numbers: list[int] | None = None) -> Findings:
        """What the checker says of these events."""
        self.write(events, numbers)
        return check_file(self.file, self.ledger)


@pytest.fixture
def spoiled(played: Played, tmp_path: Path) -> Copy:
    """A copy to spoil."""
    return Copy(played, tmp_path)


def test_of_a_game_that_went_well_there_is_nothing_to_say(played: Played) -> None:
    findings = check_file(played.file, played.ledger)
    assert played.ledger.problems == []
    assert findings.problems == []
    assert {entry.kind for entries in played.ledger.book.values() for entry in entries if entry.fate == "done"} == KINDS
    assert findings.counts["sightings compared"] > 40


# --- The events ---------------------------------------------------------------------------------------------------------


def lost(events: Events) -> Iterator[tuple[str, Events]]:
    for place, event in enumerate(events):
        yield f"{place} {event}", [*events[:place], *events[place + 1 :]]


def doubled(events: Events) -> Iterator[tuple[str, Events]]:
    for place, event in enumerate(events):
        yield f"{place} {event}", [*events[: place + 1], *events[place:]]


def repeated_at_the_end(events: Events) -> Iterator[tuple[str, Events]]:
    for place, event in enumerate(events):
        yield f"{place} {event}", [*events, event]


def exchanged(events: Events) -> Iterator[tuple[str, Events]]:
    """Each event with the next one of the same seat."""
    for place, event in enumerate(events):
        later = next((at for at in range(place + 1, len(events)) if events[at].get("seat") == event.get("seat")), None)
        if later is not None and events[later] != event:
            changed = list(events)
            changed[place], changed[later] = events[later], event
            yield f"{place} {event} with {later} {events[later]}", changed


def given_to_the_other_seat(events: Events) -> Iterator[tuple[str, Events]]:
    for place, event in enumerate(events):
        if "seat" in event:
            yield f"{place} {event}", [*events[:place], {**event, "seat": 1 - event["seat"]}, *events[place + 1 :]]


def with_another_value(events: Events) -> Iterator[tuple[str, Events]]:
    for place, event in enumerate(events):
        for name in event.keys() - {"e", "seat", *UNSEEN}:
            value = event[name]
            other = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x" if isinstance(value, str) else None
            if other is not None:
                yield f"{place} {event}: `{name}` {other}", [*events[:place], {**event, name: other}, *events[place + 1 :]]


def called_a_bots(events: Events) -> Iterator[tuple[str, Events]]:
    """The moves of people."""
    for place, event in enumerate(events):
        if event["e"] == "moved" and "key" in event:
            changed = {name: value for name, value in event.items() if name != "key"} | {"bot": "greedy"}
            yield f"{place} {event}", [*events[:place], changed, *events[place + 1 :]]


def with_somebody_awaited(events: Events) -> Iterator[tuple[str, Events]]:
    """Somebody arrives, or is waited for no longer, whom nobody awaited: this game has no clock."""
    for place, event in enumerate(events):
        for invented in ({"e": "arrived", "seat": 0, "wait": 600_000}, {"e": "waited"}):
            yield f"{place} {invented}", [*events[: place + 1], {**invented, "at": event["at"], "time": event.get("time", event["at"])}, *events[place + 1 :]]


@pytest.mark.parametrize(
    "spoil",
    [lost, doubled, repeated_at_the_end, exchanged, given_to_the_other_seat, with_another_value, called_a_bots, with_somebody_awaited],
    ids=lambda spoil: spoil.__name__,
)
def test_every_spoilt_event_is_noticed(spoiled: Copy, spoil: Callable[[Events], Iterator[tuple[str, Events]]]) -> None:
    mutants = list(spoil(spoiled.events))
    assert len(mutants) > 8
    assert [name for name, events in mutants if not spoiled.found(events).problems] == []


def test_a_gap_in_the_numbers_is_noticed(spoiled: Copy) -> None:
    events = spoiled.events
    for place in range(len(events) - 1):
        findings = spoiled.found([*events[:place], *events[place + 1 :]], [*range(place), *range(place + 1, len(events))])
        assert any("the numbers have a gap" in problem for problem in findings.problems), place


# --- What people wrote down ---------------------------------------------------------------------------------------------


def entries_of(ledger: Ledger) -> list[tuple[tuple[str, int], int, Entry]]:
    """Every acknowledged request that must have left an event: whose, its place, and itself."""
    return [(key, place, entry) for key, entries in ledger.book.items() for place, entry in enumerate(entries) if entry.fate == "done" and not entry.optional]


def test_every_acknowledged_request_that_is_not_there_is_noticed(played: Played) -> None:
    unnoticed = []
    for key, place, entry in entries_of(played.ledger):
        ledger = copy.deepcopy(played.ledger)
        ledger.book[key].insert(place, copy.deepcopy(entry))  # acknowledged twice, and there once
        if not check_file(played.file, ledger).problems:
            unnoticed.append(entry)
    assert unnoticed == []


@pytest.mark.parametrize("fate", ["refused", "gone"])
def test_every_event_of_a_request_that_was_refused_or_gone_is_noticed(played: Played, fate: str) -> None:
    unnoticed = []
    for key, place, entry in entries_of(played.ledger):
        ledger = copy.deepcopy(played.ledger)
        ledger.book[key][place].fate = fate
        if not check_file(played.file, ledger).problems:
            unnoticed.append(entry)
    assert unnoticed == []


def test_of_a_request_without_an_answer_both_is_allowed(played: Played) -> None:
    for key, place, _ in entries_of(played.ledger):
        ledger = copy.deepcopy(played.ledger)
        ledger.book[key][place].fate = "sent"
        ledger.book[key].insert(place, copy.deepcopy(ledger.book[key][place]))
        assert check_file(played.file, ledger).problems == []


# --- What people were shown ---------------------------------------------------------------------------------------------


def sightings_of(ledger: Ledger) -> list[tuple[str, int, int, Sighting]]:
    """Every sighting: the table, how many events it had, its place, and itself."""
    return [
        (table, number, place, sighting)
        for table, numbers in ledger.sightings.items()
        for number, sightings in numbers.items()
        for place, sighting in enumerate(sightings)
    ]


def unnoticed_sightings(played: Played, change: Callable[[Sighting], Sighting | None]) -> list[Sighting]:
    """The sightings whose change the checker overlooks."""
    unnoticed, changed = [], 0
    for table, number, place, sighting in sightings_of(played.ledger):
        if (other := change(sighting)) is None:
            continue
        changed += 1
        ledger = copy.deepcopy(played.ledger)
        ledger.sightings[table][number][place] = other
        if not check_file(played.file, ledger).problems:
            unnoticed.append(sighting)
    assert changed > 5
    return unnoticed


def test_a_view_of_a_ply_that_never_was_is_noticed(played: Played) -> None:
    assert unnoticed_sightings(played, lambda sighting: replace(sighting, ply=sighting.ply + 1)) == []
    assert unnoticed_sightings(played, lambda sighting: replace(sighting, view="0" * 16)) == []


def test_the_view_of_another_seat_is_noticed(played: Played) -> None:
    """A view that says whose it is is noticed when it comes (`Ledger.see`), one that does not by what it shows."""
    seen: dict[tuple[int, int | None], str] = {(number, sighting.seat): sighting.view for _, number, _, sighting in sightings_of(played.ledger)}
    numbers = {id(sighting): number for _, number, _, sighting in sightings_of(played.ledger)}

    def of_another(sighting: Sighting) -> Sighting | None:
        views = {view for (number, seat), view in seen.items() if number == numbers[id(sighting)] and seat != sighting.seat}
        other = next(iter(views - {sighting.view}), None)
        return None if other is None else replace(sighting, view=other)

    assert unnoticed_sightings(played, of_another) == []
    ledger = Ledger()
    message = {"t": "table", "seat": 1, "ply": 0, "view": {}, "number": 0}
    for seat in (0, None):
        with contextlib.suppress(KeyError):  # the rest of the message is not needed
            ledger.see("table", message, seat)
    assert len(ledger.problems) == 2


def test_something_shown_before_it_was_durable_is_noticed(played: Played) -> None:
    for table, number, _, sighting in sightings_of(played.ledger):
        if number == max(played.ledger.sightings[table]):
            ledger = copy.deepcopy(played.ledger)
            ledger.sightings[table][number + 1] = [sighting]
            assert check_file(played.file, ledger).problems


@pytest.mark.parametrize("part", ["status", "seats", "undone", "offer", "end", "rematch", "chat", "chat_total"])
def test_a_wrong_part_of_a_whole_table_is_noticed(played: Played, part: str) -> None:
    def with_wrong_part(sighting: Sighting) -> Sighting | None:
        return None if sighting.whole is None else replace(sighting, whole={**sighting.whole, part: "0" * 16})

    assert unnoticed_sightings(played, with_wrong_part) == []


# --- Whole tables -------------------------------------------------------------------------------------------------------


def test_a_table_that_is_gone_or_nobody_made_is_noticed(played: Played, spoiled: Copy) -> None:
    ledger = copy.deepcopy(played.ledger)
    ledger.made.clear()
    assert check_file(played.file, ledger).problems, "nobody made it"
    spoiled.execute("delete from event", "delete from room")
    assert check_file(spoiled.file, spoiled.ledger).problems, "acknowledged, and not there"


def test_what_was_deleted_and_is_there_is_noticed(played: Played) -> None:
    (table,) = played.ledger.made
    for fates in ("deleted", "cleared"):
        ledger = copy.deepcopy(played.ledger)
        getattr(ledger, fates)[table] = "done"
        assert check_file(played.file, ledger).problems, fates


def test_a_row_that_contradicts_its_events_is_noticed(spoiled: Copy) -> None:
    spoiled.execute("update room set status = 'running'")
    assert check_file(spoiled.file, spoiled.ledger).problems


@pytest.mark.parametrize("played", ["PostgreSQL"], indirect=True)
def test_a_lease_that_counts_other_events_is_noticed(played: Played) -> None:
    assert wrong_leases(played.database) == []
    with psycopg.connect(played.database) as database:
        database.execute("update lease set events = events + 1")
    assert len(wrong_leases(played.database)) == 1

"""The short form of the crash test (in full: `bench/crash.py`, results in `docs/security.md`), and a checker that notices what is wrong."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from crashing import Report, crash, read_back
from history import check_file
from ledger import Ledger, Manner, create, people, plan, play_chain
from serving import Process, run


def test_killed_at_any_moment_nothing_is_lost_doubled_or_invented(tmp_path: Path) -> None:
    async def main() -> None:
        report = await crash(tmp_path, kills=8)
        assert report.problems == []
        assert report.kills == 8 and report.counts["play done"] > 30
        assert report.counts["sightings compared"] > 30 and report.counts["events"] > report.counts["play done"]

    run(main, 300)


# --- The checker ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ledger]:
    """A data file with one finished game, and what its players wrote down."""
    folder, ledger = tmp_path_factory.mktemp("played"), Ledger()

    async def main() -> None:
        server = Process(folder, log=folder / "server.log").start()
        try:
            async with httpx.AsyncClient(timeout=60) as client:
                made = await create(server.url, client, plan("amytis", "link", "link"), ledger)
                manner = Manner(chat=0.2, undo=0.2, abandon=0, resign=0, rematches=0, tidy=0)
                persons = people(server.url, made, ledger, random.Random(1), manner, client)
                await play_chain(server.url, made, persons, 1, asyncio.Event(), ledger)
        finally:
            server.kill()

    run(main)
    return folder, ledger


def test_the_checker_has_nothing_to_say_of_a_game_that_went_well(played: tuple[Path, Ledger]) -> None:
    folder, ledger = played
    report = Report(1)
    read_back(folder, ledger, report)
    assert report.problems == []
    assert report.counts["finished"] == report.counts["verified"] == 1
    assert report.counts["said"] > 5 and report.counts["undo done"] > 0


Rows = list[tuple[int, bytes]]


def said(rows: Rows) -> list[int]:
    """The places of chat lines of seat 0."""
    return [place for place, (_, body) in enumerate(rows) if msgspec.json.decode(body)["e"] == "said" and msgspec.json.decode(body)["seat"] == 0]


def lose_the_last(rows: Rows) -> Rows:
    return rows[:-1]


def lose_a_line(rows: Rows) -> Rows:
    place = said(rows)[1]
    return [*rows[:place], *((number - 1, body) for number, body in rows[place + 1 :])]


def leave_a_gap(rows: Rows) -> Rows:
    place = said(rows)[1]
    return [*rows[:place], *rows[place + 1 :]]


def double_a_line(rows: Rows) -> Rows:
    return [*rows, (len(rows), rows[said(rows)[-1]][1])]


def invent_a_line(rows: Rows) -> Rows:
    return [*rows, (len(rows), b'{"e":"said","at":1,"name":"Player","text":"never said","seat":0}')]


def exchange_two_lines(rows: Rows) -> Rows:
    one, two = said(rows)[:2]
    changed = list(rows)
    changed[one], changed[two] = (one, rows[two][1]), (two, rows[one][1])
    return changed


def change_a_name(rows: Rows) -> Rows:
    place = next(place for place, (_, body) in enumerate(rows) if msgspec.json.decode(body)["e"] == "joined")
    changed = {**msgspec.json.decode(rows[place][1]), "name": "Mallory"}
    return [(number, msgspec.json.encode(changed) if number == place else body) for number, body in rows]


def call_a_persons_move_a_bots(rows: Rows) -> Rows:
    place = max(place for place, (_, body) in enumerate(rows) if msgspec.json.decode(body)["e"] == "moved" and "key" in msgspec.json.decode(body))
    changed = {name: value for name, value in msgspec.json.decode(rows[place][1]).items() if name != "key"} | {"bot": "greedy"}
    return [(number, msgspec.json.encode(changed) if number == place else body) for number, body in rows]


@pytest.mark.parametrize(
    "spoil",
    [lose_the_last, lose_a_line, leave_a_gap, double_a_line, invent_a_line, exchange_two_lines, change_a_name, call_a_persons_move_a_bots],
    ids=lambda spoil: spoil.__name__,
)
def test_the_checker_notices(played: tuple[Path, Ledger], tmp_path: Path, spoil: Callable[[Rows], Rows]) -> None:
    folder, ledger = played
    with sqlite3.connect(folder / "rooms.db") as source, sqlite3.connect(tmp_path / "rooms.db") as target:
        source.backup(target)
        rows = target.execute("select number, body from event order by number").fetchall()
        (room,) = target.execute("select id from room").fetchone()
        target.execute("delete from event")
        target.executemany("insert into event values (?, ?, ?)", [(room, number, body) for number, body in spoil(rows)])
    source.close()
    target.close()
    assert check_file(tmp_path / "rooms.db", ledger).problems


def test_the_checker_misses_a_table_that_is_gone(played: tuple[Path, Ledger], tmp_path: Path) -> None:
    folder, ledger = played
    with sqlite3.connect(folder / "rooms.db") as source, sqlite3.connect(tmp_path / "rooms.db") as target:
        source.backup(target)
        target.execute("delete from room")
        target.execute("delete from event")
    source.close()
    target.close()
    assert check_file(tmp_path / "rooms.db", ledger).problems

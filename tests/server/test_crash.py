"""The short form of the crash test (in full: `bench/crash.py`, results in `docs/security.md`); `test_checker.py` tests its checker."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest

from crashing import Report, crash, read_back
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

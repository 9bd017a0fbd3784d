"""The short form of the fault test (in full: `bench/faults.py`, results in `docs/faults.md`)."""

from __future__ import annotations

from pathlib import Path

from faulting import fail
from serving import run

FAULTS = [
    "server killed",
    "PostgreSQL killed",
    "Redis killed and restarted empty",
    "connections to PostgreSQL cut",
    "clock of the database set",
    "owner asleep for longer than its lease",
]


def test_whatever_part_fails_nothing_is_lost_doubled_or_shown_to_others(tmp_path: Path) -> None:
    async def main() -> None:
        report = await fail(tmp_path, FAULTS, seed=3, tables=3, servers=2)
        assert report.problems == []
        assert sum(report.faults.values()) == 6 and report.counts["play done"] > 20
        assert report.counts["sightings compared"] > 20 and report.counts["changes of owner"] > 3

    run(main, 240)

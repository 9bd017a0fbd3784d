"""The short form of the fault test (in full: `bench/faults.py`, results in `docs/faults.md`)."""

from __future__ import annotations

from pathlib import Path

from faulting import fail
from serving import run


def test_whatever_part_fails_nothing_is_lost_doubled_or_shown_to_others(tmp_path: Path) -> None:
    async def main() -> None:
        report = await fail(tmp_path, faults=5, seed=3, tables=4)
        assert report.problems == []
        assert sum(report.faults.values()) == 5 and report.counts["play done"] > 30
        assert report.counts["sightings compared"] > 30 and report.counts["changes of owner"] > 5

    run(main, 180)

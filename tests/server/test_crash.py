"""The short form of the crash test; in full: `python tests/crashing.py 100` (`docs/guides/serving.md` has the result)."""

from __future__ import annotations

from pathlib import Path

from crashing import crash
from serving import run


def test_killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    async def main() -> None:
        report = await crash(tmp_path, kills=6)
        assert report.errors == []
        assert report.kills == 6 and report.games >= 5 and report.acknowledged > 100

    run(main, 200)

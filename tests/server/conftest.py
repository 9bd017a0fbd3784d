"""A real server for a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Process
from ziggurat.server import bot_turns


@pytest.fixture(autouse=True)
def stand_ins_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stand-ins in the hosts of this process play at once; `test_stand_in.py` sets the pace of theirs itself."""
    monkeypatch.setattr(bot_turns, "PACE_SECONDS", 0.0)
    monkeypatch.setattr(bot_turns, "RESPITE_SECONDS", 0.0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A real server, with webhooks to loopback allowed."""
    process = Process(tmp_path, "--private-webhooks").start()
    yield process
    process.kill()

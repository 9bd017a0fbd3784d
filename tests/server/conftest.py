"""A real server for a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Process


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A real server, with webhooks to loopback allowed."""
    process = Process(tmp_path, "--private-webhooks").start()
    yield process
    process.kill()

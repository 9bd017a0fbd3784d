"""Writes the records of self-play to a file, compressed if its name says so."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from ziggurat.lab.selfplay import SelfPlay


def write_records(games: Iterable[SelfPlay], path: Path) -> int:
    """Write a line for each game to a file that appears when it is complete; returns how many there are."""
    lines = 0
    with tempfile.TemporaryDirectory(dir=path.resolve().parent, prefix=f".{path.name}.") as folder:
        whole = Path(folder) / path.name
        with open_whole(whole) as file:
            for game in games:
                for line in game.lines():
                    file.write(line)
                    lines += 1
        whole.replace(path)
    return lines


@contextmanager
def open_whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write; a compressed one holds neither name nor time, so that the same records give the same bytes."""
    with path.open("wb") as file:
        if path.suffix != ".gz":
            yield file
            return
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as compressed:
            yield cast("IO[bytes]", compressed)

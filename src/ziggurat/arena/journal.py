"""The log of a match or ladder: a line of JSON for each finished deal, so that a later run goes on where an earlier one ended."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from ziggurat.arena.scheduled_deal import Deal, read_deal
from ziggurat.errors import RecordError

BEGINNING = b'{"ziggurat":"'

Identity = Callable[[Deal], Mapping[str, Any]]
"""Gives the fields that all deals of one match have in common."""


def match_identity(deal: Deal) -> dict[str, Any]:
    """The fields that all deals of a match share: everything but their number and their games."""
    names = ("ziggurat", "game", "rules", "options", "bots", "seed", "seconds_per_move", "seatings")
    return {name: getattr(deal, name) for name in names}


def differing(there: Mapping[str, Any], here: Mapping[str, Any], inside: str = "") -> Iterator[str]:
    """Describe each field in which two identities differ; of the options only those that differ."""
    for name in {**there, **here}:
        one, other = there.get(name), here.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from differing(one, other, f"{name}.")
        elif one != other:
            yield f"`{inside}{name}` is {json.dumps(one)} there, {json.dumps(other)} here"


class Journal:
    """An open log; `done` are the deals that it held when it was opened.

    It drops a last line without its end (the process was killed while it wrote). It refuses anything else that is not a deal of this very
    match, and leaves the file as it is.
    """

    def __init__(self, path: Path, wanted: Deal, identity: Identity = match_identity) -> None:
        self.path = path
        try:
            self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise RecordError(f"cannot write the log `{path}`: {error.strerror or error}") from None
        try:
            self._lock()
            self.done = self._read(dict(identity(wanted)), identity)
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Lock the file, so that two runs do not write into one log; the lock ends with the process."""
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RecordError(f"another run is writing into the log `{self.path}`: wait for it, or name another file") from None

    def _read(self, wanted: dict[str, Any], identity: Identity) -> dict[tuple[str, int], Deal]:
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        done: dict[tuple[str, int], Deal] = {}
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                deal = read_deal(line)
            except RecordError as error:
                raise RecordError(f"line {number} of `{self.path}` is no finished deal ({error}): name another log") from None
            if differences := list(differing(identity(deal), wanted)):
                raise RecordError(f"`{self.path}` is the log of another match: {'; '.join(differences)}. Name another log, or ask for that match")
            done.setdefault(deal.key, deal)
        if torn := text[len(whole) :]:
            if torn[: len(BEGINNING)] != BEGINNING[: len(torn)]:
                raise RecordError(f"`{self.path}` is not the log of a match: name another file")
            os.ftruncate(self.file, len(whole))
        return done

    def append(self, deal: Deal) -> None:
        """Append a finished deal to the file."""
        line = deal.as_line()
        try:
            while line:
                line = line[os.write(self.file, line) :]
        except OSError as error:
            raise RecordError(f"cannot write the log `{self.path}`: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError):
            os.close(self.file)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def first_deal(path: Path) -> Deal | None:
    """Read the first deal of a log, if there is one: a run that names no seed takes the seed of that deal."""
    try:
        with path.open("rb") as file:
            return read_deal(file.readline())
    except (OSError, RecordError):
        return None

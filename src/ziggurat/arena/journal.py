"""The log of a match or ladder: a line of JSON for each finished deal, so that a later run goes on where an earlier one ended."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self

from msgspec import UNSET

from ziggurat.arena.piece import P, Piece
from ziggurat.arena.scheduled_deal import Deal, read_deal
from ziggurat.errors import RecordError

BEGINNING = b'{"ziggurat":"'

SETTINGS = "settings"
"""The field of a piece that says what its levels mean."""

Identity = Callable[[P], Mapping[str, Any]]
"""Gives the fields that all pieces of one run have in common."""


def version_identity(piece: Piece) -> dict[str, Any]:
    """The least that all pieces of a run share: the version of the program. `play_deals` compares the rest piece by piece."""
    return {"ziggurat": piece.plan()["ziggurat"]}


def match_identity(deal: Deal) -> dict[str, Any]:
    """The fields that all deals of a match share: everything but their number and their games."""
    names = ("ziggurat", "game", "rules", "options", "bots", "seed", "seconds_per_move", "seatings", "settings")
    return {**{name: getattr(deal, name) for name in names}, "group": None if deal.group is UNSET else deal.group}


def differing(there: Mapping[str, Any], here: Mapping[str, Any], inside: str = "") -> Iterator[str]:
    """Describe each field in which two identities differ; of the options only those that differ."""
    for name in {**there, **here}:
        if name == SETTINGS and not inside:
            continue  # `changed_bots` says it in words
        one, other = there.get(name), here.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from differing(one, other, f"{name}.")
        elif one != other:
            yield f"`{inside}{name}` is {json.dumps(one)} there, {json.dumps(other)} here"


def changed_bots(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[str]:
    """Describe each bot of both that means something else here: a level whose definition has changed."""
    before, now = (dict(each.get(SETTINGS) or {}) for each in (there, here))
    for bot, settings in now.items():
        if bot in (there.get("bots") or []) and before.get(bot) != settings:
            yield f"`{bot}` is another bot now: {before.get(bot, 'the log does not say what it was')} there, {settings} here"


class Journal(Generic[P]):
    """An open log; `done` are the finished deals, or other pieces of work, that it held when it was opened.

    It drops a last line without its end (the process was killed while it wrote). It refuses anything else that is not a deal of this very
    match, and leaves the file as it is.
    """

    what = "the log"
    other = "name another log"
    """What to do with a file that holds something else."""

    def __init__(self, path: Path, wanted: P, identity: Identity[P]) -> None:
        self.path, self.kind = path, type(wanted)
        try:
            self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise RecordError(f"cannot write {self.what} `{path}`: {error.strerror or error}") from None
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
            raise RecordError(f"another run is writing into {self.what} `{self.path}`: wait for it, or name another file") from None

    def _read(self, wanted: dict[str, Any], identity: Identity[P]) -> dict[tuple[str, int], P]:
        done: dict[tuple[str, int], P] = {}
        end = 0
        line = b""
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                deal = self._read_line(line, number, wanted, identity)
                if deal.key not in done:
                    done[deal.key] = self.noted(deal, end)
                end += len(line)
        if line and not line.endswith(b"\n"):
            if line[: len(BEGINNING)] != BEGINNING[: len(line)]:
                raise RecordError(f"`{self.path}` does not hold finished deals: {self.other}")
            os.ftruncate(self.file, end)
        self.end = end
        return done

    def _read_line(self, line: bytes, number: int, wanted: dict[str, Any], identity: Identity[P]) -> P:
        try:
            deal = self.kind.read(line)
        except RecordError as error:
            raise RecordError(f"line {number} of `{self.path}` is no finished deal ({error}): {self.other}") from None
        self._refuse(identity(deal), wanted, "match")
        return deal

    def _refuse(self, there: Mapping[str, Any], here: Mapping[str, Any], run: str) -> None:
        changed = list(changed_bots(there, here))
        if differences := [*differing(there, here), *changed]:
            way = "games of two bots cannot count as those of one" if changed else f"or ask for that {run}"
            other = f"{self.other[0].upper()}{self.other[1:]}{':' if changed else ','} {way}"
            raise RecordError(f"`{self.path}` is {self.what} of another {run}: {'; '.join(differences)}. {other}")

    def noted(self, deal: P, start: int) -> P:
        """What `done` holds of a deal whose line begins there; a log of many large pieces overrides it."""
        return deal

    def check(self, deal: P) -> None:
        """Raise RecordError if the log holds another deal under the same number."""
        if deal.key in self.done:
            self._refuse(self.done[deal.key].plan(), deal.plan(), "run")

    def append(self, deal: P) -> None:
        """Append a finished deal to the file."""
        line = deal.as_line()
        self.noted(deal, self.end)
        self.end += len(line)
        try:
            while line:
                line = line[os.write(self.file, line) :]
        except OSError as error:
            raise RecordError(f"cannot write {self.what} `{self.path}`: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError):
            os.close(self.file)

    def __enter__(self) -> Self:
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


def played_before(deals: Iterable[P], journal: Journal[P] | None) -> int:
    """How many games of these deals the journal holds."""
    return sum(deal.size for deal in deals if deal.key in journal.done) if journal else 0

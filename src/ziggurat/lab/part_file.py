"""A file that grows while games are played and becomes the result when all are there.

The part file lies beside the result and holds the finished pieces in the order in which they ended. It is what a later run goes on from. Only where each
piece begins is in memory, so there may be millions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, Self, TypeVar

from rich.console import Console

from ziggurat.arena.journal import Identity, Journal, played_before
from ziggurat.arena.piece import Piece
from ziggurat.arena.pool import default_jobs, play_deals
from ziggurat.arena.progress import progress
from ziggurat.errors import RecordError


class LargePiece(Piece, Protocol):
    """A piece whose result need not stay in memory."""

    def without_result(self) -> Self:
        """The piece as it was before it was played."""

    @property
    def failure(self) -> str:
        """Why it has no result; empty if it has."""


L = TypeVar("L", bound=LargePiece)


class PartFile(Journal[L]):
    """The part file of a result."""

    what = "the part file"
    other = "remove it, or name another file to write"

    def __init__(self, result: Path, wanted: L, identity: Identity[L]) -> None:
        if result.exists():
            raise RecordError(f"`{result}` is there already: remove it, or name another file")
        self.starts: dict[tuple[str, int], int] = {}
        self.failures: list[str] = []
        super().__init__(part_of(result), wanted, identity)

    def noted(self, deal: L, start: int) -> L:
        """Note where a piece begins; its result is left out."""
        self.starts.setdefault(deal.key, start)
        if deal.failure:
            self.failures.append(deal.failure)
        return deal.without_result()

    def finished(self, pieces: Sequence[L]) -> Iterator[L]:
        """Read the pieces again, in the order of the list."""
        with self.path.open("rb") as file:
            for piece in pieces:
                file.seek(self.starts[piece.key])
                yield self.kind.read(file.readline())


@contextmanager
def writing(result: Path) -> Iterator[None]:
    """Say in one line why the result cannot be written, when all is played; the part file stays."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"cannot write `{result}`: {error.strerror or error}. Nothing is lost: the same command goes on from `{part_of(result)}`") from None


def part_of(result: Path) -> Path:
    """The part file of a result."""
    return result.with_name(result.name + ".part")


def fill(part: PartFile[L], pieces: Sequence[L], *, jobs: int | None, cluster: str | None, console: Console | None) -> int:
    """Play the pieces that the part file lacks; returns how many games it holds then: fewer than all if Ctrl-C ended it."""
    games, total = 0, sum(piece.size for piece in pieces)
    if jobs is None and cluster is None:
        jobs = default_jobs()
    shown = progress(console or Console(quiet=True), total, played_before(pieces, part))
    try:
        with shown as show, closing(play_deals(pieces, jobs, part, cluster)) as finished:
            for piece in finished:
                games += piece.size
                show(games)
    except KeyboardInterrupt:
        pass
    return games

"""Plays a list of deals with a log, progress and Ctrl-C: what the commands of the lab have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from rich.console import Console

from ziggurat.arena.journal import Identity, Journal, played_before, version_identity
from ziggurat.arena.piece import P
from ziggurat.arena.pool import default_jobs, play_deals
from ziggurat.arena.progress import progress


@dataclass(frozen=True)
class Gathered(Generic[P]):
    """What came of a list of deals."""

    deals: list[P]
    """The finished ones, in the order of the list: the same for any number of jobs."""
    planned: int
    """How many games the whole list is."""
    complete: bool
    """False if the run was interrupted."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(deal.size for deal in self.deals)


def gather(
    deals: Sequence[P],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    log: Path | None = None,
    identity: Identity[P] | None = None,
    console: Console | None = None,
    note: Callable[[list[P]], str] | None = None,
) -> Gathered[P]:
    """Play the deals, on all cores but one if nothing else is said, and return those that were finished; Ctrl-C ends it early.

    What the `log` holds is not played again. A console shows the progress and the time left, with a `note` about what is done.
    """
    if not deals:
        return Gathered([], 0, complete=True)
    with Journal(log, deals[0], identity or version_identity) if log else nullcontext() as journal:
        return gather_into(journal, deals, jobs=jobs, cluster=cluster, console=console, note=note)


def gather_into(
    journal: Journal[P] | None,
    deals: Sequence[P],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    console: Console | None = None,
    note: Callable[[list[P]], str] | None = None,
) -> Gathered[P]:
    """The same with a log that is open."""
    planned = sum(deal.size for deal in deals)
    done: dict[tuple[str, int], P] = {}
    games = 0
    complete = True
    if jobs is None and cluster is None:
        jobs = default_jobs()
    shown = progress(console, planned, played_before(deals, journal)) if console else nullcontext()
    try:
        with shown as show, closing(play_deals(deals, jobs, journal, cluster)) as finished:
            for deal in finished:
                done[deal.key] = deal
                games += deal.size
                if show:
                    show(games, note(list(done.values())) if note and show.is_due() else "")
    except KeyboardInterrupt:
        complete = False
    return Gathered([done[deal.key] for deal in deals if deal.key in done], planned, complete)

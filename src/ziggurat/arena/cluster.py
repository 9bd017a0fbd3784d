"""Plays pieces of work on a Ray cluster: the same results as local processes, on as many machines as there are.

Bundles of about two seconds travel as lines of JSON, and so do the answers; nothing else is shared. Ray plays a bundle again whose process or
machine was lost; a piece that comes back twice is counted once. Our own code travels with the run, so that every node plays with the very same.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any, Generic

from ziggurat.arena.bundle_worker import BotFiles, play_bundle
from ziggurat.arena.bundles import Bundles
from ziggurat.arena.piece import P, kind_of, packages_of, read_answer
from ziggurat.arena.ray_connection import answers, connect, disconnect, head_of, lost_errors, setup_errors
from ziggurat.errors import BotError, OptionError

WAIT = 0.5  # seconds after which a wait begins anew, so that Ctrl-C works
LOOK = 2.0  # seconds between two looks at the size of the cluster
AHEAD = 2  # bundles for each processor: one is played, the next one waits there; and a cluster that grows by itself sees that more is wanted
RETRIES = 3  # times that Ray plays a bundle again whose process or machine was lost
TRIES = 2  # a piece whose process died so often, alone, is given up


def play_on_cluster(deals: Sequence[P], address: str, jobs: int | None = None) -> Generator[P, None, None]:
    """Play the pieces on a cluster, at most `jobs` at once; yields them in the order in which they end."""
    run = ClusterRun(deals, address, jobs)
    try:
        yield from run.play()
    finally:
        run.stop()


class ClusterRun(Generic[P]):
    """A list of pieces on its way through a cluster."""

    def __init__(self, deals: Sequence[P], address: str, jobs: int | None) -> None:
        packages = packages_of(list(deals))
        self.ray = connect(address, packages, jobs)
        self.address, self.jobs = address, jobs
        self.common = kind_of(deals[0]), packages
        self.files = outside_files(bot for deal in deals for bot in deal.bots)
        self.remote = self.ray.remote(num_cpus=1, max_retries=RETRIES)(play_bundle)
        self.bundles = Bundles(deals)
        self.pending: dict[Any, list[P]] = {}
        self.done: set[tuple[str, int]] = set()
        self.died: dict[tuple[str, int], int] = {}
        self.looked, self.places, self.processors = -LOOK, 1, 0
        self.head = head_of(self.ray)
        self.warned: set[str] = set()

    def play(self) -> Generator[P, None, None]:
        """Send bundles and yield what comes back, until all is played."""
        while self.bundles or self.pending:
            self.submit()
            ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=WAIT)
            for task in ready:
                yield from self.take(task)

    def submit(self) -> None:
        """Send bundles as long as there is a place for one."""
        if time.monotonic() - self.looked >= LOOK:
            self.looked = time.monotonic()
            self.look()
        while self.bundles and len(self.pending) < self.places:
            bundle = self.bundles.next(self.places)
            kind, packages = self.common
            self.pending[self.remote.remote(kind, packages, [piece.as_line() for piece in bundle], self.files)] = bundle

    def look(self) -> None:
        """Count the processors, and say what was lost. Where the head is lost, Ray ends our process after a minute, and any question to it waits for that."""
        if self.head is not None and not answers(self.head):
            self.warn(f"the head of the cluster `{self.address}` does not answer: Ray ends this program within about a minute if it stays away. {GOES_ON}")
            return
        before, self.processors = self.processors, int(self.ray.cluster_resources().get("CPU", 0))
        self.places = self.jobs or AHEAD * max(1, self.processors)
        if self.processors < before:
            self.warn(f"the cluster `{self.address}` lost processors ({before} before, {self.processors} now): what ran there is played again. {GOES_ON}")
        elif not self.processors:
            self.warn(f"the cluster `{self.address}` has no processors yet: waiting for a node")

    def warn(self, text: str) -> None:
        """Print a line, once."""
        if text not in self.warned:
            self.warned.add(text)
            print(text, file=sys.stderr, flush=True)

    def take(self, task: Any) -> Generator[P, None, None]:
        """Yield the pieces of a bundle that came back; if it was lost for good, send its pieces again, one by one."""
        bundle = self.pending.pop(task)
        try:
            answers = self.ray.get(task)
        except lost_errors() as error:
            self.send_again(bundle, error)
            return
        except setup_errors() as error:
            raise OptionError(f"the cluster `{self.address}` cannot run our program: {reason_of(error)}. {HOW}") from None
        for piece, (line, seconds) in zip(bundle, answers, strict=True):
            self.bundles.note(piece, seconds)
            if piece.key not in self.done:
                self.done.add(piece.key)
                yield read_answer(piece, line)

    def send_again(self, bundle: list[P], error: Exception) -> None:
        """Send the pieces of a lost bundle again; raises BotError if one is lost again and again when it is alone."""
        if len(bundle) == 1:
            (piece,) = bundle
            self.died[piece.key] = self.died.get(piece.key, 0) + 1
            if self.died[piece.key] >= TRIES:
                name, bots = piece.key[1], ", ".join(piece.bots)
                raise BotError(
                    f"the processes that played deal {name} ({bots}) died again and again: {reason_of(error)}; do the nodes have enough memory? {GOES_ON}"
                )
        self.bundles.give_back(bundle)

    def stop(self) -> None:
        """Stop what still runs: by ending the connection if it is ours, for Ray now and then aborts a process that cancels what is just coming back."""
        if self.pending and disconnect():
            self.pending = {}
        for task in self.pending:
            with contextlib.suppress(Exception):  # the connection may be lost
                self.ray.cancel(task)
        self.pending = {}


GOES_ON = "Should this run end, the same command goes on from its log (`--log`) or from the file beside its output"
HOW = "Install the same version of `ziggurat` on every node, or say in `ZIGGURAT_RUNTIME_ENV` how Ray shall: see docs/guides/lab.md"


def reason_of(error: BaseException) -> str:
    """The last line of what Ray says: the rest is a trace of its own code."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def outside_files(bots: Iterable[str]) -> dict[str, BotFiles]:
    """The files of the outside bots (`py:FILE.py:NAME`), by the names of the bots: they travel to the nodes."""
    files = {}
    for bot in dict.fromkeys(bots):
        if bot.startswith("py:"):
            file = bot.removeprefix("py:").rpartition(":")[0]
            try:
                files[bot] = bot_files(Path(file).resolve())
            except OSError as error:
                raise BotError(f"`{bot}`: cannot read `{file}`: {error.strerror or error}") from None
    return files


def bot_files(file: Path) -> BotFiles:
    """The file of an outside bot, and the modules beside it that it imports, as far as that can be seen without running it."""
    texts = {file.name: file.read_bytes()}
    finder = ModuleFinder([str(file.parent)])
    with contextlib.suppress(Exception):  # what is wrong with the file, the bot itself says when it is made
        finder.run_script(str(file))
    for module in finder.modules.values():
        path = Path(getattr(module, "__file__", None) or "")
        if path.suffix == ".py":
            texts[path.relative_to(file.parent).as_posix()] = path.read_bytes()
    return str(file.parent), texts

"""Plants small bugs, one at a time, and prints those that the nearest tests do not see.

python bench/mutants.py [--only NAME …] [--layer LAYER] [--jobs 1] [--json]

`mutants.json` lists the bugs: a text that stands once in a file, what stands there with the bug, the tests that lie nearest, and why somebody could
write it so. Each bug is planted in a worktree of its own that git makes in a temporary folder, never in this tree; what is not committed yet is in
it, but for files that git does not know. The tests must pass there without a bug; then each bug must make one of its tests fail.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_suffix(".json")
LONGEST = 600
"""Seconds until tests that do not end have seen the bug: it made something wait for ever."""
UNCOMPILED = ("rules", "scoring")
"""Layers whose tests run without the compiler: it would take longer than the tests."""
COMPILED_ANEW = ("search",)
"""Layers whose machine code goes into the temporary folder: with each bug it is another."""
FAILED = (1, 2)
"""The exit statuses of pytest and vitest for tests that fail, and for files that cannot be loaded any more."""


@dataclass(frozen=True)
class Mutant:
    """A bug to be planted."""

    name: str
    layer: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    why: str


def read_mutants() -> list[Mutant]:
    """Read the list; exit with the names of those whose text does not stand once in its file."""
    mutants = [Mutant(**entry | {"tests": tuple(entry["tests"])}) for entry in json.loads(LIST.read_text(encoding="utf-8"))]
    wrong = [f"{mutant.name}: {times} times in {mutant.file}" for mutant in mutants if (times := occurrences(mutant)) != 1]
    if wrong:
        sys.exit("the text of these bugs does not stand once in its file; mend `bench/mutants.json`:\n" + "\n".join(wrong))
    return mutants


def occurrences(mutant: Mutant) -> int:
    """How often the text stands in its file."""
    path = ROOT / mutant.file
    return path.read_text(encoding="utf-8").count(mutant.old) if path.is_file() else 0


@contextmanager
def worktree() -> Iterator[Path]:
    """Make a copy of the tree, with the packages and the built page of this one."""
    git = ("git", "-C", str(ROOT))
    changed = subprocess.run([*git, "stash", "create"], capture_output=True, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(tree), changed or "HEAD"], check=True)
        try:
            for built in ("web/node_modules", "src/ziggurat/static"):
                (tree / built).symlink_to(ROOT / built)
            yield tree
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)


def status_of(tree: Path, tests: tuple[str, ...], layer: str) -> int | None:
    """Run tests in a tree: the first exit status that is not 0, else 0; None if they did not end."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    if layer in UNCOMPILED:
        environment["NUMBA_DISABLE_JIT"] = "1"
    if layer in COMPILED_ANEW:
        environment["ZIGGURAT_CACHE"] = str(tree.parent / "cache")
    page = [test.removeprefix("web/") for test in tests if test.startswith("web/")]
    other = [test for test in tests if not test.startswith("web/")]
    commands = []
    if page:
        commands.append((tree / "web", ["node_modules/.bin/vitest", "run", "--bail=1", *page]))
    if other:
        commands.append((tree, [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *other]))
    for folder, command in commands:
        try:
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode:
            return done.returncode
    return 0


def is_seen(tree: Path, mutant: Mutant) -> bool:
    """Plant a bug, run its tests, and take it out again."""
    path = tree / mutant.file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        status = status_of(tree, mutant.tests, mutant.layer)
    finally:
        path.write_text(text, encoding="utf-8")
    if status not in {0, None, *FAILED}:
        sys.exit(f"{mutant.name}: its tests ended with status {status}; are they there?")
    return status != 0


def run(mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """Plant every bug; returns those that no test saw. One line for each on the standard error."""
    trees: Queue[Path] = Queue()

    def look(mutant: Mutant) -> bool:
        tree, began = trees.get(), time.monotonic()
        try:
            seen = is_seen(tree, mutant)
        finally:
            trees.put(tree)
        print(f"{time.monotonic() - began:4.0f} s  {'seen    ' if seen else 'SURVIVED'}  {mutant.name}", file=sys.stderr, flush=True)
        return seen

    with worktree() as first:
        trees.put(first)
        for layer in sorted({mutant.layer for mutant in mutants}):
            tests = tuple(sorted({test for mutant in mutants if mutant.layer == layer for test in mutant.tests}))
            if status_of(first, tests, layer) != 0:
                sys.exit(f"these tests of {layer} fail without any bug, or do not end: {' '.join(tests)}")
        with ThreadPoolExecutor(jobs) as threads:
            if jobs == 1:
                seen = list(threads.map(look, mutants))
            else:
                with worktree() as second:
                    trees.put(second)
                    seen = list(threads.map(look, mutants))
    return [mutant for mutant, was_seen in zip(mutants, seen, strict=True) if not was_seen]


def main() -> None:
    """Print the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these bugs alone")
    parser.add_argument("--layer", help="the bugs of this layer alone")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="how many at a time")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    mutants = read_mutants()
    if unknown := set(args.only or []) - {mutant.name for mutant in mutants}:
        sys.exit(f"there is no bug {', '.join(sorted(unknown))} in `bench/mutants.json`")
    meant = [mutant for mutant in mutants if (not args.only or mutant.name in args.only) and args.layer in {None, mutant.layer}]
    survivors = run(meant, args.jobs)
    if args.json:
        print(json.dumps({"planted": len(meant), "seen": len(meant) - len(survivors), "survivors": [asdict(mutant) for mutant in survivors]}))
        return
    for mutant in survivors:
        print(f"{mutant.name}: {mutant.why}\n  {mutant.file}: `{mutant.old}` became `{mutant.new}`\n  tests: {' '.join(mutant.tests)}")
    print(f"{len(meant) - len(survivors)} of {len(meant)} bugs were seen")


if __name__ == "__main__":
    main()

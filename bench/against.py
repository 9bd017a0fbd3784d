"""This tree beside another revision of it, in alternating pairs: every headline figure as a ratio with its interval.

    .venv/bin/python bench/against.py REV [--only kernels,search,…] [--pairs 9] [--json] [--write]

REV is a commit, or a folder with another tree. A commit is cloned to `.cache/against` and set up there as `./run` does, packages and page included, so
that a slower package counts too. Each measurement is a process of its own; the two trees take turns in going first. The ratio is this tree over the other
one, pair by pair: the median, and the interval that holds it 19 times in 20 or more often, by the ranks of the pairs (with fewer than six, the lowest and
the highest). A figure is called better or worse where the whole interval lies on one side and the median is 2 % off.

    kernels   random games on one core, with and without lists of moves                       more is better
    search    simulations a second with whole playouts, and judged by the net                 more is better
    batch     steps of batches for each second of processor time                              more is better
    python    plies a second from Python, moves as text and as numbers                        more is better
    server    processor time a move and memory, a hundred tables with previews and hints      less is better
    compile   processor time of `ziggurat warm` from an empty cache                           less is better
    page      bytes that a visitor loads, compressed                                          less is better
    gpu       batches on a GPU (`bench/gpu_batch.py` of each tree), where there is one        more is better

With `--planted` in place of REV the other tree is this commit, and this tree a copy of it with the slowdowns of `bench/slowdowns.json`, each of a tenth or
more: a figure that is not called worse is an error. So one sees that the command sees.

`--write` puts the table into `docs/speed.md`. `--python PYTHON` measures both trees with one Python and sets nothing up (for a machine without an index).
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import os
import platform
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLONES = ROOT / ".cache/against"
PAGE = ROOT / "docs/speed.md"
SLOWDOWNS = ROOT / "bench/slowdowns.json"
BALLAST = 32_000  # bytes of random text in the page, for `--planted`
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "amytis": ("amytis", {}),
    "akropolis": ("akropolis", {}),
    "akropolis-athena": ("akropolis", {"athena": True}),
    "blueprints": ("blueprints", {}),
}
SECONDS = 0.15  # of each of the runs of which the best counts
SERVED, SERVED_SECONDS = 100, 5.0
COVERED = 0.95
NOTICED = 0.02  # a difference below this is not called one
PROBE = """
import importlib, importlib.util, json, sys
name, options, group, seconds = json.loads(sys.argv[1])
MODULES = {"kernels": ["ziggurat.measure.kernels"], "search": ["ziggurat.measure.kernels"],
           "batch": ["ziggurat.measure.library_speed", "ziggurat.measure.python"], "python": ["ziggurat.measure.library_speed", "ziggurat.measure.python"]}
found = next(module for module in MODULES[group] if importlib.util.find_spec(module))  # a module may have had another name in an older tree
measure = importlib.import_module(found)
if group == "kernels":
    figures = measure.measure_speed(name, options, seconds=seconds, sampled=True)
else:
    figures = getattr(measure, "measure_" + group)(name, options, seconds=seconds)
print(json.dumps(figures))
"""
SET_UP = """
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.SourceFileLoader("run_script", sys.argv[1])
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_script", loader))
sys.modules["run_script"] = run
loader.exec_module(run)
run.environment()
run.python_packages()
run.client()
"""
READ = {
    "kernels": {"plies_per_s": "plies/s", "sampled_plies_per_s": "plies/s without lists"},
    "search": {"simulations_per_s": "simulations/s", "judged_per_s": "simulations/s judged by the net"},
    "batch": {
        "steps_per_core_s": "steps/core s with masks",
        "steps_observed_per_core_s": "steps/core s with observations",
        "random_plies_per_core_s": "random plies/core s",
    },
    "python": {"push_text_per_s": "plies/s as text", "push_code_per_s": "plies/s as numbers"},
    "server": {"cpu_ms_per_move": "ms of processor time a move", "memory_mb": "MB of memory"},
}
LESS = {"server", "compile", "page"}
"""Groups in which less is better."""


@dataclass(frozen=True)
class Tree:
    """A tree, and the Python that runs it."""

    root: Path
    python: str
    name: str

    def run(self, *arguments: str, **more: str) -> str:
        """Run Python on this tree; what it prints."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.root / "src"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep), **more}
        return subprocess.check_output([self.python, *arguments], cwd=self.root, env=env, text=True)


@dataclass(frozen=True)
class Figure:
    """A figure of both trees; `ratio` is this tree over the other one."""

    group: str
    name: str
    better: str
    this: float
    other: float
    ratio: float
    low: float
    high: float
    pairs: int

    @property
    def verdict(self) -> str:
        """Whether the whole interval lies on one side of even, and the median so far from it that somebody may care."""
        if (self.low > 1 or self.high < 1) and abs(self.ratio - 1) >= NOTICED:
            return "better" if (self.low > 1) == (self.better == "more") else "**worse**"
        return ""


# --- the trees --------------------------------------------------------------------------------------------------------


def git(*arguments: str, root: Path = ROOT) -> str:
    """What git says."""
    return subprocess.check_output(["git", *arguments], cwd=root, text=True).strip()


def name_of(root: Path) -> str:
    """The commit of a tree, with a + where something is not committed."""
    if not (root / ".git").exists():
        return root.name
    return git("rev-parse", "--short=10", "HEAD", root=root) + ("+" if git("status", "--porcelain", root=root) else "")


def other_tree(revision: str) -> Path:
    """The folder of another tree; a commit is cloned."""
    if Path(revision).is_dir():
        return Path(revision).resolve()
    commit = git("rev-parse", "--verify", f"{revision}^{{commit}}")
    folder = CLONES / commit[:10]
    if not folder.exists():
        CLONES.mkdir(parents=True, exist_ok=True)
        git("clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(folder))
        git("checkout", "--quiet", commit, root=folder)
    return folder


def planted_tree() -> Path:
    """A clone of this commit with a slowdown in each figure."""
    folder = CLONES / "planted"
    shutil.rmtree(folder, ignore_errors=True)
    git("clone", "--quiet", "--shared", str(ROOT), str(folder))
    for slowdown in json.loads(SLOWDOWNS.read_text(encoding="utf-8")):
        path = folder / slowdown["file"]
        text = path.read_text(encoding="utf-8")
        if text.count(slowdown["old"]) != 1:
            raise SystemExit(f"{slowdown['file']} has not exactly one place for the slowdown of {slowdown['figures']} ({slowdown['why']})")
        path.write_text(text.replace(slowdown["old"], slowdown["new"]), encoding="utf-8")
    page = folder / "web/index.html"
    text = base64.b64encode(random.Random(1).randbytes(BALLAST * 3 // 4)).decode()  # noqa: S311 - ballast
    page.write_text(page.read_text(encoding="utf-8").replace("</title>", f'</title><meta name="ballast" content="{text}" />'), encoding="utf-8")
    return folder


def prepared(root: Path, python: str | None) -> Tree:
    """A tree that can be measured: with packages and page, unless a Python is given, and with everything compiled."""
    if python is None:
        subprocess.run([sys.executable, "-c", SET_UP, str(root / "run")], cwd=root, check=True)
        python = str(root / ".venv/bin/python")
    return Tree(root, python, name_of(root))


# --- the figures ------------------------------------------------------------------------------------------------------

Measure = Callable[[Tree], dict[str, float]]


def probe(group: str, key: str, tree: Tree) -> dict[str, float]:
    """Measure a game by the functions of `ziggurat bench` of the tree itself."""
    name, options = TABLES[key]
    figures = json.loads(tree.run("-c", PROBE, json.dumps([name, options, group, SECONDS])))
    return {f"{key} {label}": figures[field] for field, label in READ[group].items()}


def serve(game: str, tree: Tree) -> dict[str, float]:
    """Measure the tree's server by the clients of this tree, so that both servers are asked the same."""
    from ziggurat.measure.server import bench

    figures = bench(game, "page", SERVED, SERVED_SECONDS, tree.python)
    return {f"{game} {label}": figures[field] for field, label in READ["server"].items()}


def compile_all(tree: Tree) -> dict[str, float]:
    """Measure the processor time of compiling everything."""
    with tempfile.TemporaryDirectory() as cache:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        tree.run("-m", "ziggurat", "warm", ZIGGURAT_CACHE=cache)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"s of processor time to compile everything": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def page_size(tree: Tree) -> dict[str, float]:
    """Bytes of the built page, as `tests/test_page_size.py` of the tree counts them."""
    count = (
        "import json, test_page_size as t; files = t.every_file(); boards = set((t.STATIC / 'assets').glob('ui-*.js'))\n"
        "athena = set((t.STATIC / 'assets').glob('athena-*.js')); most = max(boards, key=lambda path: t.compressed({path}))\n"
        "print(json.dumps([t.compressed(t.first_page()), t.compressed(files - boards - athena | {most}), t.compressed(files)]))"
    )
    program = f"import sys; sys.path.insert(0, 'tests')\n{count}"
    sizes = json.loads(tree.run("-c", program))
    return dict(zip(("bytes of the first page", "bytes of one game with every page", "bytes of everything"), map(float, sizes), strict=True))


def on_gpu(tree: Tree) -> dict[str, float]:
    """Measure the tree's batches on a GPU; a figure that failed, or games that differ from the processor's, are an error."""
    lines = [json.loads(line) for line in tree.run("bench/gpu_batch.py", "--no-tuning", "--limit", "500").splitlines()]
    wrong = [line for line in lines if "failed" in line or line.get("same") is False]
    if wrong:
        raise SystemExit(f"bench/gpu_batch.py on {tree.name}: {wrong[0]}")
    return {f"{line['game']} {line['figure']}": line["per_s"] for line in lines if "per_s" in line}


def measures(groups: list[str], pairs: int) -> list[tuple[str, Measure, int]]:
    """What is measured, and in how many pairs; what does not vary, once."""
    chosen: list[tuple[str, Measure, int]] = []
    for group in groups:
        if group == "server":
            chosen += [(group, partial(serve, game), max(3, pairs // 2)) for game in ("amytis", "akropolis", "blueprints")]
        elif group in READ:
            chosen += [(group, partial(probe, group, key), pairs) for key in TABLES]
        elif group == "compile":
            chosen.append((group, compile_all, 2))
        elif group == "page":
            chosen.append((group, page_size, 1))
        elif shutil.which("nvidia-smi"):
            chosen.append((group, on_gpu, 2))
        else:
            print("gpu: not measured, there is no NVIDIA GPU here", file=sys.stderr)
    return chosen


# --- pairs ------------------------------------------------------------------------------------------------------------


def interval(ratios: list[float]) -> tuple[float, float]:
    """The narrowest pair of ranks, counted from both ends, that holds the median with a chance of at least `COVERED`; with few pairs, the ends."""
    ordered, n = sorted(ratios), len(ratios)
    cut = 0
    while 1 - 2 * sum(math.comb(n, k) for k in range(cut + 2)) / 2**n >= COVERED:
        cut += 1
    return ordered[cut], ordered[n - 1 - cut]


def compared(group: str, measured: list[tuple[dict[str, float], dict[str, float]]]) -> list[Figure]:
    """The figures of all pairs; one that only one tree has is left out, and said."""
    this, other = measured[0]
    for name in this.keys() ^ other.keys():
        print(f"{group}: only {'this' if name in this else 'the other'} tree has `{name}`", file=sys.stderr)
    figures = []
    for name in (name for name in this if name in other):
        ratios = [pair[0][name] / pair[1][name] for pair in measured]
        mine, theirs = (statistics.median(pair[tree][name] for pair in measured) for tree in (0, 1))
        low, high = interval(ratios)
        figures.append(Figure(group, name, "less" if group in LESS else "more", mine, theirs, statistics.median(ratios), low, high, len(ratios)))
    return figures


def compare(this: Tree, other: Tree, groups: list[str], pairs: int) -> list[Figure]:
    """Measure both trees in turn, one figure after the other."""
    figures: list[Figure] = []
    for group, measure, count in measures(groups, pairs):
        if group in {"kernels", "search", "batch", "python", "server"}:
            for tree in (this, other):
                measure(tree)  # compiles; the server starts from a warm cache
        measured = []
        for number in range(count):
            first, second = (this, other) if number % 2 else (other, this)
            results = {tree.root: measure(tree) for tree in (first, second)}
            measured.append((results[this.root], results[other.root]))
        for figure in compared(group, measured):
            figures.append(figure)
            print(f"{group:<8} {line(figure)}", file=sys.stderr, flush=True)
    return figures


# --- the table --------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def line(figure: Figure) -> str:
    """A figure in one line."""
    return (
        f"{figure.name:<52} {number(figure.this):>13} {number(figure.other):>13}  {figure.ratio:.3f} ({figure.low:.3f} to {figure.high:.3f}) "
        f"{figure.verdict.replace('*', '')}"
    )


def table(this: Tree, other: Tree, figures: list[Figure], command: str) -> str:
    """The table of `docs/speed.md`."""
    about = f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    rows = [
        f"| {figure.group} | {figure.name} | {figure.better} | {number(figure.this)} | {number(figure.other)} | {figure.ratio:.3f} "
        f"| {figure.low:.3f} to {figure.high:.3f} | {figure.pairs} | {figure.verdict} |"
        for figure in figures
    ]
    head = ["| | figure | better | this | other | this / other | interval | pairs | |", "|---|---|---|---|---|---|---|---|---|"]
    return "\n".join([f"Commit {this.name} against {other.name}, {about}: `{command}`.", "", *head, *rows])


def write(text: str, section: str) -> None:
    """Put a table into its section of the page."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {section} -->", f"<!-- /{section} -->"
    PAGE.write_text(re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL), encoding="utf-8")


def main() -> None:
    """Compare two trees and print the table."""
    groups = [*READ, "compile", "page", "gpu"]
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = reader.add_mutually_exclusive_group(required=True)
    which.add_argument("revision", metavar="REV", nargs="?")
    which.add_argument("--planted", action="store_true", help="measure a copy of this commit with planted slowdowns against it")
    reader.add_argument("--only", default=",".join(groups), help="groups of figures, separated by commas")
    reader.add_argument("--pairs", type=int, default=9, help="of what varies most; servers have half as many")
    reader.add_argument("--python", help="measure both trees with this Python, and set nothing up")
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    given = reader.parse_args()
    chosen = given.only.split(",")
    if unknown := sorted(set(chosen) - set(groups)):
        reader.error(f"no such group: {', '.join(unknown)}; there are {', '.join(groups)}")
    roots = (planted_tree(), ROOT) if given.planted else (ROOT, other_tree(given.revision))
    this, other = (prepared(root, given.python) for root in roots)
    figures = compare(this, other, chosen, given.pairs)
    if given.json:
        print(json.dumps({"this": this.name, "other": other.name, "figures": [{**asdict(figure), "verdict": figure.verdict.strip("*")} for figure in figures]}))
        return
    command = (
        f"bench/against.py {given.revision or '--planted'}" + ("" if given.only == ",".join(groups) else f" --only {given.only}") + f" --pairs {given.pairs}"
    )
    text = table(this, other, figures, command)
    print(text)
    if given.write:
        write(text, "planted" if given.planted else "against")
    if given.planted and (missed := [figure.name for figure in figures if "worse" not in figure.verdict]):
        raise SystemExit(f"not seen: {', '.join(missed)}")


if __name__ == "__main__":
    main()

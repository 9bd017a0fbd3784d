"""Compares the rules of Amytis or Akropolis with a bare C engine: uniformly random games, one core, in turn, by processor time.

python bench/compare_with_c.py [GAME] [ROUNDS]
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from ziggurat.games.akropolis.material import COLOR_NAMES, KIND_NAMES, TILE_COUNT, TILE_KINDS, TILE_PLAYERS
from ziggurat.games.amytis.material import PROJECTS
from ziggurat.measure.kernels import measure_speed

HERE = Path(__file__).resolve().parent


def amytis_table() -> str:
    """The project cards as the C engine reads them."""
    return "".join(f"{pattern.replace(' ', '')} {points}\n" for pattern, points in PROJECTS)


def akropolis_table() -> str:
    """The city tiles as the C engine reads them: by the colours, plazas in capitals, and the players for whom they are used."""
    letters: dict[str, str] = dict(zip(COLOR_NAMES, "byrpg", strict=True))
    shown = {**letters, **{f"{name}_plaza": letter.upper() for name, letter in letters.items()}, "quarry": "Q"}
    rows = [[shown[KIND_NAMES[kind]] for kind in TILE_KINDS[tile]] for tile in range(1, TILE_COUNT + 1)]
    return "".join(f"{''.join(row)} {TILE_PLAYERS[tile]}\n" for tile, row in enumerate(rows, 1))


ENGINES = {  # game: the table it reads, games a run, options that make both play the same game, what is compared
    "amytis": (amytis_table, 150_000, {"bottom_row_limit": "four"}, "games_per_s", "games/s"),
    "akropolis": (akropolis_table, 10_000, {}, "plies_per_s", "plies/s"),
}


def build(game: str, folder: Path) -> list[str]:
    """Compile the C engine; returns the command that runs it."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        sys.exit("no C compiler: install gcc")
    table, games, *_ = ENGINES[game]
    (folder / "table.txt").write_text(table())
    program = folder / game
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(HERE / f"{game}_engine.c")], check=True)
    return [str(program), str(folder / "table.txt"), str(games)]


def c_speed(command: list[str], unit: str) -> float:
    """Run the C engine; returns the best of its runs that deal, play and score at the end."""
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = [line for line in lines if line.startswith(("deal + play   ", "scored at the end"))]
    return max(float(line.split(unit)[1].split()[0]) for line in wanted)


def main() -> None:
    """Run both engines in turn; print the ratio of the medians and of the best."""
    game = sys.argv[1] if len(sys.argv) > 1 else "amytis"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if game not in ENGINES:
        sys.exit(f"there is no C engine for `{game}`: choose one of {', '.join(ENGINES)}")
    _, _, options, field, unit = ENGINES[game]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        command = build(game, Path(folder))
        ours, theirs = [], []
        for _ in range(rounds):
            theirs.append(c_speed(command, unit))
            ours.append(measure_speed(game, options)[field])
            print(f"C {theirs[-1]:,.0f} {unit}   ziggurat {ours[-1]:,.0f} {unit}   ratio {ours[-1] / theirs[-1]:.3f}", flush=True)
    print(f"median ratio {statistics.median(o / t for o, t in zip(ours, theirs, strict=True)):.3f}   ratio of the best {max(ours) / max(theirs):.3f}")


if __name__ == "__main__":
    main()

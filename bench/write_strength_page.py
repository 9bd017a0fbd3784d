"""Plays the matches and ladders behind `docs/strength.md`, and writes that page from their results.

    .venv/bin/python bench/write_strength_page.py --logs build/strength --jobs 2      # hours; interrupted, it goes on from its logs
    .venv/bin/python bench/write_strength_page.py --logs build/strength --only-write

Every deal is written to a log (`ziggurat match --log`), so that the page can be written at any time from what has been played.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE, PLOTS = ROOT / "docs" / "strength.md", ROOT / "docs" / "images"
GAMES = ("amytis", "akropolis", "blueprints")
OPTIONS = {"akropolis": " --option stones=from_one"}


def commands() -> dict[str, str]:
    """The commands to play, by the names of their logs."""
    by_log = {}
    for game in GAMES:
        options = OPTIONS.get(game, "")
        by_log[f"ladder-{game}"] = f"ladder {game} --neighbours 1 --games 100 --seed 5{options}"
        by_log[f"greedy-{game}"] = f"match {game} level:8 greedy --games 200 --seed 5{options}"
    for game in ("akropolis", "blueprints"):
        options = OPTIONS.get(game, "")
        for seats in (3, 4):
            others = " greedy" * (seats - 1)
            by_log[f"seats{seats}-{game}"] = f"match {game} level:8{others} --games 60 --seed 5{options}"
            lower = " ".join(f"level:{level}" for level in range(1, 8))  # they do not search: more games cost little
            by_log[f"ladder{seats}-{game}"] = f"ladder {game} {lower} --neighbours 1 --seats {seats} --games 240 --seed 5{options}"
            by_log[f"top{seats}-{game}"] = f"ladder {game} level:7 level:8 --seats {seats} --games 60 --seed 5{options}"
    for game in ("amytis", "akropolis"):
        by_log[f"time-{game}"] = f"match {game} mcts:ms=1000 mcts:ms=100 --games 200 --seed 1{OPTIONS.get(game, '')}"
    return by_log


def play(logs: Path, jobs: int, names: list[str]) -> None:
    """Play the named commands, each going on from its log; its JSON lies beside the log."""
    logs.mkdir(parents=True, exist_ok=True)
    for name in names:
        command = commands()[name]
        plot = ["--plot", str(PLOTS / f"strength-{name.removeprefix('ladder-')}.svg")] if name.startswith("ladder-") else []
        words = [*shlex.split(command), "--jobs", str(jobs), "--log", str(logs / f"{name}.jsonl"), "--json", *plot]
        done = subprocess.run([sys.executable, "-m", "ziggurat", *words], stdout=subprocess.PIPE, check=True)
        (logs / f"{name}.json").write_bytes(done.stdout)


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f} %"


def between(interval: list[float]) -> str:
    """An interval of shares."""
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


def step_row(step: dict[str, Any]) -> str:
    """One step of a ladder."""
    return f"| {step['higher']} over {step['lower']} | {step['games']} | {percent(step['seen'])} | {between(step['seen_interval'])} | {step['elo']:+.0f} |"


def match_row(name: str, result: dict[str, Any]) -> str:
    """One match."""
    share = result["points"][0] / result["games"]
    scores = " to ".join(f"{score:.1f}" for score in result["mean_scores"])
    seconds = ", ".join(f"{clock:.2f}" for clock in result["seconds_per_move"])
    return f"| {name} | {result['games']} | {percent(share)} | {between(result['interval'])} | {scores} | {seconds} |"


def table(head: str, rows: list[str]) -> list[str]:
    """The rows under their head, or a sentence if there are none yet."""
    return [head, *rows, ""] if rows else ["Not played yet.", ""]


def write(logs: Path) -> None:
    """Write the page from every JSON that is there."""
    known = commands()
    files = {name: logs / f"{name}.json" for name in known}
    results = {name: json.loads(file.read_bytes()) for name, file in files.items() if file.is_file() and file.stat().st_size}
    lines = [(ROOT / "bench" / "strength_page_intro.md").read_text(encoding="utf-8")]
    matches = "| match | games | share of the first | 95 % interval | mean scores | seconds a move |\n|---|---|---|---|---|---|"
    greedy, seats, times = ([name for name in known if name.startswith(kind) and name in results] for kind in ("greedy-", "seats", "time-"))
    lines += ["## Level 8 against `greedy`\n", *table(matches, [match_row(f"{name.partition('-')[2]}, 2 seats", results[name]) for name in greedy])]
    lines += ["With three and four seats, one `level:8` among `greedy` seats; its fair share is 33 % and 25 %.\n"]
    lines += table(matches, [match_row(f"{name.partition('-')[2]}, {name[5]} seats", results[name]) for name in seats])
    lines += ["## Thinking longer\n", "One second a move against a tenth of a second.\n"]
    lines += table(matches, [match_row(f"{name.partition('-')[2]}, 1 s against 0.1 s", results[name]) for name in times])
    steps = "| step | games | seen | 95 % interval | Elo |\n|---|---|---|---|---|"
    lines += ["## Each level against the one below\n"]
    for game in GAMES:
        if f"ladder-{game}" in results:
            plot = PLOTS / f"strength-{game}.svg"
            shown = [f"![Ratings of the levels](images/{plot.name})\n"] if plot.is_file() else []
            lines += [f"### {game.capitalize()}, two seats\n", *shown, steps]
            lines += [*(step_row(step) for step in results[f"ladder-{game}"]["steps"]), ""]
    lines += ["### Three and four seats\n", "Two bots share the seats in every mixture; every pair of seats with different bots is a comparison.\n"]
    for game in ("akropolis", "blueprints"):
        for crowd in (3, 4):
            played = [step for kind in ("top", "ladder") for step in results.get(f"{kind}{crowd}-{game}", {"steps": []})["steps"]]
            lines += [f"{game.capitalize()}, {crowd} seats:\n", *table(steps, [step_row(step) for step in played])]
    lines += ["## The commands\n", "`bench/write_strength_page.py` plays all of them and writes this page; each one alone:\n", "```"]
    lines += [f"ziggurat {command}" for command in known.values()] + ["```", ""]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Play, then write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "strength")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=list(commands()), choices=list(commands()), metavar="NAME", help="play these alone, in this order")
    parser.add_argument("--only-write", action="store_true")
    args = parser.parse_args()
    if not args.only_write:
        play(args.logs, args.jobs, args.only)
    write(args.logs)


if __name__ == "__main__":
    main()

"""Measures whether a review is as sure as it says: losses and errors of decisions, against a judgement ten times as deep (`docs/guides/review.md`).

python bench/review_error.py [--games amytis akropolis blueprints] [--decisions 56] [--sims 2000] [--seed check]

Decisions of games between bots of middle strength are judged twice: as a review of the server judges them, and with ten times the simulations and the
continuations, by other chance. It counts how often the deeper loss lies within the stated error, for all decisions and for those that the review calls mistakes
(both judged once more, as reviews do). Writes the table between the marks `review_error` of the guide with `--write`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from ziggurat.arena.match import record_games
from ziggurat.record import load
from ziggurat.search.analyse import Decision, deepen, judge
from ziggurat.search.budget import Budget
from ziggurat.search.game_review import rewound
from ziggurat.search.mcts import never
from ziggurat.server.reviews import SIMS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from figures import ROOT, put_into

BOTS = ("level:5", "level:4")
DEEPER = 10
ROUNDING = 0.1  # points: what a review shows
COLUMNS = ("within the error", "mean error stated", "mean difference")
HEAD = f"| game | decisions | {' | '.join(COLUMNS)} | mistakes | {' | '.join(COLUMNS)} |"


def main() -> None:
    """Judge decisions of each game twice."""
    arguments = read_arguments()
    lines = [HEAD, "|---" * HEAD.count(" |") + "|"]
    for game in arguments.games:
        began = time.process_time()
        pairs, mistakes = measure(game, arguments.decisions, arguments.sims, arguments.seed)
        lines.append(f"| {game} | {row(pairs)} | {row(mistakes)} |")
        print(lines[-1], f"({time.process_time() - began:.0f} s of processor time)", flush=True)
    command = f"python bench/review_error.py --decisions {arguments.decisions} --seed {arguments.seed}"
    text = "\n".join([*lines, "", f"`{command}`, {arguments.sims} simulations, one core."])
    put_into("review_error", f"\n{text}\n", ROOT / "docs/guides/review.md") if arguments.write else print(text)


def measure(game: str, count: int, sims: int, seed: str) -> tuple[list[tuple[Decision, Decision]], list[tuple[Decision, Decision]]]:
    """Judge decisions from all over some games; pairs of what a review and a deeper judgement say."""
    budget, deeper = Budget(sims=sims), Budget(sims=DEEPER * sims)
    pairs: list[tuple[Decision, Decision]] = []
    mistakes: list[tuple[Decision, Decision]] = []
    for number, record in enumerate(record_games(game, BOTS, {}, seed, 1 + count // 8)):
        played = load(record)
        for ply in range(number % 6, played.ply, max(1, played.ply // 8)):
            if len(pairs) == count:
                return pairs, mistakes
            before, code = rewound(played, ply), played.code(ply)
            if len(before.legal_codes()) == 1:
                continue
            shallow, deep = judge(before, code, budget, "review", (), never), judge(before, code, deeper, "deeper", (), never)
            pairs.append((shallow, deep))
            if shallow.is_mistake and (shallow := deepen(before, shallow, budget, "review", never)).is_mistake:
                mistakes.append((shallow, deep if deep.is_best else deepen(before, deep, deeper, "deeper", never)))
    return pairs, mistakes


def row(pairs: list[tuple[Decision, Decision]]) -> str:
    """Count, share within the error, mean error and mean difference (with a standard error)."""
    if not pairs:
        return "0 | | |"
    apart = np.array([shallow.loss - deep.loss for shallow, deep in pairs])
    errors = np.array([max(shallow.error, ROUNDING) for shallow, _ in pairs])
    within = float((np.abs(apart) <= errors).mean())
    return f"{len(pairs)} | {100 * within:.0f} % | {errors.mean():.1f} | {apart.mean():+.2f} ± {apart.std() / len(apart) ** 0.5:.2f}"


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare the losses of a review with a judgement ten times as deep.")
    parser.add_argument("--games", nargs="+", default=["amytis", "akropolis", "blueprints"])
    parser.add_argument("--decisions", type=int, default=56, help="of each game")
    parser.add_argument("--sims", type=int, default=SIMS, help="simulations of the review; the deeper one has ten times as many")
    parser.add_argument("--seed", default="check", help="of the games; those of `fit` and `error` were used to set how large the errors are")
    parser.add_argument("--write", action="store_true", help="write the result into docs/guides/review.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()

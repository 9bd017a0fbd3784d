"""Measures whether the mistakes that reviews find are real: what they claim for their better moves, against what these bring (`docs/guides/review.md`).

python bench/review_gains.py [--games amytis akropolis blueprints] [--reviews 100] [--sims 2000] [--seed gains]

Games between bots of middle strength are reviewed as the server does. For each mistake the game is continued 20 times after the better move and 20 times after
the move played, by a fast level at every seat, each time in another deal that the player could not tell from the true one. What the better move brings more is
the gain that was realised. Writes the table between the marks `review_gains` of the guide with `--write`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from ziggurat.arena.match import record_games
from ziggurat.game import Game
from ziggurat.kernel import generator, margin_of
from ziggurat.record import load
from ziggurat.search.analyse import Decision, analyse_game
from ziggurat.search.bots import make_bot
from ziggurat.server.reviews import SIMS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from figures import ROOT, put_into

BOTS = ("level:5", "level:4")
FAST = {"amytis": "level:6", "akropolis": "level:6", "blueprints": "level:7"}  # the strongest that take a few milliseconds a move
CONTINUATIONS = 20
HEAD = "| game | games | mistakes | gain claimed | gain realised | difference, 95 % interval | continued by |"
Numbers = np.ndarray[Any, Any]


def main() -> None:
    """Review games of each kind, and continue after their mistakes."""
    arguments = read_arguments()
    lines = [HEAD, "|---" * HEAD.count(" |") + "|"]
    for game in arguments.games:
        began = time.process_time()
        claimed, realised, reviews = measure(game, arguments.reviews, arguments.sims, arguments.seed, arguments.seconds)
        lines.append(f"| {game} | {reviews} | {len(claimed)} | {interval(claimed)} | {interval(realised)} | {interval(claimed - realised)} | `{FAST[game]}` |")
        print(lines[-1], f"({time.process_time() - began:.0f} s of processor time)", flush=True)
    text = "\n".join([*lines, "", f"`python bench/review_gains.py --reviews {arguments.reviews}`, {arguments.sims} simulations, one core; points of margin."])
    put_into("review_gains", f"\n{text}\n", ROOT / "docs/guides/review.md") if arguments.write else print(text)


def measure(game: str, reviews: int, sims: int, seed: str, seconds: float) -> tuple[Numbers, Numbers, int]:
    """What the mistakes of so many games claim and bring, and how many games were reviewed before the time was up."""
    claimed, realised, until, done = [], [], time.monotonic() + seconds, 0
    for number, record in enumerate(record_games(game, BOTS, {}, seed, reviews)):
        if time.monotonic() > until:
            break
        review = analyse_game(load(record), sims=sims, languages=())
        for decision in (decision for worst in review.mistakes for decision in worst):
            claimed.append(decision.loss)
            realised.append(gain(review.at(decision.ply), decision, FAST[game], f"{seed}/{number}"))
        done += 1
    return np.array(claimed), np.array(realised), done


def gain(before: Game, decision: Decision, level: str, seed: str) -> float:
    """By how much the better move brought more than the move played, on average."""
    total, rng = 0.0, generator(f"{seed}/{decision.ply}")
    for number in range(CONTINUATIONS):
        deal = before.copy()
        before.spec.visibility.imagine(deal.state, decision.seat, rng)
        margins = [continued(deal, code, level, f"{seed}/{number}") for code in (decision.best.code, decision.played.code)]
        total += (margins[0] - margins[1])[decision.seat]
    return total / CONTINUATIONS


def continued(deal: Game, code: int, level: str, seed: str) -> Numbers:
    """The margins of all seats after the game was played on."""
    game = deal.copy()
    bots = [make_bot(level, game.spec, f"{seed}/{seat}") for seat in range(game.seats)]
    game.push_unchecked(code)
    while not game.is_over:
        game.push_unchecked(bots[int(game.state.to_move)].choose(game))
    scores = np.array(game.scores, np.int32)
    return np.array([float(margin_of(scores, seat)) for seat in range(game.seats)])


def interval(values: Numbers) -> str:
    """The mean and 1.96 standard errors."""
    return f"{values.mean():+.2f} ± {1.96 * values.std() / max(1, len(values)) ** 0.5:.2f}" if len(values) else ""


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare the gains that reviews claim for their better moves with those realised.")
    parser.add_argument("--games", nargs="+", default=list(FAST), choices=list(FAST))
    parser.add_argument("--reviews", type=int, default=100, help="games of each kind")
    parser.add_argument("--sims", type=int, default=SIMS, help="simulations of a decision")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no more games of a kind after so long")
    parser.add_argument("--seed", default="gains", help="of the games")
    parser.add_argument("--write", action="store_true", help="write the result into docs/guides/review.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()

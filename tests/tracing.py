"""Plays games by the bare kernels and tells everything that happened: equal traces mean equal rules, compiled or not.

As a program it prints the trace: `NUMBA_DISABLE_JIT=1 python tests/tracing.py GAME TABLES SEED GAMES`, where
TABLES is a list of options.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import small_games  # noqa: F401  (registers them)
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_spec


def trace(name: str, options: dict[str, Any], seed: str, games: int) -> Iterator[str]:
    """One line for each position: bytes of the state, legal moves, scores, ranks, breakdown, an imagined position."""
    spec = game_spec(name)
    for number in range(games):
        game = Game(spec, options, seed=f"{seed}/{number}")
        rng = generator(f"{seed}/{number}/moves")
        while True:
            seen = game.copy()
            seat = int(game.state.to_move)
            game.spec.visibility.imagine(seen.state, seat, generator(f"{seed}/{number}/{game.ply}"))
            row = [digest(game.state), game.legal_codes(), game.scores, game.ranks, game.breakdown, digest(seen.state)]
            yield json.dumps(row)
            if game.is_over:
                break
            legal = game.legal_codes()
            game.push_unchecked(legal[int(below(rng, len(legal)))])


def digest(state: Any) -> str:
    """A short name for the bytes of a state."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


if __name__ == "__main__":
    _, which, chosen, start, count = sys.argv
    for table in json.loads(chosen):
        for line in trace(which, table, start, int(count)):
            print(line)

"""Fit the weights by which Akropolis sifts its moves (`games/akropolis/estimate.py`) to what its net says of the same moves.

    .venv/bin/python bench/tune_sift.py
"""

from __future__ import annotations

import sys

import numpy as np

from ziggurat.game import MOVE, SCORE, Game
from ziggurat.games.akropolis import estimate
from ziggurat.kernel import generator, rows_of
from ziggurat.registry import game_spec
from ziggurat.search.bind import bind
from ziggurat.search.estimate import HIDDEN, load_net


def main() -> None:
    """Positions of games that the net plays; for each move the terms and the net's value; least squares."""
    spec = game_spec("akropolis")
    net = load_net("akropolis")
    kernels = bind("akropolis", "selfplay")
    rng = generator("sift")
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    count = len(estimate.NAMES)
    moves, scratch = np.zeros(spec.rules.MAX_MOVES, MOVE), np.zeros(spec.rules.MAX_MOVES)
    worth = np.zeros(spec.rules.MAX_MOVES)
    inputs, hidden = np.zeros(count, np.float32), np.zeros(HIDDEN, np.float32)
    states = spec.blank(4)
    rows = rows_of(states)
    terms, values, found = [], [], []
    for number in range(games):
        game = Game(spec, {"seats": 2, "stones": "from_one"}, seed=f"sift/{number}")
        points = np.zeros(game.seats, SCORE)
        while game.to_move is not None:
            states[1] = game.state
            n = spec.rules.legal_moves(states[1], moves)
            matrix = np.zeros((n, estimate.TERM_COUNT))
            for k in range(estimate.TERM_COUNT):
                unit = np.zeros(estimate.TERM_COUNT, np.float32)
                unit[k] = 1
                estimate.worth_of_moves(states[1], moves, n, worth, unit)
                matrix[:, k] = worth[:n]
            said = np.zeros(n)
            seat = game.to_move
            for i in range(n):
                states[3] = states[1]
                spec.rules.apply(states[3], moves[i])
                said[i] = kernels.expected_margin(states[3], seat, points, inputs, net.first, net.second, hidden)
            weight = np.exp((said - said.max()) / 6)  # the good moves matter
            weight = np.sqrt(weight / weight.sum())
            mean = (weight**2) @ matrix / (weight**2).sum(), (weight**2) @ said / (weight**2).sum()
            terms.append((matrix - mean[0]) * weight[:, None])
            values.append((said - mean[1]) * weight)
            found.append((matrix, said))
            game.push_unchecked(int(kernels.choose(states, rows, moves, points, inputs, net.first, net.second, hidden, 1.0, scratch, rng)))
    x, y = np.concatenate(terms), np.concatenate(values)
    held = len(found) * 4 // 5
    cut = sum(len(part) for part in terms[:held])
    weights = np.linalg.solve(x[:cut].T @ x[:cut] + 0.01 * np.eye(x.shape[1]), x[:cut].T @ y[:cut])
    for keep in (4, 8, 12, 16, 24, 32, 48):
        kept = [said.argmax() in np.argsort(-(matrix @ weights))[:keep] for matrix, said in found[held:]]
        lost = [said.max() - said[np.argsort(-(matrix @ weights))[:keep]].max() for matrix, said in found[held:]]
        print(f"the net's best move is among the first {keep}: {np.mean(kept):.3f}; points lost {np.mean(lost):.2f}")
    for name, weight in zip(estimate.TERMS, weights, strict=True):
        print(f"    {weight:.3f},  # {name}")


if __name__ == "__main__":
    main()

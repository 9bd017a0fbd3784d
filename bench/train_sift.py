"""Fits the weights by which Akropolis sifts its moves (`games/akropolis/features.py`) to what its net says of the same moves.

    .venv/bin/python bench/train_sift.py 30                       # games
    .venv/bin/python bench/train_sift.py 30 akropolis-athena      # those of the city tiles with the expansion

The weights of an expansion without a net of its own are those of its game: train it first (`train_net.py`).
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import Game
from ziggurat.games.akropolis import features, rules
from ziggurat.kernel import generator
from ziggurat.registry import spec_of_key
from ziggurat.search.net import FILE, load_net, save_net
from ziggurat.search.search_memory import make_memory


def main() -> None:
    """Positions of games that the net plays; for each move the terms and the net's value; least squares."""
    games, key = int(sys.argv[1]) if len(sys.argv) > 1 else 30, sys.argv[2] if len(sys.argv) > 2 else "akropolis"
    spec, net = spec_of_key(key), load_net(key)
    if not (spec.folder / FILE).is_file():
        raise SystemExit(f"`{key}` has no net of its own: `bench/train_net.py {key} --go-on` trains it")
    judge, selfplay = bind(key, "ziggurat.search.kernels.judge"), bind(key, "ziggurat.search.kernels.selfplay")
    rng = generator("sift")
    memory = make_memory(spec, 2, net, 1, np.zeros((0, 4), np.uint64))
    moves, states = memory.moves[2], memory.states
    units = np.eye(len(features.TERMS), dtype=np.float32)
    terms, values, positions = [], [], []
    for number in range(games):
        game = Game(spec, {"seats": 2, "stones": "from_one", **spec.own_options}, seed=f"sift/{number}")
        while (seat := game.to_move) is not None:
            states[0] = game.state
            n = spec.rules.legal_moves(states[0], moves)
            if n and int(moves[0]) >= rules.MOVE_CODES:  # a card is completed: these weights are about city tiles
                states[1] = game.state
                game.push_unchecked(int(selfplay.choose(memory, states[0], 1.0, 10_000, rng)))
                continue
            matrix, said = np.zeros((n, len(features.TERMS))), np.zeros(n)
            for k in range(len(features.TERMS)):
                features.write_worth(states[0], moves, n, memory.worth, units[k])
                matrix[:, k] = memory.worth[:n]
            for i in range(n):
                states[3] = states[0]
                spec.rules.apply(states[3], moves[i])
                judge.expect(memory, states[3], memory.expected[0])
                said[i] = judge.expected_margin(memory.expected[0], seat)
            weight = np.exp((said - said.max()) / 6)  # the good moves matter
            weight = np.sqrt(weight / weight.sum())
            mean = (weight**2) @ matrix, (weight**2) @ said
            terms.append((matrix - mean[0]) * weight[:, None])
            values.append((said - mean[1]) * weight)
            positions.append((matrix, said))
            states[1] = game.state
            game.push_unchecked(int(selfplay.choose(memory, states[0], 1.0, 10_000, rng)))
    x, y = np.concatenate(terms), np.concatenate(values)
    held = len(positions) * 4 // 5
    cut = sum(len(part) for part in terms[:held])
    weights = np.linalg.solve(x[:cut].T @ x[:cut] + 0.01 * np.eye(x.shape[1]), x[:cut].T @ y[:cut])
    for keep in (4, 8, 12, 16, 24, 32, 48):
        hits = [said.argmax() in np.argsort(-(matrix @ weights))[:keep] for matrix, said in positions[held:]]
        lost = [said.max() - said[np.argsort(-(matrix @ weights))[:keep]].max() for matrix, said in positions[held:]]
        print(f"the net's best move is among the first {keep}: {np.mean(hits):.3f}; points lost {np.mean(lost):.2f}")
    print(", ".join(f"{name} {weight:.2f}" for name, weight in zip(features.TERMS, weights, strict=True)))
    save_net(replace(net, sieve=weights.astype(np.float32)), spec.folder / FILE)


if __name__ == "__main__":
    main()

"""Trains the net of a game by self-play (`src/ziggurat/search/net.py`), and writes its weights beside its rules.

    .venv/bin/python bench/train_net.py akropolis --rounds 4 --games 4000 --jobs 2
    .venv/bin/python bench/train_net.py akropolis-athena --go-on --rounds 4 --games 4000 --jobs 2    # a game with an expansion, from the weights of the game

Each round the net of the round before plays games against itself (the first one expects nothing: it plays by points now), and a new
net learns from the positions what came of them. The last round's error on games that it did not learn from is written into the card.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import importlib
import importlib.util
import json
import multiprocessing
import os
import time
from datetime import date
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import read_options
from ziggurat.kernel import generator
from ziggurat.registry import spec_of_key
from ziggurat.search.net import FILE, HIDDEN, POINTS, Net, blank_net, load_net, save_net
from ziggurat.search.search_memory import make_memory

CHUNK = 50  # games of one task
MOST_ROWS = 60_000  # of one task

# Half of the games with two seats and no options, the others with anything: name -> choices
MIX: dict[str, dict[str, list[Any]]] = {
    "amytis": {"edition": ["second", "first"], "sides": ["random"], "bottom_row_limit": ["none", "four"], "palace_b_counts": ["before", "after"]},
    "akropolis": {
        "seats": [2, 2, 3, 4],
        "stones": ["from_zero", "from_one"],
        "variants": [[], ["house"], ["market"], ["barracks"], ["temple"], ["garden"], ["house", "market", "barracks", "temple", "garden"]],
        "long_game": [False, False, False, True],
        "barracks_edge": ["any", "outer"],
        "lake": ["single", "region"],
    },
    "blueprints": {"seats": [2, 3, 4], "plans": ["reconstructed", "extended"], "unplaceable": ["any", "only_when_stuck"]},
}
Array = np.ndarray[Any, Any]
Rows = tuple[Array, Array, Array, Array, int]  # features, points then, points at the end, share of the game left, seats


def play(key: str, net: Net, seed: str, games: int, temperature: float, keep: int, every: int) -> Rows:
    """Play the games of one task."""
    spec = spec_of_key(key)
    name = spec.name
    rng = generator(seed)
    draw = np.random.default_rng(rng)
    options: dict[str, Any] = dict(spec.bench) if name != "blueprints" else {"seats": 2}
    if draw.random() < 0.5:
        options = {key: choices[int(draw.integers(len(choices)))] for key, choices in MIX[name].items()}
        if options.get("seats") == 4:
            options["long_game"] = False
            options = {key: value for key, value in options.items() if key != "long_game" or name == "akropolis"}
    chosen = read_options(spec, options | spec.own_options, seed)
    memory = make_memory(spec, chosen["seats"], net, 1, np.zeros((0, 4), np.uint64))
    spec.module("options").prepare(memory.states[3], chosen)
    xs = np.zeros((MOST_ROWS, len(net.first) - 1), np.float32)
    now, final, left = (np.zeros(MOST_ROWS, np.float32) for _ in range(3))
    n = bind(key, "ziggurat.search.kernels.selfplay").play_games(memory, rng, games, temperature, keep, every, xs, now, final, left)
    return xs[:n], now[:n], final[:n], left[:n], chosen["seats"]


def learn(xs: Array, ys: Array, seed: int, epochs: int, start: Net | None) -> tuple[Array, Array]:
    """Fit the weights by Adam on the squared error, with a falling rate."""
    rng = np.random.default_rng(seed)
    count = xs.shape[1]
    w1 = (rng.normal(size=(count, HIDDEN)) * np.sqrt(2 / count)).astype(np.float32)
    b1, w2, b2 = np.zeros(HIDDEN, np.float32), (rng.normal(size=HIDDEN) * np.sqrt(1 / HIDDEN)).astype(np.float32), np.float32(ys.mean())
    if start is not None and start.is_trained:
        w1, b1, w2, b2 = start.first[:-1].copy(), start.first[-1].copy(), start.second[:-1].copy(), start.second[-1]
    values: list[Any] = [w1, b1, w2, np.array([b2], np.float32)]
    means, squares = [np.zeros_like(v) for v in values], [np.zeros_like(v) for v in values]
    step, batch = 0, 2048
    steps = epochs * (len(xs) // batch)
    for _ in range(epochs):
        order = rng.permutation(len(xs))
        for at in range(0, len(xs) - batch + 1, batch):
            x, y = xs[order[at : at + batch]], ys[order[at : at + batch]]
            raw = x @ values[0] + values[1]
            hidden = np.maximum(raw, 0)
            error = hidden @ values[2] + values[3][0] - y
            back = (error[:, None] * values[2]) * (raw > 0)
            grads = [x.T @ back / batch, back.mean(0), hidden.T @ error / batch, np.array([error.mean()], np.float32)]
            step += 1
            rate = 2e-3 * (1 - step / (steps + 1)) + 1e-5
            for i, grad in enumerate(grads):
                means[i] += 0.1 * (grad - means[i])
                squares[i] += 0.001 * (grad * grad - squares[i])
                values[i] -= rate * (means[i] / (1 - 0.9**step)) / (np.sqrt(squares[i] / (1 - 0.999**step)) + 1e-8)
    return np.vstack([values[0], values[1]]), np.concatenate([values[2], values[3]])


def learn_on_gpu(torch: Any, xs: Array, ys: Array, seed: int, epochs: int, start: Net | None) -> tuple[Array, Array]:
    """Fit the weights with PyTorch, where it is installed and there is a GPU."""
    torch.manual_seed(seed)
    net = torch.nn.Sequential(torch.nn.Linear(xs.shape[1], HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 1)).cuda()
    if start is not None and start.is_trained:
        with torch.no_grad():
            for part, values in ((net[0], start.first), (net[2], start.second[:, None])):
                part.weight.copy_(torch.from_numpy(values[:-1].T.copy()))
                part.bias.copy_(torch.from_numpy(values[-1].copy()))
    x, y = torch.from_numpy(xs).cuda(), torch.from_numpy(ys).float().cuda()
    batch = 4096
    steps = epochs * (len(x) // batch)
    adam = torch.optim.Adam(net.parameters(), lr=2e-3)
    rate = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: 1 - step / (steps + 1))
    for _ in range(epochs):
        order = torch.randperm(len(x), device="cuda")
        for at in range(0, len(x) - batch + 1, batch):
            pick = order[at : at + batch]
            adam.zero_grad()
            ((net(x[pick])[:, 0] - y[pick]) ** 2).mean().backward()
            adam.step()
            rate.step()
    numbers = [part.detach().cpu().numpy() for part in (net[0].weight, net[0].bias, net[2].weight, net[2].bias)]
    return np.vstack([numbers[0].T, numbers[1]]), np.concatenate([numbers[2][0], numbers[3]])


def predict(xs: Array, first: Array, second: Array) -> Array:
    """The points still to come, by the net."""
    ahead: Array = POINTS * (np.maximum(xs @ first[:-1] + first[-1], 0) @ second[:-1] + second[-1])
    return ahead


def fit_spread(margins: Array, won: Array, left: Array) -> Array:
    """Find the spread that makes the results most likely, on a grid over both numbers."""
    best, spread = -np.inf, np.array([10.0, 0.0])
    for a in (0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 9.0):
        for b in (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 11.0, 15.0, 20.0, 27.0, 35.0):
            chance = np.clip(0.5 + 0.5 * np.tanh(margins / (2 * (a + b * np.sqrt(np.maximum(left, 0))))), 1e-6, 1 - 1e-6)
            total = float(np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))
            if total > best:
                best, spread = total, np.array([a, b])
    return spread


def train(name: str, parts: list[Rows], seed: int, epochs: int, start: Net | None, sieve: Array) -> Net:
    """Train a net on what was played; the last tenth of the tasks only measures its error."""
    held = max(1, len(parts) // 10)
    xs, now, final = (np.concatenate([part[i] for part in parts[:-held]]) for i in range(3))
    torch = importlib.import_module("torch") if importlib.util.find_spec("torch") else None
    if torch is not None and torch.cuda.is_available():
        first, second = learn_on_gpu(torch, xs, (final - now) / POINTS, seed, epochs, start)
    else:
        first, second = learn(xs, (final - now) / POINTS, seed, epochs, start)
    xs, now, final = (np.concatenate([part[i] for part in parts[-held:]]) for i in range(3))
    ahead = predict(xs, first, second)
    error = final - now - ahead
    spread_total = float(np.var(final - now))
    pairs = [part for part in parts[-held:] if part[4] == 2] or parts[-held:]
    two = [(part[1] + predict(part[0], first, second), part[2], part[3]) for part in pairs]
    margins = np.concatenate([e[0::2] - e[1::2] for e, _, _ in two])
    won = np.concatenate([0.5 + 0.5 * np.sign(f[0::2] - f[1::2]) for _, f, _ in two])
    left = np.concatenate([rest[0::2] for _, _, rest in two])
    card = {
        "game": name,
        "date": date.today().isoformat(),
        "positions": int(sum(len(part[0]) for part in parts)),
        "error": round(float(np.sqrt(np.mean(error**2))), 3),
        "explained": round(1 - float(np.var(error)) / spread_total, 4),
        "mean_score": round(float(final.mean()), 2),
    }
    return Net(first.astype(np.float32), second.astype(np.float32), fit_spread(margins, won, left), sieve, card)


def main() -> None:
    """Play and learn in turn, for some rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="its name; with an expansion `akropolis-athena`")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--keep", type=int, default=24, help="moves that are worth a thought")
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--temperature", type=float, default=1.5)
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    parser.add_argument("--out", default=None)
    args = parser.parse_args()
    spec = spec_of_key(args.game)
    count = len(spec.module("features").NAMES)
    net = load_net(args.game) if args.go_on else blank_net(count)
    play(args.game, net, "warm", 1, 1.0, args.keep, 1)
    path = args.out or spec.folder / FILE
    with concurrent.futures.ProcessPoolExecutor(args.jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        old: list[Rows] = []
        for number in range(args.rounds):
            began = time.perf_counter()
            tasks = [
                pool.submit(play, args.game, net, f"{args.seed}/{number}/{task}", CHUNK, args.temperature, args.keep, args.every)
                for task in range(args.games // CHUNK)
            ]
            parts = [task.result() for task in tasks]
            played = time.perf_counter() - began
            net = train(args.game, old + parts if number > 1 else parts, number, args.epochs, net if net.is_trained else None, net.sieve)
            old = parts
            begun = " --go-on" if args.go_on else ""
            command = f"bench/train_net.py {args.game}{begun} --rounds {args.rounds} --games {args.games} --temperature {args.temperature}"
            net.card.update(command=command, round=number)
            save_net(net, path)
            print(
                f"round {number}: {json.dumps(net.card)} spread {net.spread} | played {played:.0f} s, learned {time.perf_counter() - began - played:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()

"""Learn a game from nothing by playing against oneself: a masked policy gradient (PPO) in NumPy, on the vector environment.

`python examples/policy_gradient.py Blueprints 120 2000 1` learns for two minutes of processor time with the seed 1, and then plays 2000 games against `random`
and `greedy`, which it beats; without arguments it learns for three seconds. `docs/guides/learning.md` explains it and has the figures.
"""

import sys
import time
from typing import Any

import gymnasium
import numpy as np

import ziggurat.envs  # noqa: F401 - makes the ids known

GAMES, STEPS = 256, 32  # games at once, and steps of each between two updates
ROUNDS, PARTS = 2, 4  # how often an update goes over these steps, and in how many parts
POINTS = {"Blueprints": 5, "Amytis": 20}  # that count as much as one unit of reward
HIDDEN, RATE, DECAY, CLIP, ENTROPY = 256, 1e-3, 0.98, 0.2, 0.02


class Net:
    """One hidden layer, trained by Adam. The last output is the value of the position, the others are the logits of the actions."""

    def __init__(self, inputs: int, outputs: int, chance: np.random.Generator) -> None:
        first = chance.normal(0, 0.14, (inputs, HIDDEN)).astype(np.float32)
        self.weights = [first, np.zeros(HIDDEN, np.float32), np.zeros((HIDDEN, outputs), np.float32), np.zeros(outputs, np.float32)]
        self.means, self.squares = [np.zeros_like(weight) for weight in self.weights], [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def judge(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The probability of each action, 0 for those that are not legal, and the value."""
        self.seen, self.hidden = seen, np.maximum(seen @ self.weights[0] + self.weights[1], 0)
        out = self.hidden @ self.weights[2] + self.weights[3]
        odds = np.exp(np.where(mask, out[:, :-1] - out[:, :-1].max(axis=1, keepdims=True, initial=-1e9, where=mask), -np.inf))
        return odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def descend(self, slopes: Any) -> None:
        """Take a step of Adam, given the slopes of the loss at the outputs of the last `judge`."""
        back = (slopes @ self.weights[2].T) * (self.hidden > 0)
        gradients = [self.seen.T @ back, back.sum(axis=0), self.hidden.T @ slopes, slopes.sum(axis=0)]
        shrink = min(1.0, 1 / np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
        self.steps += 1
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean[...] += 0.1 * (shrink * gradient - mean)
            square[...] += 0.001 * ((shrink * gradient) ** 2 - square)
            weight[...] -= RATE * mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def make(game: str, games: int, **settings: Any) -> Any:
    return gymnasium.make_vec(f"ziggurat/{game}-v1", games, vectorization_mode="vector_entry_point", scaled=True, **settings)


def gains(seats: Any, values: Any, margins: Any) -> tuple[Any, Any]:
    """How much better each step was than expected (generalized advantages), and which steps count: those after which the seat decided again.

    The reward of a step is what the margin of its seat grew until its next decision. A step with the seat -1 finds the game over and deals the next.
    """
    better, counts, every = np.zeros_like(values), np.zeros(values.shape, bool), np.arange(values.shape[1])
    is_known, next_value, next_margin, next_better = (np.zeros(margins.shape[1:], kind) for kind in (bool, float, float, float))
    for step in reversed(range(len(values))):
        over, seat = seats[step] < 0, seats[step]
        margin = margins[step, every, seat]
        counts[step] = is_known[every, seat] & ~over
        surprise = next_margin[every, seat] - margin + next_value[every, seat] - values[step]
        better[step] = counts[step] * (surprise + DECAY * next_better[every, seat])
        next_better[every, seat], next_value[every, seat], next_margin[every, seat], is_known[every, seat] = better[step], values[step], margin, True
        next_better[over], next_value[over], next_margin[over], is_known[over] = 0, 0, margins[step, over], True
    return better, counts


def improve(net: Net, chance: np.random.Generator, seen: Any, mask: Any, codes: Any, before: Any, better: Any, goals: Any) -> None:
    """Make the actions that were better than expected more likely, a little at a time, and the values truer."""
    better = (better - better.mean()) / (better.std() + 1e-6)
    for part in [part for _ in range(ROUNDS) for part in np.array_split(chance.permutation(len(codes)), PARTS)]:
        odds, values = net.judge(seen[part], mask[part])
        rows, taken, gain = np.arange(len(part)), codes[part], better[part]
        ratio = odds[rows, taken] / before[part]
        push = np.where((gain > 0) & (ratio > 1 + CLIP) | (gain < 0) & (ratio < 1 - CLIP), 0, ratio * gain)
        logs = np.log(odds + 1e-20)
        slopes = odds * push[:, None] + ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        slopes[rows, taken] -= push
        net.descend(np.hstack([slopes, (values - goals[part])[:, None] / 2]).astype(np.float32) / len(part))


def learn(game: str, seconds: float, seed: int = 1) -> Net:
    """Play and improve for so many seconds of processor time."""
    envs, chance = make(game, GAMES, opponent="self"), np.random.default_rng(seed)
    net = Net(envs.single_observation_space.shape[0], int(envs.single_action_space.n) + 1, chance)
    seen, info = envs.reset(seed=seed)
    began, games = time.process_time(), 0
    while time.process_time() - began < seconds:
        rows = []
        for _ in range(STEPS):
            mask = info["action_mask"] > 0
            mask[info["seat"] < 0] = True  # over: any action deals the next game
            odds, values = net.judge(seen, mask)
            codes = np.minimum((odds.cumsum(axis=1) < chance.random((GAMES, 1))).sum(axis=1), mask.shape[1] - 1)
            scores = envs.unwrapped.batch.scores / POINTS.get(game, 20)
            margins = scores - (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
            rows.append((seen, mask, codes, odds[np.arange(GAMES), codes], values, info["seat"], margins))
            seen, _, ended, _, info = envs.step(codes)
            games += int(ended.sum())
        seen_rows, masks, codes, before, values, seats, margins = (np.stack(column) for column in zip(*rows, strict=True))
        better, counts = gains(seats, values, margins)
        improve(net, chance, seen_rows[counts], masks[counts], codes[counts], before[counts], better[counts], (better + values)[counts])
    print(f"{game}: learned from {games} games in {time.process_time() - began:.0f} s of processor time")
    return net


def play(net: Net, game: str, opponent: str, games: int, seed: int = 99) -> None:
    """Let the net play its best move against a bot, on the seats in turn at random, and print its share of the wins with a 95 % interval."""
    envs = make(game, games, opponent=opponent, seat="random")
    seen, info = envs.reset(seed=seed)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        mask = info["action_mask"] > 0
        mask[info["seat"] < 0] = True
        seen, rewards, ended, _, info = envs.step(net.judge(seen, mask)[0].argmax(axis=1))
        results = np.where(np.isnan(results) & ended, (rewards + 1) / 2, results)
    wide = 1.96 * results.std() / np.sqrt(games)
    print(f"against {opponent}: {100 * results.mean():.1f} % of {games} games, 95 % interval ±{100 * wide:.1f}")


if __name__ == "__main__":
    name, limit, number, first = (sys.argv[1:] + ["Blueprints", "3", "200", "1"][len(sys.argv) - 1 :])[:4]
    learned = learn(name, float(limit), int(first))
    play(learned, name, "random", int(number))
    play(learned, name, "greedy", int(number))

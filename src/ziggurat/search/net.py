"""The net: how many points a seat will still earn, computed from the features of its position (`games/*/features.py`).

It has one hidden layer, small enough to be evaluated in a microsecond by plain loops. `bench/train_net.py` trains it by self-play;
its weights lie in the folder of the game as `net.npz`, with a card that says how they were made.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ziggurat.kernel import kernel
from ziggurat.registry import spec_of_key
from ziggurat.spec import GameSpec

FILE = "net.npz"
HIDDEN = 32
POINTS = 10.0  # the net counts in tens of points


@dataclass(frozen=True)
class Net:
    """The weights of a net; the last row of `first` and the last number of `second` are constants."""

    first: np.ndarray[Any, Any]  # [features + 1, HIDDEN]
    second: np.ndarray[Any, Any]  # [HIDDEN + 1]
    spread: np.ndarray[Any, Any]  # [2], see `read_spread`
    sieve: np.ndarray[Any, Any]  # the weights by which a game with many moves picks those worth a thought (`sift`)
    card: dict[str, Any]  # how they were made; empty: nothing was learned

    @property
    def is_trained(self) -> bool:
        """Whether it has learned anything: a game without weights is played out to the end instead."""
        return bool(self.card)


def blank_net(features: int) -> Net:
    """Make a net that expects nothing: it has no hidden numbers, so nobody computes features for it."""
    return Net(np.zeros((features + 1, 0), np.float32), np.zeros(1, np.float32), np.array([10.0, 0.0]), np.zeros(0, np.float32), {})


@cache
def load_net(key: str) -> Net:
    """Load the weights of a game (`GameSpec.key`), of an expansion without weights those of its game; where there are none, a net that expects nothing."""
    spec = spec_of_key(key)
    path = spec.folder / FILE
    if not path.is_file() and spec.base is not None:
        path = spec.base.folder / FILE
    return net_for(spec, read_weights(path)) if path.is_file() else blank_net(len(spec.module("features").NAMES))


def net_for(spec: GameSpec, net: Net) -> Net:
    """A net that reads the features of this spec: one of the game without its expansion reads those that it does not know as nothing."""
    lacking = len(spec.module("features").NAMES) + 1 - len(net.first)
    if lacking <= 0:
        return net
    between = np.zeros((lacking, net.first.shape[1]), net.first.dtype)
    return replace(net, first=np.concatenate([net.first[:-1], between, net.first[-1:]]))


def read_weights(path: Path) -> Net:
    """Read the weights from a file."""
    with np.load(path, allow_pickle=False) as file:
        first, second, sieve = (file[name].astype(np.float32) for name in ("first", "second", "sieve"))
        return Net(first, second, file["spread"], sieve, json.loads(str(file["card"])))


@kernel
def read_net(inputs, first, second, hidden):
    """Compute the points that the net expects for these features."""
    n, size = first.shape[0] - 1, first.shape[1]
    for h in range(size):
        hidden[h] = first[n, h]
    for i in range(n):
        x = inputs[i]
        if x != 0:
            for h in range(size):
                hidden[h] += x * first[i, h]
    total = second[size]
    for h in range(size):
        total += second[h] * max(hidden[h], np.float32(0.0))
    return POINTS * total


@kernel
def read_spread(left, spread):
    """How many points make a win e times as likely, when this share of the game is left."""
    return spread[0] + spread[1] * math.sqrt(max(left, 0.0))


def save_net(net: Net, path: Any) -> None:
    """Write the weights and their card."""
    numbers = {name: getattr(net, name) for name in ("first", "second", "spread", "sieve")}
    numbers["first"] = numbers["first"].astype(np.float16)
    np.savez_compressed(path, card=json.dumps(net.card), **numbers)

"""What a finished game is worth to each seat: `win`, `rank`, `margin` or `score`. All environments share these."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ziggurat.errors import GameError, listed

Reward = Literal["win", "rank", "margin", "score"]
REWARDS: tuple[Reward, ...] = get_args(Reward)
"""`win`, `rank` and `margin` add up to 0 over the seats, if there are two or more; `score` does not."""
ILLEGAL_REWARD = -1.0
"""What a move that is not legal brings to the seat that plays it, where it ends the game."""
MOST_POINTS = 10_000
"""No score comes near it."""

Rewards = npt.NDArray[np.float64]


def check_reward(kind: str, seats: int) -> None:
    """Raise GameError unless there is such a reward, and the game has what it needs."""
    if kind not in REWARDS:
        raise GameError(f"there is no reward `{kind}`: choose one of {listed(REWARDS)}")
    if kind == "margin" and seats == 1:
        raise GameError("the reward `margin` needs another seat: choose `win`, `rank` or `score`")


def final_rewards(kind: Reward, scores: npt.ArrayLike, ranks: npt.ArrayLike) -> Rewards:
    """The rewards of finished games; the last axis are the seats.

    `win`: 1 for the winner, -1 / (seats - 1) for the others; those who share the first place share it. Alone, 1 or -1.
    `rank`: from 1 for the first place evenly down to -1 for the last; those who tie get the mean of their places.
    `margin`: the score less the mean of the other scores. `score`: the score itself.
    """
    points, places = np.asarray(scores, np.float64), np.asarray(ranks)
    seats = points.shape[-1]
    rewards: Rewards
    if kind == "score":
        return points
    if kind == "margin":
        rewards = points - (points.sum(axis=-1, keepdims=True) - points) / (seats - 1)
        return rewards
    if seats == 1:
        return np.where(places == 1, 1.0, -1.0)
    if kind == "win":
        winners = places == 1
        rewards = (seats * winners / winners.sum(axis=-1, keepdims=True) - 1) / (seats - 1)
        return rewards
    ties: Any = (places[..., :, None] == places[..., None, :]).sum(axis=-1)
    rewards = 1 - 2 * (places - 1 + (ties - 1) / 2) / (seats - 1)
    return rewards


def reward_bound(kind: Reward) -> float:
    """No reward lies further from 0."""
    return 1.0 if kind in {"win", "rank"} else float(MOST_POINTS)

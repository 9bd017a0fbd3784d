"""Rewards: what a finished game is worth to each seat."""

from __future__ import annotations

import numpy as np
import pytest

import ziggurat
from ziggurat.envs.rewards import REWARDS, Reward, check_reward, final_rewards, reward_bound


@pytest.mark.parametrize(
    ("kind", "scores", "ranks", "rewards"),
    [
        ("win", [104, 96], [1, 2], [1, -1]),
        ("win", [96, 96], [1, 1], [0, 0]),
        ("win", [9, 5, 7], [1, 3, 2], [1, -0.5, -0.5]),
        ("win", [9, 9, 7], [1, 1, 3], [0.25, 0.25, -0.5]),
        ("rank", [9, 5, 7, 1], [1, 3, 2, 4], [1, -1 / 3, 1 / 3, -1]),
        ("rank", [9, 9, 7], [1, 1, 3], [0.5, 0.5, -1]),
        ("margin", [104, 96], [1, 2], [8, -8]),
        ("margin", [9, 5, 7], [1, 3, 2], [3, -3, 0]),
        ("score", [104, 96], [1, 2], [104, 96]),
        ("win", [60], [1], [1]),
        ("rank", [60], [2], [-1]),
    ],
)
def test_rewards_by_hand(kind: Reward, scores: list[int], ranks: list[int], rewards: list[float]) -> None:
    assert final_rewards(kind, scores, ranks).tolist() == pytest.approx(rewards)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", REWARDS)
def test_all_but_the_score_add_up_to_nothing_over_many_games_at_once(kind: Reward, seats: int) -> None:
    scores = np.random.default_rng(seats).integers(0, 5, (200, seats))
    ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    rewards = final_rewards(kind, scores, ranks)
    assert rewards.shape == (200, seats)
    assert (np.abs(rewards) <= reward_bound(kind)).all()
    assert np.allclose(rewards.sum(axis=1), 0) == (kind != "score")
    assert np.allclose(rewards[7], final_rewards(kind, scores[7], ranks[7])), "one game is a batch of one"


def test_what_makes_no_sense_is_an_error() -> None:
    with pytest.raises(ziggurat.GameError, match="there is no reward `points`: choose one of `win`"):
        check_reward("points", 2)
    with pytest.raises(ziggurat.GameError, match="`margin` needs another seat"):
        check_reward("margin", 1)

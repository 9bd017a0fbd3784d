"""Gymnasium, one seat against a bot: the environment checker of Gymnasium, and what it does not ask."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match

import ziggurat
import ziggurat.envs
from ziggurat.envs.single_seat import SingleSeatEnv
from ziggurat.game import new_game

IDS = {"amytis": "ziggurat/Amytis-v1", "akropolis": "ziggurat/Akropolis-v1", "blueprints": "ziggurat/Blueprints-v1"}


def made(name: str, **options: Any) -> Any:
    """The environment without Gymnasium's wrappers."""
    return gymnasium.make(IDS[name], **options).unwrapped


def test_the_ids_are_known() -> None:
    assert set(IDS.values()) <= gymnasium.registry.keys()
    assert ziggurat.envs.register_game("amytis") == "ziggurat/Amytis-v1", "again, without a warning"
    assert isinstance(gymnasium.make("ziggurat/Cairn-v1").unwrapped, SingleSeatEnv), "a game that is registered before the import is known too"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("amytis", {}),
        ("amytis", {"opponent": "greedy", "seat": "random", "scaled": True, "sides": "random"}),
        ("akropolis", {"seats": 1}),
        ("akropolis", {"seats": 4, "seat": 2}),
        ("akropolis", {"opponent": "greedy", "factored": True}),
        ("blueprints", {"seats": 3, "opponent": "level:1", "seat": 1, "reward": "margin"}),
    ],
)
def test_it_passes_the_checker_of_gymnasium(name: str, options: dict[str, Any]) -> None:
    check_env(made(name, **options))


def test_two_of_one_seed_match_and_the_wrapped_one_too() -> None:
    options: dict[str, Any] = {"opponent": "greedy", "seat": "random"}
    check_environments_match(made("amytis", **options), gymnasium.make(IDS["amytis"], **options), num_steps=1, seed=5, skip_rew=False)


def play(env: Any, seed: int | None, chance: np.random.Generator) -> tuple[float, dict[str, Any]]:
    """Play a random game; returns the last reward and info."""
    observation, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(observation)
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(env.game.legal_codes()) == np.flatnonzero(env.action_masks()).tolist()
        assert env.game.to_move == env.seat == info["seat"]
        observation, reward, terminated, truncated, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        assert truncated is False
        if terminated:
            return reward, info
        assert reward == 0.0


@pytest.mark.parametrize(
    ("name", "options"), [("amytis", {"opponent": "greedy"}), ("akropolis", {"seats": 3, "seat": "random"}), ("blueprints", {"seats": 4, "seat": 3})]
)
def test_a_game_is_that_of_its_seed_and_its_moves_replay(name: str, options: dict[str, Any]) -> None:
    env = made(name, **options)
    reward, info = play(env, 7, np.random.default_rng(1))
    seats = env.seats
    game = new_game(name, seed="7", seats=seats, moves=env.game.moves)
    assert info["scores"].tolist() == game.scores and info["ranks"].tolist() == game.ranks and not info["illegal"]
    assert reward == pytest.approx({1: 1.0}.get(game.ranks[env.seat], -1 / (seats - 1))) or game.ranks.count(1) > 1
    again = made(name, **options)
    assert play(again, 7, np.random.default_rng(1))[0] == reward
    assert again.game.moves == env.game.moves, "the opponents play the same moves again"
    play(env, None, np.random.default_rng(1))
    assert env.game.seed == "7/1"


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way_to_the_end(again: Any) -> None:
    env = made("blueprints", seats=3, opponent="greedy")
    assert again(env).reset(seed=4)[1]["seat"] == 0, "also before the first game"
    _, info = env.reset(seed=4)
    env.step(info["action_mask"].argmax())
    moves, other, terminated = env.game.moves, again(env), False
    while not terminated:
        _, _, terminated, _, info = other.step(other.action_masks().argmax())
    assert not info["illegal"] and other.game.is_over and other.game.moves[: len(moves)] == moves
    assert env.game.moves == moves
    env.step(env.action_masks().argmax())


def test_a_learner_on_a_random_seat_sits_on_all_of_them() -> None:
    env = made("akropolis", seats=4, seat="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}
    assert env.reset(seed=3)[1]["seat"] == env.reset(seed=3)[1]["seat"]


def test_a_move_that_is_not_legal_ends_the_game() -> None:
    env = made("amytis")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(93)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not info["action_mask"].any()
    with pytest.raises(ziggurat.GameOver, match="`reset` deals the next one"):
        env.step(0)
    env.reset()
    assert env.step(94)[1] == -1.0, "the number of no move"


def test_the_parts_of_a_move_of_akropolis_are_chosen_one_by_one() -> None:
    env = made("akropolis", factored=True, opponent="random")
    _, info = env.reset(seed=1)
    assert env.action_space == gymnasium.spaces.MultiDiscrete([6, 8192, 3])
    env.action_space.seed(5)
    batch = ziggurat.batch("akropolis", 1, seed="x")
    terminated = False
    while not terminated:
        assert env.action_masks().tolist() == np.concatenate(info["action_mask"]).astype(bool).tolist()
        action = env.action_space.sample(info["action_mask"])
        code = int(batch.codes_of(tile=action[0], place=action[1], rotation=action[2]))
        assert env.encoding.code(action) == code and code in env.game.legal_codes()
        _, _, terminated, _, info = env.step(action)
        assert not info.get("illegal")
    env.reset()
    assert env.step(np.array([6, 0, 0]))[4]["illegal"]


def test_pictures_are_those_of_the_learners_seat() -> None:
    env = made("blueprints", render_mode="svg", seat=1)
    env.reset(seed=1)
    assert env.render() == env.game.svg(1) != env.game.svg(None)
    assert made_and_reset("ansi").render().startswith("Round 1/3")


def made_and_reset(mode: str) -> Any:
    env = made("blueprints", render_mode=mode)
    env.reset(seed=1)
    return env


def test_any_bot_can_be_the_opponent_also_one_of_the_users_own(tmp_path: Path) -> None:
    source = "class First:\n    def choose(self, view: dict) -> str:\n        return view['legal'][0]\n"
    (tmp_path / "first.py").write_text(source, encoding="utf-8")
    env = made("amytis", opponent=f"py:{tmp_path / 'first.py'}:First")
    env.reset(seed=2)
    env.step(env.game.legal_codes()[3])
    assert env.game.code(1) == ziggurat.new("amytis", seed=2, moves=env.game.moves[:1]).legal_codes()[0]
    env.close()
    env.close()


def test_what_makes_no_sense_is_an_error() -> None:
    for wrong in ({"opponent": "gready"}, {"seat": 2}, {"seat": "any"}, {"reward": "points"}, {"render_mode": "rgb_array"}, {"edges": 3}):
        with pytest.raises(ziggurat.GameError):
            SingleSeatEnv("amytis", **wrong)


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("import ziggurat.envs.aec", "pettingzoo"),
        ("import ziggurat.envs.aec", "gymnasium"),
        ("from ziggurat.envs import aec", "pettingzoo"),
        ("import ziggurat.envs.openspiel", "pyspiel"),
        ("import ziggurat.envs.single_seat", "gymnasium"),
        ("from ziggurat.envs.vector import BatchEnv", "gymnasium"),
        ("import ziggurat.envs; ziggurat.envs.register_game('amytis')", "gymnasium"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(line: str, missing: str) -> None:
    """In a program of its own, in which the library cannot be imported."""
    program = f"import sys; sys.modules[{missing!r}] = None\n{line}"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: this needs `{missing}`: `pip install 'ziggurat[envs]'` brings it"


def test_one_seat_plays_with_an_expansion() -> None:
    env = made("akropolis", athena=True, opponent="level:1")
    seen, info = env.reset(seed=3)
    chance, ended = np.random.default_rng(1), False
    while not ended:
        seen, _, ended, _, info = env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        assert env.observation_space.contains(seen)
    assert env.game.is_over and env.game.options["athena"] is True

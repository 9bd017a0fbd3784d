"""PettingZoo: its own conformance tests over all games and numbers of seats, and what they do not ask.

Its `bombardment_test` takes what `step` returns for an observation, so no AEC environment can pass it; `parallel_api_test`, `max_cycles_test` and
`test_save_obs` are for environments with simultaneous moves, a limit of steps, and pictures as observations.
"""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.test.state_test import test_state_space as state_space_test

import ziggurat
from ziggurat.envs import aec
from ziggurat.game import new_game

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("amytis", {}),
    ("amytis", {"sides": "random", "scaled": True, "reward": "margin"}),
    *(("akropolis", {"seats": seats}) for seats in (1, 2, 3, 4)),
    ("akropolis", {"factored": True, "variants": ["temple"]}),
    ("akropolis", {"athena": True, "athena_cards": ["agora", "parkland", "oasis", "villa"]}),
    *(("blueprints", {"seats": seats, "reward": "rank"}) for seats in (2, 3, 4)),
]
every_table = pytest.mark.parametrize(("name", "options"), TABLES, ids=[f"{name}-{'-'.join(map(str, options.values()))}" for name, options in TABLES])
as_of_all_games_with_masks = pytest.mark.filterwarnings(  # PettingZoo gives these warnings for each dictionary that is not of its own games
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action space for each agent probably should be",
    "ignore:Action mask is not a NumPy array",
)


@every_table
@as_of_all_games_with_masks
def test_it_passes_the_tests_of_pettingzoo(name: str, options: dict[str, Any]) -> None:
    api_test(aec.env(name, **options), num_cycles=100)
    seed_test(lambda: aec.env(name, **options), num_cycles=40)


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
@as_of_all_games_with_masks
def test_it_passes_the_other_tests_of_pettingzoo(name: str) -> None:
    render_test(lambda render_mode: aec.env(name, render_mode=render_mode), custom_tests={"svg": lambda picture: ET.fromstring(picture).tag.endswith("svg")})
    state_space_test(aec.env(name))
    state_test(aec.env(name), num_cycles=3)  # its moves are not legal: it also plays on after such an end


def play(env: Any, seed: int, chance: np.random.Generator) -> list[tuple[str, float]]:
    """Play a random game; returns the agents with their rewards, in the order in which they learn of the end."""
    ends = []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert not truncation, "no game is ever cut short"
        if termination:
            ends.append((agent, reward))
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return ends


@pytest.mark.parametrize(("name", "seats"), [("amytis", 2), ("akropolis", 3), ("blueprints", 4)])
def test_a_game_is_that_of_its_seed_and_ends_with_its_rewards(name: str, seats: int) -> None:
    env = aec.env(name, seats=seats, reward="margin")
    ends = dict(play(env, 7, np.random.default_rng(1)))
    game = env.unwrapped.game
    assert game.seed == "7" and game.is_over
    replayed = new_game(name, seed=7, seats=seats, moves=game.moves)
    others = [(sum(replayed.scores) - score) / (seats - 1) for score in replayed.scores]
    assert ends == {f"player_{seat}": score - other for seat, (score, other) in enumerate(zip(replayed.scores, others, strict=True))}
    assert not env.agents
    env.reset()
    assert env.unwrapped.game.seed == "7/1", "the next game of the same seed"
    env.reset(seed=7)
    assert env.unwrapped.game.state.tobytes() == new_game(name, seed=7, seats=seats).state.tobytes()


def test_the_agent_that_is_to_move_is_the_seat_to_move_also_twice_in_a_row() -> None:
    env = aec.env("blueprints", seats=2)
    env.reset(seed=3)
    agents = []
    for _ in range(8):
        agents.append(env.agent_selection)
        assert env.agent_selection == f"player_{env.unwrapped.game.to_move}"
        env.step(env.unwrapped.game.legal_codes()[0])
    assert agents[:4] == ["player_0", "player_0", "player_1", "player_1"], "a die to build, then one to remove"


def test_masks_are_the_legal_moves_and_nobody_else_has_any() -> None:
    env = aec.env("amytis")
    env.reset(seed=3)
    for agent in env.agent_iter(20):
        game = env.unwrapped.game
        mask = env.observe(agent)["action_mask"]
        assert np.flatnonzero(mask).tolist() == sorted(game.legal_codes())
        assert not env.observe(next(other for other in env.agents if other != agent))["action_mask"].any()
        env.step(env.action_space(agent).sample(mask))


def test_an_observation_is_what_the_seat_sees_and_the_state_what_all_see() -> None:
    env = aec.env("blueprints", seats=3)
    env.reset(seed=3)
    batch = ziggurat.batch("blueprints", 1, seed="x", seats=3)
    batch.states[0] = env.unwrapped.game.state
    seen = [env.observe(f"player_{seat}")["observation"] for seat in range(3)]
    assert all((seen[seat] == batch.observe(seat)[0]).all() for seat in range(3))
    assert (env.unwrapped.state() == np.concatenate(seen)).all()


def test_a_move_that_is_not_legal_loses_at_once() -> None:
    env = aec.env("amytis")
    env.reset(seed=1)
    env.step(93)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(94)
    raw = aec.raw_env("amytis")
    raw.reset(seed=1)
    with pytest.raises(ziggurat.IllegalMove):
        raw.step(93)


def test_a_factored_move_that_is_not_legal_loses_too() -> None:
    env = aec.env("akropolis", factored=True)
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    assert [len(part) for part in mask] == [6, 8192, 3]
    legal = np.array([part.argmax() for part in mask])
    assert mask[legal]
    env.step(legal)
    assert env.agent_selection == "player_1"
    mask = env.observe("player_1")["action_mask"]
    wrong = np.array([mask[0].argmax(), mask[1].argmin(), 0])
    assert not mask[wrong]
    env.step(wrong)
    assert env.rewards["player_1"] == -1.0


def test_what_makes_no_sense_is_an_error() -> None:
    for wrong in ({"reward": "points"}, {"render_mode": "rgb_array"}, {"factored": True}, {"seats": 3}, {"edges": 4}):
        with pytest.raises(ziggurat.GameError):
            aec.env("amytis", **wrong)
    with pytest.raises(ziggurat.UnknownGame):
        aec.env("chess")


def test_pictures_are_those_of_a_spectator(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec.env("blueprints", render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == str(env.unwrapped.game) and "plan" not in str(env.render()).split("\n")[0]
    env = aec.env("blueprints", render_mode="svg")
    env.reset(seed=3)
    assert env.render() == env.unwrapped.game.svg(None)
    env = aec.env("blueprints", render_mode="human")
    env.reset(seed=3)
    env.step(env.unwrapped.game.legal_codes()[0])
    assert "Pool" in capsys.readouterr().out, "a step shows the table"


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(again: Any) -> None:
    env = aec.env("akropolis", seats=3).unwrapped
    env.reset(seed=4)
    env.step(env.game.legal_codes()[5])
    other = again(env)
    assert other.game.state.tobytes() == env.game.state.tobytes() and other.agent_selection == "player_1"
    other.step(other.game.legal_codes()[0])
    assert (env.agent_selection, other.agent_selection) == ("player_1", "player_2")

"""The learning examples do what they say, in a short form: the policy gradient learns, the search bot searches, the notebook shows what it stores."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import ziggurat
from envs import notebook
from ziggurat.game import new_game

EXAMPLES = notebook.NOTEBOOK.parent


def example(name: str) -> ModuleType:
    """Import an example without running its last lines."""
    made = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert made is not None
    assert made.loader is not None
    module = importlib.util.module_from_spec(made)
    sys.modules[name] = module
    made.loader.exec_module(module)
    return module


def test_the_policy_gradient_beats_random_after_some_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    learner: Any = example("policy_gradient")
    net = learner.learn("Blueprints", 4.0)
    learner.play(net, "Blueprints", "random", 200)
    share = re.search(r"against random: ([\d.]+) %", capsys.readouterr().out)
    assert share is not None
    assert float(share[1]) > 62


def test_the_gains_of_steps_are_those_of_the_same_seat_and_end_with_the_game() -> None:
    """By hand, one game: seat 0, seat 1 twice, seat 0, over (seat -1), then seat 0 of the next game."""
    learner: Any = example("policy_gradient")
    seats = np.array([[0], [1], [1], [0], [-1], [0]])
    values = np.array([[1.0], [0.5], [0.25], [2.0], [9.0], [7.0]], np.float32)
    margins = np.array([[[0.0, 0.0]], [[1.0, -1.0]], [[1.0, -1.0]], [[3.0, -3.0]], [[5.0, -5.0]], [[0.0, 0.0]]])
    better, counts = learner.gains(seats, values, margins)
    assert counts[:, 0].tolist() == [True, True, True, True, False, False], "over, and not followed by a decision of the seat"
    last_0 = 5 - 3 - 2.0
    last_1 = -5 + 1 - 0.25
    expected = [3 - 0 + 2.0 - 1.0 + learner.DECAY * last_0, 0 + 0.25 - 0.5 + learner.DECAY * last_1, last_1, last_0]
    assert better[:4, 0].tolist() == pytest.approx(expected)


def test_probabilities_are_legal_and_the_slopes_are_those_of_the_loss() -> None:
    learner: Any = example("policy_gradient")
    chance = np.random.default_rng(1)
    net = learner.Net(6, 5, chance)
    seen, mask = chance.random((3, 6), np.float32), np.array([[1, 1, 0, 0], [0, 1, 1, 1], [0, 0, 0, 1]], bool)
    net.weights[2] += chance.normal(0, 0.1, net.weights[2].shape).astype(np.float32)
    odds, values = net.judge(seen, mask)
    assert odds.shape == (3, 4) and values.shape == (3,)
    assert (odds[~mask] == 0).all() and odds.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_the_search_bot_plays_legal_moves(game: str) -> None:
    bot: Any = example("search_bot").SearchBot()
    bot.sims = 30
    played = new_game(game, seed=3)
    for _ in range(3):
        view: Any = played.view(played.to_move)
        move = bot.choose(view)
        assert move in view["legal"]
        played.push(move)


def test_the_search_bot_beats_random_moves() -> None:
    bot: Any = example("search_bot").SearchBot()
    bot.sims = 60
    random.seed(1)
    margins = []
    for seat in range(2):
        game = ziggurat.new("blueprints", seed=seat)
        while not game.is_over:
            game.push(bot.choose(game.view(seat)) if game.to_move == seat else random.choice(game.legal_moves))
        margins.append(game.scores[seat] - game.scores[1 - seat])
    assert min(margins) > 0


def test_a_view_with_a_choice_at_a_palace_to_come_can_be_searched() -> None:
    """A tile that completes a project is there already, but the project is validated only after the choice."""
    moves = "c1>c2 b1>a3 a3>a3 c2>b1 b2>a2 !IV a2>a2 a3>b2 c3>b2 b3>b2 +2 a2>a2 c1>a1 c2>c1 b1>b3 a1>a3 c1>b3 c3>c3 b1>b3"
    view = ziggurat.new("amytis", seed="fv/18", moves=moves).view(0)
    assert view["phase"] == "palace"
    assert ziggurat.from_view(view, seed=1).view(0) == view


def test_the_notebook_shows_what_its_cells_give() -> None:
    stored = notebook.read()
    cells = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    fresh = notebook.run(stored)
    assert len(cells) >= 9
    for cell, outputs in zip(cells, fresh, strict=True):
        assert texts(cell["outputs"]) == texts(outputs), "`python tests/envs/notebook.py` writes it anew"
    assert sum(notebook.SVG in output.get("data", {}) for outputs in fresh for output in outputs) >= 3, "with pictures"


def texts(outputs: list[dict[str, Any]]) -> list[Any]:
    """What a cell prints, and which kinds of pictures it shows."""
    return ["".join(output["text"]) if "text" in output else sorted(output["data"]) for output in outputs]

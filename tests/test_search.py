"""Tree search: exact budgets, the same answer for the same seed, no look at what is hidden, and it is worth its time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import ziggurat
from ziggurat.arena.match import play_match
from ziggurat.game import Game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot
from ziggurat.search.mcts import Thought, TreeSearch

GAMES = game_names()
every_game = pytest.mark.parametrize("name", GAMES)


def position(name: str, plies: int, **options: Any) -> Game:
    """A position after some random moves."""
    game = Game(game_spec(name), options, seed=f"search/{plies}")
    rng = generator(f"search/{plies}/moves")
    while game.ply < plies and not game.is_over:
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
    return game


def think(game: Game, seed: str = "think", sims: int = 200) -> list[Thought]:
    return TreeSearch(game.spec, seed).think(game, sims=sims)


@every_game
def test_a_budget_of_simulations_is_exact_and_every_thought_is_a_legal_move(name: str) -> None:
    for plies in (0, 7):
        game = position(name, plies)
        search = TreeSearch(game.spec, "exact")
        thoughts = search.think(game, sims=123)
        assert search.visits == 123
        assert {thought.move for thought in thoughts} <= set(game.legal_codes())
        assert sum(thought.visits for thought in thoughts) <= 123
        assert thoughts[0].visits == max(thought.visits for thought in thoughts)


@every_game
def test_the_same_seed_thinks_the_same_and_the_position_is_left_alone(name: str) -> None:
    game = position(name, 5)
    before = game.state.tobytes()
    assert think(game) == think(game)
    assert game.state.tobytes() == before


@every_game
def test_positions_that_a_seat_cannot_tell_apart_are_thought_about_alike(name: str) -> None:
    for plies in (0, 3, 8, 13):
        game = position(name, plies)
        twin = game.copy()
        game.spec.sight.imagine(twin.state, game.state.to_move, generator(f"twin/{plies}"))
        for bot in ("greedy", "mcts:sims=150"):
            assert make_bot(bot, game.spec, "same").choose(game) == make_bot(bot, game.spec, "same").choose(twin)
        assert think(game) == think(twin)


@pytest.mark.parametrize(("name", "seats"), [("akropolis", 1), ("akropolis", 3), ("akropolis", 4), ("blueprints", 3), ("blueprints", 4)])
def test_any_number_of_seats_has_a_value_for_each(name: str, seats: int) -> None:
    thoughts = think(position(name, 2, seats=seats))
    assert all(len(thought.win) == len(thought.margin) == seats for thought in thoughts)
    assert all(0 <= share <= 1 for share in thoughts[0].win)


def test_a_search_can_be_stopped_and_keeps_its_time() -> None:
    game = position("amytis", 0)
    search = TreeSearch(game.spec, "stop")
    asked: list[int] = []

    def stop() -> bool:
        asked.append(search.visits)
        return len(asked) == 5

    assert search.think(game, stop=stop)
    assert search.visits == asked[-1], "nothing was searched after the word"
    began = time.perf_counter()
    search.think(game, seconds=0.05)
    assert search.visits > 0
    assert time.perf_counter() - began < 5, "a wide margin: the machine may be busy"


@every_game
def test_memory_is_fixed_and_a_full_tree_is_searched_on(name: str) -> None:
    game = position(name, 0)
    search = TreeSearch(game.spec, "full", nodes=500)
    thoughts = search.think(game, sims=3000)
    assert search.visits == 3000
    assert search.used <= 500
    assert {thought.move for thought in thoughts} <= set(game.legal_codes())


def test_the_last_move_of_a_game_is_played_right() -> None:
    """At the last decision the search must find a move that gives the best margin, which can be tried out."""
    for seed in range(6):
        game = Game(game_spec("akropolis"), {"stones": "from_one"}, seed=f"last/{seed}")
        bot = make_bot("random", game.spec, f"{seed}")
        while game.ply < 35:
            game.push_unchecked(bot.choose(game))
        margins = {}
        for code in game.legal_codes():
            after = game.copy()
            after.push_unchecked(code)
            margins[code] = after.scores[1] - after.scores[0]
        assert margins[think(game, sims=400)[0].move] == max(margins.values())


@pytest.mark.parametrize(("name", "sims", "options"), [("amytis", 800, {}), ("akropolis", 400, {"stones": "from_one"}), ("blueprints", 300, {})])
def test_thinking_pays(name: str, sims: int, options: dict[str, Any]) -> None:
    *_, match = play_match(name, [f"mcts:sims={sims}", "greedy"], options, "pays", 6)
    assert match.summary()["points"][0] >= 5


@pytest.mark.parametrize("name", ["mcts:", "mcts:sims=0", "mcts:sims=-1", "mcts:sims=many", "mcts:depth=3", "mcts:ms=1:sims=2", "mcts:ms=99999999999", "mctsx"])
def test_a_budget_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(ziggurat.BotError, match="mcts"):
        make_bot(name, game_spec("amytis"), "1")


def test_seconds_replace_the_budget_of_a_bot() -> None:
    bot = make_bot("mcts:sims=1000000", game_spec("amytis"), "1", 0.002)
    assert np.isclose(bot.seconds, 0.002)  # type: ignore[attr-defined]
    assert bot.choose(position("amytis", 0)) in range(81)

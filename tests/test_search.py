"""Tree search: exact budgets, the same answer for the same seed, no look at what is hidden, and it is worth its time."""

from __future__ import annotations

import time
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import ziggurat
from small_games import BUILT_IN
from ziggurat.arena.match import play_match
from ziggurat.game import Game, new_game
from ziggurat.kernel import below, generator
from ziggurat.levels import COMMON_LEVELS, LEVEL_NUMBERS
from ziggurat.registry import game_names, game_spec, spec_of_key
from ziggurat.search.bots import make_bot
from ziggurat.search.level_bots import LevelBot, bot_of_level, levels_of
from ziggurat.search.mcts import ManyTrees, Thought, TreeBot, TreeSearch, merge_thoughts
from ziggurat.search.newcomer import NewcomerBot
from ziggurat.text import words

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
        game.spec.visibility.imagine(twin.state, game.state.to_move, generator(f"twin/{plies}"))
        for bot in ("greedy", "mcts:sims=150", "mcts:sims=150:threads=2", *(f"level:{level}" for level in range(1, 9 if plies == 3 else 8))):
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
    visits: list[int] = []

    def stop() -> bool:
        visits.append(search.visits)
        return len(visits) == 5

    assert search.think(game, stop=stop)
    assert search.visits == visits[-1], "nothing was searched after the word"
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


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_tree_is_kept_where_the_game_went_on_as_expected_and_nobody_has_secrets(name: str) -> None:
    game = position(name, 4)
    seat = game.to_move
    search = TreeSearch(game.spec, "keep")
    game.push_unchecked(search.think(game, sims=2000)[0].move)
    expected = search.visits
    while game.to_move not in (seat, None):
        game.push_unchecked(TreeSearch(game.spec, "keep/other").think(game, sims=200)[0].move)
    thoughts = search.think(game, sims=100)
    assert {thought.move for thought in thoughts} <= set(game.legal_codes())
    assert sum(thought.visits for thought in thoughts) <= search.visits
    if game.spec.secrets:
        assert search.visits == 100, "a tree must not learn what its seat does not see"
    elif not game.spec.visibility.BRANCHES_ON_CHANCE:
        assert 100 < search.visits < expected + 100
    fresh = TreeSearch(game.spec, "keep", keep=False)
    fresh.think(game, sims=100)
    assert fresh.visits == 100


def test_a_kept_tree_is_the_part_of_the_old_one_below_the_moves_played() -> None:
    game = position("amytis", 4)
    seat = game.to_move
    search = TreeSearch(game.spec, "part")
    search.think(game, sims=3000)
    node = 0
    while game.ply == 4 or game.to_move != seat:  # always the reply that was visited most
        node = max(children(search, node), key=lambda child: int(nodes_of(search)[child].visits))
        game.push_unchecked(int(nodes_of(search)[node].move))
    expected = sorted((int(nodes_of(search)[child].move), int(nodes_of(search)[child].visits)) for child in children(search, node))
    visits = int(nodes_of(search)[node].visits)
    assert expected
    assert search.follow(game)
    assert search.visits == visits
    assert sorted((int(nodes_of(search)[child].move), int(nodes_of(search)[child].visits)) for child in children(search, 0)) == expected


def nodes_of(search: TreeSearch) -> Any:
    assert search.memory is not None
    return search.memory.nodes


def children(search: TreeSearch, node: int) -> list[int]:
    """The nodes below a node."""
    nodes, child = [], int(nodes_of(search)[node].first_child)
    while child >= 0:
        nodes.append(child)
        child = int(nodes_of(search)[child].next_sibling)
    return nodes


def test_a_tree_is_forgotten_when_the_game_went_elsewhere() -> None:
    game = position("amytis", 4)
    search = TreeSearch(game.spec, "elsewhere")
    search.think(game, sims=300)
    other = position("amytis", 6)
    search.think(other, sims=50)
    assert search.visits == 50
    game.undo()
    search.think(game, sims=50)
    assert search.visits == 50


def test_threads_share_the_simulations_and_answer_alike() -> None:
    game = position("akropolis", 5)
    many = [ManyTrees(game.spec, "threads", 3) for _ in range(2)]
    thoughts = [search.think(game, sims=100) for search in many]
    assert thoughts[0] == thoughts[1]
    assert many[0].visits == 100
    assert len({thought.move for thought in thoughts[0]}) == len(thoughts[0])
    assert all(0 <= share <= 1 for thought in thoughts[0] for share in thought.win)


@every_game
def test_a_search_in_a_hurry_plays_what_it_would_have_played(name: str) -> None:
    hurried = 0
    for plies in (2, 6, 11):
        game = position(name, plies)
        quick, full = TreeSearch(game.spec, "hurry"), TreeSearch(game.spec, "hurry")
        assert quick.think(game, sims=3000, hurry=True)[0].move == full.think(game, sims=3000)[0].move
        hurried += 3000 - quick.visits
    assert hurried > 0


def test_a_level_plays_the_same_game_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a search in a hurry looks whether it is decided must not depend on the clock: the tree and the generator go on from there into the next move."""

    def codes() -> list[int]:
        game = ziggurat.new("amytis", seed="slow")
        bots = [make_bot("level:7", game.spec, f"slow/{seat}") for seat in (0, 1)]
        while (seat := game.to_move) is not None:
            game.push_code(bots[seat].choose(game))
        return [game.code(ply) for ply in range(game.ply)]

    quick = codes()
    clock = iter(range(1_000_000))
    monkeypatch.setattr("ziggurat.search.mcts.time.perf_counter", lambda: float(next(clock)))  # every share of a search takes a second
    assert codes() == quick


def test_a_tree_that_goes_on_holds_no_move_that_is_illegal_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile that an earlier search imagined as a palace was none, or the other way round: what followed there must not be chosen."""
    follow, front = TreeSearch.follow, []

    def checked(search: TreeSearch, game: Game) -> bool:
        followed = follow(search, game)
        if followed and search.memory is not None:
            moves = search.memory.nodes["move"][search.children(0)].tolist()
            front.append((game.ply, set(moves) <= set(game.legal_codes())))
        return followed

    monkeypatch.setattr(TreeSearch, "follow", checked)
    game = ziggurat.new("amytis", seed="mix46")  # palaces at plies 10 and 32
    bots = [TreeBot(game.spec, f"mix46/{seat}", sims=100, hurry=True) for seat in (0, 1)]
    while (seat := game.to_move) is not None:
        game.push_code(bots[seat].choose(game))
    assert len(front) > 30 and [ply for ply, legal in front if not legal] == []


def test_a_tree_without_any_move_that_is_legal_now_is_begun_anew() -> None:
    game = position("amytis", 4)
    search = TreeSearch(game.spec, "anew")
    search.think(game, sims=500)
    illegal = next(code for code in range(1000) if code not in game.legal_codes())
    nodes_of(search)["move"][search.children(0)] = illegal
    assert not search.drop_illegal(game)
    assert search.children(0) == []


@every_game
def test_levels_play_legal_moves_and_the_same_seed_plays_the_same(name: str) -> None:
    for level in LEVEL_NUMBERS[:-1]:
        game = position(name, 3)
        chosen = {make_bot(f"level:{level}", game.spec, "same").choose(game) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(game.legal_codes())


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_level_far_above_wins(name: str) -> None:
    *_, match = play_match(name, ["level:6", "level:1"], {}, "levels", 20)
    assert match.summary()["points"][0] >= 14


@pytest.mark.parametrize(("name", "seats"), [("amytis", 2), ("akropolis", 2), ("akropolis", 3), ("blueprints", 2), ("blueprints", 4)])
def test_the_newcomer_is_even_with_level_1_and_takes_half_of_its_share_or_less_from_level_4(name: str, seats: int) -> None:
    def share(level: int) -> float:
        *_, match = play_match(name, ["newcomer", *[f"level:{level}"] * (seats - 1)], {}, "newcomer", 60)
        return float(match.points[0]) / match.games

    assert 0.6 / seats < share(1) < 1.4 / seats  # in 600 games: `docs/strength.md`
    assert share(4) <= 0.5 / seats


@every_game
def test_the_newcomer_plays_whole_games_with_all_numbers_of_seats(name: str) -> None:
    spec = game_spec(name)
    fewest, most = spec.seats
    for seats in range(fewest, most + 1):
        moves = []
        for _ in range(2):
            game = new_game(name, seats=seats, seed=f"new{seats}")
            bots = [make_bot("newcomer", spec, f"new/{seat}") for seat in range(seats)]
            while (seat := game.to_move) is not None:
                game.push_code(bots[seat].choose(game))  # checked: an illegal move raises
            moves.append(game.moves)
        assert moves[0] == moves[1]


def counted(name: str, source: str) -> float:
    """In which share of 20 games the newcomer counts the points of a source."""
    spec = game_spec(name)
    return fmean(float(NewcomerBot(spec, f"mind/{n}").weights[spec.choices.SOURCES.index(source)]) for n in range(20))


def test_the_newcomer_ignores_what_a_first_reading_misses() -> None:
    assert counted("amytis", "garden") == 1
    assert counted("amytis", "project:3") == counted("amytis", "stairs") == counted("amytis", "row") == 0
    assert counted("akropolis", "stones") == 1
    assert 0 < counted("akropolis", "house") < 0.5  # one colour, drawn for each game
    assert set(game_spec("blueprints").choices.SOURCES).isdisjoint({"skyscraper", "structural_integrity", "geometer", "materials"})


def test_a_game_that_says_nothing_of_newcomers_has_one_who_sees_every_source() -> None:
    spec = game_spec("cairn")
    assert spec.optional("levels", "NEWCOMER") is None
    bot = NewcomerBot(spec, "any")
    assert bot.weights.tolist() == [1.0] * len(spec.choices.SOURCES) and bot.sees.notice == 0.5


def test_a_level_plays_by_the_number_of_players() -> None:
    spec = game_spec("akropolis")
    for seats in (2, 3, 4):
        game = position("akropolis", 2, seats=seats)
        bot = LevelBot(spec, 6, "crowd")
        wanted = bot_of_level(spec, levels_of(spec, seats)[5], "crowd")
        assert bot.choose(game) == wanted.choose(game)
        assert [type(one) for one in bot.bots.values()] == [type(wanted)]
    assert levels_of(spec, 3) == levels_of(spec, 4) != levels_of(spec, 2)
    cairn, athena = game_spec("cairn"), spec_of_key("akropolis-athena")
    assert levels_of(cairn, 3) == levels_of(cairn, 2)
    assert levels_of(athena) != levels_of(spec) and levels_of(athena, 3) == levels_of(spec, 3)


@every_game
def test_a_game_has_eight_levels_of_its_own_or_the_common_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = game_spec(name)
    fewest, most = spec.seats
    assert all(len(levels_of(spec, seats)) == len(LEVEL_NUMBERS) for seats in range(fewest, most + 1))
    assert levels_of(spec) == spec.module("levels").LEVELS != COMMON_LEVELS
    monkeypatch.setattr("ziggurat.spec.optional_of", lambda *_: None)
    assert levels_of(spec, most) == COMMON_LEVELS and len(COMMON_LEVELS) == len(LEVEL_NUMBERS)


def test_every_level_has_a_name_and_a_sentence() -> None:
    for language in ("en", "fr"):
        text = words(language=language)
        texts = [(text(f"level.{level}.name"), text(f"level.{level}.about")) for level in LEVEL_NUMBERS]
        assert len({name for name, _ in texts}) == len({about for _, about in texts}) == 8


@pytest.mark.parametrize("name", ["level:0", "level:9", "level:", "level", "level:two", "level:1:2"])
def test_a_level_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ziggurat.BotError, match="level:1"):
        make_bot(name, game_spec("amytis"), "1")


def test_a_search_that_played_alone_judges_again_at_a_table() -> None:
    alone, table = position("akropolis", 2, seats=1), position("akropolis", 2, seats=2)
    search = TreeSearch(alone.spec, "alone")
    search.think(alone, sims=20)
    search.think(table, sims=20)
    assert search.settings.playout == 0


def test_the_spread_of_merged_searches_is_that_of_all_their_simulations() -> None:
    """Of two searches each as sure of another margin, the simulations together lie further apart than those of either."""
    rng = np.random.default_rng(1)
    parts = [rng.normal(mean, deviation, size) for mean, deviation, size in ((-8.0, 1.0, 30), (5.0, 3.0, 10), (0.0, 0.0, 2))]
    thoughts = [[Thought(7, len(part), (0.0,), (0.5,), (float(part.mean()),), (float(part.std()),), 0.1)] for part in parts]
    (merged,) = merge_thoughts(thoughts, 0)
    together = np.concatenate(parts)
    assert merged.visits == 42
    assert merged.margin == pytest.approx((together.mean(),))
    assert merged.spread == pytest.approx((together.std(),))
    assert merged.prior == pytest.approx(0.1)

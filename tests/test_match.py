"""Matches, bots and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist

import pytest

import ziggurat
from ziggurat.arena.match import Match, play_match, record_games
from ziggurat.arena.stats import elo_difference, mean_interval
from ziggurat.record import dump
from ziggurat.search.bots import GreedyBot, make_bot


def last(rounds: Iterator[Match]) -> Match:
    *_, match = rounds
    return match


def test_greedy_beats_random_and_games_are_whole_rotations() -> None:
    summary = last(play_match("amytis", ["random", "greedy"], {}, "1", 39)).summary()
    assert summary["games"] == 40
    assert summary["wins"][1] > summary["wins"][0]
    assert sum(summary["points"]) == pytest.approx(40)
    assert summary["elo_diff"] < -200
    low, high = summary["interval"]
    assert 0 <= low <= summary["points"][0] / 40 <= high <= 1
    assert summary["mean_scores"][1] > 100


def test_equal_bots_share_each_deal_evenly_when_nothing_but_the_seat_differs() -> None:
    match = Match(["a", "b"])
    assert match.add([0, 1], [10, 5], [1, 2]) == 1
    assert match.add([1, 0], [10, 5], [1, 2]) == 0
    assert match.add([0, 1], [7, 7], [1, 1]) == 0.5
    assert match.wins == [1, 1]
    assert match.points == [1.5, 1.5]
    assert match.score_sums == [22, 22]


def test_the_same_seed_gives_the_same_records() -> None:
    def text(seed: str) -> list[str]:
        return [dump(record) for record in record_games("amytis", ["greedy", "random"], {"sides": "random"}, seed, 5)]

    assert text("1") == text("1")
    assert text("1") != text("2")


def test_the_wrong_number_of_bots_is_refused() -> None:
    with pytest.raises(ziggurat.GameError, match="seats"):
        next(record_games("amytis", ["random"] * 3, {}, "1", 1))
    with pytest.raises(ziggurat.BotError, match="there is no bot `clever`"):
        make_bot("clever", ziggurat.game_spec("amytis"), "1")


def test_greedy_takes_the_turn_with_the_best_margin() -> None:
    """Against a plain search: try every whole turn by hand, on positions without a palace on offer."""
    checked = 0
    for seed in range(60):
        game = ziggurat.new("amytis", seed=f"greedy/{seed}")
        bot = make_bot("random", game.spec, f"{seed}")
        for _ in range(seed % 30):
            game.push_unchecked(bot.choose(game))
        if game.view(0)["phase"] != "build" or any((stack["top"] or "")[1:] == "p" for stack in game.view(0)["stacks"]):
            continue
        checked += 1
        mover = game.to_move
        assert mover is not None
        values = {}
        for move in game.legal_moves:
            after = game.copy()
            after.push(move)
            ends = [after]
            if after.to_move == mover and after.turn == game.turn:
                ends = [branch(after, favor) for favor in after.legal_moves]
            values[move] = max(end.scores[mover] - end.scores[1 - mover] for end in ends)
        greedy = GreedyBot(game.spec, "x")
        found = {game.spec.moves.to_text(game.state, code): value for code, value in greedy.values_of(game).items()}
        assert found == values
        assert values[game.spec.moves.to_text(game.state, greedy.choose(game))] == max(values.values())
    assert checked > 5


def branch(game: ziggurat.Game, move: str) -> ziggurat.Game:
    copy = game.copy()
    copy.push(move)
    return copy


def test_greedy_draws_ties() -> None:
    game = ziggurat.new("amytis", seed=4)
    assert len({GreedyBot(game.spec, f"{seed}").choose(game) for seed in range(30)}) > 3


def test_greedy_does_not_look_at_the_deck() -> None:
    """With the same generator it chooses the same whatever lies hidden."""
    from ziggurat.kernel import generator

    for seed in range(20):
        game = ziggurat.new("amytis", seed=f"peek/{seed}", sides="random")
        bot = make_bot("random", game.spec, f"{seed}")
        for _ in range(seed):
            game.push_unchecked(bot.choose(game))
        other = game.copy()
        game.spec.sight.imagine(other.state, 0, generator("another deal"))
        one, two = GreedyBot(game.spec, "same"), GreedyBot(game.spec, "same")
        assert one.values_of(game) == two.values_of(other)
        assert GreedyBot(game.spec, "same").choose(game) == GreedyBot(game.spec, "same").choose(other)


def test_an_interval_covers_what_it_says() -> None:
    values = [0.0, 1.0] * 50
    low, high = mean_interval(values)
    assert low < 0.5 < high
    assert high - low == pytest.approx(2 * NormalDist().inv_cdf(0.975) * 0.5025 / 10, rel=1e-3)
    assert mean_interval([1.0] * 100) == (0.97, 1.0)
    assert mean_interval([]) == (0.0, 1.0)


def test_elo_is_symmetric_and_finite() -> None:
    assert elo_difference(50, 100) == 0
    assert elo_difference(75, 100) == pytest.approx(-elo_difference(25, 100))
    assert 700 < elo_difference(100, 100) < 1200

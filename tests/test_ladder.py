"""Ladders: ratings that are found again, intervals that cover, tables of two to four seats."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from asking import Ask
from ziggurat.arena.ladder import ladder_deals, mixed_seatings, pairings, play_ladder, share_of_first
from ziggurat.arena.rating import expected_share, fit_ratings, interval_of, rate, resample
from ziggurat.arena.scheduled_deal import Forfeit, Played

TRUE = np.array([-350.0, -100.0, -50.0, 200.0, 300.0])


def simulated(seed: int, deals: int, reach: int = 5) -> dict[tuple[int, int], list[float]]:
    """Shares of deals of two games between bots of known ratings; a third of the games are shared as the ratings expect."""
    rng = np.random.default_rng(seed)
    shares = {}
    for one, other in combinations(range(len(TRUE)), 2):
        if other - one <= reach:
            win = expected_share(TRUE[one] - TRUE[other])
            draws = rng.random((deals, 2)) < 1 / 3
            won = rng.random((deals, 2)) < win
            shares[one, other] = list(np.where(draws, win, won).mean(1))
    return shares


@pytest.mark.parametrize("reach", [1, 5])
def test_known_ratings_are_found_again_and_the_intervals_cover_them(reach: int) -> None:
    covered = []
    for seed in range(40):
        shares = simulated(seed, 60, reach)
        ratings, samples = rate(shares, 2, 5), resample(shares, 2, 5, f"{seed}", samples=400)
        assert ratings.mean() == pytest.approx(0, abs=1e-6)
        for place, rating in enumerate(ratings):
            low, high = interval_of(samples[:, place], rating)
            assert low <= rating <= high
            covered.append(low <= TRUE[place] <= high)
    assert 0.9 <= np.mean(covered) <= 0.99
    many = simulated(1, 20_000, reach)
    assert np.abs(rate(many, 2, 5) - TRUE).max() < 12


def test_intervals_shrink_with_the_deals_and_are_repeatable() -> None:
    widths = []
    for deals in (25, 100, 400):
        samples = resample(simulated(3, deals), 2, 5, "same")
        low, high = interval_of(samples[:, 0], samples[:, 0].mean())
        widths.append(high - low)
        assert (samples == resample(simulated(3, deals), 2, 5, "same")).all()
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.35)
    assert widths[1] / widths[2] == pytest.approx(2, rel=0.35)


def test_ratings_are_those_of_the_formula_and_finite_where_one_always_wins() -> None:
    even = fit_ratings(np.array([[0, 300.0], [100.0, 0]]))
    assert even[0] - even[1] == pytest.approx(400 * np.log10(3), rel=0.01)
    shares = {(0, 1): [1.0] * 50, (1, 2): [1.0] * 50}
    ratings = rate(shares, 2, 3)
    assert 700 < ratings[0] - ratings[1] < 1500
    samples = resample(shares, 2, 3, "1")
    low, high = interval_of(samples[:, 0] - samples[:, 1], float(ratings[0] - ratings[1]))
    assert low < 400 * np.log10(47 / 3) + 60, "three deals of fifty may have been luck"
    assert high < 1600
    assert (rate({(0, 1): []}, 2, 2) == 0).all()
    unplayed = resample({(0, 1): []}, 2, 2, "1")
    assert unplayed.min() < 0 < unplayed.max()


def test_pairings_are_all_or_neighbours() -> None:
    bots = ["c", "a", "b", "d"]
    assert pairings(bots) == [("a", "c"), ("b", "c"), ("c", "d"), ("a", "b"), ("a", "d"), ("b", "d")]
    assert pairings(bots, 1) == [("a", "c"), ("a", "b"), ("b", "d")]
    assert len(pairings(bots, 2)) == 5
    assert pairings(bots, 9) == pairings(bots)
    assert len(pairings([f"level:{level}" for level in range(1, 9)], 2)) == 13


def test_mixed_tables_give_both_bots_every_place() -> None:
    assert mixed_seatings(2) == [[0, 1], [1, 0]]
    assert len(mixed_seatings(3)) == len(mixed_seatings(4)) == 6
    for seats in (2, 3, 4):
        table = np.array(mixed_seatings(seats))
        assert (table.sum(0) * 2 == len(table)).all(), "each sits on each seat equally often"


def played(ranks: list[int], forfeit: Forfeit | None = None) -> Played:
    blank = [0] * len(ranks)
    return Played(blank, ranks, blank, [0.0] * len(ranks), forfeit)


def test_a_game_counts_by_the_ranks_of_seats_with_different_bots() -> None:
    assert share_of_first([0, 1], played([1, 2])) == 1
    assert share_of_first([0, 1], played([1, 1])) == 0.5
    assert share_of_first([0, 0, 1], played([1, 3, 2])) == 0.5
    assert share_of_first([0, 1, 1], played([2, 1, 3])) == 0.5
    assert share_of_first([0, 0, 1, 1], played([1, 2, 2, 4])) == pytest.approx(3.5 / 4)
    assert share_of_first([1, 0, 1], played([1, 2, 3], Forfeit(0, "crashed"))) == 0.75
    assert share_of_first([1, 0], played([1, 2], Forfeit(0, "crashed"))) == 1


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    for rung in summary["ladder"]:
        del rung["seconds_per_move"]
    return summary


def play(game: str, bots: list[str], games: int, jobs: int = 1, **more: Any) -> dict[str, Any]:
    deals = ladder_deals(game, bots, {}, "1", games, **more)
    *_, ladder = play_ladder(bots, deals, jobs)
    return timeless(ladder.summary())


def test_a_ladder_has_its_fields_and_does_not_depend_on_jobs_or_on_the_order_of_the_pool() -> None:
    bots = ["random", "greedy", "mcts:sims=8"]
    one = play("amytis", bots, 5)
    assert one == play("amytis", bots, 5, jobs=2)
    assert list(one) == ["game", "options", "seed", "games", "anchor", "ladder", "steps", "pairings"]
    assert one["games"] == 18
    assert one["ladder"][-1]["bot"] == "random"
    assert [rung["rating"] for rung in one["ladder"]] == sorted((rung["rating"] for rung in one["ladder"]), reverse=True)
    assert sum(rung["rating"] for rung in one["ladder"]) == pytest.approx(0, abs=0.2)
    assert all(rung["interval"][0] <= rung["rating"] <= rung["interval"][1] for rung in one["ladder"])
    assert sum(rung["points"] for rung in one["ladder"]) == one["games"]
    assert [(step["higher"], step["lower"]) for step in one["steps"]] == [(a["bot"], b["bot"]) for a, b in zip(one["ladder"], one["ladder"][1:], strict=False)]
    turned = play("amytis", bots[::-1], 5)
    assert [rung["rating"] for rung in turned["ladder"]] == [rung["rating"] for rung in one["ladder"]]


def test_a_pairing_is_the_match_of_its_seed(ask: Ask) -> None:
    (fields,) = ask("ladder", "amytis", "random", "greedy", "--games", "6", "--seed", "7", "--jobs", "1", "--json").json
    (match,) = ask("match", "amytis", "greedy", "random", "--games", "6", "--seed", "7/greedy/random", "--jobs", "1", "--json").json
    assert fields["pairings"] == [{"bots": ["greedy", "random"], "games": 6, "share": match["points"][0] / 6, "interval": match["interval"]}]
    assert fields["ladder"][0]["mean_score"] == match["mean_scores"][0]


@pytest.mark.parametrize("seats", [3, 4])
def test_ladders_of_larger_tables(seats: int) -> None:
    fields = play("blueprints", ["random", "greedy"], 12, seats=seats)
    assert fields["options"]["seats"] == seats
    assert fields["games"] == 12
    assert fields["ladder"][0]["bot"] == "greedy"
    assert fields["ladder"][0]["points"] > 8


def test_a_ladder_goes_on_from_its_log_and_may_grow(tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "ladder.jsonl"
    common = ("--seed", "grow", "--jobs", "1", "--json")
    (whole,) = ask("ladder", "amytis", "random", "greedy", "mcts:sims=4", "--games", "6", *common).json
    assert ask("ladder", "amytis", "greedy", "random", "--games", "4", *common, "--log", str(log)).code == 0
    assert len(log.read_text().splitlines()) == 2
    (grown,) = ask("ladder", "amytis", "random", "greedy", "mcts:sims=4", "--games", "6", "--jobs", "2", "--json", "--log", str(log)).json
    assert timeless(grown) == timeless(whole)
    assert len(log.read_text().splitlines()) == 9
    assert {json.loads(line)["seed"] for line in log.read_text().splitlines()} == {
        "grow/greedy/random",
        "grow/greedy/mcts:sims=4",
        "grow/mcts:sims=4/random",
    }
    refused = ask("ladder", "amytis", "random", "greedy", "--games", "4", "--seed", "other", "--log", str(log))
    assert refused.code == 1
    assert '`seed` is "grow" there, "other" here' in refused.err


def test_an_interrupted_ladder_shows_what_it_knows(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    from ziggurat.arena.scheduled_deal import play_deal

    left = 0

    def tired(deal: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return play_deal(deal)

    monkeypatch.setattr("ziggurat.arena.scheduled_deal.play_deal", tired)
    for left, games in ((4, 8), (0, 0), (1, 2)):  # noqa: B007 - read by `tired`
        answer = ask("ladder", "amytis", "random", "greedy", "mcts:sims=4", "--games", "20", "--seed", "1", "--jobs", "1", "--json")
        assert answer.code == 130
        assert answer.json[0]["games"] == games
        assert f"interrupted after {games} of 60 games" in answer.err
    left = 3
    assert "greedy" in ask("ladder", "amytis", "random", "greedy", "--games", "20", "--seed", "1", "--jobs", "1").out


def test_a_ladder_draws_its_plot(tmp_path: Path, ask: Ask) -> None:
    svg, png = tmp_path / "ladder.svg", tmp_path / "ladder.PNG"
    common = ("ladder", "amytis", "random", "greedy", "--games", "4", "--seed", "plot", "--jobs", "1", "-o", "edition=first")
    human = ask(*common, "--plot", str(svg))
    assert human.code == 0
    assert "95 %" in human.out
    assert "the mean of the pool is 0" in human.out
    text = svg.read_text(encoding="utf-8")
    assert text.startswith("<?xml") and "<svg" in text
    assert ask(*common, "--plot", str(png)).code == 0
    assert png.read_bytes()[:4] == b"\x89PNG"
    again = tmp_path / "again.svg"
    ask(*common, "--plot", str(again))
    assert again.read_bytes() == svg.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["amytis", "random"], "two bots or more"),
        (["amytis", "random", "greedy", "random"], "`random` is named twice"),
        (["amytis", "random", "clever"], "there is no bot `clever`"),
        (["chess", "random", "greedy"], "there is no game `chess`"),
        (["amytis", "random", "greedy", "--seats", "3"], "option `seats` cannot be `3`"),
        (["akropolis", "random", "greedy", "--seats", "1"], "needs a table of 2 to 4 seats"),
        (["akropolis", "random", "greedy", "--seats", "3", "-o", "seats=2"], "differ: name one"),
        (["amytis", "random", "greedy", "--neighbours", "0"], "--neighbours"),
        (["amytis", "random", "greedy", "--games", "0"], "--games"),
        (["amytis", "random", "greedy", "--jobs", "0"], "--jobs"),
        (["amytis", "random", "greedy", "--plot", "ladder.pdf"], "ends in `.svg` or `.png`"),
        (["amytis", "random", "greedy", "--plot", "no/where.svg"], "there is no folder"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(arguments: list[str], reason: str, ask: Ask) -> None:
    answer = ask("ladder", *arguments)
    assert answer.code == 2
    assert reason in " ".join((answer.err + answer.out).split())


def test_the_pool_is_the_levels_unless_bots_are_named(ask: Ask) -> None:
    deals = ladder_deals("amytis", [f"level:{level}" for level in range(1, 9)], {}, "1", 2, neighbours=1)
    assert len(deals) == 7
    with pytest.raises(ziggurat.GameError, match="two bots"):
        ladder_deals("amytis", [], {}, "1", 2)

"""The second reading agrees with the worked examples B01 to B34 and keeps its own house in order."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reading import second_reading

HERE = Path(__file__).parent


plain = second_reading("blueprints")
EXAMPLES: list[dict[str, Any]] = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
BY_ID = {example["id"]: example for example in EXAMPLES}
VARIANTS = [
    {"seats": seats, "plans": plans, "unplaceable": unplaceable, "next_start_tie": tie}
    for seats in (2, 3, 4)
    for plans, unplaceable, tie in (("reconstructed", "any", "ranking"), ("extended", "only_when_stuck", "random"))
]


def examples_with(*fields: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if all(field in example for field in fields)]


def test_all_examples_are_here() -> None:
    assert list(BY_ID) == [f"B{number:02}" for number in range(1, 35)]


@pytest.mark.parametrize("example", [param for param in examples_with("plan", "building") if "die" not in param.values[0]])
def test_scored_buildings(example: dict[str, Any]) -> None:
    scored = plain.score_building(example["plan"], example["building"]) | {"prizes": plain.prizes_of(example["building"])}
    assert plain.everything_rests(example["building"])
    for line, expected in example["expect"].items():
        assert scored[line] == expected, line


@pytest.mark.parametrize("example", examples_with("plan", "building", "die"))
def test_where_a_die_may_be_placed(example: dict[str, Any]) -> None:
    assert [list(space) for space in plain.legal_spaces(example["plan"], example["building"], example["die"])] == example["expect"]["legal_spaces"]


def test_recycled_table() -> None:
    example = BY_ID["B10"]
    assert [plain.recycled_points(count) for count in example["count"]] == example["expect"]["points"]


def test_placing_on_top() -> None:
    example = BY_ID["B19"]
    building = [[f"R{example['top_value']}", ""], ["", ""], ["", ""]]
    assert [bool(plain.legal_spaces(["6X", "XX", "XX"], building, f"W{value}")) for value in example["die_values"]] == example["expect"]["legal"]


@pytest.mark.parametrize("example", examples_with("scores"))
def test_awards_and_the_next_start(example: dict[str, Any]) -> None:
    order = example.get("turn_order", sorted(example["scores"]))
    ranking = plain.award_order(example["scores"], order, example.get("in_demand", ["W", "R"]), example.get("dice", {}))
    scored = {"order": ranking, **plain.awards(ranking), "next_start": ranking[-1], "next_order": plain.turn_order(ranking[-1], order)}
    for line, expected in example["expect"].items():
        assert scored[line] == expected, line


def test_two_buildings_qualify_for_the_skyscraper() -> None:
    example = BY_ID["B27"]
    qualified = [player for player, height in example["heights"].items() if height >= 5]
    assert plain.prize_winner(qualified, example["turn_order"], example["in_demand"], example["dice"]) == example["expect"]["skyscraper"]
    assert plain.prize_winner([], example["turn_order"], example["in_demand"], example["dice"]) is None


@pytest.mark.parametrize("example", examples_with("cards"))
def test_end_of_the_game(example: dict[str, Any]) -> None:
    players = sorted(example["cards"])
    assert {player: plain.points_of(example["cards"][player]) for player in players} == example["expect"]["points"]
    ranks = plain.final_ranks([example["cards"][player] for player in players])
    winners = [player for player, rank in zip(players, ranks, strict=True) if rank == 1]
    assert example["expect"]["winner"] == (winners[0] if len(winners) == 1 else "shared")


@pytest.mark.parametrize("example", examples_with("players"))
def test_bag(example: dict[str, Any]) -> None:
    game, expect = plain.PlainGame(plain.shuffled_deal(random.Random(1), {"seats": example["players"]}), {"seats": example["players"]}), example["expect"]
    assert (len(game.demand), len(game.pool), len(game.bag)) == (expect["in_demand"], expect["pool"], expect["replacements_possible"])
    assert game.seats * plain.CHOSEN * (2 if game.seats == 2 else 1) == expect["replacements_wanted"]


def test_a_turn_of_two_players() -> None:
    example = BY_ID["B34"]
    deal = plain.shuffled_deal(random.Random(2), {"seats": 2})
    game = plain.PlainGame(deal, {"seats": 2})
    game.pool = list(example["pool"])
    game.push(next(move for move in sorted(game.legal()) if move.startswith(f"{example['place']}>")))
    bag = list(game.bag)
    assert f"-{example['place']}" not in game.legal()
    game.push(f"-{example['remove']}")
    drawn = example["expect"]["drawn"]
    assert game.pool == example["expect"]["pool_before_refill"] + bag[:drawn] and game.bag == bag[drawn:]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_game_keeps_its_house_in_order(options: dict[str, Any]) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        game = plain.PlainGame(plain.shuffled_deal(chance, options), options)
        plies = 0
        while not game.over:
            materials = Counter(game.demand)
            for dice in (game.bag, game.pool, game.removed, *game.taken):
                materials.update(die[0] for die in dice)
            assert materials == dict.fromkeys("WRSG", 8)
            assert all(plain.everything_rests(building) for building in game.buildings)
            game.push(chance.choice(sorted(game.legal())))
            plies += 1
        assert plies == 3 * {2: 24, 3: 18, 4: 24}[game.seats]
        assert [sum(lines.values()) for lines in game.breakdown()] == game.scores()
        assert min(game.ranks()) == 1

"""The second reading agrees with the worked examples K01 to K51 and keeps its own house in order."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reading import second_reading

HERE = Path(__file__).parent


plain = second_reading("akropolis")
EXAMPLES: list[dict[str, Any]] = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
BY_ID = {example["id"]: example for example in EXAMPLES}
ALL_VARIANTS = ["house", "market", "barracks", "temple", "garden"]
READINGS = {  # the totals of the recorded games and the options that give them
    "total": {},
    "total_all_variants": {"variants": ALL_VARIANTS},
    "total_edge_outer": {"barracks_edge": "outer"},
    "total_house_value": {"house_group": "value"},
    "total_all_variants_edge_outer_lake_region": {"variants": ALL_VARIANTS, "barracks_edge": "outer", "lake": "region"},
}


def examples_with(*fields: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if all(field in example for field in fields)]


def city_after(moves: list[list[int]]) -> Any:
    city = plain.City()
    for tile, q, r, turn in moves:
        places = plain.footprint((q, r), turn)
        assert city.why_not(places) is None
        city.put(tile, places)
    return city


def test_all_examples_are_here() -> None:
    assert [example["id"] for example in EXAMPLES] == [f"K{i:02}" for i in range(1, 52)]


@pytest.mark.parametrize("example", examples_with("visible"))
def test_typed_in_cities_score_as_in_the_examples(example: dict[str, Any]) -> None:
    scored = plain.score_city(example["visible"], example.get("stones", 0), example.get("options"))
    assert {line: scored[line] for line in example["expect"]} == example["expect"]


@pytest.mark.parametrize("example", examples_with("test"))
def test_placements_are_judged_as_in_the_examples(example: dict[str, Any]) -> None:
    city = city_after(example["moves"])
    tile, q, r, turn = example["test"]
    places = plain.footprint((q, r), turn)
    reason = city.why_not(places)
    if example["expect"]["legal"]:
        assert reason is None
        assert city.put(tile, places) == example["expect"]["stones_gained"]
        assert city.height(places[0]) == example["expect"]["level"]
    else:
        assert reason == example["expect"]["reason"]


@pytest.mark.parametrize("example", examples_with("moves", "stones"))
def test_recorded_cities_score_as_published(example: dict[str, Any]) -> None:
    visible = city_after(example["moves"]).visible()
    scored = plain.score_city(visible, example["stones"])
    assert {color: scored[color] for color in plain.COLORS} == example["expect"]["points"]
    for name, options in READINGS.items():
        assert plain.score_city(visible, example["stones"], options)["total"] == example["expect"][name], name


def test_ties_and_the_illustrious_architect() -> None:
    tie = BY_ID["K40"]
    assert [seat for seat, rank in enumerate(plain.order_of_finish(tie["points"], tie["stones"])) if rank == 1] == tie["expect"]["winners"]
    for name in ("K41", "K42"):
        assert plain.architect_takes(BY_ID[name]["site_has_plaza"], BY_ID[name]["architect_stones"]) == BY_ID[name]["expect"]["takes"]
    his = BY_ID["K44"]["architect"]
    hexes = {**his["districts"], **his["plazas"], "quarry": his["quarries"]}
    assert {name: plain.architect_score(name, hexes, his["stones"]) for name in BY_ID["K44"]["expect"]} == BY_ID["K44"]["expect"]


@pytest.mark.parametrize(("seats", "long_game"), [(2, False), (3, False), (4, False), (2, True), (3, True), (1, False), (1, True)])
def test_a_plain_game_has_the_turns_of_the_table(seats: int, long_game: bool) -> None:
    rng = random.Random(seats)
    options = {"seats": seats, "long_game": long_game}
    game = plain.PlainGame(plain.shuffled_deal(rng, options), options)
    while not game.over:
        game.push(rng.choice(game.legal()))
    expected = plain.DATA["setup_long_game" if long_game else "setup"][str(max(2, seats))]
    assert len(game.log) == (expected["turns_per_player"] if seats == 1 else expected["turns"])
    assert sum(game.stones) + game.reserve == plain.CUBES
    assert len(game.ranks()) == seats


def test_the_box_holds_what_the_table_says() -> None:
    for players, content in plain.DATA["content_by_players"].items():
        kinds = Counter(kind for tile in plain.tiles_for(int(players), False) for kind in plain.TILES[tile])
        assert kinds == content

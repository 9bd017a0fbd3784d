"""The worked examples B01 to B34 on the engine, one test for each, named after what it shows."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from reading import second_reading
from ziggurat.errors import PositionError
from ziggurat.game import Game
from ziggurat.games.blueprints import scoring
from ziggurat.games.blueprints.material import AWARD_OF, CARD_NAMES, DECKS, MATERIAL_LETTERS, POOL, RECYCLED_POINTS, SPACE_NAMES, VALUE_OF
from ziggurat.games.blueprints.move_text import from_text
from ziggurat.games.blueprints.round_report import finished_round
from ziggurat.games.blueprints.rules import MAX_MOVES, apply, legal_moves, next_start, spaces_for
from ziggurat.games.blueprints.score_typed_in import Position, read_building, score_position
from ziggurat.games.blueprints.state import Phase
from ziggurat.games.blueprints.types import CardWon

HERE = Path(__file__).parent
EXAMPLES = {example["id"]: example for example in json.loads((HERE / "examples.json").read_text(encoding="utf-8"))}
TOWER = ["X6", "XX", "XX"]


plain = second_reading("blueprints")


def check_score(number: str) -> None:
    example = EXAMPLES[number]
    scored = score_position({"plan": example["plan"], "building": example["building"]})
    assert {line: scored[line] for line in example["expect"]} == example["expect"]


def building_of(plan: list[str], stacks: list[list[str]]) -> Any:
    return read_building(Position(plan=plan, building=stacks))


def spaces_of(example: dict[str, Any], die: str) -> list[list[int]]:
    spaces = int(spaces_for(building_of(example["plan"], example["building"]), int(die[1])))
    return [[space // 2, space % 2] for space in range(len(SPACE_NAMES)) if spaces >> space & 1]


@cache
def building_that_scores(score: int, counts: tuple[tuple[str, int], ...]) -> tuple[list[str], list[list[str]]]:
    """Some building with this score and these numbers of dice, by the second reading."""
    chance = random.Random(f"{score}{counts}")
    wanted = dict(counts)
    while True:
        plan = chance.choice(list(plain.plan_rows("extended").values()))
        stacks: list[list[str]] = [["", ""], ["", ""], ["", ""]]
        for _ in range(chance.randint(1, 6)):
            die = f"{chance.choice('WRSG')}{chance.randint(1, 6)}"
            if legal := plain.legal_spaces(plan, stacks, die):
                stacks = plain.with_die(stacks, chance.choice(legal), die)
        dice = [die[0] for die in plain.dice_of(stacks)]
        if plain.score_building(plan, stacks)["total"] == score and all(dice.count(letter) == count for letter, count in wanted.items()):
            return plan, stacks


def table(seats: int, demand: list[str], buildings: list[tuple[list[str], list[list[str]]]], start: int = 0) -> Game:
    """A table at the end of a round with these buildings."""
    game = ziggurat.new("blueprints", seats=seats, seed=1)
    state = game.state
    state.start[0] = start
    state.demand[0] = [MATERIAL_LETTERS.index(letter) for letter in demand]
    for seat, (plan, stacks) in enumerate(buildings):
        state.buildings[0, seat] = building_of(plan, stacks)
    return game


def table_with_scores(number: str) -> Game:
    """A table whose buildings have the scores and in-demand dice of an example."""
    example = EXAMPLES[number]
    demand = example.get("in_demand", ["W", "R"])
    counts = {player: {**dict.fromkeys(demand, 0), **dice} for player, dice in example.get("dice", {}).items()}
    buildings = [building_that_scores(score, tuple(sorted(counts.get(player, {}).items()))) for player, score in sorted(example["scores"].items())]
    return table(len(buildings), demand, buildings)


def winners(game: Game) -> dict[str, str]:
    won = int(scoring.card_winners(game.state, 0, scoring.all_standings(game.state, 0)))
    seats = {name: int(scoring.winner_of(won, card)) for card, name in enumerate(CARD_NAMES)}
    return {name: "ABCD"[seat] for name, seat in seats.items() if seat >= 0}


def starter(game: Game) -> int:
    return int(next_start(game.state, scoring.all_standings(game.state, 0)))


def check_awards(number: str) -> None:
    """Exactly the awards that the example names."""
    scored = winners(table_with_scores(number))
    assert {name: player for name, player in scored.items() if name in ("gold", "silver", "bronze")} == EXAMPLES[number]["expect"]


def check_cards(number: str) -> None:
    """Points and winner from the cards at the end."""
    example = EXAMPLES[number]
    players = sorted(example["cards"])
    game = ziggurat.new("blueprints", seats=len(players), seed=1)
    for seat, player in enumerate(players):
        for card in example["cards"][player]:
            game.state.cards[seat, CARD_NAMES.index(card)] += 1
    game.state.phase = Phase.OVER
    assert dict(zip(players, game.scores, strict=True)) == example["expect"]["points"]
    best = [player for player, rank in zip(players, game.ranks, strict=True) if rank == 1]
    assert example["expect"]["winner"] == (best[0] if len(best) == 1 else "shared")


def bag_of(number: str) -> tuple[Game, dict[str, int]]:
    return ziggurat.new("blueprints", seats=EXAMPLES[number]["players"], seed=1), EXAMPLES[number]["expect"]


# --- Score of a building ----------------------------------------------------------------------------------------------


def test_b01_the_printed_example_player_a_has_23_with_the_plan_bonus() -> None:
    check_score("B01")


def test_b02_the_printed_example_player_b_has_23_without_it() -> None:
    check_score("B02")


def test_b03_the_second_material_in_demand_breaks_the_printed_tie() -> None:
    example = EXAMPLES["B03"]
    game = table(2, example["in_demand"], [(EXAMPLES[number]["plan"], EXAMPLES[number]["building"]) for number in ("B01", "B02")])
    standings = int(scoring.all_standings(game.state, 0))
    order = sorted("AB", key=lambda player: -int(scoring.standing_in(standings, "AB".index(player))))
    assert order == example["expect"]["order"]
    assert finished_round(game.state, 0).cards["silver"] == CardWon(seat=1, by="second_demand", over=0, counts=[1, 0])


def test_b04_wood_counts_neighbours_of_every_material() -> None:
    check_score("B04")


def test_b05_two_stacked_wood_dice_touch_each_other_once() -> None:
    check_score("B05")


def test_b06_wood_without_a_neighbour_scores_nothing_and_one_building_wins_three_prizes() -> None:
    check_score("B06")


def test_b07_wood_with_three_neighbours() -> None:
    check_score("B07")


def test_b08_wood_with_four_neighbours() -> None:
    check_score("B08")


def test_b09_six_recycled_dice_score_30() -> None:
    check_score("B09")


def test_b10_recycled_dice_score_one_total_by_their_number() -> None:
    assert RECYCLED_POINTS.tolist() == EXAMPLES["B10"]["expect"]["points"]
    for count, points in zip(EXAMPLES["B10"]["count"], EXAMPLES["B10"]["expect"]["points"], strict=True):
        stacks = [["", " ".join(["R1"] * count)], ["", ""], ["", ""]]
        assert score_position({"plan": TOWER, "building": stacks})["recycled"] == points


def test_b11_a_tower_of_stone_scores_8_from_level_4_on() -> None:
    check_score("B11")


def test_b12_stone_on_the_ground_scores_2_each() -> None:
    check_score("B12")


def test_b13_covered_glass_keeps_its_value() -> None:
    check_score("B13")


def test_b14_right_heights_on_the_wrong_spaces_bring_no_bonus() -> None:
    check_score("B14")


def test_b15_five_dice_never_complete_a_plan() -> None:
    check_score("B15")


def test_b16_geometer_and_skyscraper_in_one_building() -> None:
    check_score("B16")


def test_b17_four_dice_of_one_value_have_structural_integrity() -> None:
    check_score("B17")


def test_b18_a_building_without_a_prize() -> None:
    check_score("B18")


# --- Placement --------------------------------------------------------------------------------------------------------


def test_b19_a_die_rests_on_an_equal_or_a_lower_one() -> None:
    example = EXAMPLES["B19"]
    building = building_of(TOWER, [["", f"R{example['top_value']}"], ["", ""], ["", ""]])
    assert [bool(spaces_for(building, value)) for value in example["die_values"]] == example["expect"]["legal"]


def test_b20_a_die_goes_on_empty_open_spaces_not_on_a_higher_die() -> None:
    assert spaces_of(EXAMPLES["B20"], EXAMPLES["B20"]["die"]) == EXAMPLES["B20"]["expect"]["legal_spaces"]


def test_b21_the_planned_height_is_no_limit() -> None:
    assert spaces_of(EXAMPLES["B21"], EXAMPLES["B21"]["die"]) == EXAMPLES["B21"]["expect"]["legal_spaces"]


def test_b22_a_die_that_fits_nowhere_is_removed_and_counts_as_chosen() -> None:
    example = EXAMPLES["B22"]
    assert spaces_of(example, example["die"]) == example["expect"]["legal_spaces"]
    game = table(3, ["W", "R"], [(example["plan"], example["building"])])
    game.state.pool[0] = from_text(game.state, f"{example['die']}>x") // 8
    chosen = int(game.state.buildings[0, 0].chosen)
    game.state.round_turn = 3 * chosen
    assert [move for move in game.legal_moves if move.startswith(example["die"])] == [f"{example['die']}>x"]
    game.push(f"{example['die']}>x")
    assert int(game.state.buildings[0, 0].chosen) == chosen + 1
    sheet = game.view(1)["seats"][0]
    assert sheet["discarded"] == [example["die"]]
    assert game.view(1)["removed"] == [example["die"]]
    assert game.view(0)["building"] == example["building"]


# --- Awards and prizes ------------------------------------------------------------------------------------------------


def test_b23_two_players_compete_for_silver_only() -> None:
    check_awards("B23")


def test_b24_three_players_compete_for_gold_and_silver() -> None:
    check_awards("B24")


def test_b25_four_players_and_the_later_one_in_turn_order_wins_a_full_tie() -> None:
    check_awards("B25")
    assert finished_round(table_with_scores("B25").state, 0).cards["silver"].by == "turn_order"


def test_b26_more_dice_of_the_second_material_win_a_tie() -> None:
    check_awards("B26")
    assert finished_round(table_with_scores("B26").state, 0).cards["gold"].by == "second_demand"


def test_b27_the_materials_in_demand_decide_a_prize_not_the_greater_height() -> None:
    example = EXAMPLES["B27"]
    towers = [(TOWER, [["", "G1 S1 W2 G3 G4 W5"], ["", ""], ["", ""]]), (TOWER, [["", "S1 S1 W2 G3 G4"], ["", ""], ["", ""]])]
    game = table(2, example["in_demand"], towers)
    assert winners(game)["skyscraper"] == example["expect"]["skyscraper"]
    assert finished_round(game.state, 0).cards["skyscraper"].by == "first_demand"


def test_b28_the_lowest_building_starts_the_next_round() -> None:
    example = EXAMPLES["B28"]
    start = starter(table_with_scores("B28"))
    assert "ABC"[start] == example["expect"]["next_start"]
    assert ["ABC"[(start + place) % 3] for place in range(3)] == example["expect"]["next_order"]


# --- The bag ----------------------------------------------------------------------------------------------------------


def test_b29_with_four_players_only_the_very_last_replacement_is_missing() -> None:
    game, expect = bag_of("B29")
    view = game.view()
    assert (len(view["demand"]), len(view["pool"]), view["bag_left"]) == (expect["in_demand"], expect["pool"], expect["replacements_possible"])
    for turn in range(expect["replacements_wanted"] - 1):
        assert len(game.view()["pool"]) == expect["pool"], turn
        game.push(game.legal_moves[0])
    assert game.view()["bag_left"] == 0
    assert len(game.view()["pool"]) == expect["pool"]


def test_b30_with_two_players_the_bag_is_empty_after_the_eleventh_turn() -> None:
    game, expect = bag_of("B30")
    view = game.view()
    assert (len(view["demand"]), len(view["pool"]), view["bag_left"]) == (expect["in_demand"], expect["pool"], expect["replacements_possible"])
    for _ in range(2 * 11):
        game.push(game.legal_moves[0])
    assert game.view()["bag_left"] == 0
    assert len(game.view()["pool"]) == expect["pool"]
    game.push(game.legal_moves[0])
    game.push(game.legal_moves[0])
    assert game.view()["round"] == 2


# --- End of the game --------------------------------------------------------------------------------------------------


def test_b31_more_prizes_win_among_equal_points() -> None:
    check_cards("B31")


def test_b32_more_gold_wins_among_equal_points_and_prizes() -> None:
    check_cards("B32")


def test_b33_a_complete_tie_is_a_shared_victory() -> None:
    check_cards("B33")


def test_b34_two_players_place_one_die_remove_another_and_draw_two() -> None:
    example = EXAMPLES["B34"]
    deal = plain.shuffled_deal(random.Random(34), {"seats": 2})
    deal["rounds"][0] |= bag_starting_with(example["pool"])
    game = ziggurat.new("blueprints", seats=2, deal=deal)
    assert sorted(game.view()["pool"]) == sorted(example["pool"])
    game.push(next(move for move in game.legal_moves if move.startswith(example["place"])))
    assert f"-{example['place']}" not in game.legal_moves
    assert game.turn == 0
    game.push(f"-{example['remove']}")
    drawn = deal["rounds"][0]["dice"][8 : 8 + example["expect"]["drawn"]]
    assert sorted(game.view()["pool"]) == sorted(example["expect"]["pool_before_refill"] + drawn)
    assert game.view()["removed"] == [example["remove"]]
    assert (game.turn, game.to_move) == (1, 1)


def bag_starting_with(pool: list[str]) -> dict[str, Any]:
    """Demand and dice of a round whose pool is given."""
    rest = [letter for letter in "WRSG" for _ in range(8 - (letter in "WR") - sum(die[0] == letter for die in pool))]
    return {"demand": ["W", "R"], "dice": [*pool, *(f"{letter}3" for letter in rest)]}


# --- Around the examples ----------------------------------------------------------------------------------------------


def test_every_example_has_its_test() -> None:
    named = {name[5:8].upper() for name in globals() if name.startswith("test_b")}
    assert named == set(EXAMPLES)


def test_the_tables_are_those_of_the_box() -> None:
    data = plain.DATA
    assert {int(seats): row["pool"] for seats, row in data["players"].items()} == {seats: int(POOL[seats]) for seats in (2, 3, 4)}
    for seats, row in data["players"].items():
        assert [CARD_NAMES[card] for card in AWARD_OF[int(seats)] if card >= 0] == row["awards"]
    assert ["/".join(plan["rows"]) for plan in data["plans"] + data["alternates"]] == list(DECKS["extended"])
    assert [VALUE_OF[die] for die in range(0, 24, 4)] == list(range(1, 7))


@pytest.mark.parametrize(
    ("plan", "building", "reason"),
    [
        (["X1", "31", "1X"], [["W1", ""], ["", ""], ["", ""]], "a1 is hatched"),
        (["X1", "31", "1X"], [["", "W3 W2"], ["", ""], ["", ""]], "rests on the higher `W3`"),
        (["X1", "31", "1X"], [["", "W7"], ["", ""], ["", ""]], "is no die"),
        (["X1", "31", "17"], [["", ""], ["", ""], ["", ""]], "holds `7`"),
        (["X1", "31"], [["", ""], ["", ""], ["", ""]], "`plan` must be 3 rows"),
        (["X1", "31", "1X"], [["", ""], ["", ""]], "`building` must be 3 rows"),
        (["X6", "XX", "XX"], [["", "W1 W1 W1 W1 W1 W1 W1"], ["", ""], ["", ""]], "7 dice"),
    ],
)
def test_impossible_positions_are_refused_with_the_place(plan: list[str], building: list[list[str]], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        score_position({"plan": plan, "building": building})


def test_unknown_fields_of_a_position_are_refused() -> None:
    with pytest.raises(PositionError, match="colour"):
        score_position({"plan": TOWER, "building": [["", ""], ["", ""], ["", ""]], "colour": 1})


def test_only_when_stuck_forbids_a_discard_while_another_die_fits() -> None:
    example = EXAMPLES["B22"]
    for option, expected in (("any", True), ("only_when_stuck", False)):
        game = table(3, ["W", "R"], [(example["plan"], example["building"])])
        game.state.only_when_stuck = option == "only_when_stuck"
        game.state.pool[:9] = [8] * 8 + [21]  # eight wood 3, which fit nowhere, and a recycled 6, which does
        assert ("W3>x" in game.legal_moves) is expected
        game.state.pool[8] = 8
        game._forget()
        assert game.legal_moves == ["W3>x"]


def test_a_random_tie_for_the_next_start_is_decided_by_the_deal() -> None:
    equal = building_that_scores(20, (("R", 1), ("W", 1)))
    better = building_that_scores(25, (("R", 1), ("W", 1)))
    game = table(3, ["W", "R"], [equal, better, equal])
    assert starter(game) == 0
    game.state.random_tie = 1
    game.state.ties[1, :3] = [1, 2, 0]
    assert starter(game) == 2


def test_a_move_listed_twice_would_be_a_bug() -> None:
    game = ziggurat.new("blueprints", seats=4, seed=3)
    game.state.pool[:7] = [0, 0, 0, 5, 5, 9, 9]
    out = np.zeros(MAX_MOVES, np.int32)
    n = int(legal_moves(game.state, out))
    assert len(set(out[:n].tolist())) == n
    apply(game.state, out[0])
    assert int(game.state.pool_size) == 7

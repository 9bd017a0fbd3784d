"""The worked examples K01 to K51, one test each, named after what it shows. The examples themselves are in `examples.json`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from ziggurat.errors import DealError, IllegalMove, InvalidMove, OptionError, PositionError
from ziggurat.game import SCORE, Game
from ziggurat.games.akropolis import rules, scoring
from ziggurat.games.akropolis.material import COLOR_NAMES, HAS_PLAZA, KIND_INDEX, QUARRY_POINTS, STARS, TILE_KINDS, TILE_PLAYERS, TILES, Color, Kind
from ziggurat.games.akropolis.move_text import from_text, why_not
from ziggurat.games.akropolis.options import OPTIONS, prepare
from ziggurat.games.akropolis.score_typed_in import score_position
from ziggurat.games.akropolis.scoring import write_ranks
from ziggurat.games.akropolis.state import STATE, deal, find, lay_out
from ziggurat.games.akropolis.visibility import city_in_words
from ziggurat.geometry.hex import CORNERS, TRIANGLES, TURNS
from ziggurat.kernel import generator
from ziggurat.registry import game_spec

HERE = Path(__file__).parent
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in json.loads((HERE / "examples.json").read_text(encoding="utf-8"))}
DATA: dict[str, Any] = json.loads((HERE / "akropolis.json").read_text(encoding="utf-8"))
ALL_VARIANTS = list(COLOR_NAMES)
READINGS: dict[str, dict[str, Any]] = {  # the totals of the recorded cities and the options that give them
    "total": {},
    "total_all_variants": {"variants": ALL_VARIANTS},
    "total_edge_outer": {"barracks_edge": "outer"},
    "total_house_value": {"house_group": "value"},
    "total_all_variants_edge_outer_lake_region": {"variants": ALL_VARIANTS, "barracks_edge": "outer", "lake": "region"},
}
REASONS = {"touches nothing": "reason.touches_nothing", "heights differ": "reason.heights_differ", "only one tile below": "reason.one_tile"}


def a_state(**options: Any) -> Any:
    """A position after the deal."""
    state = np.zeros(1, STATE)[0]
    prepare(state, OPTIONS.read(options))
    deal(state, generator("examples"))
    return state


def spot(state: Any, q: int, r: int, rotation: int) -> tuple[int, int]:
    """The triangle and the turn of a placement."""
    move = from_text(state, f"0:{q},{r}/{rotation}")
    return move % TRIANGLES, move // TRIANGLES % TURNS


def fits(state: Any, triangle: int) -> bool:
    """Whether the rules list the triangle for the first player."""
    out = np.zeros(rules.MAX_MOVES, np.int32)
    return triangle in out[: rules.list_fits(state.cities[0], out)]


def built(moves: list[list[int]], **options: Any) -> Any:
    """A position whose first player has placed these tiles, by the rules."""
    state = a_state(seats=2, long_game=True, **options)
    for tile, q, r, rotation in moves:
        triangle, turn = spot(state, q, r, rotation)
        assert fits(state, triangle)
        rules.place_tile(state, state.cities[0], tile, triangle, turn)
    return state


def check_city(name: str) -> None:
    """The typed-in city scores as the example says."""
    example = EXAMPLES[name]
    scored = score_position({field: example[field] for field in ("visible", "stones", "options") if field in example})
    assert {line: scored[line] for line in example["expect"]} == example["expect"], example["why"]


def check_placement(name: str) -> None:
    """The placement is legal, with its level and stones, or illegal for the reason the example gives."""
    example = EXAMPLES[name]
    state = built(example["moves"])
    tile, q, r, rotation = example["test"]
    triangle, turn = spot(state, q, r, rotation)
    assert fits(state, triangle) == example["expect"]["legal"], example["why"]
    if not example["expect"]["legal"]:
        assert why_not(state, turn * TRIANGLES + triangle)[0] == REASONS[example["expect"]["reason"]]
        return
    city = state.cities[0]
    before = int(city.stones)
    rules.place_tile(state, city, tile, triangle, turn)
    assert int(city.stones) - before == example["expect"]["stones_gained"]
    assert city.levels[find(city, int(CORNERS[triangle, 0]))] == example["expect"]["level"]


def check_recorded_city(name: str) -> None:
    """The city, built move by move, scores as published, under every reading; typed in, it scores the same."""
    example = EXAMPLES[name]
    for total, options in READINGS.items():
        state = built(example["moves"], **options)
        state.cities[0].stones = example["stones"]
        points, lines = np.zeros(2, np.int32), np.zeros(6, np.int32)
        scoring.scores(state, points)
        assert points[0] == example["expect"][total], total
        scoring.breakdown(state, 0, lines)
        assert lines.sum() == points[0]
        if not options:
            assert dict(zip(COLOR_NAMES, lines.tolist(), strict=False)) == example["expect"]["points"]
        _, hexes, _ = city_in_words(state.cities[0].tobytes(), int(scoring.reading_of(state)))
        seen = [[hex_.q, hex_.r, hex_.kind, hex_.level] for hex_ in hexes]
        assert score_position({"visible": seen, "stones": example["stones"], "options": options})["total"] == points[0]


def test_every_example_has_its_test() -> None:
    tests = {name[5:8].upper() for name in globals() if re.match(r"test_k\d\d_", name)}
    assert tests == set(EXAMPLES) == {f"K{i:02}" for i in range(1, 52)}


# --- §5 to §7  Scoring ---------------------------------------------------------------------------------------------------


def test_k01_the_houses_of_the_printed_example_score_27() -> None:
    check_city("K01")


def test_k02_the_starting_tile_alone_scores_only_stones() -> None:
    check_city("K02")


def test_k03_the_largest_group_has_the_most_hexes() -> None:
    check_city("K03")


def test_k04_the_option_chooses_the_group_with_the_highest_value() -> None:
    check_city("K04")


def test_k05_among_groups_with_as_many_hexes_the_better_value_counts() -> None:
    check_city("K05")


def test_k06_a_market_beside_a_market_scores_nothing() -> None:
    check_city("K06")


def test_k07_a_market_plaza_is_not_a_market() -> None:
    check_city("K07")


def test_k08_a_market_beside_its_plaza_is_doubled_by_the_variant() -> None:
    check_city("K08")


def test_k09_barracks_count_on_the_edge_and_not_inside() -> None:
    check_city("K09")


def test_k10_a_hole_is_a_free_side() -> None:
    check_city("K10")


def test_k11_with_the_outer_edge_a_hole_is_no_free_side() -> None:
    check_city("K11")


def test_k12_barracks_with_three_empty_neighbours_are_doubled_by_the_variant() -> None:
    check_city("K12")


def test_k13_barracks_with_two_empty_neighbours_are_not_doubled() -> None:
    check_city("K13")


def test_k14_a_temple_is_surrounded_whatever_the_heights() -> None:
    check_city("K14")


def test_k15_a_temple_with_one_free_side_scores_nothing() -> None:
    check_city("K15")


def test_k16_a_temple_on_level_two_is_doubled_by_the_variant() -> None:
    check_city("K16")


def test_k17_a_temple_on_the_ground_is_not_doubled() -> None:
    check_city("K17")


def test_k18_the_level_of_a_plaza_does_not_matter() -> None:
    check_city("K18")


def test_k19_a_garden_beside_a_lake_is_doubled_by_the_variant() -> None:
    check_city("K19")


def test_k20_a_hole_of_two_places_is_no_lake() -> None:
    check_city("K20")


def test_k21_with_regions_every_enclosed_area_is_a_lake() -> None:
    check_city("K21")


def test_k22_without_a_plaza_there_are_no_points() -> None:
    check_city("K22")


def test_k23_houses_worth_nine_are_not_doubled() -> None:
    check_city("K23")


def test_k24_houses_worth_ten_are_doubled_by_the_variant() -> None:
    check_city("K24")


def test_k25_colours_and_stones_add_up() -> None:
    check_city("K25")


# --- §3  Placing -----------------------------------------------------------------------------------------------------


def test_k26_the_first_tile_touches_the_starting_tile() -> None:
    check_placement("K26")


def test_k27_a_tile_away_from_the_city_is_illegal() -> None:
    check_placement("K27")


def test_k28_a_tile_cannot_lie_half_on_the_ground() -> None:
    check_placement("K28")


def test_k29_a_tile_may_rest_on_the_starting_tile_and_another() -> None:
    check_placement("K29")


def test_k30_a_tile_cannot_lie_exactly_on_one_tile() -> None:
    check_placement("K30")


def test_k31_a_third_level_is_built_like_the_second() -> None:
    check_placement("K31")


def test_k32_a_tile_cannot_hang_over_a_void() -> None:
    check_placement("K32")


# --- §3.1 and §4  Site, rounds, ties --------------------------------------------------------------------------------------


def with_site(name: str, **options: Any) -> Any:
    """A position with the site and the stones of an example."""
    example = EXAMPLES[name]
    state = a_state(**options)
    state.site[:] = 0
    state.site[: len(example["site"])] = example["site"]
    state.site_count = len(example["site"])
    state.cities[0].stones = example.get("stones", 0)
    return state


def slots(state: Any) -> list[int]:
    """The positions from which a tile can be taken."""
    out = np.zeros(rules.MAX_MOVES, np.int32)
    moves = out[: rules.legal_moves(state, out)]
    return sorted({int(move) // TRIANGLES // TURNS for move in moves})


def test_k33_the_second_tile_costs_one_stone_and_the_rest_closes_up() -> None:
    example = EXAMPLES["K33"]
    state = with_site("K33")
    slot = example["site"].index(example["take"])
    assert slot == example["expect"]["cost"]
    rules.pay(state, state.cities[0], slot)
    assert rules.take_tile(state, slot) == example["take"]
    assert state.cities[0].stones == example["expect"]["stones_after_payment"]
    assert state.site[: state.site_count].tolist() == example["expect"]["site_after"]


def test_k34_stones_that_the_placement_would_gain_cannot_pay_for_the_tile() -> None:
    state = with_site("K34")
    slot = EXAMPLES["K34"]["site"].index(EXAMPLES["K34"]["take"])
    assert slot not in slots(state)
    assert why_not(state, slot * TURNS * TRIANGLES)[0] == "reason.too_expensive"


def test_k35_without_stones_only_the_first_tile_can_be_taken() -> None:
    state = with_site("K35")
    assert [EXAMPLES["K35"]["site"][slot] for slot in slots(state)] == EXAMPLES["K35"]["expect"]["takeable"]


def test_k36_the_last_tile_becomes_the_first_and_the_next_stack_follows() -> None:
    example = EXAMPLES["K36"]
    state = with_site("K36")
    state.tiles[state.drawn : state.drawn + 3] = example["stack"]
    lay_out(state, 3)
    assert state.site[: state.site_count].tolist() == example["expect"]["site_after"]
    game = ziggurat.new("akropolis", seed=36)
    chiefs = []
    while not game.is_over:
        chiefs.append(game.view()["chief"])
        left = game.view()["site"]
        game.push(game.legal_moves[0])
        if len(left) == 2 and not game.is_over:
            assert game.view()["site"][0] in left
    assert chiefs[::3] == [0, 1] * 6  # the marker goes one seat to the left each round of three turns


def test_k37_the_turn_order_simply_continues_with_three_players() -> None:
    example = EXAMPLES["K37"]
    game = ziggurat.new("akropolis", seats=3, seed=37)
    order = []
    while game.ply < 12:
        order.append(example["players"][game.to_move or 0])
        game.push(game.legal_moves[-1])
    assert [order[i : i + 4] for i in (0, 4, 8)] == list(example["expect"].values())


def played(**options: Any) -> Game:
    game = ziggurat.new("akropolis", seed=1, **options)
    while not game.is_over:
        game.push_unchecked(game.legal_codes()[0])
    return game


def test_k38_twelve_rounds_use_all_tiles_but_one() -> None:
    for players, tiles in EXAMPLES["K38"]["expect"]["tiles"].items():
        game = played(seats=int(players))
        assert len(game.deal["tiles"]) == tiles
        assert game.ply == EXAMPLES["K38"]["expect"]["turns_per_player"][players] * int(players) == tiles - 1


def test_k39_the_long_game_has_nineteen_and_fourteen_stacks() -> None:
    for players, stacks in EXAMPLES["K39"]["expect"]["stacks"].items():
        game = ziggurat.new("akropolis", seed=1, seats=int(players), long_game=True)
        assert game.view()["stacks_left"] == stacks
        assert played(seats=int(players), long_game=True).ply == EXAMPLES["K39"]["expect"]["turns_per_player"][players] * int(players)


def test_k40_among_equal_points_more_stones_win() -> None:
    example = EXAMPLES["K40"]
    state = a_state(seats=3)
    for seat, (points, stones) in enumerate(zip(example["points"], example["stones"], strict=True)):
        city = state.cities[seat]  # one garden on a level that gives the points, and one star
        city.kinds[1], city.levels[1], city.stars[Color.GARDEN], city.stones = Kind.GARDEN, points - stones, 1, stones
    points, ranks = np.zeros(3, np.int32), np.zeros(3, np.int32)
    scoring.scores(state, points)
    assert points.tolist() == example["points"]
    scoring.ranking(state, ranks)
    assert ranks.tolist() == [2, 1, 3]
    assert [seat for seat, rank in enumerate(ranks) if rank == 1] == example["expect"]["winners"]
    state.cities[0].stones, state.cities[0].levels[1] = 5, 79
    scoring.ranking(state, ranks)
    assert ranks.tolist() == [1, 1, 3]  # still equal: a shared victory


# --- §9  Solo ------------------------------------------------------------------------------------------------------------


def check_choice(name: str) -> None:
    """The illustrious architect takes and pays as the example says."""
    example = EXAMPLES[name]
    plain, plaza = (int(np.flatnonzero(has == HAS_PLAZA)[5]) for has in (False, True))
    state = a_state(seats=1)
    state.site[:4] = [plaza if has else plain for has in example["site_has_plaza"]]
    his = state.cities[1]
    his.stones = example["architect_stones"]
    assert rules.architect_choice(state, his) == example["expect"]["takes"]
    rules.architect_turn(state)
    assert example["architect_stones"] - int(his.stones) == example["expect"]["pays"]


def test_k41_the_architect_takes_the_cheapest_plaza_that_he_can_afford() -> None:
    check_choice("K41")


def test_k42_the_architect_takes_the_first_tile_if_no_plaza_is_in_reach() -> None:
    check_choice("K42")


def test_k43_stones_that_you_pay_go_to_the_architect() -> None:
    example = EXAMPLES["K43"]
    state = a_state(seats=1)
    reserve = int(state.reserve)
    state.cities[1].stones = example["architect_stones"]
    rules.pay(state, state.cities[0], example["your_cost"])
    assert state.cities[1].stones == example["expect"]["architect_stones"]
    assert state.reserve == reserve


def test_k44_the_three_architects_score_differently() -> None:
    his = EXAMPLES["K44"]["architect"]
    for name, total in EXAMPLES["K44"]["expect"].items():
        state = a_state(seats=1, architect=name)
        points = his["stones"] + (QUARRY_POINTS * his["quarries"] if name == "metagenes" else 0)
        for color, district in enumerate(COLOR_NAMES):
            plazas = his["plazas"].get(f"{district}_plaza", 0)
            points += int(STARS[color]) * plazas * scoring.architect_value(state, color, his["districts"].get(district, 0), plazas)
        assert points == total


# --- Recorded cities -----------------------------------------------------------------------------------------------------


def test_k45_recorded_game_p2_05_first_player() -> None:
    check_recorded_city("K45")


def test_k46_recorded_game_p2_05_second_player() -> None:
    check_recorded_city("K46")


def test_k47_recorded_game_p3_05_first_player() -> None:
    check_recorded_city("K47")


def test_k48_recorded_game_p4_00_first_player() -> None:
    check_recorded_city("K48")


def test_k49_recorded_game_p2_04_first_player() -> None:
    check_recorded_city("K49")


def test_k50_recorded_game_p2_02_second_player() -> None:
    check_recorded_city("K50")


def test_k51_recorded_game_p3_08_third_player() -> None:
    check_recorded_city("K51")


# --- The box, and what is refused ----------------------------------------------------------------------------------------


def test_the_tiles_are_those_of_the_box() -> None:
    assert [hexes.split() for _, hexes in TILES] == [tile["hexes"] for tile in DATA["tiles"]]
    assert TILE_PLAYERS[1:].tolist() == [tile["min_players"] for tile in DATA["tiles"]]
    for players, content in DATA["content_by_players"].items():
        kinds = TILE_KINDS[1:][TILE_PLAYERS[1:] <= int(players)]
        assert {kind: int((kinds == KIND_INDEX[kind]).sum()) for kind in content} == content
    assert {f"{name}_plaza": int(stars) for name, stars in zip(COLOR_NAMES, STARS, strict=True)} == DATA["plaza_stars"]


@pytest.mark.parametrize("text", ["2:-1,3/4", " 2 : -1 , 3 / 4 ", "2 -1 3 4", "2:(-1,3)/4", "2:−1,3/4"])
def test_moves_may_be_typed_carelessly(text: str) -> None:
    state = a_state()
    assert from_text(state, text) == from_text(state, "2:-1,3/4")


@pytest.mark.parametrize("text", ["", "2", "2:-1,3", "x:1,1/1", "2:1,1/6", "9:1,1/0", "2:1.5,1/0"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        from_text(a_state(), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0:64,0/1", "touch nothing"),
        ("0:65,-1/0", "touch nothing"),
        ("0:1000000,0/0", "touch nothing"),
        ("0:0,0/0", "not on one level"),
        ("3:1,-1/0", "costs 3"),
        ("5:1,-1/0", "no tile at position 5"),
    ],
)
def test_an_illegal_move_says_why_and_never_wraps_around(text: str, reason: str) -> None:
    game = ziggurat.new("akropolis", seed=3)
    with pytest.raises(IllegalMove, match=reason):
        game.push(text)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 5},
        {"long_game": True, "seats": 4},
        {"variants": "temples"},
        {"variants": 3},
        {"stones": "two"},
        {"preset": "none"},
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        OPTIONS.read(options)


def test_options_are_read_from_text_and_presets() -> None:
    assert OPTIONS.read({"variants": "temple, market"})["variants"] == ["market", "temple"]
    assert OPTIONS.read({"variants": "none"})["variants"] == []
    bga = OPTIONS.read({"preset": "bga", "seats": "3"})
    assert (bga["stones"], bga["barracks_edge"], bga["lake"], bga["seats"]) == ("from_one", "outer", "region", 3)


@pytest.mark.parametrize(
    "change",
    [
        lambda tiles: tiles[:-1],
        lambda tiles: [*tiles[:-1], tiles[0]],
        lambda tiles: [*tiles[:-1], 38],
        lambda tiles: [*tiles, 1],
        lambda tiles: "all",
        lambda tiles: [True, *tiles[1:]],
    ],
)
def test_a_wrong_deal_is_refused(change: Any) -> None:
    tiles = ziggurat.new("akropolis", seed=1).deal["tiles"]
    with pytest.raises(DealError):
        ziggurat.new("akropolis", deal={"tiles": change(tiles)})
    with pytest.raises(DealError):
        ziggurat.new("akropolis", deal={"tiles": tiles, "stacks": []})


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"visible": [[0, 0, "house"]]},
        {"visible": [[0, 0, "castle", 1]]},
        {"visible": [[0, 0, "house", 0]]},
        {"visible": [[0, 0, "house", 10**30]]},
        {"visible": [[0, 0, "house", 1], [0, 0, "quarry", 2]]},
        {"visible": [], "stones": -1},
        {"visible": [], "options": {"lake": "big"}},
        {"visible": [], "more": 1},
    ],
)
def test_a_city_that_makes_no_sense_is_refused(position: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        score_position(position)


def test_a_typed_in_city_may_be_wide_and_in_pieces() -> None:
    far = [[-5_000_000, 7, "garden", 2], [9_000_000, 3, "garden_plaza", 1], [0, 40_000, "barracks", 1]]
    assert score_position({"visible": far, "options": {"lake": "region", "barracks_edge": "outer", "variants": ["garden"]}})["garden"] == 6


@pytest.mark.parametrize(("points", "stones", "rank"), [(0, 0, 2), (1, 0, 1), (-1, 0, 2), (0, 1, 1), (0, -1, 2), (-1, 5, 2), (1, -5, 1)])
def test_alone_one_wins_with_more_points_or_as_many_and_more_stones(points: int, stones: int, rank: int) -> None:
    """§6 and §9.3: level in points and stones, the architect has not been beaten. `points` and `stones` are what the player has more than him."""
    state = game_spec("akropolis").blank(1)[0]
    state.seats = 1
    state.cities[0].stones, state.cities[1].stones = 6 + stones, 6
    ranks = np.array([40 + points], SCORE)
    write_ranks(state, 40, ranks)
    assert ranks.tolist() == [rank]


def test_with_the_variant_barracks_double_with_three_or_four_open_sides_and_not_with_more() -> None:
    reading = 1 << Color.BARRACKS
    assert [scoring.decide_barracks(reading, empty, empty) & scoring.TIMES for empty in range(7)] == [0, 1, 1, 2, 2, 1, 1]


def test_where_stones_are_limited_covered_quarries_bring_no_more_than_the_reserve_has() -> None:
    state = np.zeros(1, STATE)[0]
    state.is_limited, state.reserve = 1, 2
    rules.gain(state, state.cities[0], 3)
    assert (int(state.cities[0].stones), int(state.reserve)) == (2, 0)

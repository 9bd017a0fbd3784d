"""The worked examples A01 to A49 on the real rules, each test named after what it shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from ziggurat.game import new_game
from ziggurat.games.amytis import rules, scoring
from ziggurat.games.amytis.material import (
    CARDS,
    COLOR_LETTERS,
    FAVOR_NAMES,
    KIND_NAMES,
    MAX_TURNS,
    PAWNS,
    PROJECTS,
    TILE_INDEX,
    Favor,
    Kind,
    card_pattern,
)
from ziggurat.games.amytis.score_typed_in import score_position
from ziggurat.games.amytis.state import STATE, Phase, deal
from ziggurat.geometry.square import HAS_LINE, SPACE_NAMES, spaces_set
from ziggurat.kernel import generator

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))
BY_ID = {example["id"]: example for example in EXAMPLES}


def named(example: dict[str, Any]) -> Any:
    """The example as a test parameter whose name says what it shows: `A04-residence-a-covering-the-only-theater`."""
    return pytest.param(example, id=f"{example['id']}-{re.sub(r'[^a-z0-9]+', '-', example['title'].lower()).strip('-')}")


def with_fields(*fields: str) -> list[Any]:
    return [named(example) for example in EXAMPLES if all(field in example for field in fields)]


def position(**fields: Any) -> Any:
    """A dealt position with some fields set."""
    state = np.zeros(1, STATE)[0]
    state.starting_cards[:] = (2, 3)
    state.row_limit = 6
    deal(state, generator("rulebook"))
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def index(row: int, column: int) -> int:
    return 3 * row + column


def build_board(board: Any, rows: list[list[str]], last: int | None = None) -> None:
    """Place the tiles of an example, the tile on `last` at the very end."""
    stacks = [stack.split() for row in rows for stack in row]
    order = [space for space in range(9) if space != last] + ([] if last is None else [last])
    for space in order:
        for tile in stacks[space]:
            rules.place_tile(board, TILE_INDEX[tile], space)


def side_bits(kind: Kind, side: str) -> int:
    return (1 << kind) if side == "B" else 0


@pytest.mark.parametrize("example", with_fields("side", "at"))
def test_a_building_scores_when_it_is_placed(example: dict[str, Any]) -> None:
    row, column = example["at"]
    tile = TILE_INDEX[example["board"][row][column].split()[-1]]
    kind = Kind(tile % 6)
    state = position(sides=side_bits(kind, example["side"]))
    build_board(state.boards[0], example["board"], index(row, column))
    state.boards[0].architects = (1 << example.get("own", 1)) - 1
    state.boards[1].architects = ((1 << example.get("opp", 0)) - 1) << 4
    own = min(example.get("validated", 0), 2)
    for seat, validated in ((0, own), (1, example.get("validated", 0) - own)):
        state.boards[seat].card_count = max(validated, 2)
        state.boards[seat].validated = (1 << validated) - 1
    assert rules.building_points(state, state.boards[0], tile, index(row, column)) == example["expect"]["points"]


@pytest.mark.parametrize("example", with_fields("pattern"))
def test_a_project_is_fulfilled_by_the_visible_colours(example: dict[str, Any]) -> None:
    card = example["project"] - 1
    assert list(card_pattern(card)) == example["pattern"]
    state = position()
    build_board(state.boards[0], example["board"])
    assert rules.is_fulfilled(state.boards[0], card) == example["expect"]["validated"]
    if example["expect"]["validated"]:
        assert PROJECTS[card][1] == example["expect"]["points_at_end"]


def test_two_projects_in_one_turn_share_their_tiles() -> None:
    example = BY_ID["A32"]
    board = position().boards[0]
    build_board(board, example["board"])
    board.cards[:2] = [card - 1 for card in example["projects"]]
    board.card_count = 2
    rules.validate_projects(board)
    assert [list(card_pattern(card - 1)) for card in example["projects"]] == example["patterns"]
    assert board.validated == 0b11
    assert rules.validated_count(board) == len(example["expect"]["validated"])
    assert scoring.project_points(board) == example["expect"]["points_at_end"]


@pytest.mark.parametrize("example", with_fields("heights"))
def test_a_favor_scores_at_the_end(example: dict[str, Any]) -> None:
    board = position().boards[0]
    board.heights[:] = [height for row in example["heights"] for height in row]
    validated = example.get("validated", 0)
    board.card_count, board.validated = max(validated, 2), (1 << validated) - 1
    for favor, points in example["expect"]["favor_points"].items():
        assert scoring.favor_points(board, FAVOR_NAMES.index(favor)) == points


def test_the_bottom_row_pays_one_total_for_all_own_pawns() -> None:
    example = BY_ID["A39"]
    board = position().boards[0]
    points = []
    for pawns in example["own_pawns_in_bottom_row"]:
        board.row_pawns = pawns
        points.append(int(scoring.favor_points(board, Favor.ROW)))
    assert points == example["expect"]["points"]


@pytest.mark.parametrize("example", with_fields("own_architects"))
def test_a_line_or_four_architects_come_back(example: dict[str, Any]) -> None:
    board = position().boards[0]
    board.architects = spaces_set(tuple(index(*at) for at in example["own_architects"]))
    assert bool(HAS_LINE[board.architects]) == example["expect"]["aligned"]
    rules.retrieve(board)
    assert (board.architects == 0) == example["expect"]["retrieve"]


def test_a_stack_is_free_with_a_tile_and_without_an_architect() -> None:
    example = BY_ID["A43"]
    state = position()
    state.left[:] = [size for row in example["stack_sizes"] for size in row]
    state.standing = spaces_set(tuple(stack for stack in range(9) if state.left[stack]))
    on = [index(*at) for at in example["architects"]]
    state.boards[0].architects, state.boards[1].architects = spaces_set(tuple(on[:2])), spaces_set(tuple(on[2:]))
    assert rules.free_stacks(state) == spaces_set(tuple(index(*at) for at in example["expect"]["free_stacks"]))


def nearly_empty(to_move: int, *, another_is_empty: bool) -> Any:
    """A position in which stack a1 has one tile left, which is no palace, and perhaps another is empty."""
    state = position(to_move=to_move, turn=30 + to_move)
    state.left[0] = 1
    state.tiles[0, 0] = TILE_INDEX["Gw"]
    if another_is_empty:
        state.left[8] = 0
        state.standing &= ~(1 << 8)
    for board in state.boards:
        board.pawns = 0
    return state


def test_the_end_triggered_by_the_first_player_gives_the_second_one_more_turn() -> None:
    assert BY_ID["A44"]["expect"] == {"remaining_turns": ["second player"]}
    state = nearly_empty(0, another_is_empty=True)
    rules.apply(state, 0)
    assert not rules.is_over(state)
    assert state.to_move == 1
    state.tiles[1, 4] = TILE_INDEX["Gw"]
    rules.apply(state, 9)
    assert rules.is_over(state)


def test_the_end_triggered_by_the_second_player_comes_after_that_turn() -> None:
    assert BY_ID["A45"]["expect"] == {"remaining_turns": []}
    state = nearly_empty(1, another_is_empty=True)
    rules.apply(state, 0)
    assert rules.is_over(state)
    assert state.boards[1].points[Kind.WALL] == 2, "the turn is played to its end: the tile is placed and scores"


def test_the_last_turn_still_has_its_favor() -> None:
    state = nearly_empty(1, another_is_empty=True)
    state.boards[1].pawns, state.boards[1].architects = 1, 0b110
    rules.apply(state, 0)
    assert state.phase == Phase.FAVOR
    rules.apply(state, rules.PLACE_PAWN + Favor.ROW)
    assert rules.is_over(state)


def test_the_first_empty_stack_does_not_end_the_game() -> None:
    assert BY_ID["A46"]["expect"] == {"end_triggered": False}
    for seat in (0, 1):
        state = nearly_empty(seat, another_is_empty=False)
        rules.apply(state, 0)
        assert state.left[0] == 0
        assert not rules.is_over(state)


def test_the_score_track_has_laps_of_fifty() -> None:
    example = BY_ID["A47"]
    board = position().boards[0]
    board.points[0], board.points[1] = example["score_before"], example["gain"]
    score = int(board.points.sum())
    assert {"score": score, "space": score % 50, "range": score // 50 * 50} == example["expect"]


@pytest.mark.parametrize("pawns", [0, 1])
def test_without_a_pawn_in_the_supply_a_line_brings_no_favor(pawns: int) -> None:
    assert BY_ID["A48"]["expect"] == {"favor_placed": False}
    state = position()
    state.boards[0].pawns, state.boards[0].architects = pawns, 0b110
    state.tiles[0, 4] = TILE_INDEX["Gw"]
    rules.apply(state, 0)
    assert state.phase == (Phase.FAVOR if pawns else Phase.BUILD)
    if not pawns:
        assert state.to_move == 1
        rules.retrieve(state.boards[0])
        assert state.boards[0].architects == 0, "the architects come back all the same"


def test_the_final_score_adds_track_projects_and_favors() -> None:
    example = BY_ID["A49"]
    heights = [4, 4, 0, 0, 0, 0, 0, 0, 0]
    board = [[" ".join(["Gw"] * height) for height in heights[row : row + 3]] for row in (0, 3, 6)]
    favors = ["IV", "projects", "row", "row"]
    answer = score_position({"board": board, "track": example["track"], "projects": example["validated_projects"], "favors": favors})
    assert answer["favors"] == example["favors"]
    assert answer["total"] == example["expect"]["total"]


def test_every_example_is_used() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    generic = {p.values[0]["id"] for fields in (("side", "at"), ("pattern",), ("heights",), ("own_architects",)) for p in with_fields(*fields)}
    assert [example["id"] for example in EXAMPLES if example["id"] not in generic and f'"{example["id"]}"' not in source] == []
    assert len(EXAMPLES) == 49


# --- the box, and what the examples leave out ----------------------------------------------------------------------------


def test_the_tables_agree_with_the_list_of_components() -> None:
    box = json.loads((Path(__file__).parent / "amytis.json").read_text(encoding="utf-8"))
    assert box["types"] == list(KIND_NAMES)
    assert "".join(box["colors"]) == COLOR_LETTERS
    assert sorted(kind["color"] + kind["type"][0] for kind in box["tiles"]["kinds"]) == sorted(TILE_INDEX)
    assert {kind["copies"] for kind in box["tiles"]["kinds"]} == {2}
    assert [(list(card_pattern(card)), PROJECTS[card][1]) for card in range(CARDS)] == [(p["pattern"], p["points"]) for p in box["projects"]]
    assert [favor["id"] for favor in box["favors"]] == list(FAVOR_NAMES)
    assert box["per_player"]["favor_pawns"] == PAWNS
    assert MAX_TURNS == 38


@pytest.mark.parametrize(("edition", "cards"), [("second", (2, 3)), ("first", (2, 2))])
def test_the_edition_decides_the_starting_projects(edition: str, cards: tuple[int, int]) -> None:
    game = new_game("amytis", seed=1, edition=edition)
    order = game.deal["projects"]
    view = game.view(0)
    assert view["display"] == order[:3]
    assert [seat["projects"] for seat in view["seats"]] == [order[3:5], order[5 : 5 + cards[1]]]
    assert view["deck_left"] == 20 - 3 - sum(cards)


def test_a_card_from_the_display_is_replaced_in_its_place() -> None:
    game = ziggurat.new("amytis", deal=deal_with_palace_on_a1())
    before = game.view(0)
    game.push("a1>b2")
    assert game.legal_moves == ["+1", "+2", "+3", "+deck"]
    game.push("+2")
    after = game.view(0)
    assert after["display"] == [before["display"][0], game.deal["projects"][8], before["display"][2]]
    assert after["seats"][0]["projects"][-1] == before["display"][1]
    assert after["seats"][0]["track"] == 1, "one visible palace"


def test_the_top_of_the_deck_can_be_taken_unseen() -> None:
    game = ziggurat.new("amytis", deal=deal_with_palace_on_a1(), moves="a1>b2 +deck")
    assert game.view(0)["display"] == game.deal["projects"][:3]
    assert game.view(0)["seats"][0]["projects"][-1] == game.deal["projects"][8]


@pytest.mark.parametrize(("counts", "points"), [("before", 0), ("after", 1)])
def test_palace_b_counts_the_project_of_this_tile_only_by_option(counts: str, points: int) -> None:
    game = new_game("amytis", deal=deal_with_palace_on_a1([1, 2, 3, 6, 5]), sides="AAABAA", palace_b_counts=counts)
    state = game._states[0]
    for space in (1, 4):
        rules.place_tile(state.boards[0], TILE_INDEX["Gw"], space)
    game.push("a1>a1")
    assert game.legal_moves == ["+1", "+2", "+3", "+deck", "+points"]
    game.push("+points")
    assert game.breakdown[0]["palace"] == points
    assert game.breakdown[0]["project:6"] == 8, "it is validated either way"


def test_a_card_taken_this_turn_can_be_validated_this_turn() -> None:
    game = ziggurat.new("amytis", deal=deal_with_palace_on_a1([6, 2, 3, 4, 5]))
    for space in (1, 4):
        rules.place_tile(game._states[0].boards[0], TILE_INDEX["Gw"], space)
    game.push("a1>a1")
    game.push("+1")
    assert game.view(0)["seats"][0]["validated"] == [6]


def test_with_nothing_left_to_take_the_palace_only_scores() -> None:
    state = position(drawn=CARDS)
    state.display[:] = -1
    state.tiles[0, 4] = TILE_INDEX["Gp"]
    rules.apply(state, 0)
    assert state.phase == Phase.BUILD
    assert state.boards[0].points[Kind.PALACE] == 1


def test_a_missing_display_card_is_not_replaced() -> None:
    state = position(drawn=CARDS)
    state.tiles[0, 4] = TILE_INDEX["Gp"]
    rules.apply(state, 0)
    rules.apply(state, rules.TAKE_CARD)
    assert state.display[0] == -1
    assert state.boards[0].card_count == 3


@pytest.mark.parametrize(("limit", "offered"), [("none", True), ("four", False)])
def test_a_fifth_pawn_in_the_bottom_row_is_allowed_unless_limited(limit: str, offered: bool) -> None:
    game = new_game("amytis", deal=deal_with_palace_on_a1(), bottom_row_limit=limit)
    board = game._states[0].boards[0]
    board.row_pawns, board.pawns, board.architects = 4, 1, 0b110
    game.push("a1>a1")
    game.push("+1")
    assert ("!row" in game.legal_moves) == offered


def test_six_spaces_make_the_bottom_row() -> None:
    game = ziggurat.new("amytis", deal=deal_with_palace_on_a1())
    board, other = game._states[0].boards
    board.row_pawns, board.architects, other.row_pawns = 2, 0b110, 4
    game.push("a1>a1")
    game.push("+1")
    assert game.legal_moves == [f"!{name}" for name in FAVOR_NAMES[:-1]]
    with pytest.raises(ziggurat.IllegalMove, match="six spaces of the bottom row are taken"):
        game.push("!row")


def test_equal_totals_share_the_victory() -> None:
    game = ziggurat.new("amytis", seed=1)
    assert game.scores == [0, 0]
    assert game.ranks == [1, 1]
    game._states[0].boards[1].points[0] = 1
    assert game.ranks == [2, 1]


def deal_with_palace_on_a1(first_cards: list[int] | None = None) -> dict[str, Any]:
    """A deal with a green palace on top of a1 and these cards first."""
    deal = ziggurat.new("amytis", seed="palace").deal
    tiles = [tile for stack in deal["stacks"] for tile in stack]
    if "Gp" in tiles:
        place = tiles.index("Gp")
        tiles[4], tiles[place] = tiles[place], tiles[4]
    first = first_cards or []
    projects = first + [card for card in deal["projects"] if card not in first]
    return {"stacks": [tiles[5 * stack : 5 * stack + 5] for stack in range(9)], "projects": projects}


def test_the_squares_are_named_by_column_and_row() -> None:
    assert SPACE_NAMES == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")

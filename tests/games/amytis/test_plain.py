"""The second reading agrees with the worked examples A01 to A49 and keeps its own house in order."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from reading import second_reading

HERE = Path(__file__).parent


plain = second_reading("amytis")
EXAMPLES: list[dict[str, Any]] = json.loads((HERE / "examples.json").read_text(encoding="utf-8"))
BY_ID = {example["id"]: example for example in EXAMPLES}


def examples_with(*fields: str) -> list[Any]:
    return [pytest.param(example, id=example["id"]) for example in EXAMPLES if all(field in example for field in fields)]


def filled(heights: list[list[int]]) -> list[list[str]]:
    """A board with these heights; which tiles they are does not matter."""
    return [[" ".join(["Gw"] * height) for height in row] for row in heights]


def spaces(pairs: list[list[int]]) -> list[tuple[int, int]]:
    return [(row, col) for row, col in pairs]


def a_deal(seed: int = 1) -> dict[str, Any]:
    deal: dict[str, Any] = plain.shuffled_deal(random.Random(seed))
    return deal


def deal_with_top(tops: dict[str, str], projects: list[int] | None = None) -> dict[str, Any]:
    """A deal with the named tiles on top of the named stacks."""
    rest = list(plain.TILES)
    for tile in tops.values():
        rest.remove(tile)
    stacks = []
    for space in plain.SPACES:
        name = plain.name_of(space)
        lower = [rest.pop() for _ in range(4)]
        stacks.append([*lower, tops[name] if name in tops else rest.pop()])
    first = projects or []
    return {"stacks": stacks, "projects": first + [card for card in range(1, 21) if card not in first]}


# -- The examples ----------------------------------------------------------------------------------------------------------------


def test_all_examples_are_here() -> None:
    assert [example["id"] for example in EXAMPLES] == [f"A{i:02}" for i in range(1, 50)]


@pytest.mark.parametrize("example", examples_with("side", "at"))
def test_buildings_score_as_in_the_examples(example: dict[str, Any]) -> None:
    row, col = example["at"]
    kind = plain.TYPE_OF_LETTER[example["board"][row][col].split()[-1][1]]
    points = plain.building_points(
        kind,
        example["side"],
        example["board"],
        example["at"],
        example.get("own", 1),
        example.get("opp", 0),
        example.get("validated", 0),
    )
    assert points == example["expect"]["points"]


@pytest.mark.parametrize("example", examples_with("project"))
def test_projects_are_fulfilled_as_in_the_examples(example: dict[str, Any]) -> None:
    assert plain.PATTERN[example["project"]] == example["pattern"]
    assert plain.fulfilled(example["pattern"], example["board"]) == example["expect"]["validated"]
    if example["expect"]["validated"]:
        assert plain.CARD_POINTS[example["project"]] == example["expect"]["points_at_end"]


def test_two_projects_may_share_tiles() -> None:
    example = BY_ID["A32"]
    validated = [card for card in example["projects"] if plain.fulfilled(plain.PATTERN[card], example["board"])]
    assert [plain.PATTERN[card] for card in example["projects"]] == example["patterns"]
    assert validated == example["expect"]["validated"]
    assert plain.final_total(0, validated, {}) == example["expect"]["points_at_end"]


@pytest.mark.parametrize("example", examples_with("heights"))
def test_favors_score_as_in_the_examples(example: dict[str, Any]) -> None:
    board = filled(example["heights"])
    for favor, points in example["expect"]["favor_points"].items():
        assert plain.favor_points(favor, board, example.get("validated", 0), 0) == points


def test_the_bottom_row_gives_one_total() -> None:
    example = BY_ID["A39"]
    points = [plain.favor_points("row", filled([[0] * 3] * 3), 0, pawns) for pawns in example["own_pawns_in_bottom_row"]]
    assert points == example["expect"]["points"]


@pytest.mark.parametrize("example", examples_with("own_architects"))
def test_architects_align_and_come_back_as_in_the_examples(example: dict[str, Any]) -> None:
    standing = spaces(example["own_architects"])
    assert plain.aligned(standing) == example["expect"]["aligned"]
    assert plain.retrieves(standing) == example["expect"]["retrieve"]


def test_a_free_stack_has_a_tile_and_no_architect() -> None:
    example = BY_ID["A43"]
    free = plain.free_stacks(example["stack_sizes"], spaces(example["architects"]))
    assert free == spaces(example["expect"]["free_stacks"])


def near_the_end(to_move: int, empty: int) -> Any:
    """A game in which stack a1 holds one tile, not a palace, and `empty` other stacks are empty."""
    game = plain.PlainGame(deal_with_top({"a1": "Bw", "b1": "Gw"}), {})
    game.stacks[0, 0] = ["Bw"]
    game.stacks[0, 1] = ["Gw"]
    for space in [(2, 2), (2, 1)][:empty]:
        game.stacks[space] = []
    game.to_move = to_move
    return game


def test_the_second_player_answers_the_end() -> None:
    assert BY_ID["A44"]["expect"] == {"remaining_turns": ["second player"]}
    game = near_the_end(to_move=0, empty=1)
    game.push("a1>a1")
    assert (game.over, game.to_move) == (False, 1)
    game.push("b1>a1")
    assert game.over
    assert game.legal() == set()


def test_the_second_player_ends_the_game_with_the_turn() -> None:
    assert BY_ID["A45"]["expect"] == {"remaining_turns": []}
    game = near_the_end(to_move=1, empty=1)
    game.push("a1>a1")
    assert game.over
    assert game.seats[1].board[0][0] == "Bw"


@pytest.mark.parametrize("to_move", [0, 1])
def test_one_empty_stack_ends_nothing(to_move: int) -> None:
    assert BY_ID["A46"]["expect"] == {"end_triggered": False}
    game = near_the_end(to_move, empty=0)
    game.push("a1>a1")
    assert (game.over, game.to_move) == (False, 1 - to_move)


def test_the_score_track_is_a_loop_of_fifty() -> None:
    example = BY_ID["A47"]
    score = example["score_before"] + example["gain"]
    expect = example["expect"]
    assert (score, *plain.track_space(score)) == (expect["score"], expect["space"], expect["range"])


def line_of_walls() -> Any:
    """The first player is about to complete the top row; no palace is near."""
    game = plain.PlainGame(deal_with_top({"a1": "Bw", "b1": "Gw", "c1": "Ow", "a3": "Pw", "b3": "Bt"}), {})
    for text in ["a1>a1", "a3>a1", "b1>b1", "b3>b1"]:
        game.push(text)
    return game


def test_a_line_without_a_pawn_brings_no_favor() -> None:
    example = BY_ID["A48"]
    game = line_of_walls()
    game.seats[0].favors = ["row"] * (plain.PAWNS - example["favor_pawns_left"])
    game.push("c1>c1")
    assert plain.aligned(game.seats[0].architects) == example["line_completed"]
    assert (game.phase == "favor") == example["expect"]["favor_placed"]
    assert game.to_move == 1


def test_the_final_score_adds_three_parts() -> None:
    example = BY_ID["A49"]
    assert plain.final_total(example["track"], example["validated_projects"], example["favors"]) == example["expect"]["total"]


# -- A turn, step by step --------------------------------------------------------------------------------------------------------


def test_a_line_brings_a_favor_and_then_all_architects_come_back() -> None:
    game = line_of_walls()
    game.push("c1>c1")
    assert game.legal() == {"!I", "!II", "!III", "!IV", "!stairs", "!corners", "!projects", "!row"}
    game.push("!stairs")
    game.push(next(text for text in sorted(game.legal()) if text.endswith(">c3") and text[:2] not in ("a3", "b3")))
    while game.phase != "build":
        game.push(min(game.legal()))
    assert game.to_move == 0
    assert game.seats[0].architects == set()


def test_a_wide_open_board_has_81_builds() -> None:
    assert len(plain.PlainGame(a_deal(), {}).legal()) == 81


@pytest.mark.parametrize(("edition", "first", "second", "deck"), [("second", 2, 3, 12), ("first", 2, 2, 13)])
def test_starting_projects_follow_the_edition(edition: str, first: int, second: int, deck: int) -> None:
    deal = a_deal()
    game = plain.PlainGame(deal, {"edition": edition})
    assert game.display == deal["projects"][:3]
    assert game.seats[0].projects == deal["projects"][3 : 3 + first]
    assert game.seats[1].projects == deal["projects"][3 + first : 3 + first + second]
    assert game.deck == deal["projects"][-deck:]


def test_a_card_of_the_display_is_replaced_in_its_place() -> None:
    game = plain.PlainGame(deal_with_top({"b2": "Gp"}), {})
    taken, next_card = game.display[1], game.deck[0]
    game.push("b2>b2")
    assert game.legal() == {"+1", "+2", "+3", "+deck"}
    game.push("+2")
    assert game.display[1] == next_card
    assert game.seats[0].projects[-1] == taken
    assert game.seats[0].points["palace"] == 1


@pytest.mark.parametrize(("counts", "points"), [("before", 0), ("after", 1)])
def test_palace_b_counts_before_or_after_this_turns_validation(counts: str, points: int) -> None:
    deal = deal_with_top({"a1": "Pw", "b2": "Pt", "a3": "Pp", "c1": "Bw", "c2": "Bt"}, projects=[1, 2, 3, 4, 5])
    game = plain.PlainGame(deal, {"sides": "AAABAA", "palace_b_counts": counts})
    for text in ["a1>a2", "c1>a1", "b2>b2", "c2>b1", "a3>c2"]:
        game.push(text)
    assert game.legal() == {"+1", "+2", "+3", "+deck", "+points"}
    assert game.seats[0].validated == []
    game.push("+points")
    assert game.seats[0].validated == [4]
    assert game.seats[0].points["palace"] == points


def test_a_card_taken_now_may_be_validated_now() -> None:
    deal = deal_with_top({"a1": "Pw", "b2": "Pt", "a3": "Pp", "c1": "Bw", "c2": "Bt"}, projects=[1, 4, 2])
    game = plain.PlainGame(deal, {})
    for text in ["a1>a2", "c1>a1", "b2>b2", "c2>b1", "a3>c2", "+2"]:
        game.push(text)
    assert game.seats[0].validated == [4]
    assert game.breakdown()[0]["project:4"] == 8


@pytest.mark.parametrize(("limit", "allowed"), [("none", True), ("four", False)])
def test_a_fifth_pawn_in_the_bottom_row(limit: str, allowed: bool) -> None:
    game = plain.PlainGame(a_deal(), {"bottom_row_limit": limit})
    game.seats[0].favors = ["row"] * 4
    assert ("row" in game.open_favors()) == allowed


def test_the_bottom_row_has_six_spaces() -> None:
    game = plain.PlainGame(a_deal(), {})
    game.seats[0].favors = ["row"] * 4
    game.seats[1].favors = ["row", "IV", "row"]
    assert game.open_favors() == ["I", "II", "III", "stairs", "corners", "projects"]


def test_what_is_not_legal_is_refused() -> None:
    game = plain.PlainGame(a_deal(), {})
    for text in ["+1", "!row", "d1>a1", "a1", ""]:
        with pytest.raises(ValueError, match="not legal"):
            game.push(text)
    assert game.log == []


def test_impossible_deals_and_options_are_refused() -> None:
    deal = a_deal()
    with pytest.raises(ValueError, match="20 project cards"):
        plain.PlainGame({**deal, "projects": [1] * 20}, {})
    with pytest.raises(ValueError, match="dealt"):
        plain.PlainGame({**deal, "stacks": [["Gw"] * 5] * 9}, {})
    with pytest.raises(ValueError, match="unknown"):
        plain.PlainGame(deal, {"seat": 2})
    with pytest.raises(ValueError, match="impossible"):
        plain.PlainGame(deal, {"sides": "AAAAA"})


# -- Whole games -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_a_random_game_keeps_its_books(seed: int) -> None:
    rng = random.Random(seed)
    options = {
        "seats": 2,
        "edition": rng.choice(["second", "first"]),
        "sides": "".join(rng.choice("AB") for _ in range(6)),
        "bottom_row_limit": rng.choice(["none", "four"]),
        "palace_b_counts": rng.choice(["before", "after"]),
    }
    deal = plain.shuffled_deal(rng)
    game = plain.PlainGame(deal, options)
    all_tiles = sorted(tile for stack in deal["stacks"] for tile in stack)
    while not game.over:
        game.push(rng.choice(sorted(game.legal())))
        on_boards = [tile for seat in game.seats for stack in seat.stacks.values() for tile in stack]
        assert sorted(on_boards + [tile for stack in game.stacks.values() for tile in stack]) == all_tiles
        cards = [*game.display, *game.deck]
        for seat in game.seats:
            cards += seat.projects + seat.validated
            assert len(seat.architects) <= plain.ARCHITECTS
            assert seat.pawns >= 0
        assert sorted(cards) == list(range(1, 21))
        assert not game.seats[0].architects & game.seats[1].architects
        assert game.over or game.legal()
        assert [sum(lines.values()) for lines in game.breakdown()] == game.scores()
    builds = sum(">" in text for text in game.log)
    assert builds % 2 == 0
    assert builds <= 38
    assert sum(not stack for stack in game.stacks.values()) in (2, 3)
    assert sorted(game.ranks()) in ([1, 1], [1, 2])

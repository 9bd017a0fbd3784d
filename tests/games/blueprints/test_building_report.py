"""What a view tells beside a building: points die by die, the plan, the prizes, what a move adds, and what decided cards and the game."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

import ziggurat
from ziggurat.games.blueprints.material import CARD_NAMES
from ziggurat.games.blueprints.move_notes import notes
from ziggurat.games.blueprints.state import Phase

MATERIAL = {"W": "wood", "S": "stone", "G": "glass"}


def played(seed: int, **options: Any) -> ziggurat.Game:
    """A game to its end, by chance."""
    game, chance = ziggurat.new("blueprints", seed=seed, **options), random.Random(seed)
    while not game.is_over:
        game.push(chance.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_die_by_die_add_up_and_the_plan_and_the_prizes_agree_with_the_score(seats: int) -> None:
    for finished in played(seats, seats=seats).view(0)["rounds"]:
        for seat, sheet in enumerate(finished["seats"]):
            for letter, line in MATERIAL.items():
                assert sheet["points"][line] == sum(die["points"] for die in sheet["die_points"] if die["die"][0] == letter)
            assert all(die["points"] is None for die in sheet["die_points"] if die["die"][0] == "R")
            assert (sheet["plan_state"]["state"] == "done") == (sheet["points"]["bonus"] > 0)
            assert sheet["plan_state"]["state"] != "open"  # six dice are chosen: done, or lost
            for prize, (have, need) in sheet["prizes"].items():
                card = finished["cards"].get(prize)
                assert have < need or card is not None
                assert card is None or card["seat"] != seat or have >= need


def test_a_plan_is_open_until_a_stack_is_too_high() -> None:
    game = ziggurat.new("blueprints", seed=7, seats=4)
    own = game.view(0)["seats"][0]
    assert own["plan_state"] == {"state": "open", "missing": 6}
    assert own["prizes"] == {"skyscraper": [0, 5], "structural_integrity": [0, 4], "geometer": [0, 6], "materials": [0, 5]}
    assert "plan_state" not in game.view(0)["seats"][1]
    assert game.view(0)["final"] == []


@pytest.mark.parametrize("seed", range(3))
def test_a_card_tells_whom_it_was_won_from_and_with_which_numbers(seed: int) -> None:
    for finished in played(seed, seats=4).view()["rounds"]:
        for name, card in finished["cards"].items():
            assert (card["by"] == "only") == (card["over"] is None)
            if card["by"] == "score":
                assert card["counts"] == [finished["seats"][seat]["points"]["total"] for seat in (card["seat"], card["over"])]
            if card["by"] in {"first_demand", "second_demand"}:
                letter = finished["demand"][("first_demand", "second_demand").index(card["by"])]
                dice = [[die["die"][0] for die in finished["seats"][seat]["die_points"]].count(letter) for seat in (card["seat"], card["over"])]
                assert card["counts"] == dice
            if card["by"] == "turn_order":
                assert card["counts"] == [1 + finished["order"].index(seat) for seat in (card["seat"], card["over"])]
            assert card["by"] == "only" or card["counts"][0] > card["counts"][1]
            assert name in CARD_NAMES


def test_the_end_tells_by_what_each_player_is_before_the_next() -> None:
    game = played(3, seats=4)
    final = game.view()["final"]
    assert [game.ranks[line["seat"]] for line in final] == sorted(game.ranks)
    assert [line["points"] for line in final] == [game.scores[line["seat"]] for line in final]
    cards = [[0, 1, 0, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0], [0, 1, 2, 0, 0, 0, 0], [0, 1, 2, 0, 0, 0, 0]]  # points 4, 4, 4, 4; prizes 1, 0, 0, 0
    tied = ziggurat.new("blueprints", seed=3, seats=4)
    tied.state.cards[:] = cards
    tied.state.phase = Phase.OVER
    ranking = tied.view()["final"]
    assert [line["seat"] for line in ranking] == [0, 1, 2, 3]
    assert [(line.get("by"), line.get("counts")) for line in ranking] == [("prizes", [1, 0]), ("gold", [1, 0]), ("shared", []), (None, None)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_gain_of_a_move_is_that_of_its_building_also_with_the_last_die_of_a_round(seats: int) -> None:
    game, chance = ziggurat.new("blueprints", seed=seats, seats=seats), random.Random(seats)
    while not game.is_over:
        seat, number, move = game.to_move or 0, int(game.state.round_index), chance.choice(game.legal_moves)
        before, gain = asdict(game.typed_view(seat).seats[seat].points), game.choice(game.check(move)).gain
        game.push(move)
        view = game.typed_view(seat)
        after = asdict((view.rounds[number] if len(view.rounds) > number else view).seats[seat].points)
        assert gain == {line: n - before[line] for line, n in after.items() if line != "total" and n != before[line]}
        assert game.choices(previews=False) == [] or "gain" not in msgspec.to_builtins(game.choices(previews=False)[0])


def test_a_move_in_hand_tells_which_prizes_it_meets_or_misses_by_one_die() -> None:
    for seed in range(4):
        game, chance = ziggurat.new("blueprints", seed=seed, seats=3), random.Random(seed)
        while game.ply < 18:
            seat, move = game.to_move or 0, chance.choice(game.legal_moves)
            before, code = game.state.copy(), game.check(move)
            had = asdict(game.typed_view(seat).seats[seat].prizes)
            game.push(move)
            if game.ply == 18:
                break  # the round is scored: the view shows the next one
            now = asdict(game.typed_view(seat).seats[seat].prizes)
            cards = {key: values["card"] for key, values in notes(before, game.state, seat, code) if "prize" in key}
            grown = {name: have - need for name, (have, need) in now.items() if have > had[name][0]}
            assert set(cards.values()) <= {f"=card.{name}" for name, gap in grown.items() if gap in {-1, 0}}
            assert ("note.prize_met" in cards) == (0 in grown.values())
            assert ("note.prize_near" in cards) == (-1 in grown.values())

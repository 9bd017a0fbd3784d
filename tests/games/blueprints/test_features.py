"""Features for a learned estimate: bounded, the same compiled and not, blind for what is hidden in the bag, and right on tables worked out by hand."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from own_plans import OWN
from ziggurat.game import Game
from ziggurat.games.blueprints.features import NAMES, features
from ziggurat.games.blueprints.material import DIE_INDEX, MATERIAL_LETTERS, SPACE_INDEX, planned_heights
from ziggurat.games.blueprints.pool_features import best_of_pool, kinds_of_pool
from ziggurat.games.blueprints.rules import place_die
from ziggurat.games.blueprints.scoring import building_score
from ziggurat.games.blueprints.state import take_plan
from ziggurat.kernel import COMPILED

VARIANTS: list[dict[str, Any]] = [
    {"seats": seats, "plans": plans, "unplaceable": unplaceable, "next_start_tie": tie}
    for seats in (2, 3, 4)
    for plans, unplaceable, tie in (("reconstructed", "any", "ranking"), ("extended", "only_when_stuck", "random"), (OWN, "any", "random"))
]
NAMED = [f"{options['seats']}-{options['unplaceable']}-{options['next_start_tie']}" for options in VARIANTS]
each_variant = pytest.mark.parametrize("options", VARIANTS, ids=NAMED)


def read(game: Game, seat: int) -> np.ndarray[Any, Any]:
    out = np.full(len(NAMES), np.nan, np.float32)
    features(game.state, seat, out)
    return out


def named(game: Game, seat: int) -> dict[str, float]:
    return dict(zip(NAMES, read(game, seat).tolist(), strict=True))


def plays(options: dict[str, Any], seed: str, every: int = 1) -> Any:
    """A random game ply by ply, the end included."""
    game, chance = ziggurat.new("blueprints", seed=seed, **options), random.Random(seed)
    while not game.is_over:
        if game.ply % every == 0:
            yield game
        game.push_unchecked(chance.choice(game.legal_codes()))
    yield game


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert 40 <= len(NAMES) <= 80


@each_variant
def test_features_are_finite_and_bounded(options: dict[str, Any]) -> None:
    for seed in range(4):
        for game in plays(options, f"bounds {seed}"):
            for seat in range(game.seats):
                numbers = read(game, seat)
                assert np.isfinite(numbers).all()
                assert numbers.min() >= -1.5
                assert numbers.max() <= 2.5, NAMES[int(numbers.argmax())]
        assert not numbers.any(), "nothing can be earned once the game is over"


@each_variant
def test_the_order_of_the_bag_and_later_rounds_change_nothing(options: dict[str, Any]) -> None:
    chance = np.random.default_rng(5)
    for game in plays(options, "bag", every=5):
        before = [read(game, seat).tobytes() for seat in range(game.seats)]
        state = game.state
        number, drawn = int(state.round_index), int(state.drawn)
        state.bag[number, drawn:] = chance.permutation(state.bag[number, drawn:])
        for later in range(number + 1, 3):
            state.bag[later] = chance.permutation(state.bag[later])
            state.plans[later] = chance.permutation(state.plans[later])
            state.demand[later] = chance.permutation(4)[:2]
        assert [read(game, seat).tobytes() for seat in range(game.seats)] == before


@each_variant
def test_the_best_die_is_the_best_by_trying(options: dict[str, Any]) -> None:
    """Each die of the pool on each space that accepts it, scored by the rules; while the bonus stays possible, its share is added."""
    for game in plays(options, "best", every=3):
        state = game.state
        for seat in range(game.seats):
            building = state.buildings[state.round_index, seat]
            left = 6 - int(building.chosen)
            if game.is_over or left == 0:
                continue
            best = 0
            for die in state.pool[: state.pool_size].tolist():
                for space in range(6):
                    if not int(building.fits) >> (6 * (die // 4) + space) & 1:
                        continue
                    after = np.zeros(1, building.dtype)
                    after[0] = building
                    place_die(after[0], die, space)
                    bonus = 6 // left if follows(after[0]) else 0
                    best = max(best, int(after[0].points) - int(building.points) + bonus)
            assert best_of_pool(building, kinds_of_pool(state)) == best
            assert named(game, seat)["best_die"] == pytest.approx(best / 12)


def follows(building: Any) -> bool:
    """Whether no space is higher than planned and nothing was discarded."""
    higher = any(int(building.heights) >> 4 * space & 15 > int(building.plan) >> 4 * space & 15 for space in range(6))
    return not higher and all(int(cell) >= 0 for cell in building.cells[: int(building.chosen)])


# --- Compiled and not -------------------------------------------------------------------------------------------------


def digest_of_features() -> str:
    """A fingerprint of the features of games of every variant."""
    total = hashlib.sha256()
    for options in VARIANTS:
        for game in plays(options, "digest", every=4):
            for seat in range(game.seats):
                total.update(read(game, seat).tobytes())
    return total.hexdigest()


def test_compiled_equals_uncompiled() -> None:
    assert COMPILED
    load = (
        f"import importlib.util as u; s = u.spec_from_file_location('estimates', {str(Path(__file__))!r}); m = u.module_from_spec(s); s.loader.exec_module(m)"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    script = f"{load}; print(m.digest_of_features())"
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest_of_features()


# --- Worked out by hand -----------------------------------------------------------------------------------------------


def table(demand: str, pool: str, *buildings: tuple[str, str]) -> Game:
    """A table in the first round: the materials in demand, the pool, and each seat's plan with its moves in order."""
    game = ziggurat.new("blueprints", seed=1, seats=len(buildings))
    state = game.state
    state.demand[0] = [MATERIAL_LETTERS.index(letter) for letter in demand]
    dice = [DIE_INDEX[die] for die in pool.split()]
    state.pool[: len(dice)] = dice
    state.pool_size = len(dice)
    for seat, (plan, moves) in enumerate(buildings):
        take_plan(state.buildings[0, seat], planned_heights(plan))
        for move in moves.split():
            die, space = move.split(">")
            place_die(state.buildings[0, seat], DIE_INDEX[die], SPACE_INDEX[space])
    return game


def check(numbers: dict[str, float], expected: dict[str, float]) -> None:
    assert {name: numbers[name] for name in expected} == pytest.approx(expected, abs=1e-6)


def test_two_buildings_in_the_middle_of_a_round() -> None:
    """Seat 0: 5 for glass, 2 for recycled. Seat 1: 5 for recycled, 2 for stone. Both can still follow their plans."""
    game = table("WR", "W6 R1 S6 G2 G6 S1 R4 W1", ("X1/31/1X", "W3>b1 G5>a2 R5>a2"), ("2X/22/XX", "R5>a1 R6>a1 S2>a2"))
    assert [int(building_score(game.state.buildings[0, seat])) for seat in (0, 1)] == [7, 7]
    numbers = named(game, 0)
    check(numbers, {"round_2": 0, "round_3": 0, "three_seats": 0, "dice_to_choose": 3 / 6, "to_build": 1, "to_remove": 0, "turns_until": 0, "turn_order": 0})
    # wood: 8 less one in demand and one placed; recycled: less one in demand and three placed
    check(numbers, {"first_demand": 1 / 3, "second_demand": 1 / 3, "wood_left": 6 / 8, "recycled_left": 4 / 8, "stone_left": 7 / 8, "glass_left": 7 / 8})
    # the plan lacks one die on a2, which takes 5 and 6, and one each on b2 and a3, which take all; b1 takes 3 to 6
    check(numbers, {"bonus_possible": 1, "bonus_won": 0, "dice_that_fit_plan": 3 / 6, "bonus_ease": (2 + 6 + 6) / (6 * 3)})
    check(numbers, {"spaces": 4 / 4, "bare_spaces": 2 / 4, "values_that_fit": (4 + 2 + 6 + 6) / 24, "tallest": 2 / 6})
    check(numbers, {"wood_dice": 1 / 4, "recycled_dice": 1 / 4, "stone_dice": 0, "glass_dice": 1 / 4, "points": 7 / 20})
    # on b2 a die would touch two dice, one of them wood; a second recycled die adds 3; the third level of a2 gives a stone 5
    check(numbers, {"next_wood": 2 * (2 + 1) / 8, "next_recycled": 3 / 8, "next_stone": 5 / 8, "next_to_wood": 2 / 8})
    # with a third of the bonus: the glass 6 on b2 beside the wood adds 6 + 2 + 2, each wood on b2 4 + 2 + 2
    check(numbers, {"wood_pool": 2 / 4, "best_die": 10 / 12, "second_die": 8 / 12, "third_die": 8 / 12, "dice_that_fit": 8 / 9, "pool_keeps_plan": 8 / 9})
    check(numbers, {"pool_same_value": 0, "pool_new_value": 8 / 6, "pool_same_material": 6 / 4})
    # three dice are to come: a stack of two lacks three, two fives lack two; four more values or four more of a material are too many
    check(numbers, {"skyscraper_own": 1 - 3 / 7, "structural_integrity_own": 1 - 2 / 7, "geometer_own": 0, "materials_own": 0})
    check(numbers, {"skyscraper_other": 1 - 3 / 7, "structural_integrity_other": 1 - 3 / 7, "geometer_other": 1 - 3 / 7, "materials_other": 1 - 3 / 7})
    # equal scores: seat 0 has a die of the first material in demand, so the silver award would be its own
    lead = ((1 << 6) + (1 << 3) + 1) - ((0 << 6) + (2 << 3) + 2)
    check(numbers, {"lead_1": lead / 512 / 16, "dice_to_choose_1": 3 / 6, "bonus_possible_1": 1, "lead_2": 0, "award_now": 2 / 3, "prizes_now": 0, "cards": 0})
    # outlook: points, best die, 4.4 for each of two more, two thirds of the bonus by its ease
    own, other = int(8 * (7 + 10 + 8.8 + 6 * 14 / 18 * 2 / 3)), int(8 * (7 + 8 + 8.8 + 6 * 17 / 18 * 2 / 3))
    check(numbers, {"outlook": own / 8 / 24, "outlook_lead_1": (own - other) / 8 / 8})
    check(named(game, 1), {"to_build": 0, "turns_until": 1 / 3, "turn_order": 1 / 3, "award_now": 0, "lead_1": -lead / 512 / 16})


def test_three_buildings_at_the_end_of_a_round() -> None:
    """Seat 0 followed its plan and has chosen all six dice; seat 1 has one to come and five of one material; seat 2 is far behind."""
    game = table(
        "SG",
        "R6 W1 S3",
        ("X1/31/1X", "G1>b1 G2>a2 G3>a2 G4>a2 G5>b2 S6>a3"),
        ("33/XX/XX", "R1>a1 R2>a1 R3>a1 R1>b1 R2>b1"),
        ("2X/22/XX", "W1>a1"),
    )
    game.state.cards[0, 1], game.state.cards[2, 0] = 1, 2  # a silver award; two gold ones
    numbers = named(game, 0)
    # glass 1 + 2 + 3 + 4 + 5, stone 2, and the bonus; every value is there and five are glass
    check(numbers, {"three_seats": 1, "dice_to_choose": 0, "bonus_possible": 0, "bonus_won": 1, "points": 17 / 20})
    check(numbers, {"best_die": 0, "next_stone": 0, "dice_that_fit": 0})
    check(numbers, {"geometer_own": 1, "materials_own": 1, "skyscraper_own": 0, "structural_integrity_own": 0})
    # seat 2 has five dice to come: it lacks five values, and a stack of four more dice
    check(numbers, {"materials_other": 1, "geometer_other": 1 - 5 / 7, "skyscraper_other": 1 - 4 / 7})
    # 23 to 20: gold; both prizes too, since stone and glass are in demand
    check(numbers, {"award_now": 1, "prizes_now": 2 / 2, "cards": 2 / 10, "cards_of_best_other": 6 / 10})
    # the last die of seat 1, a recycled 6 on b1, brings 10 more and the whole bonus
    check(numbers, {"dice_to_choose_1": 1 / 6, "bonus_possible_1": 1, "outlook": 23 / 24})
    check(numbers, {"outlook_lead_1": -1.5})  # 23 to 36, cut at one and a half
    check(named(game, 1), {"award_now": 2 / 3, "best_die": 16 / 12, "next_recycled": 10 / 8, "pool_keeps_plan": 2 / 9, "bonus_ease": 5 / 6, "outlook": 36 / 24})

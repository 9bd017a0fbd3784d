"""What must hold in every game: checked over random play, for every number of players and every option."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from own_plans import OWN
from reading import second_reading
from ziggurat.bind import bind
from ziggurat.errors import DealError, IllegalMove, InvalidMove, OptionError
from ziggurat.game import Game
from ziggurat.games.blueprints.building_report import AT_PLAN_STATE, DONE, LOST, built_dice, points_of, prize_progress, report_of
from ziggurat.games.blueprints.material import CARD_NAMES, COUNT_BITS, DECKS, FIRST_PRIZE, HEIGHT_BITS, PLAN_BONUS, Material
from ziggurat.games.blueprints.move_text import MOVES, from_text, to_text
from ziggurat.games.blueprints.score_typed_in import Position, read_building, score_position
from ziggurat.games.blueprints.scoring import bonus_possible, give_awards, material_points, plan_bonus, qualifies
from ziggurat.games.blueprints.visibility import imagine
from ziggurat.kernel import COMPILED, generator
from ziggurat.options import parse_assignments

HERE = Path(__file__).parent
VARIANTS: list[dict[str, Any]] = [
    {"seats": seats, "plans": plans, "unplaceable": unplaceable, "next_start_tie": tie}
    for seats in (2, 3, 4)
    for plans, unplaceable, tie in (("reconstructed", "any", "ranking"), ("extended", "only_when_stuck", "random"), (OWN, "any", "random"))
]
NAMES = [f"{options['seats']}-{options['plans'] if isinstance(options['plans'], str) else 'own'}-{options['unplaceable']}" for options in VARIANTS]
each_variant = pytest.mark.parametrize("options", VARIANTS, ids=NAMES)


plain = second_reading("blueprints")


def new(options: dict[str, Any], seed: object) -> Game:
    return ziggurat.new("blueprints", seed=str(seed), **options)


def play(game: Game, chance: random.Random, plies: int = 1000) -> None:
    for _ in range(plies):
        if game.is_over:
            return
        game.push_unchecked(chance.choice(game.legal_codes()))


def check_table(game: Game) -> None:
    """Dice are conserved, none rests on a higher one, hatched spaces stay empty, the bag is what the rules say."""
    view = game.view()
    state = game.state
    number = int(state.round_index)
    materials = Counter(view["demand"])
    materials.update(die[0] for die in view["pool"])
    materials.update(die[0] for die in view["removed"])
    materials.update(game.deal["rounds"][number]["dice"][place][0] for place in range(30 - view["bag_left"], 30))
    for seat in range(game.seats):
        own = game.view(seat)
        dice = plain.dice_of(own["building"])
        materials.update(die[0] for die in dice)
        assert plain.everything_rests(own["building"])
        assert all(own["plan"][row][col] != "X" or not own["building"][row][col] for row, col in plain.SPACES)
        assert Counter(own["seats"][seat]["taken"]) == Counter(dice) + Counter(own["seats"][seat]["discarded"])
    assert materials == dict.fromkeys("WRSG", 8)
    turns = int(state.round_turn)
    drawn = int(state.drawn)
    assert drawn == min(30, plain.POOL[game.seats] + turns * (2 if game.seats == 2 else 1))
    assert len(view["pool"]) == drawn - turns * (2 if game.seats == 2 else 1) - (view["phase"] == "remove")


@each_variant
def test_the_engine_and_the_plain_referee_agree_move_by_move(options: dict[str, Any]) -> None:
    for seed in range(3):
        game, chance = new(options, seed), random.Random(seed)
        referee = plain.PlainGame(game.deal, options)
        while not game.is_over:
            assert game.to_move == referee.to_move
            assert set(game.legal_moves) == referee.legal()
            assert len(game.legal_moves) == len(set(game.legal_moves))
            assert (game.scores, game.ranks, game.breakdown) == (referee.scores(), referee.ranks(), referee.breakdown())
            move = chance.choice(sorted(game.legal_moves))
            game.push(move)
            referee.push(move)
        assert referee.over
        assert (game.scores, game.ranks, game.breakdown) == (referee.scores(), referee.ranks(), referee.breakdown())
        for finished, expected in zip(game.view()["rounds"], referee.history, strict=True):
            assert [sheet["points"]["total"] for sheet in finished["seats"]] == expected["scores"]
            assert {name: card["seat"] for name, card in finished["cards"].items()} == expected["won"]
            assert [sheet["building"] for sheet in finished["seats"]] == expected["buildings"]
            assert finished["order"] == expected["order"]
            assert finished["ranking"] == expected["ranking"]


@each_variant
def test_dice_are_conserved_and_never_rest_on_higher_ones(options: dict[str, Any]) -> None:
    for seed in range(2):
        game, chance = new(options, f"table {seed}"), random.Random(seed)
        while not game.is_over:
            check_table(game)
            game.push_unchecked(chance.choice(game.legal_codes()))
        assert game.ply == 3 * {2: 24, 3: 18, 4: 24}[game.seats]


@each_variant
def test_awards_and_prizes_are_unique_in_each_round(options: dict[str, Any]) -> None:
    for seed in range(20):
        game = new(options, f"cards {seed}")
        play(game, random.Random(seed))
        given = {2: ["silver"], 3: ["gold", "silver"], 4: ["gold", "silver", "bronze"]}[game.seats]
        held = Counter(card for sheet in game.view()["seats"] for card in sheet["cards"])
        assert all(held[award] == 3 * (award in given) for award in ("gold", "silver", "bronze"))
        assert all(held[prize] <= 3 for prize in CARD_NAMES[3:])
        for finished in game.view()["rounds"]:
            assert [name for name in finished["cards"] if name in ("gold", "silver", "bronze")] == given
            awarded = [finished["cards"][award]["seat"] for award in given]
            assert awarded == finished["ranking"][: len(given)]
            assert Counter(card for sheet in finished["seats"] for card in sheet["cards"]) == Counter(list(finished["cards"]))
        assert game.scores == [sum(lines.values()) for lines in game.breakdown] == [sheet["score"] for sheet in game.view()["seats"]]


@each_variant
def test_what_a_building_keeps_is_what_its_dice_say(options: dict[str, Any]) -> None:
    """Points, heights, numbers of values and materials are added up die by die; here they are counted again."""
    game, chance = new(options, "kept"), random.Random(4)
    while not game.is_over:
        play(game, chance, 1)
        for building in game.state.buildings.ravel():
            chosen = int(building.chosen)
            placed = [
                (die % 4, die // 4, cell) for die, cell in zip(building.dice[:chosen].tolist(), building.cells[:chosen].tolist(), strict=True) if cell >= 0
            ]
            assert building.points == sum(int(material_points(building, material)) for material in Material)
            assert building.wood == sum(1 << cell for material, _, cell in placed if material == Material.WOOD)
            assert building.materials == sum(1 << COUNT_BITS * material for material, _, _ in placed)
            assert building.values == sum(1 << COUNT_BITS * value for _, value, _ in placed)
            assert building.heights == sum(1 << HEIGHT_BITS * (cell % 6) for _, _, cell in placed)


@each_variant
def test_the_report_of_a_building_agrees_with_the_fast_rules(options: dict[str, Any]) -> None:
    """The rules look at many numbers at once, the report counts one by one."""
    game, chance = new(options, "told"), random.Random(6)
    while not game.is_over:
        play(game, chance, 1)
        for building in game.state.buildings[: game.state.round_index + 1, : game.seats].ravel():
            check_report(building, building.cells[: building.chosen].tolist())


def check_report(building: Any, cells: list[int]) -> None:
    """Prizes, plan and points of a report, against the rules and against the dice counted by hand."""
    report = report_of(building)
    assert [have >= need for have, need in prize_progress(report)] == [qualifies(building, prize) for prize in range(FIRST_PRIZE, len(CARD_NAMES))]
    heights = Counter(cell % 6 for cell in cells if cell >= 0)
    planned = [int(building.plan) >> HEIGHT_BITS * space & 15 for space in range(6)]
    lost = any(heights[space] > planned[space] for space in range(6)) or any(cell < 0 for cell in cells)
    state, missing = report[AT_PLAN_STATE : AT_PLAN_STATE + 2]
    assert missing == sum(max(0, planned[space] - heights[space]) for space in range(6))
    assert (state == LOST, state == DONE) == (lost, not lost and not missing) == (not bonus_possible(building), bool(plan_bonus(building)) and not lost)
    points = points_of(report)
    assert points.total == points.bonus + points.wood + points.recycled + points.stone + points.glass
    assert points.total - points.bonus == int(building.points)
    assert points.bonus == (PLAN_BONUS if planned == [heights[space] for space in range(6)] else 0)
    assert [(space, level) for _, space, level, _ in built_dice(report)] == [(cell % 6, cell // 6 + 1) for cell in cells if cell >= 0]


@given(st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_scores_of_buildings_agree_with_the_plain_scorer(chance: random.Random) -> None:
    compare_buildings(chance, 20)


def test_scores_of_ten_thousand_buildings_agree_with_the_plain_scorer() -> None:
    compare_buildings(random.Random(1), 10_000)


def compare_buildings(chance: random.Random, count: int) -> None:
    """Any plan of X and 1 to 6, none to six dice; half of the plans are made to fit."""
    for _ in range(count):
        plan = ["".join(chance.choice("XX123456") for _ in range(2)) for _ in range(3)]
        building: list[list[str]] = [["", ""], ["", ""], ["", ""]]
        few = chance.choice(("WRSG", "W", "WS", "RG", "WRSG"))
        for _ in range(chance.randint(0, 6)):
            die = f"{chance.choice(few)}{chance.randint(1, 6)}"
            if spaces := plain.legal_spaces(plan, building, die):
                building = plain.with_die(building, chance.choice(spaces), die)
        if chance.random() < 0.5:
            plan = ["".join(str(len(stack.split())) if stack else "X" for stack in row) for row in building]
        expected = {**plain.score_building(plan, building), "prizes": plain.prizes_of(building)}
        assert score_position({"plan": plan, "building": building}) == expected
        built = read_building(Position(plan=plan, building=building))
        check_report(built, built.cells[: built.chosen].tolist())


@each_variant
def test_undo_restores_the_bytes_and_moves_keep_the_deal(options: dict[str, Any]) -> None:
    game, chance = new(options, "undo"), random.Random(5)
    deal = game.deal
    past = []
    while not game.is_over:
        past.append(game.state.tobytes())
        game.push_unchecked(chance.choice(game.legal_codes()))
        assert game.spec.module("deal_json").write_deal(game.state) == deal
    for bytes_before in reversed(past):
        game.undo()
        assert game.state.tobytes() == bytes_before


def test_every_move_reads_back_from_its_text_and_from_sloppy_ones() -> None:
    for text, move in MOVES.items():
        assert to_text(None, move) == text
        for sloppy in (text, text.lower(), f" {text[:2]} {text[2:]} ", text.replace(">", "-"), text.replace(">", " ")):
            assert from_text(None, sloppy) == move, sloppy
    for wrong in ("", "R7>a1", "R4>c1", "R4>a4", "R4", "4R>a1", "-R4>a1", "R4>?", "--R4"):
        with pytest.raises(InvalidMove):
            from_text(None, wrong)


@each_variant
def test_a_record_replays_to_the_same_game(options: dict[str, Any]) -> None:
    game = new(options, "record")
    play(game, random.Random(9))
    record = json.loads(json.dumps(game.record()))
    deal = {name: value for name, value in record["deal"].items() if name != "seed"}
    again = ziggurat.new("blueprints", deal=deal, moves=record["moves"], **record["options"])
    assert again.result() == game.result() == record["result"]
    assert again.state.tobytes() == game.state.tobytes()


# --- Compiled and not -------------------------------------------------------------------------------------------------


def digest_of_games(plies: int = 1000) -> str:
    """A fingerprint of games, positions, imagined positions, scores and ranks of every variant."""
    total = hashlib.sha256()
    for options in VARIANTS:
        game, chance, rng = new(options, "digest"), random.Random(7), generator("digest")
        for _ in range(plies):
            if game.is_over:
                break
            imagined = game.spec.blank(1)
            imagined[0] = game.state
            imagine(imagined[0], chance.randrange(-1, game.seats), rng)
            total.update(imagined.tobytes() + game.state.tobytes() + repr((game.legal_moves, game.scores, game.ranks, game.breakdown)).encode())
            game.push_unchecked(chance.choice(game.legal_codes()))
        total.update(repr(game.view()).encode())
    return total.hexdigest()


def test_compiled_equals_uncompiled() -> None:
    assert COMPILED
    load = f"import importlib.util as u; s = u.spec_from_file_location('props', {str(Path(__file__))!r}); m = u.module_from_spec(s); s.loader.exec_module(m)"
    script = f"{load}; print(m.digest_of_games())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest_of_games()


def test_random_games_in_a_kernel_are_whole_games() -> None:
    kernels = bind("blueprints", "ziggurat.search.kernels.playout")
    for options in VARIANTS:
        for seed in range(20):
            game = new(options, f"kernel {seed}")
            plies, listed = kernels.play_randomly(game.state, generator("x"), np.zeros(game.spec.rules.MAX_MOVES, np.int32))
            assert plies == 3 * {2: 24, 3: 18, 4: 24}[game.seats]
            assert listed > plies
            scores = np.zeros(game.seats, np.int32)
            game.spec.scoring.scores(game.state, scores)
            assert 3 * {2: 2, 3: 5, 4: 6}[game.seats] <= scores.sum() <= 3 * ({2: 2, 3: 5, 4: 6}[game.seats] + 8)  # awards, and up to four prizes a round


# --- Deals ------------------------------------------------------------------------------------------------------------


def test_chance_deals_every_material_plan_and_face_equally_often() -> None:
    demand, plans, faces, first = Counter[str](), Counter[int](), Counter[str](), Counter[str]()
    deals = 1500
    for seed in range(deals):
        for dealt in new({"seats": 4}, f"deal {seed}").deal["rounds"]:
            demand["".join(dealt["demand"])] += 1
            plans.update(dealt["plans"])
            faces.update(dealt["dice"])
            first[dealt["dice"][0][0]] += 1
    assert len(demand) == 12
    for counter, kinds in ((demand, 12), (plans, 24), (faces, 24), (first, 4)):
        expected = counter.total() / kinds
        assert max(abs(count - expected) for count in counter.values()) < 5 * expected**0.5, counter


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda deal: deal.pop("rounds"), "list of 3 rounds"),
        (lambda deal: deal.update(seeds=1), "unknown field `seeds`"),
        (lambda deal: deal["rounds"].pop(), "list of 3 rounds"),
        (lambda deal: deal["rounds"][1].pop("dice"), r"rounds\[1\]` lacks `dice`"),
        (lambda deal: deal["rounds"][1].update(tie=[0, 1, 2]), "next_start_tie=random"),
        (lambda deal: deal["rounds"][0].update(demand=["W", "W"]), "names `W` twice"),
        (lambda deal: deal["rounds"][0].update(demand=["W", "X"]), "no material"),
        (lambda deal: deal["rounds"][2]["plans"].pop(), "3 plan numbers"),
        (lambda deal: deal["rounds"][2]["plans"].__setitem__(0, 25), "numbered 1 to 24"),
        (lambda deal: deal["rounds"][2]["plans"].__setitem__(0, deal["rounds"][0]["plans"][0]), "a plan is used once"),
        (lambda deal: deal["rounds"][0]["dice"].__setitem__(0, "W9"), "no die"),
        (lambda deal: deal["rounds"][0]["dice"].pop(), "list of 30 dice"),
        (lambda deal: deal["rounds"][0]["dice"].__setitem__(slice(None), ["W1"] * 30), "beside the demand"),
    ],
)
def test_a_wrong_deal_is_refused_with_its_place(change: Any, reason: str) -> None:
    deal = new({"seats": 3}, "wrong").deal
    change(deal)
    with pytest.raises(DealError, match=reason):
        ziggurat.new("blueprints", seats=3, deal=deal)


# --- Options ----------------------------------------------------------------------------------------------------------


def test_an_own_list_of_plans_comes_from_a_list_a_text_or_a_file(tmp_path: Path) -> None:
    plans = OWN[:6]
    lines, array, table = tmp_path / "plans.txt", tmp_path / "plans.json", tmp_path / "table.json"
    lines.write_text("# typed in from the box\n" + "\n".join(plan.lower() for plan in plans), encoding="utf-8")
    array.write_text(json.dumps(plans), encoding="utf-8")
    table.write_text(json.dumps({"plans": [{"id": 1, "rows": plan.split("/")} for plan in plans]}), encoding="utf-8")
    typed = [parse_assignments([f"plans=@{file}"])["plans"] for file in (lines, array, table)]
    for spelling in (plans, ",".join(plans), *typed):
        assert ziggurat.new("blueprints", seed=1, seats=2, plans=spelling).options["plans"] == plans
    assert ziggurat.new("blueprints", seed=1, seats=2, plans=plans).deal["rounds"][0]["plans"] != []


@pytest.mark.parametrize(
    ("plans", "reason"),
    [
        (OWN[:5], "need at least 6"),
        ([*OWN[:5], "X1/31"], "plan 6, `X1/31`, must be three rows of two"),
        ([*OWN[:5], "X1/31/1"], "three rows of two"),
        ([*OWN[:5], "X4/11/XX"], "plan 6, `X4/11/XX`, holds `4`"),
        ([*OWN[:5], "X1/31/11"], "add up to 7"),
        ([*OWN[:5], 12], "plan 6 is 12"),
        (OWN * 4, "at most 48"),
        ("printed", "choose `reconstructed`"),
        ("@/etc/hostname", "choose `reconstructed`"),
        (12, "cannot be `12`"),
    ],
)
def test_a_wrong_list_of_plans_is_refused_with_the_reason(plans: Any, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        ziggurat.new("blueprints", seed=1, seats=2, plans=plans)


def test_the_reconstructed_plans_are_sound() -> None:
    assert len(DECKS["reconstructed"]) == 24
    for deck in DECKS.values():
        assert len(set(deck)) == len(deck)
        assert ziggurat.new("blueprints", seed=1, seats=4, plans=list(deck)).options["plans"] == list(deck)


def test_illegal_moves_are_refused_with_the_reason() -> None:
    deal = plain.shuffled_deal(random.Random(3), {"seats": 3})
    deal["rounds"][0] |= {"demand": ["W", "R"], "plans": [1, 2, 4]}  # seat 0: X1/X2/X3
    deal["rounds"][1]["plans"], deal["rounds"][2]["plans"] = [5, 6, 7], [8, 9, 10]
    deal["rounds"][0]["dice"] = ["W5", "W2", "W2", "R1", "R1", "R6", "S1", "S6", "S6", *["W1"] * 4, *["R1"] * 4, *["S1"] * 5, *["G1"] * 8]
    game = ziggurat.new("blueprints", seats=3, deal=deal)
    for move, reason in (("G1>b1", "no `G1` in the pool"), ("W5>a1", "hatched"), ("W5>x", "fits on b1, b2, b3"), ("-W5", "only with two players")):
        with pytest.raises(IllegalMove, match=reason):
            game.push(move)
    game.push("W5>b1")
    game.push("S6>a1")
    game.push("S6>a1")
    with pytest.raises(IllegalMove, match="lower than `W5` on top of b1"):
        game.push("W2>b1")
    two = ziggurat.new("blueprints", seats=2, seed=1)
    with pytest.raises(IllegalMove, match="place a die first"):
        two.push(f"-{two.view()['pool'][0]}")
    two.push(two.legal_moves[0])
    with pytest.raises(IllegalMove, match="second die has to be removed"):
        two.push("W5>a1")


def test_the_log_tells_finished_rounds_in_words_and_hides_placements_before() -> None:
    game = new({"seats": 3}, "words")
    play(game, random.Random(1))
    for language in ("en", "fr"):
        expected = game.log(language)
        assert all("{" not in sentence and "." not in sentence.replace(" …", "") for sentences in expected for sentence in sentences), expected
        assert len(expected[17]) > 4
        assert all(len(sentences) == 1 for sentences in expected[:17])
    assert not any(space in sentence.split() for sentences in game.log() for sentence in sentences for space in ("a1", "b1", "a2", "b2", "a3", "b3"))


def test_only_the_command_line_reads_files(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read"):
        parse_assignments(["plans=@no/such/file"])
    broken = tmp_path / "broken.json"
    broken.write_text("[1,", encoding="utf-8")
    with pytest.raises(OptionError, match="is not JSON"):
        parse_assignments([f"plans=@{broken}"])


def test_before_the_first_die_nobody_has_an_award() -> None:
    assert give_awards(0, 2) == 0

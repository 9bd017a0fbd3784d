"""A seat never learns what it cannot see: two games that look alike to it give the same view, moves, picture and imagined tables.

The other game is made without `imagine`, from the rules alone: the others get other plans and other placements that explain what the table
saw, the dice to come and the later rounds are dealt anew.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import ziggurat
from own_plans import OWN
from reading import second_reading
from ziggurat.game import Game
from ziggurat.games.blueprints.building_report import report_of, screen
from ziggurat.games.blueprints.imagine_buildings import explain_on, imagine_building, sketch
from ziggurat.games.blueprints.material import ACTIONS, DIE_INDEX, DISCARD, HEIGHT_BITS, HEIGHT_MASK, SPACE_NAMES, planned_heights
from ziggurat.games.blueprints.rules import spaces_for
from ziggurat.games.blueprints.types import View
from ziggurat.games.blueprints.visibility import PLIES_OF_ROUND, hide_log, imagine
from ziggurat.kernel import NONE, generator
from ziggurat.view import Frame

plain = second_reading("blueprints")
Building = list[list[str]]  # three rows of two stacks

VARIANTS: list[dict[str, Any]] = [
    {"seats": 2, "plans": "reconstructed", "unplaceable": "any", "next_start_tie": "ranking"},
    {"seats": 3, "plans": OWN, "unplaceable": "only_when_stuck", "next_start_tie": "random"},
    {"seats": 4, "plans": "reconstructed", "unplaceable": "any", "next_start_tie": "random"},
    {"seats": 4, "plans": "extended", "unplaceable": "only_when_stuck", "next_start_tie": "ranking"},
]


def imagined(game: Game, seat: int | None, seed: str) -> np.ndarray[Any, Any]:
    """The table as the seat imagines it."""
    table = game.spec.blank(1)
    table[0] = game.state
    imagine(table[0], NONE if seat is None else seat, generator(seed))
    return table


def seen(game: Game, state: Any, seat: int | None) -> View:
    """What the seat would see of a position."""
    frame = Frame(game.options, seat, game.ply, game.to_move, game.is_over, [], [], [])
    view: View = game.spec.visibility.view(state, seat, frame, game.sheets)
    return view


# --- A game that looks the same ---------------------------------------------------------------------------------------


def twin(game: Game, seat: int | None, chance: random.Random) -> Game:
    """A game that differs only in what the seat cannot see; drawn until the others' new plans explain what they did."""
    while True:
        other = ziggurat.new("blueprints", deal=other_deal(game, seat, chance), **game.options)
        if replays(other, game, seat, chance):
            return other


def other_deal(game: Game, seat: int | None, chance: random.Random) -> dict[str, Any]:
    """The deal with everything changed that the seat has not seen."""
    deal = json.loads(json.dumps(game.deal))
    if game.is_over:
        return dict(deal)
    now, state = int(game.state.round_index), game.state
    seen = [plan for number in range(now) for plan in deal["rounds"][number]["plans"]]
    own = [] if seat is None else [deal["rounds"][now]["plans"][seat]]
    unseen = [plan for plan in range(1, int(state.deck_size) + 1) if plan not in seen + own]
    chance.shuffle(unseen)
    for number in range(now, 3):
        dealt = deal["rounds"][number]
        dealt["plans"] = [dealt["plans"][player] if number == now and player == seat else unseen.pop() for player in range(game.seats)]
        drawn = int(state.drawn) if number == now else 0
        if number > now:
            dealt["demand"] = chance.sample("WRSG", 2)
        known = Counter(dealt["demand"]) + Counter(die[0] for die in dealt["dice"][:drawn])
        rest = [letter for letter in "WRSG" for _ in range(8 - known[letter])]
        chance.shuffle(rest)
        dealt["dice"][drawn:] = [f"{letter}{chance.randint(1, 6)}" for letter in rest]
    for number in range(1, 3):
        if "tie" in deal["rounds"][number]:
            order = chance.sample(range(game.seats), game.seats)
            if number <= now:  # only who started was seen
                order.remove(int(state.start[number]))
                order.insert(0, int(state.start[number]))
            deal["rounds"][number]["tie"] = order
    return dict(deal)


def replays(other: Game, game: Game, seat: int | None, chance: random.Random) -> bool:
    """Play the same moves, hidden placements anywhere; False if the new plans cannot explain them."""
    now = int(game.state.round_index) if not game.is_over else 3
    for move, code, before in zip(game.moves, game._codes, game._states, strict=False):
        legal = other.legal_codes()
        if int(before.round_index) < now and int(before.round_index) == int(other.state.round_index) and ">" in move:
            assert code in legal
        elif ">" in move and not move.endswith(">x") and int(before.to_move) != seat:
            legal = [choice for choice in legal if choice // ACTIONS == code // ACTIONS and choice % ACTIONS != DISCARD]
            if not legal:
                return False
            code = chance.choice(legal)  # noqa: PLW2901 - the same die, somewhere else
        elif code not in legal:
            return False
        other.push_unchecked(code)
    return True


def plays(options: dict[str, Any], seed: str) -> Iterator[Game]:
    """A random game, ply by ply, the end included. Low dice and covered spaces are sought, so that discards happen."""
    game, chance = ziggurat.new("blueprints", seed=seed, **options), random.Random(seed)
    while not game.is_over:
        yield game
        discards = [code for code in game.legal_codes() if code % ACTIONS == DISCARD]
        game.push_unchecked(chance.choice(discards if discards and chance.random() < 0.5 else game.legal_codes()))
    yield game


# --- Secrecy ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options['seats']}-{options['unplaceable']}-{options['next_start_tie']}")
def test_what_a_seat_cannot_see_changes_nothing_for_it(options: dict[str, Any]) -> None:
    chance = random.Random(11)
    changed = discards = 0
    for game in plays(options, "secrecy 1"):
        for seat in (*range(game.seats), None):
            other = twin(game, seat, chance)
            view, same = game.view(seat), other.view(seat)
            assert view == same
            assert json.dumps(view) == json.dumps(same)
            movers = [int(state.to_move) for state in game._states[: game.ply]]
            assert hide_log(game.state, game.moves, movers, seat) == hide_log(other.state, other.moves, movers, seat)
            if seat == game.to_move:
                assert game.legal_codes() == other.legal_codes()
            assert imagined(game, seat, f"{game.ply}").tobytes() == imagined(other, seat, f"{game.ply}").tobytes()
            if game.ply % 5 == 0:
                assert game.svg(seat) == other.svg(seat)
            changed += game.state.tobytes() != other.state.tobytes()
            discards += sum(len(sheet["discarded"]) for sheet in view["seats"])
    assert changed > game.ply * game.seats * 0.9
    assert discards > 0


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options['seats']}-{options['unplaceable']}-{options['next_start_tie']}")
def test_an_imagined_table_looks_the_same_and_is_a_legal_game(options: dict[str, Any]) -> None:
    for game in plays(options, "legal 2"):
        for seat in (*range(game.seats), None):
            table = imagined(game, seat, f"{game.ply}/{seat}")[0]
            assert seen(game, table, seat) == seen(game, game.state, seat)
            assert table.tobytes() == imagined(game, seat, f"{game.ply}/{seat}").tobytes()
        check_replay(game, table)


def check_replay(game: Game, table: Any) -> None:
    """The imagined deal, played with the imagined placements, is a legal game that leads to the imagined table, byte for byte."""
    deal = game.spec.module("deal_json").write_deal(table)
    again = ziggurat.new("blueprints", deal=deal, **game.options)
    places: dict[tuple[int, int], int] = defaultdict(int)
    for move in game.moves:
        number, seat = int(again.state.round_index), int(again.state.to_move)
        if move.startswith("-"):
            again.push(move)
            continue
        building = table.buildings[number, seat]
        cell = int(building.cells[places[number, seat]])
        places[number, seat] += 1
        again.push(f"{move.split('>')[0]}>{'x' if cell < 0 else SPACE_NAMES[cell % 6]}")
    assert again.state.tobytes() == table.tobytes()


def test_the_view_names_only_what_the_table_saw() -> None:
    for game in plays(VARIANTS[2], "names"):
        for seat in (*range(game.seats), None):
            view = game.view(seat)
            for player, sheet in enumerate(view["seats"]):
                assert ("plan" in sheet) == ("building" in sheet) == (player == seat or game.is_over)
                assert len(sheet["taken"]) == int(game.state.buildings[game.state.round_index, player].chosen)
            assert (view["plan"] is None) == (seat is None)
            assert len(view["rounds"]) == (3 if game.is_over else view["round"] - 1)
            if game.is_over:
                break


def test_the_log_hides_placements_of_others_in_this_round_only() -> None:
    game = ziggurat.new("blueprints", seed="log", seats=2)
    chance = random.Random(2)
    while game.ply < PLIES_OF_ROUND[2] + 7:
        game.push_unchecked(chance.choice(game.legal_codes()))
    movers = [int(state.to_move) for state in game._states[: game.ply]]
    for seat in (0, 1, None):
        log = hide_log(game.state, game.moves, movers, seat)
        for ply, (shown, move) in enumerate(zip(log, game.moves, strict=True)):
            hidden = ply >= PLIES_OF_ROUND[2] and movers[ply] != seat and ">" in move and not move.endswith(">x")
            assert shown == (f"{move[:2]}>?" if hidden else move)


# --- Statistics of `imagine` on small tables ---------------------------------------------------------------------------


def explanations(plans: list[str], chosen: list[tuple[str, int]]) -> dict[tuple[int, str], float]:
    """How likely each plan with each building is, from the text of decision 0007 and the second reading of the rules.

    `chosen` holds each die and 0, or for a discarded one the highest value that was seen to fit nowhere.
    """
    chances: dict[tuple[int, str], float] = defaultdict(float)

    def points(rows: list[str], building: Building) -> int:
        score = plain.score_building(rows, building)
        return int(score["total"] - score["bonus"])

    def appeal(rows: list[str], building: Building, discards: int, die: str, space: tuple[int, int]) -> float:
        after = plain.with_die(building, space, die)
        gain = math.exp((points(rows, after) - points(rows, building)) / 2)
        stack = plain.stack_of(building, space)
        step = math.exp(-0.25 * (int(die[1]) - (int(stack[-1][1]) if stack else 1)))
        heights = {(row, col): len(plain.stack_of(after, (row, col))) for row, col in plain.SPACES}
        keeps = not discards and all(rows[row][col] == "X" or height <= int(rows[row][col]) for (row, col), height in heights.items())
        return gain * step * (4 if keeps else 1)

    def appeals(rows: list[str], building: Building, discards: int, die: str) -> dict[tuple[int, int], float]:
        return {space: appeal(rows, building, discards, die, space) for space in plain.legal_spaces(rows, building, die)}

    def walk(plan: int, rows: list[str], place: int, building: Building, discards: int, chance: float) -> None:
        if place == len(chosen):
            chances[plan, "/".join(stack for row in building for stack in row)] += chance
            return
        die, bar = chosen[place]
        if bar:
            if not plain.legal_spaces(rows, building, f"W{bar}"):
                walk(plan, rows, place + 1, building, discards + 1, chance)
            return
        any_die = sum(sum(appeals(rows, building, discards, name).values()) for name in DIE_INDEX)
        for space, weight in appeals(rows, building, discards, die).items():
            walk(plan, rows, place + 1, plain.with_die(building, space, die), discards, chance * weight / any_die)

    for plan, rows in enumerate(plans):
        walk(plan, rows.split("/"), 0, [["", ""], ["", ""], ["", ""]], 0, 1.0)
    total = sum(chances.values())
    return {key: chance / total for key, chance in chances.items()}


def small_table(plans: list[str], chosen: list[list[tuple[str, int]]], **options: Any) -> Game:
    """Seat 0 has chosen nothing; each other seat has chosen these dice. Where they lie now does not matter: it is hidden."""
    game = ziggurat.new("blueprints", seed=1, seats=len(chosen) + 1, plans=plans, **options)
    for seat, dice in enumerate(chosen, 1):
        building = game.state.buildings[0, seat]
        for place, (die, bar) in enumerate(dice):
            building.dice[place] = DIE_INDEX[die]
            building.cells[place] = -bar
        building.chosen = len(dice)
    return game


def frequencies(game: Game, draws: int) -> Counter[tuple[Any, ...]]:
    """How often seat 0 imagines which plans and buildings behind the other screens."""
    rng, seen = generator("frequencies"), Counter[tuple[Any, ...]]()
    table = game.spec.blank(1)
    for _ in range(draws):
        table[0] = game.state
        imagine(table[0], 0, rng)
        state = table[0]
        behind: list[Any] = []
        for seat in range(1, game.seats):
            behind += [int(state.plans[0, seat]), "/".join(stack for row in screen(report_of(state.buildings[0, seat])).building for stack in row)]
        seen[tuple(behind)] += 1
    return seen


def check_distribution(seen: Counter[tuple[Any, ...]], expected: dict[tuple[Any, ...], float]) -> None:
    """Only what is possible was seen, and chi-square is near its degrees of freedom (five standard deviations)."""
    assert set(seen) <= set(expected)
    draws = seen.total()
    chi = sum((seen[key] - draws * chance) ** 2 / (draws * chance) for key, chance in expected.items())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5 + 1, (chi, freedom)


def test_without_dice_every_unseen_plan_is_equally_likely() -> None:
    game = ziggurat.new("blueprints", seed=1, seats=3)
    own = int(game.state.plans[0, 0])
    pairs = [(a, b) for a, b in product(range(24), repeat=2) if own not in (a, b) and a != b]
    seen = Counter({(plans[0], plans[2]): count for plans, count in frequencies(game, 20_000).items()})
    check_distribution(seen, dict.fromkeys(pairs, 1 / len(pairs)))


PLANS = ["X1/31/1X", "33/XX/XX", "2X/22/XX", "X1/22/1X", "X1/X2/X3", "11/11/2X"]
TAKEN = [
    [("R4", 0)],
    [("R4", 0), ("W3", 0)],
    [("W2", 0), ("S2", 0), ("S3", 0), ("R3", 0)],
    [("R6", 0), ("W6", 0), ("G6", 0), ("S5", 5)],
    [("R6", 0), ("W6", 0), ("S5", 5)],
    [("R2", 0), ("W4", 0), ("G3", 0), ("S1", 1), ("S2", 0)],
    [("R2", 0), ("W4", 0), ("G6", 0), ("S6", 0), ("S1", 5)],  # the strict option: up to 5 was seen to fit nowhere
]


@pytest.mark.parametrize("chosen", TAKEN, ids=str)
def test_sketches_have_the_weights_of_the_model_given_the_discards(chosen: list[tuple[str, int]]) -> None:
    """Summed over many sketches, the weight of each plan with each building is as likely as the model says."""
    game, rng, draws = small_table(PLANS, [chosen]), generator("sketches"), 1000
    building = game.state.buildings[0, 1]
    sums: dict[tuple[int, str], float] = defaultdict(float)
    squares: dict[tuple[int, str], float] = defaultdict(float)
    for plan, _ in product(range(len(PLANS)), range(draws)):
        weight, spaces = sketch(building, int(game.state.deck[plan]), rng)
        if weight > 0:
            stacks = [""] * 6
            for place, (die, bar) in enumerate(chosen):
                if not bar:
                    stacks[spaces >> HEIGHT_BITS * place & HEIGHT_MASK] += f" {die}"
            key = (plan, "/".join(stack.strip() for stack in stacks))
            sums[key] += weight
            squares[key] += weight * weight
    expected, total = explanations(PLANS, chosen), sum(sums.values())
    assert set(sums) <= set(expected)
    for key, chance in expected.items():
        assert abs(sums[key] / total - chance) < 6 * squares[key] ** 0.5 / total + 1e-3, key


@pytest.mark.parametrize("chosen", TAKEN, ids=str)
def test_what_is_imagined_explains_the_discards_and_plans_are_about_as_likely_as_the_model_says(chosen: list[tuple[str, int]]) -> None:
    game = small_table(PLANS, [chosen])
    unseen = [plan for plan in range(len(PLANS)) if plan != int(game.state.plans[0, 0])]
    likely = {(unseen[plan], building): chance for (plan, building), chance in explanations([PLANS[plan] for plan in unseen], chosen).items()}
    seen = frequencies(game, 5_000)
    assert set(seen) <= set(likely)
    assert all(seen[key] > 0 for key, chance in likely.items() if chance > 0.008)
    for plan in unseen:  # one of a few sketches is drawn: near, not exact
        share = sum(count for key, count in seen.items() if key[0] == plan) / 5_000
        assert share == pytest.approx(sum(chance for key, chance in likely.items() if key[0] == plan), abs=0.05)


def test_two_screens_share_the_deck_given_the_discards_of_both() -> None:
    plans = ["X1/31/1X", "33/XX/XX", "2X/22/XX", "X3/X3/XX", "X1/X2/X3", "22/11/XX", "3X/3X/XX", "1X/22/1X", "XX/12/3X"]
    one, two = [("R6", 0), ("W6", 0), ("S5", 5)], [("R5", 0), ("W6", 0), ("S6", 0), ("S4", 4)]
    own = int(small_table(plans, [one, two]).state.plans[0, 0])
    alone = []
    for chosen in (one, two):
        state, rng, draws = small_table(plans, [chosen]).state, generator("alone"), Counter[int]()
        for _ in range(10_000):
            draws[int(imagine_building(state, state.buildings[0, 1], 1 << own, rng))] += 1
        alone.append(draws)
    joint = {(a, b): alone[0][a] * alone[1][b] for a in alone[0] for b in alone[1] if a != b}
    seen = Counter[tuple[int, int]]()
    for behind, count in frequencies(small_table(plans, [one, two]), 10_000).items():
        seen[behind[0], behind[2]] += count
    assert set(seen) <= set(joint)
    assert sum(abs(seen[pair] / 10_000 - chance / sum(joint.values())) for pair, chance in joint.items()) < 0.1


def test_the_search_finds_the_one_explanation_even_if_no_sketch_does() -> None:
    """A discarded 4 after 1 2 3 5 6: every open space is topped by the 5 or the 6, so there are two of them."""
    chosen = [("W1", 0), ("W2", 0), ("W3", 0), ("W5", 0), ("W6", 0), ("S4", 4)]
    building = small_table(PLANS, [chosen]).state.buildings[0, 1]
    for plan, turn in product(PLANS, range(6)):
        is_explained = explain_on(building, planned_heights(plan), len(chosen), turn)
        assert is_explained == (plan == "33/XX/XX")
        if is_explained:
            assert building.chosen == len(chosen)
            assert [int(cell) < 0 for cell in building.cells] == [bar > 0 for _, bar in chosen]
            assert spaces_for(building, 4) == 0


def test_a_table_that_nothing_explains_is_imagined_all_the_same() -> None:
    """A 1 that was placed after a 6 was discarded: no plan allows it. What was seen stays, and it does not last for ever."""
    game = small_table(PLANS, [[("S6", 6), ("R1", 0), ("W3", 0)]])
    for seat in (0, NONE):
        table = game.spec.blank(1)
        table[0] = game.state
        imagine(table[0], seat, generator("nothing"))
        assert seen(game, table[0], 0).seats[1] == seen(game, game.state, 0).seats[1]
        assert table[0].buildings[0, 1].chosen == 3
        assert len(set(table[0].plans[0, :2].tolist())) == 2


def test_a_strict_discard_shows_that_no_die_of_the_pool_fitted() -> None:
    game = ziggurat.new("blueprints", seed=5, seats=2, unplaceable="only_when_stuck", plans=["33/XX/XX"] * 6)
    state = game.state
    state.pool[:8] = [DIE_INDEX[die] for die in ("W6", "W6", "R1", "R2", "S3", "S4", "G5", "G1")]
    game._forget()
    game.push("W6>a1")
    game.push("-W6")
    state = game.state
    state.buildings[0, 0].fits = 0  # both stacks are as high as can be
    state.to_move = 0
    state.pool[:8] = [DIE_INDEX[die] for die in ("W4", "W4", "R1", "R2", "S3", "S4", "G5", "G1")]
    game._forget()
    assert set(game.legal_moves) == {f"{die}>x" for die in ("W4", "R1", "R2", "S3", "S4", "G5", "G1")}
    game.push("R1>x")
    assert game.state.buildings[0, 0].cells[1] == -5


def test_the_dice_to_come_are_those_left_in_the_bag_with_any_face() -> None:
    game, chance = ziggurat.new("blueprints", seed="bag", seats=3), random.Random(3)
    while game.ply < 11:
        game.push_unchecked(chance.choice(game.legal_codes()))
    drawn = int(game.state.drawn)
    left = Counter(int(die) % 4 for die in game.state.bag[0, drawn:])
    rng, faces, firsts, table = generator("bag"), Counter[tuple[int, ...]](), Counter[tuple[int, ...]](), game.spec.blank(1)
    for _ in range(4000):
        table[0] = game.state
        imagine(table[0], 0, rng)
        bag = table[0].bag[0]
        assert bag[:drawn].tolist() == game.state.bag[0, :drawn].tolist()
        assert Counter(int(die) % 4 for die in bag[drawn:]) == left
        faces.update((int(die) // 4,) for die in bag[drawn:])
        firsts[(int(bag[drawn]) % 4,)] += 1
    check_distribution(faces, {(face,): 1 / 6 for face in range(6)})
    check_distribution(firsts, {(material,): count / (30 - drawn) for material, count in left.items()})


def test_later_rounds_are_imagined_like_a_new_deal() -> None:
    game = ziggurat.new("blueprints", seed="later", seats=2)
    rng, demand, plans, table = generator("later"), Counter[tuple[int, ...]](), Counter[tuple[int, ...]](), game.spec.blank(1)
    own = int(game.state.plans[0, 0])
    for _ in range(6000):
        table[0] = game.state
        imagine(table[0], 0, rng)
        state = table[0]
        demand[tuple(state.demand[2].tolist())] += 1
        plans[(int(state.plans[2, 1]),)] += 1
        dealt = state.plans[:, :2].ravel().tolist()
        assert len(set(dealt)) == 6
        assert dealt[0] == own
        assert Counter(int(die) % 4 for die in state.bag[2]) + Counter(state.demand[2].tolist()) == dict.fromkeys(range(4), 8)
    check_distribution(demand, {(a, b): 1 / 12 for a, b in product(range(4), repeat=2) if a != b})
    check_distribution(plans, {(plan,): 1 / 23 for plan in range(24) if plan != own})

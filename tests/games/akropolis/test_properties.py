"""Random play with every number of players and every option, held against the second reading and against the box."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from reading import second_reading
from ziggurat.game import Game
from ziggurat.games.akropolis import choices, rules, scoring, visibility
from ziggurat.games.akropolis.material import (
    ARCHITECT_NAMES,
    COLOR_NAMES,
    KIND_INDEX,
    KIND_NAMES,
    STONES,
    TILE_COUNT,
    TILES,
    Architect,
    Color,
    Kind,
)
from ziggurat.games.akropolis.move_text import from_text, spell, to_text
from ziggurat.games.akropolis.options import OPTIONS, prepare
from ziggurat.games.akropolis.score_typed_in import score_position, tell_sheet
from ziggurat.games.akropolis.state import STATE, deal, find, is_built
from ziggurat.games.akropolis.types import ColorSheet
from ziggurat.geometry.hex import CORNERS, NEIGHBOURS, TRIANGLES
from ziggurat.kernel import below, generator

plain = second_reading("akropolis")
TABLES = [(2, False), (3, False), (4, False), (2, True), (3, True), (1, False), (1, True)]


def some_options(rng: random.Random, seats: int, long_game: bool) -> dict[str, Any]:
    """Options by lot."""
    return {
        "seats": seats,
        "architect": rng.choice(["hippodamos", "metagenes", "callicrates"]),
        "stones": rng.choice(["from_zero", "from_one"]),
        "long_game": long_game,
        "variants": [name for name in COLOR_NAMES if rng.random() < 0.5],
        "house_group": rng.choice(["count", "value"]),
        "barracks_edge": rng.choice(["any", "outer"]),
        "lake": rng.choice(["single", "region"]),
        "stone_supply": rng.choice(["unlimited", "forty"]),
    }


def choose(rng: random.Random, state: Any, moves: list[int], style: str) -> int:
    """A move by lot: any, or the highest, or the innermost of a few."""
    if style == "any":
        return rng.choice(moves)
    few = [rng.choice(moves) for _ in range(8)]
    city = state.cities[state.to_move]
    if style == "high":
        return max(few, key=lambda move: is_built(city, int(CORNERS[move % TRIANGLES, 0])))
    return min(few, key=lambda move: distance(to_text(state, move)))


def distance(text: str) -> int:
    """How far from the starting plaza a move is."""
    q, r = (int(part) for part in text[2:].split("/", maxsplit=1)[0].split(","))
    return max(abs(q), abs(r), abs(q + r))


def legal_codes(state: Any) -> list[int]:
    out = np.zeros(rules.MAX_MOVES, np.int32)
    codes: list[int] = out[: rules.legal_moves(state, out)].tolist()
    return codes


def points_of(state: Any) -> list[int]:
    out = np.zeros(4, np.int32)
    scoring.scores(state, out)
    points: list[int] = out[: int(state.seats)].tolist()
    return points


# --- the second reading ---------------------------------------------------------------------------------------------------


def check_position(game: Game, other: Any) -> None:
    """The position is what the second reading has: moves, site, stones, cities, scores, and the score sheet hex by hex."""
    state, legal = game.state, game.legal_codes()
    assert sorted(game.legal_moves) == other.legal()
    assert sorted(to_text(state, code) for code in legal) == other.legal()
    assert (int(state.to_move), state.site[: state.site_count].tolist()) == (other.to_move if state.seats > 1 else 0, other.site)
    points = points_of(state)
    assert points == other.scores()
    view: Any = game.view(0)
    assert view["chief"] == other.chief
    assert [view["tiles"][str(tile)] for tile in view["site"]] == [TILES[tile - 1][1].split() for tile in other.site]
    for seat, page in enumerate(view["seats"]):
        seen = {(hex_["q"], hex_["r"]): (hex_["kind"], hex_["level"], hex_["tile"]) for hex_ in page["city"]}
        assert seen == {place: (stack[-1][0], len(stack), stack[-1][1]) for place, stack in other.cities[seat].stacks.items()}
        below = {(hex_["q"], hex_["r"]): hex_["below"] for hex_ in page["city"] if "below" in hex_}
        assert below == {place: [kind for kind, _ in stack[:-1]] for place, stack in other.cities[seat].stacks.items() if len(stack) > 1}
        assert page["stones"] == other.stones[seat]
        assert sum(color["points"] for color in page["sheet"].values()) + page["stones"] == points[seat]


@pytest.mark.parametrize(("seats", "long_game"), TABLES)
def test_moves_and_scores_are_those_of_the_second_reading_at_every_ply(seats: int, long_game: bool) -> None:
    rng = random.Random(f"{seats}/{long_game}")
    for style in ("any", "high"):
        options = some_options(rng, seats, long_game)
        game = ziggurat.new("akropolis", seed=rng.randrange(10**6), **options)
        other = plain.PlainGame(game.deal, options)
        while not game.is_over:
            check_position(game, other)
            code = choose(rng, game.state, game.legal_codes(), style)
            other.push(to_text(game.state, code))
            game.push_unchecked(code)
        assert other.over
        assert (game.scores, game.ranks, game.breakdown) == (other.scores(), other.ranks(), other.breakdown())
        if seats == 1:
            assert {**other.architect(), "name": options["architect"]} == (game.result() or {})["architect"] == game.view()["architect"]


def readings(rng: random.Random) -> dict[str, Any]:
    """The options that decide what counts, by lot."""
    return {name: some_options(rng, 2, False)[name] for name in ("variants", "house_group", "barracks_edge", "lake")}


def test_ten_thousand_cities_score_as_in_the_second_reading() -> None:
    rng = random.Random("cities")
    cities, kinds = 0, Counter[str]()
    while cities < 10_000:
        state = np.zeros(1, STATE)[0]
        prepare(state, OPTIONS.read({"long_game": cities % 2 == 0}))
        deal(state, generator(f"cities/{cities}"))
        style = rng.choice(["any", "high", "inner", "inner"])
        while not rules.is_over(state):
            rules.apply(state, choose(rng, state, legal_codes(state), style))
            options = readings(rng)
            prepare(state, OPTIONS.read({"long_game": bool(state.tile_total == TILE_COUNT), **options}))
            seat = rng.randrange(2)
            stones, hexes, sheet = visibility.city_in_words(state.cities[seat].tobytes(), int(scoring.reading_of(state)))
            visible = [[hex_.q, hex_.r, hex_.kind, hex_.level] for hex_ in hexes]
            expected = plain.score_city(visible, stones, options)
            lines = np.zeros(len(scoring.LINES), np.int32)
            scoring.breakdown(state, seat, lines)
            assert dict(zip(scoring.LINES, lines.tolist(), strict=True)) == {line: expected[line] for line in scoring.LINES}
            assert points_of(state)[seat] == expected["total"]
            pages: dict[str, ColorSheet] = {name: getattr(sheet, name) for name in COLOR_NAMES}
            assert {name: page.points for name, page in pages.items()} == {name: expected[name] for name in COLOR_NAMES}
            typed = {(hex_.q, hex_.r): (KIND_INDEX[hex_.kind], hex_.level) for hex_ in hexes}
            assert tell_sheet(typed, OPTIONS.read(options)) == sheet, "the same city typed in has the same sheet, reason by reason"
            kinds.update(row.reason for page in pages.values() for row in page.districts)
            cities += 1
    assert min(kinds[f"reason.{name}"] for name in ("market_doubled", "temple_doubled", "garden_doubled", "house_doubled", "barracks_hole")) > 20


def test_typed_in_cities_of_any_shape_score_as_in_the_second_reading() -> None:
    rng = random.Random("typed")
    kinds = [*COLOR_NAMES, *COLOR_NAMES, "quarry", *(f"{name}_plaza" for name in COLOR_NAMES)]
    for _ in range(1500):
        size, hexes = rng.randint(2, 7), rng.random()
        places = [(q, r) for q in range(size) for r in range(size) if rng.random() < hexes]
        visible = [[q, r, rng.choice(kinds), rng.choice((1, 1, 2, 3))] for q, r in places]
        position = {"visible": visible, "stones": rng.randint(0, 9), "options": readings(rng)}
        assert score_position(position) == plain.score_city(visible, position["stones"], position["options"])


# --- the table has no edge --------------------------------------------------------------------------------------------------

TOWARDS = [((1, 0), (-1, 0)), ((0, 1), (0, -1)), ((1, -1), (-1, 1))]


@pytest.mark.parametrize("towards", TOWARDS)
def test_a_city_stretched_into_a_line_to_the_limit_is_legal_and_scored_right(towards: tuple[tuple[int, int], ...]) -> None:
    """Both players of the longest game build away from the start, one in a direction, the other in the opposite one; then both ways in turn."""
    options: dict[str, Any] = {"seats": 2, "long_game": True, "variants": list(COLOR_NAMES), "barracks_edge": "outer", "lake": "region"}
    game = ziggurat.new("akropolis", seed=5, **options)
    other = plain.PlainGame(game.deal, options)
    while not game.is_over:
        way = towards[0] if game.to_move == 0 or game.ply % 4 == 1 else towards[1]
        legal = [move for move in game.legal_moves if move.startswith("0:")]
        move = max(legal, key=lambda text: max(q * way[0] + r * way[1] for q, r in footprint(text)))
        if game.ply % 6 == 0 or game.ply > 50:
            assert sorted(game.legal_moves) == other.legal()
        game.push(move)
        other.push(move)
        assert game.scores == other.scores()
    for seat in (0, 1):
        city: Any = game.view()["seats"][seat]["city"]
        spans = [max(hex_[axis] for hex_ in city) - min(hex_[axis] for hex_ in city) + 1 for axis in "qr"]
        assert max(spans) == 63
        assert {(hex_["q"], hex_["r"]) for hex_ in city} == set(other.cities[seat].stacks)


def footprint(text: str) -> list[tuple[int, int]]:
    place, _, rotation = text[2:].partition("/")
    q, r = place.split(",")
    places: list[tuple[int, int]] = plain.footprint((int(q), int(r)), int(rotation))
    return places


# --- nothing is lost ------------------------------------------------------------------------------------------------------


def random_game(seed: int, options: dict[str, Any]) -> Iterator[Game]:
    """A game of random moves, ply by ply."""
    game = ziggurat.new("akropolis", seed=seed, **options)
    rng = generator(f"{seed}/moves")
    yield game
    while not game.is_over:
        codes = game.legal_codes()
        game.push_unchecked(codes[int(below(rng, len(codes)))])
        yield game


@pytest.mark.parametrize(("seats", "long_game"), TABLES)
def test_tiles_and_stones_are_conserved_and_cities_supported(seats: int, long_game: bool) -> None:
    rng = random.Random(seats)
    for seed in range(3):
        options = some_options(rng, seats, long_game)
        for game in random_game(seed, options):
            state = game.state
            players = int(state.players)
            taken = [tile for city in state.cities[:players] for tile in city.tiles[: city.tile_count].tolist()]
            waiting = state.tiles[state.drawn : state.tile_total].tolist()
            assert sorted([*taken, *state.site[: state.site_count].tolist(), *waiting]) == sorted(game.deal["tiles"])
            assert sum(int(city.stones) for city in state.cities[:players]) + int(state.reserve) == STONES
            assert all(city.stones >= 0 for city in state.cities[:players])
            assert options["stone_supply"] == "unlimited" or state.reserve >= 0
            assert len(waiting) % (players + 1) == 0
            assert 1 <= state.site_count <= players + 2
        for seat in range(seats):
            check_support(game, seat)


def check_support(game: Game, seat: int) -> None:
    """Every tile lies flat, on the ground beside the city or on two tiles or more."""
    city = plain.City()
    movers = [int(game._states[ply].to_move) for ply in range(game.ply)]
    tiles = iter(game.state.cities[seat].tiles.tolist())
    for move, mover in zip(game.moves, movers, strict=True):
        if mover == seat:
            assert city.why_not(footprint(move)) is None
            city.put(next(tiles), footprint(move))


def test_random_play_averages_54_points_and_303_moves() -> None:
    from ziggurat.measure.kernels import measure_speed

    measured = measure_speed("akropolis", {}, seconds=0.1)
    assert measured["mean_score"] == pytest.approx(54.2, abs=1.0)
    assert measured["mean_legal"] == pytest.approx(303, abs=4)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 35))
def test_every_legal_move_has_its_own_text_and_comes_back(seed: int, plies: int) -> None:
    game = ziggurat.new("akropolis", seed=seed)
    rng = random.Random(seed)
    for _ in range(plies):
        game.push_unchecked(rng.choice(game.legal_codes()))
    texts = game.legal_moves
    assert len(set(texts)) == len(texts)
    assert [from_text(game.state, text) for text in texts] == game.legal_codes()


# --- moves in parts --------------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([1, 2, 3, 4]))
def test_the_parts_of_a_move_are_its_text_and_a_landmark_of_the_city(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    game = ziggurat.new("akropolis", seed=seed, **some_options(rng, seats, long_game=False))
    while not game.is_over:
        state, codes, parts = game.state, game.legal_codes(), game.move_parts()
        assert game.legal_moves == [to_text(state, code) for code in codes]
        for i in rng.sample(range(len(codes)), min(9, len(codes))):
            row = dict(zip(choices.PARTS, parts[i], strict=True))
            choice = game.choices(previews=False)[i]
            assert spell(choice.text) == [f"{row['slot']}:", f"{row['q']},{row['r']}", f"/{row['rotation']}"]
            check_landmark(state, codes[i], row)
            check_pieces(game, parts[i], row)
        game.push_unchecked(rng.choice(codes))


def check_landmark(state: Any, code: int, row: dict[str, int]) -> None:
    """The highest hex covered or, on the ground, touched; of several the one with the smallest cell."""
    city, cells = state.cities[state.to_move], CORNERS[code % TRIANGLES].tolist()
    assert row["covers"] == is_built(city, cells[0])
    near = cells if row["covers"] else [cell for corner in cells for cell in NEIGHBOURS[corner].tolist() if is_built(city, cell)]
    assert (int(city.levels[row["landmark"]]), -int(city.cells[row["landmark"]])) == max((int(city.levels[find(city, cell)]), -cell) for cell in near)


def check_pieces(game: Game, parts: list[int], row: dict[str, int]) -> None:
    """What a hint marks is the tile and a hex that the view shows so."""
    (tile, slot), (place, marks) = choices.pieces(game.state, parts)
    view: Any = game.view()
    assert slot == {"slot": row["slot"]}
    assert tile[1] == {"n": row["slot"], **{letter: f"=kind.{kind}" for letter, kind in zip("abc", view["tiles"][str(view["site"][row["slot"]])], strict=True)}}
    seen = next(hex_ for hex_ in view["seats"][game.to_move or 0]["city"] if {"q": hex_["q"], "r": hex_["r"]} == marks)
    assert place == ("look.over" if row["covers"] else "look.beside", {"kind": f"=kind.{seen['kind']}", "level": seen["level"]})
    assert choices.piece_keys(parts) == [row["slot"], row["landmark"]]


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), seats=st.sampled_from([1, 2, 3, 4]))
def test_what_a_move_gains_is_the_difference_of_the_breakdowns(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    game = ziggurat.new("akropolis", seed=seed, **some_options(rng, seats, long_game=False))
    while not game.is_over:
        seat, codes, gains = game.to_move or 0, game.legal_codes(), game.gains()
        before = game.breakdown[seat]
        for i in rng.sample(range(len(codes)), min(9, len(codes))):
            game.push_unchecked(codes[i])
            after = game.breakdown[seat]
            game.undo()
            assert gains[i] == {line: after[line] - before[line] for line in scoring.LINES if after[line] != before[line]}
        game.push_unchecked(rng.choice(codes))


def test_names_and_numbers_agree() -> None:
    assert [kind.name.lower() for kind in Kind] == list(KIND_NAMES)
    assert [color.name.lower() for color in Color] == list(COLOR_NAMES)
    assert [architect.name.lower() for architect in Architect] == list(ARCHITECT_NAMES)
    assert [f"reason.{reason.name.lower()}" for reason in scoring.Reason if reason] == list(visibility.REASONS)
    assert max(scoring.Reason) == scoring.LAST_REASON


# --- compiled and uncompiled -----------------------------------------------------------------------------------------------

PLAY = """
import hashlib, json
import numpy as np
from ziggurat.games.akropolis import choices, rules, scoring
from ziggurat.games.akropolis import visibility
from ziggurat.games.akropolis.options import OPTIONS, prepare
from ziggurat.games.akropolis.state import STATE, deal, is_built
from ziggurat.kernel import below, generator

total = hashlib.sha256()
for seed, options in enumerate(json.loads(TABLES)):
    state = np.zeros(1, STATE)[0]
    prepare(state, OPTIONS.read(options))
    rng = generator(str(seed))
    deal(state, rng)
    out, points = np.zeros(rules.MAX_MOVES, np.int32), np.zeros(4, np.int32)
    parts, verdicts = np.zeros(len(choices.PARTS), np.int32), np.zeros(100, np.int32)
    while not rules.is_over(state):
        n = rules.legal_moves(state, out)
        total.update(out[:n].tobytes())
        for move in out[:n:17].tolist():
            choices.parts(state, move, parts)
            total.update(parts.tobytes())
        scoring.verdicts(state.cities[state.to_move], int(scoring.reading_of(state)), verdicts)
        total.update(verdicts.tobytes())
        rules.apply(state, int(out[below(rng, n)]))
        scoring.scores(state, points)
        visibility.imagine(state, 0, rng)
        total.update(state.tobytes() + points.tobytes())
    scoring.ranking(state, points)
    total.update(points.tobytes())
"""


def test_compiled_and_uncompiled_rules_play_the_same_game_to_the_byte() -> None:
    rng = random.Random("uncompiled")
    tables = json.dumps([some_options(rng, seats, long_game) for seats, long_game in ((2, False), (4, False), (1, True))])
    compiled: dict[str, Any] = {"TABLES": tables}
    exec(PLAY, compiled)  # the very program that the other process runs
    program = f"TABLES = {tables!r}\n{PLAY}\nprint(total.hexdigest())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(ziggurat.__file__).parents[1])}
    plain_run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert plain_run.stdout.strip() == compiled["total"].hexdigest()


# --- what is hidden --------------------------------------------------------------------------------------------------------


def test_imagining_leaves_the_view_and_varies_every_hidden_tile_evenly() -> None:
    for seats, long_game in TABLES:
        game, rng = ziggurat.new("akropolis", seed=9, seats=seats, long_game=long_game), random.Random(9)
        while game.ply < 8:
            game.push(rng.choice(game.legal_moves))
        drawn, total = int(game.state.drawn), int(game.state.tile_total)
        hidden = sorted(game.state.tiles[drawn:total].tolist())
        counts = np.zeros((total - drawn, TILE_COUNT + 1), np.int64)
        generator_ = generator("imagine")
        times = 60 * len(hidden)
        holder = np.zeros(1, STATE)
        for _ in range(times):
            holder[0] = game.state
            state = holder[0]
            visibility.imagine(state, 0, generator_)
            counts[np.arange(total - drawn), state.tiles[drawn:total]] += 1
        dream = game.copy()
        dream._states[dream.ply] = state
        assert dream.view(0) == game.view(0)
        assert sorted(state.tiles[drawn:total].tolist()) == hidden
        assert state.tiles[:drawn].tolist() == game.state.tiles[:drawn].tolist()
        seen = counts[:, hidden]
        assert seen.min() > 0
        chi_square = ((seen - 60) ** 2 / 60).sum()
        freedom = (len(hidden) - 1) ** 2
        assert abs(chi_square - freedom) < 6 * np.sqrt(2 * freedom)


def test_positions_that_look_alike_are_imagined_alike() -> None:
    states = np.zeros(2, STATE)
    states[0] = states[1] = next(game.state for game in random_game(4, {"seats": 3}) if game.ply == 20)
    drawn, total = int(states[0].drawn), int(states[0].tile_total)
    states[1].tiles[drawn:total] = states[1].tiles[drawn:total][::-1].copy()
    assert states[0].tobytes() != states[1].tobytes()
    for state in states:
        visibility.imagine(state, 1, generator("same"))
    assert states[0].tobytes() == states[1].tobytes()

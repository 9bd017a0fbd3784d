"""The worked examples H01 to H45 of the Athena expansion (`athena_examples.json`), by the engine and by the second reading; both readings in whole games."""

from __future__ import annotations

import itertools
import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from athena_cities import a_state, engine_cards
from reading import second_reading
from ziggurat.errors import DealError, IllegalMove, InvalidMove, OptionError, PositionError
from ziggurat.game import Game, new_game
from ziggurat.games.akropolis.athena import cards, rules
from ziggurat.games.akropolis.athena.card_share import card_share
from ziggurat.games.akropolis.athena.material import CARD_NAMES, FIRST_SINGLE, KIND_BITS, MINE_STONES, SINGLES, SLOTS
from ziggurat.games.akropolis.athena.move_text import why_not
from ziggurat.games.akropolis.athena.score_typed_in import score_position
from ziggurat.games.akropolis.athena.scoring import architect_score
from ziggurat.games.akropolis.athena.state import STATE
from ziggurat.games.akropolis.move_text import from_text
from ziggurat.games.akropolis.rules import list_fits
from ziggurat.games.akropolis.state import find
from ziggurat.geometry.hex import TRIANGLES, cell_of

plain = second_reading("akropolis", "plain_athena")
EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("athena_examples.json").read_text(encoding="utf-8"))
LEVELS = {"easy": "hippodamos", "medium": "metagenes", "hard": "callicrates"}


def examples_with(*fields: str) -> list[Any]:
    """The examples whose fields, or whose expectations, are these."""
    return [pytest.param(each, id=each["id"]) for each in EXAMPLES if all(field in each or field in each["expect"] for field in fields)]


def test_all_examples_are_here() -> None:
    assert [example["id"] for example in EXAMPLES] == [f"H{number:02}" for number in range(1, 46)]
    used = [
        example["id"]
        for fields in (("all",), ("try",), ("total",), ("offer",))
        for example in EXAMPLES
        if set(fields) & (example.keys() | example["expect"].keys())
    ]
    assert sorted(used) == [example["id"] for example in EXAMPLES]


@pytest.mark.parametrize("example", examples_with("all"))
def test_cities_fulfil_the_cards_of_the_examples(example: dict[str, Any]) -> None:
    expected, stones, options = example["expect"], example.get("stones", 0), example.get("options", {})
    assert engine_cards(example["visible"], stones, options) == expected["all"]
    assert plain.fulfilled(plain.seen(example["visible"]), stones, options) == expected["all"]
    assert {card: card in expected["all"] for card in expected["fulfilled"]} == expected["fulfilled"]


@pytest.mark.parametrize("example", examples_with("visible", "total"))
def test_typed_in_cities_score_as_in_the_examples(example: dict[str, Any]) -> None:
    stones, options, parts = example.get("stones", 0), example.get("options", {}), example.get("statue", [])
    typed = {"visible": example["visible"], "stones": stones, "statue": parts, "options": {"athena": True, **options}}
    for scored in (score_position(typed), plain.score_city(plain.seen(example["visible"]), stones, options, len(parts))):
        assert {line: scored[line] for line in example["expect"]} == example["expect"]


def play_tile(state: Any, tile: int, q: int, r: int, rotation: int) -> int:
    """Lay a tile as the rules do, after asking whether it fits; returns the stones gained, or -1 if it does not fit."""
    city, had = state.cities[0], int(state.cities[0].stones)
    out = np.zeros(rules.MAX_MOVES, np.int32)
    if tile >= FIRST_SINGLE:
        if cell_of(q, r) not in out[: rules.list_cells(city, out)]:
            return -1
        rules.place_single(state, city, tile, cell_of(q, r), rotation)
        city.statue |= 1 << int(city.statue).bit_count()
    else:
        state.site[0] = tile
        move = from_text(state, f"0:{q},{r}/{rotation}")
        if move % TRIANGLES not in out[: list_fits(city, out)]:
            return -1
        rules.place_city_tile(state, city, move)
    return int(city.stones) - had


@pytest.mark.parametrize("example", examples_with("try"))
def test_placements_are_judged_as_in_the_examples(example: dict[str, Any]) -> None:
    state, plain_city, expected = a_state(), plain.City(), example["expect"]
    for tile, q, r, turn in example["moves"]:
        assert play_tile(state, tile, q, r, turn) >= 0
        plain_city.put_tile(tile, (q, r), turn)
    tile, q, r, turn = example["try"]
    fits = plain_city.single_fits((q, r)) if tile in plain.SINGLES else plain_city.tile_fits(plain.base.footprint((q, r), turn))
    assert fits == expected["legal"]
    for card, answer in expected.get("fulfilled", {}).items():
        assert cards.is_fulfilled(state.cities[0], 1 + CARD_NAMES.index(card), 0) == answer
    gained = play_tile(state, tile, q, r, turn)
    if not expected["legal"]:
        assert gained == -1
        return
    assert gained == expected["stones_gained"] == plain_city.put_tile(tile, (q, r), turn)
    assert state.cities[0].levels[find(state.cities[0], cell_of(q, r))] == expected["level"]
    for card, answer in expected.get("fulfilled_after", {}).items():
        assert cards.is_fulfilled(state.cities[0], 1 + CARD_NAMES.index(card), 0) == answer
        assert (card in plain.fulfilled(plain_city.top(), 0)) == answer


@pytest.mark.parametrize("example", examples_with("offer"))
def test_the_architect_gets_a_tile_of_the_best_class(example: dict[str, Any]) -> None:
    state = a_state(seats=1)
    state.offers[0] = example["offer"]
    may_get = [tile for place, tile in enumerate(example["offer"]) if rules.can_be_his(state, 0, place)]
    assert may_get == example["expect"]["architect_may_get"] == plain.architect_may_get(example["offer"])


@pytest.mark.parametrize("example", examples_with("architect"))
def test_the_architect_scores_as_in_the_examples(example: dict[str, Any]) -> None:
    given_ = example["architect"]
    state = a_state(seats=1, architect=LEVELS[given_["level"]])
    his = state.cities[1]
    his.tiles[: len(given_["tiles"])] = given_["tiles"]
    his.tile_count, his.stones, his.statue = len(given_["tiles"]), given_["stones"], sum(1 << (part - 1) for part in given_["statue"])
    expected = example["expect"]["total"]
    assert architect_score(state) == expected
    assert plain.architect_score(LEVELS[given_["level"]], given_["tiles"], given_["stones"], [], len(given_["statue"])) == expected


def test_the_box_holds_what_the_data_say() -> None:
    assert [shown.split() for shown in SINGLES] == list(plain.SINGLES.values())
    assert list(CARD_NAMES) == plain.CARDS
    pairs = [tuple(shown) for shown in plain.SINGLES.values() if len(shown) == 2]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, itertools.combinations(VARIANTS, 2))), "every pair of two districts once"
    assert list(plain.SINGLES) == list(range(62, 92))
    for one, number in zip(VARIANTS, (3, 2, 2, 2, 1), strict=True):
        assert [list(plain.SINGLES.values()).count([kind]) for kind in (one, f"{one}_plaza")] == [number, number]


# --- Whole games ------------------------------------------------------------------------------------------------------

GROUPS = [  # all eighteen cards
    ["agora", "parkland", "oasis", "hanging_gardens"],
    ["villa", "guard_tower", "rampart", "quarry_mine"],
    ["city_market", "main_street", "fortress", "storehouses"],
    ["housing", "district_center", "sanctuary", "pantheon"],
    ["luxury_goods", "pilgrims_stairs", "villa", "guard_tower"],
    ["district_center", "luxury_goods", "villa", "housing"],
    "random",
]
READINGS: dict[str, Any] = {
    "athena_blank": "literal",
    "athena_open_center": True,
    "athena_layout": "exact",
    "athena_separate": "rings",
    "athena_pantheon": "own_side",
    "athena_stairs": "one_by_one",
    "athena_main_street": "printed_order",
    "athena_barracks_variant": "three_or_four",
    "athena_architect_statue": False,
    "athena_architect_pick": "first",
}
GAMES = 24
VARIANTS = ["house", "market", "barracks", "temple", "garden"]
TABLES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 2, "variants": VARIANTS, "barracks_edge": "outer", "lake": "region"},
    {"seats": 3, "variants": VARIANTS, "house_group": "value"},
    {"seats": 4, "stone_supply": "forty", "stones": "from_one"},
    {"seats": 1, "architect": "metagenes", "variants": ["market"]},
    {"seats": 1, "architect": "callicrates", "long_game": True, **READINGS},
    {"seats": 2, "long_game": True, **READINGS, "variants": VARIANTS},
    {"seats": 2, "athena_separate": "any", "athena_open_center": True},
]


def promising(rng: random.Random, game: Game) -> str:
    """Of many random moves the one after which the player is nearest to the cards; mostly they are completed."""
    legal = game.legal_codes()
    if legal[0] == rules.STOP and rng.random() < 0.1:
        return "stop"
    code = max(rng.sample(legal, min(150, len(legal))), key=lambda move: nearness(game.state, move))
    return str(game.spec.move_text.to_text(game.state, code))


def nearness(state: Any, move: int) -> float:
    """How near a move brings its player to all four cards; completed ones count most."""
    after = np.array([state], STATE)[0]
    rules.apply(after, move)
    city, readings = after.cities[state.to_move], int(after.readings)
    return sum(2.0 if (int(city.statue) >> slot) & 1 else float(card_share(city, int(card), readings)) ** 2 for slot, card in enumerate(after.cards))


@cache
def play_both(seed: int) -> tuple[Game, Any, set[str]]:
    """A whole game by both readings, compared at every ply, and the cards that were completed."""
    rng = random.Random(seed)
    table, lap = seed % len(TABLES), seed // len(TABLES)
    options = {**TABLES[table], "athena_cards": GROUPS[(table + lap) % len(GROUPS)]}
    dealt = plain.shuffled_deal(rng, options)
    game: Game = ziggurat.new("akropolis", deal=dealt, athena=True, **options)
    referee = plain.PlainGame(dealt, options)
    completed = set()
    while not game.is_over:
        legal = referee.legal()
        assert sorted(game.legal_moves) == legal
        assert game.to_move == referee.to_move
        move = promising(rng, game)
        completed |= {referee.cards[int(move[1]) - 1]} if move.startswith("+") else set()
        game.push(move)
        referee.push(move, legal)
        assert game.breakdown == referee.breakdown()
        assert [int(stones) for stones in game.state["cities"]["stones"][: referee.players]] == referee.stones
    assert referee.over
    assert game.ranks == referee.ranks()
    if game.seats == 1:
        assert game.view()["architect"]["score"] == referee.architect()
    return game, referee, completed


@pytest.mark.parametrize("seed", range(GAMES))
def test_both_readings_agree_in_whole_games(seed: int) -> None:
    game, referee, _ = play_both(seed)
    for seat, city in enumerate(referee.cities):
        fulfils = plain.fulfilled(city.top(), referee.stones[seat], referee.options)
        readings = int(game.state["readings"])
        assert [name for number, name in enumerate(CARD_NAMES, 1) if cards.is_fulfilled(game.state["cities"][seat], number, readings)] == fulfils


@pytest.mark.parametrize("number", range(6))
def test_both_readings_agree_on_every_architect(number: int) -> None:
    """Games alone against each of them with all variants, with both ways to choose his tiles; his score is compared at every ply."""
    name, pick = ("hippodamos", "metagenes", "callicrates")[number % 3], ("player", "first")[number // 3]
    options: dict[str, Any] = {"seats": 1, "architect": name, "variants": VARIANTS, "athena_architect_pick": pick, "athena_cards": GROUPS[0]}
    rng = random.Random(f"architect/{number}")
    dealt = plain.shuffled_deal(rng, options)
    game: Game = ziggurat.new("akropolis", deal=dealt, athena=True, **options)
    referee = plain.PlainGame(dealt, options)
    while not game.is_over:
        legal = referee.legal()
        assert sorted(game.legal_moves) == legal
        move = promising(rng, game)
        game.push(move)
        referee.push(move, legal)
        his = game.view()["architect"]
        assert (his["score"], his["stones"], his["tiles"]) == (referee.architect(), referee.stones[1], referee.his_tiles)
        assert his["completed"] == [slot + 1 for slot in sorted(referee.parts[1])]
    assert game.ranks == referee.ranks() and referee.parts[1]


def test_the_games_of_both_readings_show_everything_once() -> None:
    """The comparison is worth something: statues, two-colour tiles, chains, stops and tiles on single tiles occur in it."""
    seen, all_completed = set(), set()
    for seed in range(GAMES):
        game, referee, completed = play_both(seed)
        all_completed |= completed
        seen |= {"statue" for parts in referee.parts if len(parts) == SLOTS}
        seen |= {"two colours" for city in referee.cities for sides, _ in city.top().values() if len({*sides}) == 2}
        seen |= {"stop" for move in game.moves if move == "stop"}
        seen |= {"chain" for one, two in itertools.pairwise(game.moves) if one.startswith("+") and two.startswith("+")}
        seen |= {"covered" for city in referee.cities for stack in city.stacks.values() for _, tile in stack[:-1] if tile >= FIRST_SINGLE}
    assert seen == {"statue", "two colours", "stop", "chain", "covered"}
    assert sorted({*CARD_NAMES} - all_completed) == []


@pytest.mark.parametrize(("seed", "seats"), list(enumerate([1, 2, 3, 4, 2])))
def test_a_card_that_is_not_looked_at_is_not_fulfilled(seed: int, seats: int) -> None:
    """`CAN_FULFIL` says which cards a tile cannot have fulfilled; here all eighteen are asked about after each tile."""
    rng = random.Random(seed)
    game: Game = new_game("akropolis", seed=f"filter/{seed}", athena=True, seats=seats, athena_cards=",".join(GROUPS[seed]))
    before, unseen = [[False] * len(CARD_NAMES)] * seats, 0
    while not game.is_over:
        seat = game.to_move or 0
        places, tiles = (int(game.state["cities"][seat][name]) for name in ("place_count", "tile_count"))
        game.push(promising(rng, game))
        city = game.state["cities"][seat]
        if int(city["tile_count"]) == tiles:
            continue
        brought = int(KIND_BITS[city["tiles"][tiles]]) | (cards.HIGHER if int(city["place_count"]) == places else cards.GROUND)
        after = [bool(cards.is_fulfilled(city, number, 0)) for number in range(1, 1 + len(CARD_NAMES))]
        for number, (was, now) in enumerate(zip(before[seat], after, strict=True), 1):
            if not was and not int(cards.CAN_FULFIL[number]) & brought:
                unseen += 1
                assert not now, CARD_NAMES[number - 1]
        before[seat] = after
    assert unseen


# --- Cities that nobody could build -------------------------------------------------------------------------------------

KINDS = [*VARIANTS, *VARIANTS, "quarry", *(f"{color}_plaza" for color in VARIANTS)]
PAIRS = [f"{one}/{other}" for one, other in itertools.combinations(VARIANTS, 2)]
READING = st.fixed_dictionaries(
    {}, optional={name: st.just(value) for name, value in READINGS.items()} | {"athena_separate": st.sampled_from(["any", "rings"])}
)


@st.composite
def visible_cities(draw: st.DrawFn) -> list[list[Any]]:
    """Visible hexes on some of the places around the start, with few kinds, so that patterns come about."""
    kinds = draw(st.lists(st.sampled_from([*KINDS, *PAIRS]), min_size=2, max_size=5))
    rows = []
    for q, r in itertools.product(range(-3, 4), repeat=2):
        if abs(q + r) <= 3 and draw(st.integers(0, 9)) > 1:
            kind = draw(st.sampled_from(kinds))
            turn = [draw(st.integers(0, 5))] if "/" in kind else []
            rows.append([q, r, kind, draw(st.integers(1, 3)), *turn])
    return rows or [[0, 0, "house_plaza", 1]]


@settings(max_examples=120)
@given(visible_cities(), st.integers(0, 9), READING, st.lists(st.sampled_from(VARIANTS), unique=True), st.sampled_from(["any", "outer"]))
def test_both_readings_judge_cities_alike(visible: list[list[Any]], stones: int, reading: dict[str, Any], variants: list[str], edge: str) -> None:
    assert engine_cards(visible, stones, reading) == plain.fulfilled(plain.seen(visible), stones, reading)
    options = {**reading, "variants": variants, "barracks_edge": edge}
    typed = {"visible": visible, "stones": stones, "options": {"athena": True, **options}}
    assert score_position(typed) == plain.score_city(plain.seen(visible), stones, options)


# --- Texts, deals, records ----------------------------------------------------------------------------------------------


def a_game_at_a_card(seats: int = 2) -> Game:
    """A game in which a card can be completed now."""
    for seed in range(60):
        rng = random.Random(seed)
        game: Game = new_game("akropolis", seed=f"card/{seed}", athena=True, seats=seats, athena_cards="agora,parkland,oasis,hanging_gardens")
        while not game.is_over:
            if game.state["open"]:
                return game
            game.push(promising(rng, game))
    raise AssertionError


def test_a_completion_is_written_with_slot_tile_place_and_rotation() -> None:
    game = a_game_at_a_card()
    assert game.legal_moves[0] == "stop"
    move = game.legal_moves[1]
    assert re.fullmatch(r"\+[1-4]\.\d\d@-?\d+,-?\d+/\d", move)
    assert game.check(move.replace("@", " ").replace("/", " ")) == game.legal_codes()[1]
    assert a_game_at_a_card(1).legal_moves[1].partition("!")[2].isdecimal()


@pytest.mark.parametrize("text", ["+5.72@0,0/0", "+1.61@0,0/0", "+1.72@0,0/6", "+1.72", "++", "+1.72@0,0/0!5"])
def test_what_is_no_completion_is_refused_with_the_form_of_one(text: str) -> None:
    with pytest.raises(InvalidMove, match="single tile, place"):
        a_game_at_a_card().push(text)


def test_a_two_colour_tile_needs_a_rotation() -> None:
    game = a_game_at_a_card()
    slot = int(game.legal_moves[1][1])
    assert refused(game, f"+{slot}.62@0,0") == "reason.no_rotation"
    with pytest.raises(IllegalMove, match="of two colours needs its rotation"):
        game.push(f"+{slot}.62@0,0")
    moves = [move for move in game.legal_moves if move.endswith("/0") and len(plain.SINGLES[int(move[3:5])]) == 1]
    assert game.check(moves[0].removesuffix("/0")) == game.check(moves[0])


def test_the_log_names_a_card_that_a_single_tile_opens() -> None:
    opened = 0
    for seed in range(GAMES // 2):
        game = play_both(seed)[0]
        replayed: Game = ziggurat.new("akropolis", deal=game.deal, **game.options)
        for move in game.moves:
            before = int(replayed.state["open"])
            replayed.push(move)
            now = [card for slot, card in enumerate(replayed.state["cards"]) if (int(replayed.state["open"]) & ~before) >> slot & 1]
            told = [sentence for sentence in replayed.log(since=replayed.ply - 1)[0] if " fulfils " in sentence]
            assert len(told) == len(now)
            opened += move.startswith("+") and len(now)
    assert opened


def test_a_refusal_names_the_move_as_it_was_typed() -> None:
    game: Game = ziggurat.new("akropolis", seed=1, athena=True)
    for typed in ("+3.80@92,0/0!82", "+1.68@0,0", "0:1000,0/0"):
        with pytest.raises(IllegalMove, match=f"^`{re.escape(typed)}` is not legal"):
            game.push(typed)


def test_every_illegal_move_has_its_reason() -> None:
    game = a_game_at_a_card()
    slot = int(game.legal_moves[1][1])
    there, gone = [int(tile) for tile in game.state["offers"][slot - 1]], [tile for tile in plain.SINGLES if tile not in game.state["singles"]]
    faces = [plain.SINGLES[tile] for tile in there]
    absent = next(tile for tile in gone if plain.SINGLES[tile] not in faces)
    other = next(number for number in range(1, 5) if not (int(game.state["open"]) >> (number - 1)) & 1)
    assert refused(game, "0:0,1/2") == "reason.cards_now"
    assert refused(game, f"+{slot}.{absent}@0,0/0") == "reason.single_gone"
    assert refused(game, f"+{slot}.{there[0]}@30,30/0") == "reason.single_apart"
    assert refused(game, f"+{slot}.{there[0]}@300,30/0") == "reason.single_apart"
    assert refused(game, f"+{slot}.{there[0]}@0,0/0!{there[1]}") == "reason.not_solo"
    assert refused(game, f"+{other}.{int(game.state['offers'][other - 1][0])}@0,0/0") == "reason.card_unfulfilled"
    fresh: Game = ziggurat.new("akropolis", seed=1, athena=True)
    assert refused(fresh, "stop") == "reason.no_stop"
    assert refused(fresh, f"+1.{int(fresh.state['offers'][0][0])}@0,0/0") == "reason.tile_first"
    assert refused(fresh, "0:300,0/0") == "reason.touches_nothing"


@pytest.mark.parametrize("pick", ["player", "first"])
def test_the_reason_says_which_tile_the_architect_gets(pick: str) -> None:
    dealt = {**ziggurat.new("akropolis", seed=1, seats=1, athena=True).deal, "cards": [17, 2, 3, 4]}
    dealt["singles"] = [[62, 82, 72, 88], *([tile for tile in plain.SINGLES if tile not in (62, 82, 72, 88)][4 * slot : 4 * slot + 4] for slot in range(3))]
    game: Game = new_game("akropolis", deal=dealt, seats=1, athena=True, athena_architect_pick=pick)
    game.state.cities[0].stones = MINE_STONES
    game.push("0:1,-1/0")
    assert {move.partition("!")[2] for move in game.legal_moves} == ({"", "82", "88"} if pick == "player" else {"", "82"})
    expected = "reason.not_his" if pick == "player" else "reason.not_his_first"
    assert refused(game, "+1.72@0,-1/0!62") == refused(game, "+1.72@0,-1/0") == refused(game, "+1.72@0,-1/0!72") == expected
    assert refused(game, "+1.82@0,-1/0!82") == "reason.single_given"
    if pick == "first":
        assert refused(game, "+1.72@0,-1/0!88") == expected
    game.push("+1.88@0,-1/0!82")


@pytest.mark.parametrize("text", ["3.68@0,2/5", "2:-1,3/4 +3.68@0,2/5", "done"])
def test_what_is_no_move_is_refused_with_the_forms_of_all_moves(text: str) -> None:
    for game in (a_game_at_a_card(), ziggurat.new("akropolis", seed=1, athena=True)):
        with pytest.raises(InvalidMove, match=r"write `2:-1,3/4`.*write `\+3\.68@0,2/5`.*or `stop`"):
            game.push(text)


def refused(game: Game, text: str) -> str:
    """The key of the reason why a move is illegal; the error and the refusal have their words in both languages."""
    code = game.spec.move_text.from_text(game.state, text)
    with pytest.raises(IllegalMove):
        game.push(text)
    key, values = why_not(game.state, code)
    refusal, named = game.spec.module("move_notes").refusal(game.state, code)
    for language in ("en", "fr"):
        assert game.sentence(key, values, language) != game.sentence(refusal, named, language)
    return str(key)


def test_a_deal_names_cards_and_single_tiles_and_is_checked() -> None:
    game: Game = ziggurat.new("akropolis", seed=3, athena=True)
    dealt = game.deal
    assert ziggurat.new("akropolis", deal=dealt, athena=True).state.tobytes() == game.state.tobytes()
    assert dealt["tiles"] == ziggurat.new("akropolis", seed=3).deal["tiles"], "the expansion does not change the city tiles of a seed"
    wrong_deals: list[tuple[dict[str, Any], str]] = [
        ({"cards": [1, 1, 2, 3]}, "twice"),
        ({"cards": [1, 2, 3]}, "list of 4"),
        ({"cards": [1, 2, 3, 19]}, "no card"),
        ({"singles": [[62, 63, 64, 65]] * 4}, "twice"),
        ({"singles": [[1, 63, 64, 65]] * 4}, "no single tile"),
        ({"singles": []}, "4 lists"),
        ({"stacks": []}, "unknown field"),
    ]
    for wrong, words in wrong_deals:
        with pytest.raises(DealError, match=words):
            ziggurat.new("akropolis", deal={**dealt, **wrong}, athena=True)
    with pytest.raises(DealError, match=r"unknown field `cards`.*with `athena=true` also `cards` and `singles`"):
        ziggurat.new("akropolis", deal=dealt)
    with pytest.raises(DealError, match=r"`deal\.singles` must be 4 lists"):
        ziggurat.new("akropolis", deal={"tiles": dealt["tiles"], "cards": dealt["cards"]}, athena=True)
    with pytest.raises(DealError, match="athena_cards"):
        new_game("akropolis", deal={**dealt, "cards": [1, 2, 3, 4]}, athena=True, athena_cards="villa,oasis,agora,parkland")


def test_without_the_expansion_nothing_of_it_is_written() -> None:
    game: Game = ziggurat.new("akropolis", seed=1, athena=False)
    assert not any(name.startswith("athena") for name in game.options)
    record = game.record()
    again: Game = ziggurat.load({**record, "options": {**record["options"], "athena": False}})
    assert again.record() == record
    assert game.num_actions < ziggurat.new("akropolis", seed=1, athena=True).num_actions
    with pytest.raises(OptionError, match="means nothing without `athena=true`"):
        ziggurat.new("akropolis", athena_stairs="one_by_one")
    assert "athena_open_center" not in ziggurat.new("akropolis", preset="bga").options
    assert ziggurat.new("akropolis", preset="bga", athena=True).options["athena_open_center"] is True
    for cards_given in ("villa,oasis", "villa,villa,oasis,agora", "villa,oasis,agora,zoo", 7):
        with pytest.raises(OptionError, match="athena_cards"):
            new_game("akropolis", athena=True, athena_cards=cards_given)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"visible": [[0, 0, "house/house", 1]]}, "two different districts"),
        ({"visible": [[0, 0, "house/quarry", 1]]}, "two different districts"),
        ({"visible": [[0, 0, "house/zoo", 1]]}, "no kind of hex"),
        ({"visible": [[0, 0, "house/temple", 1, 6]]}, "visible"),
        ({"visible": [[0, 0, "house/temple", 1]]}, "lacks the rotation"),
        ({"visible": [], "statue": [1, 1]}, "statue"),
        ({"visible": [], "statue": [5]}, "statue"),
        ({"visible": [[0, 0, "house", 0]]}, "ground level"),
        ({"visible": [[0, 0, "house", 1], [0, 0, "house", 2]]}, "named before"),
    ],
)
def test_wrong_typed_in_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        score_position({"options": {"athena": True}, **position})


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_game_comes_out_of_any_view_of_it(seats: int) -> None:
    rng = random.Random(seats)
    game: Game = new_game("akropolis", seed=seats, athena=True, seats=seats, athena_cards="agora,parkland,oasis,hanging_gardens")
    while not game.is_over:
        if game.state["open"] or game.ply % 5 == 0:
            view = game.view(0)
            assert ziggurat.from_view(view, seed=1).view(0) == view
        game.push(promising(rng, game))


def test_the_order_of_building_does_not_change_the_key_of_a_position() -> None:
    """Two cards can be completed, one after the other: whichever comes first, the same tiles lie on the same places in the end."""
    game: Game = new_game("akropolis", seed=1, athena=True, athena_cards="quarry_mine,villa,agora,parkland", moves="0:1,-1/0 0:1,-1/0")
    game.state.cities[0].stones = MINE_STONES + 1
    game.state.cities[0].stars[:], game.state.cities[0].fulfilled = 1, 0b100  # as if a plaza of each colour were visible
    game.push("0:-1,0/5")
    assert game.state["open"] == 0b101
    mine, agora = (next(move for move in game.legal_moves if move.startswith(slot) and place in move) for slot, place in (("+1.", "@0,-1/"), ("+3.", "@1,0/")))
    one, other = game.copy(), game.copy()
    for first, second, both in ((mine, agora, one), (agora, mine, other)):
        both.push(first)
        both.push(second)
    assert one.moves != other.moves and one.state.tobytes() != other.state.tobytes()
    assert one.position_key() == other.position_key() != game.position_key()

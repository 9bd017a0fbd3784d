"""The rulings D19 to D48 on the Athena expansion, each by a test that fails if the rule is read otherwise, and the meaning of every option (§10.11)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import ziggurat
from athena_cities import engine_cards
from ziggurat.game import Game, new_game
from ziggurat.games.akropolis.athena.material import CARD_NAMES, FIRST_SINGLE, LAST_SINGLE, MINE_STONES
from ziggurat.games.akropolis.athena.score_typed_in import score_position
from ziggurat.games.akropolis.score_typed_in import score_position as score_without

SIDES = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
RICH: dict[str, Any] = {"athena_cards": ["quarry_mine", "pantheon", "district_center", "main_street"]}
"""Quarry Mine asks only for stones, the others for cities that nobody builds by chance."""
GROUND_TILE, NEXT_TILE = "0:1,-1/0", "0:-1,0/5"
PLAIN_TILE = 1  # three districts: no quarry and no plaza
SINGLES = [[72, 73, 62, 82], [74, 75, 63, 83], [76, 77, 64, 84], [78, 79, 65, 85]]
QUARRY = "@0,-1/0"  # a quarry of the starting tile


def rich_game(stones: int = MINE_STONES, *, seats: int = 2, first: int = PLAIN_TILE, singles: list[list[int]] = SINGLES, **options: Any) -> Game:
    """A game in which the first player has so many stones; `first` is the free tile."""
    options = {"seats": seats, "athena": True, **RICH, **options}
    dealt = ziggurat.new("akropolis", seed="rulings", **options).deal
    tiles = [first, *(tile for tile in dealt["tiles"] if tile != first)]
    game: Game = ziggurat.new("akropolis", deal={**dealt, "tiles": tiles, "singles": singles}, **options)
    game.state.cities[0].stones = stones
    return game


def at_the_mine(**given: Any) -> Game:
    """A game in which the first player has laid a city tile and can complete Quarry Mine."""
    game = rich_game(**given)
    game.push(GROUND_TILE)
    return game


def ways(game: Game, slot: int = 1) -> set[str]:
    """How the card of a slot can be completed, wherever the tile goes: single tile and, alone, that of the architect."""
    return {move[3:5] + move.partition("!")[2] for move in game.legal_moves if move.startswith(f"+{slot}.")}


def stones(game: Game, seat: int = 0) -> int:
    return int(game.view()["seats"][seat]["stones"])


# --- The deal -----------------------------------------------------------------------------------------------------------


def test_d19_any_four_cards_are_drawn_whatever_their_colours() -> None:
    deals = [ziggurat.new("akropolis", seed=f"d19/{number}", athena=True).deal["cards"] for number in range(300)]
    assert all(len({*cards}) == 4 for cards in deals)
    for slot in range(4):
        assert {cards[slot] for cards in deals} == {*range(1, 19)}
    colours = [sorted((card - 1) // 3 for card in cards) for cards in deals]
    assert any(len({*drawn}) == 4 for drawn in colours) and any(len({*drawn}) < 4 for drawn in colours)
    assert any(max(map(drawn.count, drawn)) == 3 for drawn in colours)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_d20_four_single_tiles_lie_at_each_card_for_every_number_of_players(seats: int) -> None:
    seen = set()
    for number in range(100):
        game = ziggurat.new("akropolis", seed=f"d20/{number}", athena=True, seats=seats)
        singles: list[list[int]] = [slot["singles"] for slot in game.view()["slots"]]
        assert singles == game.deal["singles"] and [len(row) for row in singles] == [4, 4, 4, 4]
        assert len({*itertools.chain(*singles)}) == 16
        seen |= {*itertools.chain(*singles)}
    assert seen == {*range(FIRST_SINGLE, LAST_SINGLE + 1)}


# --- The turn -----------------------------------------------------------------------------------------------------------


def test_d21_an_old_pattern_is_looked_at_after_the_city_tile_and_before_the_refill() -> None:
    game = rich_game()
    assert not any(move.startswith(("+", "stop")) for move in game.legal_moves), "first the city tile"
    game.push(GROUND_TILE)
    assert (game.to_move, game.view()["phase"], len(game.view()["site"])) == (0, "complete", 3)
    for move in ("stop", GROUND_TILE):
        game.push(move)
    game.push(NEXT_TILE)
    assert len(game.view()["site"]) == 1 and game.to_move == 0, "the next stack is laid out when the turn is over"
    game.push("stop")
    assert len(game.view()["site"]) == 4 and game.to_move == 1


def test_d21_only_the_player_on_turn_looks() -> None:
    game = rich_game()
    game.state.cities[1].stones = MINE_STONES
    game.push(GROUND_TILE)
    game.push("stop")
    assert game.to_move == 1 and game.view()["phase"] == "place"
    game.push(GROUND_TILE)
    assert game.to_move == 1 and game.view()["phase"] == "complete"


def test_d22_a_card_that_was_left_may_be_completed_in_a_later_turn() -> None:
    game = at_the_mine()
    for move in ("stop", GROUND_TILE, NEXT_TILE):
        game.push(move)
    assert ways(game)
    game.push(f"+1.72{QUARRY}")
    assert game.view()["seats"][0]["completed"] == [1]


PARKLAND_NEXT: dict[str, Any] = {
    "athena_cards": ["quarry_mine", "parkland", "district_center", "villa"],
    "singles": [[75, 72, 62, 82], *SINGLES[2:], [90, 91, 66, 67]],
}


def at_a_chain() -> Game:
    """The city tile of H36 is laid: with a garden on the quarry beside its garden plaza the city fulfils Parkland, too."""
    game = rich_game(first=24, **PARKLAND_NEXT)
    game.push("0:0,1/2")
    return game


def test_d23_cards_are_looked_at_again_after_each_single_tile() -> None:
    game = at_a_chain()
    assert ways(game) and not ways(game, 2)
    game.push("+1.75@1,1/0")
    assert game.to_move == 0 and ways(game, 2) and not ways(game, 1)
    game.push(next(move for move in game.legal_moves if move.startswith("+2.76@0,-1/")))
    assert game.to_move == 1 and game.view()["seats"][0]["completed"] == [1, 2]


TWO_OPEN: dict[str, Any] = {"athena_cards": ["quarry_mine", "agora", "district_center", "villa"]}
AGORA = 0b10  # its slot as a bit


def with_all_plazas(**options: Any) -> Game:
    """A game in which the first player has eight stones, and counts as if a plaza of each colour were visible."""
    game = rich_game(**TWO_OPEN, **options)
    game.state.cities[0].stars[:], game.state.cities[0].fulfilled = 1, AGORA
    return game


def test_d23_the_order_is_free_and_a_single_tile_can_destroy_a_pattern() -> None:
    game = with_all_plazas()
    game.push(GROUND_TILE)
    assert ways(game, 1) and ways(game, 2)
    other = game.copy()
    other.push("+2.74@-1,1/0")
    assert other.to_move == 0 and ways(other, 1), "in any order"
    game.push("+1.72@0,0/0")
    assert game.to_move == 1 and game.view()["seats"][0]["completed"] == [1], "the only house plaza is covered: Agora is lost"


@pytest.mark.parametrize(("owned", "is_open"), [(MINE_STONES - 1, False), (MINE_STONES, True), (MINE_STONES + 5, True)])
def test_d24_quarry_mine_asks_for_eight_stones_or_more_and_takes_none(owned: int, is_open: bool) -> None:
    game = at_the_mine(stones=owned)
    assert (game.to_move == 0 and bool(ways(game))) == is_open
    if is_open:
        game.push("+1.72@0,0/0")
        assert stones(game) == owned


# --- The patterns -------------------------------------------------------------------------------------------------------


def around(kind: str, level: int = 1, center: tuple[int, int] = (0, 0), but: dict[int, str] | None = None) -> list[list[Any]]:
    """The six places around a place; `but` says what lies on some sides instead."""
    return [[center[0] + q, center[1] + r, (but or {}).get(side, kind), level] for side, (q, r) in enumerate(SIDES)]


QUARRIES_AND = {1: "quarry"}
APART = (4, 0)
UNCOLOURED: dict[str, list[list[Any]]] = {
    "housing": [[0, 0, "house_plaza", 1], *around("house")],
    "district_center": [[0, 0, "house_plaza", 1], *around("garden", 2, but=QUARRIES_AND)],
    "city_market": [[0, 0, "quarry", 1], [0, -1, "market", 1], [1, 0, "market", 1], [-1, 1, "market", 1]],
    "storehouses": [[0, 0, "market", 1], *around("house", but=QUARRIES_AND), [*APART, "market", 1], *around("house", center=APART)],
    "oasis": [[0, 0, "garden", 1], *around("house", but=QUARRIES_AND)],
}


@pytest.mark.parametrize("card", UNCOLOURED)
def test_d25_uncoloured_hexes_are_any_hexes(card: str) -> None:
    for open_center in (False, True):
        assert card in engine_cards(UNCOLOURED[card], 0, {"athena_open_center": open_center})
        assert card not in engine_cards(UNCOLOURED[card], 0, {"athena_blank": "literal", "athena_open_center": open_center})
    no_district = {"quarry", "house_plaza"} if card == "housing" else {"quarry"}
    as_printed = [[q, r, "temple" if kind in no_district else kind, level] for q, r, kind, level in UNCOLOURED[card]]
    assert card in engine_cards(as_printed, 0, {"athena_blank": "literal"})


def test_d26_the_centre_of_housing_and_city_market_is_occupied() -> None:
    houses, markets = around("house"), [[0, -1, "market", 1], [1, 0, "market", 1], [-1, 1, "market", 1]]
    for options in ({}, {"athena_open_center": True}):
        assert "housing" not in engine_cards(houses, 0, options)
    assert "city_market" not in engine_cards(markets, 0, {})
    for blank in ("any", "literal"):
        assert "city_market" in engine_cards(markets, 0, {"athena_open_center": True, "athena_blank": blank})


def test_d27_more_than_the_picture_does_no_harm() -> None:
    fortress = [[0, 0, "barracks_plaza", 1], [0, -1, "barracks", 1], [1, 0, "barracks", 1]]
    market = [[0, 0, "temple", 1], [0, -1, "market", 1], [1, 0, "market", 1], [-1, 1, "market", 1]]
    cases = [("fortress", fortress, [1, -1, "barracks", 1], [0, 1, "quarry", 1]), ("city_market", market, [0, 1, "market", 1], [0, 1, "quarry", 1])]
    for card, city, more, harmless in cases:
        assert card in engine_cards([*city, more], 0, {})
        assert card not in engine_cards([*city, more], 0, {"athena_layout": "exact"})
        assert card in engine_cards([*city, harmless], 0, {"athena_layout": "exact"})
    beyond = [-1, 1, "barracks", 1]  # only the side between the two is forbidden
    assert "fortress" in engine_cards([*fortress, beyond], 0, {"athena_layout": "exact"})


@pytest.mark.parametrize(("gap", "fulfilled"), [(1, {"any"}), (2, {"any", "apart"}), (3, {"any", "apart", "rings"})])
def test_d28_storehouses_are_not_adjacent(gap: int, fulfilled: set[str]) -> None:
    markets = {(0, 0), (gap, 0)}
    ring = {(q + dq, r + dr) for q, r in markets for dq, dr in SIDES} - markets
    city = [[q, r, "market", 1] for q, r in sorted(markets)] + [[q, r, "house", 1] for q, r in sorted(ring)]
    assert {value for value in ("apart", "any", "rings") if "storehouses" in engine_cards(city, 0, {"athena_separate": value})} == fulfilled


def test_d28_adjacent_markets_are_not_separate_even_if_they_do_not_touch() -> None:
    city = [[0, 0, "house/market", 1, 1], [1, 0, "market/garden", 1, 1]]  # each turns its market away from the other
    places = {(-1, 1), (-1, 0), (0, -1), (2, -1), (2, 0), (1, 1)}
    city += [[q, r, "quarry", 1] for q, r in sorted(places)]
    assert "storehouses" not in engine_cards(city, 0, {})
    assert "storehouses" in engine_cards(city, 0, {"athena_separate": "any"})


STREET = ["market", "house", "barracks", "temple", "garden"]


@pytest.mark.parametrize(("colours", "any_order", "printed"), [
    (STREET, True, True),
    (STREET[::-1], True, True),
    (["house", "market", *STREET[2:]], True, False),
    ([*STREET[:4], "house"], False, False),
    ([*STREET[:4], "garden_plaza"], False, False),
    (["market_plaza", *STREET[1:]], False, False),
])  # fmt: skip
def test_d29_main_street_shows_five_colours_in_any_order(colours: list[str], any_order: bool, printed: bool) -> None:
    for q, r in SIDES[:3]:
        city = [[step * q, step * r, kind, 1 + step % 2] for step, kind in enumerate(colours)]
        assert ("main_street" in engine_cards(city, 0, {})) == any_order
        assert ("main_street" in engine_cards(city, 0, {"athena_main_street": "printed_order"})) == printed


@pytest.mark.parametrize("rotation", range(6))
def test_d30_the_plazas_of_pantheon_only_surround_a_two_colour_centre(rotation: int) -> None:
    plazas = [[q, r, "house_plaza", 1] for q, r in SIDES[rotation % 2 :: 2]]
    assert "pantheon" in engine_cards([[0, 0, "house/temple", 1, rotation], *plazas], 0, {})
    assert "pantheon" not in engine_cards([[0, 0, "house/temple", 1, rotation], *plazas], 0, {"athena_pantheon": "own_side"})
    assert "pantheon" in engine_cards([[0, 0, "temple", 1], *plazas], 0, {"athena_pantheon": "own_side"})


@pytest.mark.parametrize(
    ("levels", "lower", "one_by_one"), [((3, 2, 1), True, True), ((5, 3, 2), True, False), ((4, 3, 1), True, False), ((3, 3, 1), False, False)]
)
def test_d31_each_step_of_the_stairs_is_lower(levels: tuple[int, ...], lower: bool, one_by_one: bool) -> None:
    for q, r in SIDES:
        city = [[step * q, step * r, kind, level] for step, (kind, level) in enumerate(zip(("temple_plaza", "quarry", "house"), levels, strict=True))]
        assert ("pilgrims_stairs" in engine_cards(city, 0, {})) == lower
        assert ("pilgrims_stairs" in engine_cards(city, 0, {"athena_stairs": "one_by_one"})) == one_by_one
        for top in ("temple", "garden_plaza"):  # what is on top is a temple plaza
            assert "pilgrims_stairs" not in engine_cards([[0, 0, top, levels[0]], *city[1:]], 0, {})


@pytest.mark.parametrize("rotation", range(6))
def test_d32_only_the_own_sides_of_a_half_need_to_be_occupied(rotation: int) -> None:
    owned = [SIDES[(rotation + step) % 6] for step in range(3)]
    closed = [[q, r, "quarry", 1] for q, r in owned]
    assert engine_cards([[0, 0, "garden/house", 1, rotation], *closed], 0, {}) == ["oasis"]
    assert engine_cards([[0, 0, "garden/house", 1, rotation], *closed[1:]], 0, {}) == []
    far = [[0, 5, "market/house", 1, rotation], *([q, r + 5, "quarry", 1] for q, r in owned)]
    assert engine_cards([[0, 0, "market/house", 1, rotation], *closed, *far], 0, {}) == ["storehouses"]
    temple = {"visible": [[0, 0, "temple/house", 1, rotation], *closed, [9, 9, "temple_plaza", 1]], "options": {"athena": True}}
    assert score_position(temple)["temple"] == 2


# --- The score ----------------------------------------------------------------------------------------------------------


def test_d33_barracks_with_five_empty_places_are_doubled() -> None:
    city: dict[str, Any] = {"visible": [[0, 0, "barracks_plaza", 1], [0, -1, "barracks", 1]]}
    variant = {"variants": ["barracks"]}
    assert score_position({**city, "options": {"athena": True, **variant}})["barracks"] == 4
    assert score_position({**city, "options": {"athena": True, **variant, "athena_barracks_variant": "three_or_four"}})["barracks"] == 2
    assert score_without({**city, "options": variant})["barracks"] == 2, "D10 stays without the expansion"


def test_d34_each_of_two_colours_counts_with_the_full_level() -> None:
    city = [[0, 0, "barracks/garden", 3, 0], [3, 0, "barracks_plaza", 1], [5, 0, "garden_plaza", 1]]
    points = score_position({"visible": city, "options": {"athena": True}})
    assert (points["barracks"], points["garden"]) == (6, 9)


def test_d35_villa_and_guard_tower_ask_for_no_connection_and_count_halves() -> None:
    houses = [[0, 0, "house", 2], [1, 0, "house", 2], [7, 0, "house/barracks", 2, 0], [0, 7, "temple/house", 5, 3]]
    assert engine_cards(houses, 0, {}) == ["villa"]
    assert engine_cards([*houses[:3], [0, 7, "barracks/house", 2, 3]], 0, {}) == ["villa", "guard_tower"]
    assert engine_cards([*houses[:3], [0, 7, "temple/house", 1, 3]], 0, {}) == [], "level 1 is too low"


# --- Single tiles -------------------------------------------------------------------------------------------------------


def test_d36_single_tiles_are_tiles_of_their_own_below_a_city_tile() -> None:
    game = with_all_plazas()
    for move in (NEXT_TILE, "+1.72@1,-1/0", "+2.74@2,-1/0", GROUND_TILE):
        game.push(move)
    assert "0:1,-1/2" in game.legal_moves, "two single tiles and a hex of the starting tile"
    game.state.cities[0].statue, game.state.cities[0].fulfilled = 1, AGORA  # as if Agora were not completed yet
    for move in ("0:-2,1/4", "+2.75@2,-2/0", NEXT_TILE):
        game.push(move)
    assert "0:1,-1/1" in game.legal_moves, "three single tiles"
    game.push("0:1,-1/1")
    assert all(hex_["level"] == 2 for hex_ in game.view()["seats"][0]["city"] if (hex_["q"], hex_["r"]) in {(1, -1), (2, -2), (2, -1)})


def test_d37_a_single_tile_lies_on_the_ground_beside_the_city_or_on_any_hex_but_a_single_one() -> None:
    game = at_the_mine()
    city = {(hex_["q"], hex_["r"]) for hex_ in game.view()["seats"][0]["city"]}
    beside = {(q + dq, r + dr) for q, r in city for dq, dr in SIDES} - city
    places = {tuple(map(int, move[6:].partition("/")[0].split(","))) for move in game.legal_moves if move.startswith("+1.72@")}
    assert places == city | beside, "plazas and the starting tile, too"


def test_d38_and_d47_a_covered_quarry_gives_a_stone_if_there_is_one() -> None:
    for options, reserve, gained in (({}, 0, 1), ({"stone_supply": "forty"}, 1, 1), ({"stone_supply": "forty"}, 0, 0)):
        game = at_the_mine(**options)
        game.state.reserve = reserve
        game.push(f"+1.72{QUARRY}")
        assert stones(game) == MINE_STONES + gained, options


def test_d39_a_completed_card_stays_completed() -> None:
    game = at_the_mine()
    for move in ("+1.72@0,0/0", GROUND_TILE):
        game.push(move)
    game.state.cities[0].stones = 0
    game.push(NEXT_TILE)
    assert game.to_move == 1 and game.view()["seats"][0]["completed"] == [1]
    game.push(NEXT_TILE)
    game.state.cities[0].stones = MINE_STONES
    game.push(game.legal_moves[0])
    assert game.to_move == 1, "nobody completes a card twice"


# --- Alone --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_statue", [True, False])
def test_d40_the_architect_gets_a_part_with_you(has_statue: bool) -> None:
    game = at_the_mine(seats=1, athena_architect_statue=has_statue)
    game.push("+1.72@0,0/0!82")
    his = game.view()["architect"]
    assert his["completed"] == ([1] if has_statue else []) and his["tiles"][0] == 82
    game.state.cities[0].statue = 15
    game.state.cities[1].statue = 15 if has_statue else 0
    before = game.view()["architect"]["score"]
    game.state.cities[1].stones += 2
    assert game.view()["architect"]["score"] - before == (10 if has_statue else 2)


def test_d40_to_stop_gives_him_nothing() -> None:
    game = at_the_mine(seats=1)
    game.push("stop")
    his = game.view()["architect"]
    assert his["completed"] == [] and len(his["tiles"]) == 1 and his["tiles"][0] < FIRST_SINGLE


@pytest.mark.parametrize(("row", "chosen", "first"), [
    ([62, 82, 72, 88], {"82", "88"}, {"82"}),
    ([72, 65, 80, 62], {"65", "62"}, {"65"}),
    ([80, 72, 73, 76], {"80", "72", "76"}, {"80"}),
    ([83, 82, 84, 91], {"83", "91"}, {"83"}),
])  # fmt: skip
def test_d41_he_gets_a_plaza_else_two_colours_else_a_district(row: list[int], chosen: set[str], first: set[str]) -> None:
    left = [tile for tile in range(FIRST_SINGLE, LAST_SINGLE + 1) if tile not in row]
    for pick, expected in (("player", chosen), ("first", first)):
        game = at_the_mine(seats=1, singles=[row, left[:4], left[4:8], left[8:12]], athena_architect_pick=pick)
        assert {way[2:] for way in ways(game)} == expected
        assert all(way[:2] != way[2:] for way in ways(game)), "he and you never get the same tile"


def test_d42_his_two_colours_are_a_district_of_each() -> None:
    game = rich_game(seats=1)
    his = game.state.cities[1]
    his.tiles[:3], his.tile_count, his.stones = [62, 86, 85], 3, 0
    assert game.view()["architect"]["score"] == 1 * 2 + 1 * 3


def test_d43_five_points_for_each_stone_only_with_all_parts_and_ties_by_the_number_of_stones() -> None:
    game = rich_game(1)
    game.state.cities[1].stones = 5
    for parts in range(16):
        game.state.cities[0].statue = parts
        assert game.breakdown[0]["stones"] == (5 if parts == 15 else 1)
    assert game.scores == [5, 5] and game.ranks == [2, 1], "five stones are more than one"


# --- The end, and what goes together ------------------------------------------------------------------------------------


def test_d44_cards_are_looked_at_in_the_last_turn() -> None:
    game = ziggurat.new("akropolis", seed="d44", athena=True, **RICH)
    while game.turn < 35:
        game.push("stop" if game.legal_moves[0] == "stop" else game.legal_moves[0])
    game.state.cities[game.to_move or 0].stones = MINE_STONES
    game.push(next(move for move in game.legal_moves if move.startswith("0:")))
    assert not game.is_over and len(game.view()["site"]) == 1 and ways(game)
    game.push(next(move for move in game.legal_moves if move.startswith("+1.")))
    assert game.is_over


def test_d45_every_option_of_the_expansion_goes_with_every_other_one() -> None:
    every = ziggurat.new("akropolis", seed=1, athena=True).spec.option_set.options
    options = {option.name: option.choices for option in every if option.name not in {"athena", "athena_cards", "seats", "long_game", "variants"}}
    tables = [(seats, is_long) for seats in (1, 2, 3, 4) for is_long in (False, True) if not (seats == 4 and is_long)]
    for (seats, is_long), (name, values) in itertools.product(tables, options.items()):
        for value in values:
            game = new_game("akropolis", seed=1, athena=True, seats=seats, long_game=is_long, variants=STREET, preset="bga", **{name: value})
            assert game.options[name] == value and game.options["athena_open_center"] == (value if name == "athena_open_center" else True)
            assert len(game.legal_moves) > 1


def test_d46_levels_matter_only_where_a_card_is_about_them() -> None:
    line: list[list[Any]] = [[0, 0, "barracks", 1], [0, 1, "barracks", 4], [0, 2, "barracks", 2]]
    assert "rampart" in engine_cards(line, 0, {})
    temples: list[list[Any]] = [[5, 0, "temple", 1], [6, 0, "temple", 3], [5, 1, "temple", 2]]
    assert "sanctuary" in engine_cards(temples, 0, {})
    for name in CARD_NAMES:  # raised by two levels each, all patterns without levels stay as they are
        low, high = (name in engine_cards([[q, r, kind, level + up] for q, r, kind, level in (*line, *temples)], 9, {}) for up in (0, 2))
        assert low == high or name in {"villa", "guard_tower", "luxury_goods", "district_center", "hanging_gardens", "pilgrims_stairs"}


def test_d48_one_stop_is_for_all_cards_of_the_turn() -> None:
    game = with_all_plazas()
    game.push(GROUND_TILE)
    assert ways(game, 1) and ways(game, 2)
    game.push("stop")
    assert game.to_move == 1


def test_all_four_statue_parts_and_the_last_single_tile_are_there_for_four_players() -> None:
    """§10.2: whoever completes a card always finds a tile, the last of four players too."""
    game = rich_game(seats=4)
    for seat in range(4):
        game.state.cities[seat].stones = MINE_STONES
    for seat, left in enumerate((4, 3, 2, 1)):
        game.push(GROUND_TILE)
        assert game.to_move == seat and len(game.view()["slots"][0]["singles"]) == left
        game.push(next(move for move in game.legal_moves if move.startswith("+1.")))
    assert game.view()["slots"][0]["singles"] == [] and all(seat["completed"] == [1] for seat in game.view()["seats"])

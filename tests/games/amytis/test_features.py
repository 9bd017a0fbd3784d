"""What the features of a position tell: only what everyone sees, the same compiled or not, and in some positions worked out by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from feature_values import feature_reader, push_any
from ziggurat.game import Game
from ziggurat.games.amytis import features
from ziggurat.games.amytis.features import NAMES
from ziggurat.games.amytis.material import CARD_POINTS, FAVOR_NAMES, TILE_INDEX
from ziggurat.games.amytis.rules import place_tile
from ziggurat.games.amytis.state import Phase
from ziggurat.games.amytis.visibility import imagine
from ziggurat.geometry.square import SPACE_INDEX
from ziggurat.kernel import generator

options = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(["second", "first"]),
        "sides": st.text("AB", min_size=6, max_size=6),
        "bottom_row_limit": st.sampled_from(["none", "four"]),
        "palace_b_counts": st.sampled_from(["before", "after"]),
    }
)
seeds = st.integers(0, 2**32).map(str)


tell = feature_reader(features)


# --- in every position -----------------------------------------------------------------------------------------------------


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


@settings(max_examples=40)
@given(seeds, options)
def test_features_are_bounded_and_change_nothing(seed: str, chosen: dict[str, Any]) -> None:
    game, rng = ziggurat.new("amytis", seed=seed, **chosen), generator(f"{seed}/moves")
    while True:
        before = game.state.tobytes()
        for seat in range(2):
            numbers = tell(game.state, seat)
            assert not {name: value for name, value in numbers.items() if not -2 <= value <= 4}
        assert game.state.tobytes() == before
        if game.is_over:
            break
        push_any(game, rng)
    assert numbers["own_turns"] == numbers["top_1"] == numbers["at_hand"] == 0, "nothing comes after the end"


@settings(max_examples=15)
@given(seeds, options)
def test_what_nobody_has_seen_makes_no_difference(seed: str, chosen: dict[str, Any]) -> None:
    game, rng = ziggurat.new("amytis", seed=seed, **chosen), generator(f"{seed}/moves")
    while not game.is_over:
        dream = game.copy()
        imagine(dream.state, 0, generator(f"{seed}/{game.ply}"))
        for seat in range(2):
            assert tell(dream.state, seat) == tell(game.state, seat)
        push_any(game, rng)


@settings(max_examples=15)
@given(seeds, options)
def test_the_turns_left_are_never_fewer_than_the_feature_says(seed: str, chosen: dict[str, Any]) -> None:
    game, rng = ziggurat.new("amytis", seed=seed, **chosen), generator(f"{seed}/moves")
    numbers = []
    while not game.is_over:
        numbers += [(seat, turns_begun(game, seat), round(5 * tell(game.state, seat)["own_turns"])) for seat in range(2)]
        push_any(game, rng)
    assert all(begun + least <= turns_begun(game, seat) for seat, begun, least in numbers)


def turns_begun(game: Game, seat: int) -> int:
    """How many turns the seat has begun: each is one tile on its board."""
    return int(game.state.boards[seat].heights.sum())


PLAY = """
import hashlib
import numpy as np
import ziggurat
from ziggurat.games.amytis.features import NAMES, features
from ziggurat.kernel import below, generator

total = hashlib.sha256()
for sides in ("AAAAAA", "BBBBBB", "ABABAB"):
    game, rng = ziggurat.new("amytis", seed="uncompiled", sides=sides), generator("uncompiled/moves")
    while True:
        for kind in (np.float32, np.float64):
            for seat in range(2):
                out = np.zeros(len(NAMES), kind)
                features(game.state, seat, out)
                total.update(out.tobytes())
        if game.is_over:
            break
        legal = game.legal_codes()
        game.push_unchecked(legal[int(below(rng, len(legal)))])
"""


def test_compiled_and_uncompiled_features_are_the_same_to_the_bit() -> None:
    compiled: dict[str, Any] = {}
    exec(PLAY, compiled)  # the very program that the other process runs
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(ziggurat.__file__).parents[1])}
    plain_run = subprocess.run([sys.executable, "-c", PLAY + "print(total.hexdigest())"], env=environment, capture_output=True, text=True, check=True)
    assert plain_run.stdout.strip() == compiled["total"].hexdigest()


# --- worked out by hand ----------------------------------------------------------------------------------------------------


def at_start(**chosen: Any) -> Any:
    """The first position of a game; a test changes what it needs."""
    return ziggurat.new("amytis", seed=7, **chosen).state


def show(board: Any, **tiles: str) -> None:
    """Put tiles on the board: `show(board, a1="Bw")`."""
    for space, tile in tiles.items():
        place_tile(board, TILE_INDEX[tile], SPACE_INDEX[space])


def leave(state: Any, *left: int) -> None:
    """So many tiles are left in the first stacks, five in the others."""
    state.left[:] = [*left, *[5] * (9 - len(left))]
    state.standing = sum(1 << stack for stack in range(9) if state.left[stack])


def test_at_the_start_everything_is_still_there() -> None:
    state = at_start()
    for seat in range(2):
        numbers = tell(state, seat)
        assert numbers["shortest_end"] == pytest.approx(10 / 10), "two stacks of five tiles"
        assert numbers["own_turns"] == pytest.approx(5 / 5)
        assert numbers["pawns"] == numbers["other_pawns"] == 1
        assert numbers["height_0"] == 9 / 4
        assert numbers["row_next"] == pytest.approx(4 / 10)
        assert numbers["open_1"] == pytest.approx(4 / 20), "no other favor gives anything yet"
        cards = state.boards[seat].cards[: 2 + seat]
        assert numbers["held_3"] + numbers["held_4"] == pytest.approx(CARD_POINTS[cards].sum() / 40), "no card asks for fewer than three tiles"
        assert numbers["to_move"] == 1 - seat
        assert numbers["theater_next"] == pytest.approx((1 + seat) / 10), "the second player's architect will be the second one"


@pytest.mark.parametrize(("left", "to_move", "turns", "own"), [((1, 1), 0, 2, 1), ((0, 1), 0, 2, 1), ((0, 1), 1, 1, 0), ((0, 0), 1, 1, 0), ((2, 1), 0, 4, 2)])
def test_the_second_player_has_the_last_turn(left: tuple[int, int], to_move: int, turns: int, own: int) -> None:
    state = at_start()
    leave(state, *left)
    state.to_move = to_move
    numbers = tell(state, 0)
    assert numbers["shortest_end"] == pytest.approx(turns / 10)
    assert numbers["own_turns"] == pytest.approx(own / 5)
    assert tell(state, 1)["own_turns"] == pytest.approx((turns - own) / 5)
    assert (numbers["top_1"] > 0) == (own > 0 or left != (0, 0)), "there may be more turns than the fewest"
    assert numbers["left_0"] == left.count(0) / 4


def test_architects_near_a_line() -> None:
    state = at_start()
    state.boards[0].architects = 0b000_010_001  # a1 and b2
    numbers = tell(state)
    assert numbers["architects"] == 2 / 4
    assert numbers["line_stacks"] == 1 / 2, "c3"
    assert numbers["lines_of_two"] == 5 / 4, "a row and a column through a1, and through b2 these and the other diagonal"
    state.boards[1].architects = 0b100_000_000
    assert tell(state)["line_stacks"] == 0, "c3 is taken"


def test_the_next_tile_of_each_type() -> None:
    state = at_start(sides="AAAAAA")
    show(state.boards[0], a1="Bw", b1="Bw", b2="Bw", c3="Gp")
    numbers = tell(state)
    assert numbers["garden_next"] == pytest.approx(5 / 10), "a fifth stack of one tile"
    assert numbers["market_next"] == pytest.approx(8 / 10), "a fourth blue tile"
    assert numbers["wall_next"] == pytest.approx(6 / 10), "a third wall on the edge"
    assert numbers["palace_next"] == pytest.approx(2 / 10)
    assert numbers["residence_next"] == pytest.approx(3 / 10), "wall, palace, residence"
    state = at_start(sides="BBBBBB")
    show(state.boards[0], a1="Bw", c1="Bw", a3="Bw")
    show(state.boards[0], a1="Gw")
    numbers = tell(state)
    assert numbers["garden_next"] == pytest.approx(6 / 10), "the third tile on a1"
    assert numbers["market_next"] == pytest.approx(3 / 10), "an orange one"
    assert numbers["wall_next"] == pytest.approx(10 / 10), "the fourth corner"
    assert numbers["palace_next"] == 0, "no project is validated"
    assert numbers["residence_next"] == pytest.approx(2 / 10)


def test_cards_by_the_tiles_that_they_lack() -> None:
    state = at_start()
    state.boards[0].cards[:2] = [2, 6]  # B B B for 8 points; G P / P P for 10
    show(state.boards[0], a1="Bg", b1="Bm", b2="Pw", c2="Pp")
    numbers = tell(state)
    assert numbers["held_1"] == pytest.approx(8 / 40)
    assert numbers["held_2"] == pytest.approx(10 / 40)
    state.display[:] = [3, 7, 0]  # P P P; O B / O B; G B O on a diagonal
    numbers = tell(state)
    assert numbers["display_0"] == 0
    assert numbers["display_1"] == pytest.approx(8 / 20), "a pink tile on a2"
    assert numbers["display_2"] == pytest.approx(10 / 20), "a1 and b1 are its blue half; of the diagonal, whose centre is blue, nothing lies yet"


def test_favors_now_and_by_one_tile() -> None:
    state = at_start()
    board = state.boards[0]
    board.heights[:] = [1, 2, 2, 0, 0, 0, 3, 0, 0]
    numbers = tell(state)
    assert numbers["II_open_now"] == pytest.approx(4 / 20)
    assert numbers["corners_open_now"] == pytest.approx(5 / 20), "a3"
    assert numbers["corners_near"] == 1 / 2, "c1"
    assert numbers["stairs_near"] == 1 / 4, "the first row"
    assert numbers["raise_1"] == 0, "no favor is owned"
    state.favors[FAVOR_NAMES.index("stairs")] = 0
    state.favors[FAVOR_NAMES.index("II")] = 0
    state.favors[FAVOR_NAMES.index("I")] = 1
    board.pawns = 3
    numbers = tell(state)
    assert numbers["II_own_now"] == pytest.approx(4 / 20)
    assert numbers["II_open_now"] == numbers["I_open_now"] == 0
    assert numbers["raise_1"] == pytest.approx((6 - 2) / 10), "c1 completes the stairs, but is no stack of two any more"
    assert numbers["raise_2"] == pytest.approx(2 / 10), "a1 becomes a stack of two"
    assert numbers["raise_3"] == 0
    board.pawns = 0
    numbers = tell(state)
    assert numbers["open_1"] == numbers["row_next"] == numbers["corners_open_now"] == 0, "no pawn, no favor"


@pytest.mark.parametrize("limit", ["none", "four"])
def test_the_fourth_pawn_is_the_last_that_the_bottom_row_pays(limit: str) -> None:
    state = at_start(bottom_row_limit=limit)
    state.boards[0].row_pawns, state.boards[0].pawns = 3, 2
    assert tell(state)["row_next"] == pytest.approx((30 - 18) / 10)
    state.boards[0].row_pawns, state.boards[0].pawns = 4, 1
    assert tell(state)["row_next"] == 0


def test_a_palace_waits_for_its_card() -> None:
    state = at_start(sides="AAAAAA")
    state.boards[0].cards[:2] = [6, 7]
    show(state.boards[0], a1="Pp", b1="Pp", c1="Pg")
    state.display[:] = [3, 14, 15]  # P P P lies in the display
    state.phase = Phase.PALACE
    numbers = tell(state)
    assert numbers["at_palace"] == 1
    assert numbers["at_hand"] == pytest.approx((2 + 8) / 20), "two palaces, and the card that is complete at once"
    assert tell(state, 1)["at_hand"] == 0


def test_a_line_waits_for_its_favor() -> None:
    state = at_start()
    state.boards[0].heights[:] = [3, 3, 3, 0, 0, 0, 0, 0, 0]
    state.boards[0].architects = 0b111
    state.phase = Phase.FAVOR
    numbers = tell(state)
    assert numbers["at_favor"] == 1
    assert numbers["at_hand"] == pytest.approx(12 / 20), "three stacks of three tiles"
    assert numbers["architects"] == 0, "all of them return before the next turn"

"""What holds in every position of random and of eager play, whatever the edition and the sides."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from reading import second_reading
from ziggurat.game import Game
from ziggurat.games.amytis.material import CARDS, FAVOR_NAMES, KIND_NAMES, STACK_HEIGHT, TILE_NAMES
from ziggurat.games.amytis.visibility import imagine
from ziggurat.geometry.square import HAS_LINE, SPACE_INDEX
from ziggurat.kernel import below, generator
from ziggurat.search.bots import GreedyBot

plain = second_reading("amytis")
BOX = Counter(dict.fromkeys(TILE_NAMES, 2))
options = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(["second", "first"]),
        "sides": st.text("AB", min_size=6, max_size=6),
        "bottom_row_limit": st.sampled_from(["none", "four"]),
        "palace_b_counts": st.sampled_from(["before", "after"]),
    }
)
seeds = st.integers(0, 2**32).map(str)
play_styles = st.sampled_from(["random", "eager"])


class Eager:
    """Plays at random, but drawn to lines of architects, to points and projects, and to the bottom row."""

    def __init__(self, game: Game, seed: str) -> None:
        self.rng = generator(seed)
        self.greedy = GreedyBot(game.spec, seed)

    def choose(self, game: Game) -> str:
        legal = game.legal_moves
        if "!row" in legal and below(self.rng, 3):
            return "!row"
        mine = int(game.state.boards[game.to_move].architects)
        lines = [move for move in legal if ">" in move and HAS_LINE[mine | 1 << SPACE_INDEX[move[:2]]]]
        mood = below(self.rng, 4)
        if mood == 0 and lines:
            return lines[int(below(self.rng, len(lines)))]
        if mood == 1:
            return legal[int(below(self.rng, len(legal)))]
        return str(game.spec.move_text.to_text(game.state, self.greedy.choose(game)))


def play(style: str, seed: str, chosen: dict[str, Any]) -> Iterator[Game]:
    """A whole game, position by position."""
    game = ziggurat.new("amytis", seed=seed, **chosen)
    rng = generator(f"{seed}/moves")
    eager = Eager(game, seed) if style == "eager" else None
    yield game
    while not game.is_over:
        legal = game.legal_moves
        game.push(eager.choose(game) if eager else legal[int(below(rng, len(legal)))])
        yield game


def tiles_of(view: dict[str, Any], seat: int) -> list[str]:
    return [tile for row in view["seats"][seat]["board"] for space in row for tile in space.split()]


@settings(max_examples=25)
@given(play_styles, seeds, options)
def test_tiles_architects_pawns_and_cards_are_conserved(style: str, seed: str, chosen: dict[str, Any]) -> None:
    for game in play(style, seed, chosen):
        view, state = game.view(0), game.state
        lower = [TILE_NAMES[tile] for stack in range(9) for tile in state.tiles[stack, : state.left[stack]]]
        tiles = Counter(lower + tiles_of(view, 0) + tiles_of(view, 1))
        assert tiles.total() == 45
        assert not tiles - BOX, "no kind of tile is there more often than in the box"
        assert view["deck_left"] >= CARDS - 3 - 5 - 8, "at most eight palaces draw"
        deck = [card + 1 for card in state.projects[state.drawn :]]
        cards = [*view["display"], *deck, *(card for seat in view["seats"] for card in (*seat["projects"], *seat["validated"]))]
        assert sorted(cards) == list(range(1, CARDS + 1))
        for seat, sheet in enumerate(view["seats"]):
            on_board = sum(stack["architect"] == seat for stack in view["stacks"])
            assert sheet["architects_left"] + on_board == 4
            placed = sum(owner == seat for name, owner in view["favors"].items() if name != "row") + view["favors"]["row"].count(seat)
            assert sheet["pawns_left"] + placed == 5
            assert state.boards[seat].heights.sum() == len(tiles_of(view, seat))
        assert len(view["favors"]["row"]) <= 6
        assert not state.boards[0].architects & state.boards[1].architects, "never two architects on one stack"
    assert game.ply <= 56, "38 builds, 8 palaces, 10 favors"
    assert game.turn % 2 == 0
    assert sum(stack["left"] == 0 for stack in view["stacks"]) in {2, 3}


@settings(max_examples=40)
@given(play_styles, seeds, options)
def test_undo_restores_the_very_bytes(style: str, seed: str, chosen: dict[str, Any]) -> None:
    positions = [(game.state.tobytes(), game.legal_moves, game.scores) for game in (g.copy() for g in play(style, seed, chosen))]
    *_, game = play(style, seed, chosen)
    for state, legal, scores in reversed(positions):
        assert game.state.tobytes() == state
        assert game.legal_moves == legal
        assert game.scores == scores
        if game.ply:
            game.undo()


@settings(max_examples=25)
@given(play_styles, seeds, options)
def test_text_and_move_convert_both_ways(style: str, seed: str, chosen: dict[str, Any]) -> None:
    for game in play(style, seed, chosen):
        moves = game.spec.move_text
        for code in game.legal_codes():
            text = moves.to_text(game.state, code)
            assert moves.from_text(game.state, text) == code
            assert moves.from_text(game.state, f" {text.upper()} ") == code


@settings(max_examples=40)
@given(play_styles, seeds, options)
def test_scores_are_the_sum_of_the_breakdown(style: str, seed: str, chosen: dict[str, Any]) -> None:
    for game in play(style, seed, chosen):
        sheets = game.breakdown
        assert [sum(sheet.values()) for sheet in sheets] == game.scores
        for seat, sheet in enumerate(sheets):
            assert {line for line in sheet if ":" not in line} == {*KIND_NAMES, *FAVOR_NAMES}
            assert sum(sheet[kind] for kind in KIND_NAMES) == game.view(0)["seats"][seat]["track"]


@settings(max_examples=30)
@given(play_styles, seeds, options)
def test_the_log_tells_a_whole_turn(style: str, seed: str, chosen: dict[str, Any]) -> None:
    *_, game = play(style, seed, chosen)
    for language in ("en", "fr"):
        lines = game.log(language)
        assert len(lines) == game.ply
        assert not any("{" in line or "log." in line for ply in lines for line in ply)


# --- the second reading --------------------------------------------------------------------------------------------------


ALL_SIDES = ["".join(sides) for sides in itertools.product("AB", repeat=6)]


@pytest.mark.parametrize("style", ["random", "eager"])
def test_a_plain_referee_written_from_the_rulebook_agrees_on_every_position(style: str) -> None:
    """All 64 combinations of sides, both editions, both readings of each option."""
    positions = 0
    for number in range(240):
        chosen = {
            "edition": ("second", "first")[number % 2],
            "sides": ALL_SIDES[number % 64],
            "bottom_row_limit": ("none", "four")[number // 2 % 2],
            "palace_b_counts": ("before", "after")[number // 64 % 2],
        }
        referee: Any = None
        for game in play(style, f"{style}/{number}", chosen):
            if referee is None:
                referee = plain.PlainGame(game.deal, game.options)
            else:
                referee.push(game.moves[-1])
            positions += 1
            assert referee.over == game.is_over
            assert referee.scores() == game.scores
            assert referee.breakdown() == game.breakdown
            assert set(game.legal_moves) == referee.legal()
            assert game.is_over or referee.to_move == game.to_move
        assert referee.ranks() == game.ranks
    assert positions > 10_000


# --- what is imagined ----------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(play_styles, seeds, options)
def test_imagine_leaves_the_view_unchanged_and_ignores_what_is_hidden(style: str, seed: str, chosen: dict[str, Any]) -> None:
    for game in play(style, seed, chosen):
        before = game.view(0), game.legal_moves, game.scores
        copies = [game.copy(), game.copy()]
        for number, copy in enumerate(copies):
            imagine(copy.state, 0, generator(f"other/{number}"))
            copy._forget()
            assert (copy.view(0), copy.legal_moves, copy.scores) == before
        for copy in copies:  # two positions that look the same are imagined the same
            imagine(copy.state, 0, generator("same"))
        assert copies[0].state.tobytes() == copies[1].state.tobytes()


def chi_square_is_fair(counts: np.ndarray[Any, Any], expected: np.ndarray[Any, Any]) -> bool:
    """Whether counts could come from these expectations: five standard deviations of a chi-square at most."""
    held = expected > 0
    assert not counts[~held].any(), "what cannot be there was never imagined there"
    statistic = float((((counts - expected)[held]) ** 2 / expected[held]).sum())
    freedom = int(held.sum()) - 1
    return statistic < freedom + 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("plies", [0, 14, 33])
def test_every_hidden_tile_and_card_is_imagined_uniformly(plies: int) -> None:
    game = next(itertools.islice(play("random", f"imagine/{plies}", {}), plies, None))
    state, rng, samples = game.copy().state, generator(f"uniform/{plies}"), 12_000
    tiles = np.zeros((9, STACK_HEIGHT, 24), np.int64)
    cards = np.zeros((CARDS, CARDS), np.int64)
    stack, place = np.indices((9, STACK_HEIGHT))
    for _ in range(samples):
        imagine(state, 0, rng)
        tiles[stack, place, state.tiles] += 1
        cards[np.arange(CARDS), state.projects] += 1
    view = game.view(0)
    seen = Counter([stack["top"] for stack in view["stacks"] if stack["top"]] + tiles_of(view, 0) + tiles_of(view, 1))
    unseen = np.array([2 - seen[tile] for tile in TILE_NAMES])
    for s in range(9):
        for p in range(STACK_HEIGHT):
            if p < game.state.left[s] - 1:
                assert chi_square_is_fair(tiles[s, p], samples * unseen / unseen.sum())
            else:
                assert tiles[s, p, game.state.tiles[s, p]] == samples, "what was seen stays"
    drawn = int(game.state.drawn)
    left = np.isin(np.arange(CARDS), game.state.projects[drawn:])
    for p in range(CARDS):
        if p >= drawn:
            assert chi_square_is_fair(cards[p], samples * left / left.sum())
        else:
            assert cards[p, game.state.projects[p]] == samples


def test_neighbouring_hidden_tiles_are_imagined_independently() -> None:
    """The joint distribution of two hidden tiles is that of drawing twice without putting back."""
    game = ziggurat.new("amytis", seed=5)
    state, rng, samples = game.copy().state, generator("pairs"), 60_000
    pairs = np.zeros((24, 24), np.int64)
    for _ in range(samples):
        imagine(state, 0, rng)
        pairs[state.tiles[0, 0], state.tiles[4, 2]] += 1
    seen = Counter(stack["top"] for stack in game.view(0)["stacks"])
    unseen = np.array([2 - seen[tile] for tile in TILE_NAMES])
    expected = np.outer(unseen, unseen) - np.diag(unseen)
    assert chi_square_is_fair(pairs.ravel(), samples * expected.ravel() / expected.sum())

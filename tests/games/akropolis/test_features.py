"""What the features of a city tell, and which moves are worth a thought: only what everyone sees, in every position, and some worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ziggurat
from feature_values import feature_reader, push_any
from ziggurat.game import MOVE
from ziggurat.games.akropolis import features
from ziggurat.games.akropolis.features import NAMES, sift, write_worth
from ziggurat.games.akropolis.visibility import imagine
from ziggurat.kernel import below, generator
from ziggurat.search.net import load_net

seeds = st.integers(0, 2**32).map(str)
options = st.fixed_dictionaries(
    {
        "seats": st.sampled_from([1, 2, 3, 4]),
        "variants": st.lists(st.sampled_from(["house", "market", "barracks", "temple", "garden"]), unique=True),
        "barracks_edge": st.sampled_from(["any", "outer"]),
        "lake": st.sampled_from(["single", "region"]),
    }
)


tell = feature_reader(features)


def test_names_and_places_agree() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for place, name in [(features.RIVAL_STONES, "rival_stones"), (features.GROUND_SPOTS, "ground_spots"), (features.COVERS, "covers_0")]:
        assert NAMES[place] == name
    assert NAMES[features.BEST_COVER] == "best_cover"
    assert NAMES[features.AT_COLORS + 3 * features.EACH_COLOR + features.STARS_ON_OFFER] == "temple_stars_on_offer"
    terms = {"lost_ahead": features.LOST_AHEAD, "house_now": features.DISTRICT_NOW, "temple_now": features.TEMPLE_NOW, "house_loose": features.HOUSE_LOOSE}
    assert {name: features.TERMS[place] for name, place in terms.items()} == {name: name for name in terms}
    assert len(load_net("akropolis").sieve) == len(features.TERMS)


@settings(max_examples=15, deadline=None)
@given(seeds, options)
def test_features_are_bounded_change_nothing_and_do_not_see_the_stacks(seed: str, chosen: dict[str, Any]) -> None:
    game, rng = ziggurat.new("akropolis", seed=seed, **chosen), generator(f"{seed}/moves")
    while not game.is_over:
        before = game.state.tobytes()
        dream = game.copy()
        imagine(dream.state, 0, generator(f"{seed}/{game.ply}"))
        for seat in range(game.seats):
            numbers = tell(game.state, seat)
            assert not {name: value for name, value in numbers.items() if not -2 <= value <= 20}
            assert tell(dream.state, seat) == numbers
        assert game.state.tobytes() == before
        push_any(game, rng)


def test_the_opening_by_hand() -> None:
    """Two players, the publisher's stones: 18 turns each; the starting tile shows a house plaza and three quarries, and nothing fits on top."""
    game = ziggurat.new("akropolis", seed="1", stones="from_one")
    first, second = tell(game.state, 0), tell(game.state, 1)
    assert (first["turns_left"], second["turns_left"]) == (1.0, 1.0)
    assert (first["to_move"], second["to_move"]) == (1.0, 0.0)
    assert np.isclose([first["stones"], first["rival_stones"], second["stones"]], [1 / 6, 2 / 6, 2 / 6]).all()
    assert np.isclose([first["places"], first["quarries"], first["house_stars"]], [4 / 50, 0.3, 1 / 6]).all()
    assert first["covers_0"] == first["covers_3"] == first["house_value"] == first["level_2"] == 0
    assert np.isclose(second["garden_districts_unseen"], 0.6), "the 37 tiles of two players show six gardens"
    assert np.isclose(second["garden_stars_unseen"], 0.9), "and three garden plazas of three stars"


@settings(max_examples=8, deadline=None)
@given(seeds, options)
def test_sifting_only_changes_the_order_and_keeps_moves_of_every_tile(seed: str, chosen: dict[str, Any]) -> None:
    game, rng = ziggurat.new("akropolis", seed=seed, **chosen), generator(f"{seed}/moves")
    moves, worth = np.zeros(game.spec.rules.MAX_MOVES, MOVE), np.zeros(game.spec.rules.MAX_MOVES)
    weights = load_net("akropolis").sieve
    while not game.is_over:
        legal = game.legal_codes()
        moves[: len(legal)] = legal
        front = sift(game.state, moves, len(legal), worth, 20, weights)
        last = features.takes_left(game.state) <= game.state.players
        assert front == (len(legal) if last else min(20, len(legal)))
        assert sorted(moves[: len(legal)].tolist()) == sorted(legal)
        per_slot = 3 * 8192
        if front < len(legal):
            assert {int(move) // per_slot for move in moves[:front]} == {code // per_slot for code in legal}
            assert worth[:front].max() >= worth[front : len(legal)].max()
        push_any(game, rng)


def test_the_worth_of_a_move_is_a_sum_of_terms() -> None:
    game = ziggurat.new("akropolis", seed="worth")
    rng = generator("worth/moves")
    for _ in range(20):
        push_any(game, rng)
    legal = game.legal_codes()
    moves, whole, part = np.array(legal, MOVE), np.zeros(len(legal)), np.zeros(len(legal))
    weights = load_net("akropolis").sieve
    write_worth(game.state, moves, len(legal), whole, weights)
    total = np.zeros(len(legal))
    for term in range(len(weights)):
        one = np.zeros_like(weights)
        one[term] = weights[term]
        write_worth(game.state, moves, len(legal), part, one)
        total += part
    assert np.allclose(whole, total, atol=1e-4)


@pytest.mark.parametrize("athena", [False, True], ids=["game", "athena"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_moves_and_outcomes_tell_all_that_can_be_seen(seed: str, seats: int, *, athena: bool) -> None:
    """Two deals in which the same moves show the same sites look the same and have the same legal moves: the search need not ask for them again."""
    game, rng = ziggurat.new("akropolis", seed=seed, seats=seats, athena=athena), generator(f"{seed}/moves")
    other, outcome = game.copy(), game.spec.visibility.outcome
    imagine(other.state, 0, generator(f"{seed}/dream"))
    while not game.is_over:
        legal = game.legal_codes()
        assert other.legal_codes() == legal
        move, drawn = legal[int(below(rng, len(legal)))], int(game.state.drawn)
        game.push_unchecked(move)
        other.push_unchecked(move)
        shown = outcome(game.state)
        assert (shown != 0) == (game.state.drawn > drawn), "chance shows something when a stack is laid out, and only then"
        if outcome(other.state) != shown:
            break
        assert game.view(None) == other.view(None)

"""The friendly face: moves, errors with their reasons, copies, options."""

from __future__ import annotations

from typing import Any

import pytest

import ziggurat
from ziggurat.game import new_game
from ziggurat.search.bots import make_bot


def test_the_readme_call_works() -> None:
    game = ziggurat.new("amytis", seed=7, sides="AABABA")
    assert game.options["sides"] == "AABABA"
    assert game.seed == "7"
    assert len(game.legal_moves) == 81


def test_an_empty_seed_is_drawn_and_games_differ() -> None:
    assert ziggurat.new("amytis").deal != ziggurat.new("amytis").deal


def test_random_sides_follow_the_seed_and_the_record_stores_them() -> None:
    sides = {ziggurat.new("amytis", seed=seed, sides="random").options["sides"] for seed in range(200)}
    assert len(sides) > 55
    assert all(set(each) <= {"A", "B"} for each in sides)
    game = ziggurat.new("amytis", seed=3, sides="random")
    assert game.record()["options"]["sides"] == ziggurat.new("amytis", seed=3, sides="random").options["sides"]


@pytest.mark.parametrize(
    ("moves", "wrong", "reason"),
    [
        ("", "+1", "no palace waits"),
        ("", "!IV", "no new line of three architects"),
        ("a1>a1", "a1>a1", "First player has an architect on a1"),
    ],
)
def test_an_illegal_move_says_why(moves: str, wrong: str, reason: str) -> None:
    game = ziggurat.new("amytis", seed=2)
    for move in moves.split():
        game.push(move)
        while game.view(game.to_move)["phase"] != "build":
            game.push(game.legal_moves[0])
    before = game.state.tobytes()
    with pytest.raises(ziggurat.IllegalMove, match=reason) as caught:
        game.push(wrong)
    assert "Main board" in str(caught.value), "the position as text"
    assert game.state.tobytes() == before


def test_every_illegal_move_of_a_game_has_a_reason_of_its_own_words() -> None:
    game = ziggurat.new("amytis", seed=5, sides="AAABAA", bottom_row_limit="four")
    bot = make_bot("greedy", game.spec, "reasons")
    keys = set()
    while not game.is_over:
        legal = set(game.legal_codes())
        for code in range(94):
            if code not in legal:
                key, _ = game.spec.move_text.why_not(game.state, code)
                assert key in game.words("en").texts, key
                assert "{" not in game.reason(code, "fr")
                keys.add(key)
        game.push_unchecked(bot.choose(game))
    assert len(keys) >= 7


def test_nothing_can_be_played_after_the_end() -> None:
    game = ziggurat.new("amytis", seed=1)
    while not game.is_over:
        game.push(game.legal_moves[-1])
    with pytest.raises(ziggurat.GameOver, match="the game is over"):
        game.push("a1>a1")
    assert game.to_move is None


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    with pytest.raises(ziggurat.GameError, match="no move to take back"):
        ziggurat.new("amytis", seed=1).undo()


def test_a_copy_goes_its_own_way() -> None:
    game = ziggurat.new("amytis", seed=1, moves="a1>a1")
    copy = game.copy()
    copy.push(copy.legal_moves[0])
    assert game.moves == ["a1>a1"]
    assert copy.ply == 2
    copy.undo()
    assert copy.state.tobytes() == game.state.tobytes()


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ziggurat.GameError, match="the seats are 0 to 1"):
        ziggurat.new("amytis", seed=1).view(2)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"sides": "ABC"}, "six letters"),
        ({"edition": 2}, "choose one of `second`, `first`"),
        ({"seats": 3}, "option `seats` cannot be `3`"),
        ({"seats": True}, "option `seats` cannot be `True`"),
        ({"colour": "red"}, "there is no option `colour`"),
        ({"preset": "bga"}, "there is no preset `bga`"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ziggurat.OptionError, match=reason):
        ziggurat.new("amytis", seed=1, **options)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ziggurat.UnknownGame, match="there is no game `go`"):
        new_game("go")


def test_long_games_outgrow_the_first_states() -> None:
    game = ziggurat.new("amytis", seed=1)
    game._states = game._states[:2]
    while not game.is_over:
        game.push(game.legal_moves[0])
    again = ziggurat.load(game.record())
    assert again.state.tobytes() == game.state.tobytes()

"""The quick game of a table says the same as any game."""

from __future__ import annotations

import random

import pytest

from ziggurat.game import Game
from ziggurat.registry import game_names, game_spec
from ziggurat.server.quick import QuickGame


@pytest.mark.parametrize("name", game_names())
def test_a_quick_game_says_the_same_as_a_game(name: str) -> None:
    lots = random.Random(name)
    spec = game_spec(name)
    for number in range(3):
        plain, quick = Game(spec, seed=f"q/{number}"), QuickGame(spec, seed=f"q/{number}")
        while not plain.is_over:
            if plain.ply and lots.random() < 0.1:
                assert plain.undo() == quick.undo()
            if lots.random() < 0.1:
                quick = quick.copy()
                assert isinstance(quick, QuickGame)
            code = lots.choice(plain.legal_codes())
            assert quick.legal_codes() == plain.legal_codes() and quick.legal_moves == plain.legal_moves
            over, mover = quick.peek(code)
            quick.peek(lots.choice(plain.legal_codes()))
            plain.push_unchecked(code)
            quick.push_unchecked(code)
            assert over == plain.is_over == quick.is_over and (over or mover == plain.to_move == quick.to_move)
            assert quick.breakdown == plain.breakdown and quick.state.tobytes() == plain.state.tobytes()
        assert quick.view(0) == plain.view(0) and quick.record() == plain.record()

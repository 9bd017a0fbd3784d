"""Views and logs written by compiled code say the same as those of `sight.py` and `moves.py`."""

from __future__ import annotations

import json
import random

import pytest

from ziggurat.game import Game
from ziggurat.ink import inked, put, put_number
from ziggurat.registry import game_names, game_spec
from ziggurat.server.quick import INKS, QuickGame, load_ink

OPTIONS = [{}, {"sides": "BBBBBB", "edition": "first"}, {"sides": "ABABAB", "bottom_row_limit": "four", "palace_b_counts": "after"}]


def test_numbers_and_texts_are_written_one_behind_the_other() -> None:
    import numpy as np

    table, out = inked("a", ["", "long text"]), np.zeros(100, np.uint8)
    n = put(out, put(out, put(out, 0, table, 2), table, 1), table, 0)
    for number in (0, 9, 10, 1234567890, -1, -120):
        n = put(out, put_number(out, n, number), table, 0)
    assert out[:n].tobytes() == b"long texta0a9a10a1234567890a-1a-120a"


@pytest.mark.parametrize("options", OPTIONS)
def test_what_ink_writes_is_what_the_game_says(options: dict[str, str]) -> None:
    for name in game_names():
        load_ink(game_spec(name))
    assert list(INKS) == ["amytis"]
    chance = random.Random(7)
    for seed in range(12):
        players = ['Ada "the\\Great" é', "bot:greedy"] if seed % 2 else None
        quick = QuickGame(game_spec("amytis"), options, seed=seed, players=players)
        plain = Game(game_spec("amytis"), options, seed=seed, players=players)
        while not quick.is_over:
            for seat in (None, 0, 1):
                text = quick.inked(seat)
                assert text is not None
                told = plain.view(seat)
                for sheet in told["seats"]:
                    del sheet["reach"]  # helps to plan: for tables with previews, which are told in the plain way
                assert json.loads(text) == told
            code = chance.choice(plain.legal_codes())
            quick.push_unchecked(code)
            plain.push_unchecked(code)
            for language in ("en", "fr"):
                assert quick.log(language, quick.ply - 1) == plain.log(language, plain.ply - 1)
        assert quick.inked(0) is None, "a game that is over is told with its ranks"
        assert quick.log() == plain.log()


def test_a_new_name_is_told() -> None:
    load_ink(game_spec("amytis"))
    game = QuickGame(game_spec("amytis"), seed=1, players=["Ada", "Ben"])
    game.push_unchecked(game.legal_codes()[0])
    assert "Ada" in str(game.inked(1)) and "Ada" in str(game.log())
    game.players[0] = "Eve"
    game.renamed()
    assert "Ada" not in str(game.inked(1)) and "Eve" in str(game.inked(1)) and "Eve" in str(game.log())
    other = game.copy()
    other.undo()
    assert other.inked(0) != game.inked(0)
    assert json.loads(other.inked(0) or b"")["ply"] == 0

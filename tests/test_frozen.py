"""`frozen:2026-11` chooses for ever what level 8 chose on that day (`tests/saved/2026-11/frozen.json`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ziggurat
from ziggurat.game import new_game
from ziggurat.registry import game_spec
from ziggurat.search.bots import make_bot

SAVED = json.loads((Path(__file__).parent / "saved/2026-11/frozen.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SAVED, ids=lambda case: f"{case['game']}-{case['seats']}-{len(case['moves'].split())}")
def test_the_frozen_bot_chooses_what_it_chose(case: dict[str, str]) -> None:
    game = new_game(case["game"], seats=case["seats"], seed=case["seed"], moves=case["moves"])
    chosen = make_bot("frozen:2026-11", game.spec, "frozen").choose(game)
    assert game.spec.move_text.to_text(game.state, chosen) == case["choice"]


def test_every_game_and_number_of_seats_is_frozen() -> None:
    assert {(case["game"], case["seats"]) for case in SAVED} == {
        (name, seats)
        for name in ("akropolis", "amytis", "blueprints")
        for seats in next(o for o in game_spec(name).option_set.options if o.name == "seats").choices
    }


@pytest.mark.parametrize(
    ("name", "reason"), [("frozen:2020-01", "frozen are `frozen:2026-11`"), ("frozen", "there is no bot"), ("frozen:../2026-11", "no bot")]
)
def test_a_date_that_is_not_frozen(name: str, reason: str) -> None:
    with pytest.raises(ziggurat.BotError, match=reason):
        make_bot(name, game_spec("amytis"), "1")


def test_a_game_that_is_not_frozen() -> None:
    with pytest.raises(ziggurat.BotError, match="does not play cairn"):
        make_bot("frozen:2026-11", game_spec("cairn"), "1")

"""Bots that never change, with which later bots are compared. `frozen:2026-11` is level 8 of every game on 2026-11-16.

For each date this folder holds the settings and simulations of every game (`DATE.json`) and the weights (`DATE-GAME.npz`). The search itself and the
features that the weights read are shared with the other bots; `tests/test_frozen.py` checks that the bot still chooses the moves of that day. A change
of search or features that would change one of them must first copy what this bot uses into this folder.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ziggurat.errors import BotError, listed
from ziggurat.search.mcts import Stop, TreeBot, never
from ziggurat.search.net import read_weights
from ziggurat.spec import GameSpec

HERE = Path(__file__).resolve().parent


class Frozen(msgspec.Struct, frozen=True):
    """How a frozen bot plays one game."""

    sims: int
    settings: dict[str, Any]
    """All fields of `mcts.Settings`."""


@cache
def frozen_on(date: str) -> dict[str, Frozen]:
    """Read how the bot of a date plays each game."""
    return msgspec.json.decode((HERE / f"{date}.json").read_bytes(), type=dict[str, Frozen])


def dates() -> list[str]:
    """The dates of which there is a frozen bot."""
    return sorted(path.stem for path in HERE.glob("*.json"))


def check_frozen(name: str, spec: GameSpec) -> str:
    """Read the date out of `frozen:DATE`; raises BotError if there is no such bot, or not for this game."""
    _, _, date = name.partition(":")
    if date not in dates():
        raise BotError(f"there is no bot `{name}`: frozen are {listed(f'frozen:{known}' for known in dates())}")
    if spec.name not in frozen_on(date):
        raise BotError(f"the bot `{name}` does not play {spec.name}: it plays {listed(frozen_on(date))}")
    return date


def frozen_bot(spec: GameSpec, name: str, seed: str, seconds: float | None = None, stop: Stop = never) -> TreeBot:
    """Make the bot of a date; `seconds` a move replace its simulations."""
    date = check_frozen(name, spec)
    plays, net = frozen_on(date)[spec.name], read_weights(HERE / f"{date}-{spec.name}.npz")
    if seconds is not None:
        return TreeBot(spec, seed, ms=max(1, round(1000 * seconds)), stop=stop, net=net, **plays.settings)
    return TreeBot(spec, seed, sims=plays.sims, hurry=True, stop=stop, net=net, **plays.settings)

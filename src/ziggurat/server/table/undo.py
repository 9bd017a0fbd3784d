"""Whether a move may be taken back without asking: yes, unless it revealed hidden information or another person has moved since. Against bots always.

A person must still be asked while a stand-in plays for them, and the stand-in's moves count as theirs.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from msgspec import UNSET

from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.view import Frame, Sheet

DEALS = 64  # imagined deals that are tried; one that differs is enough


def last_decision(game: Game, seat: int) -> int | None:
    """The ply of the seat's last decision."""
    movers = game.movers
    return next((ply for ply in range(len(movers) - 1, -1, -1) if movers[ply] == seat), None)


def needs_consent(game: Game, ply: int, seat: int, others: Collection[int]) -> bool:
    """Whether the other people (`others`, the seats of all who have a say, here or away) must agree before the game goes back to this ply."""
    if not others:
        return False
    return any(mover in others for mover in game.movers[ply:]) or any(reveals(game, taken, seat) for taken in range(ply, game.ply))


def reveals(game: Game, ply: int, seat: int) -> bool:
    """Whether the decision taken at this ply showed the seat something hidden: in another deal that looked the same, would it see another table?

    The rules answer, so this holds for every game: the position before is re-dealt by `imagine` and the same decision is taken there.
    """
    spec, code = game.spec, game.code(ply)
    mover = game.movers[ply]
    if spec.secrets and mover != seat:
        return True  # what another seat hides may differ between deals, and so may its moves
    before = game.state_at(ply)
    frame, sheets = Frame({}, seat, ply + 1, None, False, [], [], []), [Sheet(0, {}, None, UNSET)] * game.seats
    seen = spec.visibility.view(game.state_at(ply + 1), seat, frame, sheets)
    rng = generator(f"undo/{ply}")
    imagined = np.zeros(1, spec.dtype)
    for _ in range(DEALS):
        imagined[0] = before
        spec.visibility.imagine(imagined[0], seat, rng)
        spec.rules.apply(imagined[0], code)
        if spec.visibility.view(imagined[0], seat, frame, sheets) != seen:
            return True
    return False

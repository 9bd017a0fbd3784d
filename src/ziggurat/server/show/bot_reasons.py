"""Why a bot decided as it did, for the person who plays against it: only where that person plays against bots only and hints are allowed.

Everything is read off games that this person imagines: they look like the real one to that seat, and what it cannot see is dealt anew, the moves behind
screens too (`Game.imagine`). What does not hold in all of them depends on hidden things, and is left out.
"""

from __future__ import annotations

import contextlib

from ziggurat.game import Game
from ziggurat.search.bot_reasons import reasons
from ziggurat.search.compile_steps import BOTS
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.refused import Refused
from ziggurat.server.show.coach import check_alone
from ziggurat.server.show.views import is_face_down
from ziggurat.server.table.decide import joined, running
from ziggurat.server.table.table import Table


async def explain(table: Table, thinkers: Thinkers, compiled: CompileAhead, seat: int, request: r.Why, language: str) -> m.WhyMessage:
    """Say why a bot took a decision, as far as the seat can see."""
    joined(table, seat)
    check_alone(table, seat)
    game: Game = running(table)
    if not 1 <= request.ply <= game.ply:
        raise Refused("ply.unknown", ply=request.ply, last=game.ply)
    mover = game.movers[request.ply - 1]
    if mover == seat:
        raise Refused("table.no_coach", "own")
    still, ply, shows_scores = game.copy(), request.ply, table.head.live_scores and not is_face_down(table)
    judged = compiled.is_ready(table.spec.key, BOTS) and shows_scores
    sentences: list[str] = []
    with contextlib.suppress(Dropped):
        work = lambda _: reasons(still, seat, ply, language, points=shows_scores, judged=judged)  # noqa: E731 - as in `hints.py`
        sentences = await thinkers.think(f"{table.id}/{seat}/why/{ply}", work, quick=True)
    return m.WhyMessage(request.id, ply, mover, sentences or [game.words(language)("why.nothing")])

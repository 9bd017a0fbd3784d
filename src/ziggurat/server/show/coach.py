"""The coach: what a move costs, before it is played. Only for somebody who plays against bots only, where hints are allowed.

A glance at all moves, which the preview needs anyway, clears most of them at once. Only a move that looks costly is searched beside the better one, in the
lane of the searches. Who asks is never kept waiting: what is not known in time is not told.
"""

from __future__ import annotations

import asyncio
import contextlib

from ziggurat.game import Game
from ziggurat.search.coach_text import Comparison, compare_in_words
from ziggurat.search.compile_steps import REVIEWS
from ziggurat.search.mcts import Stop
from ziggurat.search.move_cost import SUSPECT, costly, glance, searched
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.refused import Refused
from ziggurat.server.show.hints import check
from ziggurat.server.show.outlook import Outlook, face_up_only
from ziggurat.server.table.table import Table

PATIENCE = 1.2  # seconds until the answer is that the cost is not known: a player waits for it


def check_alone(table: Table, seat: int) -> None:
    """Raise unless all others at the table are bots and hints are allowed: among people nobody has a coach."""
    if not table.head.hints:
        raise Refused("table.no_hints")
    if any(chair.kind != "bot" for other, chair in enumerate(table.seats) if other != seat):
        raise Refused("table.no_coach")


async def judge(table: Table, outlook: Outlook, thinkers: Thinkers, compiled: CompileAhead, seat: int, request: r.Coach, language: str) -> m.CoachMessage:
    """Say what a move of the seat to move costs, and where it costs too much, why."""
    check_alone(table, seat)
    game: Game = face_up_only(table, check(table, seat, request.ply).copy())
    code = game.check(request.move)
    over = costly(game.spec)[request.care - 1] if request.over is None else request.over
    answer = m.CoachMessage(request.id, request.ply, game.spelled(request.move))
    if compiled.is_ready(table.spec.key, REVIEWS):
        with contextlib.suppress(Dropped, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await fill(answer, outlook, thinkers, game, seat, code, over, language)
    return answer


async def fill(answer: m.CoachMessage, outlook: Outlook, thinkers: Thinkers, game: Game, seat: int, code: int, over: float, language: str) -> None:
    """Find out what the move costs: by a glance, and where that finds something, by a search."""
    expectation = await outlook.expect(game, seat, thinkers)
    if expectation is None:
        return
    seen = glance(game, expectation, code)
    if seen.points <= SUSPECT * over:
        answer.cost = round(max(0.0, seen.points), 1)
        return

    def work(stop: Stop) -> tuple[float, Comparison | None]:
        """Search both moves, and put the difference into words. The seed is nobody's secret: only what the seat sees decides. Runs in a thread."""
        cost = searched(game, code, seen.better, f"coach/{game.ply}", stop)
        return cost.points, compare_in_words(game, code, seen.better, expectation, language) if cost.points > over else None

    points, words = await thinkers.think(f"{outlook.table.id}/{seat}/coach", work)
    answer.cost = round(max(0.0, points), 1)
    if words is not None:
        answer.warns, answer.why, answer.serves = True, words.why, words.serves
        answer.look_text, answer.look, answer.better, answer.advice = words.look_text, words.look, words.better, words.advice

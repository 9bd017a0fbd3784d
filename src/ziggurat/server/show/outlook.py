"""What a move can be expected to bring, beside what is certain now: only where the table allows hints.

All moves of a position are judged at once, in the lane of the bots that look one move ahead, and stay known until the table moves on.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ziggurat.game import Game
from ziggurat.search.compile_steps import BOTS
from ziggurat.search.expected_points import Expectation, expected_points
from ziggurat.search.move_tellings import tellings_of
from ziggurat.server import messages as m
from ziggurat.server.bots import Dropped, Thinkers
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.show.views import is_face_down
from ziggurat.server.table.table import Table
from ziggurat.text import decimal

RIVAL = 1.0  # points that a rival must lose by a move before it is mentioned
Position = tuple[int, int, int]
"""A ply, how many moves were undone, and the seat that considers a move."""


@dataclass(frozen=True)
class Judged:
    """The moves of one position, judged or being judged."""

    position: Position
    work: asyncio.Task[Expectation | None]


class Outlook:
    """What moves at one table can be expected to bring."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: dict[int, Judged] = {}
        """For each seat the last position."""

    async def add_to(self, preview: m.LensMessage, game: Game, thinkers: Thinkers, compiled: CompileAhead, language: str) -> None:
        """Add to the preview of a legal move what it can be expected to bring, and what it works towards; nothing where that cannot be computed now."""
        seat = preview.seat
        if not compiled.is_ready(self.table.spec.key, BOTS):
            return
        game = face_up_only(self.table, game)
        code = game.check(preview.move)
        try:
            expectation = await self.expect(game, seat, thinkers)
        except Dropped:
            return
        preview.serves = [game.sentence(key, values, language) for key, values in tellings_of(game, seat, code, "serves")]
        if expectation is not None:
            place = game.legal_codes().index(code)
            preview.expected = round(expectation.points[place], 1) + 0.0
            if (lost := -expectation.rivals[place]) >= RIVAL:
                preview.serves.append(game.words(language)("serves.rival", points=decimal(lost, language), n=round(lost, 1), seats=game.seats))

    async def expect(self, game: Game, seat: int, thinkers: Thinkers) -> Expectation | None:
        """What can be expected of all moves of the present position, judged once; raises Dropped where nobody waits for it any more."""
        position, judged = (self.table.ply, len(self.table.undone), seat), self.last.get(seat)
        if judged is None or judged.position != position or failed(judged.work):
            work = asyncio.get_running_loop().create_task(self.judge(game, seat, thinkers))
            work.add_done_callback(failed)  # looks at its error, should nobody wait for it any more
            judged = self.last[seat] = Judged(position, work)
        return await asyncio.shield(judged.work)

    async def judge(self, game: Game, seat: int, thinkers: Thinkers) -> Expectation | None:
        """Judge all moves, in a thread. The seed is nobody's secret: only what the seat sees decides."""
        still, seed = game.copy(), f"expected/{game.ply}"
        return await thinkers.think(f"{self.table.id}/{seat}/expected", lambda _: expected_points(still, seed), quick=True)


def failed(work: asyncio.Task[Expectation | None]) -> bool:
    """Whether the moves must be judged again."""
    return work.done() and (work.cancelled() or work.exception() is not None)


def face_up_only(table: Table, game: Game) -> Game:
    """The game as a player thinks about it who does not see what lies face down: a copy without it; elsewhere the game itself."""
    if not is_face_down(table):
        return game
    seen = game.copy()
    table.spec.optional("face_down", "forget_face_down")(seen.state)
    return seen

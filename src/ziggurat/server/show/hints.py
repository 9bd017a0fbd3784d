"""Advice in three steps: where to look, a good move, why (`search/hint_text.py`). One search for each position, however many steps and people ask."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ziggurat.errors import StaleMove
from ziggurat.fair_deal import digest
from ziggurat.game import Game
from ziggurat.search.analyse import Analysis, analyse_position
from ziggurat.search.hint_text import HINT_MS, BoardHint, board_hint
from ziggurat.search.mcts import Stop
from ziggurat.server import messages as m
from ziggurat.server.bots import Dropped
from ziggurat.server.compile_ahead import SEARCH
from ziggurat.server.table.decide import Refused, not_your_turn, running
from ziggurat.server.table.table import Table

if TYPE_CHECKING:
    from ziggurat.server.host import Host, Room


@dataclass
class Advice:
    """What a search said of a position, and the three steps of it in each language that was asked for."""

    analysis: Analysis
    told: dict[str, BoardHint] = field(default_factory=dict)

    def tell(self, game: Game, language: str) -> None:
        """Put it into words. (The first step looks at every legal move: that takes its time, so it is done in a thread.)"""
        self.told.setdefault(language, board_hint(game, self.analysis, language))


@dataclass(frozen=True)
class Asked:
    """A position that is, or was, thought about: ply and how many moves were undone tell it apart."""

    ply: int
    undone: int
    advice: asyncio.Task[Advice]


def is_known(room: Room) -> bool:
    """Whether the search of this position has been asked for: further steps cost nothing."""
    return room.asked is not None and (room.asked.ply, room.asked.undone) == (room.table.ply, len(room.table.undone))


async def advise(host: Host, room: Room, seat: int, request: m.Hint, language: str) -> m.HintMessage:
    """One step of advice for the seat to move, where the table allows it."""
    still: Game = check(room.table, seat, request.ply).copy()
    while True:
        try:
            asked = room.asked if room.asked is not None and is_known(room) else begin(host, room, still, language)
            advice = await asyncio.shield(asked.advice)  # who hangs up does not take it away from the others
            break
        except Dropped:
            still = check(room.table, seat, request.ply).copy()  # mostly the table moved on; else somebody left and came back, and it is begun again
    if language not in advice.told:
        await asyncio.to_thread(advice.tell, still, language)
    best, told = advice.analysis.best[0], advice.told[language]
    answer = m.HintMessage(request.id, request.ply, request.step, told.steps[request.step - 1])
    if request.step == 1:
        answer.look = told.look
    if request.step >= 2 or advice.analysis.forced:
        answer.move = best.move
    if request.step == 3:
        answer.gain = still.choice(best.code).gain
        answer.win, answer.margin = round(best.win[seat], 3), round(best.margin[seat], 1)
    return answer


def begin(host: Host, room: Room, still: Game, language: str) -> Asked:
    """Let a search begin; it is dropped when the table moves on."""
    table = room.table
    seed = digest(table.head.secret, table.id, "hint", still.ply)
    asked: Asked

    async def search() -> Advice:
        await host.warmth.wait(table.spec.name, SEARCH)
        if room.asked is not asked or not is_known(room):
            raise Dropped
        return await host.thinkers.think(table.id, lambda stop: think(still, seed, language, stop))

    task = asyncio.get_running_loop().create_task(search())
    task.add_done_callback(lambda done: forget(room, done))
    asked = room.asked = Asked(table.ply, len(table.undone), task)
    return asked


def check(table: Table, seat: int, ply: int) -> Game:
    """The game, if this seat may have advice now."""
    if not table.head.hints:
        raise Refused("table.no_hints")
    game: Game = running(table)
    if ply != game.ply:
        raise StaleMove(f"the table is at ply {game.ply}, not {ply}: look again")
    if table.to_move != seat:
        raise not_your_turn(table)
    if table.seats[seat].bot:
        raise Refused("seat.bot", "plays")
    return game


def think(game: Game, seed: str, language: str, stop: Stop) -> Advice:
    """Search and put it into words; when nobody waits for it any more, `stop()` ends it. Runs in a thread."""
    advice = Advice(analyse_position(game, ms=HINT_MS, seed=seed, stop=stop))
    if not stop():
        advice.tell(game, language)
    return advice


def forget(room: Room, done: asyncio.Task[Advice]) -> None:
    """A search that failed is not kept: the next one who asks tries again."""
    if (done.cancelled() or done.exception() is not None) and room.asked is not None and room.asked.advice is done:
        room.asked = None

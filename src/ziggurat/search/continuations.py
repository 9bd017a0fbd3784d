"""Games played on from a position: after each of some lines of moves, in the same imagined deals, to the end. They tell where points come from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.bind import bind
from ziggurat.game import MOVE, SCORE, Game
from ziggurat.kernel import NONE, generator, rows_of
from ziggurat.search.budget import Budget
from ziggurat.search.mcts import Stop
from ziggurat.search.net import load_net
from ziggurat.search.one_ply import SETTINGS
from ziggurat.search.search_memory import make_memory

CHUNK = 16  # deals that are played in one go at most: after each of them a review may be stopped
STATES = 5  # of the kernel: three to look ahead, the position, an imagined deal of it
BEFORE, AFTER, END = range(3)
MINDS_RIVALS = 0.5
"""How much those who play on mind what their best rival can expect, against what they expect themselves."""
Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Continued:
    """What became of each line of moves in each imagined deal."""

    sheets: Numbers
    """[lines, deals, 3, seats, sources]: points before the moves, after them, and at the end."""
    shares: Numbers
    """[lines, deals, seats]: shares in the win."""

    @property
    def deals(self) -> int:
        """In how many imagined deals."""
        return int(self.sheets.shape[1])

    @property
    def is_certain(self) -> bool:
        """Whether the lines end the game: then nothing was left to bots, and every deal agrees."""
        ended = (self.sheets[:, :, AFTER] == self.sheets[:, :, END]).all()
        return bool(ended and (self.sheets == self.sheets[:, :1]).all())


def play_on(game: Game, lines: Sequence[Sequence[int]], budget: Budget, times: int, seed: str, stop: Stop, minds_rivals: float = MINDS_RIVALS) -> Continued:
    """Play the position on after each line, as often as the budget allows, and so many `times` as often, by bots that mind their best rival so much."""
    spec, seats, seat = game.spec, game.seats, int(game.state.to_move)
    memory = make_memory(spec, seats, load_net(spec.key), 1, np.zeros((0, 4), np.uint64))
    states = spec.blank(STATES)
    states[3] = game.state
    memory = memory._replace(states=states, rows=rows_of(states))
    longest = max(map(len, lines))
    moves = np.array([[*line, *[NONE] * (longest - len(line))] for line in lines], MOVE)
    kernels, twin = bind(spec.key, "ziggurat.search.kernels.continuations"), np.zeros(4, np.uint64)
    chunks: list[Continued] = []
    began, chunk = time.perf_counter(), min(CHUNK, budget.deals * times)
    while not chunks or (not stop() and more(len(chunks) * chunk, budget, times, began)):
        sheets = np.zeros((len(lines), chunk, 3, seats, len(spec.scoring.LINES)), SCORE)
        shares = np.zeros((len(lines), chunk, seats))
        kernels.play_on(memory, settings(minds_rivals), seat, moves, generator(f"{seed}/{len(chunks)}"), twin, sheets, shares)
        chunks.append(Continued(sheets, shares))
    return Continued(np.concatenate([chunk.sheets for chunk in chunks], 1), np.concatenate([chunk.shares for chunk in chunks], 1))


def more(deals: int, budget: Budget, times: int, began: float) -> bool:
    """Whether the budget leaves more than so many deals."""
    if budget.ms is None:
        return deals < budget.deals * times
    return time.perf_counter() - began < times * budget.ms / 1000


def settings(minds_rivals: float) -> Any:
    """How all seats play on: they look at every move, one move ahead, in one imagined deal."""
    chosen = np.zeros(1, SETTINGS)[0]
    chosen.notice, chosen.future, chosen.opponent, chosen.deals = 1.0, 1.0, minds_rivals, 1
    return chosen

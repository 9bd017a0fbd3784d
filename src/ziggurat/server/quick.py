"""The game of a table: a `Game` whose kernels are called with the whole array of positions, and whose answers are kept until the next move.

Handing one record to a kernel costs 4 µs, an array and a place 0.5 µs; a table asks five times at every move.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ziggurat.game import SCORE, Game
from ziggurat.kernel import rows_of
from ziggurat.registry import game_spec
from ziggurat.search.bind import bind


@cache
def lines_of(game: str) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The lines of the breakdown that always stand there, and those of single cards, with their places."""
    lines = list(enumerate(game_spec(game).scoring.LINES))
    return [(line, place) for place, line in lines if ":" not in line], [(line, place) for place, line in lines if ":" in line]


class QuickGame(Game):
    """A game that answers a table quickly; it says the same as `Game`."""

    def legal_codes(self) -> list[int]:
        """The legal moves as the rules number them."""
        if self._codes_at != self.ply:
            count = bind(self.spec.name, "table").list_moves(self._states, self.ply, self._buffer)
            self._legal_now, self._codes_at = self._buffer[:count].tolist(), self.ply
        return self._legal_now

    _legal_now: list[int] = []
    _codes_at = -1

    def peek(self, code: int) -> tuple[bool, int]:
        """Whether the game would be over after a legal move, and who would be to move; nothing changes."""
        ply = self.ply
        if ply + 1 == len(self._states):
            self._states = np.concatenate([self._states, self.spec.blank(len(self._states))])
        mover = int(bind(self.spec.name, "table").step(self._states, rows_of(self._states), ply, code))
        self._ahead, self._mover_ahead = (ply, code), mover
        return mover < 0, mover

    _mover_ahead = 0

    def push_unchecked(self, code: int) -> None:
        """Play a move given as its number; what `peek` found out is kept."""
        if self._ahead != (self.ply, code):
            self.peek(code)
        super().push_unchecked(code)
        self._is_over = self._mover_ahead < 0
        self._to_move = None if self._is_over else self._mover_ahead

    def _moved(self) -> None:
        """Forget what was known of the position before."""
        super()._moved()
        self._codes_at = -1

    @property
    def breakdown(self) -> list[dict[str, int]]:
        """For each seat the points by source."""
        always, sometimes = lines_of(self.spec.name)
        out = np.zeros((self.seats, len(always) + len(sometimes)), SCORE)
        bind(self.spec.name, "table").sheets(self._states, self.ply, out)
        found = []
        for row in out.tolist():
            sheet = {line: row[place] for line, place in always}
            found.append(sheet | {line: row[place] for line, place in sometimes if row[place]} if any(row[place] for _, place in sometimes) else sheet)
        return found

    def copy(self) -> Game:
        """A game of its own at the same position."""
        other = super().copy()
        other.__class__ = self.__class__
        return other

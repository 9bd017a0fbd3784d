"""Cuts a list of pieces into bundles that take about the same time, so that sending them to another machine costs little of it.

How long pieces take is measured while they are played. Pieces of the same game, bots and size are taken to last equally long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from ziggurat.arena.piece import P, Piece

SECONDS = 2.0  # that a bundle should take
ROUNDING = 1e-6
MOST = 1000  # pieces in a bundle
NEWEST = 0.5  # weight of the newest measurement

Kind = tuple[str, tuple[str, ...], int]


def kind_of_time(piece: Piece) -> Kind:
    """What pieces that last equally long have in common."""
    return piece.game, tuple(piece.bots), piece.size


class Bundles(Generic[P]):
    """The pieces that nobody has begun; each bundle takes the next ones."""

    def __init__(self, pieces: Sequence[P]) -> None:
        self.left = deque(pieces)
        self.alone: deque[P] = deque()
        self.seconds: dict[Kind, float] = {}

    def __len__(self) -> int:
        return len(self.left) + len(self.alone)

    def next(self, places: int) -> list[P]:
        """Take the next bundle, where so many can be played or wait at once.

        A piece of an unknown kind goes alone. Towards the end bundles become small, so that all places have something to do until the last one ends.
        """
        if self.alone:
            return [self.alone.popleft()]
        most = min(MOST, max(1, len(self.left) // (2 * places)))
        bundle: list[P] = []
        total = 0.0
        while self.left and len(bundle) < most:
            seconds = self.seconds.get(kind_of_time(self.left[0]), SECONDS)
            if bundle and total + seconds > SECONDS + ROUNDING:
                break
            bundle.append(self.left.popleft())
            total += seconds
        return bundle

    def note(self, piece: P, seconds: float) -> None:
        """Note how long a piece took."""
        kind = kind_of_time(piece)
        self.seconds[kind] = (1 - NEWEST) * self.seconds.get(kind, seconds) + NEWEST * seconds

    def give_back(self, pieces: Sequence[P]) -> None:
        """Take pieces back whose process died; each is played alone from now on, so that one of them cannot harm the others."""
        self.alone.extend(pieces)

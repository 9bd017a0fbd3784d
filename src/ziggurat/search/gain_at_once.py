"""The points that a move gives at once, as the seat to move may expect them: the mean over imagined deals, the same ones for every move."""

from __future__ import annotations

from collections.abc import Mapping

from ziggurat.game import Game, breakdown_of, gain_between
from ziggurat.kernel import generator
from ziggurat.search.decision import Choice
from ziggurat.search.mcts import Thought
from ziggurat.search.review_types import Points

DEALS = 8  # imagined deals over which the points at once are averaged


class GainAtOnce:
    """Computes for one position the points that its moves give at once."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seat = int(game.state.to_move)
        self.worlds = game.spec.blank(DEALS)
        rng = generator(seed)
        for place in range(DEALS):
            self.worlds[place] = game.state
            game.spec.visibility.imagine(self.worlds[place], self.seat, rng)
        self.after = game.spec.blank(1)

    def choice(self, thought: Thought) -> Choice:
        """Complete what the search thinks of a move by its text and its points at once."""
        gain, progress = self.points(thought.move)
        text = self.game.spec.move_text.to_text(self.game.state, thought.move)
        return Choice(text, thought.move, thought.visits, thought.win, thought.margin, gain, progress)

    def points(self, code: int) -> tuple[tuple[Points, ...], Points]:
        """For each seat the points by source at once, and the progress of the seat to move."""
        spec, seats = self.game.spec, self.game.seats
        sums: list[Points] = [{} for _ in range(seats)]
        progress: Points = {}
        for world in self.worlds:
            self.after[0] = world
            spec.rules.apply(self.after[0], code)
            for total, points in zip(sums, differences(breakdown_of(spec, world, seats), breakdown_of(spec, self.after[0], seats)), strict=True):
                add(total, points)
            if spec.choices.SOURCES != spec.scoring.LINES:
                add(progress, gain_between(spec, world, self.after[0], self.seat))
        gain = tuple(mean(total, DEALS) for total in sums)
        return gain, mean(progress, DEALS)


def differences(before: list[dict[str, int]], after: list[dict[str, int]]) -> list[dict[str, int]]:
    """For each seat the points by source that came or went."""
    changed = []
    for old, new in zip(before, after, strict=True):
        changed.append({line: n for line in {**old, **new} if (n := new.get(line, 0) - old.get(line, 0))})
    return changed


def add(total: Points, points: Mapping[str, float]) -> None:
    """Add points by source to a total."""
    for line, n in points.items():
        total[line] = total.get(line, 0.0) + n


def mean(total: Points, n: int) -> Points:
    """Divide sums by source by n; sources that came to nothing are left out."""
    return {line: points / n for line, points in total.items() if points}

"""The fields of a review as JSON has them (`docs/reference/review.md`). A change of their meaning raises `VERSION`: stored reviews are then made again."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.view import OptionValue

VERSION = 4
"""Of the review object. (1 had no version, no errors and no parts; 2 had no stage `deep`; the `losses` of 3 held every loss, however unsure.)"""

Points = dict[str, float]
"""Points by source; means over imagined deals need not be whole."""
Texts = dict[str, str]
"""A text in each language: `{"en", "fr"}`."""
Stage = Literal["quick", "full", "deep"]
"""How a decision was judged: by a short search; by a longer one with continuations; after that by more of them once more, with other players."""
When = Literal["now", "later"]
"""Whether points come with the move or after it."""
Side = Literal["better", "played"]
"""Of which move something is said."""
Verdict = Literal["best", "better", "equal", "worse"]
"""A move that was tried: as good as the best one; else compared with the one played."""


class LossReport(msgspec.Struct):
    """What a decision gave away."""

    margin: float
    """Points of expected margin, never below 0."""
    win: float
    """Winning chance, between 0 and 1."""
    error: float
    """How far `margin` may be off: a far deeper judgement lies within it 19 times in 20."""


class PartReport(msgspec.Struct):
    """A part of a loss: one source of one seat. All parts of a decision add up to its loss with the sign changed."""

    when: When
    """`now`: with the move itself; `later`: expected from there to the end of the game."""
    seat: int
    """Whose points they are: the mover's own, or a rival's."""
    source: str
    """A line of the score sheet, as in `gain`; empty where it cannot be told."""
    points: float
    """How the mover's margin changes by playing this and not the better move. Below 0: it cost the mover points, also where a rival gains them."""


class NoteReport(msgspec.Struct):
    """Something that a move does, or works towards: a project, a line, a district, a plan, a prize."""

    of: Side
    """Which move does it; the other one does not."""
    key: str
    """A key of the game's texts, such as `note.project`."""
    values: dict[str, str | int]
    """The values of the text; a value that begins with `=` is itself a key."""


class MoveReport(msgspec.Struct):
    """One move, and what is expected after it."""

    move: str
    visits: int
    win: list[float]
    margin: list[float]
    gain: list[Points]
    """For each seat the points that the move gives at once."""
    progress: Points | UnsetType = UNSET
    """What it adds to things that are not scored yet."""


class PlayedReport(MoveReport, kw_only=True):
    """The move that was played."""

    own_search: bool
    """Whether it was compared with the best one beside the search of the position; then its `win` and `margin` are those of the best one, changed by that."""


class PositionReport(msgspec.Struct):
    """A position as the seat to move sees it."""

    ply: int
    seat: int
    legal: int
    forced: bool
    visits: int
    win: list[float]
    """Winning chance of each seat, if the best move is played."""
    margin: list[float]
    """Expected margin of each seat, if the best move is played."""
    best: list[MoveReport]
    """The best moves, best first."""


class DecisionReport(PositionReport):
    """A decision of a game."""

    move: str
    played: PlayedReport
    loss: LossReport
    """What the move played cost, compared with the first of `best`."""
    parts: list[PartReport]
    """Where the loss comes from, the largest first; empty where nothing was lost, and before the stage `full`."""
    stage: Stage
    played_text: Texts
    """The move played in words."""
    better_text: Texts
    """The best move in words."""
    gained: list[dict[str, int]]
    """For each seat the points that the ply truly brought."""


class MistakeReport(msgspec.Struct):
    """A decision that cost much."""

    ply: int
    seat: int
    move: str
    better: str
    loss: LossReport
    win_before: float
    """Winning chance of the mover with the better move."""
    win_after: float
    """Winning chance of the mover with the move played."""
    parts: list[PartReport]
    stage: Stage
    notes: list[NoteReport]
    """What the better move does and the move played does not, and the other way round; of a source of points only if `parts` bear it out."""
    reason: Texts
    """Why the better move is better, in a sentence or three."""
    text: Texts
    """The whole mistake in words: both moves, the cost, the sources. For those without a page."""


class FinalReport(msgspec.Struct):
    """The position after the last ply."""

    over: bool
    scores: list[int]
    ranks: list[int]
    win: list[float] | None
    """Null while the game runs."""
    margin: list[float]
    breakdown: list[dict[str, int]]


class ReviewReport(msgspec.Struct):
    """A whole game: its decisions, and what follows from them. While it is made it is partial: `complete` is false, and `decisions` has gaps."""

    version: int
    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, OptionValue]
    players: list[str]
    plies: int
    analysed: int
    """How many decisions were judged at all, at least quickly."""
    checked: int
    """How many decisions were judged fully."""
    complete: bool
    """Whether all were judged fully."""
    progress: float
    """How much of the work is done: 0 to 1."""
    budget: dict[str, int]
    """`{"sims": 800}` or `{"ms": 300}` for each decision."""
    seed: str
    decisions: list[DecisionReport]
    """In the order of the plies; those not judged yet are missing, so look at their `ply`."""
    final: FinalReport
    sources: list[dict[str, dict[str, int]]]
    """For each seat and source the `points` in all, and how many there were at the `start` and came in the opening, the middle and the end."""
    summaries: list[Texts]
    """For each seat a sentence that compares its sources with the winner's; the winner's own with the next best. Empty texts in a solo game."""
    losses: list[LossReport]
    """For each seat what its decisions cost together: its mistakes, and other decisions whose loss exceeds its error."""
    mistakes: list[list[MistakeReport]]
    """For each seat the decisions that cost most, the worst first; three at most."""


class TryReport(msgspec.Struct):
    """What the engine thinks of another move at a moment of a finished game."""

    ply: int
    seat: int
    moves: list[str]
    """What was tried; several where a turn has several decisions."""
    best: str
    """The best move that the engine knows; it begins the turn."""
    played: str
    """The move played in the game; it began the turn."""
    verdict: Verdict
    loss: LossReport
    """What the try costs, compared with the best move."""
    against_played: float
    """By how many points of expected margin the try is better than what was played (below 0: worse)."""
    error: float
    """How far that may be off."""
    win: list[float]
    """Winning chance of each seat after the try."""
    margin: list[float]
    """Expected margin of each seat after the try."""
    gain: list[Points]
    """For each seat the points that the try gives at once."""
    parts: list[PartReport]
    """Where the difference from what was played comes from; `points` above 0 are to the mover's advantage. They add up to `against_played`."""
    text: str
    """The verdict in words."""

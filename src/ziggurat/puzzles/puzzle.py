"""What a puzzle is, and the puzzles that come with a game (`puzzles.jsonl` of its folder)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ziggurat.errors import GameError, RecordError
from ziggurat.game import Game
from ziggurat.parse import typed_line
from ziggurat.registry import game_spec

FILE = "puzzles.jsonl"
OTHER = "other"
"""Stands for the sources of whose points a comparison is not sure one by one."""
Points = dict[str, float]


class Reason(msgspec.Struct):
    """Why the best move is better than the second best, in points by source; lists are in the order of the seats.

    Everything is the mean over deals imagined with what the seat sees, the same ones for both moves.
    """

    now: list[Points]
    """How many points more each seat has right after the best move."""
    end: list[Points]
    """How many more at the end of the game, where a search plays on from both moves; sources that are not clear are put together as `other`."""
    games: int
    """How many games were played on from each of the two moves."""
    margin: float
    """By how many points the seat's margin was better in these games."""
    error: float
    """The standard error of this margin."""
    progress: Points = {}
    """Where a game's moves add to what is not scored yet (a building of Blueprints): how many of these points more."""


class Puzzle(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A position with one clearly best move for the seat to move, judged with what that seat sees."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    deal: dict[str, Any]
    moves: list[str]
    """The moves from the deal to the position."""
    seat: int
    best: str
    second: str
    """The best of the other moves."""
    margin: float
    """By how many points the best move is better than the second: expected margin over the best rival at the end."""
    error: float
    """The standard error of this margin."""
    win: float
    """How much more winning chance it brings than the second."""
    rating: int
    """How hard it is, as an Elo number: who has this rating solves it every other time."""
    solved: list[float]
    """For each rung of the ladder (`puzzles/ladder.py`) how often it solved it: a share of its tries."""
    themes: list[str]
    reason: Reason
    source: str
    """The bots of the game in which it arose, and the seed of that game."""

    @property
    def ply(self) -> int:
        """How many decisions were taken before."""
        return len(self.moves)

    def as_line(self) -> bytes:
        """The puzzle as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"


def game_of(puzzle: Puzzle) -> Game:
    """The position of a puzzle; raises GameError if it cannot be reached."""
    spec = game_spec(puzzle.game)
    if puzzle.rules != spec.version:
        raise RecordError(f"puzzle `{puzzle.id}` is of version {puzzle.rules} of the rules, this program has version {spec.version}: mine it anew")
    game: Game = Game(spec, puzzle.options, deal=puzzle.deal)
    for move in puzzle.moves:
        game.push(move)
    return game


def read_puzzles(path: Path) -> list[Puzzle]:
    """Read a file of puzzles; raises RecordError."""
    puzzles = []
    try:
        for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
            try:
                puzzles.append(typed_line(line, Puzzle, RecordError))
            except RecordError as error:
                raise RecordError(f"line {number} of `{path}` is no puzzle: {error}") from None
    except OSError as error:
        raise RecordError(f"cannot read `{path}`: {error.strerror or error}") from None
    return puzzles


@lru_cache(maxsize=16)
def shipped(game: str) -> dict[str, Puzzle]:
    """The puzzles that come with a game, by their ids; none where it has no file of them."""
    path = game_spec(game).folder / FILE
    return {puzzle.id: puzzle for puzzle in read_puzzles(path)} if path.exists() else {}


def find(game: str, name: str) -> Puzzle:
    """One puzzle of a game; raises GameError."""
    try:
        return shipped(game)[name]
    except KeyError:
        raise GameError(f"there is no puzzle `{name}` of `{game}`") from None

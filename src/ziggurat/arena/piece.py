"""What a piece of work is: something that a process anywhere can play by itself, given as one line of JSON and answered as one.

A deal of a match is a piece, so is a game of self-play. All of them are played by `play_deals` of `pool.py`: on local processes, or on a cluster.
"""

from __future__ import annotations

import importlib
import json
import traceback
from typing import Any, Protocol, Self, TypeVar

import msgspec

from ziggurat.errors import GameError, OptionError
from ziggurat.registry import game_names, game_spec, register


class Piece(Protocol):
    """A `msgspec.Struct` whose first field is `ziggurat`, the version of the program: bots of another version may play otherwise."""

    game: str
    options: dict[str, Any]
    bots: list[str]

    @property
    def key(self) -> tuple[str, int]:
        """What identifies it in a list of pieces, and in a log."""

    @property
    def size(self) -> int:
        """How many games it is."""

    def plan(self) -> dict[str, Any]:
        """The fields that say what is to be played; two pieces with the same key must agree in them."""

    def play(self) -> Self:
        """Play it; returns it with its results. The same piece always has the same results, wherever it is played."""

    def as_line(self) -> bytes:
        """The piece as one line of JSON."""

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Read a finished piece from its line; raises RecordError."""


P = TypeVar("P", bound=Piece)

MOST_GAMES = 5_000_000  # of one run: its list of pieces is in memory


def check_amount(games: int) -> None:
    """Raise OptionError if so many games are too many for one run, before they are listed."""
    if games > MOST_GAMES:
        raise OptionError(
            f"{games:,} games are too many for one run, which has {MOST_GAMES:,} at most: ask for fewer, or start several runs, each with its own seed"
        )


def kind_of(piece: Piece) -> str:
    """The class of a piece as text, for `kind_named`."""
    return f"{type(piece).__module__}:{type(piece).__qualname__}"


def kind_named(text: str) -> type[Piece]:
    """The class that `kind_of` wrote."""
    module, _, name = text.partition(":")
    kind: type[Piece] = getattr(importlib.import_module(module), name)
    return kind


def packages_of(pieces: list[P]) -> list[str]:
    """The packages of the games of these pieces: a process that plays them imports these first."""
    return sorted({game_spec(game).package for game in dict.fromkeys(piece.game for piece in pieces)})


def know_games(packages: list[str]) -> None:
    """Register the games of these packages in this process."""
    for package in packages:
        spec = importlib.import_module(package).GAME
        if spec.name not in game_names():
            register(spec)


def answer_to(line: bytes, kind: type[Piece]) -> bytes:
    """Play a piece given as a line; returns it with its results, or the error, as a line of JSON."""
    try:
        piece: Piece = msgspec.convert(json.loads(line), kind)
        return piece.play().as_line()
    except GameError as error:
        return json.dumps({"error": str(error)}).encode() + b"\n"
    except Exception:
        return json.dumps({"error": "", "trace": traceback.format_exc()}).encode() + b"\n"


def read_answer(piece: P, line: bytes) -> P:
    """Read what `answer_to` answered to a piece; raises its error."""
    answer = json.loads(line)
    if answer.get("trace"):
        raise RuntimeError(f"deal {piece.key[1]} of {piece.key[0]!r} failed in its process:\n{answer['trace']}")
    if "error" in answer:
        raise GameError(answer["error"])
    return piece.read(line)

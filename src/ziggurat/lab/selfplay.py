"""Self-play: records of games by named bots, as many as one likes. The same seed gives the same file, wherever it is played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat import __version__
from ziggurat.arena.match import check_seats, play_recorded
from ziggurat.arena.piece import check_amount
from ziggurat.errors import BotError, RecordError
from ziggurat.parse import typed_line
from ziggurat.record import dump
from ziggurat.registry import game_spec
from ziggurat.search.level_bots import settings_of


class SelfPlay(msgspec.Struct, kw_only=True):
    """One game of self-play; without `record` and `forfeit` until it has been played."""

    ziggurat: str = __version__
    game: str
    rules: int
    options: dict[str, Any]
    bots: list[str]
    """One for each seat."""
    settings: dict[str, str] | UnsetType = UNSET
    """What those of them mean that are levels."""
    seed: str
    number: int
    """The seed of the game is `seed/number`."""
    seconds_per_move: float | None = None
    record: dict[str, Any] | UnsetType = UNSET
    forfeit: str | UnsetType = UNSET
    """Why a bot failed; such a game has no record."""

    @property
    def key(self) -> tuple[str, int]:
        """What identifies it."""
        return self.seed, self.number

    @property
    def size(self) -> int:
        """One game."""
        return 1

    def plan(self) -> dict[str, Any]:
        """Everything but the result."""
        fields: dict[str, Any] = msgspec.to_builtins(self.without_result())
        return fields

    def without_result(self) -> SelfPlay:
        """The game as it was before it was played."""
        return msgspec.structs.replace(self, record=UNSET, forfeit=UNSET)

    def play(self) -> SelfPlay:
        """Play it."""
        game, forfeit = play_recorded(game_spec(self.game), self.bots, self.options, f"{self.seed}/{self.number}", self.seconds_per_move)
        if forfeit:
            return msgspec.structs.replace(self, forfeit=f"game {self.number} ended at ply {game.ply}: {forfeit.reason}")
        return msgspec.structs.replace(self, record=game.record())

    def as_line(self) -> bytes:
        """The game as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"

    @classmethod
    def read(cls, line: bytes) -> SelfPlay:
        """Read a finished game from its line; raises RecordError."""
        played = typed_line(line, cls, RecordError)
        if (played.record is UNSET) == (played.forfeit is UNSET):
            raise RecordError("it has no record")
        return played

    def lines(self) -> list[bytes]:
        """What the file of records holds of it: one line, or none if a bot failed."""
        return [] if self.record is UNSET else [dump(self.record).encode() + b"\n"]

    @property
    def failure(self) -> str:
        """Why there is no record."""
        return "" if self.forfeit is UNSET else self.forfeit


def self_play_games(
    name: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, games: int, *, rotate: bool = False, seconds: float | None = None
) -> list[SelfPlay]:
    """List the games; one bot plays on all seats, otherwise there is one for each. With `rotate` they move on by one seat from game to game."""
    check_amount(games)
    spec = game_spec(name)
    if not bots:
        raise BotError("name a bot that plays on all seats, or one for each seat")
    named = list(bots) * spec.option_set.read(options)["seats"] if len(bots) == 1 else list(bots)
    read = json.loads(json.dumps(check_seats(spec, named, options)))  # as a log holds them
    common: dict[str, Any] = {"game": name, "rules": spec.version, "options": read, "seed": seed, "seconds_per_move": seconds}
    common["settings"] = settings_of(named, name, read)
    shifts = [number % len(named) if rotate else 0 for number in range(games)]
    return [SelfPlay(**common, bots=named[shift:] + named[:shift], number=number) for number, shift in enumerate(shifts)]


def self_play_identity(piece: SelfPlay) -> dict[str, Any]:
    """The fields that all games of a run share; the order of the bots may change from game to game."""
    names = ("ziggurat", "game", "rules", "options", "seed", "seconds_per_move")
    return {**{name: getattr(piece, name) for name in names}, "bots": sorted(piece.bots)}


def is_records_file(path: Path) -> bool:
    """Whether a file of this name can hold records, a line for each."""
    return path.name.removesuffix(".gz").endswith(".jsonl")

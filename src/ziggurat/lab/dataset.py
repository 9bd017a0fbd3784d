"""Datasets: a row for each decision, with what the seat saw, its legal moves, what it chose, what it thought of it, and how the game ended.

A row holds nothing that the seat could not see, unless everything is wanted (`omniscient`). `docs/reference/dataset.md` lists the columns.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat import __version__
from ziggurat.arena.scheduled_deal import bot_seed, close_all
from ziggurat.errors import BotError, GameError, OptionError, RecordError
from ziggurat.game import Game
from ziggurat.lab.dataset_columns import Row, final_columns, position_columns
from ziggurat.lab.selfplay import self_play_games
from ziggurat.lab.thinking_bots import Choice, choose, judge
from ziggurat.parse import typed_line
from ziggurat.record import parse, records_in, replay
from ziggurat.registry import game_spec, key_of
from ziggurat.search.bots import make_bot
from ziggurat.search.level_bots import settings_of


class DatasetGame(msgspec.Struct, kw_only=True):
    """One game of a dataset: to be played by bots, or given as a record; without `rows` until that is done."""

    ziggurat: str = __version__
    game: str
    rules: int
    options: dict[str, Any]
    bots: list[str]
    """Those who play, one for each seat; or the one that judges the moves of the record, if there is one."""
    settings: dict[str, str] | UnsetType = UNSET
    """What those of them mean that are levels."""
    seed: str
    number: int
    seconds_per_move: float | None = None
    views: bool = False
    omniscient: bool = False
    digest: str = ""
    """Of the record."""
    record: dict[str, Any] | UnsetType = UNSET
    rows: str | UnsetType = UNSET
    """The columns as JSON, compressed, as base64."""
    forfeit: str | UnsetType = UNSET

    @property
    def key(self) -> tuple[str, int]:
        """What identifies it."""
        return self.seed, self.number

    @property
    def size(self) -> int:
        """One game."""
        return 1

    @property
    def failure(self) -> str:
        """Why there are no rows."""
        return "" if self.forfeit is UNSET else self.forfeit

    def plan(self) -> dict[str, Any]:
        """Everything but the result; of a record only its digest."""
        fields: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, record=UNSET, rows=UNSET, forfeit=UNSET))
        return fields

    def without_result(self) -> DatasetGame:
        """The game without its rows, and without the record: it is done with."""
        return msgspec.structs.replace(self, record=UNSET, rows=UNSET, forfeit=UNSET)

    def play(self) -> DatasetGame:
        """Play it, or replay its record, and make the rows."""
        try:
            rows = self.played_rows() if self.record is UNSET else self.recorded_rows(self.record)
        except BotError as error:
            return msgspec.structs.replace(self, record=UNSET, forfeit=f"game {self.number}: {error}")
        return msgspec.structs.replace(self, record=UNSET, rows=packed(rows))

    def played_rows(self) -> list[Row]:
        """Let the bots play."""
        spec, own = game_spec(self.game), f"{self.seed}/{self.number}"
        game = Game(spec, self.options, seed=own, players=[f"bot:{bot}" for bot in self.bots])
        players = [make_bot(bot, game.spec, bot_seed(own, seat), self.seconds_per_move) for seat, bot in enumerate(self.bots)]
        try:
            return self.rows_of(game, lambda seat: choose(players[seat], game), self.bots)
        finally:
            close_all(players)

    def recorded_rows(self, record: Mapping[str, Any]) -> list[Row]:
        """Replay the record; the bot, if there is one, judges each move."""
        try:
            whole, game = replay(record), replay(record, upto=0)
        except GameError as error:
            raise RecordError(f"record {self.number + 1} of those that were given: {error}") from None
        judges = (
            [make_bot(self.bots[0], game.spec, f"{self.seed}/{self.number}/{seat}", self.seconds_per_move) for seat in range(game.seats)] if self.bots else []
        )

        def recorded(seat: int) -> Choice:
            code = whole.code(game.ply)
            return judge(judges[seat], game, code) if judges else Choice(code)

        try:
            return self.rows_of(game, recorded, self.bots * game.seats, whole.ply)
        finally:
            close_all(judges)

    def rows_of(self, game: Game, next_choice: Callable[[int], Choice], thinkers: Sequence[str], plies: int | None = None) -> list[Row]:
        """Play the choices to the end, a row for each."""
        rows: list[Row] = []
        while (seat := game.to_move) is not None and game.ply != plies:
            row = {"game": self.number, **position_columns(game, seat, views=self.views, omniscient=self.omniscient)}
            made = next_choice(seat)
            row |= {"choice": made.code, "choice_text": game.spec.move_text.to_text(game.state, made.code), "value": made.value, "value_kind": made.kind}
            row["value_by"] = thinkers[seat] if made.value is not None else None
            row["visits"] = None if made.visits is None else [made.visits.get(code, 0) for code in row["legal"]]
            rows.append(row)
            game.push_unchecked(made.code)
        return [{**row, **final_columns(game, row["seat"])} for row in rows]

    def as_line(self) -> bytes:
        """The game as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"

    @classmethod
    def read(cls, line: bytes) -> DatasetGame:
        """Read a finished game from its line; raises RecordError."""
        made = typed_line(line, cls, RecordError)
        if (made.rows is UNSET) == (made.forfeit is UNSET):
            raise RecordError("it has no rows")
        return made

    def columns(self) -> list[Row]:
        """The rows."""
        return [] if self.rows is UNSET else unpacked(self.rows)


def packed(rows: list[Row]) -> str:
    """Rows as a text for a line of JSON."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(rows), 1)).decode()


def unpacked(text: str) -> list[Row]:
    """The rows of such a text."""
    rows: list[Row] = msgspec.json.decode(zlib.decompress(base64.b64decode(text)))
    return rows


def games_to_play(
    name: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    games: int,
    *,
    rotate: bool = False,
    seconds: float | None = None,
    views: bool = False,
    omniscient: bool = False,
) -> list[DatasetGame]:
    """List the games of a dataset by self-play: those of `ziggurat selfplay` with the same seed."""
    played = self_play_games(name, bots, options, seed, games, rotate=rotate, seconds=seconds)
    return [DatasetGame(**each.plan(), views=views, omniscient=omniscient) for each in played]


def games_of_records(
    paths: Iterable[Path],
    *,
    judge_by: str | None = None,
    views: bool = False,
    omniscient: bool = False,
    lines_in: Callable[[Path], Iterable[tuple[int, bytes]]] = records_in,
) -> list[DatasetGame]:
    """List the games of files of records; raises RecordError with the file and the line, and OptionError if they are not of one game."""
    games: list[DatasetGame] = []
    for path in paths:
        for line, text in lines_in(path):
            try:
                record = parse(text)
                spec = game_spec(str(record.get("game")))
                spec = spec.at(options) if isinstance(options := record.get("options"), dict) else spec
                settings = settings_of([judge_by], spec.name, spec.option_set.read(options)) if judge_by and isinstance(options, dict) else UNSET
            except GameError as error:
                raise RecordError(f"`{path}`, line {line}: {error}") from None
            first = key_of(games[0].game, games[0].options) if games else spec.key
            if first != spec.key:
                raise OptionError(f"`{path}`, line {line}: a game of `{spec.key}` among those of `{first}`: a dataset is about one game")
            games.append(
                DatasetGame(
                    game=spec.name,
                    rules=spec.version,
                    options=spec.own_options,
                    bots=[judge_by] if judge_by else [],
                    settings=settings,
                    seed="records",
                    number=len(games),
                    views=views,
                    omniscient=omniscient,
                    digest=hashlib.sha256(text.strip()).hexdigest()[:16],
                    record=record,
                )
            )
    return games


def dataset_identity(piece: DatasetGame) -> dict[str, Any]:
    """The fields that all games of a dataset share."""
    names = ("ziggurat", "game", "rules", "options", "seed", "seconds_per_move", "views", "omniscient")
    return {**{name: getattr(piece, name) for name in names}, "bots": sorted(piece.bots)}

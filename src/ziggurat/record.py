"""A game as text: one JSON object for each game, `.zig.json`, or one a line, `.zig.jsonl` (`docs/reference/records.md`).

A record is read whole or not at all: every field is checked, every move replayed, the result recomputed and compared.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from ziggurat.errors import GameError, RecordError
from ziggurat.game import Game
from ziggurat.json_difference import first_difference
from ziggurat.parse import typed
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

FORMAT = 1
MAX_MOVES_IN_RECORD = 10_000
RECORD_NAMES = (".zig.json", ".zig.jsonl", ".zig.jsonl.gz")
NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)


class RecordShape(msgspec.Struct):
    """The fields of a record and their types; unknown fields are kept, and not looked at."""

    ziggurat: int
    game: str
    rules: int
    options: dict[str, Any]
    deal: dict[str, Any]
    moves: list[str]
    players: list[str] | msgspec.UnsetType = msgspec.UNSET
    result: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def load(source: str | bytes | os.PathLike[str] | Mapping[str, Any], *, upto: int | None = None) -> Game:
    """The game of a record: a file's path, the text itself, or the object. `upto` stops after so many plies, of those that the record has."""
    if isinstance(source, Mapping):
        record: Mapping[str, Any] = source
    elif isinstance(source, os.PathLike) or (isinstance(source, str) and not source.lstrip().startswith("{")):
        record = parse(read_file(Path(source)))
    elif isinstance(source, str | bytes):
        record = parse(source)
    else:
        raise RecordError(f"{source!r} is no record: give a path, the text, or the object")
    if upto is not None:
        plies = len(check_shape(record).moves)
        if isinstance(upto, bool) or not isinstance(upto, int) or not 0 <= upto <= plies:
            raise RecordError(f"`upto` is {upto!r}: the record has the plies 0 to {plies}")
    return replay(record, upto=upto)


def read_records(path: str | os.PathLike[str]) -> Iterator[Game]:
    """Yield the games of a file, one JSON object (`.zig.json`) or one a line (`.zig.jsonl`), or of all such files in a folder, in the order of their names.

    A file whose name ends in `.gz` is compressed.
    Each is checked in full as it comes; a RecordError names the file and the line. A file of many games is read line by line.

    >>> import tempfile, ziggurat
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ziggurat.save(ziggurat.new("amytis", seed=1, moves="a1>a1"), f"{folder}/one.zig.json")
    ...     ziggurat.save(ziggurat.new("amytis", seed=2), f"{folder}/two.zig.json")
    ...     [game.ply for game in ziggurat.read_records(folder)]
    [1, 0]
    """
    where = Path(path)
    for file in sorted(each for each in where.iterdir() if each.name.endswith(RECORD_NAMES)) if where.is_dir() else [where]:
        for line, text in records_in(file):
            try:
                yield replay(parse(text))
            except GameError as error:
                raise type(error)(f"`{file}`, line {line}: {error}") from None


def records_in(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the records of a file with the numbers of their lines; where the first line is no JSON, the whole file is one record."""
    try:
        with open_lines(file) as lines:
            first = next((line for line in lines if line.strip()), b"")
        with open_lines(file) as lines:
            if first and not is_json(first):
                yield 1, lines.read()
            else:
                yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(f"cannot read `{file}`: {getattr(error, 'strerror', None) or error}") from None


def open_lines(file: Path) -> IO[bytes]:
    """Open a file of records, compressed if its name says so."""
    return cast("IO[bytes]", gzip.open(file)) if file.name.endswith(".gz") else file.open("rb")


def read_file(path: Path) -> bytes:
    """The bytes of a file, or RecordError."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read `{path}`: {getattr(error, 'strerror', None) or error}") from None


def parse(text: str | bytes) -> dict[str, Any]:
    """The JSON object of one record."""
    try:
        record = msgspec.json.decode(text)
    except NOT_JSON as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise RecordError("a record is a JSON object `{…}`")
    return record


def replay(record: Mapping[str, Any], *, upto: int | None = None) -> Game:
    """Play the record again, checking all of it; with `upto` only its first plies, and then not its result."""
    shape = check_shape(record)
    spec = game_spec(shape.game)
    if shape.rules != spec.version:
        raise RecordError(f"`rules` is {shape.rules}: this program knows version {spec.version} of the rules of `{spec.name}` and replays no other")
    deal = dict(shape.deal)
    seed = deal.pop("seed", None)
    if seed is not None and not isinstance(seed, str):
        raise RecordError(f"`deal.seed` must be a text, not {seed!r}: write it in quotes")
    if seed is None and not deal:
        raise RecordError("`deal` is empty: it needs a `seed`, the explicit deal, or both")
    check_options(spec, shape.options)
    game = Game(spec, shape.options, seed=seed, deal=deal or None, players=shape.players or None)
    game.extra = {name: value for name, value in record.items() if name not in RecordShape.__struct_fields__}
    play_all(game, shape.moves[:upto])
    if shape.result is not msgspec.UNSET and game.ply == len(shape.moves):
        check_result(game, shape.result)
    return game


def check_shape(record: Mapping[str, Any]) -> RecordShape:
    """The record with its fields checked for their types."""
    if record.get("ziggurat", FORMAT) != FORMAT:
        raise RecordError(f"`ziggurat` is {record['ziggurat']!r}: this program reads records of format {FORMAT}")
    return typed(record, RecordShape, RecordError)


def check_options(spec: GameSpec, options: Mapping[str, Any]) -> None:
    """Options as JSON has them, nothing left to chance; a missing one has its default."""
    if "preset" in options:
        raise RecordError("`options.preset`: a record names every option itself, not a preset")
    read = spec.option_set.read(options)
    drawn = spec.option_set.resolve(read, lambda _: 0)
    for name, value in options.items():
        if name not in read:  # it has its default, and is left out
            continue
        if drawn[name] != read[name]:
            raise RecordError(f"`options.{name}` is `{value}`: a record stores what was drawn")
        if type(read[name]) is not type(value):
            raise RecordError(f"`options.{name}` is {value!r}: write it as {json.dumps(read[name])}")


def play_all(game: Game, moves: list[str]) -> None:
    """Play the moves; an error names the ply."""
    if len(moves) > MAX_MOVES_IN_RECORD:
        raise RecordError(f"`moves` holds {len(moves)} moves: no game is that long")
    for ply, move in enumerate(moves):
        try:
            game.push(move)
        except GameError as error:
            raise type(error)(f"`moves[{ply}]`: {str(error).splitlines()[0]}") from None


def check_result(game: Game, result: Mapping[str, Any]) -> None:
    """Compare the stored result with the game's own."""
    own = game.result()
    if own is None:
        raise RecordError(f"there is a `result`, but the game is not over after {game.ply} plies")
    for name in ("scores", "ranks", "breakdown"):
        if name not in result:
            raise RecordError(f"`result.{name}` is missing")
    for name, value in own.items():
        if name in result and (place := first_difference(result[name], value)):
            raise RecordError(f"`result.{name}{place[0]}` is {place[1]!r}, but the game gives {place[2]!r}")


def dump(record: Mapping[str, Any]) -> str:
    """The record as one line of JSON."""
    return msgspec.json.encode(record).decode()


def save(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the game to a file: whole, or not at all."""
    try:
        write_whole(Path(path), json.dumps(game.record(), ensure_ascii=False) + "\n")
    except OSError as error:
        raise RecordError(f"cannot write `{path}`: {error.strerror or error}") from error


def write_whole(path: Path, text: str) -> None:
    """Replace the file's text in one step, so that a crash leaves the old one; a device or pipe is written to."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def why_unwritable(path: Path) -> str:
    """Why a file cannot be written there, as far as one can know before; empty if it can."""
    folder = path.resolve().parent
    if not folder.is_dir():
        return f"there is no folder `{path.parent}`"
    if path.is_dir():
        return "it is a folder"
    return "" if os.access(path if path.exists() else folder, os.W_OK) else "one may not write there"


def lines_of(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The records of a file: the whole file if it is one JSON object, else each line that is not blank, with its number."""
    lines = text.splitlines()
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if len(filled) > 1 and not is_json(filled[0][1]):
        yield 1, text
    else:
        yield from filled


def is_json(text: bytes) -> bool:
    """Whether the text is complete JSON."""
    try:
        msgspec.json.decode(text)
    except NOT_JSON:
        return False
    return True

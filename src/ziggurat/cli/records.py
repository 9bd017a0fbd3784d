"""The commands about records and positions: `record`, `replay`, `legal`, `score`."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import WRONG_INPUT, fail, open_output, out, print_json, read_lines, usage_errors
from ziggurat.cli.options import GameName, InFile, Json, OptionList, Seed, Upto
from ziggurat.errors import GameError

if TYPE_CHECKING:
    from ziggurat.game import Game

REMARKS = {"id", "title", "why", "expect"}  # fields of a position that are notes for people: a file of worked examples can be scored as it is


def record(
    game: GameName,
    bots: Annotated[str | None, typer.Option(help="A bot for each seat, separated by commas.", autocompletion=completion.bots)] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: OptionList = None,
    seed: Seed = None,
    games: Annotated[int, typer.Option(help="How many games.", min=0)] = 1,
    file: Annotated[str, typer.Option("--out", help="The file to write, or `-`.")] = "-",
) -> None:
    """Let bots play and write records; the same seed gives the same file, byte for byte."""
    from ziggurat.arena.match import check_seats, record_games
    from ziggurat.options import parse_assignments
    from ziggurat.record import dump
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots

    with usage_errors():
        options = parse_assignments(option or [])
        if seats is not None:
            options["seats"] = seats
        named = bots.split(",") if bots else ["random"] * game_spec(game).option_set.read(options)["seats"]
        check_seats(game_spec(game), named, options)
        check_bots(named, game_spec(game))
        with open_output(file) as write:
            for made in record_games(game, named, options, seed if seed is not None else secrets.token_hex(8), games):
                write(dump(made))


def replay(
    file: InFile,
    as_json: Json = False,
    upto: Upto = None,
    proof: Annotated[bool, typer.Option("--verify", help="Check the proof of a fair deal, too (`fair`).")] = False,
) -> None:
    """Replay records and check all of them: deal, every move, result."""
    lines = read_lines(file, "record")
    wrong = 0
    for number, line in lines:
        answer: dict[str, Any] = {"ok": False, "plies": 0, "scores": None, "ranks": None, "breakdown": None, "error": None}
        try:
            game = replay_checked(line, upto, proof)
        except GameError as error:
            wrong += 1
            answer["error"] = str(error).splitlines()[0]
        else:
            answer |= {"ok": True, "plies": game.ply, "scores": game.scores, "ranks": game.ranks, "breakdown": game.breakdown}
        if as_json:
            print_json(answer)
        elif not answer["ok"]:
            fail(f"record on line {number}: {answer['error']}")
        elif len(lines) == 1:
            out.print(game.board())
    if not as_json and len(lines) > 1:
        out.print(f"{len(lines)} records, {len(lines) - wrong} right, {wrong} wrong")
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def replay_checked(line: bytes, upto: int | None, proof: bool) -> Game:
    """Replay a record, and check the proof of its fair deal on request."""
    from ziggurat.fair_deal import verify
    from ziggurat.record import parse
    from ziggurat.record import replay as replay_record

    fields = parse(line)
    game = replay_record(fields, upto=upto)
    if proof:
        verify(fields)
    return game


def legal(file: InFile, as_json: Json = False, upto: Upto = None) -> None:
    """The legal moves after the moves of a record, or after the first N of them."""
    from ziggurat.record import load

    wrong = 0
    for number, line in read_lines(file, "record"):
        try:
            game = load(line, upto=upto)
        except GameError as error:
            wrong += 1
            print_json({"error": str(error).splitlines()[0]}) if as_json else fail(f"record on line {number}: {error}")
            continue
        answer = {"ply": game.ply, "to_move": game.to_move, "over": game.is_over, "legal": sorted(game.legal_moves)}
        print_json(answer) if as_json else out.print(" ".join(answer["legal"]) or "the game is over", markup=False)  # type: ignore[arg-type]
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def score(game: GameName, file: InFile, as_json: Json = False) -> None:
    """Score positions typed in from a real table: one JSON object, or one a line."""
    from ziggurat.record import parse
    from ziggurat.registry import game_spec

    with usage_errors():
        spec = game_spec(game)
    wrong = 0
    for number, line in read_lines(file, "position"):
        try:
            position = {name: value for name, value in parse(line).items() if name not in REMARKS}
            options = position.get("options")
            answer = spec.at(options if isinstance(options, dict) else {}).module("score_typed_in").score_position(position)
        except GameError as error:
            wrong += 1
            print_json({"error": str(error)}) if as_json else fail(f"position on line {number}: {error}")
            continue
        if as_json:
            print_json(answer)
        else:
            out.print(", ".join(f"{name} {value}" for name, value in flatten(answer)), markup=False)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def flatten(answer: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """List the lines of a score sheet, nested ones in a row."""
    for name, value in answer.items():
        if isinstance(value, dict):
            yield from ((f"{name} {inner}", points) for inner, points in value.items())
        else:
            yield name, value

"""Positions to practise on: a moment of a finished game or of a lesson, a puzzle, an example of a rule page, and what somebody tries from there.

The server keeps nothing of it. What is tried is a game of its own: no clock, no rivals but those whose moves the request names, every hint and preview allowed.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat import __version__, lessons
from ziggurat.game import Game
from ziggurat.guide import example_game, example_options
from ziggurat.puzzles.explain import lines_of, second_text, sentences_of
from ziggurat.puzzles.puzzle import Puzzle, game_of, shipped
from ziggurat.registry import game_spec
from ziggurat.registry import key_of as key_of_game
from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.refused import Refused
from ziggurat.server.show.history import check_ply, game_at
from ziggurat.server.show.move_preview import add_preview, described
from ziggurat.server.show.picture_cache import key_of


async def begin(host: Host, start: r.Practice) -> tuple[Game, int]:
    """The position where practice begins, and the seat that practises: the one to move. Nobody practises on a running game: its deal is secret."""
    if start.of == "example":
        name, _, example = start.id.partition("/")
        await host.compiled.wait(key_of_game(name, example_options(name, example)))
        shown = example_game(name, example)
        return shown, int(shown.state.to_move)
    if start.of == "lesson":
        name, _, lesson = start.id.partition("/")
        read = lessons.lesson(name, lesson)
        await host.compiled.wait(key_of_game(name, read.options))
        return lessons.game_at(name, lesson, start.ply), read.seat
    if start.of == "puzzle":
        puzzle = puzzle_named(*start.id.partition("/")[::2])
        await host.compiled.wait(key_of_game(puzzle.game, puzzle.options))
        return game_of(puzzle), puzzle.seat
    room = await host.get(start.id)
    game = room.table.game
    if room.table.status != "over" or game is None:
        raise Refused("table.running", "practice")
    check_ply(game, start.ply)
    past = game_at(game, start.ply)
    if past.to_move is None:
        raise Refused("fork.wrong", "over", ply=start.ply)
    return past, past.to_move


async def tried(host: Host, practice: r.Practice) -> tuple[Game, int, int]:
    """The position after what was tried, the seat that practises, and the ply where it began; raises what a wrong move raises."""
    game, seat = await begin(host, practice)
    first = game.ply
    for move in practice.moves:
        game.push(move)
    return game, seat, first


async def position(host: Host, practice: r.Practice, language: str) -> a.PracticePosition:
    """Show the position after what was tried."""
    game, seat, first = await tried(host, practice)
    choices = game.choices() if game.to_move == seat else []
    players = [game.name_of(place, language) for place in range(game.seats)]
    if practice.of in {"lesson", "puzzle"}:  # nobody sat there by name
        players[seat] = game.words(language)("seat.you")
    return a.PracticePosition(game.spec.name, players, seat, game.ply, game.typed_view(seat), choices, game.log(language, first, seat))


async def preview(host: Host, practice: r.PracticePreview, language: str) -> m.LensMessage:
    """Say whether a move can be played in that position, and what it would do."""
    game, seat, _ = await tried(host, practice)
    answer = described(game, seat, r.Lens(ply=game.ply, move=practice.move), language)
    if answer.legal:
        add_preview(answer, game, language, with_scores=True)
    return answer


async def picture(host: Host, practice: r.Practice, **how: Any) -> bytes:
    """Draw the position after what was tried; `how`: theme, look and language."""
    game, seat, _ = await tried(host, practice)
    view, draw = game.typed_view(seat), game.spec.module("pictures.draw").svg
    return await host.pictures.get(key_of(__version__, msgspec.json.encode(view), *how.values()), lambda: str(draw(view, **how)))


# --- Puzzles ----------------------------------------------------------------------------------------------------------


def puzzles_of(game: str) -> dict[str, Puzzle]:
    """The puzzles of a game, by their ids."""
    return shipped(game_spec(game).name)


def puzzle_named(game: str, name: str) -> Puzzle:
    """One puzzle of a game."""
    puzzle = puzzles_of(game).get(name)
    if puzzle is None:
        raise Refused("puzzle.unknown", id=name)
    return puzzle


def puzzle_list(game: str) -> a.PuzzleList:
    """List the puzzles of a game, with nothing of their solutions."""
    heads = [a.PuzzleHead(puzzle.id, puzzle.rating, puzzle.themes, int(puzzle.options["seats"])) for puzzle in puzzles_of(game).values()]
    return a.PuzzleList(game, sorted(heads, key=lambda head: (head.rating, head.id)))


def answer(name: str, id_: str, move: str | None, language: str) -> a.PuzzleAnswer:
    """Say whether the move is the best one, how much better that is than any other, and why; raises what a wrong move raises."""
    puzzle = puzzle_named(name, id_)
    game = game_of(puzzle)
    right = move is not None and game.check(move) == game.check(puzzle.best)
    lines = [a.PuzzleLine(line.kind, line.points, line.text) for line in lines_of(puzzle, game, language)]
    words, second = sentences_of(puzzle, game, language), second_text(puzzle, game, language)
    games, ahead = puzzle.reason.games, puzzle.reason.margin
    return a.PuzzleAnswer(right, puzzle.best, words, puzzle.margin, puzzle.error, puzzle.win, lines, games, ahead, second)

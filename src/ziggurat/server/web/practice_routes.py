"""Routes: positions to practise on, without a table, and puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import practice
from ziggurat.server import requests as r
from ziggurat.server.web.parameters import SHARED, LanguageQuery, LookQuery, TheHost, ThemeQuery
from ziggurat.server.web.rule_routes import GameName

PuzzleId = Annotated[str, PathParameter(max_length=80, description="The id of the puzzle.")]


@post("/api/practice", tags=["practice"], status_code=200, **SHARED)
async def position(data: JSONBody[r.Practice], host: TheHost, language: LanguageQuery = "en") -> a.PracticePosition:
    """A position to practise on, after what was tried from there, with the legal moves. Nothing is kept: send all that was tried each time."""
    return await practice.position(host, data, language)


@post("/api/practice/preview", tags=["practice"], status_code=200, **SHARED)
async def preview(data: JSONBody[r.PracticePreview], host: TheHost, language: LanguageQuery = "en") -> m.LensMessage:
    """What a move would do in such a position, or why it cannot be played."""
    return await practice.preview(host, data, language)


@post("/api/practice/picture.svg", tags=["practice"], status_code=200, media_type="image/svg+xml", **SHARED)
async def picture(
    data: JSONBody[r.Practice], host: TheHost, language: LanguageQuery = "en", theme: ThemeQuery = "light", look: LookQuery = "isometric"
) -> bytes:
    """The picture of such a position."""
    return await practice.picture(host, data, theme=theme, look=look, language=language)


@get("/api/puzzles/{game:str}", tags=["practice"], sync_to_thread=False, **SHARED)
def puzzles(game: GameName) -> a.PuzzleList:
    """The puzzles of a game: how hard each is and what it is about, with nothing of its solution."""
    return practice.puzzle_list(game)


@post("/api/puzzles/{game:str}/{name:str}/answer", tags=["practice"], status_code=200, sync_to_thread=False, **SHARED)
def answer(game: GameName, name: PuzzleId, data: JSONBody[r.PuzzleMove], language: LanguageQuery = "en") -> a.PuzzleAnswer:
    """Whether a move solves a puzzle, how much better the best move is than any other, and why."""
    return practice.answer(game, name, data.move, language)


HANDLERS = [position, preview, picture, puzzles, answer]

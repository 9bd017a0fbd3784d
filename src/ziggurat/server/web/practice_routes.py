"""Routes: positions to practise on, without a table."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import practice
from ziggurat.server import requests as r
from ziggurat.server.web.parameters import SHARED, LanguageQuery, LookQuery, TheHost, ThemeQuery


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


HANDLERS = [position, preview, picture]

"""How HTTP answers errors: the status, and the reason in the client's language."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from ziggurat.errors import GameError
from ziggurat.server.http_answers import ErrorAnswer
from ziggurat.server.messages import ErrorInfo
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.show.error_text import in_words, language_of, text_of

log = logging.getLogger("ziggurat.server")
STATUSES = {
    "limit": 429,
    "busy": 503,
    "metrics": 403,
    "account.token": 401,
    "secret.scheme": 401,
    "secret.unknown": 403,
    "secret.replaced": 403,
    "seat.none": 401,
    "seat.not_yours": 403,
    "chat.seats": 401,
    "table.not_owner": 403,
    "table.no_hints": 403,
    "table.no_coach": 403,
    "table.no_face_down": 400,
    "table.no_scores": 403,
    "origin": 403,
    "host": 421,
    "table.unknown": 404,
    "table.deleted": 404,
    "account.unknown": 404,
    "game.unknown": 404,
    "ply.unknown": 404,
    "guide.unknown": 404,
    "lesson.unknown": 404,
    "puzzle.unknown": 404,
    "path.unknown": 404,
    "store.wrong": 503,
    "store.unsure": 503,
}
CONFLICTS = ("table.", "seat.", "offer.", "undo.", "chat.full")


def status_of(code: str) -> int:
    """The HTTP status of an error: 409 where the table stands in the way, else 400."""
    return STATUSES.get(code, 409 if code.startswith(CONFLICTS) and code not in {"table.seats", "seat.which"} else 400)


def seconds_until_again(error: GameError) -> int | None:
    """After how many seconds the same request may be carried out; None where no time is set."""
    seconds = error.values.get("n") if error.code in {"limit", "busy"} else None
    return seconds if isinstance(seconds, int) else None


def refused(request: Request[Any, Any, Any], error: GameError) -> Response[ErrorAnswer]:
    """Answer a request that cannot be carried out, with the reason."""
    METRICS.refused += 1
    headers = {"WWW-Authenticate": "Bearer"} if status_of(error.code) == 401 else {}
    if (seconds := seconds_until_again(error)) is not None:
        headers["Retry-After"] = str(seconds)
    return Response(ErrorAnswer(ErrorInfo(error.code, text_of(error, language_of(request.scope)))), status_code=status_of(error.code), headers=headers)


def not_understood(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    """Answer a request with a wrong path, method or fields."""
    code = {404: "path.unknown", 405: "method.wrong", 413: "request.too_large"}.get(error.status_code, "request.wrong")
    message = error.detail
    if isinstance(error.extra, list):
        message = "; ".join(f"{entry.get('key', 'the body')}: {entry.get('message')}" for entry in error.extra if isinstance(entry, dict)) or message
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Response(
        ErrorAnswer(ErrorInfo(code, in_words(code, language_of(request.scope), message=message[:500]))), status_code=error.status_code, headers=headers
    )


def too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[ErrorAnswer]:
    """Answer a body with too many brackets in brackets."""
    return refused(request, Refused("request.wrong", "deep"))


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """Log an error of ours, and answer without its details."""
    METRICS.server_errors += 1
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"][:100], "method": request.method})
    return Response(ErrorAnswer(ErrorInfo("server", in_words("server", language_of(request.scope)))), status_code=500)


HANDLERS: dict[int | type[Exception], Any] = {GameError: refused, HTTPException: not_understood, RecursionError: too_deep, Exception: broken}

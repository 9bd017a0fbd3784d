"""Write logs as one JSON object a line, to standard error. Secrets never reach a log: no path holds one, and messages name tables only."""

from __future__ import annotations

import json
import logging
import sys
import time

SAY_SECONDS = 60.0
START = logging.getLogger("ziggurat.server.start")
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object for each entry: time, level, text, and what was given beside it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "text": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Seldom:
    """Says whether to log a text now: each one once a minute, so that the log is not filled. For any thread."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}

    def allows(self, text: str) -> bool:
        """Whether a minute has passed since this was last allowed."""
        now = time.monotonic()
        if now - self._at.get(text, -SAY_SECONDS) < SAY_SECONDS:
            return False
        self._at[text] = now
        return True


def set_up(level: str) -> None:
    """Send the logs of the server to standard error. What `START` logs comes at any level, but not in a terminal."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("ziggurat.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
    START.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(max(uvicorn.level, logging.INFO))  # below that it writes every message of a socket, secrets included

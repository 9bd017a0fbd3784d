"""The server of the browser tests: its deals are the same in every run, so a test that passes once passes again; its reviews are short.

Whoever makes a table says in the header `X-Deals` for whom: ids and secrets of tables, and so their deals, follow from it and from how many
tables were made for it before. With random deals a test of the page failed now and then by a rare hand, and nobody could repeat it; the rules
are played at random elsewhere. Run as a program, this is `ziggurat` with such deals.
"""

from __future__ import annotations

import contextvars
import hashlib
import itertools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any
from unittest.mock import patch

HEADER = "X-Deals"
REVIEW_SIMS = 400
BROWSER_TESTS = str(Path(__file__).parent / "browser")


def maker() -> str:
    """Whom a table is made for: the test, or the fixture, that now runs in the tests of the page; empty elsewhere."""
    found = ""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(BROWSER_TESTS) and not code.co_name.startswith("<"):
            found = f"{Path(code.co_filename).stem}.{code.co_name}"
        frame = frame.f_back
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[2].rpartition(" ")[0]
    return f"{found}{test.partition('[')[2]}" if found.endswith(f".{test.partition('[')[0]}") else found


@contextmanager
def repeatable_deals(name: Callable[[], str]) -> Iterator[None]:
    """Make tables in this process whose ids, secrets and deals follow from a name and from how many were made for it before."""
    from ziggurat.server import make_table
    from ziggurat.server.table import new_table

    counts: dict[str, itertools.count[int]] = {}

    def token_hex(size: int) -> str:
        number = next(counts.setdefault(name(), itertools.count()))
        return hashlib.sha256(f"{name()}/{number}".encode()).hexdigest()[: 2 * size]

    with patch.object(make_table, "new_id", lambda: token_hex(8)), patch.object(new_table, "random_secrets", SimpleNamespace(token_hex=token_hex)):
        yield


def main() -> None:
    """Serve, with deals that follow from the header, and short reviews."""
    from ziggurat.cli import main as ziggurat
    from ziggurat.server import reviews
    from ziggurat.server.web import app

    made_for: contextvars.ContextVar[str] = contextvars.ContextVar("made_for", default="")

    class Named(app.Guard):  # type: ignore[name-defined, misc]
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            made_for.set(dict(scope.get("headers") or ()).get(HEADER.lower().encode(), b"").decode())
            await super().__call__(scope, receive, send)

    with patch.object(app, "Guard", Named), patch.object(reviews, "SIMS", REVIEW_SIMS), repeatable_deals(made_for.get):
        ziggurat()


if __name__ == "__main__":
    main()

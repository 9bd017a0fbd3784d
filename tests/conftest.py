"""What all tests share: the games that live in the tests, the fixture `ask`, and repeatable examples.

Hypothesis draws the same examples in every run, so that a red test stays red; `HYPOTHESIS_PROFILE=explore` looks for new ones.
"""

from __future__ import annotations

import inspect
import os

import httpx
from hypothesis import settings

import small_games  # noqa: F401  (registers them)
from asking import ask

__all__ = ["ask"]

settings.register_profile("repeat", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))

# httpx gives up after five seconds, which a server on a busy machine may need for its first answer. This object is the default of all its functions.
patience = inspect.signature(httpx.get).parameters["timeout"].default
for part in ("connect", "read", "write", "pool"):
    setattr(patience, part, 60.0)

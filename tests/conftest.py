"""What all tests share: the games that live in the tests, the fixture `ask`, and repeatable examples.

Hypothesis draws the same examples in every run, so that a red test stays red; `HYPOTHESIS_PROFILE=explore` looks for new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

import small_games  # noqa: F401  (registers them)
from asking import ask

__all__ = ["ask"]

settings.register_profile("repeat", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))

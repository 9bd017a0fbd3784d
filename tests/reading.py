"""Loads the second reading of a game: `tests/games/NAME/plain.py`, written from the rulebook alone; of an expansion, `plain_EXPANSION.py`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def second_reading(game: str, file: str = "plain") -> ModuleType:
    """plain.py of the game, or another file beside it, under a name of its own."""
    name = f"{game}_{file}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / "games" / game / f"{file}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]

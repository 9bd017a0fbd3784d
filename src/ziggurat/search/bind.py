"""Gives each game its own copy of a search template, as a real module in the compile cache.

Rules handed to a kernel as arguments or closures would be compiled again at every start; one file run under several games'
names can load the wrong game's machine code. A module for each game, written into the keyed cache folder, does neither.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from ziggurat.kernel import cache_folder
from ziggurat.registry import game_spec

TEMPLATES = Path(__file__).resolve().parent / "templates"
STAND_IN = "ziggurat.games.GAME"


@cache
def bind(game: str, template: str) -> ModuleType:
    """The template (`playout`, `greedy`) as a module of this game."""
    spec = game_spec(game)
    text = (TEMPLATES / f"{template}.py").read_text(encoding="utf-8").replace(STAND_IN, spec.package)
    path = cache_folder(spec.folder) / "bound" / template / f"{template}.py"  # alone: its cache is keyed by its folder
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_once(path, text)
    name = f"ziggurat_bound.{spec.name}.{template}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def write_once(path: Path, text: str) -> None:
    """Write the file in one step: several processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).replace(path)

"""Gives each game its own copy of a search template, as a real module in the compile cache.

Rules handed to a kernel as arguments or closures would be compiled again at every start; one file run under several games'
names can load the wrong game's machine code. A module for each game, written into the keyed cache folder, does neither.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from ziggurat.kernel import cache_digest, cache_folder
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

TEMPLATES = Path(__file__).resolve().parent / "templates"
STAND_IN = "ziggurat.games.GAME"
OTHERS = "ziggurat.search.templates."  # a template may import another one: it gets the copy of the same game
BOUND = "ziggurat_bound"
KERNELS = (TEMPLATES.parent / "estimate.py", TEMPLATES.parent / "desk.py")  # what templates import beside the game


@cache
def bind(game: str, template: str) -> ModuleType:
    """The template (`playout`, `greedy`) as a module of this game."""
    spec = game_spec(game)
    text = (TEMPLATES / f"{template}.py").read_text(encoding="utf-8")
    for other in re.findall(re.escape(OTHERS) + r"(\w+)", text):
        bind(game, other)
    text = text.replace(STAND_IN, spec.package).replace(OTHERS, f"{BOUND}.{spec.name}.")
    path = bound_folder(spec) / template / f"{template}.py"  # alone: its cache is keyed by its folder
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write_once(path, text)
    for package in (BOUND, f"{BOUND}.{spec.name}"):
        sys.modules.setdefault(package, ModuleType(package)).__path__ = []
    name = f"{BOUND}.{spec.name}.{template}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def bound_folder(spec: GameSpec) -> Path:
    """Where the templates of a game lie: named by the sources of the game, of the templates, and of what these import."""
    return cache_folder(spec.folder) / f"bound-{cache_digest([*sorted(TEMPLATES.glob('*.py')), *KERNELS])}"


def write_once(path: Path, text: str) -> None:
    """Write the file in one step: several processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).replace(path)

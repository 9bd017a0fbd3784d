"""Imports go downwards only: kernel, geometry, text → games → game, record → search → arena, review → server → cli."""

from __future__ import annotations

import ast
from pathlib import Path

from ziggurat.kernel import PACKAGE

LAYERS = [  # lowest first; what stands in one line may import what stands in the lines above, and its own
    {"errors", "kernel", "geometry", "view", "text", "options", "parse"},
    {"spec", "drawing"},
    {"games"},
    {"registry"},
    {"bind", "view_dicts", "any_game"},
    {"game_kernels"},
    {"game", "guide"},
    {"record", "fair_deal"},
    {"search"},
    {"arena", "review"},
    {"play"},
    {"server"},
    {"measure"},
    {"cli", "__main__"},
]
UPWARDS = {
    # `game.analyse()` is what a person with a game in hand looks for, so it is a method; it imports the search when it is called, never before.
    # The types of its answer are imported for the type checker alone.
    ("game", "ziggurat.search.analyse"),
    # The types of `ziggurat.new` name `Game`, for the type checker alone.
    ("view_dicts", "ziggurat.game"),
}
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The dotted names of our own modules that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names if node.module == "ziggurat"}
    return {name for name in found if name.split(".")[0] == "ziggurat"}


def sources() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def test_every_room_has_its_layer() -> None:
    assert {room_of(path) for path in sources()} <= LEVEL.keys()


def test_nothing_points_upwards() -> None:
    wrong = []
    for path in sources():
        for name in imported(path):
            parts = name.split(".")
            if (room_of(path), name) in UPWARDS:
                continue
            if len(parts) > 1 and parts[1] in LEVEL and LEVEL[parts[1]] > LEVEL[room_of(path)]:
                wrong.append(f"{path.relative_to(PACKAGE)} imports {name}")
    assert wrong == []


def test_games_do_not_know_each_other_and_rules_know_no_files_and_no_json() -> None:
    wrong = []
    for path in sorted((PACKAGE / "games").glob("*/*.py")):
        own = path.parent.name
        for name in imported(path):
            if name.startswith("ziggurat.games.") and name.split(".")[2] != own:
                wrong.append(f"{path.name} of {own} imports {name}")  # noqa: PERF401
        if path.name in {"rules.py", "scoring.py", "state.py", "material.py"}:
            modules = {node.module for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)}
            plain = {alias.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Import) for alias in node.names}
            allowed = ("ziggurat.kernel", "ziggurat.geometry", f"ziggurat.games.{own}", "__future__", "enum", "typing", "collections", "functools", "itertools")
            wrong += [f"{own}/{path.name} imports {module}" for module in modules if module and not module.startswith(allowed)]
            wrong += [f"{own}/{path.name} imports {module}" for module in plain if module not in {"numpy", "math", "itertools"}]
    assert wrong == []


def test_the_exceptions_are_needed_and_late() -> None:
    """An exception is imported inside a function or for the type checker, so that nothing above is loaded with the module."""
    for room, name in UPWARDS:
        path = PACKAGE / f"{room}.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert name in imported(path)
        assert name not in {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}

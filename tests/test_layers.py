"""Imports go downwards only: kernel, geometry, text → games → game, record → search → arena, review → server → cli."""

from __future__ import annotations

import ast
from pathlib import Path

from ziggurat.kernel import PACKAGE

LAYERS = [  # lowest first; what stands in one line may import what stands in the lines above, and its own
    {
        "errors",
        "kernel",
        "geometry",
        "view",
        "text",
        "options",
        "parse",
        "levels",
        "json_difference",
        "compile_notice",
        "observation_fields",
        "compile_cache",
        "extras",
    },
    {"spec", "drawing"},
    {"games"},
    {"registry"},
    {"bind", "view_dicts", "any_game"},
    {"game_kernels"},
    {"line_of_play"},
    {"game", "guide"},
    {"record", "fair_deal", "game_from_view", "batches", "lessons"},
    {"search"},
    {"arena", "review", "engine"},
    {"lab", "puzzles"},
    {"library"},
    {"envs"},
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
SERVER_LAYERS = [  # of the files and folders in `server/`, lowest first
    {"metrics", "json_logs", "refused", "secret_keys", "rates", "client_address", "public_addresses", "handover", "tracing", "large_blocks", "places"},
    {"requests", "messages"},
    {"http_answers"},
    {"table"},
    {"store", "bus"},
    {"workers"},
    {"bots", "compile_ahead", "webhooks"},
    {"settings"},
    {"show"},
    {"room"},
    {"presence", "tasks", "bot_turns", "clock_alarms", "turn_notices", "reviews"},
    {"sharing"},
    {"host"},
    {"actions", "make_table", "deletion", "practice", "upkeep"},
    {"forwarding", "backends"},
    {"web"},
    {"serve", "export_types", "first_start"},
]
SERVER_LEVEL = {name: level for level, names in enumerate(SERVER_LAYERS) for name in names}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The dotted names of our own modules that a file imports, wherever in the file."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names if node.module == "ziggurat"}
    return {name for name in names if name.split(".")[0] == "ziggurat"}


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


# --- Inside the server ------------------------------------------------------------------------------------------------


def module_of(path: Path) -> str:
    return ".".join(("ziggurat", *path.relative_to(PACKAGE).with_suffix("").parts))


def server_imports() -> dict[str, set[str]]:
    """The modules of the server, and those of them that each imports: anywhere in the file, also in functions and for the type checker."""
    paths = [path for path in sorted((PACKAGE / "server").rglob("*.py")) if path.name != "__init__.py"]
    modules = {module_of(path) for path in paths}
    imports: dict[str, set[str]] = {}
    for path in paths:
        nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
        assert all(node.level == 0 for node in nodes), f"{path.name} has a relative import"
        named = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
        imports[module_of(path)] = (imported(path) | named) & modules
    return imports


def part_of(module: str) -> str:
    """The file or folder of the server to which a module belongs."""
    return module.split(".")[2]


def cycle(imports: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty where there are none."""
    done: set[str] = set()

    def follow(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module not in done:
            for other in sorted(imports[module]):
                if circle := follow(other, [*path, module]):
                    return circle
            done.add(module)
        return []

    return next((circle for module in sorted(imports) if (circle := follow(module, []))), [])


def test_no_modules_of_the_server_import_each_other_in_a_circle() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert cycle(server_imports()) == []


def test_inside_the_server_imports_go_downwards() -> None:
    imports = server_imports()
    assert {part_of(module) for module in imports} == SERVER_LEVEL.keys()
    levels = [(one, other, SERVER_LEVEL[part_of(one)], SERVER_LEVEL[part_of(other)]) for one, others in imports.items() for other in others]
    assert [f"{one} imports {other}" for one, other, level, below in levels if below > level] == []
    assert [f"{one} imports {other}" for one, other, level, below in levels if below == level and part_of(one) != part_of(other)] == []

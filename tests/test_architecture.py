"""`docs/concepts/architecture.md` is true: it lists every folder of the tree, and every file and function that it names is there."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from small_games import BUILT_IN
from test_layers import LEVEL, SERVER_LEVEL

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/concepts/architecture.md"
MAPPED = ("src/ziggurat/", "src/ziggurat/server/", "src/ziggurat/server/web/", "web/src/", "tests/", "docs/")
"""The folders that have a map of their own on the page."""
COMPLETE = ("src/ziggurat/", "src/ziggurat/server/", "src/ziggurat/server/web/", "web/src/games/")
"""The folders of which also every file has its line."""
ANY = "<name>"
"""Stands for the name of a game."""


@cache
def files() -> frozenset[str]:
    """List the files that git knows or would add, and that are there."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    return frozenset(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def folders() -> frozenset[str]:
    """List the folders of these files, with a slash at the end."""
    return frozenset(f"{parent.as_posix()}/" for name in files() for parent in Path(name).parents if parent.name)


def any_name(path: str) -> str:
    """Put `<name>` in the place of a game's name, in the folders that have one folder for each game."""
    return re.sub(rf"(/games/)(?:{'|'.join(BUILT_IN)})(?=/)", rf"\g<1>{ANY}", path)


@cache
def mapped() -> dict[str, list[str]]:
    """Read the tables: for each mapped folder, the paths in the first column, from the root of the tree."""
    tables: dict[str, list[str]] = {}
    root = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            root = ""
        elif heading := re.match(r"\| in `([^`]+)` \|", line):
            root = heading[1]
            assert root not in tables, f"two maps of {root}"
            tables[root] = []
        elif root and line.startswith("| `"):
            tables[root] += [root + name for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    return tables


def covered(path: str, names: list[str]) -> bool:
    """Whether a list names a path, or a folder of it with everything below (`cairn/**`)."""
    return path in names or any(name.endswith("**") and path.startswith(name.removesuffix("**")) for name in names)


def below(root: str) -> list[str]:
    """List the folders below a mapped one, except those that belong to another map."""
    others = [other for other in MAPPED if other != root and other.startswith(root)]
    inside = {any_name(folder) for folder in folders() if folder.startswith(root) and folder != root}
    return sorted(folder for folder in inside if not any(folder.startswith(other) and folder != other for other in others))


def test_every_part_of_the_tree_has_its_map() -> None:
    assert set(mapped()) == set(MAPPED)


@pytest.mark.parametrize("root", MAPPED)
def test_the_map_lists_every_folder(root: str) -> None:
    assert [folder for folder in below(root) if not covered(folder, mapped()[root])] == []


@pytest.mark.parametrize("root", COMPLETE)
def test_the_map_lists_every_file_of_these_folders(root: str) -> None:
    names = [name for listed in mapped().values() for name in listed]
    own = sorted(name for name in files() if name.startswith(root) and "/" not in name.removeprefix(root))
    assert [name for name in own if not covered(name, names) and Path(name).name not in {"__init__.py", "py.typed"}] == []


@pytest.mark.parametrize("root", MAPPED)
def test_everything_on_the_map_is_in_the_tree(root: str) -> None:
    there = known_paths()
    assert [name for name in mapped()[root] if name.removesuffix("**") not in there] == []


@pytest.mark.parametrize(("root", "level"), [("src/ziggurat/", LEVEL), ("src/ziggurat/server/", SERVER_LEVEL)], ids=["package", "server"])
def test_the_map_stands_in_the_order_of_the_layers(root: str, level: dict[str, int]) -> None:
    order = [level[name.removeprefix(root).split("/")[0].removesuffix(".py")] for name in mapped()[root]]
    assert order == sorted(order)


def test_nothing_is_on_the_map_twice() -> None:
    names = [name for listed in mapped().values() for name in listed]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@cache
def known_paths() -> frozenset[str]:
    """List all files and folders, also with `<name>` in the place of a game's name."""
    paths = files() | folders()
    return paths | {any_name(path) for path in paths}


def test_every_folder_outside_the_maps_is_named() -> None:
    """Of what lies beside the maps, the folders at the root and those with tests stand in the text."""
    page = PAGE.read_text(encoding="utf-8")
    beside = [folder for folder in folders() if not folder.startswith(".") and not any(folder.startswith(root) or root.startswith(folder) for root in MAPPED)]
    assert {"bench/", "web/tests/"} <= {*beside}
    assert sorted(folder for folder in beside if f"`{folder}`" not in page) == []


def test_the_answers_to_where_is_are_paths_from_the_root() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Where is …?")[1].split("\n#")[0]
    rows = [line.split("|")[2] for line in section.splitlines() if line.startswith("| ") and not line.startswith("| question")]
    assert len(rows) > 10
    for row in rows:
        for name in re.findall(r"`([^`]*[/.][^`]*)`", row):
            if not re.fullmatch(r"[A-Z]\w*\.\w+", name):  # a method
                pattern = re.escape(name).replace(r"\*", "[^/]+")
                assert any(re.fullmatch(pattern, path) for path in known_paths()), name
        assert "`" in row or "](#" in row, row


def test_the_steps_name_functions_of_their_files() -> None:
    """A step begins with a file; paths are from the root, a bare name lies beside a file named before; each `name()` stands in a file that the step names."""
    steps = re.findall(r"^\d+\. (.+(?:\n +.+)*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(steps) > 25
    for step in steps:
        named = re.findall(r"`((?:[\w<>-]+/)*[\w<>.-]+\.(?:py|ts|svelte))`", step)
        assert step.startswith("`") and named and "/" in named[0], step
        whole: list[str] = []
        for name in named:
            beside = [name] if "/" in name else [f"{Path(path).parent.as_posix()}/{name}" for path in whole]
            there = [path for path in beside if path in known_paths()]
            assert there, f"{name} is not in the tree: {step}"
            whole += there
        text = "".join((ROOT / path).read_text(encoding="utf-8") for path in files() if path in whole or any_name(path) in whole)
        for function in re.findall(r"`(?:\w+\.)*#?(\w+)\(\)`", step):
            assert re.search(rf"\b{function}\b", text), f"{function} is not in {named}"

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
MAPPED = ("src/ziggurat/", "src/ziggurat/server/", "web/src/", "tests/", "bench/", "docs/")
"""The folders that have a map of their own on the page."""
COMPLETE = ("src/ziggurat/", "src/ziggurat/server/", "web/src/games/")
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
    there = files() | folders() | {any_name(path) for path in files() | folders()}
    assert [name for name in mapped()[root] if name.removesuffix("**") not in there] == []


@pytest.mark.parametrize(("root", "level"), [("src/ziggurat/", LEVEL), ("src/ziggurat/server/", SERVER_LEVEL)], ids=["package", "server"])
def test_the_map_stands_in_the_order_of_the_layers(root: str, level: dict[str, int]) -> None:
    order = [level[name.removeprefix(root).split("/")[0].removesuffix(".py")] for name in mapped()[root]]
    assert order == sorted(order)


def test_nothing_is_on_the_map_twice() -> None:
    names = [name for listed in mapped().values() for name in listed]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_the_steps_of_a_move_name_functions_of_their_files() -> None:
    """A step begins with a file; each `name()` in it stands in that file, or in another file that the step names."""
    steps = re.findall(r"^\d+\. (.+(?:\n   .+)*)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(steps) > 20
    for step in steps:
        named = re.findall(r"`((?:[\w<>-]+/)*[\w<>.-]+\.(?:py|ts|svelte))`", step)
        assert step.startswith("`"), step
        assert named, step
        text = ""
        for name in named:
            paths = [path for path in files() if f"/{any_name(path)}".endswith(f"/{name}")]
            assert paths, name
            text += "".join((ROOT / path).read_text(encoding="utf-8") for path in paths)
        for function in re.findall(r"`(?:\w+\.)*(\w+)\(\)`", step):
            assert re.search(rf"\b{function}\b", text), f"{function} is not in {named}"

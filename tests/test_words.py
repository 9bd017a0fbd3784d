"""No identifier says `told`, `found`, `asked` or `kept`: each had a dozen meanings. A name says what the thing is: `text`, `match`, `request`, `cached`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ziggurat.kernel import PACKAGE

BENCH = PACKAGE.parent.parent / "bench"
VAGUE = {"told", "found", "asked", "kept"}
ALLOWED = {"Asked", "_asked"}  # the stored event `asked`, and the method of a table that applies it
FIELDS = {"told", "asked"}  # of messages, and `{told}` in texts: declared in server/messages.py; elsewhere only read, or given by name
SOURCES = [path for folder in (PACKAGE, BENCH) for path in sorted(folder.rglob("*.py*")) if path.suffix in {".py", ".pyi"}]


def words_of(name: str) -> list[str]:
    """`not_found`, `NotFound` and `NOT_FOUND` are `not` and `found`."""
    return [word.lower() for part in name.split("_") for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", part)]


def is_vague(name: str) -> bool:
    """`NotFound` is a name of Python and HTTP."""
    words = words_of(name)
    return bool(VAGUE.intersection(words)) and name not in ALLOWED and "not_found" not in "_".join(words)


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the name of everything that code names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.alias):
            yield node.lineno, node.asname or node.name.rpartition(".")[2]
        elif isinstance(node, ast.Attribute) and not (node.attr in FIELDS and isinstance(node.ctx, ast.Load)):
            yield node.lineno, node.attr
        elif isinstance(node, ast.keyword) and node.arg and node.arg not in FIELDS:
            yield node.value.lineno, node.arg
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.lineno, node.name


def declared_fields(tree: ast.AST) -> set[int]:
    """The lines on which a class declares one of FIELDS."""
    fields = [field for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for field in node.body if isinstance(field, ast.AnnAssign)]
    return {field.lineno for field in fields if isinstance(field.target, ast.Name) and field.target.id in FIELDS}


@pytest.mark.parametrize("path", SOURCES, ids=[path.relative_to(PACKAGE.parent.parent).as_posix() for path in SOURCES])
def test_every_name_says_what_the_thing_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    fields = declared_fields(tree) if path == PACKAGE / "server/messages.py" else set()
    vague = sorted({f"line {line}: {name}" for line, name in identifiers(tree) if is_vague(name) and line not in fields})
    assert not vague, "; ".join(vague)


def test_words_are_split_at_underscores_and_capitals() -> None:
    assert words_of("_kept_HTTPFound") == ["kept", "http", "found"]
    assert is_vague("found_here") and is_vague("TOLD_APART") and not is_vague("FileNotFoundError") and not is_vague("foundation")

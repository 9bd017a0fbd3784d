"""The types that others are given are those of the structs."""

from __future__ import annotations

import pytest

from ziggurat.server.export_types import COMMAND, files

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_the_exported_types_are_those_of_the_structs(path: object) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path], f"run `{COMMAND}`"  # type: ignore[attr-defined, index]


def test_nothing_is_exported_without_a_type() -> None:
    for path, text in FILES.items():
        assert ": any" not in text and "<any" not in text and ", any" not in text, path

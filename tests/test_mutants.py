"""The bugs that `bench/mutants.py` plants can be planted: each text stands once in its file, and the tests that shall see it are there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def loaded() -> Any:
    """Load the program `bench/mutants.py`, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "bench/mutants.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_bug_has_a_name_of_its_own_and_its_text_stands_once_in_its_file() -> None:
    mutants = loaded().read_mutants()
    names = [mutant.name for mutant in mutants]
    assert len(set(names)) == len(names) >= 60
    assert sum(mutant.layer == "page" for mutant in mutants) >= 20
    assert all(mutant.new != mutant.old and mutant.why for mutant in mutants)


def test_the_nearest_tests_are_there() -> None:
    for mutant in loaded().read_mutants():
        for test in mutant.tests:
            path, _, function = test.partition("::")
            text = (ROOT / path).read_text(encoding="utf-8")
            assert not function or re.search(rf"^(?:async )?def {function}\(", text, re.MULTILINE), f"{mutant.name}: there is no {test}"


def test_a_text_that_is_gone_is_an_error_that_names_the_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded()
    entry = '[{"name": "gone", "layer": "page", "file": "run", "old": "no such text", "new": "", "tests": [], "why": "it was changed"}]'
    (tmp_path / "list.json").write_text(entry, encoding="utf-8")
    monkeypatch.setattr(module, "LIST", tmp_path / "list.json")
    with pytest.raises(SystemExit, match="gone: 0 times in run"):
        module.read_mutants()

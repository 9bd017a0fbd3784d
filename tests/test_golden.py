"""The golden files say what the program does: a difference is a change of behaviour, to be reviewed as code."""

from __future__ import annotations

import pytest

from golden import golden_files
from ziggurat.registry import game_names


@pytest.mark.parametrize("name", game_names())
def test_playthroughs_and_perft_counts_are_as_written(name: str) -> None:
    for path, text in golden_files(name):
        assert path.is_file(), f"{path.name} is missing: `./run golden` writes it"
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs: `./run golden` writes it anew; read the diff"

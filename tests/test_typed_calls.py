"""A type checker finds misspelt games and options in a call of `ziggurat.new`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CALLS = """\
from typing import Any, assert_type

import ziggurat
from ziggurat.view_dicts import AmytisView

some: dict[str, Any] = {}
seats: int = 3
name: str = input()

assert_type(ziggurat.new("amytis", seed=7, sides="AABABA", moves="a1>a1").view(), AmytisView)
ziggurat.new("amytis", edition="first", seats=2, players=["Ada", "Bo"])
ziggurat.new("akropolis", seats=seats, variants=["temple", "market"], long_game=True, preset="bga")
ziggurat.new("akropolis", athena=True, athena_cards=["villa", "oasis", "agora", "parkland"])
ziggurat.new("blueprints", seats=4, plans=["X1/31/1X"] * 12, unplaceable="only_when_stuck")
ziggurat.new("blueprints", plans="extended", **some)
ziggurat.Game(ziggurat.game_spec(name), some, seed=7)


def play(game: ziggurat.GameName) -> int:
    return ziggurat.new(game, seed=7).ply


ziggurat.new("amitys")  # bad
ziggurat.new("chess", seed=7)  # bad
ziggurat.new(name)  # bad
ziggurat.new("amytis", edtion="first")  # bad
ziggurat.new("amytis", edition="third")  # bad
ziggurat.new("amytis", variants=["temple"])  # bad
ziggurat.new("akropolis", variants=["tempel"])  # bad
ziggurat.new("akropolis", athena_cards=["vila", "oasis", "agora", "parkland"])  # bad
ziggurat.new("akropolis", long_game="yes")  # bad
ziggurat.new("akropolis", preset="bag")  # bad
ziggurat.new("blueprints", plans="reconstucted")  # bad
ziggurat.new("blueprints", seats="many")  # bad
"""


def test_misspelt_games_and_options_are_errors_and_good_calls_are_none(tmp_path: Path) -> None:
    file = tmp_path / "calls.py"
    file.write_text(CALLS, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--no-pretty", str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=600)
    wrong = {int(number) for number in re.findall(rf"^{re.escape(str(file))}:(\d+): error", done.stdout, re.MULTILINE)}
    assert wrong == {number for number, line in enumerate(CALLS.splitlines(), 1) if line.endswith("# bad")}, done.stdout + done.stderr

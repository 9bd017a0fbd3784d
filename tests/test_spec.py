"""check_spec says in plain words what a game folder lacks; a game may live outside this package."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from small_games import BUILT_IN
from ziggurat import registry
from ziggurat.game import new_game
from ziggurat.kernel import PACKAGE
from ziggurat.spec import GameSpec, check_spec

Edit = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of Amytis as a package of its own, called `babylon`."""
    made = tmp_path / "babylon"
    shutil.copytree(PACKAGE / "games/amytis", made, ignore=shutil.ignore_patterns("__pycache__"))
    for path in made.glob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("ziggurat.games.amytis", "babylon").replace('"amytis"', '"babylon"'), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield made
    for name in [name for name in sys.modules if name.split(".")[0] == "babylon"]:
        del sys.modules[name]
    registry._more.pop("babylon", None)


def load() -> GameSpec:
    importlib.invalidate_caches()
    spec: GameSpec = importlib.import_module("babylon").GAME
    return spec


def edit(name: str, old: str, new: str) -> Edit:
    return lambda folder: (folder / name).write_text((folder / name).read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_complete_folder_lacks_nothing_and_plays(folder: Path) -> None:
    spec = load()
    assert check_spec(spec) == []
    registry.register(spec)
    game = new_game("babylon", seed=7)
    assert game.deal == new_game("amytis", seed=7).deal
    game.push(game.legal_moves[0])
    assert "Main board" in str(game)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda folder: (folder / "rulebook.md").unlink(), "the file `rulebook.md` is missing: the rules in our own words"),
        (lambda folder: (folder / "visibility.py").unlink(), "the file `visibility.py` is missing: it gives `view`, `imagine`, `hide_log`"),
        (edit("rules.py", "def is_over(", "def has_ended("), "`rules.py` lacks `is_over`: kernel is_over(state)"),
        (edit("state.py", '("turn", np.int16),', '("round", np.int16),'), "STATE has no field `turn`"),
        (edit("options.py", 'Option("seats", (SEATS,)),', ""), "OPTIONS has no option `seats`"),
        (edit("text/fr.json", '"kind.garden"', '"kind.jardin"'), "`text/en.json` has `kind.garden`, `text/fr.json` has not"),
        (edit("text/fr.json", "{stack}", "{pile}"), "other placeholders in English"),
        (edit("__init__.py", 'GameSpec("babylon"', 'GameSpec("ur"'), "the folder is called `babylon`, the game `ur`"),
        (lambda folder: (folder / "golden/perft.txt").unlink(), "`golden/perft.txt` is missing: `./run golden` writes it"),
        (lambda folder: [path.unlink() for path in (folder / "golden").glob("*.play")], "holds no playthrough"),
    ],
)
def test_what_is_missing_is_said_in_plain_words(folder: Path, damage: Edit, said: str) -> None:
    damage(folder)
    assert any(said in line for line in check_spec(load())), check_spec(load())


def test_a_record_made_without_our_helper_is_noticed(folder: Path) -> None:
    fields = '[("ply", np.int16), ("turn", np.int16), ("to_move", np.int8)]'
    edit("state.py", "STATE = record(", f"STATE = np.dtype({fields})\nOTHER = record(")(folder)
    assert any("STATE is not a record" in line for line in check_spec(load()))


def test_the_registry_finds_every_folder_in_games() -> None:
    folders = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    assert folders == set(BUILT_IN)

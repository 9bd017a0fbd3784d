"""A template belongs to each game: its code keeps the path and the lines of the template, its machine code is the game's own."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ziggurat.bind import ANY_GAME, bind, bound_folder, path_of, sources_of
from ziggurat.kernel import PACKAGE
from ziggurat.registry import game_names, game_spec

TEMPLATES = ["ziggurat.game_kernels", *(f"ziggurat.search.kernels.{path.stem}" for path in sorted((PACKAGE / "search/kernels").glob("*.py")))]


@pytest.mark.parametrize("template", TEMPLATES)
def test_code_names_the_file_and_the_line_of_the_template(template: str) -> None:
    lines = path_of(template).read_text(encoding="utf-8").splitlines()
    for game in game_names():
        module = bind(game, template)
        own = [getattr(value, "py_func", value) for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
        functions = [value for value in own if inspect.isfunction(value)]
        assert functions
        for function in functions:
            assert function.__code__.co_filename == str(path_of(template)), "a breakpoint in the template hits"
            assert lines[function.__code__.co_firstlineno - 1].strip() == "@kernel"


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_stubs_name_what_templates_import_and_every_game_has_it(template: str) -> None:
    for line in path_of(template).read_text(encoding="utf-8").splitlines():
        if line.strip().startswith(f"from {ANY_GAME}."):
            module, names = line.strip().removeprefix(f"from {ANY_GAME}.").partition("  #")[0].split(" import ")
            stub = (PACKAGE / f"any_game/{module}.pyi").read_text(encoding="utf-8")
            for name in names.split(", "):
                assert f"def {name}(" in stub or f"\n{name}: " in stub, name
                for game in game_names():
                    assert hasattr(game_spec(game).module(module), name), f"{game} has no {module}.{name}"


def test_an_import_that_the_binding_does_not_know_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fast path was once lost for three days by an import that stood indented."""
    template = tmp_path / "template.py"
    monkeypatch.setattr("ziggurat.bind.path_of", lambda _: template)
    template.write_text(f"if True:\n    from {ANY_GAME}.rules import apply\n")
    assert bind.__wrapped__("cairn", "ziggurat.indented").apply is game_spec("cairn").rules.apply
    template.write_text(f"import {ANY_GAME}.rules\n")
    with pytest.raises(ImportError, match=r"bind\.py does not know"):
        bind.__wrapped__("cairn", "ziggurat.unknown")


def test_each_game_has_machine_code_of_its_own() -> None:
    for template in TEMPLATES:
        folders = {bound_folder(game_spec(game), template) for game in game_names()}
        assert len(folders) == len(game_names())


def test_the_rules_are_compiled_without_the_search() -> None:
    assert not [path for path in sources_of("ziggurat.game_kernels") if "search" in path.parts]
    names = {path.name for path in sources_of("ziggurat.search.kernels.mcts")}
    assert {"mcts.py", "judge.py", "net.py"} <= names


def test_a_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import cairn, numpy as np\n"
        "from ziggurat.registry import register\n"
        "register(cairn.GAME)\n"
        "from ziggurat.bind import bind\n"
        "k = bind('cairn', 'ziggurat.game_kernels')\n"
        "print(k.list_moves(cairn.GAME.blank(1), 0, np.zeros(9, np.int32)), sum(k.list_moves.stats.cache_hits.values()))\n"
    )
    env = {**os.environ, "ZIGGURAT_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", program, str(Path(__file__).parent)]
    hits = [subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.split()[-1] for _ in range(2)]
    assert hits == ["0", "1"]

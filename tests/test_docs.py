"""The documentation is true: its examples run, its links lead somewhere, everything public is in it."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import ziggurat
from asking import Ask
from small_games import BUILT_IN
from ziggurat.cli import app
from ziggurat.kernel import PACKAGE
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import FILES as SPEC_FILES
from ziggurat.spec import MODULES, OPTIONAL
from ziggurat.text import words

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md"), *PACKAGE.glob("games/*/rulebook.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
FOLDERS = ("src", "web/src", "tests", "bench", "docs", "examples")
FILES = [path.relative_to(ROOT).as_posix() for pattern in ("web/*.*", *(f"{folder}/**/*.*" for folder in FOLDERS)) for path in sorted(ROOT.glob(pattern))]
LONG_EXAMPLES = {"policy_gradient.py": 130}  # a whole learner
INVENTED = {"tall.py", "my_bot.py"}
"""Files that a reader is to write."""


def without_code(page: Path) -> str:
    """Read a page without its code blocks."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def anchors(page: Path) -> set[str]:
    """List the headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", without_code(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_examples_of_a_page_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    assert result.attempted > 0 or page.name != "README.md" or page.parent != ROOT, "the README shows the library at work"


def quick(line: str) -> list[str]:
    """A command of a page with few games, short searches, in this process alone."""
    words, chosen = shlex.split(line, comments=True), []
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word == "--cluster" or before in {"--cluster", "--jobs"} or word == "--jobs":
            continue
        chosen.append("2" if before == "--games" else re.sub(r"^mcts:sims=(\d)\d*$|^level:([5-8])$", r"mcts:sims=\1\2", word))
    return [*chosen[1:], *([] if "--games" in words or "--records" in words or words[1:] == ["study"] else ["--games", "2"])]


@pytest.mark.parametrize("guide", ["matches-and-ladders", "lab", "studies"])
def test_the_commands_of_the_guides_to_the_lab_run(guide: str, ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In their order, since one reads what another has written; `--cluster` is left out, `test_cluster.py` tests it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ziggurat.arena.pool.default_jobs", lambda: 1)
    monkeypatch.setattr("ziggurat.arena.ladder.LEVEL_BOTS", ("level:1", "level:2", "level:3"))
    page = (ROOT / f"docs/guides/{guide}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("ziggurat ")]
    assert len(lines) > 3
    for line in lines:
        answer = ask(*quick(line))
        assert answer.code == 0, f"{line}: {answer.err}"
        for file in re.findall(r"--(?:out|log|report|plot) (\S+)", line):
            assert Path(file).stat().st_size, f"{line}: {file} is empty"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"(?<!\!)\]\(([^)#\s]+)(?:#[^)]*)?\)|src(?:set)?=\"([^\"]+)\"", without_code(page)):
        target = link[0] or link[1]
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_links_of_a_page_lead_to_headings(page: Path) -> None:
    for target, anchor in re.findall(r"(?<!\!)\]\(([^)#\s:]*)#([^)\s]+)\)", without_code(page)):
        assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    for name in re.findall(r"`((?:[\w.-]+/)*[\w-]+(?:\.svelte)?\.(?:py|ts|svelte|css|c|npz|pyi))`", without_code(page)):
        if name not in INVENTED:
            assert any(f"/{path}".endswith(f"/{name}") for path in FILES), name


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs_and_is_short(example: Path, tmp_path: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) <= LONG_EXAMPLES.get(example.name, 40)
    done = subprocess.run([sys.executable, str(example)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_everything_public_is_documented() -> None:
    page = (ROOT / "docs/reference/library.md").read_text(encoding="utf-8")
    assert [name for name in ziggurat.__all__ if f"`{name}" not in page] == []
    public = [name for kind in ziggurat.Game.__mro__ if kind.__module__.startswith("ziggurat.") for name in vars(kind) if not name.startswith("_")]
    assert [name for name in public if name not in page] == []


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs/reference/command-line.md").read_text(encoding="utf-8")
    commands = [command.name or command.callback.__name__.replace("_", "-") for command in app.registered_commands if command.callback]
    assert commands
    assert [command for command in commands if f"`{command}" not in page and f"ziggurat {command}" not in page] == []


def test_the_page_about_a_games_folder_names_all_that_it_gives() -> None:
    page = (ROOT / "docs/concepts/a-game-is-a-folder.md").read_text(encoding="utf-8")
    files = {f"{module.replace('.', '/')}.py": names for modules in (MODULES, OPTIONAL) for module, names in modules.items()}
    assert [file for file in [*files, *SPEC_FILES] if f"`{file}`" not in page and f"`{file.split('/')[0]}/`" not in page] == []
    assert [name for modules in (MODULES, OPTIONAL) for names in modules.values() for name in names if f"`{name}" not in page] == []


def test_every_game_has_its_pages() -> None:
    for name in BUILT_IN:
        assert (ROOT / f"docs/games/{name}.md").is_file()
        assert (PACKAGE / f"games/{name}/rulebook.md").is_file()


@pytest.mark.parametrize("name", game_names())
def test_a_rule_cites_only_sections_that_the_rulebook_has(name: str) -> None:
    book = (game_spec(name).folder / "rulebook.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^#+ §(\d+(?:\.\d+)?)", book, re.MULTILINE)) | set(re.findall(r"§(\d+(?:\.\d+)?)", book))
    for module in ("rules", "scoring", "state"):
        source = (game_spec(name).folder / f"{module}.py").read_text(encoding="utf-8")
        for cited in re.findall(r"§(\d+(?:\.\d+)?)", source):
            assert cited in sections or cited.split(".")[0] in sections, f"{module}.py cites §{cited}"


@pytest.mark.parametrize("name", game_names())
def test_the_rules_stand_in_the_order_of_the_rulebook(name: str) -> None:
    source = (game_spec(name).folder / "rules.py").read_text(encoding="utf-8")
    chapters = [int(chapter) for chapter in re.findall(r"^# --- §(\d+)", source, re.MULTILINE)]
    assert chapters == sorted(chapters)
    assert chapters


@pytest.mark.parametrize("name", game_names())
def test_every_kernel_of_a_rules_module_says_what_it_does(name: str) -> None:
    for module in ("rules", "scoring", "state", "visibility"):
        tree = ast.parse((game_spec(name).folder / f"{module}.py").read_text(encoding="utf-8"))
        assert [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node)] == []


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    wrong = []
    for name in tracked:
        path = ROOT / name
        if path.suffix not in {".py", ".md", ".toml", ".txt", ".json", ".ts", ".yml"} or not path.is_file() or name.startswith("tests/"):
            continue
        text = path.read_text(encoding="utf-8")
        if re.search(r"(?<![\w.:/])/(?:home|root|work|Users)/\w", text) or re.search(r"files\.pythonhosted|pypi\.org/simple|registry\.npmjs", text):
            wrong.append(name)
    assert wrong == []


def test_the_security_page_names_tests_and_files_that_are_there() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    source = [path for path in PACKAGE.rglob("*.py") if path.is_file()]
    for folder, file, name in re.findall(r"`(tests/(?:\w+/)?)?(test_\w+\.py)(?:::(test_\w+))?`", page):
        path = ROOT / (folder or "tests/server/") / file
        assert path.is_file(), path
        assert not name or f"def {name}(" in path.read_text(encoding="utf-8"), name
    for file in re.findall(r"`((?:\w+/)*(?!test_)\w+\.py)`", page):
        assert (ROOT / file).is_file() or any(path.as_posix().endswith(f"/{file}") for path in source), file
    for module, name in re.findall(r"`(\w+)\.([A-Za-z_]\w+)`", page):
        paths = [path for path in source if module in {path.stem, path.parent.name if path.stem == "__init__" else ""}]
        if paths and name != "py" and f"error.{module}.{name}" not in words():
            assert any(re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) for path in paths), f"{module}.{name}"


def test_the_changelog_knows_this_version() -> None:
    assert f"## {ziggurat.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("[", "").replace("]", "")


def test_the_page_about_strength_begins_as_its_source_says() -> None:
    assert (ROOT / "docs/strength.md").read_text(encoding="utf-8").startswith((ROOT / "bench/strength_page_intro.md").read_text(encoding="utf-8"))


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.is_relative_to(ROOT / "docs") and page != ROOT / "docs/README.md"]
    assert [page for page in pages if f"]({page})" not in index] == []

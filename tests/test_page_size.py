"""How much a visitor loads: the built files under `static`, compressed.

The limits are for what the server sends to a browser that reads Brotli, as all of them do over HTTPS and on their own machine; over plain HTTP they get gzip,
about an eighth more. Fonts (63 KB) and PNG icons are not counted: their formats are compressed already, and the page is readable without them.
"""

from __future__ import annotations

import re
from pathlib import Path

from ziggurat.kernel import PACKAGE

STATIC = PACKAGE / "static"
KB = 1000
FIRST_PAGE = 90 * KB
ONE_GAME = 200 * KB
EVERYTHING = 245 * KB  # nobody loads all of it: it holds the boards of all games, and an expansion
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")


def compressed(paths: set[Path]) -> int:
    return sum(twin.stat().st_size if (twin := path.with_name(path.name + ".br")).exists() else path.stat().st_size for path in paths)


def with_imports(path: Path) -> set[Path]:
    """A script and all that it imports at once, not what it loads later."""
    waiting, files = [path], set[Path]()
    while waiting:
        here = waiting.pop()
        if here not in files:
            files.add(here)
            waiting += [here.parent / name for name in IMPORT.findall(here.read_text(encoding="utf-8"))]
    return files


def texts_in(language: str) -> Path:
    """The script that holds the page's own texts in a language. A visitor loads one of them; that of French is the larger one."""
    (path,) = (STATIC / "assets").glob(f"{language}-*.js")
    return path


def first_page() -> set[Path]:
    """`index.html`, and the scripts and styles that it names, with their imports, and the texts."""
    index = STATIC / "index.html"
    assert index.is_file(), "the page is not built: `./run test` builds it"
    named = {STATIC / path for path in re.findall(r'(?:src|href)="/(assets/[\w.-]+\.(?:js|css))"', index.read_text(encoding="utf-8"))}
    return {index, texts_in("fr")} | {path for path in named if path.suffix == ".css"}.union(*(with_imports(path) for path in named if path.suffix == ".js"))


def test_the_first_page_is_small() -> None:
    files = first_page()
    assert len(files) > 2
    assert compressed(files) <= FIRST_PAGE


def test_the_first_page_brings_no_board_and_no_other_page() -> None:
    names = " ".join(path.name for path in first_page())
    assert not re.search(r"\b(?:ui|Table|Setup|Review|Learn|Practice|draw|deal)-", names), names


def every_file() -> set[Path]:
    """All that the server sends of the page in one language; the page of `analyse --html` it does not."""
    kinds = {".html", ".js", ".css", ".svg", ".webmanifest"}
    return {path for path in STATIC.rglob("*") if path.parent.name != "one_file" and path.suffix in kinds} - {texts_in("en")}


def test_whoever_plays_one_game_and_opens_every_page_loads_little() -> None:
    boards, athena = set((STATIC / "assets").glob("ui-*.js")), set((STATIC / "assets").glob("athena-*.js"))
    largest = max(boards, key=lambda path: compressed({path}))
    assert len(athena) == 1
    assert not athena & set[Path]().union(*(with_imports(board) for board in boards)), "only tables with the expansion load it"
    assert compressed(every_file() - boards - athena | {largest}) <= ONE_GAME


def test_all_pages_and_boards_together_are_small() -> None:
    assert compressed(every_file()) <= EVERYTHING


def test_every_game_of_the_page_is_a_file_of_its_own() -> None:
    games = {path.parent.name for path in (PACKAGE.parents[1] / "web/src/games").glob("*/ui.ts")}
    assert len(list((STATIC / "assets").glob("ui-*.js"))) == len(games)

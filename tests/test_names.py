"""A name is free text, but it never steers a terminal and never breaks a picture or a page: what is invisible is gone. Records keep what they hold."""

from __future__ import annotations

import io
import json
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import ziggurat
from asking import Ask
from ziggurat.cli.terminal_table import TerminalTable
from ziggurat.game import new_game
from ziggurat.record import dump
from ziggurat.review.page import data_of
from ziggurat.review.text import show_review
from ziggurat.search.analyse import analyse_game
from ziggurat.server.show.history import record_head
from ziggurat.server.table.decide import clean_name
from ziggurat.text import clean, printable

EVIL = [
    "\x1b]0;owned\x07\x1b[2J\x1b[31mAda",
    "Bo\u202egnp.exe\u2066\u2069\u200f\u2028\u2029\x85\x9b31m\x00[bold]<b>&",
]
SEEN = ["]0;owned [2J [31mAda", "Bo gnp.exe 31m [bold]<b>&"]


def is_safe(text: str) -> bool:
    """Nothing in it but signs that are seen, spaces and new lines."""
    return not [sign for sign in text if sign not in "\n\t" and (unicodedata.category(sign)[0] == "C" or unicodedata.category(sign) in {"Zl", "Zp"})]


def evil_game(name: str = "amytis", plies: int = 6) -> Any:
    game = new_game(name, seed=5, players=EVIL)
    for _ in range(plies):
        game.push(game.legal_moves[0])
    return game


@given(st.text(st.characters(exclude_categories=())))
def test_a_clean_name_is_safe_on_one_line_and_stays_as_it_is(text: str) -> None:
    cleaned = clean(text)
    assert is_safe(cleaned) and "\n" not in cleaned and "\t" not in cleaned and cleaned == cleaned.strip()
    assert clean(cleaned) == cleaned
    assert is_safe(printable(text)) and printable(printable(text)) == printable(text)
    assert clean_name(text, "Player 1") and is_safe(clean_name(text, "Player 1"))


def test_names_of_people_stay_as_they_wrote_them() -> None:
    for name in ("Zoé <b>", "李小龍", "الياس", "Ann-Sofie Ōe 3", "👩🏽", "a\u0301"):
        assert clean(name) == name
    assert [clean(name) for name in EVIL] == SEEN
    game = ziggurat.new("amytis", seed=1, players=["\u202e", "Bo"])
    assert game.name_of(0) == "First player"


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_pictures_and_boards_hold_no_invisible_sign_of_a_name(game: str) -> None:
    made = evil_game(game)
    for look in ("isometric", "top"):
        drawn = made.svg(look=look)
        assert is_safe(drawn)
        ET.fromstring(drawn.encode())
    assert is_safe(str(made)) and SEEN[1][:10] in str(made)
    assert all(is_safe(line) for language in ("en", "fr") for lines in made.log(language) for line in lines)
    assert made.record()["players"] == EVIL, "a record keeps what it holds"


def test_any_text_in_a_picture_is_safe_whoever_wrote_it() -> None:
    from ziggurat.drawing.shapes import attributes, write

    assert is_safe(write(0, 0, EVIL[0], "red", then=(EVIL[1], "blue"))) and is_safe(attributes(aria_label=EVIL[1]))


def test_the_terminal_is_never_sent_a_name_raw() -> None:
    sent = io.StringIO()
    console = Console(file=sent, force_terminal=False, width=200, highlight=False)
    made = evil_game()
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return {1: "score", 2: "\x1b[31mnonsense", 3: "hint 1"}.get(len(prompts), "quit")

    TerminalTable(made, {}, console, typed, "en").play()
    assert is_safe(sent.getvalue()) and all(is_safe(prompt) for prompt in prompts)
    assert SEEN[1] in sent.getvalue(), "as text, not as marks of a style"


def test_reviews_hold_no_invisible_sign_of_a_name() -> None:
    review = analyse_game(evil_game(plies=3), sims=2)
    sent = io.StringIO()
    show_review(review, Console(file=sent, width=200), "fr")
    assert is_safe(sent.getvalue())
    assert is_safe(json.dumps(msgspec.to_builtins(data_of(review, lambda done, plies: None)), ensure_ascii=False))


def test_commands_that_read_a_record_print_nothing_invisible_of_it(ask: Ask, tmp_path: Path) -> None:
    record = evil_game().record()
    good, bad = tmp_path / "good.zig.json", tmp_path / "bad.zig.json"
    good.write_text(json.dumps(record), encoding="utf-8")
    bad.write_text(json.dumps({**record, "moves": ["\x1b[2J\u202eboom"]}), encoding="utf-8")
    for arguments in (["replay", good], ["replay", good, "--json"], ["replay", bad], ["replay", bad, "--json"], ["legal", bad], ["legal", bad, "--json"]):
        answer = ask(*map(str, arguments))
        assert is_safe(answer.out) and is_safe(answer.err), arguments
    (answer,) = ask("replay", str(bad), "--json").json
    assert "\u202e" in answer["error"], "JSON says it in full, escaped"


def test_a_record_opened_at_a_table_shows_clean_names_and_what_it_holds_is_not_changed() -> None:
    record = evil_game().record()
    assert record_head(record).record["players"] == SEEN  # type: ignore[index]
    assert record["players"] == EVIL
    assert json.loads(dump(record))["players"] == EVIL

"""Sentences for people who see a board: no move as it is typed, no place that is not printed, nothing that was not filled in."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import numpy as np
import pytest

from test_analyse import play
from ziggurat.game import Game
from ziggurat.registry import game_names
from ziggurat.search.analyse import analyse_position
from ziggurat.search.hint_text import advice_text, board_hint, refusal_text
from ziggurat.server.show.move_preview import notes_of
from ziggurat.text import LANGUAGES, words

GAMES = [name for name in game_names() if name != "cairn"]  # the example game of the tests is played by typing
every_game = pytest.mark.parametrize("name", GAMES)
CODES = {
    "akropolis": r"\d:-?\d|/\d|-\d|\b[qr]\b|(?<![\d+−,.])\b\d+,\d+\b(?!\d| point)",
    "amytis": r"[a-c][1-3]>|[!]\w|\+(?:deck|points|[1-3]\b[^ ,;.])|(?:project|projet) \d",
    "blueprints": r"\b[WRSG][1-6]\b|\b[ab][1-3]\b|-[WRSG]",
}
"""What is typed, and what no board shows. (The nine spaces of Amytis are printed.)"""


def check(name: str, text: str) -> None:
    """A sentence that anybody can read."""
    assert text and not re.search(r"[`{}?\0]|\b(?:log|do|look|refusal|reason|hint|note|score|kind)\.\w", text), text
    assert not re.search(CODES[name], text), text


def some(codes: list[int], n: int) -> list[int]:
    """A few of many, from the first to the last."""
    return codes[:: max(1, len(codes) // n)]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_logs_and_moves_in_hand_are_told_without_codes(name: str, language: str) -> None:
    game = play(name, seed=f"spoken/{language}")
    for seat in (None, *range(game.seats)):
        for sentences in game.log(language, seat=seat):
            for sentence in sentences:
                check(name, sentence)
    while game.ply:
        game.undo()
        for code in some(game.legal_codes(), 3)[: 3 if game.ply % 3 == 0 else 0]:
            check(name, advice_text(game, code, language))
            for key, values in notes_of(game, int(game.state.to_move), code):
                check(name, game.sentence(key, values, language))


@every_game
def test_hints_are_told_without_codes_and_point_at_pieces_of_the_move(name: str) -> None:
    for plies in range(0, 24, 4):
        game = play(name, plies, seed="spoken/hint")
        if game.is_over:
            break
        analysis = analyse_position(game, sims=60)
        parts = {choice.text: msgspec.to_builtins(choice) for choice in game.choices(previews=False)}
        for language in LANGUAGES:
            hint = board_hint(game, analysis, language)
            assert len(hint.steps) == 3
            for step in hint.steps:
                check(name, step)
            assert bool(hint.look) != analysis.forced
            for marks in hint.look:
                if "q" in marks:
                    city = game.view(analysis.seat)["seats"][analysis.seat]["city"]
                    assert any((hex_["q"], hex_["r"]) == (marks["q"], marks["r"]) for hex_ in city)
                else:
                    assert any(marks.items() <= part.items() for part in parts.values())
            if len(hint.look) == 1 and "q" not in hint.look[0]:
                fitting = [text for text, part in parts.items() if hint.look[0].items() <= part.items()]
                assert len(fitting) > 1, "a first step that leaves a choice"
                assert analysis.best[0].move in fitting


def illegal(game: Game) -> list[int]:
    """Moves that have a text but cannot be played now."""
    legal = set(game.legal_codes())
    if game.spec.name == "akropolis":
        return [code for code in range(0, 6 * 3 * 8192, 4099) if code not in legal]
    return [code for code in game.spec.move_text.TEXTS if code not in legal]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_speak_to_the_player_without_codes(name: str, language: str) -> None:
    keys = set()
    cases: list[dict[str, Any]] = [{"sides": "AAAAAA"}, {"sides": "BBBBBB", "bottom_row_limit": "four"}] if name == "amytis" else [{}]
    for options in cases:
        game = play(name, seed=f"spoken/{language}", players=["Ada", "Ben"], **options)
        while game.ply:
            game.undo()
            for code in illegal(game)[game.ply % 2 :: 2]:
                text = refusal_text(game, code, language)
                check(name, text)
                assert text.endswith(".") and text[0].isupper()
                keys.add(game.spec.module("move_notes").refusal(game.state, code)[0])
    assert len(keys) > 3
    for key, text in game.words(language).texts.items():
        if key.startswith("refusal.") and key not in keys:  # seldom (a full row) or never (an empty deck)
            check(name, re.sub(r"\{\w+\}", "", text))


def test_what_is_said_of_a_palace_comes_true() -> None:
    """Its points come with the choice that follows it."""
    for sides in ("AAAAAA", "BBBBBB"):
        game = play("amytis", 0, sides=sides)
        compared = 0
        while not game.is_over:
            legal = game.legal_codes()
            notes = {code: dict(notes_of(game, int(game.state.to_move), code)) for code in legal}
            palaces = [code for code in legal if f"note.palace.{sides[0]}" in notes[code]]
            code = palaces[0] if palaces else legal[0]
            seat, said = int(game.state.to_move), notes[code].get(f"note.palace.{sides[0]}")
            game.push_unchecked(code)
            if said:
                assert "+deck" in game.legal_moves
                before = int(np.sum(game.state.boards[seat].points))
                game.push("+points" if sides[0] == "B" else "+deck")
                assert int(np.sum(game.state.boards[seat].points)) - before == said["n"]
                compared += 1
        assert compared > 2


def test_english_is_british_but_for_the_words_of_the_rules() -> None:
    """`favor` and `theater` are terms of Amytis."""
    for name in (None, *GAMES):
        for key, text in words(name, "en").texts.items():
            plain = re.sub(r"\{\w+\}|`[^`]*`", "", text)
            assert not re.search(r"\b(?:colors?|colored|center(?:ed|s)?|gray|neighbors?|favorites?|labeled|canceled)\b", plain), key

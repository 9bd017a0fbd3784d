"""The picture and the terminal: well-formed, the same every time, clickable exactly where the rules allow, labelled in both languages."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

import ziggurat
from ziggurat.game import Game
from ziggurat.games.blueprints.material import DIE_NAMES, SPACE_NAMES
from ziggurat.games.blueprints.pictures import draw
from ziggurat.games.blueprints.pictures.dice import SIDES
from ziggurat.text import words

SVG = "{http://www.w3.org/2000/svg}"
LOOKS, THEMES, LANGUAGES = ("isometric", "top"), ("light", "dark"), ("en", "fr")


@cache
def played(seats: int, plies: int, seed: str = "picture") -> Game:
    """A random game; `plies` beyond its end give the whole game."""
    game, chance = ziggurat.new("blueprints", seed=seed, seats=seats), random.Random(seed)
    while not game.is_over and game.ply < plies:
        game.push_unchecked(chance.choice(game.legal_codes()))
    return game


@cache
def stuck() -> Game:
    """A game in which the seat to move can discard a die."""
    for seed in range(100):
        game = played(3, 0, f"stuck {seed}").copy()
        chance = random.Random(seed)
        while not game.is_over:
            if any(move.endswith(">x") for move in game.legal_moves):
                return game
            game.push_unchecked(chance.choice(game.legal_codes()))
    raise AssertionError("no discard in a hundred games")


GAMES: dict[str, tuple[Game, Any]] = {
    "first turn": (played(4, 0), 0),
    "later": (played(4, 43), int(played(4, 43).state.to_move)),
    "waiting": (played(3, 25), (int(played(3, 25).state.to_move) + 1) % 3),
    "removing": (played(2, 31), int(played(2, 31).state.to_move)),
    "stuck": (stuck(), int(stuck().state.to_move)),
    "spectator": (played(3, 40), None),
    "over": (played(4, 1000), 1),
    "over for spectators": (played(2, 1000), None),
}
CASES = [(name, theme, look, language) for name in GAMES for theme in THEMES for look in LOOKS for language in LANGUAGES]


def picture(name: str, **how: str) -> ET.Element:
    game, seat = GAMES[name]
    return ET.fromstring(game.svg(seat, **how))


def moves_in(tree: ET.Element) -> set[str]:
    return {node.attrib["data-move"] for node in tree.iter() if "data-move" in node.attrib}


@pytest.mark.parametrize(("name", "theme", "look", "language"), CASES)
def test_every_picture_is_one_standalone_document(name: str, theme: str, look: str, language: str) -> None:
    game, seat = GAMES[name]
    text = game.svg(seat, theme=theme, look=look, language=language)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == words("blueprints", language)("game.name")
    assert len(root.findtext(f"{SVG}desc") or "") > 40
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    for leftover in ("nan", "None", "draw.", "@-", "{"):
        assert leftover not in re.sub(r"<style>.*?</style>", "", text), leftover
    assert len(text) < 400_000
    assert text == game.svg(seat, theme=theme, look=look, language=language)
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text))
    assert used <= set(ids)


@pytest.mark.parametrize(("name", "look"), [(name, look) for name in GAMES for look in LOOKS])
def test_the_pieces_spell_the_legal_moves(name: str, look: str) -> None:
    game, seat = GAMES[name]
    pieces = moves_in(picture(name, look=look))
    legal = game.legal_moves if seat == game.to_move else []
    assert pieces == draw.pieces(legal)
    spelled = {first + second for first in pieces if first.endswith(">") for second in pieces if first != second}
    assert set(legal) <= spelled | pieces


def test_a_hidden_plan_is_not_in_the_picture() -> None:
    for look in LOOKS:
        labels = [node.attrib["aria-label"] for node in picture("spectator", look=look).iter() if "aria-label" in node.attrib]
        assert not any(label.startswith(tuple(f"{space}:" for space in SPACE_NAMES)) for label in labels)
        own = [node.attrib["aria-label"] for node in picture("later", look=look).iter() if "aria-label" in node.attrib]
        assert sum(label.startswith(tuple(f"{space}:" for space in SPACE_NAMES)) for label in own) == len(SPACE_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deck_is_labelled_as_reconstructed_wherever_a_plan_is_shown(language: str) -> None:
    label = words("blueprints", language)("draw.reconstructed")
    game = played(4, 43)
    for look in LOOKS:
        assert label.lower() in game.svg(0, look=look, language=language).lower()
    assert words("blueprints", language)("word.reconstructed") in str(game.board(language, seat=0))
    own = ziggurat.new("blueprints", seed=1, seats=2, plans=["X1/31/1X"] * 6)
    assert label not in own.svg(0, language=language)
    assert words("blueprints", language)("word.own_plans") in str(own.board(language, seat=0))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_shows_the_table_without_hidden_things(name: str, language: str) -> None:
    game, seat = GAMES[name]
    text = str(game.board(language, seat=seat))
    assert all(die in text for die in game.view(seat)["pool"])
    assert "word." not in text
    assert "{" not in text
    shown = text.count(words("blueprints", language)("score.building"))
    assert shown == (game.seats if game.is_over else int(seat is not None))


def test_dice_are_right_handed_and_opposite_faces_add_up_to_seven() -> None:
    faces = {1: (0, 0, 1), 6: (0, 0, -1), 2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0)}
    for top, (left, right) in SIDES.items():
        a, b = faces[top], faces[left]
        cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
        assert faces[right] == cross
    assert len(DIE_NAMES) == 24

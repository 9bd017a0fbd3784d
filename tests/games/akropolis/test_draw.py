"""The picture and the text board: well-formed, the same every time, clickable exactly where the rules allow, labelled in both languages."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

import ziggurat
from ziggurat.game import Game
from ziggurat.games.akropolis import terminal
from ziggurat.games.akropolis.pictures import draw
from ziggurat.games.akropolis.types import View
from ziggurat.text import words

SVG = "{http://www.w3.org/2000/svg}"
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "start": (0, {}),
    "middle": (17, {"variants": "house,market,barracks,temple,garden"}),
    "four": (40, {"seats": 4, "stone_supply": "forty"}),
    "solo": (10, {"seats": 1, "architect": "callicrates"}),
    "solo over": (18, {"seats": 1}),
    "over": (48, {"seats": 3}),
}


@cache
def game_of(name: str) -> Game:
    """A game after some random moves."""
    plies, options = TABLES[name]
    rng = random.Random(name)
    game = ziggurat.new("akropolis", seed=name, **options)
    for _ in range(plies):
        game.push_unchecked(rng.choice(game.legal_codes()))
    return game


def view_of(name: str) -> View:
    game = game_of(name)
    view: View = game.typed_view(game.to_move)
    return view


CASES = list(itertools.product(TABLES, ("light", "dark"), ("isometric", "top"), ("en", "fr")))


@pytest.mark.parametrize(("name", "theme", "look", "language"), CASES)
def test_every_picture_is_one_standalone_document(name: str, theme: str, look: str, language: str) -> None:
    view = view_of(name)
    text = draw.svg(view, theme=theme, look=look, language=language)
    root = ET.fromstring(text)
    assert root.attrib["viewBox"] == "0 0 1440 900"
    assert root.findtext(f"{SVG}title") == "Akropolis"
    assert len(root.findtext(f"{SVG}desc") or "") > 30
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"nan|None|<script|reason\.|draw\.|word\.", text)
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= set(ids)
    assert text == draw.svg(view, theme=theme, look=look, language=language)


@pytest.mark.parametrize("look", ["isometric", "top"])
@pytest.mark.parametrize("name", TABLES)
def test_clicks_spell_the_legal_moves_and_nothing_else(name: str, look: str) -> None:
    view = view_of(name)
    drawn = [node.attrib["data-move"] for node in ET.fromstring(draw.svg(view, look=look)).iter() if "data-move" in node.attrib]
    assert len(drawn) == len(set(drawn))
    wanted = {piece for move in view.legal for piece in re.fullmatch(r"(\d:)(.*)(/\d)", move).groups()}  # type: ignore[union-attr]
    assert set(drawn) == wanted
    spectator = draw.svg(game_of(name).typed_view(None), look=look)
    assert "data-move=" not in spectator


def test_labels_say_what_does_not_count_and_why() -> None:
    labels = {node.attrib.get("aria-label", "") for node in ET.fromstring(draw.svg(view_of("over"), look="top")).iter()}
    assert any("temple not surrounded" in label or "smaller group of houses" in label or "market beside a market" in label for label in labels)
    french = draw.svg(view_of("over"), language="fr")
    assert "niveau" in french


def test_an_unknown_look_is_refused() -> None:
    with pytest.raises(ValueError, match="isometric"):
        draw.svg(view_of("start"), look="round")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", TABLES)
def test_the_text_board_shows_every_hex_with_its_place_and_level(name: str, language: str) -> None:
    view = view_of(name)
    text = str(terminal.board(view, words("akropolis", language)))
    assert not re.search(r"\b(reason|word|count|phase|table|score)\.\w", text)
    for seat in view.seats:
        for hex_ in seat.city:
            assert f"{hex_.q},{hex_.r}" in text
    for slot, tile in enumerate(view.site):
        assert f"{slot}: " in text, tile


def test_a_district_stands_in_the_text_board_above_its_coordinates() -> None:
    lines = str(game_of("start").board()).splitlines()
    row = next(i for i, line in enumerate(lines) if "_0,0_" in line)
    column = lines[row].index("0,0")
    assert "H* 1" in lines[row - 1][column - 3 : column + 6]


@pytest.mark.parametrize(("name", "key"), [("over", "table"), ("solo over", "table.solo")])
def test_the_end_names_the_winner(name: str, key: str) -> None:
    game = game_of(name)
    assert game.is_over
    board = str(game.board())
    if name == "solo over":
        assert ("beats" in board) == (game.ranks == [1])
    else:
        winners = [game.name_of(seat) for seat, rank in enumerate(game.ranks) if rank == 1]
        assert all(winner in board.splitlines()[-1] for winner in winners)

"""The picture: well-formed, the same every time, clickable exactly where the rules allow, labelled in both languages."""

from __future__ import annotations

import copy
import random
import re
import xml.etree.ElementTree as ET

import msgspec
import pytest
from msgspec import UNSET

from ziggurat.games.amytis.material import KIND_NAMES
from ziggurat.games.amytis.pictures import boards, draw
from ziggurat.games.amytis.types import Favors, PhaseName, SeatView, Stack, View
from ziggurat.games.amytis.visibility import FACES, NUMBERS
from ziggurat.geometry.square import SPACE_NAMES
from ziggurat.text import words

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = ("isometric", "top")
THEMES = ("light", "dark")


def position(turns: int, *, phase: PhaseName = "build", sides: str = "AAAAAA", over: bool = False, seat: int | None = 0) -> View:
    """A view after some random turns; points and cards are invented, the pieces are where they could be."""
    rng = random.Random(turns)
    tiles = [color + kind for color in "BGOP" for kind in "gmwprt"] * 2
    rng.shuffle(tiles)
    stacks = [tiles[i * 5 : i * 5 + 5] for i in range(9)]
    architects: list[int | None] = [None] * 9
    cities: list[list[list[str]]] = [[[] for _ in range(9)] for _ in range(2)]
    log = []
    for turn in range(turns):
        mover = turn % 2
        if architects.count(mover) == 4:
            architects = [None if owner == mover else owner for owner in architects]
        stack = rng.choice([i for i in range(9) if stacks[i] and architects[i] is None])
        space = rng.randrange(9)
        cities[mover][space].append(stacks[stack].pop())
        architects[stack] = mover
        log.append(f"{SPACE_NAMES[stack]}>{SPACE_NAMES[space]}")
    builds = [f"{SPACE_NAMES[i]}>{space}" for i in range(9) if stacks[i] and architects[i] is None for space in SPACE_NAMES]
    palace = ["+1", "+2", "+3", "+deck", *(["+points"] if sides[3] == "B" else [])]
    favor = ["!I", "!III", "!IV", "!stairs", "!projects", "!row"]
    seats = [
        SeatView(
            board=[[" ".join(city[row * 3 + column]) for column in range(3)] for row in range(3)],
            track=10,
            projects=[8 + who, 12 + who],
            validated=[4 + who],
            architects_left=4 - architects.count(who),
            pawns_left=3,
            reach=UNSET,
            score=22,
            breakdown={**dict.fromkeys(KIND_NAMES, 0), "garden": 10, f"project:{4 + who}": 8, "row": 4},
            rank=None,
            name=UNSET,
        )
        for who, city in enumerate(cities)
    ]
    return View(
        options={"seats": 2, "edition": "second", "sides": sides, "bottom_row_limit": "none", "palace_b_counts": "before"},
        seat=seat,
        ply=turns,
        to_move=(turns if phase == "build" else turns - 1) % 2,
        over=over,
        phase=phase,
        legal=[] if over else {"build": builds, "palace": palace, "favor": favor, "over": []}[phase],
        log=log,
        movers=[turn % 2 for turn in range(turns)],
        stacks=[Stack(pile[-1] if pile else None, len(pile), owner) for pile, owner in zip(stacks, architects, strict=True)],
        display=[3, 17, None],
        deck_left=12,
        favors=Favors(I=None, II=0, III=None, IV=None, stairs=None, corners=1, projects=None, row=[0, 1, 1]),
        cards=dict(zip(NUMBERS, FACES, strict=True)),
        seats=seats,
    )


VIEWS = {
    "start": position(0),
    "middle": position(17),
    "late": position(32, sides="BBBBBB", seat=1),
    "palace A": position(13, phase="palace"),
    "palace B": position(14, phase="palace", sides="ABABAB", seat=1),
    "favor": position(19, phase="favor", seat=None),
    "over": position(34, over=True),
}
CASES = [(name, theme, look, language) for name in VIEWS for theme in THEMES for look in LOOKS for language in ("en", "fr")]


def parsed(view: View, **how: str) -> ET.Element:
    """The picture as a tree."""
    return ET.fromstring(draw.svg(view, **how))


def moves_in(picture: ET.Element) -> list[str]:
    """Every `data-move`."""
    return [node.attrib["data-move"] for node in picture.iter() if "data-move" in node.attrib]


def labels_in(picture: ET.Element) -> list[str]:
    """Every label."""
    return [node.attrib["aria-label"] for node in picture.iter() if "aria-label" in node.attrib]


def colours_in(text: str) -> set[str]:
    """Every colour a face is filled with."""
    return set(re.findall(r'fill="(#\w+)"', text))


@pytest.mark.parametrize(("name", "theme", "look", "language"), CASES)
def test_every_picture_is_one_standalone_document(name: str, theme: str, look: str, language: str) -> None:
    text = draw.svg(VIEWS[name], theme=theme, look=look, language=language)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["viewBox"] == "0 0 1440 900"
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == words("amytis", language)("game.name")
    assert len(root.findtext(f"{SVG}desc") or "") > 40
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text
    assert "None" not in text
    assert "draw." not in text
    assert len(text) < 400_000


@pytest.mark.parametrize(("name", "look"), [(name, look) for name in VIEWS for look in LOOKS])
def test_the_pieces_spell_exactly_the_legal_moves(name: str, look: str) -> None:
    view = VIEWS[name]
    pieces = moves_in(parsed(view, look=look))
    assert len(pieces) == len(set(pieces))
    takes, places = [p for p in pieces if p.endswith(">")], [p for p in pieces if p in SPACE_NAMES]
    rest = [p for p in pieces if p not in takes and p not in places]
    missing_card = {"+3"} & set(view.legal)  # the test display has no third card
    assert {take + place for take in takes for place in places} | set(rest) | missing_card == set(view.legal)


def test_only_the_city_of_the_mover_can_be_clicked() -> None:
    for look in LOOKS:
        picture = parsed(position(5, seat=0), look=look)  # the second player is to move
        first = next(node for node in picture.iter(f"{SVG}g") if node.attrib.get("aria-label") == "Your city")
        second = next(node for node in picture.iter(f"{SVG}g") if node.attrib.get("aria-label") == "City of the second player")
        assert not moves_in(first)
        assert len(moves_in(second)) == 9


def test_every_id_begins_with_the_name_of_the_picture_and_every_reference_resolves() -> None:
    names = set()
    for name, theme, look, language in CASES:
        text = draw.svg(VIEWS[name], theme=theme, look=look, language=language)
        root = ET.fromstring(text)
        ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
        assert len(ids) == len(set(ids))
        assert all(i.startswith(root.attrib["id"]) for i in ids)
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(ids)
        names.add(root.attrib["id"])
    assert len(names) == len(CASES)


def test_the_same_view_gives_the_same_bytes_and_is_left_as_it_was() -> None:
    view = position(21)
    for seat in view.seats:
        seat.name, seat.reach = "Ada", {}
    before = copy.deepcopy(view)
    other = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert draw.svg(view) == draw.svg(view) == draw.svg(other)
    assert view == before


def test_the_lower_tiles_of_the_stacks_are_drawn_without_a_colour() -> None:
    unknown, known = boards._body("light", "....G"), boards._body("light", "PPPPG")
    pink_sides = colours_in(boards._body("light", "P"))
    assert not (colours_in(unknown) - colours_in(boards._body("light", "G"))) & pink_sides
    assert pink_sides & colours_in(known)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_stack_of_nineteen_stays_in_the_picture(look: str, theme: str) -> None:
    for cell in range(9):
        view = position(3)
        board = [["", "", ""] for _ in range(3)]
        board[cell // 3][cell % 3] = " ".join(["Gg", "Bm", "Ow", "Pp", "Gr", "Bt"] * 3 + ["Pt"])
        view.seats[0].board = board
        picture = parsed(view, look=look, theme=theme)
        assert any(node.text == "19" for node in picture.iter(f"{SVG}text"))
    assert boards._rise(19) < 2 * boards._rise(6)
    assert all(boards._rise(n) < boards._rise(n + 1) for n in range(38))


@pytest.mark.parametrize("look", LOOKS)
def test_labels_are_words_in_both_languages(look: str) -> None:
    view = position(4)
    for language, wall, free in (("en", "wall", "free space"), ("fr", "muraille", "case libre")):
        labels = labels_in(parsed(view, look=look, language=language))
        assert any(wall in label for label in labels)
        assert any(free in label for label in labels)
        assert not any("{" in label for label in labels)
        stacks = [label for label in labels if re.match(r"[abc][123]\b", label)]
        assert len(stacks) == 27


def test_everyone_has_a_label_for_the_cards_of_both_seats() -> None:
    labels = labels_in(parsed(VIEWS["middle"]))
    assert "Project 8: orange blue / orange blue; 10 points" in labels
    assert "Project 4, validated: pink pink pink; 8 points" in labels
    assert "Deck: 12 cards" in labels


def test_the_last_build_belongs_to_the_seat_that_made_it() -> None:
    assert draw._last_build([]) is None
    assert draw._last_build(["b2>a1"]) == ("b2", 0, "a1")
    assert draw._last_build(["b2>a1", "+1", "c3>b1", "!row"]) == ("c3", 1, "b1")


def test_many_cards_stay_inside_their_panel() -> None:
    view = position(30)
    view.seats[0].projects, view.seats[0].validated = [1, 2, 3, 5], [6, 7, 9, 10, 11, 13, 14]
    for look in LOOKS:
        labels = labels_in(parsed(view, look=look))
        assert sum(label.startswith("Project ") for label in labels) == 11 + 3 + 2


def test_an_unknown_look_is_refused() -> None:
    with pytest.raises(ValueError, match="isometric"):
        draw.svg(position(0), look="sideways")

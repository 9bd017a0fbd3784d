"""The rule pages: the same in both languages, with pictures that can be drawn, and examples that are right by the rules."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ziggurat
from reading import second_reading
from serving import opened_api, run
from ziggurat.games.akropolis.pictures import guide as akropolis
from ziggurat.games.akropolis.terminal import pages_of
from ziggurat.games.amytis.material import COLOR_LETTERS, PROJECTS, TILE_NAMES, card_placements
from ziggurat.games.amytis.pictures import guide as amytis
from ziggurat.games.amytis.score_typed_in import score_position as score_amytis
from ziggurat.games.blueprints.material import DECKS
from ziggurat.games.blueprints.pictures import guide as blueprints
from ziggurat.games.blueprints.score_typed_in import score_position as score_blueprints
from ziggurat.guide import Guide, example_game, examples_of, guide, picture, pictures_of, tip_sections
from ziggurat.registry import game_names, game_spec
from ziggurat.search.move_tellings import tellings_of
from ziggurat.text import LANGUAGES, about, words

GAMES = [name for name in game_names() if (game_spec(name).folder / "guide.en.md").is_file()]


def shape(page: Guide) -> list[tuple[str, list[tuple[bool, list[str], int, bool]]]]:
    """What must be the same in every language: sections, and the pictures, things and folds in them."""
    return [
        (part.id, [(bool(block.html), [shown.name for shown in block.pictures], len(block.things), bool(block.fold)) for block in part.blocks])
        for part in page.sections
    ]


def test_all_three_games_have_their_rule_pages() -> None:
    assert {"amytis", "akropolis", "blueprints"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_sections_and_pictures(game: str) -> None:
    english, french = (guide(game, language) for language in LANGUAGES)
    assert shape(english) == shape(french)
    assert 5 <= len(english.sections) <= 8
    shown = {one.name for part in english.sections for block in part.blocks for one in block.pictures}
    assert shown == set(pictures_of(game)) and len(shown) >= 5


@pytest.mark.parametrize(("game", "age"), [("akropolis", 10), ("amytis", 10), ("blueprints", 14)])
def test_both_languages_name_the_age_that_the_rule_book_names(game: str, age: int) -> None:
    text = {language: (game_spec(game).folder / f"guide.{language}.md").read_text(encoding="utf-8") for language in LANGUAGES}
    assert re.findall(r"age (\d+) and up", text["en"]) == [str(age)]
    assert re.findall(r"dès (\d+)\s+ans", text["fr"]) == [str(age)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_page_is_safe_and_every_picture_has_words(game: str, language: str) -> None:
    names: set[str] = set()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names.update((tag, *(name for name, _ in attrs)))

    page = guide(game, language)
    Tags().feed(page.lead + "".join(block.html for part in page.sections for block in part.blocks))
    assert names <= {"p", "ul", "li", "strong", "em", "h3", "table", "thead", "tbody", "tr", "th", "td", "data-label"}
    assert all(part.title and part.blocks for part in page.sections)
    assert all(shown.about for part in page.sections for block in part.blocks for shown in block.pictures)


@pytest.mark.parametrize("game", GAMES)
def test_french_rule_pages_keep_their_signs_with_their_words(game: str) -> None:
    text = (game_spec(game).folder / "guide.fr.md").read_text(encoding="utf-8")
    assert re.findall(r".{12} [;:?!»]|« .{12}", re.sub(r"^## \w+ \|", "", text, flags=re.MULTILINE)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_page_says_for_how_many_for_whom_and_how_long(game: str) -> None:
    english, french = (re.search(r"<p>(\d[^<]* · [^<]* · [^<]*)</p>", guide(game, language).lead) for language in LANGUAGES)
    assert english and french
    assert re.findall(r"\d+", english[1]) == re.findall(r"\d+", french[1])
    assert "minutes" in english[1] and "age" in english[1] and "ans" in french[1]
    assert max(map(int, re.findall(r"\d+", english[1].partition("·")[0]))) == max(map(int, option_seats(game)))


def option_seats(game: str) -> list[int]:
    seats = next(option for option in game_spec(game).option_set.options if option.name == "seats")
    return [int(str(value)) for value in seats.choices]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_in_pictures_are_those_of_the_language_or_name_a_space(game: str, language: str) -> None:
    """A letter stands for a kind beside its name, in the language's own spelling; a, b and c at the edge of a board name its columns."""
    own = {text for key, text in words(game, language).texts.items() if key.startswith("letter.")}
    for name in pictures_of(game):
        texts = {(part.text or "").strip() for part in ET.fromstring(picture(game, name, "light", language)).iter() if part.tag.endswith("text")}
        letters = {text for text in texts if re.fullmatch(r"[^\W\d]{1,2}\d?", text)} - {"I", "II", "III", "IV", "Or"}
        assert letters <= ({"a", "b", "c"} | (own if name == "sheet" else set())), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_picture_can_stand_in_a_page(game: str, theme: str) -> None:
    """Well-formed, without a style or anything to click; its ids are its own, and all that it uses is there."""
    seen: set[str] = set()
    for language in LANGUAGES:
        seen.clear()
        for name in pictures_of(game):
            root = ET.fromstring(picture(game, name, theme, language))
            assert not [part for part in root.iter() if part.tag.endswith("style") or "style" in part.attrib or "data-move" in part.attrib]
            ids = [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
            assert len(ids) == len(set(ids)) and not seen & set(ids)
            seen.update(ids)
            used = {part.attrib["href"][1:] for part in root.iter() if "href" in part.attrib}
            used |= {name for part in root.iter() for value in part.attrib.values() for name in re.findall(r"url\(#([^)]+)\)", value)}
            assert used <= set(ids), name
            tips = {key for part in root.iter() for key in part.attrib.get("data-tip", "").split()}
            assert tips <= words(game, language).texts.keys()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tip_has_a_name_and_a_sentence(game: str, language: str) -> None:
    w = words(game, language)
    tips = [key.removeprefix("about.") for key in w.texts if key.startswith("about.")]
    assert len(tips) >= 15
    for thing in tips:
        name, does = about(w, thing)
        assert name and "{" not in name + does and len(name) < 40, thing
        assert does.endswith((".", "…")) and len(does) < 220, thing


# --- The examples are right ----------------------------------------------------------------------------------------------


def test_the_cities_of_akropolis_score_what_the_page_says() -> None:
    points = {"houses": 10, "markets": 4, "barracks": 2, "temples": 4, "gardens": 9, "lake": 18}
    for key, expected in points.items():
        seat = akropolis.seat_of(akropolis.CITIES[key], akropolis.VARIANTS.get(key, []))
        assert pages_of(seat)[akropolis.ABOUT[key]].points == expected
    scored = akropolis.seat_of(akropolis.SCORED, [])
    assert [page.points for page in pages_of(scored).values()] == [8, 2, 0, 0, 6]
    assert scored.score == 19


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stacks_of_akropolis_are_those_of_the_rules(language: str) -> None:
    text = (game_spec("akropolis").folder / f"guide.{language}.md").read_text(encoding="utf-8")
    rows = [[int(number) for number in re.findall(r"\d+", line)] for line in text.splitlines() if re.match(r"\| \*\*\d", line)]
    short = [setup_of(seats, long_game=False) for seats in (2, 3, 4)]
    long = [setup_of(seats, long_game=True) for seats in (2, 3)]
    assert rows[:3] == short
    assert rows[3:] == [[*players, *dealt[2:5], dealt[3] + 1, dealt[5]] for players, dealt in zip(([1, 2], [3]), long, strict=True)]


def setup_of(seats: int, *, long_game: bool) -> list[int]:
    """Seats, tiles, tiles of the site, stacks, tiles of a stack, turns of a player, as a dealt game has them."""
    view = ziggurat.new("akropolis", seed=1, seats=seats, long_game=long_game).view()
    site, stacks = len(view["site"]), view["stacks_left"]
    tiles = site + stacks * (seats + 1)
    return [seats, tiles, site, stacks, seats + 1, (tiles - 1) // seats]


def test_the_buildings_of_blueprints_score_what_the_page_says() -> None:
    assert DECKS["reconstructed"][blueprints.PLAN_ID - 1].split("/") == blueprints.PLAN
    assert DECKS["reconstructed"][blueprints.WOOD_PLAN_ID - 1].split("/") == blueprints.WOOD_PLAN
    scored = score_blueprints({"plan": blueprints.PLAN, "building": blueprints.BUILDING})
    assert scored == blueprints.POINTS | {"prizes": []}
    assert score_blueprints({"plan": blueprints.WOOD_PLAN, "building": blueprints.WOOD})["wood"] == 6


def test_the_favors_and_projects_of_amytis_score_what_the_page_says() -> None:
    board = {"board": amytis.HEIGHTS, "favors": ["I", "II", "III", "IV", "stairs"]}
    assert score_amytis(board)["favors"] == {"I": 6, "II": 4, "III": 12, "IV": 6, "stairs": 12}
    board = {"board": amytis.HEIGHTS, "favors": ["corners", "projects", "row", "row"], "projects": [1, 2, 3]}
    assert score_amytis(board)["favors"] == {"corners": 15, "projects": 6, "row": 10}

    def fulfils(board: amytis.Board, card: int = amytis.CARD) -> bool:
        tops = [space.split()[-1] if space else "" for row in board for space in row]
        shown = sum(1 << (9 * COLOR_LETTERS.index(tile[0]) + space) for space, tile in enumerate(tops) if tile)
        return any(shown & ways == ways for ways in card_placements(card - 1))

    assert fulfils(amytis.FULFILLED) and not fulfils(amytis.MIRRORED)
    before = [row if n != 1 else [row[0], "", row[2]] for n, row in enumerate(amytis.BOTH)]
    assert all(fulfils(amytis.BOTH, card) and not fulfils(before, card) for card in amytis.CARDS)
    assert [PROJECTS[card - 1][1] for card in amytis.CARDS] == [8, 10]
    assert all(tile in TILE_NAMES for board in (amytis.CITY, amytis.HEIGHTS) for row in board for space in row for tile in space.split())


def test_the_buildings_of_amytis_score_what_the_page_says() -> None:
    plain = second_reading("amytis")  # written from the rule text alone
    where = {"garden": (0, 0), "market": (0, 2), "wall": (0, 1), "palace": (1, 1), "residence": (1, 0), "theater": (2, 2)}
    expected = {"garden": (4, 2), "market": (6, 4), "wall": (4, 1), "palace": (1, 3), "residence": (6, 4), "theater": (5, 6)}
    own, other = (list(amytis.ARCHITECTS.values()).count(seat) for seat in (0, 1))
    for kind, at in where.items():
        assert tuple(plain.building_points(kind, side, amytis.CITY, at, own, other, 3) for side in "AB") == expected[kind], kind


@pytest.mark.parametrize("game", GAMES)
def test_every_example_to_play_with_shows_what_its_words_say(game: str) -> None:
    positions = examples_of(game)
    assert len(positions) >= 3
    for name, position in positions.items():
        played = example_game(game, name)
        found = [sum(n for line, n in (gain or {}).items() if line.split(":")[0] == position.source) for gain in played.gains()]
        if position.source:
            assert max(found) == position.most and sum(n == position.most for n in found) < len(found), (name, max(found))
        else:
            told = [key for code in played.legal_codes() for key, _ in tellings_of(played, int(played.state.to_move), code, "notes")]
            assert 0 < told.count(position.note) < len(played.legal_codes()), name
        for language in LANGUAGES:
            asked = [block.example.ask for part in guide(game, language).sections for block in part.blocks if block.example and block.example.name == name]
            assert len(asked) == 1 and (not position.most or str(position.most) in asked[0]), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tip_leads_to_a_section_of_the_rules(game: str, language: str) -> None:
    tips = {key.removeprefix("about.") for key in words(game, language).texts if key.startswith("about.")}
    titles = {part.id: part.title for part in guide(game, language).sections}
    led = tip_sections(game, language)
    assert led.keys() == tips
    assert all(titles[section.id] == section.title for section in led.values())


# --- Over HTTP -----------------------------------------------------------------------------------------------------------


def test_rule_pages_and_pictures_are_served_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            page = (await client.get("/api/rules/akropolis", params={"language": "fr"})).json()
            assert page["language"] == "fr" and [part["id"] for part in page["sections"]][:2] == ["goal", "table"]
            drawn = await client.get("/api/rules/akropolis/picture/houses.svg", params={"language": "fr", "theme": "dark"})
            assert drawn.headers["content-type"].startswith("image/svg+xml") and 'data-theme="dark"' in drawn.text
            for path in (
                "/api/rules/chess",
                "/api/rules/akropolis/picture/none.svg",
                "/api/rules/akropolis/picture/houses.png",
                "/api/rules/chess/picture/a.svg",
            ):
                assert (await client.get(path)).status_code == 404, path

    run(main)

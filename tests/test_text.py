"""Words: the same keys and placeholders in both languages, plurals, and a word for everything a player reads."""

from __future__ import annotations

import json
import re

import pytest

from ziggurat.games.akropolis import material as akropolis
from ziggurat.games.amytis import material as amytis
from ziggurat.games.blueprints import material as blueprints
from ziggurat.kernel import PACKAGE
from ziggurat.options import show
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import check_words
from ziggurat.text import LANGUAGES, decimal, fill, language_of_this_machine, words

GAMES = game_names()


def test_shared_words_have_the_same_keys_and_placeholders() -> None:
    english, french = (json.loads((PACKAGE / f"text/{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES)
    assert english.keys() == french.keys()
    for key in english:
        assert set(re.findall(r"\{(\w+)[,}]", english[key])) == set(re.findall(r"\{(\w+)[,}]", french[key])), key


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_a_game_agree(name: str) -> None:
    assert check_words(game_spec(name)) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_and_score_line_has_its_word(name: str, language: str) -> None:
    spec, w = game_spec(name), words(name, language)
    for option in spec.option_set.options:
        assert f"option.{option.name}" in w
        assert f"option.{option.name}.about" in w
        for value in option.choices:
            assert f"option.{option.name}.{show(value)}" in w, value
            assert w(f"option.{option.name}.{show(value)}.about").endswith("."), value
    for preset in spec.option_set.presets:
        assert f"preset.{preset}" in w
        assert f"preset.{preset}.about" in w
    for line in spec.scoring.LINES:
        assert f"score.{line.partition(':')[0]}" in w, line
    assert "score.total" in w


NUMBERS: dict[str, dict[str, list[int]]] = {  # key -> the numbers that its text must begin with, from the tables of the rules
    "amytis": {
        **{
            f"favor.{name}.about": [int(points), height] for height, (name, points) in enumerate(zip(amytis.FAVOR_NAMES, amytis.HEIGHT_POINTS, strict=False), 1)
        },
        "favor.stairs.about": [amytis.STAIRS_POINTS],
        "favor.corners.about": [amytis.CORNER_POINTS, amytis.CORNER_HEIGHT],
        "favor.projects.about": [amytis.VALIDATED_POINTS],
        "favor.row.about": amytis.ROW_POINTS[1:5].tolist(),
        **{f"face.worth.{name}": [int(points)] for name, points in zip(amytis.FAVOR_NAMES, amytis.HEIGHT_POINTS, strict=False)},
        "face.worth.stairs": [amytis.STAIRS_POINTS],
        "face.worth.corners": [amytis.CORNER_POINTS],
        "face.worth.projects": [amytis.VALIDATED_POINTS],
        "face.worth.row": amytis.ROW_POINTS[1:5].tolist(),
        "building.garden.A": [amytis.GARDEN_A_POINTS],
        "building.garden.B": [amytis.GARDEN_B_POINTS],
        "building.market.A": [amytis.MARKET_A_POINTS],
        "building.market.B": [amytis.MARKET_B_POINTS],
        "building.wall.A": [amytis.WALL_A_POINTS],
        "building.wall.B": amytis.WALL_B_POINTS[1:].tolist(),
        "building.palace.A": [amytis.PALACE_A_POINTS],
        "building.palace.B": [amytis.PALACE_B_POINTS],
        "building.residence.A": [amytis.RESIDENCE_A_POINTS],
        "building.residence.B": [amytis.RESIDENCE_B_POINTS],
        "building.theater.A": [amytis.THEATER_A_POINTS],
        "building.theater.B": [amytis.THEATER_B_POINTS],
    },
    "akropolis": {f"about.{name}_plaza": [int(stars)] for name, stars in zip(akropolis.COLOR_NAMES, akropolis.STARS, strict=True)},
    "blueprints": {
        "material.W.about": [blueprints.WOOD_POINTS],
        "material.R.about": blueprints.RECYCLED_POINTS[1:].tolist(),
        "material.S.about": blueprints.STONE_POINTS[:4].tolist(),
        **{f"card.{name}.about": [int(points)] for name, points in zip(blueprints.CARD_NAMES, blueprints.CARD_POINTS, strict=True)},
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NUMBERS)
def test_points_in_texts_are_those_of_the_rules(name: str, language: str) -> None:
    for key, numbers in NUMBERS[name].items():
        assert [int(number) for number in re.findall(r"\d+", words(name, language)(key))][: len(numbers)] == numbers, key


def test_french_differs_from_english() -> None:
    for name in GAMES:
        english, french = words(name, "en").texts, words(name, "fr").texts
        same = [key for key in english if english[key] == french[key] and len(english[key]) > 12 and "plural" not in english[key]]
        assert len(same) <= len(english) // 50, same  # a few words are the same in both


def test_blueprints_in_french_uses_the_printed_words() -> None:
    """Distinctions are gold, silver and bronze, prix are the four others, and a building is an édifice. The log keeps the words of saved games."""
    texts = {key: text for key, text in words("blueprints", "fr").texts.items() if not key.startswith("log.")}
    guide = (game_spec("blueprints").folder / "guide.fr.md").read_text(encoding="utf-8")
    own = [*(text for key, text in texts.items() if key not in words(None, "fr")), guide]
    assert [text for text in own if re.search(r"récompense|[Bb]âtiment|(?<!forte )demande(?!z)|structurale", text)] == []
    assert [texts[f"card.{name}"] for name in ("gold", "silver", "bronze")] == ["distinction d’or", "distinction d’argent", "distinction de bronze"]
    assert [texts[f"score.{name}"] for name in ("skyscraper", "structural_integrity")] == ["Plus haut gratte-ciel", "Intégrité structurelle"]
    assert not [text for text in own[:-1] if re.search(r"prix", text) and re.search(r"\b(or|argent|bronze)\b", text) and "distinction" not in text.lower()]


PLURALS = [("en", 0, "0 points"), ("en", 1, "1 point"), ("en", 2, "2 points"), ("fr", 0, "0 point"), ("fr", 1, "1 point"), ("fr", 2, "2 points")]


@pytest.mark.parametrize(("language", "n", "text"), PLURALS)
def test_plurals_follow_the_language(language: str, n: int, text: str) -> None:
    assert fill("{n, plural, one {# point} other {# points}}", language, {"n": n}) == text


def test_numbers_follow_the_language_and_nothing_has_no_sign() -> None:
    assert [decimal(value, "en", signed=True) for value in (1.25, -1.25, 0.0, -0.01)] == ["+1.2", "−1.2", "0.0", "0.0"]
    assert [decimal(value, "fr") for value in (1234.5, -0.5)] == ["1234,5", "−0,5"]
    assert decimal(49.6, "en", 0) == "50"


def test_plain_placeholders_exact_numbers_and_missing_keys() -> None:
    assert fill("{a} and {b}", "en", {"a": "x"}) == "x and {b}"
    assert fill("{n, plural, =0 {none} one {# card} other {# cards}}", "en", {"n": 0}) == "none"
    assert words()("no.such.key") == "no.such.key"


@pytest.mark.parametrize(("value", "language"), [("fr_FR.UTF-8", "fr"), ("en_GB.UTF-8", "en"), ("C", "en"), ("de_DE", "en")])
def test_the_machine_says_its_language(value: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ZIGGURAT_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", value)
    assert language_of_this_machine() == language


def test_every_word_is_read_by_someone() -> None:
    """A key stands in the source, or is made there from its beginning (`f"kind.{name}"`, `"phase." + phase`)."""
    page = PACKAGE.parents[1] / "web/src"
    files = [*PACKAGE.rglob("*.py"), *page.rglob("*.ts"), *page.rglob("*.svelte")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)

    def is_read(key: str) -> bool:
        parts = key.split(".")
        made = (re.escape(".".join(parts[:length])) for length in range(1, len(parts)))
        return any(f"{mark}{key}" in source for mark in "\"'=`") or any(re.search(rf"""['"=`]{start}\.(\$?\{{|'|")""", source) for start in made)

    codes = {f"error.{code}" for code in ("move.invalid", "move.illegal", "table.over", "table.turn", "table.stale")}
    lexicons = [PACKAGE / "text/en.json", *PACKAGE.glob("games/*/text/en.json")]
    unread = [key for file in lexicons for key in json.loads(file.read_text(encoding="utf-8")) if not is_read(key) and key not in codes]
    assert unread == []
    assert codes <= words().texts.keys()

import json
import re
from pathlib import Path

from typography import FILES, french

WORDS = Path(__file__).resolve().parents[1] / "web/src/lib/words"
ENGLISH, FRENCH = (json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "fr"))


def test_both_languages_of_the_page_have_the_same_words_in_the_same_order() -> None:
    assert list(ENGLISH) == list(FRENCH)
    assert all(ENGLISH.values()) and all(FRENCH.values())


def test_both_languages_of_the_page_fill_in_the_same_values() -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)[,}]", text))

    assert [key for key in ENGLISH if names(ENGLISH[key]) != names(FRENCH[key])] == []


def test_french_signs_stay_with_their_words() -> None:
    """`python tests/typography.py` mends what is found here."""
    wrong = [
        f"{path.parent.parent.name}: {key}" for path in FILES for key, text in json.loads(path.read_text(encoding="utf-8")).items() if french(text) != text
    ]
    assert wrong == []


def test_no_name_follows_a_french_word_that_would_lose_its_vowel() -> None:
    """Before Ada, `de` would have to be `d’`: a name stands after a colon, or after words that never change."""
    wrong = [path.name for path in FILES for _ in re.findall(r"\b(?:de|que|le|la) \{(?:player|name|other|bot)\}", path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_french_words_of_the_page_are_not_english() -> None:
    same = [key for key in ENGLISH if ENGLISH[key] == FRENCH[key] and len(ENGLISH[key]) > 6 and "plural" not in ENGLISH[key]]
    assert same == ["title"]


def test_points_follow_their_number() -> None:
    """`1 points` and, in French, `1,5 points` are wrong: a text with points chooses its form."""
    assert [key for words in (ENGLISH, FRENCH) for key, text in words.items() if re.search(r"\{(points|margin|n)\} points", text)] == []


def test_a_program_that_plays_has_one_french_name() -> None:
    assert [
        key for path in FILES for key, text in json.loads(path.read_text(encoding="utf-8")).items() if re.search(r"(?<![:{`])\b[Bb]ots?\b(?![:}`])", text)
    ] == []

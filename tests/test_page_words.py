import json
import re
from pathlib import Path

WORDS = Path(__file__).resolve().parents[1] / "web/src/lib/words"
ENGLISH, FRENCH = (json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "fr"))


def test_both_languages_of_the_page_have_the_same_words_in_the_same_order() -> None:
    assert list(ENGLISH) == list(FRENCH)
    assert all(ENGLISH.values()) and all(FRENCH.values())


def test_both_languages_of_the_page_fill_in_the_same_values() -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)[,}]", text))

    assert [key for key in ENGLISH if names(ENGLISH[key]) != names(FRENCH[key])] == []

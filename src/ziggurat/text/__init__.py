"""Words in French and English: flat JSON files beside each game, and one pair shared by all.

A text may hold `{name}` placeholders and ICU plurals: `{n, plural, one {# point} other {# points}}`.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "fr")
SHARED = Path(__file__).resolve().parent
GAMES = SHARED.parent / "games"
FOLDERS: dict[str, Path] = {}  # of games that live outside this package: `registry.register` adds them
PLURAL = re.compile(r"\{(\w+), plural, ((?:=?\w+ \{[^{}]*\}\s*)+)\}")
FORM = re.compile(r"(=?\w+) \{([^{}]*)\}")


class Words:
    """The words of one game in one language: `words("kind.garden")`, `words("log.build", player="Ada", …)`."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of the key, its placeholders filled; a key that is missing stands for itself."""
        return fill(self.texts.get(key, key), self.language, values)

    def __contains__(self, key: str) -> bool:
        return key in self.texts


def fill(text: str, language: str, values: dict[str, object]) -> str:
    """The text with its plurals chosen and its placeholders replaced."""

    def plural(match: re.Match[str]) -> str:
        number = values[match[1]]
        forms: dict[str, str] = dict(FORM.findall(match[2]))
        words = forms.get(f"={number}") or forms.get(plural_form(language, number)) or forms["other"]
        return words.replace("#", str(number))

    text = PLURAL.sub(plural, text)
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), text)


def plural_form(language: str, number: object) -> str:
    """`one` or `other`, as CLDR has it: English one is 1, French one is 0 and 1."""
    if not isinstance(number, int | float):
        return "other"
    return "one" if number == 1 or (language == "fr" and 0 <= abs(number) < 2) else "other"


@lru_cache
def texts_in(folder: Path, language: str) -> dict[str, str]:
    """The texts of one file."""
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return texts


@lru_cache
def words(game: str | None = None, language: str = "en") -> Words:
    """The shared words, and over them those of a game."""
    texts = dict(texts_in(SHARED, language))
    if game is not None:
        texts |= texts_in(FOLDERS.get(game, GAMES / game / "text"), language)
    return Words(language, texts)


def language_of_this_machine() -> str:
    """`fr` where the environment asks for French, else `en`."""
    for variable in ("ZIGGURAT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"

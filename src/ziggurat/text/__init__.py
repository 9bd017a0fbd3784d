"""Words in French and English: flat JSON files beside each game, and one pair shared by all.

A text may hold `{name}` placeholders and ICU plurals: `{n, plural, one {# point} other {# points}}`. A name with a dot is another text of the same file,
`{building.garden.A}`: so what a thing does is said once. `about.*` are the texts of tips: the name of the thing, a new line, what it does.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ziggurat.view import AnyView

LANGUAGES = ("en", "fr")
SEAT_NAMES = ("seat.first", "seat.second", "seat.third", "seat.fourth")
SHARED = Path(__file__).resolve().parent
GAMES = SHARED.parent / "games"
FOLDERS: dict[str, Path] = {}  # of games that live outside this package: `registry.register` adds them
PLURAL = re.compile(r"\{(\w+), plural, ((?:=?\w+ \{[^{}]*\}\s*)+)\}")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
REFERENCE = re.compile(r"\{(\w+(?:\.\w+)+)\}")
FORM = re.compile(r"(=?\w+) \{([^{}]*)\}")


class Words:
    """The words of one game in one language: `words("kind.garden")`, `words("log.build", player="Ada", …)`."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of the key, its placeholders filled; a key that is missing stands for itself."""
        text = self.texts.get(key, key)
        return fill(text, self.language, values) if "{" in text else text

    def __contains__(self, key: str) -> bool:
        return key in self.texts


def fill(text: str, language: str, values: Mapping[str, object]) -> str:
    """The text with its plurals chosen and its placeholders replaced."""
    if ", plural," in text:
        text = choose(text, language, tuple([values[name] for name in plurals_of(text)]))
    pattern, names = template(text)
    return pattern % tuple([values.get(name, f"{{{name}}}") for name in names])


@lru_cache(maxsize=4096)
def plurals_of(text: str) -> tuple[str, ...]:
    """The names on whose number a text depends, in the order of its plurals."""
    return tuple(name for name, _ in PLURAL.findall(text))


@lru_cache(maxsize=4096)
def choose(text: str, language: str, numbers: tuple[object, ...]) -> str:
    """The text with its plurals chosen."""
    left = iter(numbers)

    def plural(match: re.Match[str]) -> str:
        number = next(left)
        forms: dict[str, str] = dict(FORM.findall(match[2]))
        words = forms.get(f"={number}") or forms.get(plural_form(language, number)) or forms["other"]
        return words.replace("#", str(number))

    return PLURAL.sub(plural, text)


@lru_cache(maxsize=4096)
def template(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with `%s` for each placeholder, and their names."""
    parts = PLACEHOLDER.split(text.replace("%", "%%"))
    return "%s".join(parts[::2]), tuple(parts[1::2])


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
    return Words(language, {key: REFERENCE.sub(lambda match: texts[match[1]], text) for key, text in texts.items()})


def about(words: Words, thing: str) -> tuple[str, str]:
    """A thing of the game: its name, and what it does."""
    name, _, does = words(f"about.{thing}").partition("\n")
    return name, does


def seat_name(view: AnyView, seat: int, words: Words) -> str:
    """The name of the player on a seat, or of the seat."""
    return player_names([one.name or "" for one in view.seats], words)[seat] or words(SEAT_NAMES[seat])


def printable(text: str, allowed: str = "\n\t") -> str:
    """A text that a terminal, a page or a picture can show as it stands: what is invisible becomes a space.

    That is all of the Unicode categories C (control signs and escape sequences, signs that turn the direction of writing, half characters) and the
    separators of lines and paragraphs.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign in allowed or sign == " " or not is_invisible(sign) else " " for sign in text)


def is_invisible(sign: str) -> bool:
    """Whether a character must not reach a screen: it is not seen, and may change what is."""
    kind = unicodedata.category(sign)
    return kind[0] == "C" or kind in {"Zl", "Zp"}


def clean(name: str) -> str:
    """A name as it may be shown anywhere: printable, on one line, without needless spaces. It may be empty then."""
    return " ".join(printable(name, "").split())


def player_name(name: str, words: Words) -> str:
    """A player as people say it: `bot:level:3` and `bot:greedy` have names of their own, any other name stands as it is, without what is invisible."""
    name = clean(name)
    key = f"{name.removeprefix('bot:') if name.startswith('bot:level:') else name}.name".replace(":", ".")
    return words(key) if name.startswith("bot:") and key in words else name


def player_names(names: Sequence[str], words: Words) -> list[str]:
    """All players as people say them; where several have one name, each has a number too: `Mason 1`, `Mason 2`."""
    said = [player_name(name, words) for name in names]
    return [f"{name} {said[: place + 1].count(name)}" if name and said.count(name) > 1 else name for place, name in enumerate(said)]


def turn_line(view: AnyView, words: Words, marks: str = "") -> str:
    """Whose turn it is and what to do; at the end the scores and who has won. `marks` are signs of the seats, for players of one name."""
    names = [f"{marks[seat : seat + 1]} {seat_name(view, seat, words)}".strip() for seat in range(len(view.seats))]
    if view.to_move is not None:
        return f"{words('table.turn', player=names[view.to_move])}. {words('phase.' + view.phase)}"
    totals = " – ".join(str(seat.score) for seat in view.seats)
    return f"{words('table.over')}{words('sign.colon')}{totals}. {who_won(view, names, words)}."


def who_won(view: AnyView, names: list[str], words: Words) -> str:
    """Who has won a game that is over, by the ranks of the view; alone, whether the game was won."""
    best = [name for name, seat in zip(names, view.seats, strict=True) if seat.rank == 1]
    if not best:
        return words("table.lost", player=names[0])
    return words("table.winner", player=best[0]) if len(best) == 1 else words("table.tie", players=" & ".join(best))


def decimal(value: float, language: str, digits: int = 1, *, signed: bool = False) -> str:
    """A number as the language writes it: `−1.5`, in French `−1,5`; nothing is never negative."""
    rounded = round(value, digits) + 0.0
    text = f"{rounded:{'+' if signed and rounded else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if language == "fr" else text


def language_of_this_machine() -> str:
    """`fr` where the environment asks for French, else `en`."""
    for variable in ("ZIGGURAT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"

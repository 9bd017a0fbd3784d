"""Errors in the client's language: the texts `error.CODE` of `text/*.json`, or the game's own where it has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from ziggurat.errors import GameError
from ziggurat.text import LANGUAGES, PLACEHOLDER, fill, plurals_of, words

OWN = {"move.invalid"}
"""Errors for which a game may have a text of its own: then the value `game` names it, and `kind` the game with its expansion."""


def text_of(error: GameError, language: str) -> str:
    """Say in one line why a request was refused."""
    values = {name: value[language] if isinstance(value, Mapping) else value for name, value in error.values.items()}
    return in_words(getattr(error, "key", error.code), language, **{"message": first_line(error), **values})


def in_words(key: str, language: str, **values: Any) -> str:
    """The text of an error; where there is none, or a value for it is missing (an error of a program, not of a person), its own message."""
    speak = words(values.get("game") if key in OWN else None, language)
    text = speak.texts.get(f"error.{key}.{values.get('kind')}") or speak.texts.get(f"error.{key}", "{message}")
    return fill(text if values.keys() >= {*PLACEHOLDER.findall(text), *plurals_of(text)} else "{message}", language, values)


def first_line(error: GameError) -> str:
    """The message of the error itself, without the picture of the board that may follow."""
    return (str(error).splitlines() or [""])[0]


def language_of(scope: Any) -> str:
    """The language of a request: `language=` of its address, else the first of ours that `Accept-Language` names."""
    wanted: str = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])[0]
    if wanted in LANGUAGES:
        return wanted
    header = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    return next((language for language in accepted(header) if language in LANGUAGES), LANGUAGES[0])


def accepted(header: str) -> list[str]:
    """The languages of `Accept-Language`, the preferred first: `fr-CH, en;q=0.5` is `["fr", "en"]`."""
    tags = []
    for part in header.split(",")[:20]:
        tag, _, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight.strip() else 1.0
        except ValueError:
            quality = 0.0
        if quality > 0:
            tags.append((-quality, tag.strip().lower().partition("-")[0]))
    return [tag for _, tag in sorted(tags, key=lambda item: item[0])]

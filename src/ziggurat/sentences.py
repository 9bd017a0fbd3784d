"""Sentences of a game, with the names of its players put in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ziggurat.errors import GameError, listed
from ziggurat.text import LANGUAGES, SEAT_NAMES, Words, player_names, words

SOMEBODY = "\0"  # stands in a cached sentence where the name of a player will be


def check_language(language: str) -> None:
    """Raise GameError if there are no texts in this language."""
    if language not in LANGUAGES:
        raise GameError(f"there is no language `{language}`: choose one of {listed(LANGUAGES)}")


def words_of(game: str, language: str) -> Words:
    """The words of a game in a language."""
    check_language(language)
    return words(game, language)


def sentence_of(game: str, language: str, key: str, values: Mapping[str, str | int], players: tuple[str, ...]) -> str:
    """Write the words of a key, with the seat `player` as a name and `=key` values as words."""
    check_language(language)
    player = values.get("player")
    if not isinstance(player, int):
        return cached_sentence(game, language, key, tuple(values.items()))
    others = tuple([item for item in values.items() if item[0] != "player"])
    return cached_sentence(game, language, key, (*others, ("player", SOMEBODY))).replace(SOMEBODY, name_of_seat(game, language, players, player))


def name_of_seat(game: str, language: str, players: tuple[str, ...], seat: int) -> str:
    """The player on a seat, or the seat itself where the players have no names."""
    name = cached_names(game, language, players)[seat] if players else ""
    return name or words_of(game, language)(SEAT_NAMES[seat])


@lru_cache(maxsize=20_000)
def cached_sentence(game: str, language: str, key: str, values: tuple[tuple[str, str | int], ...]) -> str:
    """A sentence of a game; the same ones come again and again, about other players."""
    speak = words(game, language)
    return speak(key, **{name: speak(value[1:]) if isinstance(value, str) and value.startswith("=") else value for name, value in values})


@lru_cache(maxsize=10_000)
def cached_names(game: str, language: str, players: tuple[str, ...]) -> list[str]:
    """The names of players as people say them."""
    return player_names(players, words(game, language))

"""What a construction card asks for, in words, as the options of the game have it (§10.8, §10.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ziggurat.games.akropolis.athena.material import CardName
from ziggurat.options import show
from ziggurat.text import Words


def card_asks(card: CardName, options: Mapping[str, Any], words: Words) -> str:
    """The sentence of a card, without a stop: an option may have one of its own, or add to it."""
    chosen = [f"{name}.{show(value)}" for name, value in options.items() if name.startswith("athena_")]
    own = next((key for value in chosen if (key := f"card.{card}.about.{value}") in words), f"card.{card}.about")
    more = [words(key) for value in chosen if (key := f"card.{card}.also.{value}") in words]
    return words("sign.semicolon").join([words(own), *more])

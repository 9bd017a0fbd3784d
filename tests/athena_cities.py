"""Cities of the Athena expansion for tests: positions after a deal, and records of typed-in cities, buildable or not, judged by the kernels of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.games.akropolis.athena import cards
from ziggurat.games.akropolis.athena.material import CARD_NAMES
from ziggurat.games.akropolis.athena.options import OPTIONS, prepare
from ziggurat.games.akropolis.athena.state import STATE, TWO_COLOR, deal
from ziggurat.games.akropolis.material import KIND_INDEX
from ziggurat.games.akropolis.state import new_place
from ziggurat.geometry.hex import SIDES, cell_of
from ziggurat.kernel import generator


def a_state(**options: Any) -> Any:
    """A position after the deal."""
    state = np.zeros(1, STATE)[0]
    prepare(state, OPTIONS.read({"athena": True, **options}))
    deal(state, generator("examples"))
    return state


def typed_city(state: Any, visible: list[list[Any]], stones: int) -> Any:
    """A record with these visible hexes, buildable or not; with a part of a statue, since single tiles are looked for only then."""
    city = state.cities[0]
    for name in ("built", "fits", "finder", "cells", "kinds", "levels", "tops", "stars"):
        getattr(city, name)[:] = 0
    city.place_count, city.stones, city.statue = 0, stones, 1
    city.north, city.west = min(hex_[1] for hex_ in visible), min(hex_[0] for hex_ in visible)
    city.south = max(hex_[1] for hex_ in visible)
    for q, r, kinds, level, *turn in visible:
        first, _, second = kinds.partition("/")
        place = new_place(city, cell_of(q, r))
        city.kinds[place], city.levels[place] = KIND_INDEX[first], level
        city.tops[place] = TWO_COLOR + SIDES * KIND_INDEX[second] + turn[0] if second else 0
        if first.endswith("_plaza"):
            city.stars[KIND_INDEX[first] - KIND_INDEX["house_plaza"]] += 1
    return city


def engine_cards(visible: list[list[Any]], stones: int, options: dict[str, Any]) -> list[str]:
    """The cards that a typed-in city fulfils, by the engine."""
    state = a_state(**options)
    city = typed_city(state, visible, stones)
    return [name for number, name in enumerate(CARD_NAMES, 1) if cards.is_fulfilled(city, number, int(state.readings))]

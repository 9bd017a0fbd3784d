"""The options of the game (§11), and how they enter a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ziggurat.errors import OptionError, listed
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, COLOR_NAMES, SOLO_PLAYERS, SOLO_STONES, TILE_COUNT, TILE_PLAYERS
from ziggurat.options import Option, Options, OptionSet, OptionValue


@dataclass(frozen=True)
class Variants(Option):
    """Any of the five variants, named after their colours: a list, or on the command line a text such as `temple,market`."""

    def read(self, value: OptionValue) -> OptionValue:
        """The variants in the order of the rulebook, each once."""
        names = [name for name in value.replace(",", " ").split() if name.lower() != "none"] if isinstance(value, str) else value
        if not isinstance(names, list | tuple | set | frozenset):
            raise OptionError(f"option `{self.name}` cannot be `{value}`: write a list out of {listed(COLOR_NAMES)}")
        chosen = [str(name).strip().lower() for name in names]
        if unknown := [name for name in chosen if name not in COLOR_NAMES]:
            raise OptionError(f"option `{self.name}` cannot hold `{unknown[0]}`: choose out of {listed(COLOR_NAMES)}")
        return [name for name in COLOR_NAMES if name in chosen]

    @property
    def first(self) -> OptionValue:
        """No variant."""
        return []


def check(options: Options) -> None:
    """§2.5  The long game is for two or three players, or solo."""
    if options["long_game"] and options["seats"] == 4:
        raise OptionError("option `long_game` cannot be `true` with four seats: the long game is for one, two or three")


OPTIONS = OptionSet(
    (
        Option("seats", (2, 3, 4, 1)),
        Option("architect", ARCHITECT_NAMES),
        Option("stones", ("from_zero", "from_one")),
        Option("long_game", (False, True)),
        Variants("variants", COLOR_NAMES),
        Option("house_group", ("count", "value")),
        Option("barracks_edge", ("any", "outer")),
        Option("lake", ("single", "region")),
        Option("stone_supply", ("unlimited", "forty")),
    ),
    presets={"bga": {"stones": "from_one", "house_group": "count", "barracks_edge": "outer", "lake": "region"}},
    check=check,
)


def prepare(state: Any, options: Options) -> None:
    """Write the options into a blank position."""
    seats = options["seats"]
    is_solo = seats == 1
    state.seats = seats
    state.players = SOLO_PLAYERS if is_solo else seats
    state.tile_total = TILE_COUNT if options["long_game"] else int((TILE_PLAYERS[1:] <= state.players).sum())
    state.first_stones = SOLO_STONES if is_solo else int(options["stones"] == "from_one")
    state.architect = ARCHITECT_NAMES.index(options["architect"])
    state.variants = sum(1 << color for color, name in enumerate(COLOR_NAMES) if name in options["variants"])
    state.house_by_value = options["house_group"] == "value"
    state.edge_is_outer = options["barracks_edge"] == "outer"
    state.lake_is_region = options["lake"] == "region"
    state.is_limited = options["stone_supply"] == "forty"

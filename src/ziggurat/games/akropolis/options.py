"""The options of the game (§11), and how they enter a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ziggurat.errors import OptionError, listed
from ziggurat.games.akropolis.athena.material import CARD_NAMES, SLOTS
from ziggurat.games.akropolis.material import ARCHITECT_NAMES, COLOR_NAMES, SOLO_PLAYERS, SOLO_STONES, TILE_COUNT, TILE_PLAYERS
from ziggurat.options import Option, Options, OptionSet, OptionValue


@dataclass(frozen=True)
class Variants(Option):
    """Any of the five variants, named after their colours: a list, or on the command line a text such as `temple,market`."""

    @property
    def hint(self) -> Any:
        """Some of the names."""
        return Collection[Literal[COLOR_NAMES]]  # type: ignore[valid-type]  # computed

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


@dataclass(frozen=True)
class Cards(Option):
    """§10.2  The construction cards of the slots 1 to 4: `random`, or a list of four; on the command line a text such as `villa,oasis,agora,parkland`."""

    @property
    def hint(self) -> Any:
        """`random`, or names of cards."""
        return Literal[self.choices] | Sequence[Literal[CARD_NAMES]]  # type: ignore[valid-type]  # computed

    def read(self, value: OptionValue) -> OptionValue:
        """The four names in the order of the slots, or `random`."""
        if isinstance(value, str) and value.strip().lower() == self.first:
            return self.first
        names = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(names, list | tuple):
            raise OptionError(f"option `{self.name}` cannot be `{value}`: write `{self.first}`, or a list of four cards out of {listed(CARD_NAMES)}")
        chosen = [str(name).strip().lower() for name in names]
        if unknown := [name for name in chosen if name not in CARD_NAMES]:
            raise OptionError(f"option `{self.name}` cannot hold `{unknown[0]}`: choose out of {listed(CARD_NAMES)}")
        if len(chosen) != SLOTS or len(set(chosen)) != SLOTS:
            raise OptionError(f"option `{self.name}` needs four different cards, not `{', '.join(chosen)}`")
        return chosen


def check(options: Options) -> None:
    """§2.5  The long game is for two or three players, or solo."""
    if options["long_game"] and options["seats"] == 4:
        raise OptionError("option `long_game` cannot be `true` with four seats: the long game is for one, two or three")


WITH_ATHENA: dict[str, Any] = {"needs": "athena"}
ATHENA = (  # §10.11
    Option("athena", (False, True), is_later=True),
    Cards("athena_cards", ("random",), **WITH_ATHENA),
    Option("athena_blank", ("any", "literal"), **WITH_ATHENA),
    Option("athena_open_center", (False, True), **WITH_ATHENA),
    Option("athena_layout", ("contains", "exact"), **WITH_ATHENA),
    Option("athena_separate", ("apart", "any", "rings"), **WITH_ATHENA),
    Option("athena_pantheon", ("any_side", "own_side"), **WITH_ATHENA),
    Option("athena_stairs", ("descending", "one_by_one"), **WITH_ATHENA),
    Option("athena_main_street", ("any_order", "printed_order"), **WITH_ATHENA),
    Option("athena_barracks_variant", ("three_or_more", "three_or_four"), **WITH_ATHENA),
    Option("athena_architect_statue", (True, False), **WITH_ATHENA),
    Option("athena_architect_pick", ("player", "first"), **WITH_ATHENA),
)

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
        *ATHENA,
    ),
    presets={"bga": {"stones": "from_one", "house_group": "count", "barracks_edge": "outer", "lake": "region", "athena_open_center": True}},
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

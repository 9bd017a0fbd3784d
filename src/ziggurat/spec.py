"""What a game's folder must hold: a spec with its name, and modules with these functions.

`check_spec` says in plain words what a folder lacks; `docs/concepts/a-game-is-a-folder.md` is the guide.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ziggurat.errors import OptionError
from ziggurat.options import OptionSet, show

MODULES: dict[str, dict[str, str]] = {
    "state": {
        "STATE": "the record of a position",
        "deal": "kernel deal(state, rng)",
        "set_up": "kernel set_up(state): everything but the deal and the options at its beginning",
    },
    "options": {"OPTIONS": "an OptionSet", "prepare": "prepare(state, options): writes the options into a blank state"},
    "deal_json": {"write_deal": "write_deal(state) -> dict", "read_deal": "read_deal(state, deal): raises DealError"},
    "rules": {
        "MAX_MOVES": "the most legal moves a position can have",
        "MOVE_CODES": "one more than the largest number of a move",
        "legal_moves": "kernel legal_moves(state, out) -> n",
        "apply": "kernel apply(state, move)",
        "is_over": "kernel is_over(state)",
    },
    "scoring": {
        "LINES": "the names of the breakdown's lines",
        "scores": "kernel scores(state, out)",
        "breakdown": "kernel breakdown(state, seat, out)",
        "ranking": "kernel ranking(state, out)",
    },
    "move_text": {
        "to_text": "to_text(state, move) -> str",
        "from_text": "from_text(state, text) -> int: raises InvalidMove",
        "spell": "spell(text) -> list[str]: the pieces that spell a move in order, as pictures name them in `data-move`",
        "why_not": "why_not(state, move) -> (key, values): the reason why a move is illegal",
        "tell": "tell(before, move, after, seat) -> [(key, values), …]: the move in words, with nothing that the seat may not know",
    },
    "types": {"View": "the struct of a view", "Choice": "the struct of a legal move in parts"},
    "choices": {
        "PARTS": "the names of the numbers of which a move consists",
        "SOURCES": "the names of the points that a move adds to",
        "parts": "kernel parts(state, move, out): the parts of a legal move as numbers",
        "points": "kernel points(state, seat, out): the points of a seat by source, to which the gain of a move is counted",
        "points_after": "kernel points_after(before, after, seat, out): the same points after a move that leads from one position to the other",
        "texts": "texts(state, codes) -> list[str]: legal moves as text",
        "choices": "choices(texts, codes, parts, gains) -> list[Choice]: the legal moves in parts; `gain` is null where chance decides what a move brings",
        "piece_keys": "piece_keys(parts) -> list: a key for each piece of a move, in the order in which a player picks them up; equal pieces have equal keys",
        "pieces": "pieces(state, parts) -> [((key, values), marks), …]: for each of these pieces its name in a hint, and the parts to mark on a board",
    },
    "visibility": {
        "view": "view(state, seat, frame, sheets) -> View",
        "imagine": "kernel imagine(state, seat, rng)",
        "hide_log": "hide_log(state, moves, movers, seat) -> list[str]",
        "BRANCHES_ON_CHANCE": "whether the search tree branches on `outcome`: moves and outcomes then determine all that can be seen of a position",
        "outcome": "kernel outcome(state) -> number: what chance showed with the last move; 0 where the search averages over it, below 0 where frozen bots do",
    },
    "features": {
        "NAMES": "a name for each feature",
        "features": "kernel features(state, seat, out): the inputs of the net that estimates the points a seat can still earn",
        "ALONE": "whether a move never changes what the others can expect",
        "share_left": "kernel share_left(state) -> share of the game that is left",
        "sift": "kernel sift(state, moves, n, worth, keep, weights) -> n: brings the moves worth searching to the front",
        "LIKES": "how many things a casual player may prefer",
        "liked": "kernel liked(state, seat, thing) -> how much of it the seat has",
    },
    "observation": {
        "FIELDS": "the table of an observation: a tuple of `observation_fields.Field`",
        "SIZE": "how many numbers it has",
        "observe": "kernel observe(state, seat, out): writes what the seat sees, and nothing else, as `FIELDS` says",
    },
    "past_from_view": {
        "pasts_of": "pasts_of(view) -> iterator of (deal, moves): deals and moves that may have led to what a seat's View shows; "
        "those of hidden things are any that agree",
    },
    "score_typed_in": {"score_position": "score_position(position) -> dict: raises PositionError"},
    "pictures.draw": {"svg": "svg(view, theme=, look=, language=) -> str"},
    "terminal": {"board": "board(view, words) -> rich.text.Text"},
}
OPTIONAL: dict[str, dict[str, str]] = {
    "game_tree": {
        "MOST_OUTCOMES": "one more than the largest number of a draw",
        "draw_count": "draw_count(options) -> int: how many draws make a deal",
        "outcomes": "outcomes(options, drawn) -> [(draw, weight), …]: what can be drawn next, after these draws",
        "outcome_text": "outcome_text(options, drawn, outcome) -> str: a draw in words",
        "deal_of": "deal_of(options, drawn) -> dict: the explicit deal of all draws",
        "draws_of": "draws_of(options, deal) -> [draw, …]: the reverse",
        "most_plies": "most_plies(options) -> int: no game has more decisions",
    },
    "rules": {
        "sample_move": "kernel sample_move(state, rng) -> move: the legal move that `legal_moves` has at the place `below(rng, n)`, without writing the list",
    },
    "past_from_view": {
        "imagined_codes": "imagined_codes(state, codes, movers) -> codes: the moves that lead to an imagined position; needed where moves are secret",
    },
    "observation": {
        "FACTORS": "the parts of a move that can be chosen one by one, with how many values each has: ((name, size), …)",
        "FACTOR_ORDER": "in which order they are the digits of the number of a move, the first one counting most",
        "legal_factors": "kernel legal_factors(state, out): writes for each value of each factor whether a legal move has it; all combinations are legal",
    },
    "position_key": {
        "forget_past": "kernel forget_past(state): writes the form in which positions with the same future are equal bytes",
    },
    "visibility": {
        "result": "result(state) -> dict: what a result holds beside scores, ranks and breakdown",
        "LIVE_SCORES": "fields of a seat that a table without live scores leaves out, beside `score` and `breakdown`",
        "HELP": "fields of a seat that help it to plan, only where a table shows previews: `view(…, helps=False)` leaves them out",
    },
    "face_down": {
        "lay_face_down": "lay_face_down(view) -> View: the view of a running game at a table where what the players win lies face down until the end",
        "tell_face_down": "tell_face_down(tellings) -> [(key, values), …]: what is told of a move at such a table",
        "forget_face_down": "forget_face_down(state): takes what lies face down out of a position, before somebody thinks for a player who does not see it",
    },
    "turn_ahead": {
        "suppose_turn": "suppose_turn(state, seat) -> bool: lets another seat than the one to move have its turn now; False where that makes no sense",
    },
    "move_notes": {
        "notes": "notes(before, after, seat, move) -> [(key, values), …]: what a move that is not played yet would do beside its points, for the seat "
        "that considers it. Both positions have their hidden part imagined; a note that is not the same in all of several imagined deals is not shown",
        "serves": "serves(before, after, seat, move) -> [(key, values), …]: likewise what such a move works towards, where the table allows hints",
        "refusal": "refusal(state, move) -> (key, values): why a move is illegal, as a sentence to its player that quotes no notation",
        "ALIKE": "keys of notes and of what moves serve that make no difference between two moves where both have one, whatever their values",
        "COSTLY": "from how many points on a mistake is large, middling and small, (8, 5, 3) unless told otherwise: the coach asks before such moves",
    },
    "levels": {
        "LEVELS": "the eight levels of the bots, the weakest first, each a `ziggurat.levels.Level`; without them `COMMON_LEVELS` of that module",
        "LEVELS_OF_SEATS": "{seats: levels}: the same for these numbers of seats, where they differ",
        "NEWCOMER": "a `ziggurat.levels.Newcomer`: what somebody who has read the rules once sees; without it every source of `choices.SOURCES`",
    },
    "puzzle_themes": {
        "LEAST_MARGIN": "points by which the best move of a puzzle must be better than the second",
        "TABLES": "options of the tables on which puzzles are looked for, a tuple of dicts",
        "themes": "themes(state, seat, move, tellings, end) -> list[str]: what a puzzle with this move is about, keys `theme.…` of the texts",
    },
}
"""What a game may have; `GameSpec.optional` returns it."""
FILES = {
    "rulebook.md": "the rules in our own words",
    "text/en.json": "English words",
    "text/fr.json": "French words",
    "golden/tables.json": "the tables for which there are golden files",
}
FIELDS = ("ply", "turn", "to_move")


@dataclass(frozen=True)
class Expansion:
    """An option with which the rules have other positions and moves: `GameSpec.at` is then a spec of its own.

    Its folder has the name of the option, lies in that of the game, and holds the modules that differ; the others are those of the game.
    """

    option: str
    """The name of the option, which is true or false."""
    turn_depth: int
    """As in `GameSpec`."""
    greedy_depth: int
    """As in `GameSpec`."""


@dataclass(frozen=True)
class GameSpec:
    """The spec of a game; everything else is in its folder."""

    name: str
    """The name that people type, the folder's name."""
    version: int
    """Raised when a rule, a move or a deal changes its meaning; records carry it as `rules`."""
    seats: tuple[int, int]
    """Fewest and most seats."""
    package: str
    """The dotted name of the folder."""
    secrets: bool = False
    """Whether a seat knows things that another does not (then one screen needs a hand-over)."""
    turn_depth: int = 1
    """The most decisions in one turn."""
    greedy_depth: int = 0
    """How many decisions of a turn the `greedy` bot looks ahead; 0: the whole turn."""
    greedy_deals: int = 1
    """How many imagined deals the `greedy` bot averages over: more than one where chance decides something within a turn."""
    bench: tuple[tuple[str, Any], ...] = ()
    """Options that `ziggurat bench` uses by default."""
    search: tuple[tuple[str, Any], ...] = ()
    """Settings of the tree search that differ from the common ones (`search/mcts.py`)."""
    expansions: tuple[Expansion, ...] = ()
    """The expansions that have a folder of their own."""
    base: GameSpec | None = None
    """Of an expansion: the game without it."""

    @property
    def key(self) -> str:
        """A name for this spec alone: `akropolis`, and with the expansion `akropolis-athena`. `registry.spec_of_key` finds it."""
        return self.name if self.base is None else f"{self.name}-{self.package.rpartition('.')[2]}"

    @property
    def full_name(self) -> str:
        """The name as errors write it: `akropolis`, with an expansion also its option."""
        return " ".join([f"`{self.name}`", *(f"with `{name}=true`" for name in self.own_options)])

    @property
    def own_options(self) -> dict[str, Any]:
        """The options that lead to this spec: `{"athena": True}` of an expansion, else none."""
        return {} if self.base is None else {self.package.rpartition(".")[2]: True}

    def at(self, options: Mapping[str, Any]) -> GameSpec:
        """The spec of a table with these options, read or as somebody typed them: that of the expansion that is played, else this one."""
        game = self.base or self
        return next((expanded(game, each) for each in game.expansions if chooses(game, each, options)), game)

    @property
    def with_expansions(self) -> tuple[GameSpec, ...]:
        """This spec and those of its expansions."""
        return (self, *(expanded(self, each) for each in self.expansions))

    @property
    def plies_ahead(self) -> int:
        """How many decisions the `greedy` bot looks ahead."""
        return self.greedy_depth or self.turn_depth

    @cached_property
    def folder(self) -> Path:
        """Where the game lies on disk."""
        package = importlib.util.find_spec(self.package)
        assert package is not None
        assert package.origin is not None
        return Path(package.origin).parent

    def module(self, name: str) -> ModuleType:
        """One module of the folder."""
        return importlib.import_module(self.module_name(name))

    def module_name(self, name: str) -> str:
        """The dotted name of a module; what the folder of an expansion lacks is that of the game."""
        if self.base is not None and not file_in(self.folder, name).is_file():
            return self.base.module_name(name)
        return f"{self.package}.{name}"

    def optional(self, module: str, name: str) -> Any:
        """Something that a game may have (`OPTIONAL`), or None."""
        return optional_of(self, module, name)

    @cached_property
    def state(self) -> ModuleType:
        """STATE and deal."""
        return self.module("state")

    @cached_property
    def rules(self) -> ModuleType:
        """Legal moves, apply, is_over."""
        return self.module("rules")

    @cached_property
    def scoring(self) -> ModuleType:
        """Scores, breakdown, ranking."""
        return self.module("scoring")

    @cached_property
    def move_text(self) -> ModuleType:
        """Moves as text."""
        return self.module("move_text")

    @cached_property
    def choices(self) -> ModuleType:
        """The legal moves in parts."""
        return self.module("choices")

    @cached_property
    def visibility(self) -> ModuleType:
        """Who sees what."""
        return self.module("visibility")

    @property
    def option_set(self) -> OptionSet:
        """The options of the game."""
        options: OptionSet = self.module("options").OPTIONS
        return options

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record of a position."""
        dtype: np.dtype[Any] = self.state.STATE
        return dtype

    def blank(self, n: int = 1) -> np.ndarray[Any, Any]:
        """An array of `n` empty positions."""
        return np.zeros(n, self.dtype)


@cache
def optional_of(spec: GameSpec, module: str, name: str) -> Any:
    """Something that a game may have, or None. Cached, because it is needed at every move."""
    return getattr(spec.module(module), name, None) if file_of(spec, module).is_file() else None


@cache
def expanded(game: GameSpec, expansion: Expansion) -> GameSpec:
    """The spec of a game with an expansion."""
    package = f"{game.package}.{expansion.option}"
    return replace(game, package=package, turn_depth=expansion.turn_depth, greedy_depth=expansion.greedy_depth, expansions=(), base=game)


def chooses(game: GameSpec, expansion: Expansion, options: Mapping[str, Any]) -> bool:
    """Whether these options choose an expansion; a value that cannot be does not, and is refused where all options are read."""
    value = options.get(expansion.option, False)
    if isinstance(value, bool):
        return value
    option = next(option for option in game.option_set.options if option.name == expansion.option)
    try:
        return bool(option.read(value))
    except OptionError:
        return False


def file_in(folder: Path, module: str) -> Path:
    """The file of a module in a folder."""
    return folder.joinpath(*module.split(".")).with_suffix(".py")


def file_of(spec: GameSpec, module: str) -> Path:
    """The file of a module of the folder; what an expansion lacks is the game's."""
    own = file_in(spec.folder, module)
    return own if spec.base is None or own.is_file() else file_of(spec.base, module)


def check_spec(spec: GameSpec) -> list[str]:
    """What the folder of the game lacks, in plain words; an empty list when it is complete."""
    folder = (spec.base or spec).folder
    missing = [f"the file `{name}` is missing: {what}" for name, what in FILES.items() if not (folder / name).is_file()]
    for module, names in MODULES.items():
        if not file_of(spec, module).is_file():
            missing.append(
                f"the file `{file_of(spec, module).relative_to(spec.folder).as_posix()}` is missing: it gives {', '.join(f'`{name}`' for name in names)}"
            )
            continue
        loaded = spec.module(module)
        missing += [f"`{module}.py` lacks `{name}`: {what}" for name, what in names.items() if not hasattr(loaded, name)]
    if missing:
        return missing
    return check_state(spec) + check_words(spec) + check_golden(spec)


def check_state(spec: GameSpec) -> list[str]:
    """What is wrong with the record of a position, the spec and the options."""
    wrong = [f"STATE has no field `{name}`" for name in FIELDS if name not in (spec.dtype.names or ())]
    if spec.dtype.type is not np.record:
        wrong.append("STATE is not a record: make it with `ziggurat.kernel.record(…)`, so that attributes work uncompiled too")
    if (folder := (spec.base or spec).folder).name != spec.name:
        wrong.append(f"the folder is called `{folder.name}`, the game `{spec.name}`: the two must be the same")
    names = spec.option_set.names
    if "seats" not in names:
        return [*wrong, "OPTIONS has no option `seats`"]
    counts = next(option.choices for option in spec.option_set.options if option.name == "seats")
    if (min(counts), max(counts)) != spec.seats:
        wrong.append(f"the spec says {spec.seats[0]} to {spec.seats[1]} seats, the option `seats` {min(counts)} to {max(counts)}")
    return wrong + [f"`bench` of the spec names `{name}`, which is no option" for name, _ in spec.bench if name not in names]


def check_words(spec: GameSpec) -> list[str]:
    """Which words are missing, or differ between the languages in their keys or placeholders."""
    folder = (spec.base or spec).folder
    files = {language: json.loads((folder / "text" / f"{language}.json").read_text(encoding="utf-8")) for language in ("en", "fr")}
    wrong = [f"`text/{a}.json` has `{key}`, `text/{b}.json` has not" for a, b in (("en", "fr"), ("fr", "en")) for key in files[a].keys() - files[b].keys()]
    for key in files["en"].keys() & files["fr"].keys():
        placeholders = [set(re.findall(r"\{(\w+)[,}]", files[language][key])) for language in ("en", "fr")]
        if placeholders[0] != placeholders[1]:
            wrong.append(f"`{key}` has other placeholders in English ({sorted(placeholders[0])}) than in French ({sorted(placeholders[1])})")
    needed = ["game.name", "game.about", "help.moves", "score.total", *(f"score.{line.partition(':')[0]}" for line in spec.scoring.LINES)]
    needed += [f"option.{name}{about}" for name in spec.option_set.names for about in ("", ".about")]
    needed += [f"help.moves.{name}" for name in spec.own_options]
    named = [f"option.{option.name}.{show(value)}" for option in spec.option_set.options for value in option.choices]
    named += [f"preset.{name}" for name in spec.option_set.presets]
    needed += [f"{key}{about}" for key in named for about in ("", ".about")]
    wrong += [f"`text/en.json` lacks `{key}`" for key in dict.fromkeys(needed) if key not in files["en"]]
    return sorted(wrong)


def check_golden(spec: GameSpec) -> list[str]:
    """Which golden files are missing."""
    golden = (spec.base or spec).folder / "golden"
    wrong = [] if (golden / "perft.txt").is_file() else ["`golden/perft.txt` is missing: `./run golden` writes it"]
    return wrong + ([] if list(golden.glob("*.play")) else ["`golden/` holds no playthrough (`*.play`): `./run golden` writes them"])

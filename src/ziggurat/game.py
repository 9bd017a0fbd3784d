"""The friendly face of a game: moves in and out as text, copies, undo, views, records and pictures.

>>> import ziggurat
>>> game = ziggurat.new("amytis", seed=7)
>>> game.push(game.legal_moves[0])
>>> game.undo()
'a1>a1'
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ziggurat.bind import bind
from ziggurat.errors import DealError, GameError, GameOver, IllegalMove, InvalidMove, listed
from ziggurat.kernel import below, generator, rows_of
from ziggurat.options import Options
from ziggurat.registry import game_spec
from ziggurat.text import LANGUAGES, SEAT_NAMES, Words, player_names, words
from ziggurat.view import AnyChoice, BaseChoice, Frame, Gain, Sheet

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ziggurat.search.analyse import Analysis
    from ziggurat.spec import GameSpec
    from ziggurat.view_dicts import New

    ViewDict = TypeVar("ViewDict", default=Any)
else:
    from typing import TypeVar

    ViewDict = TypeVar("ViewDict")

KERNELS = "ziggurat.game_kernels"
PART = np.int32  # the type of the parts of moves in buffers
MOVE = np.int32  # the type of a move in buffers
SCORE = np.int32  # the type of scores and breakdowns in buffers
FIRST_STATES = 64
LOOKS = ("isometric", "top")
THEMES = ("light", "dark")
PREVIEW = generator("preview")  # imagines what is hidden before gains are found out; no gain depends on it
SOMEBODY = "\0"  # stands in a sentence where the name of a player will be


class Missing:
    """Stands where one of two JSON values has nothing."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()


class Game(Generic[ViewDict]):
    """One game being played: every position from the deal on, and the moves between them.

    What is asked of the present position (legal moves, their parts and gains) is found out once and kept until the next move.
    """

    def __init__(
        self,
        spec: GameSpec,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
    ) -> None:
        """A new game from a seed, from an explicit deal, or (neither given) from chance."""
        self.spec = spec
        self.seed = secrets.token_hex(16) if seed is None and deal is None else None if seed is None else str(seed)
        self.options = read_options(spec, options or {}, self.seed)
        self.seats: int = self.options["seats"]
        self.players = list(players or [])
        if self.players and len(self.players) != self.seats:
            raise GameError(f"{len(self.players)} players are named, but the game has {self.seats} seats")
        self.extra: dict[str, Any] = {}
        """Fields of a record that this program does not know; they are kept."""
        self.moves: list[str] = []
        self.ply = 0
        """How many decisions were taken."""
        self._codes: list[int] = []
        self._movers: list[int] = []
        self._kernels = bind(spec.name, KERNELS)
        self._hold(spec.blank(FIRST_STATES))
        spec.module("options").prepare(self._states[0], self.options)
        if self.seed is not None:
            spec.state.deal(self._states[0], generator(self.seed))
        if deal is not None:
            self._read_deal(deal)
        self._buffer = np.zeros(spec.rules.MAX_MOVES, MOVE)
        self._scratch: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None = None
        """Positions on which moves are tried, and their rows."""
        self._checked: tuple[int, str, int] | None = None
        """The ply, the text and the number of the move that was found to be legal last."""
        self._ahead: tuple[int, int, int] | None = None
        """The ply, the move whose position lies ready behind the present one (`peek`), and who is to move there, -1 when it is over."""
        self._forget()

    def _hold(self, states: np.ndarray[Any, Any]) -> None:
        """Keep the positions in this array from now on."""
        self._states, self._rows = states, rows_of(states)

    def _forget(self) -> None:
        """Forget what was found out about the present position: it is another one now."""
        self._legal: list[int] | None = None
        self._legal_array: np.ndarray[Any, Any] | None = None
        self._parts: list[list[int]] | None = None
        self._texts: list[str] | None = None
        self._gains: list[Gain] | None = None
        self._mover: int | None = None
        """The seat to move, -1 when the game is over; None until somebody asks."""

    def _read_deal(self, deal: Mapping[str, Any]) -> None:
        """Take the explicit deal; where there is a seed too, both must say the same."""
        dealt = self.deal if self.seed is not None else None
        self.spec.module("deals").read_deal(self._states[0], dict(deal))
        if dealt is not None and (place := first_difference(dealt, self.deal)):
            raise DealError(f"`deal{place[0]}` is {place[2]!r}, but the seed `{self.seed}` deals {place[1]!r}: remove one of the two")

    # --- the position ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record of the position."""
        return self._states[self.ply]

    @property
    def turn(self) -> int:
        """How many turns are complete."""
        return int(self._states["turn"][self.ply])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return (self._find_mover() if self._mover is None else self._mover) < 0

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        seat = self._find_mover() if self._mover is None else self._mover
        return None if seat < 0 else seat

    def _find_mover(self) -> int:
        """The seat whose decision it is; -1 when the game is over."""
        self._mover = -1 if self.spec.rules.is_over(self.state) else int(self._states["to_move"][self.ply])
        return self._mover

    @property
    def deal(self) -> dict[str, Any]:
        """The explicit deal."""
        deal: dict[str, Any] = self.spec.module("deals").write_deal(self._states[0])
        return deal

    @property
    def scores(self) -> list[int]:
        """The score of each seat if the game ended now."""
        out = np.zeros(self.seats, SCORE)
        self.spec.scoring.scores(self.state, out)
        scores: list[int] = out.tolist()
        return scores

    @property
    def ranks(self) -> list[int]:
        """1 + the number of seats that are strictly better after all tie-breaks."""
        out = np.zeros(self.seats, SCORE)
        self.spec.scoring.ranking(self.state, out)
        ranks: list[int] = out.tolist()
        return ranks

    @property
    def breakdown(self) -> list[dict[str, int]]:
        """For each seat the points by source; they add up to the score. Lines of single cards (`project:8`) appear when they count."""
        out = np.zeros((self.seats, len(self.spec.scoring.LINES)), SCORE)
        self._kernels.sheets(self._states, self.ply, out)
        return [shown_lines(self.spec, row) for row in out.tolist()]

    # --- moves -------------------------------------------------------------------------------------------------------

    def legal_codes(self) -> list[int]:
        """The legal moves as the rules number them."""
        return list(self._list_moves())

    def _list_moves(self) -> list[int]:
        """The legal moves, found out once for each position."""
        if self._legal is None:
            count = self._kernels.list_moves(self._states, self.ply, self._buffer)
            self._legal_array = self._buffer[:count].copy()
            self._legal = self._legal_array.tolist()
        return self._legal

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text."""
        return list(self._list_texts())

    def _list_texts(self) -> list[str]:
        """The legal moves as text, found out once for each position."""
        if self._texts is None:
            self._texts = self.spec.choices.texts(self._list_moves(), self.move_parts())
        return self._texts

    def move_parts(self) -> list[list[int]]:
        """The parts of each legal move as numbers, a column for each of the game's `PARTS`; found out once for each position."""
        if self._parts is None:
            codes = self._list_moves()
            out = np.zeros((len(codes), len(self.spec.choices.PARTS)), PART)
            self._kernels.list_parts(self._states, self.ply, self._legal_array, len(codes), out)
            self._parts = out.tolist()
        return self._parts

    def gains(self) -> list[Gain]:
        """What each legal move adds at once to the points of the seat to move, by source; found out once for each position.

        The hidden part of the position is imagined first: no gain can tell of it.
        """
        if self._gains is None:
            codes, sources = self._list_moves(), self.spec.choices.SOURCES
            if self._scratch is None:
                states = self.spec.blank(3)
                self._scratch = states, rows_of(states)
            states, rows = self._scratch
            states[0] = self._states[self.ply]
            out = np.zeros((len(codes) + 1, len(sources)), SCORE)
            self._kernels.list_gains(states, rows, self._legal_array, len(codes), int(self._states["to_move"][self.ply]), PREVIEW.copy(), out)
            self._gains = gains_of(out[: len(codes)], sources)
        return self._gains

    def choices(self, *, previews: bool = True) -> list[BaseChoice]:
        """The legal moves in parts (`Choice` of the game's `types.py`), with previews what each brings at once."""
        found: list[BaseChoice] = self.spec.choices.choices(self._list_texts(), self._list_moves(), self.move_parts(), self.gains() if previews else None)
        return found

    def choice(self, code: int) -> AnyChoice:
        """One legal move in parts, with what it brings at once."""
        place = self._list_moves().index(code)
        gains = [self.gains()[place]]
        found: list[AnyChoice] = self.spec.choices.choices([self._list_texts()[place]], [code], [self.move_parts()[place]], gains)
        return found[0]

    def points_of(self, seat: int) -> Gain:
        """The points by source to which the gains of a seat's moves are added; lines of single cards only when they count."""
        sources = self.spec.choices.SOURCES
        out = np.zeros(len(sources), SCORE)
        self.spec.choices.points(self.state, seat, out)
        return {line: n for line, n in zip(sources, out.tolist(), strict=True) if n or ":" not in line}

    @property
    def movers(self) -> list[int]:
        """The seat that took each decision so far."""
        return list(self._movers)

    def state_at(self, ply: int) -> Any:
        """The record of an earlier position; 0 is the deal."""
        return self._states[ply]

    def code(self, ply: int) -> int:
        """The decision taken at a ply, as the rules number it."""
        return self._codes[ply]

    def check(self, move: str) -> int:
        """The number of a legal move; raises InvalidMove, IllegalMove (with the reason) or GameOver."""
        if self.is_over:
            raise GameOver(f"`{move}`: the game is over after {self.ply} plies; `undo` takes moves back")
        if not isinstance(move, str):
            raise InvalidMove(f"{move!r} is not a move: a move is a text")
        if self._texts is not None and move in self._texts:  # as a view lists it: nothing needs to be read
            self._checked = (self.ply, move, self._list_moves()[self._texts.index(move)])
            return self._checked[2]
        code: int = self.spec.moves.from_text(self.state, move)
        text: str = self.spec.moves.to_text(self.state, code)
        if code not in self._list_moves():
            raise IllegalMove(f"`{text}` is not legal at ply {self.ply}: {self.reason(code)}\n{self}")
        self._checked = (self.ply, text, code)
        return code

    def spelled(self, move: str) -> str:
        """A legal move in its one spelling; raises as `check` does."""
        self.check(move)
        assert self._checked is not None
        return self._checked[1]

    def push(self, move: str) -> None:
        """Play a move; raises InvalidMove, IllegalMove (with the reason) or GameOver, and then nothing has changed."""
        self.push_unchecked(self.check(move))

    def push_unchecked(self, code: int) -> None:
        """Play a move given as its number, without asking whether it is legal."""
        ply = self.ply
        self.peek(code)
        text = self._checked[1] if self._checked is not None and self._checked[::2] == (ply, code) else self.spec.moves.to_text(self.state, code)
        assert self._ahead is not None
        mover = self._ahead[2]
        self._movers.append(int(self._states["to_move"][ply]))
        self.moves.append(text)
        self._codes.append(code)
        self.ply = ply + 1
        self._forget()
        self._mover = mover

    def push_recorded(self, move: str) -> None:
        """Play a move that was checked when it was made: by `check` just now, or before it was written down."""
        self.push_unchecked(self.code_of(move))

    def code_of(self, move: str) -> int:
        """The number of a move that is known to be legal here."""
        if self._checked is not None and self._checked[:2] == (self.ply, move):
            return self._checked[2]
        code: int = self.spec.moves.from_text(self.state, move)
        return code

    def peek(self, code: int) -> tuple[bool, int]:
        """Whether the game would be over after a legal move, and who would be to move; nothing changes."""
        ply = self.ply
        if self._ahead is None or self._ahead[:2] != (ply, code):
            if ply + 1 == len(self._states):
                self._hold(np.concatenate([self._states, self.spec.blank(len(self._states))]))
            self._ahead = (ply, code, int(self._kernels.step(self._states, self._rows, ply, code)))
        return self._ahead[2] < 0, self._ahead[2]

    def undo(self) -> str:
        """Take the last move back; returns it."""
        if not self.moves:
            raise GameError("there is no move to take back")
        self.ply -= 1
        self._codes.pop()
        self._movers.pop()
        self._ahead = self._checked = None
        self._forget()
        return self.moves.pop()

    def reason(self, code: int, language: str = "en") -> str:
        """Why a move is illegal here, in words."""
        key, values = self.spec.moves.why_not(self.state, code)
        return self.sentence(key, values, language)

    def log(self, language: str = "en", since: int = 0, seat: int | None = None) -> list[list[str]]:
        """What happened at each ply from `since` on, in sentences, as a seat (None: a spectator) hears it."""
        told = []
        for ply in range(since, self.ply):
            tellings = self.spec.moves.tell(self._states[ply], self._codes[ply], self._states[ply + 1], seat)
            told.append([self.sentence(key, values, language) for key, values in tellings])
        return told

    def sentence(self, key: str, values: Mapping[str, str | int], language: str = "en") -> str:
        """The words of a key, with seats as names and `=key` values as words."""
        if language not in LANGUAGES:
            raise GameError(f"there is no language `{language}`: choose one of {listed(LANGUAGES)}")
        player = values.get("player")
        if not isinstance(player, int):
            return told(self.spec.name, language, key, tuple(values.items()))
        others = tuple([item for item in values.items() if item[0] != "player"])
        return told(self.spec.name, language, key, (*others, ("player", SOMEBODY))).replace(SOMEBODY, self.name_of(player, language))

    def name_of(self, seat: int, language: str = "en") -> str:
        """The player on a seat, or the seat itself."""
        named = names_of(self.spec.name, language, tuple(self.players))[seat] if self.players else ""
        return named or self.words(language)(SEAT_NAMES[seat])

    def words(self, language: str = "en") -> Words:
        """The words of this game in a language."""
        if language not in LANGUAGES:
            raise GameError(f"there is no language `{language}`: choose one of {listed(LANGUAGES)}")
        return words(self.spec.name, language)

    def copy(self) -> Game[ViewDict]:
        """A game of its own at the same position, with its whole past."""
        other: Game[ViewDict] = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.options, other.extra = dict(self.options), dict(self.extra)
        other.players, other.moves, other._codes, other._movers = list(self.players), list(self.moves), list(self._codes), list(self._movers)
        other._hold(self._states.copy())
        other._buffer, other._scratch = self._buffer.copy(), None
        return other

    # --- what others see ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> ViewDict:
        """Everything the seat may see (None: a spectator), as one JSON object of plain dicts and lists."""
        view: ViewDict = msgspec.to_builtins(self.typed_view(seat))
        return view

    def typed_view(self, seat: int | None = None, *, helps: bool = True) -> Any:
        """The same as the `View` of the game's `types.py`; without `helps`, nothing that only helps to plan (`HELP` of the game's `visibility.py`)."""
        if seat is not None and not 0 <= seat < self.seats:
            raise GameError(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        to_move = self.to_move
        legal = self._list_texts() if seat is not None and seat == to_move else []
        log = self.spec.visibility.hide_log(self.state, self.moves, self._movers, seat)
        frame = Frame(self.options, seat, self.ply, to_move, to_move is None, legal, log, self.movers)
        if helps or not hasattr(self.spec.visibility, "HELP"):
            return self.spec.visibility.view(self.state, seat, frame, self.sheets)
        return self.spec.visibility.view(self.state, seat, frame, self.sheets, helps=False)

    @property
    def sheets(self) -> list[Sheet]:
        """For each seat the score, where it comes from, the rank once the game is over, and the name."""
        ranks = self.ranks if self.is_over else [None] * self.seats
        names: Sequence[str | UnsetType] = self.players or [UNSET] * self.seats
        return [Sheet(sum(lines.values()), lines, rank, name) for lines, rank, name in zip(self.breakdown, ranks, names, strict=True)]

    def svg(self, seat: int | None = None, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
        """The picture of what a seat sees: `theme="dark"`, `look="top"`, `language="fr"`."""
        for value, known in ((theme, THEMES), (look, LOOKS), (language, LANGUAGES)):
            if value not in known:
                raise GameError(f"a picture cannot be `{value}`: choose one of {listed(known)}")
        view = self.typed_view(self.to_move if seat is None and not self.spec.secrets else seat)
        picture: str = self.spec.module("pictures.draw").svg(view, theme=theme, look=look, language=language)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def board(self, language: str = "en", seat: int | None = None) -> Any:
        """The table as coloured text (`rich.text.Text`)."""
        return self.spec.module("terminal").board(self.typed_view(seat), self.words(language))

    def __str__(self) -> str:
        return str(self.board())

    def __repr__(self) -> str:
        given: dict[str, Any] = {"seed": self.seed} if self.seed is not None else {"deal": self.deal}
        given |= {name: value for name, value in self.options.items() if value != self.spec.option_set.defaults[name]}
        if self.players:
            given["players"] = self.players
        if self.moves:
            given["moves"] = " ".join(self.moves)
        return f"ziggurat.new({self.spec.name!r}, {', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def analyse(self, *, ms: int | None = None, sims: int | None = None, seed: str = "analyse") -> Analysis:
        """What a search expects of this position and of its best moves, as the seat to move sees it; half a second if nothing is said."""
        from ziggurat.search.analyse import analyse_position  # the one import that points upwards: see tests/test_layers.py

        return analyse_position(self, sims=sims, ms=500 if ms is None and sims is None else ms, seed=seed)

    # --- as a record -------------------------------------------------------------------------------------------------

    def result(self) -> dict[str, Any] | None:
        """Scores, ranks and breakdown of a finished game."""
        if not self.is_over:
            return None
        more: dict[str, Any] = msgspec.to_builtins(self.spec.visibility.result(self.state)) if hasattr(self.spec.visibility, "result") else {}
        return {"scores": self.scores, "ranks": self.ranks, "breakdown": self.breakdown, **more}

    def record(self) -> dict[str, Any]:
        """The game as one JSON object that replays to the same position (`docs/reference/records.md`)."""
        record: dict[str, Any] = {
            "ziggurat": 1,
            "game": self.spec.name,
            "rules": self.spec.version,
            "options": dict(self.options),
            "deal": {**({} if self.seed is None else {"seed": self.seed}), **self.deal},
            "players": self.players or [f"seat {seat}" for seat in range(self.seats)],
            "moves": list(self.moves),
        }
        if (result := self.result()) is not None:
            record["result"] = result
        return record | self.extra


@lru_cache(maxsize=20_000)
def told(game: str, language: str, key: str, values: tuple[tuple[str, str | int], ...]) -> str:
    """A sentence of a game; the same ones are told again and again, about other players."""
    speak = words(game, language)
    return speak(key, **{name: speak(value[1:]) if isinstance(value, str) and value.startswith("=") else value for name, value in values})


@lru_cache(maxsize=10_000)
def names_of(game: str, language: str, players: tuple[str, ...]) -> list[str]:
    """The players as people say them."""
    return player_names(players, words(game, language))


def new_game(
    game: str,
    *,
    seed: str | int | None = None,
    deal: Mapping[str, Any] | None = None,
    players: Iterable[str] | None = None,
    moves: str | Iterable[str] = (),
    **options: Any,
) -> Game:
    """A new game: `new("amytis", seed=7, sides="AABABA")`; `moves` are played at once."""
    made: Game = Game(game_spec(game), options, seed=seed, deal=deal, players=players)
    for move in moves.split() if isinstance(moves, str) else moves:
        made.push(move)
    return made


new: New = new_game  # the name of a game tells the type of its views


def shown_lines(spec: GameSpec, points: list[int]) -> dict[str, int]:
    """The points by source; lines of single cards (`project:8`) only when they count."""
    return {line: n for line, n in zip(spec.scoring.LINES, points, strict=True) if n or ":" not in line}


def breakdown_of(spec: GameSpec, state: Any, seats: int) -> list[dict[str, int]]:
    """For each seat the points by source in a position."""
    out = np.zeros(len(spec.scoring.LINES), SCORE)
    sheets = []
    for seat in range(seats):
        spec.scoring.breakdown(state, seat, out)
        sheets.append(shown_lines(spec, out.tolist()))
    return sheets


def gain_between(spec: GameSpec, before: Any, after: Any, seat: int) -> Gain:
    """What a move adds to the points of a seat, by source: `after` is the position that it leads to."""
    kernels, sources = bind(spec.name, KERNELS), spec.choices.SOURCES
    points = np.zeros((2, len(sources)), SCORE)
    kernels.points(before, seat, points[0])
    kernels.points_after(before, after, seat, points[1])
    return gains_of(points[1:] - points[:1], sources)[0]


def gains_of(points: np.ndarray[Any, Any], sources: tuple[str, ...]) -> list[Gain]:
    """Each row as points by source, without what came to nothing."""
    found: list[Gain] = [{} for _ in range(len(points))]
    rows, columns = np.nonzero(points)
    for row, column, n in zip(rows.tolist(), columns.tolist(), points[rows, columns].tolist(), strict=True):
        found[row][sources[column]] = n
    return found


def read_options(spec: GameSpec, given: Mapping[str, Any], seed: str | None) -> Options:
    """The options in full; what is `random` is drawn from a generator of its own, named after the seed."""
    options = spec.option_set.read(given)
    return spec.option_set.resolve(options, drawing(f"{seed if seed is not None else secrets.token_hex(16)}/options"))


def drawing(seed: str) -> Callable[[int], int]:
    """A function that draws below n from the generator of this seed."""
    rng = generator(seed)
    return lambda n: int(below(rng, n))


def first_difference(one: Any, other: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Where two JSON values differ first, and what stands there in each."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{place}.{key}", one.get(key, MISSING), other.get(key, MISSING)) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{place}[{index}]", a, b) for index, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return None if one == other else (place, one, other)
    return next((found for where, a, b in pairs if (found := first_difference(a, b, where))), None)

"""The friendly face of a game: moves in and out as text, copies, undo, views, records and pictures.

>>> import ziggurat
>>> game = ziggurat.new("amytis", seed=7)
>>> game.push(game.legal_moves[0])
>>> game.undo()
'a1>a1'
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.errors import DealError, GameError, GameOver, IllegalMove, InvalidMove, listed
from ziggurat.kernel import below, generator
from ziggurat.options import Options
from ziggurat.registry import game_spec
from ziggurat.text import LANGUAGES, SEAT_NAMES, Words, player_names, words

if TYPE_CHECKING:
    from ziggurat.search.analyse import Analysis
    from ziggurat.spec import GameSpec

MOVE = np.int32  # the type of a move in buffers
SCORE = np.int32  # the type of scores and breakdowns in buffers
FIRST_STATES = 64
LOOKS = ("isometric", "top")
THEMES = ("light", "dark")
SOMEBODY = "\0"  # stands in a sentence where the name of a player will be


class Missing:
    """Stands where one of two JSON values has nothing."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()


class Game:
    """One game being played: every position from the deal on, and the moves between them."""

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
        self._codes: list[int] = []
        self._states = spec.blank(FIRST_STATES)
        spec.module("options").prepare(self._states[0], self.options)
        if self.seed is not None:
            spec.state.deal(self._states[0], generator(self.seed))
        if deal is not None:
            self._read_deal(deal)
        self._buffer = np.zeros(spec.rules.MAX_MOVES, MOVE)
        self._legal: list[str] | None = None
        self._is_over: bool | None = None
        self._to_move: int | None = None
        self._ahead: tuple[int, int] | None = None
        """The ply and the move whose position lies ready behind the present one (`peek`)."""

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
    def ply(self) -> int:
        """How many decisions were taken."""
        return len(self.moves)

    @property
    def turn(self) -> int:
        """How many turns are complete."""
        return int(self.state["turn"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self._is_over is None:
            self._is_over = bool(self.spec.rules.is_over(self.state))
        return self._is_over

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        if self._to_move is None and not self.is_over:
            self._to_move = int(self.state["to_move"])
        return self._to_move

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
        return breakdown_of(self.spec, self.state, self.seats)

    # --- moves -------------------------------------------------------------------------------------------------------

    def legal_codes(self) -> list[int]:
        """The legal moves as the rules number them."""
        count = self.spec.rules.legal_moves(self.state, self._buffer)
        codes: list[int] = self._buffer[:count].tolist()
        return codes

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text."""
        if self._legal is None:
            state, to_text = self.state, self.spec.moves.to_text
            self._legal = [to_text(state, code) for code in self.legal_codes()]
        return list(self._legal)

    @property
    def movers(self) -> list[int]:
        """The seat that took each decision so far."""
        movers: list[int] = self._states["to_move"][: self.ply].tolist()
        return movers

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
        code: int = self.spec.moves.from_text(self.state, move)
        if code not in self.legal_codes():
            raise IllegalMove(f"`{self.spec.moves.to_text(self.state, code)}` is not legal at ply {self.ply}: {self.reason(code)}\n{self}")
        return code

    def push(self, move: str) -> None:
        """Play a move; raises InvalidMove, IllegalMove (with the reason) or GameOver, and then nothing has changed."""
        self.push_unchecked(self.check(move))

    def push_unchecked(self, code: int) -> None:
        """Play a move given as its number, without asking whether it is legal."""
        ply = self.ply
        if self._ahead != (ply, code):
            self.peek(code)
        self.moves.append(self.spec.moves.to_text(self._states[ply], code))
        self._codes.append(code)
        self._moved()

    def peek(self, code: int) -> tuple[bool, int]:
        """Whether the game would be over after a legal move, and who would be to move; nothing changes."""
        ply = self.ply
        if ply + 1 == len(self._states):
            self._states = np.concatenate([self._states, self.spec.blank(len(self._states))])
        self._states[ply + 1] = self._states[ply]
        ahead = self._states[ply + 1]
        self.spec.rules.apply(ahead, code)
        self._ahead = (ply, code)
        return bool(self.spec.rules.is_over(ahead)), int(ahead["to_move"])

    def _moved(self) -> None:
        """Forget what was known of the position before."""
        self._legal = self._is_over = self._to_move = self._ahead = None

    def undo(self) -> str:
        """Take the last move back; returns it."""
        if not self.moves:
            raise GameError("there is no move to take back")
        self._codes.pop()
        self._moved()
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

    def sentence(self, key: str, values: Mapping[str, Any], language: str = "en") -> str:
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
        words = self.words(language)
        return player_names(self.players, words)[seat] if self.players else words(SEAT_NAMES[seat])

    def words(self, language: str = "en") -> Words:
        """The words of this game in a language."""
        if language not in LANGUAGES:
            raise GameError(f"there is no language `{language}`: choose one of {listed(LANGUAGES)}")
        return words(self.spec.name, language)

    def copy(self) -> Game:
        """A game of its own at the same position, with its whole past."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.options, other.extra = dict(self.options), dict(self.extra)
        other.players, other.moves, other._codes = list(self.players), list(self.moves), list(self._codes)
        other._states, other._buffer = self._states.copy(), self._buffer.copy()
        return other

    # --- what others see ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Everything the seat may see (None: a spectator), as one JSON object."""
        if seat is not None and not 0 <= seat < self.seats:
            raise GameError(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        seen = self.spec.sight.view(self.state, seat)
        view = {
            "game": self.spec.name,
            "options": dict(self.options),
            "seat": seat,
            "ply": self.ply,
            "to_move": self.to_move,
            "over": self.is_over,
            "legal": self.legal_moves if seat is not None and seat == self.to_move else [],
            "log": self.spec.sight.hide_log(self.state, self.moves, self.movers, seat),
            "movers": self.movers,
            **seen,
        }
        if "score" not in view["seats"][0]:
            for sheet, lines in zip(view["seats"], self.breakdown, strict=True):
                sheet |= {"score": sum(lines.values()), "breakdown": lines}
        ranks = self.ranks if self.is_over else [None] * self.seats
        for place, sheet in enumerate(view["seats"]):
            sheet["rank"] = ranks[place]
            if self.players:
                sheet["name"] = self.players[place]
        return view

    def svg(self, seat: int | None = None, *, theme: str = "light", look: str = "isometric", language: str = "en") -> str:
        """The picture of what a seat sees: `theme="dark"`, `look="top"`, `language="fr"`."""
        for value, known in ((theme, THEMES), (look, LOOKS), (language, LANGUAGES)):
            if value not in known:
                raise GameError(f"a picture cannot be `{value}`: choose one of {listed(known)}")
        view = self.view(self.to_move if seat is None and not self.spec.secrets else seat)
        picture: str = self.spec.module("draw").svg(view, theme=theme, look=look, language=language)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def board(self, language: str = "en", seat: int | None = None) -> Any:
        """The table as coloured text (`rich.text.Text`)."""
        return self.spec.module("terminal").board(self.view(seat), self.words(language))

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
        more = self.spec.sight.result(self.state) if hasattr(self.spec.sight, "result") else {}
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
def told(game: str, language: str, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """A sentence of a game; the same ones are told again and again, about other players."""
    speak = words(game, language)
    return speak(key, **{name: speak(value[1:]) if isinstance(value, str) and value.startswith("=") else value for name, value in values})


def new(
    game: str,
    *,
    seed: str | int | None = None,
    deal: Mapping[str, Any] | None = None,
    players: Iterable[str] | None = None,
    moves: str | Iterable[str] = (),
    **options: Any,
) -> Game:
    """A new game: `new("amytis", seed=7, sides="AABABA")`; `moves` are played at once."""
    made = Game(game_spec(game), options, seed=seed, deal=deal, players=players)
    for move in moves.split() if isinstance(moves, str) else moves:
        made.push(move)
    return made


def breakdown_of(spec: GameSpec, state: Any, seats: int) -> list[dict[str, int]]:
    """For each seat the points by source in a position; lines of single cards (`project:8`) only when they count."""
    out = np.zeros(len(spec.scoring.LINES), SCORE)
    sheets = []
    for seat in range(seats):
        spec.scoring.breakdown(state, seat, out)
        sheets.append({line: points for line, points in zip(spec.scoring.LINES, out.tolist(), strict=True) if points or ":" not in line})
    return sheets


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

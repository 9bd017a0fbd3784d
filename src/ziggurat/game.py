"""One game for people and programs: moves in and out as text or as numbers, copies, undo, views, records and pictures.

>>> import ziggurat
>>> game = ziggurat.new("amytis", seed=7)
>>> game.push(game.legal_moves[0])
>>> game.undo()
'a1>a1'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ziggurat.errors import GameError, GameOver, IllegalMove, InvalidMove, listed
from ziggurat.kernel import NONE, generator, rows_of
from ziggurat.line_of_play import MOVE, SCORE, LineOfPlay, breakdown_of, drawing, gain_between, gains_of, read_options
from ziggurat.registry import game_spec
from ziggurat.text import LANGUAGES, SEAT_NAMES, Words, player_names, words
from ziggurat.view import AnyChoice, BaseChoice, Frame, Gain, Sheet

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ziggurat.search.analyse import Analysis
    from ziggurat.view_dicts import New

    ViewDict = TypeVar("ViewDict", default=Any)
else:
    from typing import TypeVar

    ViewDict = TypeVar("ViewDict")

__all__ = ["LOOKS", "MOVE", "SCORE", "THEMES", "Game", "breakdown_of", "drawing", "gain_between", "new", "new_game", "read_options"]

PART = np.int32  # the type of the parts of moves in buffers
LOOKS = ("isometric", "top")
THEMES = ("light", "dark")
SOMEBODY = "\0"  # stands in a cached sentence where the name of a player will be
PREVIEW = generator("preview")  # imagines what is hidden before gains are computed; no gain depends on it


class Game(LineOfPlay, Generic[ViewDict]):
    """One game being played: every position from the deal on, and the moves between them.

    What is computed for the present position (legal moves, their parts and gains) stays until the next move.
    """

    def _clear(self) -> None:
        super()._clear()
        self._played: list[str] = []
        """The moves so far as text, as far as somebody needed them."""
        self._checked: tuple[int, str, int] | None = None
        """The ply, the text and the number of the move that `check` saw last."""
        self._scratch: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None = None
        """Positions on which moves are tried, and their rows."""

    def _forget(self) -> None:
        super()._forget()
        self._parts: list[list[int]] | None = None
        self._texts: list[str] | None = None
        self._gains: list[Gain] | None = None

    def _sibling(self, states: int) -> Self:
        other = super()._sibling(states)
        other._played, other._scratch = list(self._played), None
        return other

    def _step(self, code: int) -> bool:
        ply, checked = self.ply, self._checked
        if not super()._step(code):
            return False
        if checked is not None and checked[0] == ply and checked[2] == code and len(self._played) == ply:
            self._played.append(checked[1])
        return True

    # --- moves -------------------------------------------------------------------------------------------------------

    @property
    def moves(self) -> list[str]:
        """The moves so far, as text: a copy."""
        return list(self._list_played())

    def _list_played(self) -> list[str]:
        """The moves so far as text; each is written when it is first needed."""
        for ply in range(len(self._played), self.ply):
            self._played.append(self.spec.move_text.to_text(self._states[ply], self._codes[ply]))
        return self._played

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text: a copy."""
        return list(self._list_texts())

    def _list_texts(self) -> list[str]:
        """The legal moves as text, written once for each position."""
        if self._texts is None:
            self._texts = self.spec.choices.texts(self.state, self._list_moves())
        return self._texts

    def move_parts(self) -> list[list[int]]:
        """The parts of each legal move as numbers, a column for each of the game's `PARTS`; computed once for each position."""
        if self._parts is None:
            codes = self._list_moves()
            out = np.zeros((len(codes), len(self.spec.choices.PARTS)), PART)
            self._kernels.list_parts(self._states, self.ply, self._legal_array, len(codes), out)
            self._parts = out.tolist()
        return self._parts

    def gains(self) -> list[Gain]:
        """What each legal move adds at once to the points of the seat to move, by source; computed once for each position.

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
        choices: list[BaseChoice] = self.spec.choices.choices(self._list_texts(), self._list_moves(), self.move_parts(), self.gains() if previews else None)
        return choices

    def choice(self, code: int) -> AnyChoice:
        """One legal move in parts, with what it brings at once."""
        if code not in self._list_moves():
            raise self._refusal(code)
        place = self._list_moves().index(code)
        gains = [self.gains()[place]]
        choices: list[AnyChoice] = self.spec.choices.choices([self._list_texts()[place]], [code], [self.move_parts()[place]], gains)
        return choices[0]

    def points_of(self, seat: int) -> Gain:
        """The points by source to which the gains of a seat's moves are added; lines of single cards only when they count."""
        self._check_seat(NONE if seat is None else seat)  # a spectator has none
        sources = self.spec.choices.SOURCES
        out = np.zeros(len(sources), SCORE)
        self.spec.choices.points(self.state, seat, out)
        return {line: n for line, n in zip(sources, out.tolist(), strict=True) if n or ":" not in line}

    def check(self, move: str) -> int:
        """The number of a legal move; raises InvalidMove, IllegalMove (with the reason) or GameOver."""
        if self.is_over:
            raise GameOver(f"`{move}`: the game is over after {self.ply} plies; `undo` takes moves back")
        if not isinstance(move, str):
            raise InvalidMove(f"{move!r} is not a move: a move is a text, or for `push_code` a number")
        if self._texts is not None and move in self._texts:  # as a view lists it: nothing needs to be read
            self._checked = (self.ply, move, self._list_moves()[self._texts.index(move)])
            return self._checked[2]
        code: int = self.spec.move_text.from_text(self.state, move)
        if code not in self._list_moves():
            raise self._refusal(code, move)
        self._checked = (self.ply, self.spec.move_text.to_text(self.state, code), code)
        return code

    def spelled(self, move: str) -> str:
        """A legal move in its one spelling; raises as `check` does."""
        self.check(move)
        assert self._checked is not None
        return self._checked[1]

    def push(self, move: str | SupportsIndex) -> None:
        """Play a move, a text or the number of one; raises InvalidMove, IllegalMove (with the reason) or GameOver, and then nothing has changed."""
        if not isinstance(move, str):
            self.push_code(move)
            return
        self._step(self.check(move))

    def push_code(self, code: SupportsIndex) -> None:
        """Play a move given as its number; raises InvalidMove, IllegalMove (with the reason) or GameOver, and then nothing has changed.

        >>> import ziggurat
        >>> game = ziggurat.new("amytis", seed=7)
        >>> game.push_code(game.legal_codes()[5])
        >>> game.moves, game.num_actions
        (['a1>c2'], 94)
        """
        number = self._read_code(code)
        if not self._step(number):
            raise self._refusal(number)

    def push_unchecked(self, code: SupportsIndex) -> None:
        """Play a move given as its number that is known to be legal, say from `legal_codes` or a bot.

        Nothing is explained: a number that is none of a move, or of one that is not legal here, is refused by a plain InvalidMove or IllegalMove. The
        rules never see it, so nothing can hang or crash, and nothing has changed.
        """
        if not self._step(self._read_code(code)):
            raise IllegalMove(f"the move with the number {code} is not legal at ply {self.ply}")

    def text_of(self, code: int, typed: str = "") -> str:
        """A move, legal or not, in its one spelling; what has none here, as a tile far from the city, as it was typed."""
        text: str = self.spec.move_text.to_text(self.state, code)
        return typed.strip() if typed and "?" in text else text

    def _read_code(self, code: SupportsIndex) -> int:
        """The number of a move, which it need not be possible to play; raises InvalidMove."""
        try:
            number = index(code)
        except TypeError:
            number = None
        if number is None or isinstance(code, bool):
            raise InvalidMove(f"{code!r} is not a move: a move is a text, or for `push_code` a number")
        if not 0 <= number < self.num_actions:
            raise InvalidMove(f"{number} is the number of no move: those of `{self.spec.name}` go from 0 to {self.num_actions - 1}")
        return number

    def _refusal(self, code: int, typed: str = "") -> GameError:
        """The error for a move that is not legal: the reason, and the position as text."""
        text = self.text_of(code, typed)
        if self.is_over:
            return GameOver(f"`{text}`: the game is over after {self.ply} plies; `undo` takes moves back")
        return IllegalMove(f"`{text}` is not legal at ply {self.ply}: {self.reason(code)}\n{self}")

    def push_recorded(self, move: str) -> None:
        """Play a move that was checked when it was made: by `check` just now, or before it was written down."""
        self.push_unchecked(self.code_of(move))

    def code_of(self, move: str) -> int:
        """The number of a move that is known to be legal here."""
        if self._checked is not None and self._checked[:2] == (self.ply, move):
            return self._checked[2]
        code: int = self.spec.move_text.from_text(self.state, move)
        return code

    def peek(self, code: int) -> tuple[bool, int]:
        """Whether the game would be over after a legal move, and who would be to move; nothing changes."""
        mover = self._look_ahead(self._read_code(code))
        if mover < -1:
            raise self._refusal(code)
        return mover < 0, mover

    def undo(self) -> str:
        """Take the last move back; returns it."""
        if not self.ply:
            raise GameError("there is no move to take back")
        move = self._list_played().pop()
        self._step_back()
        self._checked = None
        return move

    def reason(self, code: int, language: str = "en") -> str:
        """Why a move is illegal here, in words."""
        key, values = self.spec.move_text.why_not(self.state, code)
        return self.sentence(key, values, language)

    # --- words -------------------------------------------------------------------------------------------------------

    def log(self, language: str = "en", since: int = 0, seat: int | None = None) -> list[list[str]]:
        """What happened at each ply from `since` on, in sentences, without what the seat (None: a spectator) may not know."""
        self._check_seat(seat)
        check_language(language)
        sentences = []
        for ply in range(max(since, 0), self.ply):
            tellings = self.spec.move_text.tell(self._states[ply], self._codes[ply], self._states[ply + 1], seat)
            sentences.append([self.sentence(key, values, language) for key, values in tellings])
        return sentences

    def sentence(self, key: str, values: Mapping[str, str | int], language: str = "en") -> str:
        """The words of a key, with seats as names and `=key` values as words."""
        return sentence_of(self.spec.name, language, key, values, tuple(self.players))

    def name_of(self, seat: int, language: str = "en") -> str:
        """The player on a seat, or the seat itself."""
        self._check_seat(seat)
        return name_of_seat(self.spec.name, language, tuple(self.players), seat)

    def words(self, language: str = "en") -> Words:
        """The words of this game in a language."""
        return words_of(self.spec.name, language)

    # --- what others see ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> ViewDict:
        """Everything the seat may see (None: a spectator), as one JSON object of plain dicts and lists."""
        view: ViewDict = msgspec.to_builtins(self.typed_view(seat))
        return view

    def typed_view(self, seat: int | None = None, *, helps: bool = True) -> Any:
        """The same as the `View` of the game's `types.py`; without `helps`, nothing that only helps to plan (`HELP` of the game's `visibility.py`)."""
        self._check_seat(seat)
        to_move = self.to_move
        legal = self._list_texts() if seat is not None and seat == to_move else []
        log = self.spec.visibility.hide_log(self.state, self._list_played(), self._movers, seat)
        frame = Frame(self._options, seat, self.ply, to_move, to_move is None, legal, log, self.movers)
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
        given |= {name: value for name, value in self._options.items() if value != self.spec.option_set.defaults[name]}
        if self.players:
            given["players"] = self.players
        if self.ply:
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
            "options": self.options,
            "deal": {**({} if self.seed is None else {"seed": self.seed}), **self.deal},
            "players": list(self.players) or [f"seat {seat}" for seat in range(self.seats)],
            "moves": self.moves,
        }
        if (result := self.result()) is not None:
            record["result"] = result
        return record | self.extra


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
    if not isinstance(moves, Iterable):
        raise GameError(f"`moves` is {moves!r}: write a text with spaces between the moves, or a list")
    for move in moves.split() if isinstance(moves, str) else moves:
        made.push(move)
    return made


new: New = new_game  # the name of a game tells the type of its views


# --- sentences ------------------------------------------------------------------------------------------------------


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

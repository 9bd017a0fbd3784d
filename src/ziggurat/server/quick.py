"""The game of a table: a `Game` whose kernels are called with the whole array of positions, and whose answers are kept until the next move.

Handing one record to a kernel costs 4 µs, an array and a place 0.5 µs; a table asks five times at every move.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np

from ziggurat.game import SCORE, SOMEBODY, Game, told
from ziggurat.kernel import rows_of
from ziggurat.registry import game_spec
from ziggurat.search.bind import bind
from ziggurat.spec import GameSpec

encode = msgspec.json.Encoder().encode


@cache
def lines_of(game: str) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The lines of the breakdown that always stand there, and those of single cards, with their places."""
    lines = list(enumerate(game_spec(game).scoring.LINES))
    return [(line, place) for place, line in lines if ":" not in line], [(line, place) for place, line in lines if ":" in line]


class Ink:
    """How a game writes its views as JSON, and the buffers for it."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.out = np.zeros(module.LONGEST, np.uint8)
        self.ends = np.zeros(module.SEATS, np.int64)
        self.lines = np.zeros((module.SEATS, len(module.LINES)), SCORE)
        self.rows = np.zeros((module.MOST_TOLD, 4), np.int64)
        self.told: dict[tuple[str, int, int, int], str] = {}
        """Sentences of logs, but for the player's name: they are the same at every table."""

    def sentence(self, game: str, key: tuple[str, int, int, int]) -> str:
        """A sentence, with `SOMEBODY` for the player."""
        language, *numbers = key
        name, values = self.module.telling(*numbers)
        self.told[key] = text = told(game, language, name, (*values.items(), ("player", SOMEBODY)))
        return text


INKS: dict[str, Ink] = {}
"""The games whose ink is ready; it takes as long to compile as the rules, and a table does without."""
ink_of = INKS.get


def load_ink(spec: GameSpec) -> None:
    """Make the ink of a game ready that has some (`ink.py` in its folder): one without secrets, for one number of seats."""
    if (spec.folder / "ink.py").is_file() and spec.name not in INKS:
        ink, game = Ink(spec.module("ink")), QuickGame(spec, seed="ink")
        game.push_unchecked(game.legal_codes()[0])
        ink.module.write_view(game._states, 1, ink.out, ink.ends, ink.lines)
        ink.module.write_told(game._states, 0, game.code(0), ink.rows)
        INKS[spec.name] = ink


class QuickGame(Game):
    """A game that answers a table quickly; it says the same as `Game`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """A new game, as `Game` makes it."""
        super().__init__(*given, **named)
        self._names: dict[str, list[str]] = {}
        """The players, for each language."""

    def legal_codes(self) -> list[int]:
        """The legal moves as the rules number them."""
        ply = len(self.moves)
        if self._codes_at != ply:
            count = bind(self.spec.name, "table").list_moves(self._states, ply, self._buffer)
            self._legal_now, self._codes_at = self._buffer[:count].tolist(), ply
        return self._legal_now

    _legal_now: list[int] = []
    _codes_at = -1

    def peek(self, code: int) -> tuple[bool, int]:
        """Whether the game would be over after a legal move, and who would be to move; nothing changes."""
        ply = len(self.moves)
        if ply + 1 == len(self._states):
            self._states = np.concatenate([self._states, self.spec.blank(len(self._states))])
        if self._lies_in is not self._states:
            self._lies_in, self._rows, self._turns = self._states, rows_of(self._states), self._states["turn"]
        mover = int(bind(self.spec.name, "table").step(self._states, self._rows, ply, code))
        self._ahead, self._mover_ahead = (ply, code), mover
        return mover < 0, mover

    _mover_ahead = 0
    _lies_in: Any = None
    _rows: Any = None
    _turns: Any = None

    def push_unchecked(self, code: int) -> None:
        """Play a move given as its number; what `peek` found out is kept."""
        if self._ahead != (len(self.moves), code):
            self.peek(code)
        super().push_unchecked(code)
        self._is_over = self._mover_ahead < 0
        self._to_move = None if self._is_over else self._mover_ahead

    def _moved(self) -> None:
        """Forget what was known of the position before."""
        super()._moved()
        self._codes_at = self._inked_at = -1

    @property
    def breakdown(self) -> list[dict[str, int]]:
        """For each seat the points by source."""
        always, sometimes = lines_of(self.spec.name)
        out = np.zeros((self.seats, len(always) + len(sometimes)), SCORE)
        bind(self.spec.name, "table").sheets(self._states, self.ply, out)
        found = []
        for row in out.tolist():
            sheet = {line: row[place] for line, place in always}
            found.append(sheet | {line: row[place] for line, place in sometimes if row[place]} if any(row[place] for _, place in sometimes) else sheet)
        return found

    @property
    def turn(self) -> int:
        """How many turns are complete."""
        return int(self._turns[len(self.moves)]) if self._lies_in is self._states else super().turn

    def inked(self, seat: int | None) -> bytes | None:
        """The view of a seat as JSON, without what helps to plan (`sight.HELP`); None where the game does not write it so."""
        ply, to_move = len(self.moves), self.to_move
        if (ink := ink_of(self.spec.name)) is None or to_move is None:
            return None
        if self._inked_at != ply:
            size = ink.module.write_view(self._states, ply, ink.out, ink.ends, ink.lines)
            text = ink.out[:size].tobytes()
            parts, start = [b',"log":', encode(self.moves), b',"movers":', encode(self.movers), b","], 0
            for place, end in enumerate(ink.ends.tolist()):
                name = b',"rank":null,"name":%b}' % encode(self.players[place]) if self.players else b',"rank":null}'
                parts += [b"," if place else b"", text[start:end], name]
                start = end
            self._inked, self._inked_at = b"".join([*parts, b"]}"]), ply
        if self._head is None:
            self._head = b'{"game":%b,"options":%b,"seat":' % (encode(self.spec.name), encode(self.options))
        mine = encode(self.legal_texts()) if seat is not None and seat == to_move else b"[]"
        whose = b"null" if seat is None else b"%d" % seat
        return b"".join((self._head, whose, b',"ply":%d,"to_move":%d,"over":false,"legal":' % (ply, to_move), mine, self._inked))

    _inked, _inked_at = b"", -1
    _head: bytes | None = None

    def log(self, language: str = "en", since: int = 0, seat: int | None = None) -> list[list[str]]:
        """What happened at each ply from `since` on, in sentences."""
        if (ink := ink_of(self.spec.name)) is None:
            return super().log(language, since, seat)
        if language not in self._names:
            self._names[language] = [self.name_of(place, language) for place in range(self.seats)]
        names, found = self._names[language], []
        for ply in range(since, len(self.moves)):
            sentences = []
            for what, first, second, player in ink.rows[: ink.module.write_told(self._states, ply, self._codes[ply], ink.rows)].tolist():
                key = (language, what, first, second)
                sentences.append((ink.told.get(key) or ink.sentence(self.spec.name, key)).replace(SOMEBODY, names[player]))
            found.append(sentences)
        return found

    def legal_texts(self) -> list[str]:
        """The legal moves as text; not to be changed."""
        if self._legal is None:
            if (ink := ink_of(self.spec.name)) is None:
                return super().legal_moves
            texts = ink.module.TEXTS
            self._legal = [texts[code] for code in self.legal_codes()]
        return self._legal

    def renamed(self) -> None:
        """A player has another name."""
        self._inked_at = -1
        self._names.clear()

    def copy(self) -> QuickGame:
        """A game of its own at the same position."""
        return QuickGame.of(super().copy())

    @classmethod
    def of(cls, game: Game) -> QuickGame:
        """This very game, quick from now on."""
        game.__class__ = cls
        assert isinstance(game, QuickGame)
        game._names = {}
        return game

"""A game as the rules see it: the deal, every position from it on, and the decisions between them as numbers; points by source.

`Game` adds what people need: moves as text, views, words, pictures and records.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ziggurat import compile_notice
from ziggurat.bind import bind
from ziggurat.errors import DealError, GameError, RecordError
from ziggurat.json_difference import first_difference
from ziggurat.kernel import NONE, below, generator, rows_of
from ziggurat.options import Options
from ziggurat.registry import game_spec
from ziggurat.view import Gain

if TYPE_CHECKING:
    from ziggurat.spec import GameSpec

KERNELS = "ziggurat.game_kernels"
MOVE = np.int32  # the type of a move in buffers
SCORE = np.int32  # the type of scores and breakdowns in buffers
FIRST_STATES = 64
ILLEGAL = -2  # what `game_kernels.step` returns for a move that is not legal
KEY_BYTES = 16
WHOLE = (int, np.integer)

compile_notice.install()


class LineOfPlay:
    """The deal, every position from it on, and the decisions between them as numbers."""

    def __init__(
        self,
        spec: GameSpec,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
    ) -> None:
        """Begin a game from a seed, from an explicit deal, or (neither given) from chance."""
        self.seed = secrets.token_hex(16) if seed is None and deal is None else None if seed is None else str(seed)
        self._options = read_options(spec, options or {}, self.seed)
        self.spec = spec = spec.at(self._options)
        self.seats: int = self._options["seats"]
        self._players = read_players(players, self.seats)
        self.extra: dict[str, Any] = {}
        """Fields of a record that this program does not know; they are written back."""
        self.ply = 0
        """How many decisions were taken."""
        self._codes: list[int] = []
        self._movers: list[int] = []
        self._kernels = bind(spec.key, KERNELS)
        self._hold(spec.blank(FIRST_STATES))
        spec.module("options").prepare(self._states[0], self._options)
        if self.seed is not None:
            spec.state.deal(self._states[0], generator(self.seed))
        if deal is not None:
            self._read_deal(deal)
        self._buffer = np.zeros(spec.rules.MAX_MOVES, MOVE)
        self._clear()

    def _hold(self, states: np.ndarray[Any, Any]) -> None:
        """Keep the positions in this array from now on."""
        self._states, self._rows = states, rows_of(states)

    def _clear(self) -> None:
        """Forget what was computed for any position: the whole line is another one now."""
        self._ahead: tuple[int, int, int] | None = None
        """The ply, the move whose position lies ready behind the present one (`peek`), and who is to move there, -1 when it is over."""
        self._forget()

    def _forget(self) -> None:
        """Forget what was computed for the present position: it is another one now."""
        self._legal: list[int] | None = None
        self._legal_array: np.ndarray[Any, Any] | None = None
        self._mover: int | None = None
        """The seat to move, -1 when the game is over; None until somebody asks."""

    def _read_deal(self, deal: Mapping[str, Any]) -> None:
        """Take the explicit deal; where there is a seed too, both must say the same."""
        if not isinstance(deal, Mapping):
            raise DealError(f"`deal` is {deal!r:.80}: it must be an object, as `Game.deal` gives it")
        dealt = self.deal if self.seed is not None else None
        self.spec.module("deal_json").read_deal(self._states[0], dict(deal))
        if dealt is not None and (place := first_difference(dealt, self.deal)):
            raise DealError(f"`deal{place[0]}` is {place[2]!r}, but the seed `{self.seed}` deals {place[1]!r}: remove one of the two")

    # --- the position ------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """The names of the players, or an empty list: a copy. They can be set, one for each seat or none."""
        return list(self._players)

    @players.setter
    def players(self, names: Iterable[str] | None) -> None:
        self._players = read_players(names, self.seats)

    @property
    def options(self) -> Options:
        """The options in full: a copy."""
        return {name: list(value) if isinstance(value, list) else value for name, value in self._options.items()}

    @property
    def deal(self) -> dict[str, Any]:
        """The explicit deal."""
        deal: dict[str, Any] = self.spec.module("deal_json").write_deal(self._states[0])
        return deal

    @property
    def state(self) -> Any:
        """The record of the position."""
        return self._states[self.ply]

    def state_at(self, ply: int) -> Any:
        """The record of an earlier position; 0 is the deal."""
        if not (isinstance(ply, WHOLE) and 0 <= ply <= self.ply):
            raise GameError(f"there is no position at ply {ply!r}: the game has the plies 0 to {self.ply}")
        return self._states[ply]

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

    def position_key(self) -> bytes:
        """Sixteen bytes that are equal for two positions exactly if all is equal that the rules can still read: whatever led to them, the same follows.

        The key covers the game, the options and all that lies hidden, so it is no view: it knows every secret. It leaves out what is past: the number
        of plies, the order in which things were taken, what lies covered, finished rounds (`position_key.py` of the game).
        """
        states = self.spec.blank(1)
        states[0] = self.state
        if (forget_past := self.spec.optional("position_key", "forget_past")) is not None:
            forget_past(states[0])
        name = f"{self.spec.name}/{self.spec.version}/".encode()
        return hashlib.blake2b(name + states.tobytes(), digest_size=KEY_BYTES).digest()

    def _check_seat(self, seat: int | None) -> None:
        """Raise GameError unless there is such a seat; None is a spectator."""
        if seat is not None and not (isinstance(seat, WHOLE) and 0 <= seat < self.seats):
            raise GameError(f"there is no seat {seat!r}: the seats are 0 to {self.seats - 1}")

    # --- decisions ---------------------------------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """How many numbers moves of this game can have: a code lies from 0 to `num_actions` - 1."""
        number: int = self.spec.rules.MOVE_CODES
        return number

    def legal_codes(self) -> list[int]:
        """The legal moves as the rules number them."""
        return list(self._list_moves())

    def _list_moves(self) -> list[int]:
        """The legal moves, listed once for each position."""
        if self._legal is None:
            count = self._kernels.list_moves(self._states, self.ply, self._buffer)
            self._legal_array = self._buffer[:count].copy()
            self._legal = self._legal_array.tolist()
        return self._legal

    @property
    def movers(self) -> list[int]:
        """The seat that took each decision so far."""
        return list(self._movers)

    def code(self, ply: int) -> int:
        """The decision taken at a ply, as the rules number it."""
        if not (isinstance(ply, WHOLE) and 0 <= ply < self.ply):
            raise GameError(f"there was no decision at ply {ply!r}: {self.ply} were taken")
        return self._codes[ply]

    def _look_ahead(self, code: int) -> int:
        """Write the position after a move behind the present one; returns who is to move there, -1 when it is over, ILLEGAL for a move that is not legal."""
        ply = self.ply
        if self._ahead is None or self._ahead[0] != ply or self._ahead[1] != code:
            if ply + 1 == len(self._states):
                self._hold(np.concatenate([self._states, self.spec.blank(len(self._states))]))
            self._ahead = (ply, code, self._kernels.step(self._states, self._rows, ply, code, self._buffer))
        return self._ahead[2]

    def _step(self, code: int) -> bool:
        """Take a decision; False, and nothing has changed, if it is not legal."""
        mover = self._look_ahead(code)
        if mover == ILLEGAL:
            return False
        present = self._mover
        self._movers.append(self._states["to_move"].item(self.ply) if present is None else present)
        self._codes.append(code)
        self.ply += 1
        self._forget()
        self._mover = mover
        return True

    def _step_back(self) -> None:
        """Take the last decision back."""
        self.ply -= 1
        self._codes.pop()
        self._movers.pop()
        self._ahead = None
        self._forget()

    # --- other games -------------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A game of its own at the same position, with its whole past."""
        other = self._sibling(max(FIRST_STATES, self.ply + 2))
        other._states[: self.ply + 1] = self._states[: self.ply + 1]
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _sibling(self, states: int) -> Self:
        """A game with the same options, players and moves, and room for so many positions that are still blank."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._options, other.extra = self.options, dict(self.extra)
        other._players, other._codes, other._movers = list(self._players), list(self._codes), list(self._movers)
        other._hold(self.spec.blank(states))
        other._buffer, other._ahead = self._buffer.copy(), None
        return other

    def imagine(self, seat: int | None, seed: str | int) -> Self:
        """A new game with everything that the seat (None: a spectator) cannot see dealt anew, at random, from this seed.

        It looks to the seat exactly like this one, and it is a whole game of its own: its deal and its moves lead to its position, so `undo` goes back
        through this imagined past, and `record()` replays. Where seats have secrets, the moves of the others are imagined too.

        >>> import ziggurat
        >>> game = ziggurat.new("blueprints", seed=7, moves="R5>b1 -R2 R1>a1")
        >>> imagined = game.imagine(0, "a dream")
        >>> imagined.view(0) == game.view(0), imagined.deal == game.deal
        (True, False)
        """
        self._check_seat(seat)
        other = self._sibling(max(FIRST_STATES, self.ply + 2))
        other.seed, other.extra = None, {}
        states, kernels = other._states, self._kernels
        states[0] = self.state
        kernels.imagine_at(states, 0, NONE if seat is None else seat, generator(str(seed)))
        if (imagined_codes := self.spec.optional("past_from_view", "imagined_codes")) is not None:
            other._codes = imagined_codes(states[0], self._codes, self._movers)
        kernels.take_back_all(states, 0)
        other._replay(other._codes)
        return other

    def suppose_turn(self, seat: int, seed: str | int) -> Self | None:
        """A copy in which it is this seat's turn now, with all that it cannot see dealt anew; None where that makes no sense, or the game cannot say.

        Only its present position is imagined: it is there to list moves and to try them, not to be played on.

        >>> import ziggurat
        >>> game = ziggurat.new("akropolis", seed=7)
        >>> game.to_move, game.suppose_turn(1, "a plan").to_move
        (0, 1)
        """
        self._check_seat(seat)
        suppose = self.spec.optional("turn_ahead", "suppose_turn")
        if suppose is None or self.is_over or seat == self.to_move:
            return None
        other = self.copy()
        self._kernels.imagine_at(other._states, self.ply, seat, generator(str(seed)))
        if not suppose(other.state, seat):
            return None
        other._forget()
        return other

    def replay_codes(self, codes: list[int]) -> None:
        """Play decisions from the deal on, whatever was played so far, in one call; raises GameError if one of them is not legal."""
        if len(codes) + 2 > len(self._states):
            grown = self.spec.blank(len(codes) + 2)
            grown[0] = self._states[0]
            self._hold(grown)
        self._replay(codes)

    def _replay(self, codes: list[int]) -> None:
        """Play decisions from the deal on, in one call."""
        movers = np.zeros(len(codes), np.int8)
        if (legal := self._kernels.replay(self._states, self._rows, np.array(codes, MOVE), movers, self._buffer)) < len(codes):
            raise GameError(f"the decision {codes[legal]} is not legal at ply {legal}")
        self._codes, self._movers, self.ply = list(codes), movers.tolist(), len(codes)
        self._clear()

    # --- pickles -----------------------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its deal and its decisions; reading it plays them again."""
        rules, first = (self.spec.name, self.spec.version), self._states[:1].tobytes()
        return unpickle, (type(self), *rules, self.options, self.seed, list(self.players), dict(self.extra), first, list(self._codes))


def unpickle(
    kind: type[LineOfPlay],
    name: str,
    version: int,
    options: Options,
    seed: str | None,
    players: list[str],
    extra: dict[str, Any],
    first: bytes,
    codes: list[int],
) -> LineOfPlay:
    """The game of a pickle; RecordError if other rules wrote it."""
    spec = game_spec(name).at(options)
    if spec.version != version or spec.dtype.itemsize != len(first):
        raise RecordError(f"this pickle holds a game of `{name}` by other rules: keep games as records, which say by which rules they were played")
    game = kind(spec, options, seed="", players=players)
    game.seed, game.extra = seed, extra
    game._hold(spec.blank(max(FIRST_STATES, len(codes) + 2)))
    game._states[0] = np.frombuffer(first, spec.dtype)[0]
    game._replay(codes)
    return game


def read_players(players: Iterable[str] | None, seats: int) -> list[str]:
    """The names of the players, one for each seat, or none at all."""
    if players is not None and not isinstance(players, Iterable):
        raise GameError(f"`players` is {players!r}: give a list of names, one for each seat")
    names = [] if players is None else [players] if isinstance(players, str) else list(players)
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise GameError(f"{wrong[0]!r} is no name of a player: a name is a text")
    if names and len(names) != seats:
        raise GameError(f"{len(names)} players are named, but the game has {seats} seats")
    return names


def read_options(spec: GameSpec, given: Mapping[str, Any], seed: str | None) -> Options:
    """The options in full; what is `random` is drawn from a generator of its own, named after the seed."""
    options = spec.option_set.read(given)
    return spec.option_set.resolve(options, drawing(f"{seed if seed is not None else secrets.token_hex(16)}/options"))


def drawing(seed: str) -> Callable[[int], int]:
    """A function that draws below n from the generator of this seed."""
    rng = generator(seed)
    return lambda n: int(below(rng, n))


# --- points by source -----------------------------------------------------------------------------------------------


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
    kernels, sources = bind(spec.key, KERNELS), spec.choices.SOURCES
    points = np.zeros((2, len(sources)), SCORE)
    kernels.points(before, seat, points[0])
    kernels.points_after(before, after, seat, points[1])
    return gains_of(points[1:] - points[:1], sources)[0]


def gains_of(points: np.ndarray[Any, Any], sources: tuple[str, ...]) -> list[Gain]:
    """Each row as points by source, without the zeros."""
    gains: list[Gain] = [{} for _ in range(len(points))]
    rows, columns = np.nonzero(points)
    for row, column, n in zip(rows.tolist(), columns.tolist(), points[rows, columns].tolist(), strict=True):
        gains[row][sources[column]] = n
    return gains

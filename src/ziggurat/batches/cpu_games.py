"""The games of a batch in the memory of the processor, on all cores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ziggurat.batches import arguments
from ziggurat.batches.device_games import NO_MEMORY, NO_ROOM, DeviceGames
from ziggurat.batches.seed_kernels import SCRATCH, prepare_seed
from ziggurat.batches.threads import run_shares, shares_of
from ziggurat.bind import bind
from ziggurat.errors import GameError
from ziggurat.game import MOVE
from ziggurat.kernel import NONE, rows_of
from ziggurat.registry import spec_of_key
from ziggurat.spec import GameSpec

KERNELS = "ziggurat.batches.batch_kernels"
Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int64]


class CpuGames(DeviceGames):
    """n games in shares, one for each thread."""

    def __init__(self, spec: GameSpec, n: int, prepared: np.ndarray[Any, Any], seed: str, threads: int) -> None:
        """`prepared` has the rows of blank positions with their options: one for all games, or one for each."""
        self.spec, self.n = spec, n
        self._kernels = bind(spec.key, KERNELS)
        self._shares = shares_of(n, threads)
        self.threads = len(self._shares)
        self._prepared, self._seed = prepared, prepare_seed(seed)
        try:
            self._states = spec.blank(n)
        except (MemoryError, ValueError, OverflowError):
            raise GameError(NO_MEMORY.format(n=n, name=spec.name, size=spec.dtype.itemsize)) from None
        self._rows = rows_of(self._states)
        self._episodes = np.full(n, -1, np.int64)
        self._to_move = np.zeros(n, arguments.SEAT)
        self._wrong = np.zeros(n, np.bool_)
        self._rngs: npt.NDArray[np.uint64] | None = None
        self._moves = np.zeros((self.threads, spec.rules.MAX_MOVES), MOVE)
        self._scratch = np.zeros((self.threads, SCRATCH), np.int64)
        self._dealing = np.zeros((self.threads, 4), np.uint64)
        self.deal(self.read_where(None))

    # --- positions ---------------------------------------------------------------------------------------------------

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The records of the positions themselves."""
        return self._states

    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat whose decision it is."""
        return self._to_move.copy()

    def done(self) -> Bools:
        """Whether each game is over."""
        return np.equal(self._to_move, NONE)

    def refused(self) -> Bools:
        """In which games the last step did not play."""
        return self._wrong.copy()

    def episode(self, i: int) -> int:
        """How many times game i was dealt anew."""
        return int(self._episodes[i])

    def copy(self) -> Self:
        """The same games once more."""
        other = object.__new__(type(self))
        other.__setstate__({name: value.copy() if isinstance(value, np.ndarray) else value for name, value in self.__getstate__().items()})
        return other

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything but the modules, and the rows, which are the memory of the states."""
        return {name: value for name, value in self.__dict__.items() if name not in {"spec", "_kernels", "_rows"}} | {"game": self.spec.key}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.spec = spec_of_key(self.__dict__.pop("game"))
        arguments.check_version(self.spec, self._states.dtype)
        self._kernels = bind(self.spec.key, KERNELS)
        self._rows = rows_of(self._states)

    # --- arguments and results ---------------------------------------------------------------------------------------

    def read_codes(self, codes: Any) -> Codes:
        """A code for each game."""
        return arguments.read_codes(self.n, codes)

    def read_seats(self, seats: int, seat: Any) -> npt.NDArray[np.int8]:
        """A seat for each game."""
        read = np.array(NONE, arguments.SEAT) if seat is None else arguments.read_seats(self.n, seats, seat)
        return np.ascontiguousarray(np.broadcast_to(read, (self.n,)))

    def read_where(self, where: Any) -> Bools:
        """A truth value for each game."""
        return np.ones(self.n, np.bool_) if where is None else arguments.read_where(self.n, where)

    def fill(self, out: Any, shape: tuple[int, ...], dtype: Any, write: Callable[[Any], None], axis: int = 0) -> Any:
        """Let `write` fill the array that was given, or a new one."""
        if out is None:
            out = new_array(shape, dtype)
        arguments.check_host_out(out, shape, dtype)
        write(out)
        return out

    def columns(self, array: Any, first: int, last: int) -> Any:
        """Some columns of an array."""
        return array[:, first:last]

    # --- play --------------------------------------------------------------------------------------------------------

    def deal(self, where: Bools) -> None:
        """Deal these games anew."""
        self._run_dealing(self._kernels.deal_games, self._states, self._rows, self._prepared, self._episodes, where, self._to_move)

    def any_illegal(self, codes: Codes) -> bool:
        """Mark the games whose code is not legal."""
        return any(self._run(self._kernels.find_illegal, self._states, codes, self._to_move, self._moves, self._wrong))

    def wrong_codes(self, codes: Codes) -> tuple[Codes, Bools]:
        """The codes, and in which games they were not legal."""
        return codes, self._wrong

    def step(self, codes: Codes, *, is_checked: bool, is_renewed: bool) -> None:
        """Play a code in each game."""
        deal = (self._states, self._rows, self._prepared, self._episodes)
        self._run_dealing(self._kernels.step_games, *deal, codes, self._to_move, self._wrong, is_checked, is_renewed, self._moves)

    def play(self, steps: int, *, is_renewed: bool) -> int:
        """Take so many random steps in each game."""
        deal = (self._states, self._rows, self._prepared, self._episodes)
        return sum(self._run_dealing(self._kernels.play_games, *deal, self._to_move, self._generators(), steps, is_renewed, self._moves))

    def roll(self, seen: Any, seats: Any, codes: Any, points: Any, *, is_renewed: bool) -> None:
        """Take random steps, and write what was seen and decided."""
        deal, written = (self._states, self._rows, self._prepared, self._episodes), (seen, seats, codes, points)
        spares = (self._states, self._rows, self._episodes, 0)  # none: a game is dealt when it is needed
        self._run_dealing(self._kernels.roll_games, *deal, self._to_move, self._generators(), is_renewed, *written, *spares, self._moves)

    # --- what is written to arrays -----------------------------------------------------------------------------------

    def draw(self, out: Any) -> None:
        """A random legal code for each game."""
        self._run(self._kernels.draw_codes, self._states, self._to_move, self._generators(), self._moves, out)

    def mask(self, out: Any) -> None:
        """Which codes are legal."""
        self._run(self._kernels.mask_games, self._states, self._to_move, self._moves, out)

    def legal_codes(self) -> tuple[Any, Any]:
        """The legal codes of all games, and where those of each begin."""
        offsets = np.zeros(self.n + 1, np.int64)
        self._run(self._kernels.count_games, self._states, self._to_move, self._moves, offsets[1:])
        np.cumsum(offsets, out=offsets)
        codes = np.zeros(int(offsets[-1]), MOVE)
        self._run(self._kernels.list_games, self._states, self._to_move, self._moves, offsets, codes)
        return codes, offsets

    def observe(self, seats: Any, out: Any) -> None:
        """What the seats see."""
        self._run(self._kernels.observe_games, self._states, seats, out)

    def scores(self, out: Any) -> None:
        """The score of each seat."""
        self._run(self._kernels.score_games, self._states, out)

    def ranks(self, out: Any) -> None:
        """The rank of each seat."""
        self._run(self._kernels.rank_games, self._states, out)

    def factors(self, out: Any) -> None:
        """Which values the parts of a legal move can have."""
        self._run(bind(self.spec.key, "ziggurat.batches.factor_kernels").factor_games, self._states, out)

    # --- threads -----------------------------------------------------------------------------------------------------

    def _generators(self) -> npt.NDArray[np.uint64]:
        """The generators of random play, made when they are first needed."""
        if self._rngs is None:
            rngs = np.zeros((self.n, 4), np.uint64)
            run_shares(lambda number, first, last: self._kernels.seed_players(rngs, 0, self._seed, self._scratch[number], first, last), self._shares)
            self._rngs = rngs
        return self._rngs

    def _run(self, kernel: Any, *arrays: Any) -> list[Any]:
        """Call a kernel for each share of the games, each with its own scratch for moves."""

        def call(number: int, first: int, last: int) -> Any:
            return kernel(*(array[number] if array is self._moves else array for array in arrays), first, last)

        return run_shares(call, self._shares)

    def _run_dealing(self, kernel: Any, *arrays: Any) -> list[Any]:
        """The same for kernels that deal: each share has its own scratch and generator."""

        def call(number: int, first: int, last: int) -> Any:
            own = [array[number] if array is self._moves else array for array in arrays]
            return kernel(*own, 0, self._seed, self._scratch[number], self._dealing[number], first, last)

        return run_shares(call, self._shares)


def new_array(shape: tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    """An array of zeros."""
    try:
        return np.zeros(shape, dtype)
    except (MemoryError, ValueError, OverflowError):
        raise GameError(NO_ROOM.format(shape=shape, dtype=np.dtype(dtype))) from None

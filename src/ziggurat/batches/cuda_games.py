"""The games of a batch in the memory of a GPU, a thread for each game. What is launched runs on the default stream; only what returns a number waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ziggurat.batches import arguments
from ziggurat.batches.cuda_setup import MEMORY_ERRORS, cuda, our_settings
from ziggurat.batches.device_arrays import DeviceArray, is_on_device, numba_array_of
from ziggurat.batches.device_games import NO_MEMORY, NO_ROOM, DeviceGames
from ziggurat.batches.seed_kernels import prepare_seed
from ziggurat.bind import bind
from ziggurat.errors import GameError
from ziggurat.game import MOVE
from ziggurat.kernel import NONE, rows_of
from ziggurat.registry import spec_of_key
from ziggurat.spec import GameSpec

KERNELS = "ziggurat.batches.cuda_kernels"
FACTOR_KERNELS = "ziggurat.batches.cuda_factor_kernels"
BLOCK = 128  # threads that run side by side
COPIED_STEPS = 8  # random steps in one call from which a large position is worth copying
ON_DEVICE = ("_words", "_prepared", "_seed", "_episodes", "_to_move", "_wrong", "_rngs", "_counts", "_wrong_count")
"""The attributes that are arrays on the GPU."""


class CudaGames(DeviceGames):
    """n games, one for each thread of the GPU. `block` is how many of them share a processor at least: to try others, change it."""

    block = BLOCK

    def __init__(self, spec: GameSpec, n: int, prepared: np.ndarray[Any, Any], seed: str) -> None:
        """`prepared` has the rows of blank positions with their options: one for all games, or one for each."""
        if spec.dtype.itemsize % 8:
            raise GameError(f"a position of `{spec.name}` has {spec.dtype.itemsize} bytes: on a GPU it must be a multiple of eight, so add a spare field")
        self.spec, self.n = spec, n
        self.threads = n
        self._load_kernels()
        try:
            self._allocate(prepared, seed)
        except MEMORY_ERRORS:
            raise GameError(NO_MEMORY.format(n=n, name=spec.name, size=spec.dtype.itemsize)) from None
        self.deal(self.read_where(None))

    def _load_kernels(self) -> None:
        self._kernels = bind(self.spec.key, KERNELS)
        self._seats: dict[int, Any] = {}  # arrays of one seat, for all games
        self._codes: Any = None  # 64-bit codes, where others are given

    def _allocate(self, prepared: np.ndarray[Any, Any], seed: str) -> None:
        n, kernels = self.n, self._kernels
        self._words = cuda.device_array((kernels.WORDS, n) if kernels.IS_COPIED else (n, kernels.WORDS), np.int64)
        self._prepared, self._seed = cuda.to_device(prepared), cuda.to_device(prepare_seed(seed))
        self._episodes = cuda.to_device(np.full(n, -1, np.int64))
        self._to_move = cuda.to_device(np.zeros(n, arguments.SEAT))
        self._wrong = cuda.to_device(np.zeros(n, np.bool_))
        self._rngs: Any = None
        self._counts, self._wrong_count = cuda.to_device(np.zeros(kernels.COUNTERS, np.int64)), cuda.to_device(np.zeros(1, np.int64))
        self._played = self._illegal = 0  # what these counters of random decisions and of illegal codes said when they were last read

    # --- positions ---------------------------------------------------------------------------------------------------

    @property
    def states(self) -> DeviceArray:
        """The records of the positions: a copy, since small ones lie word by word (`words`)."""
        rows = cuda.device_array((self.n, self._kernels.WORDS), np.int64)
        self._launch("read_states", self._words, rows)
        return DeviceArray(rows.view(self.spec.dtype).reshape(self.n))

    def to_move(self) -> DeviceArray:
        """The seat whose decision it is."""
        return DeviceArray(copy_of(self._to_move))

    def done(self) -> DeviceArray:
        """Whether each game is over."""
        out = cuda.device_array(self.n, np.bool_)
        self._launch("mark_done", self._to_move, out)
        return DeviceArray(out)

    def refused(self) -> DeviceArray:
        """In which games the last step did not play."""
        return DeviceArray(copy_of(self._wrong))

    def episode(self, i: int) -> int:
        """How many times game i was dealt anew."""
        return int(self._episodes[i])

    def copy(self) -> Self:
        """The same games once more."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._load_kernels()
        for name in ON_DEVICE:
            array = getattr(self, name)
            setattr(other, name, None if array is None else copy_of(array))
        return other

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: all arrays in the memory of the processor, the positions as records."""
        arrays = {name: None if (array := getattr(self, name)) is None else array.copy_to_host() for name in ON_DEVICE if name != "_words"}
        numbers = {name: self.__dict__[name] for name in ("n", "threads", "_played", "_illegal")}
        return {**arrays, **numbers, "game": self.spec.key, "states": self.states.copy_to_host()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        states = state.pop("states")
        self.spec = spec_of_key(state.pop("game"))
        arguments.check_version(self.spec, states.dtype)
        self._load_kernels()
        for name, value in state.items():
            setattr(self, name, cuda.to_device(value) if isinstance(value, np.ndarray) else value)
        kernels = self._kernels
        self._words = cuda.device_array((kernels.WORDS, self.n) if kernels.IS_COPIED else (self.n, kernels.WORDS), np.int64)
        self._launch("write_states", self._words, cuda.to_device(rows_of(states)))

    # --- arguments and results ---------------------------------------------------------------------------------------

    def read_codes(self, codes: Any) -> Any:
        """A code for each game, of the GPU or of NumPy."""
        if not is_on_device(codes):
            return cuda.to_device(arguments.read_codes(self.n, codes))
        array = numba_array_of(codes)
        arguments.check_codes(self.n, np.dtype(array.dtype), tuple(array.shape))
        if array.dtype == np.int64 and array.is_c_contiguous():
            return array
        if self._codes is None:
            self._codes = cuda.device_array(self.n, np.int64)
        self._launch("widen", array, self._codes)
        return self._codes

    def read_seats(self, seats: int, seat: Any) -> Any:
        """A seat for each game, or one for all; an array on the GPU is looked at, and so waited for."""
        read = np.array(NONE, arguments.SEAT) if seat is None else arguments.read_seats(self.n, seats, on_host(seat))
        if read.ndim:
            return cuda.to_device(read)
        if int(read) not in self._seats:
            self._seats[int(read)] = cuda.to_device(read.reshape(1))
        return self._seats[int(read)]

    def read_where(self, where: Any) -> Any:
        """A truth value for each game, of the GPU or of NumPy."""
        if where is not None and is_on_device(where):
            array = numba_array_of(where)
            if array.dtype == np.bool_ and tuple(array.shape) == (self.n,):
                return array
        return cuda.to_device(np.ones(self.n, np.bool_) if where is None else arguments.read_where(self.n, on_host(where)))

    def fill(self, out: Any, shape: tuple[int, ...], dtype: Any, write: Callable[[Any], None], axis: int = 0) -> Any:
        """Let `write` fill the array that was given, on the GPU or of NumPy, or a new one."""
        if out is not None and is_on_device(out):
            array = numba_array_of(out)
            if tuple(array.shape) != shape or array.dtype != dtype:
                raise GameError(f"`out` must be an array of {np.dtype(dtype)} with the shape {shape}")
            write(array)
            return out
        if out is not None:
            arguments.check_host_out(out, shape, dtype)
        array = new_array(shape, np.dtype(dtype), axis)
        write(array)
        if out is None:
            return DeviceArray(array)
        out[...] = array.copy_to_host()
        return out

    def columns(self, array: Any, first: int, last: int) -> Any:
        """Some columns of an array."""
        return DeviceArray(numba_array_of(array)[:, first:last]) if is_on_device(array) else array[:, first:last]

    # --- play --------------------------------------------------------------------------------------------------------

    def deal(self, where: Any) -> None:
        """Deal these games anew."""
        self._launch("deal", self._words, self._prepared, self._episodes, where, self._to_move, self._seed)

    def any_illegal(self, codes: Any) -> bool:
        """Mark the games whose code is not legal; waits for the answer."""
        self._launch("find_wrong", self._words, codes, self._to_move, self._wrong, self._wrong_count)
        before, self._illegal = self._illegal, int(self._wrong_count.copy_to_host()[0])
        return self._illegal > before

    def wrong_codes(self, codes: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """The codes, and in which games they were not legal."""
        return codes.copy_to_host(), self._wrong.copy_to_host()

    def step(self, codes: Any, *, is_checked: bool, is_renewed: bool) -> None:
        """Play a code in each game."""
        deal = (self._words, self._prepared, self._episodes)
        self._launch("step", *deal, codes, self._to_move, self._wrong, is_checked, is_renewed, self._seed)

    def play(self, steps: int, *, is_renewed: bool) -> int:
        """Take so many random steps in each game; waits for their number."""
        name = "play_copied" if steps >= COPIED_STEPS else "play"
        deal = (self._words, self._prepared, self._episodes)
        self._launch(name, *deal, self._to_move, self._generators(), steps, is_renewed, self._seed, self._counts)
        before, self._played = self._played, int(self._counts.copy_to_host().sum())
        return self._played - before

    def roll(self, seen: Any, seats: Any, codes: Any, points: Any, *, is_renewed: bool) -> None:
        """Take random steps, and write what was seen and decided."""
        deal = (self._words, self._prepared, self._episodes)
        self._launch("roll", *deal, self._to_move, self._generators(), is_renewed, seen, seats, codes, points, self._seed)

    # --- what is written to arrays of the GPU ------------------------------------------------------------------------

    def draw(self, out: Any) -> None:
        """A random legal code for each game."""
        self._launch("draw", self._words, self._to_move, self._generators(), out)

    def mask(self, out: Any) -> None:
        """Which codes are legal."""
        self._launch("mask", self._words, self._to_move, out)

    def legal_codes(self) -> tuple[DeviceArray, DeviceArray]:
        """The legal codes of all games, and where those of each begin; the numbers of codes are added up by the processor."""
        counts = cuda.device_array(self.n, np.int64)
        self._launch("count", self._words, self._to_move, counts)
        offsets = np.zeros(self.n + 1, np.int64)
        np.cumsum(counts.copy_to_host(), out=offsets[1:])
        codes, begins = cuda.device_array(int(offsets[-1]), MOVE), cuda.to_device(offsets)
        self._launch("list_codes", self._words, self._to_move, begins, codes)
        return DeviceArray(codes), DeviceArray(begins)

    def observe(self, seats: Any, out: Any) -> None:
        """What the seats see."""
        self._launch("observe", self._words, seats, out)

    def scores(self, out: Any) -> None:
        """The score of each seat."""
        self._launch("score", self._words, out)

    def ranks(self, out: Any) -> None:
        """The rank of each seat."""
        self._launch("rank", self._words, out)

    def factors(self, out: Any) -> None:
        """Which values the parts of a legal move can have."""
        self._launch_kernel(bind(self.spec.key, FACTOR_KERNELS).factors, self._words, out)

    # --- launches ----------------------------------------------------------------------------------------------------

    def _generators(self) -> Any:
        """The generators of random play, made when they are first needed."""
        if self._rngs is None:
            self._rngs = cuda.device_array((4, self.n), np.uint64)
            self._launch("seed_moves", self._rngs, self._seed)
        return self._rngs

    def _launch(self, name: str, *given: Any) -> None:
        self._launch_kernel(getattr(self._kernels, name), *given)

    def _launch_kernel(self, kernel: Any, *given: Any) -> None:
        """Run a kernel on as many threads as there are games; the first time with these types it is compiled."""
        threads = min(self.block, self.n)
        with our_settings():
            kernel[-(-self.n // threads), threads](*given)


def new_array(shape: tuple[int, ...], dtype: np.dtype[Any], axis: int) -> Any:
    """An array on the GPU in which the same number of all games lies together: what neighbouring threads write at the same time is written at once."""
    others = [place for place in range(len(shape)) if place != axis]
    strides, step = [0] * len(shape), dtype.itemsize
    for place in (axis, *reversed(others)):
        strides[place], step = step, step * shape[place]
    try:
        return cuda.device_array(shape, dtype, strides=tuple(strides))
    except MEMORY_ERRORS:
        raise GameError(NO_ROOM.format(shape=shape, dtype=dtype)) from None


def copy_of(array: Any) -> Any:
    """A copy of an array on the GPU."""
    other = cuda.device_array_like(array)
    other.copy_to_device(array)
    return other


def on_host(array: Any) -> Any:
    """An array of the GPU as one of NumPy; anything else as it is."""
    return numba_array_of(array).copy_to_host() if is_on_device(array) else array

"""Many games of one kind at once, over arrays and on all cores; `docs/guides/batches.md` is the guide.

>>> import numpy as np, ziggurat
>>> batch = ziggurat.batch("amytis", 1000, seed=7)
>>> batch.legal_mask().shape, batch.observe().shape
((1000, 94), (1000, 499))
>>> while not batch.done.all():
...     batch.step(batch.random_codes())
>>> batch.scores.shape
(1000, 2)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ziggurat.batches.seed_kernels import SCRATCH, text_buffer
from ziggurat.batches.threads import run_shares, shares_of, usable_cores
from ziggurat.bind import bind
from ziggurat.errors import GameError, IllegalMove
from ziggurat.game import MOVE, SCORE, read_options
from ziggurat.kernel import NONE, generator, rows_of
from ziggurat.observation_fields import OBSERVED, Field, scale_of
from ziggurat.options import Options
from ziggurat.registry import game_spec

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int32]
SEAT = np.int8
SHOWN_WRONG = 5  # codes that an error names
DEVICES = ("cpu",)
KERNELS = "ziggurat.batches.batch_kernels"


class Batch:
    """n games that are played together; game i begins as `ziggurat.new(game, seed=f"{seed}/{i}", **options)` does, to the byte.

    Arrays that are handed out are copies, or the `out` that was given. What comes out does not depend on the number of threads.
    """

    def __init__(
        self,
        game: str,
        n: int,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str | int | None = None,
        device: str = "cpu",
        autoreset: bool = False,
        threads: int | None = None,
    ) -> None:
        """Deal n games. With `autoreset`, a step deals the next game where one is over; `threads` are as many as there are cores if nothing is said."""
        self.spec = game_spec(game)
        self.n = read_count("n", n)
        if device not in DEVICES:
            raise GameError(f"there is no device `{device}` yet: a batch runs on `cpu`")
        self.device = device
        self.seed = secrets.token_hex(16) if seed is None else str(seed)
        self.autoreset = bool(autoreset)
        self._shares = shares_of(self.n, read_count("threads", usable_cores() if threads is None else threads))
        self._kernels = bind(self.spec.name, KERNELS)
        self._prepare(dict(options or {}))
        try:
            self.states = self.spec.blank(self.n)
        except (MemoryError, ValueError, OverflowError):
            raise GameError(f"there is no memory for {self.n} games of `{self.spec.name}`, {self.spec.dtype.itemsize} bytes each") from None
        """The records of the positions themselves, for kernels of your own; whoever writes to them is responsible for what follows."""
        self._rows = rows_of(self.states)
        self._episodes = np.zeros(self.n, np.int64)
        self._to_move = np.zeros(self.n, SEAT)
        self._wrong = np.zeros(self.n, np.bool_)
        self._rngs: npt.NDArray[np.uint64] | None = None
        threads_used = len(self._shares)
        prefix = f"{self.seed}/".encode("utf-8", "surrogatepass")
        self._moves = np.zeros((threads_used, self.spec.rules.MAX_MOVES), MOVE)
        self._texts = np.stack([text_buffer(prefix) for _ in range(threads_used)])
        self._length = len(prefix)
        self._scratch = np.zeros((threads_used, SCRATCH), np.int64)
        self._dealing = np.zeros((threads_used, 4), np.uint64)
        self._deal(np.ones(self.n, np.bool_))

    def _prepare(self, given: dict[str, Any]) -> None:
        """Write the options into blank positions: one for all games, or one for each where something is left to chance."""
        common, spec = self.spec.option_set.read(given), self.spec
        drawn = [read_options(spec, given, f"{self.seed}/{i}") for i in range(self.n if is_drawn(spec.option_set.resolve, common) else 1)]
        self._options: list[Options] = drawn
        self.seats: int = common["seats"]
        prepared = spec.blank(len(drawn))
        for state, options in zip(prepared, drawn, strict=True):
            spec.module("options").prepare(state, options)
        self._prepared = rows_of(prepared)

    # --- what it is --------------------------------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """How many numbers moves can have: a code lies from 0 to `num_actions` - 1."""
        number: int = self.spec.rules.MOVE_CODES
        return number

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        size: int = self.spec.module("observation").SIZE
        return size

    @property
    def observation_fields(self) -> tuple[Field, ...]:
        """What the numbers of an observation mean, in their order."""
        fields: tuple[Field, ...] = self.spec.module("observation").FIELDS
        return fields

    @property
    def observation_scale(self) -> npt.NDArray[np.float32]:
        """For each number of an observation the factor that brings it between -1 and 1: `batch.observe() * batch.observation_scale`."""
        return scale_of(self.observation_fields)

    def options(self, i: int = 0) -> Options:
        """The options of game i in full; they differ only where something was left to chance (`sides="random"`)."""
        options = self._options[self._check_game(i) if len(self._options) > 1 else 0]
        return {name: list(value) if isinstance(value, list) else value for name, value in options.items()}

    def seed_of(self, i: int) -> str:
        """The seed from which game i was dealt: `ziggurat.new(game, seed=batch.seed_of(i), **batch.options(i))` begins with the same bytes."""
        episode = int(self._episodes[self._check_game(i)])
        return f"{self.seed}/{i}/{episode}" if episode else f"{self.seed}/{i}"

    def _check_game(self, i: int) -> int:
        if not 0 <= i < self.n:
            raise GameError(f"there is no game {i}: the batch has the games 0 to {self.n - 1}")
        return i

    def copy(self) -> Batch:
        """A batch of its own at the same positions, which goes on as this one would."""
        other = object.__new__(type(self))
        other.__setstate__({name: value.copy() if isinstance(value, np.ndarray) else value for name, value in self.__getstate__().items()})
        return other

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything but the modules, and the rows, which are the memory of the states."""
        return {name: value for name, value in self.__dict__.items() if name not in {"spec", "_kernels", "_rows"}} | {"game": self.spec.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.spec = game_spec(self.__dict__.pop("game"))
        if self.states.dtype != self.spec.dtype:
            raise GameError(f"this batch of `{self.spec.name}` is of another version: its positions cannot be read")
        self._kernels = bind(self.spec.name, KERNELS)
        self._rows = rows_of(self.states)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<batch of {self.n} games of {self.spec.name}, seed {self.seed!r}, {int((self._to_move == NONE).sum())} over>"

    # --- the positions -----------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat whose decision it is in each game; -1 where the game is over."""
        return self._to_move.copy()

    @property
    def done(self) -> Bools:
        """Whether each game is over."""
        return np.equal(self._to_move, NONE)

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The score of each seat if the games ended now, n × seats."""
        out = np.zeros((self.n, self.seats), SCORE)
        self._run(self._kernels.score_games, self.states, out)
        return out

    @property
    def ranks(self) -> npt.NDArray[np.int32]:
        """The rank of each seat if the games ended now, n × seats: 1 + the number of seats that are strictly better."""
        out = np.zeros((self.n, self.seats), SCORE)
        self._run(self._kernels.rank_games, self.states, out)
        return out

    @property
    def refused(self) -> Bools:
        """In which games the last step with `check=False` did not play the code, since it was not legal."""
        return self._wrong.copy()

    def legal_mask(self, out: Bools | None = None) -> Bools:
        """For each game and each code whether it is legal, n × num_actions.

        Akropolis has 147,456 codes: there `legal_codes` and `legal_factors` take less memory.
        """
        out = self._out(out, (self.n, self.num_actions), np.bool_)
        self._run(self._kernels.mask_games, self.states, self._to_move, self._moves, out)
        return out

    def legal_codes(self) -> tuple[Codes, npt.NDArray[np.int64]]:
        """The legal codes of all games, one behind the other, and where those of each begin: `codes[offsets[i]:offsets[i + 1]]` are those of game i."""
        offsets = np.zeros(self.n + 1, np.int64)
        self._run(self._kernels.count_games, self.states, self._to_move, self._moves, offsets[1:])
        np.cumsum(offsets, out=offsets)
        codes = np.zeros(int(offsets[-1]), MOVE)
        self._run(self._kernels.list_games, self.states, self._to_move, self._moves, offsets, codes)
        return codes, offsets

    def observe(self, seat: int | npt.ArrayLike | None = None, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """What a seat sees of each game, n × observation_size: the seat to move of each, or this one, or one for each game.

        The numbers are those of `observation_fields` (`docs/reference/observations.md`); they hold nothing that the seat cannot see.
        """
        out = self._out(out, (self.n, self.observation_size), OBSERVED)
        seats = np.full(self.n, NONE, SEAT) if seat is None else self._read_seats(seat)
        self._run(self._kernels.observe_games, self.states, seats, out)
        return out

    def _read_seats(self, seat: int | npt.ArrayLike) -> npt.NDArray[np.int8]:
        seats = np.asarray(seat)
        if seats.dtype.kind not in "iu" or seats.shape not in {(), (self.n,)} or ((seats < 0) | (seats >= self.seats)).any():
            raise GameError(f"`seat` must be a number from 0 to {self.seats - 1}, or one for each of the {self.n} games")
        return np.ascontiguousarray(np.broadcast_to(seats, (self.n,)), SEAT)

    # --- a move in parts ---------------------------------------------------------------------------------------------

    @property
    def factors(self) -> dict[str, int]:
        """The parts of a move that can be chosen one by one, with the number of values of each; for games that have such."""
        return dict(self._factor_table())

    def _factor_table(self) -> tuple[tuple[str, int], ...]:
        factors: tuple[tuple[str, int], ...] | None = self.spec.optional("observation", "FACTORS")
        if factors is None:
            raise GameError(f"the moves of `{self.spec.name}` have no parts that can be chosen one by one: use `legal_mask`")
        return factors

    def legal_factors(self) -> dict[str, Bools]:
        """For each part of a move which values it can have, n × values. Every combination of these values is a legal move, and there are no others."""
        factors = self._factor_table()
        ends = np.cumsum([size for _, size in factors]).tolist()
        out = np.zeros((self.n, ends[-1]), np.bool_)
        self._run(bind(self.spec.name, "ziggurat.batches.factor_kernels").factor_games, self.states, out)
        return {name: out[:, end - size : end] for (name, size), end in zip(factors, ends, strict=True)}

    def codes_of(self, **parts: npt.ArrayLike) -> Codes:
        """The codes of moves whose parts are given: `batch.codes_of(tile=…, place=…, rotation=…)`."""
        table = dict(self._factor_table())
        if parts.keys() != table.keys():
            raise GameError(f"a move of `{self.spec.name}` has the parts {', '.join(table)}: give each of them")
        arrays = {name: np.asarray(values, np.int64) for name, values in parts.items()}
        for name, values in arrays.items():
            if ((values < 0) | (values >= table[name])).any():
                raise GameError(f"`{name}` must lie from 0 to {table[name] - 1}")
        code: Any = 0
        for name in self._factor_order():
            code = code * table[name] + arrays[name]
        return np.asarray(code, MOVE)

    def factors_of(self, codes: npt.ArrayLike) -> dict[str, Codes]:
        """The parts of moves whose codes are given."""
        table, rest = dict(self._factor_table()), np.asarray(codes, np.int64)
        if ((rest < 0) | (rest >= self.num_actions)).any():
            raise GameError(f"codes must lie from 0 to {self.num_actions - 1}")
        parts: dict[str, Codes] = {}
        for name in reversed(self._factor_order()):
            parts[name] = (rest % table[name]).astype(MOVE)
            rest = rest // table[name]
        return {name: parts[name] for name in table}

    def _factor_order(self) -> list[str]:
        names = [name for name, _ in self._factor_table()]
        return [names[place] for place in self.spec.module("observation").FACTOR_ORDER]

    # --- play --------------------------------------------------------------------------------------------------------

    def step(self, codes: npt.ArrayLike, *, check: bool = True) -> None:
        """Play a code in each game. Where a game is over its code is not read: the game stays, or with `autoreset` its next deal begins.

        If any code is not legal, IllegalMove says which, and nothing was played anywhere. With `check=False` those games alone stay as they are
        (`refused` says which), and the others go on; the rules never see a code that is not legal.
        """
        read = self._read_codes(codes)
        if check and any(self._run(self._kernels.find_illegal, self.states, read, self._to_move, self._moves, self._wrong)):
            raise self._illegal(read)
        deal = (self.states, self._rows, self._prepared, self._episodes)
        self._run_dealing(self._kernels.step_games, *deal, read, self._to_move, self._wrong, check, self.autoreset, self._moves)

    def _read_codes(self, codes: npt.ArrayLike) -> npt.NDArray[np.int64]:
        read = np.asarray(codes)
        if read.dtype.kind not in "iu" or read.shape != (self.n,):
            raise GameError(f"`codes` must be {self.n} whole numbers, one for each game, not {read.dtype} of the shape {read.shape}")
        return np.ascontiguousarray(read, np.int64)

    def _illegal(self, codes: npt.NDArray[np.int64]) -> IllegalMove:
        """The error that names the codes that are not legal."""
        games = np.flatnonzero(self._wrong)
        named = ", ".join(f"{codes[i]} in game {i}" for i in games[:SHOWN_WRONG].tolist())
        more = f", and {len(games) - SHOWN_WRONG} more" if len(games) > SHOWN_WRONG else ""
        return IllegalMove(f"{len(games)} of {self.n} codes are not legal, and nothing was played: {named}{more}", games=games.tolist())

    def random_codes(self, out: Codes | None = None) -> Codes:
        """A legal code for each game, each equally likely, from a generator of each game's own (`seed/i/moves`); -1 where the game is over."""
        out = self._out(out, (self.n,), MOVE)
        self._run(self._kernels.draw_codes, self.states, self._to_move, self._generators(), self._moves, out)
        return out

    def play_random(self, steps: int) -> int:
        """Take so many steps of random play in each game, as `step(random_codes())` would; returns how many decisions were taken."""
        deal = (self.states, self._rows, self._prepared, self._episodes)
        steps = read_count("steps", steps)
        return sum(self._run_dealing(self._kernels.play_games, *deal, self._to_move, self._generators(), steps, self.autoreset, self._moves))

    def _generators(self) -> npt.NDArray[np.uint64]:
        """The generators of random play, made when they are first needed."""
        if self._rngs is None:
            self._rngs = np.stack([generator(f"{self.seed}/{i}/moves") for i in range(self.n)])
        return self._rngs

    def reset(self, where: npt.ArrayLike | None = None) -> None:
        """Deal these games anew, all if nothing is said: `where` has a truth value for each game, or the numbers of some.

        Deal number k of game i (the first is number 0) is that of the seed `f"{seed}/{i}/{k}"`.
        """
        chosen = np.ones(self.n, np.bool_)
        if where is not None:
            given = np.asarray(where)
            chosen = given if given.dtype == np.bool_ else np.zeros(self.n, np.bool_)
            if given.dtype != np.bool_:
                if given.dtype.kind not in "iu" or given.ndim > 1 or ((given < 0) | (given >= self.n)).any():
                    raise GameError(f"`where` must be {self.n} truth values, or numbers of games from 0 to {self.n - 1}")
                chosen[given] = True
        if chosen.shape != (self.n,):
            raise GameError(f"`where` must be {self.n} truth values, or numbers of games from 0 to {self.n - 1}")
        self._episodes += chosen
        self._deal(np.ascontiguousarray(chosen))

    def _deal(self, where: Bools) -> None:
        """Deal the games that are named, each from the seed of its episode."""
        self._run_dealing(self._kernels.deal_games, self.states, self._rows, self._prepared, self._episodes, where, self._to_move)

    # --- threads and memory ------------------------------------------------------------------------------------------

    def _run(self, kernel: Any, *arrays: Any) -> list[Any]:
        """Call a kernel for each share of the games, each with its own scratch for moves."""

        def call(number: int, first: int, last: int) -> Any:
            return kernel(*(array[number] if array is self._moves else array for array in arrays), first, last)

        return run_shares(call, self._shares)

    def _run_dealing(self, kernel: Any, *arrays: Any) -> list[Any]:
        """The same for kernels that deal: each share has its own text, scratch and generator."""

        def call(number: int, first: int, last: int) -> Any:
            own = [array[number] if array is self._moves else array for array in arrays]
            return kernel(*own, self._texts[number], self._length, self._scratch[number], self._dealing[number], first, last)

        return run_shares(call, self._shares)

    def _out(self, out: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """The array to write to: the one that was given, if it fits, or a new one."""
        if out is None:
            return np.zeros(shape, dtype)
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
            raise GameError(f"`out` must be a contiguous array of {np.dtype(dtype)} with the shape {shape}")
        return out


def is_drawn(resolve: Any, options: Options) -> bool:
    """Whether some option is left to chance: two ways to draw then differ."""
    return bool(resolve(options, lambda _: 0) != options)


def read_count(name: str, value: int) -> int:
    """A whole number of 1 or more."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise GameError(f"`{name}` is {value!r}: it must be a whole number, 1 or more")
    return int(value)


def batch(
    game: str,
    n: int,
    *,
    seed: str | int | None = None,
    device: str = "cpu",
    autoreset: bool = False,
    threads: int | None = None,
    **options: Any,
) -> Batch:
    """Play n games of one kind at once, over arrays: `ziggurat.batch("akropolis", 4096, seed=7, seats=3)`."""
    return Batch(game, n, options, seed=seed, device=device, autoreset=autoreset, threads=threads)

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

from ziggurat.batches.arguments import illegal, is_drawn, read_count, whole_numbers
from ziggurat.batches.cpu_games import CpuGames
from ziggurat.batches.device_games import DeviceGames
from ziggurat.batches.rollouts import Rollout, fill_rollout
from ziggurat.batches.threads import usable_cores
from ziggurat.errors import GameError
from ziggurat.game import MOVE, SCORE, read_options
from ziggurat.kernel import rows_of
from ziggurat.observation_fields import OBSERVED, Field, scale_of
from ziggurat.options import Options
from ziggurat.registry import game_spec, spec_of_key

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int32]
DEVICES = ("cpu", "cuda")


class Batch:
    """n games that are played together; game i begins as `ziggurat.new(game, seed=f"{seed}/{i}", **options)` does, to the byte.

    Arrays that are handed out are copies, or the `out` that was given. What comes out does not depend on the number of threads, nor on the device. With
    `device="cuda"` arrays lie on the GPU (`DeviceArray`), and arrays on the GPU can be given wherever an array of NumPy can.
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
            raise GameError(f"there is no device `{device}`: a batch runs on `cpu` or `cuda`")
        self.device = device
        self.seed = secrets.token_hex(16) if seed is None else str(seed)
        self.autoreset = bool(autoreset)
        threads = read_count("threads", usable_cores() if threads is None else threads)
        self.spec = self.spec.at(self.spec.option_set.read(dict(options or {})))
        prepared = self._prepare(dict(options or {}))
        if device == "cuda":
            from ziggurat.batches.cuda_games import CudaGames  # numba-cuda need not be installed

            self._games: DeviceGames = CudaGames(self.spec, self.n, prepared, f"{self.seed}/")
        else:
            self._games = CpuGames(self.spec, self.n, prepared, f"{self.seed}/", threads)

    def _prepare(self, given: dict[str, Any]) -> np.ndarray[Any, Any]:
        """The rows of blank positions with their options: one for all games, or one for each where something is left to chance."""
        common, spec = self.spec.option_set.read(given), self.spec
        drawn = [read_options(spec, given, f"{self.seed}/{i}") for i in range(self.n if is_drawn(spec.option_set.resolve, common) else 1)]
        self._options: list[Options] = drawn
        self.seats: int = common["seats"]
        prepared = spec.blank(len(drawn))
        for state, options in zip(prepared, drawn, strict=True):
            spec.module("options").prepare(state, options)
        return rows_of(prepared)

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

    @property
    def threads(self) -> int:
        """How many threads work on the games: of the processor, or one of the GPU for each game."""
        return self._games.threads

    def options(self, i: int = 0) -> Options:
        """The options of game i in full; they differ only where something was left to chance (`sides="random"`)."""
        options = self._options[self._check_game(i) if len(self._options) > 1 else 0]
        return {name: list(value) if isinstance(value, list) else value for name, value in options.items()}

    def seed_of(self, i: int) -> str:
        """The seed from which game i was dealt: `ziggurat.new(game, seed=batch.seed_of(i), **batch.options(i))` begins with the same bytes."""
        episode = self._games.episode(self._check_game(i))
        return f"{self.seed}/{i}/{episode}" if episode else f"{self.seed}/{i}"

    def _check_game(self, i: int) -> int:
        if isinstance(i, bool) or not isinstance(i, int | np.integer) or not 0 <= i < self.n:
            raise GameError(f"there is no game {i!r}: the batch has the games 0 to {self.n - 1}")
        return i

    def copy(self) -> Batch:
        """A batch of its own at the same positions, which goes on as this one would."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _games=self._games.copy())
        return other

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: everything but the modules of the game."""
        return {name: value for name, value in self.__dict__.items() if name != "spec"} | {"game": self.spec.key}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.spec = spec_of_key(self.__dict__.pop("game"))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        where = "" if self.device == "cpu" else f" on {self.device}"
        return f"<batch of {self.n} games of {self.spec.name}{where}, seed {self.seed!r}, {int(np.asarray(self.done).sum())} over>"

    # --- the positions -----------------------------------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """The records of the positions themselves, for kernels of your own; whoever writes to them is responsible for what follows. On a GPU: a copy."""
        return self._games.states

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat whose decision it is in each game; -1 where the game is over."""
        to_move: npt.NDArray[np.int8] = self._games.to_move()
        return to_move

    @property
    def done(self) -> Bools:
        """Whether each game is over."""
        done: Bools = self._games.done()
        return done

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The score of each seat if the games ended now, n × seats."""
        scores: npt.NDArray[np.int32] = self._games.fill(None, (self.n, self.seats), SCORE, self._games.scores)
        return scores

    @property
    def ranks(self) -> npt.NDArray[np.int32]:
        """The rank of each seat if the games ended now, n × seats: 1 + the number of seats that are strictly better."""
        ranks: npt.NDArray[np.int32] = self._games.fill(None, (self.n, self.seats), SCORE, self._games.ranks)
        return ranks

    @property
    def refused(self) -> Bools:
        """In which games the last step with `check=False` did not play the code, since it was not legal."""
        refused: Bools = self._games.refused()
        return refused

    def legal_mask(self, out: Any = None) -> Bools:
        """For each game and each code whether it is legal, n × num_actions.

        Akropolis has 147,456 codes: there `legal_codes` and `legal_factors` take less memory.
        """
        mask: Bools = self._games.fill(out, (self.n, self.num_actions), np.bool_, self._games.mask)
        return mask

    def legal_codes(self) -> tuple[Codes, npt.NDArray[np.int64]]:
        """The legal codes of all games, one behind the other, and where those of each begin: `codes[offsets[i]:offsets[i + 1]]` are those of game i."""
        return self._games.legal_codes()

    def observe(self, seat: Any = None, out: Any = None) -> npt.NDArray[np.int16]:
        """What a seat sees of each game, n × observation_size: the seat to move of each, or this one, or one for each game.

        The numbers are those of `observation_fields` (`docs/reference/observations.md`); they hold nothing that the seat cannot see.
        """
        seats = self._games.read_seats(self.seats, seat)
        seen: npt.NDArray[np.int16] = self._games.fill(out, (self.n, self.observation_size), OBSERVED, lambda array: self._games.observe(seats, array))
        return seen

    # --- a move in parts ---------------------------------------------------------------------------------------------

    @property
    def factors(self) -> dict[str, int]:
        """The parts of a move that can be chosen one by one, with the number of values of each; for games that have such."""
        return dict(self._factor_table())

    def _factor_table(self) -> tuple[tuple[str, int], ...]:
        factors: tuple[tuple[str, int], ...] | None = self.spec.optional("observation", "FACTORS")
        if factors is None:
            raise GameError(f"the moves of {self.spec.full_name} have no parts that can be chosen one by one: use `legal_mask`")
        return factors

    def legal_factors(self, out: Any = None) -> dict[str, Bools]:
        """For each part of a move which values it can have, n × values. Every combination of these values is a legal move, and there are no others.

        The masks are columns of one array, one part behind the other: `out`, if it is given.
        """
        factors = self._factor_table()
        ends = np.cumsum([size for _, size in factors]).tolist()
        out = self._games.fill(out, (self.n, ends[-1]), np.bool_, self._games.factors)
        return {name: self._games.columns(out, end - size, end) for (name, size), end in zip(factors, ends, strict=True)}

    def codes_of(self, **parts: Any) -> Codes:
        """The codes of moves whose parts are given: `batch.codes_of(tile=…, place=…, rotation=…)`. Tensors of torch and JAX on a GPU stay there."""
        table = dict(self._factor_table())
        if parts.keys() != table.keys():
            raise GameError(f"a move of `{self.spec.name}` has the parts {', '.join(table)}: give each of them")
        arrays = {name: whole_numbers(values) for name, values in parts.items()}
        for name, values in arrays.items():
            if ((values < 0) | (values >= table[name])).any():
                raise GameError(f"`{name}` must lie from 0 to {table[name] - 1}")
        code: Any = 0
        for name in self._factor_order():
            code = code * table[name] + arrays[name]
        codes: Any = code.astype(MOVE) if isinstance(code, np.ndarray | np.integer) else code
        return codes  # type: ignore[no-any-return]

    def factors_of(self, codes: Any) -> dict[str, Codes]:
        """The parts of moves whose codes are given."""
        table, rest = dict(self._factor_table()), whole_numbers(codes)
        if ((rest < 0) | (rest >= self.num_actions)).any():
            raise GameError(f"codes must lie from 0 to {self.num_actions - 1}")
        parts: dict[str, Any] = {}
        for name in reversed(self._factor_order()):
            part: Any = rest % table[name]
            parts[name] = part.astype(MOVE) if isinstance(part, np.ndarray | np.integer) else part
            rest = rest // table[name]
        return {name: parts[name] for name in table}

    def _factor_order(self) -> list[str]:
        names = [name for name, _ in self._factor_table()]
        return [names[place] for place in self.spec.module("observation").FACTOR_ORDER]

    # --- play --------------------------------------------------------------------------------------------------------

    def step(self, codes: Any, *, check: bool = True) -> None:
        """Play a code in each game. Where a game is over its code is not read: the game stays, or with `autoreset` its next deal begins.

        If any code is not legal, IllegalMove says which, and nothing was played anywhere. With `check=False` those games alone stay as they are
        (`refused` says which), and the others go on; the rules never see a code that is not legal.
        """
        read = self._games.read_codes(codes)
        if check and self._games.any_illegal(read):
            raise illegal(*self._games.wrong_codes(read))
        self._games.step(read, is_checked=bool(check), is_renewed=self.autoreset)

    def random_codes(self, out: Any = None) -> Codes:
        """A legal code for each game, each equally likely, from a generator of each game's own (`seed/i/moves`); -1 where the game is over."""
        codes: Codes = self._games.fill(out, (self.n,), MOVE, self._games.draw)
        return codes

    def play_random(self, steps: int) -> int:
        """Take so many steps of random play in each game, as `step(random_codes())` would; returns how many decisions were taken."""
        return self._games.play(read_count("steps", steps), is_renewed=self.autoreset)

    def random_rollout(self, steps: int, out: Rollout | None = None) -> Rollout:
        """Take so many steps of random play in each game in one call, and write down what was seen, who decided what, and how the games ended.

        It is what a loop of `observe()`, `to_move`, `random_codes()` and `step` would see; on a GPU several times faster than that.
        """
        steps = read_count("steps", steps)
        shapes = Rollout((steps, self.n, self.observation_size), (steps, self.n), (steps, self.n), (steps, self.n, self.seats))

        def write(*arrays: Any) -> None:
            self._games.roll(*arrays, is_renewed=self.autoreset)

        return fill_rollout(self._games.fill, shapes, out, write)

    def reset(self, where: Any = None) -> None:
        """Deal these games anew, all if nothing is said: `where` has a truth value for each game, or the numbers of some.

        Deal number k of game i (the first is number 0) is that of the seed `f"{seed}/{i}/{k}"`.
        """
        self._games.deal(self._games.read_where(where))


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

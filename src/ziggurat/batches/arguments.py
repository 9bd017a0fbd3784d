"""Read what is given to a batch: numbers, codes, seats, games. Everything that does not fit is a GameError that says what would."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ziggurat.errors import GameError, IllegalMove
from ziggurat.options import Options
from ziggurat.spec import GameSpec

Bools = npt.NDArray[np.bool_]
SEAT = np.int8
SHOWN_WRONG = 5  # codes that an error names


def is_drawn(resolve: Any, options: Options) -> bool:
    """Whether some option is left to chance: two ways to draw then differ."""
    return bool(resolve(options, lambda _: 0) != options)


def read_count(name: str, value: int) -> int:
    """A whole number of 1 or more."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise GameError(f"`{name}` is {value!r}: it must be a whole number, 1 or more")
    return int(value)


def check_codes(n: int, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Raise GameError unless an array can be a code for each game."""
    if dtype.kind not in "iu" or shape != (n,):
        raise GameError(f"`codes` must be {n} whole numbers, one for each game, not {dtype} of the shape {shape}")


def read_codes(n: int, codes: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """A code for each game."""
    read = as_array("codes", codes)
    check_codes(n, read.dtype, read.shape)
    return np.ascontiguousarray(read, np.int64)


def read_seats(n: int, seats: int, seat: int | npt.ArrayLike) -> npt.NDArray[np.int8]:
    """A seat, or one for each game."""
    read = as_array("seat", seat)
    if read.dtype.kind not in "iu" or read.shape not in {(), (n,)} or ((read < 0) | (read >= seats)).any():
        raise GameError(f"`seat` must be a number from 0 to {seats - 1}, or one for each of the {n} games")
    return np.ascontiguousarray(read, SEAT)


def read_where(n: int, where: npt.ArrayLike) -> Bools:
    """Which games: a truth value for each, or the numbers of some."""
    given = as_array("where", where)
    fits = given.shape == (n,) if given.dtype == np.bool_ else given.dtype.kind in "iu" and given.ndim <= 1 and not ((given < 0) | (given >= n)).any()
    if not fits:
        raise GameError(f"`where` must be {n} truth values, or numbers of games from 0 to {n - 1}")
    if given.dtype == np.bool_:
        return np.ascontiguousarray(given)
    chosen = np.zeros(n, np.bool_)
    chosen[given] = True
    return chosen


def check_host_out(out: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Raise GameError unless results can be written to this array of NumPy."""
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise GameError(f"`out` must be a contiguous array of {np.dtype(dtype)} with the shape {shape}")


def as_array(name: str, values: Any) -> np.ndarray[Any, Any]:
    """An array of NumPy."""
    try:
        return np.asarray(values)
    except (TypeError, ValueError) as error:
        raise GameError(f"`{name}` is no array: {error}") from None


def whole_numbers(values: Any) -> Any:
    """Whole numbers to compute with: a tensor of torch, JAX or CuPy on a GPU stays there, anything else becomes an array of NumPy."""
    if hasattr(values, "__cuda_array_interface__") and hasattr(values, "__mul__"):
        return values.long() if hasattr(values, "long") else values.astype(np.int64)
    try:
        return np.asarray(values, np.int64)
    except (TypeError, ValueError) as error:
        raise GameError(f"these are no whole numbers: {error}") from None


def check_version(spec: GameSpec, dtype: np.dtype[Any]) -> None:
    """Raise GameError unless positions of a pickle are records as the game has them now."""
    if dtype != spec.dtype:
        raise GameError(f"this batch of `{spec.name}` is of another version: its positions cannot be read")


def illegal(codes: npt.NDArray[np.int64], wrong: Bools) -> IllegalMove:
    """The error that names the codes that are not legal."""
    games = np.flatnonzero(wrong)
    named = ", ".join(f"{codes[i]} in game {i}" for i in games[:SHOWN_WRONG].tolist())
    more = f", and {len(games) - SHOWN_WRONG} more" if len(games) > SHOWN_WRONG else ""
    return IllegalMove(f"{len(games)} of {len(codes)} codes are not legal, and nothing was played: {named}{more}", games=games.tolist())

"""What a batch needs of the device on which its games lie; `CpuGames` and `CudaGames` are the two that there are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ziggurat.spec import GameSpec

NO_MEMORY = "there is no memory for {n} games of `{name}`, {size} bytes each"
NO_ROOM = "there is no memory for an array of {dtype} with the shape {shape}"


class DeviceGames(ABC):
    """The positions of the games of a batch, with the kernels that work on them. Arrays are those of the device."""

    spec: GameSpec
    n: int
    threads: int
    """How many threads work on the games."""

    # --- positions

    @property
    @abstractmethod
    def states(self) -> Any:
        """The records of the positions."""

    @abstractmethod
    def to_move(self) -> Any:
        """The seat whose decision it is in each game; -1 where the game is over: a copy."""

    @abstractmethod
    def done(self) -> Any:
        """Whether each game is over."""

    @abstractmethod
    def refused(self) -> Any:
        """In which games the last step did not play: a copy."""

    @abstractmethod
    def episode(self, i: int) -> int:
        """How many times game i was dealt anew."""

    @abstractmethod
    def copy(self) -> Self:
        """The same games once more."""

    # --- arguments and results

    @abstractmethod
    def read_codes(self, codes: Any) -> Any:
        """A code for each game, as an array of the device."""

    @abstractmethod
    def read_seats(self, seats: int, seat: Any) -> Any:
        """A seat for each game, as an array of the device; None is the seat to move."""

    @abstractmethod
    def read_where(self, where: Any) -> Any:
        """A truth value for each game, as an array of the device; None is all games."""

    @abstractmethod
    def fill(self, out: Any, shape: tuple[int, ...], dtype: Any, write: Callable[[Any], None], axis: int = 0) -> Any:
        """Let `write` fill an array of the device, the one that was given or a new one; returns it. `axis` is the one of the games."""

    @abstractmethod
    def columns(self, array: Any, first: int, last: int) -> Any:
        """Some columns of an array that `fill` returned, without a copy."""

    # --- play

    @abstractmethod
    def deal(self, where: Any) -> None:
        """Deal these games anew."""

    @abstractmethod
    def any_illegal(self, codes: Any) -> bool:
        """Mark the games whose code is not legal; returns whether there are any."""

    @abstractmethod
    def wrong_codes(self, codes: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """The codes, and in which games they were not legal, as arrays of NumPy."""

    @abstractmethod
    def step(self, codes: Any, *, is_checked: bool, is_renewed: bool) -> None:
        """Play a code in each game."""

    @abstractmethod
    def play(self, steps: int, *, is_renewed: bool) -> int:
        """Take so many random steps in each game; returns how many decisions were taken."""

    @abstractmethod
    def roll(self, seen: Any, seats: Any, codes: Any, points: Any, *, is_renewed: bool) -> None:
        """Take random steps, as many as the arrays have rows, and write what was seen, who decided what, and the scores where a game was over."""

    # --- what is written to arrays of the device

    @abstractmethod
    def draw(self, out: Any) -> None:
        """A random legal code for each game."""

    @abstractmethod
    def mask(self, out: Any) -> None:
        """Which codes are legal."""

    @abstractmethod
    def legal_codes(self) -> tuple[Any, Any]:
        """The legal codes of all games, and where those of each begin."""

    @abstractmethod
    def observe(self, seats: Any, out: Any) -> None:
        """What the seats see."""

    @abstractmethod
    def scores(self, out: Any) -> None:
        """The score of each seat."""

    @abstractmethod
    def ranks(self, out: Any) -> None:
        """The rank of each seat."""

    @abstractmethod
    def factors(self, out: Any) -> None:
        """Which values the parts of a legal move can have."""

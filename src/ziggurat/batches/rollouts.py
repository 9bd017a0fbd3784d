"""What random play writes down, step by step: `Batch.random_rollout`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ziggurat.batches.arguments import SEAT
from ziggurat.errors import GameError
from ziggurat.game import MOVE, SCORE
from ziggurat.observation_fields import OBSERVED


class Rollout(NamedTuple):
    """Some steps of all games of a batch; the first axis of each array are the steps, the second one the games."""

    observations: Any
    """int16, steps × n × observation_size: what the seat to decide sees before the step."""
    to_move: Any
    """int8, steps × n: that seat; -1 where the game was over, and the step at most dealt the next one."""
    codes: Any
    """int32, steps × n: what it decided; -1 where the game was over."""
    scores: Any
    """int32, steps × n × seats: the final scores where the game was over, 0 where it ran."""


DTYPES = Rollout(OBSERVED, SEAT, MOVE, SCORE)
GAMES_AXIS = 1


def fill_rollout(fill: Callable[..., Any], shapes: Rollout, out: Rollout | None, write: Callable[..., None]) -> Rollout:
    """Let `write` fill all arrays, those of `out` or new ones: `fill` makes one array ready, and takes it back after it was written."""
    if out is not None and (not isinstance(out, tuple) or len(out) != len(shapes)):
        raise GameError("`out` must be a Rollout")
    filled: list[Any] = []

    def fill_from(place: int, ready: tuple[Any, ...]) -> None:
        if place == len(shapes):
            write(*ready)
        else:
            given = None if out is None else out[place]
            filled.append(fill(given, shapes[place], DTYPES[place], lambda array: fill_from(place + 1, (*ready, array)), GAMES_AXIS))

    fill_from(0, ())
    return Rollout(*reversed(filled))

"""Which values the parts of a legal move can have, on a GPU. A template: `bind` gives each game its own copy."""

from __future__ import annotations

from numba import types

from ziggurat.any_game.state import STATE
from ziggurat.batches.cuda_kernels import IS_COPIED, WORDS, take
from ziggurat.batches.cuda_setup import cuda, plain
from ziggurat.batches.factor_kernels import factor_games

int64 = types.int64


@cuda.jit
def factors(words, out):
    """Write for each game and each value of each part whether a legal move has it."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        local = cuda.local.array((1, WORDS), int64)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        factor_games(rows.view(STATE)[0], plain(out)[own], 0, 1)

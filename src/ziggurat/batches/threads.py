"""Run a kernel over the games of a batch on several threads: kernels run without the GIL.

Threads of our own, and not `prange` of Numba: its simplest layer ends the whole program if two Python threads start loops at the same time, the others
need more packages; and a kernel stays one that a GPU can call too. `docs/guides/batches.md` has the figures.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

LEAST_SHARE = 128  # games for each thread: fewer are not worth waking one


def usable_cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def pool() -> ThreadPoolExecutor:
    """The threads that all batches share; more are started when they are needed."""
    return ThreadPoolExecutor(max_workers=256, thread_name_prefix="ziggurat-batch")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=pool.cache_clear)  # a child has none of its parent's threads


def shares_of(n: int, threads: int) -> list[tuple[int, int]]:
    """The games from 0 to n - 1 in even shares, one for each thread that is worth it."""
    count = max(1, min(threads, n // LEAST_SHARE))
    return [(n * share // count, n * (share + 1) // count) for share in range(count)]


def run_shares(call: Callable[[int, int, int], Any], shares: list[tuple[int, int]]) -> list[Any]:
    """Call with the number of a share, its first game and the one behind its last: the first share in this thread, the others meanwhile in others."""
    others = [pool().submit(call, number, first, last) for number, (first, last) in enumerate(shares[1:], 1)]
    answers = [call(0, *shares[0])]
    return answers + [other.result() for other in others]

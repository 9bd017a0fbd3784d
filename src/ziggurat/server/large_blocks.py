"""The memory of searches, in servers and workers."""

from __future__ import annotations

import contextlib
import ctypes
import sys

M_MMAP_THRESHOLD, LARGE_BLOCK = -3, 1 << 20  # of glibc's `mallopt`


def return_large_blocks() -> None:
    """Let the memory of a search (20 MB and more) go back to the system when the search is over.

    Left to itself, glibc soon takes such blocks from its heaps, where smaller ones settle between them: the process grew by 25 MB now and then.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)

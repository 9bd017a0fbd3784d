"""Checks what is installed and what is missing (`ziggurat doctor`)."""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
from collections.abc import Iterator

import llvmlite
import numba
import numpy

from ziggurat import __version__
from ziggurat.compile_cache import cache_root
from ziggurat.kernel import COMPILED
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import check_spec

Finding = tuple[bool | None, str, str]


def findings() -> Iterator[Finding]:
    """Check one thing after the other; yields a verdict (True good, False broken, None only information), a name and a description."""
    yield None, "ziggurat", __version__
    yield sys.version_info >= (3, 11), "python", f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    yield True, "numba", f"{numba.__version__} (llvmlite {llvmlite.__version__}, NumPy {numpy.__version__})"
    yield None, "compiled", "yes" if COMPILED else "no: NUMBA_DISABLE_JIT is set, everything runs as plain Python and is some hundred times slower"
    files = list(cache_root().rglob("*.nbc"))
    size = sum(path.stat().st_size for path in files)
    yield os.access(cache_root(), os.W_OK), "cache", f"{cache_root()} holds {len(files)} compiled functions, {size / 1e6:.1f} MB; `ziggurat warm` fills it"
    for name in game_names():
        lacks = check_spec(game_spec(name))
        yield not lacks, f"game {name}", "; ".join(lacks) or f"complete, rules version {game_spec(name).version}, state {game_spec(name).dtype.itemsize} bytes"
    cuda = importlib.util.find_spec("numba_cuda")
    yield None, "gpu", "numba-cuda is installed: `python bench/gpu.py` plays on the GPU" if cuda else "numba-cuda is not installed (optional)"

"""Rules as plain Python, compiled by Numba: the `@kernel` decorator, its cache folder, and the random generator.

A kernel is a function over NumPy records, numbers and arrays that Numba turns into machine code. The same source runs

* compiled on the CPU (the default),
* uncompiled, for debugging and coverage, when `NUMBA_DISABLE_JIT=1` is set,
* on a GPU, called from a `numba.cuda` kernel as it is (`bench/gpu.py`),

and gives the same results to the bit. That holds because kernels never allocate, raise, print or touch a Python object:
tables are global arrays, buffers come from the caller, chance comes from the generator below.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba import types
from numba.core.caching import UserProvidedCacheLocator

from ziggurat.compile_cache import CACHE_DAYS, cache_root

if TYPE_CHECKING:
    from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent
config: Any = numba.config
COMPILED = not config.DISABLE_JIT

# --- The compile cache ------------------------------------------------------------------------------------------------
# Numba notices an edit in the file of a cached function, but not in the files whose functions it calls; and it looks for machine code by the path
# of the sources. So the machine code of each folder of kernels lies in a cache folder named by a digest of all its sources: an edit gives a new
# folder, never stale code, and equal sources share one folder wherever they lie. An edit in one game does not recompile the others.

BASE = (Path(__file__).resolve(), *sorted((PACKAGE / "geometry").glob("*.py")), PACKAGE / "observation_fields.py")
CACHE_FOLDER = "__cache_folder__"
"""A global of this name in a module says where the machine code of its kernels lies; without it, the folder of the module's file decides."""
EXACT_WIDTHS = "EXACT_WIDTHS"
"""A global of this name that is true: the kernels of the module are compiled for each width of whole numbers with which they are called."""
OWN_IMPORT = re.compile(r"^from [\w.]+\.(\w+) import", re.MULTILINE)


def cache_digest(sources: Iterable[Path]) -> str:
    """Twelve hex digits that change with any source, with Numba, NumPy, Python or the processor."""
    total = hashlib.sha256()
    host = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine(), llvmlite.binding.get_host_cpu_name())
    total.update("\n".join(host).encode())
    for path in sources:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:12]


@cache
def machine_code_folder() -> Path:
    """The folder for machine code (`cache_root`), without what nobody has used for long."""
    root = cache_root()
    for old in root.glob("*-????????????"):
        if old.stat().st_mtime < time.time() - CACHE_DAYS * 86400:
            shutil.rmtree(old, ignore_errors=True)
    return root


@cache
def cache_folder(folder: Path) -> Path:
    """Where the machine code of the kernels in a source folder lies."""
    own = [] if folder in {PACKAGE, PACKAGE / "geometry"} else kernel_sources(folder)
    return made_folder(machine_code_folder() / f"{folder.name}-{cache_digest([*BASE, *own])}")


def made_folder(path: Path) -> Path:
    """Make the folder if it is missing, and mark it as used, so that it is not removed; returns it."""
    path.mkdir(parents=True, exist_ok=True)
    os.utime(path)
    return path


def kernel_sources(folder: Path) -> list[Path]:
    """The files of a folder that hold kernels, and those of the same folder that they import: a new picture does not recompile the rules.

    The folder of an expansion lies in that of its game, and its kernels call those of the game: these files count, too.
    """
    folders = [folder, folder.parent] if (folder.parent / "rules.py").is_file() else [folder]
    texts = {path: path.read_text(encoding="utf-8") for each in folders for path in each.glob("*.py")}
    sources, left = set[Path](), [path for path, text in texts.items() if "\n@kernel\n" in text]
    while left:
        path = left.pop()
        if path not in sources and path in texts:
            sources.add(path)
            left += [each / f"{name}.py" for name in OWN_IMPORT.findall(texts[path]) for each in folders]
    return sorted(sources)


class ContentLocator(UserProvidedCacheLocator):
    """Tell Numba where the machine code of a kernel lies: the content of the sources decides it, not their path and time."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        """Numba passes the function and the file that its code names."""
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._folder = function.__globals__.get(CACHE_FOLDER) or cache_folder(Path(file).resolve().parent)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The name of the folder is the digest of the sources."""
        return str(self._folder.name)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> ContentLocator:
        """The locator of a kernel."""
        return cls(function, file)


def kernel(function: Function) -> Function:
    """Compile `function` when it is first called, without the GIL, and keep the machine code on disk."""
    others, config.CACHE_LOCATOR_CLASSES = config.CACHE_LOCATOR_CLASSES, f"{__name__}.{ContentLocator.__name__}"  # read by the next line alone
    try:
        compile_it: Any = numba.njit(cache=True, nogil=True, error_model="numpy")
        compiled: Function = compile_it(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = others
    if COMPILED and not function.__globals__.get(EXACT_WIDTHS):
        compile_less(compiled, constants=CACHE_FOLDER not in function.__globals__)
    return compiled


def compile_less(dispatcher: Any, *, constants: bool) -> None:
    """Compile a kernel once for all whole numbers, not once more for each width that another kernel calls it with.

    And not for each of the `constants` either where it is bound to a game (`bind.py`): those are large, and compile in seconds. Rules are small, and run
    faster for a constant. Where they also run faster for a narrow number, their module says `EXACT_WIDTHS = True`.
    """

    def widened(kind: Any) -> Any:
        return kind if constants and isinstance(kind, types.Literal) else wide(kind)

    template_for = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template_for([widened(each) for each in args], {name: widened(each) for name, each in kws.items()})


def wide(kind: Any) -> Any:
    """The type that stands for all signed whole numbers, or for both truth values; any other type stands for itself."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind in types.signed_domain else kind


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A packed record type whose fields are attributes, compiled or not: `state.to_move`, `state.boards[seat].heights[space]`.

    Every field lies on a multiple of its size, as a GPU needs it, and there is no padding, so equal positions are equal
    bytes: put larger numbers first, and fill up with a spare field.
    """
    made = np.dtype((np.record, list(fields)))
    assert made.fields is not None
    for name, (dtype, offset, *_) in made.fields.items():
        if offset % alignment(dtype):
            raise TypeError(f"field `{name}` lies at byte {offset}, which is no multiple of {alignment(dtype)}: put larger numbers first")
    if made.itemsize % alignment(made):
        raise TypeError(f"the record has {made.itemsize} bytes: fill it up with a spare field to a multiple of {alignment(made)}")
    return made


def alignment(dtype: np.dtype[Any]) -> int:
    """The size of the largest number in a type."""
    if dtype.subdtype is not None:
        return alignment(dtype.subdtype[0])
    if dtype.fields is not None:
        return max(alignment(field[0]) for field in dtype.fields.values())
    return dtype.itemsize


def rows_of(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The memory of an array of records as rows of plain numbers, one row for each record.

    Kernels copy a position by its row: Numba copies a record field by field, which for an 8 KB record of Akropolis took 8 s to
    compile and 320 ns to run.
    """
    word = np.int64 if states.dtype.itemsize % 8 == 0 else np.int8
    return states.view(word).reshape(*states.shape, -1)


NONE = -1  # no card, no pawn, nobody
NO_POINTS = -(1 << 30)  # less than any score
SMALL = 127  # `x & SMALL` is x for every number from 0 to 127, and tells the compiler that x is not negative: an index need not be wrapped

# --- The random generator ---------------------------------------------------------------------------------------------
# xoshiro256** by David Blackman and Sebastiano Vigna (public domain algorithm), seeded with the SHA-256 of a text. The
# state is four 64-bit words in an array that the caller owns. A seed means the same deal on every machine, for ever.

if not COMPILED:
    np.seterr(over="ignore")  # 64-bit words wrap around by design; NumPy would warn about each one


def generator(seed: str) -> NDArray[np.uint64]:
    """The generator for a seed: its four words are the SHA-256 of the text in UTF-8, read as little-endian 64-bit numbers."""
    return np.frombuffer(hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest(), dtype="<u8").astype(np.uint64)


@kernel
def copy_row(rows, to, source):
    """The position `to` becomes the position `source`."""
    for i in range(rows.shape[1]):
        rows[to, i] = rows[source, i]


@kernel
def margin_of(points, seat):
    """The points of the seat less those of its best opponent; alone, the points themselves."""
    best = 0 if len(points) == 1 else NO_POINTS
    for other in range(len(points)):
        if other != seat:
            best = max(best, int(points[other]))
    return int(points[seat]) - best


@kernel
def rotate_left(word, bits):
    """The 64-bit word turned by `bits` places."""
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@kernel
def next_word(rng):
    """The next 64 random bits (one step of xoshiro256**)."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    word = rotate_left(b * np.uint64(5), 7) * np.uint64(9)
    c ^= a
    d ^= b
    rng[0] = a ^ d
    rng[1] = b ^ c
    rng[2] = c ^ (b << np.uint64(17))
    rng[3] = rotate_left(d, 45)
    return word


@kernel
def below(rng, n):
    """A number from 0 to n - 1, each equally likely (Lemire's method with rejection; 0 < n < 2**32)."""
    span = np.uint64(n)
    product = (next_word(rng) >> np.uint64(32)) * span
    if (product & LOW_HALF) < span:  # the only case in which a draw may have to be repeated: about n in 2**32
        least = (TWO_TO_32 - span) % span
        while (product & LOW_HALF) < least:
            product = (next_word(rng) >> np.uint64(32)) * span
    return np.int64(product >> np.uint64(32))


@kernel
def shuffle(values, rng):
    """Put `values` into a random order, every order equally likely (Fisher-Yates)."""
    for last in range(len(values) - 1, 0, -1):
        other = below(rng, last + 1)
        values[last], values[other] = values[other], values[last]


@kernel
def nth_bit(bits, n):
    """The place of the n-th set bit (n = 0: the lowest) of a 64-bit set."""
    for _ in range(n):
        bits &= bits - np.uint64(1)
    place = 0
    while (bits & np.uint64(1)) == np.uint64(0):
        bits >>= np.uint64(1)
        place += 1
    return place


LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)

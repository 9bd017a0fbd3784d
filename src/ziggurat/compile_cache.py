"""Where machine code lies, and whether all of it is there: an empty file in the cache folder says so, for these sources on this machine.

It imports no Numba, so that a server knows in milliseconds how to start.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
SOURCES = ("*.py", "geometry/*.py", "games/*/*.py", "search/*.py", "search/kernels/*.py")
CACHE_DAYS = 30  # what nobody has used for so long is removed
COMPILERS = ("numba", "llvmlite", "numpy")


@cache
def cache_root() -> Path:
    """The folder for machine code: `ZIGGURAT_CACHE`, else the user's cache folder, else (read-only home) a temporary one."""
    if named := os.environ.get("ZIGGURAT_CACHE"):
        root = Path(named)
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "ziggurat"
    elif sys.platform == "darwin":
        root = Path.home() / "Library/Caches/ziggurat"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ziggurat"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"ziggurat-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        root.mkdir(parents=True, exist_ok=True)
    return root


def all_compiled() -> bool:
    """Whether a server or `ziggurat warm` has compiled everything that a table needs."""
    return stamp_file().exists()


def note_all_compiled() -> None:
    """Write down that everything is compiled; remove what was written down long ago for other sources."""
    own = stamp_file()
    for old in own.parent.glob("compiled-*.stamp"):
        if old != own and old.stat().st_mtime < time.time() - CACHE_DAYS * 86400:
            old.unlink(missing_ok=True)
    own.touch()


def stamp_file() -> Path:
    """The file: its name changes with any source, with Numba, NumPy, Python or the processor."""
    total = hashlib.sha256("\n".join([*map(version_of, COMPILERS), sys.version, platform.machine(), processor()]).encode())
    for path in sorted(path for pattern in SOURCES for path in PACKAGE.glob(pattern)):
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return cache_root() / f"compiled-{total.hexdigest()[:12]}.stamp"


def version_of(package: str) -> str:
    """The version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    try:
        lines: Iterable[str] = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith("model name")), "")

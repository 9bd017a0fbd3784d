"""One server for one data file: a lock of the operating system on `FILE.lock` beside it, which ends with the process, however that ends.

A planned handover: the next server takes the lock with `take(wait=…)`, and has it as soon as the one before lets go (`SqliteStore.close`, after its last
write). A server never removes the file itself, so nobody locks one that is gone. Readers (`ziggurat backup`) need no lock.

On Linux the data file itself is locked, too: by another name of it, a hard link, one would find another `FILE.lock`. `flock` there knows nothing of the locks
of SQLite (`fcntl`), which would fall if this process closed any descriptor of the file: ours is closed when SQLite's are.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

from ziggurat.server.store.ownership import give_away, make_folders
from ziggurat.server.store.store import StoreError

PAUSE = 0.02
FAR = 1 << 30  # Windows keeps others from reading the byte that is locked: lock one that nobody reads


class InUse(StoreError):
    """Another server has the file."""


class DataLock:
    """The right to write to a data file."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.path = (target := data.resolve()).with_name(target.name + ".lock")
        self._file: int | None = None
        self._itself: int | None = None
        self._is_new = False
        """Whether the file of the lock was not there before."""

    @property
    def is_held(self) -> bool:
        """Whether it is ours."""
        return self._file is not None

    def take(self, wait: float = 0.0) -> None:
        """Have the lock, or raise InUse: at once, or when another server has not let go for so many seconds. Take it again when the data file has been made."""
        until = time.monotonic() + wait
        if self._file is None:
            self._file = self._locked(self.path, os.O_RDWR | os.O_CREAT, until)
            with contextlib.suppress(OSError):  # on a full disk nobody can be named
                os.ftruncate(self._file, 0)
                os.write(self._file, b"%d\n" % os.getpid())
        if self._itself is None and sys.platform == "linux" and self.data.is_file():
            try:
                self._itself = self._locked(self.data, os.O_RDONLY, until)
            except StoreError:
                self.release()
                raise

    def _locked(self, path: Path, flags: int, until: float) -> int:
        """Open a file and lock it."""
        file = self._open(path, flags)
        try:
            self._wait(path, file, until)
            while not is_at(file, path):  # whoever had it before has removed it
                os.close(file)
                file = self._open(path, flags)
                self._wait(path, file, until)
        except BaseException:
            os.close(file)
            raise
        return file

    def _open(self, path: Path, flags: int) -> int:
        try:
            make_folders(path.parent)
            is_new = not path.exists()
            file = os.open(path, flags, 0o600)  # not handed to programs that we start
            if path == self.path:
                self._is_new = is_new
                give_away(file, self.data.resolve())
        except OSError as error:
            raise StoreError(f"cannot use `{self.data}` as data file: {error}") from None
        return file

    def _wait(self, path: Path, file: int, until: float) -> None:
        while not try_lock(file):
            if time.monotonic() >= until:
                who = held_by(file) if path == self.path else ", under another name (a hard link)"
                raise InUse(f"`{self.data}` is in use by another server{who}: stop it, or name another file with `--data`")
            time.sleep(PAUSE)

    def release(self, *, clean: bool = False) -> None:
        """Let another server have it. `clean`: leave no file of the lock where there was none."""
        if self._file is not None and clean and self._is_new:
            with contextlib.suppress(OSError):  # Windows removes no open file
                self.path.unlink()
        for file in (self._itself, self._file):
            if file is not None:
                os.close(file)  # and so unlocked
        self._itself = self._file = None


def is_at(file: int, path: Path) -> bool:
    """Whether this open file still has this name."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False


def held_by(file: int) -> str:
    """Who has the lock, as far as the file tells."""
    with contextlib.suppress(OSError):
        os.lseek(file, 0, os.SEEK_SET)
        if (text := os.read(file, 20).strip()).isdigit():
            return f" (process {text.decode()})"
    return ""


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Lock a file for this process; False if another has it."""
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Lock a file for this process; False if another has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

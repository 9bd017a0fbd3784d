"""Whose the files are that root makes: of whoever has the file that they replace, or the folder.

Files of root's own would lock out the service that uses them.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def give_away(file: Path | int, path: Path) -> None:
    """Give a file that root made for this path to the owner of what is there, else of the folder."""
    if not is_root():
        return
    owner = (path if path.exists() else path.parent).stat()
    with contextlib.suppress(PermissionError):  # in some containers, and on some network disks, root may not
        os.chown(file, owner.st_uid, owner.st_gid)


def make_folders(folder: Path) -> None:
    """Make a folder and those above it; each belongs to the owner of the one above."""
    if not folder.exists():
        make_folders(folder.parent)
        folder.mkdir(exist_ok=True)
        give_away(folder, folder.parent)


def is_root() -> bool:
    """Whether this process may write everywhere, and what it writes is closed to others."""
    return hasattr(os, "geteuid") and os.geteuid() == 0

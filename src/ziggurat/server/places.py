"""Where everything is stored: the data file, the database and the Redis that the operator names.

No password of a URL is ever shown, also not in part.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from ziggurat.errors import OptionError

DATABASES, BUSES = ("postgresql", "postgres"), ("redis", "rediss", "unix")
URL = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]+)://(?:[^@/?#]*@)?(?P<place>[^@?#]*)(?:[?#][^@]*)?", re.IGNORECASE)
"""A URL that can be read in one way only: an `@` stands before the host and nowhere else."""
HOST = re.compile(r"(?:[^:/\[\]]*|\[[0-9a-f:.]+\])(?::(?P<port>\d{1,5}))?", re.IGNORECASE)
WRONG_PERCENT = re.compile(r"%(?![0-9a-f]{2})|%00", re.IGNORECASE)
NO_FILE = re.compile(r"[a-z][a-z0-9+.-]+:|.*\bpassword\s*=", re.IGNORECASE)
"""What names no file, but a URL or a connection: a letter and a colon alone name a drive."""
ESCAPES = "in a password write `%40` for `@`, `%2F` for `/`, `%3A` for `:`, `%3F` for `?`, `%23` for `#`, `%25` for `%`"


def shown(url: str) -> str:
    """The URL as people may see it: without user, password and options; of an ambiguous one, the scheme alone."""
    if (parts := URL.fullmatch(url)) is None:
        return f"`{scheme_of(url)}://…`"
    return f"`{parts['scheme']}://{parts['place']}`"


def scheme_of(url: str) -> str:
    """What stands before the colon, where that is the name of a scheme."""
    named = re.match(r"[a-z][a-z0-9+.-]*(?=:)", url, re.IGNORECASE)
    return named[0] if named else ""


def check_url(url: str, name: str, schemes: tuple[str, ...]) -> None:
    """Raise OptionError where a URL has another scheme, or signs in its password that end it.

    (The rest of such a password would be taken for the host, and be shown.)
    """
    if scheme_of(url).lower() not in schemes or "://" not in url:
        raise OptionError(f"{name} must begin with `{schemes[0]}://`")
    parts = URL.fullmatch(url)
    hosts = [] if parts is None or parts["scheme"].lower() == "unix" else parts["place"].partition("/")[0].split(",")
    if parts is None or WRONG_PERCENT.search(url) or not all(map(is_host, hosts)):
        raise OptionError(f"{name} is no URL of a server: {ESCAPES}")


def is_host(text: str) -> bool:
    """Whether this is a host, with or without a port."""
    named = HOST.fullmatch(text)
    return named is not None and int(named["port"] or 0) < 65536


def database_url() -> str:
    """The database that `ZIGGURAT_DATABASE_URL` names; empty: none. (No option: it holds a password.)"""
    if url := os.environ.get("ZIGGURAT_DATABASE_URL", ""):
        check_url(url, "`ZIGGURAT_DATABASE_URL`", DATABASES)
    return url


def redis_url() -> str:
    """The Redis that `ZIGGURAT_REDIS_URL` names; empty: none."""
    if url := os.environ.get("ZIGGURAT_REDIS_URL", ""):
        check_url(url, "`ZIGGURAT_REDIS_URL`", BUSES)
    return url


def file_at(path: str | Path) -> Path:
    """Take this for a file; raises OptionError for a URL. (It may hold a password: the message does not repeat it.)"""
    if NO_FILE.match(str(path)):
        other = "name a database by `ZIGGURAT_DATABASE_URL`, or write the whole path of a file"
        raise OptionError(f"a URL is no file: {other}")
    return Path(path)


def data_file(named: Path | None) -> Path:
    """The data file of `--data`, else of `ZIGGURAT_DATA`, else `ziggurat.db` in the user's data folder."""
    if named is not None:
        return file_at(named)
    if variable := os.environ.get("ZIGGURAT_DATA"):
        return file_at(variable)
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        root = Path.home() / "Library/Application Support"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return root / "ziggurat" / "ziggurat.db"

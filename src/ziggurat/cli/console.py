"""Input, output and errors of all commands."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from ziggurat.errors import GameError, RecordError

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

WRONG_INPUT, WRONG_CALL, INTERRUPTED = 1, 2, 130  # exit statuses


class UsageError(Exception):
    """The command was called wrongly."""


@contextmanager
def usage_errors() -> Iterator[None]:
    """Report errors of a game in this block as errors of the command line, not of an input file."""
    try:
        yield
    except GameError as error:
        raise UsageError(str(error)) from None


def read_input(name: str) -> bytes:
    """Read a file, compressed if its name ends in `.gz`, or standard input (`-`)."""
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return gzip.decompress(text) if name.endswith(".gz") else text
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(f"cannot read `{name}`: {getattr(error, 'strerror', None) or error}") from None


def read_lines(name: str, what: str) -> list[tuple[int, bytes]]:
    """Read the JSON objects of a file with their line numbers; raises RecordError if there is none."""
    from ziggurat.record import lines_of

    lines = list(lines_of(read_input(name)))
    if not lines:
        raise RecordError(f"`{name}` holds no {what}")
    return lines


@contextmanager
def open_output(name: str) -> Iterator[Callable[[str], None]]:
    """Give a function that writes a line to standard output (`-`), or to a file that appears when it is complete."""
    if name == "-":
        yield emit
        return
    from ziggurat.record import write_whole

    lines: list[str] = []
    yield lines.append
    try:
        write_whole(Path(name), "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise UsageError(f"cannot write `{name}`: {error.strerror or error}") from None


def emit(line: str) -> None:
    """Write one line to standard output; exits quietly when its reader wants no more (`| head`)."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None


def print_json(value: Any) -> None:
    """Write one JSON object on one line. Invisible characters are escaped, so that no name in it can steer a terminal."""
    from ziggurat.text import is_invisible

    text = json.dumps(value, ensure_ascii=False)
    emit(text if text.isprintable() else "".join(json.dumps(sign)[1:-1] if is_invisible(sign) else sign for sign in text))


def fail(message: str) -> None:
    """Write one line to standard error. A message may quote a file, so no invisible character of it reaches the terminal."""
    from ziggurat.text import printable

    err.print("[bold red]error:[/] ", end="")
    err.print(printable(message.splitlines()[0]) if message else "unknown", markup=False)


@contextmanager
def compiling(folder: Path, language: str) -> Iterator[None]:
    """Say that the rules of a game are being compiled, if they are not in the cache yet."""
    from ziggurat.kernel import COMPILED, cache_folder
    from ziggurat.text import words

    if COMPILED and not any(cache_folder(folder).rglob("*.nbi")):
        with err.status(words(None, language)("cli.compiling")):
            yield
    else:
        yield

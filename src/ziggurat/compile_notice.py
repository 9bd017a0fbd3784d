"""Tell a person at a terminal, once, that the program compiles: the first call of a game can take many seconds, and silence looks like a fault."""

from __future__ import annotations

import logging
import sys
from typing import Any

from numba.core import event

from ziggurat.kernel import COMPILED

NOTICE = "ziggurat: compiling the rules for this machine, once; later starts are fast (`ziggurat warm` compiles everything ahead)"
logger = logging.getLogger("ziggurat.compile")


class CompileNotice(event.Listener):
    """Hears of every compilation, and writes one line to the standard error for the first."""

    def __init__(self) -> None:
        self.is_written = False

    def on_start(self, event: Any) -> None:
        """Write the notice: on a terminal to the standard error, else for those who listen to the log."""
        if self.is_written:
            return
        self.is_written = True
        logger.info(NOTICE)
        if sys.stderr is not None and sys.stderr.isatty():
            print(NOTICE, file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing is said at the end."""


def install() -> CompileNotice:
    """Listen from now on; machine code that is read from the cache is no compilation."""
    listener = CompileNotice()
    if COMPILED:
        event.register("numba:compile", listener)
    return listener

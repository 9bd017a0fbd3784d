"""The process of an outside bot: reads views from standard input, one JSON object a line, and answers each with one line.

`null` in place of a view only makes the bot, to see whether that works. Run by `outside.py` as a file, so that a bot's process need not load the engine.
What the bot prints goes to standard error.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
from importlib.machinery import SourceFileLoader
from pathlib import Path
from threading import Thread
from typing import Any

MEMORY = 4 << 30  # bytes
CHECK_EVERY = 1.0  # seconds between two checks whether the match still runs


def limit_memory() -> None:
    """Limit the memory of this process: a bot that needs more gets a MemoryError, and does not slow down the machine."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def end_with_parent() -> None:
    """End this process when the match is gone, even in the midst of a move: a killed match cannot end its bots."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(CHECK_EVERY)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def load(file: str, name: str) -> Any:
    """Make an object of the class in the file."""
    path = Path(file).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_loader(path.stem, SourceFileLoader(path.stem, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        classes = [each for each, value in vars(module).items() if isinstance(value, type) and value.__module__ == module.__name__]
        raise AttributeError(f"the file has no class `{name}`" + (f", only {', '.join(f'`{each}`' for each in classes)}" if classes else ""))
    bot = getattr(module, name)()
    if not callable(getattr(bot, "choose", None)):
        raise TypeError(f"`{name}` has no method `choose(self, view)`")
    return bot


def main() -> None:
    """Answer views until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    end_with_parent()
    limit_memory()
    bot: Any = None
    for line in sys.stdin:
        try:
            if bot is None:
                bot = load(sys.argv[1], sys.argv[2])
            view = json.loads(line)
            text = json.dumps({"ready": True} if view is None else {"move": bot.choose(view)})
        except BaseException as error:
            text = json.dumps({"error": f"{type(error).__name__}: {error}"[:500]})
        print(text, file=answers, flush=True)


if __name__ == "__main__":
    main()

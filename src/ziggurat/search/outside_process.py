"""The process of an outside bot: reads views from standard input, one JSON object a line, and answers each with one line.

Run by `outside.py` as a file, so that a bot's process need not load the engine. What the bot prints goes to standard error.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

MEMORY = 4 << 30  # bytes


def limit_memory() -> None:
    """A bot that asks for more memory than this gets a MemoryError, not the machine."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def load(file: str, name: str) -> Any:
    """A fresh object of the class."""
    path = Path(file).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)()


def main() -> None:
    """Answer views until there are no more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    limit_memory()
    bot: Any = None
    for line in sys.stdin:
        try:
            bot = bot or load(sys.argv[1], sys.argv[2])
            answer = {"move": bot.choose(json.loads(line))}
            text = json.dumps(answer)
        except BaseException as error:
            text = json.dumps({"error": f"{type(error).__name__}: {error}"[:500]})
        print(text, file=answers, flush=True)


if __name__ == "__main__":
    main()

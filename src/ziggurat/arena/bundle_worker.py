"""What runs on the nodes of a cluster: plays a bundle of pieces in a process of Ray's."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ziggurat.arena.piece import answer_to, kind_named, know_games
from ziggurat.compile_cache import cache_root
from ziggurat.errors import GameError
from ziggurat.registry import key_of, spec_of_key
from ziggurat.search.compile_steps import RULES, mark, prepare_match, step_of

_prepared: set[str] = set()  # what was compiled or loaded in this process


def play_bundle(kind: str, packages: list[str], lines: Sequence[bytes], files: Mapping[str, bytes]) -> list[tuple[bytes, float]]:
    """Play the pieces, each given as a line; returns for each the answer and the seconds that it took. `files` are those of outside bots, by their names."""
    know_games(packages)
    names = {bot: here for bot, text in files.items() if (here := write_bot(bot, text)) != bot}
    back = {here: bot for bot, here in names.items()}
    answers = []
    for line in lines:
        fields = json.loads(line)
        try:
            prepare(key_of(fields["game"], fields.get("options")), fields["bots"])
        except GameError as error:
            answers.append((json.dumps({"error": str(error)}).encode(), 0.0))
            continue
        began = time.perf_counter()
        answer = answer_to(renamed(line, names), kind_named(kind))
        answers.append((renamed(answer, back), time.perf_counter() - began))
    return answers


def renamed(line: bytes, names: Mapping[str, str]) -> bytes:
    """The piece of a line with other names for its bots."""
    if not names:
        return line
    fields = json.loads(line)
    if "bots" in fields:
        fields["bots"] = [names.get(bot, bot) for bot in fields["bots"]]
    text = json.dumps(fields, separators=(",", ":"))
    for here, bot in names.items():  # and in the reasons why a game was lost
        text = text.replace(json.dumps(here)[1:-1], json.dumps(bot)[1:-1])
    return text.encode() + b"\n"


def write_bot(bot: str, text: bytes) -> str:
    """Write the file of an outside bot on this node, once; returns the name of the bot here."""
    file, _, name = bot.removeprefix("py:").rpartition(":")
    folder = Path(tempfile.gettempdir()) / f"ziggurat-bots-{hashlib.sha256(text).hexdigest()[:16]}"
    path = folder / Path(file).name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
            part.write(text)
        Path(part.name).replace(path)
    return f"py:{path}:{name}"


def prepare(key: str, bots: Sequence[str]) -> None:
    """Compile what these bots need of a spec, once on each node: one process compiles, the others of the node wait and then load the machine code."""
    spec = spec_of_key(key)
    steps = sorted({step_of(bot, spec) for bot in bots} | {RULES})
    work = "-".join([key, *steps])
    if work in _prepared:
        return
    rules = mark(key, RULES)
    compiled = rules.with_name(f"{rules.name}-match-{'-'.join(steps)}")
    if not compiled.exists():
        with locked(cache_root() / "compile.lock"):
            if not compiled.exists():
                prepare_match(key, bots)
                compiled.parent.mkdir(parents=True, exist_ok=True)
                compiled.touch()
    prepare_match(key, bots)
    _prepared.add(work)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that the processes of one machine share; it ends with the process."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield

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
from ziggurat.search import outside
from ziggurat.search.compile_steps import RULES, mark, prepare_match, step_of

BotFiles = tuple[str, dict[str, bytes]]  # the folder of an outside bot at home, and the files in it that it consists of, its own first
_prepared: set[str] = set()  # what was compiled or loaded in this process


def play_bundle(kind: str, packages: list[str], lines: Sequence[bytes], files: Mapping[str, BotFiles]) -> list[tuple[bytes, float]]:
    """Play the pieces, each given as a line; returns for each the answer and the seconds that it took. `files` are those of outside bots, by their names."""
    know_games(packages)
    outside.files_here.update({bot: str(place_bot(given)) for bot, given in files.items()})
    answers = []
    for line in lines:
        fields = json.loads(line)
        try:
            prepare(key_of(fields["game"], fields.get("options")), fields["bots"])
        except GameError as error:
            answers.append((json.dumps({"error": str(error)}).encode(), 0.0))
            continue
        began = time.perf_counter()
        answers.append((answer_to(line, kind_named(kind)), time.perf_counter() - began))
    return answers


def place_bot(files: BotFiles) -> Path:
    """Find the files of an outside bot on this node, or put them there, once; returns its own file.

    Where the very files lie at the same place (the same machine, a shared disk) they are used as they are, so that the bot finds what else is beside them.
    """
    home, texts = files
    own = next(iter(texts))
    if holds(Path(home), texts):
        return Path(home) / own
    digest = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"ziggurat-bots-{digest}"
    if not holds(folder, texts):
        for place, text in texts.items():
            put_file(folder / place, text)
    return folder / own


def holds(folder: Path, texts: Mapping[str, bytes]) -> bool:
    """Whether these files are in the folder."""
    try:
        return all((folder / place).read_bytes() == text for place, text in texts.items())
    except OSError:
        return False


def put_file(path: Path, text: bytes) -> None:
    """Make a file all at once: other processes of the node may do the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as part:
        part.write(text)
    Path(part.name).replace(path)


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

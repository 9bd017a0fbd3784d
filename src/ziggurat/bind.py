"""Bind a kernel template to a game: each game gets its own copy, as a module of its own.

Numba would compile rules that are passed as arguments or closures again at every start. So a template imports its rules from
`ziggurat.any_game` (which holds only stubs, for editors and type checkers), and runs once for each game with that game's name put in. What a game need not
have (`spec.OPTIONAL`) a template asks for by name, `if has("rules", "sample_move"):`, and never by trying: a part that is lost is an error at import.
The code keeps the path and the lines of the template, so that breakpoints hit and tracebacks name the real file. The machine code lies in a
folder of its own for each game and content (`kernel.ContentLocator`).
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ziggurat.kernel import BASE, CACHE_FOLDER, PACKAGE, cache_digest, kernel_sources, machine_code_folder, made_folder
from ziggurat.registry import spec_of_key
from ziggurat.spec import GameSpec

ANY_GAME = "ziggurat.any_game"
BOUND = "ziggurat_bound"
HAS = f"from {ANY_GAME} import has\n"
STUB = re.compile(rf"^([ \t]*)from {re.escape(ANY_GAME)}\.([\w.]+) import", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*from (ziggurat\.[\w.]+) import", re.MULTILINE)


@cache
def bind(key: str, template: str) -> ModuleType:
    """The template (`ziggurat.search.kernels.greedy`) as a module of the game with this key (`GameSpec.key`)."""
    spec, path = spec_of_key(key), path_of(template)
    text = path.read_text(encoding="utf-8")
    for other in templates_in(text):
        text = text.replace(f"from {other} import", f"from {bind(key, other).__name__} import")
    text = STUB.sub(lambda match: f"{match[1]}from {spec.module_name(match[2])} import", text)
    text = text.replace(HAS, "\n")  # the lines keep their numbers
    if ANY_GAME in text:
        raise ImportError(f"{template}: an import of {ANY_GAME} has a form that bind.py does not know")
    bound = f"{BOUND}.{key.replace('-', '_')}"
    for package in (BOUND, bound):
        sys.modules.setdefault(package, ModuleType(package)).__path__ = []
    module = ModuleType(f"{bound}.{template.rpartition('.')[2]}")
    module.__file__ = str(path)
    setattr(module, CACHE_FOLDER, bound_folder(spec, template))
    module.__dict__["has"] = lambda name, part: spec.optional(name, part) is not None
    sys.modules[module.__name__] = module
    exec(compile(text, str(path), "exec"), module.__dict__)  # noqa: S102 - our own source
    return module


def templates_in(text: str) -> list[str]:
    """The templates that a template imports: the modules that need a game themselves."""
    imported = dict.fromkeys(name for name in IMPORT.findall(text) if not name.startswith(ANY_GAME))
    return [name for name in imported if f"from {ANY_GAME}." in path_of(name).read_text(encoding="utf-8")]


def path_of(module: str) -> Path:
    """The file of one of our modules, without importing it."""
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


@cache
def bound_folder(spec: GameSpec, template: str) -> Path:
    """Where the machine code of a template for a game lies: named by everything that it is made from."""
    return made_folder(machine_code_folder() / f"{spec.key}-{cache_digest([*BASE, *kernel_sources(spec.folder), *sources_of(template)])}")


def sources_of(template: str) -> list[Path]:
    """The template and all of our modules that it imports, beside the game's and those of `BASE`."""
    sources, left = dict[str, Path](), [template]
    while left:
        name = left.pop()
        path = path_of(name)
        if name in sources or path in BASE or not path.is_file():
            continue
        sources[name] = path
        left += [other for other in IMPORT.findall(path.read_text(encoding="utf-8")) if not other.startswith(ANY_GAME)]
    return [sources[name] for name in sorted(sources)]

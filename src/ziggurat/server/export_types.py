"""Write the types of messages, views and choices for others: `python -m ziggurat.server.export_types` (a test compares).

* TypeScript for the page: `web/src/lib/messages.ts`, `web/src/lib/review_types.ts`, `web/src/games/<name>/types.ts`, and `web/src/games/types.ts` with the
  unions of all games.
* `src/ziggurat/view_dicts.py`: a `TypedDict` for each struct of a view, for those who use `Game.view()` or write a `py:` bot, and for the options of each game.
"""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import UnsetType

from ziggurat.kernel import PACKAGE
from ziggurat.registry import game_names, game_spec
from ziggurat.search import review_types
from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.view import BaseChoice, BaseView

Struct = type[msgspec.Struct]
ROOT = PACKAGE.parents[1]
WEB = ROOT / "web/src"
COMMAND = "python -m ziggurat.server.export_types"
OVER_HTTP = (
    *(
        r.NewTable,
        a.MadeTable,
        a.MadeLink,
        r.NewRecord,
        a.MadeRecord,
        r.NewTry,
        a.Moment,
        r.Practice,
        a.PracticePosition,
        a.ChatPage,
        a.ListedTable,
        a.TableGlance,
    ),
    *(a.PuzzleList, r.PuzzleMove, a.PuzzleAnswer),
    *(a.Catalogue, a.Lexicon, a.RulePage, a.LessonPage, a.ServerAddresses, a.ErrorAnswer),
)


# --- What a type consists of ------------------------------------------------------------------------------------------


class Field(typing.NamedTuple):
    """One field of a struct."""

    name: str
    type: Any
    optional: bool
    """Whether it may be missing from the JSON."""
    about: str


def fields_of(struct: Struct, *, incoming: bool = False) -> Iterator[Field]:
    """The fields in the order of the JSON, the tag first. What comes in may leave out fields with a default; what goes out has all that can be set."""
    config = struct.__struct_config__
    if config.tag_field:
        yield Field(config.tag_field, Literal[config.tag], False, "")
    hints, about = typing.get_type_hints(struct, include_extras=True), docs_of(struct)
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        may_miss = UnsetType in members(hint) or (field.required is False and (incoming or config.omit_defaults))
        yield Field(field.encode_name, hint, may_miss, about.get(field.name, ""))


def members(hint: Any) -> tuple[Any, ...]:
    """The members of a union; a type that is none is its only member."""
    hint = bare(hint)
    return typing.get_args(hint) if typing.get_origin(hint) in (Union, types.UnionType) else (hint,)


def bare(hint: Any) -> Any:
    """The type without what is annotated."""
    return bare(typing.get_args(hint)[0]) if typing.get_origin(hint) is Annotated else hint


def docs_of(struct: Struct) -> dict[str, str]:
    """The texts below the fields of a struct and of those it inherits from."""
    docs: dict[str, str] = {}
    for parent in reversed(struct.__mro__):
        if not issubclass(parent, msgspec.Struct) or parent.__module__.startswith("msgspec"):
            continue
        body = ast.parse(inspect.cleandoc("\n" + inspect.getsource(parent))).body[0]
        assert isinstance(body, ast.ClassDef)
        for one, following in zip(body.body, body.body[1:], strict=False):
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(following, ast.Expr):
                docs[one.target.id] = str(ast.literal_eval(following.value))
    return docs


def structs_in(hint: Any) -> Iterator[Struct]:
    """The structs that a type mentions."""
    hint = bare(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for inner in typing.get_args(hint):
        yield from structs_in(inner)


def with_inner(roots: Iterable[Struct], leave_out: Callable[[Struct], bool] = lambda struct: False) -> list[Struct]:
    """These structs and all that they hold, what is held first."""
    structs: dict[Struct, None] = {}

    def add(struct: Struct) -> None:
        if struct in structs or leave_out(struct):
            return
        for field in fields_of(struct):
            for inner in structs_in(field.type):
                if inner is not struct:
                    add(inner)
        structs[struct] = None

    for root in roots:
        add(root)
    return list(structs)


def aliases_of(module: types.ModuleType) -> dict[Any, str]:
    """The closed sets of names that a module gives a name of its own."""
    return {value: name for name, value in vars(module).items() if typing.get_origin(value) is Literal}


# --- TypeScript -------------------------------------------------------------------------------------------------------

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown", object: "unknown"}


class Speller:
    """Spells types in a language."""

    aliases: dict[Any, str]
    """Types that have a name of their own."""

    def spell(self, hint: Any) -> str:
        """Spell a type. Whether it may be missing is up to its field."""
        hint = bare(hint)
        if hint in self.aliases:
            return self.aliases[hint]
        if len(members(hint)) > 1:
            return " | ".join(dict.fromkeys(self.spell(part) for part in members(hint) if part is not UnsetType))
        return self.alone(hint)

    def alone(self, hint: Any) -> str:
        """A type that is no union and has no name of its own."""
        raise TypeError(f"{type(self).__name__} cannot spell {hint!r}")


class TypeScript(Speller):
    """Spells types as TypeScript."""

    def __init__(self, aliases: dict[Any, str] | None = None) -> None:
        self.aliases = aliases or {}

    def alone(self, hint: Any) -> str:
        """A type that is no union and has no name of its own."""
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if origin is Literal:
            return " | ".join(msgspec.json.encode(value).decode() for value in inner)
        if origin is list:
            one = self.spell(inner[0])
            return f"({one})[]" if " | " in one and not one.endswith(">") else f"{one}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.spell, inner))}]"
        if origin is dict:
            record = f"Record<{self.spell(inner[0])}, {self.spell(inner[1])}>"
            return record if bare(inner[0]) is str else f"Partial<{record}>"
        return self.plain(hint)

    def plain(self, hint: Any) -> str:
        """A type that holds no other."""
        if hint in PLAIN:
            return PLAIN[hint]
        if issubclass(hint, BaseView) and self.of_all(hint):
            return "AnyView"
        if issubclass(hint, BaseChoice) and self.of_all(hint):
            return "AnyChoice"
        return str(hint.__name__)

    def of_all(self, hint: Struct) -> bool:
        """Whether a view or choice stands for that of any game."""
        return True

    def interface(self, struct: Struct, *, incoming: bool = False) -> str:
        """A struct as an interface with its comments."""
        lines = [f"/** {inspect.cleandoc(struct.__doc__ or struct.__name__)} */", f"export interface {struct.__name__} {{"]
        for field in fields_of(struct, incoming=incoming):
            if field.about:
                lines.append(f"  /** {field.about} */")
            lines.append(f"  {field.name}{'?' if field.optional else ''}: {self.spell(field.type)};")
        return "\n".join([*lines, "}\n"])

    def alias(self, name: str, hint: Any) -> str:
        """A closed set of names."""
        return f"export type {name} = {' | '.join(msgspec.json.encode(value).decode() for value in typing.get_args(hint))};\n"


class OfOneGame(TypeScript):
    """The types of one game: its own view and choice."""

    def of_all(self, hint: Struct) -> bool:
        """Its own are meant."""
        return False


def leave_out(struct: Struct) -> bool:
    """Whether a struct has its own file: views and choices are those of the games."""
    return issubclass(struct, BaseView | BaseChoice)


def messages_file() -> str:
    """`web/src/lib/messages.ts`."""
    sent, spelled = typing.get_args(r.AnyRequest), TypeScript()
    coming = with_inner([*sent, r.NewTable, r.NewRecord, r.NewTry], leave_out)
    structs = with_inner([*sent, *typing.get_args(m.AnyMessage), *OVER_HTTP], leave_out)
    parts = [spelled.interface(struct, incoming=struct in coming) for struct in structs]
    for name, union in (("AnyRequest", r.AnyRequest), ("AnyMessage", m.AnyMessage)):
        parts.append(f"export type {name} = {' | '.join(struct.__name__ for struct in typing.get_args(union))};\n")
    head = f"// Made from the structs in src/ziggurat/server by `{COMMAND}`. Do not edit.\n" + 'import type { AnyChoice, AnyView } from "../games/types";\n'
    return "\n".join([head, *parts])


def review_file() -> str:
    """`web/src/lib/review_types.ts`."""
    aliases = aliases_of(review_types)
    spelled = TypeScript(aliases)
    parts = [spelled.alias(name, hint) for hint, name in aliases.items()]
    parts += [spelled.interface(struct) for struct in with_inner([review_types.ReviewReport, review_types.TryReport])]
    version = f"/** The version of a review that this page understands. */\nexport const REVIEW_VERSION = {review_types.VERSION};\n"
    return "\n".join([f"// Made from src/ziggurat/search/review_types.py by `{COMMAND}`. Do not edit.\n", version, *parts])


def game_file(game: str) -> str:
    """`web/src/games/<name>/types.ts`."""
    module = game_spec(game).module("types")
    aliases = aliases_of(module)
    spelled = OfOneGame(aliases)
    parts = [spelled.alias(name, hint) for hint, name in aliases.items()]
    parts += [spelled.interface(struct) for struct in with_inner([module.View, module.Choice])]
    return "\n".join([f"// Made from src/ziggurat/games/{game}/types.py by `{COMMAND}`. Do not edit.\n", *parts])


def games_file(games: Iterable[str]) -> str:
    """`web/src/games/types.ts`: the view and the choice of any game."""
    names = list(games)
    lines = [f"// Made by `{COMMAND}`. Do not edit.", *(f'import type * as {name} from "./{name}/types";' for name in names), ""]
    lines += [f"/** The {what.lower()} of any game{where}. */\nexport type Any{what} = {' | '.join(f'{name}.{what}' for name in names)};"
              for what, where in (("View", ": `game` tells which"), ("Choice", ""))]  # fmt: skip
    return "\n".join([*lines, ""])


# --- TypedDict --------------------------------------------------------------------------------------------------------


class Dicts(Speller):
    """Spells the structs of a game as `TypedDict`."""

    def __init__(self, game: str) -> None:
        self.game, self.prefix = game, game.capitalize()
        self.module = game_spec(game).module("types")
        self.aliases = {hint: f"{self.prefix}{name}" for hint, name in aliases_of(self.module).items()}

    def alone(self, hint: Any) -> str:
        """A type that is no union and has no name of its own."""
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if origin is Literal:
            return f"Literal[{', '.join(msgspec.json.encode(value).decode() for value in inner)}]"
        if origin is not None:
            return f"{origin.__name__}[{', '.join(map(self.spell, inner))}]"
        return "None" if hint is type(None) else self.name(hint) if issubclass(hint, msgspec.Struct) else str(hint.__name__)

    def name(self, struct: Struct) -> str:
        """What a struct is called among those of all games."""
        return f"{self.prefix}{struct.__name__}"

    def definition(self, struct: Struct) -> str:
        """A struct as a class."""
        lines = [f"class {self.name(struct)}(TypedDict):", f'    """{inspect.cleandoc(struct.__doc__ or "")}"""', ""]
        for field in fields_of(struct):
            spelled = self.spell(field.type)
            lines.append(f"    {field.name}: {f'NotRequired[{spelled}]' if field.optional else spelled}")
            if field.about:
                lines.append(f'    """{field.about}"""')
        return "\n".join(lines)

    def options(self) -> str:
        """The options of the game as a class: what `ziggurat.new` takes."""
        rules = game_spec(self.game).option_set
        hints = {option.name: option.hint for option in rules.options} | ({"preset": Literal[tuple(rules.presets)]} if rules.presets else {})
        lines = [f"class {self.prefix}Options(TypedDict, total=False):", f'    """The options of `{self.game}`, as `ziggurat.new` takes them."""', ""]
        return "\n".join([*lines, *(f"    {name}: {self.spell(hint)}" for name, hint in hints.items())])

    def text(self) -> str:
        """All of them."""
        aliases = [f"{name} = {self.literal(hint)}" for hint, name in self.aliases.items()]
        return "\n\n\n".join(["\n".join(aliases)] * bool(aliases) + [self.definition(struct) for struct in with_inner([self.module.View])] + [self.options()])

    def literal(self, hint: Any) -> str:
        """A closed set of names, spelled out."""
        return f"Literal[{', '.join(msgspec.json.encode(value).decode() for value in typing.get_args(hint))}]"


DICTS_HEAD = f'''"""The views of the games as plain dicts, typed: what `Game.view()` gives and a `py:` bot is given; and the options of `ziggurat.new`.

Made by `{COMMAND}`; do not edit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, TypedDict, Unpack, overload

if TYPE_CHECKING:
    from ziggurat.game import Game
'''
GAME_NAMES = """
GameName = Literal[{names}]
\"\"\"The games of this package, for type checkers; a game that lives elsewhere has any name.\"\"\"
"""
NEW_HEAD = '''class New(Protocol):
    """`ziggurat.new`: the name of a game tells its options and the type of its views.

    A name that only a run tells, or a game that lives elsewhere: `ziggurat.Game(ziggurat.game_spec(name), options, seed=7)`.
    """
'''
NEW = """
    @overload
    def __call__(
        self,
        game: Literal["{name}"],
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
        moves: str | Iterable[str] = (),
        **options: Unpack[{options}],
    ) -> Game[{view}]: ...
"""


def dicts_file(games: Iterable[str]) -> str:
    """`src/ziggurat/view_dicts.py`."""
    names = list(games)
    literal = GAME_NAMES.format(names=", ".join(f'"{name}"' for name in names))
    parts = [DICTS_HEAD + "\n" + literal.lstrip("\n") + "\n", *(Dicts(name).text() + "\n\n" for name in names)]
    overloads = [NEW.format(name=name, options=f"{name.capitalize()}Options", view=f"{name.capitalize()}View") for name in names]
    return "\n".join(parts) + "\n" + NEW_HEAD + "".join(overloads)


# --- Files ------------------------------------------------------------------------------------------------------------


def files() -> dict[Path, str]:
    """Everything that is made, by its place. Games that live outside this package have no place here."""
    games = [name for name in game_names() if game_spec(name).package.startswith("ziggurat.")]
    made = {
        WEB / "lib/messages.ts": messages_file(),
        WEB / "lib/review_types.ts": review_file(),
        WEB / "games/types.ts": games_file(games),
        PACKAGE / "view_dicts.py": dicts_file(games),
    }
    return made | {WEB / f"games/{name}/types.ts": game_file(name) for name in games}


def main() -> None:
    """Write all of it."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

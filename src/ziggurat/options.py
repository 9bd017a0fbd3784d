"""The options of a game: its folder declares them once; Python, JSON and the command line read them alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ziggurat.errors import OptionError, listed

OptionValue = Any  # str, int, bool, or a list of str: what JSON can hold
Options = dict[str, OptionValue]


@dataclass(frozen=True)
class Option:
    """One choice the players agree on before the game: its values in words stand in `text/*.json` under `option.NAME`."""

    name: str
    choices: tuple[OptionValue, ...]
    needs: str = ""
    """The option that must be true for this one to mean anything; where it is not, this one is left out."""
    is_later: bool = False
    """Whether it came after games were saved: with its default it is left out, so that their records and views stay as they are."""

    @property
    def first(self) -> OptionValue:
        """The default: the first of the choices."""
        return self.choices[0]

    @property
    def hint(self) -> Any:
        """The type of what a Python program gives, for type checkers: `view_dicts.py` holds it. Of words each one, of numbers none: they are computed."""
        return Literal[self.choices] if isinstance(self.first, str) else type(self.first)

    def read(self, value: OptionValue) -> OptionValue:
        """The value, from JSON or from text; raises OptionError with the values that are possible."""
        for choice in self.choices:
            if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                return choice
            if isinstance(value, str) and value.strip().lower() == str(choice).lower():
                return choice
        raise OptionError(f"option `{self.name}` cannot be `{value}`: choose one of {listed(map(show, self.choices))}")

    def resolve(self, value: OptionValue, below: Callable[[int], int]) -> OptionValue:
        """What `random` becomes; `below(n)` draws from a generator of its own. Other values stay as they are."""
        return value


def show(value: OptionValue) -> str:
    """A value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class OptionSet:
    """All options of a game, presets, and the combinations that are impossible."""

    options: tuple[Option, ...]
    presets: Mapping[str, Options] = field(default_factory=dict)
    check: Callable[[Options], None] = lambda options: None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order of the rulebook."""
        return tuple(option.name for option in self.options)

    @property
    def defaults(self) -> Options:
        """The default of each option."""
        return {option.name: option.first for option in self.options}

    def read(self, given: Mapping[str, OptionValue]) -> Options:
        """Every option with its value: the given one, else that of the preset, else the default."""
        chosen = dict(given)
        if (preset := chosen.pop("preset", None)) is not None:
            if preset not in self.presets:
                known = f"known: {listed(self.presets)}" if self.presets else "this game has none"
                raise OptionError(f"there is no preset `{preset}`: {known}")
            chosen = {**self.presets[preset], **chosen}
        if unknown := [name for name in chosen if name not in self.names]:
            raise OptionError(f"there is no option `{unknown[0]}`: known are {listed(self.names)}")
        options = {option.name: option.read(chosen[option.name]) if option.name in chosen else option.first for option in self.options}
        left_out = [
            option for option in self.options if (option.needs and not options[option.needs]) or (option.is_later and options[option.name] == option.first)
        ]
        for option in left_out:
            if option.name in given and option.needs and options[option.name] != option.first:
                raise OptionError(f"option `{option.name}` means nothing without `{option.needs}=true`")
        options = {name: value for name, value in options.items() if name not in {option.name for option in left_out}}
        self.check(options)
        return options

    def resolve(self, options: Options, below: Callable[[int], int]) -> Options:
        """The options with nothing left at random."""
        return {option.name: option.resolve(options[option.name], below) for option in self.options if option.name in options}


def parse_assignments(assignments: Iterable[str]) -> Options:
    """`["edition=first", …]` from the command line as a mapping."""
    options: Options = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"`{assignment}` is not an option: write NAME=VALUE, for instance `edition=first`")
        if name.strip() in options:
            raise OptionError(f"option `{name.strip()}` is given twice")
        options[name.strip()] = read_file(name.strip(), value.strip()[1:]) if value.strip().startswith("@") else value.strip()
    return options


def read_file(name: str, file: str) -> OptionValue:
    """The value of `NAME=@FILE`: JSON, or words (`#` begins a remark). Only the command line reads files: a table never does."""
    try:
        text = Path(file).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"option `{name}`: the file `{file}` cannot be read: {getattr(error, 'strerror', None) or 'it is not text in UTF-8'}") from None
    if not text.lstrip().startswith(("[", "{")):
        return [word for line in text.splitlines() for word in line.partition("#")[0].replace(",", " ").split()]
    try:
        return json.loads(text)
    except ValueError as error:
        raise OptionError(f"option `{name}`: the file `{file}` is not JSON: {error}") from None

"""Reads the rule pages, which explain a game to people who do not know it yet: `guide.en.md` and `guide.fr.md` beside its rules.

A small part of Markdown:

    Text before the first section is the lead.
    ## goal | What you want          a section: its id, the same in both languages, and its title
    ### Houses                       a heading within
    #### The first edition           something folded away, until the next heading
    ![What it shows](city "Words below it")     a picture of `pictures/guide.py`; several in one paragraph stand side by side
    {about: garden wall}             things of the game in the words of their tips
    {try: market | Find the place …} a position of `guide_examples.json` to play with, and what to try there

The rest is CommonMark with tables; HTML is shown as text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ziggurat.drawing.guide_picture import Draw, frame
from ziggurat.drawing.theme import THEMES
from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import file_of
from ziggurat.text import about, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

THINGS = re.compile(r"\{about: ([\w. ]+)\}")
EXAMPLE = re.compile(r"\{try: (\w+) \| (.+)\}", re.DOTALL)
TITLE = re.compile(r"^## (\w+) \| (.+)$", re.MULTILINE)


class UnknownGuide(GameError):
    """There is no such rule page, or no such picture."""

    code = "guide.unknown"


class GuidePicture(msgspec.Struct, frozen=True):
    """A picture of a rule page."""

    name: str
    about: str
    """What it shows, for readers who cannot see it."""
    caption: str
    width: float
    height: float
    scene: dict[str, Any]
    """What it shows, as data: a page that has the table's own pieces draws it with them. Empty: the SVG is all there is."""


class GuideThing(msgspec.Struct, frozen=True):
    """A component in words."""

    name: str
    about: str


class GuideExample(msgspec.Struct, frozen=True):
    """A position to play with."""

    name: str
    ask: str
    """What to try there."""


class GuideBlock(msgspec.Struct):
    """A part of a section: text as safe HTML, or pictures, or things, or an example; folded away under a title where there is one."""

    html: str = ""
    pictures: list[GuidePicture] = []
    things: list[GuideThing] = []
    fold: str = ""
    example: GuideExample | None = None


class GuideSection(msgspec.Struct):
    """A section of a rule page."""

    id: str
    title: str
    blocks: list[GuideBlock] = []


class Guide(msgspec.Struct):
    """A rule page."""

    lead: str
    sections: list[GuideSection]


class ExamplePosition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where an example begins, and what it shows: a test compares it with the rules."""

    seed: str
    moves: str
    most: int = 0
    """The most points that a move brings there from the source."""
    source: str = ""
    """The source of points that it is about."""
    note: str = ""
    """Or the note that one of its moves has."""
    options: dict[str, Any] = {}


@lru_cache(maxsize=32)
def examples_of(game: str) -> dict[str, ExamplePosition]:
    """The positions to play with on a game's rule page: `guide_examples.json` in its folder."""
    file = game_spec(game).folder / "guide_examples.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, ExamplePosition]) if file.is_file() else {}


def example_named(game: str, name: str) -> ExamplePosition:
    """One of the positions to play with."""
    position = examples_of(game).get(name) if game in game_names() else None
    if position is None:
        raise UnknownGuide(f"the rule page of `{game}` has no example `{name}`")
    return position


def example_options(game: str, name: str) -> dict[str, Any]:
    """The options of an example."""
    return example_named(game, name).options


def example_game(game: str, name: str) -> Game:
    """The game of an example, at its position."""
    position = example_named(game, name)
    played: Game = Game(game_spec(game), position.options, seed=position.seed)
    for move in position.moves.split():
        played.push(move)
    return played


@lru_cache(maxsize=32)
def tip_sections(game: str, language: str) -> dict[str, TipSection]:
    """For each thing of a game's tips (`about.THING`) the section of the rule page that tells more: `guide_tips.json` in its folder."""
    folder = game_spec(game).folder
    file, page = folder / "guide_tips.json", folder / f"guide.{language}.md"
    if not file.is_file() or not page.is_file():
        return {}
    titles = dict(TITLE.findall(page.read_text(encoding="utf-8")))
    things: dict[str, list[str]] = msgspec.json.decode(file.read_bytes())
    return {thing: TipSection(section, titles[section].strip()) for section, listed in things.items() for thing in listed}


class TipSection(msgspec.Struct, frozen=True):
    """A section of a rule page that a tip leads to."""

    id: str
    title: str


def pictures_of(game: str) -> dict[str, Draw]:
    """The pictures of a game's rule page."""
    spec = game_spec(game)
    if not file_of(spec, "pictures.guide").is_file():
        return {}
    pictures: dict[str, Draw] = spec.module("pictures.guide").PICTURES
    return pictures


def picture(game: str, name: str, theme: str = "light", language: str = "en") -> str:
    """Draw one picture of a rule page as SVG."""
    draw = pictures_of(game).get(name)
    if draw is None:
        raise UnknownGuide(f"the rule page of `{game}` has no picture `{name}`")
    prefix = f"{game}-{name}-{theme}"
    return frame(draw(theme, language, prefix), prefix, THEMES[theme], words(game, language)("game.name"))


@lru_cache(maxsize=32)
def guide(game: str, language: str = "en") -> Guide:
    """Read the rule page of a game."""
    file = game_spec(game).folder / f"guide.{language}.md"
    if not file.is_file():
        raise UnknownGuide(f"`{game}` has no rule page")
    return _Reader(game, language).read(file.read_text(encoding="utf-8"))


def label(table: Sequence[Token]) -> None:
    """Give each cell its heading as an attribute: narrow pages show a table as a list."""
    heads = [table[at + 1].content for at, token in enumerate(table) if token.type == "th_open"]
    for at, cell in enumerate(token for token in table if token.type == "td_open"):
        cell.attrSet("data-label", heads[at % len(heads)])


class _Reader:
    """Reads one file from top to bottom."""

    def __init__(self, game: str, language: str) -> None:
        from markdown_it import MarkdownIt

        self.game, self.language = game, language
        self.markdown: MarkdownIt = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.lead = GuideBlock()
        self.sections: list[GuideSection] = []
        self.fold = ""

    def read(self, text: str) -> Guide:
        tokens, at = self.markdown.parse(text), 0
        while at < len(tokens):
            end = at + 1
            while tokens[at].nesting == 1 and not (tokens[end].type == tokens[at].type.replace("_open", "_close") and tokens[end].level == tokens[at].level):
                end += 1
            self.take(tokens[at : end + 1] if tokens[at].nesting == 1 else tokens[at:end])
            at = end + 1 if tokens[at].nesting == 1 else end
        return Guide(self.lead.html, self.sections)

    def take(self, part: Sequence[Token]) -> None:
        """Add one block of the file to the page."""
        tag, inner = part[0].tag, part[1].content if len(part) > 1 else ""
        if tag == "h2":
            id_, _, title = inner.partition("|")
            self.sections.append(GuideSection(id_.strip(), title.strip()))
            self.fold = ""
        elif tag == "h4":
            self.fold = inner
            self.block().fold = inner
        elif tag == "p" and (things := THINGS.fullmatch(inner)):
            self.block().things = [GuideThing(*about(words(self.game, self.language), name)) for name in things[1].split()]
        elif tag == "p" and (matched := EXAMPLE.fullmatch(inner)):
            if matched[1] not in examples_of(self.game):
                raise UnknownGuide(f"the rule page of `{self.game}` names an example `{matched[1]}`, which is not there")
            self.block().example = GuideExample(matched[1], " ".join(matched[2].split()))
        elif tag == "p" and (images := self.images(part[1])):
            self.block().pictures = images
        else:
            if tag == "h3":
                self.fold = ""
            blocks = self.sections[-1].blocks if self.sections else [self.lead]
            last = (
                blocks[-1]
                if blocks and not (blocks[-1].pictures or blocks[-1].things or blocks[-1].example) and blocks[-1].fold == self.fold and tag != "h3"
                else self.block()
            )
            if tag == "table":
                label(part)
            last.html += self.markdown.renderer.render(list(part), self.markdown.options, {})

    def block(self) -> GuideBlock:
        """Begin a new block of the section."""
        made = GuideBlock(fold=self.fold)
        self.sections[-1].blocks.append(made)
        return made

    def images(self, inline: Token) -> list[GuidePicture]:
        """The pictures of a paragraph that holds nothing else, or an empty list."""
        pictures = []
        for child in inline.children or []:
            if child.type == "image":
                name = str(child.attrs["src"])
                draw = pictures_of(self.game).get(name)
                if draw is None:
                    raise UnknownGuide(f"the rule page of `{self.game}` names a picture `{name}`, which is not there")
                drawn = draw("light", self.language, "size")
                pictures.append(GuidePicture(name, child.content, str(child.attrs.get("title", "")), drawn.width, drawn.height, drawn.scene))
            elif child.type not in {"softbreak", "hardbreak"} and child.content.strip():
                return []
        return pictures

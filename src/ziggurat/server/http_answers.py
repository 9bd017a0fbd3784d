"""What goes out over HTTP only: lists, new tables and accounts, rules, errors. The answers to actions are those of a socket (`messages.py`)."""

from __future__ import annotations

from typing import Literal

import msgspec

from ziggurat.guide import GuideSection, TipSection
from ziggurat.server.messages import ChatLine, EndInfo, ErrorInfo, SeatInfo, View
from ziggurat.view import BaseChoice, OptionValue


class ChatPage(msgspec.Struct):
    """Some lines that were said, in order."""

    chat: list[ChatLine]
    first: int
    """The number of the first of them; 0 is the first line of all."""
    chat_total: int


class ErrorAnswer(msgspec.Struct):
    """What HTTP answers when a request is refused."""

    error: ErrorInfo


class MadeSeat(msgspec.Struct):
    """A seat of a new table."""

    seat: int
    kind: str
    secret: str
    """Save it: it opens the seat. Empty where the seat has none (`bot`, `open`, `account`)."""
    link: str
    """The page that opens the seat; the secret stands behind `#`, so that no server and no log ever reads it."""


class MadeLink(msgspec.Struct):
    """The new link of a seat."""

    seat: int
    secret: str
    """Save it: it opens the seat, and the one before no longer does."""
    link: str


class MadeTable(msgspec.Struct):
    """A new table."""

    id: str
    commitment: str
    watch: str
    """The public page."""
    seats: list[MadeSeat]
    owner: str
    """Save it: it deletes the table, or its chat. It opens no seat."""


class MadeRecord(msgspec.Struct):
    """A record that was opened."""

    id: str
    watch: str
    """The page that shows it."""
    game: str
    plies: int
    owner: str
    """Save it: it deletes the table."""


class Moment(msgspec.Struct):
    """A table after so many plies, as it was seen then."""

    ply: int
    plies: int
    """How many there are."""
    seat: int | None
    """Whose view this is; null: what everybody saw."""
    view: View
    log: list[str]
    """What happened at the last of these plies, in sentences."""
    move: str
    """The decision that led here, as it was seen; empty at ply 0."""
    mover: int | None
    """Who took it."""


class PracticePosition(msgspec.Struct):
    """A position to practise on, as the seat sees it that was to move when practice began."""

    game: str
    players: list[str]
    seat: int
    ply: int
    view: View
    choices: list[BaseChoice]
    """The legal moves in parts, with what each brings; empty while another is to move."""
    log: list[list[str]]
    """For each decision that was tried, what happened, in sentences."""


class PuzzleHead(msgspec.Struct):
    """A puzzle in the list: enough to choose one, and nothing of its solution."""

    id: str
    rating: int
    """How hard it is, as an Elo number."""
    themes: list[str]
    """What it is about: keys `theme.…` of the game's words."""
    seats: int


class PuzzleList(msgspec.Struct):
    """The puzzles of a game, the easiest first."""

    game: str
    puzzles: list[PuzzleHead]


class PuzzleLine(msgspec.Struct):
    """Points that somebody has more (or less) after the best move than after the second best."""

    kind: Literal["now", "later", "progress", "rival"]
    """Your points at once, later, in what is not scored yet; or those of a rival."""
    points: float
    text: str


class PuzzleAnswer(msgspec.Struct):
    """What became of an answer to a puzzle, and why."""

    right: bool
    best: str
    """The best move."""
    words: list[str]
    """The best move in words, then what it does beside its points."""
    margin: float
    """By how many points it is better than any other move."""
    error: float
    """The standard error of this margin."""
    win: float
    """How much more winning chance it brings."""
    lines: list[PuzzleLine]
    """Where the points come from: means over games that a search played on from the best and the second best move."""
    games: int
    """How many games these were, from each of the two."""
    ahead: float
    """By how many points the best move came out ahead in them; `margin` is what a search says, which looks longer at each move."""
    second: str
    """The second best move in words."""


class ListedTable(msgspec.Struct):
    """A table in the list."""

    id: str
    game: str
    status: str
    created: int
    seats: int
    free: int
    """How many seats are open to anyone."""
    players: list[SeatInfo] = []
    """Who sits there; a free seat is not `joined`."""


class TableGlance(msgspec.Struct):
    """A table among others: who plays, whose turn it is, and the position without its moves."""

    id: str
    game: str
    status: str
    seats: list[SeatInfo]
    you: list[int]
    """Your seats."""
    view: View | None
    """As `view` of a table, but `legal`, `log` and `movers` are empty; null before the start."""
    end: EndInfo | None
    """As `end` of a table: how it ended, null until then."""
    rematch: str = ""
    """The table where everybody plays on; your secrets open it, too."""
    rematch_places: list[int] = []
    """Where each seat sits at that table."""


class OptionInfo(msgspec.Struct):
    """An option of a game."""

    name: str
    choices: list[OptionValue]
    default: OptionValue
    needs: str = ""
    """The option that must be true for this one to mean anything; "" for none."""


class ExpansionInfo(msgspec.Struct):
    """A game with an expansion: whether it is compiled, as `GameInfo` says it of the game without."""

    option: str
    """The option that plays it."""
    key: str
    """For `want` of `GET /api/games`: it is not compiled before somebody wants it."""
    ready: bool
    bots_ready: bool
    search_ready: bool
    reviews_ready: bool
    seconds: float


class GameInfo(msgspec.Struct):
    """A game that can be played."""

    game: str
    rules: int
    seats: list[int]
    secrets: bool
    ready: bool
    """Whether its rules are compiled, so that people can play; a table can be made before, and waits."""
    bots_ready: bool
    """Whether the bots that look one move ahead are compiled; until then they wait at the table."""
    search_ready: bool
    """Whether the bots that search, and hints, are compiled."""
    reviews_ready: bool
    """Whether reviews and the coach are compiled."""
    seconds: float
    """How long the step that is being compiled has taken so far; 0 where none is."""
    options: list[OptionInfo]
    presets: dict[str, dict[str, OptionValue]]
    """Several options under one name, and what they are then."""
    face_down: bool = False
    """Whether a table can keep what the players win face down until the end."""
    quick_bots: list[str] = []
    """The bots that do not search, the weakest first: those are ready before the others."""
    lesson_minutes: int = 0
    """How long the lesson for newcomers takes; 0 where there is none."""
    option_lessons: dict[str, int] = {}
    """The lessons on options, by the name of the option, and how many minutes each takes."""
    expansions: list[ExpansionInfo] = []


class ServerAddresses(msgspec.Struct):
    """How others reach this server."""

    open: bool
    """Whether it can be reached from other machines; else it listens to this one only."""
    urls: list[str]
    """Where others find it, the likeliest first: `http://192.168.1.20:8000`. Empty where only this machine does."""
    command: str
    """What to start it with so that others reach it; empty where they do."""
    text: str
    """The same in a sentence."""


class BotInfo(msgspec.Struct):
    """A bot that can be seated."""

    bot: str
    budget: str


class Catalogue(msgspec.Struct):
    """What can be played here."""

    games: list[GameInfo]
    bots: list[BotInfo]
    languages: list[str]


class Lexicon(msgspec.Struct):
    """Every word of the games in one language: names, options, levels, sources of points. Keys as in `text/*.json`."""

    language: str
    shared: dict[str, str]
    games: dict[str, dict[str, str]]
    sections: dict[str, dict[str, TipSection]] = {}
    """For each game and each thing of its tips (`about.THING`) the section of the rule page that tells more."""


class LessonMark(msgspec.Struct):
    """A piece or a place to point at."""

    at: dict[str, str | int]
    """As `hinted` of a board: parts of a choice."""
    text: str


class LessonGain(msgspec.Struct):
    """Points that a task brings at once, and what for."""

    source: str
    points: int
    text: str


class LessonMistake(msgspec.Struct):
    """What is said of some of the moves that a task does not accept."""

    when: list[dict[str, str | int]]
    """Parts of their choices."""
    text: str


class LessonTask(msgspec.Struct):
    """A decision of the learner. Texts stress what stands between two `**`."""

    text: str
    accepts: list[dict[str, str | int]]
    """Parts of the choices that it accepts."""
    marks: list[LessonMark]
    gains: list[LessonGain]
    mistake: str
    """What is said of another move, before it is put back."""
    mistakes: list[LessonMistake]
    """What is said instead: the first one that fits."""
    differs: str
    """If not empty, the part in which another move must differ to be tried."""


class LessonStep(msgspec.Struct):
    """One idea of a lesson."""

    id: str
    name: str
    title: str
    text: str
    ply: int
    """Where it stands in the game of the lesson."""
    tasks: list[LessonTask]
    done: str
    """What is said when all tasks are done; empty where there is none."""
    follows: list[str]
    """How the learner’s turn goes on after the tasks."""
    panel: bool
    """Whether it speaks of what lies beside the board: cards, favors, points."""


class LessonPage(msgspec.Struct):
    """A lesson of a game in one language: `lessons/*.json` beside the game. `POST /api/practice` shows its positions."""

    game: str
    id: str
    """For `POST /api/practice`."""
    language: str
    title: str
    minutes: int
    moves: list[str]
    """Of the game that it explains."""
    steps: list[LessonStep]
    """The last one leads to a game of one’s own."""


class RulePage(msgspec.Struct):
    """The rules of a game for people who do not know it: `guide.*.md` beside the game. HTML is made by the server and safe."""

    game: str
    language: str
    lead: str
    sections: list[GuideSection]
    lesson_minutes: int = 0
    """How long the lesson for newcomers takes; 0 where there is none."""
    option_lessons: dict[str, int] = {}
    """The lessons on options, by the name of the option, and how many minutes each takes."""


class MadeAccount(msgspec.Struct):
    """A new bot account."""

    id: str
    name: str
    token: str
    """Save it: it is shown once."""


class AccountInfo(msgspec.Struct):
    """Your bot account."""

    id: str
    name: str
    tables: list[str]
    """The tables where it has a seat and that are not over."""
    hook: str


class MadeHook(msgspec.Struct):
    """A new webhook."""

    url: str
    key: str
    """Signs every delivery: save it."""


class SpectatorRecord(msgspec.Struct):
    """What can be exported of a running game: what a spectator sees."""

    id: str
    game: str
    status: str
    commitment: str
    players: list[str]
    view: View | None

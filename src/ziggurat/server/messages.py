"""The whole protocol: one typed struct for each message (`docs/reference/protocol.md`).

What comes in is bounded by its type; what goes out is made in `views`. Field `t` names a message on a socket; over HTTP the same structs
are bodies and answers.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ziggurat.guide import GuideSection
from ziggurat.registry import game_names, game_spec
from ziggurat.view import BaseChoice, BaseView, Gain, Marks, OptionValue

if TYPE_CHECKING:
    View = BaseView
else:
    View = reduce(or_, (game_spec(name).module("types").View for name in game_names()))
    """The view of any game: `game` tells which."""

# --- What comes in ----------------------------------------------------------------------------------------------------

MAX_SEATS = 4
Secret = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=40, description="Free text; signs that cannot be seen are removed.")]
Word = Annotated[str, Meta(max_length=100, description="Anything: it is mixed into the deal.")]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40, description="A move as the view's `legal` spells it.")]
Ply = Annotated[int, Meta(ge=0, le=10_000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
BotName = Annotated[str, Meta(max_length=60)]
OfferNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
Key = Annotated[str, Meta(max_length=40, description="Your own name for this move: repeated, it is answered and not played again.")]
Language = Literal["en", "fr"]
Step = Literal[1, 2, 3]  # of a hint: where to look, a good move, why
GameName = Annotated[str, Meta(min_length=1, max_length=40)]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A message that holds what it may hold and nothing else."""


class NewSeat(Strict):
    """Who shall sit on a seat."""

    kind: Literal["link", "here", "open", "account", "bot"] = "link"
    """`link`: whoever has the secret link; `here`: a person at the creator's screen; `open`: the first who comes; `account`: a bot account."""
    bot: BotName = ""
    """With kind `bot`: one of `bots` of `GET /api/games`."""
    account: Annotated[str, Meta(max_length=40)] = ""
    """With kind `account`: its id."""
    name: Name = ""
    """With kind `here`: the name."""
    word: Word = ""
    """With kind `here`: words to mix into the deal."""


class NewClock(Strict):
    """How time is measured."""

    kind: Literal["none", "live", "days"] = "none"
    bank: Annotated[int, Meta(ge=1, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10
    days: Annotated[int, Meta(ge=1, le=30)] = 2


class NewFork(Strict):
    """A moment of a finished game, or of an opened record."""

    table: Annotated[str, Meta(min_length=1, max_length=40)]
    ply: Ply


class NewTable(Strict):
    """A table to be made."""

    game: GameName
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MAX_SEATS)]
    options: Annotated[dict[str, Any], Meta(max_length=20)] = {}
    """Options of the game; `seats` follows from the list of seats if it is not given."""
    clock: NewClock = msgspec.field(default_factory=NewClock)
    hints: bool = False
    previews: bool = False
    live_scores: bool = True
    stand_in: BotName = "greedy"
    """The bot that takes over when somebody leaves or runs out of time; empty: none."""
    listed: bool = False
    seated: bool = True
    """Whether those at your screen (`here`) sit down at once. If not, each joins with its secret: so their words come after the promise of the deal."""
    from_: NewFork | None = msgspec.field(default=None, name="from")
    """Go on from this moment: the same deal and options, the moves up to there."""


class NewRecord(Strict):
    """A record to be opened."""

    record: dict[str, Any] | str
    """The record itself, or its text."""


class Request(Strict, tag_field="t", kw_only=True):
    """A message on a socket. `id` comes back in the answer; `seat` is needed only by those who hold several."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    seat: SeatNumber | None = None


class Hello(Request, tag="hello"):
    """The first message: who you are."""

    secrets: Annotated[list[Secret], Meta(max_length=MAX_SEATS)] = []
    """Secrets of your seats, or the token of a bot account; none: you watch."""
    language: Language = "en"
    """The language of `log`."""


class Join(Request, tag="join"):
    """Sit down: on the seat of your secret, or on an open one."""

    name: Name = ""
    word: Word = ""


class Play(Request, tag="play"):
    """Take a decision."""

    ply: Ply
    move: MoveText
    key: Key = ""


class Chat(Request, tag="chat"):
    """Say something to the table."""

    text: ChatText


class Undo(Request, tag="undo"):
    """Take back your last decision: at once where it is free, else it is asked."""

    ply: Ply


class Answer(Request, tag="answer"):
    """Yes or no to what another seat asks."""

    yes: bool
    word: Word = ""
    """With yes to a rematch: words of yours for its deal."""
    offer: OfferNumber | None = None
    """The `number` of the offer that you answer; if something else is asked by now, the answer is refused."""


class Abandon(Request, tag="abandon"):
    """Ask to stop the game without a result; once more after the announced wait (`offer.wait`): end it without those who stayed away."""


class Rematch(Request, tag="rematch"):
    """Ask to play again: another deal or the same one, seats rotated or as they are."""

    same_deal: bool = False
    rotate: bool = True
    word: Word = ""
    """Words of yours for the deal of the next table."""


class Resign(Request, tag="resign"):
    """Give up."""


class Leave(Request, tag="leave"):
    """Go away: the stand-in of the table plays for you until you return."""


class Return(Request, tag="return"):
    """Be back and have your seat again."""


class TakeOver(Request, tag="take_over"):
    """Let the stand-in play for a seat (`of`) whose player has been away for a minute (since the server started, at the earliest)."""

    of: SeatNumber


class Rename(Request, tag="rename"):
    """Have another name."""

    name: Name


class Hint(Request, tag="hint"):
    """Ask for advice, where the table allows it."""

    ply: Ply
    step: Step = 1


class Lens(Request, tag="lens"):
    """Ask what a move would do, without playing it."""

    ply: Ply
    move: MoveText


class Look(Request, tag="look"):
    """One screen, several seats: show this seat's view now (somebody else has taken the screen); without `seat`, nobody's."""


class Ping(Request, tag="ping"):
    """Are you there?"""


AnyRequest = Hello | Join | Play | Chat | Undo | Answer | Abandon | Rematch | Resign | Leave | Return | TakeOver | Rename | Hint | Lens | Look | Ping


class NewAccount(Strict):
    """A bot account to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class NewHook(Strict):
    """Where to be told of turns."""

    url: Annotated[str, Meta(min_length=8, max_length=500, pattern="^https?://")]


# --- What goes out ----------------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct):
    """A seat as everybody sees it."""

    seat: int
    kind: str
    name: str
    joined: bool
    online: bool
    """Whether a socket or stream of this seat is connected; a bot always is."""
    away: bool
    bot: str
    """The bot that plays now; empty where a person does."""
    why: str
    """Why a bot plays for somebody: `left`, `time`, `resigned`, `failed`, `asked`."""
    resigned: bool


class ClockInfo(msgspec.Struct):
    """The clocks now."""

    kind: str
    bank: int
    increment: int
    days: int
    left: list[int]
    """Milliseconds of each seat; empty without a clock."""
    running: int | None
    """The seat whose time runs."""


class Thinking(msgspec.Struct):
    """A bot that thinks."""

    seat: int
    bot: str
    budget: str
    """What it may use for a move, such as `1000 ms`."""
    ready: bool = True
    """Whether it is compiled; else it begins to think when it is."""


class OfferInfo(msgspec.Struct, omit_defaults=True):
    """What a seat asks of the others."""

    seat: int
    what: str
    ply: int
    same_deal: bool
    rotate: bool
    waiting: list[int]
    """The seats that have not answered."""
    away: list[int] = []
    """With `abandon`: those of them who were away when it was asked, and have not come back."""
    wait: int | None = None
    """Milliseconds until the game may be ended without them: then `abandon`, sent once more by anyone who agreed, ends it. Absent where nobody was away."""
    number: int = 0
    """What you send back as `offer` of `answer`: then your answer counts for this and for nothing that is asked instead of it meanwhile."""


class DeclinedInfo(msgspec.Struct):
    """What a seat asked for and another said no to; told until something is asked again."""

    seat: int
    what: str
    by: int
    number: int
    """It happened once, however often it is told."""


class FairInfo(msgspec.Struct):
    """The proof of a deal: `ziggurat replay --verify` checks it."""

    commitment: str
    secret: str
    table: str
    words: list[str]


class EndInfo(msgspec.Struct):
    """How the table ended."""

    why: str
    """`finished`, `resigned`, `time`, `abandoned`; `record`: it was never played here."""
    seat: int | None
    result: dict[str, Any] | None
    """Scores, ranks and breakdown, if the game was played to its end."""
    fair: FairInfo | None
    """The proof of the deal; null where the deal was known (`fork`, a record)."""
    next: str = ""
    """The promise of the next deal, should there be a rematch with another one: its `commitment`; empty where none was made."""


class ChatLine(msgspec.Struct):
    """Something that was said."""

    at: int
    seat: int | None
    name: str
    text: str


class ChatPage(msgspec.Struct):
    """Some lines that were said, in order."""

    chat: list[ChatLine]
    first: int
    """The number of the first of them; 0 is the first line of all."""
    chat_total: int


class UndoneInfo(msgspec.Struct):
    """A move that was taken back, as you saw it."""

    ply: int
    seat: int
    move: str
    told: str
    """The move as the log told it."""


class Settings(msgspec.Struct):
    """What the table allows."""

    hints: bool
    previews: bool
    live_scores: bool
    stand_in: str
    listed: bool


class ForkInfo(msgspec.Struct):
    """The moment from which a table went on: its deal and its moves so far were known."""

    table: str
    ply: int


class TableMessage(msgspec.Struct, tag_field="t", tag="table"):
    """A table, whole: the answer to `hello`, and again whenever more changed than a move."""

    id: str
    number: int
    """How many events there were: it grows with everything that happens."""
    game: str
    status: str
    options: dict[str, OptionValue]
    settings: Settings
    commitment: str
    """The promise of the deal; empty where none can be made, because the deal is known."""
    fork: ForkInfo | None
    seats: list[SeatInfo]
    clock: ClockInfo
    you: list[int]
    """Your seats."""
    seat: int | None
    """Whose view this is; null: what everybody sees."""
    hand_over: bool
    """One screen, several seats, a game with secrets: hand it over, then send `look`."""
    ply: int
    view: View | None
    choices: list[BaseChoice]
    """The legal moves in parts, when it is your turn: `Choice` of the game."""
    log: list[list[str]]
    """What happened at each ply, in sentences."""
    undone: list[UndoneInfo]
    chat: list[ChatLine]
    """The last lines that were said; earlier ones: `GET /api/tables/ID/chat?before=`."""
    chat_total: int
    """How many lines were said: the last of `chat` has the number `chat_total - 1`."""
    offer: OfferInfo | None
    declined: DeclinedInfo | None
    thinking: Thinking | None
    end: EndInfo | None
    rematch: str
    """The table where everybody plays on."""
    rematch_places: list[int]
    """Where each seat sits at that table."""


class PlayedMessage(msgspec.Struct, tag_field="t", tag="played"):
    """One or more decisions were taken; replaces `view`, `choices`, `clock` and `thinking`, and adds to `log`."""

    number: int
    ply: int
    seat: int | None
    hand_over: bool
    view: View
    choices: list[BaseChoice]
    since: int
    """The ply of the first entry of `log`."""
    log: list[list[str]]
    clock: ClockInfo
    offer: OfferInfo | None
    thinking: Thinking | None


class ChangedMessage(msgspec.Struct, tag_field="t", tag="changed"):
    """Something beside the game changed: who sits where, what is asked, who thinks."""

    number: int
    status: str
    seats: list[SeatInfo]
    clock: ClockInfo
    offer: OfferInfo | None
    declined: DeclinedInfo | None
    thinking: Thinking | None
    rematch: str
    rematch_places: list[int]


class SaidMessage(msgspec.Struct, tag_field="t", tag="said"):
    """Something was said."""

    number: int
    chat: list[ChatLine]
    chat_total: int
    """How many lines were said; it tells whether some lie between these and those that were told before."""


class DoneMessage(msgspec.Struct, tag_field="t", tag="done", omit_defaults=True):
    """Your request was carried out (and is durable)."""

    id: int | None
    repeated: bool = False
    """It had been carried out before."""
    secret: str = ""
    """After joining an open seat: your secret."""
    asked: bool = False
    """It was asked of the others."""


class HintMessage(msgspec.Struct, tag_field="t", tag="hint"):
    """Advice: 1 where to look, 2 a good move, 3 why."""

    id: int | None
    ply: int
    step: int
    text: str
    """The step as a sentence."""
    look: list[Marks] | msgspec.UnsetType = msgspec.UNSET
    """With step 1: the pieces it speaks of, in parts as in `choices`: `{"slot": 0}`, `{"stack": "a1"}`, `{"die": "G5"}`."""
    move: str | msgspec.UnsetType = msgspec.UNSET
    """The move, from step 2 on (and where there is only one)."""
    gain: Gain | msgspec.UnsetType | None = msgspec.UNSET
    """With step 3: what it brings at once, by source; null where chance decides."""
    win: float | msgspec.UnsetType = msgspec.UNSET
    """With step 3: the share of games that you should win with it."""
    margin: float | msgspec.UnsetType = msgspec.UNSET
    """With step 3: expected points over the best opponent."""


class LensMessage(msgspec.Struct, tag_field="t", tag="lens"):
    """What a move would do."""

    id: int | None
    ply: int
    seat: int
    move: str
    """The move in its one spelling, or what you sent if it is none."""
    legal: bool
    why: str
    """Why it cannot be played, a sentence; empty where it can."""
    words: list[str]
    """The move as one proposes it to its player, a sentence; what nobody can know before is not told."""
    notes: list[str]
    """What it would do beside its points, with previews on."""
    gain: Gain | msgspec.UnsetType | None = msgspec.UNSET
    """What it brings at once, by source; null where chance decides. Absent without previews."""
    after: Gain | msgspec.UnsetType | None = msgspec.UNSET
    """Your points by source with the gain; null where chance decides. Absent without previews or live scores."""


class ErrorInfo(msgspec.Struct):
    """What went wrong."""

    code: str
    message: str


class ErrorMessage(msgspec.Struct, tag_field="t", tag="error"):
    """Your request was refused; nothing changed."""

    id: int | None
    error: ErrorInfo


class PongMessage(msgspec.Struct, tag_field="t", tag="pong"):
    """Yes."""

    id: int | None


AnyMessage = TableMessage | PlayedMessage | ChangedMessage | SaidMessage | DoneMessage | HintMessage | LensMessage | ErrorMessage | PongMessage


class ErrorAnswer(msgspec.Struct):
    """What HTTP answers when a request is refused."""

    error: ErrorInfo


class MadeSeat(msgspec.Struct):
    """A seat of a new table."""

    seat: int
    kind: str
    secret: str
    """Keep it: it opens the seat. Empty where the seat has none (`bot`, `open`, `account`)."""
    link: str
    """The page that opens the seat; the secret stands behind `#`, so that no server and no log ever reads it."""


class MadeTable(msgspec.Struct):
    """A new table."""

    id: str
    commitment: str
    watch: str
    """The public page."""
    seats: list[MadeSeat]
    owner: str
    """Keep it: it deletes the table, or what was said there. It opens no seat."""


class MadeRecord(msgspec.Struct):
    """A record that was opened."""

    id: str
    watch: str
    """The page that shows it."""
    game: str
    plies: int
    owner: str
    """Keep it: it deletes the table."""


class Moment(msgspec.Struct):
    """A table as it was after so many plies."""

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


class ListedTable(msgspec.Struct):
    """A table in the list."""

    id: str
    game: str
    status: str
    created: int
    seats: int
    free: int
    """How many seats are open to anyone."""


class OptionInfo(msgspec.Struct):
    """An option of a game."""

    name: str
    choices: list[OptionValue]
    default: OptionValue


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
    seconds: float
    """How long the step that is being compiled has taken so far; 0 where none is."""
    options: list[OptionInfo]
    presets: dict[str, dict[str, OptionValue]]
    """Several options under one name, and what they are then."""


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


class RulePage(msgspec.Struct):
    """The rules of a game for people who do not know it: `guide.*.md` beside the game. HTML is made by the server and safe."""

    game: str
    language: str
    lead: str
    sections: list[GuideSection]


class MadeAccount(msgspec.Struct):
    """A new bot account."""

    id: str
    name: str
    token: str
    """Keep it: it is shown once."""


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
    """Signs every delivery: keep it."""


class SpectatorRecord(msgspec.Struct):
    """What can be exported of a running game: what a spectator sees."""

    id: str
    game: str
    status: str
    commitment: str
    players: list[str]
    view: View | None

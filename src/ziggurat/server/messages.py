"""What goes out on a socket: one struct for each message, and the parts of them (`docs/reference/protocol.md`). `show/views.py` fills them in.

Field `t` names a message; over HTTP the same structs are answers (`http_answers.py` has those that only HTTP gives).
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ziggurat.registry import game_names, game_spec
from ziggurat.view import BaseChoice, BaseView, Gain, Marks, OptionValue

if TYPE_CHECKING:
    View = BaseView
else:
    View = reduce(or_, (game_spec(name).module("types").View for name in game_names()))
    """The view of any game: `game` tells which."""


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
    hints: int = 0
    """For how many positions the seat got a hint."""
    links: int = 0
    """How often the table's maker gave the link of the seat anew; the links before are worth nothing."""
    back: bool = False
    """Whether the player is back and gets the seat after the stand-in's next decision: the time for it had run out."""


class ClockInfo(msgspec.Struct, omit_defaults=True):
    """The clocks now."""

    kind: str
    bank: int
    increment: int
    days: int
    left: list[int]
    """Milliseconds of each seat; empty without a clock."""
    running: int | None
    """The seat whose time runs."""
    awaited: list[int] = []
    """After a rematch, the seats whose players have not come yet: no clock runs before. Absent where nobody is awaited."""
    wait: int | None = None
    """Milliseconds until the clocks run although somebody has not come. Absent where nobody waits."""


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
    """With `abandon`: those of them who were away when the seat asked, and have not come back."""
    wait: int | None = None
    """Milliseconds until the game may be ended without them: then `abandon`, sent once more by anyone who agreed, ends it. Absent where nobody was away."""
    number: int = 0
    """Send it back as `offer` of `answer`: then your answer counts for this offer and for no later one."""


class DeclinedInfo(msgspec.Struct):
    """An offer that another seat said no to; sent until a seat asks again."""

    seat: int
    what: str
    by: int
    number: int
    """The same number: the same no, however often it is sent."""


class FairInfo(msgspec.Struct):
    """The proof of a deal: `ziggurat replay --verify` checks it."""

    commitment: str
    secret: str
    table: str
    words: list[str]
    """What each seat added, in the order before the lot."""
    order: list[int] | msgspec.UnsetType = msgspec.UNSET
    """Where the seats were drawn by lot: for each seat, the place in `words` of whoever sits there. Absent: as they are."""


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
    """The `commitment` to the next deal, should there be a rematch with another one; empty where there is none."""


class ChatLine(msgspec.Struct):
    """Something that was said."""

    at: int
    seat: int | None
    name: str
    text: str


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
    face_down: bool = False
    """What the players win lies face down until the end."""


class OrderInfo(msgspec.Struct):
    """How it was decided who sits where."""

    by: Literal["lot"]
    seats: list[int]
    """For each seat, where its player sat before the lot; empty before the game starts."""


class ForkInfo(msgspec.Struct):
    """The moment from which a table went on: its deal and its moves so far were known."""

    table: str
    ply: int


class TableMessage(msgspec.Struct, tag_field="t", tag="table"):
    """A table, whole: the answer to `hello`, and again whenever more changed than a move."""

    id: str
    number: int
    """How many events the table has: it grows with everything that happens."""
    game: str
    status: str
    options: dict[str, OptionValue]
    settings: Settings
    commitment: str
    """The commitment to the deal; empty where the deal is known."""
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
    order: OrderInfo | None = None
    """The lot that decides who sits where; null: the seats as they are."""


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
    """Something beside the game changed: who sits where, the offer, who thinks."""

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
    """How many lines were said: so a client notices when lines are missing between these and those that it has."""


class DoneMessage(msgspec.Struct, tag_field="t", tag="done", omit_defaults=True):
    """Your request was carried out (and is durable)."""

    id: int | None
    repeated: bool = False
    """The same request had been carried out before; nothing was done now."""
    secret: str = ""
    """After joining an open seat: your secret."""
    asked: bool = False
    """The others have been asked, and must agree."""


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


class AheadMessage(msgspec.Struct, tag_field="t", tag="ahead"):
    """The moves that you would have if it were your turn now."""

    id: int | None
    ply: int
    seat: int
    choices: list[BaseChoice]
    """As `choices` of a table; empty where it is your turn, or where the question makes no sense."""


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
    """The move as advice to its player, a sentence, without what nobody can know before."""
    notes: list[str]
    """What it would do beside its points, with previews on."""
    gain: Gain | msgspec.UnsetType | None = msgspec.UNSET
    """What it brings at once, by source; null where chance decides. Absent without previews."""
    after: Gain | msgspec.UnsetType | None = msgspec.UNSET
    """Your points by source with the gain; null where chance decides. Absent without previews or live scores."""
    expected: float | msgspec.UnsetType = msgspec.UNSET
    """How many points the move can be expected to bring you by the end of the game: those at once, and what it changes in what you can still earn, compared
    with an average move. A mean over imagined deals. Absent without hints."""
    serves: list[str] | msgspec.UnsetType = msgspec.UNSET
    """What the move works towards beside `notes`, in sentences: a project, a line, a prize, a rival's loss. Absent without hints."""
    ahead: bool = False
    """Whether the answer supposes that it were your turn."""


class CoachMessage(msgspec.Struct, tag_field="t", tag="coach"):
    """What a move would cost."""

    id: int | None
    ply: int
    move: str
    cost: float | msgspec.UnsetType = msgspec.UNSET
    """How many points of expected margin it gives away. Absent where that could not be found out in time."""
    warns: bool = False
    """Whether that is more than you wanted; only then the rest is filled in, and counts as a hint."""
    why: list[str] = []
    """What makes the difference, in sentences."""
    serves: list[str] = []
    """What the better move does, in sentences."""
    look_text: str = ""
    """Where to look for the better move, a sentence."""
    look: list[Marks] = []
    """The piece that it speaks of, as in a hint."""
    better: str = ""
    """The better move."""
    advice: str = ""
    """The better move as a sentence."""


class WhyMessage(msgspec.Struct, tag_field="t", tag="why"):
    """Why a bot decided as it did, as far as you can see."""

    id: int | None
    ply: int
    seat: int
    """Who decided."""
    reasons: list[str]
    """Sentences; at least one."""


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


AnyMessage = (
    TableMessage
    | PlayedMessage
    | ChangedMessage
    | SaidMessage
    | DoneMessage
    | HintMessage
    | LensMessage
    | AheadMessage
    | CoachMessage
    | WhyMessage
    | ErrorMessage
    | PongMessage
)

"""What comes in, bounded by its type: one struct for each message on a socket, and the bodies of HTTP requests (`docs/reference/protocol.md`).

Field `t` names a message on a socket. Over HTTP the path names it, and `web/action_routes.py` derives the body from the same struct.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

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
Undone = Annotated[int, Meta(ge=0, le=10_000, description="How many moves had been taken back in what you saw: the length of `undone`.")]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A message that refuses unknown fields."""


class NewSeat(Strict):
    """Who may sit on a seat of a new table."""

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
    options: Annotated[dict[str, Any], Meta(max_length=40)] = {}
    """Options of the game; `seats` follows from the list of seats if it is not given."""
    clock: NewClock = msgspec.field(default_factory=NewClock)
    hints: bool = False
    previews: bool = False
    live_scores: bool = True
    face_down: bool = False
    """Keep what the players win face down until the end, where the game has such things (`face_down` of `GET /api/games`); always so without live scores."""
    order: Literal["seats", "lot"] = "seats"
    """Who sits where: as listed, or drawn by lot when the game starts. Seat 0 always begins. The lot is part of the fair deal."""
    stand_in: BotName = "greedy"
    """The bot that takes over when somebody leaves or runs out of time; empty: none."""
    listed: bool = False
    seated: bool = True
    """Whether those at your screen (`here`) sit down at once. If not, each joins with its secret: so their words come after the commitment to the deal."""
    from_: NewFork | None = msgspec.field(default=None, name="from")
    """Go on from this moment: the same deal and options, the moves up to there."""


class NewRecord(Strict):
    """A record to be opened."""

    record: dict[str, Any] | str
    """The record itself, or its text."""


class Practice(Strict):
    """A position to practise on: where it comes from, and what was tried since."""

    of: Literal["table", "example", "lesson", "puzzle"]
    """`table`: a moment of a finished game or of an opened record; `example`: one of a rule page; `lesson`: a moment of a lesson's game; `puzzle`: a puzzle."""
    id: Annotated[str, Meta(min_length=1, max_length=80)]
    """Which one: the id of a table, or a game and one of its examples, lessons or puzzles (`amytis/market`, `amytis/first_game`)."""
    ply: Ply = 0
    """After so many decisions."""
    moves: Annotated[list[MoveText], Meta(max_length=60)] = []
    """The decisions tried from there on, in order, those of the others included."""


class PracticePreview(Practice, kw_only=True):
    """A move to look at in a position to practise on."""

    move: MoveText


class NewTry(Strict):
    """Another move at a moment of a finished game, for the engine to judge: `move`, or `moves` where a turn has several decisions."""

    ply: Ply
    """The decisions taken before."""
    move: Annotated[str, Meta(max_length=40)] = ""
    moves: Annotated[list[MoveText], Meta(max_length=8)] = []


class PuzzleMove(Strict):
    """The answer to a puzzle."""

    move: MoveText | None = None
    """The move; null: the player gives up, and wants to see it."""


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
    undone: Undone | None = None
    """If given and another number were taken back by now, the move was meant for another position, and is refused."""


class Chat(Request, tag="chat"):
    """Say something to the table."""

    text: ChatText


class Undo(Request, tag="undo"):
    """Take back your last decision: at once where it is free, else this asks the others."""

    ply: Ply


class Answer(Request, tag="answer"):
    """Yes or no to what another seat asks."""

    yes: bool
    word: Word = ""
    """With yes to a rematch: words of yours for its deal."""
    offer: OfferNumber | None = None
    """The `number` of the offer that you answer; if there is another offer by now, the answer is refused."""


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
    ahead: bool = False
    """While another seat is to move: as if it were your turn now, on what you see now."""


class Ahead(Request, tag="ahead"):
    """Ask which moves you would have if it were your turn now, while another seat is to move."""

    ply: Ply


class Coach(Request, tag="coach"):
    """Ask what a move would cost, before you play it: only where all others at the table are bots, and it allows hints."""

    ply: Ply
    move: MoveText
    care: Literal[1, 2, 3] = 2
    """Be warned of large mistakes only (1), of middling ones too (2), or of small ones too (3): how many points that is depends on the game."""
    over: Annotated[float, Meta(ge=0.25, le=100)] | None = None
    """Or of what costs more than so many points."""


class Why(Request, tag="why"):
    """Ask why a bot decided as it did: only where all others at the table are bots, and it allows hints."""

    ply: Annotated[int, Meta(ge=1, le=10_000)]
    """The decision: how many had been taken after it."""


class Look(Request, tag="look"):
    """One screen, several seats: show this seat's view now (somebody else has taken the screen); without `seat`, nobody's."""


class Ping(Request, tag="ping"):
    """Are you there?"""


AnyRequest = (
    Hello
    | Join
    | Play
    | Chat
    | Undo
    | Answer
    | Abandon
    | Rematch
    | Resign
    | Leave
    | Return
    | TakeOver
    | Rename
    | Hint
    | Lens
    | Ahead
    | Coach
    | Why
    | Look
    | Ping
)


class NewAccount(Strict):
    """A bot account to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class NewHook(Strict):
    """Where to send notices of turns."""

    url: Annotated[str, Meta(min_length=8, max_length=500, pattern="^https?://")]

"""What can happen at a table: each event is one small struct, stored as JSON, never changed. A table is its head and its events.

The names of fields and the tags are part of stored data: add fields with defaults, never rename.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SeatKind = Literal["link", "here", "open", "account", "bot", "record"]  # record: a name in a record, nobody sits there
Why = Literal["left", "time", "resigned", "failed", "asked"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is measured: not at all, a bank with an increment after each turn, or days for each turn."""

    kind: Literal["none", "live", "days"] = "none"
    bank: int = 600
    """Seconds of each seat (`live`)."""
    increment: int = 10
    """Seconds added after each turn (`live`)."""
    days: int = 2
    """Days for each turn (`days`)."""


class SeatPlan(msgspec.Struct):
    """Who may sit on a seat."""

    kind: SeatKind
    key: str = ""
    """The hash of the seat's secret (`link`, `here`)."""
    bot: str = ""
    """Its name (`bot`)."""
    account: str = ""
    """Its id (`account`)."""


class Origin(msgspec.Struct, frozen=True):
    """Where a deal that is played again comes from."""

    table: str
    secret: str
    commitment: str
    words: list[str]
    order: list[int] = []
    """The lot that was drawn there, if there was one; it is not drawn again."""


class Fork(msgspec.Struct, frozen=True):
    """The moment of another game from which a table goes on."""

    table: str
    ply: int
    moves: list[str]
    """The decisions up to there."""


class Head(msgspec.Struct):
    """What was agreed when the table was made."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatPlan]
    secret: str
    """The server's half of the deal: shown when the game is over, never before."""
    commitment: str
    clock: Clock = Clock()
    hints: bool = False
    previews: bool = False
    live_scores: bool = True
    stand_in: str = "greedy"
    """The bot that takes over a seat whose player leaves or runs out of time; empty: none does."""
    listed: bool = False
    origin: Origin | None = None
    """The deal of this earlier table, played again."""
    deal: dict[str, Any] | None = None
    """A deal that was laid out by hand (tests), or that is known (`fork`); then there is no commitment."""
    rematch_of: str = ""
    fork: Fork | None = None
    record: dict[str, Any] | None = None
    """A record that was opened: the table is over from the start."""
    next: str = ""
    """The server's half of the deal of a rematch: its commitment is shown when this game is over, the secret itself never here."""
    owner: str = ""
    """The hash of the secret with which those who made the table may delete it."""
    order: Literal["seats", "lot"] = "seats"
    """Whether a lot decides, when the game starts, who sits where."""
    face_down: bool = False
    """Whether what the players win lies face down until the end; heads of before there was this field show it."""


class Timed(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something with a time by the host's own clock (`Host.time`), which measures all clocks."""

    time: int = 0
    """Milliseconds; 0 in events of before 16 November 2026: then the host went by the wall clock."""
    via: str = ""
    """Where several processes serve a table: the id of the request that led to it, so that a request that is carried out again is not done twice."""


class Event(Timed, tag_field="e", omit_defaults=True):
    """Something that happened."""

    at: int
    """Milliseconds since 1970, by the wall clock: to be shown, never to measure with."""


class Joined(Event, tag="joined"):
    """Somebody sat down."""

    seat: int
    name: str
    word: str = ""
    key: str = ""
    account: str = ""


class Started(Event, tag="started"):
    """All seats are taken: the cards are dealt, the clocks run."""

    order: list[int] = []
    """The lot: for each seat, where its player sat before. Events before this one speak of the seats before it. Empty: everybody stays."""
    awaited: list[int] = []
    """The seats whose players may not be there: no clock runs before they come. Empty in events of before 20 November 2026."""


class Arrived(Event, tag="arrived"):
    """Somebody who was awaited has come."""

    seat: int
    wait: int = 0
    """Milliseconds from the first arrival on until the clocks run although others have not come."""


class Waited(Event, tag="waited"):
    """Those who have not come are waited for no longer: the clocks run."""


class Moved(Event, tag="moved"):
    """A decision was taken."""

    seat: int
    move: str
    bot: str = ""
    key: str = ""
    """The client's own name for the move: a second request with the same name is a repetition."""


class Undone(Event, tag="undone"):
    """The game went back to a ply."""

    seat: int
    ply: int


class Said(Event, tag="said"):
    """Chat."""

    name: str
    text: str
    seat: int | None = None


class Cleared(Event, tag="cleared"):
    """The chat was deleted, also from the events before."""


class Asked(Event, tag="asked"):
    """A seat asks the others for something."""

    seat: int
    what: Literal["undo", "abandon", "rematch"]
    ply: int = 0
    same_deal: bool = False
    rotate: bool = True
    word: str = ""
    """With `rematch`: what the seat adds to the next deal."""
    away: list[int] = []
    """With `abandon`: those who were away; if they stay away, their consent is not needed after the wait."""
    wait: int = 0
    """Milliseconds of that wait; 0: nobody was away."""


class Answered(Event, tag="answered"):
    """A seat answers what was asked."""

    seat: int
    yes: bool
    word: str = ""
    """With yes to a rematch: what the seat adds to the next deal."""


class Resigned(Event, tag="resigned"):
    """A seat gives up."""

    seat: int


class Flagged(Event, tag="flagged"):
    """A seat ran out of time and nobody plays for it."""

    seat: int


class Abandoned(Event, tag="abandoned"):
    """All agreed to stop; or those who were there did, and the others stayed away for the announced wait."""


class Left(Event, tag="left"):
    """A player went away."""

    seat: int


class Returned(Event, tag="returned"):
    """A player is back, and has the seat again."""

    seat: int


class TakenOver(Event, tag="taken_over"):
    """A bot plays for the seat."""

    seat: int
    bot: str
    why: Why
    charged: bool = False
    """Whether it decides on the time of the seat's player; False in events of before 20 November 2026."""


class Renamed(Event, tag="renamed"):
    """A player has another name."""

    seat: int
    name: str


class Slept(Event, tag="slept"):
    """Clocks are read as if everything so far had happened so much later (below 0: earlier).

    Before 16 November 2026 the server wrote this after a pause of so long. Since then the host's own clock stands still meanwhile, and this is written only
    where the events of a table are later than the host's clock: the last second before a crash, or events from another file.
    """

    ms: int


class Rematched(Event, tag="rematched"):
    """Everybody plays on at another table."""

    table: str


class Hinted(Event, tag="hinted"):
    """A seat was given a hint for the position at a ply."""

    seat: int
    ply: int


class Linked(Event, tag="linked"):
    """The table's maker gave a seat a new link; the one before opens it no longer."""

    seat: int
    key: str


class Opened(Event, tag="opened"):
    """The record of the head is shown."""


class Hooked(Event, tag="hooked"):
    """A seat wants notices of its turns at an address; an empty address: no longer."""

    seat: int
    url: str
    key: str


AnyEvent = (
    Joined
    | Started
    | Arrived
    | Waited
    | Moved
    | Undone
    | Said
    | Cleared
    | Asked
    | Answered
    | Resigned
    | Flagged
    | Abandoned
    | Left
    | Returned
    | TakenOver
    | Renamed
    | Slept
    | Rematched
    | Hooked
    | Hinted
    | Linked
    | Opened
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode
decode_head = msgspec.json.Decoder(Head).decode

"""The parts of a table: its seats, what a seat asks of the others, moves that were taken back, how it ended."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

from ziggurat.server.table.events import SeatPlan
from ziggurat.view import Telling


@dataclass
class Seat:
    """One seat at the table."""

    kind: str
    key: str = ""
    account: str = ""
    bot: str = ""
    """The bot that plays now: always (`kind` is `bot`), or for somebody who went away."""
    name: str = ""
    word: str = ""
    joined: bool = False
    away: bool = False
    why: str = ""
    """Why a bot plays for somebody."""
    charged: bool = False
    """Whether that bot decides on the player's time."""
    ran_out: int = 0
    """When the player ran out of time, by the host's clock; 0: not, or the player has the seat again."""
    back: bool = False
    """Whether the player is back and gets the seat when the stand-in has decided: no time was left for that decision."""
    resigned: bool = False
    url: str = ""
    hook_key: str = ""
    plan: SeatPlan = field(default_factory=lambda: SeatPlan("link"))
    """Who was to sit here when the table was made."""
    hints: int = 0
    """For how many positions the seat got a hint."""
    offers: int = 0
    """How often it has asked the others for something."""
    links: int = 0
    """How often its link was given anew."""

    @property
    def is_person(self) -> bool:
        """Whether a person (or a program from outside) sits here and must be asked, even while a stand-in plays: not a bot, nobody who resigned."""
        return self.kind != "bot" and not self.resigned

    @property
    def is_away(self) -> bool:
        """Whether the person said so, lets a stand-in play, or ran out of time."""
        return self.is_person and (self.away or bool(self.bot))

    def opens_with(self, key: str) -> bool:
        """Whether this is the hash of the seat's secret."""
        return bool(self.key) and hmac.compare_digest(self.key, key)


@dataclass
class Offer:
    """What a seat asks of the others, and who has agreed."""

    seat: int
    what: str
    ply: int
    same_deal: bool = False
    rotate: bool = True
    agreed: set[int] = field(default_factory=set)
    words: dict[int, str] = field(default_factory=dict)
    """What the seats add to the deal of a rematch."""
    away: set[int] = field(default_factory=set)
    """Those who were away when the seat asked, and have not been seen since."""
    until: int = 0
    """When their consent is no longer needed, by the host's clock; 0: it always is."""
    number: int = 0
    """The number of the event. An answer may name it, so that it counts for this offer and for no later one."""

    def note_return(self, seat: int) -> None:
        """Need the consent of somebody again who was away and is back."""
        self.away.discard(seat)
        if not self.away:
            self.until = 0


@dataclass(frozen=True)
class Declined:
    """An offer that another seat said no to."""

    seat: int
    what: str
    by: int
    number: int
    """The number of the event."""


@dataclass(frozen=True)
class UndoneMove:
    """A move that was taken back, as each seat (and a spectator, None) saw it."""

    ply: int
    seat: int
    move: str
    seen: dict[int | None, str]
    tellings: dict[int | None, Telling]
    """What the log said of it."""


@dataclass(frozen=True)
class Ended:
    """How the table ended."""

    why: str
    """`finished`, `resigned`, `time`, `abandoned` or `record`."""
    seat: int | None = None
    """Who resigned or ran out of time."""

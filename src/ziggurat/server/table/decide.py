"""Decide what may happen at a table.

Each function looks at a table and returns the events that follow, or raises; it changes nothing. `host.py` makes the events durable and applies them.
So all decisions are made here, in `offers.py` and in `new_table.py`, and can be tested without a server.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Callable
from typing import Any

from ziggurat.errors import GameError, GameOver, IllegalMove, InvalidMove, NotYourTurn, StaleMove
from ziggurat.fair_deal import lot_of
from ziggurat.game import Game
from ziggurat.server.refused import Refused
from ziggurat.server.secret_keys import hash_of
from ziggurat.server.table import events as e
from ziggurat.server.table.seats import Seat
from ziggurat.server.table.table import Table
from ziggurat.text import LANGUAGES, clean, player_names, words

Events = list[e.AnyEvent]
Decision = Callable[[Table, int], Events]
"""Looks at a table at a time of the wall clock and returns the events that follow."""
MOST_CHAT = 500  # lines that a table accepts
MOST_EVENTS = 20_000
RESERVED = 10_000  # further events, for moves, endings and what leads to them, which are bounded: no table is ever frozen
MOST_OFFERS = 100  # who has asked so often asks for nothing more once the reserved events are used
NEEDED = (
    *(e.Joined, e.Started, e.Arrived, e.Waited, e.Moved, e.Undone, e.Resigned, e.Flagged, e.Abandoned, e.Rematched),
    *(e.Answered, e.Returned),
)
"""What always has room: each happens only so often, or once for each move, offer or stand-in."""


def clean_name(name: str, fallback: str) -> str:
    """Remove signs that cannot be seen, and a beginning that looks like a bot's name."""
    shown = clean(name)[:40].rstrip()
    while shown.lower().startswith("bot:"):
        shown = shown[4:].strip()
    return shown or fallback


def clean_text(text: str) -> str:
    """Remove control signs from chat; line breaks stay."""
    shown = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign)[0] != "C").strip()
    if not shown:
        raise Refused("chat.empty")
    return shown


def check_room(table: Table, events: Events) -> None:
    """Refuse events for which a table has no room."""
    number = table.number + len(events)
    most = MOST_EVENTS + (RESERVED if all(is_needed(table, event) for event in events) else 0)
    if number > most:
        raise Refused("table.full")


def is_needed(table: Table, event: e.AnyEvent) -> bool:
    """Whether an event is a move, an ending, or leads to one."""
    if isinstance(event, e.Asked):
        return event.what != "undo" and table.seats[event.seat].offers < MOST_OFFERS
    if isinstance(event, e.TakenOver):
        return event.why in {"time", "resigned", "failed"}
    return isinstance(event, NEEDED)


# --- Sitting down -------------------------------------------------------------------------------------------------------


def join(table: Table, seat: int, name: str, word: str, at: int, *, key: str = "", account: str = "") -> Events:
    """Sit down; when all seats are taken, start the game."""
    chair = seated(table, seat)
    if chair.kind == "bot":
        raise Refused("seat.bot")
    if chair.joined:
        raise Refused("seat.taken")
    if table.status == "over":
        raise GameOver("the table was given up")
    events: Events = [e.Joined(at, seat, clean_name(name, f"Player {seat + 1}"), word, key, account)]
    if all(other.joined for place, other in enumerate(table.seats) if place != seat):
        words = [word if place == seat else other.word for place, other in enumerate(table.seats)]
        events.append(start(table.head, table.id, words, at))
    return events


def start(head: e.Head, table: str, words: list[str], at: int) -> e.Started:
    """Start the game; with a lot, drawn from what makes the deal, everybody may sit elsewhere from now on. `words` are in the order before it."""
    return e.Started(at, lot_of(head.secret, table, words) if head.order == "lot" else [])


def open_seat(table: Table, seat: int | None) -> int:
    """Find the open seat of this number, or the first open one."""
    free = [place for place, chair in enumerate(table.seats) if chair.kind == "open" and not chair.joined]
    if not free or (seat is not None and seat not in free):
        raise Refused("seat.taken", "" if free else "none_open")
    return free[0] if seat is None else seat


def rename(table: Table, seat: int, name: str, at: int) -> Events:
    """Give a player another name."""
    chair = joined(table, seat)
    return [] if clean_name(name, chair.name) == chair.name else [e.Renamed(at, seat, clean_name(name, chair.name))]


# --- Playing ------------------------------------------------------------------------------------------------------------


def is_repeated(table: Table, seat: int, ply: int, move: str, key: str, undone: int | None = None) -> bool:
    """Whether this seat took the same decision before: then the server says so and does not take it again."""
    if key and f"{seat}/{key}" in table.keys:
        return True
    game = table.game
    if game is None or ply >= game.ply or game.movers[ply] != seat or (undone is not None and undone != len(table.undone)):
        return False
    try:
        return bool(game.spec.move_text.to_text(game.state_at(ply), game.spec.move_text.from_text(game.state_at(ply), move)) == game.moves[ply])
    except GameError:
        return False


def play(table: Table, seat: int, ply: int, move: str, at: int, *, now: int = 0, key: str = "", bot: str = "", undone: int | None = None) -> Events:
    """Take a decision of a seat at a ply; `now` is the time by the host's clock, `undone` how many moves had been taken back in what the player saw."""
    if not bot and is_repeated(table, seat, ply, move, key, undone):
        return []
    chair = joined(table, seat)
    game = running(table)
    if ply != game.ply:
        raise StaleMove(f"the move was meant for ply {ply}, the table is at ply {game.ply}: look at the position and choose again")
    if undone is not None and undone != len(table.undone):
        raise StaleMove("moves were taken back since: look at the position and choose again")
    if table.to_move != seat:
        raise not_your_turn(table)
    if chair.bot and not bot:
        raise Refused("seat.bot", "plays")
    if table.clocks.ticks and not bot and (deadline := table.clocks.deadline()) is not None and now > deadline:
        return run_out(table, seat, at)
    return [e.Moved(at, seat, checked(game, move), bot, f"{seat}/{key}" if key else "")]


def checked(game: Game, move: str) -> str:
    """Spell a legal move in its one way; raise an error that says in every language why it is illegal."""
    try:
        return game.spelled(move)
    except IllegalMove as error:
        code = game.spec.move_text.from_text(game.state, move)
        error.values = {"move": game.text_of(code, move), "reason": {language: game.reason(code, language) for language in LANGUAGES}}
        raise
    except InvalidMove as error:
        error.values = {"move": move, "game": game.spec.name, "kind": game.spec.key}
        raise


def resign(table: Table, seat: int, at: int) -> Events:
    """Give up: with one opponent or none the game is over, with more a bot plays on."""
    chair = joined(table, seat)
    running(table)
    if chair.resigned:
        return []
    events: Events = [e.Resigned(at, seat)]
    if len([other for other in table.seats if not other.resigned]) > 2:
        events.append(e.TakenOver(at, seat, table.head.stand_in or "greedy", "resigned"))
        events += no_longer_needed(table, seat, at)
    return events


def no_longer_needed(table: Table, seat: int, at: int) -> Events:
    """Grant the offer if only the seat that gives up had not agreed yet."""
    offer = table.offer
    if offer is None or offer.seat == seat or table.waiting != [seat]:
        return []
    return granted(e.Asked(at, offer.seat, offer.what, offer.ply), at)  # type: ignore[arg-type]


def granted(offer: e.Asked, at: int) -> Events:
    """The events that follow when all agree. (The host makes a rematch itself when it sees that all have agreed.)"""
    if offer.what == "undo":
        return [e.Undone(at, offer.seat, offer.ply)]
    return [e.Abandoned(at)] if offer.what == "abandon" else []


def chat(table: Table, seat: int | None, name: str, text: str, at: int) -> Events:
    """Say something to the table."""
    if len(table.chat) >= MOST_CHAT:
        raise Refused("chat.full", most=MOST_CHAT)
    shown = table.seats[seat].name if seat is not None else clean_name(name, "")
    return [e.Said(at, shown, clean_text(text), seat)]


def hook(table: Table, seat: int, url: str, key: str, at: int) -> Events:
    """Send notices of a seat's turns to an address; an empty one: to none."""
    joined(table, seat)
    return [e.Hooked(at, seat, url, key)]


def hint(table: Table, seat: int, ply: int, at: int) -> Events:
    """Note that a seat gets a hint, for all to see; further steps for the same position count as one."""
    return [] if table.hinted == (ply, len(table.undone)) else [e.Hinted(at, seat, ply)]


# --- Going away and coming back -----------------------------------------------------------------------------------------


def leave(table: Table, seat: int, at: int) -> Events:
    """Go away: the stand-in plays, if the table has one."""
    chair = joined(table, seat)
    if table.status == "over" or chair.away or chair.resigned:
        return []
    events: Events = [e.Left(at, seat)]
    if table.status == "running" and table.head.stand_in and not chair.bot:
        events.append(e.TakenOver(at, seat, table.head.stand_in, "left", charged=table.clocks.ticks))
    return events


def come_back(table: Table, seat: int, at: int) -> Events:
    """Give the seat back to its player: at once; where no time is left for the present decision, after the stand-in has taken it."""
    chair = joined(table, seat)
    if chair.resigned:
        raise Refused("seat.resigned")
    return [e.Returned(at, seat)] if chair.away or (chair.bot and not chair.back) else []


def take_over(table: Table, seat: int, of: int, at: int, *, gone: bool) -> Events:
    """Let the stand-in play for oneself, or for somebody who is gone."""
    joined(table, seat)
    running(table)
    chair = joined(table, of)
    if chair.bot:
        return []
    if of != seat and not (chair.away or gone):
        raise Refused("seat.present", player=names(table, of))
    if not table.head.stand_in:
        raise Refused("table.no_stand_in")
    return [e.TakenOver(at, of, table.head.stand_in, "asked" if of == seat else "left", charged=table.clocks.ticks)]


def seen(table: Table, seat: int, at: int) -> Events:
    """Note that somebody is there: who was awaited has come; who was offline when the others wanted to stop must agree again."""
    if seat in table.awaited:
        return [e.Arrived(at, seat, table.clocks.patience)]
    chair, offer = table.seats[seat], table.offer
    return [e.Returned(at, seat)] if offer is not None and seat in offer.away and not chair.is_away else []


# --- Time ---------------------------------------------------------------------------------------------------------------


def time_is_up(table: Table, at: int, now: int) -> Events:
    """Act if the seat to move has no time left, or who has not come was waited for long enough, by the host's clock."""
    seat, deadline = table.to_move, table.deadline
    if seat is None or deadline is None or now <= deadline:
        return []
    return [e.Waited(at)] if table.awaited else run_out(table, seat, at)


def run_out(table: Table, seat: int, at: int) -> Events:
    """Let the stand-in play for a seat that has no time left; without one, the seat has lost."""
    if table.head.stand_in:
        return [e.TakenOver(at, seat, table.head.stand_in, "time", charged=True)]
    events: Events = [e.Flagged(at, seat)]
    if len([other for other in table.seats if not other.resigned]) > 2:
        events.append(e.TakenOver(at, seat, "greedy", "time"))
        events += no_longer_needed(table, seat, at)
    return events


def caught_up(table: Table, at: int, now: int) -> Events:
    """Move the events of a table to now if they are later than the host's clock: its clocks would stand still until then."""
    is_timed = table.clocks.deadline() is not None or table.deadline is not None
    measured = is_timed or (table.offer is not None and table.offer.until > 0)
    return [e.Slept(at, now - table.time)] if measured and table.status == "running" and table.time > now else []


def bot_failed(table: Table, seat: int, bot: str, at: int) -> Events:
    """Let `greedy` play for a bot of the operator's that failed."""
    chair = table.seats[seat]
    if table.to_move != seat or chair.bot != bot or bot == "greedy":
        return []
    return [e.TakenOver(at, seat, "greedy", "failed", charged=chair.charged)]


# --- The table's maker -----------------------------------------------------------------------------------------------------------


def give_link(table: Table, seat: int, key: str, at: int, *, owner: list[str], gone: bool) -> Events:
    """Give a seat a new link in place of one that was lost: only the table's maker may, and not while the seat's player is there."""
    chair = seated(table, seat)
    if not any([hmac.compare_digest(hash_of(secret), table.head.owner) for secret in owner]):  # noqa: C419 - in constant time
        raise Refused("table.not_owner", "link")
    if chair.kind not in {"link", "here", "open"}:
        raise Refused("seat.no_link")
    if chair.kind == "open" and not chair.joined:
        raise Refused("seat.empty")
    if chair.joined and not gone:
        raise Refused("seat.present", player=names(table, seat))
    return [e.Linked(at, seat, key)]


def check_owner(table: Table, secrets: list[str]) -> None:
    """Refuse everyone but the table's maker, who holds the `owner` secret or that of a seat at the same screen: nobody else was given these."""
    keys = [hash_of(secret) for secret in secrets]
    proofs = [table.head.owner, *(seat.key for seat in table.seats if seat.kind == "here" and not seat.links)]
    if not any([hmac.compare_digest(key, proof) for key in keys for proof in proofs]):  # noqa: C419 - in constant time
        raise Refused("table.not_owner")


def check_deletable(table: Table) -> None:
    """Refuse to delete a running game in which other people play."""
    if table.status == "running" and any(seat.kind not in {"here", "bot"} for seat in table.seats):
        raise Refused("table.shared")


# --- Checks that several share ------------------------------------------------------------------------------------------


def seated(table: Table, seat: int) -> Seat:
    """The seat of this number."""
    if seat not in range(len(table.seats)):
        raise Refused("seat.unknown", seat=seat, last=len(table.seats) - 1)
    return table.seats[seat]


def joined(table: Table, seat: int) -> Seat:
    """The seat of this number, if somebody sits there."""
    chair = seated(table, seat)
    if not chair.joined:
        raise Refused("seat.empty")
    return chair


def names(table: Table, seat: int) -> dict[str, str]:
    """The name of the player on a seat in each language."""
    players = [chair.name for chair in table.seats]
    return {language: player_names(players, words(table.spec.name, language))[seat] for language in LANGUAGES}


def not_your_turn(table: Table) -> NotYourTurn:
    """Make the error that says whose turn it is."""
    assert table.to_move is not None
    return NotYourTurn(f"it is the turn of seat {table.to_move}", player=names(table, table.to_move))


def running(table: Table) -> Any:
    """The game, if it is being played."""
    if table.status == "open":
        raise Refused("table.waiting")
    if table.status == "over":
        raise GameOver("the game is over")
    return table.game

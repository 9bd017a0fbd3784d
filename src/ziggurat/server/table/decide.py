"""What may happen at a table: the only logic of the server.

Each function looks at a table and answers with the events that follow, or raises; it changes nothing. `host` makes the events durable and
applies them. So what is decided here is decided once, in one place, and can be tested without a server.
"""

from __future__ import annotations

import hmac
import secrets as random_secrets
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from ziggurat.errors import GameError, GameOver, IllegalMove, InvalidMove, NotYourTurn, StaleMove
from ziggurat.fair_deal import commitment_of
from ziggurat.game import Game, drawing
from ziggurat.registry import game_spec
from ziggurat.server.messages import NewTable
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Seat, Table, hash_of
from ziggurat.server.table.undo import last_decision, needs_consent
from ziggurat.text import LANGUAGES, clean, player_names, words

Events = list[e.AnyEvent]
MOST_CHAT = 500  # lines that a table keeps taking
MOST_EVENTS = 20_000
MOST_UNDONE = 500
WAITS = {"live": 10 * 60_000, "none": 60 * 60_000}  # before a game ends without those who are away; with a clock of days, as long as a turn may take


class Refused(GameError):
    """The table does not do this. Its words are the text `error.CODE`, or `error.CODE.WAY` where a code has several."""

    def __init__(self, code: str, way: str = "", **values: object) -> None:
        self.code, self.key = code, f"{code}.{way}" if way else code
        super().__init__(words()(f"error.{self.key}", **values) if f"error.{self.key}" in words() else way or code, **values)


def new_secret() -> str:
    """128 random bits that fit into a link."""
    return random_secrets.token_urlsafe(16)


def clean_name(name: str, fallback: str) -> str:
    """A name without signs that cannot be seen, and none that looks like a bot's."""
    shown = clean(name)[:40].rstrip()
    while shown.lower().startswith("bot:"):
        shown = shown[4:].strip()
    return shown or fallback


def clean_text(text: str) -> str:
    """Chat without control signs; lines stay."""
    shown = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign)[0] != "C").strip()
    if not shown:
        raise Refused("chat.empty")
    return shown


# --- Making a table ---------------------------------------------------------------------------------------------------


def make_head(
    new: NewTable, table: str, check_bot: Callable[[str, Any], None], deal: dict[str, Any] | None = None, fork: e.Fork | None = None
) -> tuple[e.Head, list[str]]:
    """What is agreed at a new table, and the secret of each seat (empty where it needs none)."""
    spec = game_spec(new.game)
    options = {"seats": len(new.seats), **new.options}
    if options["seats"] != len(new.seats):
        raise Refused("table.seats", detail=f"`options.seats` is {options['seats']!r}, but {len(new.seats)} seats are listed: leave the option out")
    secret = random_secrets.token_hex(16)
    read = spec.option_set.resolve(spec.option_set.read(options), drawing(f"{secret}/options"))
    plans, opened = [], []
    for place, seat in enumerate(new.seats):
        if seat.kind == "bot":
            check_bot(seat.bot, spec)
        elif seat.bot:
            raise Refused("table.seats", detail=f"seat {place} names the bot `{seat.bot}`, but its kind is `{seat.kind}`")
        if (seat.kind == "account") != bool(seat.account):
            raise Refused("table.seats", detail=f"seat {place}: the kind `account` and the id of an account go together")
        if (seat.name or seat.word) and seat.kind != "here":
            raise Refused("table.seats", detail=f"seat {place}: only a player at your screen (`here`) is named now; others bring their name")
        if (seat.name or seat.word) and not new.seated:
            raise Refused("table.seats", detail=f"seat {place}: with `seated` false, names and words come with `join`")
        opened.append(new_secret() if seat.kind in {"link", "here"} else "")
        plans.append(e.SeatPlan(seat.kind, hash_of(opened[-1]) if opened[-1] else "", seat.bot, seat.account))
    if new.stand_in:
        check_bot(new.stand_in, spec)
    clock = e.Clock(new.clock.kind, new.clock.bank, new.clock.increment, new.clock.days)
    head = e.Head(
        game=spec.name,
        rules=spec.version,
        options=read,
        seats=plans,
        secret=secret,
        commitment="" if fork else commitment_of(secret, table, read),
        clock=clock,
        hints=new.hints,
        previews=new.previews,
        live_scores=new.live_scores,
        stand_in=new.stand_in,
        listed=new.listed,
        deal=deal,
        fork=fork,
        next=random_secrets.token_hex(16),
    )
    return head, opened


def first_events(new: NewTable, at: int) -> Events:
    """Those at the creator's screen sit down at once, unless they want to join; if nobody else is awaited, the game starts."""
    now = [place for place, seat in enumerate(new.seats) if seat.kind == "here" and new.seated]
    joined: Events = [e.Joined(at, place, clean_name(new.seats[place].name, f"Player {place + 1}"), new.seats[place].word) for place in now]
    return [*joined, e.Started(at)] if all(seat.kind == "bot" or place in now for place, seat in enumerate(new.seats)) else joined


def rematch_head(table: Table) -> e.Head:
    """The head of the next table: the same agreement, the seats as they were or rotated, a new secret or the same deal."""
    offer = table.offer
    assert offer is not None
    place = 1 if offer.rotate else 0
    plans = [e.SeatPlan(plan.kind, seat.key, plan.bot, seat.account) for plan, seat in zip(table.head.seats, table.seats, strict=True)]
    old, fair = table.head, table.fair
    secret = old.next or random_secrets.token_hex(16)  # promised when the game was over, before anyone gave words for the next deal
    fork = old.fork if offer.same_deal else None  # the same deal, and the same moment of it
    origin = e.Origin(fair.table, fair.secret, fair.commitment, fair.words) if offer.same_deal and fair is not None else None
    return e.Head(
        game=old.game,
        rules=table.spec.version,
        options=old.options,
        seats=plans[place:] + plans[:place],
        secret=secret,
        commitment="" if fork else origin.commitment if origin else commitment_of(secret, table.rematch_id, old.options),
        clock=old.clock,
        hints=old.hints,
        previews=old.previews,
        live_scores=old.live_scores,
        stand_in=old.stand_in,
        listed=old.listed,
        origin=origin,
        deal=old.deal if offer.same_deal else None,
        rematch_of=table.id,
        fork=fork,
        next=random_secrets.token_hex(16),
        owner=old.owner,
    )


def rematch_events(table: Table, at: int) -> Events:
    """At the next table everybody sits already, with the words that each gave with its yes."""
    offer = table.offer
    assert offer is not None
    places = [*range(len(table.seats))]
    if offer.rotate:
        places = places[1:] + places[:1]
    people = [(number, place) for number, place in enumerate(places) if table.seats[place].kind != "bot"]
    return [*(e.Joined(at, number, table.seats[place].name, offer.words.get(place, "")) for number, place in people), e.Started(at)]


# --- Sitting down -----------------------------------------------------------------------------------------------------


def join(table: Table, seat: int, name: str, word: str, at: int, *, key: str = "", account: str = "") -> Events:
    """Somebody sits down; when all seats are taken the game starts."""
    chair = seated(table, seat)
    if chair.kind == "bot":
        raise Refused("seat.bot")
    if chair.joined:
        raise Refused("seat.taken")
    if table.status == "over":
        raise GameOver("the table was given up")
    events: Events = [e.Joined(at, seat, clean_name(name, f"Player {seat + 1}"), word, key, account)]
    if all(other.joined for place, other in enumerate(table.seats) if place != seat):
        events.append(e.Started(at))
    return events


def open_seat(table: Table, seat: int | None) -> int:
    """The open seat that was asked for, or the first one."""
    free = [place for place, chair in enumerate(table.seats) if chair.kind == "open" and not chair.joined]
    if not free or (seat is not None and seat not in free):
        raise Refused("seat.taken", "" if free else "none_open")
    return free[0] if seat is None else seat


def rename(table: Table, seat: int, name: str, at: int) -> Events:
    """A player has another name."""
    chair = joined(table, seat)
    return [] if clean_name(name, chair.name) == chair.name else [e.Renamed(at, seat, clean_name(name, chair.name))]


# --- Playing ----------------------------------------------------------------------------------------------------------


def is_repeated(table: Table, seat: int, ply: int, move: str, key: str) -> bool:
    """Whether this very decision was taken before: then it is answered and not taken again."""
    if key and f"{seat}/{key}" in table.keys:
        return True
    game = table.game
    if game is None or ply >= game.ply or game.movers[ply] != seat:
        return False
    try:
        return bool(game.spec.moves.to_text(game.state_at(ply), game.spec.moves.from_text(game.state_at(ply), move)) == game.moves[ply])
    except GameError:
        return False


def play(table: Table, seat: int, ply: int, move: str, at: int, *, now: int = 0, key: str = "", bot: str = "") -> Events:
    """A decision of a seat at a ply; `now` is the time by the host's clock."""
    if not bot and is_repeated(table, seat, ply, move, key):
        return []
    chair = joined(table, seat)
    game = running(table)
    if ply != game.ply:
        raise StaleMove(f"the move was meant for ply {ply}, the table is at ply {game.ply}: look at the position and choose again")
    if table.to_move != seat:
        raise not_your_turn(table)
    if chair.bot and not bot:
        raise Refused("seat.bot", "plays")
    if not bot and (deadline := table.clocks.deadline()) is not None and now > deadline:
        return run_out(table, seat, at)
    return [e.Moved(at, seat, checked(game, move), bot, f"{seat}/{key}" if key else "")]


def checked(game: Game, move: str) -> str:
    """A legal move in its one spelling; an error that says in every language why it is none."""
    try:
        return game.spelled(move)
    except IllegalMove as error:
        code = game.spec.moves.from_text(game.state, move)
        error.values = {"move": game.spec.moves.to_text(game.state, code), "reason": {language: game.reason(code, language) for language in LANGUAGES}}
        raise
    except InvalidMove as error:
        error.values = {"move": move, "game": game.spec.name}
        raise


def undo(table: Table, seat: int, ply: int, at: int) -> Events:
    """Back to before the seat's last decision: at once where that is free, else the others are asked; refused while one of them is away."""
    chair = joined(table, seat)
    game = running(table)
    if chair.resigned:
        raise Refused("seat.resigned")
    if chair.bot:
        raise Refused("seat.bot", "plays")
    if ply != game.ply:
        raise StaleMove(f"the table is at ply {game.ply}, not {ply}: look again")
    back = last_decision(game, seat)
    if back is None:
        raise Refused("undo.nothing")
    if back < table.begins:
        raise Refused("undo.begin", ply=table.begins)
    if len(table.undone) >= MOST_UNDONE:
        raise Refused("undo.enough", most=MOST_UNDONE)
    others = table.others(seat)
    if not needs_consent(game, back, seat, others):
        return [e.Undone(at, seat, back)]
    waited_for = table.offer.away if table.offer is not None else set()
    if (away := next((other for other in others if table.seats[other].is_away or other in waited_for), None)) is not None:
        raise Refused("undo.away", player=names(table, away))
    return ask(table, seat, e.Asked(at, seat, "undo", back))


def ask(table: Table, seat: int, asked: e.Asked) -> Events:
    """Ask the others for something; with nobody to ask, it is granted."""
    joined(table, seat)
    if not asked_of(table, seat, asked.what):
        return [asked, *granted(asked, asked.at)]
    offer = table.offer
    if offer is not None and (offer.seat, offer.what, offer.ply) == (seat, asked.what, asked.ply) and offer.away >= set(asked.away):
        return []  # it is being asked already
    if offer is not None and offer.seat != seat:
        raise Refused("offer.open", player=names(table, offer.seat))
    return [asked]


def answer(table: Table, seat: int, yes: bool, at: int, word: str = "", *, now: int = 0, number: int | None = None) -> Events:
    """Yes or no to what another seat asks (the offer of this number, if one is given); the last yes grants it. `now` is the time by the host's clock."""
    joined(table, seat)
    offer = table.offer
    if offer is None:
        raise Refused("offer.none")
    if number is not None and number != offer.number:
        raise Refused("offer.changed")
    asked = asked_of(table, offer.seat, offer.what)
    if seat not in asked and seat != offer.seat and table.seats[seat].resigned:
        raise Refused("seat.resigned")
    if seat not in asked:  # who asked, or shares the screen: it can be taken back
        return [] if yes else [e.Answered(at, seat, False)]
    if seat in offer.agreed and yes:
        return []
    events: Events = [e.Answered(at, seat, yes, word if yes and offer.what == "rematch" else "")]
    if yes and is_agreed(table, seat, now):
        events += granted(e.Asked(at, offer.seat, offer.what, offer.ply), at)  # type: ignore[arg-type]
    return events


def asked_of(table: Table, seat: int, what: str) -> list[int]:
    """Who must agree to what a seat asks: every other person, here or away. Who gave up has no say in the game, but in whether to play another one."""
    return table.others(seat, resigned=what == "rematch")


def waiting(table: Table) -> list[int]:
    """Who has not answered what is asked."""
    offer = table.offer
    return [] if offer is None else [seat for seat in asked_of(table, offer.seat, offer.what) if seat not in offer.agreed]


def is_agreed(table: Table, seat: int, now: int) -> bool:
    """Whether nobody is waited for but this seat; nor are, after the announced wait, those who have stayed away since."""
    offer, missing = table.offer, set(waiting(table)) - {seat}
    return offer is not None and (not missing or (offer.until > 0 and now >= offer.until and missing <= offer.away))


def granted(asked: e.Asked, at: int) -> Events:
    """What follows when all agree. (A rematch is made by the host, which sees that all have agreed.)"""
    if asked.what == "undo":
        return [e.Undone(at, asked.seat, asked.ply)]
    return [e.Abandoned(at)] if asked.what == "abandon" else []


def abandon(table: Table, seat: int, at: int, *, offline: Collection[int] = (), now: int = 0) -> Events:
    """Ask to stop without a result. A table that has not started is given up by those at the screen where it was made.

    Everybody must agree. Where somebody is away, or has no connection (`offline`), a wait is announced; who has not come back when it is over (`now`, by the
    host's clock) is not waited for, and whoever asks once more ends the game.
    """
    chair = joined(table, seat)
    if table.status == "open" and chair.kind == "here":
        return [e.Abandoned(at)]
    running(table)
    if chair.resigned:
        raise Refused("seat.resigned")
    if table.offer is not None and table.offer.what == "abandon":
        if seat in waiting(table):
            return answer(table, seat, True, at, now=now)
        if is_agreed(table, seat, now):
            return [e.Abandoned(at)]
        if seat in table.offer.agreed and seat != table.offer.seat:
            return []
    away = [other for other in table.others(seat) if table.seats[other].is_away or other in offline]
    return ask(table, seat, e.Asked(at, seat, "abandon", away=away, wait=WAITS.get(table.head.clock.kind, table.clocks.full) if away else 0))


def rematch(table: Table, seat: int, same_deal: bool, rotate: bool, at: int, word: str = "") -> Events:
    """Ask to play again when the game is over."""
    if table.status != "over":
        raise Refused("table.running")
    if table.game is None:
        raise Refused("table.waiting")
    if table.rematch:
        return []
    return ask(table, seat, e.Asked(at, seat, "rematch", table.ply, same_deal, rotate, word))


def resign(table: Table, seat: int, at: int) -> Events:
    """Give up: with one opponent or none the game is over, with more a bot plays on."""
    chair = joined(table, seat)
    running(table)
    if chair.resigned:
        return []
    events: Events = [e.Resigned(at, seat)]
    if len([other for other in table.seats if not other.resigned]) > 2:
        events.append(e.TakenOver(at, seat, table.head.stand_in or "greedy", "resigned"))
        events += no_longer_asked(table, seat, at)
    return events


def no_longer_asked(table: Table, seat: int, at: int) -> Events:
    """Who gives up is not waited for: what follows if all others have agreed."""
    offer = table.offer
    if offer is None or offer.seat == seat or waiting(table) != [seat]:
        return []
    return granted(e.Asked(at, offer.seat, offer.what, offer.ply), at)  # type: ignore[arg-type]


def chat(table: Table, seat: int | None, name: str, text: str, at: int) -> Events:
    """Say something."""
    if len(table.chat) >= MOST_CHAT:
        raise Refused("chat.full", most=MOST_CHAT)
    shown = table.seats[seat].name if seat is not None else clean_name(name, "")
    return [e.Said(at, shown, clean_text(text), seat)]


# --- Deleting ---------------------------------------------------------------------------------------------------------


def check_owner(table: Table, secrets: list[str]) -> None:
    """Refuse whoever cannot show to have made the table: by the secret told then, or by that of a seat at the same screen, which nobody else was told."""
    keys = [hash_of(secret) for secret in secrets]
    proofs = [table.head.owner, *(seat.key for seat in table.seats if seat.kind == "here")]
    if not any([hmac.compare_digest(key, proof) for key in keys for proof in proofs]):  # noqa: C419 - in constant time
        raise Refused("table.not_owner")


def check_deletable(table: Table) -> None:
    """Refuse to take a running game away from other people."""
    if table.status == "running" and any(seat.kind not in {"here", "bot"} for seat in table.seats):
        raise Refused("table.shared")


# --- Going away and coming back ---------------------------------------------------------------------------------------


def leave(table: Table, seat: int, at: int) -> Events:
    """Go away: the stand-in plays, if the table has one."""
    chair = joined(table, seat)
    if table.status == "over" or chair.away or chair.resigned:
        return []
    events: Events = [e.Left(at, seat)]
    if table.status == "running" and table.head.stand_in and not chair.bot:
        events.append(e.TakenOver(at, seat, table.head.stand_in, "left"))
    return events


def come_back(table: Table, seat: int, at: int) -> Events:
    """Have the seat again."""
    chair = joined(table, seat)
    if chair.resigned:
        raise Refused("seat.resigned")
    return [e.Returned(at, seat)] if chair.away or chair.bot else []


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
    return [e.TakenOver(at, of, table.head.stand_in, "asked" if of == seat else "left")]


def seen(table: Table, seat: int, at: int) -> Events:
    """Somebody who was offline when the others wanted to stop has a connection again: then that consent is needed."""
    chair, offer = table.seats[seat], table.offer
    return [e.Returned(at, seat)] if offer is not None and seat in offer.away and not chair.is_away else []


def time_is_up(table: Table, at: int, now: int) -> Events:
    """The clock of the seat to move has run out, by the host's clock."""
    seat, deadline = table.to_move, table.clocks.deadline()
    return [] if seat is None or deadline is None or now <= deadline else run_out(table, seat, at)


def run_out(table: Table, seat: int, at: int) -> Events:
    """Out of time: the stand-in plays on, else the game is lost."""
    if table.head.stand_in:
        return [e.TakenOver(at, seat, table.head.stand_in, "time")]
    events: Events = [e.Flagged(at, seat)]
    if len([other for other in table.seats if not other.resigned]) > 2:
        events.append(e.TakenOver(at, seat, "greedy", "time"))
        events += no_longer_asked(table, seat, at)
    return events


def bot_failed(table: Table, seat: int, bot: str, at: int) -> Events:
    """A bot of the operator's broke down: `greedy` plays on for it."""
    return [e.TakenOver(at, seat, "greedy", "failed")] if table.to_move == seat and table.seats[seat].bot == bot and bot != "greedy" else []


def caught_up(table: Table, at: int, now: int) -> Events:
    """A table that knows a later time than the host's clock: what happened counts as happened by now, else its clocks would stand still until then."""
    measured = table.clocks.deadline() is not None or (table.offer is not None and table.offer.until > 0)
    return [e.Slept(at, now - table.time)] if measured and table.status == "running" and table.time > now else []


def hook(table: Table, seat: int, url: str, key: str, at: int) -> Events:
    """Tell a seat's turns to an address."""
    joined(table, seat)
    return [e.Hooked(at, seat, url, key)]


# --- Checks that several share ----------------------------------------------------------------------------------------


def seated(table: Table, seat: int) -> Seat:
    """The seat of this number."""
    if seat not in range(len(table.seats)):
        raise Refused("seat.unknown", seat=seat, last=len(table.seats) - 1)
    return table.seats[seat]


def joined(table: Table, seat: int) -> Seat:
    """A seat on which somebody sits."""
    chair = seated(table, seat)
    if not chair.joined:
        raise Refused("seat.empty")
    return chair


def names(table: Table, seat: int) -> dict[str, str]:
    """The one on a seat, as each language says it."""
    seated = [chair.name for chair in table.seats]
    return {language: player_names(seated, words(table.spec.name, language))[seat] for language in LANGUAGES}


def not_your_turn(table: Table) -> NotYourTurn:
    """It is another seat's turn."""
    assert table.to_move is not None
    return NotYourTurn(f"it is the turn of seat {table.to_move}", player=names(table, table.to_move))


def running(table: Table) -> Any:
    """The game, if it is being played."""
    if table.status == "open":
        raise Refused("table.waiting")
    if table.status == "over":
        raise GameOver("the game is over")
    return table.game

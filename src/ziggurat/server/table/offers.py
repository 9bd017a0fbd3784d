"""Decide about what needs the consent of others: to take back a move, to stop without a result, to play again."""

from __future__ import annotations

from collections.abc import Collection

from ziggurat.errors import StaleMove
from ziggurat.server.refused import Refused
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Events, granted, joined, names, running
from ziggurat.server.table.table import Table
from ziggurat.server.table.undo import last_decision, needs_consent

MOST_UNDONE = 500


def undo(table: Table, seat: int, ply: int, at: int) -> Events:
    """Take back a seat's last decision: at once where that is free, else ask the others; refuse while one of them is away."""
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
    lefts = table.lefts[back]
    has_lost_it = bool(lefts) and not lefts[seat]  # no time was left for it: a stand-in took it, and the clock was filled since
    if not (has_lost_it and others) and not needs_consent(game, back, seat, others):
        return [e.Undone(at, seat, back)]
    waited_for = table.offer.away if table.offer is not None else set()
    if (away := next((other for other in others if table.seats[other].is_away or other in waited_for), None)) is not None:
        raise Refused("undo.away", player=names(table, away))
    return ask(table, seat, e.Asked(at, seat, "undo", back))


def ask(table: Table, seat: int, request: e.Asked) -> Events:
    """Ask the others for something; grant it where there is nobody to ask."""
    joined(table, seat)
    if not table.must_agree(seat, request.what):
        return [request, *granted(request, request.at)]
    offer = table.offer
    if offer is not None and (offer.seat, offer.what, offer.ply) == (seat, request.what, request.ply) and offer.away >= set(request.away):
        return []  # the seat asks for this already
    if offer is not None and offer.seat != seat:
        raise Refused("offer.open", player=names(table, offer.seat))
    return [request]


def answer(table: Table, seat: int, yes: bool, at: int, word: str = "", *, now: int = 0, number: int | None = None) -> Events:
    """Say yes or no to an offer (the one of this number, if one is given); the last yes grants it. `now` is the time by the host's clock."""
    joined(table, seat)
    offer = table.offer
    if offer is None:
        raise Refused("offer.none")
    if number is not None and number != offer.number:
        raise Refused("offer.changed")
    voters = table.must_agree(offer.seat, offer.what)
    if seat not in voters and seat != offer.seat and table.seats[seat].resigned:
        raise Refused("seat.resigned")
    if seat not in voters:  # the seat that asks, or one at the same screen: it can take the offer back
        return [] if yes else [e.Answered(at, seat, False)]
    if seat in offer.agreed and yes:
        return []
    events: Events = [e.Answered(at, seat, yes, word if yes and offer.what == "rematch" else "")]
    if yes and is_agreed(table, seat, now):
        events += granted(e.Asked(at, offer.seat, offer.what, offer.ply), at)  # type: ignore[arg-type]
    return events


def is_agreed(table: Table, seat: int, now: int) -> bool:
    """Whether all but this seat have agreed; after the announced wait, those who have stayed away since need not."""
    offer, missing = table.offer, set(table.waiting) - {seat}
    return offer is not None and (not missing or (offer.until > 0 and now >= offer.until and missing <= offer.away))


def abandon(table: Table, seat: int, at: int, *, offline: Collection[int] = (), now: int = 0) -> Events:
    """Ask to stop without a result. Before the game starts, those at the screen where the table was made can give it up.

    Everybody must agree. Where somebody is away, or has no connection (`offline`), a wait is announced. After it (`now`, by the host's clock) the consent of
    those who have not come back is not needed, and whoever asks once more ends the game.
    """
    chair = joined(table, seat)
    if table.status == "open" and chair.kind == "here":
        return [e.Abandoned(at)]
    running(table)
    if chair.resigned:
        raise Refused("seat.resigned")
    if table.offer is not None and table.offer.what == "abandon":
        if seat in table.waiting:
            return answer(table, seat, True, at, now=now)
        if is_agreed(table, seat, now):
            return [e.Abandoned(at)]
        if seat in table.offer.agreed and seat != table.offer.seat:
            return []
    away = [other for other in table.others(seat) if table.seats[other].is_away or other in offline]
    return ask(table, seat, e.Asked(at, seat, "abandon", away=away, wait=table.clocks.patience if away else 0))


def rematch(table: Table, seat: int, same_deal: bool, rotate: bool, at: int, word: str = "") -> Events:
    """Ask to play again when the game is over."""
    if table.status != "over":
        raise Refused("table.running")
    if table.game is None:
        raise Refused("table.waiting")
    if table.rematch:
        return []
    return ask(table, seat, e.Asked(at, seat, "rematch", table.ply, same_deal, rotate, word))

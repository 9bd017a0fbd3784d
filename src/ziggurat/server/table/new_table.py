"""Decide how a new table begins: made by somebody, or as the rematch of another one."""

from __future__ import annotations

import secrets as random_secrets
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from ziggurat.fair_deal import commitment_of
from ziggurat.game import drawing
from ziggurat.registry import game_spec
from ziggurat.server.refused import Refused
from ziggurat.server.requests import NewSeat, NewTable
from ziggurat.server.secret_keys import hash_of, new_secret
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Events, clean_name, start
from ziggurat.server.table.table import Table


def make_head(
    new: NewTable, table: str, check_bot: Callable[[str, Any], None], deal: dict[str, Any] | None = None, fork: e.Fork | None = None
) -> tuple[e.Head, list[str]]:
    """Make the head of a new table, and the secret of each seat (empty where it needs none)."""
    spec = game_spec(new.game)
    options = {"seats": len(new.seats), **new.options}
    if options["seats"] != len(new.seats):
        raise Refused("table.seats", detail=f"`options.seats` is {options['seats']!r}, but {len(new.seats)} seats are listed: leave the option out")
    secret = random_secrets.token_hex(16)
    can_lie_face_down = spec.optional("face_down", "lay_face_down") is not None
    if new.face_down and not can_lie_face_down:
        raise Refused("table.no_face_down", game=spec.name)
    lot = new.order == "lot" and len(new.seats) > 1 and deal is None
    read = spec.option_set.resolve(spec.option_set.read(options), drawing(f"{secret}/options"))
    plans, secrets = [], []
    for place, seat in enumerate(new.seats):
        if seat.kind == "bot":
            check_bot(seat.bot, spec)
        check_seat(seat, place, seated=new.seated)
        secrets.append(new_secret() if seat.kind in {"link", "here"} else "")
        plans.append(e.SeatPlan(seat.kind, hash_of(secrets[-1]) if secrets[-1] else "", seat.bot, seat.account))
    if new.stand_in:
        check_bot(new.stand_in, spec)
    head = e.Head(
        game=spec.name,
        rules=spec.version,
        options=read,
        seats=plans,
        secret=secret,
        commitment="" if fork else commitment_of(secret, table, read, lot=lot),
        clock=e.Clock(new.clock.kind, new.clock.bank, new.clock.increment, new.clock.days),
        hints=new.hints,
        previews=new.previews,
        live_scores=new.live_scores,
        stand_in=new.stand_in,
        listed=new.listed,
        deal=deal,
        fork=fork,
        next=random_secrets.token_hex(16),
        order="lot" if lot else "seats",
        face_down=new.face_down or (can_lie_face_down and not new.live_scores),
    )
    return head, secrets


def check_seat(seat: NewSeat, place: int, *, seated: bool) -> None:
    """Refuse a seat whose fields contradict each other."""
    if seat.kind != "bot" and seat.bot:
        raise Refused("table.seats", detail=f"seat {place} names the bot `{seat.bot}`, but its kind is `{seat.kind}`")
    if (seat.kind == "account") != bool(seat.account):
        raise Refused("table.seats", detail=f"seat {place}: the kind `account` and the id of an account go together")
    if (seat.name or seat.word) and seat.kind != "here":
        raise Refused("table.seats", detail=f"seat {place}: only a player at your screen (`here`) is named now; others bring their name")
    if (seat.name or seat.word) and not seated:
        raise Refused("table.seats", detail=f"seat {place}: with `seated` false, names and words come with `join`")


def first_events(new: NewTable, head: e.Head, table: str, at: int) -> Events:
    """Seat those at the maker's screen at once, unless they want to join; start the game if nobody else is to come."""
    now = [place for place, seat in enumerate(new.seats) if seat.kind == "here" and new.seated]
    joined: Events = [e.Joined(at, place, clean_name(new.seats[place].name, f"Player {place + 1}"), new.seats[place].word) for place in now]
    if not all(seat.kind == "bot" or place in now for place, seat in enumerate(new.seats)):
        return joined
    return [*joined, start(head, table, [seat.word for seat in new.seats], at)]


def rematch_head(table: Table) -> e.Head:
    """Make the head of the next table: the same settings, the seats as they were or rotated (no second lot), a new secret or the same deal."""
    offer = table.offer
    assert offer is not None
    place = 1 if offer.rotate else 0
    plans = [e.SeatPlan(seat.plan.kind, seat.key, seat.plan.bot, seat.account) for seat in table.seats]
    old, fair = table.head, table.fair
    secret = old.next or random_secrets.token_hex(16)  # committed to when the game was over, before anyone gave words for the next deal
    fork = old.fork if offer.same_deal else None  # the same deal, and the same moment of it
    lot = [] if fair is None or fair.order is UNSET else fair.order
    origin = e.Origin(fair.table, fair.secret, fair.commitment, fair.words, lot) if offer.same_deal and fair is not None else None
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
        face_down=old.face_down,
    )


def rematch_events(table: Table, at: int) -> Events:
    """Seat everybody at the next table, with the words that each gave for its deal, and start the game.

    Its clocks wait until they are there.
    """
    offer = table.offer
    assert offer is not None
    places = [*range(len(table.seats))]
    if offer.rotate:
        places = places[1:] + places[:1]
    people = [(number, place) for number, place in enumerate(places) if table.seats[place].kind != "bot"]
    joined = [e.Joined(at, number, table.seats[place].name, offer.words.get(place, "")) for number, place in people]
    return [*joined, e.Started(at, awaited=[number for number, _ in people] if table.clocks.ticks else [])]

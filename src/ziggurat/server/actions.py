"""What the clients of a table can ask for: one function for each request, over sockets and HTTP alike.

`await ACTIONS[type(request)](host, room, actor, request)` carries a request out and returns the answer, or raises. Whose seat is meant is read when the
decision is made: while a request waits, a lot may be drawn, or a link replaced.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, Room
from ziggurat.server.secret_keys import hash_of, new_secret
from ziggurat.server.show import bot_reasons, coach, move_preview
from ziggurat.server.table import decide, offers
from ziggurat.server.table import events as e
from ziggurat.server.table.decide import Events
from ziggurat.server.table.table import Table

Answer = m.DoneMessage | m.HintMessage | m.LensMessage | m.AheadMessage | m.CoachMessage | m.WhyMessage | m.PongMessage
Action = Callable[[Host, Room, Actor, Any], Awaitable[Answer]]


async def join(host: Host, room: Room, actor: Actor, request: r.Join) -> m.DoneMessage:
    """Sit down on the seat of one's secret or account, or on an open one; then the answer holds the new secret."""
    account = actor.account.id if actor.account else ""
    name = request.name or (actor.account.name if actor.account else "")
    seat, word = request.seat, request.word
    own = [place for place in actor.seats if not room.table.seats[place].joined]
    if actor.seats and (seat in actor.seats or (seat is None and own)):
        place = seat if seat is not None else own[0]

        def join_own(table: Table, at: int) -> Events:
            if place not in actor.seats:
                raise Refused("secret.replaced")
            return decide.join(table, place, name, word, at, account=account if table.seats[place].kind == "account" else "")

        await host.change(room, join_own)
        return m.DoneMessage(request.id)
    if actor.seats and seat is None:
        raise Refused("seat.taken", "yours")
    secret = "" if account or actor.offered else new_secret()
    key = "" if account else actor.offered or hash_of(secret)
    taken: list[int] = []

    def sit_down(table: Table, at: int) -> Events:
        taken[:] = [decide.open_seat(table, seat)]
        return decide.join(table, taken[0], name, word, at, key=key, account=account)

    await host.change(room, sit_down)
    actor.seats = sorted({*actor.seats, *room.table.seats_of_keys([key] if key else [], account)})  # where a lot may just have put them
    return m.DoneMessage(request.id, secret=secret)


async def play(host: Host, room: Room, actor: Actor, request: r.Play) -> m.DoneMessage:
    """Take a decision: the action of nine messages in ten."""
    ply, move, key, undone = request.ply, request.move, request.key, request.undone

    def decision(table: Table, at: int) -> Events:
        return decide.play(table, actor.seat(request.seat, table.to_move), ply, move, at, now=host.time(), key=key, undone=undone)

    events = await host.change(room, decision)
    if events and type(events[-1]) is not e.Moved:
        raise Refused("table.late")
    return m.DoneMessage(request.id, repeated=not events)


async def chat(host: Host, room: Room, actor: Actor, request: r.Chat) -> m.DoneMessage:
    """Say something to the table; only those who sit there may."""
    if not actor.seats:
        raise Refused("chat.seats")
    await host.change(room, lambda table, at: decide.chat(table, actor.seat(request.seat, table.to_move), "", request.text, at))
    return m.DoneMessage(request.id)


async def rename(host: Host, room: Room, actor: Actor, request: r.Rename) -> m.DoneMessage:
    """Give a player another name."""
    await host.change(room, lambda table, at: decide.rename(table, actor.seat(request.seat), request.name, at))
    return m.DoneMessage(request.id)


async def undo(host: Host, room: Room, actor: Actor, request: r.Undo) -> m.DoneMessage:
    """Take back the seat's last decision, or ask the others."""
    events = await host.change(room, lambda table, at: offers.undo(table, actor.seat(request.seat), request.ply, at))
    return m.DoneMessage(request.id, asked=not any(isinstance(event, e.Undone) for event in events))


async def abandon(host: Host, room: Room, actor: Actor, request: r.Abandon) -> m.DoneMessage:
    """Stop without a result, or ask the others."""
    offline = [seat for seat in range(len(room.table.seats)) if room.is_offline(seat, host.time())]
    events = await host.change(room, lambda table, at: offers.abandon(table, actor.seat(request.seat), at, offline=offline, now=host.time()))
    return m.DoneMessage(request.id, asked=not any(isinstance(event, e.Abandoned) for event in events))


async def rematch(host: Host, room: Room, actor: Actor, request: r.Rematch) -> m.DoneMessage:
    """Ask the others to play again."""
    await host.change(room, lambda table, at: offers.rematch(table, actor.seat(request.seat), request.same_deal, request.rotate, at, request.word))
    return m.DoneMessage(request.id, asked=True)


async def answer(host: Host, room: Room, actor: Actor, request: r.Answer) -> m.DoneMessage:
    """Say yes or no to what another seat asks."""

    def decision(table: Table, at: int) -> Events:
        return offers.answer(table, actor.seat(request.seat), request.yes, at, request.word, now=host.time(), number=request.offer)

    await host.change(room, decision)
    return m.DoneMessage(request.id)


async def resign(host: Host, room: Room, actor: Actor, request: r.Resign) -> m.DoneMessage:
    """Give up."""
    await host.change(room, lambda table, at: decide.resign(table, actor.seat(request.seat), at))
    return m.DoneMessage(request.id)


async def leave(host: Host, room: Room, actor: Actor, request: r.Leave) -> m.DoneMessage:
    """Go away: the stand-in plays."""
    await host.change(room, lambda table, at: decide.leave(table, actor.seat(request.seat), at))
    return m.DoneMessage(request.id)


async def come_back(host: Host, room: Room, actor: Actor, request: r.Return) -> m.DoneMessage:
    """Play one's own seat again."""
    await host.change(room, lambda table, at: decide.come_back(table, actor.seat(request.seat), at))
    return m.DoneMessage(request.id)


async def take_over(host: Host, room: Room, actor: Actor, request: r.TakeOver) -> m.DoneMessage:
    """Let the stand-in play for a seat whose player is gone, or for one's own."""
    gone = room.is_gone(request.of, host.time())
    await host.change(room, lambda table, at: decide.take_over(table, actor.seat(request.seat), request.of, at, gone=gone))
    return m.DoneMessage(request.id)


async def hint(host: Host, room: Room, actor: Actor, request: r.Hint) -> m.HintMessage:
    """Give one step of advice to the seat to move; everybody is shown that it got one."""
    seat = actor.seat(request.seat, room.table.to_move)
    advice = await room.hints.advise(host.thinkers, host.compiled, seat, request, actor.language)
    await host.change(room, lambda table, at: decide.hint(table, seat, request.ply, at))
    return advice


async def lens(host: Host, room: Room, actor: Actor, request: r.Lens) -> m.LensMessage:
    """Preview a move; where the table allows hints, with what it can be expected to bring."""
    seat = ahead_seat(room, actor, request) if request.ahead else actor.seat(request.seat, room.table.to_move)
    game = move_preview.considered(room.table, seat, request.ply, ahead=request.ahead)
    preview = move_preview.preview(room.table, game, seat, request, actor.language)
    if preview.legal and room.table.head.hints:
        await room.outlook.add_to(preview, game, host.thinkers, host.compiled, actor.language)
    return preview


async def ahead(host: Host, room: Room, actor: Actor, request: r.Ahead) -> m.AheadMessage:  # noqa: ARG001 - as all actions
    """List the moves that a seat would have if it were its turn now."""
    return move_preview.choices_ahead(room.table, ahead_seat(room, actor, request), request)


async def cost(host: Host, room: Room, actor: Actor, request: r.Coach) -> m.CoachMessage:
    """Say what a move would cost; a warning counts as a hint."""
    seat = actor.seat(request.seat, room.table.to_move)
    answer = await coach.judge(room.table, room.outlook, host.thinkers, host.compiled, seat, request, actor.language)
    if answer.warns:
        await host.change(room, lambda table, at: decide.hint(table, seat, request.ply, at))
    return answer


async def why(host: Host, room: Room, actor: Actor, request: r.Why) -> m.WhyMessage:
    """Say why a bot decided as it did."""
    return await bot_reasons.explain(room.table, host.thinkers, host.compiled, actor.seat(request.seat), request, actor.language)


def ahead_seat(room: Room, actor: Actor, request: r.Request) -> int:
    """The seat for which somebody plans: of several, one that is not to move."""
    waiting = [seat for seat in actor.seats if seat != room.table.to_move]
    return actor.seat(request.seat, waiting[0] if waiting else None)


async def ping(host: Host, room: Room, actor: Actor, request: r.Ping) -> m.PongMessage:  # noqa: ARG001 - as all actions
    """Say that the server is there."""
    return m.PongMessage(request.id)


ACTIONS: dict[type[r.Request], Action] = {
    r.Play: play,
    r.Join: join,
    r.Chat: chat,
    r.Rename: rename,
    r.Undo: undo,
    r.Abandon: abandon,
    r.Rematch: rematch,
    r.Answer: answer,
    r.Resign: resign,
    r.Leave: leave,
    r.Return: come_back,
    r.TakeOver: take_over,
    r.Hint: hint,
    r.Lens: lens,
    r.Ahead: ahead,
    r.Coach: cost,
    r.Why: why,
    r.Ping: ping,
}
"""The function of each request. `Hello` and `Look` concern one socket alone: `web/socket.py` handles them."""
BUCKETS: dict[type[r.Request], str] = {r.Chat: "chat", r.Rename: "chat", r.Hint: "hints", r.Coach: "coach", r.Why: "coach"}
"""Requests that are limited by a bucket of their own (`web/limits.py`). Further steps of a hint that is known cost nothing."""

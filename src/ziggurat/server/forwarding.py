"""Carry out requests of clients whose table another process owns: send them there over the bus, and bring the answer back.

A request has an id, which the events that it leads to bear (`via`): so it can be sent again, to whoever owns the table by then, and is done once. What
crosses the bus are hashes of secrets, never secrets; the answer goes to the process that waits for it, and there to the request of its id.

A table whose players are all connected elsewhere costs a way to the owner and back with every request. So an owner at which nobody plays passes the table on to
the process from which it is played, in place of the first answer: once, for the next owner has a player of its own and keeps it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec

from ziggurat.errors import GameError
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.actions import ACTIONS, Answer
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, NotOwner, Room
from ziggurat.server.secret_keys import hash_of, new_id, new_secret
from ziggurat.server.sharing import Sharing
from ziggurat.server.store.store import StoreError, Unsure
from ziggurat.server.tasks import REQUEST

log = logging.getLogger("ziggurat.server")
LOCAL: set[type[r.Request]] = {r.Lens, r.Ahead, r.Ping}
"""Requests that change nothing: every process answers them from its copy."""
LOOK_SECONDS = 1.0  # how long to wait for an answer before looking who owns the table now, and sending again; longer each time
GIVE_UP_SECONDS = 15.0
HINT_SECONDS = 60.0
PAUSE = 0.1


class Envelope(msgspec.Struct, array_like=True):
    """A request on its way to the owner of a table."""

    id: str
    back: str
    """The process that waits for the answer."""
    table: str
    request: r.AnyRequest
    keys: list[str]
    """Hashes of the secrets that the client has."""
    account: str
    language: str
    offered: str
    has_players: bool = False
    """Whether players of the table are connected to the process that waits, so that the table may be passed on to it."""


class Outcome(msgspec.Struct, array_like=True):
    """What became of a request."""

    id: str
    number: int = 0
    """How many events the table has now: the copy at the client's process must have them before the client gets its answer."""
    answer: m.DoneMessage | m.HintMessage | m.LensMessage | m.AheadMessage | m.CoachMessage | m.WhyMessage | m.PongMessage | None = None
    error: tuple[str, str, str, dict[str, Any]] | None = None
    """An error: its code, the key of its text, its own message, and the values of the text."""
    again: bool = False
    """Whether nothing was done, or nobody knows, so that it must be tried again."""
    yours: bool = False
    """Whether nothing was done because the table was passed on to the process that waits."""


encode = msgspec.json.Encoder().encode
decode_envelope = msgspec.json.Decoder(Envelope).decode
decode_outcome = msgspec.json.Decoder(Outcome).decode


class CarriedError(GameError):
    """An error that the owner of the table raised."""

    def __init__(self, code: str, key: str, message: str, values: dict[str, Any]) -> None:
        super().__init__(message, **values)
        self.code, self.key = code, key


async def carry_out(host: Host, room: Room, actor: Actor, request: r.Request) -> Answer:
    """Carry out a request of a client: here, or where the table's owner is."""
    if host.carry is None or type(request) in LOCAL:
        return await ACTIONS[type(request)](host, room, actor, request)
    answer: Answer = await host.carry(room, actor, request)
    return answer


class Forwarding:
    """Sends requests to the owners of tables, and carries out those that others send us."""

    def __init__(self, host: Host, sharing: Sharing) -> None:
        self.host = host
        self.sharing = sharing
        self.waiting: dict[str, asyncio.Future[Outcome]] = {}
        host.carry = self.carry

    def open(self) -> None:
        """Listen to other processes, until the bus is closed."""
        self.host.bus.subscribe(f"process/{self.sharing.me}", self._hear)
        self.host.bus.subscribe(f"answers/{self.sharing.me}", self._hear_answer)

    # --- at the client's process -------------------------------------------------------------------------------------

    async def carry(self, room: Room, actor: Actor, request: r.Request) -> Answer:
        """Carry out a request, whoever owns the table, once; raises Unsure where nobody can say whether it happened."""
        until = time.monotonic() + (HINT_SECONDS if isinstance(request, r.Hint) else GIVE_UP_SECONDS)
        id_, secret = new_id(), ""
        if isinstance(request, r.Join):
            secret = new_secret()
            actor.offered = hash_of(secret)
        REQUEST.set(id_)
        sent: list[str] = []
        try:
            while True:
                try:
                    answer = await self._try(id_, room, actor, request, sent)
                except (NotOwner, Unsure) as error:
                    if time.monotonic() > until:
                        raise unsure() if sent or isinstance(error, Unsure) else Refused("table.busy") from None
                    await asyncio.sleep(PAUSE)
                    continue
                return self._joined(room, actor, answer, secret) if secret else answer
        finally:
            REQUEST.set("")
            actor.offered = ""
            self.waiting.pop(id_, None)

    async def _try(self, id_: str, room: Room, actor: Actor, request: r.Request, sent: list[str]) -> Answer:
        """Try once; raises NotOwner where it must be tried again. `sent`: the owners to which it was sent before, for the answer may have been lost."""
        if room.deleted:
            raise Refused("table.deleted")
        if room.owned:
            return await self._do(room, actor, request)
        if (not room.owner or room.owner in sent) and await self.sharing.take(room):  # the owner has not answered: look who it is now
            raise NotOwner
        owner, account = room.owner, actor.account.id if actor.account else ""
        future = self.waiting.setdefault(id_, asyncio.get_running_loop().create_future())
        players = not sent and room.is_played_here and not self.sharing.is_closing
        envelope = Envelope(id_, self.sharing.me, room.table.id, request, actor.keys, account, actor.language, actor.offered, players)  # type: ignore[arg-type]
        METRICS.forwarded += 1
        if not await self.host.bus.send(f"process/{owner}", encode(envelope).decode()):
            await self.sharing.take(room, force=True)  # it is gone, or the bus is: the fencing number keeps it from writing
            raise NotOwner
        sent.append(owner)
        outcome = await self._answer(future, LOOK_SECONDS * len(sent))
        if outcome is None:
            raise NotOwner
        if outcome.again:
            del self.waiting[id_]
            room.owner = "" if room.owner == owner else room.owner
            if outcome.yours and await self.sharing.take(room):
                return await self._do(room, actor, request)
            raise NotOwner
        if outcome.number:
            await self.host.catch_up(room, outcome.number)
        if outcome.error is not None:
            raise CarriedError(*outcome.error)
        assert outcome.answer is not None
        return outcome.answer

    async def _do(self, room: Room, actor: Actor, request: r.Request) -> Answer:
        """Carry out a request as the owner. A refusal counts only if nothing has happened that we do not know: the table may have been taken from us."""
        if isinstance(request, r.Join) and REQUEST.get() in room.table.carried:
            return m.DoneMessage(request.id)  # they sit already: the answer was lost
        try:
            return await ACTIONS[type(request)](self.host, room, actor, request)
        except (NotOwner, StoreError):
            raise
        except GameError:
            if await self.sharing.was_behind(room):
                raise NotOwner from None
            raise

    async def _answer(self, future: asyncio.Future[Outcome], seconds: float) -> Outcome | None:
        """The answer, if it comes within so many seconds."""
        done, _ = await asyncio.wait([future], timeout=seconds)
        return future.result() if done else None

    def _joined(self, room: Room, actor: Actor, answer: Answer, secret: str) -> Answer:
        """Give somebody who sat down on an open seat its secret, which only this process knows."""
        key = hash_of(secret)
        if room.table.seats_of_keys([key]) and isinstance(answer, m.DoneMessage):
            actor.keys = [*actor.keys, key]
            answer.secret = secret
        actor.seats = room.table.seats_of_keys(actor.keys, actor.account.id if actor.account else "")
        return answer

    def _hear_answer(self, _: str, message: str) -> None:
        if message:
            outcome = decode_outcome(message)
            if (future := self.waiting.get(outcome.id)) is not None and not future.done():
                future.set_result(outcome)

    # --- at the owner's process --------------------------------------------------------------------------------------

    def _hear(self, _: str, message: str) -> None:
        if message:
            self.host.spawn(self._serve(decode_envelope(message)), "forwarded")

    async def _serve(self, envelope: Envelope) -> None:
        """Carry out a request of another process's client, and send the answer."""
        try:
            outcome = await self._carry_out(envelope)
        except (NotOwner, StoreError):
            outcome = Outcome(envelope.id, again=True)
        except GameError as error:
            key = getattr(error, "key", error.code)
            room = self.host.rooms.get(envelope.table)
            message = (str(error).splitlines() or [""])[0]
            outcome = Outcome(envelope.id, room.table.number if room else 0, error=(error.code, key, message, plain_values(error.values)))
        await self.host.bus.publish(f"answers/{envelope.back}", encode(outcome).decode())

    async def _carry_out(self, envelope: Envelope) -> Outcome:
        room = await self.host.get(envelope.table)
        if envelope.has_players:
            if self._may_pass_on(room):
                await self.sharing.pass_on(room, envelope.back)
            if not room.owned and room.owner == envelope.back:
                return Outcome(envelope.id, again=True, yours=True)
        if not room.owned and not await self.sharing.take(room):
            raise NotOwner
        account = await self.host.store.account(id=envelope.account) if envelope.account else None
        seats = room.table.seats_of_keys(envelope.keys, envelope.account if account is not None else "")
        actor = Actor(seats, account, envelope.language, keys=envelope.keys, offered=envelope.offered)
        room.actors.add(actor)
        self.host.note_seen(room, seats, here=False)
        REQUEST.set(envelope.id)
        answer = await self._do(room, actor, envelope.request)
        return Outcome(envelope.id, room.table.number, answer)

    def _may_pass_on(self, room: Room) -> bool:
        """Whether a table is ours, nobody plays it from here, and nothing is under way: no change, no search, and no notice to a program of its turn."""
        is_busy = room.lock.locked() or room.thought is not None or room.table.id in self.host.thinkers.thoughts
        seat = room.table.to_move
        chair = None if seat is None else room.table.seats[seat]
        is_program = chair is not None and bool(chair.url or chair.account)
        return room.owned and not room.is_played_here and not is_busy and not is_program


def plain_values(values: dict[str, Any]) -> dict[str, Any]:
    """The values of an error's text, as JSON can hold them."""
    return {name: value if isinstance(value, dict | int | float | bool) or value is None else str(value) for name, value in values.items()}


def unsure() -> Unsure:
    """The error where nobody can say whether a request was carried out."""
    return Unsure("no answer came from the process that owns the table: look whether it happened")

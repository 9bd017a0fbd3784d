"""Tables with everybody seated, in a host or on a real server; and deals that a seat cannot tell apart."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

import ziggurat
from playing import SocketPlayer
from serving import Process
from ziggurat.fair_deal import verify
from ziggurat.game import Game
from ziggurat.kernel import generator
from ziggurat.record import replay
from ziggurat.server import http_answers as a
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.actions import ACTIONS
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.room import Actor, Room, whole_table

LOTS = random.Random(5)
DEAL = ziggurat.new("amytis", seed=7).deal
"""A deal in which `b2>a1` and `b1>a1` are whole turns."""


# --- In a host -----


async def act(host: Host, room: Room, actor: Actor, request: r.Request) -> Any:
    """Carry out a request, as sockets and HTTP do."""
    return await ACTIONS[type(request)](host, room, actor, request)


def table_shown(host: Host, room: Room, actor: Actor, seat: int | None, hand_over: bool = False) -> m.TableMessage:
    """The whole table as an actor sees it now."""
    return whole_table(room, actor, seat, host.time(), hand_over)


class Party:
    """A table with everybody seated: `await party.play(0, "b2>a1")`."""

    def __init__(self, host: Host, room: Room, secrets: list[str]) -> None:
        self.host, self.room, self.secrets = host, room, secrets
        self.actors = [Actor([seat]) for seat in range(len(secrets))]

    @property
    def table(self) -> Any:
        return self.room.table

    async def ask(self, seat: int, request: r.AnyRequest) -> Any:
        return await act(self.host, self.room, self.actors[seat], request)

    async def play(self, seat: int, move: str, ply: int | None = None, key: str = "") -> Any:
        return await self.ask(seat, r.Play(ply=self.table.ply if ply is None else ply, move=move, key=key))

    async def play_on(self, plies: int = 10_000, pick: Callable[[list[str]], str] = LOTS.choice) -> None:
        """People play at random until the end, or for so many plies; bots play by themselves."""
        for _ in range(plies):
            await self.settle()
            if (seat := self.table.to_move) is None:
                return
            await self.play(seat, pick(self.table.game.legal_moves))
        await self.settle()

    async def settle(self) -> None:
        """Look on until no bot is to move."""
        while self.room.thinking is not None:
            await self.host.get(self.table.id)
            await asyncio.sleep(0.002)


def plain(value: object) -> Any:
    """What a client reads."""
    return msgspec.json.decode(msgspec.json.encode(value))


def parts_of(room: Room, seat: int) -> list[dict[str, Any]]:
    """The choices as a client reads them."""
    choices: list[dict[str, Any]] = plain(room.views.choices(seat))
    return choices


async def seat_all(host: Host, new: r.NewTable, **more: Any) -> Party:
    made = await make_table(host, new, **more)
    room = await host.get(made.id)
    for seat in made.seats:
        if seat.kind == "link":
            actor = await host.actor(room, [seat.secret])
            await act(host, room, actor, r.Join(name=f"P{seat.seat}", word=f"word {seat.seat}"))
    return Party(host, room, [seat.secret for seat in made.seats])


# --- On a real server ----


def make(server: Process, game: str, *kinds: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind} if kind in {"link", "here", "open"} else {"kind": "bot", "bot": kind} for kind in kinds]
    answer = httpx.post(f"{server.url}/api/tables", json={"game": game, "seats": seats, **more}, timeout=60)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def players(server: Process, made: dict[str, Any], seed: int = 1) -> list[SocketPlayer]:
    return [
        SocketPlayer(server.url, made["id"], [seat["secret"]], random.Random(seed + seat["seat"]), language="fr" if seat["seat"] else "en")
        for seat in made["seats"]
        if seat["secret"]
    ]


async def sit(seated: list[SocketPlayer]) -> None:
    for place, player in enumerate(seated):
        await player.open()
        answer = await player.ask({"t": "join", "name": f"Player <{place}>", "word": f"w{place}"})
        assert answer["t"] == "done", answer


def finished(server: Process, table: str) -> dict[str, Any]:
    """The record of a finished game, replayed and verified."""
    record: dict[str, Any] = httpx.get(f"{server.url}/api/tables/{table}/record").json()
    assert replay(record).result() == record.get("result")
    verify(record)
    return record


# --- Twins ---


CASES = [("amytis", 2), ("blueprints", 2), ("blueprints", 3), ("blueprints", 4), ("akropolis", 2), ("akropolis", 3)]


def twin(game: Game, seat: int, seed: int) -> tuple[dict[str, Any], list[str]]:
    """Another deal and the moves that lead there to a position which looks the same to the seat."""
    spec = game.spec
    state = spec.blank(1)
    state[0] = game.state
    spec.visibility.imagine(state[0], seat, generator(f"twin/{seed}"))
    deal = spec.module("deal_json").write_deal(state[0])
    moves = list(game.moves)
    if spec.name == "blueprints":
        from ziggurat.games.blueprints.material import SPACE_NAMES, SPACES

        number = int(state[0].round_index)
        placed = dict.fromkeys(range(game.seats), 0)
        first = number * {2: 24, 3: 18, 4: 24}[game.seats]
        for ply in range(first, game.ply):
            mover = game.movers[ply]
            if ">" in moves[ply]:
                building = state[0].buildings[number, mover]
                cell = int(building.cells[placed[mover]])
                placed[mover] += 1
                if mover != seat and cell >= 0:
                    moves[ply] = f"{moves[ply].partition('>')[0]}>{SPACE_NAMES[cell % SPACES]}"
    return deal, moves


def without_marks(text: str, made: a.MadeTable) -> str:
    """The bytes with ids, times and the commitment aside."""
    text = text.replace(made.id, "TABLE").replace(made.commitment, "COMMITMENT")
    for seat in made.seats:
        assert not seat.secret or seat.secret not in text, "a secret was sent"
    return re.sub(r'"(at|left)":(\d+|\[[\d,]*\])', r'"\1":0', text)

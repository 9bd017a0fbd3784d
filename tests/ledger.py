"""Scripted people at a table who write down whatever they ask for and whatever they are told, so that `history` can compare it with the data file.

A request has a fate: `done` (acknowledged), `refused`, `seen` or `gone` (the line was cut, and the table looked at afterwards holds it or does not), or
`sent` (nobody can say). The crash test and the soak are played by these.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from playing import OPENED, SocketPlayer, asked_to_wait

CUT = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)
"""How a line that was cut shows itself."""
PATHS = {"take_over": "take-over", "rename": "name"}
BODILESS = {"abandon", "resign", "leave", "return"}
ORDINARY = {
    "table.stale", "table.turn", "table.over", "table.running", "table.waiting", "table.late", "offer.none", "offer.open", "offer.changed", "undo.nothing",
    "undo.enough", "undo.away", "seat.bot", "seat.resigned", "seat.taken", "move.illegal",
}  # fmt: skip
"""Refusals that happen to a client whose table moved on; any other is a finding."""
ANSWER_SECONDS = 60.0  # a request that is answered no sooner, while the line holds, is a finding


class Lost(AssertionError):
    """Something acknowledged is not there, or is there twice, or nobody asked for it, or the table stands still."""


@dataclass
class Entry:
    """One request of a seat."""

    kind: str
    values: dict[str, Any]
    fate: str = "sent"
    asked: bool = False
    optional: bool = False
    is_known: bool = False
    """The server called this move a repetition, although it was sent once and the person had not played it before."""
    """Whether it may rightly have left no event, although it was acknowledged."""


@dataclass(frozen=True)
class Sighting:
    """What somebody was told of a table when it had so many events."""

    seat: int | None
    ply: int
    view: str
    """A digest of the view."""
    whole: dict[str, str] | None
    """Digests of the parts of a whole table that follow from its events."""
    lines: int = 0
    """How many lines of chat a whole table showed: the last ones."""


@dataclass
class Progress:
    """How far a table has come, and since when."""

    number: int
    status: str
    since: float


@dataclass
class Ledger:
    """What all people wrote down."""

    book: dict[tuple[str, int], list[Entry]] = field(default_factory=lambda: defaultdict(list))
    """The requests of each table and seat, in order."""
    sightings: dict[str, dict[int, list[Sighting]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    """What was seen of each table, by the number of events."""
    made: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The tables that were made and acknowledged: what was asked for."""
    deleted: dict[str, str] = field(default_factory=dict)
    """The tables that were deleted, with the fate of the request."""
    cleared: dict[str, str] = field(default_factory=dict)
    """The tables whose chat was deleted, with the fate of the request."""
    unanswered_tables: int = 0
    """How many tables were asked for without an answer."""
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    every: int = 4
    """One in so many `played` messages is kept; whole tables always are."""
    progress: dict[str, Progress] = field(default_factory=dict)
    """How far the tables have come at which somebody sits."""
    longest_silence: float = 0.0
    """Seconds in which nothing happened at a table that was running."""

    def hear(self, table: str, message: dict[str, Any]) -> None:
        """Note how far a table has come."""
        if "number" in message:
            known = self.progress.setdefault(table, Progress(-1, "open", time.monotonic()))
            known.status = message.get("status", known.status)
            if message["number"] > known.number:
                if known.status == "running" and known.number >= 0:
                    self.longest_silence = max(self.longest_silence, time.monotonic() - known.since)
                known.number, known.since = message["number"], time.monotonic()

    def see(self, table: str, message: dict[str, Any], seat: int | None) -> None:
        """Keep what a message showed to a seat, or to a spectator; the view of another seat is a finding."""
        if message["seat"] != seat:
            self.problems.append(f"{table}: seat {seat} was shown what seat {message['seat']} sees")
        whole = message["t"] == "table"
        if not whole:
            self.counts["played"] += 1
            if self.counts["played"] % self.every:
                return
        parts = digests_of(whole_of(message)) if whole else None
        sighting = Sighting(message["seat"], message["ply"], digest_of(message["view"]), parts, len(message.get("chat", ())))
        self.sightings[table][message["number"]].append(sighting)
        self.counts["sightings"] += 1

    def acknowledged(self) -> int:
        """How many requests were acknowledged so far."""
        return self.counts["done"]


def digest_of(value: Any) -> str:
    """A view, or another part of a message, in a few bytes."""
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).hexdigest()


def digests_of(parts: dict[str, Any]) -> dict[str, str]:
    """Each part in a few bytes."""
    return {name: digest_of(value) for name, value in parts.items()}


def whole_of(message: dict[str, Any]) -> dict[str, Any]:
    """What of a whole table follows from its events alone: not who is connected, what a clock shows or who thinks."""
    offer, end = message["offer"], message["end"]
    return {
        "status": message["status"],
        "seats": [[seat[name] for name in ("kind", "name", "joined", "away", "bot", "why", "resigned")] for seat in message["seats"]],
        "undone": [[taken["ply"], taken["seat"], taken["move"]] for taken in message["undone"]],
        "offer": offer and [offer["seat"], offer["what"], offer["ply"]],
        "end": end and [end["why"], end["seat"], end["result"]],
        "rematch": message["rematch"],
        "chat": [[line["at"], line["seat"], line["name"], line["text"]] for line in message["chat"]],
        "chat_total": message["chat_total"],
    }


@dataclass(frozen=True)
class Manner:
    """How somebody behaves: how likely each thing is before a decision or while waiting."""

    pause: float = 0.0
    """Seconds before a decision, on average."""
    chat: float = 0.04
    rename: float = 0.02
    undo: float = 0.06
    hint: float = 0.01
    leave: float = 0.02
    take_over: float = 0.01
    resign: float = 0.002
    abandon: float = 0.004
    cut: float = 0.02
    http: float = 0.1
    """How often a request goes over HTTP and not by socket."""
    rematches: int = 1
    tidy: float = 0.2
    """How often a table that is over, or what was said there, is deleted."""


async def let_in(player: SocketPlayer, ledger: Ledger) -> dict[str, Any]:
    """Connect, and come again when the server says so; the whole table. Silence is a finding, however much the server has to do."""
    while True:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await player.open()
        except TimeoutError:
            raise Lost(f"not let in within {ANSWER_SECONDS:g} s") from None
        except ConnectionClosed as closed:
            if not (seconds := asked_to_wait(closed)):
                raise
            ledger.counts["told to wait"] += 1
            await asyncio.sleep(seconds)


async def post_in(client: httpx.AsyncClient, address: str, ledger: Ledger, **more: Any) -> httpx.Response:
    """Post, and come again when the server says so."""
    while seconds := asked_to_wait(answer := await client.post(address, **more)):
        ledger.counts["told to wait"] += 1
        await asyncio.sleep(seconds)
    return answer


class Person(SocketPlayer):
    """Somebody on a seat, who does all that people do, and goes on whatever happens: an unanswered move is sent again, under the same name."""

    def __init__(self, url: str, table: str, seat: int, secret: str, ledger: Ledger, lots: random.Random, manner: Manner, client: httpx.AsyncClient) -> None:
        super().__init__(url, table, [secret], lots, language=lots.choice(["en", "fr"]))
        self.base, self.secret = url, secret
        self.ledger, self.manner, self.client = ledger, manner, client
        self.rounds = 0
        self.sit_at(table, seat)

    def sit_at(self, table: str, seat: int) -> None:
        """Begin at a table."""
        self.table, self.seat = table, seat
        self.url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.state = {}
        self.pending: Entry | None = None
        """A move without an answer."""
        self.under_way: Entry | None = None
        """Anything else without an answer."""
        self.resent = False
        self.last: tuple[int, int] | None = None
        """Where the last acknowledged move was played: ply, and how many moves had been undone."""
        self.asked: set[int] = set()
        """The plies at which an undo was asked for."""
        self.answered: set[int] = set()
        self.wants_rematch = self.wants_abandon = False
        self.keys = 0

    # --- the line ----------------------------------------------------------------------------------------------------

    async def receive(self) -> dict[str, Any]:
        """The next message; what it shows is written down."""
        message = await super().receive()
        self.heard.clear()
        self.raw.clear()
        self.refusals.clear()
        self.ledger.hear(self.table, message)
        if message["t"] in {"table", "played"}:
            self.ledger.see(self.table, message, self.seat)
        return message

    async def hear(self, seconds: float) -> bool:
        """Whether something came within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self.receive()
        except TimeoutError:
            return False
        return True

    async def hear_until(self, is_so: Callable[[dict[str, Any]], bool], seconds: float = 3.0) -> None:
        """Listen until the table is so, or for so long."""
        until = time.monotonic() + seconds
        while not is_so(self.state) and (left := until - time.monotonic()) > 0:
            await self.hear(left)

    async def come(self) -> None:
        """Connect, and look what became of a request that was not answered."""
        whole = await let_in(self, self.ledger)
        if whole["t"] == "error":
            raise Lost(f"not let in again: {whole['error']}")
        entry, self.under_way = self.under_way, None
        if entry is not None:
            mine = self.state["seats"][self.seat]
            if entry.kind == "join":
                entry.fate = "seen" if mine["joined"] else "gone"
            elif entry.kind == "rename":
                entry.fate = "seen" if mine["name"] == entry.values["name"] else "gone"
            elif entry.kind == "chat":
                entry.fate = "seen" if any(line["text"] == entry.values["text"] for line in self.state["chat"]) else "gone"
            self.ledger.counts[f"cut, then {entry.fate}"] += 1
        self.answered.clear()
        self.wants_rematch = self.wants_abandon = False

    async def tell(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Ask for something by socket or over HTTP; the answer."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                if self.lots.random() < self.manner.http:
                    return await self.post(kind, values)
                return await self.ask({"t": kind, **values})
        except TimeoutError:
            raise Lost(f"`{kind}` was not answered within {ANSWER_SECONDS:g} s") from None

    async def post(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Ask for something over HTTP."""
        address = f"{self.base}/api/tables/{self.table}/{PATHS.get(kind, kind)}"
        headers = {"Authorization": f"Bearer {self.secret}"}
        answer = await post_in(self.client, address, self.ledger, json=None if kind in BODILESS else values, headers=headers)
        body: dict[str, Any] = answer.json()
        return {"t": "error", **body} if "error" in body else body

    async def do(self, kind: str, *, optional: bool = False, **values: Any) -> dict[str, Any]:
        """Ask for something, once, and write down what became of it."""
        entry = self.under_way = Entry(kind, values, optional=optional)
        self.ledger.book[self.table, self.seat].append(entry)
        answer = await self.tell(kind, values)
        self.under_way = None
        self.note(entry, answer)
        return answer

    def note(self, entry: Entry, answer: dict[str, Any]) -> None:
        """Write down an answer."""
        entry.fate, entry.asked = "done" if answer["t"] == "done" else "refused", bool(answer.get("asked"))
        self.ledger.counts[entry.fate] += 1
        self.ledger.counts[f"{entry.kind} {entry.fate}"] += 1
        if entry.fate == "refused" and answer["error"]["code"] not in ORDINARY:
            self.ledger.problems.append(f"{self.table} seat {self.seat}: {entry.kind} {entry.values} was refused: {answer['error']}")

    # --- a game ------------------------------------------------------------------------------------------------------

    async def live(self, done: asyncio.Event) -> str:
        """Play until the game is over, or until it is said that all is done; the table where everybody plays on, if there is one."""
        waited = time.monotonic()
        while True:
            try:
                if self.socket is None:
                    await self.come()
                if done.is_set() and self.pending is None:
                    return ""
                if self.state["end"] and self.pending is None:
                    if self.state["rematch"]:
                        return str(self.state["rematch"])
                    if self.rounds >= self.manner.rematches or time.monotonic() - waited > 15:
                        return ""
                else:
                    waited = time.monotonic()
                await self.step()
            except CUT:
                if self.pending is not None:
                    self.resent = True
                self.socket = None
                await asyncio.sleep(0.02)

    async def move_on(self, table: str) -> None:
        """Sit at the next table: the same secret opens it."""
        while self.state["rematch"] != table:  # cut off before it was told
            try:
                await self.come()
            except CUT:
                await asyncio.sleep(0.02)
        await self.close()
        self.rounds += 1
        self.sit_at(table, self.state["rematch_places"][self.seat])

    async def step(self) -> None:
        """One thing that a person does."""
        state, mine, lots = self.state, self.state["seats"][self.seat], self.lots
        offer = state["offer"]
        if self.pending is not None:
            await self.play_pending()
        elif not mine["joined"]:
            await self.do("join", name=f"Player {lots.randrange(10**6)}", word=self.some_word())
            await self.hear_until(lambda state: state["seats"][self.seat]["joined"])
        elif offer and self.seat in offer["waiting"] and offer["number"] not in self.answered:
            self.answered.add(offer["number"])
            yes = lots.random() < {"undo": 0.6, "abandon": 0.3, "rematch": 1.0}[offer["what"]]
            await self.do("answer", yes=yes, offer=offer["number"], word=self.some_word() if yes and offer["what"] == "rematch" else "")
        elif state["end"]:
            if not self.wants_rematch and not offer and self.seat == min(place for place, seat in enumerate(state["seats"]) if seat["kind"] != "bot"):
                self.wants_rematch = True
                await self.do("rematch", same_deal=lots.random() < 0.2, rotate=lots.random() < 0.7, word=self.some_word())
            await self.hear(0.2)
        elif (mine["away"] or mine["bot"]) and not mine["resigned"]:
            if lots.random() < 0.3:
                await self.do("return", optional=state["clock"]["kind"] == "live")
                await self.hear_until(lambda state: state["end"] or not (state["seats"][self.seat]["away"] or state["seats"][self.seat]["bot"]))
            else:
                await self.hear(0.05 + self.manner.pause)
        elif not (await self.do_beside() if lots.random() < 0.5 else False):
            await self.decide()

    def some_word(self) -> str:
        """What somebody adds to a deal, or nothing."""
        return f"w{self.lots.randrange(1000)}" if self.lots.random() < 0.7 else ""

    async def decide(self) -> None:
        """Play, if it is one's turn and the table has moved on since the last time."""
        state = self.state
        if state["choices"] and (state["ply"], len(state["undone"])) != self.last:
            if self.manner.pause:
                until = time.monotonic() + self.lots.expovariate(1 / self.manner.pause)
                while (left := until - time.monotonic()) > 0 and await self.hear(left):
                    if not self.state["choices"] or self.state["ply"] != state["ply"]:
                        return
            self.keys += 1
            values = {"ply": self.state["ply"], "move": self.lots.choice(self.state["choices"])["text"], "key": f"{self.keys}/{self.lots.randrange(10**6)}"}
            values["undone"] = len(self.state["undone"])
            self.pending = Entry("play", values)
            self.ledger.book[self.table, self.seat].append(self.pending)
            await self.play_pending()
        else:
            await self.hear(0.5)

    async def play_pending(self) -> None:
        """Send a move, perhaps again, and wait until it is seen."""
        entry = self.pending
        assert entry is not None
        where = (entry.values["ply"], len(self.state["undone"]))
        answer = await self.tell("play", entry.values)
        self.pending = None
        self.note(entry, answer)
        if answer.get("repeated"):
            self.ledger.counts["repeated"] += 1
            entry.optional = self.is_played(entry)  # before it heard of its own move, the person chose the same once more
            entry.is_known = not self.resent and not entry.optional  # then a stand-in has played the same: `history.py` looks
        self.resent = False
        if entry.fate == "done":
            self.last = where
            await self.hear_until(lambda state: bool(state["ply"] != where[0] or len(state["undone"]) != where[1] or state["end"]))
        elif answer["error"]["code"] in {"table.stale", "table.turn", "seat.bot"}:
            await self.hear(0.1)

    def is_played(self, entry: Entry) -> bool:
        """Whether the same move at the same ply was acknowledged under another key."""
        same = [
            (other.values["ply"], other.values["move"]) for other in self.ledger.book[self.table, self.seat] if other.kind == "play" and other.fate == "done"
        ]
        return same.count((entry.values["ply"], entry.values["move"])) > 1  # this one is among them

    async def do_beside(self) -> bool:
        """Perhaps something beside playing; whether it was."""
        state, manner, lots = self.state, self.manner, self.lots
        running, mine = state["status"] == "running", state["seats"][self.seat]
        lot = lots.random() * 0.5
        for kind in ("chat", "rename", "undo", "hint", "leave", "take_over", "resign", "abandon", "cut"):
            if (lot := lot - getattr(manner, kind)) < 0:
                break
        else:
            return False
        if kind == "cut":
            await self.close()
            self.ledger.counts["reconnects by choice"] += 1
        elif kind == "chat":
            await self.do("chat", text=f"line {lots.randrange(10**9)} of seat {self.seat}")
        elif kind == "rename":
            await self.do("rename", name=f"Player {lots.randrange(10**6)}")
        elif mine["resigned"] or not running:
            return False
        elif kind == "undo":
            movers = state["view"]["movers"] if state["view"] else []
            if self.seat not in movers or state["ply"] in self.asked or state["offer"]:
                return False
            self.asked.add(state["ply"])
            await self.do("undo", ply=state["ply"])
            await self.hear(0.05)
        elif kind == "hint":
            if not state["choices"] or not state["settings"]["hints"]:
                return False
            answer = await self.tell("hint", {"ply": state["ply"], "step": lots.choice([1, 2, 3])})
            self.ledger.counts["hint done" if answer["t"] == "hint" else "hint refused"] += 1
        elif kind == "abandon":
            if self.wants_abandon or state["offer"]:
                return False
            self.wants_abandon = True
            await self.do("abandon", optional=True)  # somebody else may have asked at the same time
        elif kind == "resign":
            await self.do("resign")
            await self.hear_until(lambda state: state["end"] or state["seats"][self.seat]["resigned"])
        else:
            if not state["settings"]["stand_in"]:
                return False
            optional = state["clock"]["kind"] == "live"  # a bot may play already, because the time ran out
            await (self.do("leave", optional=optional) if kind == "leave" else self.do("take_over", optional=optional, of=self.seat))
            await self.hear_until(lambda state: state["end"] or state["seats"][self.seat]["bot"])
        return True


class Spectator(SocketPlayer):
    """Somebody who watches, and writes down what is shown."""

    def __init__(self, url: str, table: str, ledger: Ledger, lots: random.Random) -> None:
        super().__init__(url, table, [], lots)
        self.table, self.ledger = table, ledger

    async def watch(self, done: asyncio.Event) -> None:
        """Watch until it is over."""
        while not done.is_set():
            try:
                if self.socket is None and (whole := await let_in(self, self.ledger))["t"] == "error":
                    raise Lost(f"a spectator was not let in again: {whole['error']}")
                if self.state["end"]:
                    return
                async with asyncio.timeout(0.5):
                    await self.receive()
            except TimeoutError:
                continue
            except CUT:
                self.socket = None
                await asyncio.sleep(0.05)

    async def receive(self) -> dict[str, Any]:
        """The next message; what it shows is written down."""
        message = await super().receive()
        self.heard.clear()
        self.raw.clear()
        self.ledger.hear(self.table, message)
        if message["t"] in {"table", "played"}:
            self.ledger.see(self.table, message, None)
        return message


class Streamer:
    """A program on a seat: news by stream, decisions by POST."""

    def __init__(self, url: str, table: str, seat: int, token: str, ledger: Ledger, lots: random.Random, manner: Manner, client: httpx.AsyncClient) -> None:
        self.path, self.table, self.seat = f"{url}/api/tables/{table}", table, seat
        self.headers = {"Authorization": f"Bearer {token}"}
        self.ledger, self.lots, self.manner, self.client = ledger, lots, manner, client
        self.keys = 0
        self.last: tuple[int, int] | None = None

    async def live(self, done: asyncio.Event) -> str:
        """Join, then play until the stream ends."""
        while not done.is_set():
            try:
                async with self.client.stream("GET", f"{self.path}/stream", headers=self.headers, timeout=ANSWER_SECONDS) as stream:
                    if seconds := asked_to_wait(stream):
                        self.ledger.counts["told to wait"] += 1
                        await asyncio.sleep(seconds)
                        continue
                    if stream.status_code != 200:
                        raise Lost(f"no stream: {await stream.aread()!r}")
                    if await self.follow(stream, done):
                        return ""
            except CUT:
                await asyncio.sleep(0.05)
            self.ledger.counts["streams cut"] += 1
        return ""

    async def follow(self, stream: httpx.Response, done: asyncio.Event) -> bool:
        """Do what the lines of a stream ask for; whether the game is over."""
        async for line in stream.aiter_lines():
            if done.is_set():
                return True
            news = json.loads(line) if line.strip() else {"type": "empty"}
            if news["type"] not in {"gameFull", "gameState"}:
                continue
            state = news.get("state", news)
            self.ledger.hear(self.table, state)
            if state["status"] == "over":
                return True
            if await self.answer(state):
                return False  # hang up and come back
        return True

    async def answer(self, state: dict[str, Any]) -> bool:
        """Join, agree, return or play, as the state asks for; whether to come back by another stream."""
        mine, offer = state["seats"][self.seat], state["offer"]
        if not mine["joined"]:
            await self.do("join", name=f"Program {self.lots.randrange(10**6)}", word="")
        elif offer and self.seat in offer["waiting"]:
            await self.do("answer", optional=True, yes=True, offer=offer["number"], word="")  # a state that is told twice is answered twice
        elif mine["bot"]:
            await self.do("return", optional=True)
        elif state["view"] and state["view"]["legal"]:
            await asyncio.sleep(self.manner.pause * self.lots.random())
            self.keys += 1
            await self.do("play", optional=True, ply=state["ply"], move=self.lots.choice(state["choices"])["text"], key=str(self.keys))
            return self.lots.random() < self.manner.cut
        return False

    async def do(self, kind: str, *, optional: bool = False, **values: Any) -> None:
        """Ask for something and write down what became of it."""
        entry = Entry(kind, values, optional=optional)
        self.ledger.book[self.table, self.seat].append(entry)
        address = f"{self.path}/{PATHS.get(kind, kind)}"
        answer = await post_in(self.client, address, self.ledger, json=None if kind in BODILESS else values, headers=self.headers)
        body = answer.json()
        entry.fate = "refused" if "error" in body else "done"
        entry.optional = optional and (kind != "play" or bool(body.get("repeated")))
        self.ledger.counts[entry.fate] += 1
        self.ledger.counts[f"{kind} {entry.fate}"] += 1
        self.ledger.counts["by streams"] += 1
        if "error" in body and body["error"]["code"] not in ORDINARY:
            self.ledger.problems.append(f"{self.table} seat {self.seat}: {kind} {values} was refused: {body['error']}")


# --- Tables -----------------------------------------------------------------------------------------------------------


async def create(url: str, client: httpx.AsyncClient, new: dict[str, Any], ledger: Ledger) -> dict[str, Any]:
    """Make a table, however often it takes."""
    for _ in range(3000):
        try:
            answer = await post_in(client, f"{url}/api/tables", ledger, json=new)
        except httpx.ConnectError:  # nothing was asked
            await asyncio.sleep(0.03)
            continue
        except CUT:
            ledger.unanswered_tables += 1
            await asyncio.sleep(0.03)
            continue
        if answer.status_code != 201:
            raise Lost(f"no table could be made: {answer.text}")
        made: dict[str, Any] = answer.json()
        ledger.made[made["id"]] = new
        ledger.counts["tables"] += 1
        return made
    raise Lost("no table could be made: the server is not there")


def plan(game: str, *kinds: str, **more: Any) -> dict[str, Any]:
    """A table to be made: kinds of seats, or names of bots."""
    seats = [{"kind": kind, **({"name": f"Host {place}"} if kind == "here" else {})} if kind in {"link", "here", "open"} else {"kind": "bot", "bot": kind}
             for place, kind in enumerate(kinds)]  # fmt: skip
    return {"game": game, "seats": seats, **more}


def people(url: str, made: dict[str, Any], ledger: Ledger, lots: random.Random, manner: Manner, client: httpx.AsyncClient) -> list[Person]:
    """Those who have a secret of this table."""
    return [
        Person(url, made["id"], seat["seat"], seat["secret"], ledger, random.Random(lots.random()), manner, client) for seat in made["seats"] if seat["secret"]
    ]


async def tidy_up(url: str, table: str, owner: str, ledger: Ledger, lots: random.Random, client: httpx.AsyncClient) -> None:
    """Delete a table that is over, or what was said there."""
    what = lots.choice(["chat", "table"])
    fates = ledger.deleted if what == "table" else ledger.cleared
    fates[table] = "sent"
    try:
        answer = await client.delete(f"{url}/api/tables/{table}{'' if what == 'table' else '/chat'}", headers={"Authorization": f"Bearer {owner}"})
    except CUT:
        return
    fates[table] = "done" if answer.is_success else "refused"
    ledger.counts[f"{what} deleted" if answer.is_success else f"{what} not deleted"] += 1
    if not answer.is_success:
        ledger.problems.append(f"{table}: the {what} could not be deleted: {answer.text}")


async def play_chain(
    url: str,
    made: dict[str, Any],
    persons: Sequence[Person],
    watchers: int,
    done: asyncio.Event,
    ledger: Ledger,
    programs: Sequence[Streamer] = (),
    spectator_of: Callable[..., Spectator] = Spectator,
) -> None:
    """A table and its rematches, until nobody wants another; those who watch leave with the last. Programs play no rematch."""
    table = made["id"]
    while table:
        over = asyncio.Event()
        spectators = [spectator_of(url, table, ledger, random.Random(place)) for place in range(watchers)]
        watching = [asyncio.ensure_future(spectator.watch(over if persons or programs else done)) for spectator in spectators]
        try:
            names = await all_or_none([*(person.live(done) for person in persons), *(program.live(done) for program in programs)])
            ledger.counts["games over"] += any(person.state.get("end") for person in persons)
            if not persons and not programs:
                await asyncio.gather(*watching)
        finally:
            over.set()
            await asyncio.gather(*watching, return_exceptions=True)
            for spectator in spectators:
                await hang_up(spectator)
            for person in persons:
                await person.close()
            ledger.progress.pop(table, None)
        is_over = persons and all(person.state.get("end") for person in persons)
        if is_over and not done.is_set() and persons[0].lots.random() < persons[0].manner.tidy:
            await tidy_up(url, table, made["owner"], ledger, persons[0].lots, persons[0].client)
        table = next((name for name in names if name), "") if not done.is_set() else ""
        if table:
            ledger.counts["rematches"] += 1
            await asyncio.gather(*(person.move_on(table) for person in persons))
    for person in persons:
        await hang_up(person)


async def all_or_none(works: Sequence[Coroutine[Any, Any, str]]) -> list[str]:
    """Run side by side; where one fails, the others end too: whoever goes on at a table without one of its players would wait there for ever."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def hang_up(player: SocketPlayer) -> None:
    """Close for good."""
    await player.close()
    if player in OPENED:
        OPENED.remove(player)

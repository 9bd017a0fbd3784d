"""Many watch one table: what happens beside the game is told in small messages, and a message is written once for all who are told the same."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from seating import Party, seat_all, table_shown
from serving import opened_api, opened_host, run, table
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.rates import NO_RATES, Rate, Rates
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.show import views
from ziggurat.server.show.views import LAST_LINES
from ziggurat.server.table.decide import MOST_CHAT
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.socket import Conversation
from ziggurat.server.web.stream import game_stream

WATCHERS = 190
SMALL = 4_000  # bytes
LINES = MOST_CHAT - 1


class Ear:
    """A client of a `Conversation`: what it was sent, as text."""

    def __init__(self, host: Host, table: str, language: str, limits: Limits | None = None, secret: str = "") -> None:
        self.sent: list[str] = []
        self.free = asyncio.Event()
        self.free.set()
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        socket: Any = SimpleNamespace(receive=self.incoming.get, send=self.send)
        self.task = asyncio.create_task(Conversation(socket, host, limits or Limits(NO_RATES), "here").run(table))
        self.ask(t="hello", language=language, secrets=[secret] if secret else [])

    def ask(self, **request: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(request)})

    async def send(self, message: dict[str, Any]) -> None:
        await self.free.wait()
        self.sent.append(message["text"])


async def heard(ears: list[Ear], messages: int) -> None:
    """Until everybody was sent so many."""
    async with asyncio.timeout(60):
        while min(len(ear.sent) for ear in ears) < messages:
            await asyncio.sleep(0.002)


async def busy_table(host: Host) -> Party:
    """A game in the midst, with as much talk as a table takes, almost."""
    party = await seat_all(host, table("amytis", "link", "link"))
    await party.play_on(30)
    for n in range(LINES):
        await party.ask(n % 2, r.Chat(text=f"{n} " + "é" * 495))
    return party


def test_a_rename_sends_all_who_watch_a_small_message_that_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    real = views.encode

    def counted(message: Any) -> bytes:
        written.append(type(message).__name__)
        return real(message)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await busy_table(host)
            ears = [Ear(host, party.table.id, "fr" if n % 2 else "en") for n in range(WATCHERS)]
            await heard(ears, 1)
            assert written == ["TableMessage"] * 2, "one for each language"
            assert all(len(ear.sent[0].encode()) < 100_000 and len(json.loads(ear.sent[0])["chat"]) == LAST_LINES for ear in ears)
            written.clear()
            await party.ask(0, r.Rename(name="Zoé"))
            await heard(ears, 2)
            await party.ask(1, r.Chat(text="hello"))
            await heard(ears, 3)
            for ear in ears:
                assert [json.loads(text)["t"] for text in ear.sent] == ["table", "changed", "said"]
                assert json.loads(ear.sent[1])["seats"][0]["name"] == "Zoé"
                assert max(len(text.encode()) for text in ear.sent[1:]) < SMALL
            assert written == ["ChangedMessage", "SaidMessage"]
            await party.play_on(1)
            await heard(ears, 4)
            assert [json.loads(ear.sent[3])["log"][0][0].startswith(("Zoé", "P1")) for ear in ears] == [True] * WATCHERS
            assert written[2:] == ["PlayedMessage"] * 2
            for ear in ears:
                ear.task.cancel()
            await asyncio.gather(*(ear.task for ear in ears), return_exceptions=True)

    monkeypatch.setattr(views, "encode", counted)
    run(main)


def test_many_changes_in_a_row_are_told_once_to_who_could_not_listen(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            ear = Ear(host, party.table.id, "en")
            await heard([ear], 1)
            ear.free.clear()
            for n in range(30):
                await party.ask(0, r.Rename(name=f"Name {n}"))
                await asyncio.sleep(0)
            ear.free.set()
            async with asyncio.timeout(30):
                while "Name 29" not in ear.sent[-1]:
                    await asyncio.sleep(0.002)
            assert len(ear.sent) <= 3, "the one that was being sent, and one for all the rest"
            ear.task.cancel()
            await asyncio.gather(ear.task, return_exceptions=True)

    run(main)


def test_nobody_is_sent_what_was_written_for_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link", clock=r.NewClock(kind="live")))
            seats: list[list[int]] = [[], [0], [1], [2], [0, 1]]
            watchers = {(tuple(own), language): Watcher(host, party.room, Actor(own, None, language)) for own in seats for language in ("en", "fr")}
            for _ in range(25):
                await party.play_on(1)
                for (own, language), watcher in watchers.items():
                    sent = [json.loads(letter) for letter in watcher.unsent_texts()]
                    fresh = json.loads(views.encode(table_shown(host, party.room, Actor(list(own), None, language), watcher.shown, watcher.hand_over)))
                    for message in sent:
                        for field in ("view", "choices", "seat", "you", "hand_over"):
                            assert field not in message or message[field] == fresh[field], (own, language, field)
                        if "log" in message:
                            assert message["log"] == fresh["log"][message.get("since", 0) :]

    run(main)


def test_the_clocks_of_a_message_are_not_older_than_a_moment(tmp_path: Path) -> None:
    class Clock:
        now = 1_000_000

        def __call__(self) -> int:
            return self.now

    async def main() -> None:
        clock = Clock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=60, increment=0)))
            first = json.loads(Watcher(host, party.room, Actor()).unsent_texts()[0])
            clock.now += 5_000
            later = json.loads(Watcher(host, party.room, Actor()).unsent_texts()[0])
            assert first["clock"]["left"] == [60_000, 60_000] and later["clock"]["left"] == [55_000, 60_000]

    run(main)


def test_earlier_lines_are_fetched_page_by_page(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            party = await busy_table(client._transport.app.app.state.host)  # type: ignore[attr-defined]
            path = f"/api/tables/{party.table.id}"
            whole = (await client.get(path)).json()
            assert whole["chat_total"] == LINES
            lines, first = whole["chat"], whole["chat_total"] - len(whole["chat"])
            while first:
                answer = await client.get(f"{path}/chat?before={first}")
                assert answer.status_code == 200 and len(answer.content) < 80_000
                page = answer.json()
                assert page["first"] + len(page["chat"]) == first and page["chat_total"] == LINES
                lines, first = page["chat"] + lines, page["first"]
            assert [line["text"].split()[0] for line in lines] == [str(n) for n in range(LINES)]
            assert (await client.get(f"{path}/chat")).json()["chat"] == whole["chat"]
            assert (await client.get(f"{path}/chat?before=99999")).json()["chat"] == whole["chat"]
            assert (await client.get(f"{path}/chat?before=-1")).status_code == 400

    run(main)


def test_the_log_is_told_anew_with_the_names_of_now(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            party = await seat_all(client._transport.app.app.state.host, table("blueprints", "link", "link"))  # type: ignore[attr-defined]
            await party.play_on(10)
            path = f"/api/tables/{party.table.id}"
            await party.ask(0, r.Rename(name="Zoé"))
            for headers in ({}, *({"Authorization": f"Bearer {secret}"} for secret in party.secrets)):
                log = (await client.get(f"{path}/log?language=fr", headers=headers)).json()
                assert log == (await client.get(f"{path}?language=fr", headers=headers)).json()["log"]
                assert len(log) == 10 and any("Zoé" in line for lines in log for line in lines) and not any("P0" in line for lines in log for line in lines)

    run(main)


def test_a_slow_client_is_told_the_last_lines_and_how_many_there_were(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            watcher = Watcher(host, party.room, Actor())
            watcher.unsent()
            for n in range(3 * LAST_LINES):
                await party.ask(0, r.Chat(text=str(n)))
            (said,) = watcher.unsent()
            assert isinstance(said, m.SaidMessage) and said.chat_total == 3 * LAST_LINES
            assert [line.text for line in said.chat] == [str(n) for n in range(2 * LAST_LINES, 3 * LAST_LINES)]

    run(main)


def test_streams_of_one_table_share_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = views.encode
    monkeypatch.setattr(views, "encode", lambda message: made.append(type(message).__name__) or real(message))  # type: ignore[func-returns-value]

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            streams = [game_stream(host, party.room, Actor(), Limits(NO_RATES), "here") for _ in range(20)]
            for stream in streams:
                assert json.loads(await anext(stream))["type"] == "gameFull"
            made.clear()
            await party.play_on(1)
            assert {json.loads(await anext(stream))["ply"] for stream in streams} == {1}
            assert made == ["GameState"]
            for stream in streams:
                await stream.aclose()

    run(main)


def test_who_renames_as_fast_as_possible_is_slowed_down(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            ear = Ear(host, party.table.id, "en", Limits(Rates(chat=Rate(3, 1))), party.secrets[0])
            for n in range(8):
                ear.ask(t="rename", name=f"Name {n}", id=n)
            async with asyncio.timeout(30):
                while sum('"t":"error"' in text for text in ear.sent) < 5:
                    await asyncio.sleep(0.002)
            assert party.table.seats[0].name == "Name 2"
            ear.task.cancel()
            await asyncio.gather(ear.task, return_exceptions=True)

    run(main)

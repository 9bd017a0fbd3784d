"""The HTTP API: tables and bots without a socket, streams, webhooks, pictures, records, headers, limits."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from playing import HttpPlayer
from serving import Process, opened_api, run
from ziggurat.fair_deal import verify
from ziggurat.record import replay
from ziggurat.server.rates import Rate, Rates
from ziggurat.server.webhooks import Hooks, signature


def test_the_words_tell_every_option_value_and_every_side_of_a_building(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            games = (await client.get("/api/games")).json()["games"]
            for language in ("en", "fr"):
                words = (await client.get(f"/api/words?language={language}")).json()["games"]
                for game in games:
                    for option in game["options"]:
                        for value in option["choices"]:
                            key = f"option.{option['name']}.{str(value).lower() if isinstance(value, bool) else value}"
                            assert words[game["game"]][key] and words[game["game"]][f"{key}.about"], key
                for kind in ("garden", "market", "wall", "palace", "residence", "theater"):
                    sides = {words["amytis"][f"building.{kind}.{side}"] for side in "AB"}
                    assert len(sides) == 2 and words["amytis"][f"kind.{kind}"]
                assert words["akropolis"]["preset.bga.about"]

    run(main)


def test_two_programs_play_whole_games_over_streams(server: Process) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            bot = (await client.post("/api/accounts", json={"name": "dice"})).json()
            for game in ("amytis", "akropolis", "blueprints"):
                seats = [{"kind": "link"}, {"kind": "account", "account": bot["id"]}] + ([] if game == "amytis" else [{"kind": "bot", "bot": "greedy"}])
                made = (await client.post("/api/tables", json={"game": game, "seats": seats, "clock": {"kind": "days", "days": 1}})).json()
                one = HttpPlayer(client, made["id"], made["seats"][0]["secret"], random.Random(1))
                two = HttpPlayer(client, made["id"], bot["token"], random.Random(2))
                assert (await one.post("join", {"name": "Ada"})).status_code == 201
                assert (await two.post("join", {})).status_code == 201
                states = await asyncio.gather(one.play_on(), two.play_on())
                assert one.lines[0]["type"] == "gameFull" and {line["type"] for line in one.lines[1:]} == {"gameState"}
                assert all(state["end"]["why"] == "finished" for state in states)
                assert states[0]["seats"][1]["name"] == "dice"
                record = (await client.get(f"/api/tables/{made['id']}/record")).json()
                replay(record)
                verify(record)

    run(main)


def test_everything_the_page_does_can_be_done_over_http(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (
                await client.post("/api/tables", json={"game": "akropolis", "seats": [{"kind": "link"}, {"kind": "open"}], "hints": True, "listed": True})
            ).json()
            listed = (await client.get("/api/tables")).json()
            assert [(entry["id"], entry["free"]) for entry in listed] == [(made["id"], 1)]
            one = HttpPlayer(client, made["id"], made["seats"][0]["secret"], random.Random(1))
            await one.post("join", {"name": "Ada", "word": "x"})
            secret = (await client.post(f"{one.path}/join", json={"name": "Bob"})).json()["secret"]
            two = HttpPlayer(client, made["id"], secret, random.Random(1))

            async def look(player: HttpPlayer) -> dict[str, Any]:
                table: dict[str, Any] = (await client.get(player.path, headers=player.headers)).json()
                return table

            state = await look(one)
            assert state["you"] == [0] and state["choices"] and (await look(two))["choices"] == []
            assert (await one.post("hint?language=fr", {"ply": 0, "step": 2})).json()["move"]
            assert (await one.post("play", {"ply": 0, "move": state["choices"][0]["text"]})).json() == {"t": "done", "id": None}
            assert (await one.post("undo", {"ply": 1})).json() == {"t": "done", "id": None}
            undone = (await look(one))["undone"][0]
            assert undone["ply"] == 0 and undone["told"].startswith("Ada lays a tile (") and undone["move"] not in undone["told"]
            await one.post("play", {"ply": 0, "move": state["choices"][0]["text"]})
            await two.post("play", {"ply": 1, "move": (await look(two))["choices"][0]["text"]})
            assert (await one.post("undo", {"ply": 2})).json()["asked"]
            assert (await two.post("answer", {"yes": False})).status_code == 201
            assert (await two.post("chat", {"text": "<script>alert(1)</script>"})).status_code == 201
            assert (await one.post("name", {"name": "Ada L."})).status_code == 201
            assert (await two.post("leave")).status_code == 201
            assert (await look(one))["seats"][1]["bot"] == "greedy"
            assert (await two.post("return")).status_code == 201
            assert (await one.post("take-over", {"of": 1})).json()["error"]["code"] == "seat.present"
            picture = await client.get(f"{one.path}/picture.svg", headers=one.headers)
            assert picture.headers["content-type"].startswith("image/svg") and picture.text.startswith("<svg")
            running = (await client.get(f"{one.path}/record")).json()
            assert "deal" not in running and running["view"]["seat"] is None and running["commitment"] == made["commitment"]
            assert (await one.post("abandon")).json()["asked"]
            assert (await two.post("answer", {"yes": True})).status_code == 201
            end = (await look(one))["end"]
            assert end["why"] == "abandoned" and end["fair"]["words"] == ["x", ""]
            verify((await client.get(f"{one.path}/record")).json())
            await one.post("rematch", {"same_deal": True})
            await two.post("answer", {"yes": True})
            for _ in range(100):
                if (await look(one))["rematch"]:
                    break
                await asyncio.sleep(0.01)
            again = HttpPlayer(client, (await look(one))["rematch"], secret, random.Random(1))
            assert (await look(again))["you"] == [0]
            assert (await again.post("resign")).status_code == 201

    run(main)


def test_errors_say_what_is_wrong_and_who_may_what(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "link"}, {"kind": "link"}]})).json()
            path = f"/api/tables/{made['id']}"
            secret = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            wrong = [
                (await client.get("/api/tables/nowhere"), 404, "table.unknown"),
                (await client.get("/nowhere"), 404, "path.unknown"),
                (await client.get(path, headers={"Authorization": "Bearer guess"}), 403, "secret.unknown"),
                (await client.get(path, headers={"Authorization": "Basic x"}), 401, "secret.scheme"),
                (await client.post(f"{path}/play", json={"ply": 0, "move": "b2>a1"}), 401, "seat.none"),
                (await client.post(f"{path}/play", json={"ply": 0, "move": "b2>a1"}, headers=secret), 409, "seat.empty"),
                (await client.post(f"{path}/play", json={"ply": -1, "move": "b2>a1"}, headers=secret), 400, "request.wrong"),
                (await client.post(f"{path}/play", json={"ply": 0, "move": "b2>a1", "extra": 1}, headers=secret), 400, "request.wrong"),
                (await client.post(f"{path}/play", content=b"{", headers=secret), 400, "request.wrong"),
                (await client.post("/api/tables", json={"game": "chess", "seats": [{}, {}]}), 404, "game.unknown"),
                (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "bot", "bot": "py:a.py:B"}, {}]}), 400, "bot.wrong"),
                (await client.post("/api/tables", json={"game": "amytis", "seats": [{}, {}], "options": {"sides": "Z"}}), 400, "option.wrong"),
                (await client.post("/api/tables", content=b"x" * 100_000), 413, "request.too_large"),
                (await client.post("/api/tables", json={}, headers={"Origin": "http://evil.example"}), 403, "origin"),
                (await client.get("/api/account"), 401, "account.token"),
                (await client.delete("/api/tables"), 405, "method.wrong"),
            ]
            for answer, status, code in wrong:
                assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
                assert set(answer.json()) == {"error"} and answer.json()["error"]["message"]

    run(main)


def test_every_answer_carries_strict_headers_and_the_pages_are_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for path in ("/", "/table/xyz", "/api/games", "/nowhere", "/healthz", "/metrics", "/api/openapi.json"):
                answer = await client.get(path)
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
                assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer"
            page = await client.get("/")
            assert page.headers["content-type"].startswith("text/html") and "<title>Ziggurat</title>" in page.text
            catalogue = (await client.get("/api/games")).json()
            assert {"amytis", "akropolis", "blueprints"} <= {game["game"] for game in catalogue["games"]}
            assert [bot["bot"] for bot in catalogue["bots"]][:2] == ["random", "greedy"]
            assert "ziggurat_moves_total" in (await client.get("/metrics")).text

    run(main)


def test_an_address_that_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path, rates=Rates(tables=Rate(2, 1), chat=Rate(1, 1), requests=Rate(8, 1))) as client:
            new = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]}
            made = [await client.post("/api/tables", json=new) for _ in range(3)]
            assert [answer.status_code for answer in made] == [201, 201, 429] and made[2].json()["error"]["code"] == "limit"
            table = made[0].json()
            headers = {"Authorization": f"Bearer {table['seats'][0]['secret']}"}
            said = [await client.post(f"/api/tables/{table['id']}/chat", json={"text": "x"}, headers=headers) for _ in range(2)]
            assert [answer.status_code for answer in said] == [201, 429]
            assert [(await client.get("/")).status_code for _ in range(4)] == [200, 200, 200, 429]
            assert (await client.get("/healthz")).status_code == 200

    run(main)


def test_bot_accounts_are_told_of_tables_and_can_be_removed(server: Process) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
            bot = (await client.post("/api/accounts", json={"name": "dice"})).json()
            headers = {"Authorization": f"Bearer {bot['token']}"}
            new = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "account", "account": bot["id"]}]}
            first = (await client.post("/api/tables", json=new)).json()
            lines: list[dict[str, Any]] = []
            async with client.stream("GET", "/api/account/stream", headers=headers) as stream:
                async for line in stream.aiter_lines():
                    if line.strip():
                        lines.append(json.loads(line))
                    if len(lines) == 1:
                        second = (await client.post("/api/tables", json=new)).json()
                    if len(lines) == 2:
                        break
            assert [(line["type"], line["table"]) for line in lines] == [("challenge", first["id"]), ("challenge", second["id"])]
            await client.post(f"/api/tables/{first['id']}/join", json={}, headers=headers)
            assert set((await client.get("/api/account", headers=headers)).json()["tables"]) == {first["id"], second["id"]}
            assert (await client.delete("/api/account", headers=headers)).status_code == 204
            assert (await client.get("/api/account", headers=headers)).status_code == 401

    run(main)


# --- Webhooks ---------------------------------------------------------------------------------------------------------


class Receiver:
    """A small web server that keeps what is posted to it."""

    def __init__(self, statuses: list[int]) -> None:
        self.statuses = statuses
        self.posts: list[tuple[dict[str, str], bytes]] = []
        self.came = asyncio.Event()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.posts.append((headers, body))
        status = self.statuses.pop(0) if self.statuses else 200
        writer.write(f"HTTP/1.1 {status} x\r\nContent-Length: 0\r\nLocation: http://elsewhere.example/\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.came.set()


@asynccontextmanager
async def receiving(statuses: list[int]) -> AsyncIterator[tuple[Receiver, str]]:
    receiver = Receiver(statuses)
    server = await asyncio.start_server(receiver.handle, "127.0.0.1", 0)
    try:
        yield receiver, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/turn?x=1"
    finally:
        server.close()
        await server.wait_closed()


def test_a_turn_is_told_signed_and_again_until_it_is_taken(tmp_path: Path) -> None:
    async def main() -> None:
        async with receiving([500, 302]) as (receiver, url), opened_api(tmp_path, private_hooks=True) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            host.hooks.pauses = (0.01, 0.01, 0.01)
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": [{"kind": "link"}, {"kind": "bot", "bot": "greedy"}]})).json()
            headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            path = f"/api/tables/{made['id']}"
            await client.post(f"{path}/join", json={"name": "Ada"}, headers=headers)
            key = (await client.put(f"{path}/webhook", json={"url": url}, headers=headers)).json()["key"]
            for ply in (0, 2):
                while len(receiver.posts) < 3 + ply // 2:
                    receiver.came.clear()
                    await receiver.came.wait()
                got, body = receiver.posts[-1]
                turn = json.loads(body)
                assert (turn["type"], turn["table"], turn["seat"], turn["ply"]) == ("turn", made["id"], 0, ply)
                assert got["x-ziggurat-signature"] == signature(key, got["x-ziggurat-time"], body)
                assert made["seats"][0]["secret"] not in str(got) + body.decode()
                if ply == 0:
                    await client.post(f"{path}/chat", json={"text": "a turn is told once"}, headers=headers)
                    legal = (await client.get(path, headers=headers)).json()["view"]["legal"]
                    await client.post(f"{path}/play", json={"ply": 0, "move": legal[0]}, headers=headers)
            assert (await client.delete(f"{path}/webhook", headers=headers)).status_code == 204
            legal = (await client.get(path, headers=headers)).json()["view"]["legal"]
            await client.post(f"{path}/play", json={"ply": 2, "move": legal[0]}, headers=headers)
            await asyncio.sleep(0.1)
            assert len(receiver.posts) == 4

    run(main)


def test_the_webhook_of_an_account_hears_all_its_turns(tmp_path: Path) -> None:
    async def main() -> None:
        async with receiving([]) as (receiver, url), opened_api(tmp_path, private_hooks=True) as client:
            bot = (await client.post("/api/accounts", json={"name": "dice"})).json()
            headers = {"Authorization": f"Bearer {bot['token']}"}
            assert (await client.put("/api/account/webhook", json={"url": url}, headers=headers)).status_code == 200
            assert (await client.get("/api/account", headers=headers)).json()["hook"] == url
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "account", "account": bot["id"]}, {"kind": "here"}]})).json()
            await client.post(f"/api/tables/{made['id']}/join", json={}, headers=headers)
            await receiver.came.wait()
            assert json.loads(receiver.posts[0][1])["table"] == made["id"]
            assert (await client.delete("/api/account/webhook", headers=headers)).status_code == 204

    run(main)


def test_webhooks_do_not_go_to_private_addresses_unless_the_operator_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with receiving([]) as (receiver, url), opened_api(tmp_path) as client:
            bot = (await client.post("/api/accounts", json={"name": "dice"})).json()
            headers = {"Authorization": f"Bearer {bot['token']}"}
            for target in (
                url,
                "http://localhost/x",
                "http://[::1]/",
                "http://10.0.0.1/",
                "http://169.254.169.254/",
                "http://[::ffff:127.0.0.1]/",
                "http://0/",
            ):
                answer = await client.put("/api/account/webhook", json={"url": target}, headers=headers)
                assert answer.status_code == 400 and answer.json()["error"]["code"] in {"hook.private", "hook.url"}, target
            for target in ("ftp://x.example/", "http://user:pw@x.example/", "http://x.example:99999/", "https://"):
                assert (await client.put("/api/account/webhook", json={"url": target}, headers=headers)).status_code == 400, target
            assert receiver.posts == []
        hooks = Hooks(private=True)
        assert await hooks.address_of("http://127.0.0.1:1/") == "127.0.0.1"

    run(main)

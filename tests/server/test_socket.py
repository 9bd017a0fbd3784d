"""Whole games over sockets: people and bots, clocks, undo, cut lines, take-over, one screen."""

from __future__ import annotations

import asyncio
import random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from playing import SocketPlayer
from seating import finished, make, players, sit
from serving import Process, run


def test_two_clients_play_whole_games_with_cut_lines_undo_and_chat(server: Process) -> None:
    async def main() -> None:
        for game in ("amytis", "akropolis", "blueprints"):
            made = make(server, game, "link", "link", clock={"kind": "live", "bank": 600, "increment": 5})
            seated = players(server, made)
            await sit(seated)
            await asyncio.gather(*(player.play_on(cut=0.08, say=0.05, undo=0.05) for player in seated))
            for player in seated:
                assert player.state["end"]["why"] == "finished" and player.state["end"]["fair"]
                assert player.connections > 1
                await player.close()
            record = finished(server, made["id"])
            assert seated[0].state["view"]["log"] == record["moves"]
            assert seated[0].state["end"]["result"] == record["result"]
            assert len(record["undone"]) == len(seated[0].state["undone"])

    run(main)


def test_mixed_tables_with_bots_of_each_kind(server: Process) -> None:
    async def main() -> None:
        tables = [("akropolis", "link", "greedy", "link", "random"), ("blueprints", "greedy", "link", "mcts:sims=50"), ("amytis", "mcts:ms=20", "link")]
        for game, *kinds in tables:
            made = make(server, game, *kinds, previews=True)
            seated = players(server, made, 5)
            await sit(seated)
            await asyncio.gather(*(player.play_on(cut=0.05, undo=0.1) for player in seated))
            record = finished(server, made["id"])
            for player in seated:
                assert player.state["end"]["why"] == "finished"
                assert player.state["end"]["result"] == record["result"]
                await player.close()

    run(main)


def test_a_leaver_is_replaced_and_comes_back_and_time_runs_out(server: Process) -> None:
    async def main() -> None:
        made = make(server, "amytis", "link", "link", stand_in="random", clock={"kind": "live", "bank": 4, "increment": 0})
        one, two = players(server, made)
        await sit([one, two])
        await one.play_on(until_ply=1)
        await two.ask({"t": "leave"})
        await one.until(lambda state: bool(state["seats"][1]["bot"]))
        assert one.state["seats"][1]["why"] == "left"
        await one.until(lambda state: state["view"]["to_move"] == 0)
        await two.close()
        await two.open()
        assert (await two.ask({"t": "return"}))["t"] == "done"
        await one.until(lambda state: not state["seats"][1]["bot"])
        await one.until(lambda state: state["seats"][0]["why"] == "time")  # one waits too long
        assert (await one.ask({"t": "return"}))["t"] == "done"
        await one.until(lambda state: not state["seats"][0]["bot"])
        await asyncio.gather(one.play_on(), two.play_on())
        assert one.state["end"]["why"] == "finished"
        finished(server, made["id"])

    run(main)


def test_people_at_one_screen_play_a_game_with_secrets(server: Process) -> None:
    async def main() -> None:
        made = make(server, "blueprints", "here", "here", "greedy")
        player = SocketPlayer(server.url, made["id"], [seat["secret"] for seat in made["seats"] if seat["secret"]], random.Random(3))
        await player.play_on()
        assert player.state["end"]["why"] == "finished"
        handed = [message for message in player.heard if message.get("hand_over")]
        assert handed and all(message["view"]["plan"] is None and not message["choices"] for message in handed)

    run(main)


def test_solo_and_spectators(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "link", options={"architect": "metagenes"})
        seated = players(server, made)
        watcher = SocketPlayer(server.url, made["id"], [], random.Random(0))
        assert (await watcher.open())["you"] == []
        await sit(seated)
        watching = asyncio.create_task(watcher.until(lambda state: bool(state["end"])))
        await seated[0].play_on()
        await watching
        assert watcher.state["end"]["result"]["architect"]["name"] == "metagenes"
        assert all(not message.get("choices") for message in watcher.heard)
        assert (await watcher.ask({"t": "play", "ply": 0, "move": "x"}))["error"]["code"] == "seat.none"
        assert (await watcher.ask({"t": "chat", "text": "x"}))["error"]["code"] == "chat.seats"

    run(main)


def test_a_repeated_move_is_answered_and_not_taken_twice(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "link", "link")
        one, two = players(server, made)
        await sit([one, two])
        move = one.state["choices"][0]["text"] if one.state["choices"] else ""
        await one.until(lambda state: bool(state["choices"]))
        move = one.state["choices"][0]["text"]
        request = {"t": "play", "ply": 0, "move": move, "key": "a"}
        assert not (await one.ask(request)).get("repeated")
        await one.close()
        await one.open()
        assert (await one.ask(request))["repeated"]
        assert one.state["ply"] == 1
        assert (await one.ask({**request, "key": "b", "move": "0:9,9/0"}))["error"]["code"] == "table.stale"

    run(main)


def test_sockets_of_other_sites_and_unknown_tables_are_refused(server: Process) -> None:
    async def main() -> None:
        made = make(server, "amytis", "link", "link")
        url = f"ws://127.0.0.1:{server.port}/api/tables/{made['id']}/socket"
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus):
                await connect(url, origin=origin)  # type: ignore[arg-type]
        async with connect(url, origin=server.url) as socket:  # type: ignore[arg-type]
            await socket.send('{"t": "hello"}')
            assert '"t":"table"' in str(await socket.recv())
        stranger = SocketPlayer(server.url, made["id"], ["guessed"], random.Random(0))
        assert (await stranger.open())["error"]["code"] == "secret.unknown"
        nowhere = SocketPlayer(server.url, "nowhere", [], random.Random(0))
        assert (await nowhere.open())["error"]["code"] == "table.unknown"
        with pytest.raises(ConnectionClosed):
            await nowhere.receive()

    run(main)

"""The past of a table: moments of a game, records opened as tables, positions taken up again."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from seating import DEAL, Party, finished, make, players, seat_all, sit, table_shown
from serving import Process, opened_api, opened_host, run, table
from ziggurat.errors import RecordError
from ziggurat.game import Game, new_game
from ziggurat.record import replay
from ziggurat.registry import game_spec
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server.make_table import make_table, open_record
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor
from ziggurat.server.web.socket import encode


def played(name: str, seed: int = 1, plies: int = 10_000, **options: Any) -> Game:
    """A game that was played at random."""
    lots = random.Random(seed)
    game: Game = new_game(name, seed=seed, **options)
    while not game.is_over and game.ply < plies:
        game.push(lots.choice(game.legal_moves))
    return game


async def begin(client: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    answer = await client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def bearer(made: dict[str, Any], seat: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['seats'][seat]['secret']}"}


# --- a moment ---------------------------------------------------------------------------------------------------------


def test_a_seat_sees_what_it_saw_and_a_spectator_what_all_saw(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = await begin(client, game="blueprints", seats=[{"kind": "here", "name": "Ada"}, {"kind": "here"}, {"kind": "here"}])
            path, lots, then = f"/api/tables/{made['id']}", random.Random(2), []
            for ply in range(30):
                whole = [(await client.get(path, headers=bearer(made, seat))).json() for seat in range(3)]
                shared = (await client.get(path)).json()
                then.append((whole, shared))
                mover = shared["view"]["to_move"]
                body = {"ply": ply, "move": lots.choice(whole[mover]["view"]["legal"])}
                assert (await client.post(f"{path}/play", json=body, headers=bearer(made, mover))).status_code == 201
            for ply, (whole, shared) in enumerate(then):
                for seat in range(3):
                    moment = (await client.get(f"{path}/plies/{ply}", headers=bearer(made, seat))).json()
                    assert moment["view"] == {**whole[seat]["view"], "legal": []}
                    assert (moment["ply"], moment["plies"], moment["seat"]) == (ply, 30, seat)
                    assert moment["log"] == (whole[seat]["log"][-1] if ply else []) and moment["move"] == (whole[seat]["view"]["log"][-1] if ply else "")
                    assert (await client.get(f"{path}/plies/{ply}?seat={seat}", headers=bearer(made, seat))).json() == moment
                moment = (await client.get(f"{path}/plies/{ply}?language=fr")).json()
                assert moment["view"] == shared["view"] and moment["seat"] is None and moment["view"]["plan"] is None
                assert moment["mover"] == (then[ply - 1][1]["view"]["to_move"] if ply else None)
            assert (await client.get(f"{path}/plies/3?seat=1")).json()["error"]["code"] == "seat.not_yours"
            assert (await client.get(f"{path}/plies/3?seat=1", headers=bearer(made, 0))).status_code == 403
            late = await client.get(f"{path}/plies/31")
            assert late.status_code == 404 and late.json()["error"] == {
                "code": "ply.unknown",
                "message": "There is no ply 31: this game has the plies 0 to 30.",
            }
            assert (await client.get(f"{path}/plies/x")).status_code in {400, 404}
            assert (await client.get(f"{path}/plies/-1")).status_code in {400, 404}

    run(main)


def test_when_the_game_is_over_every_seat_may_be_looked_at(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            party = await seat_all(host, table("blueprints", "link", "link", live_scores=False))
            path = f"/api/tables/{party.table.id}"
            await party.play_on(5)
            assert "score" not in (await client.get(f"{path}/plies/3")).json()["view"]["seats"][0]
            await party.play_on()
            game = party.table.game
            assert party.table.status == "over"
            for ply in (0, 7, game.ply):
                for seat in (0, 1):
                    moment = (await client.get(f"{path}/plies/{ply}?seat={seat}")).json()
                    past = replay({**party.table.record(), "result": {}}, upto=ply) if ply < game.ply else game
                    assert moment["view"] == {**past.view(seat), "legal": []} and moment["view"]["plan"]
            assert (await client.get(f"{path}/plies/7")).json()["view"]["plan"] is None
            assert (await client.get(f"{path}/plies/7?seat=3")).json()["error"]["code"] == "seat.unknown"

    run(main)


def test_moves_that_were_taken_back_are_gone(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            made = await make_table(host, table("amytis", "here", "here"), deal=DEAL)
            party = Party(host, await host.get(made.id), [seat.secret for seat in made.seats])
            await party.play(0, "b2>a1")
            await party.play(1, "b1>a1")
            await party.ask(1, r.Undo(ply=2))
            path = f"/api/tables/{made.id}"
            assert (await client.get(f"{path}/plies/2")).status_code == 404
            moment = (await client.get(f"{path}/plies/1")).json()
            assert moment["plies"] == 1 and "b1>a1" not in json.dumps(moment)
            waiting = await make_table(host, table("amytis", "link", "link"))
            assert (await client.get(f"/api/tables/{waiting.id}/plies/0")).json()["error"]["code"] == "table.waiting"

    run(main)


# --- a record ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [("amytis", {}), ("akropolis", {"seats": 3}), ("akropolis", {"seats": 1}), ("blueprints", {"seats": 4})], ids=str)
def test_a_record_becomes_a_table_that_is_over(tmp_path: Path, name: str, options: dict[str, Any]) -> None:
    game = played(name, **options)
    record = {**game.record(), "players": ["Ada", "bot:level:3", "C\u202e", "D"][: game.seats], "remark": {"kept": True}}

    async def main() -> None:
        for given in (record, json.dumps(record, indent=1)):
            async with opened_api(tmp_path) as client:
                answer = await client.post("/api/records", json={"record": given})
                assert answer.status_code == 201, answer.text
                made = answer.json()
                assert made["watch"] == f"/table/{made['id']}" and made["game"] == name and made["plies"] == game.ply
            async with opened_api(tmp_path) as client:  # after a restart
                path = f"/api/tables/{made['id']}"
                shown = (await client.get(path)).json()
                assert shown["status"] == "over" and shown["commitment"] == "" and shown["you"] == [] and not shown["choices"]
                assert shown["end"] == {"why": "record", "seat": None, "result": game.result(), "fair": None, "next": ""}
                assert [seat["name"] for seat in shown["seats"]] == ["Ada", "bot:level:3", "C", "D"][: game.seats]
                assert shown["view"]["log"] == game.moves and len(shown["log"]) == game.ply
                assert (await client.get(f"{path}/plies/4?seat=0&language=fr")).json()["view"]["seats"]
                exported = (await client.get(f"{path}/record")).json()
                assert exported == {**record, "players": [seat["name"] for seat in shown["seats"]]}
                assert replay(exported).moves == game.moves
                for action in ("join", "resign"):
                    assert (await client.post(f"{path}/{action}", json={})).status_code in {401, 409}

    run(main)


def test_a_record_of_an_unfinished_game_has_no_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/records", json={"record": played("amytis", plies=9).record()})).json()
            shown = (await client.get(f"/api/tables/{made['id']}")).json()
            assert shown["end"]["why"] == "record" and shown["end"]["result"] is None and shown["view"]["legal"] == []

    run(main)


GOOD = played("amytis", seed=3).record()
BROKEN = [
    ({}, "`ziggurat`"),
    ("{", "not JSON"),
    ("[1]", "a record is a JSON object"),
    ({**GOOD, "game": "chess"}, "chess"),
    ({**GOOD, "rules": 99}, "`rules` is 99"),
    ({**GOOD, "moves": [*GOOD["moves"], "a1>a1"]}, f"`moves[{len(GOOD['moves'])}]`"),
    ({**GOOD, "moves": [GOOD["moves"][0], GOOD["moves"][0]]}, "`moves[1]`"),
    ({**GOOD, "moves": ["nonsense"]}, "`moves[0]`: `nonsense` is not a move"),
    ({**GOOD, "moves": 7}, "moves"),
    ({**GOOD, "result": {**GOOD["result"], "scores": [1, 2]}}, "`result.scores[0]` is 1"),
    ({**GOOD, "players": ["one"]}, "1 players are named"),
    ({**GOOD, "options": {"sides": "AAAAAZ"}}, "sides"),
    ({**GOOD, "deal": {}}, "`deal` is empty"),
]


@pytest.mark.parametrize(("record", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_a_broken_record_is_refused_with_the_place_and_the_reason(tmp_path: Path, record: Any, said: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            answer = await client.post("/api/records", json={"record": record})
            assert answer.status_code == 400, answer.text
            assert answer.json()["error"]["code"] == "record.wrong" and said in answer.json()["error"]["message"]

    run(main)


def test_too_much_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            large = {**GOOD, "remark": "x" * 300_000}
            assert (await client.post("/api/records", json={"record": large})).status_code == 413
            fits = {**GOOD, "remark": "x" * 200_000}
            assert (await client.post("/api/records", json={"record": fits})).status_code == 201
            for deep in ('{"record": ' + "[" * 50_000 + "]" * 50_000 + "}", '{"record": {"x": ' + "[" * 50_000 + "]" * 50_000 + "}}"):
                answer = await client.post("/api/records", content=deep, headers={"Content-Type": "application/json"})
                assert answer.status_code == 400, answer.text

    run(main)


def test_records_count_as_tables_for_the_limits(tmp_path: Path) -> None:
    from ziggurat.server.rates import NO_RATES, Rate

    async def main() -> None:
        rates = replace(NO_RATES, tables=Rate(2, 1))
        async with opened_api(tmp_path, rates=rates) as client:
            codes = [(await client.post("/api/records", json={"record": GOOD})).status_code for _ in range(3)]
            assert codes == [201, 201, 429]

    run(main)


# --- a fork -----------------------------------------------------------------------------------------------------------


def test_a_position_of_a_finished_game_is_taken_up_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for name in ("amytis", "akropolis", "blueprints"):
                source = await seat_all(host, table(name, "random", "random"))
                await source.play_on()
                new = table(name, "link", "link", from_=r.NewFork(table=source.table.id, ply=7))
                fork = await seat_all(host, new)
                assert fork.table.game.moves == source.table.game.moves[:7] and fork.table.game.deal == source.table.game.deal
                shown = table_shown(host, fork.room, Actor([0]), 0)
                assert shown.fork == m.ForkInfo(source.table.id, 7) and shown.commitment == "" and shown.ply == 7 and len(shown.log) == 7
                assert shown.options == source.table.head.options
                fork_id = fork.table.id
            async_part = fork.table.game.moves
        async with opened_host(tmp_path) as host:  # after a restart
            room = await host.get(fork_id)
            again = Party(host, room, ["", ""])
            assert room.table.game is not None and room.table.game.moves == async_part
            await again.play_on()
            record = room.table.record()
            assert record["moves"][:7] == async_part and "fair" not in record and record["fork"]["ply"] == 7
            assert replay(record).result() == record["result"] and len(record["times"]) == len(record["moves"])
            ended = table_shown(host, room, Actor([0]), 0).end
            assert ended is not None and ended.fair is None and ended.why == "finished"

    run(main)


def test_nothing_before_the_fork_is_taken_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            source = await open_record(host, played("amytis", seed=4).record())
            party = await seat_all(host, table("amytis", "link", "greedy", from_=r.NewFork(table=source.id, ply=6)))
            await party.settle()
            with pytest.raises(Refused, match="began in the middle of a game"):
                await party.ask(0, r.Undo(ply=party.table.ply))
            began = party.table.ply
            await party.play_on(1)
            assert party.table.ply > began
            await party.ask(0, r.Undo(ply=party.table.ply))
            assert party.table.ply >= 6 and party.table.game.moves[:6] == played("amytis", seed=4).moves[:6]

    run(main)


def test_a_fork_is_played_again_from_the_same_moment_or_dealt_anew(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            source = await open_record(host, played("blueprints", seed=4, seats=2).record())
            party = await seat_all(host, table("blueprints", "link", "link", from_=r.NewFork(table=source.id, ply=11)))
            await party.play_on()
            for same in (True, False):
                await party.ask(0, r.Rematch(same_deal=same, rotate=True))
                await party.ask(1, r.Answer(yes=True))
                while not party.table.rematch:
                    await asyncio.sleep(0.002)
                room = await host.get(party.table.rematch)
                next_ = Party(host, room, ["", ""])
                if same:
                    assert room.table.ply == 11 and room.table.head.fork and room.table.head.commitment == ""
                    assert [seat.name for seat in room.table.seats] == ["P1", "P0"]
                else:
                    assert room.table.ply == 0 and room.table.head.fork is None and room.table.head.commitment
                await next_.play_on()
                record = room.table.record()
                assert replay(record).result() and ("fair" in record) == (not same)
                party = next_

    run(main)


def test_what_cannot_be_taken_up_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            running = await begin(client, game="amytis", seats=[{"kind": "here"}, {"kind": "here"}])
            record = (await client.post("/api/records", json={"record": GOOD})).json()["id"]
            seats = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]
            plies = len(GOOD["moves"])
            wrong: list[tuple[dict[str, Any], dict[str, Any], int, str]] = [
                ({"table": running["id"], "ply": 0}, {}, 409, "table.running"),
                ({"table": "nowhere", "ply": 0}, {}, 404, "table.unknown"),
                ({"table": record, "ply": plies + 1}, {}, 404, "ply.unknown"),
                ({"table": record, "ply": plies}, {}, 400, "fork.wrong"),
                ({"table": record, "ply": 3}, {"game": "blueprints"}, 400, "fork.wrong"),
                ({"table": record, "ply": 3}, {"seats": seats[:1]}, 400, "fork.wrong"),
                ({"table": record, "ply": 3}, {"options": {"sides": "BBBBBB"}}, 400, "fork.wrong"),
                ({"table": record, "ply": -1}, {}, 400, "request.wrong"),
            ]
            for from_, more, status, code in wrong:
                answer = await client.post("/api/tables", json={"game": "amytis", "seats": seats, "from": from_, **more})
                assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
            made = await begin(client, game="amytis", seats=seats, options=GOOD["options"], **{"from": {"table": record, "ply": 3}})
            assert made["commitment"] == ""

    run(main)


def test_over_a_real_server_a_game_is_played_looked_at_forked_and_played_on(server: Process) -> None:
    async def main() -> None:
        made = make(server, "akropolis", "random", "random")
        path = f"{server.url}/api/tables/{made['id']}"
        while httpx.get(path).json()["status"] != "over":
            pass
        record = finished(server, made["id"])
        copy = httpx.post(f"{server.url}/api/records", json={"record": record}, timeout=60).json()
        fork = make(server, "akropolis", "link", "link", **{"from": {"table": copy["id"], "ply": 12}})
        seated = players(server, fork)
        await sit(seated)
        await asyncio.gather(*(player.play_on(cut=0.05, undo=0.05) for player in seated))
        assert seated[0].state["fork"] == {"table": copy["id"], "ply": 12}
        again = httpx.get(f"{server.url}/api/tables/{fork['id']}/record").json()
        assert again["moves"][:12] == record["moves"][:12] and replay(again).result() == again["result"]
        assert httpx.get(f"{server.url}/api/tables/{fork['id']}/plies/12").json()["move"] == record["moves"][11]

    run(main)


def test_the_head_of_a_record_table_says_what_it_is() -> None:
    from ziggurat.server.show.history import record_head, shown_name

    assert record_head(GOOD).seats[0].kind == "record"
    assert shown_name("  a\u200bb\n", 1) == "a b" and shown_name("", 1) == "Player 2" and len(shown_name("x" * 200, 0)) == 60
    with pytest.raises(RecordError):
        record_head({"game": game_spec("amytis").name})
    assert encode(record_head(GOOD))

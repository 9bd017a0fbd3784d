"""A table in short, for the first page: small, with one's own view and no other, and no visit; and the list of tables with its players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from serving import opened_api, run

PEOPLE = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]


async def glance_of(client: httpx.AsyncClient, table: str, secret: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    answer: dict[str, Any] = (await client.get(f"/api/tables/{table}/glance", headers=headers)).json()
    return answer


def test_it_shows_the_own_view_and_nobody_elses(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "blueprints", "seats": PEOPLE})).json()
            one, two = (seat["secret"] for seat in made["seats"])
            for secret, you in ((one, [0]), (two, [1]), ("", []), ("x" * 22, [])):
                shown = await glance_of(client, made["id"], secret)
                view = shown["view"]
                assert shown["you"] == you and shown["status"] == "running" and [seat["name"] for seat in shown["seats"]] == ["Ada", "Bo"]
                assert (view["plan"] is not None) == bool(you) and view["seat"] == (you[0] if you else None)
                assert [seat for seat, own in enumerate(view["seats"]) if "plan" in own] == you
                assert view["legal"] == view["log"] == view["movers"] == [] and view["to_move"] == 0
            whole = (await client.get(f"/api/tables/{made['id']}", headers={"Authorization": f"Bearer {one}"})).json()
            assert whole["view"]["legal"], "the table itself still has its moves"

    run(main)


def test_a_table_that_hides_scores_hides_them_here_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": PEOPLE, "live_scores": False})).json()
            shown = await glance_of(client, made["id"], made["seats"][0]["secret"])
            assert shown["end"] is None
            assert all("score" not in seat and "sheet" not in seat for seat in shown["view"]["seats"])
            waiting = (await client.post("/api/tables", json={"game": "akropolis", "seats": [PEOPLE[0], {"kind": "link"}]})).json()
            assert (await glance_of(client, waiting["id"]))["view"] is None
            assert (await client.get("/api/tables/nothing/glance")).status_code == 404

    run(main)


def test_it_tells_how_a_game_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "akropolis", "seats": PEOPLE})).json()
            headers = {"Authorization": f"Bearer {made['seats'][1]['secret']}"}
            await client.post(f"/api/tables/{made['id']}/resign", json={}, headers=headers)
            shown = await glance_of(client, made["id"])
            assert shown["end"] == (await client.get(f"/api/tables/{made['id']}")).json()["end"]
            assert (shown["end"]["why"], shown["end"]["seat"], shown["end"]["result"]) == ("resigned", 1, None)

    run(main)


def test_open_tables_are_listed_with_their_players(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            seats = [PEOPLE[0], {"kind": "open"}, {"kind": "bot", "bot": "random"}]
            await client.post("/api/tables", json={"game": "akropolis", "seats": seats, "listed": True})
            (listed,) = (await client.get("/api/tables")).json()
            assert [(seat["name"], seat["joined"]) for seat in listed["players"]] == [("Ada", True), ("", False), ("bot:random", True)]
            assert (listed["seats"], listed["free"]) == (3, 1)

    run(main)


def test_a_finished_table_tells_where_it_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [PEOPLE[0], {"kind": "bot", "bot": "random"}]})).json()
            secret = made["seats"][0]["secret"]
            headers, table = {"Authorization": f"Bearer {secret}"}, f"/api/tables/{made['id']}"
            assert (await glance_of(client, made["id"], secret))["rematch"] == ""
            for action in ("resign", "rematch"):
                assert (await client.post(f"{table}/{action}", json={}, headers=headers)).is_success
            while not (shown := await glance_of(client, made["id"], secret))["rematch"]:
                await asyncio.sleep(0.01)
            assert shown["rematch_places"] == [1, 0] and (await glance_of(client, shown["rematch"], secret))["you"] == [1]

    run(main)

"""A table in short, for the first page: small, with one's own view and no other, and no visit; and the list of tables with its players."""

from __future__ import annotations

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

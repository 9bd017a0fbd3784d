"""Tables with the Athena expansion over HTTP: made, watched, previewed, hinted, played by every bot, recorded, replayed, drawn, reviewed."""

from __future__ import annotations

import asyncio
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import httpx
import pytest

from repeatable_server import repeatable_deals
from serving import opened_api, run
from ziggurat.lessons import lesson
from ziggurat.record import replay
from ziggurat.server import reviews
from ziggurat.server.show import coach

CARDS = ["agora", "parkland", "oasis", "guard_tower"]
ME = {"kind": "here", "name": "Ada"}


async def made(client: httpx.AsyncClient, *others: dict[str, str], **options: Any) -> tuple[str, dict[str, str]]:
    """A table with the expansion; its address, and the headers of the first seat."""
    table = {"game": "akropolis", "seats": [ME, *others], "options": {"athena": True, "athena_cards": CARDS, **options}, "hints": True, "previews": True}
    answer = await client.post("/api/tables", json={**table, "stand_in": ""})
    assert answer.status_code == 201, answer.text
    return f"/api/tables/{answer.json()['id']}", {"Authorization": f"Bearer {answer.json()['seats'][0]['secret']}"}


async def ours(client: httpx.AsyncClient, path: str, me: dict[str, str]) -> dict[str, Any]:
    """The table when the first seat is to move, or the game is over."""
    while True:
        table: dict[str, Any] = (await client.get(path, headers=me)).json()
        if table["choices"] or table["status"] != "running":
            return table
        await asyncio.sleep(0.01)


def best(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """What brings most at once; a card rather than to stop."""
    return max(choices, key=lambda choice: (choice.get("card", -1) > 0, sum((choice["gain"] or {}).values()), choice["text"]))


def test_a_whole_game_alone_with_everything_that_a_table_offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SIMS", 4)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            path, me = await made(client)
            completed = 0
            while (table := await ours(client, path, me))["status"] == "running":
                view, choice = table["view"], best(table["choices"])
                assert [slot["card"] for slot in view["slots"]] == CARDS and view["options"]["athena"] is True
                assert (view["phase"] == "complete") == ("card" in choice)
                if choice.get("card", 0) > 0 and not completed:
                    await look_closer(client, path, me, table, choice)
                completed += choice.get("card", 0) > 0
                played = await client.post(f"{path}/play", json={"ply": table["ply"], "move": choice["text"]}, headers=me)
                assert played.status_code == 201, played.text
            assert completed and table["view"]["architect"]["completed"]
            record = (await client.get(f"{path}/record")).json()
            assert replay(record).scores == record["result"]["scores"] and len(record["deal"]["singles"]) == 4
            assert (await client.get(f"{path}/plies/5")).json()["view"]["ply"] == 5
            shown = (await client.post("/api/records", json={"record": record})).json()
            assert (await client.get(f"/api/tables/{shown['id']}")).json()["ply"] == table["ply"]
            while (review := await client.get(f"{path}/review")).status_code == 202:
                await asyncio.sleep(0.02)
            assert review.json()["complete"]

    with repeatable_deals(lambda: "a card is completed"):  # with other deals that may not happen
        run(main, 300)


async def look_closer(client: httpx.AsyncClient, path: str, me: dict[str, str], table: dict[str, Any], choice: dict[str, Any]) -> None:
    """Preview, hint and picture of a decision about a card; and a move that is not legal, refused in words."""
    lens = (await client.post(f"{path}/lens", json={"ply": table["ply"], "move": choice["text"]}, headers=me)).json()
    assert lens["legal"] and lens["gain"] == choice["gain"] and lens["notes"]
    wrong = (await client.post(f"{path}/lens?language=fr", json={"ply": table["ply"], "move": "0:0,-2/1"}, headers=me)).json()
    assert not wrong["legal"] and wrong["why"]
    for step in (1, 2, 3):
        hint = (await client.post(f"{path}/hint", json={"ply": table["ply"], "step": step}, headers=me)).json()
        assert hint["text"]
    assert hint["move"] in [each["text"] for each in table["choices"]]
    picture = await client.get(f"{path}/picture.svg", headers=me)
    assert picture.status_code == 200 and any(node.attrib.get("data-move") == "stop" for node in ET.fromstring(picture.text).iter())


def test_only_a_table_with_previews_says_how_far_a_city_is_with_its_cards(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for previews in (True, False):
                table = {"game": "akropolis", "seats": [ME], "options": {"athena": True}, "previews": previews}
                answer = await client.post("/api/tables", json=table)
                view = (await client.get(f"/api/tables/{answer.json()['id']}")).json()["view"]
                assert ["progress" in seat for seat in view["seats"]] == [previews] and len(view["slots"]) == 4

    run(main, 300)


def test_bots_of_every_level_answer_and_the_coach_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "PATIENCE", 100.0)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for level in range(1, 9):
                path, me = await made(client, {"kind": "bot", "bot": f"level:{level}"})
                table = await ours(client, path, me)
                if level == 1:
                    asked = await client.post(f"{path}/coach", json={"ply": table["ply"], "move": table["choices"][0]["text"], "over": 1}, headers=me)
                    assert asked.status_code == 200 and asked.json()["cost"] >= 0
                await client.post(f"{path}/play", json={"ply": table["ply"], "move": table["choices"][0]["text"]}, headers=me)
                after = await ours(client, path, me)
                assert after["ply"] >= table["ply"] + 2 and after["view"]["log"][0] == table["choices"][0]["text"], level

    run(main, 300)


def test_a_wrong_option_is_refused_and_the_games_say_which_there_are(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            table = {"game": "akropolis", "seats": [ME], "options": {"athena": True, "athena_cards": ["agora"]}}
            refused = await client.post("/api/tables", json=table)
            assert refused.status_code in {400, 422} and "four different cards" in refused.text
            unmeant = await client.post("/api/tables", json={**table, "options": {"athena_stairs": "one_by_one"}})
            assert unmeant.status_code in {400, 422} and "athena=true" in unmeant.text
            assert (await client.get("/api/games?want=akropolis-athena")).status_code == 200

    run(main)


def test_the_lesson_of_the_expansion_and_its_positions(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            page = (await client.get("/api/lessons/akropolis/athena?language=fr")).json()
            assert [step["id"] for step in page["steps"]] == [step.id for step in lesson("akropolis", "athena").steps]
            step = next(step for step in page["steps"] if step["id"] == "chain")
            shown = (await client.post("/api/practice", json={"of": "lesson", "id": "akropolis/athena", "ply": step["ply"] + 1, "moves": []})).json()
            assert shown["view"]["phase"] == "complete" and any(choice.get("single") == 67 for choice in shown["choices"])
            example = (await client.post("/api/practice", json={"of": "example", "id": "akropolis/card", "ply": 0, "moves": []})).json()
            assert example["view"]["phase"] == "complete"

    run(main)


@pytest.mark.parametrize(("language", "words"), [("en", "for a card `+3.68@0,2/5`"), ("fr", "pour une carte, `+3.68@0,2/5`")])
def test_what_is_no_move_is_refused_with_the_forms_of_athena_and_named_as_it_was_typed(tmp_path: Path, language: str, words: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            path, me = await made(client)

            async def said(move: str) -> str:
                answer = await client.post(f"{path}/play?language={language}", json={"ply": 0, "move": move}, headers=me)
                assert answer.status_code == 400
                return str(answer.json()["error"]["message"])

            assert words in await said("+9.1@0,0/0")
            for far in ("+1.62@900,0/0", "0:900,0/0"):
                assert f"`{far}`" in await said(far)

    run(main)

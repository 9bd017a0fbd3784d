"""Positions to practise on: moments of finished games, and what somebody tries from there."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from serving import opened_api, run
from ziggurat.game import new_game
from ziggurat.lessons import has_lesson
from ziggurat.registry import game_names, game_spec
from ziggurat.search.move_cost import costly
from ziggurat.text import words


def finished(name: str) -> ziggurat.Game:
    lots = random.Random(3)
    game = new_game(name, seed=3)
    while not game.is_over:
        game.push(lots.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("name", game_names())
def test_moves_are_tried_from_a_moment_of_a_finished_game_and_nothing_is_kept(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        game = finished(name)
        then = ziggurat.load(game.record(), upto=4)
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/records", json={"record": game.record()})).json()
            start: dict[str, Any] = {"of": "table", "id": made["id"], "ply": 4}
            first = (await client.post("/api/practice", json=start)).json()
            assert (first["game"], first["ply"], first["seat"], first["log"]) == (name, 4, then.to_move, [])
            assert [choice["text"] for choice in first["choices"]] == [choice.text for choice in then.choices()]
            other = next(move for move in then.legal_moves if move != game.moves[4])
            then.push(other)
            after = (await client.post("/api/practice", json={**start, "moves": [other]})).json()
            assert (after["ply"], after["seat"], len(after["log"])) == (5, first["seat"], 1)
            assert bool(after["choices"]) == (then.to_move == first["seat"])
            assert after["view"]["log"] == then.view(first["seat"])["log"], "as the seat sees it"
            assert (await client.post("/api/practice", json=start)).json() == first
            drawn = await client.post("/api/practice/picture.svg", json=start)
            assert drawn.text.startswith("<svg") and drawn.headers["content-type"].startswith("image/svg+xml")

    run(main)


def test_a_preview_says_what_a_move_brings_or_why_it_cannot_be_played(tmp_path: Path) -> None:
    async def main() -> None:
        game = finished("amytis")
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/records", json={"record": game.record()})).json()
            start: dict[str, Any] = {"of": "table", "id": made["id"], "ply": 0}
            good = (await client.post("/api/practice/preview", json={**start, "move": "b2>a1"})).json()
            assert good["legal"] and "gain" in good and good["words"]
            bad = (await client.post("/api/practice/preview?language=fr", json={**start, "moves": ["b2>a1"], "move": "b2>a1"})).json()
            assert not bad["legal"] and bad["why"]

    run(main)


def test_an_example_of_a_rule_page_is_played_with(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            start: dict[str, Any] = {"of": "example", "id": "amytis/project"}
            first = (await client.post("/api/practice", json=start)).json()
            best = max(first["choices"], key=lambda choice: sum((choice["gain"] or {}).values()))
            assert sum(best["gain"].values()) >= 8
            after = (await client.post("/api/practice", json={**start, "moves": [best["text"]]})).json()
            assert after["ply"] == first["ply"] + 1 and after["log"]
            for name in ("amytis/none", "chess/market", "amytis"):
                assert (await client.post("/api/practice", json={**start, "id": name})).status_code == 404
            lexicon = (await client.get("/api/words", params={"language": "fr"})).json()
            assert lexicon["sections"]["akropolis"]["market"]["id"] == "points" and lexicon["shared"]["coach.over.2"] == "plus de 5 points"

    run(main)


def test_the_words_of_the_coach_name_the_points_from_which_it_speaks() -> None:
    for name in game_names():
        for care, points in enumerate(costly(game_spec(name)), start=1):
            assert f"{points:g} " in words(name)(f"coach.over.{care}") and f"{points:g}".replace(".", ",") in words(name, "fr")(f"coach.over.{care}")


def test_nobody_practises_on_a_running_game_and_wrong_requests_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]})).json()
            running = await client.post("/api/practice", json={"of": "table", "id": made["id"]})
            assert (running.status_code, running.json()["error"]["code"]) == (409, "table.running")
            game = finished("amytis")
            record = (await client.post("/api/records", json={"record": game.record()})).json()
            for body, code in (
                ({"of": "table", "id": "none"}, "table.unknown"),
                ({"of": "table", "id": record["id"], "ply": 999}, "ply.unknown"),
                ({"of": "table", "id": record["id"], "ply": game.ply}, "fork.wrong"),
                ({"of": "table", "id": record["id"], "moves": ["z9>z9"]}, "move.invalid"),
                ({"of": "table", "id": record["id"], "moves": ["b2>a1", "b2>a1"]}, "move.illegal"),
                ({"of": "nothing", "id": "x"}, "request.wrong"),
            ):
                answer = await client.post("/api/practice", json=body)
                assert (400 <= answer.status_code < 500, answer.json()["error"]["code"]) == (True, code), body

    run(main)


def test_a_lesson_that_does_not_exist_is_refused_in_the_language_of_the_page(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            said = [(await client.get(f"/api/lessons/amytis/none?language={language}")).json()["error"]["message"] for language in ("en", "fr")]
            assert said == ["There is no such lesson: `none`.", "Cette leçon n’existe pas\u00a0: `none`."]

    run(main)


@pytest.mark.parametrize("name", game_names())
def test_a_lesson_is_served_in_both_languages_and_its_positions_can_be_played(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            address = f"/api/lessons/{name}/first_game"
            if not has_lesson(name):
                assert (await client.get(address)).json()["error"]["code"] == "lesson.unknown"
                return
            english, french = [(await client.get(f"{address}?language={language}")).json() for language in ("en", "fr")]
            assert [step["id"] for step in english["steps"]] == [step["id"] for step in french["steps"]]
            assert english["title"] != french["title"] and "deal" not in english
            for step in english["steps"]:
                start = {"of": "lesson", "id": english["id"], "ply": step["ply"]}
                position = (await client.post("/api/practice", json=start)).json()
                assert (position["game"], position["seat"], position["ply"]) == (name, 0, step["ply"])
                tried: list[str] = []
                for task in step["tasks"]:
                    right = [choice for choice in position["choices"] if any(parts.items() <= choice.items() for parts in task["accepts"])]
                    assert (right and right[0]["gain"] is not None) or not task["gains"]
                    tried.append(right[0]["text"])
                    position = (await client.post("/api/practice", json={**start, "moves": tried})).json()
                after = await client.post("/api/practice", json={**start, "moves": [*tried, *step["follows"]]})
                assert after.status_code == 200 and not (step["tasks"] and after.json()["choices"]), "the turn is over"
            catalogue = (await client.get("/api/games")).json()["games"]
            info = next(game for game in catalogue if game["game"] == name)
            assert info["lesson_minutes"] == english["minutes"]
            assert info["option_lessons"].keys() <= {option["name"] for option in info["options"]}
            assert info["option_lessons"] == (await client.get(f"/api/rules/{name}")).json()["option_lessons"]

    run(main)


def test_lessons_that_are_not_there_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for id_, ply, code in (
                ("amytis/none", 0, "lesson.unknown"),
                ("amytis", 0, "lesson.unknown"),
                ("amytis/../x", 0, "lesson.unknown"),
                ("amytis/first_game", 999, "lesson.unknown"),
                ("chess/first_game", 0, "game.unknown"),
            ):
                answer = await client.post("/api/practice", json={"of": "lesson", "id": id_, "ply": ply})
                assert (answer.status_code, answer.json()["error"]["code"]) == (404, code), id_
            assert (await client.get("/api/lessons/amytis/none")).status_code == 404

    run(main)

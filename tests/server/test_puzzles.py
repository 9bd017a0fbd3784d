"""Puzzles over HTTP: the list gives nothing away, a position is shown as its seat sees it, an answer says right or wrong and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from serving import opened_api, run
from ziggurat.puzzles.puzzle import game_of, shipped


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
def test_a_puzzle_is_listed_shown_and_answered(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            listed = (await client.get(f"/api/puzzles/{name}")).json()
            assert listed["game"] == name
            assert {puzzle["id"] for puzzle in listed["puzzles"]} == set(shipped(name))
            assert all(set(puzzle) == {"id", "rating", "themes", "seats"} for puzzle in listed["puzzles"]), "nothing of the solution"
            ratings = [puzzle["rating"] for puzzle in listed["puzzles"]]
            assert ratings == sorted(ratings)
            puzzle = shipped(name)[listed["puzzles"][len(ratings) // 2]["id"]]
            game = game_of(puzzle)
            start = {"of": "puzzle", "id": f"{name}/{puzzle.id}"}
            shown = (await client.post("/api/practice", json=start)).json()
            assert (shown["seat"], shown["ply"]) == (puzzle.seat, puzzle.ply)
            assert shown["view"] == game.view(puzzle.seat), "as the seat sees it"
            assert puzzle.best in [choice["text"] for choice in shown["choices"]]
            after = (await client.post("/api/practice", json={**start, "moves": [puzzle.best]})).json()
            assert after["ply"] == puzzle.ply + 1
            where = f"/api/puzzles/{name}/{puzzle.id}/answer"
            right, wrong, given_up = [(await client.post(where, json=body)).json() for body in ({"move": puzzle.best}, {"move": puzzle.second}, {"move": None})]
            assert (right["right"], wrong["right"], given_up["right"]) == (True, False, False)
            assert right["best"] == wrong["best"] == puzzle.best
            assert (right["margin"], right["error"], right["games"]) == (puzzle.margin, puzzle.error, puzzle.reason.games)
            assert right["ahead"] == puzzle.reason.margin, "what the lines add up to, where there is one rival"
            assert right["lines"] and right["words"][0]
            french = (await client.post(f"{where}?language=fr", json={"move": puzzle.best})).json()
            assert [line["points"] for line in french["lines"]] == [line["points"] for line in right["lines"]]
            assert french["words"][0] != right["words"][0]

    run(main)


def test_what_cannot_be_answered_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        puzzle = next(iter(shipped("amytis").values()))
        async with opened_api(tmp_path) as client:
            for path, body, status, code in (
                ("/api/puzzles/amytis/none/answer", {"move": "b2>a1"}, 404, "puzzle.unknown"),
                ("/api/puzzles/nothing/none/answer", {"move": "b2>a1"}, 404, "game.unknown"),
                (f"/api/puzzles/amytis/{puzzle.id}/answer", {"move": "z9>z9"}, 400, "move.invalid"),
                ("/api/practice", {"of": "puzzle", "id": "amytis/none"}, 404, "puzzle.unknown"),
                ("/api/practice", {"of": "puzzle", "id": "amytis"}, 404, "puzzle.unknown"),
            ):
                answer = await client.post(path, json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
            assert (await client.get("/api/puzzles/nothing")).status_code == 404

    run(main)

"""Pictures are drawn beside the event loop, each once however many ask, and the last ones are kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seating import seat_all
from serving import opened_api, run, table
from ziggurat.errors import GameError
from ziggurat.games.amytis.pictures import draw
from ziggurat.guide import pictures_of
from ziggurat.server.refused import Refused
from ziggurat.server.show.picture_cache import Pictures, key_of


def test_while_a_picture_is_drawn_the_server_answers_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, threads, drawn = threading.Event(), threading.Event(), set(), draw.svg

    def slow(*args: Any, **more: Any) -> str:
        threads.add(threading.current_thread())
        begun.set()
        assert go_on.wait(60)
        return drawn(*args, **more)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            party = await seat_all(client._transport.app.app.state.host, table("amytis", "link", "link"))  # type: ignore[attr-defined]
            path = f"/api/tables/{party.table.id}"
            requests = [asyncio.create_task(client.get(f"{path}/picture.svg?theme=dark")) for _ in range(5)]
            assert await asyncio.to_thread(begun.wait, 30)
            assert (await client.get("/api/games")).status_code == 200, "nobody waits for the drawing"
            await party.play_on(1)
            requests[0].cancel()  # one goes away: the others still get theirs
            go_on.set()
            answers = await asyncio.gather(*requests[1:])
            assert {answer.status_code for answer in answers} == {200} and len({answer.content for answer in answers}) == 1

    monkeypatch.setattr(draw, "svg", slow)
    run(main)
    assert len(threads) == 1 and threading.main_thread() not in threads


def test_a_picture_is_drawn_once_for_each_view_theme_look_and_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, calls = draw.svg, []

    def counted(*args: Any, **more: Any) -> str:
        calls.append(more)
        return drawn(*args, **more)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            party = await seat_all(client._transport.app.app.state.host, table("amytis", "link", "link"))  # type: ignore[attr-defined]
            path = f"/api/tables/{party.table.id}/picture.svg"
            ways = [
                f"?theme={theme}&look={look}&language={language}" for theme in ("light", "dark") for look in ("top", "isometric") for language in ("en", "fr")
            ]
            first = [(await client.get(path + way)).content for way in ways]
            assert [(await client.get(path + way)).content for way in ways] == first
            assert len(calls) == len(ways) == len(set(first))
            answer = await client.get(path)
            again = await client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"") and len(calls) == len(ways)
            await party.play_on(1)
            moved = await client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
            assert moved.status_code == 200 and moved.content != answer.content and len(calls) == len(ways) + 1
            then = await client.get(f"{path}?ply=0")
            assert then.content == answer.content and len(calls) == len(ways) + 1, "an earlier moment that was drawn then"

    monkeypatch.setattr(draw, "svg", counted)
    run(main)


def test_pictures_of_rule_pages_are_drawn_beside_the_event_loop_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, real = next(iter(pictures_of("amytis").items()))
    threads: list[threading.Thread] = []

    def watched(*args: Any) -> Any:
        threads.append(threading.current_thread())
        return real(*args)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            answers = await asyncio.gather(*(client.get(f"/api/rules/amytis/picture/{name}.svg?theme=dark") for _ in range(4)))
            assert {answer.status_code for answer in answers} == {200}
            assert (await client.get("/api/rules/amytis/picture/nothing.svg")).json()["error"]["code"] == "guide.unknown"
            assert (await client.get("/api/rules/chess/picture/nothing.svg")).status_code == 404

    monkeypatch.setitem(pictures_of("amytis"), name, watched)
    run(main)
    assert len(threads) == 1 and threads[0] is not threading.main_thread()


def test_what_is_kept_is_bounded_and_an_error_is_not_kept() -> None:
    async def main() -> None:
        pictures, drawn = Pictures(most=1000), []

        def draw(name: str) -> Callable[[], str]:
            return lambda: drawn.append(name) or name * 300  # type: ignore[func-returns-value]

        for name in "abcd":
            assert await pictures.get(name, draw(name)) == name.encode() * 300
        assert pictures.bytes == 900
        await pictures.get("d", draw("d"))
        await pictures.get("a", draw("a"))
        assert drawn == [*"abcd", "a"], "the oldest made room"
        assert await pictures.get("large", lambda: "x" * 5000) and pictures.bytes == 0

        def broken() -> str:
            raise GameError("no")

        for _ in range(2):
            with pytest.raises(GameError):
                await pictures.get("broken", broken)
        assert await pictures.get("broken", lambda: "mended") == b"mended"
        wait = threading.Event()
        requests = [asyncio.ensure_future(pictures.get(str(n), lambda: str(wait.wait(60)))) for n in range(200)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="busy"):
            await pictures.get("more", str)
        wait.set()
        await asyncio.gather(*requests)
        pictures.close()

    asyncio.run(main())
    assert key_of("ab", "c") != key_of("a", "bc")

"""Games become ready step by step; who waits comes first; a bot that is not compiled waits at the table, and people play."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import pytest

from seating import act
from serving import opened_host
from ziggurat import bind
from ziggurat.kernel import COMPILED
from ziggurat.registry import game_names, game_spec
from ziggurat.search.compile_steps import STEPS, mark, step_of
from ziggurat.server import compile_ahead
from ziggurat.server import requests as r
from ziggurat.server.compile_ahead import CompileAhead
from ziggurat.server.make_table import make_table


def pretended(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Compile nothing, but remember what would have been."""
    made: list[tuple[str, str]] = []

    def prepare(game: str, step: str) -> float:
        made.append((game, step))
        return 0.0

    monkeypatch.setattr(compile_ahead, "prepare", prepare)
    return made


def test_rules_come_first_and_the_game_asked_for_before_all() -> None:
    async def main() -> None:
        compiled = CompileAhead(["a", "b"])
        assert compiled.next() == ("a", "rules")
        compiled.want("b")
        compiled.want("nobody's")
        assert compiled.wanted == ["b"] and compiled.next() == ("b", "rules")
        compiled._left.remove(("b", "rules"))
        compiled.begun["b", "rules"] = 0.0
        assert compiled.next() == ("a", "rules"), "one step of a game at a time"
        assert compiled.seconds("b") > 0 == compiled.seconds("a")
        del compiled.begun["b", "rules"]
        assert compiled.next() == ("b", "bots")
        compiled._left = [("b", "reviews"), ("a", "search")]
        assert compiled.next() == ("a", "search"), "reviews after all else"
        assert compiled.is_ready("another game") and not compiled.is_ready("b")

    asyncio.run(main())


def test_every_step_is_made_ready_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pretended(monkeypatch)
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: Path(__file__))  # all is in the cache

    async def main() -> None:
        compiled = CompileAhead(["a", "b"])
        await compiled.run()
        assert all(compiled.is_ready(game, step) for game in "ab" for step in STEPS)
        await compiled.wait("a", "search")

    asyncio.run(main())
    assert [step for _, step in made] == sorted((step for _, step in made), key=STEPS.index) and len(made) == 2 * len(STEPS)


def test_a_compiling_process_that_dies_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = pretended(monkeypatch)
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: tmp_path / "missing")
    monkeypatch.setattr(compile_ahead, "COMPILED", True)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    asyncio.run(CompileAhead(["a", "b"]).run())
    assert len(made) == 2 * len(STEPS)


def test_the_mark_moves_with_the_templates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before, rules = mark("amytis", "search"), mark("amytis", "rules")
    for path in bind.path_of("ziggurat.search.kernels.mcts").parent.glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text() + "# edited\n")
    path_of = bind.path_of
    monkeypatch.setattr(bind, "path_of", lambda name: tmp_path / f"{name.rpartition('.')[2]}.py" if ".search.kernels." in name else path_of(name))
    bind.bound_folder.cache_clear()
    try:
        assert mark("amytis", "search") != before
        assert mark("amytis", "rules") == rules, "the rules are compiled without the search"
    finally:
        bind.bound_folder.cache_clear()


def test_what_a_bot_needs() -> None:
    for name in game_names():
        spec = game_spec(name)
        assert [step_of(bot, spec) for bot in ("random", "greedy", "newcomer", "level:1", "level:8", "mcts:sims=5")] == [
            "rules",
            "bots",
            "bots",
            "bots",
            "search",
            "search",
        ]


def test_a_bot_that_is_not_compiled_waits_and_people_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            host.compiled = host.bot_turns.compiled = CompileAhead(["amytis"])
            host.compiled.ready["amytis", "rules"].set()
            made = await make_table(host, r.NewTable("amytis", [r.NewSeat("here"), r.NewSeat("bot", bot="greedy")]))
            room = host.rooms[made.id]
            actor = await host.actor(room, [made.seats[0].secret])
            while room.table.to_move == 0:
                assert room.table.game is not None
                await act(host, room, actor, r.Play(ply=room.table.ply, move=room.table.game.legal_moves[0]))
            assert room.thinking is not None and not room.thinking.ready
            await asyncio.sleep(0.05)
            ply = room.table.ply
            assert room.table.to_move == 1 and host.compiled.wanted == ["amytis"]
            host.compiled.ready["amytis", "bots"].set()
            async with asyncio.timeout(60):
                while room.table.ply == ply:
                    await asyncio.sleep(0.01)

    asyncio.run(main())


def test_it_goes_on_compiling_while_somebody_waits_for_the_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = pretended(monkeypatch)
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: tmp_path / "missing")
    monkeypatch.setattr(compile_ahead, "COMPILED", True)
    monkeypatch.setattr(compile_ahead, "note_all_compiled", lambda: made.append(("all", "noted")))
    monkeypatch.setattr(sys, "executable", "/bin/false")
    compiled = CompileAhead(["a", "b"])
    compiled.start()
    compiled.block_until("bots")
    assert all(compiled.is_ready(game, step) for game in "ab" for step in ("rules", "bots"))
    asyncio.run(compiled.wait("a", "search"))
    compiled.block_until(STEPS[-1])
    assert compiled._thread is not None
    compiled._thread.join()  # that all is compiled is noted after the last step
    compiled.stop()
    assert made.pop() == ("all", "noted") and len(made) == 2 * len(STEPS)


def test_it_stops_in_the_middle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretended(monkeypatch)
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: tmp_path / "missing")
    monkeypatch.setattr(compile_ahead, "COMPILED", True)
    monkeypatch.setattr(compile_ahead, "note_all_compiled", lambda: pytest.fail("not everything is compiled"))
    (sleeper := tmp_path / "sleeper").write_text("#!/bin/sh\nexec sleep 600\n")
    sleeper.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(sleeper))
    compiled = CompileAhead(["a"])
    compiled.start()
    while not compiled.begun:
        time.sleep(0.01)
    began = time.monotonic()
    compiled.stop()
    assert time.monotonic() - began < compile_ahead.STOP_SECONDS and not compiled.begun
    compiled.block_until("search")  # who waits is let go


ATHENA = "akropolis-athena"


def test_an_expansion_is_compiled_when_somebody_wants_it_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    made = pretended(monkeypatch)
    noted: list[int] = []
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: Path(__file__))  # all is in the cache
    monkeypatch.setattr(compile_ahead, "note_all_compiled", lambda: noted.append(len(made)))
    compiled = CompileAhead(["akropolis"])
    compiled.start()
    compiled.block_until("search")
    assert compiled._thread is not None
    compiled._thread.join()
    assert made == [("akropolis", step) for step in STEPS] and not any(compiled.is_ready(ATHENA, step) for step in STEPS)
    compiled.want("akropolis-another")
    asyncio.run(compiled.wait(ATHENA, STEPS[-1]))
    assert all(compiled.is_ready(ATHENA, step) for step in STEPS) and made[len(STEPS) :] == [(ATHENA, step) for step in STEPS]
    compiled.want(ATHENA)
    compiled.stop()
    assert len(made) == 2 * len(STEPS), "once"
    assert len(noted) == int(COMPILED) and all(count == len(STEPS) for count in noted), "a start waits for no expansion"


def test_a_server_of_plain_python_plays_an_expansion_at_once_without_the_search() -> None:
    compiled = CompileAhead(["akropolis"], plain=True)
    asyncio.run(compiled.run())
    for _ in range(2):
        assert compiled.is_ready(ATHENA) and compiled.is_ready(ATHENA, "bots") and not any(compiled.is_ready(ATHENA, step) for step in STEPS[2:])
        asyncio.run(compiled.wait(ATHENA))
    assert compiled.expansions == {ATHENA: None}
    assert CompileAhead().is_ready(ATHENA), "a server that compiles nothing ahead compiles when it is needed"


def test_a_table_with_an_expansion_asks_for_its_machine_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = pretended(monkeypatch)
    monkeypatch.setattr(compile_ahead, "mark", lambda game, step: Path(__file__))

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            host.compiled = host.bot_turns.compiled = CompileAhead(["akropolis"])
            await host.compiled.run()
            seats = [r.NewSeat("here"), r.NewSeat("bot", bot="greedy")]
            await make_table(host, r.NewTable("akropolis", seats))
            assert not [step for step in made if step[0] == ATHENA]
            table = await make_table(host, r.NewTable("akropolis", seats, options={"athena": True}))
            assert (ATHENA, "rules") in made and host.rooms[table.id].table.spec.key == ATHENA
            host.compiled.stop()

    asyncio.run(main())

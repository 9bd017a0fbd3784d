"""The lens: what a move would do, told before it is played, in the client's language, and of nothing hidden."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from playing import SocketPlayer
from seating import CASES, DEAL, Party, act, make, parts_of, plain, players, seat_all, sit, twin, without_marks
from serving import Process, opened_api, opened_host, run, table
from ziggurat.errors import GameOver, StaleMove
from ziggurat.game import Game
from ziggurat.registry import game_spec
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor
from ziggurat.server.show.views import undone_infos
from ziggurat.server.web.socket import encode


async def look(party: Party, seat: int, move: str, language: str = "en") -> Any:
    """The answer as a client reads it."""
    preview: Any = await act(party.host, party.room, Actor([seat], language=language), r.Lens(ply=party.table.ply, move=move))
    return preview


def test_a_move_is_told_in_words_with_its_gain_and_the_sheet_after_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", previews=True), deal=DEAL)
            preview = await look(party, 0, " B2 > a1")
            assert preview.legal and preview.move == "b2>a1" and not preview.why
            assert preview.words == ["Take the blue residence from b2 and build it on a1"]
            assert preview.gain == {"residence": 1} and preview.after["residence"] == 1 and sum(preview.after.values()) == 1
            french = await look(party, 0, "b2>a1", "fr")
            assert french.words[0].startswith("Prenez la tuile") and french.gain == preview.gain
            assert party.table.ply == 0, "nothing is played"

    run(main)


@pytest.mark.parametrize("name", ["amytis", "akropolis", "blueprints"])
def test_the_gain_is_that_of_the_choice_and_what_happens_when_it_is_played(tmp_path: Path, name: str) -> None:
    lots = random.Random(name)

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(name, "link", "link", previews=True))
            notes = set()
            while (seat := party.table.to_move) is not None:
                choice = lots.choice(parts_of(party.room, seat))
                preview = await look(party, seat, choice["text"])
                assert preview.legal and preview.gain == choice["gain"] and (preview.after is None) == (choice["gain"] is None)
                notes |= set(preview.notes)
                before, number = party.table.game.breakdown[seat], int(party.table.game.state["round_index"]) if name == "blueprints" else 0
                await party.play(seat, choice["text"])
                if name == "blueprints":
                    if preview.gain is not None and party.table.to_move is not None and int(party.table.game.state["round_index"]) == number:
                        points = plain(party.room.views.view(seat))["seats"][seat]["points"]
                        assert preview.after == {line: n for line, n in points.items() if line != "total"}
                elif preview.gain is not None:
                    lines = {line: n for line, n in party.table.game.breakdown[seat].items() if n or line in before}
                    assert preview.after == lines, "chance cannot change what was told"
            assert len(notes) >= (1 if name == "amytis" else 5), notes

    run(main)


def test_why_a_move_cannot_be_played(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", previews=True), deal=DEAL)
            await party.play(0, "b2>a1")
            taken = await look(party, 1, "b2>a1")
            assert not taken.legal and taken.why == "An architect of P0 stands on this stack: choose another." and taken.words == taken.notes == []
            assert (await look(party, 1, "b2>a1", "fr")).why == "P0 a un architecte sur cette pile\xa0: choisissez-en une autre."
            assert (await look(party, 1, "!IV")).why == "You have no new line of three architects: no favor is yours to choose now."
            nonsense = await look(party, 1, "castle")
            assert not nonsense.legal and nonsense.why.startswith("`castle` is not a move: write `b2>a1`") and nonsense.move == "castle"
            assert (await look(party, 1, "castle", "fr")).why.startswith("`castle` n’est pas un coup\xa0: écrivez `b2>a1`")
            turn = await look(party, 0, "a1>a1")
            assert not turn.legal and turn.why == "It is not your turn; P1 is to play."
            assert "P1" in (await look(party, 0, "a1>a1", "fr")).why
            with pytest.raises(StaleMove):
                await act(host, party.room, Actor([1]), r.Lens(ply=0, move="a1>a1"))
            with pytest.raises(Refused, match="You watch"):
                await act(host, party.room, Actor([]), r.Lens(ply=1, move="a1>a1"))
            await party.ask(0, r.Resign())
            with pytest.raises(GameOver):
                await act(host, party.room, Actor([1]), r.Lens(ply=1, move="a1>a1"))

    run(main)


def test_a_move_taken_back_is_told_as_each_seat_heard_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link"))
            seat = party.table.to_move
            await party.play(seat, next(move for move in party.table.game.legal_moves if ">" in move and not move.endswith("x")))
            await party.ask(seat, r.Undo(ply=1))
            own, others = (undone_infos(party.table, viewer, "en")[0].told for viewer in (seat, 1 - seat))
            assert "places it on an empty space" in own and "behind the screen" in others
            assert undone_infos(party.table, None, "fr")[0].told.endswith("derrière le paravent")

    run(main)


def test_what_chance_decides_is_not_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for number in range(40):
                party = await seat_all(host, table("amytis", "link", "link", previews=True))
                await party.play_on(number % 8 + 1)
                while (seat := party.table.to_move) is not None and "+deck" not in party.table.game.legal_moves:
                    await party.play_on(1)
                if seat is None:
                    continue
                preview = await look(party, seat, "+deck")
                assert preview.legal and preview.gain is None and preview.after is None and preview.words == ["Draw the top card of the deck"]
                return
        raise AssertionError("no palace in forty games")

    run(main)


def test_the_table_decides_how_much_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            plain = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            text = encode(await look(plain, 0, "b2>a1")).decode()
            assert '"legal":true' in text and '"words":["Take the blue' in text and '"notes":[]' in text
            assert '"gain"' not in text and '"after"' not in text
            unscored = await seat_all(host, table("amytis", "link", "link", previews=True, live_scores=False), deal=DEAL)
            text = encode(await look(unscored, 0, "b2>a1")).decode()
            assert '"gain":{"residence":1}' in text and '"after"' not in text

    run(main)


def test_the_notes_of_each_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", previews=True, options={"stones": "from_one"}))
            for move in party.table.game.legal_moves:
                preview = await look(party, 0, move)
                assert ("Costs 1 stone, 0 left" in preview.notes) == move.startswith("1:")
            party = await seat_all(host, table("blueprints", "link", "link", "link", previews=True))
            plan = plain(party.room.views.view(0))["plan"]
            for move in party.table.game.legal_moves:
                preview = await look(party, 0, move, "fr")
                assert preview.notes == ["Le plan peut encore être réalisé", "Votre dé 1 sur 6 de cette manche"], (plan, move)
            wanted = {"Completes the plan: its bonus counts", "The plan can no longer be completed: its bonus is lost"}
            seen: set[str] = set()
            for _ in range(10):  # now and then no plan of a random game comes so far
                while (seat := party.table.to_move) is not None and not wanted <= seen:
                    for move in party.table.game.legal_moves:
                        seen |= set((await look(party, seat, move)).notes)
                    await party.play_on(1)
                if wanted <= seen:
                    break
                party = await seat_all(host, table("blueprints", "link", "link", "link", previews=True))
            assert wanted <= seen

    run(main)


@pytest.mark.parametrize(("name", "seats"), CASES, ids=str)
def test_the_lens_says_the_same_for_two_deals_that_a_seat_cannot_tell_apart(tmp_path: Path, name: str, seats: int) -> None:
    lots = random.Random(f"lens/{name}{seats}")

    async def through(host: Host, game: Game, deal: dict[str, Any], moves: list[str], seat: int) -> list[str]:
        options = {option: value for option, value in game.options.items() if option != "seats"}
        made = await make_table(host, table(name, *["here"] * seats, previews=True, options=options), deal=deal)
        room = await host.get(made.id)
        for move in moves:
            await act(host, room, Actor(list(range(seats))), r.Play(ply=room.table.ply, move=move))
        picked = game.legal_moves if len(game.legal_moves) < 60 else random.Random(1).sample(game.legal_moves, 60)
        tried = [*picked, "nonsense", "-W1", "R6>b3", "+deck", "0:40,40/0"]
        previews = [await act(host, room, Actor([seat], language="fr"), r.Lens(ply=room.table.ply, move=move)) for move in tried]
        return [without_marks(encode(answer).decode(), made) for answer in previews]

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for number in range(4):
                game = Game(game_spec(name), {"seats": seats}, seed=f"lens/{number}")
                for _ in range(lots.randrange(3, 60)):
                    if not game.is_over:
                        game.push(lots.choice(game.legal_moves))
                if game.is_over:
                    game.undo()
                seat = game.to_move
                assert seat is not None
                deal, moves = twin(game, seat, number)
                one, two = await through(host, game, game.deal, game.moves, seat), await through(host, game, deal, moves, seat)
                assert one == two and any('"legal":true' in answer for answer in one)

    run(main)


def test_on_a_socket_and_over_http_and_in_good_time(server: Process) -> None:
    async def main() -> None:
        for game in ("amytis", "akropolis", "blueprints"):
            made = make(server, game, "link", "link", previews=True)
            seated = players(server, made)
            await sit(seated)
            await asyncio.gather(*(player.play_on(until_ply=12) for player in seated))
            mover = next(player for player in seated if player.state["choices"])
            took = []
            for choice in mover.lots.sample(mover.state["choices"], min(20, len(mover.state["choices"]))):
                began = time.perf_counter()
                preview = await mover.ask({"t": "lens", "ply": mover.state["ply"], "move": choice["text"]})
                took.append(time.perf_counter() - began)
                assert preview["t"] == "lens" and preview["legal"] and preview["gain"] == choice["gain"], preview
            assert min(took) < 0.02, took  # the machine may be busy with other tests
            other = next(player for player in seated if player is not mover)
            assert "n’est pas" in (await other.ask({"t": "lens", "ply": mover.state["ply"], "move": "x"}))["why"] or other.language == "en"
            refused = await mover.ask({"t": "lens", "ply": 3, "move": "x"})
            assert refused["error"]["code"] == "table.stale"
            watcher = SocketPlayer(server.url, made["id"], [], random.Random(0))
            await watcher.open()
            assert (await watcher.ask({"t": "lens", "ply": 12, "move": "x"}))["error"]["code"] == "seat.none"

    run(main)


def test_over_http(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            body = {"game": "amytis", "seats": [{"kind": "here", "name": "Ada"}, {"kind": "here"}], "previews": True}
            made = (await client.post("/api/tables", json=body)).json()
            path, headers = f"/api/tables/{made['id']}", {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            legal = (await client.get(path, headers=headers)).json()["view"]["legal"]
            answer = await client.post(f"{path}/lens?language=fr", json={"ply": 0, "move": legal[0]}, headers=headers)
            assert answer.status_code == 200 and answer.json()["words"][0].startswith("Prenez la tuile")
            assert (await client.post(f"{path}/lens", json={"ply": 0, "move": legal[0]})).status_code == 401

    run(main)

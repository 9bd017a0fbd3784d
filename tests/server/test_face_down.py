"""Awards and prizes that lie face down: nothing that is sent before the end depends on who has won which, and at the end all is shown."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from seating import Party, plain, seat_all, table_shown, without_marks
from serving import opened_api, opened_host, run, table
from ziggurat.game import Game
from ziggurat.games.blueprints.material import CARD_NAMES
from ziggurat.registry import game_spec
from ziggurat.server import requests as r
from ziggurat.server.host import Host
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.web.stream import game_stream
from ziggurat.text import words

ROUND = {2: 24, 3: 18, 4: 24}
NAMES = [words("blueprints", language)(f"card.{name}") for name in CARD_NAMES for language in ("en", "fr")]


def played(seats: int, plies: int, seed: str) -> Game:
    lots, game = random.Random(seed), Game(game_spec("blueprints"), {"seats": seats}, seed=seed)
    for _ in range(plies):
        game.push(lots.choice(game.legal_moves))
    return game


async def everything_sent(host: Host, client: Any, game: Game, seat: int, cards: Any, **how: Any) -> list[str]:
    """All that a seat is sent while a game is played; after each round somebody turns the cards of everybody into others (`cards`)."""
    made = await make_table(host, table("blueprints", *["link"] * game.seats, previews=True, **how), deal=game.deal)
    room = await host.get(made.id)
    party = Party(host, room, [place.secret for place in made.seats])
    for place in range(game.seats):
        await party.ask(place, r.Join(name=f"P{place}"))
    watcher, sent = Watcher(host, room, Actor([seat], language="fr")), []
    headers, path = {"Authorization": f"Bearer {made.seats[seat].secret}"}, f"/api/tables/{made.id}"
    stream = game_stream(host, room, await host.actor(room, [made.seats[seat].secret]), client._transport.app.limits, "test")
    for ply, move in enumerate(game.moves):
        await party.play(party.table.to_move, move)
        if room.table.ply % ROUND[game.seats] == 0:
            party.table.game._states["cards"][room.table.ply] = cards
            room.views = type(room.views)(room.table, room.logs)
        sent += watcher.unsent_texts()
        sent.append((await anext(stream)).decode())
        waiting = next(place for place in range(game.seats) if place != room.table.to_move)
        for lens in (r.Lens(ply=room.table.ply, move=party.table.game.legal_moves[0]), r.Ahead(ply=room.table.ply)):
            who = party.table.to_move if isinstance(lens, r.Lens) else waiting
            sent.append(json.dumps(plain(await party.ask(who, lens))))
        if ply % 9 == 0:
            pictures = [] if how.get("live_scores") is False else [f"{path}/picture.svg", f"{path}/picture.svg?ply={ply + 1}&theme=dark&language=fr"]
            for address in (path, f"{path}/log", f"{path}/record", f"{path}/plies/{ply + 1}", f"{path}/plies/{ply}?language=fr", *pictures):
                answer = await client.get(address, headers=headers)
                assert answer.status_code == 200, answer.text
                sent.append(answer.text)
    await stream.aclose()
    watcher.close()
    return [without_marks(text, made) for text in sent]


@pytest.mark.parametrize("how", [{"face_down": True}, {"live_scores": False}, {"face_down": True, "hints": True}], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_that_is_sent_depends_on_the_cards_or_names_them(tmp_path: Path, seats: int, how: dict[str, Any]) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            host = client._transport.app.app.state.host  # type: ignore[attr-defined]
            game = played(seats, 2 * ROUND[seats] + 5, f"down/{seats}")
            none, many = [[0] * len(CARD_NAMES)] * 4, [[place, 2, 0, 1, 3 - place, 0, 2] for place in range(4)]
            one = await everything_sent(host, client, game, 1, none, **how)
            two = await everything_sent(host, client, game, 1, many, **how)
            assert one == two
            if "hints" in how:
                open_game = [await everything_sent(host, client, game, 1, cards) for cards in (none, many)]
                assert open_game[0] != open_game[1], "the cards matter where they lie open"
            views = [json.loads(text) for text in one if '"rounds":[{' in text]
            assert views, "finished rounds are shown"
            won = [text for text in one if any(f"{sign}{name}" in text for name in NAMES for sign in ("le ", "la ", "wins the ", "gagne "))]
            tips = [text for text in won if '"t": "lens"' not in text and '"t":"lens"' not in text]  # a preview speaks of what can be won
            assert not tips, tips[0][:500]

    run(main, 300)


def test_a_running_table_hides_who_won_what_and_the_end_shows_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link", face_down=True, previews=True))
            other = await seat_all(host, table("blueprints", "link", "link", "link"))
            await party.play_on(19)
            shown = plain(table_shown(host, party.room, Actor([0]), 0))
            assert shown["settings"]["face_down"] and len(shown["view"]["rounds"]) == 1
            (finished,) = shown["view"]["rounds"]
            assert finished["cards"] == {} and finished["ranking"] == [] and [seat["cards"] for seat in finished["seats"]] == [[], [], []]
            assert all(seat["building"] and seat["points"] for seat in finished["seats"]), "buildings lay open on the table"
            assert all(seat["cards"] == [] and "score" not in seat and "breakdown" not in seat for seat in shown["view"]["seats"])
            assert "points" in shown["view"]["seats"][0], "what the own building scores is no secret"
            scored = shown["log"][17]
            assert not any("award" in line or "prize" in line for line in scored) and len(scored) == 1 + 3 + 1
            await other.play_on(19)
            assert any("award" in line for line in plain(table_shown(host, other.room, Actor([0]), 0))["log"][17])
            await party.play_on()
            over = plain(table_shown(host, party.room, Actor([0]), 0))
            assert all("score" in seat for seat in over["view"]["seats"]) and all(one["cards"] for one in over["view"]["rounds"])
            assert any("award" in line for line in over["log"][17]) and over["end"]["result"]["scores"]

    run(main)


def test_a_hint_at_such_a_table_knows_no_cards_and_tells_no_chances(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", face_down=True, hints=True))
            await party.play_on(24)
            seat, ply = party.table.to_move, party.table.ply
            why = await party.ask(seat, r.Hint(ply=ply, step=3))
            shown = plain(why)
            assert "win" not in shown and "margin" not in shown and "%" not in shown["text"] and shown["text"] and shown["move"]
            open_party = await seat_all(host, table("blueprints", "link", "link", hints=True))
            assert plain(await open_party.ask(0, r.Hint(ply=0, step=3)))["win"] >= 0

    run(main)


def test_only_games_with_such_things_offer_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            offered = {game["game"]: game["face_down"] for game in (await client.get("/api/games")).json()["games"]}
            assert offered["blueprints"] and not offered["amytis"] and not offered["akropolis"]
            refused = await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "link"}] * 2, "face_down": True})
            assert refused.status_code == 400 and refused.json()["error"]["code"] == "table.no_face_down" and "amytis" in refused.json()["error"]["message"]
            quiet = await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "link"}] * 2, "live_scores": False})
            assert quiet.status_code == 201

    run(main)


def test_a_rematch_keeps_the_setting(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", face_down=True))
            await party.ask(0, r.Resign())
            await party.ask(0, r.Rematch())
            await party.ask(1, r.Answer(yes=True))
            while not party.table.rematch:
                await asyncio.sleep(0.002)
            assert (await host.get(party.table.rematch)).table.head.face_down
            with pytest.raises(Refused):
                await make_table(host, table("akropolis", "link", "link", face_down=True))

    run(main)

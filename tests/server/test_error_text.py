"""Refusals in the client's language: every code has its words in French and English, on sockets and over HTTP."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from playing import SocketPlayer
from seating import DEAL, act, make, players, seat_all, sit
from serving import Process, opened_api, opened_host, run, table
from ziggurat import errors
from ziggurat.errors import GameError, IllegalMove
from ziggurat.kernel import PACKAGE
from ziggurat.server import requests as r
from ziggurat.server.rates import NO_RATES, Rate
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor
from ziggurat.server.show.error_text import accepted, in_words, language_of, text_of
from ziggurat.server.web import error_answers
from ziggurat.text import LANGUAGES, PLACEHOLDER, words

RAISED = re.compile(r"""Refused\(\s*"([a-z_.]+)"(?:,\s*(?:"(\w*)"(?: if \w+ else "(\w+)")?)?\s*(.*))?\)""")
SOURCES = sorted((PACKAGE / "server").rglob("*.py"))


def test_every_code_of_the_protocol_has_words_in_both_languages() -> None:
    page = (PACKAGE.parents[1] / "docs/reference/protocol.md").read_text(encoding="utf-8")
    rows = page.partition("| code | means |")[2].partition("\n\n")[0]
    codes = {code for row in rows.splitlines()[2:] for code in re.findall(r"`([a-z_.]+)`", row.split("|")[1])}
    assert len(codes) > 40
    for code in sorted(codes):
        for language in LANGUAGES:
            assert f"error.{code}" in words(language=language), (language, code)


def test_every_refusal_of_the_server_has_words_in_both_languages() -> None:
    codes = set()
    for path in SOURCES:
        for code, *ways, _ in RAISED.findall(path.read_text(encoding="utf-8")):
            codes |= {code, *(f"{code}.{way}" for way in ways if way)}
    codes |= set(error_answers.STATUSES) | {"request.wrong", "path.unknown", "method.wrong", "request.too_large", "server"}
    assert len(codes) > 55
    for language in LANGUAGES:
        assert [code for code in sorted(codes) if f"error.{code}" not in words(language=language)] == []


def test_no_refusal_holds_its_words_in_the_source() -> None:
    written = re.compile(r"""Refused\(\s*"[a-z_.]+",\s*f?"[^"]* [^"]*"|Refused\(\s*"[a-z_.]+",(?!\s*(?:\w+=|"))""")
    assert [(path.name, text) for path in SOURCES for text in written.findall(path.read_text(encoding="utf-8"))] == []
    assert str(Refused("seat.taken", "words in the source")) == "words in the source"


def test_every_refusal_of_the_server_is_documented() -> None:
    page = (PACKAGE.parents[1] / "docs/reference/protocol.md").read_text(encoding="utf-8")
    codes = {code for path in SOURCES for code, *_ in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


def test_every_raise_fills_its_text() -> None:
    """The placeholders of a text are the values that stand beside it in the source."""
    checked = 0
    for path in SOURCES:
        for code, way, other, values in RAISED.findall(path.read_text(encoding="utf-8")):
            given = set(re.findall(r"(\w+)=", values))
            for key in {code + (f".{way}" if way else ""), code + (f".{other}" if other else "")} if other else {code + (f".{way}" if way else "")}:
                text = words().texts[f"error.{key}"]
                needed = {*PLACEHOLDER.findall(text), *re.findall(r"\{(\w+), plural", text)}
                assert needed <= given, (path.name, key)
                checked += 1
    assert checked > 50


@pytest.mark.parametrize("kind", [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, GameError)])
def test_an_error_without_values_is_told_as_it_is(kind: type[GameError]) -> None:
    shown = text_of(kind("what went wrong\nand the board"), "en")
    assert shown and "\n" not in shown and "{" not in shown


def test_the_language_of_a_request() -> None:
    assert accepted("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5") == ["fr", "fr", "en", "*"]
    assert accepted("de;q=0.2,en;q=x,fr;q=0.7, ,") == ["fr", "de", ""] or accepted("de;q=0.2,en;q=x,fr;q=0.7") == ["fr", "de"]

    def language(query: bytes, header: bytes) -> str:
        return language_of({"query_string": query, "headers": [(b"accept-language", header)]})

    assert language(b"language=fr", b"en") == "fr" and language(b"", b"de, fr;q=0.3, en;q=0.2") == "fr"
    assert language(b"language=xx", b"fr") == "fr" and language(b"", b"") == "en" and language(b"language=%ff", b"\xff") == "en"
    assert in_words("no.such.code", "fr", message="as it is") == "as it is"


def test_moves_turns_and_names_in_both_languages(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.play(0, "b2>a1")
            said = {}
            for move, seat in (("b2>a1", 1), ("castle", 1), ("a1>a1", 0)):
                with pytest.raises(GameError) as caught:
                    await act(host, party.room, Actor([seat]), r.Play(ply=1, move=move))
                said[move] = [text_of(caught.value, language) for language in LANGUAGES]
            assert said["b2>a1"] == ["`b2>a1` is not legal here: P0 has an architect on b2.", "`b2>a1` n’est pas permis ici\xa0: P0 a un architecte sur b2."]
            assert said["castle"][0].startswith("`castle` is not a move: write `b2>a1`") and "écrivez" in said["castle"][1]
            assert said["a1>a1"][0] == "It is not your turn; P1 is to play." and "P1" in said["a1>a1"][1]
            with pytest.raises(IllegalMove, match="architect on b2"):
                await party.play(1, "b2>a1")

    run(main)


def test_over_http_in_the_language_of_the_request(tmp_path: Path) -> None:
    async def main() -> None:
        rates = replace(NO_RATES, tables=Rate(1, 1))
        async with opened_api(tmp_path, rates=rates) as client:

            async def said(path: str, header: str = "", **more: Any) -> str:
                send = client.post if more else client.get
                answer = await send(path, headers={"Accept-Language": header}, **more)
                assert answer.status_code >= 400
                message: str = answer.json()["error"]["message"]
                return message

            assert await said("/api/tables/nowhere") == "There is no table `nowhere`."
            assert await said("/api/tables/nowhere", "fr-FR,fr;q=0.9,en;q=0.8") == "La table `nowhere` n’existe pas."
            assert await said("/api/tables/nowhere?language=fr", "en") == "La table `nowhere` n’existe pas."
            gone = await client.delete("/api/tables", headers={"Accept-Language": "fr"})
            assert gone.json()["error"] == {"code": "method.wrong", "message": "Cette adresse n’accepte pas cette méthode."}
            broken = {"json": {"record": {"game": "amytis"}}}
            assert (await said("/api/records", "fr", **broken)).startswith("L’enregistrement ne peut pas être ouvert\xa0: ")
            assert "secondes" in await said("/api/records", "fr", **broken) and "seconds" in await said("/api/records", "en", **broken)
            assert (await said("/api/tables", "fr", json={"game": "amytis"})).startswith("La demande n’est pas comprise")
            assert (await said("/api/tables/nowhere/chat", "fr", json={"text": "x"})) == "La table `nowhere` n’existe pas."
            away = await client.post("/api/tables", json={}, headers={"Origin": "http://evil.example", "Accept-Language": "fr"})
            assert away.json()["error"] == {"code": "origin", "message": "Les demandes des pages d’autres sites ne sont pas acceptées."}

    run(main)


def test_on_a_socket_in_the_language_of_hello(server: Process) -> None:
    async def main() -> None:
        made = make(server, "amytis", "link", "link")
        english, french = players(server, made)
        await sit([english, french])
        assert (await english.ask({"t": "undo", "ply": 0}))["error"] == {"code": "undo.nothing", "message": "You have not decided anything yet."}
        assert (await french.ask({"t": "undo", "ply": 0}))["error"] == {"code": "undo.nothing", "message": "Vous n’avez encore rien joué."}
        assert (await french.ask({"t": "hint", "ply": 0}))["error"]["message"] == "Cette table se joue sans conseils."
        await french.send({"t": "nonsense"})
        while (heard := await french.receive())["t"] != "error":
            pass
        assert heard["error"]["message"].startswith("Ce n’est pas un message de ce protocole")
        stranger = SocketPlayer(server.url, made["id"], ["guessed"], random.Random(0), language="fr")
        assert (await stranger.open())["error"]["message"] == "Ce secret n’ouvre aucune place de cette table."

    run(main)


def test_a_refusal_says_the_same_as_its_text() -> None:
    assert str(Refused("seat.taken")) == "This seat is taken." and str(Refused("seat.taken", "yours")) == "You sit already."
    assert text_of(Refused("limit", n=1), "fr") == "Trop de demandes depuis votre adresse\xa0: attendez 1 seconde."

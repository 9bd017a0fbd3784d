"""The pages: the built client where there is one, else a page that says so."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from serving import opened_api, run
from ziggurat.server.web import app
from ziggurat.text import LANGUAGES

ADDRESSES = ("/", "/new/amytis", "/table/abc", "/rules", "/rules/amytis", "/learn/amytis", "/learn/akropolis/athena")


def test_every_address_of_the_client_is_the_built_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>built</title>")
    (static / "assets/a-1234.js").write_text("1")
    monkeypatch.setattr(app, "STATIC", static)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for path in ADDRESSES:
                answer = await client.get(path)
                assert "built" in answer.text and answer.headers["cache-control"] == "no-cache"
            asset = await client.get("/assets/a-1234.js")
            assert "immutable" in asset.headers["cache-control"] and asset.headers["content-type"].startswith("text/javascript")
            assert (await client.get("/assets/none.js")).status_code == 404
            assert (await client.get("/assets/%2E%2E%2Findex.html")).status_code == 404

    run(main)


def test_files_are_sent_compressed_to_those_who_can_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets = tmp_path / "static/assets"
    assets.mkdir(parents=True)
    code = b"export const answer = 42;" * 100
    for name, data in {"a.js": code, "a.js.gz": gzip.compress(code), "a.js.br": b"smaller still", "b.css": b"b"}.items():
        (assets / name).write_bytes(data)
    for name in ("sw.js", "index.html"):
        (assets.parent / name).write_bytes(code)
        (assets.parent / f"{name}.gz").write_bytes(gzip.compress(code))
    monkeypatch.setattr(app, "STATIC", assets.parent)

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            for accepted, encoding in {"gzip, deflate": "gzip", "gzip;q=0.5, br;q=0": "gzip", "identity": None, "gzip;q=0.0": None}.items():
                for path, kind in (("/assets/a.js", "text/javascript"), ("/sw.js", "text/javascript"), ("/rules/amytis", "text/html; charset=utf-8")):
                    answer = await client.get(path, headers={"Accept-Encoding": accepted})
                    assert answer.content == code and answer.headers.get("content-encoding") == encoding
                    assert answer.headers["content-type"].startswith(kind) and answer.headers["vary"] == "Accept-Encoding"
            best = await client.head("/assets/a.js", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
            assert best.headers["content-encoding"] == "br" and best.headers["content-length"] == "13"
            plain = await client.get("/assets/b.css", headers={"Accept-Encoding": "br"})
            assert plain.content == b"b" and "content-encoding" not in plain.headers

    run(main)


def test_without_a_build_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path / "nothing")

    async def main() -> None:
        async with opened_api(tmp_path) as client:
            assert "not built yet" in (await client.get("/")).text

    run(main)


def test_the_page_of_this_repository_holds_no_inline_script_or_style() -> None:
    text = (Path(__file__).resolve().parents[2] / "web/index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style| style=|\son\w+=", text)


def test_the_words_of_the_games_are_there_in_both_languages(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            lexicons = [(await client.get("/api/words", params={"language": language})).json() for language in LANGUAGES]
            assert [lexicon["language"] for lexicon in lexicons] == list(LANGUAGES)
            for lexicon in lexicons:
                assert lexicon["games"]["akropolis"]["game.name"] == "Akropolis" and lexicon["shared"]["level.1.name"]
            assert lexicons[0]["games"]["amytis"].keys() == lexicons[1]["games"]["amytis"].keys()

    run(main)

"""The pages: the built client where there is one, else a page that says so and how to play without it."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

PAGES = [
    *("/", "/new/{game:str}", "/table/{table:str}", "/table/{table:str}/review", "/rules", "/rules/{game:str}"),
    *("/learn/{game:str}", "/learn/{game:str}/{lesson:str}", "/practice", "/practice/{game:str}", "/practice/{game:str}/{puzzle:str}"),
]
AT_ROOT = {"sw.js": "text/javascript", "manifest.webmanifest": "application/manifest+json"}
"""Built files that are not under `/assets`: a service worker cares only for what lies beside or below it."""
FOREVER = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)  # built files are named by their content
COMPRESSED = {"br": ".br", "gzip": ".gz"}
"""What is added to a file's name by `web/compressed_files.ts`, the smallest first."""
PLACEHOLDER = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ziggurat</title>
<h1>Ziggurat</h1>
<p>The table is open, but the page to play on is not built yet. Everything can be done through the API:</p>
<pre>
curl -X POST -H 'Content-Type: application/json' {base}/api/tables \\
     -d '{{"game": "amytis", "seats": [{{"kind": "link"}}, {{"kind": "bot", "bot": "greedy"}}]}}'
</pre>
<p>The answer holds the table's id and the secret of each seat. Join, look, play:</p>
<pre>
curl -X POST -H 'Authorization: Bearer SECRET' -H 'Content-Type: application/json' {base}/api/tables/ID/join -d '{{"name": "Ada"}}'
curl -H 'Authorization: Bearer SECRET' {base}/api/tables/ID
curl -X POST -H 'Authorization: Bearer SECRET' -H 'Content-Type: application/json' {base}/api/tables/ID/play -d '{{"ply": 0, "move": "b2&gt;a1"}}'
</pre>
<p>All of it: <a href="/api/openapi.json">OpenAPI</a>, <code>docs/reference/protocol.md</code>, <code>examples/http_bot.py</code>.
In the terminal, <code>ziggurat play amytis greedy</code> starts a game.</p>
</html>
"""


def handlers(static: Path) -> list[Any]:
    """The routes of the pages."""

    @get(PAGES, include_in_schema=False, sync_to_thread=False)
    def index(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Every page is the same file: it reads its address, and the secret behind `#`, by itself."""
        file = static / "index.html"
        path, headers = smallest(file, request) if file.is_file() else (None, {})
        page = path.read_bytes() if path else PLACEHOLDER.format(base="").encode()
        return Response(page, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache", **headers})

    @get("/favicon.ico", include_in_schema=False, sync_to_thread=False, status_code=204)
    def favicon() -> None:
        """Answer nothing: the page names its own picture."""

    @get([f"/{name}" for name in AT_ROOT], include_in_schema=False, sync_to_thread=False)
    def at_root(request: Request[Any, Any, Any]) -> Response[bytes]:
        """What makes the page an app: looked at anew each time, so that a new build is noticed."""
        name = request.url.path.lstrip("/")
        if name not in AT_ROOT or not (static / name).is_file():
            raise NotFoundException
        path, headers = smallest(static / name, request)
        return Response(path.read_bytes(), media_type=AT_ROOT[name], headers={"Cache-Control": "no-cache", **headers})

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False, cache_control=FOREVER)
    def asset(name: FromPath[str], request: Request[Any, Any, Any]) -> File:
        """A file of the build; compressed, if the browser reads it so."""
        path = static / "assets" / name
        if not path.is_file():
            raise NotFoundException
        path, headers = smallest(path, request)
        return File(path, filename=name, media_type=guess_type(name)[0], content_disposition_type="inline", headers=headers)

    return [index, favicon, at_root, asset]


def smallest(path: Path, request: Request[Any, Any, Any]) -> tuple[Path, dict[str, str]]:
    """A file of the build, compressed where whoever asks can read it so; and the headers that say how."""
    headers = {"Vary": "Accept-Encoding"}
    for encoding in encodings_of(request):
        if (smaller := path.with_name(path.name + COMPRESSED[encoding])).is_file():
            return smaller, {**headers, "Content-Encoding": encoding}
    return path, headers


def encodings_of(request: Request[Any, Any, Any]) -> list[str]:
    """The ways to compress that whoever asks can read, the best first."""
    wishes = [wish.replace(" ", "").lower().partition(";q=") for wish in request.headers.get("accept-encoding", "").split(",")]
    readable = {name for name, _, weight in wishes if weight.strip("0.") or not weight}
    return [name for name in COMPRESSED if name in readable]

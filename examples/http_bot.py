"""A bot over HTTP, with nothing but Python: makes a table against `greedy`, listens to its stream, plays until the end.

`python http_bot.py http://127.0.0.1:8000` plays at your server; without an address it starts one for the occasion.
"""

import json
import random
import subprocess
import sys
import urllib.request
from typing import Any


def ask(url: str, body: object = None, token: str = "") -> urllib.request.Request:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    return urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)


def play(server: str) -> None:
    new = {"game": "amytis", "seats": [{"kind": "link"}, {"kind": "bot", "bot": "greedy"}]}
    made = json.load(urllib.request.urlopen(ask(f"{server}/api/tables", new)))
    table, secret = f"{server}/api/tables/{made['id']}", made["seats"][0]["secret"]
    urllib.request.urlopen(ask(f"{table}/join", {"name": "dice"}, secret))
    state: dict[str, Any] = {}
    while not state.get("end"):  # a stream ends when the server makes room for another: then ask for a new one
        for line in urllib.request.urlopen(ask(f"{table}/stream", token=secret)):
            news = json.loads(line) if line.strip() else {}
            state = news.get("state", news)
            if state.get("view") and (legal := state["view"]["legal"]):  # our turn
                urllib.request.urlopen(ask(f"{table}/play", {"ply": state["ply"], "move": random.choice(legal)}, secret))  # noqa: S311 - moves, not keys
    print("scores", state["end"]["result"]["scores"], "record", f"{table}/record")


if sys.argv[1:]:
    play(sys.argv[1])
else:
    command = [sys.executable, "-m", "ziggurat", "serve", "--no-browser", "--port", "0", "--data", "http_bot.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        play(process.stdout.readline().split()[5])  # type: ignore[union-attr]
        process.terminate()

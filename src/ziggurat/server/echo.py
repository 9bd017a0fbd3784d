"""The yardstick of `bench --server`: the same stack without a game and without a store. `python -m ziggurat.server.echo BYTES`.

A move is decoded, and to both members of the room goes a message of that mean size, put into JSON each time: what remains is what uvicorn,
Litestar, msgspec and the sockets cost.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ziggurat.server.messages import Hello, Play
from ziggurat.server.serve import Server

decoder: msgspec.json.Decoder[Hello | Play] = msgspec.json.Decoder(Hello | Play)
encode = msgspec.json.Encoder().encode


def run(size: int) -> None:
    """Serve on a free port and say which."""
    rooms: dict[str, list[WebSocket[Any, Any, Any]]] = {}
    choices = [{"text": f"b2>a{number % 3 + 1}", "kind": "build", "stack": "b2", "space": "a1"} for number in range(40)]
    tile = {"top": "Gp", "left": 4, "architect": 0}
    tiles = [tile] * max(1, (size - len(encode(choices)) // 2 - 60) // (1 + len(encode(tile))))

    def message(ply: int, mine: bool) -> dict[str, Any]:
        return {"t": "played", "ply": ply, "choices": choices if mine else [], "view": {"ply": ply, "stacks": tiles}}

    @websocket("/api/tables/{table:str}/socket")
    async def echo(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
        await socket.accept()
        members = rooms.setdefault(table, [])
        seat = len(members)
        members.append(socket)
        try:
            while True:
                request = decoder.decode(await socket.receive_data(mode="text"))
                if isinstance(request, Hello):
                    await socket.send({"type": "websocket.send", "text": encode(message(0, seat == 0)).decode(), "bytes": None})
                    continue
                for place, member in enumerate(members):
                    text = encode(message(request.ply + 1, place == (request.ply + 1) % 2)).decode()
                    await member.send({"type": "websocket.send", "text": text, "bytes": None})
        except WebSocketDisconnect:
            pass

    app = Litestar([echo], openapi_config=None, logging_config=None)
    config = uvicorn.Config(app, port=0, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None, access_log=False)
    Server(config, lambda port: print(f"http://127.0.0.1:{port}", flush=True)).run()


if __name__ == "__main__":
    run(int(sys.argv[1]))

"""Send notices to programs that play: of their turn (by webhook), and of a new table (on the stream of their account)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ziggurat.server.room import Room, Spawn
from ziggurat.server.store.store import Store
from ziggurat.server.table import events as e
from ziggurat.server.table.table import Table
from ziggurat.server.webhooks import Hook, Hooks, decode_hook


class TurnNotices:
    """Sends turn notices to the webhooks of seats and accounts."""

    def __init__(self, hooks: Hooks, store: Store, spawn: Spawn) -> None:
        self.hooks = hooks
        self.store = store
        self.spawn = spawn

    def send(self, room: Room, seat: int) -> None:
        """Notify the program on a seat of its turn, at the seat's address and at its account's."""
        table, chair = room.table, room.table.seats[seat]
        turn = {"table": table.id, "game": table.spec.name, "seat": seat, "ply": table.ply, "number": table.number}

        def is_due() -> bool:
            return room.owned and table.to_move == seat and table.ply == turn["ply"]

        if chair.url:
            self.hooks.send(f"{table.id}/{seat}", Hook(chair.url, chair.hook_key), turn, is_due)
        if chair.account:
            self.spawn(self._send_to_account(chair.account, turn, is_due), "account turn")

    async def _send_to_account(self, id_: str, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        account = await self.store.account(id=id_)
        if account is not None and account.hook:
            self.hooks.send(f"{turn['table']}/{turn['seat']}/{id_}", decode_hook(account.hook), turn, is_due)


def challenge_line(table: Table, seat: int) -> str:
    """The line that tells the stream of a bot account of a new table."""
    return e.encode({"type": "challenge", "table": table.id, "game": table.spec.name, "seat": seat}).decode()

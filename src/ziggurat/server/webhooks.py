"""Notify a program of its turn: a signed POST, retried with growing pauses, never to a private address unless the operator allows it.

The name is resolved once and the connection goes to that number, so the name cannot point elsewhere between the check and the call. Redirects are not
followed.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ziggurat.server.metrics import METRICS
from ziggurat.server.public_addresses import is_public
from ziggurat.server.refused import Refused

log = logging.getLogger("ziggurat.server")
PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0)  # seconds before the next try
TIMEOUT = 10.0
MOST_AT_ONCE = 20
MOST_WAITING = 2000
SIGNATURE, TIMESTAMP = "X-Ziggurat-Signature", "X-Ziggurat-Time"


class Hook(msgspec.Struct):
    """Where to send notices, and the key that signs them."""

    url: str
    key: str


decode_hook = msgspec.json.Decoder(Hook).decode


def signature(key: str, timestamp: str, body: bytes) -> str:
    """Sign a notice: `sha256=` and the HMAC of the time and the body."""
    return "sha256=" + hmac.new(key.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


Resolve = Callable[[str, int], Awaitable[list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system knows them."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in entries]


class Hooks:
    """The deliveries under way: at most one for each seat, of its newest turn."""

    def __init__(self, *, private: bool, pauses: tuple[float, ...] = PAUSES, resolve: Resolve = resolve) -> None:
        self.private = private
        self.pauses = pauses
        self.resolve = resolve
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._client: Any = None

    def send(self, place: str, hook: Hook, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        """Send a turn notice, in place of one of the same seat that is still under way."""
        before = self._tasks.get(place)
        if before is not None:
            before.cancel()
        if len(self._tasks) >= MOST_WAITING:
            log.warning("too many webhooks are waiting", extra={"table": turn["table"]})
            return
        task = asyncio.get_running_loop().create_task(self._deliver(hook, turn, is_due), name="webhook")
        self._tasks[place] = task
        task.add_done_callback(lambda done: self._tasks.pop(place, None) if self._tasks.get(place) is done else None)

    async def _deliver(self, hook: Hook, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        """Try until the program accepts it, the turn has passed or the pauses are used up."""
        body = json.dumps({"type": "turn", **turn}, separators=(",", ":")).encode()
        for pause in (*self.pauses, None):
            if not is_due():
                return
            try:
                async with self._slots:
                    await self._post(hook, body)
            except Exception as error:
                reason = str(error) if isinstance(error, Refused) else type(error).__name__
                if pause is None or isinstance(error, Refused):
                    METRICS.hooks_failed += 1
                    log.info("a webhook was given up", extra={"table": turn["table"], "seat": turn["seat"], "reason": reason})
                    return
                await asyncio.sleep(pause)
            else:
                METRICS.hooks_delivered += 1
                return

    async def _post(self, hook: Hook, body: bytes) -> None:
        import httpx  # 0.1 s that a server without webhooks need not wait for

        if self._client is None:
            self._client = httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False)
        parts = urlsplit(hook.url)
        address = await self.address_of(hook.url)
        literal = f"[{address}]" if ":" in address else address
        url = parts._replace(netloc=f"{literal}:{parts.port}" if parts.port else literal, fragment="").geturl()
        timestamp = str(int(time.time()))
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": "ziggurat",
            TIMESTAMP: timestamp,
            SIGNATURE: signature(hook.key, timestamp, body),
        }
        request = self._client.build_request("POST", url, content=body, headers=headers, extensions={"sni_hostname": parts.hostname})
        answer = await self._client.send(request, stream=True)  # the body of the answer is not read
        await answer.aclose()
        if not answer.is_success:
            raise OSError(f"answered {answer.status_code}")

    async def address_of(self, url: str) -> str:
        """Resolve the host of an address once: what is checked is what is connected to. Raises Refused where it is not public."""
        try:
            parts = urlsplit(url)
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            raise Refused("hook.url", detail="it has no valid host or port") from None
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc or not parts.netloc.isascii():
            raise Refused("hook.url", detail="it must begin with `http://` or `https://`, with a host in ASCII, and hold no user name")
        try:
            addresses = await self.resolve(parts.hostname, port)
        except (OSError, UnicodeError) as error:
            raise OSError(f"the host cannot be found: {error}") from None
        if not addresses:
            raise OSError("the host has no address")
        if not self.private and not all(is_public(address) for address in addresses):
            raise Refused("hook.private")
        return addresses[0]

    async def check(self, url: str) -> None:
        """Check whether an address may be used at all; raises Refused."""
        try:
            await self.address_of(url)
        except OSError as error:
            raise Refused("hook.url", detail=str(error)) from None

    async def close(self) -> None:
        """Stop all deliveries."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

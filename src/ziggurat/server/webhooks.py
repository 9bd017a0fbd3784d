"""Notify a program of its turn: a signed POST, retried with growing pauses, never to a private address unless the operator allows it.

The name is resolved once and the connection goes to that number, so the name cannot point elsewhere between the check and the call. Redirects are not
followed. A delivery has a deadline as a whole, and neither one client's tables nor one target takes more than a few of the deliveries under way: slow targets
keep nobody else's program waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ziggurat.server.client_address import CLIENT, network_of
from ziggurat.server.metrics import METRICS
from ziggurat.server.public_addresses import is_public
from ziggurat.server.refused import Refused

log = logging.getLogger("ziggurat.server")
PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0)  # seconds before the next try
DEADLINE = 10.0  # seconds, for looking a name up and then for the whole request, however slowly the target sends
MOST_AT_ONCE = 100
MOST_OF_ONE = 4  # under way for one client, or to one target
MOST_LOOKUPS = 32  # threads: a slow name server must not hold those that read the data file
MOST_WAITING = 2000
MOST_WAITING_OF_ONE = 200
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


class Slots:
    """So many at once for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._slots: dict[str, tuple[asyncio.Semaphore, set[object]]] = {}

    @contextlib.asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        slots, users = self._slots.setdefault(key, (asyncio.Semaphore(self.most), set()))
        users.add(me := object())
        try:
            async with slots:
                yield
        finally:
            users.discard(me)
            if not users:
                self._slots.pop(key, None)


class Lookups:
    """Look names up, as the system knows them, in threads of their own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_LOOKUPS, thread_name_prefix="lookup")
        self._slots = Slots(MOST_OF_ONE)

    async def __call__(self, host: str, port: int) -> list[str]:
        """The addresses of a host. A client's slot is free again when the thread is, not when nobody waits for it any more."""

        async def look_up() -> list[str]:
            async with self._slots.of(CLIENT.get()):
                look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
                entries = await asyncio.get_running_loop().run_in_executor(self._threads, look)
                return [str(entry[4][0]) for entry in entries]

        looking = asyncio.ensure_future(look_up())
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits for it any more
        return await asyncio.shield(looking)


class Hooks:
    """The deliveries under way: at most one for each seat, of its newest turn."""

    def __init__(self, *, private: bool, pauses: tuple[float, ...] = PAUSES, resolve: Resolve | None = None) -> None:
        self.private = private
        self.pauses = pauses
        self.resolve = resolve or Lookups()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting: Counter[str] = Counter()
        """How many deliveries each client has, under way and between two tries."""
        self._of_client, self._of_target, self._slots = Slots(MOST_OF_ONE), Slots(MOST_OF_ONE), asyncio.Semaphore(MOST_AT_ONCE)
        self._client: Any = None

    def send(self, place: str, hook: Hook, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        """Send a turn notice, in place of one of the same seat that is still under way."""
        before = self._tasks.get(place)
        if before is not None:
            before.cancel()
        client = CLIENT.get() or turn["table"]  # whoever brought the turn about: who makes slow tables makes their moves
        if len(self._tasks) >= MOST_WAITING or self._waiting[client] >= MOST_WAITING_OF_ONE:
            log.warning("too many webhooks are waiting", extra={"table": turn["table"]})
            return
        task = asyncio.get_running_loop().create_task(self._deliver(client, hook, turn, is_due), name="webhook")
        self._tasks[place] = task
        self._waiting[client] += 1

        def end(done: asyncio.Task[None]) -> None:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]
            if self._tasks.get(place) is done:
                del self._tasks[place]

        task.add_done_callback(end)

    async def _deliver(self, client: str, hook: Hook, turn: dict[str, Any], is_due: Callable[[], bool]) -> None:
        """Try until the program accepts it, the turn has passed or the pauses are used up."""
        body = json.dumps({"type": "turn", **turn}, separators=(",", ":")).encode()
        for pause in (*self.pauses, None):
            if not is_due():
                return
            try:
                async with self._of_client.of(client):
                    async with asyncio.timeout(DEADLINE):
                        address = await self.address_of(hook.url)
                    async with self._of_target.of(network_of(address)), self._slots, asyncio.timeout(DEADLINE):
                        await self._post(hook, address, body)
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

    async def _post(self, hook: Hook, address: str, body: bytes) -> None:
        import httpx  # 0.1 s that a server without webhooks need not wait for

        if self._client is None:
            self._client = httpx.AsyncClient(timeout=DEADLINE, follow_redirects=False, trust_env=False)
        parts = urlsplit(hook.url)
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
            async with asyncio.timeout(DEADLINE):
                await self.address_of(url)
        except TimeoutError:
            raise Refused("hook.url", detail="the host was not found in time") from None
        except OSError as error:
            raise Refused("hook.url", detail=str(error)) from None

    async def close(self) -> None:
        """Stop all deliveries."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

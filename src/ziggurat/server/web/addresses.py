"""Where others find this server: so that a link works on another machine, or the page says plainly that it cannot.

Nothing secret is given away: who asks learns the name that they used themselves, and the names that the operator allowed. The addresses of the machine in its
own network are shown only to those who are in that network and did not come by such a name (through a proxy).
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterable
from typing import Any

from litestar import Request, get

from ziggurat.server import http_answers as a
from ziggurat.server.public_addresses import is_public
from ziggurat.server.settings import ServerSettings
from ziggurat.server.web.host_names import ANY, is_address, is_loopback, name_of
from ziggurat.server.web.parameters import SHARED, LanguageQuery, TheHost
from ziggurat.text import words

COMMAND = "ziggurat serve --host 0.0.0.0"
USUAL_PORT = 8000
EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - compared, not bound
SOMEWHERE = ((socket.AF_INET, "10.255.255.254"), (socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses far away: the system says from which of its own it would write to them, and nothing is sent."""


@get("/api/addresses", tags=["tables"], sync_to_thread=True, **SHARED)
def addresses(request: Request[Any, Any, Any], host: TheHost, language: LanguageQuery = "en") -> a.ServerAddresses:
    """How others reach this server: whether it listens to this machine only, its addresses, and what to do so that others reach it."""
    scope: Any = request.scope
    host_header, client, port = request.headers.get("host", ""), scope.get("client"), int(scope["server"][1] or 0)
    urls = urls_of(host.settings, host_header, scope["scheme"], port, client[0] if client else "")
    is_open = bool(urls) or not is_loopback(host.settings.host)
    command = "" if is_open else COMMAND + (f" --port {port}" if port not in {0, USUAL_PORT} else "")
    text = "reach.local" if not is_open else "reach.open" if urls else "reach.nowhere"
    return a.ServerAddresses(is_open, urls, command, words(language=language)(text, command=command))


def urls_of(settings: ServerSettings, host_header: str, scheme: str, port: int, client: str) -> list[str]:
    """Where others find the server, the likeliest first: where this client did, the allowed names, the addresses in the network."""
    called = name_of(host_header) or ""
    urls = [f"{scheme}://{host_header.lower()}"] if called and not is_loopback(called) else []
    behind_proxy = is_loopback(settings.host)
    named = [name for name in settings.hosts if name not in {ANY, called}]
    urls += [f"https://{name}" if behind_proxy else f"http://{name}:{port}" for name in named]
    if not behind_proxy and called not in settings.hosts and is_near(client):
        inside = own_addresses() if settings.host in EVERYWHERE else [settings.host]
        urls += [f"http://{bracketed(address)}:{port}" for address in inside if settings.host == "::" or ":" not in address or settings.host == address]
    return list(dict.fromkeys(urls))


def is_near(client: str) -> bool:
    """Whether a client is on this machine or in its network."""
    return is_address(client) and not is_public(client)


def bracketed(address: str) -> str:
    """An address as a URL has it."""
    return f"[{address}]" if ":" in address else address


def own_addresses() -> list[str]:
    """The addresses of this machine in its networks; that of the way to the others first."""
    seen: list[str] = []
    for family, target in SOMEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            seen.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        seen += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    return list(usable(seen))


def usable(texts: Iterable[str]) -> dict[str, None]:
    """Those of the addresses that others can use, each once, in order."""
    shown: dict[str, None] = {}
    for text in texts:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(text.partition("%")[0])
            if not (address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast):
                shown[str(address)] = None
    return shown


HANDLERS = [addresses]

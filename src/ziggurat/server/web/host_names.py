"""The names by which requests may call the server. An attacker's page whose name points at this machine (DNS rebinding) uses that name, and is refused.

Addresses are always allowed: a number cannot be made to point elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from ziggurat.errors import OptionError

HEADER = re.compile(r"(?:\[(?P<six>[0-9a-f:.%]+)\]|(?P<name>[^\[\]:/@\s]+))(?::\d{0,5})?", re.IGNORECASE)
NAME = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?", re.IGNORECASE)
ANY = "*"
HOME = ("", ".local", ".lan", ".home.arpa")
"""The endings that home networks give the name of a machine; nobody else can have such names."""


def name_of(header: str) -> str | None:
    """The name or address in a `Host` header, without its port; None where it is none."""
    match = HEADER.fullmatch(header)
    return None if match is None else (match["six"] or match["name"]).lower().removesuffix(".")


def is_address(name: str) -> bool:
    """Whether it is a number."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether it means this machine and nothing else."""
    return name == "localhost" or name.endswith(".localhost") or (is_address(name) and ipaddress.ip_address(name).is_loopback)


class HostNames:
    """The names of this server: those that the operator gave, the one it listens on, that of the machine if others are let in."""

    def __init__(self, bound: str, named: tuple[str, ...], origins: tuple[str, ...]) -> None:
        own = bound.lower()
        self.names = {own, *named, *(urlsplit(origin).hostname or "" for origin in origins)}
        if not is_loopback(own):
            machine = socket.gethostname().lower()
            self.names |= {machine, *(machine.partition(".")[0] + ending for ending in HOME)}
        self.names.discard("")

    def include(self, header: str) -> bool:
        """Whether a `Host` header names this server."""
        name = name_of(header)
        return ANY in self.names or (name is not None and (name in self.names or is_address(name) or is_loopback(name)))


def host_names(named: list[str]) -> tuple[str, ...]:
    """Read the names of `--allowed-host`; raises OptionError where one is wrong."""
    for name in named:
        if name != ANY and not NAME.fullmatch(name):
            raise OptionError(f"`{name}` is not the name of a host: write `table.example.org`, without `https://` and without a port")
    return tuple(name.lower() for name in named)


def site_origins(named: list[str]) -> tuple[str, ...]:
    """Read the origins of `--origin`; raises OptionError where one is wrong."""
    origins = []
    for text in named:
        try:
            parts = urlsplit(text)
            good = parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc and not (parts.query or parts.fragment)
            good = good and parts.path in {"", "/"} and (parts.port is None or parts.port > 0)
        except ValueError:
            good = False
        if not good:
            raise OptionError(f"`{text}` is not the origin of a site: write `https://example.org` or `http://example.org:8080`, without a path")
        origins.append(f"{parts.scheme}://{parts.netloc}".lower())
    return tuple(origins)

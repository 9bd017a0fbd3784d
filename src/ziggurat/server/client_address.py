"""The address of the client whose request is being carried out."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Tasks inherit it, so what follows from a request (the bots' moves) counts for the same address."""


def network_of(host: str) -> str:
    """What counts as one address: an IPv6 customer has a whole /64."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))

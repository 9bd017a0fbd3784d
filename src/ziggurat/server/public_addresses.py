"""Tell which addresses lie in the open internet: everything but the special-purpose ranges.

The ranges are those of the IANA registries for IPv4 and IPv6 special-purpose addresses (RFC 6890 and those after it), multicast, and what was given up
(site-local, 6to4, IPv4-compatible). The table is our own: `ipaddress.is_global` of Python 3.11 lets several of them pass. Ranges that IANA calls globally
reachable but that serve one protocol only (relays, AS112) are among them: no program listens there for a message.
"""

from __future__ import annotations

import ipaddress

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SPECIAL_4 = (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",  # private
    "100.64.0.0/10",  # shared by the customers of a provider
    "127.0.0.0/8",  # loopback
    "169.254.0.0/16",  # link-local: the metadata of clouds, too
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocol assignments: DS-Lite, the dummy address 192.0.0.8, NAT64 discovery
    "192.0.2.0/24",  # documentation
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # multicast tunnels
    "192.88.99.0/24",  # 6to4 relays
    "192.168.0.0/16",  # private
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
)
UNICAST_6 = "2000::/3"
"""All global unicast addresses; whatever lies outside is special: ::/96, 64:ff9b:1::/48, 100::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8, …"""
SPECIAL_6 = (  # within UNICAST_6
    "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID, drones, AS112
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4: an IPv4 address in disguise
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documentation
)
MAPPED, NAT64 = "::ffff:0:0/96", "64:ff9b::/96"
"""IPv4 addresses in IPv6 that may lead to the open internet: the address inside decides."""

_special_4 = tuple(ipaddress.IPv4Network(text) for text in SPECIAL_4)
_special_6 = tuple(ipaddress.IPv6Network(text) for text in SPECIAL_6)
_unicast_6 = ipaddress.IPv6Network(UNICAST_6)
_holding_4 = (ipaddress.IPv6Network(MAPPED), ipaddress.IPv6Network(NAT64))


def unwrapped(address: Address) -> Address:
    """The IPv4 address that a mapped or translated one holds, else the address itself."""
    if isinstance(address, ipaddress.IPv6Address) and any(address in network for network in _holding_4):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(text: str) -> bool:
    """Whether a packet to this address leaves for the open internet."""
    address = unwrapped(ipaddress.ip_address(text.partition("%")[0]))
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _special_4)
    return address in _unicast_6 and not any(address in network for network in _special_6)

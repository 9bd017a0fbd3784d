"""Where webhooks may go: the open internet and nothing else, whatever an address is wrapped in. Nothing here leaves this machine, not even a name."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from serving import run
from ziggurat.server.metrics import METRICS
from ziggurat.server.public_addresses import SPECIAL_4, SPECIAL_6, UNICAST_6, is_public
from ziggurat.server.refused import Refused
from ziggurat.server.webhooks import Hook, Hooks

PUBLIC = (
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.169.0.0", "198.17.255.255", "198.20.0.0",
    "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "2001:200::1", "2001:4860:4860::8888", "3fff:1000::1",
    "::ffff:8.8.8.8", "64:ff9b::808:808",
)  # fmt: skip
PRIVATE_4 = (
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.1.1", "192.175.48.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
)  # fmt: skip
PRIVATE_6 = (
    "::", "::1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fec0::ffff", "feff::1", "fc00::1", "fd00::1", "ff02::1", "100::1", "100:0:0:1::1",
    "5f00::1", "5f00:ffff::1", "4000::1", "64:ff9b:1::1", "64:ff9b:1:ffff::7f00:1", "64:ff9b:1::808:808", "64:ff9a::1", "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1",
    "2001:1ff:ffff::1", "2001:db8::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1",
)  # fmt: skip
WRAPPINGS = {
    "mapped": lambda inner: f"::ffff:{inner}",
    "compatible": lambda inner: f"::{inner}",
    "translated (RFC 2765)": lambda inner: f"::ffff:0:{inner}",
    "NAT64": lambda inner: f"64:ff9b::{inner}",
    "local NAT64": lambda inner: f"64:ff9b:1::{inner}",
    "6to4": lambda inner: str(ipaddress.IPv6Address((0x2002 << 112) | (int(ipaddress.IPv4Address(inner)) << 80) | 1)),
    "Teredo": lambda inner: str(ipaddress.IPv6Address((0x20010000 << 96) | (0x08080808 << 64) | (int(ipaddress.IPv4Address(inner)) ^ 0xFFFFFFFF))),
}


def test_which_addresses_are_public() -> None:
    assert [address for address in PUBLIC if not is_public(address)] == []
    assert [address for address in (*PRIVATE_4, *PRIVATE_6) if is_public(address)] == []


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_a_private_address_stays_private_in_whatever_it_is_wrapped(wrapping: str) -> None:
    wrapped = {inner: WRAPPINGS[wrapping](inner) for inner in PRIVATE_4}
    assert [entry for entry in wrapped.items() if is_public(entry[1])] == []


def test_the_edges_of_every_special_range() -> None:
    for text in (*SPECIAL_4, *SPECIAL_6):
        network = ipaddress.ip_network(text)
        assert not is_public(str(network[0])) and not is_public(str(network[-1])), text
    unicast = ipaddress.ip_network(UNICAST_6)
    assert not is_public(str(unicast[0] - 1)) and not is_public(str(unicast[-1] + 1))


def test_what_python_itself_calls_private_is_never_public_here() -> None:
    """The table of the Python that runs this; newer ones know more ranges, older ones fewer."""
    for constants in (ipaddress._IPv4Constants, ipaddress._IPv6Constants):  # type: ignore[attr-defined]
        for network in constants._private_networks:
            for address in (network[0], network[-1]):
                known = any(address in exception for exception in getattr(constants, "_private_networks_exceptions", []))
                assert known or not is_public(str(address)), network


# --- Names -----


class Names:
    """A resolver of our own: each question takes the next answer of its name."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        left = self.answers[host.partition(".")[0]]
        return left.pop(0) if len(left) > 1 else left[0]


@asynccontextmanager
async def listening() -> AsyncIterator[tuple[list[bytes], int]]:
    """What arrives at a port of this machine."""
    heads: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    async with server:
        yield heads, server.sockets[0].getsockname()[1]


TURN = {"table": "t", "game": "amytis", "seat": 0, "ply": 0, "number": 1}


async def delivered(hooks: Hooks, url: str) -> None:
    """Tell one turn, and wait until it was taken or given up."""
    hooks.send("t/0", Hook(url, "key"), TURN, lambda: True)
    await asyncio.gather(*hooks._tasks.values())
    await hooks.close()


def test_a_name_is_asked_for_once_and_what_it_gave_is_connected_to() -> None:
    async def main() -> None:
        async with listening() as (heads, port):
            names = Names(hook=[["127.0.0.1"], ["192.0.2.1"]])  # whoever asks a second time is sent elsewhere
            await delivered(Hooks(private=True, pauses=(), resolve=names), f"http://hook.example:{port}/turn")
            assert names.asked == ["hook.example"]
            assert len(heads) == 1 and f"host: hook.example:{port}" in heads[0].decode().lower()

    run(main)


def test_a_name_that_changes_to_a_private_address_after_the_check_is_not_called() -> None:
    async def main() -> None:
        async with listening() as (heads, port):
            url = f"http://hook.example:{port}/turn"
            hooks = Hooks(private=False, pauses=(0.0, 0.0), resolve=Names(hook=[["8.8.8.8"], ["127.0.0.1"]]))
            await hooks.check(url)
            before = METRICS.hooks_failed
            await delivered(hooks, url)
            assert heads == [] and METRICS.hooks_failed == before + 1

    run(main)


def test_a_name_with_one_private_address_among_others_is_refused() -> None:
    async def main() -> None:
        names = Names(good=[["8.8.8.8", "2606:4700::1"]], mixed=[["8.8.8.8", "::ffff:127.0.0.1"]], none=[[]])
        hooks = Hooks(private=False, resolve=names)
        await hooks.check("https://good.example/")
        for url, code in (("https://mixed.example/", "hook.private"), ("https://none.example/", "hook.url")):
            with pytest.raises(Refused) as refused:
                await hooks.check(url)
            assert refused.value.code == code

    run(main)


NUMBERS = ("http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://0/", "http://[::ffff:7f00:1]/", "http://[fe80::1%25lo]/", "http://[::127.0.0.1]/")
WRONG = ("http://[::1/", "http://a:b:c/", "http://user@8.8.8.8/", "http://@8.8.8.8/", "http://\u2460\u2461\u2466.0.0.1/", "http://8.8.8.8:99999/")


@pytest.mark.parametrize("url", [*NUMBERS, *WRONG])
def test_no_spelling_of_an_address_gets_through(url: str) -> None:
    async def main() -> None:
        with pytest.raises(Refused) as refused:
            await Hooks(private=False).check(url)
        assert refused.value.code in ({"hook.url"} if url in WRONG else {"hook.private", "hook.url"})

    run(main)

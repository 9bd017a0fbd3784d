"""What the operator decides."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from ziggurat.errors import BotError
from ziggurat.registry import game_names, game_spec
from ziggurat.server.rates import Rates

THREADS = max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class ServerSettings:
    """How a server runs; `ziggurat serve` makes one from its options."""

    data: Path
    """The data file."""
    database_url: str = ""
    """The PostgreSQL database that holds everything in place of the data file; empty: the file."""
    redis_url: str = ""
    """The Redis that carries news between processes, and the queue of the workers; empty: neither."""
    host: str = "127.0.0.1"
    port: int = 8000
    bots: dict[str, str] = field(default_factory=dict)
    """Bots of the operator's: name → `py:FILE.py:CLASS`."""
    bot_threads: int = THREADS
    """How many bots think at once."""
    expire_days: float = 60.0
    """Tables that nobody visits are removed after so many days."""
    rates: Rates = field(default_factory=Rates)
    """What one address may ask for."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use this server, such as `https://example.org`."""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called, beside addresses, `localhost` and its own; `*`: any."""
    wait: float = 0.0
    """How many seconds to wait for another server to let go of the data file."""
    drain: float = 0.0
    """How many seconds to go on serving after SIGTERM, with `/readyz` at 503, until whoever distributes the clients has noticed."""
    private_hooks: bool = False
    """Whether webhooks may go to private and loopback addresses."""
    metrics_token: str = ""
    """What `/metrics` asks for; empty: it answers to this machine only."""
    warm: bool = True
    """Compile the games in the background at the start."""


def own_bots(named: list[str]) -> dict[str, str]:
    """Read the operator's bots from `NAME=py:FILE.py:CLASS`; raises BotError where a name or a file is wrong."""
    from ziggurat.search.bots import make_bot
    from ziggurat.server.bots import Bots

    own: dict[str, str] = {}
    for text in named:
        name, equals, bot = text.partition("=")
        if not equals or not bot.startswith("py:"):
            raise BotError(f"`{text}` offers no bot: write `NAME=py:FILE.py:CLASS`")
        if name in own:
            raise BotError(f"two bots are called `{name}`")
        make_bot(bot, game_spec(game_names()[0]), "check")
        own[name] = bot
    return Bots(own).own


def metrics_token() -> str:
    """The token that `ZIGGURAT_METRICS_TOKEN` sets; empty: none."""
    return os.environ.get("ZIGGURAT_METRICS_TOKEN", "")

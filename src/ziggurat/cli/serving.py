"""The commands that serve: `serve`, `worker`."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ziggurat.cli.console import WRONG_INPUT, UsageError, emit, fail, usage_errors

if TYPE_CHECKING:
    from ziggurat.server.rates import Rates

BOTH = {
    "ZIGGURAT_REDIS_URL": "the Redis of servers and workers, such as `redis://:PASSWORD@127.0.0.1:6379/0`",
    "ZIGGURAT_CACHE": "the folder of compiled code",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "where traces go, such as `http://127.0.0.1:4318`",
}
VARIABLES = {
    "serve": {
        "ZIGGURAT_DATA": "the data file, where `--data` names none",
        "ZIGGURAT_DATABASE_URL": "a database in place of the data file: `postgresql://USER:PASSWORD@HOST/NAME`",
        **BOTH,
        "ZIGGURAT_ONE_PROCESS": "`1`: the same as `--one-process`",
        "ZIGGURAT_BOT_OUTPUT": "`1`: show what the bots of `--bot` print",
        "ZIGGURAT_METRICS_TOKEN": "who gives it may read `/metrics`, from anywhere",
        "FORWARDED_ALLOW_IPS": "the proxies whose `X-Forwarded-For` is believed; `127.0.0.1` by default",
    },
    "worker": BOTH,
}
"""The environment variables that a command reads, for its help."""


def variables_of(command: str) -> str | None:
    """The environment variables of a command, for the end of its help; None: it has none of its own."""
    if command not in VARIABLES:
        return None
    lines = [f"- `{name}`: {what}" for name, what in VARIABLES[command].items()]
    return "\n".join(["Environment variables:\n", *lines])


def serve(
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; `0.0.0.0` lets others in.")] = "127.0.0.1",
    data: Annotated[Path | None, typer.Option(help="The file of all tables; by default in the user's data folder.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    bot: Annotated[list[str] | None, typer.Option(help="Offer a bot of yours by a name; may be repeated.", metavar="NAME=py:FILE.py:CLASS")] = None,
    bot_threads: Annotated[int | None, typer.Option(help="How many bots think at once.", min=1)] = None,
    expire_days: Annotated[float, typer.Option(help="Remove tables that nobody visited for so long.", min=0.001)] = 60.0,
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may use this server; may be repeated.", metavar="URL")] = None,
    allowed_host: Annotated[
        list[str] | None, typer.Option(help="A name by which this server may be called, such as a proxy's; `*`: any. May be repeated.", metavar="NAME")
    ] = None,
    connections: Annotated[int | None, typer.Option(help="How many connections one address may hold at once; 400 by default.", min=1)] = None,
    wait: Annotated[float, typer.Option(help="Wait so many seconds for another server to let go of the data file.", min=0)] = 0.0,
    drain: Annotated[float, typer.Option(help="After SIGTERM, serve on for so many seconds with `/readyz` at 503.", min=0)] = 0.0,
    private_webhooks: Annotated[bool, typer.Option("--private-webhooks", help="Let webhooks go to private and loopback addresses.")] = False,
    no_limits: Annotated[bool, typer.Option("--no-limits", help="No limits per address, for tests and closed networks.")] = False,
    one_process: Annotated[
        bool, typer.Option("--one-process", envvar="ZIGGURAT_ONE_PROCESS", help="Begin with the compiled server at the first start, too: all wait for it.")
    ] = False,
    log_level: Annotated[str, typer.Option(help="`info`, `warning` or `error`.")] = "warning",
) -> None:
    """Open the table: a server for people and bots, with everything in one file."""
    file, database, redis = chosen_places(data)
    check_host(host)
    if not one_process:
        begin_at_once(host, port)
    from ziggurat.server.json_logs import set_up
    from ziggurat.server.serve import serve as run_server
    from ziggurat.server.settings import THREADS, ServerSettings, metrics_token, own_bots
    from ziggurat.server.web.host_names import host_names, site_origins

    check_log_level(log_level)
    with usage_errors():
        settings = ServerSettings(
            data=file,
            database_url=database,
            redis_url=redis,
            metrics_token=metrics_token(),
            host=host,
            port=port,
            bots=own_bots(bot or []),
            expire_days=expire_days,
            rates=chosen_rates(no_limits, connections),
            origins=site_origins(origin or []),
            hosts=host_names(allowed_host or []),
            wait=wait,
            drain=drain,
            private_hooks=private_webhooks,
            bot_threads=bot_threads or THREADS,
        )
    set_up(log_level)
    if not run_server(settings, browser=not no_browser, say=emit):
        raise typer.Exit(WRONG_INPUT)


def chosen_places(data: Path | None) -> tuple[Path, str, str]:
    """The data file, the database and the Redis of a server; raises UsageError for a file beside a database."""
    from ziggurat.server.places import data_file, database_url, redis_url

    if data is not None and database_url():
        choose = "leave out `--data` to serve the database, or unset the variable to serve the file"
        raise UsageError(f"`--data` and `ZIGGURAT_DATABASE_URL` name two places: {choose}")
    return data_file(data), database_url(), redis_url()


def check_host(host: str) -> None:
    """Raise UsageError where a name leads to no address."""
    try:
        socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        example = "name one of this machine, such as `127.0.0.1`, or `0.0.0.0` for all of them"
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"`--host {host}` has no address ({reason}): {example}") from None


def begin_at_once(host: str, port: int) -> None:
    """At a first start, serve from plain Python while other processes compile, and do not come back."""
    from ziggurat.server.first_start import is_first_start, serve_at_once

    if not is_first_start():
        return
    arguments = sys.argv[1:] if sys.argv[1:2] == ["serve"] else ["serve", *sys.argv[1:]]
    try:
        status = serve_at_once(arguments, host, port)
    except OSError as error:
        fail(f"cannot listen on {host}:{port}: {error.strerror or error}")
        status = WRONG_INPUT
    raise typer.Exit(status)


def chosen_rates(no_limits: bool, connections: int | None) -> Rates:
    """The limits per address of `--no-limits` and `--connections`."""
    from ziggurat.server.rates import NO_RATES, Rates

    rates = NO_RATES if no_limits else Rates()
    return rates if connections is None else replace(rates, connections=connections)


def worker(
    threads: Annotated[int | None, typer.Option(help="How many jobs to do at once; by default as many as there are cores.", min=1)] = None,
    log_level: Annotated[str, typer.Option(help="`info`, `warning` or `error`.")] = "warning",
) -> None:
    """Think for the servers that use the same Redis (`ZIGGURAT_REDIS_URL`): bots that search, hints, steps of reviews. Any number of workers."""
    from ziggurat.server.json_logs import set_up
    from ziggurat.server.places import redis_url
    from ziggurat.server.tracing import TRACING
    from ziggurat.server.workers.worker import Worker

    if not (url := redis_url()):
        raise UsageError("`ZIGGURAT_REDIS_URL` is not set: a worker takes its jobs from the Redis of the servers, such as `redis://127.0.0.1:6379/0`")
    check_log_level(log_level)
    set_up(log_level)
    TRACING.open("ziggurat-worker")
    try:
        Worker(url, threads or os.cpu_count() or 1, say=emit).run()
    finally:
        TRACING.close()


def check_log_level(level: str) -> None:
    """Raise UsageError if there is no such level."""
    if level not in {"debug", "info", "warning", "error"}:
        raise UsageError(f"there is no log level `{level}`: choose `info`, `warning` or `error`")

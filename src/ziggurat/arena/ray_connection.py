"""The connection of this process to a Ray cluster: which one, with which code on its nodes."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import logging
import os
import re
import signal
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ziggurat.errors import OptionError
from ziggurat.kernel import PACKAGE

AUTO, LOCAL = "auto", "local"
HOST_AND_PORT = re.compile(r"(ray://)?\[?(?P<host>[^/\[\]]+)\]?:(?P<port>\d{1,5})")
ANSWER = 5.0  # seconds that we wait for a connection
RUNTIME_ENV = "ZIGGURAT_RUNTIME_ENV"
IN_A_JOB = "RAY_JOB_CONFIG_JSON_ENV_VAR"  # set by `ray job submit`, whose runtime environment then rules
OBJECT_STORE = 100 << 20  # bytes, of a cluster that we start: what travels is small
SETTINGS = {  # of Ray, in the environment: nothing is reported or printed; processes of a cluster that we start have the priority of local ones
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_TQDM_PATCH_PRINT": "0",
    "RAY_worker_niceness": "0",
}
SETTINGS_FRAME = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])  # the first thing that each side of HTTP/2 says; the fourth byte is its kind
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS_FRAME
LEFT_OUT = ["static", "__pycache__", "*.pyc"]  # of our package, on its way to the nodes

_connected: tuple[str, tuple[str, ...]] | None = None  # the address and the modules of the present connection, if it is ours


def connect(address: str, packages: Sequence[str], jobs: int | None = None) -> Any:
    """Connect to a cluster, unless this process is connected already; returns the module `ray`. Raises OptionError with the reason.

    `auto` is the cluster that Ray finds (`RAY_ADDRESS`, one that runs on this machine); where there is none, a local one is started.
    """
    global _connected  # noqa: PLW0603 - Ray has one connection for each process, too
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    atexit.unregister(ignore_interrupts)
    atexit.register(ignore_interrupts)  # runs before what Ray registered when it was imported
    wanted = address, tuple(elsewhere(packages))
    if ray.is_initialized():
        if _connected is None or (_connected[0] == address and set(wanted[1]) <= set(_connected[1])):
            return ray  # a program's own connection is used as it is
        ray.shutdown()
    logging.getLogger("ray").setLevel(logging.ERROR)
    try:
        start(ray, address, wanted[1], jobs)
    except (ConnectionError, RuntimeError, ValueError, OSError, TimeoutError, ray.exceptions.AuthenticationError) as error:
        _connected = None
        ray.shutdown()  # what it began
        raise OptionError(f"cannot use the cluster `{address}`: {explained(error)}") from None
    _connected = wanted
    silence(ray)
    return ray


def ignore_interrupts() -> None:
    """Let this process end its connection when it exits: a Ctrl-C in that second would print a trace of Ray's."""
    with contextlib.suppress(ValueError):  # another thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def silence(ray: Any) -> None:
    """Keep Ray from printing the logs of lost nodes between our lines; what matters comes as an error, and the rest is in Ray's own logs."""
    worker: Any = getattr(getattr(ray, "_private", None), "worker", None)
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_, **__: None


def disconnect() -> bool:
    """End the connection, if it is ours, with all that runs; a local cluster that we started ends with it. Returns whether it was ours."""
    global _connected  # noqa: PLW0603
    if _connected is None:
        return False
    import ray

    _connected = None
    ray.shutdown()
    return True


def start(ray: Any, address: str, modules: Sequence[str], jobs: int | None) -> None:
    """Connect to the cluster, or start a local one."""
    common: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if (chosen := chosen_address(address)) != LOCAL:
        is_own = address == AUTO and not os.environ.get("RAY_ADDRESS")  # to a cluster of this machine Ray shows our token, where there is one
        ray.init(address=AUTO if is_own else chosen, runtime_env=runtime_env(modules, ours=True), **common)
        return
    ray.init(
        address=LOCAL,
        num_cpus=jobs,
        include_dashboard=False,
        object_store_memory=OBJECT_STORE,
        runtime_env=runtime_env(modules, ours=False),
        **common,
    )


def chosen_address(address: str) -> str:
    """The address of a cluster that answers, or `local`; ConnectionError if the one that is named does not: Ray itself would try for minutes."""
    named = os.environ.get("RAY_ADDRESS") or AUTO if address == AUTO else address
    if named == AUTO:
        running = running_here()
        return running if running and answers(running) else LOCAL
    if named != LOCAL and not answers(named):
        raise ConnectionError(f"nothing listens at {named}, or it is not Ray")
    return named


def running_here() -> str | None:
    """The address of the cluster that was started last on this machine, as Ray notes it."""
    try:
        from ray._private.utils import read_ray_address
    except ImportError:  # another version of Ray
        return None
    address: str | None = read_ray_address()
    return address


def answers(address: str) -> bool:
    """Whether a server like Ray's listens at `HOST:PORT` or `ray://HOST:PORT`; what looks otherwise is left to Ray."""
    place = HOST_AND_PORT.fullmatch(address)
    if place is None:
        return True
    try:
        with socket.create_connection((place["host"], int(place["port"])), ANSWER) as there:
            return bool(os.environ.get("RAY_USE_TLS")) or speaks_grpc(there)
    except OSError:
        return False


def speaks_grpc(there: socket.socket) -> bool:
    """Whether the other side answers the greeting of HTTP/2, as Ray's servers do: to anything else Ray would try to speak for minutes."""
    there.settimeout(ANSWER)
    there.sendall(GREETING)
    answer = b""
    while len(answer) < len(SETTINGS_FRAME) and (more := there.recv(64)):
        answer += more
    return answer[3:4] == SETTINGS_FRAME[3:4]


def runtime_env(modules: Sequence[str], *, ours: bool) -> dict[str, Any] | None:
    """What Ray shall set up on the nodes: `ZIGGURAT_RUNTIME_ENV` (JSON), our package, and those of games that live elsewhere.

    A job that was submitted to Ray has an environment of its own; there everything must be installed. A cluster that we start on this machine has our
    package: it runs the same Python.
    """
    if os.environ.get(IN_A_JOB):
        return None
    text = os.environ.get(RUNTIME_ENV) or "{}"
    try:
        env = json.loads(text)
    except ValueError:
        env = None
    if not isinstance(env, dict):
        raise OptionError(f"`{RUNTIME_ENV}` is no JSON object: write, for example, " + '`{"pip": ["numba==0.68.1", "msgspec"]}`')
    shipped = [*([str(PACKAGE)] if ours else []), *modules]
    if shipped:
        env["py_modules"] = [*env.get("py_modules", []), *shipped]
        env["excludes"] = [*env.get("excludes", []), *LEFT_OUT]
    return env or None


def elsewhere(packages: Sequence[str]) -> list[str]:
    """The folders of the packages of games that are not ours: they travel to the nodes."""
    names = dict.fromkeys(package.partition(".")[0] for package in packages)
    folders = []
    for name in names:
        if name != "ziggurat":
            file = importlib.import_module(name).__file__
            assert file is not None
            folders.append(str(Path(file).resolve().parent))
    return folders


def explained(error: BaseException) -> str:
    """Why there is no connection, and what to do."""
    lines = [" ".join(line.split()) for line in str(error).splitlines() if line.strip()]
    text = lines[-1] if any(line.startswith("Traceback") or "Traceback (" in line for line in lines) else " ".join(lines)
    if "ersion mismatch" in text or "versions" in text:
        return f"{text[:400]}. Ray and Python must have the same versions here and there"
    if isinstance(error, ConnectionError):
        token = "" if os.environ.get("RAY_AUTH_MODE") else ". If it asks for a token, set `RAY_AUTH_MODE=token`"
        return f"no Ray cluster answers there ({text[:200]}). `ray start --head` starts one; `ray status` says where one runs{token}"
    return text[:400]


def head_of(ray: Any) -> str | None:
    """Where the head of the cluster listens; None if we cannot reach it ourselves, as through a proxy."""
    address = str(ray.get_runtime_context().gcs_address)
    return address if HOST_AND_PORT.fullmatch(address) and answers(address) else None


def lost_errors() -> tuple[type[Exception], ...]:
    """The errors of a task whose process or machine was lost."""
    from ray import exceptions

    return (
        exceptions.WorkerCrashedError,
        exceptions.NodeDiedError,
        exceptions.OutOfMemoryError,
        exceptions.ObjectLostError,
        exceptions.LocalRayletDiedError,
    )


def setup_errors() -> tuple[type[Exception], ...]:
    """The errors of a task that cannot run on a node as it is set up: a package is missing, or the environment cannot be made."""
    from ray import exceptions

    return (exceptions.RuntimeEnvSetupError, exceptions.RaySystemError, exceptions.RayTaskError)

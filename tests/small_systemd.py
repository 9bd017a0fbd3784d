"""The part of systemd that `docs/guides/site.md` uses, for the units in a folder: services are started as their units say, on sockets that outlive them."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

STARTER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Becomes a program that finds a socket as systemd passes it."""


class Unit:
    """What a unit file says."""

    def __init__(self, path: Path, instance: str) -> None:
        self.settings: dict[str, list[str]] = {}
        for name, value in re.findall(r"^(\w+)=(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            self.settings.setdefault(name, []).append(re.sub(r"%[i%]", lambda found: instance if found[0] == "%i" else "%", value))

    def __getitem__(self, name: str) -> str:
        return self.settings[name][-1]


def environment_file(path: Path) -> dict[str, str]:
    """The variables of an `EnvironmentFile`."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: "".join(shlex.split(value)) for name, _, value in (line.partition("=") for line in lines)}


class Systemd:
    """Units that run; those of others (a proxy) are only noted."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.folder, self.log = folder, log
        self.sockets: dict[str, socket.socket] = {}
        self.services: dict[str, subprocess.Popen[bytes]] = {}
        self.foreign: list[str] = []

    def systemctl(self, *words: str) -> None:
        """Do what a line of the guide says."""
        verb, units = words[0], [word for word in words[1:] if word != "--now"]
        if verb == "daemon-reload":
            assert not units
            return
        assert verb in {"start", "stop", "restart"} or "--now" in words
        for unit in units:
            if not unit.startswith("ziggurat"):
                self.foreign.append(unit)
            elif verb in {"start", "enable"}:
                self.start(unit)
            elif verb == "restart":
                self.stop(unit)
                self.start(unit)
            else:
                assert verb in {"stop", "disable"}
                self.stop(unit)

    def unit(self, name: str) -> Unit:
        """The file of a unit; of `ziggurat@8000.service`, the template."""
        stem, _, kind = name.rpartition(".")
        template, at, instance = stem.partition("@")
        return Unit(self.folder / f"{template}{at}.{kind}", instance)

    def start(self, name: str) -> None:
        """Start a unit, and what it requires."""
        unit = self.unit(name)
        if name.endswith(".socket") and name not in self.sockets:
            host, _, port = unit["ListenStream"].rpartition(":")
            self.sockets[name] = socket.create_server((host, int(port)), backlog=int(unit["Backlog"]))
        if name.endswith(".service") and name not in self.services:
            for required in unit.settings.get("Requires", []):
                self.start(required)
            self.run(name, unit)

    def run(self, name: str, unit: Unit) -> None:
        """Run the commands of a service; one that is over at once is waited for."""
        environment = {"PATH": os.environ["PATH"], **environment_file(Path(unit["EnvironmentFile"]))}
        commands = [
            [re.sub(r"\$\{(\w+)\}", lambda found: environment[found[1]], word).replace("$$", "$") for word in shlex.split(command)]
            for setting in ("ExecStart", "ExecStartPost")
            for command in unit.settings.get(setting, [])
        ]
        if unit.settings.get("Type") == ["oneshot"]:
            for command in commands:
                subprocess.run(command, env=environment, check=True)
            return
        listening = self.sockets.get(name.replace(".service", ".socket"))
        starter = [] if listening is None else [sys.executable, "-c", STARTER, str(listening.fileno())]
        passed = [] if listening is None else [listening.fileno()]
        with self.log.open("ab") as log:
            self.services[name] = subprocess.Popen([*starter, *commands[0]], env=environment, pass_fds=passed, stdout=log, stderr=log)

    def stop(self, name: str) -> None:
        """Stop a unit: the first process of a service is told (`KillMode=mixed`)."""
        if (held := self.sockets.pop(name, None)) is not None:
            held.close()
        if (service := self.services.pop(name, None)) is not None:
            service.send_signal(signal.SIGTERM)
            service.wait(int(self.unit(name)["TimeoutStopSec"]))

    def stop_all(self) -> None:
        """Stop everything."""
        for name in [*self.services, *self.sockets]:
            self.stop(name)

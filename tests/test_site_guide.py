"""The commands of `docs/guides/site.md`, carried out block by block as they are written there.

They name folders of the system (`/opt`, `/etc`, `/var`, `/usr/local`), ports 8000 and 8001, a PostgreSQL and a Redis, and
the user `ziggurat`: here they get a folder, ports, backends and the user of this test in their place, and so do the files
of `deploy/`. systemd is `small_systemd.py`, which does what the units say. `NOT_RUN` names what is not run, and why.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from backends import free_port, new_database, redis_url
from serving import cache_without_stamp
from small_systemd import Systemd, environment_file

ROOT = Path(__file__).resolve().parents[1]
NEW = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]}
NOT_RUN = {
    "useradd --system --home-dir /var/lib/ziggurat --shell /usr/sbin/nologin ziggurat": "it changes this machine; the test's user takes its part",
    "nginx -t": "no nginx comes with Python packages; `test_deploy.py` runs it where there is one",
    "git pull": "there is nothing newer; the test writes another version into the clone",
}
STAND_INS = {
    "python3": f'#!/bin/sh\nexec {sys.executable} "$@"\n',
    "runuser": '#!/bin/sh\n[ "$1 $2 $3" = "-u ziggurat --" ] || exit 9\nshift 3\nexec "$@"\n',  # only root may run the real one
}
GUIDE = (ROOT / "docs/guides/site.md").read_text(encoding="utf-8")
URLS = {"database": "postgresql://ziggurat:PASSWORD@db.example.org/ziggurat", "redis": "redis://db.example.org:6379/0"}


def blocks() -> dict[str, list[str]]:
    """The blocks of commands of each section."""
    sections = re.split(r"^## (.*)$", GUIDE, flags=re.MULTILINE)[1:]
    return {name: re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) for name, text in zip(sections[::2], sections[1::2], strict=True)}


class Machine:
    """A folder that stands for the root of a machine, with a clone of the repository."""

    def __init__(self, folder: Path) -> None:
        self.root, self.clone = folder / "machine", folder / "clone"
        self.ports = {"8000": str(free_port()), "8001": str(free_port())}
        self.urls = {URLS["database"]: new_database(), URLS["redis"]: redis_url()}
        self.done: list[str] = []
        for path in ("opt", "etc/systemd/system", "etc/caddy", "etc/nginx/conf.d", "usr/local/sbin", "var/lib", "var/backups", "var/cache"):
            (self.root / path).mkdir(parents=True)
        for name, text in STAND_INS.items():
            (folder / "bin").mkdir(exist_ok=True)
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)
        cache_without_stamp(self.root / "var/cache/ziggurat")
        self.make_clone()
        pins = "\n".join(re.findall(r"^[\w.-]+==[^\\\n]*", (ROOT / "requirements/test.txt").read_text(), re.MULTILINE))
        (folder / "pins.txt").write_text(pins)  # else other versions of Numba would compile everything anew
        lean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
        path = f"{self.root}/usr/local/sbin:{folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        self.environment = {**lean, "PATH": path, "ZIGGURAT_SKIP_CLIENT": "1", "PIP_CONSTRAINT": str(folder / "pins.txt"), "PIP_NO_COMPILE": "1"}
        self.systemd = Systemd(self.root / "etc/systemd/system", folder / "journal")

    def make_clone(self) -> None:
        """Copy what a wheel is made of, and `deploy/`."""
        named = subprocess.run(
            ["git", "ls-files", "src", "deploy", "*.toml", "LICENSE", "README.md", "web/hatch_build.py"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        static = [str(path.relative_to(ROOT)) for path in (ROOT / "src/ziggurat/static").rglob("*") if path.is_file()]
        for name in [*named.stdout.split(), *static]:
            target = self.clone / name
            target.parent.mkdir(parents=True, exist_ok=True)
            content = (ROOT / name).read_bytes()
            target.write_bytes(self.here(content.decode()).encode() if name.startswith("deploy/") else content)

    def here(self, text: str) -> str:
        """Text with the folders, ports, backends and user of this test."""
        for url, own in self.urls.items():
            text = text.replace(url, own)
        text = re.sub(r"(?<![\w.}-])/(opt|etc|var|usr/local)/", rf"{self.root}/\1/", text)
        text = re.sub(r"\b800[01]\b", lambda found: self.ports[found[0]], text)
        return re.sub(r"-o ziggurat -g ziggurat", f"-o {os.getuid()} -g {os.getgid()}", text)

    def carry_out(self, section: str, number: int) -> None:
        """Run a block of the guide: lines for systemd by ours, the lines between them by a shell."""
        block = blocks()[section][number]
        self.done.append(block)
        lines = [line for line in block.splitlines() if line not in NOT_RUN]
        shell: list[str] = []
        for line in [*lines, "systemctl daemon-reload"]:
            if not line.startswith("systemctl "):
                shell.append(line)
                continue
            if shell:
                self.shell(self.here("\n".join(shell)))
            shell = []
            self.systemd.systemctl(*self.here(line).split()[1:])

    def shell(self, commands: str) -> str:
        """What commands of root's write, in the clone."""
        done = subprocess.run(["sh", "-euc", commands], cwd=self.clone, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    def url(self, port: str = "8000") -> str:
        return f"http://127.0.0.1:{self.ports[port]}"

    def is_plain(self) -> bool:
        return bool(httpx.get(f"{self.url()}/healthz", timeout=60).json()["plain"])

    def make_table(self) -> str:
        return str(httpx.post(f"{self.url()}/api/tables", json=NEW, timeout=60).raise_for_status().json()["id"])

    def has(self, table: str, port: str = "8000") -> bool:
        return httpx.get(f"{self.url(port)}/api/tables/{table}/record", timeout=60).status_code != 404


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    machine = Machine(tmp_path_factory.mktemp("site"))
    try:
        yield machine
    finally:
        machine.systemd.stop_all()


def test_a_site_is_installed_kept_upgraded_and_grown_as_the_guide_says(machine: Machine) -> None:
    install(machine)
    first = machine.make_table()
    while machine.is_plain():
        time.sleep(0.1)
    proxies(machine)
    back_up_and_restore(machine, first)
    upgrade_and_go_back(machine, first)
    grow_and_go_back(machine, first)
    assert sorted(machine.done) == sorted([*(block for all_of in blocks().values() for block in all_of), blocks()["Install"][0]])
    assert all(f"\n{line}\n" in GUIDE for line in NOT_RUN), "what is not run is in the guide"


def install(machine: Machine) -> None:
    for number in range(2):
        machine.carry_out("Install", number)
    assert machine.is_plain(), "nobody waits for the compiler"
    assert (machine.root / "etc/ziggurat.env").stat().st_mode & 0o777 == 0o600
    settings = environment_file(machine.root / "etc/ziggurat.env")
    page = [httpx.get(machine.url(), headers={"Host": name}, timeout=60).status_code for name in (settings["SITE"], "example.com")]
    assert page == [200, 421], "the server answers to the name of its site"


def proxies(machine: Machine) -> None:
    for number in range(2):
        machine.carry_out("A proxy", number)
    assert machine.systemd.foreign == ["caddy.service", "nginx.service"]
    written = (machine.root / "etc/systemd/system/caddy.service.d/ziggurat.conf").read_text()
    assert written == f"[Service]\nEnvironment=SITE=table.example.org 'SERVERS=127.0.0.1:{machine.ports['8000']}'\n"


def back_up_and_restore(machine: Machine, first: str) -> None:
    backups = machine.root / "var/backups/ziggurat"
    machine.carry_out("Backup and restore", 0)
    later = machine.make_table()
    machine.carry_out("Backup and restore", 1)
    assert machine.has(first) and not machine.has(later)
    old, young = backups / "day-2026-01-01.db", backups / "day-2026-01-02.db"
    for path, days in ((old, 16), (young, 13), (backups / "today.db", 90)):
        path.touch()
        os.utime(path, (time.time() - days * 86400,) * 2)
    machine.systemd.start("ziggurat-backup.service")
    names = {path.name for path in backups.glob("*.db")}
    assert {"today.db", young.name} <= names and old.name not in names and len(names) == 3, "that of today, and none too old"


def upgrade_and_go_back(machine: Machine, first: str) -> None:
    version = machine.shell("ziggurat --version")
    machine.carry_out("Upgrade", 0)
    module = machine.clone / "src/ziggurat/__init__.py"
    module.write_text(re.sub(r'__version__ = ".*"', '__version__ = "99.0"', module.read_text()))
    machine.carry_out("Install", 0)
    machine.carry_out("Upgrade", 1)
    assert machine.has(first) and not machine.is_plain(), "`warm` has filled the cache of the service"
    assert machine.shell("ziggurat --version") == "ziggurat 99.0\n"
    machine.carry_out("Upgrade", 2)
    assert machine.has(first) and machine.shell("ziggurat --version") == version


def grow_and_go_back(machine: Machine, first: str) -> None:
    for number in range(3):
        machine.carry_out("Grow", number)
    in_database = machine.make_table()
    assert all(machine.has(table, port) for table in (first, in_database) for port in ("8000", "8001"))
    until = time.monotonic() + 120
    while not re.search(r"^ziggurat_workers 1", httpx.get(f"{machine.url()}/metrics", timeout=60).text, re.MULTILINE):
        assert time.monotonic() < until, "the worker is there"
        time.sleep(0.2)
    machine.carry_out("Grow", 3)
    assert machine.has(first) and machine.has(in_database)
    assert "ZIGGURAT_DATABASE_URL" not in environment_file(machine.root / "etc/ziggurat.env")


def test_no_command_of_the_guide_goes_round_the_user_of_the_service() -> None:
    """Root's command is the only way: what root writes itself would lock the service out."""
    lines = [line for all_of in blocks().values() for block in all_of for line in block.splitlines()]
    assert sum(line.startswith("ziggurat ") for line in lines) >= 5
    assert [line for line in lines if "bin/ziggurat" in line and "install -m" not in line] == []
    assert "runuser -u ziggurat --" in (ROOT / "deploy/ziggurat").read_text()
    for unit in (ROOT / "deploy/systemd").glob("*.service"):
        assert "\nUser=ziggurat\n" in unit.read_text()

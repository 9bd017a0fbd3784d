"""The files of `deploy/`: they parse, and name only what exists (commands, options, variables, metrics, files). `test_site_guide.py` runs the units. No
container is run, for there is no engine and no image here, and no Traefik; Caddy and nginx read their files where they are installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml  # type: ignore[import-untyped]

from backends import free_port
from ziggurat.cli import app
from ziggurat.kernel import PACKAGE
from ziggurat.server.metrics import METRICS

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
ONE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose-one.yaml").read_text(encoding="utf-8"))
FOREIGN = {"FORWARDED_ALLOW_IPS", "OTEL_EXPORTER_OTLP_ENDPOINT", "NO_COLOR", "PATH"}  # uvicorn's, OpenTelemetry's, everybody's


def check_command(words: list[str]) -> None:
    """Check that a command of ours exists and takes these options."""
    group: Any = typer.main.get_command(app)
    command = group.commands[words[0]]
    known = {name: option for option in command.params for name in option.opts}
    words = words[1:]
    while words:
        if not (word := words.pop(0)).startswith("-"):
            assert any(not name.startswith("-") for name in known), "it takes an argument"
            continue
        option = known[word]
        if not getattr(option, "is_flag", False):
            option.type.convert(words.pop(0), option, None)


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


def variables_of(text: str) -> set[str]:
    return set(re.findall(r"\bZIGGURAT_[A-Z_]+", text))


def test_every_variable_that_is_named_is_read() -> None:
    named = {name for path in DEPLOY.rglob("*") if path.is_file() for name in variables_of(path.read_text(encoding="utf-8"))}
    assert {"ZIGGURAT_DATABASE_URL", "ZIGGURAT_REDIS_URL", "ZIGGURAT_DATA", "ZIGGURAT_CACHE"} <= named
    assert named <= variables_of(sources())


def test_the_compose_file_names_services_volumes_files_commands_and_variables_that_exist() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"proxy", "server-1", "server-2", "worker", "database", "queue"}
    example = {line.partition("=")[0] for line in (DEPLOY / "example.env").read_text().splitlines() if line and not line.startswith("#")}
    assert set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text())) == example
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        assert all(services[other].get("healthcheck", {}).get("test") or "build" in services[other] for other in service.get("depends_on", {}))
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
            check_command([word.replace("${SITE:?}", "table.example.org") for word in service["command"]])
            assert set(service["environment"]) <= variables_of(sources()) | FOREIGN
            assert all(value.partition("//")[2].rpartition("@")[2].partition(":")[0] in services for value in service["environment"].values() if "://" in value)
    assert services["proxy"]["environment"]["SERVERS"].replace(":8000", "").split() == ["server-1", "server-2"]
    stop = int(services["server-1"]["stop_grace_period"].rstrip("s"))
    command = services["server-1"]["command"]
    assert stop > float(command[command.index("--drain") + 1]) + 10, "drained, then five seconds for what was asked, and the rest"
    assert "ZIGGURAT_DATABASE_URL" not in services["worker"]["environment"], "a worker needs no database"


def test_one_container_is_a_server_with_its_data_file() -> None:
    (service,) = ONE["services"].values()
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    check_command([word.replace("${SITE:-localhost}", "table.example.org") for word in service["command"]])
    assert set(service["environment"]) <= FOREIGN, "no database, no Redis"
    assert all(port.startswith("127.0.0.1:") for port in service["ports"]), "whoever reaches the port is believed to be the proxy"
    folder = re.search(r"ZIGGURAT_DATA=(\S+)/", (DEPLOY / "Containerfile").read_text())
    assert folder is not None
    assert [f"{volume}:{folder[1]}" for volume in ONE["volumes"]] == service["volumes"]


def test_nobody_waits_for_the_compiler_at_a_first_start() -> None:
    started = [DEPLOY / "Containerfile", DEPLOY / "compose.yaml", DEPLOY / "compose-one.yaml", *(DEPLOY / "systemd").iterdir()]
    assert [path.name for path in started if "--one-process" in path.read_text()] == []


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "traefik.yaml"])
def test_a_proxy_hides_what_is_for_the_operator(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert text.count("{") == text.count("}")
    routes = {route.strip("/") for route in re.findall(r'@get\("(/\w+)"', (PACKAGE / "server/web/operator_routes.py").read_text())}
    assert set(re.findall(r"\b(?:metrics|readyz|healthz)\b", text)) == routes


def test_caddy_is_told_the_name_of_the_site_and_its_servers(tmp_path: Path) -> None:
    assert set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text())) == set(COMPOSE["services"]["proxy"]["environment"])
    if caddy := shutil.which("caddy"):
        told = {"SITE": "table.example.org", "SERVERS": "127.0.0.1:8000 127.0.0.1:8001", "HOME": str(tmp_path)}
        command: list[str | Path] = [caddy, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
        done = subprocess.run(command, env=told, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_nginx_passes_sockets_the_name_and_the_address_on(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    passed = dict(re.findall(r"proxy_set_header (\S+) (\S+);", text))
    assert passed.keys() == {"Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"}
    assert passed["X-Forwarded-For"] == "$remote_addr", "what a client says of its address is not passed on"
    assert set(re.findall(r"proxy_pass http://(\w+);", text)) == set(re.findall(r"^upstream (\w+)", text, re.MULTILINE))
    assert "proxy_buffering off;" in text, "streams are passed on at once"
    assert not re.search(r"location /.+/ {", text), "nginx would answer a request to make a table, `/api/tables`, by sending it to `/api/tables/`"
    if nginx := shutil.which("nginx"):
        files: list[str | Path] = ["-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"]
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=table.example.org"]
        subprocess.run([*make, *files], capture_output=True, check=True)
        here = re.sub(r"listen (80|443)", lambda found: f"listen {free_port()}", text.replace("/etc/letsencrypt/live/table.example.org", str(tmp_path)))
        (tmp_path / "site.conf").write_text(here)
        folders = "".join(f"{kind}_temp_path {tmp_path}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{ {folders} access_log off; include {tmp_path}/site.conf; }}\n")
        done = subprocess.run([nginx, "-t", "-q", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_traefik_knows_every_name_that_it_uses() -> None:
    http = yaml.safe_load((DEPLOY / "traefik.yaml").read_text())["http"]
    (router,) = http["routers"].values()
    assert router["service"] in http["services"] and set(router["middlewares"]) == set(http["middlewares"])
    balancer = http["services"][router["service"]]["loadBalancer"]
    assert f"Host(`{balancer['healthCheck']['hostname']}`)" in router["rule"], "the server answers only to its own names"


def test_the_container_file_copies_files_and_runs_commands_that_exist() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for source in re.findall(r"^COPY (?!--from)(\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists()
    assert re.search(r"^uv==", (ROOT / "requirements/test.txt").read_text(), re.MULTILINE), "the version of uv that the build installs"
    extras = re.search(r"\[([\w,]+)\]\"", text)
    project = (ROOT / "pyproject.toml").read_text()
    assert extras is not None and all(f"\n{extra} = [" in project for extra in extras[1].split(","))
    command = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert command is not None
    check_command(json.loads(command[1]))
    assert re.search(r"ziggurat warm$", text, re.MULTILINE)
    assert "\nUSER ziggurat\n" in text
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text().split()
    assert "deploy/.env" in ignored and "deploy/.env" in (ROOT / ".gitignore").read_text().split()


UNITS = sorted(path.name for path in (DEPLOY / "systemd").iterdir())
SECTIONS = {"service": ["Unit", "Service", "Install"], "socket": ["Unit", "Socket", "Install"], "timer": ["Unit", "Timer", "Install"]}


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_the_units_start_commands_that_exist(name: str) -> None:
    text = (DEPLOY / "systemd" / name).read_text()
    command = re.search(r"^ExecStart=.*/opt/ziggurat/bin/ziggurat ([^'\n]*)", text, re.MULTILINE)
    assert command is not None
    settings = set(re.findall(r"^#? ?(\w+)=", (DEPLOY / "ziggurat.env").read_text(), re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+)\}", command[1])) <= settings
    check_command(command[1].replace("%i", "8000").replace('"', "").split())
    for required in re.findall(r"^Requires=(.*)$", text, re.MULTILINE):
        assert set(required.replace("%i", "").split()) <= set(UNITS)


def test_the_units_are_well_formed_and_systemd_understands_them_where_there_is_one(tmp_path: Path) -> None:
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text()
        sections = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
        expected = SECTIONS[name.rpartition(".")[2]]
        assert sections == (expected[:2] if name.replace(".service", ".timer") in UNITS and name.endswith(".service") else expected), "a timer starts it"
        assert all(re.fullmatch(r"#.*|\[\w+\]|[A-Z]\w*=\S.*|", line) for line in text.splitlines())
        text = text.replace("/opt/ziggurat/bin/ziggurat", sys.executable).replace("EnvironmentFile=/", "EnvironmentFile=-/")
        (tmp_path / name.replace("@", "@8000")).write_text(text)
    if analyze := shutil.which("systemd-analyze"):
        done = subprocess.run([analyze, "verify", "--man=no", *tmp_path.iterdir()], capture_output=True, text=True, check=False)
        assert [line for line in done.stderr.splitlines() if "ziggurat" in line] == []


def test_every_query_of_the_dashboard_names_a_metric_of_the_server() -> None:
    text = METRICS.text()
    exposed = {line.split()[0].partition("{")[0] for line in text.splitlines() if not line.startswith("#")}
    board = json.loads((DEPLOY / "dashboard.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    queries += [variable["query"] for variable in board["templating"]["list"] if variable["type"] == "query"]
    named = [set(re.findall(r"\bziggurat_\w+", query)) for query in queries]
    assert all(named)
    assert set().union(*named) <= exposed
    counted = {name.removesuffix("_bucket") for name in set().union(*named)}
    families = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert counted == families, "and every metric is shown"


def test_every_alert_names_a_metric_of_the_server_and_says_what_is_wrong() -> None:
    text = METRICS.text()
    exposed = {line.split()[0].partition("{")[0] for line in text.splitlines() if not line.startswith("#")}
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    named = set()
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"} and rule["labels"]["severity"]
        assert rule["annotations"]["summary"].count("{{") == rule["annotations"]["summary"].count("}}")
        assert rule["expr"].count("(") == rule["expr"].count(")")
        named |= set(re.findall(r"\bziggurat_\w+", rule["expr"]))
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])
    assert named <= exposed
    new = {"redis_up", "redis_errors_total", "draining", "memory_bytes", "stored_bytes"}
    assert {f"ziggurat_{name}" for name in new | {"failed_writes_total", "server_errors_total"}} <= named


@pytest.mark.parametrize("path", [".github/workflows/test.yml", ".gitlab-ci.yml"])
def test_forges_call_what_every_machine_calls(path: str) -> None:
    job = yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    steps = [step.get("run") for step in job["jobs"]["test"]["steps"]] if "jobs" in job else job["test"]["script"]
    assert [step for step in steps if step] == [".ci/run"]
    assert (ROOT / ".ci/run").is_file()

"""The files of `deploy/`. Nothing here can run a container, so this is what can be checked: they parse, and name only what exists (commands, options,
variables, metrics, files)."""

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

from ziggurat.cli import app
from ziggurat.kernel import PACKAGE
from ziggurat.server.metrics import METRICS

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
FOREIGN = {"FORWARDED_ALLOW_IPS", "OTEL_EXPORTER_OTLP_ENDPOINT", "NO_COLOR", "PATH"}  # uvicorn's, OpenTelemetry's, everybody's


def check_command(words: list[str]) -> None:
    """Check that a command of ours exists and takes these options."""
    group: Any = typer.main.get_command(app)
    command = group.commands[words[0]]
    known = {name: option for option in command.params for name in option.opts}
    words = words[1:]
    while words:
        option = known[words.pop(0)]
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


def test_the_proxy_asks_what_the_server_answers() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert set(re.findall(r"\{\$(\w+)\}", text)) == set(COMPOSE["services"]["proxy"]["environment"])
    assert text.count("{") == text.count("}")
    routes = set(re.findall(r'@get\("(/\w+)"', (PACKAGE / "server/web/operator_routes.py").read_text()))
    assert set(re.findall(r"/(?:metrics|readyz|healthz)\b", text)) == routes


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


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_the_units_start_commands_that_exist(name: str) -> None:
    text = (DEPLOY / "systemd" / name).read_text()
    command = re.search(r"^ExecStart=/opt/ziggurat/bin/ziggurat (.*)$", text, re.MULTILINE)
    assert command is not None
    check_command(command[1].split())
    for required in re.findall(r"^Requires=(.*)$", text, re.MULTILINE):
        assert set(required.split()) <= set(UNITS)


def test_the_units_are_well_formed_and_systemd_understands_them_where_there_is_one(tmp_path: Path) -> None:
    for name in UNITS:
        text = (DEPLOY / "systemd" / name).read_text()
        sections = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
        assert sections == ["Unit", "Socket" if name.endswith(".socket") else "Service", "Install"]
        assert all(re.fullmatch(r"#.*|\[\w+\]|[A-Z]\w*=\S.*|", line) for line in text.splitlines())
        (tmp_path / name).write_text(text.replace("/opt/ziggurat/bin/ziggurat", sys.executable).replace("EnvironmentFile=/", "EnvironmentFile=-/"))
    if analyze := shutil.which("systemd-analyze"):
        done = subprocess.run([analyze, "verify", "--man=no", *(tmp_path / name for name in UNITS)], capture_output=True, text=True, check=False)
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

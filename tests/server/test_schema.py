"""Schemathesis reads the OpenAPI description and tries to break a real server: no request may cause an error of ours, or an answer that the
description does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from serving import Process
from ziggurat.server.settings import ServerSettings
from ziggurat.server.web.app import create_app
from ziggurat.server.web.parameters import NDJSON

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


class Target:
    """A server with a table at which a seat and an account are ours."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.client = httpx.Client(base_url=process.url, timeout=60)
        self.token = self.client.post("/api/accounts", json={"name": "x"}).json()["token"]
        self.fresh_table()

    def fresh_table(self) -> None:
        new = {"game": "blueprints", "seats": [{"kind": "here"}, {"kind": "link"}, {"kind": "bot", "bot": "random"}], "previews": True}
        made = self.client.post("/api/tables", json=new).json()
        self.table, self.secret, self.owner = made["id"], made["seats"][0]["secret"], made["owner"]
        self.client.post(f"/api/tables/{self.table}/join", json={}, headers={"Authorization": f"Bearer {made['seats'][1]['secret']}"})


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    process = Process(tmp_path_factory.mktemp("schema")).start()
    made = Target(process)
    yield made
    errors = [line for line in made.client.get("/metrics").text.splitlines() if line.startswith("ziggurat_server_errors_total")]
    made.client.close()
    process.kill()
    assert errors == ["ziggurat_server_errors_total 0"]


APP: Any = create_app(ServerSettings(Path("never opened.db"), warm=False))
schema = schemathesis.openapi.from_dict(APP.app.openapi_schema.to_schema())


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case: Any, target: Target) -> None:
    content = [response.get("content", {}) for response in case.operation.definition.raw["responses"].values()]
    if any(NDJSON in kinds for kinds in content):
        return  # a stream does not end; test_http listens to them
    removes = case.method.upper() == "DELETE" and case.operation.path == "/api/account"
    owner = [target.owner] if case.method.upper() == "DELETE" else []
    for token in (None, target.secret, None if removes else target.token, *owner):
        if token and case.path_parameters:
            case.path_parameters["table"] = target.table
        answer = case.call(base_url=target.process.url, headers={"Authorization": f"Bearer {token}"} if token else None)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code == 204 and case.operation.path == "/api/tables/{table}":
            target.fresh_table()  # it was deleted

"""Traces go to whoever the environment names, over the real protocol; otherwise nothing of OpenTelemetry is loaded."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from serving import Process


@pytest.fixture
def collector() -> Iterator[Any]:
    """A collector of traces: its `.spans` are (service, name, attributes, texts)."""
    spans: list[tuple[str, str, dict[str, str]]] = []
    raw: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            raw.append(body)
            request = ExportTraceServiceRequest()
            request.ParseFromString(body)
            for resource in request.resource_spans:
                service = next(each.value.string_value for each in resource.resource.attributes if each.key == "service.name")
                for scope in resource.scope_spans:
                    spans.extend((service, span.name, {each.key: each.value.string_value for each in span.attributes}) for span in scope.spans)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.spans, server.raw = spans, raw
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_server_sends_traces_without_secrets(collector: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.server_port}")
    server = Process(tmp_path).start()
    try:
        new = {"game": "amytis", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]}
        made = httpx.post(f"{server.url}/api/tables", json=new, timeout=60).json()
        headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
        move = httpx.get(f"{server.url}/api/tables/{made['id']}", headers=headers).json()["view"]["legal"][0]
        assert httpx.post(f"{server.url}/api/tables/{made['id']}/play", json={"ply": 0, "move": move}, headers=headers).status_code == 201
        assert server.process is not None
        server.process.terminate()
        server.process.wait(20)  # it sends what is left
    finally:
        server.kill()
    names = {name for _, name, _ in collector.spans}
    assert {service for service, _, _ in collector.spans} == {"ziggurat"} and {"http", "append"} <= names
    assert any(attributes.get("ziggurat.path") == f"/api/tables/{made['id']}/play" for _, name, attributes in collector.spans if name == "http")
    assert all(made["seats"][0]["secret"].encode() not in body and move.encode() not in body for body in collector.raw)


def test_nothing_of_it_is_loaded_otherwise() -> None:
    code = "import sys, ziggurat.server.serve, ziggurat.server.workers.worker as w; from ziggurat.server.tracing import TRACING, span\n"
    code += "TRACING.open('x')\nwith span('y', table='z'): pass\nassert not [name for name in sys.modules if name.startswith('opentelemetry')], sys.modules"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr

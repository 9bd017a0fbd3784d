"""Traces by OpenTelemetry, where the environment asks for them: `OTEL_EXPORTER_OTLP_ENDPOINT` says where they go. Otherwise nothing of it is loaded.

A trace names what was done, at which table and how long it took; never a secret, a move, a name or an address.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NOTHING: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()


class Tracing:
    """The tracer of this process, if it has one."""

    def __init__(self) -> None:
        self.tracer: Any = None
        self.provider: Any = None

    def open(self, service: str) -> None:
        """Begin to send traces if the environment says where to; `OTEL_SERVICE_NAME` renames the service, `OTEL_SDK_DISABLED=true` switches all of it off."""
        if not any(os.environ.get(name) for name in ENDPOINTS) or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
            return
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from ziggurat import __version__

        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": service}
        self.provider = TracerProvider(resource=Resource.create({**named, "service.version": __version__}))
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self.tracer = self.provider.get_tracer("ziggurat", __version__)

    def close(self) -> None:
        """Send what is gathered, and stop."""
        if self.provider is not None:
            self.provider.shutdown()
            self.tracer = self.provider = None


TRACING = Tracing()


def span(name: str, **attributes: str | int) -> contextlib.AbstractContextManager[Any]:
    """Trace what is done in a `with` block; costs nothing where no traces are wanted."""
    if TRACING.tracer is None:
        return NOTHING
    named = {f"ziggurat.{key}": value for key, value in attributes.items()}
    started: contextlib.AbstractContextManager[Any] = TRACING.tracer.start_as_current_span(name, attributes=named)
    return started

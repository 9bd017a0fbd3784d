"""The packages that the extras of `pyproject.toml` bring, and the errors where one of them is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "server": {"litestar", "uvicorn", "uvloop", "websockets", "h11"},
    "plot": {"matplotlib"},
    "envs": {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"},
    "gpu": {"numba_cuda"},
    "lab": {"openskill", "pyarrow"},
    "ray": {"ray"},
    "scale": {"psycopg", "redis"},
    "trace": {"opentelemetry", "opentelemetry_sdk", "opentelemetry_exporter_otlp_proto_http"},
}
"""The packages that each extra of `pyproject.toml` brings, by the names that are imported."""


def cure_of(error: ModuleNotFoundError) -> str | None:
    """What is missing and what to type; None if no extra brings it."""
    extra = next((extra for extra, packages in EXTRAS.items() if (error.name or "").partition(".")[0] in packages), None)
    return None if extra is None else f"this needs `{error.name}`: `pip install 'ziggurat[{extra}]'` brings it"


@contextmanager
def named_extra() -> Iterator[None]:
    """Import packages of an extra inside: where one is missing, the error says how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        cure = cure_of(error)
        if cure is None:
            raise
        raise ModuleNotFoundError(cure, name=error.name) from None

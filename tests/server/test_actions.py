"""One table of actions serves sockets and HTTP; the bodies of HTTP follow from the requests."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from serving import opened_api, run
from ziggurat.server import requests as r
from ziggurat.server.actions import ACTIONS, BUCKETS
from ziggurat.server.rates import Rates
from ziggurat.server.web.action_routes import ROUTES, ActionRoute


def test_every_request_has_an_action_and_every_action_a_route() -> None:
    requests = set(get_args(r.AnyRequest))
    assert requests - {r.Hello, r.Look} == set(ACTIONS), "hello and look concern one socket alone"
    assert {route.request for route in ROUTES} == set(ACTIONS) - {r.Ping}
    assert all(hasattr(Rates(), bucket) for bucket in BUCKETS.values()) and set(BUCKETS) <= set(ACTIONS)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_a_body_has_the_fields_of_its_request_without_those_of_sockets(route: ActionRoute) -> None:
    fields = {field.name for field in msgspec.structs.fields(route.request)}
    body = route.body
    if body is None:
        assert fields == {"id", "seat"}
        return
    assert {field.name for field in msgspec.structs.fields(body)} == fields - {"id"}
    for wrong in ({"id": 1}, {"t": route.request.__struct_config__.tag}, {"nonsense": 1}):
        with pytest.raises(msgspec.ValidationError, match=r"unknown field|missing required"):
            msgspec.convert(wrong, body)


def test_over_http_an_unknown_field_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            made = (await client.post("/api/tables", json={"game": "amytis", "seats": [{"kind": "here"}, {"kind": "here"}]})).json()
            headers = {"Authorization": f"Bearer {made['seats'][0]['secret']}"}
            for extra in ({"id": 1}, {"t": "play"}, {"nonsense": 1}):
                answer = await client.post(f"/api/tables/{made['id']}/play", json={"ply": 0, "move": "b2>a1", **extra}, headers=headers)
                assert (answer.status_code, answer.json()["error"]["code"]) == (400, "request.wrong")

    run(main)

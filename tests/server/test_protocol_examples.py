"""The examples of `docs/reference/protocol.md` are what the server takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from serving import opened_api, run

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/protocol.md"
TABLES = [
    block for block in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL) if block.startswith('{"game"') and '"seats": [' in block
]


def test_the_page_shows_a_table_with_a_bot_account() -> None:
    assert any('"kind": "account"' in block for block in TABLES)


@pytest.mark.parametrize("example", TABLES, ids=lambda example: ",".join(re.findall(r'"kind": "(\w+)"', example)))
def test_a_table_can_be_made_as_the_page_shows(tmp_path: Path, example: str) -> None:
    async def main() -> None:
        async with opened_api(tmp_path) as client:
            account = (await client.post("/api/accounts", json={"name": "my bot"})).json()
            wanted = json.loads(example.replace('"ACCOUNT"', json.dumps(account["id"])))
            answer = await client.post("/api/tables", json=wanted)
            assert answer.status_code == 201, answer.text
            made, token = answer.json(), {"Authorization": f"Bearer {account['token']}"}
            assert [seat["kind"] for seat in made["seats"]] == [seat["kind"] for seat in wanted["seats"]]
            for seat in made["seats"]:
                if seat["kind"] == "account":
                    assert not seat["secret"] and "#" not in seat["link"], "the token opens it"
                    join = f"/api/tables/{made['id']}/join"
                    assert (await client.post(join, json={}, headers={"Authorization": f"Bearer {made['seats'][0]['secret']}"})).status_code == 201
                    assert (await client.post(join, json={}, headers=token)).status_code == 201
                    table = (await client.get(f"/api/tables/{made['id']}", headers=token)).json()
                    assert table["you"] == [seat["seat"]] and table["status"] == "running"

    run(main)

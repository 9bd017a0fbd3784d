"""Writes the messages of the table as TypeScript types: `python -m ziggurat.server.typescript` (a test compares)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ziggurat.server import messages as m

TARGET = Path(__file__).resolve().parents[3] / "web/src/lib/messages.ts"
SENT = m.AnyRequest
TOLD = m.TableMessage | m.PlayedMessage | m.ChangedMessage | m.SaidMessage | m.DoneMessage | m.HintMessage | m.LensMessage | m.ErrorMessage | m.PongMessage
OVER_HTTP = (m.NewTable, m.MadeTable, m.NewRecord, m.MadeRecord, m.Moment, m.ListedTable, m.Catalogue, m.Lexicon, m.RulePage, m.ErrorAnswer)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = "// Made from src/ziggurat/server/messages.py by `python -m ziggurat.server.typescript`. Do not edit.\n"


def spelled(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(spelled(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if schema.get("type") == "array":
        inner = spelled(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return f"Record<string, {spelled(schema.get('additionalProperties') or {})}>"
    return PLAIN.get(schema.get("type", ""), "any")


def interface(name: str, schema: dict[str, Any]) -> str:
    """A struct as an interface with its comments."""
    lines = [f"/** {schema.get('description', name)} */", f"export interface {name} {{"]
    for field, inner in schema["properties"].items():
        needed = "" if field in schema.get("required", ()) else "?"
        lines.append(f"  {field}{needed}: {spelled(inner)};")
    return "\n".join([*lines, "}\n"])


def types() -> str:
    """The whole file."""
    _, found = msgspec.json.schema_components([SENT, TOLD, *OVER_HTTP], ref_template="#/$defs/{name}")
    parts = [interface(name, schema) for name, schema in found.items()]
    unions = [
        f"export type {name} = {' | '.join(struct.__name__ for struct in union.__args__)};\n" for name, union in (("AnyRequest", SENT), ("AnyMessage", TOLD))
    ]
    return "\n".join([HEAD, *parts, *unions])


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(types(), encoding="utf-8")

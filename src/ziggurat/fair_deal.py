"""Provably fair deals: what a table promises before the game, and how anyone can check it afterwards.

Before anyone sits down, the table shows the commitment: the SHA-256 of its secret, its id and its options. Each player may add words. The
seed of the deal is made of the secret, the id and the words, so neither the table nor a player alone can choose it; at the end the secret
is shown (`fair` in the record), and `ziggurat replay --verify` computes both again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ziggurat.errors import RecordError
from ziggurat.parse import typed


class Fair(msgspec.Struct, forbid_unknown_fields=True):
    """The field `fair` of a record."""

    commitment: str
    secret: str
    table: str
    words: list[str]
    """What each seat added before the start; empty where it added nothing."""


class FairError(RecordError):
    """The proof of a record does not hold."""

    code = "record.unfair"


def digest(*parts: Any) -> str:
    """The SHA-256 of the parts as one JSON list: sorted keys, no spaces, in UTF-8."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def commitment_of(secret: str, table: str, options: Mapping[str, Any]) -> str:
    """What the table shows before the game."""
    return digest(secret, table, dict(options))


def seed_of(secret: str, table: str, words: Sequence[str]) -> str:
    """The seed of the deal."""
    return digest(secret, table, list(words))


def verify(record: Mapping[str, Any]) -> None:
    """Check the proof of a record; raises FairError with what does not hold."""
    if "fair" not in record:
        raise FairError("there is no `fair` in this record, so nothing to verify: it was not played at a table")
    fair = typed(record["fair"], Fair, FairError)
    if commitment_of(fair.secret, fair.table, record["options"]) != fair.commitment:
        raise FairError("`fair.commitment` is not the SHA-256 of `fair.secret`, `fair.table` and `options`: the secret or the options were changed")
    seed = seed_of(fair.secret, fair.table, fair.words)
    if record["deal"].get("seed") != seed:
        raise FairError(f"`deal.seed` is `{record['deal'].get('seed')}`, but the secret and the words give `{seed}`: the deal was not the promised one")

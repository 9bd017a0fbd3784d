"""Provably fair deals: what a table promises before the game, and how anyone can check it afterwards.

Before anyone sits down, the table shows the commitment: the SHA-256 of its secret, its id and its options. Each player may add words. The
seed of the deal is made of the secret, the id and the words, so neither the table nor a player alone can choose it. Where a lot decides who
sits where, it is drawn from the same three, and the commitment says that there will be one. At the end the secret is shown (`fair` in the
record), and `ziggurat replay --verify` computes all of it again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat.errors import RecordError
from ziggurat.parse import typed


class Fair(msgspec.Struct, forbid_unknown_fields=True):
    """The field `fair` of a record."""

    commitment: str
    secret: str
    table: str
    words: list[str]
    """What each seat added before the start, in the order before a lot; empty where it added nothing."""
    order: list[int] | UnsetType = UNSET
    """Where the seats were drawn by lot: for each seat, where its player sat before. Absent: the seats as they were."""


class FairError(RecordError):
    """The proof of a record does not hold."""

    code = "record.unfair"


def digest(*parts: Any) -> str:
    """The SHA-256 of the parts as one JSON list: sorted keys, no spaces, in UTF-8."""
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def commitment_of(secret: str, table: str, options: Mapping[str, Any], *, lot: bool = False) -> str:
    """What the table shows before the game; `lot`: who sits where will be drawn."""
    return digest(secret, table, dict(options), *(["lot"] if lot else []))


def seed_of(secret: str, table: str, words: Sequence[str]) -> str:
    """The seed of the deal."""
    return digest(secret, table, list(words))


def lot_of(secret: str, table: str, words: Sequence[str]) -> list[int]:
    """Draw who sits where: for each seat, where its player sat before. The players are sorted by a digest of the secret, the id, the words and their place."""
    return sorted(range(len(words)), key=lambda place: digest(secret, table, list(words), "lot", place))


def verify(record: Mapping[str, Any]) -> None:
    """Check the proof of a record; raises FairError with what does not hold."""
    if "fair" not in record:
        raise FairError("there is no `fair` in this record, so nothing to verify: it was not played at a table")
    fair = typed(record["fair"], Fair, FairError)
    if commitment_of(fair.secret, fair.table, record["options"], lot=fair.order is not UNSET) != fair.commitment:
        parts, changed = ("", "options") if fair.order is UNSET else (' and "lot"', "options or the order")
        raise FairError(f"`fair.commitment` is not the SHA-256 of `fair.secret`, `fair.table` and `options`{parts}: the secret or the {changed} were changed")
    if fair.order is not UNSET and fair.order != (order := lot_of(fair.secret, fair.table, fair.words)):
        raise FairError(f"`fair.order` is {fair.order}, but the secret and the words give {order}: the seats were not drawn as promised")
    seed = seed_of(fair.secret, fair.table, fair.words)
    if record["deal"].get("seed") != seed:
        raise FairError(f"`deal.seed` is `{record['deal'].get('seed')}`, but the secret and the words give `{seed}`: the deal was not the promised one")

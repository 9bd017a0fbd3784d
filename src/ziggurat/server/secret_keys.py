"""Random secrets for seats, owners and accounts, their hashes, and the ids of tables."""

from __future__ import annotations

import hashlib
import secrets


def new_secret() -> str:
    """Make a secret: 128 random bits that fit into a link."""
    return secrets.token_urlsafe(16)


def hash_of(secret: str) -> str:
    """Hash a secret for the store: it has 128 random bits, so a plain hash cannot be turned around."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """Make the id of a table: nobody can guess it, and it is easy to copy."""
    return new_secret().replace("-", "x").replace("_", "y")[:16]

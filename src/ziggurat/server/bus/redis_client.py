"""What the client of Redis makes of a URL."""

from __future__ import annotations

from redis import ConnectionPool

from ziggurat.errors import OptionError


def check_options(url: str) -> None:
    """Raise OptionError where the client of Redis does not know options in the URL. Connects to nothing."""
    try:
        ConnectionPool.from_url(url).make_connection()
    except (ValueError, TypeError):  # whose text may hold the URL
        raise OptionError("`ZIGGURAT_REDIS_URL` has unknown options after the `?`: leave them out") from None

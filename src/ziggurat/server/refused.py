"""The one error that the server itself raises: a request that the table, or the server, does not carry out."""

from __future__ import annotations

from ziggurat.errors import GameError
from ziggurat.text import words


class Refused(GameError):
    """A request is not carried out. The reason is the text `error.CODE`, or `error.CODE.WAY` where a code has several."""

    def __init__(self, code: str, way: str = "", **values: object) -> None:
        self.code, self.key = code, f"{code}.{way}" if way else code
        super().__init__(words()(f"error.{self.key}", **values) if f"error.{self.key}" in words() else way or code, **values)

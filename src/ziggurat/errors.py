"""What can go wrong, each with its reason; all are `GameError`, and a `GameError` is a `ValueError`."""

from __future__ import annotations


class GameError(ValueError):
    """A user or a program wants something impossible; the message says why, and what to do."""

    code = "error"

    def __init__(self, *message: object, **values: object) -> None:
        """`values` fill the placeholders of the text `error.CODE`, the same error in any language; a mapping holds one value for each language."""
        super().__init__(*message)
        self.values = values


class InvalidMove(GameError):
    """The text is not a move of this game."""

    code = "move.invalid"


class IllegalMove(GameError):
    """A move of this game, but not one that can be played in this position."""

    code = "move.illegal"


class GameOver(GameError):
    """The game has ended: no move can be played."""

    code = "table.over"


class NotYourTurn(GameError):
    """It is another seat's turn."""

    code = "table.turn"


class StaleMove(GameError):
    """The move was meant for an earlier ply."""

    code = "table.stale"


class OptionError(GameError):
    """An option is unknown, has an impossible value, or does not go together with another."""

    code = "option.wrong"


class DealError(GameError):
    """The deal does not hold every tile and card exactly as often as the box."""

    code = "deal.wrong"


class RecordError(GameError):
    """A record that cannot be replayed."""

    code = "record.wrong"


class PositionError(GameError):
    """A position that was typed in does not make sense."""

    code = "position.wrong"


class UnknownGame(GameError):
    """There is no game of this name."""

    code = "game.unknown"


class BotError(GameError):
    """The text names no bot, or the bot failed."""

    code = "bot.wrong"


def listed(names: object) -> str:
    """The names in backticks, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)  # type: ignore[attr-defined]

"""The game as a tree of chance and decisions, for programs that read games so (`envs/openspiel.py`): the tiles in drawing order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ziggurat.games.akropolis.material import SOLO_PLAYERS, TILE_COUNT, TILE_PLAYERS
from ziggurat.options import Options

MOST_OUTCOMES = TILE_COUNT + 1  # tiles are numbered from 1


def tiles_in_game(options: Options) -> list[int]:
    """§2.1 and §2.5  The tiles that are played with."""
    players = SOLO_PLAYERS if options["seats"] == 1 else options["seats"]
    return [tile for tile in range(1, TILE_COUNT + 1) if options["long_game"] or TILE_PLAYERS[tile] <= players]


def draw_count(options: Options) -> int:
    """How many draws make a deal: the site from left to right, then stack after stack."""
    return len(tiles_in_game(options))


def outcomes(options: Options, drawn: Sequence[int]) -> list[tuple[int, int]]:
    """What can be drawn next with its weight: each tile that is left."""
    used = set(drawn)
    return [(tile, 1) for tile in tiles_in_game(options) if tile not in used]


def outcome_text(options: Options, drawn: Sequence[int], outcome: int) -> str:
    """A draw in words: `tile 12`."""
    return f"tile {outcome}"


def deal_of(options: Options, drawn: Sequence[int]) -> dict[str, Any]:
    """The explicit deal that these draws make."""
    return {"tiles": list(drawn)}


def draws_of(options: Options, deal: dict[str, Any]) -> list[int]:
    """The draws that make an explicit deal."""
    return list(deal["tiles"])


def most_plies(options: Options) -> int:
    """No game has more decisions: each places a tile."""
    return draw_count(options)

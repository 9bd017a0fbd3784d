"""A game out of a seat's view: what an outside bot needs to look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ziggurat.errors import GameError
from ziggurat.game import Game
from ziggurat.parse import typed
from ziggurat.registry import game_spec
from ziggurat.spec import GameSpec

MOST_PASTS = 20_000  # that are tried; views of real games need a handful


def from_view(view: Mapping[str, Any], seed: str | int) -> Game:
    """A game that looks to the seat of the view as the view tells; what the seat cannot see is dealt at random from the seed.

    The view is what `Game.view(seat)` gives and a `py:` bot is given, or the same from JSON. The game is a whole one, as `Game.imagine` makes it: its
    deal and its moves lead to the position. What a view does not tell of the past (say when a die was drawn) is made up so that it agrees.

    >>> import ziggurat
    >>> view = ziggurat.new("amytis", seed=7, moves="b2>a1 b1>a1").view(0)
    >>> game = ziggurat.from_view(view, seed=1)
    >>> game.view(0) == view
    True
    >>> game.deal == ziggurat.from_view(view, seed=2).deal
    False
    """
    if not isinstance(view, Mapping):
        raise GameError("a view is a JSON object, as `Game.view(seat)` gives it")
    spec = game_spec(str(view.get("game")))
    shown = typed(dict(view), spec.module("types").View, GameError)
    spec = spec.at(shown.options)
    names = [name for seat in view["seats"] if isinstance(name := seat.get("name"), str)]
    if len(shown.log) != shown.ply or len(shown.movers) != shown.ply:
        raise GameError(f"the view is of ply {shown.ply}, but it has {len(shown.log)} moves by {len(shown.movers)} movers")
    nearest: Game | None = None
    is_cut_off = False
    try:
        for number, (deal, moves) in enumerate(spec.module("past_from_view").pasts_of(shown)):
            game = play_past(spec, shown, names, deal, moves)
            if game is not None:
                now = game.view(shown.seat)
                if agrees(view, now):
                    return game.imagine(shown.seat, seed)
                if nearest is None and agrees({**view, "legal": sorted(view["legal"])}, {**now, "legal": sorted(now["legal"])}):
                    nearest = game
            if number + 1 >= MOST_PASTS:
                is_cut_off = True
                break
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration, RuntimeError) as error:
        raise GameError(f"the view contradicts itself: no game of `{spec.name}` can have led to it") from error
    if nearest is not None:
        return nearest.imagine(shown.seat, seed)
    if is_cut_off:
        raise GameError(f"none of the first {MOST_PASTS:,} games of `{spec.name}` that were tried leads to the view: it contradicts itself, or is a rare one")
    raise GameError(f"the view contradicts itself: no game of `{spec.name}` can have led to it")


def play_past(spec: GameSpec, shown: Any, names: list[str], deal: dict[str, Any], moves: list[str]) -> Game | None:
    """The game of a deal and moves; None where a move is not legal."""
    game: Game = Game(spec, shown.options, deal=deal, players=names)
    try:
        for move in moves:
            game.push_recorded(move)
    except GameError:
        return None
    return game


def agrees(part: Any, whole: Any) -> bool:
    """Whether everything that one JSON value holds stands in the other too; a table may keep fields of a view back."""
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return all(key in whole and agrees(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(agrees, part, whole))
    return bool(part == whole)

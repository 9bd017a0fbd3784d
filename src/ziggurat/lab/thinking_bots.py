"""Bots that also say what they thought: the value that they expected of the move they chose, and how often their search visited each move."""

from __future__ import annotations

from typing import NamedTuple, cast

from ziggurat.game import Game
from ziggurat.search.bots import Bot, GreedyBot
from ziggurat.search.level_bots import LevelBot, bot_of_level, levels_of
from ziggurat.search.mcts import TreeBot

WIN, MARGIN = "win", "margin"


class Choice(NamedTuple):
    """A move and what the bot thought of it."""

    code: int
    value: float | None = None
    kind: str | None = None
    """What the value is: `win`, the chance to win (a shared win is shared); `margin`, the points over the best opponent right after the turn."""
    visits: dict[int, int] | None = None
    """How often the search visited each move."""


def choose(bot: Bot, game: Game) -> Choice:
    """Let a bot choose exactly as `bot.choose(game)` does, and say what it thought."""
    if isinstance(bot, LevelBot):
        level = levels_of(game.spec, game.seats)[bot.number - 1]
        if level not in bot.bots:
            bot.bots[level] = bot_of_level(game.spec, level, bot.seed, bot.seconds, bot.stop)
        return choose(bot.bots[level], game)
    if isinstance(bot, TreeBot):
        legal = game.legal_codes()
        if len(legal) == 1:
            return Choice(legal[0])
        thoughts = bot.search.think(game, sims=bot.sims, seconds=bot.seconds, stop=bot.stop, hurry=bot.hurry)
        seat = cast("int", game.to_move)
        return Choice(thoughts[0].move, float(thoughts[0].win[seat]), WIN, {thought.move: thought.visits for thought in thoughts})
    if isinstance(bot, GreedyBot):
        values = bot.values_of(game)
        code = int(bot.moves[1, bot.kernels.pick_best(bot.values, len(values), bot.rng)])
        return Choice(code, values[code], MARGIN)
    return Choice(bot.choose(game))


def judge(bot: Bot, game: Game, code: int) -> Choice:
    """What a bot thinks of a move that somebody else chose."""
    own = choose(bot, game)
    if own.code == code or own.kind is None:
        return own._replace(code=code)
    if isinstance(bot, LevelBot):
        bot = bot.bots[levels_of(game.spec, game.seats)[bot.number - 1]]
    value = None
    if isinstance(bot, TreeBot):
        seat = cast("int", game.to_move)
        trees = getattr(bot.search, "trees", [bot.search])
        thoughts = [thought for tree in trees for thought in tree.thoughts(game.seats) if thought.move == code and thought.visits]
        total = sum(thought.visits for thought in thoughts)
        value = sum(thought.visits * thought.win[seat] for thought in thoughts) / total if total else None
    elif isinstance(bot, GreedyBot):
        place = next((place for place in range(len(game.legal_codes())) if bot.moves[1, place] == code), None)
        value = None if place is None else float(bot.values[place]) / bot.spec.greedy_deals
    return own._replace(code=code, value=value, kind=None if value is None else own.kind)

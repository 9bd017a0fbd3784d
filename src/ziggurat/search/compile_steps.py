"""What must be compiled before a game can be played and reviewed, in four steps: the rules, the bots that look one move ahead, the search, reviews.

A step is compiled, or loaded from the cache, by using everything in it once. The server does this step by step in the background, a match
before its processes start, and `ziggurat warm` for all games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from ziggurat.bind import bound_folder, sources_of
from ziggurat.game import Game
from ziggurat.guide import picture, pictures_of
from ziggurat.kernel import cache_digest, generator
from ziggurat.levels import OnePlySettings
from ziggurat.registry import spec_of_key
from ziggurat.search.bots import GreedyBot, RandomBot
from ziggurat.search.budget import Budget
from ziggurat.search.continuations import play_on
from ziggurat.search.level_bots import levels_of, read_level
from ziggurat.search.mcts import TreeBot, never
from ziggurat.search.newcomer import NewcomerBot
from ziggurat.search.one_ply import OnePlyBot
from ziggurat.spec import GameSpec

RULES, BOTS, SEARCH, REVIEWS = STEPS = ("rules", "bots", "search", "reviews")


def first_position(spec: GameSpec) -> Game:
    """A game of this spec."""
    return Game(spec, spec.own_options, seed="warm")


def compile_rules(spec: GameSpec) -> None:
    """Play a whole game."""
    game, bot = first_position(spec), RandomBot(spec, "warm")
    while not game.is_over:
        game.push_unchecked(bot.choose(game))
    _ = game.scores, game.ranks, game.breakdown


def compile_table(spec: GameSpec) -> None:
    """Show a whole game as a server does: choices, previews, views, log, result, undo, and the pictures of the rule page."""
    game = first_position(spec)
    while not game.is_over:
        codes = game.legal_codes()
        game.choices(previews=game.ply < 2)
        game.push_unchecked(codes[game.ply % len(codes)])
        game.typed_view(0)
    _ = game.log(), game.result(), game.view(0)
    imagined = spec.blank(1)
    imagined[0] = game.state_at(0)
    spec.visibility.imagine(imagined[0], 0, generator("warm"))  # as undo does, to find out whether a move showed something hidden
    for name in pictures_of(spec.name):
        picture(spec.name, name)


def compile_one_ply(spec: GameSpec) -> None:
    """Choose a move with each of the bots that look one move or turn ahead."""
    for bot in (GreedyBot(spec, "warm"), NewcomerBot(spec, "warm"), OnePlyBot(spec, "warm", OnePlySettings())):
        bot.choose(first_position(spec))


def compile_search(spec: GameSpec) -> None:
    """Choose a move with the tree search."""
    TreeBot(spec, "warm", sims=4).choose(first_position(spec))


def compile_reviews(spec: GameSpec) -> None:
    """Play on after a move, as reviews and the coach do."""
    game = first_position(spec)
    play_on(game, [game.legal_codes()[:1]], Budget(sims=1), 1, "warm", never)


WORK: dict[str, tuple[Callable[[GameSpec], None], ...]] = {
    RULES: (compile_rules, compile_table),
    BOTS: (compile_one_ply,),
    SEARCH: (compile_search,),
    REVIEWS: (compile_reviews,),
}
TEMPLATES = {
    RULES: ("ziggurat.game_kernels",),
    BOTS: ("ziggurat.search.kernels.greedy", "ziggurat.search.kernels.newcomer", "ziggurat.search.kernels.one_ply"),
    SEARCH: ("ziggurat.search.kernels.mcts",),
    REVIEWS: ("ziggurat.search.kernels.continuations",),
}
"""The kernel templates that a step compiles."""


def prepare(key: str, step: str) -> float:
    """Compile a step of a spec (`GameSpec.key`), or load it where it is in the cache; returns the seconds it took."""
    began = time.perf_counter()
    for work in WORK[step]:
        work(spec_of_key(key))
    path = mark(key, step)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return time.perf_counter() - began


def mark(key: str, step: str) -> Path:
    """The file that says that a step was compiled: it lies with the machine code of the same sources; its name holds a digest of this module, too."""
    sources = [path for template in TEMPLATES[step] for path in sources_of(template)]
    return bound_folder(spec_of_key(key), TEMPLATES[step][0]) / f"{step}-{cache_digest([Path(__file__), *sources])}"


def prepare_match(key: str, bots: Iterable[str]) -> None:
    """Compile what a match between these bots needs: less than a server, since nobody watches."""
    spec = spec_of_key(key)
    compile_rules(spec)
    for step in {step_of(bot, spec) for bot in bots} - {RULES}:
        prepare(key, step)


def step_of(bot: str, spec: GameSpec) -> str:
    """The step that must be ready before a bot can choose a move; an outside bot (`py:`) needs the rules alone."""
    kind, _, _ = bot.partition(":")
    if kind == "level":
        fewest, most = spec.seats
        return SEARCH if any(levels_of(spec, seats)[read_level(bot) - 1].searches for seats in range(fewest, most + 1)) else BOTS
    return {"greedy": BOTS, "newcomer": BOTS, "mcts": SEARCH, "frozen": SEARCH}.get(kind, RULES)

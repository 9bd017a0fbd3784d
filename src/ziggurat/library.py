"""Bots, matches and ladders as functions: `ziggurat.bot`, `ziggurat.match`, `ziggurat.ladder`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from types import TracebackType
from typing import Any, NotRequired, Self, TypedDict, cast

from ziggurat.arena.ladder import ladder_deals, play_ladder
from ziggurat.arena.match import play_match
from ziggurat.errors import BotError, GameError, GameOver, listed
from ziggurat.game import Game
from ziggurat.levels import LEVEL_NUMBERS
from ziggurat.registry import game_spec
from ziggurat.search.bots import KNOWN, GreedyBot, make_bot
from ziggurat.search.bots import Bot as SearchBot
from ziggurat.search.bots import check_bots as check_made
from ziggurat.search.level_bots import LevelBot, bot_of_level, levels_of
from ziggurat.search.mcts import TreeBot
from ziggurat.search.outside import OutsideBot
from ziggurat.spec import GameSpec


def with_values(spec: GameSpec, seats: int) -> str:
    """The bots that have values: `greedy`, and all that search, which levels do depends on the game."""
    levels = [f"level:{number}" for number, level in zip(LEVEL_NUMBERS, levels_of(spec, seats), strict=True) if level.searches]
    return listed([*(name for name in KNOWN if name.partition(":")[0] in {"greedy", "frozen", "mcts"}), *levels])


class Bot:
    """A bot of one game, by name, with a generator of its own. It sees only what the seat to move sees.

    >>> import ziggurat
    >>> game = ziggurat.new("amytis", seed=7)
    >>> greedy = ziggurat.bot("greedy", "amytis", seed=1)
    >>> game.push_code(greedy.choose(game))
    >>> sorted(greedy.values(game)) == sorted(game.legal_codes())
    True
    """

    def __init__(self, name: str, spec: GameSpec, bot: SearchBot) -> None:
        self.name, self.spec, self._bot = name, spec, bot

    def choose(self, game: Game) -> int:
        """The number of the move that the bot plays here, for `Game.push_code`; BotError if an outside bot fails."""
        self._check(game)
        return int(self._bot.choose(game))

    def values(self, game: Game) -> dict[int, float]:
        """What the bot expects of each legal move that it looks at, for the seat to move: the higher, the better.

        `greedy` gives the expected margin in points after the turn; bots that search (`mcts`, `frozen`, the higher levels) the expected share of the
        win, from 0 to 1, of the moves that the search visited. Other bots have no values: BotError.
        """
        self._check(game)
        bot = self._bot
        if isinstance(bot, LevelBot):
            level = levels_of(game.spec, game.seats)[bot.number - 1]
            bot = bot.bots.setdefault(level, bot_of_level(game.spec, level, bot.seed, bot.seconds, bot.stop))
        if isinstance(bot, GreedyBot):
            return bot.values_of(game)
        if isinstance(bot, TreeBot):
            seat = cast("int", game.to_move)
            thoughts = bot.search.think(game, sims=bot.sims, seconds=bot.seconds, stop=bot.stop)
            return {thought.move: float(thought.win[seat]) for thought in thoughts if thought.visits}
        raise BotError(f"the bot `{self.name}` has no values: it only chooses; {with_values(game.spec, game.seats)} have")

    def _check(self, game: Game) -> None:
        """Raise GameError unless the bot plays this game, and there is something to decide."""
        if not isinstance(game, Game) or game.spec.name != self.spec.name:
            raise GameError(f"the bot `{self.name}` was made for `{self.spec.name}`, and {game!r:.80} is no game of it")
        if game.is_over:
            raise GameOver(f"the bot `{self.name}` has nothing to decide: the game is over after {game.ply} plies")

    def close(self) -> None:
        """End the process of an outside bot (`py:FILE.py:NAME`); other bots need no end."""
        if isinstance(self._bot, OutsideBot):
            self._bot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<bot {self.name} of {self.spec.name}>"


def bot(name: str, game: str, seed: str | int = "bot") -> Bot:
    """The bot of this name (`random`, `greedy`, `level:5`, `mcts:sims=2000`, `py:FILE.py:NAME`, …) for a game; the same seed makes the same choices."""
    spec = game_spec(game)
    check_name(name)
    return Bot(name, spec, make_bot(name, spec, str(seed)))


class MatchResult(TypedDict):
    """What came of a match; lists are in the order of the bots. The same as `ziggurat match --json`."""

    bots: list[str]
    games: int
    wins: list[int]
    points: list[float]
    """One for each game, shared among those who share the first place."""
    mean_scores: list[float]
    elo_diff: float | None
    """Of the first bot over the second; None with more than two."""
    interval: list[float]
    """95 % for the share of the first bot."""
    seconds_per_move: list[float]
    forfeits: NotRequired[list[str]]
    """Why bots lost games without playing them to the end."""


class LadderResult(TypedDict):
    """What came of a ladder: the bots from the best down, the steps between neighbours, and each pairing. The same as `ziggurat ladder --json`."""

    game: str
    options: dict[str, Any]
    seed: str
    games: int
    anchor: str
    ladder: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    pairings: list[dict[str, Any]]
    forfeits: NotRequired[list[str]]


def match(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str | int = "match",
    seconds: float | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    **options: Any,
) -> MatchResult:
    """Let bots play each other, one for each seat; every deal is played once in each rotation of the seats, so at least `games` games.

    `seconds` a move replace the bots' own budgets; `jobs` processes play at the same time, 1 if nothing is said, or a Ray `cluster`: its address, or `auto`
    for the one that Ray finds, else a local one. The same seed gives the same games.

    >>> import ziggurat
    >>> result = ziggurat.match("amytis", ["greedy", "random"], games=10, seed=1)
    >>> result["games"], result["wins"][0] >= 9
    (10, True)
    """
    names = check_bots(game, bots, games, jobs, seconds)
    with closing(play_match(game, names, options, str(seed), games, seconds, jobs, cluster=cluster)) as matches:
        *_, last = matches
    return cast("MatchResult", last.summary())


def ladder(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str | int = "ladder",
    seats: int | None = None,
    neighbours: int | None = None,
    seconds: float | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    **options: Any,
) -> LadderResult:
    """Rate a pool of bots: at least `games` games for each pairing, or only for bots up to so many `neighbours` apart.

    `seconds`, `jobs` and `cluster` are those of `match`.

    >>> import ziggurat
    >>> result = ziggurat.ladder("amytis", ["random", "greedy"], games=10, seed=1)
    >>> [rung["bot"] for rung in result["ladder"]]
    ['greedy', 'random']
    """
    names = check_bots(game, bots, games, jobs, seconds)
    deals = ladder_deals(game, names, options, str(seed), games, seats=seats, neighbours=neighbours, seconds=seconds)
    with closing(play_ladder(names, deals, jobs, cluster=cluster)) as ladders:
        *_, last = ladders
    return cast("LadderResult", last.summary())


def check_bots(game: str, bots: Sequence[str], games: int, jobs: int | None, seconds: float | None) -> list[str]:
    """The names of the bots; raises before anything is played if one names no bot, an outside bot cannot be made, or a number makes no sense."""
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise BotError(f"`bots` is {bots!r}: give a list of names")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 86400):
        raise GameError(f"`seconds` is {seconds!r}: it must be a number above 0, a day at most")
    names = list(bots)
    for what, number in (("games", games), ("jobs", 1 if jobs is None else jobs)):
        if not isinstance(number, int) or number < 1:
            raise GameError(f"`{what}` is {number!r}: it must be 1 or more")
    for name in names:
        check_name(name)
    check_made(names, game_spec(game))
    return names


def check_name(name: str) -> None:
    """Raise BotError unless the name of a bot is a text."""
    if not isinstance(name, str):
        raise BotError(f"{name!r} names no bot: a name is a text such as `greedy` or `level:5`")

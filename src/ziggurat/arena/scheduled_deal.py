"""One deal of a match or a ladder: what is to be played, its results, and both as one line of JSON.

A deal is played once in every seating, so that luck of the deal and of the seat cancels. It is what a worker process plays at a time, what
a line of the log holds, and the unit over which intervals are computed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat import __version__
from ziggurat.errors import BotError, GameError, RecordError
from ziggurat.game import Game
from ziggurat.parse import typed_line
from ziggurat.registry import game_spec
from ziggurat.search.bots import Bot, make_bot
from ziggurat.search.outside import OutsideBot


def bot_seed(seed: str, seat: int) -> str:
    """The seed of the bot on a seat of the game with this seed."""
    return f"{seed}/seat/{seat}"


@dataclass(frozen=True)
class Forfeit:
    """A bot failed, and so lost the game."""

    seat: int
    reason: str


def play_game(game: Game, bots: Sequence[Bot], clocks: list[float] | None = None, counts: list[int] | None = None) -> Forfeit | None:
    """Let the bots play to the end, or until one fails; `clocks` and `counts` gather seconds and decisions for each seat."""
    while (seat := game.to_move) is not None:
        began = time.perf_counter()
        try:
            move = bots[seat].choose(game)
        except BotError as error:
            return Forfeit(seat, str(error))
        if clocks is not None and counts is not None:
            clocks[seat] += time.perf_counter() - began
            counts[seat] += 1
        game.push_unchecked(move)
    return None


def close_all(bots: Sequence[Bot]) -> None:
    """End the processes of outside bots."""
    for bot in bots:
        if isinstance(bot, OutsideBot):
            bot.close()


class Played(msgspec.Struct):
    """One game; lists are in the order of the seats."""

    scores: list[int]
    ranks: list[int]
    decisions: list[int]
    """How many decisions each seat took."""
    seconds: list[float]
    """How long each seat took for all of them."""
    forfeit: Forfeit | None = None
    codes: list[int] | UnsetType = UNSET
    """The decisions, as the rules number them; only where the deal says `with_moves`."""


class Deal(msgspec.Struct, kw_only=True):
    """A deal of a match; `games` is empty until it has been played."""

    ziggurat: str = __version__
    """The version of the program: bots of another one may play otherwise."""
    game: str
    rules: int
    options: dict[str, Any]
    bots: list[str]
    settings: dict[str, str] | UnsetType = UNSET
    """What those of the bots mean that are levels, which may change within a version: a log of other ones is refused."""
    seed: str
    seconds_per_move: float | None = None
    seatings: list[list[int]]
    """For each game, which of the bots sits on each seat."""
    deal: int
    """Its number; the seed of its games is `seed/deal`."""
    games: list[Played] = []
    group: str | UnsetType = UNSET
    """The group of a study that it belongs to; two groups may share a seed, and so play the same deals under other options."""
    with_moves: bool | UnsetType = UNSET
    """Whether the decisions of its games are stored, so that they can be replayed."""

    @property
    def key(self) -> tuple[str, int]:
        """What identifies it among the deals of a match, ladder or study."""
        return (self.seed if self.group is UNSET else f"{self.group}:{self.seed}"), self.deal

    @property
    def size(self) -> int:
        """How many games it is."""
        return len(self.seatings)

    def plan(self) -> dict[str, Any]:
        """Everything but the results."""
        fields: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, games=[]))
        return fields

    def play(self) -> Deal:
        """Play it in every seating."""
        return play_deal(self)

    @classmethod
    def read(cls, line: bytes) -> Deal:
        """Read a finished deal from its line; raises RecordError."""
        return read_deal(line)

    def as_line(self) -> bytes:
        """The deal as one line of JSON."""
        return json.dumps(msgspec.to_builtins(self), separators=(",", ":")).encode() + b"\n"


def read_deal(line: bytes) -> Deal:
    """Read a finished deal from its line; raises RecordError."""
    deal = typed_line(line, Deal, RecordError)
    if len(deal.games) != len(deal.seatings):
        raise RecordError(f"it holds {len(deal.games)} games for {len(deal.seatings)} seatings")
    for seating, played in zip(deal.seatings, deal.games, strict=True):
        if any(len(each) != len(seating) for each in (played.scores, played.ranks, played.decisions, played.seconds)):
            raise RecordError(f"a game has not {len(seating)} seats everywhere")
        if any(not 0 <= bot < len(deal.bots) for bot in seating):
            raise RecordError("a seating names a bot that is not there")
    return deal


def play_deal(deal: Deal) -> Deal:
    """Play a deal in every seating."""
    spec = game_spec(deal.game)
    own = f"{deal.seed}/{deal.deal}"
    games = []
    for number, seating in enumerate(deal.seatings):
        game = Game(spec, deal.options, seed=own)
        players = [make_bot(deal.bots[bot], game.spec, f"{bot_seed(own, seat)}/{number}", deal.seconds_per_move) for seat, bot in enumerate(seating)]
        clocks, counts = [0.0] * len(seating), [0] * len(seating)
        try:
            forfeit = play_game(game, players, clocks, counts)
        finally:
            close_all(players)
        codes = [game.code(ply) for ply in range(game.ply)] if deal.with_moves is True else UNSET
        games.append(Played(game.scores, game.ranks, counts, [round(clock, 6) for clock in clocks], forfeit, codes))
    return msgspec.structs.replace(deal, games=games)


def replay_game(deal: Deal, number: int) -> Game:
    """Replay one game of a finished deal from its stored decisions, to its last position; raises RecordError if they are not stored or not legal."""
    codes = deal.games[number].codes
    if codes is UNSET:
        raise RecordError("this log holds no moves: only groups of a study `with_moves` can be replayed")
    game = Game(game_spec(deal.game), deal.options, seed=f"{deal.seed}/{deal.deal}")
    try:
        game.replay_codes(codes)
    except GameError as error:
        raise RecordError(f"game {number} of deal {deal.deal} cannot be replayed: {error}") from None
    return game

"""What a worker can do: choose a bot's move, make a hint, do a step of a review, judge a move that somebody tries.

A job says everything that it takes, and gives the same result wherever it is done. It may hold the record of a running game, and so its deal: it goes from a
server to a worker of the same site, and is never logged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ziggurat.game import Game
from ziggurat.record import replay
from ziggurat.search.analyse import Analysis, Budget, Decision, analyse_position, do_step
from ziggurat.search.bots import make_bot
from ziggurat.search.hint_text import BoardHint, board_hint
from ziggurat.search.mcts import Stop
from ziggurat.search.review_types import TryReport
from ziggurat.search.review_work import Step
from ziggurat.search.try_again import Known, judge_try

FIRST, LATER = 0, 1  # priorities: somebody waits at the table; it can wait
PRIORITIES = 2


@dataclass
class Advice:
    """The analysis of a position, and its three steps in each language that somebody wanted."""

    analysis: Analysis
    outlook: bool = True
    """Whether the third step says how likely a win is: not where that would tell what lies face down."""
    texts: dict[str, BoardHint] = field(default_factory=dict)

    def write(self, game: Game, language: str) -> None:
        """Put it into words. (The first step looks at every legal move: that takes time, so it is done in a thread.)"""
        self.texts.setdefault(language, board_hint(game, self.analysis, language, with_outlook=self.outlook))


class MoveJob(msgspec.Struct, frozen=True, tag_field="t", tag="move"):
    """Choose a bot's move; the result is its number."""

    record: dict[str, Any]
    bot: str
    seed: str


class HintJob(msgspec.Struct, frozen=True, tag_field="t", tag="hint"):
    """Search a position and put the result into words; the result is an `Advice`."""

    record: dict[str, Any]
    seed: str
    language: str
    ms: int
    outlook: bool = True
    face_down: bool = False
    """Whether what lies face down must be taken out of the position first."""


class ReviewJob(msgspec.Struct, frozen=True, tag_field="t", tag="review"):
    """Do one step of the review of a finished game; the result are its decisions."""

    record: dict[str, Any]
    step: Step
    sims: int
    seed: str


class TryJob(msgspec.Struct, frozen=True, tag_field="t", tag="try"):
    """Judge what somebody would play at a moment of a finished game; the result is a `TryReport`."""

    record: dict[str, Any]
    ply: int
    moves: list[str]
    known: Known | None
    """What the review says of this moment, if it has come so far."""
    sims: int
    seed: str
    language: str


Job = MoveJob | HintJob | ReviewJob | TryJob


def choose(job: MoveJob, stop: Stop) -> int:
    """Choose a bot's move."""
    game = replay(job.record)
    return make_bot(job.bot, game.spec, job.seed, stop=stop).choose(game)


def advise(job: HintJob, stop: Stop) -> Advice:
    """Make a hint."""
    game = replay(job.record)
    if job.face_down:
        game.spec.optional("face_down", "forget_face_down")(game.state)
    return make_advice(game, job.seed, job.language, stop, ms=job.ms, outlook=job.outlook)


def make_advice(game: Game, seed: str, language: str, stop: Stop, *, ms: int, outlook: bool) -> Advice:
    """Search and put the result into words; `stop()` ends it when nobody waits for it any more."""
    advice = Advice(analyse_position(game, ms=ms, seed=seed, stop=stop), outlook)
    if not stop():
        advice.write(game, language)
    return advice


def review(job: ReviewJob, stop: Stop) -> list[Decision]:
    """Do a step of a review."""
    return do_step(replay(job.record), job.step, Budget(sims=job.sims), job.seed, stop=stop)


def judge(job: TryJob, stop: Stop) -> TryReport:
    """Judge what somebody tries."""
    return judge_try(replay(job.record), job.ply, job.moves, Budget(sims=job.sims), job.seed, job.language, known=job.known, stop=stop)


@dataclass(frozen=True)
class Kind:
    """How jobs of one kind are done, and how they wait."""

    do: Callable[[Any, Stop], Any]
    result: Any
    """The type of the result."""
    priority: int
    seconds: float
    """How long the result is of use: then the server does the job itself, and no worker begins with it."""


KINDS: dict[type[msgspec.Struct], Kind] = {
    MoveJob: Kind(choose, int, FIRST, 30.0),
    HintJob: Kind(advise, Advice, FIRST, 15.0),
    TryJob: Kind(judge, TryReport, FIRST, 15.0),
    ReviewJob: Kind(review, list[Decision], LATER, 60.0),
}
"""Every kind of job. A review is what people do not wait for at a table: it has the priority LATER."""

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)


def decode(body: bytes) -> Job:
    """Read a job."""
    return _decoder.decode(body)


def do(job: Job, stop: Stop) -> bytes:
    """Do a job; returns its result as JSON."""
    return encode(KINDS[type(job)].do(job, stop))


def result_of(job: Job, body: bytes) -> Any:
    """Read the result of a job."""
    return msgspec.json.decode(body, type=KINDS[type(job)].result)


def record_of(game: Game) -> dict[str, Any]:
    """What a worker must know of a game to have the same one."""
    return {name: value for name, value in game.record().items() if name in {"ziggurat", "game", "rules", "options", "deal", "players", "moves"}}

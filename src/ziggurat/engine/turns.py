"""One position of a question, and its search: in slices, so that many questions share the threads."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

from ziggurat.engine.answers import Fields, over_answer, search_answer
from ziggurat.engine.overrides import first_moves, search_settings
from ziggurat.engine.questions import Question, QuestionError, make_game
from ziggurat.game import Game
from ziggurat.search.game_review import rewound
from ziggurat.search.mcts import FIRST_SHARE, SHORTEST_SHARE, TreeSearch

SLICE = 0.05  # seconds of search after which another turn may have the thread
opening = Lock()
"""Kernels are bound and compiled by one thread at a time."""


class Turn:
    """One position of a question."""

    def __init__(self, query: Query, number: int) -> None:
        self.query, self.number = query, number
        self.is_open = False
        """Whether its search has begun."""
        self.is_stopped = False
        """Whether somebody ended it early."""
        self.seconds = 0.0
        """How long it was searched."""
        self.reported = 0.0
        """How long it had been searched at its last report."""
        self.share = FIRST_SHARE
        self.game: Game | None = None
        self.search: TreeSearch | None = None

    @property
    def eyes(self) -> int:
        """The seat with whose eyes the position is seen."""
        assert self.game is not None
        seat = self.query.question.seat
        return int(self.game.state.to_move) if seat is None else seat

    @property
    def seed(self) -> str:
        """The seed of the search."""
        return f"{self.query.question.search_seed}/{self.number}"

    def open(self) -> None:
        """Make position and search; raises QuestionError if the question is about no game."""
        with opening:
            self.game = rewound(self.query.make_game(), self.number)
            begin_with = first_moves(self.query.question, self.game, self.eyes)
            if not self.game.is_over:
                self.search = TreeSearch(self.game.spec, self.seed, keep=False, **self.query.settings)
                self.search.prepare(self.game, self.eyes, begin_with)

    def work(self) -> None:
        """Search on for a slice."""
        if self.game is None:
            self.open()
        began = now = time.perf_counter()
        while not self.is_done and now - began < SLICE:
            assert self.search is not None
            visits = self.query.max_visits
            share = self.share if visits is None else min(self.share, visits - self.search.visits)
            self.search.run(share)
            before, now = now, time.perf_counter()
            self.seconds += now - before
            if now - before < SHORTEST_SHARE:
                self.share *= 2

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to search."""
        if self.search is None:
            return self.game is not None or self.is_stopped
        if self.search.visits == 0:
            return False
        visits, seconds = self.query.max_visits, self.query.question.max_time
        return self.is_stopped or (visits is not None and self.search.visits >= visits) or (seconds is not None and self.seconds >= seconds)

    @property
    def is_due(self) -> bool:
        """Whether it is time for a report in the midst of the search."""
        every = self.query.question.report_during_search_every
        return every is not None and self.search is not None and self.seconds - self.reported >= every

    def answer(self, *, during: bool = False) -> Fields:
        """What is known now."""
        assert self.game is not None
        question = self.query.question
        self.reported = self.seconds
        if self.search is None:
            return over_answer(question.id, self.game, question.seat)
        return search_answer(question.id, self.game, self.search, self.eyes, f"{self.seed}/line", during=during, policy=question.include_policy)


class Query:
    """A question in the engine: its turns, and how much of the threads it had."""

    def __init__(self, question: Question, number: int, default_visits: int) -> None:
        self.question, self.number = question, number
        self.settings = search_settings(question)
        self.max_visits = question.max_visits if question.max_visits or question.max_time else default_visits
        self.waiting = deque(Turn(self, turn) for turn in question.turns)
        """Turns whose search has not begun."""
        self.paused: deque[Turn] = deque()
        """Turns that wait for their next slice."""
        self.running: set[Turn] = set()
        self.used = 0.0
        """Seconds of search, counted from where the others were when it came."""
        self.is_queued = False
        self.game: Game | None = None
        self.error: QuestionError | None = None
        self.is_refused = False

    @property
    def has_turns(self) -> bool:
        """Whether there is anything left of it."""
        return bool(self.waiting or self.paused or self.running)

    def make_game(self) -> Game:
        """Play its game, once; raises QuestionError every time if that cannot be done."""
        if self.error is not None:
            raise self.error
        if self.game is None:
            try:
                self.game = make_game(self.question)
            except QuestionError as error:
                self.error = error
                raise
        return self.game

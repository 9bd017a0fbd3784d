"""Who is searched next. Every query gets the same share of the threads, however many turns it has and however deep they are searched.

The query that had least is next. One that comes later begins with as much as the others had by then, so nobody waits for ever. Only some searches are
open at once, since each has a tree in memory; the others wait until one ends.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from threading import Condition

from ziggurat.engine.turns import Query, Turn

AT_ONCE = -(1 << 62)
"""Before every priority: a search that was ended early needs its thread for a moment only."""


class Scheduler:
    """The queries that are not answered yet."""

    def __init__(self, most_open: int) -> None:
        self.most_open, self.open = most_open, 0
        self.changed = Condition()
        self.queries: dict[int, Query] = {}
        self.queue: list[tuple[int, float, int]] = []
        """Priority (reversed), seconds used and number of each query with a turn to search; a heap."""
        self.held: dict[int, Query] = {}
        """Queries that could only open one more search, when no more may be open."""
        self.clock = 0.0
        """How much the query had that was last served."""
        self.closing = False

    def add(self, query: Query) -> None:
        """Take a new query."""
        with self.changed:
            query.used = self.clock
            self.queries[query.number] = query
            self._push(query)
            self.changed.notify_all()

    def take(self) -> Turn | None:
        """Wait for a turn to search; None when there are no more and none will come."""
        with self.changed:
            while True:
                if turn := self._next():
                    return turn
                if self.closing and not self.queries:
                    return None
                self.changed.wait()

    def give_back(self, turn: Turn, seconds: float, *, done: bool) -> None:
        """Put a turn back after a slice that took so long, or for good."""
        query = turn.query
        with self.changed:
            query.used += seconds
            query.running.discard(turn)
            if done:
                self.open -= 1
                for waiting in self.held.values():
                    self._push(waiting)
                self.held = {}
            else:
                query.paused.append(turn)
            self._push(query)
            self._forget(query)
            self.changed.notify_all()

    def drop(self, query: Query) -> None:
        """Forget the turns of a query that have not begun."""
        with self.changed:
            query.waiting.clear()
            self._forget(query)

    def stop(self, is_meant: Callable[[Turn], bool]) -> list[Turn]:
        """End turns early: those in search soon give the answer they have; returns those that had not begun, which are gone."""
        gone = []
        with self.changed:
            for query in list(self.queries.values()):
                for turn in query.running:
                    turn.is_stopped |= is_meant(turn)
                for turn in [turn for turn in query.paused if is_meant(turn)]:
                    turn.is_stopped = True
                    query.paused.remove(turn)
                    query.paused.appendleft(turn)
                    heappush(self.queue, (AT_ONCE, 0.0, query.number))
                meant = [turn for turn in query.waiting if is_meant(turn)]
                for turn in meant:
                    query.waiting.remove(turn)
                gone += meant
                self._forget(query)
            self.changed.notify_all()
        return gone

    def close(self) -> None:
        """No more queries will come."""
        with self.changed:
            self.closing = True
            self.changed.notify_all()

    def _push(self, query: Query) -> None:
        """Queue a query that has a turn to search."""
        if not query.is_queued and (query.paused or query.waiting):
            query.is_queued = True
            heappush(self.queue, (-query.question.priority, query.used, query.number))

    def _next(self) -> Turn | None:
        """The next turn of the query that had least."""
        while self.queue:
            _, used, number = heappop(self.queue)
            query = self.queries.get(number)
            if query is None:
                continue
            query.is_queued = False
            if not query.paused and not query.waiting:
                continue
            if not query.paused and self.open >= self.most_open:
                self.held[number] = query
                continue
            turn = query.paused.popleft() if query.paused else query.waiting.popleft()
            self.open += not turn.is_open
            turn.is_open = True
            query.running.add(turn)
            self.clock = max(self.clock, used)
            self._push(query)
            return turn
        return None

    def _forget(self, query: Query) -> None:
        """Remove a query of which nothing is left."""
        if not query.has_turns:
            self.queries.pop(query.number, None)

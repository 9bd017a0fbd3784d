"""The engine: reads lines, hands turns to its threads, and writes each answer when it is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import count
from threading import Lock, Thread
from typing import Any

from ziggurat import __version__
from ziggurat.engine.answers import Fields, error_answer, nothing_answer
from ziggurat.engine.questions import Command, Id, Question, QuestionError, read_command, read_line, read_question, unknown_fields
from ziggurat.engine.scheduler import Scheduler
from ziggurat.engine.turns import Query, Turn
from ziggurat.registry import game_names, game_spec

OPEN_A_THREAD = 4  # searches that share a thread
VISITS = 1000  # where a question says nothing


class Engine:
    """Answers questions on threads of its own; `write` is called with one answer at a time."""

    def __init__(self, write: Callable[[Fields], None], *, threads: int = 1, max_visits: int = VISITS) -> None:
        self.max_visits = max_visits
        self.scheduler = Scheduler(OPEN_A_THREAD * threads)
        self.numbers = count()
        self.is_silent = False
        """Whether nobody reads the answers any more."""
        self._write, self._writing = write, Lock()
        self.threads = [Thread(target=self.work, name=f"ziggurat-engine-{number}", daemon=True) for number in range(threads)]
        for thread in self.threads:
            thread.start()

    def handle(self, line: bytes) -> None:
        """Take one line: a question is queued, a command carried out, all else answered with an error."""
        if not line.strip() or self.is_silent:
            return
        fields: Mapping[str, Any] = {}
        try:
            fields = read_line(line)
            if "action" in fields:
                self.obey(read_command(fields))
                return
            query = Query(read_question(fields), next(self.numbers), self.max_visits)
        except QuestionError as error:
            self.write(error_answer(str(error), error.field, read_id(fields)))
            return
        for name in unknown_fields(fields, Question):
            self.write({"warning": "unknown field: is it misspelt?", "field": name, "id": query.question.id})
        self.scheduler.add(query)

    def obey(self, command: Command) -> None:
        """Carry out a command, and repeat it as its answer."""
        answer: Fields = {"id": command.id, "action": command.action}
        if command.action == "query_version":
            answer |= {"version": __version__, "games": {name: game_spec(name).version for name in game_names()}}
        elif command.action in {"terminate", "terminate_all"}:
            is_all = command.action == "terminate_all"
            if not is_all and command.terminate_id is None:
                raise QuestionError("say which question is to be ended", "terminateId")
            answer |= {} if is_all else {"terminateId": command.terminate_id}
            answer |= {} if command.turn_numbers is None else {"turnNumbers": command.turn_numbers}
            self.terminate(None if is_all else command.terminate_id, command.turn_numbers)
        else:
            raise QuestionError(f"there is no action `{command.action}`: known are `query_version`, `terminate` and `terminate_all`", "action")
        self.write(answer)

    def terminate(self, id: Id | None = None, turns: list[int] | None = None) -> None:  # noqa: A002 - the field is called so
        """End questions early, all if nothing is said: a search answers with what it has, a turn not begun says that it has nothing."""

        def is_meant(turn: Turn) -> bool:
            return (id is None or turn.query.question.id == id) and (turns is None or turn.number in turns)

        for turn in self.scheduler.stop(is_meant):
            self.write(nothing_answer(turn.query.question.id, turn.number))

    def work(self) -> None:
        """Search turns until there are no more."""
        while (turn := self.scheduler.take()) is not None:
            began, done = time.perf_counter(), True
            try:
                turn.work()
                done = turn.is_done
                if done or turn.is_due:
                    self.write(turn.answer(during=not done))
            except QuestionError as error:
                self.refuse(turn, error)
            except Exception as error:  # a fault of ours must not end the engine, nor leave a question without an answer
                self.write(error_answer(f"the engine failed at ply {turn.number}: {type(error).__name__}: {error}", None, turn.query.question.id))
            finally:
                self.scheduler.give_back(turn, time.perf_counter() - began, done=done)

    def refuse(self, turn: Turn, error: QuestionError) -> None:
        """Answer a question about no game with one error, however many turns it has."""
        with self._writing:
            is_first, turn.query.is_refused = not turn.query.is_refused, True
        self.scheduler.drop(turn.query)
        if is_first:
            self.write(error_answer(str(error), error.field, turn.query.question.id))

    def write(self, answer: Fields) -> None:
        """Write an answer; when nobody reads them any more, the engine comes to an end."""
        with self._writing:
            if self.is_silent:
                return
            try:
                self._write(answer)
            except OSError:
                self.is_silent = True
        if self.is_silent:
            self.scheduler.stop(lambda turn: True)

    def close(self, *, wait: bool = True) -> None:
        """End the engine: after the last answer, or, without waiting, now and without a word."""
        if not wait:
            with self._writing:
                self.is_silent = True
            self.scheduler.stop(lambda turn: True)
        self.scheduler.close()
        for thread in self.threads:
            thread.join()


def read_id(fields: Mapping[str, Any]) -> Id | None:
    """The id of a line that is wrong otherwise, if it has one."""
    name = fields.get("id")
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None

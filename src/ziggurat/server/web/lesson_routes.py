"""Routes: the lessons for people who have never played a game. Their positions are served by `practice_routes.py`."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter

from ziggurat import lessons
from ziggurat.registry import key_of
from ziggurat.server import http_answers as a
from ziggurat.server.web.parameters import SHARED, LanguageQuery, TheHost

GameName = Annotated[str, PathParameter(max_length=40, description="The name of the game.")]
LessonName = Annotated[str, PathParameter(max_length=40, description="The name of the lesson.")]


@get("/api/lessons/{game:str}/{name:str}", tags=["rules"], **SHARED)
async def lesson_page(game: GameName, name: LessonName, host: TheHost, language: LanguageQuery = "en") -> Response[a.LessonPage]:
    """A lesson: its steps with their texts and tasks. `POST /api/practice` with `{"of": "lesson", "id": "GAME/NAME"}` shows the positions."""
    lesson = lessons.lesson(game, name)
    await host.compiled.wait(key_of(game, lesson.options))
    steps = await asyncio.to_thread(lambda: [_step(game, name, step, language) for step in lesson.steps])
    page = a.LessonPage(game, f"{game}/{name}", language, lesson.title.in_(language), lesson.minutes, lesson.moves, steps)
    return Response(page, headers={"Cache-Control": "no-cache"})


def _step(game: str, name: str, step: lessons.Step, language: str) -> a.LessonStep:
    tasks = [_task(task, language) for task in step.tasks]
    title, text, done = step.title.in_(language), step.text.in_(language), step.done.in_(language) if step.done else ""
    return a.LessonStep(step.id, step.name.in_(language), title, text, step.ply, tasks, done, lessons.follows(game, name, step), step.panel)


def _task(task: lessons.Task, language: str) -> a.LessonTask:
    marks = [a.LessonMark(mark.at, mark.text.in_(language)) for mark in task.marks]
    gains = [a.LessonGain(line.source, line.points, line.text.in_(language)) for line in task.gains]
    mistakes = [a.LessonMistake(mistake.when, mistake.text.in_(language)) for mistake in task.mistakes]
    return a.LessonTask(task.text.in_(language), task.accepts, marks, gains, task.mistake.in_(language), mistakes, task.differs)


HANDLERS = [lesson_page]

"""The lessons: every step is a position of a real game, every task and every number in the texts is what the rules say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from small_games import BUILT_IN
from typography import french
from ziggurat import lessons
from ziggurat.errors import GameError
from ziggurat.games.akropolis import material as akropolis
from ziggurat.games.akropolis.athena.material import STATUE_POINTS
from ziggurat.games.amytis.material import PROJECTS
from ziggurat.games.blueprints import material as blueprints
from ziggurat.lessons import (
    FIRST,
    Parts,
    Step,
    Task,
    Text,
    UnknownLesson,
    accepted,
    follows,
    game_at,
    has_lesson,
    lesson,
    minutes_by_option,
    played,
    problems_of,
)
from ziggurat.registry import game_spec

BUILDINGS = ("garden", "market", "wall", "palace", "residence", "theater")
FAVORS = ("I", "II", "III", "IV", "stairs", "corners", "projects", "row")
NUMBER = re.compile(r"\d+")
LESSONS = [(game, path.stem) for game in BUILT_IN for path in sorted((game_spec(game).folder / "lessons").glob("*.json"))]
every_lesson = pytest.mark.parametrize(("game", "name"), LESSONS)


def texts_of(step: Step) -> Iterator[Text]:
    yield from (step.name, step.title, step.text, *([step.done] if step.done else []))
    for task in step.tasks:
        yield from (
            task.text,
            task.mistake,
            *(mistake.text for mistake in task.mistakes),
            *(mark.text for mark in task.marks),
            *(line.text for line in task.gains),
        )


def test_every_game_has_a_first_lesson_and_the_expansion_one() -> None:
    assert {(game, FIRST) for game in BUILT_IN} | {("akropolis", "athena")} == {*LESSONS}
    assert minutes_by_option("akropolis") == {"athena": lesson("akropolis", "athena").minutes} and not minutes_by_option("amytis")


@every_lesson
def test_the_rules_find_nothing_wrong_with_a_lesson(game: str, name: str) -> None:
    assert problems_of(game, name) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_lesson_goes_through_a_whole_game_with_few_steps_to_read_only(name: str) -> None:
    read, whole = lesson(name), played(name)
    assert whole.is_over and whole.moves == read.moves
    assert 8 <= len(read.steps) <= 10 and read.minutes == 10
    assert sum(not step.tasks for step in read.steps) <= 3
    assert [step.id for step in read.steps][-2:] == ["end", "own"]


@every_lesson
def test_every_accepted_move_can_be_played_and_others_are_mistakes(game: str, name: str) -> None:
    for step in lesson(game, name).steps:
        at = game_at(game, name, step.ply)
        for task in step.tasks:
            moves = accepted(task, at)
            assert moves and set(moves) < set(at.legal_moves), "there is a right move, and there are others"
            at.push(moves[0])
        for move in follows(game, name, step):
            at.push(move)
        assert not step.tasks or at.to_move != lesson(game, name).seat or at.is_over, "the turn is complete"


@every_lesson
def test_both_languages_say_the_same_numbers_in_their_own_typography(game: str, name: str) -> None:
    for step in lesson(game, name).steps:
        for text in texts_of(step):
            assert sorted(NUMBER.findall(text.en)) == sorted(NUMBER.findall(text.fr)), text
            assert text.en.count("**") % 2 == 0 and text.en.count("**") == text.fr.count("**"), text
            assert french(text.fr) == text.fr and "'" not in text.en + text.fr, text
            assert text.en != text.fr or len(text.en) < 10, text


@every_lesson
def test_every_number_of_a_lesson_is_computed_by_the_rules(game: str, name: str) -> None:
    rules = {"amytis": of_amytis, "akropolis": of_athena if name == "athena" else of_akropolis, "blueprints": of_blueprints}[game]()
    for step in lesson(game, name).steps:
        for text in texts_of(step):
            stated = {int(number) for number in NUMBER.findall(text.en)}
            assert stated <= rules.get(step.id, set()) | gains_of(step), (step.id, text.en)
        if step.tasks and step.done:
            total = sum(line.points for task in step.tasks for line in task.gains if task is step.tasks[-1] or len(step.tasks) > 1)
            assert all(int(found) == total for found in re.findall(r"\*\*\+(\d+)\*\*", step.done.en)), (step.id, total)


def gains_of(step: Step) -> set[int]:
    """The points that the tasks of a step bring, by line, by source and in all: `problems_of` compares them with the rules."""
    lines = [abs(line.points) for task in step.tasks for line in task.gains]
    return {*lines, sum(line.points for task in step.tasks for line in task.gains)}


def gain(step: Step, source: str) -> int:
    """What the right moves of a step bring from one source, by the rules."""
    game, points = game_at("amytis", FIRST, step.ply), 0
    for task in step.tasks:
        move = accepted(task, game)[0]
        brought = game.choice(game.check(move)).gain
        points += brought.get(source, 0) if brought else 0
        game.push(move)
    return points


def of_amytis() -> dict[str, set[int]]:
    """§4 to §6: what each building and each favor brings for one thing that it counts; projects; the end."""
    whole, steps = played("amytis"), {step.id: step for step in lesson("amytis").steps}
    before, after = (game_at("amytis", FIRST, steps[id_].ply).view(0) for id_ in ("palace", "favor"))
    new = next(card for card in after["seats"][0]["projects"] if card not in before["seats"][0]["projects"])
    (blue,) = before["seats"][0]["validated"]
    assert after["cards"][str(new)]["pattern"] == ["GP", "PP"] and PROJECTS[blue - 1][0] == "B B B"
    you = whole.breakdown[0]
    shares = [sum(you[line] for line in BUILDINGS), sum(n for line, n in you.items() if line.startswith("project:")), sum(you[line] for line in FAVORS)]
    assert sum(shares) == whole.scores[0]
    low = sum(len(stack.split()) == 1 for row in after["seats"][0]["board"] for stack in row) + 1  # and the wall of that step
    return {
        "take": {gain(steps["take"], "market") // 1},
        "architects": {gain(steps["architects"], "wall") // 1},
        "residence": {gain(steps["residence"], "residence") // 3, len(BUILDINGS)},
        "theater": {gain(steps["theater"], "theater") // 7},
        "garden": {gain(steps["garden"], "garden") // 5},
        "projects": {gain(steps["projects"], "market") // 3, PROJECTS[blue - 1][1]},
        "palace": {gain(steps["palace"], "palace") // 1, PROJECTS[new - 1][1]},
        "favor": {gain(steps["favor"], "I") // low},
        "end": {*shares, *whole.scores},
    }


def of_akropolis() -> dict[str, set[int]]:
    """§5, §6: values, stars and stones."""
    whole, stars = played("akropolis"), dict(zip(akropolis.COLOR_NAMES, akropolis.STARS.tolist(), strict=True))
    sheets = {step.id: game_at("akropolis", FIRST, step.ply).view(0)["seats"][0]["sheet"] for step in lesson("akropolis").steps[:-2]}
    return {
        "take": {1, stars["house"]},
        "stars": {sheets["higher"]["house"]["value"], sheets["higher"]["house"]["stars"], sheets["higher"]["house"]["points"]},
        "higher": {1, 2, 3},
        "pay": {1, 2, stars["market"]},
        "gardens": {1, 2, stars["garden"]},
        "barracks": {1, stars["barracks"]},
        "temples": {stars["temple"]},
        "end": {*whole.breakdown[0].values(), *whole.scores},
    }


def of_athena() -> dict[str, set[int]]:
    """§10.6, §10.7: levels, stars, and what stones are worth before and after the statue is complete."""
    whole, statue = played("akropolis", "athena"), next(step for step in lesson("akropolis", "athena").steps if step.id == "statue")
    before, after = (game_at("akropolis", "athena", statue.ply + plies) for plies in (1, 2))
    sheets = [game_at("akropolis", "athena", ply).view(0)["seats"][0]["sheet"] for ply in (statue.ply, statue.ply + 2)]
    stars = {sheet[color]["stars"] for sheet in sheets for color in akropolis.COLOR_NAMES}
    levels = {district["level"] for sheet in sheets for color in akropolis.COLOR_NAMES for district in sheet[color]["districts"]}
    stones, worth = after.view(0)["seats"][0]["stones"], after.breakdown[0]["stones"]
    assert worth == STATUE_POINTS * stones and before.breakdown[0]["stones"] == before.view(0)["seats"][0]["stones"]
    counted = {*whole.scores, *whole.breakdown[0].values(), whole.view(0)["seats"][0]["stones"], STATUE_POINTS}
    return {
        "complete": {2, 3},
        "chain": levels | stars,
        "statue": levels | stars | {1, STATUE_POINTS, stones, worth, before.breakdown[0]["stones"]},
        "end": counted,
    }


def of_blueprints() -> dict[str, set[int]]:
    """§4 to §7: dice, materials, the plan, awards and prizes."""
    whole = played("blueprints")
    rounds = whole.view(0)["rounds"]
    faces = {1, 2, 3, 4, 5, 6}
    totals = [{seat["points"]["total"] for seat in one["seats"]} for one in rounds]
    silver = {int(blueprints.CARD_POINTS[blueprints.Card.SILVER])}
    return {
        "take": faces,
        "plan": {4, int(blueprints.PLAN_BONUS)},
        "higher": faces,
        "wood": {3, int(blueprints.WOOD_POINTS)},
        "recycled": {4, *blueprints.RECYCLED_POINTS[1:].tolist()},
        "stone": {5, *blueprints.STONE_POINTS.tolist(), rounds[0]["seats"][0]["points"]["total"]},
        "awards": totals[0] | silver | {int(blueprints.CARD_POINTS[blueprints.Card.GOLD])},
        "prizes": totals[1] | {1, 2, 4, 5, 6},
        "end": {*whole.scores},
    }


def said_of(task: Task, choice: Parts) -> Text:
    """What the page says of a legal move that the task does not accept."""
    return next((mistake.text for mistake in task.mistakes if any(parts.items() <= choice.items() for parts in mistake.when)), task.mistake)


def said(game: str, id_: str, nth: int = 0) -> tuple[dict[str, tuple[str, dict[str, int]]], dict[str, int]]:
    """What a task says of each move that it does not accept, and what the move brings; and what the right move brings."""
    step = next(step for step in lesson(game).steps if step.id == id_)
    at, task = game_at(game, FIRST, step.ply), step.tasks[nth]
    for other in step.tasks[:nth]:
        at.push(accepted(other, at)[0])
    right = accepted(task, at)
    parts = {choice.text: msgspec.to_builtins(choice) for choice in at.choices()}
    others = {text: (said_of(task, choice).en, choice["gain"] or {}) for text, choice in parts.items() if text not in right}
    return others, parts[right[0]]["gain"] or {}


CLAIMS: list[tuple[str, str, str, Callable[[str, dict[str, int], dict[str, int]], bool]]] = [
    # game, step, how the sentence begins, and of which moves it is said: the move, what it brings, what the right one brings
    ("amytis", "architects", "A wall wants the edge", lambda move, brings, right: move.startswith("a1") and brings.get("wall", 0) < right["wall"]),
    ("amytis", "residence", "There the residence covers", lambda move, brings, right: move.startswith("b1") and brings["residence"] < right["residence"]),
    ("amytis", "garden", "On top of a tile", lambda move, brings, right: move.startswith("c3") and brings["garden"] < right["garden"]),
    ("amytis", "projects", "The row of three blue tiles stays open", lambda move, brings, right: "project:3" not in brings),
    ("amytis", "projects", "A blue wall closes the row", lambda move, brings, right: "project:3" in brings),
    ("amytis", "favor", "Only the corner stack", lambda move, brings, right: not move.startswith("a1")),
    ("akropolis", "pay", "The free tile saves a stone", lambda move, brings, right: move.startswith("0:")),
    ("blueprints", "stone", "The plan stays unfinished", lambda move, brings, right: not brings.get("bonus")),
    ("blueprints", "prizes", "That is the fourth four", lambda move, brings, right: move.startswith("G4") and not brings.get("bonus")),
    ("blueprints", "prizes", "Points are fine", lambda move, brings, right: move[1] != "4"),
]


@pytest.mark.parametrize(("game", "step", "begins", "holds"), CLAIMS)
def test_what_is_said_of_a_mistake_is_said_of_the_moves_of_which_it_is_true(game: str, step: str, begins: str, holds: Any) -> None:
    others, right = said(game, step)
    spoken = {move for move, (text, _) in others.items() if text.startswith(begins)}
    assert spoken and spoken == {move for move, (_, brings) in others.items() if holds(move, brings, right)}


def test_favor_one_is_the_best_of_the_lesson() -> None:
    others, right = said("amytis", "favor", 1)
    assert all(text.startswith("Each favor") and sum(brings.values()) < sum(right.values()) for text, brings in others.values())


NEUTRAL = ("That is allowed", "That tile is allowed", "That card is allowed", "You may remove any die", "The stack is the right one", "The residence is blue")
"""How the sentences begin that are true of every legal move, or say only what the lesson wants."""


@every_lesson
def test_all_else_that_is_said_of_a_mistake_holds_for_every_move(game: str, name: str) -> None:
    claims = {(of, step): [begins for of_, step_, begins, _ in CLAIMS if (of_, step_) == (of, step)] for of, step, _, _ in CLAIMS}
    for step in lesson(game, name).steps:
        for task in step.tasks:
            for text in (task.mistake.en, *(mistake.text.en for mistake in task.mistakes)):
                begins = (*NEUTRAL, "Each favor", *(claims.get((game, step.id), []) if name == FIRST else []))
                assert text.startswith(begins), (step.id, text)


def test_a_lesson_that_is_not_there_is_refused() -> None:
    assert has_lesson("amytis") and not has_lesson("amytis", "second_game")
    for name in ("second_game", "../text/en", ""):
        with pytest.raises(UnknownLesson):
            lesson("amytis", name)
    with pytest.raises(UnknownLesson):
        game_at("amytis", FIRST, 999)
    with pytest.raises(GameError):
        lesson("chess")


def test_what_is_wrong_with_a_lesson_is_said_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = game_spec("amytis").folder / "lessons"
    data = json.loads((folder / f"{FIRST}.json").read_text(encoding="utf-8"))
    data["steps"][0]["tasks"][0]["gains"][0]["points"] = 3
    data["steps"][1]["tasks"][0]["accepts"] = [{"stack": "b2"}]
    data["steps"][2]["id"] = "take"
    data["steps"][3]["tasks"][0]["marks"][0]["at"] = {"stack": "c3"}
    data["steps"][5]["tasks"][0]["mistakes"] = [{"when": [{"space": "d4"}], "text": {"en": "x", "fr": "y"}}]
    data["steps"][4]["ply"] = 7
    monkeypatch.setattr(lessons, "lesson", lambda *_: msgspec.convert(data, lessons.Lesson))
    found = " ".join(problems_of("amytis"))
    for words in (
        "brings {'market': 2}, not {'market': 3}",
        "does not accept `a1>b3`",
        "two steps are called `take`",
        "which the task points at",
        "no other move has {'space': 'd4'}",
        "the learner is not to move",
    ):
        assert words in found, (words, found)

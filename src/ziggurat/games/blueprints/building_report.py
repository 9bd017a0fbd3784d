"""A building in numbers: each die with its points, the points by source, how the plan stands, how near the prizes are.

The kernel `report_building` applies the rules (`scoring.py`) once; views, notes, the log and `ziggurat score` read what it wrote.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from ziggurat.games.blueprints.building_counts import is_placed
from ziggurat.games.blueprints.material import (
    CARDS,
    CHOSEN,
    COLUMNS,
    DIE_NAMES,
    FIRST_PRIZE,
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIAL_OF,
    MATERIALS,
    POINT_LINES,
    PRIZE_NEEDS,
    ROWS,
    SPACE_NAMES,
    SPACES,
    Die,
    Material,
)
from ziggurat.games.blueprints.scoring import bonus_possible, building_score, dice_missing, die_points, material_points, plan_bonus, progress
from ziggurat.games.blueprints.types import BuiltDie, PlanState, Points, Prizes, WoodDie
from ziggurat.kernel import NONE, kernel

NUMBER = np.int32  # the type of the numbers of a report
PLAN_STATES: tuple[Literal["done", "open", "lost"], ...] = ("done", "open", "lost")
DONE, OPEN, LOST = range(len(PLAN_STATES))

# --- Where a report holds what ----------------------------------------------------------------------------------------

AT_PLAN = 0  # planned heights, side by side
AT_CHOSEN = 1  # how many dice were chosen
AT_DICE = 2  # for each of them, in order: the die, its space (NONE: discarded), its level from 1, its points (NONE: recycled dice score together)
DIE_NUMBERS = 4
AT_POINTS = AT_DICE + CHOSEN * DIE_NUMBERS  # by source
AT_TOTAL = AT_POINTS + len(POINT_LINES)
AT_PLAN_STATE = AT_TOTAL + 1  # a place in PLAN_STATES, and how many dice the plan lacks
AT_PRIZES = AT_PLAN_STATE + 2  # the progress to each prize
REPORT = AT_PRIZES + CARDS - FIRST_PRIZE  # how many numbers a report has


@kernel
def report_building(building, out):
    """§5 and §6.2  Write the report of a building to out[: REPORT]."""
    out[AT_PLAN] = building.plan
    out[AT_CHOSEN] = building.chosen
    for place in range(CHOSEN):
        report_die(building, place, out[AT_DICE + DIE_NUMBERS * place :])
    report_points(building, out[AT_POINTS:])
    out[AT_TOTAL] = building_score(building)
    out[AT_PLAN_STATE] = plan_state(building)
    out[AT_PLAN_STATE + 1] = dice_missing(building)
    for prize in range(FIRST_PRIZE, CARDS):
        out[AT_PRIZES + prize - FIRST_PRIZE] = progress(building, prize)


@kernel
def report_die(building, place, out):
    """The die chosen at this place: which one, its space, its level, its points."""
    is_chosen = place < building.chosen
    is_built = is_chosen and is_placed(building, place)
    scores = is_built and MATERIAL_OF[building.dice[place]] != Material.RECYCLED
    out[0] = building.dice[place] if is_chosen else NONE
    out[1] = int(building.cells[place]) % SPACES if is_built else NONE
    out[2] = int(building.cells[place]) // SPACES + 1 if is_built else NONE
    out[3] = die_points(building, place) if scores else NONE


@kernel
def report_points(building, out):
    """§5  The points of the building by POINT_LINES."""
    out[0] = plan_bonus(building)
    for material in range(MATERIALS):
        out[1 + material] = material_points(building, material)


@kernel
def plan_state(building):
    """§5.1  Whether the bonus is won, can still be, or is lost."""
    if not bonus_possible(building):
        return LOST
    return DONE if dice_missing(building) == 0 else OPEN


# --- As a page shows it -----------------------------------------------------------------------------------------------


class Screen(NamedTuple):
    """What lies behind a screen, in the order of `SeatView` and `RoundSeat`."""

    plan: list[str]
    building: list[list[str]]
    points: Points
    wood_dice: list[WoodDie]
    die_points: list[BuiltDie]
    plan_state: PlanState
    prizes: Prizes


def report_of(building: Any) -> list[int]:
    """The report of one building."""
    out = np.zeros(REPORT, NUMBER)
    report_building(building, out)
    numbers: list[int] = out.tolist()
    return numbers


def chosen_dice(report: list[int]) -> tuple[list[Die], list[Die]]:
    """The dice in the order chosen, and those of them that fitted nowhere."""
    end = AT_DICE + DIE_NUMBERS * report[AT_CHOSEN]
    dice, spaces = report[AT_DICE:end:DIE_NUMBERS], report[AT_DICE + 1 : end : DIE_NUMBERS]
    return [DIE_NAMES[die] for die in dice], [DIE_NAMES[die] for die, space in zip(dice, spaces, strict=True) if space == NONE]


def built_dice(report: list[int]) -> list[list[int]]:
    """The dice that lie in the building, in the order chosen: die, space, level, points."""
    rows = [report[at : at + DIE_NUMBERS] for at in range(AT_DICE, AT_DICE + DIE_NUMBERS * report[AT_CHOSEN], DIE_NUMBERS)]
    return [row for row in rows if row[1] != NONE]


def screen(report: list[int]) -> Screen:
    """What lies behind the screen: the plan, the building, and what it scores so far."""
    built = built_dice(report)
    dice = [BuiltDie(DIE_NAMES[die], SPACE_NAMES[space], level, None if points == NONE else points) for die, space, level, points in built]
    wood = [WoodDie(DIE_NAMES[die], SPACE_NAMES[space], level, points) for die, space, level, points in built if die % MATERIALS == Material.WOOD]
    state, missing = report[AT_PLAN_STATE : AT_PLAN_STATE + 2]
    prizes = Prizes(*([have, need] for have, need in prize_progress(report)))
    return Screen(plan_rows(report[AT_PLAN]), building_rows(built), points_of(report), wood, dice, PlanState(PLAN_STATES[state], missing), prizes)


def points_of(report: list[int]) -> Points:
    """§5  The points by source and in total."""
    return Points(*report[AT_POINTS:AT_PLAN_STATE])


def prize_progress(report: list[int]) -> list[tuple[int, int]]:
    """§6.2  For each prize what the building has and what it needs."""
    return list(zip(report[AT_PRIZES:REPORT], NEEDS, strict=True))


NEEDS: list[int] = PRIZE_NEEDS[FIRST_PRIZE:].tolist()


@lru_cache(maxsize=256)
def plan_marks(plan: int) -> tuple[str, ...]:
    """A plan as three rows of two: `X1`, `31`, `1X`."""
    marks = [str((plan >> (HEIGHT_BITS * space)) & HEIGHT_MASK).replace("0", "X") for space in range(SPACES)]
    return tuple("".join(marks[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


def plan_rows(plan: int) -> list[str]:
    """A plan as a view shows it."""
    return list(plan_marks(plan))


def building_rows(built: list[list[int]]) -> list[list[str]]:
    """A building as three rows of two stacks, each from bottom to top: `[["", "W3"], ["G5 R5 S6", "W4"], ["R1", ""]]`."""
    stacks = [""] * SPACES
    for die, space, _, _ in built:
        stacks[space] += f" {DIE_NAMES[die]}" if stacks[space] else DIE_NAMES[die]
    return [stacks[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]

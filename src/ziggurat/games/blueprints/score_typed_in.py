"""Score a building typed in from a real table (`ziggurat score blueprints FILE`)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from ziggurat.errors import PositionError
from ziggurat.games.blueprints.building_report import points_of, prize_progress, report_of
from ziggurat.games.blueprints.material import CARD_NAMES, CHOSEN, COLUMNS, DIE_INDEX, FIRST_PRIZE, ROWS, SPACE_NAMES, VALUE_OF, planned_heights
from ziggurat.games.blueprints.rules import place_die
from ziggurat.games.blueprints.state import BUILDING, take_plan
from ziggurat.parse import typed

MARKS = "X123456"


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """One building at the end of a round."""

    plan: list[str]
    """Three rows of two characters: a planned height 1 to 6, or X where hatched."""
    building: list[list[str]]
    """Three rows of two stacks, each from bottom to top: `"G5 R5 S6"`."""


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """Plan bonus, materials, their total, and the prizes for which the building qualifies."""
    report = report_of(read_building(typed(position, Position, PositionError)))
    prizes = [name for name, (have, need) in zip(CARD_NAMES[FIRST_PRIZE:], prize_progress(report), strict=True) if have >= need]
    return {**msgspec.structs.asdict(points_of(report)), "prizes": prizes}


def read_building(given: Position) -> Any:
    """The building as the rules keep it; raises PositionError naming the space."""
    plan = read_plan(given.plan)
    if len(given.building) != ROWS or any(len(row) != COLUMNS for row in given.building):
        raise PositionError(f"`building` must be {ROWS} rows of {COLUMNS} spaces")
    stacks = [stack.split() for row in given.building for stack in row]
    if (count := sum(map(len, stacks))) > CHOSEN:
        raise PositionError(f"`building` holds {count} dice; a building has at most {CHOSEN}")
    building = np.zeros(1, BUILDING)[0]
    take_plan(building, planned_heights(plan))
    for space, stack in enumerate(stacks):
        check_stack(SPACE_NAMES[space], plan[space], stack)
        for die in stack:
            place_die(building, DIE_INDEX[die], space)
    return building


def read_plan(rows: list[str]) -> str:
    """The six spaces of the plan as one text."""
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise PositionError(f"`plan` must be {ROWS} rows of {COLUMNS} characters, for instance `X1` `31` `1X`")
    plan = "".join(rows).upper()
    if wrong := [mark for mark in plan if mark not in MARKS]:
        raise PositionError(f"`plan` holds `{wrong[0]}`; a space is a height 1 to 6, or X where it is hatched")
    return plan


def check_stack(space: str, mark: str, stack: list[str]) -> None:
    """Dice as they can lie on a space (§4.1)."""
    for die in stack:
        if die not in DIE_INDEX:
            raise PositionError(f"`building`: space {space} holds `{die}`, which is no die; a die is like `R4`: a material W R S G and a value 1 to 6")
    if stack and mark == "X":
        raise PositionError(f"`building`: space {space} is hatched on the plan, but `{stack[0]}` lies there")
    for under, over in pairwise(stack):
        if VALUE_OF[DIE_INDEX[over]] < VALUE_OF[DIE_INDEX[under]]:
            raise PositionError(f"`building`: on space {space} `{over}` rests on the higher `{under}`")

"""The legal moves in parts: what a page, a hint and a review are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from ziggurat.games.blueprints.building_counts import height, planned
from ziggurat.games.blueprints.building_report import report_points
from ziggurat.games.blueprints.material import ACTIONS, DIE_NAMES, DISCARD, POINT_LINES, REMOVE, SPACE_NAMES, SPACES, VALUE_OF, Space
from ziggurat.games.blueprints.types import Choice
from ziggurat.kernel import NONE, kernel
from ziggurat.view import Gain, Piece, Telling, Values

PARTS = ("die", "action", "level", "below", "planned")
"""The die; what is done with it, below DISCARD the space; for a placement the level from 1, the die that it covers (NONE: none), the planned height."""
SOURCES = POINT_LINES
TEXTS = dict(enumerate(text for die in DIE_NAMES for text in (*(f"{die}>{place}" for place in (*SPACE_NAMES, "x")), f"-{die}")))
"""Each move as text, by its number."""
KINDS: tuple[Literal["place", "discard", "remove"], ...] = ("place", "place", "place", "place", "place", "place", "discard", "remove")
"""What is done with the die, by the action of a move."""
PLACES: tuple[Space | UnsetType, ...] = (*SPACE_NAMES, UNSET, UNSET)
"""The space, by the action of a move."""
VALUES: list[int] = VALUE_OF.tolist()


@kernel
def parts(state, move, out):
    """§11  Write the parts of a move: a die, what is done with it, and what is there."""
    die, action = int(move) // ACTIONS, int(move) % ACTIONS
    out[0] = die
    out[1] = action
    out[2] = NONE
    out[3] = NONE
    out[4] = NONE
    if action < DISCARD:
        building = state.buildings[state.round_index, state.to_move]
        out[2] = height(building, action) + 1
        out[3] = top_of(building, action)
        out[4] = planned(building, action)


@kernel
def top_of(building, space):
    """The uppermost die of a space; NONE where it is bare."""
    cell = (height(building, space) - 1) * SPACES + space
    for place in range(int(building.chosen)):
        if building.cells[place] == cell and cell >= 0:
            return int(building.dice[place])
    return NONE


@kernel
def points(state, seat, out):
    """§5  The points of the building that a seat puts up. Cards are won when a round is scored: no single move brings them."""
    report_points(state.buildings[state.round_index, seat], out)


@kernel
def points_after(before, after, seat, out):
    """§5  The points of the same building after a move, with which its round may have ended."""
    report_points(after.buildings[before.round_index, seat], out)


def texts(state: Any, codes: list[int]) -> list[str]:
    """The legal moves as text."""
    return [TEXTS[code] for code in codes]


def choices(texts: list[str], codes: list[int], parts: list[list[int]], gains: list[Gain] | None) -> list[Choice]:
    """The legal moves in parts."""
    shown: Sequence[Gain | UnsetType] = [UNSET] * len(codes) if gains is None else gains
    return [Choice(text, KINDS[action], DIE_NAMES[die], PLACES[action], gain) for text, (die, action, _, _, _), gain in zip(texts, parts, shown, strict=True)]


def piece_keys(parts: list[int]) -> list[int]:
    """The die, and unless it is removed, where it goes."""
    die, action, *_ = parts
    return [die] if action == REMOVE else [die, action]


def pieces(state: Any, parts: list[int]) -> list[Piece]:
    """The die, and unless it is removed, where it goes."""
    die, action, _, below, height = parts
    taken: list[Piece] = [(("look.die", spoken(die)), {"die": DIE_NAMES[die]})]
    if action == DISCARD:
        taken.append((("look.out", {}), {"space": "x"}))
    elif action < DISCARD:
        space: Telling = ("look.space.empty", {"plan": height}) if below == NONE else ("look.space", spoken(below))
        taken.append((space, {"space": SPACE_NAMES[action]}))
    return taken


def spoken(die: int, material: str = "material", value: str = "value") -> Values:
    """The words for a die."""
    return {material: f"=material.{DIE_NAMES[die][0]}", value: VALUES[die]}

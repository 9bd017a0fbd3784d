"""Moves as text (§11): `R4>b2` place, `R4>x` discard, `-W2` remove. And why a move is illegal, and what it brought in words."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.errors import InvalidMove
from ziggurat.games.blueprints.material import (
    ACTIONS,
    DIE_INDEX,
    DIE_KINDS,
    DIE_NAMES,
    DISCARD,
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIAL_LETTERS,
    REMOVE,
    ROUNDS,
    SPACE_INDEX,
    SPACE_NAMES,
    SPACES,
    VALUE_OF,
)
from ziggurat.games.blueprints.rules import is_over, spaces_for
from ziggurat.games.blueprints.scoring import height
from ziggurat.games.blueprints.sight import finished_rounds, view_round
from ziggurat.games.blueprints.state import Phase

Telling = tuple[str, dict[str, Any]]

PLACES = {**SPACE_INDEX, "x": DISCARD}
PLACINGS = {f"{die}>{place}": ACTIONS * d + action for die, d in DIE_INDEX.items() for place, action in PLACES.items()}
REMOVALS = {f"-{die}": ACTIONS * d + REMOVE for die, d in DIE_INDEX.items()}
MOVES = {**PLACINGS, **REMOVALS}
TEXTS = {move: text for text, move in MOVES.items()}
SLOPPY = {text.lower(): move for text, move in MOVES.items()}
assert len(TEXTS) == DIE_KINDS * ACTIONS


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move."""
    return TEXTS[move]


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, upper case, `R4-b2`, `R4 b2`)."""
    tidy = re.sub(r"\s+", "", text).lower()
    tidy = re.sub(r"^[\u2010-\u2015\u2212]", "-", tidy)  # a minus or a dash that an editor made of the hyphen
    found = SLOPPY.get(tidy)
    if found is None:
        found = SLOPPY.get(re.sub(r"^([wrsg][1-6])(?:->|=>|>|-|:|,|to)?([ab][1-3]|x)$", r"\1>\2", tidy))
    if found is None:
        raise InvalidMove(f"`{text}` is not a move: write `R4>b2` (die, then space), `R4>x` for a die that fits nowhere, `-W2` to remove a die (two players)")
    return found


def parts(state: Any, move: int) -> dict[str, Any]:
    """What the text of a move says, in parts, for a page that lets people click it together."""
    die, action = DIE_NAMES[move // ACTIONS], move % ACTIONS
    if action == REMOVE:
        return {"kind": "remove", "die": die}
    if action == DISCARD:
        return {"kind": "discard", "die": die}
    return {"kind": "place", "die": die, "space": SPACE_NAMES[action]}


# --- Why not ----------------------------------------------------------------------------------------------------------


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    die, action = move // ACTIONS, move % ACTIONS
    if is_over(state):
        return "reason.over", {}
    if action == REMOVE and state.phase != Phase.REMOVE:
        return ("reason.build_first", {}) if state.seats == 2 else ("reason.no_removal", {})
    if action != REMOVE and state.phase == Phase.REMOVE:
        return "reason.remove_now", {}
    if die not in state.pool[: state.pool_size].tolist():
        return "reason.not_in_pool", {"die": DIE_NAMES[die]}
    building = state.buildings[state.round_index, state.to_move]
    if action == DISCARD:
        return why_not_discard(building, die)
    return why_not_place(building, die, action)


def why_not_discard(building: Any, die: int) -> Telling:
    """§4.2  The die fits somewhere, or (option) another one does."""
    spaces = int(spaces_for(building, int(VALUE_OF[die])))
    if spaces:
        return "reason.fits", {"die": DIE_NAMES[die], "spaces": ", ".join(SPACE_NAMES[space] for space in range(SPACES) if spaces >> space & 1)}
    return "reason.another_fits", {"die": DIE_NAMES[die]}


def why_not_place(building: Any, die: int, space: int) -> Telling:
    """§4.1  The space is hatched, or its uppermost die is higher."""
    if (int(building.plan) >> (HEIGHT_BITS * space)) & HEIGHT_MASK == 0:
        return "reason.hatched", {"space": SPACE_NAMES[space]}
    return "reason.too_low", {"die": DIE_NAMES[die], "space": SPACE_NAMES[space], "top": DIE_NAMES[top_of(building, space)]}


def top_of(building: Any, space: int) -> int:
    """The uppermost die of a space that is built on."""
    cell = (int(height(building, space)) - 1) * SPACES + space
    return int(building.dice[building.cells[: building.chosen].tolist().index(cell)])


# --- In words ---------------------------------------------------------------------------------------------------------


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values. A value `=key` is itself a key; `player` is a seat.

    Where another seat's die was placed is not told (`seat` is the one who listens, None a spectator); a finished round is told in full.
    """
    told = [tell_move(before, move, seat)]
    number = int(before.round_index)
    if finished_rounds(after) > number:
        told += tell_round(after, number)
    return told


def tell_move(state: Any, move: int, seat: int | None) -> Telling:
    """The decision itself."""
    die, action, mover = move // ACTIONS, move % ACTIONS, int(state.to_move)
    values = {"player": mover, **spoken(die)}
    if action == REMOVE:
        return "log.remove", values
    if action == DISCARD:
        return "log.discard", values
    return tell_place(values, state.buildings[state.round_index, mover], action) if seat == mover else ("log.take", values)


def spoken(die: int, material: str = "material", value: str = "value") -> dict[str, Any]:
    """The words for a die."""
    return {material: f"=material.{DIE_NAMES[die][0]}", value: int(VALUE_OF[die])}


def tell_place(values: dict[str, Any], building: Any, space: int) -> Telling:
    """A die that its owner places: on the paper, or on another one. (Spaces have names in moves, but none that a player could read.)"""
    if level := int(height(building, space)):
        return "log.stack", {**values, **spoken(top_of(building, space), "below", "low"), "level": level + 1}
    return "log.place", {**values, "plan": (int(building.plan) >> (HEIGHT_BITS * space)) & HEIGHT_MASK}


def tell_round(state: Any, number: int) -> list[Telling]:
    """A finished round: what each building scored, who won which card and why, and who starts the next."""
    finished = view_round(state, number)
    told: list[Telling] = [("log.building", {"player": player, **finished["seats"][player]["points"]}) for player in finished["ranking"]]
    for name, card in finished["cards"].items():
        values = {"player": card["seat"], "card": f"=card.{name}", "by": f"=decided.{card['by']}"}
        told.append(("log.card", values))
    if number + 1 < ROUNDS:
        first, second = (f"=material.{MATERIAL_LETTERS[material]}" for material in state.demand[number + 1].tolist())
        told.append(("log.round", {"player": int(state.start[number + 1]), "round": number + 2, "first": first, "second": second}))
    return told

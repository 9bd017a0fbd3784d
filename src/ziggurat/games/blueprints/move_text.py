"""Moves as text (§11): `R4>b2` place, `R4>x` discard, `-W2` remove. And why a move is illegal, and what it brought in words."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from msgspec.structs import asdict

from ziggurat.errors import InvalidMove
from ziggurat.games.blueprints.building_counts import planned
from ziggurat.games.blueprints.choices import PARTS, TEXTS, parts, spoken, top_of
from ziggurat.games.blueprints.material import ACTIONS, DIE_NAMES, DISCARD, MATERIAL_LETTERS, REMOVE, ROUNDS, SPACE_NAMES, SPACES, VALUE_OF
from ziggurat.games.blueprints.round_report import finished_round, finished_rounds
from ziggurat.games.blueprints.rules import is_over, spaces_for
from ziggurat.games.blueprints.state import Phase
from ziggurat.kernel import NONE
from ziggurat.view import Telling

MOVES = {text: move for move, text in TEXTS.items()}
SLOPPY = {text.lower(): move for text, move in MOVES.items()}


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move."""
    return TEXTS[move]


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, upper case, `R4-b2`, `R4 b2`)."""
    if (known := MOVES.get(text)) is not None:
        return known
    tidy = re.sub(r"\s+", "", text).lower()
    tidy = re.sub(r"^[\u2010-\u2015\u2212]", "-", tidy)  # a minus or a dash that an editor made of the hyphen
    move = SLOPPY.get(tidy)
    if move is None:
        move = SLOPPY.get(re.sub(r"^([wrsg][1-6])(?:->|=>|>|-|:|,|to)?([ab][1-3]|x)$", r"\1>\2", tidy))
    if move is None:
        raise InvalidMove(f"`{text}` is not a move: write `R4>b2` (die, then space), `R4>x` for a die that fits nowhere, `-W2` to remove a die (two players)")
    return move


def spell(text: str) -> list[str]:
    """The pieces that spell a move, as the picture names them: a die with its `>`, then a space or `x`; or a die to remove."""
    die, arrow, place = text.partition(">")
    return [die + arrow, place] if arrow else [text]


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
    if planned(building, space) == 0:
        return "reason.hatched", {"space": SPACE_NAMES[space]}
    return "reason.too_low", {"die": DIE_NAMES[die], "space": SPACE_NAMES[space], "top": DIE_NAMES[top_of(building, space)]}


# --- In words ---------------------------------------------------------------------------------------------------------


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values. A value `=key` is itself a key; `player` is a seat.

    Where another seat's die was placed is not told (`seat` is the one who listens, None a spectator); a finished round is told in full.
    """
    sentences = [tell_move(before, move, seat)]
    number = int(before["round_index"])
    if finished_rounds(after) > number:
        sentences += tell_round(after, number)
    return sentences


def tell_move(state: Any, move: int, seat: int | None) -> Telling:
    """The decision itself."""
    die, action, mover = move // ACTIONS, move % ACTIONS, int(state["to_move"])
    values = {"player": mover, **spoken(die)}
    if action == REMOVE:
        return "log.remove", values
    if action == DISCARD:
        return "log.discard", values
    if seat != mover:
        return "log.take", values
    return tell_place(state, move, mover)


def tell_place(state: Any, move: int, mover: int) -> Telling:
    """A die that its owner places: on the paper, or on another one. (Spaces have names in moves, but none that a player could read.)"""
    out = np.zeros(len(PARTS), np.int32)
    parts(state, move, out)
    die, _, level, below, height = out.tolist()
    values = {"player": mover, **spoken(die)}
    if below == NONE:
        return "log.place", {**values, "plan": height}
    return "log.stack", {**values, **spoken(below, "below", "low"), "level": level}


def tell_round(state: Any, number: int) -> list[Telling]:
    """A finished round: what each building scored, who won which card and why, and who starts the next."""
    finished = finished_round(state, number)
    sentences: list[Telling] = [("log.building", {"player": player, **asdict(finished.seats[player].points)}) for player in finished.ranking]
    for name, card in finished.cards.items():
        sentences.append(("log.card", {"player": card.seat, "card": f"=log.card.{name}", "by": f"=log.decided.{card.by}"}))
    if number + 1 < ROUNDS:
        first, second = (f"=material.{MATERIAL_LETTERS[material]}" for material in state.demand[number + 1].tolist())
        sentences.append(("log.round", {"player": int(state.start[number + 1]), "round": number + 2, "first": first, "second": second}))
    return sentences

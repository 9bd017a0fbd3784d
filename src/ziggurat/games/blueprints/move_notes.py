"""What a page says of a move in words: what it would do beside its points, and why it cannot be played."""

from __future__ import annotations

from typing import Any

from ziggurat.games.blueprints.building_report import AT_CHOSEN, AT_PLAN_STATE, DONE, LOST, prize_progress, report_of
from ziggurat.games.blueprints.choices import spoken, top_of
from ziggurat.games.blueprints.material import ACTIONS, CARD_NAMES, CHOSEN, DISCARD, FIRST_PRIZE, MATERIAL_LETTERS, MATERIAL_OF, REMOVE
from ziggurat.games.blueprints.move_text import why_not
from ziggurat.view import Telling

ALIKE = {"serves.demand"}
"""A die of the other material in demand decides ties, too: that one move takes one and not the other move is no reason for it."""
COSTLY = (1.5, 1.0, 0.5)
"""Points that a large, a middling and a small mistake cost at least: a whole game brings about ten."""


def notes(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """Keys of `text/*.json` with their values; a removal does nothing to a building."""
    if move % ACTIONS == REMOVE:
        return []
    number = int(before["round_index"])
    now, then = (report_of(state["buildings"][number, seat]) for state in (before, after))
    return [*plan(now, then), *prizes(now, then), ("note.dice", {"n": then[AT_CHOSEN], "of": CHOSEN})]


def plan(now: list[int], then: list[int]) -> list[Telling]:
    """§5.1  What the move does to the bonus: complete, still possible, or lost by it."""
    if now[AT_PLAN_STATE] == LOST:
        return []
    state = then[AT_PLAN_STATE]
    return [("note.plan_done" if state == DONE else "note.plan_lost" if state == LOST else "note.plan_open", {})]


def prizes(now: list[int], then: list[int]) -> list[Telling]:
    """§6.2  The prizes whose condition the move meets, or misses by one die."""
    near: list[Telling] = []
    for name, (had, _), (have, need) in zip(CARD_NAMES[FIRST_PRIZE:], prize_progress(now), prize_progress(then), strict=True):
        if have > had and need - 1 <= have <= need:
            near.append(("note.prize_met" if have == need else "note.prize_near", {"card": f"=card.{name}"}))
    return near


def serves(before: Any, after: Any, seat: int, move: int) -> list[Telling]:
    """What a move works towards: prizes half won that the dice to come can still win, if the notes do not name them; materials in demand, which decide ties."""
    if move % ACTIONS >= DISCARD:
        return []
    number, wanted = int(before["round_index"]), before["demand"].tolist()
    now, then = (report_of(state["buildings"][number, seat]) for state in (before, after))
    steps, left = zip(CARD_NAMES[FIRST_PRIZE:], prize_progress(now), prize_progress(then), strict=True), CHOSEN - then[AT_CHOSEN]
    half = [(name, have, need) for name, (had, _), (have, need) in steps if had < have < need - 1 and 2 * have >= need and need - have <= left]
    far: list[Telling] = [("serves.prize", {"card": f"=card.{name}", "n": have, "of": need}) for name, have, need in half]
    material = int(MATERIAL_OF[move // ACTIONS])
    return [*far, ("serves.demand", {"name": f"=material.{MATERIAL_LETTERS[material]}"})] if material in wanted[number] else far


def refusal(state: Any, move: int) -> Telling:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, _ = why_not(state, move)
    if reason != "reason.too_low":
        return reason.replace("reason.", "refusal."), {}
    building = state["buildings"][int(state["round_index"]), int(state["to_move"])]
    return "refusal.too_low", {**spoken(move // ACTIONS), **spoken(int(top_of(building, move % ACTIONS)), "below", "low")}

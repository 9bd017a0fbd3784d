"""What a page says of a move in words: what it would do beside its points, the pieces that a hint points at, and why it cannot be played."""

from __future__ import annotations

from typing import Any

from ziggurat.games.blueprints.material import ACTIONS, CHOSEN, DIE_NAMES, DISCARD, HEIGHT_BITS, HEIGHT_MASK, REMOVE, SPACE_NAMES, SPACES
from ziggurat.games.blueprints.moves import spoken, top_of, why_not
from ziggurat.games.blueprints.scoring import height
from ziggurat.games.blueprints.sheet import toward_prizes
from ziggurat.games.blueprints.sight import building_points, dice_and_cells

Note = tuple[str, dict[str, Any]]
Piece = tuple[Note, dict[str, str | int]]


def notes(before: Any, after: Any, seat: int, move: int) -> list[Note]:
    """Keys of `text/*.json` with their values; a removal does nothing to a building."""
    if move % ACTIONS == REMOVE:
        return []
    number = int(before["round_index"])
    board, then = (state["buildings"][number, seat] for state in (before, after))
    return [*plan(board, then), *prizes(board, then), ("note.dice", {"n": int(then["chosen"]), "of": CHOSEN})]


def plan(board: Any, then: Any) -> list[Note]:
    """§5.1  What the move does to the bonus: complete, still possible, or lost by it."""
    if then["heights"] == then["plan"]:
        return [("note.plan_done", {})]
    if not is_open(board):
        return []
    return [("note.plan_open", {}) if is_open(then) else ("note.plan_lost", {})]


def prizes(board: Any, then: Any) -> list[Note]:
    """§6.2  The prizes whose condition the move meets, or misses by one die."""
    now, later = (toward_prizes(dice_and_cells(building)) for building in (board, then))
    told: list[Note] = []
    for name, (have, need) in later.items():
        if have > now[name][0] and need - 1 <= have <= need:
            told.append(("note.prize_met" if have == need else "note.prize_near", {"card": f"=card.{name}"}))
    return told


def is_open(building: Any) -> bool:
    """Whether the bonus is still possible: no space is too high, and no die of the six is lost. (A plan asks for six.)"""
    plan, heights = int(building["plan"]), int(building["heights"])
    fits = all((heights >> shift) & HEIGHT_MASK <= (plan >> shift) & HEIGHT_MASK for shift in range(0, HEIGHT_BITS * SPACES, HEIGHT_BITS))
    return fits and all(cell >= 0 for _, cell in dice_and_cells(building))


def points_so_far(state: Any, seat: int) -> dict[str, int]:
    """The points of the seat's building, to which `gain` of a move is added."""
    points = building_points(state["buildings"][int(state["round_index"]), seat])
    return {line: n for line, n in points.items() if line != "total"}


def pieces(state: Any, move: int) -> list[Piece]:
    """What one takes in hand for a move, in order: how a hint names it, and what is marked on the board."""
    die, action = move // ACTIONS, move % ACTIONS
    found: list[Piece] = [(("look.die", spoken(die)), {"die": DIE_NAMES[die]})]
    if action == REMOVE:
        return found
    if action == DISCARD:
        return [*found, (("look.out", {}), {"space": "x"})]
    building = state["buildings"][int(state["round_index"]), int(state["to_move"])]
    if height(building, action):
        space = "look.space", spoken(top_of(building, action))
    else:
        space = "look.space.empty", {"plan": (int(building["plan"]) >> (HEIGHT_BITS * action)) & HEIGHT_MASK}
    return [*found, (space, {"space": SPACE_NAMES[action]})]


def refusal(state: Any, move: int) -> Note:
    """Why the seat to move cannot play this, said to its player: the reasons of `moves.why_not` without what is typed."""
    reason, _ = why_not(state, move)
    if reason != "reason.too_low":
        return reason.replace("reason.", "refusal."), {}
    building = state["buildings"][int(state["round_index"]), int(state["to_move"])]
    return "refusal.too_low", {**spoken(move // ACTIONS), **spoken(top_of(building, move % ACTIONS), "below", "low")}

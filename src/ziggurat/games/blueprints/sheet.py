"""What a page tells beside a building: each die with its points, how the plan stands, how near the prizes are; and what decided the game.

Plain Python over what the kernels know: a view is made once after each move, so nothing here needs to be compiled.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from ziggurat.games.blueprints.material import (
    CARD_NAMES,
    CARD_POINTS,
    DIE_NAMES,
    DIE_POINTS,
    FIRST_PRIZE,
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIALS,
    SAME_MATERIAL,
    SAME_VALUE,
    SKYSCRAPER_HEIGHT,
    SPACE_NAMES,
    SPACES,
    VALUES,
    Material,
)
from ziggurat.games.blueprints.scoring import wood_die_points

Dice = list[tuple[int, int]]  # each die in the order chosen, with the cell where it lies (negative: discarded)
FINALLY = ("points", "prizes", "gold", "silver", "bronze")  # what tells two players apart at the end, in this order


def die_points(building: Any, dice: Dice) -> list[dict[str, Any]]:
    """§5  Each die of the building with its space, level and points; recycled dice score together, so theirs are None."""
    told = []
    for place, (die, cell) in enumerate(dice):
        if cell < 0:
            continue
        material, level = die % MATERIALS, cell // SPACES
        points = int(wood_die_points(building, place)) if material == Material.WOOD else int(DIE_POINTS[die, level])
        scored = None if material == Material.RECYCLED else points
        told.append({"die": DIE_NAMES[die], "space": SPACE_NAMES[cell % SPACES], "level": level + 1, "points": scored})
    return told


def plan_state(building: Any, dice: Dice) -> dict[str, Any]:
    """§5.1  Whether the plan is `done`, still `open`, or `lost` (a stack is too high, or a die fitted nowhere); and how many dice it lacks."""
    plan, heights = int(building["plan"]), int(building["heights"])
    stacks = [((heights >> bits) & HEIGHT_MASK, (plan >> bits) & HEIGHT_MASK) for bits in range(0, HEIGHT_BITS * SPACES, HEIGHT_BITS)]
    missing = sum(max(0, planned - height) for height, planned in stacks)
    lost = any(height > planned for height, planned in stacks) or any(cell < 0 for _, cell in dice)
    return {"state": "lost" if lost else "open" if missing else "done", "missing": missing}


def toward_prizes(dice: Dice) -> dict[str, list[int]]:
    """§6.2  For each prize what the building has and what it needs: the highest stack, equal values, different values, equal materials."""
    placed = [(die, cell) for die, cell in dice if cell >= 0]
    values, materials = Counter(die // MATERIALS for die, _ in placed), Counter(die % MATERIALS for die, _ in placed)
    have = (
        (max((cell // SPACES + 1 for _, cell in placed), default=0), SKYSCRAPER_HEIGHT),
        (max(values.values(), default=0), SAME_VALUE),
        (len(values), VALUES),
        (max(materials.values(), default=0), SAME_MATERIAL),
    )
    return {name: list(pair) for name, pair in zip(CARD_NAMES[FIRST_PRIZE:], have, strict=True)}


def final_ranking(cards: list[list[int]]) -> list[dict[str, Any]]:
    """§7  The players from first to last, and by what each is before the next (`shared`: by nothing), with the numbers of both."""
    told = [final_counts(own) for own in cards]
    order = sorted(range(len(cards)), key=lambda seat: [-told[seat][part] for part in FINALLY])
    ranking: list[dict[str, Any]] = [{"seat": seat, **told[seat]} for seat in order]
    for one, other in pairwise(ranking):
        one["by"] = next((part for part in FINALLY if one[part] != other[part]), "shared")
        one["counts"] = [] if one["by"] == "shared" else [one[one["by"]], other[one["by"]]]
    return ranking


def final_counts(cards: list[int]) -> dict[str, int]:
    """§7  Points, prizes and awards of a player."""
    points = sum(count * value for count, value in zip(cards, CARD_POINTS.tolist(), strict=True))
    return {"points": points, "prizes": sum(cards[FIRST_PRIZE:]), "gold": cards[0], "silver": cards[1], "bronze": cards[2]}

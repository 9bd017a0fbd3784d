"""What a decision has brought, read from the views before and after it and not from any preview."""

from __future__ import annotations

from typing import Any


def building_points(view: Any, seat: int, number: int) -> dict[str, int]:
    """Blueprints: what the building of a seat scores in a round, by source and in total."""
    running = view["round"] == number and not view["over"]
    sheet = view["seats"][seat] if running else view["rounds"][number - 1]["seats"][seat]
    return dict(sheet["points"])


def gained(before: Any, after: Any, seat: int) -> int:
    """By how much the score of a seat has changed."""
    if before["game"] == "blueprints":
        then, now = (building_points(view, seat, before["round"])["total"] for view in (before, after))
    else:
        then, now = (view["seats"][seat]["score"] for view in (before, after))
    return int(now - then)

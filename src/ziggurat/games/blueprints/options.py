"""The options of the game (§9), and how they enter a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ziggurat.errors import OptionError
from ziggurat.games.blueprints.material import COLUMNS, DECKS, MAX_PLANS, PLAN_MARKS, PLAN_SUM, ROUNDS, ROWS, planned_heights
from ziggurat.options import Option, Options, OptionSet, OptionValue
from ziggurat.text import LANGUAGES, words


@dataclass(frozen=True)
class Plans(Option):
    """The deck of plans: `reconstructed`, `extended`, or a list of the player's own such as `["X1/31/1X", …]`."""

    @property
    def hint(self) -> Any:
        """The name of a deck, or plans. A text is no list of plans: a slip in the name of a deck would pass."""
        return Literal[self.choices] | list[str]

    def read(self, value: OptionValue) -> OptionValue:
        """The name of a deck, or a list of plans in the one spelling `X1/31/1X`."""
        if isinstance(value, str):
            if value.strip().lower() in DECKS:
                return value.strip().lower()
            value = value.replace(",", " ").replace(";", " ").split()
            if len(value) == 1 and not set(value[0].upper()) <= set(PLAN_MARKS + "/"):
                raise refused("unknown", value=value[0])
        if isinstance(value, dict):
            value = value.get("plans")
        if not isinstance(value, list | tuple):
            raise refused("unknown", value=value)
        return [read_plan(number, plan) for number, plan in enumerate(value, 1)]


def refused(reason: str, **values: object) -> OptionError:
    """Say in every language what is wrong with a list of plans: people type it in the setup page."""
    said = {language: words("blueprints", language)(f"plans.{reason}", **values) for language in LANGUAGES}
    return OptionError(said["en"], message=said)


def read_plan(number: int, plan: Any) -> str:
    """One plan in its one spelling; raises OptionError with its number and what is wrong."""
    if isinstance(plan, dict):  # as in a table of plans: {"rows": ["X1", "31", "1X"]}
        plan = plan.get("rows")
    if isinstance(plan, list) and all(isinstance(row, str) for row in plan):
        plan = "/".join(plan)
    if not isinstance(plan, str):
        raise refused("text", number=number, plan=repr(plan))
    tidy = "".join(plan.upper().split())
    rows = tidy.split("/")
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise refused("rows", number=number, plan=plan)
    marks = tidy.replace("/", "")
    if wrong := [mark for mark in marks if mark not in PLAN_MARKS]:
        raise refused("mark", number=number, plan=plan, mark=wrong[0])
    total = sum(int(mark) for mark in marks if mark != "X")
    if total != PLAN_SUM:
        raise refused("sum", number=number, plan=plan, total=total, sum=PLAN_SUM)
    return tidy


def check(options: Options) -> None:
    """§3.2  A deck must hold a new plan for each player in each round."""
    plans, needed = options["plans"], ROUNDS * options["seats"]
    if isinstance(plans, list) and len(plans) < needed:
        raise refused("few", n=len(plans), seats=options["seats"], needed=needed)
    if isinstance(plans, list) and len(plans) > MAX_PLANS:
        raise refused("many", n=len(plans), most=MAX_PLANS)


OPTIONS = OptionSet(
    (
        Option("seats", (2, 3, 4)),
        Plans("plans", tuple(DECKS)),
        Option("unplaceable", ("any", "only_when_stuck")),
        Option("next_start_tie", ("ranking", "random")),
    ),
    check=check,
)


def deck_of(options: Options) -> tuple[str, ...]:
    """The plans of the chosen deck; plan number = place, from 1."""
    plans = options["plans"]
    return DECKS[plans] if isinstance(plans, str) else tuple(plans)


def prepare(state: Any, options: Options) -> None:
    """Write the options into a blank position."""
    deck = deck_of(options)
    state.seats = options["seats"]
    state.deck[: len(deck)] = [planned_heights(plan) for plan in deck]
    state.deck_size = len(deck)
    state.only_when_stuck = options["unplaceable"] == "only_when_stuck"
    state.random_tie = options["next_start_tie"] == "random"

"""The second reading: a slow, plain referee and scorer for Blueprints.

Written from the rule text alone, without NumPy and without the package, so that it shares no blind spot with the engine.
A die is text, material and value: "W3" (W wood, R recycled, S stone, G glass). A plan is three rows of two characters, a digit for the
planned height or X for a hatched space. A building is three rows of two strings, each the stack of a space from bottom to top: "G5 R5 S6".
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Plan = Sequence[str]
Building = Sequence[Sequence[str]]
Space = tuple[int, int]

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("blueprints.json").read_text(encoding="utf-8"))

MATERIALS = "WRSG"
VALUES = range(1, 7)
SPACES: list[Space] = [(row, col) for row in range(3) for col in range(2)]
NAME = {(row, col): "ab"[col] + "123"[row] for row, col in SPACES}
PER_MATERIAL: int = DATA["dice"]["per_color"]
CHOSEN: int = DATA["dice_per_building"]
ROUNDS: int = DATA["rounds"]
POOL = {int(seats): table["pool"] for seats, table in DATA["players"].items()}
AWARDS: dict[int, list[str]] = {int(seats): table["awards"] for seats, table in DATA["players"].items()}
PRIZES: list[str] = [prize["id"] for prize in DATA["prizes"]]
CARDS = [*DATA["awards"], *PRIZES]
POINTS: dict[str, int] = {name: award["points"] for name, award in DATA["awards"].items()} | {prize["id"]: prize["points"] for prize in DATA["prizes"]}
RECYCLED: list[int] = DATA["scoring"]["recycled_by_count"]
STONE = {1: 2, 2: 3, 3: 5}
STONE_HIGH = 8

DEFAULTS: dict[str, Any] = {"seats": 4, "plans": "reconstructed", "unplaceable": "any", "next_start_tie": "ranking"}


# -- Reading a building ------------------------------------------------------------------------------------------------------------


def value_of(die: str) -> int:
    return int(die[1])


def stack_of(building: Building, space: Space) -> list[str]:
    """The dice of a space, bottom to top."""
    return building[space[0]][space[1]].split()


def dice_of(building: Building) -> list[str]:
    return [die for space in SPACES for die in stack_of(building, space)]


def die_at(building: Building, row: int, col: int, level: int) -> str | None:
    """The die on a level (from 1) of a space, if there is one; nothing outside the grid."""
    if (row, col) not in SPACES or level < 1:
        return None
    stack = stack_of(building, (row, col))
    return stack[level - 1] if level <= len(stack) else None


def everything_rests(building: Building) -> bool:
    """No die lies on a higher one."""
    stacks = [[value_of(die) for die in stack_of(building, space)] for space in SPACES]
    return all(stack == sorted(stack) for stack in stacks)


# -- Section 4: placement ----------------------------------------------------------------------------------------------------------


def legal_spaces(plan: Plan, building: Building, die: str) -> list[Space]:
    """Open spaces that are empty, or whose uppermost die is not higher than this one."""
    places = []
    for row, col in SPACES:
        if plan[row][col] == "X":
            continue
        stack = stack_of(building, (row, col))
        if not stack or value_of(die) >= value_of(stack[-1]):
            places.append((row, col))
    return places


def with_die(building: Building, space: Space, die: str) -> list[list[str]]:
    """The building with one more die on top of a space."""
    return [[" ".join([*stack_of(building, (row, col)), *([die] if (row, col) == space else [])]) for col in range(2)] for row in range(3)]


# -- Section 5: score of a building ------------------------------------------------------------------------------------------------


def plan_bonus(plan: Plan, building: Building) -> int:
    """6 if every space carries exactly the planned number of dice."""
    for row, col in SPACES:
        planned = 0 if plan[row][col] == "X" else int(plan[row][col])
        if len(stack_of(building, (row, col))) != planned:
            return 0
    return int(DATA["scoring"]["plan_bonus"])


def wood_by_die(building: Building) -> list[int]:
    """For each wood die (space by space, bottom to top) 2 for every die that shares a face with it."""
    points = []
    for row, col in SPACES:
        for level, die in enumerate(stack_of(building, (row, col)), 1):
            if die[0] != "W":
                continue
            around = [(row - 1, col, level), (row + 1, col, level), (row, col - 1, level), (row, col + 1, level), (row, col, level + 1), (row, col, level - 1)]
            points.append(2 * sum(die_at(building, *place) is not None for place in around))
    return points


def recycled_points(count: int) -> int:
    return RECYCLED[count]


def stone_points(building: Building) -> int:
    """2, 3, 5, 8 on level 1, 2, 3, 4 or higher."""
    return sum(STONE.get(level, STONE_HIGH) for space in SPACES for level, die in enumerate(stack_of(building, space), 1) if die[0] == "S")


def score_building(plan: Plan, building: Building) -> dict[str, int]:
    """Bonus, wood, recycled, stone, glass, and their total."""
    dice = dice_of(building)
    sheet = {
        "bonus": plan_bonus(plan, building),
        "wood": sum(wood_by_die(building)),
        "recycled": recycled_points(sum(die[0] == "R" for die in dice)),
        "stone": stone_points(building),
        "glass": sum(value_of(die) for die in dice if die[0] == "G"),
    }
    return {**sheet, "total": sum(sheet.values())}


# -- Section 6: awards and prizes ----------------------------------------------------------------------------------------------------


def prizes_of(building: Building) -> list[str]:
    """The prizes whose condition the building fulfils."""
    dice = dice_of(building)
    values = Counter(value_of(die) for die in dice)
    colours = Counter(die[0] for die in dice)
    fulfilled = {
        "skyscraper": any(len(stack_of(building, space)) >= 5 for space in SPACES),
        "structural_integrity": any(count >= 4 for count in values.values()),
        "geometer": all(values[value] > 0 for value in VALUES),
        "materials": any(count >= 5 for count in colours.values()),
    }
    return [prize for prize in PRIZES if fulfilled[prize]]


def tie_key(player: Any, order: Sequence[Any], demand: Sequence[str], counts: Mapping[Any, Mapping[str, int]]) -> tuple[int, int, int]:
    """More of the first in-demand colour, more of the second, later in the turn order of the round."""
    own = counts.get(player, {})
    return own.get(demand[0], 0), own.get(demand[1], 0), order.index(player)


def award_order(scores: Mapping[Any, int], order: Sequence[Any], demand: Sequence[str], counts: Mapping[Any, Mapping[str, int]]) -> list[Any]:
    """The players from the best building to the worst, all ties broken."""
    return sorted(order, key=lambda player: (scores[player], *tie_key(player, order, demand, counts)), reverse=True)


def awards(ranking: Sequence[Any]) -> dict[str, Any]:
    """Who gets which award."""
    return dict(zip(AWARDS[len(ranking)], ranking, strict=False))


def prize_winner(qualified: Iterable[Any], order: Sequence[Any], demand: Sequence[str], counts: Mapping[Any, Mapping[str, int]]) -> Any:
    """Who gets a prize for which these players qualify; None if nobody does."""
    return max(qualified, key=lambda player: tie_key(player, order, demand, counts), default=None)


def turn_order(start: Any, players: Sequence[Any]) -> list[Any]:
    """Clockwise from the starting player."""
    at = list(players).index(start)
    return [*players[at:], *players[:at]]


# -- Section 7: end of the game ------------------------------------------------------------------------------------------------------


def points_of(cards: Iterable[str]) -> int:
    return sum(POINTS[card] for card in cards)


def final_key(cards: Sequence[str]) -> tuple[int, ...]:
    """Points; then prize cards; then gold, silver, bronze awards."""
    return (points_of(cards), sum(card in PRIZES for card in cards), *(cards.count(award) for award in ("gold", "silver", "bronze")))


def final_ranks(cards: Sequence[Sequence[str]]) -> list[int]:
    """1 + the number of players who are strictly better."""
    keys = [final_key(list(own)) for own in cards]
    return [1 + sum(other > key for other in keys) for key in keys]


# -- Deals ---------------------------------------------------------------------------------------------------------------------------


def plan_rows(plans: str | Sequence[str]) -> dict[int, list[str]]:
    """The plans of a deck by id."""
    if isinstance(plans, str):
        cards = DATA["plans"] + (DATA["alternates"] if plans == "extended" else [])
        return {card["id"]: card["rows"] for card in cards}
    return {number: plan.split("/") for number, plan in enumerate(plans, 1)}


def shuffled_deal(chance: random.Random, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A random deal in the notation of records."""
    options = {**DEFAULTS, **(options or {})}
    seats = options["seats"]
    deck = list(plan_rows(options["plans"]))
    chance.shuffle(deck)
    rounds = []
    for number in range(ROUNDS):
        demand = chance.sample(MATERIALS, 2)
        bag = [material for material in MATERIALS for _ in range(PER_MATERIAL - (material in demand))]
        chance.shuffle(bag)
        dealt: dict[str, Any] = {"demand": demand, "plans": [deck.pop() for _ in range(seats)], "dice": [f"{m}{chance.choice(VALUES)}" for m in bag]}
        if options["next_start_tie"] == "random" and number:
            dealt["tie"] = chance.sample(range(seats), seats)
        rounds.append(dealt)
    return {"rounds": rounds}


# -- Section 3: the game -------------------------------------------------------------------------------------------------------------


class PlainGame:
    """A referee for whole games: moves as text, legal moves, scores, ranks."""

    def __init__(self, deal: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> None:
        self.options = {**DEFAULTS, **(options or {})}
        self.seats: int = self.options["seats"]
        self.deal = deal
        self.deck = plan_rows(self.options["plans"])
        self.cards: list[list[str]] = [[] for _ in range(self.seats)]
        self.history: list[dict[str, Any]] = []
        self.over = False
        self.ply = 0
        self.number = 0
        self.begin_round(0)

    def begin_round(self, start: int) -> None:
        """Steps 1 to 4 of a round."""
        dealt = self.deal["rounds"][self.number]
        self.demand: list[str] = list(dealt["demand"])
        self.plans = [self.deck[card] for card in dealt["plans"]]
        self.bag: list[str] = list(dealt["dice"])
        self.pool: list[str] = [self.bag.pop(0) for _ in range(POOL[self.seats])]
        self.order = turn_order(start, range(self.seats))
        self.to_move: int = start
        self.removing = False
        self.buildings: list[list[list[str]]] = [[["", ""] for _ in range(3)] for _ in range(self.seats)]
        self.taken: list[list[str]] = [[] for _ in range(self.seats)]
        self.discarded: list[list[str]] = [[] for _ in range(self.seats)]
        self.removed: list[str] = []

    def legal(self) -> set[str]:
        """Every move of the seat to move."""
        if self.over:
            return set()
        if self.removing:
            return {f"-{die}" for die in self.pool}
        seat = self.to_move
        placements = {f"{die}>{NAME[space]}" for die in self.pool for space in legal_spaces(self.plans[seat], self.buildings[seat], die)}
        unplaceable = {f"{die}>x" for die in self.pool if not legal_spaces(self.plans[seat], self.buildings[seat], die)}
        if self.options["unplaceable"] == "only_when_stuck" and placements:
            return placements
        return placements | unplaceable

    def push(self, text: str) -> None:
        """Play a legal move."""
        assert text in self.legal(), (text, sorted(self.legal()))
        self.ply += 1
        if text[0] == "-":
            self.pool.remove(text[1:])
            self.removed.append(text[1:])
            self.end_turn(2)
            return
        die, where = text.split(">")
        seat = self.to_move
        self.pool.remove(die)
        self.taken[seat].append(die)
        if where == "x":
            self.discarded[seat].append(die)
        else:
            space = next(space for space in SPACES if NAME[space] == where)
            self.buildings[seat] = with_die(self.buildings[seat], space, die)
        if self.seats == 2:
            self.removing = True
        else:
            self.end_turn(1)

    def end_turn(self, drawn: int) -> None:
        """New dice come into the pool; the next player follows, or the round is scored."""
        self.removing = False
        for _ in range(drawn):
            if self.bag:
                self.pool.append(self.bag.pop(0))
        if all(len(dice) == CHOSEN for dice in self.taken):
            self.end_round()
        else:
            self.to_move = (self.to_move + 1) % self.seats

    def building_scores(self) -> list[int]:
        return [score_building(plan, building)["total"] for plan, building in zip(self.plans, self.buildings, strict=True)]

    def counts(self) -> list[Counter[str]]:
        """How many dice of each colour are in each building."""
        return [Counter(die[0] for die in dice_of(building)) for building in self.buildings]

    def winners(self) -> dict[str, int]:
        """Which seat gets which card if the round is scored now; a building without a die wins nothing."""
        counts = dict(enumerate(self.counts()))
        ranking = award_order(dict(enumerate(self.building_scores())), self.order, self.demand, counts)
        ranking.sort(key=lambda seat: not self.taken[seat])
        won = {card: seat for card, seat in awards(ranking).items() if self.taken[seat]}
        for prize in PRIZES:
            qualified = [seat for seat in range(self.seats) if prize in prizes_of(self.buildings[seat])]
            winner = prize_winner(qualified, self.order, self.demand, counts)
            if winner is not None:
                won[prize] = winner
        return won

    def end_round(self) -> None:
        """Steps 6 and 7 of a round, and the start of the next."""
        won = self.winners()
        scores = self.building_scores()
        for card, seat in won.items():
            self.cards[seat].append(card)
        ranking = award_order(dict(enumerate(scores)), self.order, self.demand, dict(enumerate(self.counts())))
        self.history.append(
            {"scores": scores, "ranking": ranking, "won": won, "order": self.order, "plans": self.plans, "buildings": self.buildings, "taken": self.taken}
        )
        if self.number + 1 == ROUNDS:
            self.over = True
            return
        lowest = [seat for seat in range(self.seats) if scores[seat] == min(scores)]
        start = min(lowest, key=self.deal["rounds"][self.number + 1]["tie"].index) if self.options["next_start_tie"] == "random" else ranking[-1]
        self.number += 1
        self.begin_round(start)

    def cards_now(self) -> list[list[str]]:
        """The cards of each seat if the game ended now: the round that is going on is scored as it stands."""
        cards = [list(own) for own in self.cards]
        if not self.over:
            for card, seat in self.winners().items():
                cards[seat].append(card)
        return cards

    def scores(self) -> list[int]:
        return [points_of(own) for own in self.cards_now()]

    def breakdown(self) -> list[dict[str, int]]:
        return [{card: POINTS[card] * own.count(card) for card in CARDS} for own in self.cards_now()]

    def ranks(self) -> list[int]:
        return final_ranks(self.cards_now())

"""The game as a tree of chance and decisions, for programs that read games so (`envs/openspiel.py`): the deal of the three rounds, draw after draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ziggurat.games.blueprints.material import BAG, CHOSEN, DICE_OF_MATERIAL, DIE_INDEX, DIE_NAMES, IN_DEMAND, MATERIAL_LETTERS, MATERIALS, MAX_PLANS, ROUNDS
from ziggurat.games.blueprints.options import deck_of
from ziggurat.options import Options

MOST_OUTCOMES = max(MAX_PLANS, len(DIE_NAMES))


class Parts(NamedTuple):
    """The draws of one round: the materials in demand, a plan for each seat, the dice in drawing order, and where ties are drawn an order of the seats."""

    demand: Sequence[int]
    plans: Sequence[int]
    dice: Sequence[int]
    tie: Sequence[int]


def round_sizes(options: Options, number: int) -> list[int]:
    """How many draws each part of a round has."""
    return [IN_DEMAND, options["seats"], BAG, options["seats"] if options["next_start_tie"] == "random" and number else 0]


def draw_count(options: Options) -> int:
    """How many draws make a deal."""
    return sum(sum(round_sizes(options, number)) for number in range(ROUNDS))


def rounds_of(options: Options, drawn: Sequence[int]) -> list[Parts]:
    """The draws so far, round by round; of the last one only what is drawn."""
    rounds, first = [], 0
    for number in range(ROUNDS):
        parts = []
        for size in round_sizes(options, number):
            parts.append(drawn[first : first + size])
            first += size
        rounds.append(Parts(*parts))
    return rounds


def outcomes(options: Options, drawn: Sequence[int]) -> list[tuple[int, int]]:
    """§3.1 to §3.3  What can be drawn next with its weight: a material, a plan that was not used yet, a die with its face, or a seat."""
    rounds, left = rounds_of(options, drawn), len(drawn)
    for number, parts in enumerate(rounds):
        for name, part, size in zip(Parts._fields, parts, round_sizes(options, number), strict=True):
            if left < size:
                return part_outcomes(options, name, part, rounds, number)
            left -= size
    return []


def part_outcomes(options: Options, name: str, part: Sequence[int], rounds: list[Parts], number: int) -> list[tuple[int, int]]:
    """What can be drawn next into one part of a round."""
    if name == "dice":
        used = Counter([*rounds[number].demand, *(die % MATERIALS for die in part)])
        return [(die, left) for die in range(len(DIE_NAMES)) if (left := DICE_OF_MATERIAL - used[die % MATERIALS]) > 0]
    gone = {plan for other in rounds for plan in other.plans} if name == "plans" else set(part)
    size = {"demand": MATERIALS, "plans": len(deck_of(options)), "tie": options["seats"]}[name]
    return [(outcome, 1) for outcome in range(size) if outcome not in gone]


def outcome_text(options: Options, drawn: Sequence[int], outcome: int) -> str:
    """A draw in words: `W in demand`, `plan 3`, `R4`, `seat 1 first`."""
    left = len(drawn)
    for number in range(ROUNDS):
        for name, size in zip(Parts._fields, round_sizes(options, number), strict=True):
            if left < size:
                if name == "dice":
                    return DIE_NAMES[outcome]
                return {"demand": f"{MATERIAL_LETTERS[outcome % MATERIALS]} in demand", "plans": f"plan {outcome + 1}", "tie": f"seat {outcome} first"}[name]
            left -= size
    return str(outcome)


def deal_of(options: Options, drawn: Sequence[int]) -> dict[str, Any]:
    """The explicit deal that these draws make."""
    dealt = []
    for demand, plans, dice, tie in rounds_of(options, drawn):
        dealt.append(
            {"demand": [MATERIAL_LETTERS[letter] for letter in demand], "plans": [plan + 1 for plan in plans], "dice": [DIE_NAMES[die] for die in dice]}
            | ({"tie": list(tie)} if tie else {})
        )
    return {"rounds": dealt}


def draws_of(options: Options, deal: dict[str, Any]) -> list[int]:
    """The draws that make an explicit deal."""
    draws: list[int] = []
    for dealt in deal["rounds"]:
        draws += [MATERIAL_LETTERS.index(letter) for letter in dealt["demand"]]
        draws += [plan - 1 for plan in dealt["plans"]]
        draws += [DIE_INDEX[die] for die in dealt["dice"]]
        draws += dealt.get("tie", [])
    return draws


def most_plies(options: Options) -> int:
    """No game has more decisions: with two players each turn has a second one, the die that is removed."""
    seats = int(options["seats"])
    return ROUNDS * CHOSEN * seats * (2 if seats == 2 else 1)

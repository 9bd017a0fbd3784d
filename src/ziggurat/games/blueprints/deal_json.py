"""The deal as JSON: for each round the in-demand materials, a plan for each seat, and the thirty dice in drawing order (§11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ziggurat.errors import DealError
from ziggurat.games.blueprints.material import BAG, DICE_OF_MATERIAL, DIE_INDEX, DIE_NAMES, IN_DEMAND, MATERIAL_LETTERS, ROUNDS
from ziggurat.games.blueprints.state import set_up

Deal = dict[str, Any]


def write_deal(state: Any) -> Deal:
    """The deal from which this position was played."""
    return {"rounds": [write_round(state, number) for number in range(ROUNDS)]}


def write_round(state: Any, number: int) -> Deal:
    """One round of the deal."""
    seats = int(state.seats)
    dealt: Deal = {
        "demand": [MATERIAL_LETTERS[material] for material in state.demand[number].tolist()],
        "plans": [plan + 1 for plan in state.plans[number, :seats].tolist()],
        "dice": [DIE_NAMES[die] for die in state.bag[number].tolist()],
    }
    if state.random_tie and number:
        dealt["tie"] = state.ties[number, :seats].tolist()
    return dealt


def read_deal(state: Any, deal: Deal) -> None:
    """Set up a prepared position with this deal; raises DealError naming the place."""
    if unknown := deal.keys() - {"rounds"}:
        raise DealError(f"`deal` has an unknown field `{min(unknown)}`: a blueprints deal has `rounds`")
    rounds = deal.get("rounds")
    if not isinstance(rounds, list) or len(rounds) != ROUNDS:
        raise DealError(f"`deal.rounds` must be a list of {ROUNDS} rounds, not {size(rounds)}")
    read = [read_round(state, number, dealt) for number, dealt in enumerate(rounds)]
    plans = [plan for dealt in read for plan in dealt["plans"]]
    for plan, count in Counter(plans).items():
        if count > 1:
            raise DealError(f"`deal.rounds` deals plan {plan} {count} times; a plan is used once in a game")
    seats = int(state.seats)
    for number, dealt in enumerate(read):
        state.demand[number] = [MATERIAL_LETTERS.index(letter) for letter in dealt["demand"]]
        state.plans[number, :seats] = [plan - 1 for plan in dealt["plans"]]
        state.bag[number] = [DIE_INDEX[die] for die in dealt["dice"]]
        state.ties[number, :seats] = dealt.get("tie", [0] * seats)
    set_up(state)


def read_round(state: Any, number: int, dealt: Any) -> Deal:
    """One round, checked against the box."""
    place, seats = f"deal.rounds[{number}]", int(state.seats)
    fields = {"demand", "plans", "dice"} | ({"tie"} if state.random_tie and number else set())
    if not isinstance(dealt, dict):
        raise DealError(f"`{place}` must be an object with {listed(fields)}, not {dealt!r}")
    if missing := fields - dealt.keys():
        raise DealError(f"`{place}` lacks `{min(missing)}`")
    if unknown := dealt.keys() - fields:
        hint = ": `tie` belongs to rounds 2 and 3 with the option `next_start_tie=random`" if "tie" in unknown else ""
        raise DealError(f"`{place}` has an unknown field `{min(unknown)}`{hint}")
    read_demand(place, dealt["demand"])
    read_plans(place, dealt["plans"], seats, int(state.deck_size))
    read_dice(place, dealt["dice"], dealt["demand"])
    if "tie" in fields and not (isinstance(dealt["tie"], list) and all(is_whole(seat) for seat in dealt["tie"]) and sorted(dealt["tie"]) == list(range(seats))):
        raise DealError(f"`{place}.tie` must hold each of the seats 0 to {seats - 1} once, not {dealt['tie']!r}")
    return dealt


def read_demand(place: str, demand: Any) -> None:
    """§3.1  Two different materials."""
    if not isinstance(demand, list) or len(demand) != IN_DEMAND:
        raise DealError(f"`{place}.demand` must be a list of two materials, not {size(demand)}")
    for letter in demand:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in MATERIAL_LETTERS:
            raise DealError(f"`{place}.demand` holds {letter!r}, which is no material: W wood, R recycled, S stone, G glass")
    if demand[0] == demand[1]:
        raise DealError(f"`{place}.demand` names `{demand[0]}` twice: the two materials must differ")


def read_plans(place: str, plans: Any, seats: int, deck: int) -> None:
    """§3.2  A plan of the deck for each seat."""
    if not isinstance(plans, list) or len(plans) != seats:
        raise DealError(f"`{place}.plans` must be a list of {seats} plan numbers, one for each seat, not {size(plans)}")
    for plan in plans:
        if not is_whole(plan) or not 1 <= plan <= deck:
            raise DealError(f"`{place}.plans` holds {plan!r}, which is no plan of the deck: they are numbered 1 to {deck}")


def read_dice(place: str, dice: Any, demand: list[str]) -> None:
    """§3.3  The thirty dice that are left after the demand."""
    if not isinstance(dice, list) or len(dice) != BAG:
        raise DealError(f"`{place}.dice` must be a list of {BAG} dice, not {size(dice)}")
    for die in dice:
        if not isinstance(die, str) or die not in DIE_INDEX:
            raise DealError(f"`{place}.dice` holds {die!r}, which is no die; a die is like `R4`: a material W R S G and a value 1 to 6")
    counts = Counter(die[0] for die in dice)
    for letter in MATERIAL_LETTERS:
        expected = DICE_OF_MATERIAL - demand.count(letter)
        if counts[letter] != expected:
            raise DealError(f"`{place}.dice` holds {counts[letter]} dice of material `{letter}`; beside the demand there are {expected}")


def is_whole(value: Any) -> bool:
    """Whether this is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def size(value: Any) -> str:
    """What stands there in place of a list of the right length."""
    return f"{len(value)}" if isinstance(value, list) else f"{value!r}"


def listed(names: set[str]) -> str:
    """The names in backticks."""
    return ", ".join(f"`{name}`" for name in sorted(names))

"""The deals and moves that may have led to what a view shows: what `ziggurat.from_view` plays again; and the moves of an imagined position.

A view does not tell when the dice of the pool were drawn, nor what lies behind the screens of others. What is written for these is only a past that
the table may have seen: `imagine` then draws the plans and placements of the others anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ziggurat.games.blueprints.material import (
    ACTIONS,
    BAG,
    DICE_OF_MATERIAL,
    DISCARD,
    MATERIAL_LETTERS,
    POOL,
    ROUNDS,
    SPACE_NAMES,
    SPACES,
)
from ziggurat.games.blueprints.options import deck_of
from ziggurat.games.blueprints.types import Round, View
from ziggurat.games.blueprints.visibility import PLIES_OF_ROUND

Past = tuple[dict[str, Any], list[str]]
HIDDEN, THROWN = "?", "x"
BAD_DIE = "1"  # the value of dice that nobody has seen: it fits nowhere where a higher one does not


def pasts_of(view: View) -> Iterator[Past]:
    """Yield deals and moves that agree with the view.

    The first keeps the order of the pool. With the option `unplaceable=only_when_stuck` that may contradict a discard (the pool held nothing that
    fitted); the second then has the high dice drawn as late as possible.
    """
    plies = PLIES_OF_ROUND[len(view.seats)]
    finished = [finished_round(view, done, view.log[number * plies : (number + 1) * plies]) for number, done in enumerate(view.rounds)]
    if view.over:  # the pool of the last round is still seen
        yield {"rounds": [*finished[:-1], {**finished[-1], "dice": dice_drawn_late(view, view.log[-plies:])}]}, list(view.log)
        return
    log = view.log[len(finished) * plies :]
    for dice in (dice_in_pool_order(view, log), dice_drawn_late(view, log)):
        explained = explanation(view, log, dice, len(finished) * plies)
        if explained is not None:
            plans, moves = explained
            now = {"demand": view.demand, "plans": plans, "dice": dice, **tie_of(view, len(finished), view.start)}
            yield {"rounds": [*finished, now, *later_rounds(view, len(finished) + 1, plans)]}, view.log[: len(finished) * plies] + moves


def finished_round(view: View, done: Round, log: list[str]) -> dict[str, Any]:
    """A finished round of the deal; each die that was chosen is drawn just before."""
    seats = len(view.seats)
    dice: list[str | None] = [None] * BAG
    place = BAG
    for ply in reversed(range(len(log))):
        place = min(place, drawn_at(seats, ply)) - 1
        dice[place] = die_of(log[ply])
    plans = [seat.plan_id for seat in done.seats]
    return {"demand": done.demand, "plans": plans, "dice": filled(dice, done.demand), **tie_of(view, done.round - 1, done.start)}


def tie_of(view: View, number: int, start: int) -> dict[str, list[int]]:
    """§9  With the option `next_start_tie=random`: of the order only the seat that started is known."""
    if view.options["next_start_tie"] != "random" or number == 0:
        return {}
    return {"tie": [start, *(seat for seat in range(len(view.seats)) if seat != start)]}


def later_rounds(view: View, number: int, plans: list[int]) -> list[dict[str, Any]]:
    """Any rounds that may follow."""
    used = {*plans, *(seat.plan_id for done in view.rounds for seat in done.seats)}
    free = iter([plan for plan in range(1, len(deck_of(dict(view.options))) + 1) if plan not in used])
    demand = list(MATERIAL_LETTERS[:2])
    dice = filled([None] * BAG, demand)
    return [{"demand": demand, "plans": [next(free) for _ in view.seats], "dice": dice, **tie_of(view, later, 0)} for later in range(number, ROUNDS)]


def die_of(move: str) -> str:
    """The die that a move takes: `R4>b2`, `R4>?`, `R4>x`, `-R4`."""
    return move.lstrip("-").partition(">")[0]


def filled(dice: list[str | None], demand: Sequence[str]) -> list[str]:
    """§3.3  The dice in drawing order, with those that nobody has seen in the free places."""
    used = Counter([*demand, *(die[0] for die in dice if die is not None)])
    left = [f"{letter}{BAD_DIE}" for letter in MATERIAL_LETTERS for _ in range(DICE_OF_MATERIAL - used[letter])]
    return [left.pop() if die is None else die for die in dice]


def drawn_at(seats: int, ply: int) -> int:
    """How many dice were drawn when the decision at this ply of the round was taken."""
    return min(BAG, int(POOL[seats]) + (ply if seats > 2 else ply // 2 * 2))


# --- The pool ---------------------------------------------------------------------------------------------------------


def dice_in_pool_order(view: View, log: list[str]) -> list[str]:
    """The dice in drawing order, so that the pool lies as the list of legal moves tells: each die that was taken lay in the last place or two.

    (A die that is taken leaves its place to the last one. So what lies before the last places never moves.)
    """
    pool = pool_order(view)
    seats = len(view.seats)
    if seats > 2:
        dice = pool[:-1] + [die_of(move) for move in log] + pool[-1:]
    else:
        taken = [die_of(move) for move in log]
        pairs = [die for build, remove in zip(taken[::2], taken[1::2], strict=False) for die in (remove, build)]
        rest = [pool[6], taken[-1]] if len(taken) % 2 else pool[6:]
        dice = pool[:6] + pairs + rest
    return filled([*dice, *[None] * (BAG - len(dice))], view.demand)


def pool_order(view: View) -> list[str]:
    """The dice of the pool in the order in which the legal moves name them first, then the others."""
    left: list[str] = list(view.pool)
    first = [die for die in dict.fromkeys(die_of(move) for move in view.legal) if die in left]
    for die in first:
        left.remove(die)
    return first + left


def dice_drawn_late(view: View, log: list[str]) -> list[str]:
    """The dice in drawing order, each as late as it can be, the highest ones first of all."""
    seats = len(view.seats)
    drawn = BAG - view.bag_left
    waiting = [(drawn_at(seats, ply), die_of(move)) for ply, move in enumerate(log)] + [(drawn, die) for die in view.pool]
    dice: list[str | None] = [None] * BAG
    for place in reversed(range(drawn)):
        chosen = max((one for one in waiting if one[0] > place), key=lambda one: (one[1][1], one[0]))
        waiting.remove(chosen)
        dice[place] = chosen[1]
    return filled(dice, view.demand)


# --- Behind the screens -----------------------------------------------------------------------------------------------


def explanation(view: View, log: list[str], dice: list[str], first: int) -> tuple[list[int], list[str]] | None:
    """A plan for each seat and the moves of the round in full, so that every placement fits and no discarded die did. None: impossible."""
    deck, seats = deck_of(dict(view.options)), range(len(view.seats))
    moves, bars = list(log), bars_of(view, log, dice)
    own = None if view.seat is None else view.seats[view.seat].plan_id
    seen = {seat.plan_id for done in view.rounds for seat in done.seats} | ({own} if isinstance(own, int) else set())
    unseen = [number for number in range(1, len(deck) + 1) if number not in seen]
    turns = [[ply for ply, move in enumerate(log) if view.movers[first + ply] == seat and not move.startswith("-")] for seat in seats]
    ways = [ways_to_place([(int(die_of(log[ply])[1]), bars.get(ply)) for ply in plies]) for plies in turns]
    fitting = [[plan for plan in unseen if ways[seat][open_spaces(deck[plan - 1])] is not None] for seat in seats]
    if view.seat is not None and isinstance(own, int):
        fitting[view.seat] = [own]
    plans = one_for_each(fitting)
    if plans is None:
        return None
    for seat in seats:
        if plans[seat] == own:
            continue
        spaces = [space for space, mark in enumerate(deck[plans[seat] - 1].replace("/", "")) if mark != "X"]
        way = ways[seat][len(spaces)] or []
        for ply, place in zip(turns[seat], way, strict=True):
            if place is not None:
                moves[ply] = moves[ply].replace(HIDDEN, SPACE_NAMES[spaces[place]])
    return plans, moves


def open_spaces(plan: str) -> int:
    """How many spaces of a plan can be built on."""
    return sum(mark not in "X/" for mark in plan)


def one_for_each(fitting: list[list[int]]) -> list[int] | None:
    """A plan for each seat out of those that fit it, none twice; None: there is no such choice.

    A seat whose plans are all given away takes the first one whose holder can take another: an augmenting path of a bipartite matching.
    """
    holders: dict[int, int] = {}

    def can_take(seat: int, visited: set[int]) -> bool:
        for plan in fitting[seat]:
            if plan not in visited:
                visited.add(plan)
                if plan not in holders or can_take(holders[plan], visited):
                    holders[plan] = seat
                    return True
        return False

    if not all(can_take(seat, set()) for seat in range(len(fitting))):
        return None
    plans = {seat: plan for plan, seat in holders.items()}
    return [plans[seat] for seat in range(len(fitting))]


def bars_of(view: View, log: list[str], dice: list[str]) -> dict[int, int]:
    """§4.2  For each discard the highest value that was seen to fit nowhere: its own, or by option the highest of the pool."""
    strict = view.options["unplaceable"] == "only_when_stuck"
    bars = {}
    for ply, move in enumerate(log):
        if move.endswith(f">{THROWN}"):
            pool = Counter(dice[: drawn_at(len(view.seats), ply)]) - Counter(die_of(earlier) for earlier in log[:ply])
            bars[ply] = max(int(die[1]) for die in pool) if strict else int(move[1])
    return bars


def ways_to_place(chosen: list[tuple[int, int | None]]) -> list[list[int | None] | None]:
    """For each number of open spaces, from 0 on, how the dice can lie on them (`place_all`); which plan it is does not matter for that."""
    return [place_all(count, chosen) for count in range(SPACES + 1)]


def place_all(count: int, chosen: list[tuple[int, int | None]]) -> list[int | None] | None:
    """Which of so many open spaces each die was laid on, one after the other; None where it was discarded, as it fitted nowhere. None: impossible."""
    tops = [0] * count

    def place(at: int) -> list[int | None] | None:
        if at == len(chosen):
            return []
        value, bar = chosen[at]
        if bar is not None:
            rest = None if any(top <= bar for top in tops) else place(at + 1)
            return None if rest is None else [None, *rest]
        for top in sorted({top for top in tops if top <= value}, reverse=True):  # spaces with the same value on top are alike
            space = tops.index(top)
            tops[space] = value
            rest = place(at + 1)
            tops[space] = top
            if rest is not None:
                return [space, *rest]
        return None

    return place(0)


# --- An imagined position ---------------------------------------------------------------------------------------------


def imagined_codes(state: Any, codes: list[int], movers: list[int]) -> list[int]:
    """The decisions that lead to an imagined position: those of the round that is going on, as the buildings in it say."""
    seats, number = int(state["seats"]), int(state["round_index"])
    plies = PLIES_OF_ROUND[seats]
    first = len(codes) - len(codes) % plies
    cells = state["buildings"]["cells"][number].tolist()
    places = [iter(row) for row in cells]
    imagined = list(codes)
    for ply in range(first, len(codes)):
        die, action = divmod(codes[ply], ACTIONS)
        if action <= DISCARD:
            cell = next(places[movers[ply]])
            imagined[ply] = die * ACTIONS + (DISCARD if cell < 0 else cell % SPACES)
    return imagined

"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Open to all: the pool, the dice each player chose, those that were discarded or removed, the materials in demand, the number of dice in the
bag, and finished rounds in full. Hidden until a round is scored: the plans and where dice were placed.
"""

from __future__ import annotations

from typing import Any

from ziggurat.games.blueprints.belief import imagine_others
from ziggurat.games.blueprints.material import (
    BAG,
    CARD_NAMES,
    CARD_POINTS,
    CHOSEN,
    COLUMNS,
    DIE_NAMES,
    FIRST_PRIZE,
    HEIGHT_BITS,
    HEIGHT_MASK,
    MATERIAL_LETTERS,
    POINT_LINES,
    ROUNDS,
    ROWS,
    SPACE_NAMES,
    SPACES,
    Material,
)
from ziggurat.games.blueprints.rules import is_over
from ziggurat.games.blueprints.scoring import (
    TIE_BITS,
    all_standings,
    building_score,
    card_winners,
    glass_points,
    plan_bonus,
    qualifies,
    recycled_points,
    standing_in,
    stone_points,
    winner_of,
    wood_die_points,
    wood_points,
)
from ziggurat.games.blueprints.sheet import die_points, final_ranking, plan_state, toward_prizes
from ziggurat.games.blueprints.state import Phase, deal_round, fill_bag
from ziggurat.kernel import NONE, kernel

PLIES_OF_ROUND = {2: 24, 3: 18, 4: 24}
DECIDED = ("score", "first_demand", "second_demand", "turn_order")  # what tells two buildings apart, in this order
HIDDEN = "?"


LIVE_SCORES = ("points", "wood_dice", "die_points")
"""What a view tells of scores, beside `score` and `breakdown`: a table without live scores keeps it back."""


# --- The view ---------------------------------------------------------------------------------------------------------


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat sees: its own plan and building, and of the others what the table saw."""
    number, over = int(state["round_index"]), bool(is_over(state))
    own = None if seat is None else view_own(state, number, seat)
    return {
        "phase": Phase(int(state["phase"])).name.lower(),
        "round": number + 1,
        "start": int(state["start"][number]),
        "demand": [MATERIAL_LETTERS[material] for material in state["demand"][number].tolist()],
        "pool": [DIE_NAMES[die] for die in sorted(state["pool"][: int(state["pool_size"])].tolist())],
        "bag_left": BAG - int(state["drawn"]),
        "removed": removed_dice(state, number),
        "plan": own and own["plan"],
        "building": own and own["building"],
        "seats": [
            view_player(state, number, player) | (view_own(state, number, player) if over or player == seat else {}) for player in range(int(state.seats))
        ],
        "rounds": [view_round(state, finished) for finished in range(finished_rounds(state))],
        "final": final_ranking(state["cards"][: int(state["seats"])].tolist()) if over else [],
    }


def finished_rounds(state: Any) -> int:
    """How many rounds have been scored."""
    return ROUNDS if is_over(state) else int(state.round_index)


def view_player(state: Any, number: int, player: int) -> dict[str, Any]:
    """What everyone sees of a player: the dice chosen in this round, and the cards won with their points."""
    cards = state["cards"][player].tolist()
    points = {name: count * value for name, count, value in zip(CARD_NAMES, cards, CARD_POINTS.tolist(), strict=True)}
    return {
        **chosen_dice(state["buildings"][number, player]),
        "cards": [name for name, count in zip(CARD_NAMES, cards, strict=True) for _ in range(count)],
        "score": sum(points.values()),
        "breakdown": points,
    }


def chosen_dice(building: Any) -> dict[str, Any]:
    """The dice in the order chosen, and those of them that fitted nowhere."""
    chosen = dice_and_cells(building)
    return {"taken": [DIE_NAMES[die] for die, _ in chosen], "discarded": [DIE_NAMES[die] for die, cell in chosen if cell < 0]}


def dice_and_cells(building: Any) -> list[tuple[int, int]]:
    """Each die in the order chosen, with the cell where it lies (negative: discarded)."""
    count = int(building["chosen"])  # by item, not by attribute: ten times faster outside of kernels
    return list(zip(building["dice"][:count].tolist(), building["cells"][:count].tolist(), strict=True))


def view_own(state: Any, number: int, player: int) -> dict[str, Any]:
    """What lies behind a player's screen: plan, building, and what it scores so far."""
    building = state["buildings"][number, player]
    dice = dice_and_cells(building)
    return {
        "plan_id": int(state["plans"][number, player]) + 1,
        "plan": plan_rows(int(building["plan"])),
        "building": building_rows(building),
        "points": building_points(building),
        "wood_dice": wood_dice(building),
        "die_points": die_points(building, dice),
        "plan_state": plan_state(building, dice),
        "prizes": toward_prizes(dice),
    }


def gain(before: Any, after: Any, seat: int) -> dict[str, int]:
    """What a move brings its seat at once, by source: the points of its own building. Cards are won when a round is scored."""
    number = int(before["round_index"])
    then, now = (building_points(state["buildings"][number, seat]) for state in (before, after))
    return {line: now[line] - then[line] for line in POINT_LINES if now[line] != then[line]}


def plan_rows(plan: int) -> list[str]:
    """A plan as three rows of two: `["X1", "31", "1X"]`."""
    marks = [str((plan >> (HEIGHT_BITS * space)) & HEIGHT_MASK).replace("0", "X") for space in range(SPACES)]
    return ["".join(marks[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]


def building_rows(building: Any) -> list[list[str]]:
    """A building as three rows of two stacks, each from bottom to top: `[["", "W3"], ["G5 R5 S6", "W4"], ["R1", ""]]`."""
    stacks: list[list[str]] = [[] for _ in range(SPACES)]
    for die, cell in dice_and_cells(building):
        if cell >= 0:
            stacks[cell % SPACES].append(DIE_NAMES[die])
    return [[" ".join(stack) for stack in stacks[row * COLUMNS : (row + 1) * COLUMNS]] for row in range(ROWS)]


def building_points(building: Any) -> dict[str, int]:
    """§5  Plan bonus and materials, and their total."""
    parts = (plan_bonus, wood_points, recycled_points, stone_points, glass_points)
    return {**{line: int(part(building)) for line, part in zip(POINT_LINES, parts, strict=True)}, "total": int(building_score(building))}


def wood_dice(building: Any) -> list[dict[str, Any]]:
    """§5.2  Each wood die with its space, its level and its points."""
    return [
        {"die": DIE_NAMES[die], "space": SPACE_NAMES[cell % SPACES], "level": cell // SPACES + 1, "points": int(wood_die_points(building, place))}
        for place, (die, cell) in enumerate(dice_and_cells(building))
        if cell >= 0 and die % len(MATERIAL_LETTERS) == Material.WOOD
    ]


def removed_dice(state: Any, number: int) -> list[str]:
    """The dice removed in a round, in order: those that fitted nowhere and, with two players, the second die of each turn."""
    seats, start = int(state["seats"]), int(state["start"][number])
    turns = int(state["round_turn"]) if number == state["round_index"] else seats * CHOSEN
    chosen = [dice_and_cells(state["buildings"][number, player]) for player in range(seats)]
    second = [DIE_NAMES[die] for die in state["removed"][number].tolist()]
    removed = []
    for turn in range(turns + 1):
        player, place = (start + turn) % seats, turn // seats
        if place < len(chosen[player]) and chosen[player][place][1] < 0:
            removed.append(DIE_NAMES[chosen[player][place][0]])
        if seats == 2 and turn < turns:
            removed.append(second[turn])
    return removed


def view_round(state: Any, number: int) -> dict[str, Any]:
    """A finished round in full: every plan and building with its points, who won which card, and what decided it."""
    seats, start = int(state.seats), int(state.start[number])
    cards = decide_cards(state, number)
    sheets = []
    for player in range(seats):
        won = [name for name, card in cards.items() if card["seat"] == player]
        sheets.append({**view_own(state, number, player), **chosen_dice(state.buildings[number, player]), "cards": won})
    return {
        "round": number + 1,
        "start": start,
        "order": [(start + place) % seats for place in range(seats)],
        "demand": [MATERIAL_LETTERS[material] for material in state.demand[number].tolist()],
        "removed": removed_dice(state, number),
        "ranking": ranked(all_standings(at_round(state, number)), range(seats)),
        "cards": cards,
        "seats": sheets,
    }


# --- What decided a card ----------------------------------------------------------------------------------------------


def at_round(state: Any, number: int) -> Any:
    """The position as the kernels of §6 read it, for a round that may be over."""
    past = state.copy()
    past.round_index = number
    return past


def ranked(standings: int, players: Any) -> list[int]:
    """The players from the best standing to the worst."""
    return sorted(players, key=lambda player: -int(standing_in(standings, player)))


def decide_cards(state: Any, number: int) -> dict[str, dict[str, Any]]:
    """§6  For each card that was won in a round: the seat, and `by` what it was decided (`only`: nobody else qualified).

    `over` is the rival whom this told apart, and `counts` are the numbers of both: scores, dice in demand, places in the turn order.
    """
    past = at_round(state, number)
    standings, seats = int(all_standings(past)), int(past.seats)
    winners = int(card_winners(past, standings))
    decided = {}
    for card, name in enumerate(CARD_NAMES):
        winner = int(winner_of(winners, card))
        if winner == NONE:
            continue
        if card < FIRST_PRIZE:
            order = ranked(standings, range(seats))
            rivals = order[order.index(winner) + 1 :]
        else:
            rivals = [seat for seat in range(seats) if seat != winner and qualifies(past.buildings[number, seat], card)]
        decided[name] = {"seat": winner, "by": "only", "over": None, "counts": []}
        if rivals:  # of an award the next in the ranking; of a prize the closest, whom the latest tie-break had to tell apart
            near = rivals[:1] if card < FIRST_PRIZE else rivals
            over = max(near, key=lambda rival: difference(standings, winner, rival, card < FIRST_PRIZE))
            part = difference(standings, winner, over, card < FIRST_PRIZE)
            decided[name] |= {"by": DECIDED[part], "over": over, "counts": [told_apart(standings, seat)[part] for seat in (winner, over)]}
    return decided


def told_apart(standings: int, seat: int) -> list[int]:
    """The parts of a standing, in the order of DECIDED."""
    standing = int(standing_in(standings, seat))
    return [(standing >> bits) & mask for bits, mask in ((TIE_BITS, 127), (6, 7), (3, 7), (0, 7))]


def difference(standings: int, one: int, other: int, scored: bool) -> int:
    """What tells two buildings apart, as a place in DECIDED: the score (for awards), then the tie-breaks in their order."""
    mine, yours = told_apart(standings, one), told_apart(standings, other)
    return next(part for part in range(0 if scored else 1, len(DECIDED)) if mine[part] != yours[part])


# --- The log ----------------------------------------------------------------------------------------------------------


def hide(move: str, mover: int, seat: int | None) -> str:
    """A move of the round that is going on as a seat sees it: another seat's placement is `R4>?`; discards and removals are open."""
    if mover == seat or ">" not in move or move.endswith(">x"):
        return move
    return f"{move.partition('>')[0]}>{HIDDEN}"


def hide_log(state: Any, moves: list[str], movers: list[int], seat: int | None) -> list[str]:
    """All moves so far as a seat sees them: finished rounds in full."""
    open_plies = finished_rounds(state) * PLIES_OF_ROUND[int(state.seats)]
    return [move if ply < open_plies else hide(move, mover, seat) for ply, (move, mover) in enumerate(zip(moves, movers, strict=True))]


# --- Imagining --------------------------------------------------------------------------------------------------------


@kernel
def imagine(state, seat, rng):
    """§8  Re-deal what the seat (NONE: a spectator) has not seen: plans and placements of the others, dice to come, later rounds.

    Only what is seen is read, so positions that look the same are imagined the same way by the same generator.
    """
    forget_ties(state)
    if is_over(state):
        return
    number = int(state.round_index)
    used = imagine_others(state, seat, seen_plans(state, seat), rng)
    fill_bag(state.bag[number], int(state.drawn), state.demand[number], rng)
    for later in range(number + 1, ROUNDS):
        used = deal_round(state, later, used, rng)


@kernel
def forget_ties(state):
    """Of the order in which tied seats would have started a round, only who started was seen: that seat first, then the others."""
    if state.random_tie == 1:
        for number in range(1, int(state.round_index) + 1):
            place = 1
            state.ties[number, 0] = state.start[number]
            for seat in range(int(state.seats)):
                if seat != state.start[number]:
                    state.ties[number, place] = seat
                    place += 1


@kernel
def seen_plans(state, seat):
    """The set of plans that the seat has seen: those of finished rounds, and its own."""
    seen = 0
    for number in range(int(state.round_index)):
        for other in range(int(state.seats)):
            seen |= 1 << int(state.plans[number, other])
    if seat != NONE:
        seen |= 1 << int(state.plans[state.round_index, seat])
    return seen


TOLD_APART = False  # the die that replaces the one taken is one of many: outcomes are averaged, not told apart


@kernel
def outcome(state):
    """What chance showed with the last move is not told apart."""
    return 0

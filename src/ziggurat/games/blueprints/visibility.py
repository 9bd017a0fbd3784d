"""Who sees what (§8): the view of a seat, and a position imagined by someone who knows only that view.

Open to all: the pool, the dice each player chose, those that were discarded or removed, the materials in demand, the number of dice in the
bag, and finished rounds in full. Hidden until a round is scored: the plans and where dice were placed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import numpy as np
from msgspec import UNSET

from ziggurat.games.blueprints.building_report import NUMBER, REPORT, Screen, chosen_dice, report_building, screen
from ziggurat.games.blueprints.choices import TEXTS
from ziggurat.games.blueprints.imagine_buildings import imagine_others
from ziggurat.games.blueprints.material import (
    ACTIONS,
    BAG,
    CARD_NAMES,
    CARD_POINTS,
    CARDS,
    DIE_NAMES,
    DISCARD,
    IN_DEMAND,
    MATERIAL_LETTERS,
    MAX_POOL,
    ROUNDS,
)
from ziggurat.games.blueprints.round_report import MOST_REMOVED, ROUND_REPORT, report_removed, report_round, round_in_words
from ziggurat.games.blueprints.rules import is_over
from ziggurat.games.blueprints.scoring import FINAL_COUNTS, FINALLY, final_count, points_held
from ziggurat.games.blueprints.state import Phase, deal_round, fill_bag
from ziggurat.games.blueprints.types import FinalPlace, SeatView, View
from ziggurat.kernel import NONE, kernel
from ziggurat.view import Frame, Sheet

PLIES_OF_ROUND = {2: 24, 3: 18, 4: 24}
PHASES: tuple[Literal["build", "remove", "over"], ...] = ("build", "remove", "over")
CARD_VALUES: list[int] = CARD_POINTS.tolist()

LIVE_SCORES = ("points", "wood_dice", "die_points")
"""Fields of a seat that show scores, beside `score` and `breakdown`: a table without live scores leaves them out."""

# --- The table in numbers ---------------------------------------------------------------------------------------------

AT_PHASE = 0
AT_ROUND = 1
AT_START = 2
AT_DRAWN = 3
AT_DEMAND = 4
AT_POOL = AT_DEMAND + IN_DEMAND  # how many dice, then each
AT_REMOVED = AT_POOL + 1 + MAX_POOL  # how many dice, then each
AT_SEATS = AT_REMOVED + 1 + MOST_REMOVED
OF_CARDS = 1  # of a seat: after its score how many of each card it has won,
OF_FINAL = OF_CARDS + CARDS  # the numbers that FINALLY names,
OF_PLAN = OF_FINAL + FINAL_COUNTS  # the place of its plan in the deck,
OF_BUILDING = OF_PLAN + 1  # and the report of its building
SEAT_NUMBERS = OF_BUILDING + REPORT


@kernel
def report_table(state, table, rounds):
    """Write all that views are made from, seen and hidden; the finished rounds to `rounds`, which is zero. Returns how many they are."""
    number = int(state.round_index)
    finished = ROUNDS if is_over(state) else number
    table[AT_PHASE] = state.phase
    table[AT_ROUND] = number
    table[AT_START] = state.start[number]
    table[AT_DRAWN] = state.drawn
    for place in range(IN_DEMAND):
        table[AT_DEMAND + place] = state.demand[number, place]
    table[AT_POOL] = state.pool_size
    for place in range(int(state.pool_size)):
        table[AT_POOL + 1 + place] = state.pool[place]
    report_removed(state, number, table[AT_REMOVED:])
    for seat in range(int(state.seats)):
        report_seat(state, number, seat, table[AT_SEATS + SEAT_NUMBERS * seat :])
    for past in range(finished):
        report_round(state, past, rounds[past])
    return finished


@kernel
def report_seat(state, number, seat, out):
    """Write the numbers of a seat."""
    out[0] = points_held(state, seat)
    for card in range(CARDS):
        out[OF_CARDS + card] = state.cards[seat, card]
    for part in range(FINAL_COUNTS):
        out[OF_FINAL + part] = final_count(state, 0, seat, part)
    out[OF_PLAN] = state.plans[number, seat]
    report_building(state.buildings[number, seat], out[OF_BUILDING:])


# --- The view ---------------------------------------------------------------------------------------------------------


def view(state: Any, seat: int | None, frame: Frame, sheets: list[Sheet]) -> View:
    """What a seat sees: its own plan and building, and of the others what the table saw."""
    numbers, rounds = np.zeros(AT_SEATS + SEAT_NUMBERS * len(sheets), NUMBER), np.zeros((ROUNDS, ROUND_REPORT), NUMBER)
    finished = report_table(state, numbers, rounds)
    table: list[int] = numbers.tolist()
    over = table[AT_PHASE] == Phase.OVER
    rows = [table[at : at + SEAT_NUMBERS] for at in range(AT_SEATS, len(table), SEAT_NUMBERS)]
    screens = [screen(row[OF_BUILDING:]) if over or player == seat else None for player, row in enumerate(rows)]
    own = None if seat is None else screens[seat]
    return View(
        *frame,
        PHASES[table[AT_PHASE]],
        table[AT_ROUND] + 1,
        table[AT_START],
        [MATERIAL_LETTERS[material] for material in table[AT_DEMAND:AT_POOL]],
        [DIE_NAMES[die] for die in sorted(table[AT_POOL + 1 : AT_POOL + 1 + table[AT_POOL]])],
        BAG - table[AT_DRAWN],
        [DIE_NAMES[die] for die in table[AT_REMOVED + 1 : AT_REMOVED + 1 + table[AT_REMOVED]]],
        None if own is None else own.plan,
        None if own is None else own.building,
        [view_seat(row, behind, sheet) for row, behind, sheet in zip(rows, screens, sheets, strict=True)],
        [round_in_words(rounds[number].tobytes()) for number in range(finished)],
        final_places([row[OF_FINAL:OF_PLAN] for row in rows]) if over else [],
    )


def view_seat(row: list[int], behind: Screen | None, sheet: Sheet) -> SeatView:
    """What everyone sees of a player: the dice chosen in this round, and the cards won with their points; and what lies behind the screen, if it is seen."""
    counts = row[OF_CARDS:OF_FINAL]
    taken, discarded = chosen_dice(row[OF_BUILDING:])
    cards = [name for name, count in zip(CARD_NAMES, counts, strict=True) for _ in range(count)]
    breakdown: dict[str, int] = {name: count * value for name, count, value in zip(CARD_NAMES, counts, CARD_VALUES, strict=True)}
    if behind is None:
        return SeatView(taken, discarded, cards, row[0], breakdown, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, UNSET, sheet.rank, sheet.name)
    return SeatView(taken, discarded, cards, row[0], breakdown, row[OF_PLAN] + 1, *behind, sheet.rank, sheet.name)


def final_places(counts: list[list[int]]) -> list[FinalPlace]:
    """§7  The players from first to last, and by what each is before the next (`shared`: by nothing), with the numbers of both."""
    order = sorted(range(len(counts)), key=lambda seat: [-n for n in counts[seat]])
    places = []
    for seat in order:
        points, prizes, gold, silver, bronze = counts[seat]
        places.append(FinalPlace(seat, points, prizes, gold, silver, bronze))
    for one, (seat, other) in zip(places, pairwise(order), strict=False):
        part = next((part for part in range(FINAL_COUNTS) if counts[seat][part] != counts[other][part]), None)
        one.by = "shared" if part is None else FINALLY[part]
        one.counts = [] if part is None else [counts[seat][part], counts[other][part]]
    return places


# --- The log ----------------------------------------------------------------------------------------------------------

TAKEN = {text: f"{text.partition('>')[0]}>?" for code, text in TEXTS.items() if code % ACTIONS < DISCARD}
"""What others see of a placement: `R4>?`; discards and removals are open."""


def hide_log(state: Any, moves: list[str], movers: list[int], seat: int | None) -> list[str]:
    """All moves so far as a seat sees them: finished rounds in full."""
    plies = PLIES_OF_ROUND[int(state["seats"])]
    running = len(moves) - len(moves) % plies
    hidden = [move if mover == seat else TAKEN.get(move, move) for move, mover in zip(moves[running:], movers[running:], strict=True)]
    return moves[:running] + hidden


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


BRANCHES_ON_CHANCE = False  # the die that replaces the one taken is one of many: the search averages over them


@kernel
def outcome(state):
    """0: the search averages over what chance shows."""
    return 0

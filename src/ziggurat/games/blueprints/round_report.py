"""A finished round in numbers, and as a view shows it: every building, who won which card, and what decided it.

A finished round never changes, so its words are made once and cached under its numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ziggurat.games.blueprints.building_report import NUMBER, REPORT, chosen_dice, report_building, screen
from ziggurat.games.blueprints.material import CARD_NAMES, CARDS, CHOSEN, DIE_NAMES, FIRST_PRIZE, IN_DEMAND, MATERIAL_LETTERS, MAX_SEATS, REMOVALS, ROUNDS
from ziggurat.games.blueprints.scoring import (
    DECIDED,
    all_standings,
    better_buildings,
    card_winners,
    first_difference,
    part_of,
    qualifies,
    standing_in,
    winner_of,
)
from ziggurat.games.blueprints.state import Phase
from ziggurat.games.blueprints.types import CardWon, Round, RoundSeat
from ziggurat.kernel import NONE, kernel

MOST_REMOVED = REMOVALS + 2 * CHOSEN  # with two players; with more, at most their chosen dice

# --- Where a report holds what ----------------------------------------------------------------------------------------

AT_ROUND = 0  # its number from 0
AT_SEATS = 1
AT_START = 2
AT_DEMAND = 3
AT_REMOVED = AT_DEMAND + IN_DEMAND  # how many dice were removed, then each
AT_RANKING = AT_REMOVED + 1 + MOST_REMOVED  # the seats from the best building to the worst
AT_CARDS = AT_RANKING + MAX_SEATS  # for each card: the winner (NONE: nobody), by what (NONE: nobody else qualified), over whom, the counts of both
CARD_NUMBERS = 5
AT_BUILDINGS = AT_CARDS + CARDS * CARD_NUMBERS  # for each seat: the place of its plan in the deck, then the report of its building
BUILDING_NUMBERS = 1 + REPORT
ROUND_REPORT = AT_BUILDINGS + MAX_SEATS * BUILDING_NUMBERS  # how many numbers a report has


@kernel
def report_round(state, number, out):
    """§3.7  Write the report of a finished round to out[: ROUND_REPORT], which is zero."""
    seats = int(state.seats)
    standings = all_standings(state, number)
    winners = card_winners(state, number, standings)
    out[AT_ROUND] = number
    out[AT_SEATS] = seats
    out[AT_START] = state.start[number]
    for place in range(IN_DEMAND):
        out[AT_DEMAND + place] = state.demand[number, place]
    report_removed(state, number, out[AT_REMOVED:])
    for seat in range(seats):
        out[AT_RANKING + better_buildings(standings, seats, seat)] = seat
        out[AT_BUILDINGS + BUILDING_NUMBERS * seat] = state.plans[number, seat]
        report_building(state.buildings[number, seat], out[AT_BUILDINGS + BUILDING_NUMBERS * seat + 1 :])
    for card in range(CARDS):
        report_card(state, number, standings, winner_of(winners, card), card, out[AT_CARDS + CARD_NUMBERS * card :])


@kernel
def report_removed(state, number, out):
    """§3.6 and §4.2  How many dice were removed in a round, and which, in order: those that fitted nowhere; with two players the second die of each turn."""
    seats, n = int(state.seats), 0
    turns = int(state.round_turn) if number == state.round_index else seats * CHOSEN
    for turn in range(turns + 1):
        place = turn // seats
        building = state.buildings[number, (int(state.start[number]) + turn) % seats]
        if place < building.chosen and building.cells[place] < 0:
            n += 1
            out[n] = building.dice[place]
        if seats == 2 and turn < turns:
            n += 1
            out[n] = state.removed[number, turn]
    out[0] = n


@kernel
def report_card(state, number, standings, winner, card, out):
    """§6  Who won a card, by what, over whom, and the numbers of both."""
    part = 0 if card < FIRST_PRIZE else 1  # the score does not decide a prize
    rival = NONE if winner == NONE else next_in_ranking(state, standings, winner) if part == 0 else closest_rival(state, number, standings, winner, card)
    out[0] = winner
    out[1] = NONE
    out[2] = rival
    if rival != NONE:
        mine, yours = standing_in(standings, winner), standing_in(standings, rival)
        part = first_difference(mine, yours, part)
        out[1] = part
        out[3] = part_of(mine, part)
        out[4] = part_of(yours, part)


@kernel
def next_in_ranking(state, standings, winner):
    """§6.1  Whom the winner of an award is just before; NONE for the last."""
    seats = int(state.seats)
    rank = better_buildings(standings, seats, winner) + 1
    for seat in range(seats):
        if better_buildings(standings, seats, seat) == rank:
            return seat
    return NONE


@kernel
def closest_rival(state, number, standings, winner, prize):
    """§6.3  Of the others that qualify for a prize, the one whom only the latest tie-break separates from the winner; NONE if there is none."""
    rival, latest = NONE, 0
    for seat in range(int(state.seats)):
        if seat != winner and qualifies(state.buildings[number, seat], prize):
            part = first_difference(standing_in(standings, winner), standing_in(standings, seat), 1)
            if part > latest:
                rival, latest = seat, part
    return rival


# --- As a page shows it -----------------------------------------------------------------------------------------------


def finished_rounds(state: Any) -> int:
    """How many rounds have been scored."""
    return ROUNDS if state["phase"] == Phase.OVER else int(state["round_index"])


def finished_round(state: Any, number: int) -> Round:
    """A finished round in full."""
    out = np.zeros(ROUND_REPORT, NUMBER)
    report_round(state, number, out)
    return round_in_words(out.tobytes())


@lru_cache(maxsize=1024)
def round_in_words(numbers: bytes) -> Round:
    """A finished round, from its report: every plan and building with its points, who won which card, and what decided it."""
    report: list[int] = np.frombuffer(numbers, NUMBER).tolist()
    seats, start = report[AT_SEATS], report[AT_START]
    cards = cards_won(report)
    return Round(
        report[AT_ROUND] + 1,
        start,
        [(start + place) % seats for place in range(seats)],
        [MATERIAL_LETTERS[material] for material in report[AT_DEMAND:AT_REMOVED]],
        [DIE_NAMES[die] for die in report[AT_REMOVED + 1 : AT_REMOVED + 1 + report[AT_REMOVED]]],
        report[AT_RANKING : AT_RANKING + seats],
        {CARD_NAMES[card]: won for card, won in cards.items()},
        [seat_in_words(report, seat, cards) for seat in range(seats)],
    )


def cards_won(report: list[int]) -> dict[int, CardWon]:
    """§6  Each card that was won, and what decided it."""
    cards = {}
    for card in range(CARDS):
        at = AT_CARDS + CARD_NUMBERS * card
        winner, by, over, *counts = report[at : at + CARD_NUMBERS]
        if winner != NONE:
            cards[card] = CardWon(winner, "only", None, []) if over == NONE else CardWon(winner, DECIDED[by], over, counts)
    return cards


def seat_in_words(report: list[int], seat: int, cards: dict[int, CardWon]) -> RoundSeat:
    """What a seat had built, and the cards that it won."""
    at = AT_BUILDINGS + BUILDING_NUMBERS * seat
    building = report[at + 1 : at + BUILDING_NUMBERS]
    won = [CARD_NAMES[card] for card, decided in cards.items() if decided.seat == seat]
    return RoundSeat(report[at] + 1, *screen(building), *chosen_dice(building), won)

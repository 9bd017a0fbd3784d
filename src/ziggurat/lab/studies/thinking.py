"""How much does ten times the thinking win, in each game and number of seats?"""

from __future__ import annotations

import math

from ziggurat.lab.charts import Intervals, Row
from ziggurat.lab.estimates import apart, share
from ziggurat.lab.report import Section, Table, count, percent_with, signed
from ziggurat.lab.study import Answer, Group, Results, Study

TABLES = (("amytis", 2), ("akropolis", 2), ("akropolis", 3), ("akropolis", 4), ("blueprints", 2), ("blueprints", 3), ("blueprints", 4))
STEPS = {(200, 20): 300, (2000, 200): 120}
"""More and fewer simulations a move, and how many games of each table."""
MAIN = (2000, 200)


def named(game: str, seats: int, step: tuple[int, int]) -> str:
    """The group of a table and a step."""
    return f"{game}, {seats} seats, {step[0]} against {step[1]}"


def elo(share_won: float) -> float:
    """The Elo difference that expects this share."""
    inside = min(max(share_won, 0.001), 0.999)
    return 400 * math.log10(inside / (1 - inside))


def answer(results: Results) -> Answer:
    """The share of the bot that thinks more, by table and step."""
    shares = {(game, seats, step): share(results[named(game, seats, step)].bot_shares()) for game, seats in TABLES for step in STEPS}
    rows, plot = [], []
    for game, seats in TABLES:
        for place, step in enumerate(STEPS):
            each, result = shares[game, seats, step], results[named(game, seats, step)]
            plot.append(Row(f"{count(step[0])} against {count(step[1])}", each, place, f"{game.capitalize()}, {seats} seats" * (place == 0)))
            interval = f"{signed(elo(each.low), 0)} to {signed(elo(each.high), 0)}"
            rows.append(
                [
                    game.capitalize(),
                    str(seats),
                    f"{count(step[0])} : {count(step[1])}",
                    count(result.games),
                    percent_with(each),
                    f"{signed(elo(each.value), 0)} ({interval})",
                ]
            )
    main = {table: shares[*table, MAIN] for table in TABLES}
    least, most = min(main, key=lambda table: main[table].value), max(main, key=lambda table: main[table].value)
    gains = [apart(shares[*table, MAIN], shares[*table, next(iter(STEPS))]) for table in TABLES]
    less, more = sum(gain.high < 0 for gain in gains), sum(gain.low > 0 for gain in gains)
    return Answer(
        f"With {count(MAIN[0])} simulations a move against {count(MAIN[1])} the bot that thinks ten times as long finishes ahead in "
        f"{percent_with(main[most], 0)} of the comparisons where that helps most ({most[0].capitalize()}, {most[1]} seats) and in "
        f"{percent_with(main[least], 0)} where it helps least ({least[0].capitalize()}, {least[1]} seats).",
        [
            Section(
                "Ten times the thinking",
                "Two bots share the seats, in every mixture and order. Every two seats with different bots are compared: who finished ahead has one point, "
                "equals "
                "have half of one. Without a difference the share would be 50 %.",
                [Intervals("Share of the bot that thinks ten times as long", plot, compare=0.5, compare_label="no difference")],
                [Table(("game", "seats", "simulations", "games", "share", "Elo"), rows, 3)],
            )
        ],
        [
            "A simulation is a visit of the tree judged by a small net. Other searches gain otherwise from time.",
            "More thinking than 2,000 simulations was not played here; `level:8` has 4,000 to 12,000.",
        ],
        [
            f"Of {len(TABLES)} tables it wins less than the step from 20 to 200 simulations at {less or 'none'}, more at {more or 'none'}, and at "
            f"{len(TABLES) - less - more} the two steps cannot be told apart."
        ],
    )


STUDY = Study(
    name="thinking",
    title="Ten times the thinking",
    question="How much does ten times the thinking win, in each game and number of seats?",
    plan=(
        "the tree search with 200 simulations a move against 20, "
        f"{count(STEPS[200, 20])} games, and with 2,000 against 200, {count(STEPS[2000, 200])} games, at each of the seven tables (Amytis with two seats, "
        "Akropolis and Blueprints with two, "
        "three and four), every deal in every mixture of seats; default options. The intervals are at most about ±6 and ±9 percentage points."
    ),
    groups=[
        Group(named(game, seats, step), game, [f"mcts:sims={step[0]}", f"mcts:sims={step[1]}"], games, {"seats": seats}, with_moves=False)
        for step, games in STEPS.items()
        for game, seats in TABLES
    ],
    answer=answer,
)

"""The value of each of the 12 sides and of each favor in Amytis, and all 64 combinations of sides ranked by balance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ziggurat.lab.charts import HeatMap, Intervals, Row
from ziggurat.lab.estimates import Estimate, Shrunk, around, mean, ratio, share, share_ratio, shrink, widened
from ziggurat.lab.report import Plot, Section, Table, count, number_with, percent, percent_with, points_with, share_gap_with
from ziggurat.lab.study import Answer, Group, Results, Study, winners_lead, won

BOT = "mcts:sims=10"
GAMES = 1000
TYPES = ("garden", "market", "wall", "palace", "residence", "theater")
LETTERS = "gmwprt"
"""Of the types, as tiles are written: `Gw` is a green wall."""
FAVORS = ("I", "II", "III", "IV", "stairs", "corners", "projects", "row")
COMBINATIONS = ["".join(sides) for sides in product("AB", repeat=len(TYPES))]
FREE = 1 + len(TYPES)
"""Numbers of the additive model: a mean, and an effect of each type."""


@dataclass
class Sums:
    """What was counted of one side or favor, deal by deal."""

    points: list[float] = field(default_factory=list)
    things: list[float] = field(default_factory=list)
    """Tiles built, or pawns placed."""
    leads: list[float] = field(default_factory=list)
    """By how much the winner had more points of it."""
    holders: list[float] = field(default_factory=list)
    """1 where one seat held the favor alone, or more of it."""
    holders_won: list[float] = field(default_factory=list)


def tiles_of(view: Any) -> list[dict[str, int]]:
    """For each seat how many tiles of each type it built."""
    boards = ["".join(stack for row in seat.board for stack in row).replace(" ", "") for seat in view.seats]
    return [{kind: board[1::2].count(letter) for kind, letter in zip(TYPES, LETTERS, strict=True)} for board in boards]


def pawns_of(view: Any) -> dict[str, list[int]]:
    """For each favor how many pawns each seat has there."""
    favors = view.favors
    columns = {name: [int(getattr(favors, name) == seat) for seat in (0, 1)] for name in FAVORS[:-1]}
    return {**columns, "row": [favors.row.count(seat) for seat in (0, 1)]}


def counted(results: Results) -> tuple[dict[tuple[str, str], Sums], dict[str, Sums]]:
    """Count every game: by side of each type, and by favor."""
    sides = {(kind, side): Sums() for kind in TYPES for side in "AB"}
    favors = {name: Sums() for name in FAVORS}
    for combination, result in results.items():
        for game, played in zip(result.ends(), result.played(), strict=True):
            view = game.typed_view(None, helps=False)
            shares, sheets, tiles, pawns = won(played), game.breakdown, tiles_of(view), pawns_of(view)
            for kind, side in zip(TYPES, combination, strict=True):
                add(sides[kind, side], [sheet[kind] for sheet in sheets], [own[kind] for own in tiles], shares)
            for name in FAVORS:
                add(favors[name], [sheet[name] for sheet in sheets], pawns[name], shares)
    return sides, favors


def add(sums: Sums, points: Sequence[int], things: Sequence[int], shares: Sequence[float]) -> None:
    """Count one game."""
    sums.points.append(sum(points))
    sums.things.append(sum(things))
    sums.leads.append(winners_lead(shares, points))
    ahead = (things[0] > things[1]) - (things[0] < things[1])
    sums.holders.append(float(ahead != 0))
    sums.holders_won.append(shares[0] if ahead > 0 else shares[1] if ahead < 0 else 0.0)


def effects_of(values: dict[str, Estimate]) -> list[Estimate]:
    """What side B changes against side A, for each type, over all combinations of the others."""
    error = 2 * math.sqrt(sum(each.error**2 for each in values.values())) / len(values)
    effects = []
    for place in range(len(TYPES)):
        signs = [1 if name[place] == "B" else -1 for name in values]
        effects.append(around(2 * sum(sign * each.value for sign, each in zip(signs, values.values(), strict=True)) / len(values), error, 0))
    return effects


def balance_of(results: Results) -> tuple[dict[str, Estimate], Shrunk, list[Estimate]]:
    """The first seat's share in each combination as seen, drawn towards the sum of the effects of its sides, and these effects."""
    seen = {name: share(result.seat_shares(0)) for name, result in results.items()}
    effects = effects_of(seen)
    whole = sum(each.value for each in seen.values()) / len(seen)
    error = math.sqrt(FREE * sum(each.error**2 for each in seen.values())) / len(seen)
    expected = []
    for name in seen:
        tilt = sum((effect.value if side == "B" else -effect.value) / 2 for side, effect in zip(name, effects, strict=True))
        expected.append(around(whole + tilt, error, 0))
    return seen, shrink(list(seen.values()), expected, FREE), effects


def sides_section(sides: dict[tuple[str, str], Sums], scores: list[Estimate]) -> Section:
    """The twelve sides: points for each tile, and what side B changes."""
    rows, plot, leads = [], [], []
    for place, kind in enumerate(TYPES):
        for side in "AB":
            sums = sides[kind, side]
            each, lead = ratio(sums.points, sums.things), mean(sums.leads)
            plot.append(Row(f"side {side}", each, int(side == "B"), kind * (side == "A")))
            leads.append(Row(f"side {side}", lead, int(side == "B"), kind * (side == "A")))
            built, points = mean([n / 2 for n in sums.things]), mean([n / 2 for n in sums.points])
            change = points_with(scores[place]) if side == "B" else ""
            rows.append([f"{kind} {side}", number_with(each, 2), f"{built.value:.2f}", f"{points.value:.1f}", points_with(lead, 2), change])
    heads = ("side", "points a tile", "tiles a player", "points a player", "winner's lead", "score of a player, B over A")
    text = (
        "A tile scores when it is built; a palace of either side also brings project cards, which are not counted here. "
        "The winner's lead is how many more points of this type the winner of a game has than the loser. The last column is what side B changes in the whole "
        "score "
        "of a player, all sides of the other types taken together."
    )
    return Section(
        "The twelve sides",
        text,
        [Intervals("Points for each tile", plot, "plain"), Intervals("Points of the winner over the loser", leads, "signed", 0.0)],
        [Table(heads, rows)],
    )


def favors_section(favors: dict[str, Sums]) -> Section:
    """The eight favors: how often they are taken, what a pawn earns, how often its owner wins."""
    rows, worth, wins = [], [], []
    for name in sorted(FAVORS, key=lambda name: -ratio(favors[name].points, favors[name].things).value):
        sums = favors[name]
        each, winning = ratio(sums.points, sums.things), share_ratio(sums.holders_won, sums.holders)
        worth.append(Row(name, each, 4))
        wins.append(Row(name, winning, 4))
        taken = mean([float(n > 0) for n in sums.things])
        rows.append([name, percent(taken.value, 0), number_with(each, 2), percent_with(winning), points_with(mean(sums.leads), 2)])
    heads = ("favor", "games in which it is taken", "points a pawn", "its owner wins", "winner's lead")
    text = "Points a pawn are those at the end, over all pawns placed there. In the bottom row the owner is who has more pawns in it."
    return Section(
        "The favors",
        text,
        [Intervals("Points for each pawn", worth, "plain"), Intervals("How often the owner wins", wins, compare=0.5, compare_label="even")],
        [Table(heads, rows)],
    )


def balance_section(seen: dict[str, Estimate], drawn: Shrunk, effects: list[Estimate]) -> Section:
    """The 64 combinations, ranked by how near the first seat's share is to a half."""
    names = list(seen)
    by_name = dict(zip(names, drawn.estimates, strict=True))
    halves = ["".join(half) for half in product("AB", repeat=3)]
    cells = [[widened(by_name[row + column], len(names)) for column in halves] for row in halves]
    heat = HeatMap(
        "Share of the first seat",
        halves,
        halves,
        cells,
        "garden, market, wall",
        "palace, residence, theater",
        below="second seat ahead",
        above="first seat ahead",
    )
    order = sorted(names, key=lambda name: abs(by_name[name].value - 0.5))
    ranked = [Row(name, by_name[name], 0) for name in sorted(names, key=lambda name: by_name[name].value)]
    rows = [[str(place), f"`{name}`", percent_with(by_name[name]), percent_with(seen[name]), count(seen[name].n)] for place, name in enumerate(order, 1)]
    turning = [Row(f"{kind} B instead of A", effect, 3) for kind, effect in zip(TYPES, effects, strict=True)]
    text = (
        "Letters are the sides of garden, market, wall, palace, residence, theater. Sixty-four estimates at once: some look far off by luck alone. Each is "
        "therefore drawn towards what its six sides explain together, by as much as chance explains the rest. Around that sum of six effects the true shares "
        f"spread by {percent(drawn.spread)} (standard deviation); chance alone would give a spread like this or a larger one in {percent(drawn.chance, 0)} "
        "of such "
        "studies. In the map a frame marks a combination whose interval leaves out a half, all 64 intervals taken together (Šidák)."
    )
    plots: list[Plot] = [
        heat,
        Intervals("What a side changes in the first seat's share, in percentage points", turning, "gap", 0.0),
        Intervals("All combinations, from the second seat's best to the first seat's", ranked, compare=0.5, compare_label="even", dense=True),
    ]
    table = Table(("rank", "sides", "first seat, estimated", "first seat, as seen", "games"), rows, 2, "All 64 combinations, the most balanced first")
    return Section("All 64 combinations, by balance", text, plots, [table])


def answer(results: Results) -> Answer:
    """Sides, favors, combinations."""
    sides, favors = counted(results)
    seen, drawn, effects = balance_of(results)
    scores = effects_of(
        {name: mean([(one + two) / 2 for one, two in zip(result.seat_scores(0), result.seat_scores(1), strict=True)]) for name, result in results.items()}
    )
    by_name = dict(zip(seen, drawn.estimates, strict=True))
    worth = {f"{kind} {side}": ratio(sums.points, sums.things) for (kind, side), sums in sides.items()}
    pawn = {name: ratio(sums.points, sums.things) for name, sums in favors.items()}
    best, worst = max(worth, key=lambda name: worth[name].value), min(worth, key=lambda name: worth[name].value)
    favor = max(pawn, key=lambda name: pawn[name].value)
    balanced = sum(widened(each, len(by_name)).holds(0.5) for each in by_name.values())
    even = min(by_name, key=lambda name: abs(by_name[name].value - 0.5))
    off = max(by_name, key=lambda name: abs(by_name[name].value - 0.5))
    largest = max(range(len(TYPES)), key=lambda place: abs(effects[place].value))
    sentence = (
        f"A tile pays most on {best}, {number_with(worth[best], 2)} points, the best favor is {favor} with {number_with(pawn[favor], 2)} points a pawn, and of "
        f"the 64 combinations `{even}` is the nearest to balanced: the first seat wins {percent_with(by_name[even])} of its games."
    )
    findings = [
        f"A tile pays least on {worst}, {number_with(worth[worst], 2)} points.",
        f"Of the 64 combinations {balanced} cannot be told from balanced, all 64 intervals taken together; the furthest is `{off}`, where the first seat wins "
        f"{percent_with(by_name[off])}.",
        f"What tilts the seats most is side B of the {TYPES[largest]}, by {share_gap_with(effects[largest])} percentage points for the first seat.",
    ]
    doubts = [
        f"`{BOT}` searches only ten simulations a move, so that 64 combinations can be played. Stronger players may value sides otherwise.",
        "The second edition throughout: the second seat has a third card.",
        "That the owner of a favor wins does not mean that the favor made him win: who is ahead completes more lines, too.",
        "Points a tile do not say what a tile is worth to a plan: walls and gardens grow with their number, palaces bring cards.",
    ]
    return Answer(sentence, [sides_section(sides, scores), favors_section(favors), balance_section(seen, drawn, effects)], doubts, findings)


STUDY = Study(
    name="amytis-sides",
    title="The sides and favors of Amytis",
    question="What is each of the twelve sides and each favor worth in Amytis, and which of the 64 combinations is the most balanced?",
    plan=(
        f"`{BOT}` (a search of ten simulations a move) against itself, {count(GAMES)} games of each of the 64 combinations of sides, each with deals of its "
        "own, second "
        f"edition. The interval of one combination is about ±{98 / GAMES**0.5:.1f} percentage points, that of a side's effect on the seats "
        f"±{2 * 98 / (64 * GAMES) ** 0.5:.1f}. "
        "Combinations are ranked by how near the first seat's share is to a half, after drawing each towards the sum of the effects of its sides."
    ),
    groups=[Group(sides, "amytis", [BOT], GAMES, {"sides": sides}) for sides in COMBINATIONS],
    answer=answer,
)

"""Akropolis by starting stones, seat and variants, and which colours win."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ziggurat.lab.charts import Intervals, Row, Stacks
from ziggurat.lab.estimates import Estimate, difference, mean, share, share_ratio
from ziggurat.lab.report import Section, Table, count, percent, percent_with, points_with, share_gap_with
from ziggurat.lab.study import Answer, Group, GroupResult, Results, Study, in_common, winners_lead, won

BOT = "mcts:sims=50"
GAMES = {2: 1500, 3: 900, 4: 800}
"""Games of each number of seats, with either start."""
VARIANT_GAMES = 500
STONES = {"from_zero": "0, 1, 2, 3", "from_one": "1, 2, 3, 4"}
COLOURS = ("house", "market", "barracks", "temple", "garden")
SOURCES = (*COLOURS, "stones")
VARIANTS = {**{f"variant {colour}": [colour] for colour in COLOURS}, "all five variants": list(COLOURS)}
PLACES = ("first", "second", "third", "fourth")


def named(seats: int, stones: str) -> str:
    """The group of a number of seats and a start."""
    return f"{seats} seats, {stones}"


class Colours:
    """Where points come from in a group, and which of them part the winner from the others."""

    def __init__(self, result: GroupResult) -> None:
        self.leads: dict[str, list[float]] = {source: [] for source in SOURCES}
        self.winners: dict[str, list[float]] = {source: [] for source in SOURCES}
        self.others: dict[str, list[float]] = {source: [] for source in SOURCES}
        self.ahead: dict[str, tuple[list[float], list[float]]] = {source: ([], []) for source in SOURCES}
        for game, played in zip(result.ends(), result.played(), strict=True):
            self.add([[sheet[source] for sheet in game.breakdown] for source in SOURCES], won(played))

    def add(self, points: Sequence[Sequence[int]], shares: Sequence[float]) -> None:
        """Count one game: the points of each source, seat by seat."""
        others = len(shares) - 1
        for source, own in zip(SOURCES, points, strict=True):
            self.leads[source].append(winners_lead(shares, own))
            self.winners[source].append(sum(each * share for each, share in zip(own, shares, strict=True)))
            self.others[source].append(sum(each * (1 - share) for each, share in zip(own, shares, strict=True)) / others)
            most = [seat for seat, each in enumerate(own) if each == max(own)]
            alone = len(most) == 1
            self.ahead[source][0].append(shares[most[0]] if alone else 0.0)
            self.ahead[source][1].append(float(alone))

    def lead(self, source: str) -> Estimate:
        """How many more points of a source the winner has than the others on average."""
        return mean(self.leads[source])

    def leader_wins(self, source: str) -> Estimate:
        """How often the player with the most points of a source wins."""
        return share_ratio(*self.ahead[source])


def seats_section(results: Results) -> Section:
    """The share of each seat, by number of seats and starting stones."""
    plots, rows = [], []
    for seats in GAMES:
        plot = []
        for place, stones in enumerate(STONES):
            result = results[named(seats, stones)]
            for seat in range(seats):
                heading = f"{seats} seats, stones {', '.join(STONES[stones].split(', ')[:seats])}" if seat == 0 else ""
                plot.append(Row(f"{PLACES[seat]} seat", share(result.seat_shares(seat)), place, heading))
            shares = [percent_with(share(result.seat_shares(seat))) if seat < seats else "" for seat in range(4)]
            scores = " ".join(f"{fmean(result.seat_scores(seat)):.1f}" for seat in range(seats))
            rows.append([f"{seats}", STONES[stones], count(result.games), *shares, scores])
        plots.append(Intervals(f"Share of each seat, {seats} seats", plot, compare=1 / seats, compare_label="fair share"))
    table = Table(("seats", "stones", "games", *(f"{place} seat" for place in PLACES), "mean scores"), rows, 2)
    text = "Stones are those at the start, in seating order. Both starts play the same deals. A dot is full where its interval leaves out the fair share."
    return Section("Seats and starting stones", text, plots, [table])


def stones_section(results: Results) -> Section:
    """What one stone more for everybody changes."""
    rows, plot = [], []
    for seats in GAMES:
        more, fewer = in_common(results[named(seats, "from_one")], results[named(seats, "from_zero")])
        gaps = [difference(more.seat_shares(seat), fewer.seat_shares(seat)) for seat in range(seats)]
        scores = difference(table_means(more), table_means(fewer))
        plot += [Row(f"{PLACES[seat]} seat", gap, 4, f"{seats} seats" * (seat == 0)) for seat, gap in enumerate(gaps)]
        rows.append([str(seats), *(share_gap_with(gaps[seat]) if seat < seats else "" for seat in range(4)), points_with(scores)])
    return Section(
        "One stone more for everybody",
        "What the start 1, 2, 3, 4 changes against 0, 1, 2, 3, on the same deals: the share of each seat in percentage points, and the mean score of a player.",
        [Intervals("Change of each seat's share, in percentage points", plot, "gap", 0.0)],
        [Table(("seats", *(f"{place} seat" for place in PLACES), "score"), rows)],
    )


def table_means(result: GroupResult) -> list[float]:
    """For each deal the mean score of all seats."""
    return [fmean(scores) for scores in zip(*(result.seat_scores(seat) for seat in range(result.seats)), strict=True)]


def colours_section(colours: dict[int, Colours]) -> Section:
    """Which colours part winners from the others."""
    stacks = Stacks(
        "Points of the winner and of the others, by source",
        SOURCES,
        [
            (f"{seats} seats, {who}", [fmean(sums[source]) for source in SOURCES])
            for seats, each in colours.items()
            for who, sums in (("winner", each.winners), ("others", each.others))
        ],
    )
    plot = [Row(source, each.lead(source), place, f"{seats} seats" * (place == 0)) for seats, each in colours.items() for place, source in enumerate(SOURCES)]
    rows = [
        [
            str(seats),
            source,
            f"{fmean(each.winners[source]):.1f}",
            f"{fmean(each.others[source]):.1f}",
            points_with(each.lead(source)),
            percent_with(each.leader_wins(source)),
        ]
        for seats, each in colours.items()
        for source in SOURCES
    ]
    return Section(
        "Which colours win",
        "Start 0, 1, 2, 3. The winner's lead in a colour is how many more points of it the winner has than the others have on average. "
        "The last column is how often the player who has the most points of a colour, alone, wins the game.",
        [stacks, Intervals("Points of the winner over the others, by source", plot, "signed", 0.0)],
        [Table(("seats", "source", "winner", "others", "winner's lead", "leader in it wins"), rows, 2)],
    )


def variant_changes(results: Results) -> dict[str, tuple[Estimate, Estimate]]:
    """For each variant what it changes on the same deals: the share of the first of two seats, and the mean score of a player."""
    changes = {}
    for name in VARIANTS:
        with_it, without = in_common(results[name], results[named(2, "from_zero")])
        changes[name] = difference(with_it.seat_shares(0), without.seat_shares(0)), difference(table_means(with_it), table_means(without))
    return changes


def variants_in_words(changes: dict[str, tuple[Estimate, Estimate]]) -> list[str]:
    """Which variants move the first seat, and by how much all of them change the scores."""
    moved = [f"the {name} moves the first seat by {share_gap_with(seat)} percentage points" for name, (seat, _) in changes.items() if not seat.holds(0)]
    none = "no variant moves the first seat for sure" if not moved else "the others do not for sure" if len(moved) < len(changes) else ""
    order = sorted(changes, key=lambda name: changes[name][1].value)
    least, most = (f"{points_with(changes[name][1])} points ({name})" for name in (order[0], order[-1]))
    seats = ", ".join(filter(None, [*moved, none]))
    return [f"{seats[0].upper()}{seats[1:]}.", f"A variant changes the score of a player by {least} to {most}."]


def variants_section(results: Results, base: Colours) -> Section:
    """What each variant changes, with two seats."""
    rows, plot = [], []
    changes = variant_changes(results)
    stacks = [("no variant", [(fmean(base.winners[source]) + fmean(base.others[source])) / 2 for source in SOURCES])]
    for name, doubled in VARIANTS.items():
        own, (seat, score) = Colours(results[name]), changes[name]
        leader = own.leader_wins(doubled[0]) if len(doubled) == 1 else None
        plot.append(Row(name, share(results[name].seat_shares(0)), 3))
        stacks.append((name, [(fmean(own.winners[source]) + fmean(own.others[source])) / 2 for source in SOURCES]))
        before = percent(base.leader_wins(doubled[0]).value) if leader else ""
        rows.append(
            [
                name,
                count(results[name].games),
                percent_with(share(results[name].seat_shares(0))),
                share_gap_with(seat),
                points_with(score),
                before,
                percent_with(leader) if leader else "",
            ]
        )
    heads = ("variant", "games", "first seat", "change of it", "score of a player", "leader in the colour wins, without", "with the variant")
    return Section(
        "The variants",
        "Two seats, start 0, 1. Changes are against the same deals without a variant.",
        [Stacks("Points of a player by source", SOURCES, stacks), Intervals("Share of the first seat", plot, compare=0.5, compare_label="even")],
        [Table(heads, rows)],
    )


def most_ahead(colours: Colours) -> str:
    """The colour in which the winner has most over the others."""
    return max(COLOURS, key=lambda colour: colours.lead(colour).value)


def answer(results: Results) -> Answer:
    """Seats, stones, colours, variants."""
    colours = {seats: Colours(results[named(seats, "from_zero")]) for seats in GAMES}
    firsts = {seats: share(results[named(seats, "from_zero")].seat_shares(0)) for seats in GAMES}
    lasts = {seats: share(results[named(seats, "from_zero")].seat_shares(seats - 1)) for seats in GAMES}
    more, fewer = in_common(results[named(2, "from_one")], results[named(2, "from_zero")])
    change = difference(more.seat_shares(0), fewer.seat_shares(0))
    best = most_ahead(colours[2])
    sentence = (
        f"With the start {STONES['from_zero']} the first of two seats wins {percent_with(firsts[2])} of the games, one stone more for everybody changes that "
        f"by {share_gap_with(change)} percentage points, and with two seats the colour that parts winners from losers most is the {best}: who leads in it wins "
        f"{percent_with(colours[2].leader_wins(best))} of the games."
    )
    findings = [
        *(
            f"With {number} seats the first wins {percent_with(firsts[number])} and the last {percent_with(lasts[number])}, "
            f"where {percent(1 / number, 0)} is fair."
            for number in GAMES
            if number > 2
        ),
        *variants_in_words(variant_changes(results)),
        "The winner has the most points over the others "
        + "; ".join(f"with {seats} seats in the {most_ahead(each)}, {points_with(each.lead(most_ahead(each)))}" for seats, each in colours.items())
        + ".",
    ]
    doubts = [
        f"`{BOT}` is a fast player, so that many games can be played; stronger ones may do more with a seat.",
        "Its net was trained on games against itself; people with other habits may live from other colours.",
        "That a colour parts winners from losers does not mean that one should always build it: where stars and districts are dealt matters too.",
        "Many intervals stand on this page. One in twenty may miss the truth by chance.",
    ]
    sections = [seats_section(results), stones_section(results), colours_section(colours), variants_section(results, colours[2])]
    return Answer(sentence, sections, doubts, findings)


STUDY = Study(
    name="akropolis-seats",
    title="Seats, stones, colours and variants of Akropolis",
    question="How do starting stones, seat and variants change Akropolis, and which colours win?",
    plan=(
        f"`{BOT}` (50 simulations a move) on all seats; {count(GAMES[2])} games with two seats, {count(GAMES[3])} with three and {count(GAMES[4])} with "
        "four, each with the start "
        f"0, 1, 2, 3 and again with 1, 2, 3, 4 on the same deals; {count(VARIANT_GAMES)} games with two seats for each variant and for all five together, on "
        "the same deals as without. "
        f"The interval of a seat's share is about ±{98 / GAMES[2] ** 0.5:.1f}, ±{2 * 98 * (2 / 9 / GAMES[3]) ** 0.5:.1f} and "
        f"±{2 * 98 * (3 / 16 / GAMES[4]) ** 0.5:.1f} percentage points "
        f"with two, three and four seats, with a variant ±{98 / VARIANT_GAMES**0.5:.1f}."
    ),
    groups=[
        *(
            Group(named(seats, stones), "akropolis", [BOT], games, {"seats": seats, "stones": stones}, deals=f"{seats} seats")
            for seats, games in GAMES.items()
            for stones in STONES
        ),
        *(Group(name, "akropolis", [BOT], VARIANT_GAMES, {"seats": 2, "variants": doubled}, deals="2 seats") for name, doubled in VARIANTS.items()),
    ],
    answer=answer,
)

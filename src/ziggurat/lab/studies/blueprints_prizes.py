"""Blueprints by prize, material and starting seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from ziggurat.lab.charts import Intervals, Row, Stacks
from ziggurat.lab.estimates import Estimate, mean, ratio, share, share_ratio
from ziggurat.lab.report import Plot, Section, Table, count, number_with, percent, percent_with, points_with
from ziggurat.lab.study import Answer, Group, GroupResult, Results, Study, winners_lead, won

BOT = "mcts:sims=200"
GAMES = {2: 2000, 3: 1200, 4: 1000}
PRIZES = ("skyscraper", "structural_integrity", "geometer", "materials")
AWARDS = ("gold", "silver", "bronze")
MATERIALS = {"W": "wood", "R": "recycled", "S": "stone", "G": "glass"}
PLACES = ("first", "second", "third", "fourth")
ROUNDS = 3


def named(seats: int) -> str:
    """The group of a number of seats."""
    return f"{seats} seats"


class Pair:
    """Two sums over games: something, and how often it could have been."""

    def __init__(self) -> None:
        self.tops: list[float] = []
        self.bottoms: list[float] = []

    def add(self, tops: Sequence[float], bottoms: Sequence[float]) -> None:
        """Count one game."""
        self.tops.append(sum(tops))
        self.bottoms.append(sum(bottoms))

    @property
    def ratio(self) -> Estimate:
        """The one over the other."""
        return ratio(self.tops, self.bottoms)

    @property
    def share(self) -> Estimate:
        """The one over the other, where it is a part of it."""
        return share_ratio(self.tops, self.bottoms)


class Games:
    """All that is counted in the games of a number of seats."""

    def __init__(self, result: GroupResult) -> None:
        self.seats = result.seats
        self.by_start: list[list[float]] = [[] for _ in range(self.seats)]
        """The share of who had the first, second … turn of the first round."""
        self.best_by_turn = [Pair() for _ in range(self.seats)]
        """How often the best building of a round was that of the first, second … in the turn order."""
        self.given = {prize: [] for prize in PRIZES}  # type: dict[str, list[float]]
        self.owner_wins = {card: Pair() for card in (*AWARDS, *PRIZES)}
        self.leads = {card: [] for card in (*AWARDS, *PRIZES)}  # type: dict[str, list[float]]
        self.winners = {card: [] for card in (*AWARDS, *PRIZES)}  # type: dict[str, list[float]]
        self.others = {card: [] for card in (*AWARDS, *PRIZES)}  # type: dict[str, list[float]]
        self.die_points, self.dice, self.most_wins, self.most_wins_demanded = ({letter: Pair() for letter in MATERIALS} for _ in range(4))
        self.followed, self.followed_best = Pair(), Pair()
        for game, played in zip(result.ends(), result.played(), strict=True):
            view = game.typed_view(None)
            self.add_game(view.rounds, game.breakdown, won(played))

    def add_game(self, rounds: Sequence[Any], sheets: Sequence[dict[str, int]], shares: Sequence[float]) -> None:
        """Count one game."""
        for place, seat in enumerate(rounds[0].order):
            self.by_start[place].append(shares[seat])
        for place in range(self.seats):
            self.best_by_turn[place].add([float(each.ranking[0] == each.order[place]) for each in rounds], [1.0] * len(rounds))
        for card in (*AWARDS, *PRIZES):
            points = [sheet.get(card, 0) for sheet in sheets]
            has = [float(each > 0) for each in points]
            self.owner_wins[card].add([one * share for one, share in zip(has, shares, strict=True)], has)
            self.leads[card].append(winners_lead(shares, points))
            self.winners[card].append(sum(one * share for one, share in zip(points, shares, strict=True)))
            self.others[card].append(sum(one * (1 - share) for one, share in zip(points, shares, strict=True)) / (self.seats - 1))
        for prize in PRIZES:
            self.given[prize].append(fmean(prize in each.cards for each in rounds))
        self.add_buildings(rounds)

    def add_buildings(self, rounds: Sequence[Any]) -> None:
        """Count the buildings of a game by material and plan."""
        dice = [[list(materials_of(seat.building)) for seat in each.seats] for each in rounds]
        best = [each.ranking[0] for each in rounds]
        for letter, name in MATERIALS.items():
            counts = [[own.count(letter) for own in each] for each in dice]
            points = [float(getattr(seat.points, name)) for each in rounds for seat in each.seats]
            self.die_points[letter].add(points, [float(own) for each in counts for own in each])
            self.dice[letter].add([float(own) for each in counts for own in each], [1.0 for each in counts for _ in each])
            leaders = [each.index(max(each)) if each.count(max(each)) == 1 else None for each in counts]
            self.most_wins[letter].add([float(one == seat) for one, seat in zip(best, leaders, strict=True)], [float(seat is not None) for seat in leaders])
            wanted = [float(seat is not None and letter in each.demand) for seat, each in zip(leaders, rounds, strict=True)]
            self.most_wins_demanded[letter].add([float(one == seat) * in_demand for one, seat, in_demand in zip(best, leaders, wanted, strict=True)], wanted)
        done = [[float(seat.plan_state.state == "done") for seat in each.seats] for each in rounds]
        self.followed.add([own for each in done for own in each], [1.0 for each in done for _ in each])
        self.followed_best.add([each[one] for each, one in zip(done, best, strict=True)], [own for each in done for own in each])


def materials_of(building: Sequence[Sequence[str]]) -> Iterator[str]:
    """The material of each die of a building."""
    for row in building:
        for stack in row:
            for die in stack.split():
                yield die[0]


def start_section(games: dict[int, Games]) -> Section:
    """Who begins: the whole game, and each round."""
    plots, rows = [], []
    for seats, each in games.items():
        whole = [share(each.by_start[place]) for place in range(seats)]
        turns = [each.best_by_turn[place].share for place in range(seats)]
        plot = [Row(f"{PLACES[place]} in round 1", estimate, 0, "wins the game" * (place == 0)) for place, estimate in enumerate(whole)]
        plot += [Row(f"{PLACES[place]} in the round", estimate, 1, "has the best building of a round" * (place == 0)) for place, estimate in enumerate(turns)]
        plots.append(Intervals(f"{seats} seats", plot, compare=1 / seats, compare_label="fair share"))
        rows += [[str(seats), PLACES[place], percent_with(whole[place]), percent_with(turns[place])] for place in range(seats)]
    text = (
        "The first round is begun by lot, each later one by who had the lowest building. So the first of a later round is often a player whom the dice "
        "or the plan left behind."
    )
    return Section(
        "Who begins", text, plots, [Table(("seats", "turn", "wins the game, by its turn in round 1", "best building, by its turn in a round"), rows, 2)]
    )


def prizes_section(games: dict[int, Games]) -> Section:
    """What cards part winners from the others."""
    stacks = Stacks(
        "Points of the winner and of the others, by card",
        ["awards", *(card.replace("_", " ") for card in PRIZES)],
        [
            (f"{seats} seats, {who}", [sum(fmean(sums[card]) for card in AWARDS), *(fmean(sums[card]) for card in PRIZES)])
            for seats, each in games.items()
            for who, sums in (("winner", each.winners), ("others", each.others))
        ],
    )
    rows, plot = [], []
    for seats, each in games.items():
        for place, card in enumerate(PRIZES):
            wins = each.owner_wins[card].share
            plot.append(Row(card.replace("_", " "), wins + -1 / seats, place, f"{seats} seats (fair: {percent(1 / seats, 0)})" * (place == 0)))
            figures = number_with(mean([ROUNDS * one for one in each.given[card]]), 2), percent_with(wins), points_with(mean(each.leads[card]), 2)
            rows.append([str(seats), card.replace("_", " "), *figures])
        won_awards = [card for card in AWARDS if any(each.owner_wins[card].bottoms)]
        rows += [[str(seats), card, "", percent_with(each.owner_wins[card].share), points_with(mean(each.leads[card]), 2)] for card in won_awards]
    text = (
        "How often a player who holds a card of this kind at the end wins the game, and how many more points of it the winner has than the others have on "
        "average."
    )
    plots: list[Plot] = [stacks, Intervals("Owner of a prize: how much more often than a fair share it wins, in percentage points", plot, "gap", 0.0)]
    return Section("Prizes and awards", text, plots, [Table(("seats", "card", "given in a game", "its owner wins", "winner's lead"), rows, 2)])


def materials_section(games: dict[int, Games]) -> Section:
    """What each material is worth."""
    rows, worth, most = [], [], []
    for seats, each in games.items():
        for place, (letter, name) in enumerate(MATERIALS.items()):
            heading = f"{seats} seats" * (place == 0)
            points, wins, demanded = each.die_points[letter].ratio, each.most_wins[letter].share, each.most_wins_demanded[letter].share
            worth.append(Row(name, points, COLOURS[name], heading))
            most.append(Row(name, wins + -1 / seats, COLOURS[name], f"{seats} seats (fair: {percent(1 / seats, 0)})" * (place == 0)))
            rows.append([str(seats), name, f"{each.dice[letter].ratio.value:.2f}", number_with(points, 2), percent_with(wins), percent_with(demanded)])
        rows.append([str(seats), "plan followed", percent(each.followed.share.value), "6.00", percent_with(each.followed_best.share), ""])
    text = (
        "Points for each die are those of its material in a finished building. Then: how often the player with the most dice of a material in a round, "
        "alone, has "
        "the best building of that round; last, the same where the material is in demand, which decides ties. The rows “plan followed” are the buildings "
        "that follow their plan exactly: their "
        "share of all, their bonus, and how often they are the best."
    )
    plots = [
        Intervals("Points for each die", worth, "plain"),
        Intervals("Most dice of a material: how much more often than a fair share it is the best building, in percentage points", most, "gap", 0.0),
    ]
    return Section(
        "Materials",
        text,
        plots,
        [Table(("seats", "material", "dice in a building", "points a die", "best building with the most of it", "and it is in demand"), rows, 2)],
    )


COLOURS = {"wood": 1, "recycled": 4, "stone": 5, "glass": 0}


def at_the_top(shares: dict[str, Estimate]) -> str:
    """The greatest share with its interval, and all others whose intervals overlap with it."""
    best = max(shares.values(), key=lambda each: each.value)
    names = sorted((name for name in shares if shares[name].high >= best.low), key=lambda name: -shares[name].value)
    return listed_with(names, shares) + (", whose intervals overlap" if len(names) > 1 else "")


def listed_with(names: Sequence[str], shares: dict[str, Estimate]) -> str:
    """Names with their shares: `a, 2 % (1 to 3 %), and b, 1 % (0 to 2 %)`."""
    return ", and ".join(filter(None, [", ".join(f"{name}, {percent_with(shares[name])}" for name in part) for part in (names[:-1], names[-1:])]))


def answer(results: Results) -> Answer:
    """Starting seat, prizes, materials."""
    games = {seats: Games(results[named(seats)]) for seats in GAMES}
    firsts = {seats: percent_with(share(each.by_start[0])) for seats, each in games.items()}
    four = games[4]
    prizes = at_the_top({card.replace("_", " "): four.owner_wins[card].share for card in PRIZES})
    material = max(MATERIALS, key=lambda letter: four.die_points[letter].ratio.value)
    leading = at_the_top({name: four.most_wins[letter].share for letter, name in MATERIALS.items()})
    sentence = (
        f"Who begins the first round wins {firsts[2]} of the games with two seats and {firsts[4]} with four, where the owner of a prize wins most often with "
        f"{prizes}, and a die of {MATERIALS[material]} earns most, {number_with(four.die_points[material].ratio, 2)} points."
    )
    findings = [
        f"With three seats who begins wins {firsts[3]}; fair would be {percent(1 / 2, 0)}, {percent(1 / 3, 0)} and {percent(1 / 4, 0)} with two, three and "
        "four.",
        f"With four seats the most dice of a material go with the best building of a round most often for {leading}.",
    ]
    doubts = [
        "The deck of plans is reconstructed from published facts; the printed one may favour other buildings.",
        f"`{BOT}` chooses the dice: a material that it undervalues looks worse than it is.",
        "That the owner of a card wins more does not mean that the card is the reason: good buildings win several.",
        "Many intervals stand on this page. One in twenty may miss the truth by chance.",
    ]
    return Answer(sentence, [start_section(games), prizes_section(games), materials_section(games)], doubts, findings)


STUDY = Study(
    name="blueprints-prizes",
    title="Prizes, materials and the start in Blueprints",
    question="What are prizes, materials and the starting seat worth in Blueprints?",
    plan=(
        f"`{BOT}` (200 simulations a move) on all seats; {count(GAMES[2])} games with two seats, {count(GAMES[3])} with three and {count(GAMES[4])} with "
        "four, default options. "
        f"The interval of a seat's share is about ±{98 / GAMES[2] ** 0.5:.1f}, ±{2 * 98 * (2 / 9 / GAMES[3]) ** 0.5:.1f} and "
        f"±{2 * 98 * (3 / 16 / GAMES[4]) ** 0.5:.1f} percentage points, "
        "of what happens in each of three rounds about 0.6 of that."
    ),
    groups=[Group(named(seats), "blueprints", [BOT], games, {"seats": seats}) for seats, games in GAMES.items()],
    answer=answer,
)

"""Who meets whom: all against all, or in rounds of those who stand close to each other (the Swiss system)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ziggurat.arena.ladder import mixed_seatings

Group = tuple[str, ...]
Meetings = Mapping[frozenset[str], int]
"""How often two bots sat at one table."""
MOST_STEPS = 20_000  # of the search for pairs that have not met


def group_seatings(bots: int, seats: int) -> list[list[int]]:
    """List the seatings of a deal for a group: as many bots as seats sit in each rotation; of fewer bots some sit twice, each of them equally often.

    >>> group_seatings(3, 3)
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    if bots == 2 and seats > 2:
        return mixed_seatings(seats)
    seatings = []
    for twice in combinations(range(bots), seats - bots):
        around = [*range(bots), *twice]
        seatings += [around[shift:] + around[:shift] for shift in range(seats)]
    return seatings


def group_sizes(bots: int, seats: int) -> list[int]:
    """The sizes of the groups of a round: as full as possible, none smaller by more than one. At tables of two, one bot may be alone: it pauses.

    >>> group_sizes(7, 3), group_sizes(5, 2)
    ([3, 2, 2], [2, 2, 1])
    """
    tables = -(-bots // seats)
    return [bots // tables + (place < bots % tables) for place in range(tables)]


def all_groups(bots: Sequence[str], seats: int) -> list[Group]:
    """List every group that can fill a table, each in alphabetical order; where there are fewer bots than seats, all of them sit at it."""
    return [tuple(sorted(group)) for group in combinations(bots, min(seats, len(bots)))]


def swiss_groups(order: Sequence[str], seats: int, meetings: Meetings, paused: Mapping[str, int]) -> list[Group]:
    """The groups of the next round, given the bots from the best down: close to each other, with as few repeated meetings as possible.

    At tables of two with an odd number of bots, the lowest of those who have paused least often pauses.
    """
    playing = list(order)
    if seats == 2:
        if len(playing) % 2:
            fewest = min(paused.get(bot, 0) for bot in playing)
            playing.remove(next(bot for bot in reversed(playing) if paused.get(bot, 0) == fewest))
        return [tuple(sorted(pair)) for pair in pairs_of(playing, meetings)]
    groups = []
    for size in group_sizes(len(playing), seats):
        group = [playing.pop(0)]
        while len(group) < size:
            places = {bot: place for place, bot in enumerate(playing)}
            closest = min(playing, key=lambda bot: (sum(meetings.get(frozenset((bot, other)), 0) for other in group), places[bot]))
            playing.remove(closest)
            group.append(closest)
        groups.append(tuple(sorted(group)))
    return groups


def pairs_of(order: Sequence[str], meetings: Meetings) -> list[tuple[str, str]]:
    """Pair an even number of bots, from the best down, each with the next one whom it has met least often."""
    most = 0
    while True:
        steps = [0]
        pairs = try_pairs(list(order), meetings, most, steps)
        if pairs is not None:
            return pairs
        most += 1


def try_pairs(order: list[str], meetings: Meetings, most: int, steps: list[int]) -> list[tuple[str, str]] | None:
    """Pair the bots so that no two have met more than `most` times; None if there is no such pairing, or it is not seen soon."""
    if not order:
        return []
    first, *others = order
    for place, other in enumerate(others):
        steps[0] += 1
        if steps[0] > MOST_STEPS:
            return None
        if meetings.get(frozenset((first, other)), 0) <= most:
            rest = try_pairs(others[:place] + others[place + 1 :], meetings, most, steps)
            if rest is not None:
                return [(first, other), *rest]
    return None

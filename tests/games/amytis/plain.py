"""The second reading: a slow, plain referee and scorer for The Architects of Amytis.

Written from the rule text alone, without NumPy and without the package, so that it shares no blind spot with the engine.
Spaces are (row, column), both counted from 0. A board is three rows of three strings, each the stack of a space from bottom to top,
for instance "Bt Or": a blue theater under an orange residence. Colours B G O P; types g m w p r t.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Space = tuple[int, int]
Board = Sequence[Sequence[str]]

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("amytis.json").read_text(encoding="utf-8"))

TYPES: list[str] = DATA["types"]
TYPE_OF_LETTER = {name[0]: name for name in TYPES}
TILES = [kind["color"] + kind["type"][0] for kind in DATA["tiles"]["kinds"] for _ in range(kind["copies"])]
PATTERN: dict[int, list[str]] = {card["id"]: card["pattern"] for card in DATA["projects"]}
CARD_POINTS: dict[int, int] = {card["id"]: card["points"] for card in DATA["projects"]}
FAVORS: list[str] = [favor["id"] for favor in DATA["favors"]]
FAVOR: dict[str, dict[str, Any]] = {favor["id"]: favor for favor in DATA["favors"]}
ROW_SPACES: int = FAVOR["row"]["spaces"]
ROW_LIMIT = 4
ARCHITECTS: int = DATA["per_player"]["architects"]
PAWNS: int = DATA["per_player"]["favor_pawns"]
DISPLAY: int = DATA["project_display"]

SPACES: list[Space] = [(row, col) for row in range(3) for col in range(3)]
CORNERS: list[Space] = [(row, col) for row, col in DATA["player_board"]["corners"]]
CENTRE: Space = (1, 1)
ROWS = [[(row, col) for col in range(3)] for row in range(3)]
COLUMNS = [[(row, col) for row in range(3)] for col in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
LINES = ROWS + COLUMNS + DIAGONALS

DEFAULTS = {"seats": 2, "edition": "second", "sides": "AAAAAA", "bottom_row_limit": "none", "palace_b_counts": "before"}


# -- Reading a board -------------------------------------------------------------------------------------------------------------


def stack_of(board: Board, space: Space) -> list[str]:
    """The tiles of a space, bottom to top."""
    return board[space[0]][space[1]].split()


def height(board: Board, space: Space) -> int:
    return len(stack_of(board, space))


def visible(board: Board) -> dict[Space, str]:
    """The topmost tile of every space that has one."""
    return {space: stack_of(board, space)[-1] for space in SPACES if stack_of(board, space)}


def name_of(space: Space) -> str:
    """(1, 0) is a2: column letter, then row."""
    return "abc"[space[1]] + "123"[space[0]]


def space_named(name: str) -> Space:
    return "123".index(name[1]), "abc".index(name[0])


# -- Buildings -------------------------------------------------------------------------------------------------------------------


def building_points(kind: str, side: str, board: Board, at: Sequence[int], own: int, opp: int, validated: int) -> int:
    """The points a tile brings at once; `board` already holds it. For palace B: the points of choosing to score."""
    here = (at[0], at[1])
    tops = visible(board)
    color = tops[here][0]
    table = DATA["buildings"][kind][side]

    if kind == "garden" and side == "A":
        same = [space for space in SPACES if height(board, space) == height(board, here)]
        return int(table["points_per_stack_of_same_height"]) * len(same)
    if kind == "garden":
        return int(table["points_per_tile_in_stack"]) * height(board, here)

    if kind == "market" and side == "A":
        return int(table["points_per_visible_tile_of_same_color"]) * sum(tile[0] == color for tile in tops.values())
    if kind == "market":
        return int(table["points_per_visible_tile_of_other_color"]) * sum(tile[0] != color for tile in tops.values())

    if kind == "wall" and side == "A":
        edge = [space for space, tile in tops.items() if tile[1] == "w" and space != CENTRE]
        return int(table["points_per_visible_wall_on_edge"]) * len(edge)
    if kind == "wall":
        corner = [space for space, tile in tops.items() if tile[1] == "w" and space in CORNERS]
        return int(table["points_by_visible_walls_on_corners"][len(corner)])

    if kind == "palace" and side == "A":
        return int(table["points_per_visible_palace"]) * sum(tile[1] == "p" for tile in tops.values())
    if kind == "palace":
        return int(table["points_per_validated_project"]) * validated

    if kind == "residence" and side == "A":
        return int(table["points_per_different_visible_type"]) * len({tile[1] for tile in tops.values()})
    if kind == "residence":
        return int(table["points_per_visible_residence_or_market"]) * sum(tile[1] in "rm" for tile in tops.values())

    if kind == "theater" and side == "A":
        return int(table["points_per_architect_on_main_board"]) * (own + opp)
    if kind == "theater":
        return int(table["points_per_own_architect_on_main_board"]) * own

    raise ValueError(f"no building is called {kind!r}")


# -- Projects --------------------------------------------------------------------------------------------------------------------


def quarter_turn(pattern: list[str]) -> list[str]:
    """The pattern turned clockwise by 90 degrees: its left column, read upwards, becomes its top row."""
    return ["".join(row[col] for row in reversed(pattern)) for col in range(len(pattern[0]))]


def fulfilled(pattern: list[str], board: Board) -> bool:
    """Whether some turn and some shift of the pattern agrees with the visible colours; a dot accepts anything."""
    tops = visible(board)
    turned = pattern
    for _ in range(4):
        rows, cols = len(turned), len(turned[0])
        for down in range(3 - rows + 1):
            for right in range(3 - cols + 1):
                wanted = {(down + r, right + c): turned[r][c] for r in range(rows) for c in range(cols) if turned[r][c] != "."}
                if all(space in tops and tops[space][0] == color for space, color in wanted.items()):
                    return True
        turned = quarter_turn(turned)
    return False


# -- Favors and totals -----------------------------------------------------------------------------------------------------------


def favor_points(favor_id: str, board: Board, validated_count: int, row_pawns: int) -> int:
    """What the favor gives its owner at the end; `row_pawns` are the owner's pawns in the bottom row."""
    favor = FAVOR[favor_id]
    if favor_id == "row":
        by_pawns = favor["points_by_own_pawns"]
        return int(by_pawns[min(row_pawns, len(by_pawns) - 1)])
    each = int(favor["points_each"])
    if favor_id == "projects":
        return each * validated_count
    if favor_id == "stairs":
        flights = [[height(board, space) for space in line] for line in ROWS + COLUMNS]
        return each * sum(flight in ([1, 2, 3], [3, 2, 1]) for flight in flights)
    if favor_id == "corners":
        return each * sum(height(board, space) >= 3 for space in CORNERS)
    exactly = ["I", "II", "III", "IV"].index(favor_id) + 1
    return each * sum(height(board, space) == exactly for space in SPACES)


def final_total(track: int, validated: Iterable[int], favors: dict[str, int]) -> int:
    """Points of the score track, of the validated cards (by id) and of the favors (points by name)."""
    return track + sum(CARD_POINTS[card] for card in validated) + sum(favors.values())


def track_space(score: int) -> tuple[int, int]:
    """The space of the score pawn (0 to 49) and the range under the other pawn (0, 50, 100, 150)."""
    spaces = DATA["score_board"]["spaces"]
    return score % spaces, score // spaces * spaces


# -- Architects and stacks -------------------------------------------------------------------------------------------------------


def aligned(architects: Iterable[Space]) -> bool:
    """Whether these architects of one player hold a whole row, column or diagonal."""
    standing = set(architects)
    return any(standing.issuperset(line) for line in LINES)


def retrieves(architects: Iterable[Space]) -> bool:
    """Whether a player with these architects on the main board takes all of them back when the turn begins."""
    standing = set(architects)
    return aligned(standing) or len(standing) == ARCHITECTS


def free_stacks(sizes: Sequence[Sequence[int]], architects: Iterable[Space]) -> list[Space]:
    """Stacks with a tile and without an architect of either player."""
    standing = set(architects)
    return [(row, col) for row, col in SPACES if sizes[row][col] > 0 and (row, col) not in standing]


# -- A whole game ----------------------------------------------------------------------------------------------------------------


def shuffled_deal(rng: random.Random) -> dict[str, Any]:
    """A random deal; the three tiles left over are not part of it."""
    tiles = list(TILES)
    rng.shuffle(tiles)
    cards = sorted(PATTERN)
    rng.shuffle(cards)
    return {"stacks": [tiles[5 * i : 5 * i + 5] for i in range(9)], "projects": cards}


def check_deal(deal: dict[str, Any]) -> None:
    stacks = deal["stacks"]
    if len(stacks) != 9 or any(len(stack) != 5 for stack in stacks):
        raise ValueError("a deal has 9 stacks of 5 tiles")
    dealt = [tile for stack in stacks for tile in stack]
    for tile in set(dealt):
        if dealt.count(tile) > TILES.count(tile):
            raise ValueError(f"tile {tile!r} is dealt {dealt.count(tile)} times, the box holds {TILES.count(tile)}")
    if sorted(deal["projects"]) != sorted(PATTERN):
        raise ValueError("a deal names each of the 20 project cards once")


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options in full."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    full = {**DEFAULTS, **options}
    right = (
        full["seats"] == 2
        and full["edition"] in ("second", "first")
        and len(full["sides"]) == len(TYPES)
        and set(full["sides"]) <= set("AB")
        and full["bottom_row_limit"] in ("none", "four")
        and full["palace_b_counts"] in ("before", "after")
    )
    if not right:
        raise ValueError(f"impossible options: {full}")
    return full


class PlainSeat:
    """All that belongs to one player."""

    def __init__(self, projects: list[int]) -> None:
        self.stacks: dict[Space, list[str]] = {space: [] for space in SPACES}
        self.projects = projects
        self.validated: list[int] = []
        self.architects: set[Space] = set()
        self.favors: list[str] = []
        self.points = dict.fromkeys(TYPES, 0)

    @property
    def board(self) -> list[list[str]]:
        return [[" ".join(self.stacks[row, col]) for col in range(3)] for row in range(3)]

    @property
    def track(self) -> int:
        return sum(self.points.values())

    @property
    def pawns(self) -> int:
        return PAWNS - len(self.favors)


class PlainGame:
    """A referee for one game: `legal()` lists the move texts, `push()` plays one; after the end `to_move` is -1."""

    def __init__(self, deal: dict[str, Any], options: dict[str, Any]) -> None:
        check_deal(deal)
        self.options = check_options(options)
        self.stacks: dict[Space, list[str]] = {space: list(stack) for space, stack in zip(SPACES, deal["stacks"], strict=True)}

        cards = list(deal["projects"])
        start = DATA["starting_projects"][self.options["edition"] + "_edition"]
        first, second = start["first_player"], start["second_player"]
        self.display: list[int | None] = cards[:DISPLAY]
        self.seats = [
            PlainSeat(cards[DISPLAY : DISPLAY + first]),
            PlainSeat(cards[DISPLAY + first : DISPLAY + first + second]),
        ]
        self.deck: list[int] = cards[DISPLAY + first + second :]

        self.to_move = 0
        self.phase = "build"
        self.built: Space = CENTRE  # where the tile of this turn lies; read only in the phase "palace"
        self.log: list[str] = []

    # -- what may be done

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def legal(self) -> set[str]:
        if self.phase == "build":
            return {f"{name_of(stack)}>{name_of(space)}" for stack in self.free() for space in SPACES}
        if self.phase == "palace":
            return self.palace_choices()
        if self.phase == "favor":
            return {"!" + favor for favor in self.open_favors()}
        return set()

    def free(self) -> list[Space]:
        sizes = [[len(self.stacks[row, col]) for col in range(3)] for row in range(3)]
        return free_stacks(sizes, self.seats[0].architects | self.seats[1].architects)

    def palace_choices(self) -> set[str]:
        choices = {f"+{i}" for i, card in enumerate(self.display, start=1) if card is not None}
        if self.deck:
            choices.add("+deck")
        if self.side("palace") == "B":
            choices.add("+points")
        return choices

    def open_favors(self) -> list[str]:
        taken = self.seats[0].favors + self.seats[1].favors
        favors = [favor for favor in FAVORS if favor != "row" and favor not in taken]
        own = self.seats[self.to_move].favors.count("row")
        if taken.count("row") < ROW_SPACES and not (self.options["bottom_row_limit"] == "four" and own >= ROW_LIMIT):
            favors.append("row")
        return favors

    # -- doing it

    def push(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal here ({self.phase}, seat {self.to_move})")
        self.log.append(text)
        if self.phase == "build":
            stack, space = text.split(">")
            self.build(space_named(stack), space_named(space))
        elif self.phase == "palace":
            self.finish_palace(text)
        else:
            self.seats[self.to_move].favors.append(text.removeprefix("!"))
            self.end_turn()

    def build(self, stack: Space, space: Space) -> None:
        seat = self.seats[self.to_move]
        tile = self.stacks[stack].pop()
        seat.architects.add(stack)
        seat.stacks[space].append(tile)
        self.built = space
        kind = TYPE_OF_LETTER[tile[1]]
        if kind == "palace" and self.palace_choices():
            self.phase = "palace"
            return
        self.score(kind)
        self.validate()
        self.favor_or_end()

    def finish_palace(self, choice: str) -> None:
        seat = self.seats[self.to_move]
        if choice == "+points":
            if self.options["palace_b_counts"] == "after":
                self.validate()
            self.score("palace")
        else:
            seat.projects.append(self.take_card(choice))
            if self.side("palace") == "A":
                self.score("palace")
        self.validate()
        self.favor_or_end()

    def take_card(self, choice: str) -> int:
        if choice == "+deck":
            return self.deck.pop(0)
        slot = int(choice.removeprefix("+")) - 1
        card = self.display[slot]
        assert card is not None
        self.display[slot] = self.deck.pop(0) if self.deck else None
        return card

    def score(self, kind: str) -> None:
        seat, other = self.seats[self.to_move], self.seats[1 - self.to_move]
        validated = len(seat.validated) + len(other.validated)
        own, opp = len(seat.architects), len(other.architects)
        seat.points[kind] += building_points(kind, self.side(kind), seat.board, self.built, own, opp, validated)

    def validate(self) -> None:
        seat = self.seats[self.to_move]
        for card in list(seat.projects):
            if fulfilled(PATTERN[card], seat.board):
                seat.projects.remove(card)
                seat.validated.append(card)

    def favor_or_end(self) -> None:
        seat = self.seats[self.to_move]
        if aligned(seat.architects) and seat.pawns > 0 and self.open_favors():
            self.phase = "favor"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        empty = sum(not stack for stack in self.stacks.values())
        if self.to_move == 1 and empty >= 2:
            self.phase = "over"
            self.to_move = -1
            return
        self.to_move = 1 - self.to_move
        self.phase = "build"
        if retrieves(self.seats[self.to_move].architects):
            self.seats[self.to_move].architects.clear()

    def side(self, kind: str) -> str:
        return str(self.options["sides"][TYPES.index(kind)])

    # -- what it is worth

    def favors_of(self, seat: PlainSeat) -> dict[str, int]:
        row_pawns = seat.favors.count("row")
        return {favor: favor_points(favor, seat.board, len(seat.validated), row_pawns) if favor in seat.favors else 0 for favor in FAVORS}

    def scores(self) -> list[int]:
        """The totals as if the game ended now."""
        return [final_total(seat.track, seat.validated, self.favors_of(seat)) for seat in self.seats]

    def breakdown(self) -> list[dict[str, int]]:
        """For each seat, points by building type, by validated card and by favor; they add up to the score."""
        return [{**seat.points, **{f"project:{card}": CARD_POINTS[card] for card in seat.validated}, **self.favors_of(seat)} for seat in self.seats]

    def ranks(self) -> list[int]:
        """1 for the better total, 2 for the other; 1 and 1 when they are equal."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

"""The views of the games as plain dicts, typed: what `Game.view()` gives and a `py:` bot is given; and the options of `ziggurat.new`.

Made by `python -m ziggurat.server.export_types`; do not edit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, TypedDict, Unpack, overload

if TYPE_CHECKING:
    from ziggurat.game import Game

GameName = Literal["akropolis", "amytis", "blueprints"]
"""The games of this package, for type checkers; a game that lives elsewhere has any name."""


AkropolisCardName = Literal["housing", "villa", "district_center", "city_market", "storehouses", "luxury_goods", "rampart", "guard_tower", "fortress", "sanctuary", "pantheon", "pilgrims_stairs", "oasis", "hanging_gardens", "parkland", "main_street", "quarry_mine", "agora"]
AkropolisArchitectName = Literal["hippodamos", "metagenes", "callicrates"]
AkropolisKindName = Literal["house", "market", "barracks", "temple", "garden", "quarry", "house_plaza", "market_plaza", "barracks_plaza", "temple_plaza", "garden_plaza"]
AkropolisPhaseName = Literal["place", "complete", "over"]
AkropolisReasonKey = Literal["reason.house_counts", "reason.house_doubled", "reason.house_small", "reason.market_counts", "reason.market_doubled", "reason.market_beside", "reason.barracks_count", "reason.barracks_doubled", "reason.barracks_inside", "reason.barracks_hole", "reason.temple_counts", "reason.temple_doubled", "reason.temple_open", "reason.garden_counts", "reason.garden_doubled"]


class AkropolisHex(TypedDict):
    """A visible hex of a city."""

    q: int
    r: int
    kind: AkropolisKindName
    level: int
    tile: int
    """The number of the tile to which it belongs; 0 is the starting tile."""
    below: NotRequired[list[AkropolisKindName]]
    """What it covers, from the ground up; missing on level 1. Of a covered two-colour hex, the first district."""
    second: NotRequired[AkropolisKindName]
    """Athena: the second district of a two-colour hex; `kind` is the first."""
    rotation: NotRequired[int]
    """Athena: how a two-colour hex is turned: the first district owns the sides from this one on, three of them clockwise."""


class AkropolisDistrict(TypedDict):
    """A district of the score sheet."""

    q: int
    r: int
    level: int
    counts: bool
    value: int
    """0 where it does not count, else its level, or twice that."""
    reason: AkropolisReasonKey
    """Why it counts or does not: a key of the game's texts."""
    n: NotRequired[int]
    """The number that the reason names: hexes or value of a group of houses."""
    sides: NotRequired[int]
    """The number that the reason names: open sides of barracks or of a temple."""


class AkropolisColorSheet(TypedDict):
    """The score sheet of one colour."""

    districts: list[AkropolisDistrict]
    """In the order in which their places were first built on."""
    value: int
    stars: int
    """On the visible plazas."""
    points: int


class AkropolisScoreSheet(TypedDict):
    """The score sheet of a city, told hex by hex."""

    house: AkropolisColorSheet
    market: AkropolisColorSheet
    barracks: AkropolisColorSheet
    temple: AkropolisColorSheet
    garden: AkropolisColorSheet


class AkropolisCardPart(TypedDict):
    """Athena: a part of what a construction card asks for, where a city is nearest to it."""

    is_there: bool
    q: NotRequired[int]
    r: NotRequired[int]
    """Where it lies, or would have to lie; missing where the place does not matter."""
    kind: NotRequired[AkropolisKindName | Literal["plaza"]]
    """What is missing there; `plaza`: of any colour. Every hex will do where it is missing."""
    level: NotRequired[int]
    """On which level or higher, where the card asks for it."""


class AkropolisSeatView(TypedDict):
    """What lies before one player."""

    stones: int
    city: list[AkropolisHex]
    """The visible hexes in the order in which their places were first built on."""
    sheet: NotRequired[AkropolisScoreSheet]
    score: NotRequired[int]
    breakdown: NotRequired[dict[str, int]]
    rank: int | None
    name: NotRequired[str]
    completed: NotRequired[list[int]]
    """Athena: the slots, 1 to 4, of the cards that the player has completed; all four make the statue."""
    fulfilled: NotRequired[list[int]]
    """Athena: the slots of the other cards that the city fulfils."""
    progress: NotRequired[list[list[AkropolisCardPart]]]
    """Athena: how far the city is with the card of each slot; empty for those that are completed. Not after the end."""


class AkropolisArchitect(TypedDict):
    """The illustrious architect of a solo game."""

    name: AkropolisArchitectName
    stones: int
    tiles: list[int]
    """In the order taken."""
    score: NotRequired[int]
    completed: NotRequired[list[int]]
    """Athena: the slots of which he has the part of the statue."""


class AkropolisSlot(TypedDict):
    """Athena: a construction card, and what lies at it."""

    card: AkropolisCardName
    singles: list[int]
    """The single tiles that are left, in the order in which they lie."""


class AkropolisView(TypedDict):
    """A position as everyone sees it."""

    game: Literal["akropolis"]
    options: dict[str, bool | int | str | list[str]]
    seat: int | None
    """Whose view this is; null: a spectator's."""
    ply: int
    to_move: int | None
    over: bool
    legal: list[str]
    """The legal moves as text; empty for a seat that is not to move."""
    log: list[str]
    """The moves so far; what a seat may not know of a move is `?`."""
    movers: list[int]
    """The seat that took each decision."""
    phase: AkropolisPhaseName
    site: list[int]
    """The tiles on offer; the place of a tile in the list is its price."""
    stacks_left: int
    round: int
    rounds: int
    chief: int
    """The seat that began this round."""
    reserve: int | None
    """The stones that are left; null where they are not limited."""
    seats: list[AkropolisSeatView]
    tiles: dict[str, list[AkropolisKindName]]
    """The three hexes, clockwise, of the tiles that are named here, by their numbers."""
    architect: NotRequired[AkropolisArchitect]
    """Only in a solo game."""
    slots: NotRequired[list[AkropolisSlot]]
    """Athena: the construction cards, slot 1 first."""


class AkropolisOptions(TypedDict, total=False):
    """The options of `akropolis`, as `ziggurat.new` takes them."""

    seats: int
    architect: AkropolisArchitectName
    stones: Literal["from_zero", "from_one"]
    long_game: bool
    variants: Collection[Literal["house", "market", "barracks", "temple", "garden"]]
    house_group: Literal["count", "value"]
    barracks_edge: Literal["any", "outer"]
    lake: Literal["single", "region"]
    stone_supply: Literal["unlimited", "forty"]
    athena: bool
    athena_cards: Literal["random"] | Sequence[AkropolisCardName]
    athena_blank: Literal["any", "literal"]
    athena_open_center: bool
    athena_layout: Literal["contains", "exact"]
    athena_separate: Literal["apart", "any", "rings"]
    athena_pantheon: Literal["any_side", "own_side"]
    athena_stairs: Literal["descending", "one_by_one"]
    athena_main_street: Literal["any_order", "printed_order"]
    athena_barracks_variant: Literal["three_or_more", "three_or_four"]
    athena_architect_statue: bool
    athena_architect_pick: Literal["player", "first"]
    preset: Literal["bga"]


AmytisFavorName = Literal["I", "II", "III", "IV", "stairs", "corners", "projects", "row"]
AmytisPhaseName = Literal["build", "palace", "favor", "over"]
AmytisSpaceName = Literal["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


class AmytisStack(TypedDict):
    """A stack of the main board."""

    top: str | None
    """The tile on top, `Gw`: a colour B G O P and a type g m w p r t; null when the stack is empty."""
    left: int
    """How many tiles it has."""
    architect: int | None
    """The seat whose architect stands on it."""


class AmytisFavors(TypedDict):
    """The favor board: the seat of the pawn on each of the seven columns, and the seats of the pawns in the bottom row."""

    I: int | None
    II: int | None
    III: int | None
    IV: int | None
    stairs: int | None
    corners: int | None
    projects: int | None
    row: list[int]


class AmytisCard(TypedDict):
    """What is printed on a project card."""

    pattern: list[str]
    """Rows of colours, a dot for a free cell."""
    points: int


class AmytisWay(TypedDict):
    """A way in which a project could still be completed."""

    cells: str
    """The colours that the nine spaces have to show, a dot where any will do."""
    missing: list[AmytisSpaceName]
    """The spaces that do not show theirs yet."""


class AmytisSeatView(TypedDict):
    """What lies before one player."""

    board: list[list[str]]
    """Three rows of three spaces, each its stack from bottom to top: `Bt Or`."""
    track: int
    """The points scored during the game."""
    projects: list[int]
    """The cards that are not validated yet."""
    validated: list[int]
    architects_left: int
    pawns_left: int
    reach: NotRequired[dict[str, list[AmytisWay]]]
    """For each open own card and each card of the display the ways in which it could still be completed, the nearest first."""
    score: NotRequired[int]
    breakdown: NotRequired[dict[str, int]]
    rank: int | None
    name: NotRequired[str]


class AmytisView(TypedDict):
    """A position as everyone sees it."""

    game: Literal["amytis"]
    options: dict[str, bool | int | str | list[str]]
    seat: int | None
    """Whose view this is; null: a spectator's."""
    ply: int
    to_move: int | None
    over: bool
    legal: list[str]
    """The legal moves as text; empty for a seat that is not to move."""
    log: list[str]
    """The moves so far; what a seat may not know of a move is `?`."""
    movers: list[int]
    """The seat that took each decision."""
    phase: AmytisPhaseName
    stacks: list[AmytisStack]
    """The stacks of the main board, row by row."""
    display: list[int | None]
    """The open project cards; null for a place without one."""
    deck_left: int
    favors: AmytisFavors
    cards: dict[str, AmytisCard]
    """What is printed on the cards that lie open, by their numbers."""
    seats: list[AmytisSeatView]


class AmytisOptions(TypedDict, total=False):
    """The options of `amytis`, as `ziggurat.new` takes them."""

    seats: int
    edition: Literal["second", "first"]
    sides: str
    bottom_row_limit: Literal["none", "four"]
    palace_b_counts: Literal["before", "after"]


BlueprintsCardName = Literal["gold", "silver", "bronze", "skyscraper", "structural_integrity", "geometer", "materials"]
BlueprintsDecided = Literal["score", "first_demand", "second_demand", "turn_order"]
BlueprintsDie = Literal["W1", "R1", "S1", "G1", "W2", "R2", "S2", "G2", "W3", "R3", "S3", "G3", "W4", "R4", "S4", "G4", "W5", "R5", "S5", "G5", "W6", "R6", "S6", "G6"]
BlueprintsFinally = Literal["points", "prizes", "gold", "silver", "bronze"]
BlueprintsMaterialLetter = Literal["W", "R", "S", "G"]
BlueprintsSpace = Literal["a1", "b1", "a2", "b2", "a3", "b3"]


class BlueprintsPoints(TypedDict):
    """What a building scores, by source and in total."""

    bonus: int
    wood: int
    recycled: int
    stone: int
    glass: int
    total: int


class BlueprintsWoodDie(TypedDict):
    """A wood die of a building."""

    die: BlueprintsDie
    space: BlueprintsSpace
    level: int
    """From 1."""
    points: int


class BlueprintsBuiltDie(TypedDict):
    """A die of a building."""

    die: BlueprintsDie
    space: BlueprintsSpace
    level: int
    """From 1."""
    points: int | None
    """Null for recycled dice: they score together."""


class BlueprintsPlanState(TypedDict):
    """How a building stands to its plan."""

    state: Literal["done", "open", "lost"]
    """Lost: a stack is too high, or a die fitted nowhere."""
    missing: int
    """How many dice the plan still lacks."""


class BlueprintsPrizes(TypedDict):
    """For each prize how much a building has of what it needs, and how much it needs."""

    skyscraper: list[int]
    """The highest stack."""
    structural_integrity: list[int]
    """Dice of one value."""
    geometer: list[int]
    """Different values."""
    materials: list[int]
    """Dice of one material."""


class BlueprintsSeatView(TypedDict):
    """What lies before one player, and for its own player what lies behind the screen; when the game is over, for everybody."""

    taken: list[BlueprintsDie]
    """The dice chosen in this round, in order."""
    discarded: list[BlueprintsDie]
    """Those of them that fitted nowhere."""
    cards: list[BlueprintsCardName]
    """The cards won in finished rounds."""
    score: NotRequired[int]
    breakdown: NotRequired[dict[str, int]]
    plan_id: NotRequired[int]
    plan: NotRequired[list[str]]
    """Three rows of two: a planned height, or X where hatched."""
    building: NotRequired[list[list[str]]]
    """Three rows of two stacks, each from bottom to top: `"G5 R5 S6"`."""
    points: NotRequired[BlueprintsPoints]
    wood_dice: NotRequired[list[BlueprintsWoodDie]]
    die_points: NotRequired[list[BlueprintsBuiltDie]]
    plan_state: NotRequired[BlueprintsPlanState]
    prizes: NotRequired[BlueprintsPrizes]
    rank: int | None
    name: NotRequired[str]


class BlueprintsCardWon(TypedDict):
    """A card that was won in a round, and what decided it."""

    seat: int
    by: Literal["only"] | BlueprintsDecided
    """`only`: nobody else qualified."""
    over: int | None
    """The rival whom this told apart."""
    counts: list[int]
    """The numbers of both: scores, dice in demand, places in the turn order."""


class BlueprintsRoundSeat(TypedDict):
    """What a player had built when a round was scored."""

    plan_id: int
    plan: list[str]
    building: list[list[str]]
    points: BlueprintsPoints
    wood_dice: list[BlueprintsWoodDie]
    die_points: list[BlueprintsBuiltDie]
    plan_state: BlueprintsPlanState
    prizes: BlueprintsPrizes
    taken: list[BlueprintsDie]
    discarded: list[BlueprintsDie]
    cards: list[BlueprintsCardName]
    """The cards won in this round."""


class BlueprintsRound(TypedDict):
    """A finished round in full."""

    round: int
    start: int
    order: list[int]
    """The seats in the order of their turns."""
    demand: list[BlueprintsMaterialLetter]
    removed: list[BlueprintsDie]
    ranking: list[int]
    """The seats from the best building to the worst."""
    cards: dict[str, BlueprintsCardWon]
    """Each card that was won."""
    seats: list[BlueprintsRoundSeat]


class BlueprintsFinalPlace(TypedDict):
    """A player at the end, and by what he is before the next one."""

    seat: int
    points: int
    prizes: int
    gold: int
    silver: int
    bronze: int
    by: NotRequired[BlueprintsFinally | Literal["shared"]]
    """`shared`: by nothing. Absent for the last one."""
    counts: NotRequired[list[int]]
    """The numbers of both."""


class BlueprintsView(TypedDict):
    """A position as a seat sees it."""

    game: Literal["blueprints"]
    options: dict[str, bool | int | str | list[str]]
    seat: int | None
    """Whose view this is; null: a spectator's."""
    ply: int
    to_move: int | None
    over: bool
    legal: list[str]
    """The legal moves as text; empty for a seat that is not to move."""
    log: list[str]
    """The moves so far; what a seat may not know of a move is `?`."""
    movers: list[int]
    """The seat that took each decision."""
    phase: Literal["build", "remove", "over"]
    round: int
    start: int
    """The seat that started the round."""
    demand: list[BlueprintsMaterialLetter]
    """The materials in demand, the first one first."""
    pool: list[BlueprintsDie]
    """The lowest value first."""
    bag_left: int
    removed: list[BlueprintsDie]
    """The dice that are out of the round, in order."""
    plan: list[str] | None
    """The own plan; null for a spectator."""
    building: list[list[str]] | None
    """The own building."""
    seats: list[BlueprintsSeatView]
    rounds: list[BlueprintsRound]
    """The finished rounds."""
    final: list[BlueprintsFinalPlace]
    """The players from first to last, when the game is over."""


class BlueprintsOptions(TypedDict, total=False):
    """The options of `blueprints`, as `ziggurat.new` takes them."""

    seats: int
    plans: Literal["reconstructed", "extended"] | list[str]
    unplaceable: Literal["any", "only_when_stuck"]
    next_start_tie: Literal["ranking", "random"]


class New(Protocol):
    """`ziggurat.new`: the name of a game tells its options and the type of its views.

    A name that only a run tells, or a game that lives elsewhere: `ziggurat.Game(ziggurat.game_spec(name), options, seed=7)`.
    """

    @overload
    def __call__(
        self,
        game: Literal["akropolis"],
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
        moves: str | Iterable[str] = (),
        **options: Unpack[AkropolisOptions],
    ) -> Game[AkropolisView]: ...

    @overload
    def __call__(
        self,
        game: Literal["amytis"],
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
        moves: str | Iterable[str] = (),
        **options: Unpack[AmytisOptions],
    ) -> Game[AmytisView]: ...

    @overload
    def __call__(
        self,
        game: Literal["blueprints"],
        *,
        seed: str | int | None = None,
        deal: Mapping[str, Any] | None = None,
        players: Iterable[str] | None = None,
        moves: str | Iterable[str] = (),
        **options: Unpack[BlueprintsOptions],
    ) -> Game[BlueprintsView]: ...

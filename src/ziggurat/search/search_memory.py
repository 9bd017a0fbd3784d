"""The memory of a search: every array that its kernels use, allocated once, because kernels allocate nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ziggurat.game import MOVE, SCORE
from ziggurat.kernel import NONE, record, rows_of
from ziggurat.search.net import Net
from ziggurat.spec import GameSpec

MAX_SEATS = 4
DEEPEST = 192  # nodes on a path in the tree
MOST_NODES = 500_000  # 88 MB, of which only what is used is ever touched; a full tree is searched on without growing

NODE = record(  # a sequence of moves
    ("values", np.float64, (MAX_SEATS,)),  # sum of what the simulations were worth to each seat: what the search maximises
    ("wins", np.float64, (MAX_SEATS,)),  # sum of the winning shares of each seat
    ("margins", np.float64, (MAX_SEATS,)),  # sum of the margins of each seat
    ("squares", np.float64, (MAX_SEATS,)),  # sum of their squares
    ("prior", np.float64),  # how promising the move looked at once
    ("guess", np.float64),  # its value for the seat that makes it, before it was tried
    ("outcome", np.int64),  # what chance showed: then this node stands for that, and not for a move
    ("visits", np.int32),
    ("first_child", np.int32),
    ("next_sibling", np.int32),
    ("move", np.int32),
)

SETTINGS = record(
    ("explore", np.float64),
    ("trust", np.float64),
    ("temperature", np.float64),
    ("margin_share", np.float64),
    ("margin_scale", np.float64),
    ("late_prior", np.float64),
    ("late_loss", np.float64),
    ("expand_after", np.int64),
    ("playout", np.int64),
    ("tries", np.int64),
    ("widest", np.int64),
    ("widest_first", np.int64),
    ("deals", np.int64),
    ("coarse", np.int64),
    ("eyes", np.int64),  # the seat with whose eyes the search sees; NONE: the one to move
    ("only", np.int64),  # the one move with which every simulation begins; NONE: any
    ("first_moves", np.int64),  # with how many moves a simulation may begin: those of `memory.moves[3]`; 0: with any that is legal
)
Array = np.ndarray[Any, Any]


class SearchMemory(NamedTuple):
    """The arrays of one search; S seats, F features, H hidden numbers of the net."""

    states: Array  # [4]  the position, an imagined one, one to try moves on, one to spare
    rows: Array  # their memory
    nodes: Array  # [N] of NODE  the tree; nodes[0] is the position itself, the last one a spare
    moves: Array  # [4, M]  legal moves: of select, expand and playouts; those with which a simulation may begin
    worth: Array  # [M]  what each move is worth
    stamps: Array  # [1 + CODES]  stamps[0] counts listings of legal moves; stamps[1 + move] says in which one the move was legal, one more if it has a child
    path: Array  # [DEEPEST]  the nodes on the way down
    points: Array  # [S]  scores
    expected: Array  # [2, S]  points that the seats expect
    results: Array  # [3, S]  winning share, margin and value of a simulation
    deals: Array  # [D, 4]  generators of the imagined deals; none: every simulation imagines one of its own
    dealer: Array  # [4]  the generator of the deal at hand
    inputs: Array  # [F]  features
    hidden: Array  # [H]
    first: Array  # [F + 1, H]  the net
    second: Array  # [H + 1]
    spread: Array  # [2]
    sieve: Array  # [terms]  the weights of `sift`; may be empty


def make_memory(spec: GameSpec, seats: int, net: Net, nodes: int, deals: Array) -> SearchMemory:
    """Allocate the memory of a search for so many seats."""
    states = spec.blank(4)
    tree = np.zeros(nodes, NODE)
    tree[-1].first_child = NONE
    return SearchMemory(
        states=states,
        rows=rows_of(states),
        nodes=tree,
        moves=np.zeros((4, spec.rules.MAX_MOVES), MOVE),
        worth=np.zeros(spec.rules.MAX_MOVES),
        stamps=np.zeros(1 + spec.rules.MOVE_CODES, np.int64),
        path=np.zeros(DEEPEST, np.int32),
        points=np.zeros(seats, SCORE),
        expected=np.zeros((2, seats)),
        results=np.zeros((3, seats)),
        deals=deals,
        dealer=np.zeros(4, np.uint64),
        inputs=np.zeros(len(net.first) - 1, np.float32),
        hidden=np.zeros(net.first.shape[1], np.float32),
        first=net.first,
        second=net.second,
        spread=net.spread,
        sieve=net.sieve,
    )

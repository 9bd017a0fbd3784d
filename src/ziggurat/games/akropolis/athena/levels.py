"""The eight levels of Akropolis with the Athena expansion, the weakest first; with three and four seats they are those of the game without it."""

from ziggurat.games.akropolis.levels import LEVELS_OF_SEATS, NEWCOMER
from ziggurat.levels import NEWCOMER_LEVEL, one_ply, tree_search

__all__ = ["LEVELS", "LEVELS_OF_SEATS", "NEWCOMER"]

LEVELS = (  # each takes about 75 % of the games against the one below
    NEWCOMER_LEVEL,
    one_ply(notice=0.55, favourite=0.4),
    one_ply(notice=0.11, favourite=0.6, future=0.11),
    one_ply(notice=0.2, favourite=0.54, future=0.21),
    one_ply(notice=0.42, favourite=0.37, future=0.67),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    tree_search(450),
    tree_search(12_000),
)

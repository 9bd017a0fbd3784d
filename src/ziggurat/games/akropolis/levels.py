"""The eight levels of Akropolis, the weakest first: of tables with one or two seats, and of those with three or four."""

from ziggurat.games.akropolis.material import COLOR_NAMES
from ziggurat.levels import Newcomer, one_ply, tree_search

LEVELS = (
    one_ply(notice=0.085, favourite=1.1, future=0.27),
    one_ply(notice=0.14, favourite=0.82, future=0.45),
    one_ply(notice=0.24, favourite=0.6, future=0.7),
    one_ply(notice=1.0, future=1.0, deals=2),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    tree_search(200),
    tree_search(800),
    tree_search(12_000),
)
LEVELS_MORE_SEATS = (  # here a search gains less on a bot that looks one move ahead (`ziggurat ladder akropolis --seats 3`)
    one_ply(notice=0.037, favourite=1.5, future=0.06),
    one_ply(notice=0.053, favourite=1.35, future=0.14),
    one_ply(notice=0.08, favourite=1.1, future=0.27),
    one_ply(notice=0.12, favourite=0.9, future=0.4),
    one_ply(notice=0.19, favourite=0.68, future=0.56),
    one_ply(notice=0.36, favourite=0.42, future=0.85),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    tree_search(12_000),
)
NEWCOMER = Newcomer(one_of=COLOR_NAMES)
"""It builds for one colour and for stones, and ignores the plazas of the other colours."""

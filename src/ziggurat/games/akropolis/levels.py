"""The eight levels of Akropolis, the weakest first, of tables with one or two seats and of those with three or four; and what a newcomer sees of it."""

from ziggurat.games.akropolis.material import COLOR_NAMES
from ziggurat.levels import NEWCOMER_LEVEL, Newcomer, one_ply, tree_search

LEVELS = (  # each takes about 80 % of the games against the one below
    NEWCOMER_LEVEL,
    one_ply(notice=0.08, favourite=0.8),
    one_ply(notice=0.55, favourite=0.4),
    one_ply(notice=0.18, favourite=0.55, future=0.17),
    one_ply(notice=0.42, favourite=0.37, future=0.67),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    tree_search(450),
    tree_search(12_000),
)
MORE_SEATS = (  # about 70 %; here a search gains less on a bot that looks one move ahead
    NEWCOMER_LEVEL,
    one_ply(notice=0.09, favourite=0.78),
    one_ply(notice=0.33, favourite=0.66),
    one_ply(notice=0.09, favourite=0.6, future=0.09),
    one_ply(notice=0.19, favourite=0.55, future=0.15),
    one_ply(notice=0.3, favourite=0.5, future=0.3),
    one_ply(notice=1.0, future=1.0, opponent=0.5, deals=2),
    tree_search(12_000),
)
LEVELS_OF_SEATS = {3: MORE_SEATS, 4: MORE_SEATS}
NEWCOMER = Newcomer(one_of=COLOR_NAMES)
"""It builds for one colour and for stones, and ignores the plazas of the other colours."""

"""The eight levels of Amytis, the weakest first."""

from ziggurat.games.amytis.material import FAVOR_NAMES
from ziggurat.games.amytis.scoring import LINES
from ziggurat.levels import Newcomer, one_ply, tree_search

LEVELS = (
    one_ply(notice=0.62, favourite=0.27, future=0.97),
    one_ply(notice=0.86, favourite=0.1, future=1.0, opponent=0.05, deals=2),
    one_ply(notice=1.0, future=1.0, opponent=0.2, deals=2),
    one_ply(notice=1.0, future=1.0, opponent=0.45, deals=2),
    tree_search(10),
    tree_search(100),
    tree_search(700),
    tree_search(6000),
)
NEWCOMER = Newcomer(ignores=(*(source for source in LINES if source.startswith("project:")), *FAVOR_NAMES))
"""It builds for the points of the tile in its hand: neither projects nor lines of architects, which bring favors."""

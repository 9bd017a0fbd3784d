"""The eight levels of Amytis, the weakest first, and what a newcomer sees of it."""

from ziggurat.games.amytis.material import FAVOR_NAMES
from ziggurat.games.amytis.scoring import LINES
from ziggurat.levels import NEWCOMER_LEVEL, Newcomer, one_ply, tree_search

LEVELS = (  # each takes about 85 % of the games against the one below
    NEWCOMER_LEVEL,
    one_ply(notice=0.32, favourite=0.38, future=0.07),
    one_ply(notice=0.5, favourite=0.3, future=0.28),
    one_ply(notice=0.56, favourite=0.3, future=0.65),
    one_ply(notice=1.0, future=1.0, opponent=0.06, deals=2),
    tree_search(4),
    tree_search(200),
    tree_search(6000),
)
NEWCOMER = Newcomer(ignores=(*(source for source in LINES if source.startswith("project:")), *FAVOR_NAMES))
"""It builds for the points of the tile in its hand, and thinks neither of projects nor of lines of architects, which bring favors."""

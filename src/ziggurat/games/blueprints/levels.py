"""The eight levels of Blueprints, the weakest first."""

from ziggurat.levels import Newcomer, one_ply, tree_search

LEVELS = (
    one_ply(notice=0.14, favourite=0.85, future=0.45),
    one_ply(notice=0.2, favourite=0.6, future=0.6),
    one_ply(notice=0.3, favourite=0.5, future=0.8),
    one_ply(notice=0.4, favourite=0.4, future=0.9),
    one_ply(notice=0.55, favourite=0.3, future=1.0),
    one_ply(notice=0.69, favourite=0.22, future=1.0, deals=2),
    one_ply(notice=1.0, future=1.0, deals=2),
    tree_search(4000),
)
NEWCOMER = Newcomer()
"""It builds for the points of its building: they decide the awards, and prizes are not among them."""

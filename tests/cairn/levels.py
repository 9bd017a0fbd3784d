"""The eight levels of Cairn, the weakest first; no games were played to choose them."""

from ziggurat.levels import one_ply, tree_search

LEVELS = (*(one_ply(notice=notice, opponent=0.5) for notice in (0.15, 0.3, 0.5, 0.75, 1.0)), *(tree_search(sims) for sims in (50, 300, 2000)))

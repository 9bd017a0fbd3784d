"""The eight levels of Blueprints, the weakest first, of tables with two seats and of those with three or four; and what a newcomer sees of it."""

from ziggurat.levels import NEWCOMER_LEVEL, Newcomer, one_ply, tree_search

LEVELS = (  # each takes about 64 % of the games against the one below
    NEWCOMER_LEVEL,
    one_ply(notice=0.305, favourite=0.46, future=0.77),
    one_ply(notice=0.41, favourite=0.39, future=0.91),
    one_ply(notice=0.515, favourite=0.32, future=0.98),
    one_ply(notice=0.645, favourite=0.24, future=1.0),
    one_ply(notice=0.77, favourite=0.15, future=1.0, deals=2),
    one_ply(notice=1.0, future=1.0, deals=2),
    tree_search(4000),
)
MORE_SEATS = (  # about 62 %; here a search gains little on a bot that looks one move ahead
    NEWCOMER_LEVEL,
    one_ply(notice=0.283, favourite=0.478, future=0.744),
    one_ply(notice=0.367, favourite=0.422, future=0.856),
    one_ply(notice=0.461, favourite=0.359, future=0.941),
    one_ply(notice=0.592, favourite=0.272, future=1.0),
    one_ply(notice=0.722, favourite=0.186, future=1.0, deals=2),
    one_ply(notice=0.911, favourite=0.059, future=1.0, deals=2),
    tree_search(4000),
)
LEVELS_OF_SEATS = {3: MORE_SEATS, 4: MORE_SEATS}
NEWCOMER = Newcomer()
"""It counts the points of its own building, which decide the awards; prizes are not among them."""

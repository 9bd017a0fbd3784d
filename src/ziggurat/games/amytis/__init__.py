"""The Architects of Amytis, for two players: take a tile, set an architect, build upwards on three by three spaces."""

from ziggurat.spec import GameSpec

GAME = GameSpec("amytis", version=1, seats=(2, 2), package=__name__, turn_depth=3, greedy_deals=16, search=(("margin_share", 0.6),))

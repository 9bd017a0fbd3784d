"""Akropolis, for one to four players: take a tile of three hexes, lay it in your city, on the ground or on top, and build upwards."""

from ziggurat.spec import Expansion, GameSpec

GAME = GameSpec(
    "akropolis",
    version=1,
    seats=(1, 4),
    package=__name__,
    bench=(("stones", "from_one"),),
    search=(("margin_scale", 20), ("deals", 8)),
    expansions=(Expansion("athena", turn_depth=5, greedy_depth=2),),
)

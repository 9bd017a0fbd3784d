"""Blueprints, for two to four players: secret plans, and buildings of dice behind a screen."""

from ziggurat.spec import GameSpec

GAME = GameSpec(
    "blueprints",
    version=1,
    seats=(2, 4),
    package=__name__,
    secrets=True,
    turn_depth=2,
    greedy_deals=8,
    bench=(("seats", 4),),
    search=(("margin_scale", 4), ("temperature", 1.5)),
)

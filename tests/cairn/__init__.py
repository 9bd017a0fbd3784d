"""Cairn, for two or three players: the smallest whole game, made for the tests and as an example of a game folder."""

from ziggurat.spec import GameSpec

GAME = GameSpec("cairn", version=1, seats=(2, 3), package=__name__)

"""Makes known the games that live in the tests, as anyone's own game would be: a game is a folder, and `register` announces it."""

from __future__ import annotations

import cairn
from ziggurat.registry import game_names, game_spec, register

register(cairn.GAME)
BUILT_IN = [name for name in game_names() if game_spec(name).package.startswith("ziggurat.games.")]
"""The games of the package itself."""

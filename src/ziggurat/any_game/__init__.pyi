"""Stands for the folder of a game in kernel templates (`bind` puts the game's own name in its place); there is nothing to import at run time."""

def has(module: str, name: str) -> bool:
    """Whether the game has something that a game need not have (`spec.OPTIONAL`)."""

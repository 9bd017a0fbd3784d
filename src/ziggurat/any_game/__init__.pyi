"""Stands for the folder of a game in kernel templates (`bind` puts the game's own name in its place); there is nothing to import at run time."""

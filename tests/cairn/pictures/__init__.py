"""The pictures of the game, drawn from a view."""

"""Boards as tables: neighbours, lines and turns, computed once at import by readable Python."""

"""Tells the watchers of a table that it changed."""

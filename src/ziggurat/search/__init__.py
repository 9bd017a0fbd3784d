"""Bots: programs that choose moves. Everything a bot knows of hidden things comes through `imagine`."""

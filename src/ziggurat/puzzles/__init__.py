"""Puzzles: positions with one clearly best move, how they are found in games, judged, rated, checked and explained."""

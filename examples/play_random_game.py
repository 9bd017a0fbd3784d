"""Two players who draw every move by lot: deal, play to the end, count."""

import random

import ziggurat

lots = random.Random(7)  # noqa: S311 - moves, not keys
game = ziggurat.new("amytis", seed=7)

while not game.is_over:
    game.push(lots.choice(game.legal_moves))

print(game)
for seat, lines in enumerate(game.breakdown):
    scored = ", ".join(f"{line} {points}" for line, points in lines.items() if points)
    print(f"seat {seat}: rank {game.ranks[seat]}, {game.scores[seat]} points: {scored}")

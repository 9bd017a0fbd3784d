"""A record is a game as text. Load it, tell it move by move, and see what a damaged one is refused for."""

import ziggurat

TEXT = """{"ziggurat": 1, "game": "amytis", "rules": 1,
 "options": {"seats": 2, "edition": "second", "sides": "AAAAAA", "bottom_row_limit": "none", "palace_b_counts": "before"},
 "deal": {"seed": "7"},
 "players": ["Ada", "Grace"],
 "moves": ["b2>a1", "b1>a1", "c2>b1", "b3>b2", "+1"]}"""

game = ziggurat.load(TEXT)  # also: a path, or the object itself
for ply, (move, sentences) in enumerate(zip(game.moves, game.log(), strict=True)):
    print(f"{ply}  {move:6}  {'; '.join(sentences)}")
print("scores so far:", game.scores)

earlier = ziggurat.load(TEXT, upto=2)
print("after two plies:", earlier.scores)

try:
    ziggurat.load(TEXT.replace("c2>b1", "b2>b1"))
except ziggurat.GameError as error:
    print(f"refused ({error.code}): {error}")

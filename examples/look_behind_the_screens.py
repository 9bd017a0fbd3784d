"""A game with secrets: what the owner, the neighbour and a spectator see of the same moves of Blueprints."""

import ziggurat

game = ziggurat.new("blueprints", seed=7, seats=3, players=["Ada", "Grace", "Mary"])
for _ in range(4):
    game.push(game.legal_moves[0])

for seat in (0, 1, None):
    view = game.view(seat)
    name = "a spectator" if seat is None else game.players[seat]
    print(f"{name} sees", *view["log"], "| plan", view["plan"], "| building", view["building"])
    print("  and hears:", game.log(seat=seat)[0][0])

print("the record knows:", *game.record()["moves"])

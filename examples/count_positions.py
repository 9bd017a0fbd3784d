"""Perft: how many ways the first decisions can go. A slip in the list of legal moves shows here first."""

import ziggurat


def ways(game: ziggurat.Game, depth: int) -> int:
    """The number of sequences of `depth` moves from here."""
    moves = game.legal_codes()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.push_unchecked(move)
        total += ways(game, depth - 1)
        game.undo()
    return total


for seed in ("1", "6"):
    game = ziggurat.new("amytis", seed=seed)
    print(f"seed {seed}:", *(ways(game, depth) for depth in (1, 2, 3)))

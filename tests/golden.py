"""Golden files: playthroughs and perft counts of every game, readable in a diff. `./run golden` writes them anew."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import small_games  # noqa: F401  (registers them)
from ziggurat.bind import bind
from ziggurat.game import MOVE, Game
from ziggurat.kernel import below, generator, rows_of
from ziggurat.registry import game_names, game_spec
from ziggurat.search.bots import make_bot

PERFT_SEEDS = ("1", "6", "10")
MIDDLE = 15  # plies
DEEPEST = 4
MOST_SEQUENCES = 100_000_000  # a level that would surely have more is left out


def playthrough(name: str, options: dict[str, Any], seed: str) -> Iterator[str]:
    """A whole game of a random first and a greedy other half: each move, the board, scores and legal moves."""
    spec = game_spec(name)
    game = Game(spec, options, seed=seed)
    yield f"# {name} rules {spec.version}, options {game.options}, seed {seed}"
    rng = generator(f"{seed}/moves")
    greedy = make_bot("greedy", spec, f"{seed}/greedy")
    while not game.is_over:
        legal = game.legal_codes()
        move = legal[int(below(rng, len(legal)))] if game.turn % 3 == 0 else greedy.choose(game)
        game.push_unchecked(move)
        yield f"\n{game.ply}. {game.moves[-1]}  (of {len(legal)})  scores {' '.join(map(str, game.scores))}"
        yield from (f"   {sentence}" for sentence in game.log(since=game.ply - 1)[0])
        yield from (f"   | {line.rstrip()}" for line in str(game).splitlines())
    yield f"\nranks {' '.join(map(str, game.ranks))}"
    for seat, lines in enumerate(game.breakdown):
        yield f"seat {seat}: {' '.join(f'{line} {points}' for line, points in lines.items() if points)}"


def perft(game: Game, depth: int) -> int:
    """The number of move sequences of this length."""
    spec = game.spec
    states, moves = spec.blank(depth + 1), np.zeros((depth + 1, spec.rules.MAX_MOVES), MOVE)
    states[0] = game.state
    counts, cursors = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(bind(spec.key, "ziggurat.search.kernels.perft").count_sequences(states, rows_of(states), moves, counts, cursors, depth))


def perft_starts(game: Game, seed: str) -> Iterator[None]:
    """Play at random to the positions where a count starts: the opening, the middle of the game, and with an expansion the middle of a turn after that."""
    rng = generator(f"{seed}/perft")
    ends: list[Callable[[int], bool]] = [lambda _: True, lambda _: game.ply >= MIDDLE]
    if game.spec.key != game.spec.name:
        ends.append(lambda turn: game.turn == turn)
    turn = game.turn
    for is_reached in ends:
        while not is_reached(turn) and not game.is_over:
            legal, turn = game.legal_codes(), game.turn
            game.push_unchecked(legal[int(below(rng, len(legal)))])
        if game.is_over:
            return
        yield


def perft_lines(name: str, tables: list[dict[str, Any]]) -> Iterator[str]:
    """Counts at depth 1, 2, 3, … of several positions of each game."""
    yield "# options, seed, plies played, then move sequences of length 1, 2, 3, …"
    for options in tables:
        for seed in PERFT_SEEDS:
            game = Game(game_spec(name), options, seed=seed)
            for _ in perft_starts(game, seed):
                counts = [perft(game, 1)]
                while len(counts) < DEEPEST and 0 < counts[-1] * counts[0] < MOST_SEQUENCES:
                    counts.append(perft(game, len(counts) + 1))
                shown = ",".join(f"{key}={value}" for key, value in options.items())
                yield f"{shown} {seed} {game.ply} {' '.join(map(str, counts))}"


def golden_files(name: str) -> Iterator[tuple[Path, str]]:
    """Every golden file of the game with the text that it should hold."""
    spec = game_spec(name)
    folder = spec.folder / "golden"
    tables: list[dict[str, Any]] = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
    yield folder / "perft.txt", "\n".join(perft_lines(name, tables)) + "\n"
    for number, options in enumerate(tables, 1):
        label = "-".join(str(value) for value in options.values()).replace(" ", "")
        yield folder / f"{number}-{label}.play", "\n".join(playthrough(name, options, f"golden/{number}")) + "\n"


def main() -> None:
    """Write all golden files, and remove those that are no longer made."""
    for name in sys.argv[1:] or game_names():
        files = dict(golden_files(name))
        for path, text in files.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.name)
        for old in {*next(iter(files)).parent.glob("*.play")} - files.keys():
            old.unlink()


if __name__ == "__main__":
    main()

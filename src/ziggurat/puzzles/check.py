"""Checks puzzles: that they can be played, that their moves are legal, and (deep) that a search ten times as deep still finds one clearly best move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ziggurat.errors import GameError
from ziggurat.puzzles.judge import FEWEST_MOVES, SURE, Judge
from ziggurat.puzzles.ladder import LADDER, rating_of
from ziggurat.puzzles.puzzle import Puzzle, game_of
from ziggurat.registry import game_spec

LEFT = 0.5  # share of the least margin that a second deep search, by other chance, must find


def check_puzzles(puzzles: Sequence[Puzzle], *, deep: bool = False, scale: float = 1.0) -> Iterator[tuple[Puzzle, str]]:
    """Yield each puzzle with what is wrong with it, `""` if nothing is."""
    judges: dict[str, Judge] = {}
    seen: set[str] = set()
    for puzzle in puzzles:
        wrong = f"there are two puzzles `{puzzle.id}`" if puzzle.id in seen else what_is_wrong(puzzle)
        seen.add(puzzle.id)
        if deep and not wrong:
            spec = game_spec(puzzle.game)
            judge = judges.setdefault(puzzle.game, Judge(spec, spec.optional("puzzle_themes", "LEAST_MARGIN"), scale=scale))
            wrong = what_a_search_denies(puzzle, judge)
        yield puzzle, wrong


def what_is_wrong(puzzle: Puzzle) -> str:
    """What contradicts the rules, or itself."""
    try:
        game = game_of(puzzle)
        best, second = game.check(puzzle.best), game.check(puzzle.second)
    except GameError as error:
        return f"it cannot be played: {error}"
    least = game.spec.optional("puzzle_themes", "LEAST_MARGIN")
    faults = {
        "another seat is to move": game.to_move != puzzle.seat,
        "the best move is the second best, too": best == second,
        "there are too few legal moves": len(game.legal_codes()) < FEWEST_MOVES,
        "its margin is too small, or not sure": puzzle.margin < max(least, SURE * puzzle.error),
        "its best move wins fewer games than the second best": puzzle.win < 0,
        "the rungs of the ladder are others": len(puzzle.solved) != len(LADDER) or rating_of(puzzle.solved) != puzzle.rating,
        "a theme has no words": any(f"theme.{theme}" not in game.words(language) for theme in puzzle.themes for language in ("en", "fr")),
        "its reason is not of all seats": not len(puzzle.reason.now) == len(puzzle.reason.end) == game.seats,
    }
    return "; ".join(fault for fault, is_so in faults.items() if is_so)


def what_a_search_denies(puzzle: Puzzle, judge: Judge) -> str:
    """What a deep search finds otherwise, with chance that had no part in the choice of the puzzle."""
    game = game_of(puzzle)
    lead = judge.deep_lead(game, f"check/{puzzle.id}")
    if lead is None or lead.best != game.check(puzzle.best):
        other = game.spec.move_text.to_text(game.state, lead.best) if lead else "nothing"
        return f"a deep search finds `{other}`, not `{puzzle.best}`"
    if lead.points < LEFT * judge.least:
        other = game.spec.move_text.to_text(game.state, lead.second)
        return f"a deep search finds `{other}` only {lead.points:.1f} points worse than `{puzzle.best}`"
    return ""

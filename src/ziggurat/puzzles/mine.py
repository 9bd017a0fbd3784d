"""Looks for puzzles in games that a search plays: one game is a piece of work, so a run can be spread over processes, interrupted, and go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ziggurat import __version__
from ziggurat.arena.piece import check_amount
from ziggurat.errors import GameError, RecordError
from ziggurat.game import Game
from ziggurat.parse import typed_line
from ziggurat.puzzles.check import what_a_search_denies
from ziggurat.puzzles.judge import FEWEST_MOVES, GLANCE, Judge, Lead, Verdict, lead_of
from ziggurat.puzzles.ladder import rating_of, tries
from ziggurat.puzzles.puzzle import Points, Puzzle, Reason
from ziggurat.puzzles.reasons import GAMES, reason_for
from ziggurat.registry import game_spec
from ziggurat.search.move_tellings import tellings_of
from ziggurat.spec import GameSpec

OPENING = 0.75  # share of the game that is left at most
LIKELY = 0.8  # share of the least margin that a glance must see before a position is looked at
LIKELY_SHARE = 0.3  # share of its visits that a glance must have given its best move
SHORTEST_GAP = 2  # plies between two puzzles of a game: neighbours are alike
LEAST_SHOWN = 0.1  # points of margin that games played on from both moves must show
CLEARLY = 1.5  # standard errors that this margin must be above nothing
BORNE_OUT = 0.5  # share of the margin that these games must show at least, and the other way round, give or take their standard error
CHANCE = 2.0  # standard errors by which they may show more
TAKEN = 0.5  # share of the margin that rivals must lose before a puzzle is about them
RATING_STEP = 100  # puzzles are chosen evenly from steps of rating as wide as this


class PuzzleGame(msgspec.Struct, kw_only=True):
    """One game to look for puzzles in; without `puzzles` until that is done."""

    ziggurat: str = __version__
    game: str
    rules: int
    options: dict[str, Any]
    bots: list[str]
    seed: str
    number: int
    """The seed of the game is `seed/number`."""
    scale: float = 1.0
    """Multiplies the budgets of all searches."""
    puzzles: list[Puzzle] | UnsetType = UNSET

    @property
    def key(self) -> tuple[str, int]:
        """What identifies it."""
        return self.seed, self.number

    @property
    def size(self) -> int:
        """One game."""
        return 1

    def plan(self) -> dict[str, Any]:
        """Everything but the result."""
        fields: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, puzzles=UNSET))
        return fields

    def play(self) -> PuzzleGame:
        """Play the game, and look for puzzles in it."""
        return msgspec.structs.replace(self, puzzles=mine_game(self))

    def as_line(self) -> bytes:
        """The game as one line of JSON."""
        return msgspec.json.encode(self) + b"\n"

    @classmethod
    def read(cls, line: bytes) -> PuzzleGame:
        """Read a finished game from its line; raises RecordError."""
        mined = typed_line(line, cls, RecordError)
        if mined.puzzles is UNSET:
            raise RecordError("nobody has looked for puzzles in it yet")
        return mined

    @property
    def results(self) -> list[Puzzle]:
        """Its puzzles."""
        return [] if self.puzzles is UNSET else self.puzzles


def puzzle_games(name: str, seed: str, games: int, options: Mapping[str, Any] | None = None, *, scale: float = 1.0) -> list[PuzzleGame]:
    """List the games to look in. Without options they are those of the tables that the game names, in turn."""
    check_amount(games)
    spec = game_spec(name)
    tables: Sequence[Mapping[str, Any]] = [options] if options else tables_of(spec)
    listed = []
    for number in range(games):
        table = dict(tables[number % len(tables)])
        bots = [f"mcts:sims={max(4, round(GLANCE * scale))}"] * spec.option_set.read(table)["seats"]
        listed.append(PuzzleGame(game=name, rules=spec.version, options=table, bots=bots, seed=seed, number=number, scale=scale))
    return listed


def tables_of(spec: GameSpec) -> Sequence[Mapping[str, Any]]:
    """The options of the tables on which puzzles of a game are looked for."""
    if tables := spec.optional("puzzle_themes", "TABLES"):
        return list(tables)
    raise GameError(f"`{spec.name}` has no puzzles: its folder has no `puzzle_themes.py`")


def puzzle_identity(piece: PuzzleGame) -> dict[str, Any]:
    """The fields that all games of a run share."""
    return {name: getattr(piece, name) for name in ("ziggurat", "game", "rules", "seed", "scale")}


# --- One game ---------------------------------------------------------------------------------------------------------


def mine_game(piece: PuzzleGame) -> list[Puzzle]:
    """Let a search play the game, and judge each position in which its best move seems to be far ahead."""
    spec = game_spec(piece.game)
    judge = Judge(spec, spec.optional("puzzle_themes", "LEAST_MARGIN"), scale=piece.scale)
    game: Game = Game(spec, piece.options, seed=f"{piece.seed}/{piece.number}")
    puzzles: list[Puzzle] = []
    while (seat := game.to_move) is not None:
        legal = game.legal_codes()
        if len(legal) == 1:
            game.push_unchecked(legal[0])
            continue
        name = f"{piece.seed}-{piece.number}-{game.ply}"
        thoughts = judge.glance(game, name)
        lead = lead_of(thoughts, seat)
        if lead and may_be_puzzle(game, lead, judge.least) and (not puzzles or game.ply - puzzles[-1].ply >= SHORTEST_GAP):
            verdict = judge.judge(game, name)
            if verdict and (puzzle := make_puzzle(game, verdict, name, piece)) and not what_a_search_denies(puzzle, judge):
                puzzles.append(puzzle)
        game.push_unchecked(thoughts[0].move)
    return puzzles


def may_be_puzzle(game: Game, lead: Lead, least: float) -> bool:
    """Whether a position is worth a longer look: not the opening, where no difference shows clearly at the end, and one move seems far ahead."""
    left = float(game.spec.module("features").share_left(game.state))
    return left <= OPENING and len(game.legal_codes()) >= FEWEST_MOVES and lead.points >= LIKELY * least and lead.share >= LIKELY_SHARE


def make_puzzle(game: Game, verdict: Verdict, name: str, piece: PuzzleGame) -> Puzzle | None:
    """Rate and explain a position that is a puzzle; None if the games played on from both moves do not bear it out."""
    best, second, seat = verdict.lead.best, verdict.lead.second, int(game.state.to_move)
    reason = reason_for(game, best, second, name, max(2, round(GAMES * min(1.0, piece.scale))))
    if not is_borne_out(verdict.margin, reason):
        return None
    solved = tries(game, best, name)
    write = game.spec.move_text.to_text
    return Puzzle(
        id=name,
        game=piece.game,
        rules=piece.rules,
        options=game.options,
        deal=game.deal,
        moves=game.moves,
        seat=seat,
        best=write(game.state, best),
        second=write(game.state, second),
        margin=round(verdict.margin, 2),
        error=round(verdict.error, 2),
        win=round(verdict.win, 3),
        rating=rating_of(solved),
        solved=solved,
        themes=themes_of(game, best, verdict.margin, reason.now, reason.end),
        reason=reason,
        source=f"{piece.bots[0]} seed {piece.seed}/{piece.number}",
    )


def is_borne_out(margin: float, reason: Reason) -> bool:
    """Whether games played on from both moves show a clear difference, and about the one that the searches found."""
    if reason.margin < max(LEAST_SHOWN, CLEARLY * reason.error):
        return False
    return BORNE_OUT * margin - reason.error <= reason.margin <= margin / BORNE_OUT + CHANCE * reason.error


def themes_of(game: Game, best: int, margin: float, now: list[Points], end: list[Points]) -> list[str]:
    """The themes of a puzzle: those of its game, and two of all games."""
    seat = int(game.state.to_move)
    tellings = [*tellings_of(game, seat, best, "notes"), *tellings_of(game, seat, best, "serves")]
    themes: list[str] = game.spec.optional("puzzle_themes", "themes")(game.state, seat, best, tellings, end)
    if min((sum(points.values()) for place, points in enumerate(end) if place != seat), default=0.0) <= -TAKEN * margin:
        themes.append("deny")
    if sum(now[seat].values()) <= 0:
        themes.append("later")
    return themes


# --- Which ones are kept ----------------------------------------------------------------------------------------------


def choose(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """So many of the puzzles, evenly over ratings, themes and tables; the surest first where there are more than enough."""
    left = sorted(puzzles, key=lambda puzzle: (-puzzle.margin / (puzzle.error + 0.2), puzzle.id))
    ratings: Counter[int] = Counter()
    themes: Counter[str] = Counter()
    tables: Counter[str] = Counter()
    chosen: list[Puzzle] = []

    def crowd(puzzle: Puzzle) -> float:
        """How many like it were chosen already."""
        same = [themes[theme] for theme in puzzle.themes]
        return ratings[puzzle.rating // RATING_STEP] + 0.5 * (sum(same) / len(same) if same else len(chosen)) + 0.25 * tables[table_name(puzzle)]

    while left and len(chosen) < most:
        puzzle = min(left, key=crowd)
        left.remove(puzzle)
        chosen.append(puzzle)
        ratings[puzzle.rating // RATING_STEP] += 1
        themes.update(puzzle.themes)
        tables[table_name(puzzle)] += 1
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


def table_name(puzzle: Puzzle) -> str:
    """The options of a puzzle as text."""
    return msgspec.json.encode(puzzle.options, order="sorted").decode()

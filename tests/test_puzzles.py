"""Puzzles: found in games, judged, rated, explained, checked; and those that come with the games."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from statistics import median

import msgspec
import pytest
from typer.testing import CliRunner

import ziggurat
from figures import ROOT
from ziggurat.cli import app
from ziggurat.errors import GameError, RecordError
from ziggurat.puzzles.check import check_puzzles, what_is_wrong
from ziggurat.puzzles.explain import later, lines_of, second_text, sentences_of
from ziggurat.puzzles.judge import Judge, lead_of
from ziggurat.puzzles.ladder import LADDER, rating_of
from ziggurat.puzzles.mine import PuzzleGame, choose, is_borne_out, puzzle_games
from ziggurat.puzzles.puzzle import OTHER, Puzzle, Reason, game_of, read_puzzles, shipped
from ziggurat.registry import game_spec
from ziggurat.search.mcts import Thought
from ziggurat.text import words

GAMES = ("amytis", "akropolis", "blueprints")
QUICK = 0.05


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A log and a file of a very short search for puzzles, by the command."""
    folder = tmp_path_factory.mktemp("puzzles")
    log, file = folder / "log.jsonl", folder / "found.jsonl"
    call = ["puzzles", "amytis", "--games", "2", "--seed", "t3", "--scale", str(QUICK), "--jobs", "1", "--log", str(log), "--file", str(file)]
    result = CliRunner().invoke(app, call)
    assert result.exit_code == 0, result.output
    assert "puzzles of 2 games, seed t3" in result.output
    return log, file


def test_mining_finds_puzzles_and_goes_on_from_its_log(mined: tuple[Path, Path]) -> None:
    log, file = mined
    first = read_puzzles(file)
    assert first, "even a very short search finds some in two games"
    held = log.read_bytes()
    again = CliRunner().invoke(
        app, ["puzzles", "amytis", "--games", "2", "--scale", str(QUICK), "--jobs", "1", "--log", str(log), "--file", str(file), "--json"]
    )
    assert again.exit_code == 0, again.output
    assert '"seed": "t3"' in again.output or '"seed":"t3"' in again.output, "the log says which run it was"
    assert (log.read_bytes(), read_puzzles(file)) == (held, first)
    pieces = [PuzzleGame.read(line) for line in held.splitlines(keepends=True)]
    assert sorted(puzzle.id for piece in pieces for puzzle in piece.results) == sorted(puzzle.id for puzzle in first)


def test_the_same_seed_gives_the_same_puzzles(mined: tuple[Path, Path]) -> None:
    piece = PuzzleGame.read(mined[0].read_bytes().splitlines(keepends=True)[0])
    assert puzzle_games("amytis", "t3", 1, scale=QUICK)[0].play() == piece


def test_the_check_finds_what_is_wrong(mined: tuple[Path, Path], tmp_path: Path) -> None:
    puzzle = read_puzzles(mined[1])[0]
    other = next(move for move in game_of(puzzle).legal_moves if move != puzzle.best)
    for change, fault in (
        ({"best": "z9>z9"}, "cannot be played"),
        ({"moves": [*puzzle.moves, puzzle.moves[-1]]}, "cannot be played"),
        ({"second": puzzle.best}, "second best, too"),
        ({"margin": 0.1}, "margin is too small"),
        ({"win": -0.01}, "wins fewer games"),
        ({"rating": puzzle.rating + 5}, "rungs"),
        ({"themes": ["nonsense"]}, "no words"),
        ({"seat": 1 - puzzle.seat}, "another seat"),
        ({"rules": 0}, "version 0"),
    ):
        assert fault in what_is_wrong(msgspec.structs.replace(puzzle, **change)), change
    assert [fault for _, fault in check_puzzles([puzzle, puzzle])] == ["", f"there are two puzzles `{puzzle.id}`"]
    denied = [fault for _, fault in check_puzzles([msgspec.structs.replace(puzzle, best=other, second=puzzle.best)], deep=True, scale=QUICK)]
    assert "a deep search finds" in denied[0]
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(msgspec.structs.replace(puzzle, best="z9>z9").as_line())
    result = CliRunner().invoke(app, ["puzzles", "amytis", "--check", "--file", str(file)])
    assert result.exit_code == 1
    file.write_bytes(b"{}\n")
    with pytest.raises(RecordError, match="line 1"):
        read_puzzles(file)


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzles_of_a_game_are_in_order(name: str) -> None:
    puzzles = list(shipped(name).values())
    assert len(puzzles) >= 200
    assert [(puzzle.id, fault) for puzzle, fault in check_puzzles(puzzles) if fault] == []
    assert (game_spec(name).folder / "puzzles.jsonl").stat().st_size < 400_000
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    assert ratings[-1] - ratings[0] > 450, "there are easy ones and hard ones"
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) >= 5


@pytest.mark.parametrize("name", GAMES)
def test_the_page_on_practice_counts_them_as_they_are(name: str) -> None:
    puzzles, say = list(shipped(name).values()), words(name)
    ratings, themes = [puzzle.rating for puzzle in puzzles], Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    games = {puzzle.id.rpartition("-")[0] for puzzle in puzzles}
    row = re.search(rf"^\| {say('game.name')} \| (.*) \|$", (ROOT / "docs/guides/practice.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None
    count, of_games, range_of_ratings, listed = row[1].split(" | ")
    assert (int(count), int(of_games)) == (len(puzzles), len(games))
    assert range_of_ratings == f"{min(ratings)} to {max(ratings)}, half below {median(ratings):.0f}"
    assert sorted(listed.split(", ")) == sorted(f"{say(f'theme.{theme}')} {number}" for theme, number in themes.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_deep_search_confirms_a_shipped_puzzle(name: str) -> None:
    surest = max(shipped(name).values(), key=lambda puzzle: puzzle.margin / (puzzle.error + 0.2))
    assert [fault for _, fault in check_puzzles([surest], deep=True)] == [""]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_explained_in_words_without_gaps(name: str, language: str) -> None:
    for puzzle in list(shipped(name).values())[::5]:
        game = game_of(puzzle)
        lines = lines_of(puzzle, game, language)
        total = sum(line.points * (-1 if line.kind == "rival" else 1) for line in lines if line.kind != "progress")
        assert lines, puzzle.id
        assert game.seats > 2 or total == pytest.approx(puzzle.reason.margin, abs=1.6), puzzle.id
        said = " ".join([*(line.text for line in lines), *sentences_of(puzzle, game, language)])
        assert said
        assert "{" not in said, said
        assert "puzzle." not in said, said


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_says_why(name: str) -> None:
    for puzzle in shipped(name).values():
        game = game_of(puzzle)
        advice, *notes = sentences_of(puzzle, game, "en")
        named = [line.text for line in lines_of(puzzle, game, "en") if ": " in line.text]
        assert named or notes, puzzle.id
        second = second_text(puzzle, game, "en")
        assert second != advice and second, puzzle.id


def test_what_is_true_of_the_second_best_move_too_is_no_reason() -> None:
    puzzle = next(iter(shipped("blueprints").values()))
    game = game_of(puzzle)
    told = " ".join(sentences_of(puzzle, game, "en"))
    assert "of 6 in this round" not in told, "that holds for every die"


def test_what_comes_later_and_what_comes_at_once_are_what_comes_in_all() -> None:
    now, end = {"garden": 3.0, "market": 2.0}, {"garden": 5.0, "wall": -1.0, OTHER: 0.5}
    then = later(now, end)
    assert then == {"garden": 2.0, "wall": -1.0, OTHER: -1.5}
    assert sum(now.values()) + sum(then.values()) == pytest.approx(sum(end.values()))


def test_a_rating_rises_with_what_the_ladder_misses() -> None:
    ratings = [rating_of([0.0] * missed + [1.0] * (len(LADDER) - missed)) for missed in range(len(LADDER) + 1)]
    assert ratings == sorted(ratings)
    assert ratings[0] < 800
    assert ratings[-1] > 2000


def test_games_played_on_must_bear_out_the_margin() -> None:
    def reason(margin: float, error: float) -> Reason:
        return Reason([{}], [{}], 16, margin, error)

    assert is_borne_out(5.0, reason(5.0, 1.0))
    assert is_borne_out(5.0, reason(2.0, 1.0)), "within its error of half the margin"
    assert not is_borne_out(5.0, reason(5.0, 4.0)), "too unsure"
    assert not is_borne_out(5.0, reason(1.0, 0.1)), "far less than the search says"
    assert not is_borne_out(5.0, reason(30.0, 2.0)), "far more than the search says"


def test_the_lead_is_over_the_best_of_the_moves_that_were_looked_at() -> None:
    def thought(move: int, visits: int, margin: float) -> Thought:
        return Thought(move, visits, (0.0, 0.0), (0.5, 0.5), (margin, -margin))

    lead = lead_of([thought(1, 80, 4.0), thought(2, 12, 1.0), thought(3, 8, 2.0), thought(4, 1, 9.0)], 0)
    assert lead
    assert (lead.best, lead.second, lead.points) == (1, 3, 2.0)
    assert lead_of([thought(1, 80, 4.0)], 0) is None


def test_a_judge_sees_only_what_the_seat_sees() -> None:
    puzzle = next(iter(shipped("blueprints").values()))
    game, seat = game_of(puzzle), puzzle.seat
    world = game.copy()
    game.spec.visibility.imagine(world.state, seat, ziggurat.kernel.generator("another deal"))
    assert world.state.tobytes() != game.state.tobytes()
    judge = Judge(game.spec, 1.0, scale=0.1)
    assert judge.deep_lead(game, "eyes") == judge.deep_lead(world, "eyes")


def test_choosing_spreads_over_ratings_and_keeps_the_surest() -> None:
    base = next(iter(shipped("amytis").values()))

    def puzzle(number: int, rating: int, margin: float) -> Puzzle:
        return msgspec.structs.replace(base, id=f"x{number}", rating=rating, margin=margin, error=0.1)

    many = [puzzle(number, 900, 4.0 + number) for number in range(20)] + [puzzle(100 + number, 1500, 4.0) for number in range(3)]
    chosen = choose(many, 6)
    assert sorted(one.rating for one in chosen) == [900] * 3 + [1500] * 3
    assert {one.id for one in chosen if one.rating == 900} == {"x19", "x18", "x17"}
    assert len(choose(many, 100)) == len(many)


def test_wrong_calls_say_what_to_do() -> None:
    for call, advice in (
        (["puzzles", "amytis"], "name a file"),
        (["puzzles", "amytis", "--deep", "--log", "x"], "--check"),
        (["puzzles", "nothing", "--check"], "nothing"),
    ):
        result = CliRunner().invoke(app, call)
        assert result.exit_code != 0
        assert advice in str(result.exception) + result.output
    with pytest.raises(GameError):
        puzzle_games("amytis", "x", 1, {"edition": "third"})

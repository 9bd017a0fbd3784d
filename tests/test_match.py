"""Matches, bots and statistics."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from asking import Ask
from ziggurat.arena.journal import Journal, match_identity
from ziggurat.arena.match import Match, match_deals, play_match, record_games
from ziggurat.arena.pool import Worker, default_jobs, play_deals
from ziggurat.arena.scheduled_deal import Deal, bot_seed, play_deal
from ziggurat.arena.stats import elo_difference, grouped_interval, mean_interval
from ziggurat.record import dump
from ziggurat.search.bots import GreedyBot, make_bot


def last(rounds: Iterator[Match]) -> Match:
    *_, match = rounds
    return match


def test_greedy_beats_random_and_games_are_whole_rotations() -> None:
    summary = last(play_match("amytis", ["random", "greedy"], {}, "1", 39)).summary()
    assert summary["games"] == 40
    assert summary["wins"][1] > summary["wins"][0]
    assert sum(summary["points"]) == pytest.approx(40)
    assert summary["elo_diff"] < -200
    low, high = summary["interval"]
    assert 0 <= low <= summary["points"][0] / 40 <= high <= 1
    assert summary["mean_scores"][1] > 100


def test_equal_bots_share_each_deal_evenly_when_nothing_but_the_seat_differs() -> None:
    match = Match(["a", "b"])
    assert match.add([0, 1], [10, 5], [1, 2]) == 1
    assert match.add([1, 0], [10, 5], [1, 2]) == 0
    assert match.add([0, 1], [7, 7], [1, 1]) == 0.5
    assert match.wins == [1, 1]
    assert match.points == [1.5, 1.5]
    assert match.score_sums == [22, 22]


def test_every_seat_of_a_game_has_a_bot_with_a_seed_of_its_own() -> None:
    assert len({bot_seed("7/0", seat) for seat in range(4)}) == 4


def test_the_same_seed_gives_the_same_records() -> None:
    def text(seed: str) -> list[str]:
        return [dump(record) for record in record_games("amytis", ["greedy", "random"], {"sides": "random"}, seed, 5)]

    assert text("1") == text("1")
    assert text("1") != text("2")


def test_the_wrong_number_of_bots_is_refused() -> None:
    with pytest.raises(ziggurat.GameError, match="seats"):
        next(record_games("amytis", ["random"] * 3, {}, "1", 1))
    with pytest.raises(ziggurat.BotError, match="there is no bot `clever`"):
        make_bot("clever", ziggurat.game_spec("amytis"), "1")


def test_greedy_takes_the_turn_with_the_best_margin() -> None:
    """Against a plain search: try every whole turn by hand, on positions without a palace on offer."""
    checked = 0
    for seed in range(60):
        game = ziggurat.new("amytis", seed=f"greedy/{seed}")
        bot = make_bot("random", game.spec, f"{seed}")
        for _ in range(seed % 30):
            game.push_unchecked(bot.choose(game))
        if game.view(0)["phase"] != "build" or any((stack["top"] or "")[1:] == "p" for stack in game.view(0)["stacks"]):
            continue
        checked += 1
        mover = game.to_move
        assert mover is not None
        values = {}
        for move in game.legal_moves:
            after = game.copy()
            after.push(move)
            ends = [after]
            if after.to_move == mover and after.turn == game.turn:
                ends = [branch(after, favor) for favor in after.legal_moves]
            values[move] = max(end.scores[mover] - end.scores[1 - mover] for end in ends)
        greedy = GreedyBot(game.spec, "x")
        greedy_values = {game.spec.move_text.to_text(game.state, code): value for code, value in greedy.values_of(game).items()}
        assert greedy_values == values
        assert values[game.spec.move_text.to_text(game.state, greedy.choose(game))] == max(values.values())
    assert checked > 5


def branch(game: ziggurat.Game, move: str) -> ziggurat.Game:
    copy = game.copy()
    copy.push(move)
    return copy


def test_greedy_draws_ties() -> None:
    game = ziggurat.new("amytis", seed=4)
    assert len({GreedyBot(game.spec, f"{seed}").choose(game) for seed in range(30)}) > 3


def test_greedy_does_not_look_at_the_deck() -> None:
    """With the same generator it chooses the same whatever lies hidden."""
    from ziggurat.kernel import generator

    for seed in range(20):
        game = ziggurat.new("amytis", seed=f"peek/{seed}", sides="random")
        bot = make_bot("random", game.spec, f"{seed}")
        for _ in range(seed):
            game.push_unchecked(bot.choose(game))
        other = game.copy()
        game.spec.visibility.imagine(other.state, 0, generator("another deal"))
        one, two = GreedyBot(game.spec, "same"), GreedyBot(game.spec, "same")
        assert one.values_of(game) == two.values_of(other)
        assert GreedyBot(game.spec, "same").choose(game) == GreedyBot(game.spec, "same").choose(other)


def test_an_interval_covers_what_it_says() -> None:
    values = [0.0, 1.0] * 50
    low, high = mean_interval(values)
    assert low < 0.5 < high
    assert high - low == pytest.approx(2 * 1.984 * 0.5025 / 10, rel=1e-3)  # Student's distribution with 99 degrees of freedom
    assert mean_interval([1.0] * 100) == (0.97, 1.0)
    few = mean_interval([0.4, 0.6])
    assert few == (0.0, 1.0), "two deals say next to nothing"
    one, all_alike = grouped_interval([[1.0, 1.0, 1.0, 0.5], [0.0] * 4]), mean_interval([1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    assert one[1] - one[0] < 0.5 * (all_alike[1] - all_alike[0]), "that a bot beats one and loses to another is not chance"
    assert grouped_interval([[0.2], [0.8], [0.5]]) == mean_interval([0.2, 0.8, 0.5]), "one deal in each group tells no spread"


@pytest.mark.parametrize("deals", [4, 10, 40])
@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 2, 1), (1, 3, 6)])
def test_intervals_of_few_deals_hold_the_truth_as_often_as_they_say(deals: int, weights: tuple[int, int, int]) -> None:
    lots, shares = random.Random(7), (0.0, 0.5, 1.0)
    truth = sum(weight * share for weight, share in zip(weights, shares, strict=True)) / sum(weights)
    held = 0
    for _ in range(1000):
        low, high = mean_interval(lots.choices(shares, weights, k=deals))
        held += low <= truth <= high
    assert held / 1000 > 0.925
    assert mean_interval([]) == (0.0, 1.0)


def test_elo_is_symmetric_and_finite() -> None:
    assert elo_difference(50, 100) == 0
    assert elo_difference(75, 100) == pytest.approx(-elo_difference(25, 100))
    assert 700 < elo_difference(100, 100) < 1200


# --- processes and logs --------------------------------------------------------------------------------------------------


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    """Without the seconds, which no two runs share."""
    return {name: value for name, value in summary.items() if name != "seconds_per_move"}


def test_the_result_does_not_depend_on_the_number_of_jobs() -> None:
    one, two = (last(play_match("amytis", ["random", "greedy"], {"sides": "random"}, "jobs", 12, jobs=jobs)) for jobs in (1, 2))
    assert timeless(one.summary()) == timeless(two.summary())
    assert one.first_by_deal == two.first_by_deal
    assert all(seconds > 0 for seconds in two.summary()["seconds_per_move"])


def test_workers_know_games_that_live_elsewhere_and_any_number_of_seats() -> None:
    one, two = (last(play_match("blueprints", ["random", "greedy", "random"], {}, "three", 6, jobs=jobs)) for jobs in (1, 2))
    assert timeless(one.summary()) == timeless(two.summary())
    cairn = last(play_match("cairn", ["random", "greedy"], {}, "elsewhere", 4, jobs=2))
    assert cairn.games == 4


def test_jobs_are_all_cores_but_one_and_never_none(monkeypatch: pytest.MonkeyPatch, ask: Ask) -> None:
    for cores, jobs in ((1, 1), (2, 1), (16, 15)):
        monkeypatch.setattr("ziggurat.arena.pool.cores", lambda cores=cores: cores)
        assert default_jobs() == jobs
    for wrong in ("0", "-1", "many"):
        answer = ask("match", "amytis", "random", "random", "--jobs", wrong)
        assert answer.code == 2
        assert "--jobs" in answer.err
    with pytest.raises(ziggurat.BotError, match="0 jobs cannot play"):
        next(play_deals(match_deals("amytis", ["random"] * 2, {}, "1", 2), jobs=0))


def test_a_log_goes_on_where_it_ended_and_plays_nothing_again(tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "match.jsonl"
    common = ("match", "amytis", "random", "greedy", "--json", "--jobs", "1", "--seed", "log")
    (whole,) = ask(*common, "--games", "12").json
    ask(*common, "--games", "6", "--log", str(log))
    lines = log.read_bytes().splitlines(keepends=True)
    first = json.loads(lines[0])
    assert {"game", "rules", "options", "bots", "seed", "deal", "games"} <= first.keys()
    assert [json.loads(line)["deal"] for line in lines] == [0, 1, 2]
    log.write_bytes(b"".join([lines[2], lines[0]]) + lines[1][:100])  # another order, and a torn line
    played: list[int] = []

    def noted(deal: Deal) -> Deal:
        played.append(deal.deal)
        return play_deal(deal)

    monkeypatch.setattr("ziggurat.arena.scheduled_deal.play_deal", noted)
    (resumed,) = ask(*common, "--games", "12", "--log", str(log)).json
    assert timeless(resumed) == timeless(whole)
    assert played == [1, 3, 4, 5]
    assert sorted(json.loads(line)["deal"] for line in log.read_bytes().splitlines()) == list(range(6))
    seedless = [word for word in common if word not in {"--seed", "log"}]
    (again,) = ask(*seedless, "--games", "12", "--log", str(log)).json  # the seed is that of the log
    assert timeless(again) == timeless(whole)
    assert len(played) == 4
    (fewer,) = ask(*common, "--games", "4", "--log", str(log)).json
    assert fewer["games"] == 4


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        (["--seed", "other"], '`seed` is "log" there, "other" here'),
        (["--option", "sides=BBBBBB"], '`options.sides` is "AAAAAA" there, "BBBBBB" here'),
        (["--seconds-per-move", "0.5"], "`seconds_per_move` is null there, 0.5 here"),
    ],
)
def test_the_log_of_another_match_is_refused_with_what_differs(change: list[str], differs: str, tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "match.jsonl"
    assert ask("match", "amytis", "random", "greedy", "--games", "2", "--seed", "log", "--log", str(log)).code == 0
    before = log.read_bytes()
    answer = ask("match", "amytis", "random", "greedy", "--games", "4", "--log", str(log), *change)
    assert answer.code == 1
    assert differs in answer.err
    assert '`bots` is ["random", "greedy"] there, ["greedy", "random"] here' in ask("match", "amytis", "greedy", "random", "--log", str(log)).err
    assert log.read_bytes() == before


@pytest.mark.parametrize("text", ["# Notes", '{"ziggurat": 1}\n', "{}\n", '{"other": "file"}', "\n", "[]\n", "[" * 100_000 + "\n"])
def test_a_file_that_is_no_log_is_refused_and_left_as_it_is(text: str, tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "notes.md"
    log.write_text(text, encoding="utf-8")
    answer = ask("match", "amytis", "random", "greedy", "--games", "2", "--seed", "1", "--log", str(log))
    assert answer.code == 1
    assert "notes.md" in answer.err
    assert log.read_text(encoding="utf-8") == text


def test_a_log_that_cannot_be_written_is_refused(tmp_path: Path, ask: Ask) -> None:
    for log in (tmp_path, tmp_path / "nowhere" / "x.jsonl"):
        answer = ask("match", "amytis", "random", "greedy", "--log", str(log))
        assert answer.code == 1
        assert "cannot write the log" in answer.err
    deals = match_deals("amytis", ["random"] * 2, {}, "1", 2)
    with Journal(tmp_path / "x.jsonl", deals[0], match_identity), pytest.raises(ziggurat.GameError, match="another run is writing"):
        Journal(tmp_path / "x.jsonl", deals[0], match_identity)


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Worker.play
    died: list[int] = []

    def shaky(self: Worker, deal: Any) -> Any:
        if deal.deal == 1 and len(died) < deaths:
            died.append(1)
            self.process.kill()
        return plain(self, deal)

    monkeypatch.setattr(Worker, "play", shaky)
    deals = match_deals("amytis", ["random"] * 2, {}, "dies", 8)
    deaths = 1
    assert sorted(deal.deal for deal in play_deals(deals, jobs=2)) == [0, 1, 2, 3]
    deaths = 3
    with pytest.raises(ziggurat.BotError, match=r"deal 1 .* died 2 times \(signal 9"):
        list(play_deals(deals, jobs=2))


def test_an_error_in_a_worker_is_told(tmp_path: Path) -> None:
    deals = match_deals("amytis", ["random"] * 2, {}, "1", 4)
    for deal in deals:
        deal.bots = ["random", "clever"]
    with pytest.raises(ziggurat.GameError, match="there is no bot `clever`"):
        list(play_deals(deals, jobs=2))


PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from ziggurat.cli import main; main()"  # even where SIGINT is ignored

SLOW = """
import os, pathlib, time
class Slow:
    def choose(self, view):
        if not view["log"] or len(view["log"]) == 1:
            with open(os.environ["BOT_PIDS"], "a") as file:
                print(os.getpid(), os.getppid(), file=file)
        if pathlib.Path(os.environ["BOT_PIDS"] + ".stuck").exists():
            while True:
                pass
        return view["legal"][0]
"""


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def finished_deals(log: Path) -> int:
    return log.read_bytes().count(b"\n") if log.exists() else 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(("sign", "jobs"), [(signal.SIGINT, 2), (signal.SIGINT, 1), (signal.SIGKILL, 2), (signal.SIGKILL, 1)])
def test_an_interrupted_or_killed_match_leaves_no_process_and_goes_on_from_its_log(sign: signal.Signals, jobs: int, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    log, pids, stuck = tmp_path / "match.jsonl", tmp_path / "pids", tmp_path / "pids.stuck"
    command = [sys.executable, "-c", PROGRAM, "match", "amytis", "py:slow.py:Slow", "random", "--seed", "k", "--json", "--log", str(log)]
    env = {**os.environ, "BOT_PIDS": str(pids)}

    def run(*more: str) -> dict[str, Any]:
        done = subprocess.run([*command, *more], cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        return timeless(json.loads(done.stdout))

    process = subprocess.Popen(
        [*command, "--games", "60", "--jobs", str(jobs)], cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: finished_deals(log) >= 2, "two deals are played")
    stuck.touch()  # from now on the bot never answers
    time.sleep(0.3)
    process.send_signal(sign)
    out, err = process.communicate(timeout=30)
    if sign == signal.SIGINT:
        assert process.returncode == 130
        assert json.loads(out)["games"] == 2 * finished_deals(log)
        assert f"interrupted after {2 * finished_deals(log)} of 60 games" in err
        assert "Traceback" not in err
    everyone = {int(word) for word in pids.read_text().split()}
    assert len(everyone) > 2
    wait_until(lambda: not any(map(is_alive, everyone)), "all processes ended")
    before = log.read_bytes()
    stuck.unlink()
    wanted = str(2 * finished_deals(log) + 2)
    resumed = run("--games", wanted, "--jobs", "1")
    assert log.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    log.unlink()
    assert run("--games", wanted, "--jobs", "1") == resumed

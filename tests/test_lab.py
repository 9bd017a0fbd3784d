"""The lab on this machine: tournaments, self-play, bundles, progress. `tests/test_cluster.py` plays the same on a cluster."""

from __future__ import annotations

import gzip
import io
import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ziggurat
from asking import Ask
from ziggurat.arena.bundles import SECONDS, Bundles
from ziggurat.arena.match import match_deals
from ziggurat.arena.progress import GameProgress, in_words
from ziggurat.arena.scheduled_deal import Deal, Forfeit, Played
from ziggurat.cli.lab_options import complete_cluster
from ziggurat.errors import BotError, OptionError
from ziggurat.lab.gather import gather
from ziggurat.lab.standings import Seen, share_interval, summary_of
from ziggurat.lab.swiss import all_groups, group_seatings, group_sizes, swiss_groups
from ziggurat.lab.tournament import Tournament, make_plan, pair_shares, play_tournament, seat_counts

# --- who meets whom ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)])
def test_every_bot_of_a_group_sits_equally_often_on_every_seat(bots: int, seats: int) -> None:
    seatings = group_seatings(bots, seats)
    for seat in range(seats):
        assert len(set(Counter(seating[seat] for seating in seatings).values())) == 1
    assert all(set(seating) == set(range(bots)) for seating in seatings)


def test_group_sizes_are_as_full_as_possible_and_leave_no_one_alone_at_large_tables() -> None:
    for seats in (2, 3, 4):
        for bots in range(2, 20):
            sizes = group_sizes(bots, seats)
            assert sum(sizes) == bots and max(sizes) <= seats and max(sizes) - min(sizes) <= 1
            assert min(sizes) > 1 or (seats == 2 and bots % 2 == 1)


def test_all_groups_are_all_tables() -> None:
    assert all_groups(["b", "a", "c"], 2) == [("a", "b"), ("b", "c"), ("a", "c")]
    assert len(all_groups(list("abcdef"), 3)) == 20
    assert all_groups(["b", "a"], 4) == [("a", "b")]


@pytest.mark.parametrize("bots", [4, 5, 8, 9])
def test_in_swiss_rounds_nobody_meets_twice_before_it_must_and_pauses_are_shared(bots: int) -> None:
    names = [f"bot{number}" for number in range(bots)]
    met: Counter[frozenset[str]] = Counter()
    paused: Counter[str] = Counter()
    for _ in range(3):
        pairs = swiss_groups(names, 2, met, paused)
        seated = [bot for pair in pairs for bot in pair]
        assert len(seated) == len(set(seated)) == bots - bots % 2
        paused.update(set(names) - set(seated))
        met.update(map(frozenset, pairs))
    assert max(met.values()) == 1
    assert not paused or max(paused.values()) == 1
    everyone = {frozenset(pair): 1 for pair in combinations(names, 2)}
    assert len(swiss_groups(names, 2, everyone, {})) == bots // 2  # all have met: they meet again


def test_swiss_groups_of_larger_tables_are_neighbours_who_have_met_least() -> None:
    assert swiss_groups(list("abcdef"), 3, {}, {}) == [("a", "b", "c"), ("d", "e", "f")]
    assert swiss_groups(list("abcdef"), 3, {frozenset("ab"): 1, frozenset("ac"): 1}, {})[0] == ("a", "d", "e")


# --- tournaments ---------------------------------------------------------------------------------------------------------


def played(ranks: list[int], forfeit: Forfeit | None = None) -> Played:
    blank = [0] * len(ranks)
    return Played(blank, ranks, blank, [0.0] * len(ranks), forfeit)


def test_every_two_bots_of_a_table_are_compared() -> None:
    common: dict[str, Any] = {"game": "blueprints", "rules": 1, "options": {"seats": 3}, "seed": "x", "deal": 0}
    deal = Deal(**common, bots=["a", "b", "c"], seatings=[[0, 1, 2], [1, 2, 0]], games=[played([1, 2, 3]), played([1, 1, 3])])
    assert pair_shares(deal) == {(0, 1): 0.5, (0, 2): 0.5, (1, 2): 0.75}
    lost = Deal(**common, bots=["a", "b", "c"], seatings=[[0, 1, 2]], games=[played([1, 2, 3], Forfeit(0, "crashed"))])
    assert pair_shares(lost) == {(0, 1): 0.0, (0, 2): 0.0, (1, 2): 0.5}


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    for row in summary["standings"]:
        del row["seconds_per_move"]
    return summary


def play(game: str, bots: list[str], games: int, jobs: int = 1, options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    *_, last = play_tournament(make_plan(game, bots, options or {}, "1", games, **more), jobs)
    return timeless(summary_of(last))


def test_a_tournament_has_its_fields_and_does_not_depend_on_jobs() -> None:
    bots = ["random", "greedy", "mcts:sims=8"]
    one = play("amytis", bots, 5)
    assert one == play("amytis", bots, 5, jobs=2)
    assert one["games"] == one["planned"] == 18 and one["complete"]
    assert [row["place"] for row in one["standings"]] == [1, 2, 3]
    assert one["standings"][-1]["bot"] == "random"
    assert sum(row["points"] for row in one["standings"]) == pytest.approx(18)
    assert sum(row["rating"] for row in one["standings"]) == pytest.approx(0, abs=0.2)
    for row in one["standings"]:
        assert row["interval"][0] <= row["rating"] <= row["interval"][1]
        assert row["share_interval"][0] <= row["share"] <= row["share_interval"][1]
    assert one["standings"][0]["openskill"]["mu"] > one["standings"][-1]["openskill"]["mu"]
    assert [pairing["bots"] for pairing in one["pairings"]] == [["greedy", "mcts:sims=8"], ["greedy", "random"], ["mcts:sims=8", "random"]]


def test_a_round_robin_of_two_seats_is_the_ladder_of_its_seeds(ask: Ask) -> None:
    (fields,) = ask("tournament", "amytis", "random", "greedy", "--games", "6", "--seed", "7", "--jobs", "1", "--json").json
    (match,) = ask("match", "amytis", "greedy", "random", "--games", "6", "--seed", "7/2/greedy/random", "--jobs", "1", "--json").json
    assert fields["pairings"] == [{"bots": ["greedy", "random"], "games": 6, "share": match["points"][0] / 6, "interval": match["interval"]}]


def test_a_tournament_of_all_seat_counts_plays_each() -> None:
    fields = play("blueprints", ["random", "greedy", "level:1"], 3, seats="all")
    assert [table["seats"] for table in fields["tables"]] == [2, 3, 4]
    assert [table["games"] for table in fields["tables"]] == [12, 3, 12]
    assert fields["standings"][0]["bot"] == "greedy"
    assert all(row["by_seats"][seats]["games"] for row in fields["standings"] for seats in ("2", "3", "4"))


def test_swiss_rounds_pair_by_points_and_do_not_depend_on_jobs() -> None:
    bots = ["random", "greedy", "level:1", "level:2", "mcts:sims=4"]
    one = play("amytis", bots, 2, rounds=3)
    assert one == play("amytis", bots, 2, rounds=3, jobs=2)
    assert one["format"] == "swiss" and len(one["swiss"]) == 3
    assert one["games"] == one["planned"] == 12
    met = Counter(tuple(table["bots"]) for tables in one["swiss"] for table in tables)
    assert max(met.values()) == 1
    assert all(sum(table["shares"]) == pytest.approx(1) for tables in one["swiss"] for table in tables)


def test_swiss_rounds_of_several_seat_counts() -> None:
    fields = play("blueprints", ["random", "greedy", "level:1", "level:2"], 2, rounds=2, seats="all")
    assert fields["games"] == fields["planned"]
    assert {table["seats"] for tables in fields["swiss"] for table in tables} == {2, 3, 4}


def test_a_tournament_goes_on_from_its_log_and_may_grow(tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "log.jsonl"
    common = ("--jobs", "1", "--json")
    (whole,) = ask("tournament", "amytis", "random", "greedy", "level:1", "--games", "4", "--seed", "grow", *common).json
    assert ask("tournament", "amytis", "random", "greedy", "--games", "2", "--seed", "grow", "--log", str(log), *common).code == 0
    assert len(log.read_text().splitlines()) == 1
    (grown,) = ask("tournament", "amytis", "random", "greedy", "level:1", "--games", "4", "--log", str(log), *common).json
    assert timeless(grown) == timeless(whole)
    assert len(log.read_text().splitlines()) == 6
    refused = ask("tournament", "amytis", "random", "greedy", "--seed", "other", "--log", str(log))
    assert refused.code == 1 and '`seed` is "grow" there, "other" here' in refused.err


def test_an_interrupted_tournament_shows_what_it_knows(ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stop_after(monkeypatch, 4)
    log = tmp_path / "log.jsonl"
    arguments = ("tournament", "amytis", "random", "greedy", "level:1", "--games", "4", "--seed", "1", "--jobs", "1", "--log", str(log))
    answer = ask(*arguments, "--json")
    assert answer.code == 130
    assert answer.json[0]["games"] == 8 and not answer.json[0]["complete"]
    assert "interrupted after 8 of 12 games" in answer.err
    monkeypatch.undo()


def stop_after(monkeypatch: pytest.MonkeyPatch, deals: int) -> None:
    """Press Ctrl-C after so many deals."""
    plain = Deal.play
    left = deals

    def tired(self: Deal) -> Deal:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return plain(self)

    monkeypatch.setattr(Deal, "play", tired)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["amytis", "random"], "two bots or more"),
        (["amytis", "random", "greedy", "random"], "`random` is named twice"),
        (["amytis", "random", "clever"], "there is no bot `clever`"),
        (["chess", "random", "greedy"], "there is no game `chess`"),
        (["amytis", "random", "greedy", "--seats", "3"], "no tables of 3 seats"),
        (["akropolis", "random", "greedy", "--seats", "few"], "no tables of few seats: name 2 to 4, or `all`"),
        (["akropolis", "random", "greedy", "--seats", "3", "-o", "seats=2"], "differ: name one"),
        (["amytis", "random", "greedy", "--swiss", "0"], "--swiss"),
        (["amytis", "random", "greedy", "--seconds-per-move", "inf"], "--seconds-per-move"),
        (["amytis", "random", "greedy", "--seconds-per-move", "nan"], "nan is no number"),
        (["amytis", "random", "greedy", "--report", "x.pdf"], ".html"),
    ],
)
def test_mistakes_are_named_before_anything_is_played(arguments: list[str], reason: str, ask: Ask) -> None:
    answer = ask("tournament", *arguments)
    assert answer.code == 2
    assert reason in " ".join((answer.err + answer.out).split())


def test_standings_are_printed_and_reported(ask: Ask, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    answer = ask("tournament", "blueprints", "random", "greedy", "--seats", "all", "--games", "2", "--seed", "s", "--jobs", "1", "--report", str(report))
    assert answer.code == 0
    assert "2 and 3 and 4 seats" in answer.out and "greedy" in answer.out and "OpenSkill" in answer.out
    text = report.read_text(encoding="utf-8")
    assert "greedy" in text and "ziggurat tournament blueprints random greedy --seats all --games 2 --seed s" in text


def test_the_seats_of_a_tournament_come_from_one_place() -> None:
    assert seat_counts("blueprints", {}, None) == [2]
    assert seat_counts("blueprints", {"seats": 3}, None) == [3]
    assert seat_counts("blueprints", {}, "all") == [2, 3, 4]
    with pytest.raises(OptionError):
        seat_counts("blueprints", {}, "5")
    with pytest.raises(BotError):
        make_plan("amytis", ["random"], {}, "1", 2)


def test_a_tournament_of_a_game_that_lives_elsewhere() -> None:
    assert play("cairn", ["random", "greedy"], 4, jobs=2) == play("cairn", ["random", "greedy"], 4)


# --- many pieces ---------------------------------------------------------------------------------------------------------


def test_gather_gives_deals_in_their_order_and_stops_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = match_deals("amytis", ["random", "greedy"], {}, "g", 8)
    whole = gather(deals, jobs=2)
    assert [deal.deal for deal in whole.deals] == [0, 1, 2, 3] and whole.complete and whole.games == whole.planned == 8
    stop_after(monkeypatch, 2)
    part = gather(deals, jobs=1)
    assert [deal.deal for deal in part.deals] == [0, 1] and not part.complete and (part.games, part.planned) == (4, 8)
    assert gather([], jobs=1).complete


def test_a_log_with_another_deal_under_the_same_number_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    gather(match_deals("amytis", ["random", "greedy"], {}, "g", 2), jobs=1, log=log)
    with pytest.raises(ziggurat.GameError, match=r"log of another run: `options.sides` is \"AAAAAA\" there, \"BBBBBB\" here"):
        gather(match_deals("amytis", ["random", "greedy"], {"sides": "BBBBBB"}, "g", 2), jobs=1, log=log)


def test_bundles_grow_with_quick_pieces_and_shrink_towards_the_end() -> None:
    deals = match_deals("amytis", ["random", "greedy"], {}, "b", 2000)
    bundles = Bundles(deals)
    assert [len(bundles.next(2)) for _ in range(2)] == [1, 1]  # nothing is known yet
    bundles.note(deals[0], SECONDS / 100)
    sizes = []
    while bundles:
        sizes.append(len(bundles.next(2)))
    assert sizes[0] == 100 and sum(sizes) == 998 and sizes[-1] == 1
    assert all(size * SECONDS / 100 <= SECONDS for size in sizes)
    bundles.note(deals[0], 2 * SECONDS)
    bundles.left.extend(deals[:10])
    assert len(bundles.next(1)) == 1
    bundles.give_back(deals[:3])
    assert bundles.next(1) == [deals[0]]


def test_progress_tells_the_time_left_in_a_log_and_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("ziggurat.arena.progress.time.monotonic", lambda: now)
    text = io.StringIO()
    show = GameProgress(Console(file=text, force_terminal=False), 1000, resumed=500)
    show(500)
    now += 40
    show(510)
    assert text.getvalue() == "510 of 1000 games\n"  # one speed is no speed
    now += 100
    show(610, "greedy 60 %")
    assert text.getvalue().splitlines()[1] == "610 of 1000 games  greedy 60 %  about 6 min left"
    terminal = io.StringIO()
    show = GameProgress(Console(file=terminal, force_terminal=True, width=120), 100)
    with show.bar:
        show(1)
        now += 10
        show(11)
    assert "about 1 min left" in terminal.getvalue() or "about 89 s left" in terminal.getvalue()
    assert [in_words(seconds) for seconds in (0, 40, 600, 12_000)] == ["1 s", "40 s", "10 min", "3 h 20 min"]


@pytest.mark.parametrize(
    ("typed", "complete"),
    [
        ("match amytis greedy random --cluster", "match amytis greedy random --cluster auto"),
        ("match --cluster amytis greedy random", "match --cluster auto amytis greedy random"),
        ("match amytis greedy --cluster --json", "match amytis greedy --cluster auto --json"),
        ("match amytis --cluster level:10 greedy", "match amytis --cluster auto level:10 greedy"),
        ("match --cluster ray://head:10001 amytis", "match --cluster ray://head:10001 amytis"),
        ("match --cluster 10.0.0.1:6379 amytis", "match --cluster 10.0.0.1:6379 amytis"),
        ("match --cluster=head:6379 amytis", "match --cluster=head:6379 amytis"),
        ("match --cluster local amytis", "match --cluster local amytis"),
    ],
)
def test_cluster_may_stand_without_an_address(typed: str, complete: str) -> None:
    assert complete_cluster(typed.split()) == complete.split()


# --- self-play -----------------------------------------------------------------------------------------------------------


def test_self_play_writes_the_records_of_record_on_any_number_of_jobs(tmp_path: Path, ask: Ask) -> None:
    common = ("--seed", "s", "--games", "5", "-o", "sides=random")
    recorded = ask("record", "amytis", "--bots", "greedy,random", *common).out
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.jsonl"
        assert ask("selfplay", "amytis", "greedy", "random", *common, "--out", str(file), "--jobs", jobs).code == 0
        assert file.read_text(encoding="utf-8") == recorded
    packed = [tmp_path / "one.jsonl.gz", tmp_path / "two.zig.jsonl.gz"]
    for file in packed:
        assert ask("selfplay", "amytis", "greedy", "random", *common, "--out", str(file), "--jobs", "1").code == 0
    assert packed[0].read_bytes() == packed[1].read_bytes()
    assert gzip.decompress(packed[0].read_bytes()).decode() == recorded
    assert [game.record() for game in ziggurat.read_records(packed[1])] == [json.loads(line) for line in recorded.splitlines()]
    assert [answer["ok"] for answer in ask("replay", str(packed[0]), "--json").json] == [True] * 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.jsonl", "2.jsonl", "one.jsonl.gz", "two.zig.jsonl.gz"]


@pytest.mark.parametrize(
    "command",
    [
        "match amytis random random",
        "ladder amytis random greedy level:1",
        "tournament blueprints random greedy --seats all",
        "selfplay amytis random --out many.jsonl",
        "dataset amytis random --out many.parquet",
        "study examples/study_who_begins.py",
        "puzzles amytis --log many.jsonl",
    ],
)
def test_more_games_than_a_run_can_list_are_refused_at_once(command: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    answer = ask(*command.split(), "--games", "1000000000")
    assert answer.code == 2 and "games are too many for one run" in answer.err and "start several runs" in answer.err
    assert not list(Path().glob("many*"))


def test_a_log_of_another_kind_of_run_is_refused_and_stays_as_it_is(tmp_path: Path, ask: Ask) -> None:
    own = str(Path(__file__).resolve().parents[1] / "examples/study_who_begins.py")
    commands = {
        "match": ("match", "amytis", "greedy", "random", "--games", "4"),
        "ladder": ("ladder", "amytis", "greedy", "random", "level:1", "--games", "2"),
        "tournament": ("tournament", "amytis", "greedy", "random", "level:1", "--games", "2"),
        "study": ("study", own, "--games", "2"),
    }
    logs = {name: tmp_path / f"{name}.jsonl" for name in commands}
    for name, command in commands.items():
        assert ask(*command, "--seed", "k", "--jobs", "1", "--log", str(logs[name])).code == 0
    for name, command in commands.items():
        for other, log in logs.items():
            before = log.read_bytes()
            answer = ask(*command, "--seed", "k", "--jobs", "1", "--log", str(log))
            assert log.read_bytes() == before
            assert answer.code == int(name != other), (name, other, answer.err)
            assert name == other or f"`{log}` is the log of another match: " in answer.err, answer.err


def test_a_compressed_file_that_is_damaged_is_refused(tmp_path: Path, ask: Ask) -> None:
    for name, content in (("cut.jsonl.gz", gzip.compress(b"{}" * 1000)[:20]), ("plain.jsonl.gz", b"{}\n")):
        (tmp_path / name).write_bytes(content)
        answer = ask("replay", str(tmp_path / name))
        assert answer.code == 1 and f"cannot read `{tmp_path / name}`" in answer.err
        with pytest.raises(ziggurat.GameError, match="cannot read"):
            next(ziggurat.read_records(tmp_path / name))


def test_one_bot_plays_on_all_seats_and_bots_may_move_on(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "all.jsonl"
    assert ask("selfplay", "blueprints", "random", "--seats", "3", "--games", "2", "--out", str(file), "--jobs", "1").code == 0
    assert [game.players for game in ziggurat.read_records(file)] == [["bot:random"] * 3] * 2
    turned = tmp_path / "turned.jsonl"
    assert ask("selfplay", "amytis", "random", "greedy", "--rotate", "--games", "3", "--out", str(turned), "--jobs", "1").code == 0
    assert [game.players[0] for game in ziggurat.read_records(turned)] == ["bot:random", "bot:greedy", "bot:random"]


def test_interrupted_self_play_goes_on_with_the_same_command(tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    from ziggurat.lab.selfplay import SelfPlay

    whole, file = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    command = ("selfplay", "amytis", "random", "--games", "6", "--jobs", "1", "--out")
    assert ask(*command, str(whole), "--seed", "go").code == 0
    plain, numbers = SelfPlay.play, list[int]()

    def tired(self: SelfPlay) -> SelfPlay:
        if len(numbers) == 2:
            raise KeyboardInterrupt
        numbers.append(self.number)
        return plain(self)

    monkeypatch.setattr(SelfPlay, "play", tired)
    answer = ask(*command, str(file), "--seed", "go")
    assert answer.code == 130 and "interrupted after 2 of 6 games: the same command goes on" in " ".join(answer.err.split())
    assert not file.exists()
    numbers.append(-1)
    with (tmp_path / "part.jsonl.part").open("ab") as torn:
        torn.write(b'{"ziggurat":"')
    assert ask(*command, str(file)).code == 0  # without a seed: that of the part file
    assert file.read_bytes() == whole.read_bytes()
    assert numbers == [0, 1, -1, 2, 3, 4, 5]
    again = ask(*command, str(file), "--seed", "go")
    assert again.code == 1 and "is there already" in again.err


CRASHING = """
class Crash:
    def choose(self, view):
        if not view["log"] and sum(map(ord, str(view["stacks"]))) % 2:
            raise ValueError("tired")
        return view["legal"][0]
"""


def test_a_bot_that_fails_costs_its_game_and_not_the_others(tmp_path: Path, ask: Ask) -> None:
    bot, file = tmp_path / "crash.py", tmp_path / "out.jsonl"
    bot.write_text(CRASHING, encoding="utf-8")
    answer = ask("selfplay", "amytis", f"py:{bot}:Crash", "random", "--games", "8", "--seed", "1", "--out", str(file), "--jobs", "2")
    assert answer.code == 0
    lost = answer.err.count("a game was lost: game")
    assert 0 < lost < 8 and answer.err.count("ended at ply 0") == lost
    assert len(file.read_text().splitlines()) == 8 - lost


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["amytis", "random", "--out", "x.txt"], "ends in `.jsonl` or `.jsonl.gz`"),
        (["amytis", "random", "random", "random", "--out", "x.jsonl"], "name one bot for each seat"),
        (["amytis", "clever", "--out", "x.jsonl"], "there is no bot `clever`"),
        (["amytis", "random"], "--out"),
    ],
)
def test_mistakes_in_self_play_are_named(arguments: list[str], reason: str, ask: Ask) -> None:
    answer = ask("selfplay", *arguments)
    assert answer.code == 2
    assert reason in " ".join((answer.err + answer.out).split())


def test_a_share_over_deals_of_several_sizes_lies_in_its_interval_which_covers_the_truth() -> None:
    lots, held = random.Random(3), 0
    for _ in range(300):
        seen = [
            Seen(size, min(1.0, max(0.0, lots.gauss(truth, 0.15))), ("a", "b")) for size, truth, deals in ((2, 0.7, 40), (24, 0.5, 20)) for _ in range(deals)
        ]
        games = sum(each.games for each in seen)
        low, high = share_interval(seen, games)
        assert low <= sum(each.games * each.share for each in seen) / games <= high
        held += low <= (2 * 40 * 0.7 + 24 * 20 * 0.5) / (2 * 40 + 24 * 20) <= high
    assert 0.91 <= held / 300 <= 0.99
    one_deal = [Seen(2, 0.4, ("a", "b")), Seen(2, 0.6, ("a", "b")), Seen(24, 0.0, ("a", "b"))]
    low, high = share_interval(one_deal, 28)
    assert low < 0.05 and high > 0.8, "one deal of 24 games says little"


def test_a_share_against_opponents_of_different_strength_is_as_sure_as_its_deals() -> None:
    lots, held, wide = random.Random(3), 0, []
    for _ in range(300):
        seen = [
            Seen(2, lots.choices((0.0, 0.5, 1.0), weights)[0], (other,)) for other, weights in (("weak", (0, 1, 9)), ("strong", (9, 1, 0))) for _ in range(20)
        ]
        low, high = share_interval(seen, 80)
        held += low <= 0.5 <= high
        wide.append(high - low)
    assert 0.92 <= held / 300 <= 0.99 and sum(wide) / 300 < 0.12, "were the opponents' strength chance, it would be 0.29"


def test_ratings_from_few_deals_of_many_games_claim_little() -> None:
    fields = play("blueprints", ["random", "greedy", "level:1"], 6, seats="all")
    for row in fields["standings"]:
        assert row["share_interval"][0] <= row["share"] <= row["share_interval"][1]
        assert row["interval"][1] - row["interval"][0] > 60, "there are six deals of two seats, one of three and three of four"


def test_a_tournament_without_deals_has_no_summary() -> None:
    empty = Tournament(make_plan("amytis", ["random", "greedy"], {}, "1", 2))
    assert empty.games == 0 and empty.failures == []
    assert [row["share"] for row in summary_of(empty)["standings"]] == [None, None]

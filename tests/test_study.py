"""Studies: each one end to end in its smallest form, one of a designer's own, logs, and the statistics behind the answers."""

from __future__ import annotations

import importlib.util
import json
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asking import Ask
from ziggurat.arena.scheduled_deal import Deal, Forfeit, Played, play_deal, read_deal, replay_game
from ziggurat.errors import BotError, OptionError, RecordError
from ziggurat.lab.estimates import Estimate, apart, around, chi_square_tail, difference, mean, ratio, share, shrink, widened
from ziggurat.lab.gather import gather
from ziggurat.lab.report_page import report_page
from ziggurat.lab.studies import STUDIES
from ziggurat.lab.study import Group, Study, in_common, load_study, results_of, study_report, winners_lead, won
from ziggurat.registry import game_spec

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "examples/study_who_begins.py"


def quick(study: Study) -> Study:
    """The same groups with bots that need no time."""
    return replace(study, groups=[replace(group, bots=["random"] * len(group.bots), games=2) for group in study.groups])


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_answers_from_few_games(name: str) -> None:
    study = quick(STUDIES[name])
    deals = gather(study.scheduled(), jobs=1).deals
    report = study_report(study, deals, f"ziggurat study {name}")
    assert report.answer.endswith(".") and " to " in report.answer, "one sentence with an interval"
    assert report.plan and report.doubts and report.facts["games"].startswith(f"{study.planned():,} ")
    assert any(part.plots for part in report.sections) and any(part.tables for part in report.sections)
    assert "nan" not in report_page(report)


@pytest.mark.parametrize("name", STUDIES)
def test_a_plan_is_sound_before_anything_is_played(name: str) -> None:
    study = STUDIES[name]
    assert study.question.endswith("?") and "±" in study.plan
    for group in study.groups:
        options = game_spec(group.game).option_set.read(group.options)
        assert all(len(seating) == options["seats"] for seating in group.seatings(options["seats"]))
        assert all(not bot.startswith("mcts:ms") for bot in group.bots), "a budget in time would not be the same on every machine"
    keys = [deal.key for deal in replace(study, groups=[replace(group, games=4) for group in study.groups]).scheduled()]
    assert len(set(keys)) == len(keys)


def test_the_list_of_studies_says_what_was_planned(ask: Ask) -> None:
    listed = ask("study", "--json").json
    assert [each["name"] for each in listed] == list(STUDIES)
    assert all(each["games"] > 1000 and each["question"] and each["plan"] for each in listed)
    assert "amytis-sides" in ask("study").out
    spec = importlib.util.spec_from_file_location("run_studies", ROOT / "bench/run_studies.py")
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    assert set(bench.ORDER) == set(STUDIES)
    assert (ROOT / "docs/studies/README.md").read_text(encoding="utf-8") == bench.index(), "run `bench/run_studies.py --only-write`"


def test_a_study_of_ones_own_runs_from_its_file_goes_on_from_its_log_and_is_analysed_again(tmp_path: Path, ask: Ask) -> None:
    assert len(OWN.read_text(encoding="utf-8").splitlines()) <= 30
    log, page = tmp_path / "log.jsonl", tmp_path / "page.html"
    first = ask("study", str(OWN), "--games", "4", "--jobs", "1", "--log", str(log), "--json")
    assert first.code == 0, first.err
    lines = log.read_bytes().splitlines()
    assert len(lines) == 12
    more = ask("study", str(OWN), "--games", "6", "--jobs", "2", "--log", str(log), "--report", str(page), "--json")
    assert log.read_bytes().splitlines()[:12] == lines and len(log.read_bytes().splitlines()) == 18
    whole = ask("study", str(OWN), "--games", "6", "--jobs", "1", "--json")
    same = ("answer", "sections", "question")
    assert [more.json[0][key] for key in same] == [whole.json[0][key] for key in same]
    assert more.json[0]["command"] == f"ziggurat study {OWN} --games 6 --seed 1"
    assert f"ziggurat study {OWN} --games 6 --seed 1" in page.read_text(encoding="utf-8")
    alone = ask("study", str(OWN), "--games", "6", "--log", str(log), "--no-play")
    assert more.json[0]["trial"] == "6 games of each group" and "A trial with 6 games of each group; the plan is: " in page.read_text(encoding="utf-8")
    assert "A trial with 6 games of each group" in alone.out and "Fixed before" not in page.read_text(encoding="utf-8")
    partial = ask("study", str(OWN), "--log", str(log), "--no-play", "--json").json[0]
    assert partial["trial"] == ""
    assert partial["answer"].startswith("So far, after 18 of 1,200 games: ") and partial["facts"]["games"].startswith("18 of 1,200 ")
    assert more.json[0]["answer"].replace("`", "") in alone.out.replace("`", "").replace("\n", " ") and "--games 6 --seed 1" in alone.out


@pytest.mark.parametrize(("deals", "said"), [(9, "So far, after 9 of 1,200 games"), (2, "too few games")])
def test_an_interrupted_study_answers_from_what_it_has_and_says_how_to_go_on(deals: int, said: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(planned: list[Deal], *_: object) -> Iterator[Deal]:
        yield from map(play_deal, planned[:deals])
        raise KeyboardInterrupt

    monkeypatch.setattr("ziggurat.lab.gather.play_deals", interrupted)
    answer = ask("study", str(OWN))
    assert answer.code == 130 and said in answer.out + answer.err
    assert f"interrupted after {deals} of 1200 games" in answer.err and "--log FILE" in answer.err


def test_the_log_of_other_options_is_refused_and_other_groups_may_share_deals(tmp_path: Path) -> None:
    groups = [Group(edition, "amytis", ["random"], 2, {"edition": edition}, deals="both") for edition in ("first", "second")]
    study = Study("editions", "Editions", "?", "", groups, lambda results: pytest.fail("not analysed"))
    log = tmp_path / "log.jsonl"
    deals = gather(study.scheduled(), jobs=1, log=log).deals
    first, second = results_of(study, deals).values()
    assert [game.deal for game in first.ends()] != [] and first.deals[0].seed == second.deals[0].seed
    stacks = [[game.deal["stacks"] for game in result.ends()] for result in (first, second)]
    assert stacks[0] == stacks[1], "the same deals in both editions"
    changed = replace(study, groups=[replace(group, options={**group.options, "sides": "BBBBBB"}) for group in groups])
    with pytest.raises(RecordError, match="sides"):
        gather(changed.scheduled(), jobs=1, log=log)


def test_moves_are_stored_only_where_wanted_and_replay_to_the_same_end() -> None:
    common: dict[str, Any] = {"game": "blueprints", "rules": 1, "bots": ["random"], "seed": "s", "seatings": [[0, 0]], "deal": 0}
    options = game_spec("blueprints").option_set.read({})
    plain = play_deal(Deal(**common, options=options))
    assert b"codes" not in plain.as_line() and b"group" not in plain.as_line() and plain.key == ("s", 0)
    with pytest.raises(RecordError, match="no moves"):
        replay_game(plain, 0)
    stored = play_deal(Deal(**common, options=options, group="g", with_moves=True))
    again = read_deal(stored.as_line())
    assert again == stored and stored.key == ("g:s", 0)
    game = replay_game(again, 0)
    assert game.is_over and game.ply == 72 and game.scores == stored.games[0].scores == plain.games[0].scores
    broken = read_deal(stored.as_line().replace(b'"codes":[', b'"codes":[999999,'))
    with pytest.raises(RecordError, match="replayed"):
        replay_game(broken, 0)


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["nothing"], 2, "there is no study `nothing`"),
        (["missing.py"], 2, "there is no file"),
        ([str(OWN), "--report", "page.pdf"], 2, "ends in `.html`"),
        ([str(OWN), "--no-play"], 2, "--log FILE"),
        (["tests/asking.py"], 2, "defines no `STUDY`"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: list[str], code: int, reason: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answer = ask("study", *arguments)
    assert answer.code == code and reason in answer.err, answer.err


def test_a_group_of_three_bots_and_groups_of_one_name_are_refused() -> None:
    group = Group("a", "amytis", ["random"], 2)
    with pytest.raises(OptionError, match="name of its own"):
        Study("s", "S", "?", "", [group, group], lambda results: pytest.fail("not analysed")).scheduled()
    with pytest.raises(BotError, match="names 3 bots"):
        replace(group, bots=["random"] * 3).seatings(3)
    study = Study("s", "S", "?", "", [group], lambda results: pytest.fail("not analysed"))
    with pytest.raises(RecordError, match="too few"):
        results_of(study, [play_deal(study.scheduled()[0])])


def test_an_analysis_that_fails_says_where_and_keeps_the_games(tmp_path: Path, ask: Ask) -> None:
    file, log = tmp_path / "mine.py", tmp_path / "log.jsonl"
    file.write_text(OWN.read_text(encoding="utf-8").replace("result.seat_shares(0)", "result.seat_shares(71)"), encoding="utf-8")
    answer = ask("study", str(file), "--games", "2", "--jobs", "1", "--log", str(log))
    assert (
        answer.code == 2
        and "the analysis of the study `who-begins` failed in" in answer.err
        and "mine.py`, line 11: IndexError" in answer.err
        and "--no-play" in answer.err
    )
    file.write_text(OWN.read_text(encoding="utf-8"), encoding="utf-8")
    mended = ask("study", str(file), "--games", "2", "--log", str(log), "--no-play")
    assert mended.code == 0 and "The first seat does best" in mended.out


def test_the_seed_of_a_study_may_hold_slashes(ask: Ask) -> None:
    (fields,) = ask("study", str(OWN), "--games", "2", "--jobs", "1", "--seed", "a/b", "--json").json
    assert fields["facts"]["seed"].startswith("`a/b`;")


def test_a_file_that_fails_says_why(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("1 / 0", encoding="utf-8")
    with pytest.raises(OptionError, match="ZeroDivisionError"):
        load_study(str(file))


# --- statistics ------------------------------------------------------------------------------------------------------


def test_winners_take_shares_and_a_failing_bot_loses_to_all_others() -> None:
    assert won(Played([5, 5, 1], [1, 1, 3], [1] * 3, [0.0] * 3)) == [0.5, 0.5, 0.0]
    assert won(Played([5, 5, 1], [1, 1, 3], [1] * 3, [0.0] * 3, Forfeit(0, "x"))) == [0.0, 0.5, 0.5]
    assert winners_lead([1.0, 0.0, 0.0], [9, 3, 5]) == pytest.approx(9 - 4)
    assert winners_lead([0.5, 0.5], [9, 3]) == 0


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    lots = random.Random(5)
    held = ratios = 0
    for _ in range(400):
        values = [lots.gauss(3, 2) for _ in range(60)]
        held += mean(values).holds(3)
        bottoms = [lots.randint(0, 4) for _ in range(80)]
        ratios += ratio([2.5 * n + lots.gauss(0, 1) for n in bottoms], [float(n) for n in bottoms]).holds(2.5)
    assert 0.92 <= held / 400 <= 0.98 and 0.91 <= ratios / 400 <= 0.98


def test_paired_differences_are_narrower_and_separate_ones_add_up() -> None:
    lots = random.Random(1)
    luck = [lots.gauss(0, 5) for _ in range(100)]
    ones, others = [each + 1 + lots.gauss(0, 1) for each in luck], [each + lots.gauss(0, 1) for each in luck]
    paired, separate = difference(ones, others), apart(mean(ones), mean(others))
    assert paired.error < separate.error / 3 and paired.holds(1) and paired.value == pytest.approx(separate.value)
    assert separate.error == pytest.approx(math.hypot(mean(ones).error, mean(others).error))


def test_few_deals_give_wide_intervals_and_nothing_divides_by_zero() -> None:
    assert share([1.0]).holds(0.1) and mean([3.0]).holds(0.5) and ratio([4.0], [2.0]).value == 2
    assert ratio([0.0, 0.0], [0.0, 0.0]) == Estimate(0.0, 0.0, 0.0, 0)
    assert share([1.0, 1.0, 1.0]).low < 0.5, "the rule of three"


def test_many_intervals_at_once_are_wider() -> None:
    one = around(0.5, 0.01, 100)
    assert widened(one, 1).high == pytest.approx(one.high)
    assert widened(one, 64).error / one.error == pytest.approx(3.35 / 1.96, abs=0.02)


def test_shrinking_takes_away_what_chance_explains_and_no_more() -> None:
    lots = random.Random(3)
    expected = [around(0.5, 0.002, 0)] * 64
    noise = shrink([around(0.5 + lots.gauss(0, 0.02), 0.02, 100) for _ in range(64)], expected, 1)
    assert noise.spread < 0.01 and noise.chance > 0.05 and max(abs(each.value - 0.5) for each in noise.estimates) < 0.02
    truth = [0.5 + lots.gauss(0, 0.06) for _ in range(64)]
    real = shrink([around(value + lots.gauss(0, 0.02), 0.02, 100) for value in truth], expected, 1)
    assert real.spread == pytest.approx(0.06, abs=0.02) and real.chance < 0.001
    assert sum(each.holds(value) for each, value in zip(real.estimates, truth, strict=True)) >= 57


@pytest.mark.parametrize(("chi", "degrees", "tail"), [(79.08, 60, 0.05), (43.77, 30, 0.05), (18.31, 10, 0.05), (29.34, 30, 0.5)])
def test_the_tail_of_chi_square_is_that_of_the_tables(chi: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(chi, degrees) == pytest.approx(tail, abs=0.004)


def test_groups_are_compared_on_the_deals_that_both_have() -> None:
    study = Study(
        "s",
        "S",
        "?",
        "",
        [Group(name, "amytis", ["random"], games, deals="both") for name, games in (("a", 3), ("b", 2))],
        lambda results: pytest.fail("not analysed"),
    )
    results = results_of(study, [play_deal(deal) for deal in study.scheduled()])
    one, other = in_common(results["a"], results["b"])
    assert [deal.deal for deal in one.deals] == [deal.deal for deal in other.deals] == [0, 1]
    assert difference(one.seat_shares(0), other.seat_shares(0)).value == 0, "the same deals, bots and options: the same games"
    assert json.loads(one.deals[0].as_line())["games"][0]["codes"] == json.loads(other.deals[0].as_line())["games"][0]["codes"]

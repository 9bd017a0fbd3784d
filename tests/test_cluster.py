"""The lab on a Ray cluster of two nodes on this machine: the same tables as on local processes, also when a node is lost in the middle."""

from __future__ import annotations

import contextlib
import http.server
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import ziggurat
from asking import Ask
from backends import free_port
from ziggurat.arena import bundle_worker, ray_connection
from ziggurat.arena.cluster import ClusterRun, outside_files, reason_of
from ziggurat.arena.journal import Journal
from ziggurat.arena.match import match_deals
from ziggurat.arena.pool import play_deals
from ziggurat.arena.ray_connection import explained, runtime_env
from ziggurat.compile_cache import cache_root

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray's own code
QUICK = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 200, "health_check_timeout_ms": 500, "health_check_failure_threshold": 2}
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False, "include_log_monitor": False}
ROOT = Path(__file__).resolve().parents[1]


class TwoNodes:
    """A cluster of a head and another node, each with one processor; the other one can be lost."""

    def __init__(self) -> None:
        os.environ.update(ray_connection.SETTINGS)
        from ray.cluster_utils import Cluster

        self.cluster = Cluster(initialize_head=True, head_node_args={**NODE, "no_monitor": True, "_system_config": QUICK})
        self.address: str = self.cluster.address
        self.other: Any = None
        self.restore()

    def restore(self) -> None:
        """Start the other node, if it is lost."""
        if self.other is None:
            self.other = self.cluster.add_node(**NODE, wait=False)

    def lose(self) -> None:
        """Kill the other node."""
        other, self.other = self.other, None
        self.cluster.remove_node(other, allow_graceful=False)

    def playing(self) -> list[int]:
        """The processes of our nodes that play just now."""
        ours = {process.process.pid for node in (self.cluster.head_node, self.other) if node for process in node.all_processes["raylet"]}
        processes = []
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if folder.name.isdecimal() and b"ray::play_bundle" in (folder / "cmdline").read_bytes():
                    parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                    processes += [int(folder.name)] if parent in ours else []
        return processes


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    two = TwoNodes()
    yield two
    ray_connection.disconnect()
    two.cluster.shutdown()


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@contextlib.contextmanager
def losing_a_node(nodes: TwoNodes) -> Iterator[None]:
    """Kill the other node as soon as three deals are in the log."""
    plain, deals = Journal.append, 0

    def append(self: Journal[Any], deal: Any) -> None:
        nonlocal deals
        plain(self, deal)
        deals += 1
        if deals == 3:
            nodes.lose()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Journal, "append", append)
        yield
    assert deals > 3 and nodes.other is None
    nodes.restore()  # it starts while the next test plays here


def timeless(value: Any) -> Any:
    """Without the seconds, which no two runs share."""
    if isinstance(value, dict):
        return {name: timeless(each) for name, each in value.items() if name not in {"seconds_per_move", "thinking"}}
    return [timeless(each) for each in value] if isinstance(value, list) else value


COMMANDS = {
    "match": "match amytis mcts:sims=30 greedy --games 40",
    "ladder": "ladder amytis random greedy mcts:sims=20 --games 20",
    "tournament": "tournament blueprints greedy level:2 --seats all --games 20",
    "swiss": "tournament amytis random greedy level:1 mcts:sims=20 --swiss 2 --games 20",
    "study": f"study {ROOT}/examples/study_who_begins.py --games 20",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_the_same_table_when_a_node_is_lost(name: str, nodes: TwoNodes, tmp_path: Path, ask: Ask) -> None:
    command = [*COMMANDS[name].split(), "--seed", "c", "--json"]
    here_log, log = tmp_path / "here.jsonl", tmp_path / "log.jsonl"
    (here,) = ask(*command, "--jobs", "1", "--log", str(here_log)).json
    with losing_a_node(nodes):
        answer = ask(*command, "--cluster", nodes.address, "--log", str(log))
    assert answer.code == 0, answer.err
    assert timeless(answer.json[0]) == timeless(here)
    played, wanted = (sorted(timeless_line(line) for line in file.read_bytes().splitlines()) for file in (log, here_log))
    assert played == wanted  # none lost, none doubled, none invented


def timeless_line(line: bytes) -> str:
    """A deal without the seconds of its games."""
    fields = json.loads(line)
    for game in fields["games"]:
        del game["seconds"]
    return json.dumps(fields, sort_keys=True)


def test_self_play_and_datasets_are_the_same_when_a_node_is_lost(nodes: TwoNodes, tmp_path: Path, ask: Ask) -> None:
    for command, ending in (("selfplay", ".jsonl.gz"), ("dataset", ".parquet")):
        here, there = tmp_path / f"here{ending}", tmp_path / f"there{ending}"
        common = (command, "amytis", "mcts:sims=20", "greedy", "--games", "30", "--seed", "c", "--out")
        assert ask(*common, str(here), "--jobs", "1").code == 0
        with losing_a_node(nodes):
            answer = ask(*common, str(there), "--cluster", nodes.address)
        assert answer.code == 0, answer.err
        assert there.read_bytes() == here.read_bytes()


def test_a_lost_node_is_told_and_that_the_log_lets_one_go_on(nodes: TwoNodes, capfd: pytest.CaptureFixture[str]) -> None:
    nodes.restore()
    deals, said, begun = play_deals(match_deals("amytis", ["mcts:sims=60", "greedy"], {}, "told", 4000), cluster=nodes.address), "", time.monotonic()
    with contextlib.closing(deals):
        for _ in deals:
            both_play = len(nodes.playing()) == 2 and time.monotonic() > begun + 5  # long enough to have counted both
            if nodes.other is not None and both_play:
                nodes.lose()
            said += capfd.readouterr().err
            if "2 before" in said or time.monotonic() > begun + 90:
                break
    assert "lost processors (2 before, 1 now): what ran there is played again. Should this run end, the same command goes on from its log (`--log`)" in said
    nodes.restore()


LOSE_THE_HEAD = """
import os, signal
from test_cluster import TwoNodes
from ziggurat.arena.match import match_deals
from ziggurat.arena.pool import play_deals

nodes = TwoNodes()
for number, _ in enumerate(play_deals(match_deals("amytis", ["mcts:sims=60", "greedy"], {}, "head", 4000), cluster=nodes.address)):
    if number == 5:
        for process in nodes.cluster.head_node.all_processes["gcs_server"]:
            os.kill(process.process.pid, signal.SIGKILL)
"""


def test_a_lost_head_is_told_before_ray_ends_the_process() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    with subprocess.Popen([sys.executable, "-c", LOSE_THE_HEAD], stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True) as run:
        assert run.stderr is not None
        try:
            said = next((line for line in run.stderr if "does not answer" in line), "")
        finally:
            os.killpg(run.pid, signal.SIGKILL)
    assert "the same command goes on from its log (`--log`)" in said


def test_a_process_that_dies_costs_no_game(nodes: TwoNodes) -> None:
    deals = match_deals("amytis", ["mcts:sims=30", "random"], {}, "dies", 40)
    played, killed = [], 0
    for deal in play_deals(deals, cluster=nodes.address):
        played.append(deal.deal)
        for process in nodes.playing()[: 2 - killed]:
            os.kill(process, signal.SIGKILL)
            killed += 1
    assert killed == 2
    assert sorted(played) == list(range(20))


CLEVER = """
class First:
    def choose(self, view):
        return view["legal"][0]
"""


def test_files_of_outside_bots_travel_and_errors_come_back(nodes: TwoNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(CLEVER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    deals = match_deals("cairn", ["py:mine.py:First", "random"], {}, "outside", 4)
    here = [deal.as_line() for deal in play_deals(deals)]
    there = sorted(play_deals(deals, cluster=nodes.address), key=lambda deal: deal.deal)
    assert [timeless_line(deal.as_line()) for deal in there] == [timeless_line(line) for line in here]
    for deal in deals:
        deal.bots = ["random", "clever"]
    with pytest.raises(ziggurat.GameError, match="there is no bot `clever`"):
        list(play_deals(deals, cluster=nodes.address))


BESIDE = """
from pathlib import Path
from advice import best

class Reader:
    def choose(self, view):
        Path(__file__).with_name("weights.txt").read_text(encoding="utf-8")
        return best(view["legal"])
"""


def test_bots_with_the_same_file_stay_two_and_find_what_lies_beside_them(nodes: TwoNodes, tmp_path: Path, ask: Ask) -> None:
    bots = []
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        for file, text in {"mine.py": BESIDE, "advice.py": f"best = {'max' if name == 'a' else 'min'}", "weights.txt": ""}.items():
            (folder / file).write_text(text, encoding="utf-8")
        bots.append(f"py:{folder}/mine.py:Reader")
    command = ["tournament", "amytis", *bots, "random", "--games", "2", "--seed", "b", "--json"]
    here, there = ask(*command, "--jobs", "1"), ask(*command, "--cluster", nodes.address)
    assert not there.err
    assert timeless(there.json) == timeless(here.json)


def test_modules_that_a_bot_imports_travel_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, node = tmp_path / "home", tmp_path / "node"
    (home / "parts").mkdir(parents=True)
    node.mkdir()
    modules = {"mine.py": "import json, advice\n", "advice.py": "from parts.last import last\n", "parts/__init__.py": "", "parts/last.py": "last = max\n"}
    for file, text in {**modules, "other.py": ""}.items():
        (home / file).write_text(text, encoding="utf-8")
    bot = f"py:{home}/mine.py:Mine"
    files = outside_files([bot, "random"])[bot]
    assert {name: text.decode() for name, text in files[1].items()} == modules
    monkeypatch.setattr(tempfile, "tempdir", str(node))
    shutil.rmtree(home)  # another machine
    there = bundle_worker.place_bot(files)
    assert there.is_relative_to(node) and there == bundle_worker.place_bot(files)
    assert {file.relative_to(there.parent).as_posix(): file.read_text() for file in there.parent.rglob("*.py")} == modules


PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from ziggurat.cli import main; main()"


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(nodes: TwoNodes, tmp_path: Path, ask: Ask) -> None:
    log = tmp_path / "log.jsonl"
    command = ["match", "amytis", "mcts:sims=30", "random", "--seed", "k", "--json", "--games", "60"]
    cluster, env = ["--cluster", "--log", str(log)], {**os.environ, "RAY_ADDRESS": nodes.address}
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *command, *cluster], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    wait_until(lambda: lines_in(log) >= 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    games = json.loads(out)["games"]
    assert games == 2 * lines_in(log) < 60
    assert err == f"interrupted after {games} of 60 games: the same command goes on with `--log {log}`\n"  # Ray says nothing
    before = log.read_bytes()
    (resumed,) = ask(*command, "--cluster", nodes.address, "--log", str(log)).json
    assert log.read_bytes().startswith(before) and lines_in(log) == 30
    (here,) = ask(*command, "--jobs", "1").json
    assert timeless(resumed) == timeless(here)


def test_an_interrupted_run_ends_its_own_connection_and_cancels_nothing(nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    cancelled: list[Any] = []
    monkeypatch.setattr(ray, "cancel", cancelled.append)  # Ray aborts the process now and then if what is cancelled is just coming back
    playing = play_deals(match_deals("amytis", ["mcts:sims=30", "random"], {}, "ends", 40), cluster=nodes.address)
    next(playing)
    playing.close()
    assert not cancelled and not ray.is_initialized()


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- what goes wrong -----------------------------------------------------------------------------------------------------


def test_without_the_extra_the_error_says_what_to_install(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    answer = ask("match", "amytis", "random", "random", "--games", "2", "--cluster")
    assert answer.code == 1
    assert "pip install 'ziggurat[ray]'" in answer.err


def test_a_cluster_of_another_version_is_refused(nodes: TwoNodes, ask: Ask) -> None:
    store, key = importlib.import_module("ray._raylet").GcsClient(address=nodes.address), (b"CLUSTER_METADATA", b"cluster")
    before = store.internal_kv_get(*key)
    other = {**json.loads(before), "ray_version": "1.0.0", "python_version": "3.9.1"}
    ray_connection.disconnect()
    try:
        store.internal_kv_put(key[0], json.dumps(other).encode(), True, key[1])
        answer = ask("match", "amytis", "random", "random", "--games", "2", "--cluster", nodes.address)
    finally:
        store.internal_kv_put(key[0], before, True, key[1])
    assert answer.code == 2
    assert "Version mismatch" in answer.err and "Ray: 1.0.0" in answer.err and "must have the same versions here and there" in answer.err


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "nowhere.invalid:6379"])
def test_an_address_where_nothing_answers_is_refused_at_once(address: str, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    ray_connection.disconnect()
    answer = ask("match", "amytis", "random", "random", "--games", "2", "--cluster", address)
    assert answer.code == 2
    assert f"no Ray cluster answers there (nothing listens at {address}, or it is not Ray)" in answer.err
    monkeypatch.setenv("RAY_ADDRESS", address)
    assert f"nothing listens at {address}" in ask("match", "amytis", "random", "random", "--games", "2", "--cluster").err


def test_an_address_where_something_else_answers_is_refused_within_seconds(ask: Ask) -> None:
    ray_connection.disconnect()
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        answer = ask("match", "amytis", "random", "random", "--games", "2", "--cluster", f"127.0.0.1:{server.server_port}")
        server.shutdown()
    assert answer.code == 2 and "or it is not Ray" in answer.err


def test_without_an_address_a_cluster_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for noted, chosen in (("127.0.0.1:9", "local"), (None, "local")):
        monkeypatch.setattr(ray_connection, "running_here", lambda noted=noted: noted)
        assert ray_connection.chosen_address("auto") == chosen


def test_a_cluster_that_cannot_be_used_is_explained() -> None:
    reason = explained(ConnectionError("ray client connection timeout"))
    assert "`ray start --head` starts one" in reason and "set `RAY_AUTH_MODE=token`" in reason
    assert explained(ConnectionError("Initialization failure:\nTraceback (most recent call last):\n  File x\nRuntimeError: too slow")).count("Traceback") == 0
    assert reason_of(ValueError("a\n  the reason\n")) == "the reason"


def test_a_cluster_that_wants_a_token_is_explained(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def refuse(*_: object) -> None:
        raise ray.exceptions.AuthenticationError("Authentication token is missing")

    ray_connection.disconnect()
    monkeypatch.setattr(ray_connection, "start", refuse)
    answer = ask("match", "amytis", "random", "random", "--games", "2", "--cluster", "local")
    assert answer.code == 2 and "Authentication token is missing" in answer.err and "Traceback" not in answer.err


def test_a_cluster_with_a_token_is_used_where_it_is_found_or_the_token_is_allowed() -> None:
    with tempfile.TemporaryDirectory() as home:  # a short path: Ray's sockets lie in it
        token = Path(home, ".ray/auth_token")
        token.parent.mkdir()
        token.write_text("0" * 64)
        left_out = {"RAY_ADDRESS", "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"}
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        own = {**kept, "HOME": home, "RAY_TMPDIR": home, "RAY_USAGE_STATS_ENABLED": "0", "ZIGGURAT_CACHE": str(cache_root())}
        ports = [free_port() for _ in range(2)]
        start = ["--head", "--block", "--num-cpus", "1", "--include-dashboard=false", f"--port={ports[0]}", f"--ray-client-server-port={ports[1]}"]
        play = [sys.executable, "-m", "ziggurat", "match", "amytis", "random", "random", "--games", "2", "--seed", "1", "--json", "--cluster"]
        with subprocess.Popen([Path(sys.executable).with_name("ray"), "start", *start], env=own, stdout=subprocess.PIPE, text=True) as head:
            try:
                assert head.stdout is not None
                told = next(line for line in head.stdout if "--address=" in line)
                address = told.split("--address='")[1].split("'")[0]
                found = subprocess.run(play, env=own, capture_output=True, text=True, timeout=90, check=False)
                named = subprocess.run([*play, address], env={**own, "RAY_AUTH_MODE": "token"}, capture_output=True, text=True, timeout=90, check=False)
            finally:
                head.terminate()
        for played in (found, named):
            assert played.returncode == 0 and json.loads(played.stdout)["games"] == 2, played.stderr


def test_the_runtime_environment_is_ours_with_the_code_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    package = str(Path(ziggurat.__file__).parent)
    assert runtime_env([], ours=False) is None
    env = runtime_env(["/some/cairn"], ours=True)
    assert env is not None and env["py_modules"] == [package, "/some/cairn"]
    monkeypatch.setenv(ray_connection.RUNTIME_ENV, '{"pip": ["numba"], "excludes": ["x"]}')
    env = runtime_env([], ours=True)
    assert env is not None and env["pip"] == ["numba"] and "x" in env["excludes"] and "static" in env["excludes"]
    monkeypatch.setenv(ray_connection.RUNTIME_ENV, "[]")
    with pytest.raises(ziggurat.OptionError, match="no JSON object"):
        runtime_env([], ours=True)
    monkeypatch.setenv(ray_connection.IN_A_JOB, "{}")
    assert runtime_env([], ours=True) is None


def test_one_process_of_a_node_compiles_and_the_others_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[str] = []
    monkeypatch.setattr(bundle_worker, "prepare_match", lambda game, bots: calls.append(game))
    monkeypatch.setattr(bundle_worker, "mark", lambda game, step: tmp_path / "code" / step)
    monkeypatch.setattr(bundle_worker, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(bundle_worker, "_prepared", set())
    with bundle_worker.locked(tmp_path / "compile.lock"):  # as a process that compiles holds it
        waiting = Thread(target=bundle_worker.prepare, args=("amytis", ["greedy"]))
        waiting.start()
        time.sleep(0.1)
        assert calls == []
    waiting.join()
    assert calls == ["amytis"] * 2  # compiled, then loaded
    bundle_worker.prepare("amytis", ["greedy"])
    assert len(calls) == 2
    monkeypatch.setattr(bundle_worker, "_prepared", set())  # another process
    with bundle_worker.locked(tmp_path / "compile.lock"):
        bundle_worker.prepare("amytis", ["greedy"])
    assert len(calls) == 3  # loaded, without waiting


def test_a_bundle_that_is_lost_for_good_is_played_piece_by_piece(nodes: TwoNodes) -> None:
    deals = match_deals("amytis", ["random"] * 2, {}, "lost", 8)
    run: ClusterRun[Any] = ClusterRun(deals, nodes.address, None)
    run.bundles.left.clear()
    run.send_again(deals[:3], RuntimeError("node died"))
    assert [run.bundles.next(2) for _ in range(3)] == [[deal] for deal in deals[:3]]
    run.send_again(deals[:1], RuntimeError("node died"))
    with pytest.raises(ziggurat.BotError, match=r"deal 0 \(random, random\) died again and again: node died"):
        run.send_again(deals[:1], RuntimeError("node died"))

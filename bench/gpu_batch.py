"""Measures `ziggurat.batch(…, device="cuda")`: first that every game is the same to the byte as on the CPU, then steps a second. One JSON object a line.

    PYTHONPATH=src python bench/gpu_batch.py [GAME …] [--limit SECONDS] [--rollouts] [--no-tuning]

Each game is compiled and checked in a process of its own, all at the same time; then they are measured one after another, so that they do not disturb each
other. Whatever fails is a line with `failed`, and the rest goes on. After `--limit` seconds (230 if nothing is said) it stops.

Lines with `same` are checks, those with `per_s` are figures: decisions a second, with new deals and their SHA-256 in the time. `target` is what issue 17
wants, where it says something. `figure` says what was done in the time that was measured:

    random play                        play_random(many): positions stay in local memory
    random play, a step at a time      play_random(1)
    random play, observed              play_random(1) and observe(out=…)
    random play, observed in one call  random_rollout(many, out=…): seats, codes and scores too; `tb_per_s` is what is written, and an H200 writes 4.8 at most
    step                               random_codes(out=…) and step(check=False)
    step, checked                      random_codes(out=…) and step(): nothing is played if one code is wrong, so the GPU answers before every step
    step and mask                      random_codes, step(check=False), legal_mask(out=…); Akropolis: legal_factors(out=…)
    step and observe                   random_codes, step(check=False), observe(out=…)
    step, mask and observe             all three
    step and observe, torch            step and observe; torch adds up all observations, over DLPack and without a copy
    tuning                             random play with other numbers of registers and of threads in a block
    tuning rollouts                    random_rollout with fewer games, and with other deals ahead of need; with `--rollouts` nothing else is measured but
                                       these and `random play, observed in one call`
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import numpy as np

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
GAMES = ("akropolis", "blueprints", "amytis")
OPTIONS: dict[str, dict[str, Any]] = {"akropolis": {"stones": "from_one"}, "blueprints": {"seats": 4}, "amytis": {}}
SIZES = {"akropolis": 1 << 17, "blueprints": 1 << 19, "amytis": 1 << 19}
CHECKED = {"akropolis": 256, "blueprints": 512, "amytis": 512}
PLAYED = {"akropolis": 128, "blueprints": 288, "amytis": 256}  # steps of random play in one call
ROLLED = {"akropolis": 74, "blueprints": 73, "amytis": 96}  # steps of a rollout: 30 to 50 GB
LOOPS = {"akropolis": 60, "blueprints": 146, "amytis": 120}  # steps of the other figures: some whole games
RANDOM_TARGETS = {"akropolis": 4e8, "blueprints": 3.4e9, "amytis": 4e9}
OBSERVED_SHARE = 3  # observations keep a third of these
RUNS = 3
BLOCKS, REGISTERS = (64, 128, 256), (None, 64, 80)
LIMIT, SPARE = 230.0, 25.0
if SIMULATED:  # to try this program out
    SIZES, CHECKED, PLAYED, ROLLED, LOOPS = (dict.fromkeys(GAMES, number) for number in (4, 3, 5, 5, 2))
    LIMIT, SPARE = 600.0, 0.0


def say(**line: Any) -> None:
    """Print one object."""
    print(json.dumps(line | ({"simulated": True} if SIMULATED else {})), flush=True)


@contextmanager
def reported(game: str, what: str) -> Iterator[None]:
    """A failure is a line, and no more."""
    try:
        yield
    except Exception as error:  # whatever it is: the other figures are wanted
        place = traceback.extract_tb(error.__traceback__)[-1]
        say(game=game, figure=what, failed=f"{type(error).__name__}: {str(error)[-600:]}", at=f"{Path(place.filename).name}:{place.lineno}")


# --- checks -----------------------------------------------------------------------------------------------------------


def is_same(ours: Any, theirs: Any) -> bool:
    """Whether an array of the CPU and one of the GPU hold the same bytes."""
    return bool(np.asarray(ours).tobytes() == np.asarray(theirs).tobytes())


def check_rollouts(game: str) -> None:
    """Roll the same games on both, through ends and new deals; every kernel that is measured later is compiled on the way."""
    import ziggurat

    for ahead, registers in rollers(game):
        with reported(game, "rollouts same as the CPU"):
            began = time.perf_counter()
            cpu, gpu = (ziggurat.batch(game, CHECKED[game], seed="check", device=device, autoreset=True, **OPTIONS[game]) for device in ("cpu", "cuda"))
            kernels = gpu._games._kernels  # type: ignore[attr-defined]
            kernels.roll = kernel = roller(kernels, ahead, registers)
            same = True
            for steps in (3, 5) if SIMULATED else (64, 100):
                same &= all(is_same(ours, theirs) for ours, theirs in zip(cpu.random_rollout(steps), gpu.random_rollout(steps), strict=True))
                same &= is_same(cpu.states, gpu.states)
            seconds = round(time.perf_counter() - began, 1)
            more = {"ahead": ahead, "most_registers": registers, "seconds_with_compiling": seconds, **memory_of(kernel)}
            say(game=game, figure="rollouts same as the CPU", same=same, games=CHECKED[game], **more)


def rollers(game: str) -> list[tuple[int, int | None]]:
    """The kernels of rollouts that are compared: how many steps ahead it deals, and the most registers. The first is the one in use."""
    from ziggurat.batches.cuda_games import KERNELS
    from ziggurat.bind import bind

    kernels = bind(game, KERNELS)
    ahead, registers = kernels.ROLL_AHEAD, kernels.PLAY_REGISTERS
    return [(ahead, registers), *([(0, registers), (16, registers), (ahead, None), (ahead, 48)] if ahead else [])]


@cache
def roller(kernels: Any, ahead: int, registers: int | None) -> Any:
    """A kernel of rollouts; the one in use is there already."""
    return kernels.roll if (ahead, registers) == (kernels.ROLL_AHEAD, kernels.PLAY_REGISTERS) else kernels.make_roller(ahead, registers)


def check(game: str) -> None:
    """Play the same batch on both, and compare everything that comes out; what is measured later is compiled on the way."""
    import ziggurat

    n, began = CHECKED[game], time.perf_counter()
    cpu, gpu = (ziggurat.batch(game, n, seed="check", device=device, autoreset=True, **OPTIONS[game]) for device in ("cpu", "cuda"))
    results: dict[str, bool] = {"deal": is_same(cpu.states, gpu.states)}

    def compare(what: str, ours: Any, theirs: Any) -> None:
        results[what] = results.get(what, True) and is_same(ours, theirs)

    for turn in range(2 if SIMULATED else 30):
        codes, on_gpu = cpu.random_codes(), gpu.random_codes()
        compare("random codes", codes, on_gpu)
        cpu.step(codes, check=turn % 2 == 0)
        gpu.step(on_gpu, check=turn % 2 == 0)
        compare("steps", cpu.states, gpu.states)
        compare("observations", cpu.observe(), gpu.observe())
        if turn % 10 == 0:
            compare("masks", *masks(cpu, gpu))
            compare("scores", cpu.scores, gpu.scores)
    for ours, theirs in zip(cpu.random_rollout(70), gpu.random_rollout(70), strict=True):
        compare("rollouts", ours, theirs)
    for steps in (1, 7, 64, 200):
        results["random play counted"] = results.get("random play counted", True) and cpu.play_random(steps) == gpu.play_random(steps)
        compare("random play", cpu.states, gpu.states)
    compare("to move", cpu.to_move, gpu.to_move)
    compare("done", cpu.done, gpu.done)
    cpu.reset([1])
    gpu.reset([1])
    compare("reset", cpu.states, gpu.states)
    results["seeds"] = [cpu.seed_of(i) for i in range(3)] == [gpu.seed_of(i) for i in range(3)]
    say(game=game, figure="same as the CPU", same=all(results.values()), games=n, checks=results, seconds_with_compiling=round(time.perf_counter() - began, 1))


def masks(cpu: Any, gpu: Any) -> tuple[Any, Any]:
    """The masks of both: of all codes, or of the parts of moves."""
    if "akropolis" in cpu.spec.name:
        return tuple(np.concatenate([np.asarray(part) for part in batch.legal_factors().values()], axis=1) for batch in (cpu, gpu))  # type: ignore[return-value]
    return cpu.legal_mask(), gpu.legal_mask()


# --- figures ----------------------------------------------------------------------------------------------------------


class Measured:
    """One game with the arrays of its figures."""

    def __init__(self, game: str, n: int) -> None:
        """Deal the games, and play them apart."""
        import ziggurat
        from ziggurat.batches.cuda_setup import cuda

        self.game, self.cuda = game, cuda
        self.batch = ziggurat.batch(game, n, seed="bench", device="cuda", autoreset=True, **OPTIONS[game])
        self.seen: Any = self.batch.observe()
        self.codes: Any = self.batch.random_codes()
        has_parts = self.batch.spec.optional("observation", "FACTORS") is not None
        size = sum(self.batch.factors.values()) if has_parts else self.batch.num_actions
        self.mask = cuda.device_array((self.batch.n, size), np.bool_, order="F")
        self.write_mask: Callable[[], Any] = (lambda: self.batch.legal_factors(out=self.mask)) if has_parts else (lambda: self.batch.legal_mask(out=self.mask))
        steps = LOOPS[game]
        self.rollout: Any = None
        self.share = self.batch.play_random(steps) / (self.batch.n * steps)  # the rest of the steps are new deals

    def time_of(self, run: Callable[[], Any]) -> float:
        """Seconds of the fastest of some runs, after a short one that compiles."""
        best = float("inf")
        for _ in range(RUNS):
            self.cuda.synchronize()
            began = time.perf_counter()
            run()
            self.cuda.synchronize()
            best = min(best, time.perf_counter() - began)
        return best

    def figure(self, what: str, step: Callable[[], Any], target: float | None = None, **more: Any) -> None:
        """Time a step over and over."""
        with reported(self.game, what):
            step()
            steps = LOOPS[self.game]

            def run() -> None:
                for _ in range(steps):
                    step()

            seconds = self.time_of(run)
            rate = self.batch.n * steps * self.share / seconds
            say(game=self.game, figure=what, per_s=float(f"{rate:.4g}"), target=target, games=self.batch.n, ms_a_step=round(1000 * seconds / steps, 4), **more)

    def play(self, what: str, target: float | None = None, **more: Any) -> None:
        """Time random play in one call."""
        with reported(self.game, what):
            self.batch.play_random(1)
            self.batch.play_random(PLAYED[self.game])
            best = 0.0
            for _ in range(RUNS):
                began = time.perf_counter()
                played = self.batch.play_random(PLAYED[self.game])
                best = max(best, played / (time.perf_counter() - began))
            kernel = self.batch._games._kernels.play_copied  # type: ignore[attr-defined]
            say(game=self.game, figure=what, per_s=float(f"{best:.4g}"), target=target, games=self.batch.n, **memory_of(kernel), **more)

    def roll(self, what: str, target: float | None = None, **more: Any) -> None:
        """Time a rollout into the same arrays again and again."""
        with reported(self.game, what):
            steps = ROLLED[self.game]
            if self.rollout is None:
                self.rollout = self.batch.random_rollout(steps)
            seconds = self.time_of(lambda: self.batch.random_rollout(steps, out=self.rollout))
            rate = int((np.asarray(self.rollout.codes) >= 0).sum()) / seconds
            written = sum(int(np.prod(array.shape)) * array.dtype.itemsize for array in self.rollout) / seconds / 1e12
            kernel = self.batch._games._kernels.roll  # type: ignore[attr-defined]
            figures = {"per_s": float(f"{rate:.4g}"), "target": target, "tb_per_s": round(written, 3), "games": self.batch.n, "steps": steps}
            say(game=self.game, figure=what, **figures, **memory_of(kernel), **more)

    def step(self) -> None:
        """A random step; codes that are not legal would be refused, not looked for ahead."""
        self.batch.random_codes(out=self.codes)
        self.batch.step(self.codes, check=False)

    def checked(self) -> None:
        """A step as `step` does it if nothing is said."""
        self.batch.random_codes(out=self.codes)
        self.batch.step(self.codes)

    def look(self, *, mask: bool, observe: bool) -> None:
        """A step, and what a learner sees then."""
        self.step()
        if mask:
            self.write_mask()
        if observe:
            self.batch.observe(out=self.seen)

    def played_and_observed(self) -> None:
        """A random step in one kernel, and the observation."""
        self.batch.play_random(1)
        self.batch.observe(out=self.seen)


def memory_of(kernel: Any) -> dict[str, Any]:
    """The registers and the bytes of local memory of a thread, where Numba tells them."""
    try:
        return {"registers": next(iter(kernel.get_regs_per_thread().values())), "local_bytes": next(iter(kernel.get_local_mem_per_thread().values()))}
    except Exception:  # good to know, no more
        return {}


def measure(game: str, ends: float) -> None:
    """Print the figures of a game."""
    from ziggurat.batches.cuda_setup import cuda

    with reported(game, "device"):
        name = cuda.get_current_device().name
        say(game=game, figure="device", device=name.decode() if isinstance(name, bytes) else str(name))
    measured = Measured(game, SIZES[game])
    target = RANDOM_TARGETS[game]
    measured.play("random play", target)
    measured.figure("random play, a step at a time", lambda: measured.batch.play_random(1))
    measured.figure("random play, observed", measured.played_and_observed, target / OBSERVED_SHARE)
    measured.roll("random play, observed in one call", target / OBSERVED_SHARE)
    measured.rollout = None  # its memory is free again
    measured.figure("step", measured.step)
    measured.figure("step, checked", measured.checked)
    measured.figure("step and mask", lambda: measured.look(mask=True, observe=False))
    measured.figure("step and observe", lambda: measured.look(mask=False, observe=True), target / OBSERVED_SHARE)
    measured.figure("step, mask and observe", lambda: measured.look(mask=True, observe=True))
    measure_torch(measured)
    tune(measured, ends)


def measure_rollouts(game: str, ends: float) -> None:
    """Print the figures of rollouts with each kernel, and with fewer games."""
    for fewer in range(5):
        measured = Measured(game, max(1, SIZES[game] >> fewer))
        kernels: Any = measured.batch._games._kernels  # type: ignore[attr-defined]
        for ahead, registers in rollers(game) if fewer == 1 else rollers(game)[:1]:
            if time.time() + SPARE / 5 < ends or not fewer:
                kernels.roll = roller(kernels, ahead, registers)
                is_used = not fewer and (ahead, registers) == rollers(game)[0]
                what = "random play, observed in one call" if is_used else "tuning rollouts"
                measured.roll(what, RANDOM_TARGETS[game] / OBSERVED_SHARE, ahead=ahead, most_registers=registers)
        kernels.roll = roller(kernels, *rollers(game)[0])


def measure_torch(measured: Measured) -> None:
    """Hand observations to torch and codes back, check both, and time a step with torch reading every number."""
    game, batch = measured.game, measured.batch
    with reported(game, "torch"):
        torch = importlib.import_module("torch")

        tensor = torch.from_dlpack(measured.seen)
        other = torch.as_tensor(measured.seen, device="cuda")
        address = measured.seen.__cuda_array_interface__["data"][0]
        batch.observe(out=measured.seen)
        total = int(np.asarray(measured.seen).sum(dtype=np.int64))
        codes = torch.from_dlpack(batch.random_codes()).to(torch.int64)
        batch.step(codes)  # raises if torch's numbers are not ours
        own = torch.empty(tuple(measured.seen.shape), dtype=torch.int16, device="cuda")  # rows, as torch lays them
        batch.observe(out=own)
        checks = {
            "no copy (DLPack)": tensor.data_ptr() == address,
            "no copy (CUDA array interface)": other.data_ptr() == address,
            "the same sum": int(tensor.sum()) == total == int(other.sum()),
            "written into a tensor of torch": bool((own == torch.from_dlpack(batch.observe())).all()),
            "truth values": bool(torch.from_dlpack(batch.done).dtype == torch.bool),
        }
        say(game=game, figure="torch", same=all(checks.values()), checks=checks, torch=torch.__version__, strides=list(tensor.stride()))
        sums = torch.zeros((), dtype=torch.int64, device="cuda")

        def step() -> None:
            measured.look(mask=False, observe=True)
            sums.add_(tensor.sum())

        def step_into_rows() -> None:
            measured.step()
            batch.observe(out=own)

        def side_stream() -> bool:
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                batch.observe(out=measured.seen)
                seen = torch.from_dlpack(measured.seen)  # waits for our stream
                answer = int(seen.sum())
            return answer == int(np.asarray(measured.seen).sum(dtype=np.int64))

        measured.figure("step and observe, torch", step, RANDOM_TARGETS[game] / OBSERVED_SHARE)
        measured.figure("step and observe into rows of torch", step_into_rows)
        say(game=game, figure="torch on a stream of its own", same=side_stream())


def tune(measured: Measured, ends: float) -> None:
    """Random play with other settings, as long as there is time: what `BLOCK` and `PLAY_REGISTERS` of the code should be."""
    games: Any = measured.batch._games
    kernels = games._kernels
    first = kernels.play_copied
    for registers in REGISTERS:
        if time.time() + SPARE > ends:
            say(game=measured.game, figure="tuning", skipped=f"registers {registers}: no time left")
            continue
        with reported(measured.game, "tuning"):
            kernels.play_copied = first if registers == kernels.PLAY_REGISTERS else kernels.make_player(True, kernels.load, kernels.store, registers)
            for block in BLOCKS:
                games.block = block
                measured.play("tuning", most_registers=registers, block=block)
    kernels.play_copied = first


# --- processes --------------------------------------------------------------------------------------------------------


def child(game: str, ends: float, only_rollouts: bool, is_tuned: bool) -> None:
    """Compile and check, say that this is done, wait for the word, and measure."""
    with reported(game, "same as the CPU"):
        (check_rollouts if only_rollouts else check)(game)
    if not only_rollouts:
        with reported(game, "torch"):
            importlib.import_module("torch")  # takes seconds: while the others compile
    print("ready", file=sys.stderr, flush=True)
    sys.stdin.readline()
    with reported(game, "figures"):
        (measure_rollouts if only_rollouts else measure)(game, ends if is_tuned else 0)


def wait_until_ready(game: str, process: subprocess.Popen[str]) -> None:
    """Read what a child writes to its standard error, until it is ready or has ended."""
    assert process.stderr is not None
    lines: list[str] = []
    for line in process.stderr:
        if line.strip() == "ready":
            return
        lines.append(line)
    say(game=game, figure="process", failed="".join(lines)[-1500:])


def main() -> None:
    """Start a process for each game; when all are ready, measure one after another."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("games", nargs="*", default=list(GAMES))
    reader.add_argument("--limit", type=float, default=LIMIT)
    reader.add_argument("--rollouts", action="store_true", help="check and measure rollouts alone, with several kernels")
    reader.add_argument("--no-tuning", action="store_true", help="leave out the figures with other settings")
    reader.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = reader.parse_args()
    if given.child:
        child(given.games[0], given.limit, given.rollouts, not given.no_tuning)
        return
    began = time.time()
    ends = began + given.limit
    pipe = subprocess.PIPE
    more = ["--child", "--limit", str(ends), *(["--rollouts"] if given.rollouts else []), *(["--no-tuning"] if given.no_tuning else [])]
    children = {game: subprocess.Popen([sys.executable, __file__, game, *more], stdin=pipe, stderr=pipe, text=True) for game in given.games}

    def end_all() -> None:
        for process in children.values():
            process.kill()

    watch = threading.Timer(given.limit, end_all)  # even if one of them hangs on the GPU
    watch.daemon = True
    watch.start()
    for game, process in children.items():
        wait_until_ready(game, process)
    say(figure="all compiled and checked", seconds=round(time.time() - began, 1))
    for game, process in children.items():
        _, errors = process.communicate("go\n")
        if process.returncode:
            say(game=game, figure="process", failed=f"exit {process.returncode}: {errors[-1500:]}")
    watch.cancel()
    say(figure="end", seconds=round(time.time() - began, 1))


if __name__ == "__main__":
    main()

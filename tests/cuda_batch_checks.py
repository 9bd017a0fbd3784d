"""What a batch on a GPU must do, played beside one on the processor. `test_batch_cuda.py` runs this file on Numba's simulator of CUDA, in a process of its own;
on a machine with a GPU, `pytest tests/cuda_batch_checks.py` runs it there.

The simulator starts a Python thread for each game and step, so the games are few. What it cannot show: memory that is read before it is written, speed, and the
handing over to torch and JAX on a GPU (`bench/gpu_batch.py` does).
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import ziggurat
from test_every_game import GAMES
from ziggurat.batches.cuda_setup import IS_SIMULATED, cuda
from ziggurat.batches.device_arrays import DeviceArray

every_game = pytest.mark.parametrize("name", GAMES)
N = 3
STEPS = 6


def both(name: str, seed: str, n: int = N, **arguments: Any) -> tuple[Any, Any]:
    """The same batch on the processor and on the GPU."""
    return ziggurat.batch(name, n, seed=seed, **arguments), ziggurat.batch(name, n, seed=seed, device="cuda", **arguments)


def assert_same(ours: Any, theirs: Any) -> None:
    """An array of the GPU holds the same numbers of the same type as one of NumPy."""
    assert isinstance(theirs, DeviceArray) and ours.dtype == theirs.dtype and ours.shape == theirs.shape == np.asarray(theirs).shape
    assert ours.tobytes() == np.asarray(theirs).tobytes()


def assert_same_games(cpu: Any, gpu: Any) -> None:
    """Positions, seats, ends, results and seeds are equal."""
    for name in ("states", "to_move", "done", "scores", "ranks"):
        assert_same(getattr(cpu, name), getattr(gpu, name))
    assert [cpu.seed_of(i) for i in range(cpu.n)] == [gpu.seed_of(i) for i in range(gpu.n)]


@every_game
def test_steps_lists_and_observations_are_the_same_to_the_byte(name: str) -> None:
    cpu, gpu = both(name, "steps")
    assert (gpu.device, gpu.n, gpu.seats, gpu.num_actions, gpu.options(1)) == ("cuda", cpu.n, cpu.seats, cpu.num_actions, cpu.options(1))
    cpu.play_random(10)
    gpu.play_random(10)
    for _ in range(STEPS):
        assert_same_games(cpu, gpu)
        assert_same(cpu.observe(), gpu.observe())
        for ours, theirs in zip(cpu.legal_codes(), gpu.legal_codes(), strict=True):
            assert_same(ours, theirs)
        codes, on_gpu = cpu.random_codes(), gpu.random_codes()
        assert_same(codes, on_gpu)
        cpu.step(codes)
        gpu.step(on_gpu)
    for seat in (0, cpu.seats - 1, np.arange(N) % cpu.seats):
        assert_same(cpu.observe(seat), gpu.observe(seat))
    assert_same(cpu.legal_mask(), gpu.legal_mask())


@every_game
def test_random_play_is_the_same_to_the_byte_through_the_end_and_new_deals(name: str) -> None:
    for autoreset in (True, False):
        cpu, gpu = both(name, "play", autoreset=autoreset)
        for steps in (1, 3, 70, 120):
            assert cpu.play_random(steps) == gpu.play_random(steps)
            assert_same_games(cpu, gpu)
        for _ in range(2):
            cpu.step(cpu.random_codes(), check=False)
            gpu.step(np.asarray(gpu.random_codes()), check=False)
        assert_same_games(cpu, gpu)


@every_game
def test_a_random_rollout_is_the_same_to_the_byte_through_the_end_and_new_deals(name: str) -> None:
    for autoreset in (True, False):
        cpu, gpu = both(name, "rollout", autoreset=autoreset)
        for steps in (80, 30):
            ours, theirs = cpu.random_rollout(steps), gpu.random_rollout(steps)
            for array, other in zip(ours, theirs, strict=True):
                assert_same(array, other)
            assert_same_games(cpu, gpu)
            size = cpu.observation_size
            assert theirs.observations.strides == (2 * N * size, 2, 2 * N), "the same number of all games lies together"
            assert not IS_SIMULATED or (np.from_dlpack(theirs.observations) == ours.observations).all(), "handed over without a copy"
        host = type(ours)(*(np.zeros_like(array) for array in ours))
        assert gpu.random_rollout(30, out=theirs).codes is theirs.codes and gpu.random_rollout(30, out=host).scores is host.scores
        cpu.random_rollout(30)
        assert all((array == other).all() for array, other in zip(cpu.random_rollout(30), host, strict=True))


@every_game
def test_a_wrong_code_is_refused_in_the_same_words(name: str) -> None:
    cpu, gpu = both(name, "wrong")
    codes = cpu.random_codes().astype(np.int64)
    codes[1] = 10**12
    before = np.asarray(gpu.states).tobytes()
    for given in (codes, cuda.to_device(codes)):
        with pytest.raises(ziggurat.IllegalMove) as ours:
            cpu.step(codes)
        with pytest.raises(ziggurat.IllegalMove) as theirs:
            gpu.step(given)
        assert str(ours.value) == str(theirs.value) and ours.value.values == theirs.value.values
    assert np.asarray(gpu.states).tobytes() == before
    cpu.step(codes, check=False)
    gpu.step(cuda.to_device(codes), check=False)
    assert_same(cpu.refused, gpu.refused)
    assert cpu.refused.tolist() == [False, True, False]
    assert_same_games(cpu, gpu)


def test_wrong_arguments_are_refused_in_the_same_words() -> None:
    cpu, gpu = both("amytis", "arguments")
    calls: list[Any] = [
        lambda batch: batch.step([0, 1]),
        lambda batch: batch.step([0.5] * N),
        lambda batch: batch.step(None),
        lambda batch: batch.observe(2),
        lambda batch: batch.observe([0, 1]),
        lambda batch: batch.reset([N]),
        lambda batch: batch.reset([0.5]),
        lambda batch: batch.reset(np.ones(N - 1, np.bool_)),
        lambda batch: batch.play_random(0),
        lambda batch: batch.random_rollout(0),
        lambda batch: batch.random_rollout(2, out=7),
        lambda batch: batch.random_rollout(1 << 50),
        lambda batch: batch.seed_of(N),
        lambda batch: batch.legal_factors(),
        lambda batch: batch.legal_mask(out=np.zeros((N, 93), np.bool_)),
    ]
    for call in calls:
        with pytest.raises(ziggurat.GameError) as ours:
            call(cpu)
        with pytest.raises(ziggurat.GameError) as theirs:
            call(gpu)
        assert str(ours.value) == str(theirs.value)
    on_gpu: list[Any] = [
        lambda: gpu.step(cuda.to_device(np.zeros(N, np.float32))),
        lambda: gpu.step(cuda.to_device(np.zeros((N, 1), np.int64))),
        lambda: gpu.reset(cuda.to_device(np.zeros(N + 1, np.bool_))),
        lambda: gpu.observe(cuda.to_device(np.full(N, 2))),
        lambda: gpu.legal_mask(out=cuda.to_device(np.zeros((N, 94), np.int8))),
    ]
    for call in on_gpu:
        with pytest.raises(ziggurat.GameError, match="must be"):
            call()


@every_game
def test_new_deals_where_they_are_wanted(name: str) -> None:
    cpu, gpu = both(name, "reset")
    mask = np.array([False, True, True])
    for ours, theirs in (([2], [2]), (mask, mask), (mask, cuda.to_device(mask)), (np.array([0]), cuda.to_device(np.array([0]))), (None, None)):
        cpu.reset(ours)
        gpu.reset(theirs)
        assert_same_games(cpu, gpu)
    assert [gpu.seed_of(i) for i in range(N)] == ["reset/0/2", "reset/1/3", "reset/2/4"]


def test_options_left_to_chance_are_drawn_for_each_game() -> None:
    cpu, gpu = both("amytis", "drawn", sides="random")
    cpu.reset([1])
    gpu.reset([1])
    assert_same_games(cpu, gpu)
    assert [gpu.options(i) for i in range(N)] == [cpu.options(i) for i in range(N)]


def test_results_go_where_they_are_wanted() -> None:
    cpu, gpu = both("amytis", "out")
    shape = (N, cpu.observation_size)
    for order in ("C", "F"):
        out = cuda.to_device(np.ones(shape, np.int16, order=order))
        assert gpu.observe(out=out) is out
        assert (out.copy_to_host() == cpu.observe()).all()
    seen, codes = np.ones(shape, np.int16), np.zeros(N, np.int32)
    assert gpu.observe(out=seen) is seen and (seen == cpu.observe()).all()
    ours = gpu.legal_mask()
    assert gpu.legal_mask(out=ours) is ours
    assert_same(cpu.legal_mask(), ours)
    assert gpu.random_codes(out=codes) is codes and (codes == cpu.random_codes()).all()


@pytest.mark.parametrize("name", ["amytis", "akropolis"])
def test_copies_and_pickles_go_their_own_way(name: str) -> None:
    cpu, gpu = both(name, "copies", autoreset=True)
    cpu.play_random(5)
    gpu.play_random(5)
    others = [gpu.copy(), copy.deepcopy(gpu), pickle.loads(pickle.dumps(gpu))]
    before = cpu.states.tobytes()
    played = cpu.play_random(9)
    for other in others:
        assert other.play_random(9) == played
        assert_same_games(cpu, other)
    assert np.asarray(gpu.states).tobytes() == before
    assert "on cuda" in repr(gpu) and len(gpu) == N


def test_the_parts_of_a_move() -> None:
    cpu, gpu = both("akropolis", "factors", stones="from_one")
    ours, theirs = cpu.legal_factors(), gpu.legal_factors()
    assert ours.keys() == theirs.keys()
    for part in ours:
        assert (ours[part] == np.asarray(theirs[part])).all() and ours[part].shape == theirs[part].shape
    codes = gpu.random_codes()
    assert {part: numbers.tolist() for part, numbers in gpu.factors_of(codes).items()} == {
        part: numbers.tolist() for part, numbers in cpu.factors_of(np.asarray(codes)).items()
    }


def test_arrays_are_handed_over_without_a_copy() -> None:
    _, gpu = both("amytis", "dlpack")
    seen = gpu.observe()
    assert seen.strides == (2, 2 * N), "the same number of all games lies together"
    assert repr(seen) == f"<array of int16 on the GPU, {N} × 499>" and len(seen) == N and seen.ndim == 2
    with pytest.raises(BufferError):
        seen.__dlpack__(copy=True)
    with pytest.raises(BufferError):
        gpu.states.__dlpack__()
    if not IS_SIMULATED:
        assert seen.__cuda_array_interface__["strides"] == seen.strides
        return
    assert not hasattr(seen, "__cuda_array_interface__")
    view = np.from_dlpack(seen)
    gpu.step(gpu.random_codes())
    gpu.observe(out=seen)
    assert (view == np.asarray(seen)).all() and view.strides == seen.strides
    for array in (gpu.legal_mask(), gpu.done, gpu.to_move, gpu.scores, gpu.random_codes()):
        assert (np.from_dlpack(array) == np.asarray(array)).all()


def test_games_with_an_expansion_are_the_same_to_the_byte() -> None:
    cpu, gpu = both("akropolis", "athena", 2, athena=True, athena_cards=["agora", "parkland", "oasis", "villa"])
    cpu.play_random(26)
    gpu.play_random(26)
    for _ in range(8):
        assert_same_games(cpu, gpu)
        assert_same(cpu.observe(), gpu.observe())
        for ours, theirs in zip(cpu.legal_codes(), gpu.legal_codes(), strict=True):
            assert_same(ours, theirs)
        codes = cpu.random_codes()
        assert_same(codes, gpu.random_codes())
        cpu.step(codes)
        gpu.step(codes)
    cpu.play_random(60)
    gpu.play_random(60)
    assert_same_games(cpu, gpu)
    assert cpu.done.all()

"""Batches on a GPU: the same games to the byte, on Numba's simulator of CUDA; and what is said where there is no GPU."""

from __future__ import annotations

import gc
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from test_every_game import GAMES
from ziggurat.batches import dlpack

HERE = Path(__file__).parent


@pytest.mark.parametrize("which", [*GAMES, f"not ({' or '.join(f'[{name}]' for name in GAMES)})"], ids=[*GAMES, "others"])
def test_on_the_simulator_a_gpu_plays_the_games_of_the_processor(which: str) -> None:
    which = f"[{which}]" if which in GAMES else which
    call = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", str(HERE / "cuda_batch_checks.py"), "-k", which]
    done = subprocess.run(call, cwd=HERE.parent, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_without_a_gpu_the_error_says_what_to_install() -> None:
    program = 'import ziggurat\ntry: ziggurat.batch("amytis", 2, device="cuda")\nexcept ziggurat.GameError as error: print(error)'
    answer = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}, capture_output=True, text=True, check=True
    ).stdout
    missing = "needs an NVIDIA GPU with its driver" if importlib.util.find_spec("numba_cuda") else "needs the package numba-cuda"
    assert missing in answer and 'pip install "ziggurat[gpu]"' in answer


class Lender:
    """Hands out the memory of an array of NumPy by our capsules."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return dlpack.capsule_of(array, array.ctypes.data, array.shape, array.strides, array.dtype, (dlpack.CPU, 0))


@pytest.mark.parametrize(
    "array",
    [np.arange(6, dtype=np.int16).reshape(2, 3), np.asfortranarray(np.eye(3, 4, dtype=np.bool_))[:, 1:3], np.arange(3, dtype=np.uint64), np.zeros(0, np.int32)],
    ids=["rows", "columns of truth values", "unsigned", "empty"],
)
def test_a_capsule_lends_memory_and_gives_it_back(array: np.ndarray[Any, Any]) -> None:
    taken = np.from_dlpack(Lender(array))
    assert taken.dtype == array.dtype and taken.shape == array.shape and (taken == array).all()
    assert array.size == 0 or (taken.ctypes.data, taken.strides) == (array.ctypes.data, array.strides)
    capsule = Lender(array).__dlpack__()
    assert len(dlpack.lent) == 2
    del taken, capsule
    gc.collect()
    assert not dlpack.lent
    with pytest.raises(BufferError, match="knows no"):
        dlpack.capsule_of(None, 0, (), (), np.dtype("datetime64[s]"), (dlpack.CPU, 0))

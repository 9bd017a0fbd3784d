"""What the GPU's compiler reports of random play: a number that grows here makes a GPU slower, without a GPU to see it.

Akropolis with Athena is left out: it has 255 registers and 10,704 bytes, and takes half a minute.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "gpu_compiler.py"
MOST = {  # a test of the simulator (`test_batch_cuda.py`) shows that the games are the same; `docs/guides/batches.md` says how fast they are
    "amytis": {"local_bytes": 1656, "registers": 64},
    "blueprints": {"local_bytes": 2280, "registers": 64},
    "akropolis": {"local_bytes": 9880, "registers": 85},
}


@pytest.mark.skipif(sys.platform != "linux", reason="the compiler's wheels are for Linux")
@pytest.mark.parametrize("game", MOST)
def test_a_thread_of_a_gpu_needs_no_more_than_it_did(game: str) -> None:
    done = subprocess.run([sys.executable, PROGRAM, game], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found.keys() == MOST[game].keys()
    for name, most in MOST[game].items():
        assert found[name] <= most, f"{name} of {game} grew: measure `bench/gpu_batch.py` on a GPU before you raise the number"
        assert found[name] >= 0.9 * most, f"{name} of {game} fell to {found[name]}: write the new number here, so that it stays"

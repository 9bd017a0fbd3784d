"""What the GPU's compiler makes of random play, without a GPU: `python tests/gpu_compiler.py KEY` prints registers and bytes of local memory of a thread.

Numba compiles for compute capability 9.0 (an H100 or H200) as if one were there; `ptxas`, which comes in a wheel, makes machine code of it and reports.
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

CAPABILITY = (9, 0)
REPORTED = re.compile(r"(\d+) bytes stack frame.*?Used (\d+) registers", re.DOTALL)


def pretend_a_gpu() -> None:
    """Let numba-cuda believe that it has one: it asks for its capability alone, and NVRTC, which we do not install, for those that it knows."""
    for name in ("dispatcher", "compiler"):
        setattr(importlib.import_module(f"numba.cuda.{name}"), "get_current_device", lambda: SimpleNamespace(compute_capability=CAPABILITY))  # noqa: B010
    setattr(importlib.import_module("numba.cuda.cudadrv.nvrtc"), "get_supported_ccs", lambda: (CAPABILITY,))  # noqa: B010
    setattr(importlib.import_module("numba.cuda.cuda_paths"), "_get_nvrtc_path", lambda: None)  # noqa: B010
    setattr(importlib.import_module("numba.cuda"), "is_available", lambda: True)  # noqa: B010


def signature() -> tuple[Any, ...]:
    """The types of the arguments of `play` in `cuda_kernels.py`."""
    from numba import from_dtype, types

    from ziggurat.batches.arguments import SEAT
    from ziggurat.batches.seed_kernels import prepare_seed

    def array(dtype: Any, dimensions: int) -> Any:
        return types.Array(dtype, dimensions, "C")

    whole = types.int64
    seat, seed = from_dtype(SEAT), from_dtype(prepare_seed("").dtype)
    positions = (array(whole, 2), array(whole, 2), array(whole, 1), array(seat, 1))
    return (*positions, array(types.uint64, 2), whole, types.boolean, array(seed, 1), array(whole, 1))


def report(key: str) -> dict[str, int]:
    """Registers and bytes of local memory of a thread of `play_random(many)`."""
    pretend_a_gpu()
    from ziggurat.batches.cuda_setup import cuda, our_settings
    from ziggurat.bind import bind

    kernels = bind(key, "ziggurat.batches.cuda_kernels")
    with our_settings():
        code, _ = cuda.compile_ptx(kernels.play_copied.py_func, signature(), cc=CAPABILITY)
    (compiler,) = (path for folder in importlib.import_module("nvidia").__path__ for path in Path(folder).glob("cu*/bin/ptxas"))
    limit = ["--maxrregcount", str(kernels.PLAY_REGISTERS)] if kernels.PLAY_REGISTERS else []
    with TemporaryDirectory() as folder:
        source = Path(folder, "play.ptx")
        source.write_text(code)
        call = [str(compiler), "-v", "-c", "-arch=sm_90", *limit, str(source), "-o", str(source.with_suffix(".o"))]
        said = subprocess.run(call, capture_output=True, text=True, check=True).stderr
    reported = REPORTED.search(said)
    assert reported is not None, said
    return {"local_bytes": int(reported[1]), "registers": int(reported[2])}


if __name__ == "__main__":
    print(json.dumps(report(sys.argv[1])))

"""Numba's CUDA, ready for our kernels: or a clear word why there is none. Nothing imports this but batches with `device="cuda"`.

With `NUMBA_ENABLE_CUDASIM=1` it is Numba's simulator, which runs the same kernels in Python: the tests use it.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np

from ziggurat.errors import GameError
from ziggurat.kernel import kernel

config: Any = numba.config
IS_SIMULATED = bool(config.ENABLE_CUDASIM)
INSTALL = 'pip install "ziggurat[gpu]" "numba-cuda[cu13]"'
lock = threading.RLock()


def load() -> Any:
    """The module `numba.cuda`; GameError if it is not installed, or sees no GPU."""
    if not IS_SIMULATED and importlib.util.find_spec("numba_cuda") is None:
        raise GameError(f'`device="cuda"` needs the package numba-cuda: {INSTALL} (`cu12` where the driver is older than CUDA 13)')
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010 - numba-cuda 0.30 looks for a name that NumPy 2.5 dropped
    cuda = importlib.import_module("numba.cuda")
    if not IS_SIMULATED and not cuda.is_available():
        reason = " ".join(str(cuda.cuda_error() or "").split())[:200]
        raise GameError(f'`device="cuda"` needs an NVIDIA GPU with its driver, and numba-cuda sees none{f" ({reason})" if reason else ""}; {INSTALL}')
    return cuda


cuda = load()
MEMORY_ERRORS = (MemoryError, ValueError, OverflowError, *(() if IS_SIMULATED else (importlib.import_module("numba.cuda.cudadrv.driver").CudaAPIError,)))
"""What it raises where there is no room for an array."""


@contextmanager
def our_settings() -> Iterator[None]:
    """Compile and launch with settings of ours; those of other kernels of this program stay as they are.

    Tables of a module go to global memory. Numba would put them into constant memory, which serves one address at a time: threads in different positions
    wait for each other at every look into a table. From global memory the L1 cache serves them: twice the speed in Amytis. And nobody is warned that a small
    batch leaves much of a GPU idle.
    """
    if IS_SIMULATED:
        yield
        return
    nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
    settings: Any = cuda.config
    with lock:
        before = nvvm.ADDRSPACE_CONSTANT, settings.CUDA_LOW_OCCUPANCY_WARNINGS
        nvvm.ADDRSPACE_CONSTANT, settings.CUDA_LOW_OCCUPANCY_WARNINGS = nvvm.ADDRSPACE_GLOBAL, 0
        try:
            yield
        finally:
            nvvm.ADDRSPACE_CONSTANT, settings.CUDA_LOW_OCCUPANCY_WARNINGS = before


def unwrapped(array: Any) -> Any:
    """The NumPy array behind an argument of a simulated kernel: our compiled kernels do not know the simulator's own kind of array."""
    return array._item._ary


@kernel
def itself(array):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """On a GPU an argument is an array already."""
    return array


plain: Callable[[Any], Any] = unwrapped if IS_SIMULATED else itself

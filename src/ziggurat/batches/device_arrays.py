"""Arrays on a GPU as a batch hands them out: torch, JAX and CuPy take them without a copy, NumPy with one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.batches import dlpack
from ziggurat.batches.cuda_setup import IS_SIMULATED, cuda

LEGACY_STREAM, NO_STREAM = 1, -1  # as DLPack numbers them: the default stream, on which our kernels run, and "do not wait for anything"


class DeviceArray:
    """An array that lies on the GPU: `torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)`, `cupy.asarray(array)`, or `numpy.asarray(array)` for a copy.

    `numba_array` is the same for kernels of `numba.cuda`. With Numba's simulator the memory is that of the processor.
    """

    def __init__(self, numba_array: Any) -> None:
        self.numba_array = numba_array
        self.shape: tuple[int, ...] = tuple(int(size) for size in numba_array.shape)
        self.strides: tuple[int, ...] = tuple(int(stride) for stride in numba_array.strides)
        self.dtype: np.dtype[Any] = np.dtype(numba_array.dtype)
        self.ndim = len(self.shape)

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        """A copy in the memory of the processor."""
        copy: np.ndarray[Any, Any] = self.numba_array.copy_to_host()
        return copy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ValueError("an array on a GPU is always copied")
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<array of {self.dtype} on the GPU, {' × '.join(map(str, self.shape))}>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if IS_SIMULATED:
            raise AttributeError("the simulator has no memory on a GPU")
        interface: dict[str, Any] = self.numba_array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return (dlpack.CPU, 0) if IS_SIMULATED else (dlpack.CUDA, int(cuda.get_current_device().id))

    def __dlpack__(self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """A capsule; `stream` of the consumer waits until what our kernels write is written. There is no copy and no other device."""
        device = self.__dlpack_device__()
        if copy or (dl_device is not None and tuple(int(part) for part in dl_device) != device):
            raise BufferError("it is handed out where it lies, without a copy")
        if IS_SIMULATED:
            address = int(self.numba_array.ctypes.data)
        else:
            address = int(self.__cuda_array_interface__["data"][0])
            if stream not in {None, LEGACY_STREAM, NO_STREAM}:
                written = cuda.event(timing=False)
                written.record()
                written.wait(cuda.external_stream(stream))
        return dlpack.capsule_of(self.numba_array, address, self.shape, self.strides, self.dtype, device)


def is_on_device(array: Any) -> bool:
    """Whether an array lies on the GPU."""
    return isinstance(array, DeviceArray) or hasattr(array, "__cuda_array_interface__") or getattr(array, "__cuda_ndarray__", False) is True


def numba_array_of(array: Any) -> Any:
    """An array on the GPU as kernels take it, over the same memory."""
    if isinstance(array, DeviceArray):
        return array.numba_array
    return array if getattr(array, "__cuda_ndarray__", False) is True else cuda.as_cuda_array(array)

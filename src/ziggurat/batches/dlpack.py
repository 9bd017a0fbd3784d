"""Memory as a DLPack capsule, which torch, JAX, CuPy and NumPy take over without a copy: <https://dmlc.github.io/dlpack/latest/>.

Numba's arrays have no `__dlpack__`, so the few structures of that interface are written down here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of devices
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # type codes by the letter of a NumPy type
CAPSULE = b"dltensor"  # a consumer renames the capsule once it owns the memory

Numbers = ctypes.POINTER(ctypes.c_int64)
Free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Device(ctypes.Structure):
    """Where memory lies: DLDevice."""

    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DataType(ctypes.Structure):
    """What the numbers are: DLDataType."""

    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    """An array: DLTensor. Strides count numbers, not bytes."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", Numbers),
        ("strides", Numbers),
        ("byte_offset", ctypes.c_uint64),
    ]


class ManagedTensor(ctypes.Structure):
    """An array with what frees it: DLManagedTensor."""

    _fields_ = [("tensor", Tensor), ("manager_ctx", ctypes.c_void_p), ("deleter", Free)]


lent: dict[int, tuple[Any, ...]] = {}
"""By the address of each structure that somebody still uses: it, its shape and strides, and the owner of the memory."""


@Free  # type: ignore[untyped-decorator]
def free(address: int) -> None:
    """Let go of an array; the consumer calls it."""
    lent.pop(address, None)


@Free  # type: ignore[untyped-decorator]
def free_capsule(capsule: int) -> None:
    """Let go of an array whose capsule nobody took."""
    if python.PyCapsule_IsValid(capsule, CAPSULE):
        free(python.PyCapsule_GetPointer(capsule, CAPSULE))


python = ctypes.pythonapi
for function in (free, free_capsule):
    python.Py_IncRef(ctypes.py_object(function))  # a consumer may call them when Python ends and modules are gone
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Free]
python.PyCapsule_IsValid.restype = ctypes.c_int
python.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


def capsule_of(owner: Any, address: int, shape: Sequence[int], strides: Sequence[int], dtype: np.dtype[Any], device: tuple[int, int]) -> Any:
    """A capsule of this memory; `owner` lives as long as somebody uses it. Strides count bytes, as those of NumPy."""
    if dtype.kind not in KINDS:
        raise BufferError(f"DLPack knows no {dtype}")
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    steps = (ctypes.c_int64 * len(shape))(*(stride // dtype.itemsize for stride in strides))
    kind = DataType(KINDS[dtype.kind], 8 * dtype.itemsize, 1)
    tensor = Tensor(address, Device(*device), len(shape), kind, ctypes.cast(sizes, Numbers), ctypes.cast(steps, Numbers), 0)
    managed = ManagedTensor(tensor, None, free)
    at = ctypes.addressof(managed)
    lent[at] = managed, sizes, steps, owner
    return python.PyCapsule_New(at, CAPSULE, free_capsule)

"""Which records kernels only read, so that LLVM may know it (`mazarbul.sim.compile.lowering`)."""

import numpy as np

_READ_ONLY: set[np.dtype] = set()


def read_only(dtype: np.dtype) -> np.dtype:
    """Return a structured type, having noted that kernels never write to its records."""
    _READ_ONLY.add(dtype)
    return dtype


def is_read_only(dtype: np.dtype) -> bool:
    """Return whether kernels never write to records of a type."""
    return dtype in _READ_ONLY

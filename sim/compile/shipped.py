"""Machine code that comes with a package that was built with it (release/kernels.py): where, and for what.

It is for levels of processors, such as all with AVX2. Which files of kernels there are in one is as in a
user's cache folder (`mazarbul.sim.compile.kernel_cache`).
"""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass

import llvmlite
import llvmlite.binding
import numba

from mazarbul.sim.compile.sources import PACKAGE

#: Code reads in another process only with these: numba, llvmlite, Python, and the kind of machine.
STEM = "-".join(
    (
        f"linked-numba{numba.__version__}",
        f"llvmlite{llvmlite.__version__}",
        str(sys.implementation.cache_tag),
        llvmlite.binding.get_process_triple(),
    )
)
SHIPPED = PACKAGE / "kernels" / STEM


@dataclass(frozen=True)
class Level:
    """A level of processors, by LLVM's name, and the features that a processor needs for it."""

    name: str
    needs: frozenset[str]

    def magic_tuple(self) -> tuple[str, str, str]:
        """Return what numba finds machine code for this level by."""
        return llvmlite.binding.get_process_triple(), self.name, ""


_SSE = frozenset({"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"})
_AVX2 = _SSE | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
_AVX512 = _AVX2 | {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"}
#: Kind of machine -> its levels, the best one first.
_LEVELS = {"x86_64": (Level("x86-64-v4", _AVX512), Level("x86-64-v3", _AVX2), Level("x86-64-v2", _SSE))}
_ANY = (Level("generic", frozenset()),)


def levels() -> tuple[Level, ...]:
    """Return the levels that machine code is shipped for, the best one first."""
    return _LEVELS.get(llvmlite.binding.get_process_triple().partition("-")[0], _ANY)


@functools.cache
def levels_here() -> tuple[Level, ...]:
    """Return those that this processor has; none if the user asks numba for other machine code."""
    config = numba.config
    if config.CPU_NAME or config.CPU_FEATURES is not None or config.BOUNDSCHECK:
        return ()
    has = {name for name, there in llvmlite.binding.get_host_cpu_features().items() if there}
    return tuple(level for level in levels() if level.needs <= has)

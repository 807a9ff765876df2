"""How kernels are compiled, in one of two modes with the same results.

The environment variable `MAZARBUL_JIT` chooses: `linked` compiles a tree of kernels once (see
`mazarbul.sim.compile.linked`); `plain` leaves everything to numba, which takes several times as long but does
not need numba's internals. With a version of numba that `linked` is not known to work with, kernels are
compiled in mode `plain`, with a warning.
"""

import os
import warnings

import numba

from mazarbul.sim.toml import DataError

LINKED, PLAIN = "linked", "plain"
MODE_VARIABLE = "MAZARBUL_JIT"
#: Versions of numba, without their last number, that the mode `linked` is known to work with.
LINKED_WITH = ("0.68",)


def chosen_mode() -> str:
    """Return the mode in which kernels are compiled. Raises DataError if the user's choice is invalid."""
    asked = os.environ.get(MODE_VARIABLE) or LINKED
    if asked not in (LINKED, PLAIN):
        raise DataError(f"{MODE_VARIABLE} is {asked!r}; valid: {LINKED}, {PLAIN}")
    if asked == LINKED and numba.__version__.rpartition(".")[0] not in LINKED_WITH:
        warnings.warn(
            f"numba {numba.__version__} is not one that mazarbul knows: kernels are compiled without a"
            f" shortcut, with the same result but more slowly; set {MODE_VARIABLE}={PLAIN} to silence this"
            " warning",
            RuntimeWarning,
            stacklevel=2,
        )
        return PLAIN
    return asked


MODE = chosen_mode()

"""The one way kernels are compiled.

Every kernel of the project is decorated with `kernel`. Importing this module points numba's on-disk cache at
a folder of `mazarbul.sim.engine.cache_folders`.
"""

import numba

from mazarbul.sim.engine.cache_folders import cache_folder, folder_of
from mazarbul.sim.engine.modes import LINKED, MODE

#: Options of every kernel: without the GIL, and division by zero as on the processor, so kernels never raise.
OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function):
    """Compile a kernel: cached on disk, without the GIL, in the mode `MODE`.

    linked: when called from Python, it is compiled to machine code and cached, with one signature for all
    calls; when called from another kernel, it only becomes code to link into that one. plain: an ordinary
    numba function.
    """
    if numba.config.DISABLE_JIT:
        return numba.njit(function)
    if MODE == LINKED:
        from mazarbul.sim.engine.linked import linked  # only here: another numba may lack its internals

        return linked(function, **OPTIONS)
    numba.config.CACHE_DIR = str(folder_of(function.__code__.co_filename, function.__module__))
    try:  # numba keeps the folder that is set now
        return numba.njit(cache=True, **OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = str(cache_folder())


numba.config.CACHE_DIR = str(cache_folder())

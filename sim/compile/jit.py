"""The one way kernels are compiled.

Every kernel of the project is decorated with `kernel`. Importing this module points numba's on-disk cache at
a folder of `mazarbul.sim.compile.cache_folders`.
"""

import sys

import numba

from mazarbul.sim.compile.cache_folders import cache_folder, folder_of
from mazarbul.sim.compile.modes import LINKED, MODE

#: Options of every kernel: without the GIL, and division by zero as on the processor, so kernels never raise.
OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function):
    """Compile a kernel: cached on disk, without the GIL, in the mode `MODE`.

    linked: when called from Python, it is compiled to machine code and cached, with one signature for all
    calls; when called from another kernel, it only becomes code to link into that one. plain: an ordinary
    numba function.
    """
    return _compiled(function, is_shared=False)


def shared(function):
    """Compile a kernel that others call where it is: its machine code is made once, and not linked into them.

    This is for the few large ones that several functions called from Python need, such as the rules of a
    game. Only mode `linked` makes this difference. Its name must be its module's own.
    """
    return _compiled(function, is_shared=True)


def _compiled(function, is_shared):
    if numba.config.DISABLE_JIT:
        return numba.njit(function)
    if MODE == LINKED:
        from mazarbul.sim.compile.linked import linked  # only here: another numba may lack its internals

        return linked(function, is_shared, **OPTIONS)
    numba.config.CACHE_DIR = str(folder_of(function.__code__.co_filename, function.__module__))
    try:  # numba keeps the folder that is set now
        return numba.njit(cache=True, **OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = str(cache_folder())


def at_home(made, home, decorate=kernel):
    """Return a kernel that a factory made as one of the module `home`, for calls from Python.

    Machine code is kept under a kernel's module and lines, which all kernels of a factory share. So this is
    what a game would write itself: a function of the same name and arguments that calls the kernel. decorate:
    `kernel` or `shared`.
    """
    inner = getattr(made, "py_func", made).__code__
    arguments = ", ".join(inner.co_varnames[: inner.co_argcount])
    return kernel_of_text(
        f"def {inner.co_name}({arguments}):\n    return made({arguments})\n", home, decorate, made=made
    )


#: Module and name of a kernel -> its text, and what that uses.
_asked: dict[tuple[str, str], tuple[str, dict[str, object]]] = {}


def kernel_of_text(text, home, decorate=kernel, **known):
    """Return the kernel that a text defines, as one of the module `home`. known: what it uses, by name.

    Raises ValueError if the module has asked for another kernel of that name: one would get the machine code
    of the other.
    """
    name = text.partition("(")[0].split()[1]
    if _asked.setdefault((home, name), (text, known)) != (text, known):
        raise ValueError(f"{home} has two kernels {name!r}; give one of them another name")
    scope = {"__name__": home, **known}
    exec(compile(text, sys.modules[home].__file__, "exec"), scope)
    return decorate(scope[name])


numba.config.CACHE_DIR = str(cache_folder())

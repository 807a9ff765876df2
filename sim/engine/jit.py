"""The one way kernels are compiled.

Every kernel of the project is decorated with `kernel`. Importing this module points numba's
on-disk cache at a folder named after a hash of their sources, numba's version, the CPU and the mode,
because `cache=True` alone does not notice a change in another file. So a stale kernel is never
loaded; old folders stay behind.

There are two modes with the same results, chosen by the environment variable `MAZARBUL_JIT`:
`linked` compiles a tree of kernels once (see `mazarbul.sim.engine.linked`); `plain` leaves everything to
numba, which takes several times as long but does not need numba's internals. With a version of numba that
`linked` is not known to work with, kernels are compiled in mode `plain`, with a warning.
"""

import functools
import os
import re
import tempfile
import warnings
from collections.abc import Iterable
from pathlib import Path

import llvmlite.binding
import numba
import platformdirs

from mazarbul.sim.engine.hashing import hash_of
from mazarbul.sim.engine.private import is_own, temporary
from mazarbul.sim.toml import DataError

#: The package whose kernels these are, and its folder.
NAME = __name__.removesuffix(".engine.jit")
PACKAGE = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^[ \t]*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
WORD = re.compile(r"\w+")

LINKED, PLAIN = "linked", "plain"
MODE_VARIABLE = "MAZARBUL_JIT"
#: Versions of numba, without their last number, that the mode `linked` is known to work with.
LINKED_WITH = ("0.68",)
#: Options of every kernel: without the GIL, and division by zero as on the processor, so kernels never raise.
OPTIONS = {"nogil": True, "error_model": "numpy"}


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


@functools.cache
def kernel_sources() -> tuple[Path, ...]:
    """Return every source file that kernels are made from: files with kernels and all their imports."""
    every = modules(PACKAGE, NAME).values()
    own = [path for path in every if "\n@kernel\n" in path.read_text(encoding="utf-8")]
    return with_imports(own, PACKAGE, NAME)


def with_imports(files: Iterable[Path], folder: Path, package: str) -> tuple[Path, ...]:
    """Return source files and all that they import from a package, which lies in `folder`, sorted."""
    found: set[Path] = set()
    waiting = [*files]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(imported(path, folder, package))
    return tuple(sorted(found))


@functools.cache
def imported(path: Path, folder: Path, package: str) -> list[Path]:
    """Return the files of a package, which lies in `folder`, that a source file of it imports."""
    names: set[str] = set()
    for module, members in IMPORT.findall(path.read_text(encoding="utf-8")):
        if module.startswith("."):
            up = path.parents[len(module) - len(module.lstrip(".")) - 1]
            module = ".".join([package, *up.relative_to(folder).parts, module.lstrip(".")]).rstrip(".")
        names.add(module)
        names.update(f"{module}.{member}" for member in WORD.findall(members))
    known = modules(folder, package)
    return [known[name] for name in names & known.keys()]


@functools.cache
def modules(folder: Path, package: str) -> dict[str, Path]:
    """Return the source files of a package, which lies in `folder`, by the names of their modules."""
    found = {}
    for file in folder.rglob("*.py"):
        parts = file.relative_to(folder).with_suffix("").parts
        found[".".join([package, *parts]).removesuffix(".__init__")] = file
    return found


@functools.cache
def source_hash() -> str:
    """Return the hexadecimal SHA-256 of all sources that kernels are made from, names included."""
    return hash_of(kernel_sources(), PACKAGE)


@functools.cache
def imports_hash(file: Path, module: str) -> str:
    """Return a hash of the sources of a kernel: its file and its imports from its own package.

    That is this one, or of others the top-level package.
    """
    if file.is_relative_to(PACKAGE):
        return hash_of(with_imports([file], PACKAGE, NAME), PACKAGE)
    root, package = file.parents[module.count(".") + (file.name == "__init__.py")], module.partition(".")[0]
    return hash_of(with_imports([file], root / package, package), root)


@functools.cache
def module_hash(file: str, module: str) -> str:
    """Return a hash of what the kernels of a module are made from: its source and all its imports."""
    path = Path(file).resolve()
    own = imports_hash(path, module)
    return own if path.is_relative_to(PACKAGE) else own + source_hash()


@functools.cache
def cache_folder(outside: str = "") -> Path:
    """Return the folder that holds this version's compiled kernels, made if need be.

    outside: hash of the sources of kernels outside this package; they have a folder of their own.
    `NUMBA_CACHE_DIR`, if set, replaces the user's cache folder as the parent. If neither can be written, a
    folder in the system's temporary directory is used (see `mazarbul.sim.engine.private`). What is kept is
    code: a folder of another user is not used.
    """
    cpu = llvmlite.binding.get_host_cpu_name()
    own = f"-{outside[:16]}" if outside else ""
    name = f"{source_hash()[:16]}{own}-{MODE}-numba{numba.__version__}-{cpu}"
    parents = [os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("mazarbul")]
    for parent in filter(None, parents):
        folder = Path(parent) / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                if is_own(folder):
                    return folder
        except OSError:
            continue
    folder = temporary() / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@functools.cache
def folder_of(file: str, module: str) -> Path:
    """Return the cache folder for the kernels of a module: that of this package, or one of their own."""
    path = Path(file).resolve()
    is_outside = path.is_file() and not path.is_relative_to(PACKAGE)
    return cache_folder(imports_hash(path, module)) if is_outside else cache_folder()


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

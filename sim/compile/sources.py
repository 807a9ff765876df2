"""The sources that kernels are made from, and hashes of them: what is kept is named by these.

`cache=True` alone does not notice a change in another file.
"""

import functools
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from mazarbul.sim.compile.hashing import hash_of

#: The package whose kernels these are, and its folder.
NAME = __name__.removesuffix(".compile.sources")
PACKAGE = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^[ \t]*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
WORD = re.compile(r"\w+")
#: A module with kernels decorates them, or names itself to a factory (`mazarbul.sim.compile.jit.at_home`).
KERNELS = re.compile(r"^@(?:kernel|shared)$|\(.*, __name__\)$", re.MULTILINE)


@functools.cache
def kernel_sources() -> tuple[Path, ...]:
    """Return every source file that kernels are made from: files with kernels and all their imports."""
    every = modules(PACKAGE, NAME).values()
    own = [path for path in every if KERNELS.search(path.read_text(encoding="utf-8"))]
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


def is_inside(file: str) -> bool:
    """Return whether a source file is one of this package."""
    return Path(file).resolve().is_relative_to(PACKAGE)


@functools.cache
def module_hash(file: str, module: str) -> str:
    """Return a hash of what the kernels of a module are made from: its source and all its imports.

    Those of a module outside, which may be no file, depend on all kernels of this package.
    """
    path = Path(file).resolve()
    own = imports_hash(path, module) if path.is_file() else ""
    return own if is_inside(file) else hashlib.sha256(f"{own}{source_hash()}".encode()).hexdigest()

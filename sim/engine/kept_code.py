"""The code of linked kernels, kept for other functions and other processes that link them.

Typing and lowering a kernel takes much longer than reading the code that comes of it. So the code of each
kernel is in a database in the cache folder, under what it was made from: its module with all imports, the
values that it encloses, and the types of its arguments. A search needs nearly all kernels of a run, and after
a change to a bot those of the rules are still the same.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import inspect
import itertools
import pickle
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np
from llvmlite.binding import Linkage, ModuleRef
from numba.core import serialize
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import CompileResult, compile_result
from numba.core.funcdesc import FunctionDescriptor
from numba.core.typing import signature

from mazarbul.sim.engine.cache_folders import cache_folder
from mazarbul.sim.engine.checked import say_damaged
from mazarbul.sim.engine.private import is_own
from mazarbul.sim.engine.sources import module_hash

MOST_BYTES = 1 << 29  # of the database; it begins anew after that
PATIENCE_SECONDS = 10  # while another process writes
TABLES = """
create table if not exists kernels (key blob primary key, library blob, description blob) without rowid;
create table if not exists libraries (id blob primary key, links blob, code blob) without rowid;
"""
DIGEST_BYTES = 16
LINKED = {Linkage.external, Linkage.linkonce_odr}

# numba numbers the functions of a process and tells those with the same name and types apart by that.
# Code from other processes must not have the same numbers.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(56))


class Damaged(Exception):
    """An entry is not what was written."""


DAMAGES = (Damaged, zlib.error)  # raised by a damaged entry


class LinkedLibrary(JITCodeLibrary):
    """The LLVM code of one function, to be linked into a caller, never compiled to machine code."""

    @classmethod
    def of(cls, codegen, code: bytes, links: Sequence[LinkedLibrary]) -> LinkedLibrary:
        """Return a library with this code, as bitcode, and what it links."""
        module = llvmlite.binding.parse_bitcode(code)
        library = cls(codegen, module.name)
        library._final_module = library._shared_module = lasting(module)
        for part in dict.fromkeys(part for link in links for part in link.closure()):
            library.add_linking_library(part)
        library.finalize()
        return library

    def finalize(self) -> None:
        """Close the library; the caller that links it optimises it and makes machine code."""
        self._finalized = True

    def closure(self) -> list[CPUCodeLibrary]:
        """Return this library and all libraries that it links, each once."""
        return list(dict.fromkeys((self, *self._linking_libraries)))

    def _get_module_for_linking(self):
        """Return the code, whose functions are kept where it is linked even if nothing calls them yet."""
        if self._shared_module is None:
            self._shared_module = lasting(self._final_module.clone())
        return self._shared_module


def lasting(module: ModuleRef) -> ModuleRef:
    """Let LLVM keep functions of a module that nothing calls, and only one of those with the same name."""
    for function in module.functions:
        if not function.is_declaration and function.linkage in LINKED:
            function.linkage = "weak_odr"
    return module


class Group:
    """The code of several kernels, linked, as `CPUCodeLibrary.finalize` wants it."""

    def __init__(self, libraries: Sequence[LinkedLibrary]) -> None:
        self._libraries = libraries
        self._reload_init = {each for library in libraries for each in library._reload_init}

    def _get_module_for_linking(self):
        first, *rest = (library._get_module_for_linking() for library in self._libraries)
        linked = first.clone()
        for module in rest:
            linked.link_in(module, preserve=True)
        return linked


def direct(library: LinkedLibrary) -> list[CPUCodeLibrary]:
    """Return the libraries that a library links for itself, without those that these link."""
    links = list(dict.fromkeys(library._linking_libraries))
    inner = {part for link in links if isinstance(link, LinkedLibrary) for part in link._linking_libraries}
    return [link for link in links if link not in inner]


class _Nameless(Exception):
    """A kernel that is made from something that has no lasting name."""


def key_of(function: Callable, kinds: tuple[numba.types.Type, ...]) -> bytes | None:
    """Return the key of a kernel for arguments of these types.

    Return None for one that is not kept: a generator, whose callers need more of it than its code, or one
    that encloses what cannot be named.
    """
    if inspect.isgeneratorfunction(function):
        return None
    try:
        made_from = (_named(function), tuple(map(str, kinds)), bool(numba.config.BOUNDSCHECK))
    except _Nameless:
        return None
    return _digest(repr(made_from).encode())


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:DIGEST_BYTES]


@functools.cache
def _named(function: Callable) -> tuple:
    """Return what a function is made from, as values with a lasting text. Raises _Nameless."""
    code = function.__code__
    if not Path(code.co_filename).is_file():
        raise _Nameless
    enclosed = [_value(cell.cell_contents) for cell in function.__closure__ or ()]
    place = (module_hash(code.co_filename, function.__module__), function.__module__)
    return (*place, function.__qualname__, code.co_firstlineno, *enclosed)


def _value(value: object) -> object:
    """Return an enclosed value as one with a lasting text. Raises _Nameless."""
    if isinstance(value, tuple | list):
        return tuple(map(_value, value))
    if isinstance(value, np.dtype):
        return str(numba.from_dtype(value))
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if value is None or isinstance(value, bool | int | float | str | bytes | np.generic):
        return repr(value)
    if hasattr(value, "py_func"):
        return _named(value.py_func)
    raise _Nameless


class KeptCode:
    """The database. Where it cannot be read or written, kernels are compiled as if it were empty.

    target: numba's context of the processor, for which the code is.
    """

    def __init__(self, target) -> None:
        self._target = target
        cpu = llvmlite.binding.get_host_cpu_name()
        self._file = cache_folder().parent / f"linked-numba{numba.__version__}-{cpu}.db"
        self._libraries: dict[bytes, LinkedLibrary] = {}
        self._ids: dict[CPUCodeLibrary, bytes] = {}
        self._new_kernels: list[tuple[bytes, bytes, bytes]] = []
        self._new_libraries: list[tuple[bytes, bytes, bytes]] = []
        with suppress(OSError):
            if self._file.stat().st_size > MOST_BYTES:
                self._file.unlink()

    def load(self, key: bytes, kinds: tuple[numba.types.Type, ...]) -> CompileResult | None:
        """Return a kept kernel, without an entry point; None if there is none."""
        with self._as_if_empty():
            row = self._row("select library, description from kernels where key = ?", key)
            if row is not None:
                described: FunctionDescriptor = pickle.loads(self._whole(row[1], key + row[0]))
                described.argtypes = kinds
                return compile_result(
                    typing_context=self._target.typing_context,
                    target_context=self._target,
                    signature=signature(described.restype, *kinds),
                    objectmode=False,
                    fndesc=described,
                    library=self._library(row[0]),
                )
        return None

    def keep(self, key: bytes, result: CompileResult) -> None:
        """Note a kernel that has been lowered, for `write`."""
        described = copy.copy(result.fndesc)
        described.typemap = described.calltypes = described.argtypes = None
        library, description = self._id(result.library), serialize.dumps(described)
        digest = _digest(key + library + description)
        self._new_kernels.append((key, library, digest + description))

    def write(self) -> None:
        """Write what is new to the database, and close it."""
        if not self._new_kernels:
            return
        new = self._new_libraries, self._new_kernels
        self._new_libraries, self._new_kernels = [], []
        with self._as_if_empty(), closing(self._database) as database, database:
            database.executemany("insert or ignore into libraries values (?, ?, ?)", new[0])
            database.executemany("insert or replace into kernels values (?, ?, ?)", new[1])
        self.__dict__.pop("_database", None)

    @contextmanager
    def _as_if_empty(self) -> Iterator[None]:
        """Go on after the block if the database cannot be used in it. One that is damaged is removed."""
        try:
            yield
        except (sqlite3.Error, *DAMAGES) as error:
            self.__dict__.pop("_database", None)
            if type(error) in (sqlite3.DatabaseError, *DAMAGES):  # others pass, such as that of a lock
                with suppress(OSError):
                    self._file.unlink()
                say_damaged(self._file)

    @staticmethod
    def _whole(entry: bytes, rest: bytes) -> bytes:
        """Return a description without its checksum, which is also that of the rest. Raises Damaged."""
        digest, description = entry[:DIGEST_BYTES], entry[DIGEST_BYTES:]
        if _digest(rest + description) != digest:
            raise Damaged
        return description

    @functools.cached_property
    def _database(self) -> sqlite3.Connection:
        if self._file.exists() and not is_own(self._file):
            raise sqlite3.OperationalError(f"{self._file} is another user's")
        database = sqlite3.connect(self._file, timeout=PATIENCE_SECONDS, check_same_thread=False)
        database.text_factory = bytes  # a damaged entry may say that it is a text
        database.executescript(TABLES)
        return database

    def _row(self, question: str, key: bytes) -> tuple[bytes, ...] | None:
        row = self._database.execute(question, (key,)).fetchone()
        if row is not None and not all(isinstance(each, bytes) for each in row):
            raise Damaged
        return row

    def _library(self, name: bytes) -> LinkedLibrary:
        """Return the library with an id. Raises sqlite3.Error if it is not there."""
        if name not in self._libraries:
            row = self._row("select links, code from libraries where id = ?", name)
            if row is None:
                raise sqlite3.DataError("a library is missing")
            starts = range(0, len(row[0]), DIGEST_BYTES)
            code = zlib.decompress(row[1])
            if _digest(row[0] + code) != name:
                raise Damaged
            links = [self._library(row[0][start : start + DIGEST_BYTES]) for start in starts]
            library = LinkedLibrary.of(self._target.codegen(), code, links)
            self._libraries[name], self._ids[library] = library, name
        return self._libraries[name]

    def _id(self, library: CPUCodeLibrary) -> bytes:
        """Return the id of a library, which is noted with all that it links if it is new."""
        if library not in self._ids:
            links = direct(library) if isinstance(library, LinkedLibrary) else []
            names = b"".join(map(self._id, links))
            code = library._get_module_for_linking().as_bitcode()
            name = _digest(names + code)
            self._ids[library] = name
            self._new_libraries.append((name, names, zlib.compress(code, 1)))
        return self._ids[library]

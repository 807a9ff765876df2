"""The code of linked kernels, kept for other functions and other processes that link them.

Typing and lowering a kernel takes much longer than reading the code that comes of it. So the code of each
kernel is in a database in the cache folder, under what it was made from (`mazarbul.sim.compile.kernel_keys`).
A search needs nearly all kernels of a run, and after a change to a bot those of the rules are still the same.

It is code before LLVM optimises it, for any processor of the machine's kind.
"""

from __future__ import annotations

import copy
import functools
import itertools
import os
import pickle
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import numba
from numba.core import serialize
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompileResult, compile_result
from numba.core.funcdesc import FunctionDescriptor
from numba.core.typing import signature

from mazarbul.sim.compile.cache_folders import cache_folder
from mazarbul.sim.compile.checked import say_damaged
from mazarbul.sim.compile.external import MARK, External, read
from mazarbul.sim.compile.kernel_keys import DIGEST_BYTES, digest
from mazarbul.sim.compile.libraries import LinkedLibrary, direct
from mazarbul.sim.compile.private import is_own
from mazarbul.sim.compile.shipped import STEM

FILE = f"{STEM}.db"
MOST_BYTES = 1 << 29  # of the database; it begins anew after that
PATIENCE_SECONDS = 10  # while another process writes
TABLES = """
create table if not exists kernels (key blob primary key, library blob, description blob) without rowid;
create table if not exists libraries (id blob primary key, links blob, code blob) without rowid;
"""

# numba numbers the functions of a process and tells those with the same name and types apart by that.
# Code from other processes must not have the same numbers.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(56))

Read = TypeVar("Read")
Row = tuple[bytes, bytes, bytes]


class Damaged(Exception):
    """An entry is not what was written."""


class Missing(Exception):
    """A kernel links a library that the database does not have."""


DAMAGES = (Damaged, zlib.error)  # raised by a damaged entry


class Store:
    """The database, which grows. What cannot be read is as if it were not there; one that is damaged goes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with suppress(OSError):
            os.utime(file)  # it is in use
            if file.stat().st_size > MOST_BYTES:
                file.unlink()

    def kernel(self, key: bytes) -> tuple[bytes, bytes] | None:
        """Return the id of a kernel's library, and its pickled description; None if it is not there."""

        def checked(library: bytes, entry: bytes) -> tuple[bytes, bytes]:
            description = entry[DIGEST_BYTES:]
            if digest(key + library + description) != entry[:DIGEST_BYTES]:
                raise Damaged
            return library, description

        return self._found("select library, description from kernels where key = ?", key, checked)

    def library(self, name: bytes) -> tuple[bytes, bytes] | None:
        """Return the ids of what a library links, in a row, and its code; None if it is not there."""

        def checked(links: bytes, packed: bytes) -> tuple[bytes, bytes]:
            code = zlib.decompress(packed)
            if digest(links + code) != name:
                raise Damaged
            return links, code

        return self._found("select links, code from libraries where id = ?", name, checked)

    def write(self, libraries: list[Row], kernels: list[Row]) -> None:
        """Add rows to the database, and close it."""
        with self._as_if_empty(), closing(self._database) as database, database:
            database.executemany("insert or ignore into libraries values (?, ?, ?)", libraries)
            database.executemany("insert or replace into kernels values (?, ?, ?)", kernels)
        self.__dict__.pop("_database", None)

    def _found(self, question: str, key: bytes, checked: Callable[[bytes, bytes], Read]) -> Read | None:
        with self._as_if_empty():
            row = self._database.execute(question, (key,)).fetchone()
            if row is None:
                return None
            if not all(isinstance(each, bytes) for each in row):
                raise Damaged
            return checked(*row)
        return None

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

    @functools.cached_property
    def _database(self) -> sqlite3.Connection:
        if self._file.exists() and not is_own(self._file):
            raise sqlite3.OperationalError(f"{self._file} is another user's")
        database = sqlite3.connect(self._file, timeout=PATIENCE_SECONDS, check_same_thread=False)
        database.executescript(TABLES)
        database.text_factory = bytes  # a damaged entry may say that it is a text
        return database


class KeptCode:
    """All kept code. Where there is none, kernels are compiled.

    target: numba's context of the processor.
    """

    def __init__(self, target) -> None:
        self._target = target
        self._store = Store(cache_folder().parent / FILE)
        self._libraries: dict[bytes, LinkedLibrary] = {}
        self._ids: dict[CPUCodeLibrary, bytes] = {}
        self._new_kernels: list[Row] = []
        self._new_libraries: list[Row] = []

    def load(self, key: bytes, kinds: tuple[numba.types.Type, ...]) -> CompileResult | None:
        """Return a kept kernel, without an entry point; None if there is none."""
        found = self._store.kernel(key)
        if found is None:
            return None
        described: FunctionDescriptor = pickle.loads(found[1])
        described.argtypes = kinds
        with suppress(Missing):
            return compile_result(
                typing_context=self._target.typing_context,
                target_context=self._target,
                signature=signature(described.restype, *kinds),
                objectmode=False,
                fndesc=described,
                library=self._library(found[0]),
            )
        return None

    def keep(self, key: bytes, result: CompileResult) -> None:
        """Note a kernel that has been lowered, for `write`."""
        described = copy.copy(result.fndesc)
        described.typemap = described.calltypes = described.argtypes = None
        library, description = self._id(result.library), serialize.dumps(described)
        self._new_kernels.append((key, library, digest(key + library + description) + description))

    def write(self) -> None:
        """Write what is new to the database."""
        if self._new_kernels:
            self._store.write(self._new_libraries, self._new_kernels)
            self._new_libraries, self._new_kernels = [], []

    def _library(self, name: bytes) -> LinkedLibrary:
        """Return the library with an id. Raises Missing."""
        if name not in self._libraries:
            found = self._store.library(name)
            if found is None:
                raise Missing
            names, code = found
            starts = range(0, len(names), DIGEST_BYTES)
            links = [self._library(names[start : start + DIGEST_BYTES]) for start in starts]
            library = (
                read(code) if code.startswith(MARK) else LinkedLibrary.of(self._target.codegen(), code, links)
            )
            self._libraries[name], self._ids[library] = library, name
        return self._libraries[name]

    def _id(self, library: CPUCodeLibrary) -> bytes:
        """Return the id of a library, which is noted with all that it links if it is new."""
        if library not in self._ids:
            links = direct(library) if isinstance(library, LinkedLibrary) else []
            names = b"".join(map(self._id, links))
            is_shared = isinstance(library, External)
            code = library.as_bytes() if is_shared else library._get_module_for_linking().as_bitcode()
            name = digest(names + code)
            self._ids[library] = name
            self._new_libraries.append((name, names, zlib.compress(code, 1)))
        return self._ids[library]

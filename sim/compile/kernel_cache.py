"""The files in which kernels for calls from Python are kept: numba's own, but found by what is in them.

numba looks for a kernel under the path of its source. Another installation of the same sources would then
compile everything again. Here the folder's name is a hash of the sources
(`mazarbul.sim.compile.cache_folders.folder_of`), and a file's name is that of the kernel's module. What is in
no file of the user's may be in one that came with the package (`mazarbul.sim.compile.shipped`).
"""

import inspect
import io
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.runtime import rtsys

from mazarbul.sim.compile.cache_folders import folder_of
from mazarbul.sim.compile.checked import say_damaged, signed, whole
from mazarbul.sim.compile.shipped import SHIPPED, levels_here
from mazarbul.sim.compile.sources import is_inside


class ByContent(_CacheLocator):
    """Finds the files of a kernel, whatever the path of its source."""

    def __init__(self, function, file: str) -> None:
        self._py_file = file  # where numba says that its warnings come from
        self._folder = folder_of(file, function.__module__)
        self._name = f"{function.__module__}-{function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, py_func, py_file):
        """Return the locator of a function."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """Return the folder of the files."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return nothing to compare: a change to the sources is another folder."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells kernels with the same name apart."""
        return self._name


class _Kept(CompileResultCacheImpl):
    _locator_classes = (ByContent,)


class _Files(IndexDataCacheFile):
    """The files of a kernel: an index of its signatures, and one for each; all with a checksum.

    Damaged files are removed, but those of the package are left.
    """

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        """Yield what takes the contents of a file, which is written with its checksum."""
        data = io.BytesIO()
        yield data
        with super()._open_for_write(filepath) as file:
            file.write(signed(data.getvalue()))

    def _load_index(self) -> dict:
        """Return the file of each signature; nothing if the index is not there, or damaged."""
        data = self._read(Path(self._index_path))
        if data is None:
            return {}
        stream = io.BytesIO(data)
        is_ours = pickle.load(stream) == self._version
        stamp, overloads = pickle.load(stream) if is_ours else (None, {})
        return overloads if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> Any:
        """Return what is kept for a signature; None if its file is not there, or damaged."""
        data = self._read(Path(self._data_path(name)))
        return None if data is None else pickle.loads(data)

    def _read(self, path: Path) -> bytes | None:
        """Return the contents of a file; None if it is not there, or if it is damaged."""
        try:
            data = whole(path.read_bytes())
        except FileNotFoundError:
            return None
        if data is None:
            if not path.is_relative_to(SHIPPED):
                with suppress(OSError):
                    path.unlink()
            say_damaged(path)
        return data


class KernelCache(FunctionCache):
    """Loads and keeps the machine code of a kernel."""

    _impl_class = _Kept

    def __init__(self, py_func) -> None:
        super().__init__(py_func)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig, target_context):
        """Return the kept result for a signature, None if there is none.

        numba first imports all that it can compile, which takes longer than to play a short run. The
        package's kernels need only its runtime to be loaded; to compile, numba imports the rest by itself.
        """
        if not is_inside(inspect.getfile(self._py_func)):  # a kernel from outside may use more of numba
            return super().load_overload(sig, target_context)
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(sig, target_context)
            return self._load_shipped(sig, target_context) if found is None else found
        return None

    def _load_shipped(self, sig, target_context):
        """Return the result that came with the package, for the best level that this processor has."""
        if levels_here():
            folder = str(SHIPPED / Path(self._cache_path).name)
            files = _Files(folder, self._impl.filename_base, self._impl.locator.get_source_stamp())
            for level in levels_here():
                found = files.load(self._index_key(sig, level))
                if found is not None:
                    return self._impl.rebuild(target_context, found)
        return None

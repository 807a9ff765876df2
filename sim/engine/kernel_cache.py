"""The files in which kernels for calls from Python are kept: numba's own, but found by what is in them.

numba looks for a kernel under the path of its source. Another installation of the same sources would then
compile everything again. Here the folder's name is a hash of all sources (`sim.engine.jit.cache_folder`), and
a file's name is that of the kernel's module.
"""

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.runtime import rtsys

from sim.engine.jit import cache_folder, folder_of


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


class KernelCache(FunctionCache):
    """Loads and keeps the machine code of a kernel."""

    _impl_class = _Kept

    def load_overload(self, sig, target_context):
        """Return the kept result for a signature, None if there is none.

        numba first imports all that it can compile, which takes longer than to play a short run. The
        package's kernels need only its runtime to be loaded; to compile, numba imports the rest by itself.
        """
        if self.cache_path != str(cache_folder()):  # a kernel from outside may use more of numba
            return super().load_overload(sig, target_context)
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)
        return None

"""The one way kernels are compiled.

Every kernel of the project is decorated with `kernel`. Importing this module points numba's
on-disk cache at a folder named by a hash of their sources, numba's version and the CPU,
because `cache=True` alone does not notice a change in another file: a stale kernel can therefore
never be loaded, and old folders are simply left behind.
"""

import functools
import os
import re
import tempfile
from pathlib import Path

import llvmlite.binding
import numba
import platformdirs
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from sim.engine.hashing import hash_of

PACKAGE = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^\s*(?:from|import) (sim[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)


@functools.cache
def kernel_sources() -> tuple[Path, ...]:
    """Return every source file that a kernel is made from: files with kernels and all they import."""
    found: set[Path] = set()
    waiting = [path for path in PACKAGE.rglob("*.py") if "\n@kernel\n" in path.read_text(encoding="utf-8")]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(imported(path))
    return tuple(sorted(found))


def imported(path: Path) -> list[Path]:
    """Return the files below `sim/` that a source file imports."""
    names: set[str] = set()
    for module, members in IMPORT.findall(path.read_text(encoding="utf-8")):
        names.add(module)
        names.update(f"{module}.{member}" for member in re.findall(r"\w+", members))
    files = []
    for name in names:
        base = PACKAGE.parent.joinpath(*name.split("."))
        files += [file for file in (base.with_suffix(".py"), base / "__init__.py") if file.is_file()]
    return files


@functools.cache
def source_hash() -> str:
    """Return the hexadecimal SHA-256 of all sources that kernels are made from, names included."""
    return hash_of(kernel_sources(), PACKAGE)


def cache_folder() -> Path:
    """Return the folder that holds this version's compiled kernels, made if need be.

    `NUMBA_CACHE_DIR`, when the user has set it, replaces the user's cache folder as the parent.
    Where neither can be written, a folder in the system's temporary directory serves.
    """
    cpu = llvmlite.binding.get_host_cpu_name()
    name = f"{source_hash()[:16]}-numba{numba.__version__}-{cpu}"
    parents = [os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("mazarbul")]
    for parent in filter(None, parents):
        folder = Path(parent) / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    folder = (
        Path(tempfile.gettempdir()) / f"mazarbul-{os.getuid() if hasattr(os, 'getuid') else 'user'}" / name
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


SHARED = {Linkage.linkonce_odr, Linkage.weak_odr, Linkage.linkonce_any}


def plain(kind: numba.types.Type) -> numba.types.Type:
    """Return the type a kernel is compiled for when it is called with an argument of type `kind`.

    numba compiles a function anew for every literal and every integer width it is called with;
    kernels compute in int64 only, so one signature serves (measured: 542 compilations became 240).
    """
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.Integer) and kind != numba.types.uint64:
        return numba.types.int64
    return kind


class LinkedLibrary(JITCodeLibrary):
    """The LLVM code of one function, to be linked into a caller, never made into machine code."""

    def finalize(self) -> None:
        """Close the library; optimising and machine code are left to the caller that links it."""
        self._finalized = True

    def closure(self) -> list:
        """Return this library and all that it links, each once."""
        return list(dict.fromkeys((self, *self._linking_libraries)))


class RootLibrary(JITCodeLibrary):
    """The machine code of a function called from Python, with all that it calls."""

    def _optimize_final_module(self) -> None:
        """Optimise the code; nobody else calls what was linked, so LLVM may change how it is called.

        numba leaves linked functions visible to other libraries; LLVM must then keep them, pass results
        through memory and check for exceptions that they never raise.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage in SHARED:
                function.linkage = "internal"
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class RootLowering(NativeLowering):
    """Lowers a function to machine code together with all that it calls."""

    _name = "root_lowering"

    def run_pass(self, state) -> bool:
        """Lower the function into a library of the other kind."""
        state.library = RootLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """Lowers a function to LLVM code that callers link."""

    _name = "linked_lowering"

    def run_pass(self, state) -> bool:
        """Lower the function and make it known to callers under a key of its own."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key = [].append  # numba wants a built-in function here; a bound method of a new list is unique
        state.targetctx.insert_user_function(key, state.cr.fndesc, state.library.closure())
        state.cr = state.cr._replace(cfunc=key)
        return True


class KernelCompiler(CompilerBase):
    """The nopython pipeline with another step in the place of the one that makes native code."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list:
        """Return the pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (self.lowering if step is NativeLowering else step, text) for step, text in pipeline.passes
        ]
        pipeline.finalize()
        return [pipeline]


class RootCompiler(KernelCompiler):
    """Compiles functions that are called from Python."""

    lowering = RootLowering


class LinkedCompiler(KernelCompiler):
    """Compiles functions that kernels call."""

    lowering = LinkedLowering


def kernel(function):
    """Compile a kernel: cached on disk, without the GIL, one signature however it is called.

    Called from Python it is compiled to machine code and cached. Called from another kernel it only
    becomes code to be linked into that one. numba by itself optimises every function together with
    all it calls and makes machine code of it, again at every level of the call tree; doing so once
    for the function called from Python takes a fraction of the time (docs/performance.md).
    """
    if numba.config.DISABLE_JIT:
        return numba.njit(function)
    dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", pipeline_class=RootCompiler)(
        function
    )
    linked = numba.njit(
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=LinkedCompiler,
    )(function)

    def resolve(args, kws):
        return linked.get_call_template(
            tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()}
        )

    dispatcher.get_call_template = resolve
    dispatcher.get_overload = linked.get_overload
    return dispatcher


numba.config.CACHE_DIR = str(cache_folder())

"""What is behind `mazarbul.sim.compile.jit.kernel`: kernels compiled once, with everything they call.

By default numba optimises every function together with everything it calls and makes machine code from it,
again at every level of the call tree. Doing so once, for the function called from Python, takes a fraction of
the time (docs/performance.md). This uses numba's internals: `mazarbul.sim.compile.modes.LINKED_WITH` names
the versions that it works with.
"""

import copy
import functools
import math
from typing import Any

import llvmlite.binding
import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from mazarbul.sim.compile.external import SHARED_KERNELS, External, publish
from mazarbul.sim.compile.hurry import hurried
from mazarbul.sim.compile.kept_code import KeptCode
from mazarbul.sim.compile.kernel_cache import KernelCache
from mazarbul.sim.compile.kernel_keys import key_of
from mazarbul.sim.compile.libraries import Group, LinkedLibrary
from mazarbul.sim.compile.lowering import KernelLower
from mazarbul.sim.compile.once import alone
from mazarbul.sim.compile.sources import NAME

REPEATED = {Linkage.linkonce_odr, Linkage.weak_odr, Linkage.linkonce_any}


def plain(kind: numba.types.Type) -> numba.types.Type:
    """Return the type a kernel is compiled for when it is called with an argument of type `kind`.

    numba compiles a function anew for every literal and every integer width it is called with;
    kernels compute in int64 only, so one signature serves (measured: 542 compilations became 240).
    """
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.Integer) and kind != numba.types.uint64:
        return numba.types.int64
    return kind


class RootLibrary(JITCodeLibrary):
    """The machine code of a function called from Python, with everything it calls."""

    _linking_libraries: Any  # of numba

    def finalize(self) -> None:
        """Link everything that is called, optimise it and make machine code.

        Each time LLVM links a module into another, it looks through all types of both. So kernels are linked
        in groups first, and all groups then: that is as many times, but into smaller modules.
        """
        links = list(dict.fromkeys(self._linking_libraries))
        kernels = [link for link in links if isinstance(link, LinkedLibrary)]
        size = max(math.isqrt(len(kernels)), 1)
        groups = [Group(kernels[first : first + size]) for first in range(0, len(kernels), size)]
        # numba's own code is last: LLVM links only those functions of it that are called already
        others = [link for link in links if not isinstance(link, LinkedLibrary)]
        self._linking_libraries = [*groups, *others]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise the code. Nothing else calls the linked functions, so LLVM may change how they are called.

        numba leaves linked functions visible to other libraries; LLVM must then keep them, pass results
        through memory and check for exceptions that they never raise.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage in REPEATED:
                function.linkage = "internal"
        super()._optimize_final_module()

    def serialize_using_object_code(self):
        """Return what numba keeps: the machine code, and a module by which it finds what that defines.

        Nobody links the code again, so that module has the names alone.
        """
        self._ensure_finalized()
        defined = [
            f'define void @"{function.name}"() {{ unreachable }}'
            for function in self._final_module.functions
            if function.linkage == Linkage.external and not function.is_declaration
        ]
        names = llvmlite.binding.parse_assembly("\n".join(defined))
        return self.name, "object", (self._get_compiled_object(), names.as_bitcode())


@register_pass(mutates_CFG=True, analysis_only=False)
class RootLowering(NativeLowering):
    """Lowers a function to machine code together with everything it calls."""

    _name = "root_lowering"
    lowering_class = KernelLower

    def run_pass(self, state) -> bool:
        """Lower the function into a library of the other kind."""
        state.library = RootLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """Lowers a function to LLVM code that callers link."""

    _name = "linked_lowering"
    lowering_class = KernelLower

    def run_pass(self, state) -> bool:
        """Lower the function and register it for callers under a key of its own."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.cr = state.cr._replace(cfunc=offer(state.targetctx, state.cr.fndesc, state.library))
        return True


def offer(target, description, library: LinkedLibrary):
    """Let callers link a function. Returns the key that stands for its address."""
    key: Any = [].append  # numba wants a built-in function here; a bound method of a new list is unique
    target.insert_user_function(key, description, library.closure())
    return key


class KernelCompiler(CompilerBase):
    """The nopython pipeline with a replacement for the step that makes native code."""

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


@functools.cache
def kept_code(target) -> KeptCode:
    """Return the database of kernels for a target."""
    return KeptCode(target)


def compile_or_link(dispatcher, lower, kinds: tuple[numba.types.Type, ...]):
    """Return the entry point of a kernel for arguments of these types: kept, or made by `lower` and kept."""
    if kinds in dispatcher.overloads:
        return dispatcher.overloads[kinds].entry_point
    kept, key = kept_code(dispatcher.targetctx), key_of(dispatcher.py_func, kinds)
    found = kept.load(key, kinds) if key else None
    if found is None:
        entry = lower(kinds)
        if key:
            kept.keep(key, dispatcher.overloads[kinds])
        return entry
    entry = offer(dispatcher.targetctx, found.fndesc, found.library)
    dispatcher.add_overload(found._replace(entry_point=entry))
    return entry


def compile_or_share(dispatcher, root, lower, kinds: tuple[numba.types.Type, ...]):
    """Return the entry point of a shared kernel, whose machine code is that of `root`, for such arguments.

    One that is made from what has no lasting name is linked as any other is.
    """
    if kinds in dispatcher.overloads:
        return dispatcher.overloads[kinds].entry_point
    key, target = key_of(dispatcher.py_func, kinds), dispatcher.targetctx
    if key is None:
        return compile_or_link(dispatcher, lower, kinds)
    root.compile(kinds)
    made = root.overloads[kinds]
    described = copy.copy(made.fndesc)
    described.mangled_name = f"{NAME}.{key.hex()}"
    publish(described.mangled_name, made)
    library = External.of_kernel(target.codegen(), dispatcher.py_func, kinds)
    entry = offer(target, described, library)
    dispatcher.add_overload(made._replace(fndesc=described, library=library, entry_point=entry))
    return entry


def linked(function, is_shared, **options):
    """Compile a kernel with numba's `options`: for calls from Python, and for linking into other kernels.

    Only one process on the machine compiles it for calls from Python; others wait and load the result.
    is_shared: others call it where it is, and it is not linked into them.
    """
    dispatcher = numba.njit(pipeline_class=RootCompiler, **options)(function)
    compile_or_load = dispatcher.compile

    @functools.cache
    def inner():
        """Return the function to link, made when it is first called: a kernel from the cache needs none."""
        found = numba.njit(
            no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=LinkedCompiler, **options
        )(function)
        if is_shared:
            found.compile = functools.partial(compile_or_share, found, dispatcher, found.compile)
        else:
            found.compile = functools.partial(compile_or_link, found, found.compile)
        return found

    def library_of(kinds):
        inner().compile(kinds)
        return inner().overloads[kinds].library

    def resolve(args, kws):
        return inner().get_call_template(
            tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()}
        )

    @functools.cache
    def cached() -> None:
        """Look for kept machine code from now on: of hundreds of kernels, Python calls one or two."""
        dispatcher._cache = KernelCache(function)

    def compile_alone(signature):
        cached()
        with global_compiler_lock, alone(f"{function.__module__}.{function.__qualname__}"), hurried():
            try:
                return compile_or_load(signature)
            finally:
                kept_code(dispatcher.targetctx).write()

    dispatcher.compile = compile_alone
    dispatcher.get_call_template = resolve
    dispatcher.get_overload = lambda signature: inner().get_overload(signature)
    if is_shared:
        SHARED_KERNELS[function.__module__, function.__qualname__] = library_of
    return dispatcher

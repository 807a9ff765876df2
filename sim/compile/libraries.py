"""Kernels as LLVM code that callers link: libraries that are never compiled to machine code by themselves."""

from __future__ import annotations

from collections.abc import Sequence

import llvmlite.binding
from llvmlite.binding import Linkage, ModuleRef
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary

LINKED = {Linkage.external, Linkage.linkonce_odr}


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

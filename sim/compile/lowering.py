"""What LLVM may assume of kernels, and cannot see: the step from numba's code to LLVM's.

- Indices are never negative: kernels do not count from the end. numba would add the length to negative ones
  at every access. With `NUMBA_BOUNDSCHECK=1` a negative index is an error.
- A record is all there: a kernel may read it before it knows whether it will need it.
- Records of different types share no memory, except a record and a part of it.
- Tables are only read (`mazarbul.sim.compile.read_only`), so what was read from them once is still
true.
"""

import functools

from numba.core import types
from numba.core.lowering import Lower
from numba.core.typing import signature as call
from numba.np.numpy_support import as_dtype

from mazarbul.sim.compile.read_only import is_read_only


def unsigned(index: types.Type) -> types.Type:
    """Return the type of an index as that of a number that is not negative, so that it needs no wrapping."""
    if isinstance(index, types.Integer):
        return types.uint64
    if isinstance(index, types.BaseTuple):
        return types.Tuple(tuple(map(unsigned, index)))
    return index


def unwrapped(signature, *rest: types.Type):
    """Return the signature of an access to an array with unsigned indices; others as they are."""
    array, index = signature.args[:2]
    if isinstance(array, types.Array):
        return call(signature.return_type, array, unsigned(index), *rest)
    return signature


@functools.cache
def parts_of(kind: types.Record) -> frozenset[types.Record]:
    """Return the types of the records in a record, its own included."""
    found = {kind}
    for name in kind.fields:
        part = kind.typeof(name)
        part = part.dtype if isinstance(part, types.NestedArray) else part
        if isinstance(part, types.Record):
            found |= parts_of(part)
    return frozenset(found)


def is_apart(kind: types.Record, kinds: tuple[types.Type, ...]) -> bool:
    """Return whether a record shares no memory with the other arguments of a function, by their types."""
    records = [other for other in kinds if isinstance(other, types.Record)]
    return records.count(kind) == 1 and all(
        other == kind or parts_of(kind).isdisjoint(parts_of(other)) for other in records
    )


class KernelLower(Lower):
    """Makes LLVM's code from the typed code of a kernel."""

    def lower_getitem(self, resty, expr, value, index, signature):
        """Make the code that reads an element."""
        return super().lower_getitem(resty, expr, value, index, unwrapped(signature))

    def lower_setitem(self, target_var, index_var, value_var, signature):
        """Make the code that writes an element."""
        return super().lower_setitem(
            target_var, index_var, value_var, unwrapped(signature, *signature.args[2:])
        )

    def setup_function(self, fndesc) -> None:
        """Begin a function, and say what is known of the records it gets."""
        super().setup_function(fndesc)
        kinds = fndesc.argtypes
        arguments = self.call_conv.get_arguments(self.function)
        if len(arguments) != len(kinds):
            return  # arrays among them: they may be parts of the records
        for argument, kind in zip(arguments, kinds, strict=True):
            if isinstance(kind, types.Record):
                argument.attributes.dereferenceable = kind.size
                if is_read_only(as_dtype(kind)):
                    set.add(argument.attributes, "readonly")  # llvmlite lists fewer than LLVM has
                    argument.add_attribute("noalias")
                elif is_apart(kind, kinds):
                    argument.add_attribute("noalias")

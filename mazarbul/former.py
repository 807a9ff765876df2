"""The names that packages had when each was installed by itself: `sim.games` is `mazarbul.sim.games`.

For one release they lead to the same modules, with a DeprecationWarning, where no other module has the name.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

PACKAGES = ("analysis", "formats", "reports", "sim", "studies")


class FormerNames:  # without the classes of importlib.abc, which imports much
    """Finds modules of mazarbul by their former names.

    It is asked first, because in a checkout the folders have these names too, and a module must not be
    loaded twice.
    """

    def find_spec(self, fullname: str, path: Sequence[str] | None, *_: object) -> ModuleSpec | None:
        """Return where to load a module from: its name of today; None if it is not one of mazarbul."""
        if fullname.partition(".")[0] not in PACKAGES or self._is_taken(fullname, path):
            return None
        _warn(fullname)
        return ModuleSpec(fullname, _SameModule())  # type: ignore[arg-type]  # it has what a loader needs

    def _is_taken(self, name: str, path: Sequence[str] | None) -> bool:
        """Return whether a module of somebody else has a name, or that of its package."""
        if parent := name.rpartition(".")[0]:
            package = sys.modules[parent]
            if package is sys.modules.get(_today(parent)):
                return False
            if getattr(package, "__file__", None) is not None:  # else a folder, perhaps what pip left behind
                return True
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path)
            if spec is not None:
                return not _is_own(spec.origin, name)
        return False


class _SameModule:
    """Loads nothing: the module is the one with the name of today, and keeps its own spec."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(_today(spec.name))
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own


def install() -> None:
    """Let former names be found. A package that is being imported from its folder is replaced, too."""
    if any(isinstance(finder, FormerNames) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, FormerNames())
    for top in PACKAGES:
        if top in sys.modules and _is_own(getattr(sys.modules[top], "__file__", None), top):
            _warn(top)
            sys.modules[top] = import_module(_today(top))


def _today(name: str) -> str:
    return f"{__package__}.{name}"


def _warn(name: str) -> None:
    said = f"the module {name} is {_today(name)} now; its former name goes with the next release"
    warnings.warn(said, DeprecationWarning, stacklevel=3)


def _is_own(file: str | None, top: str) -> bool:
    """Return whether a file is the first one of a package that lies where mazarbul's packages do."""
    places = sys.modules[__package__].__path__
    return file is not None and Path(file).resolve() in [Path(place, top, "__init__.py") for place in places]

"""Libraries that only some commands need; they come with extras of the package."""

from __future__ import annotations

import importlib
from typing import Any

from mazarbul.sim.toml import DataError

#: Library -> the extra it comes with, and what needs it.
EXTRAS = {
    "cma": ("train", "training a bot"),
    "optuna": ("tune", "tuning"),
    "matplotlib": ("pictures", "a report in Markdown"),
    "starlette": ("workbench", "the workbench"),
    "uvicorn": ("workbench", "the workbench"),
}


def need(library: str) -> Any:
    """Return a library of EXTRAS. Raises DataError, which says how to install it, if it is missing."""
    try:
        return importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
    extra, what = EXTRAS[library]
    raise DataError(
        f"{what} needs {library}, which is not installed: pip install 'mazarbul[{extra}]',"
        f" or pip install '.[{extra}]' in the folder of its sources"
    )

"""Reports from Python: the same pages as those of the command line."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from mazarbul.checks import folder_of


def write(build: Callable[..., Path], path: Path, to: str | PathLike[str] | None, *, markdown: bool) -> Path:
    """Write the report on a folder, with pages of its games, and return its page.

    build: what writes it. to: the report's folder as the user named it; `report` in `path` if None.
    """
    from mazarbul.reports.replay import watch_of
    from mazarbul.sim.runner.progress import Quiet
    from mazarbul.sim.runner.watching import Watched

    folder = path / "report" if to is None else folder_of(to)
    return build(path, folder, markdown=markdown, watch=watch_of(Watched(Quiet())))

"""Reports of folders on disk: the same pages from Python and from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazarbul.checks import folder_of
from mazarbul.formats.people import People
from mazarbul.sim.runner.progress import Display, Quiet

if TYPE_CHECKING:
    from mazarbul.reports.blocks import Watch


def write(
    folder: Path,
    to: str | PathLike[str] | None = None,
    display: Display | None = None,
    *,
    band: tuple[float, float] | None = None,
    formats: Sequence[str] = (),
    markdown: bool = False,
    one_file: bool = False,
    people: People | None = None,
) -> Path:
    """Write the report of a run, a collection or a study, with pages of its games, and return its page.

    to: the report's folder as the user named it; `report` in the folder itself if None. display: where
    progress is shown, nowhere if None. band: target range of the win rate, the folder's own if None.
    formats: of the tables, all if empty. markdown: also write it as Markdown. one_file: the pages of a study
    as tabs of one file; other reports are one page anyway. people: those that are shown besides those that
    the game knows. Raises DataError for a folder without a run that can be read.
    """
    from mazarbul.analysis import RunError
    from mazarbul.analysis.collection import is_collection
    from mazarbul.formats.manifest import MANIFEST
    from mazarbul.reports import blocks, build
    from mazarbul.sim.runner import manifest

    out = folder / "report" if to is None else folder_of(to)
    display = display or Quiet()
    how: dict[str, Any] = {
        "progress": display.say,
        "watch": watch(display),
        "band": band,
        "formats": formats or blocks.FORMATS,
        "markdown": markdown,
        "people": people,
    }
    if build.is_study(folder):
        return build.build_study_report(folder, out, one_file=one_file, **how)
    if is_collection(folder):
        return build.build_collection_report(folder, out, **how)
    if not (folder / MANIFEST).is_file():
        manifest.load(folder)  # says what is wrong
    try:
        return build.build_report(folder, out, **how)
    except RunError:
        manifest.load(folder)
        raise


def watch(display: Display) -> Watch:
    """Return what gives a report the pages of games, which are played again. display: shows progress."""
    from mazarbul.reports.replay import watch_of
    from mazarbul.sim.runner.watching import Watched

    return watch_of(Watched(display))

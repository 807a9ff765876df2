"""A report is written beside the earlier one, then takes its place, so that a kill leaves one or the other.

Only files of the earlier report are removed: what a user keeps in its folders stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

#: The folder, in that of the report, in which the new one is written.
BESIDE = ".unfinished"
#: The file that lists the tables, pictures and games of a report, a line each.
LIST = ".files"
MARKING = ".marking"  # a first start page, which says whose the folder is
#: What such a line may be; so a list made by others names no other file.
LISTED = re.compile(r"tables/[^/\\]+\.(?:csv|parquet)|figures/[^/\\]+\.png|games/[^/\\]+\.html")
LARGEST_LIST = 1 << 22  # characters


def beside(out_dir: Path) -> Path:
    """Return the empty folder in which a report is written."""
    folder = out_dir / BESIDE
    discard(out_dir)
    folder.mkdir(parents=True)
    return folder


def discard(out_dir: Path) -> None:
    """Remove what was written of a report that was not finished."""
    folder = out_dir / BESIDE
    with suppress(OSError):
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        folder.rmdir()


def take_place(out_dir: Path, first: str, is_own: Callable[[Path], bool]) -> None:
    """Let the report that was written beside take the place of the earlier one. Raises OSError.

    first: its start page, which is exchanged last. is_own: tells whether a page is one of a report.
    """
    folder = out_dir / BESIDE
    new = sorted(str(path.relative_to(folder).as_posix()) for path in folder.rglob("*") if path.is_file())
    old = _files(out_dir, is_own) - {*new}
    listed = [name for name in new if LISTED.fullmatch(name)]
    _list(out_dir, {*listed, *filter(LISTED.fullmatch, old)})  # a kill now leaves all of them known
    for name in sorted(new, key=lambda name: name == first):
        (out_dir / name).parent.mkdir(exist_ok=True)
        (folder / name).replace(out_dir / name)
    for name in old:
        (out_dir / name).unlink(missing_ok=True)
    _list(out_dir, {*listed})
    for within in ("tables", "figures", "games"):
        if (out_dir / within).is_dir() and not any((out_dir / within).iterdir()):
            (out_dir / within).rmdir()


def _files(out_dir: Path, is_own: Callable[[Path], bool]) -> set[str]:
    """Return the names of the files of the earlier report; of one without a list, its pages and pictures."""
    if not is_own(out_dir):
        return set()
    pages = {path.name for path in out_dir.glob("*.html") if is_own(path)}
    text, found = _read(out_dir / "report.md"), _read(out_dir / LIST)
    named = {*filter(LISTED.fullmatch, found.splitlines())} if found else {*LISTED.findall(text)}
    return pages | named | {"summary.json", "report.md"}


def _list(out_dir: Path, names: set[str]) -> None:
    """Write the list of tables, pictures and games, whole."""
    made = out_dir / BESIDE / LIST
    made.write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")
    made.replace(out_dir / LIST)


def _read(path: Path) -> str:
    """Return the text of a file; "" if there is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST_LIST)
    except OSError:
        return ""

"""Names of files in a folder that may come from anyone: none of them leads elsewhere."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath


def inside(folder: Path, name: object) -> Path | None:
    """Return what a name in a folder means, with `/` between its parts; None if it would lead out of it."""
    if not isinstance(name, str) or not all(map(is_plain, name.split("/"))):
        return None
    return folder / name


def beside(folder: Path, name: object) -> Path | None:
    """Return what a name in a folder means that may also lead to a neighbour of the folder: "../run"."""
    return inside(folder, name.removeprefix("../") if isinstance(name, str) else name) and folder / str(name)


def is_plain(name: str) -> bool:
    """Return whether a text can be the name of one file, on every system, and is no path."""
    return name not in ("", ".", "..") and "\0" not in name and PureWindowsPath(name).name == name

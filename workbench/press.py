"""Reports that the browser asks for: each is written by a process of its own, into a folder of this server.

A report in a folder of runs may have been written by anybody, so it is never shown; ours is written anew.
"""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from mazarbul.formats.signs import shown
from mazarbul.workbench.hand import PREFIX, command

INDEX = "index.html"
NAMES = 16  # letters of a report's name
#: What a page of a report may do besides what it says itself: nothing that reaches this server.
POLICY = "connect-src 'none'; frame-src 'none'; worker-src 'none'; form-action 'none'; frame-ancestors 'none'"
TYPES = {
    ".html": "text/html",
    ".json": "application/json",
    ".csv": "text/csv",
    ".parquet": "application/octet-stream",
    ".md": "text/plain",
    ".png": "image/png",
}


@dataclass
class Sheet:
    """A report. state: "writing", "ready", "failed". said: why it failed. stamp: of what it reports on."""

    folder: Path
    title: str
    stamp: str
    state: str = "writing"
    said: str = ""


class Press:
    """Writes reports, one at a time. folder: of the workbench, in which commands work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._home = tempfile.TemporaryDirectory(prefix="mazarbul-reports-", ignore_cleanup_errors=True)
        self._sheets: dict[str, Sheet] = {}
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def ask(self, words: list[str], title: str, stamp: str) -> str:
        """Begin to write a report, if it is not written yet, and return its name.

        words: a command that lacks only where to write. stamp: changes with what is reported on.
        """
        name = hashlib.sha256("\0".join(words).encode()).hexdigest()[:NAMES]
        with self._lock:
            known = self._sheets.get(name)
            if known is not None and known.stamp == stamp and known.state != "failed":
                return name
            place = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self._home.name))
            sheet = self._sheets[name] = Sheet(place, title, stamp)
        thread = threading.Thread(target=self._write, args=(words, sheet), daemon=True, name=f"report {name}")
        thread.start()
        return name

    def sheet(self, name: str) -> Sheet | None:
        """Return a report, None if nobody has asked for one with this name."""
        return self._sheets.get(name)

    def page(self, name: str, path: str) -> tuple[Path, str] | None:
        """Return a file of a report and its type; None if there is none."""
        sheet = self.sheet(name)
        if sheet is None or sheet.state != "ready" or "\0" in path:
            return None
        file = (sheet.folder / (path or INDEX)).resolve()
        kind = TYPES.get(file.suffix)
        is_ours = file.is_relative_to(sheet.folder.resolve()) and file.is_file()
        return (file, kind) if is_ours and kind is not None else None

    def close(self) -> None:
        """Remove all reports."""
        self._home.cleanup()

    def _write(self, words: list[str], sheet: Sheet) -> None:
        with self._turn:
            done = subprocess.run(
                [*command(words), "--quiet", "--to", str(sheet.folder)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=self.folder,
                check=False,
            )
        if done.returncode == 0 and (sheet.folder / INDEX).is_file():
            sheet.state = "ready"
            return
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["the report was not written"]
        sheet.said, sheet.state = shown(lines[-1].removeprefix(PREFIX)), "failed"

"""What one workbench does besides playing: its runs, the queue of works, and reports."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from mazarbul.sim.toml import DataError
from mazarbul.workbench import found, headlines
from mazarbul.workbench.found import RUN, TRAINING, Found
from mazarbul.workbench.ordered import Order, begun, ordered
from mazarbul.workbench.press import Press
from mazarbul.workbench.watched import CHANGED, Watched
from mazarbul.workbench.works import Work, Works, new

MOST_WAITING = 50
WHATIF = "whatif"
DRAFT, OTHER = "this draft", "the other draft"  # without names


class Bench:
    """The runs and works of a folder. bots: further ones, as texts, which may be in Python."""

    def __init__(self, folder: Path, bots: tuple[str, ...] = ()) -> None:
        self.folder, self.bots = folder.resolve(), bots
        self.works, self.press = Works(self.folder, self._begun), Press(self.folder)
        self.is_closed = False
        self._watched: dict[str, Watched] = {}

    def open(self) -> None:
        """Begin to work."""
        self.works.open()

    def close(self) -> None:
        """Interrupt the work; it goes on when a workbench is opened in the folder again."""
        self.is_closed = True
        self.works.close()
        self.press.close()

    # Works -----------------------------------------------------------------------------------------

    def order(self, order: Order) -> str:
        """Put a work into the queue and return its name. Raises DataError."""
        waiting = [name for name in self.works.all() if self.works.state(name) == "waiting"]
        if len(waiting) >= MOST_WAITING:
            raise DataError(f"{MOST_WAITING} works wait already")
        name, work = ordered(order, self.folder, self.bots)
        self.works.add(name, work)
        return name

    def _begun(self, name: str, work: Work) -> list[str]:
        """Return the command of a work that begins. Raises DataError for one that must not be done."""
        if work.kind == RUN:
            return _resuming(found.one(self.folder, work.out))
        return begun(name, work, self.folder, self.bots)

    def queue(self) -> list[dict[str, Any]]:
        """Return the works, the first of the queue first, without what they know so far."""
        return [self._facts(name, work) for name, work in self.works.all().items()]

    def look(self, name: str) -> dict[str, Any]:
        """Return how a work is, and what it knows so far. Raises DataError if there is none."""
        work = self.works.work(name)
        facts = self._facts(name, work) | {"said": self.works.said(name)[:40], "look": None, "sentence": ""}
        if facts["state"] == "done" and facts["has_runs"]:
            facts["sentence"] = headlines.sentence(found.one(self.folder, work.out))
        if work.kind == WHATIF:
            watched = self._watched.get(name)
            if watched is None:
                watched = Watched(self.folder / work.out, work.asked.get("precision"))
                self._watched[name] = watched
            facts["look"] = watched.look()
            asked = work.asked
            names = (asked.get("other_named") or OTHER, asked.get("named") or DRAFT)
            facts["names"] = names if asked.get("other") else ("as it is", "changed")
        return facts

    def _facts(self, name: str, work: Work) -> dict[str, Any]:
        state, progress = self.works.state(name), self.works.progress(name)
        return {
            "name": name,
            "kind": work.kind,
            "title": work.title,
            "created": work.created,
            "out": work.out,
            "command": shlex.join(["mazarbul", *work.command]),
            "state": state,
            "progress": progress.said if state == "running" else "",
            "done": progress.done,
            "planned": progress.planned,
            "error": progress.said if state == "failed" else "",
            "has_runs": any((self.folder / work.out / mark).is_file() for mark in found.MARKS),
        }

    # Runs ------------------------------------------------------------------------------------------

    def everything(self) -> dict[str, Any]:
        """Return all that lies in the folder and in its bin, and the queue."""
        mine = {work.out: name for name, work in self.works.all().items()}
        rows = [each.facts() | {"work": mine.get(each.path)} for each in found.everything(self.folder)]
        binned = found.in_bin(self.folder)
        return {"folder": str(self.folder), "runs": rows, "works": self.queue(), "bin": binned}

    def headline(self, path: str) -> str:
        """Return what lies at a path says, in a sentence. Raises DataError."""
        known = {each.path: each for each in found.everything(self.folder)}
        return headlines.of(known.get(path) or found.one(self.folder, path))

    def report(self, path: str) -> str:
        """Begin to write the report of what lies at a path; return the report's name. Raises DataError."""
        known = found.one(self.folder, path)
        if known.kind == TRAINING:
            raise DataError("a training has no report; its lines are in its folder")
        return self.press.ask(["report", f"./{path}"], known.title, _stamp(known.file))

    def compare(self, base: str, other: str, *, is_paired: bool) -> str:
        """Begin to write the comparison of two runs; return the report's name. Raises DataError."""
        both = [found.one(self.folder, path) for path in (base, other)]
        if any(each.kind not in (RUN, WHATIF) for each in both):
            raise DataError("two runs, or two changes, can be compared; these are others")
        runs = [f"./{each.path}{f'/{CHANGED}' if each.kind == WHATIF else ''}" for each in both]
        words = ["compare", *runs, *([] if is_paired else ["--unpaired"])]
        title = f"{both[1].path} compared with {both[0].path}"
        return self.press.ask(words, title, " ".join(_stamp(each.file) for each in both))

    def resume(self, path: str) -> str:
        """Go on with what is not finished; return the name of the work. Raises DataError."""
        known = found.one(self.folder, path)
        mine = next((name for name, work in self.works.all().items() if work.out == path), None)
        if mine is not None:
            self.works.again(mine)
            return mine
        if known.state != "unfinished":
            raise DataError(f"this is {known.state}")
        if known.kind != RUN:
            raise DataError(
                f"to go on with this, give its command again with --resume --out {path}:"
                " only the command knows what is still to be played"
            )
        name = f"run {Path(path).name[:50]}"
        self.works.add(name, new(RUN, f"{known.title}: go on", _resuming(known), path, {}))
        return name


def _resuming(known: Found) -> list[str]:
    """Return the command that goes on with a run; it refuses bots in Python that the user has not run."""
    return ["run", "--resume", "--out", f"./{known.path}"]


def _stamp(file: Path) -> str:
    facts = file.stat()
    return f"{facts.st_mtime_ns}-{facts.st_size}"

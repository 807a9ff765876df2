"""What a folder of runs says, in a sentence: short in a list, whole where a work ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mazarbul.analysis import RunError
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.run import load_run
from mazarbul.reports import figures, opening, summary
from mazarbul.sim.toml import DataError
from mazarbul.workbench.found import PLAYS, RUN, STUDY, TRAINING, Found

MOST_KEPT = 1_000
LONGEST = 160


def of(found: Found) -> str:
    """Return the sentence for a folder; "" if it has none yet."""
    if found.kind == PLAYS:
        return f"{found.done:,} finished games"
    if found.kind == TRAINING or found.state in ("other format", "damaged"):
        return ""
    return _of(found.file.parent, found.kind, found.file.stat().st_mtime_ns)


@lru_cache(maxsize=MOST_KEPT)
def _of(folder: Path, kind: str, _changed: int) -> str:
    say = SAYERS.get(kind, _of_collection)
    try:
        said = say(folder)
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    except (RunError, DataError, ValueError, LookupError) as error:
        return f"cannot be read: {error}".splitlines()[0][:LONGEST]


def sentence(found: Found) -> str:
    """Return the sentence with which the page of a folder begins; "" if it has none."""
    if found.kind in (PLAYS, TRAINING, STUDY) or found.state in ("other format", "damaged"):
        return ""
    return _sentence(found.file.parent, found.kind, found.file.stat().st_mtime_ns)


@lru_cache(maxsize=MOST_KEPT)
def _sentence(folder: Path, kind: str, _changed: int) -> str:
    try:
        return opening.of_run(load_run(folder)) if kind == RUN else _of_collection(folder)
    except (RunError, DataError, ValueError, LookupError) as error:
        return f"cannot be read: {error}".splitlines()[0]


def _of_collection(folder: Path) -> str:
    return opening.of_collection(load_collection(folder))


def _of_run(folder: Path) -> str:
    run = load_run(folder)
    facts = figures.figures(folder)["sides"]
    rates = [_rate(run.side_name(row["side"]), row, "win") for row in facts]
    return f"wins: {', '.join(rates)}; {run.games:,} games"


def _rate(name: str, row: Mapping[str, Any], key: str) -> str:
    low, high = (f"{100 * row[f'{key}_{end}']:.1f}" for end in ("low", "high"))
    return f"{name} {100 * row[key]:.1f}% ({low} to {high})"


def _of_change(folder: Path) -> str:
    base = load_collection(folder).base
    row = figures.figures(folder)["changes"][0]["sides"][0]
    name = row["side"] if base is None else base.side_name(row["side"])
    low, high = (f"{100 * row[f'change_{end}']:+.1f}" for end in ("low", "high"))
    return f"{name} {100 * row['change']:+.1f} points ({low} to {high}), {row['games']:,} pairs"


def _first_line(folder: Path) -> str:
    lines = list(summary.lines(folder))
    return lines[1].strip() if len(lines) > 1 else ""


SAYERS: Mapping[str, Callable[[Path], str]] = {
    RUN: _of_run,
    STUDY: _first_line,
    "whatif": _of_change,
}

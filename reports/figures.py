"""The figures of a folder as plain data, for other programs: what `summary` says in lines, in full.

Every rate has `<name>`, `<name>_low` and `<name>_high`, the 95% interval, and a number of games. Numbers that
are not known are None. Keys are only ever added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import Run, load_run, matrix, outcome, scenarios, skill, words
from mazarbul.analysis.collection import Collection, is_collection, load_collection
from mazarbul.analysis.fitting import of_folder
from mazarbul.analysis.paired import changes
from mazarbul.formats.people import People
from mazarbul.reports.parts import collection_topic
from mazarbul.reports.sections import changed, people
from mazarbul.reports.sections.common import Topic, band_of
from mazarbul.reports.sections.result import judged
from mazarbul.reports.study import is_study, load_study

Band = tuple[float, float]
Figures = dict[str, Any]


@of_folder
def figures(folder: Path | str, band: Band | None = None, known: People | None = None) -> Figures:
    """Return the figures of the run, the collection or the study in a folder.

    band: target range of the win rate; that of the study, the collection or the run if None. known: of
    people's games, besides what the game knows.
    Raises RunError if the folder cannot be read.
    """
    if is_study(folder):
        study = load_study(folder, band, known)
        scenes = [
            of_run(topic) | {"parts": {name: of_collection(part, study.band) for name, part in parts.items()}}
            for _, topic, parts in study.scenarios
        ]
        return {"kind": "study", "title": study.info["title"], "folder": str(folder), "scenarios": scenes}
    if is_collection(folder):
        return of_collection(load_collection(folder), band, known)
    run = load_run(folder)
    return of_run(Topic(run, band_of(run, band), people=known))


def of_run(topic: Topic) -> Figures:
    """Return what was played, each side's win rate, the ends of games and the mean score."""
    run = topic.run
    sides = judged(topic).drop(columns=["side_name", "scenario_name"])
    sides["verdict"] = sides.pop("code")
    return {
        "kind": "run",
        "title": run.catalogue["title"],
        "folder": str(run.path),
        **{name: run.manifest.get(name) for name in ("game", "scenario", "seed", "bots", "switches")},
        "games": run.games,
        "band": list(topic.band),
        "sides": rows(sides),
        "endings": rows(scenarios.endings(run)),
        "scores": rows(outcome.score(run)),
        "people": rows(people.known(topic)),
        "is_audited": topic.rungs is not None,
        "ladder": _rungs(topic),
    }


@of_folder
def of_comparison(base: Run, other: Run, *, paired: bool, known: People | None = None) -> Figures:
    """Return each side's win rate before and after, and the change, and people's games beside the first run.

    paired: whether game by game. known: as for `figures`. Raises RunError for runs that cannot be compared.
    """
    found = _of_sides(base, other, changed.compared(base, other, paired=paired), paired=paired)
    return found | {"people": rows(people.known(Topic(base, people=known)))}


def _of_sides(base: Run, other: Run, sides: pd.DataFrame, *, paired: bool = True) -> Figures:
    return {
        "kind": "comparison",
        "title": base.catalogue["title"],
        "base": str(base.path),
        "other": str(other.path),
        "is_paired": paired,
        "sides": rows(sides),
    }


def of_collection(found: Collection, band: Band | None = None, known: People | None = None) -> Figures:
    """Return what a collection shows: the table of its kind, each row as a dict. known: as for `figures`."""
    topic = collection_topic(found, band, known)
    return {
        "kind": found.kind,
        "title": found.title,
        "folder": str(found.path),
        "game": found.info["game"],
        "scenario": found.info["scenario"],
        "band": list(topic.band),
        "parameters": found.parameters,
        **_TABLES[found.kind](topic, found),
    }


def _changes(_: Topic, found: Collection) -> Figures:
    return {"changes": rows(changes(found))}


def _compared(topic: Topic, found: Collection) -> Figures:
    every = changes(found, every_side=True)
    return {
        "changes": [
            {"id": facts["id"], "label": facts.get("label") or words.human(facts["id"])}
            | _of_sides(found.compared_with, run, changed.of_member(topic, every, facts["id"]))
            for facts, run in found.runs()
        ]
    }


def _ladder(_: Topic, found: Collection) -> Figures:
    return {"pairings": rows(skill.curve(found) if skill.is_curve(found) else skill.matrix(found))}


def _tuning(_: Topic, found: Collection) -> Figures:
    return {"trials": rows(found.table("trials")), "confirmed": rows(found.table("confirmed"))}


def _matrix(_: Topic, found: Collection) -> Figures:
    return {"groups": rows(matrix.cells(found))}


def _audit(topic: Topic, _: Collection) -> Figures:
    return {"ladder": _rungs(topic), "people": rows(people.known(topic))}


def _rungs(topic: Topic) -> list[Figures]:
    return [] if topic.ladder is None else rows(topic.ladder)


_TABLES: Mapping[str, Callable[[Topic, Collection], Figures]] = {
    "ablation": _changes,
    "restrictions": _changes,
    "swaps": _changes,
    "whatif": _compared,
    "ladder": _ladder,
    "tuning": _tuning,
    "matrix": _matrix,
    "audit": _audit,
}


def rows(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table as dicts of plain values that JSON has, one for each row."""
    return [{str(name): _plain(value) for name, value in row.items()} for row in table.to_dict("records")]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # of numpy
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else None  # JSON has neither NaN nor infinity
    return None if value is pd.NA or value is pd.NaT else str(value)

"""What commands take from the analysis: counts of games, and the report of a folder on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import typer


class Found(Protocol):
    """What a command found: as plain data that JSON has, and in words."""

    def facts(self) -> dict[str, Any]:
        """Return it as plain data."""

    def lines(self) -> Iterable[str]:
        """Return it in words."""


def counting() -> Any:
    """Return what counts the games of a run that keeps counts. It is slow to import."""
    from mazarbul.analysis.aggregates import Summary

    return Summary


def write_report(folder: Path, to: Path | None, *, quiet: bool = False, **look: Any) -> Path:
    """Write the report of a run, a collection or a study and return its page.

    look: as for `mazarbul.pages.write`.
    """
    from mazarbul import pages
    from mazarbul.sim.runner.progress import display

    return pages.write(folder, to, display(quiet=quiet), **look)


def people_of(plays: Path, folder: Path, *, quiet: bool) -> Any:
    """Return the games of people in a folder that are those of what was played, as counts.

    plays: as `mazarbul.workbench.counted.plays` takes it. folder: of a run, a collection or a study, of which
    all scenarios count.
    """
    from mazarbul.analysis import load_run
    from mazarbul.analysis.collection import is_collection, load_collection
    from mazarbul.formats.people import People
    from mazarbul.reports import study
    from mazarbul.reports.parts import collection_topic
    from mazarbul.sim.runner.progress import display
    from mazarbul.workbench import counted

    if study.is_study(folder):
        runs = {facts["title"]: topic.run for facts, topic, _ in study.load_study(folder).scenarios}
    else:
        runs = {
            "": collection_topic(load_collection(folder)).run if is_collection(folder) else load_run(folder)
        }
    games, known = counted.plays(plays), People()
    for title, run in runs.items():
        found = counted.counted(games, run)
        display(quiet=quiet).say(f"{title}, {found.line(plays)}" if title else found.line(plays))
        known = known.and_also([found.people])
    return known


def write_replay(text: str, html: Path | None, json: Path | None) -> list[Path]:
    """Write the document of a game, given as JSON, as a page, as JSON or as both, and return the files."""
    found = []
    for file, make in ((html, _page_of), (json, lambda text: f"{text}\n")):
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(make(text), encoding="utf-8")
            found.append(file)
    return found


def _page_of(text: str) -> str:
    """Return the page that replays a document, given as JSON."""
    from mazarbul.reports.replay import render

    return render(json.loads(text))


def tell(
    folder: Path,
    write: Callable[[], Path],
    band: tuple[float, float] | None = None,
    *,
    as_json: bool = False,
    said: Sequence[str] = (),
    people: Any = None,
) -> None:
    """Print a summary of what was played in a few lines, then write its report and print where it is.

    write: writes the report and returns its page. as_json: print all figures as one JSON object instead.
    said: further lines, not in JSON. people: as for `mazarbul.pages.write`.
    """
    if as_json:
        from mazarbul.reports.figures import figures

        echo_json(figures(folder, band, people) | {"report": str(write())})
        return
    from mazarbul.reports.summary import lines

    for line in (*lines(folder, band, people), *said):
        typer.echo(line)
    typer.echo(f"report: {write()}")


def tell_forecast(title: str, planned: Sequence[Any], execution: Any, *, quiet: bool, as_json: bool) -> None:
    """Print what a command would play, about how long that takes here and how much memory; play nothing.

    planned: `mazarbul.studies.forecast.Planned`. execution: `mazarbul.sim.runner.experiment.Execution`.
    """
    from mazarbul.sim.runner import workers
    from mazarbul.sim.runner.progress import display
    from mazarbul.studies import forecast

    jobs = workers.count(execution)
    parts = forecast.expected(planned, jobs, display(quiet=quiet))
    if as_json:
        facts = {"kind": "forecast", "title": title, "parts": [asdict(part) for part in parts]}
        echo_json(facts | {"memory_mb": forecast.memory()})
        return
    for line in forecast.lines(parts, jobs):
        typer.echo(line)


def tell_found(found: Found, *, as_json: bool) -> None:
    """Print what a command found: in words, or as one JSON object."""
    if as_json:
        echo_json(found.facts())
        return
    for line in found.lines():
        typer.echo(line)


def echo_json(value: object) -> None:
    """Print a value as JSON: it has no NaN (what is not known is None), and here no negative zero."""
    typer.echo(json.dumps(_positive_zero(value), indent=1, ensure_ascii=False, allow_nan=False))


def _positive_zero(value: object) -> object:
    """Return a value of JSON in which no zero has a sign."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, dict):
        return {key: _positive_zero(each) for key, each in value.items()}
    return [_positive_zero(each) for each in value] if isinstance(value, list | tuple) else value

"""Builds reports from folders on disk: of a run, of two runs compared, of a collection of runs.

`reports.study` builds the report of a whole study. All of them make a `Page`; `reports.write` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analysis import Run, load_run
from analysis.collection import load_collection
from reports import brief, study, words
from reports.cards import Book, frames_of, scope_of
from reports.page import FORMATS, Page, findings_of
from reports.parts import (
    Chapter,
    Progress,
    collection_sections,
    collection_topic,
    run_sections,
    side_key,
    silent,
)
from reports.sections import basis, changed
from reports.sections.common import Topic, band_of
from reports.sections.method import bots
from reports.study import is_study
from reports.write import ReportError, check_folder, write

__all__ = [
    "ReportError",
    "build_collection_report",
    "build_comparison",
    "build_report",
    "build_study_report",
    "is_study",
]

Band = tuple[float, float]
UNFINISHED = "The run is not finished; this report covers the games played so far."


def build_report(
    run_dir: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
) -> Path:
    """Analyse a run and write its balance report. Returns the path of index.html.

    run_dir: a run folder, finished or not; its parts are checked against their checksums.
    out_dir: made if need be; earlier reports there are overwritten. progress: called with one line per step.
    band: target range of the win rate, low and high; that of the run or of the kind of game if None.
    formats: of the tables. markdown: also write the page as Markdown, with pictures.
    Raises RunError if the run cannot be read, ReportError if the report cannot be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    tell("checking the run")
    found = load_run(run_dir)
    topic = Topic(found, band_of(found, band))
    sections = run_sections(topic, tell)
    run = topic.run
    summary = [
        ("Scenario", run.catalogue["title"]),
        ("Games", words.count(run.games)),
        ("Bots", bots(topic)),
        ("Seed", str(run.manifest["seed"])),
        ("Data", str(run.catalogue.get("data_version", "not recorded"))),
    ]
    notices = [UNFINISHED] if run.manifest.get("finished") is None else []
    title = f"{run.catalogue['title']}: {'difficulty' if run.is_cooperative else 'balance'} report"
    tell("collecting the cards")
    book = Book((scope_of(run, frames_of(sections)),))
    head = brief.of([Chapter("", run.catalogue["title"], topic, sections)])
    page = Page(
        title, topic.game, summary, sections, findings_of(sections), notices, side_key(topic), book, head
    )
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown)


def build_comparison(
    base: Run | Path | str,
    other: Run | Path | str,
    out_dir: Path | str,
    *,
    names: tuple[str, str] = ("before", "after"),
    paired: bool = True,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
) -> Path:
    """Compare two runs of one scenario and write the report. Returns the path of index.html.

    base, other: runs, or their folders. names: their names on the page. paired: compare them game by game,
    which needs the same seed; otherwise they count as independent samples. Raises RunError if a run cannot be
    read or the two cannot be compared.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    tell("checking the runs")
    base, other = (run if isinstance(run, Run) else load_run(run) for run in (base, other))
    topic = Topic(base, band_of(base, band))
    tell("comparing the runs")
    title = f"{topic.run.catalogue['title']}: {names[1]} compared with {names[0]}"
    sections = [
        changed.build(topic, other, names, paired=paired),
        basis.build(
            topic, "comparison", {words.capital(names[0]): topic.run, words.capital(names[1]): other}
        ),
    ]
    summary = [*_summary(topic), ("Compared", "game by game" if paired else "as independent runs")]
    page = Page(title, topic.game, summary, sections, findings_of(sections), (), side_key(topic))
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown)


def build_collection_report(
    path: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
) -> Path:
    """Write the report of a collection (`analysis.collection.KINDS`). Returns index.html.

    band: as for `reports.parts.collection_topic`. Raises RunError if the collection or a run in
    it cannot be read, ReportError if nothing can be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    collection = load_collection(path)
    topic = collection_topic(collection, band)
    tell(f"analysing the {collection.kind}")
    sections = collection_sections(topic, collection)
    runs = {"Base": topic.run} if collection.base else {"First run": topic.run}
    sections.append(basis.build(topic, collection.kind, runs, collection.parameters))
    summary = [*_summary(topic), ("Runs", words.count(len(collection.members) + bool(collection.base)))]
    page = Page(collection.title, topic.game, summary, sections, findings_of(sections), (), side_key(topic))
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown)


def build_study_report(
    study_dir: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
) -> Path:
    """Write the report of a study: findings, then every scenario, then the method. Returns index.html.

    band: the study's own if None. Raises RunError if the study or a part of it cannot be read, ReportError if
    the report cannot be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    page = study.page(study.load_study(study_dir, band), tell)
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown)


def _summary(topic: Topic) -> list[tuple[str, str]]:
    run = topic.run
    return [
        ("Scenario", run.catalogue["title"]),
        ("Games of a run", words.count(run.games)),
        ("Bots", bots(topic)),
        ("Seed", str(run.manifest["seed"])),
    ]

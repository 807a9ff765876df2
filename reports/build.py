"""Builds reports from folders on disk: of a run, of two runs compared, of a collection of runs.

`mazarbul.reports.study` builds the report of a whole study. All of them make a `Page`;
`mazarbul.reports.write` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mazarbul.analysis import Run, load_run, words
from mazarbul.analysis.cards import measured
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.fitting import of_folder
from mazarbul.analysis.played import causes, differences, why_idle
from mazarbul.formats.people import People
from mazarbul.reports import brief, headline, record, study
from mazarbul.reports.blocks import FORMATS, Section, Watch
from mazarbul.reports.cards import Book, frames_of, scope_of
from mazarbul.reports.page import Brief, Page, findings_of
from mazarbul.reports.parts import (
    NOT_FINISHED,
    Chapter,
    Progress,
    collection_sections,
    collection_topic,
    run_sections,
    side_key,
    silent,
    unfinished,
)
from mazarbul.reports.sections import again, basis, changed, made, matrix, played, strongest, tuning
from mazarbul.reports.sections import people as of_people
from mazarbul.reports.sections.common import Topic, band_of
from mazarbul.reports.study import is_study
from mazarbul.reports.write import ReportError, check_folder, write

__all__ = [
    "ReportError",
    "build_collection_report",
    "build_comparison",
    "build_report",
    "build_study_report",
    "is_study",
]

Band = tuple[float, float]
BRIEFED = ("ablation", "audit")  # collections whose reports have a summary and cards
#: Other collections -> the heading of their first screen.
LIFTED = {
    "whatif": "What the change does", "tuning": "The proposal", "restrictions": "What skill is worth",
    "ladder": "What skill is worth", "matrix": "Which decks win", "swaps": "Which exchanges help",
}  # fmt: skip
OPTIONS = {"bots", "switches", "decks", "overlay"}  # causes that options of a command make
UNFINISHED = "The run is not finished; this report covers the games played so far."


@of_folder
def build_report(
    run_dir: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
    people: People | None = None,
    watch: Watch | None = None,
) -> Path:
    """Analyse a run and write its balance report. Returns the path of index.html.

    run_dir: a run folder, finished or not; its parts are checked against their checksums.
    out_dir: made if need be; earlier reports there are overwritten. progress: called with one line per step.
    band: target range of the win rate, low and high; that of the run or of the kind of game if None.
    formats: of the tables. markdown: also write the page as Markdown, with pictures. people: what is known of
    people's games, besides what the game knows. watch: gives the games that are shown on pages of their own.
    Raises RunError if the run cannot be read, ReportError if the report cannot be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    tell("checking the run")
    found = load_run(run_dir)
    topic = Topic(found, band_of(found, band), people=people, watch=watch)
    sections = run_sections(topic, tell)
    run = topic.run
    summary = [("Games", words.count(run.games)), *played.facts(topic), *played.origin(run)]
    notices = [UNFINISHED] if run.manifest.get("finished") is None else []
    title = f"{topic.titled}: {topic.stakes.asks} report"
    tell("collecting the cards")
    book = Book((scope_of(run, frames_of(sections)),))
    head = brief.of([Chapter("", run.catalogue["title"], topic, sections)])
    key, says = side_key(topic), findings_of(sections)
    shown = headline.bare(sections)
    page = Page(title, topic.game, summary, shown, says, notices, key, book=book, brief=head)
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown, about=record.of("run", [("run", topic)]))


@of_folder
def build_comparison(
    base: Run | Path | str,
    other: Run | Path | str,
    out_dir: Path | str,
    *,
    names: tuple[str, str] | None = None,
    paired: bool = True,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
    people: People | None = None,
    watch: Watch | None = None,
) -> Path:
    """Compare two runs of one scenario and write the report. Returns the path of index.html.

    base, other: runs, or their folders. names: on the page, those of the folders if None. paired: compare
    them game by game, which needs the same seed; otherwise they count as independent samples. people: what is
    known of people's games of the first run, besides what the game knows. watch: as for `build_report`.
    Raises RunError if a run cannot be read or the two cannot be compared.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    tell("checking the runs")
    base, other = (run if isinstance(run, Run) else load_run(run) for run in (base, other))
    topic = Topic(base, band_of(base, band), people=people, watch=watch)
    called = played.Names(*names) if names else played.names_of(base, other)
    tell("comparing the runs")
    title = f"{topic.run.catalogue['title']}: {called.other} compared with {called.base}"
    sections = _compared(topic, other, called, paired=paired)
    how = ("Compared", "game by game" if paired else "as independent runs")
    summary = [*played.compared(base, other, called), *played.shared(topic, Topic(other)), how]
    found, book = findings_of(sections), _both_books(base, other, called[:2])
    bought = _played_again(topic, other, sections[0])
    head, shown = headline.lifted("What changes", topic, sections, bought=bought)
    page = Page(title, topic.game, summary, shown, found, (), side_key(topic), book=book, brief=head)
    named = [(called.base, topic), (called.other, replace(topic, run=other, rungs=None))]
    about = record.comparing(
        record.of("comparison", named), *called[:2], sections[0], differences(base, other), is_paired=paired
    )
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown, about=about)


@of_folder
def build_collection_report(
    path: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
    people: People | None = None,
    watch: Watch | None = None,
) -> Path:
    """Write the report of a collection (`mazarbul.analysis.collection.KINDS`). Returns index.html.

    band, people: as for `mazarbul.reports.parts.collection_topic`. watch: as for `build_report`. Raises
    RunError if the collection or a run in it cannot be read, ReportError if nothing can be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    collection = load_collection(path)
    topic = replace(collection_topic(collection, band, people), watch=watch)
    tell(f"analysing the {collection.kind}")
    sections = collection_sections(topic, collection)
    if not sections:
        says = made.empty(collection)
        sections.append(Section("empty", "Nothing to compare", "", [], [says]))
    if collection.kind == "audit" and (beside := of_people.build(topic)):
        sections.append(replace(beside, findings=of_people.lines(topic)))
    runs = {made.UNCHANGED if collection.base else "First run": topic.run}
    sections.append(basis.build(topic, collection.kind, runs, collection.parameters))
    summary = made.head(topic, collection)
    book, head, shown = Book(), Brief(), sections
    if collection.kind in BRIEFED:
        book, head = _book_and_brief(topic, sections)
        shown = headline.bare(sections)
        if collection.kind == "ablation":
            head = strongest.lifted(topic, sections, head)
    elif heading := LIFTED.get(collection.kind):
        book = _book_of_change(topic, collection) if collection.kind == "whatif" else book
        is_seconded = "second" in collection.info
        bought = None if is_seconded else _further(topic, collection, sections)
        more = len(sections[0].findings) - 1 if collection.kind == "matrix" else int(is_seconded)
        head, shown = headline.lifted(heading, topic, sections, more=more, bought=bought)
    found, key = findings_of(sections), side_key(topic)
    late = unfinished([collection])
    notices = [NOT_FINISHED.format(what=words.capital(late))] if late else []
    page = Page(collection.title, topic.game, summary, shown, found, notices, key, book=book, brief=head)
    about = _record(topic, collection, sections)
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown, about=about)


@of_folder
def build_study_report(
    study_dir: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    band: Band | None = None,
    formats: Sequence[str] = FORMATS,
    markdown: bool = False,
    one_file: bool = False,
    people: People | None = None,
    watch: Watch | None = None,
) -> Path:
    """Write the report of a study: a start page with findings, pages for every scenario. Returns index.html.

    band: the study's own if None. one_file: all pages as tabs of index.html. people: as for
    `build_report`. watch: as there; no page of a game stands beside one file. Raises RunError if the study
    or a part of it cannot be read, ReportError if the report cannot be written.
    """
    tell, out_dir = progress or silent, check_folder(out_dir)
    found = study.load_study(study_dir, band, people, None if one_file else watch)
    page = study.page(found, tell)
    about = record.of("study", [(facts["id"], topic) for facts, topic, _ in found.scenarios])
    tell("writing the report")
    return write(page, out_dir, formats, markdown=markdown, one_file=one_file, about=about)


def _compared(topic: Topic, other: Run, called: played.Names, *, paired: bool) -> list[Section]:
    """Return the sections of a comparison of the topic's run with another."""
    runs = {words.capital(called.base): topic.run, words.capital(called.other): other}
    change, beside = changed.build(topic, other, called, paired=paired), of_people.build(topic)
    change.findings.extend(of_people.lines(topic))
    sections = [change, *changed.also(topic, other, called, paired=paired), *([beside] if beside else [])]
    return [*sections, basis.build(topic, "comparison", runs)]


def _further(topic: Topic, collection: Collection, sections: Sequence[Section]) -> tuple[str, str] | None:
    """Return what more play would tell of the change, the proposal or the best decks, with its command."""
    if collection.kind == "matrix" and len(collection.members):
        return matrix.further(topic, collection)
    if collection.kind == "tuning":
        proposed = tuning.proposal(collection)
        return None if proposed is None else changed.further(topic, proposed)
    table, runs = sections[0].table("change"), [run for _, run in collection.runs()]
    if collection.kind != "whatif" or len(runs) != 1 or table is None:
        return None
    if why_idle(topic.run, runs[0]):
        return "This lists all that an overlay can change, with what it is now:", again.printed(
            topic.run, "keys"
        )
    return changed.further(topic, runs[0], table.frame.iloc[0])


def _played_again(topic: Topic, other: Run, section: Section) -> tuple[str, str] | None:
    """Return what more play would tell of what two runs differ in, with its command, if options make that."""
    kinds, table = causes(differences(topic.run, other)), section.table("change")
    if not kinds or not OPTIONS.issuperset(kinds) or table is None:
        return None
    return changed.further(topic, other, table.frame.iloc[0])


def _book_of_change(topic: Topic, collection: Collection) -> Book:
    """Return the cards of a what-if's only change, and the same as they are; none for several changes."""
    runs = [run for _, run in collection.runs()]
    if len(runs) != 1 or why_idle(topic.run, runs[0]):
        return Book()
    return _both_books(topic.run, runs[0], ("As it is", "With the change"))


def _both_books(base: Run, other: Run, titles: tuple[str, str]) -> Book:
    """Return the cards of two runs, those of the other first."""
    scopes = (("changed", titles[1], other), ("before", titles[0], base))
    return Book(tuple(scope_of(run, measured.frames(run), name, title) for name, title, run in scopes))


def _book_and_brief(topic: Topic, sections: Sequence[Section]) -> tuple[Book, Brief]:
    """Return the cards of a collection's base with what the collection shows of them, and the summary."""
    known = measured.frames(topic.run) | frames_of(sections)
    chapter = Chapter("", topic.run.catalogue["title"], topic, sections)
    return Book((scope_of(topic.run, known),)), brief.of([chapter])


def _record(topic: Topic, collection: Collection, sections: Sequence[Section]) -> record.Record:
    """Return what a collection's report is about: its base, and the changed games of a what-if."""
    changed_runs = list(collection.runs()) if collection.kind == "whatif" else []
    named = [(facts["id"], replace(topic, run=run, rungs=None)) for facts, run in changed_runs]
    about = record.of(collection.kind, [("base" if collection.base else "first", topic), *named])
    for facts, run in changed_runs:
        ids = ("change", f"{facts['id']}_change")
        section = next(section for section in sections if section.id in ids)
        found = differences(topic.run, run)
        about = record.comparing(about, "base", facts["id"], section, found, is_paired=True)
    return about

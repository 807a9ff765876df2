"""The report of a study: findings on all scenarios with their figures, then every scenario, then the method.

A study's folder holds `study.json`: {"format": 3, "title", "game", "band": [low, high], "parameters",
"scenarios": [{"id", "title", "run", "ablation"?, "restrictions"?, "ladder"?, "matrix"?, "swaps"?,
"tuning"?, "whatif"?, "audit"?}]}, these being folders relative to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pandas as pd

from mazarbul.analysis import RunError, load_run, words
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.sealed import check_form, outside, read_json
from mazarbul.formats.folders import STUDY, STUDY_FORMAT, Scene, StudyFile
from mazarbul.formats.people import People
from mazarbul.formats.places import inside
from mazarbul.reports import brief, overview
from mazarbul.reports.blocks import Block, Section, Table, Watch
from mazarbul.reports.cards import Book, frames_of, scope_of
from mazarbul.reports.page import Page
from mazarbul.reports.parts import (
    COLLECTIONS,
    NOT_FINISHED,
    Chapter,
    Progress,
    collection_sections,
    collection_topic,
    of_audit,
    run_sections,
    side_key,
    silent,
    unfinished,
)
from mazarbul.reports.sections import basis, families, method, played, settings
from mazarbul.reports.sections.common import Topic, band_of

KEYS = ("title", "game", "scenarios")
KINDS = tuple(COLLECTIONS)
LONG = 60  # rows in the tables of a part, above which it has a page of its own


@dataclass(frozen=True)
class Study:
    """A study as its file describes it. scenarios: (facts, run, collections by kind).

    band: the target range of the win rate in all of them; None if each has its own.
    """

    path: Path
    info: dict
    band: tuple[float, float] | None
    scenarios: Sequence[tuple[dict, Topic, Mapping[str, Collection]]]


def is_study(path: Path | str) -> bool:
    """Return whether a folder is that of a study, by its own file."""
    return (Path(path) / STUDY).is_file()


def load_study(
    path: Path | str,
    band: Sequence[float] | None = None,
    people: People | None = None,
    watch: Watch | None = None,
) -> Study:
    """Open a study's folder and check its runs against their checksums.

    band: instead of the study's. people: what is known of people's games, besides what the game knows. watch:
    gives the games that are shown on pages of their own.
    Raises RunError if the folder, or a part of the study, is missing or damaged.
    """
    path = Path(path)
    info = read_json(path / STUDY, STUDY_FORMAT, KEYS)
    if not info["scenarios"]:
        raise RunError(path / STUDY, "has no scenarios", "let the study play at least one")
    check_form(path / STUDY, StudyFile, {**info, "scenarios": []})
    given = band or info.get("band")
    scenarios = []
    for facts in info["scenarios"]:
        if not isinstance(facts, dict):
            raise RunError(path / STUDY, "has a scenario that is no table", "play the study again")
        if missing := [key for key in ("id", "title", "run") if not isinstance(facts.get(key), str)]:
            raise RunError(path / STUDY, f"has a scenario without {missing[0]!r}", "play the study again")
        check_form(path / STUDY, Scene, facts)
        for key in ("run", *KINDS):
            if facts.get(key) and inside(path, facts[key]) is None:
                raise outside(path / STUDY, facts[key])
        run = load_run(path / facts["run"])
        parts = {kind: load_collection(path / facts[kind]) for kind in KINDS if facts.get(kind)}
        late = "" if info.get("finished", True) else "the study"
        late = late or unfinished(parts.values())
        audited = of_audit(parts.values())
        topic = Topic(run, band_of(run, given), unfinished=late, people=people, watch=watch, **audited)
        scenarios.append((facts, topic, parts))
    return Study(path, info, (given[0], given[1]) if given else None, scenarios)


def _of(title: str, tell: Progress, line: str) -> None:
    """Tell a line of a scenario."""
    tell(f"{title}: {line}")


def page(study: Study, tell: Progress = silent) -> Page:
    """Analyse all scenarios and return the page. tell: called with one line per step."""
    from mazarbul.reports import findings  # many modules, which reports of one run do not need

    scenarios = [
        _scenario(facts, topic, parts, partial(_of, facts["title"], tell))
        for facts, topic, parts in study.scenarios
    ]
    tell("comparing the scenarios")
    found = findings.of(scenarios)
    first = scenarios[0].topic
    summary = [
        ("Scenarios", words.listing(scenario.title for scenario in scenarios)),
        ("Games", words.count(sum(scenario.topic.run.games for scenario in scenarios))),
        *played.together([scenario.topic for scenario in scenarios]),
        ("Band", words.listing(dict.fromkeys(words.band(scenario.topic.band) for scenario in scenarios))),
    ]
    notices = [
        f"The run of {scenario.title} is not finished; this report covers the games played so far."
        for scenario in scenarios
        if scenario.topic.run.manifest.get("finished") is None
    ]
    if late := next((scenario.topic.unfinished for scenario in scenarios if scenario.topic.unfinished), ""):
        notices.insert(0, NOT_FINISHED.format(what=words.capital(late)))
    sections = [*(_details(scenario) for scenario in scenarios), _method(study, scenarios)]
    at_a_glance = overview.build(scenarios)
    key = side_key(first) if len({s.topic.run.sides for s in scenarios}) == 1 else ()
    tell("collecting the cards")
    book = Book(tuple(scope_of(s.topic.run, frames_of(s.all), s.id, s.title) for s in scenarios))
    head, title = brief.of(scenarios), study.info["title"]
    return Page(title, first.game, summary, sections, found, notices, key, at_a_glance, book, head)


def _scenario(facts: dict, topic: Topic, parts: Mapping[str, Collection], tell: Progress) -> Chapter:
    """Analyse one scenario."""
    sections, more = run_sections(topic, tell), {}
    for kind, collection in parts.items():
        tell(f"analysing the {kind}")
        own = collection_topic(collection, topic.band, topic.people)
        own = replace(own, rungs=topic.rungs, unfinished=topic.unfinished, watch=topic.watch)
        more[kind] = collection_sections(own, collection)
    sections = families.by_blanking(sections, more.get("ablation", ()))
    return Chapter(facts["id"], facts["title"], topic, sections, more)


def _details(scenario: Chapter) -> Section:
    """Return everything that is known of a scenario as one section; its long parts stand apart."""
    parts = [section.within(scenario.id) for section in scenario.all]
    own = len(scenario.sections) - 1  # what follows is not of its run
    parts = parts[:own] + [replace(part, apart=_is_long(part)) for part in parts[own:]]
    return Section(scenario.id, scenario.title, parts=parts, apart=True)


def _is_long(section: Section) -> bool:
    """Return whether a section is better read on a page of its own."""
    return sum(len(table.printed) for table in section.tables() if table.columns) > LONG


def _method(study: Study, scenarios: Sequence[Chapter]) -> Section:
    """Return how the study was played, and what each metric can and cannot show."""
    rows = settings.rows(scenarios[0].topic, study.info.get("parameters") or {})
    pairs, columns = basis.PAIRS, basis.COLUMNS
    blocks: list[Block] = []
    if rows:
        blocks.append(Table("parameters", "The study", pd.DataFrame(rows, columns=pairs), columns))
    topics = [scenario.topic for scenario in scenarios]
    blocks.append(basis.metrics_table("study", topics, method.metrics(topics)))
    for scenario in scenarios:
        own = next((section for section in scenario.sections if section.id == "method"), None)
        for name in ("run", "switches"):
            if own and (table := own.table(name)):
                caption = f"{scenario.title}: {table.caption[:1].lower()}{table.caption[1:]}"
                named = Table(f"{scenario.id}_{name}", caption, table.frame, table.columns, folded=True)
                blocks.append(named)
    return Section("method", "Method", method.intro(topics[0]), blocks, apart=True)

"""The parts of every kind of report: the sections of a run, those of a collection, and the key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from mazarbul.analysis import RunError, words
from mazarbul.analysis.audit import ladder as ladder_of
from mazarbul.analysis.audit import searching
from mazarbul.analysis.collection import Collection
from mazarbul.analysis.counting.plan import statistics
from mazarbul.formats.people import People
from mazarbul.reports.blocks import Section
from mazarbul.reports.sections import (
    ablation,
    audit,
    changed,
    course,
    families,
    ladder,
    lead,
    matrix,
    method,
    people,
    restrictions,
    result,
    swaps,
    tuning,
)
from mazarbul.reports.sections.common import Topic, band_of

Progress = Callable[[str], None]
NOT_FINISHED = "{what} is not finished: there is no verdict yet, and tables cover what was played so far."
SHAPES = "\u25cf\u25a0\u25c6\u25b2"  # circle, square, diamond, triangle: as charts.SIDE_MARKERS
COLLECTIONS = {
    "ablation": ablation.build,
    "whatif": changed.collection,
    "restrictions": restrictions.build,
    "ladder": ladder.build,
    "tuning": tuning.build,
    "matrix": matrix.build,
    "swaps": swaps.build,
    "audit": audit.build,
}


@dataclass(frozen=True)
class Chapter:
    """One scenario of a study, or a run alone. more: kind of collection -> its sections.

    id: before the names of its sections on the page; "" for a run alone. sections: of its run.
    """

    id: str
    title: str
    topic: Topic
    sections: Sequence[Section] = ()
    more: Mapping[str, Sequence[Section]] = field(default_factory=dict)

    @property
    def noun(self) -> str:
        """Return the scenario as a sentence calls it."""
        return self.topic.scenario_noun(self.title)

    @property
    def all(self) -> list[Section]:
        """Return all sections, the run's first, without its method."""
        return [
            *(section for section in self.sections if section.id != "method"),
            *(section for sections in self.more.values() for section in sections),
        ]

    def table(self, name: str) -> pd.DataFrame | None:
        """Return a table of its sections, with the scenario's title; None if there is none by that name."""
        found = next((table for section in self.all if (table := section.table(name))), None)
        return None if found is None else found.frame.assign(scenario_title=self.title)

    def where(self, name: str) -> str:
        """Return the id, on the study's page, of the section that holds a table."""
        section = next(section for section in self.all if section.table(name))
        return f"{self.id}_{section.id}" if self.id else section.id


def run_sections(topic: Topic, tell: Progress) -> list[Section]:
    """Return the sections of a balance report, without what the run does not record."""
    tell("counting the games")
    topic.run.gather(statistics(topic.run, topic.run.pilot))
    found: list[Section | None] = []
    for module in (result, people, lead, course):
        tell(f"analysing {words.human(module.__name__.rsplit('.', 1)[-1])}")
        found.append(module.build(topic))
    tell(f"analysing {words.listing(family.many for family in topic.declared.families) or 'the rest'}")
    found += [*families.build(topic), method.build(topic)]
    return [section for section in found if section is not None]


def collection_topic(
    collection: Collection, band: Sequence[float] | None = None, known: People | None = None
) -> Topic:
    """Return the names and colours of a collection: those of its base, or of its first run.

    band: target range of the win rate; if None, that of the collection, of the run or of the kind of game.
    known: of people's games, besides what the game knows.
    """
    run = collection.base or next((run for _, run in collection.runs()), None)
    if run is None:
        raise RunError(collection.path, "has no runs", "make the collection again")
    edges, late = band_of(run, band or collection.parameters.get("band")), unfinished([collection])
    return Topic(run, edges, unfinished=late, people=known, **of_audit([collection]))


def unfinished(collections: Iterable[Collection]) -> str:
    """Return which of some collections is not finished, such as "the audit"; "" if all are."""
    return next((f"the {each.kind}" for each in collections if not each.is_finished), "")


def of_audit(collections: Iterable[Collection]) -> dict[str, Any]:
    """Return what a topic takes from the audit among some collections; nothing without one."""
    audits = (each for each in collections if each.kind == "audit")
    return next(({"rungs": ladder_of(each), "searched": searching(each)} for each in audits), {})


def collection_sections(topic: Topic, collection: Collection) -> list[Section]:
    """Return what the runs of a collection show, by its kind."""
    return COLLECTIONS[collection.kind](topic, collection)


def side_key(topic: Topic) -> list[tuple[str, str, str]]:
    """Return the name, colour and shape of every side in the charts."""
    sides = (*topic.run.sides, *topic.run.opponents)
    return [(topic.side(side), topic.colour(side), SHAPES[i % len(SHAPES)]) for i, side in enumerate(sides)]


def silent(_line: str) -> None:
    """Drop a progress message."""

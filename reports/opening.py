"""The sentence with which the page of a run or of a collection begins, without the page."""

from __future__ import annotations

from mazarbul.analysis import Run
from mazarbul.analysis.collection import Collection
from mazarbul.reports.page import Brief
from mazarbul.reports.parts import collection_sections, collection_topic
from mazarbul.reports.sections import result, strongest
from mazarbul.reports.sections.common import Topic, band_of
from mazarbul.reports.sections.made import empty
from mazarbul.reports.sections.played import TELLS_CHANGE


def of_run(run: Run) -> str:
    """Return the verdict on a run."""
    topic = Topic(run, band_of(run, None))
    return result.headlines(topic, result.judged(topic))[0]


def of_collection(found: Collection) -> str:
    """Return the first sentence of a collection that does not merely name its change.

    Raises RunError if it or a run in it cannot be read.
    """
    topic = collection_topic(found)
    sections = collection_sections(topic, found)
    if found.kind == "ablation":
        lines = [
            line for lines in strongest.lifted(topic, sections, Brief()).parts.values() for line in lines
        ]
        if lines:
            return lines[0].says
    said = [each for section in sections for each in section.findings] or [empty(found)]
    return next((each for each in said if not each.startswith(TELLS_CHANGE)), said[0])

"""The families of things that a game records: one section for each, with the questions about it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.formats.declared import Asked
from mazarbul.reports.blocks import Section
from mazarbul.reports.sections import dealt, fought, happened, held, lost, picked, shared
from mazarbul.reports.sections.common import Topic

#: Kind of question -> what answers it: `build(topic, asked)` and `intro(topic, asked)`.
ANSWERS = {
    "held": held,
    "lost": lost,
    "picked": picked,
    "fought": fought,
    "dealt": dealt,
    "shared": shared,
    "happened": happened,
}


def build(topic: Topic) -> list[Section]:
    """Return a section for every family that the run records anything of, in the order declared."""
    sections = []
    for family in topic.declared.families:
        parts = []
        for question in family.questions:
            asked = Asked(family, question)
            answer = ANSWERS[question.kind]
            if (part := answer.build(topic, asked)) is not None:
                parts.append((answer.intro(topic, asked), *part))
        if parts:
            intro = family.intro or next((each for each, _, _ in parts if each), "")
            blocks = [block for _, own, _ in parts for block in own]
            said = [sentence for _, _, own in parts for sentence in own]
            title = family.title or words.capital(family.many)
            sections.append(Section(family.id, title, intro, blocks, said))
    return sections


def by_blanking(sections: Sequence[Section], others: Sequence[Section]) -> list[Section]:
    """Return sections of a run with results sorted by blanking, where `others` have an ablation's tables."""
    tables = [
        table.frame for other in others for table in other.tables() if table.name.startswith("blanked_")
    ]
    blanked = [
        frame[frame["field"] == ""]
        for frame in tables
        if {"seat", "subject", "field", "change"} <= set(frame)
    ]
    if not blanked:
        return list(sections)
    rows = pd.concat(blanked, ignore_index=True)
    return [held.by_blanking(section, rows) for section in sections]

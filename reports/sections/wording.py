"""Fixed texts of the reports on several runs."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from mazarbul.formats.declared import Subject
from mazarbul.reports.sections.common import Topic

_TEMPLATES = files("mazarbul.reports") / "templates"
TEXTS = tomllib.loads((_TEMPLATES / "study_texts.toml").read_text(encoding="utf-8"))


def metrics(kind: str, topic: Topic) -> list[dict[str, str]]:
    """Return what each metric of a kind of report can and cannot show, as rows (what, value)."""
    mode = topic.stakes.id
    rows = [row for row in TEXTS["metric"] if kind in row["kinds"] and row.get("only", mode) == mode]
    subject = thing(topic)
    return [{name: topic.text(row[name], subject) for name in ("what", "value")} for row in rows]


def thing(topic: Topic) -> Subject:
    """Return the kind of thing that variants change: the first kind of subjects that is declared."""
    return next(iter(topic.declared.subjects), Subject(id="card", one="card", many="cards"))

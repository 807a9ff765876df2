"""The basis of a report on several runs: the runs, how they were made, what each metric can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from mazarbul.analysis import Run
from mazarbul.reports.blocks import Block, Column, Section, Table
from mazarbul.reports.sections import method, settings
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.wording import metrics

PAIRS = ["what", "value"]
COLUMNS = [Column("what", "What"), Column("value", "Value")]


def build(topic: Topic, kind: str, runs: Mapping[str, Run], parameters: Mapping | None = None) -> Section:
    """Return the section "method". kind: of the report. runs: name of a run -> the run."""
    blocks: list[Block] = []
    if parameters:
        rows = pd.DataFrame(settings.rows(topic, parameters), columns=PAIRS)
        blocks += [Table("parameters", "How it was made", rows, COLUMNS), *settings.knobs(parameters)]
    given = (parameters or {}).get("seed")
    for number, (name, run) in enumerate(runs.items(), 1):
        rows = [
            (what, f"{value}, made from the seed {given}" if _is_derived(what, value, given) else value)
            for what, value in method.particulars(Topic(run, topic.band))
        ]
        table = pd.DataFrame(rows, columns=PAIRS)
        blocks.append(Table(f"run_{number}", name, table, COLUMNS, folded=len(runs) > 1))
    blocks.append(metrics_table(kind, [topic]))
    return Section("method", "Method", method.intro(topic), blocks)


def _is_derived(what: str, value: str, given: int | None) -> bool:
    """Return whether a particular of a run is a seed other than the one that the user gave."""
    return what == "Seed" and given is not None and value != str(given)


def metrics_table(kind: str, topics: Sequence[Topic], also: Sequence[dict] = ()) -> Table:
    """Return what each metric of a kind of report can and cannot show. also: further rows, first."""
    frame = pd.DataFrame([*also, *metrics(kind, topics[0])], columns=PAIRS)
    columns = [Column("what", "Metric"), Column("value", "How it is calculated, and its limits")]
    return Table("metrics", "What each metric can and cannot show", frame, columns)

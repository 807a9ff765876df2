"""Runs that keep counts, made from runs that keep rows, and whether both agree."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from mazarbul.analysis import Run, load_run
from mazarbul.analysis.aggregates import Summary
from mazarbul.analysis.counting.plan import statistics
from mazarbul.formats.sealing import sha256
from mazarbul.reports.parts import run_sections, silent
from mazarbul.reports.sections.common import Topic, band_of
from tests import sealing

FAMILY = "aggregates"


def counted(source: Path, target: Path, chunk: int) -> Run:
    """Count the games of a run, in parts of another size, as when they are played."""
    manifest, catalogue = (sealing.read(source / name) for name in (sealing.MANIFEST, sealing.CATALOGUE))
    rows = {family: pq.read_table(source / family) for family in manifest["families"]}
    first = {family: table.slice(0, Summary.pilot_games) for family, table in rows.items()}
    summary = Summary.planned(catalogue, first)
    summary = Summary.described(catalogue, json.loads(json.dumps(summary.description())))
    (target / FAMILY).mkdir(parents=True)
    chunks = []
    for index, first in enumerate(range(0, manifest["games_done"], chunk)):
        part = {family: table.slice(first, chunk) for family, table in rows.items()}
        data = summary.encoded(summary.count(part))
        name = f"{FAMILY}/part-{index:05d}.npz"
        (target / name).write_bytes(data)
        entry = {"file": name, "sha256": sha256(data), "bytes": len(data)}
        games = part["games"].num_rows
        chunks.append({"index": index, "first": first, "games": games, "files": {FAMILY: entry}})
    manifest |= {"chunks": chunks, "families": [FAMILY], FAMILY: summary.description()}
    sealing.seal(target, manifest, catalogue)
    return load_run(target)


def check_totals(one: Run, other: Run) -> None:
    """Raise AssertionError unless two runs have the same statistics and all their totals are equal."""
    assert (one.families, one.games, one.sides, one.pilot) == (
        other.families, other.games, other.sides, other.pilot
    )  # fmt: skip
    plan = statistics(one, one.pilot)
    for run in (one, other):
        run.gather(plan)
    for statistic in plan:
        totals = one.total(statistic), other.total(statistic)
        assert same(*totals), statistic.name


def same(total: object, other: object) -> bool:
    """Return whether two totals are equal."""
    if isinstance(total, pa.Table):
        return total.equals(other)
    return total.keys() == other.keys() and all(np.array_equal(total[name], other[name]) for name in total)


def check_reports(one: Run, other: Run) -> None:
    """Raise AssertionError unless all tables and sentences of both runs' reports are the same.

    A run of counts has no single games, and so no examples.
    """
    reports = [run_sections(Topic(run, band_of(run)), silent) for run in (one, other)]
    sections = [[part for section in report for part in section.walk()] for report in reports]
    assert [part.id for part in sections[0]] == [part.id for part in sections[1]]
    for mine, theirs in zip(*sections, strict=True):
        assert (mine.intro, mine.findings) == (theirs.intro, theirs.findings)
        tables = [[table for table in each.tables() if table.name != "examples"] for each in (mine, theirs)]
        assert [table.name for table in tables[0]] == [table.name for table in tables[1]]
        for table, twin in zip(*tables, strict=True):
            if table.name != "run":  # about the run, not about its games
                pd.testing.assert_frame_equal(table.frame, twin.frame, check_exact=True)

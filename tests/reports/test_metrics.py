"""Every figure in the tables of reports has a definition in analysis/metrics.toml, and one only."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path

import pytest

from mazarbul.analysis.metrics import Metrics, load

#: What stands before the names of tables in studies: their findings, and the scenarios of the fixtures.
SCENARIOS = re.compile(r"^(study|first|second|hill|tower)_")


def columns(*pages: Path) -> dict[str, list[str]]:
    """Return the columns of all tables of some reports, by the table's name without the scenario."""
    found: dict[str, list[str]] = {}
    for page in pages:
        for path in sorted((page.parent / "tables").glob("*.csv")):
            with path.open(encoding="utf-8-sig", newline="") as file:
                found.setdefault(SCENARIOS.sub("", path.stem), []).extend(next(csv.reader(file)))
    return found


def faults(tables: dict[str, list[str]], known: Metrics) -> list[str]:
    """Return what has no definition, or more than one."""
    found = []
    for table, names in tables.items():
        found += [f"{table}.{name} has no definition" for name in known.undefined(table, names)]
        found += [f"{table}.{name} has several" for name in names if len(known.of(table, name)) > 1]
    return found


def test_every_figure_of_a_run_is_defined_once(report):
    tables = columns(report)
    assert len(tables) > 20
    assert faults(tables, load()) == []


@pytest.mark.slow
def test_every_figure_of_every_report_is_defined_once_and_nothing_else(
    report, study_report, collection_reports, quest_reports
):
    tables = columns(report, study_report, *collection_reports.values(), *quest_reports.values())
    assert faults(tables, load()) == []
    used = {
        metric.name for table, names in tables.items() for name in names for metric in load().of(table, name)
    }
    assert [metric.name for metric in load().metric if metric.name not in used] == []


def test_a_figure_without_definition_is_found():
    tables = {"win_rates": ["side", "win", "win_low", "luck", "luck_low"], "margins": ["win"]}
    wanted = ["win_rates.luck", "win_rates.luck_low", "margins.win"]
    assert faults(tables, load()) == [f"{name} has no definition" for name in wanted]


def test_a_figure_with_two_definitions_is_found():
    twice = load().model_copy(update={"metric": load().metric * 2})
    assert faults({"win_rates": ["win"]}, twice) == ["win_rates.win has several"]


def test_a_method_that_is_not_defined_is_a_mistake():
    data = load().model_dump() | {"interval": {}}
    with pytest.raises(ValueError, match="has the interval 'wilson', which is not defined"):
        Metrics(**data)


@pytest.mark.parametrize("metric", load().metric, ids=lambda metric: metric.name)
def test_a_metric_names_the_function_that_computes_it(metric):
    module, _, name = metric.function.rpartition(".")
    assert not metric.function or callable(getattr(importlib.import_module(module), name))

"""The reference of metrics, from `analysis/metrics.toml`."""

from __future__ import annotations

from itertools import groupby

from handbook.text import code
from mazarbul.analysis.metrics import Interval, Metric, load


def markdown() -> str:
    """Return the metrics by chapter, then the methods of intervals."""
    known = load()
    parts = []
    for chapter, metrics in groupby(known.metric, lambda each: each.chapter):
        parts += [f"## {chapter}", *(_metric(each, known.interval) for each in metrics)]
    parts += [
        "## Methods of intervals",
        *(f"### {each.name}\n\n{_method(each)}" for each in known.interval.values()),
    ]
    return "\n\n".join(parts)


def _metric(metric: Metric, intervals: dict[str, Interval]) -> str:
    rows = [
        ("Formula", metric.formula),
        ("Unit", metric.unit),
        ("Answers", metric.answers),
        ("Does not answer", metric.limits),
        ("Interval", _linked(intervals[metric.interval]) if metric.interval else "none"),
        ("From Python", code(metric.function)),
        ("In the tables", "all" if metric.tables == ("*",) else ", ".join(map(code, metric.tables))),
        ("As", ", ".join(map(code, metric.columns))),
    ]
    lines = "\n".join(f"- **{name}:** {text}" for name, text in rows if text)
    return f"### {metric.name}\n\n{lines}"


def _linked(interval: Interval) -> str:
    return f"[{interval.name}](#{interval.name.lower().replace(' ', '-')})"


def _method(interval: Interval) -> str:
    return f"{interval.method} {interval.paper}".strip()

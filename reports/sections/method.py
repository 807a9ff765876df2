"""What was played, by which bots, with which data; what each number can and cannot show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.played import changes, program
from mazarbul.formats.declared import QUESTIONS, Asked
from mazarbul.reports.blocks import Block, Column, Section, Table
from mazarbul.reports.sections import played, settings
from mazarbul.reports.sections.common import TEXTS, Topic


def build(topic: Topic) -> Section:
    """Return the run's particulars, the switches, and the meaning of the metrics."""
    pairs = ["what", "value"]
    facts = pd.DataFrame(particulars(topic), columns=pairs)
    columns = [Column("what", "What"), Column("value", "Value")]
    limits = [Column("what", "Metric"), Column("value", "How it is calculated, and its limits")]
    explained = pd.DataFrame(metrics([topic]), columns=pairs)
    blocks: list[Block] = [
        Table("run", "The run", facts, columns),
        Table("metrics", "What each metric can and cannot show", explained, limits),
    ]
    switches = topic.run.manifest.get("switches") or topic.run.catalogue.get("switches") or {}
    if switches:
        rows = [(words.human(name), played.switched(value)) for name, value in sorted(switches.items())]
        frame = pd.DataFrame(rows, columns=pairs)
        blocks.append(Table("switches", "Rule switches", frame, columns, folded=True))
    if known := changes(topic.run):
        blocks.append(played.table("unprinted", "What is not as printed", known))
    return Section("method", "Method", intro(topic), blocks)


def intro(topic: Topic) -> str:
    """Return the text on the limits of all figures in a report."""
    return topic.fixed(TEXTS["intro"], "method")


def metrics(topics: Sequence[Topic]) -> list[dict[str, str]]:
    """Return what each metric that the runs of a report can have shows and does not show."""
    found: dict[str, dict[str, str]] = {}
    recorded = [(topic, _recorded(topic)) for topic in topics]
    for metric in TEXTS["metric"]:
        for topic, known in recorded:
            for asked in known.get(metric.get("needs", "games"), ()):
                row = {name: topic.text(metric[name], asked) for name in ("what", "value")}
                found.setdefault(row["what"], row)
    return list(found.values())


def _recorded(topic: Topic) -> dict[str, list[Asked | None]]:
    """Return what a run records, by the words that metrics need, with the questions about it."""
    run, games = topic.run, topic.run.columns("games")
    found: dict[str, list[Asked | None]] = {"games": [None], topic.stakes.id: [None]}
    named = {
        "scores": any(each.id in games for each in topic.declared.outcome.scores),
        "start": "start" in games,
        "lead": run.numbered("games", "lead_round_") and len(run.sides) == 2,
        "course": any(run.numbered("games", each.prefix) for each in topic.declared.courses.measures),
    }
    found |= {name: [None] for name, is_known in named.items() if is_known}
    for kind in QUESTIONS:
        for asked in topic.declared.asked(kind):
            if asked.family.id not in run.families:
                continue
            found.setdefault(kind, []).append(asked)
            for name, is_known in (
                ("done", bool(asked.question.does)),
                ("played", kind == "held" and "played_round" in asked.family.named),
                ("played_place", kind == "held" and "played_place" in asked.family.named),
                ("contested", kind == "fought" and "contested" in asked.family.named),
            ):
                if is_known:
                    found.setdefault(name, []).append(asked)
    return found


def particulars(topic: Topic) -> list[tuple[str, str]]:
    """Return everything needed to name and repeat the run."""
    manifest, catalogue = topic.run.manifest, topic.run.catalogue
    planned = manifest.get("games_planned")
    games = words.count(topic.run.games)
    if planned and planned > topic.run.games:
        games += f" of {words.count(planned)} planned: the run is not finished"
    rows = [
        ("Game and scenario", f"{topic.game}, {catalogue['title']}"),
        ("Games", games),
        *((f"Bot of {topic.seat(seat)}", str(bot)) for seat, bot in manifest["bots"].items()),
        ("Seed", str(manifest["seed"])),
        ("Data version", str(catalogue.get("data_version", "not recorded"))),
        ("Tables", str(manifest.get("tables_hash", "not recorded"))),
        ("Program version", str(manifest.get("code_version", "not recorded"))),
        ("Program", f"mazarbul {program(topic.run)}"),
        (
            "Libraries",
            ", ".join(f"{name} {v}" for name, v in sorted((manifest.get("libraries") or {}).items())),
        ),
        ("Played", str(manifest.get("finished") or manifest.get("created") or "not recorded")),
    ]
    if manifest.get("experiment"):
        rows.append(("Experiment", settings.plain(manifest["experiment"])))
    return rows

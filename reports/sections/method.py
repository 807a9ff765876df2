"""What was played, by whom, with what; what each number can and cannot show."""

from __future__ import annotations

import json

import pandas as pd

from reports import words
from reports.page import Column, Section, Table
from reports.sections.common import TEXTS, Context


def build(context: Context) -> Section:
    """Return the run's particulars, the switches, and the meaning of the metrics."""
    pairs = ["what", "value"]
    facts = pd.DataFrame(particulars(context), columns=pairs)
    columns = [Column("what", "What"), Column("value", "Value")]
    blocks = [
        Table("run", "The run", facts, columns),
        Table("metrics", "What each metric can and cannot show", pd.DataFrame(TEXTS["metric"], columns=pairs),
              [Column("what", "Metric"), Column("value", "How it is reckoned, and its limits")]),
    ]  # fmt: skip
    switches = context.run.manifest.get("switches") or context.run.catalogue.get("switches") or {}
    if switches:
        rows = [(words.human(name), _value(value)) for name, value in sorted(switches.items())]
        frame = pd.DataFrame(rows, columns=pairs)
        blocks.append(Table("switches", "Rule switches", frame, columns, folded=True))
    return Section("method", "Method", TEXTS["intro"]["method"], blocks)


def particulars(context: Context) -> list[tuple[str, str]]:
    """Everything needed to name and repeat the run."""
    manifest, catalogue = context.run.manifest, context.run.catalogue
    planned = manifest.get("games_planned")
    games = words.count(context.run.games)
    if planned and planned > context.run.games:
        games += f" of {words.count(planned)} planned: the run is not finished"
    rows = [
        ("Game and scenario", f"{context.game}, {catalogue['title']}"),
        ("Games", games),
        *((f"Bot of {context.seat(seat)}", str(bot)) for seat, bot in manifest["bots"].items()),
        ("Seed", str(manifest["seed"])),
        ("Data version", str(catalogue.get("data_version", "not recorded"))),
        ("Tables", str(manifest.get("tables_hash", "not recorded"))),
        ("Program version", str(manifest.get("code_version", "not recorded"))),
        (
            "Libraries",
            ", ".join(f"{name} {v}" for name, v in sorted((manifest.get("libraries") or {}).items())),
        ),
        ("Played", str(manifest.get("finished") or manifest.get("created") or "not recorded")),
    ]
    if manifest.get("experiment"):
        rows.append(
            (
                "Experiment",
                json.dumps(manifest["experiment"], ensure_ascii=False, sort_keys=True, default=str),
            )
        )
    return rows


def bots(context: Context) -> str:
    """Return the bots in one phrase."""
    names = {seat: str(bot) for seat, bot in context.run.manifest["bots"].items()}
    if len(set(names.values())) == 1:
        return f"{next(iter(names.values()))} at every seat"
    return words.listing(f"{bot} for {context.seat(seat)}" for seat, bot in names.items())


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)

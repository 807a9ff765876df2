"""What was played, by whom, with what; what each number can and cannot show."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd

from analysis.counting.packed import HERO
from reports import words
from reports.page import Column, Section, Table
from reports.sections.common import TEXTS, Context


def build(context: Context) -> Section:
    """Return the run's particulars, the switches, and the meaning of the metrics."""
    pairs = ["what", "value"]
    facts = pd.DataFrame(particulars(context), columns=pairs)
    columns = [Column("what", "What"), Column("value", "Value")]
    limits = [Column("what", "Metric"), Column("value", "How it is reckoned, and its limits")]
    told = pd.DataFrame(metrics([context]), columns=pairs)
    blocks = [
        Table("run", "The run", facts, columns),
        Table("metrics", "What each metric can and cannot show", told, limits),
    ]
    switches = context.run.manifest.get("switches") or context.run.catalogue.get("switches") or {}
    if switches:
        rows = [(words.human(name), _value(value)) for name, value in sorted(switches.items())]
        frame = pd.DataFrame(rows, columns=pairs)
        blocks.append(Table("switches", "Rule switches", frame, columns, folded=True))
    return Section("method", "Method", intro(context), blocks)


def intro(context: Context) -> str:
    """Return what any figure of a report rests on."""
    return TEXTS["intro"]["method_quest" if context.is_cooperative else "method"]


def metrics(contexts: Sequence[Context]) -> list[dict[str, str]]:
    """Return what each metric can and cannot show, of those that the runs of a report can have."""
    known = set().union(*map(_recorded, contexts))
    return [each for each in TEXTS["metric"] if each.get("needs", "games") in known]


def _recorded(context: Context) -> set[str]:
    """Return what a run records, in the words that a metric needs."""
    run = context.run
    families = {"games", *run.families}
    kind = "quest" if run.is_cooperative else "sides"
    found = {kind, *(name for name in families if name != "cards" or run.card_fields)}
    games = run.columns("games")
    found |= {name for name in ("group_score",) if name in games}
    found |= {"start"} if "start" in games and kind == "sides" else set()
    found |= {"lead"} if run.numbered("games", "lead_round_") and len(run.sides) == 2 else set()
    course = run.numbered("games", "progress_round_") or run.numbered("games", "threat_round_")
    found |= {"course"} if course and kind == "quest" else set()
    found |= {"played_place"} if "played_place" in run.card_fields else set()
    items = run.items("cards")
    heroes = "type" in items and (items["type"] == HERO).any()
    return found | ({"heroes"} if heroes else set())


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

"""summary.json: what a report says, for programs. docs/analysing.md describes it.

Numbers are those of the page; rates are shares from 0 to 1 with 95% intervals. A reader checks `format`,
which changes when a field is removed or means something else; fields may be added without that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mazarbul.analysis import Run, scenarios
from mazarbul.analysis.played import Difference, changes
from mazarbul.formats.changes import Change, Value
from mazarbul.reports.blocks import FORMATS, Section
from mazarbul.reports.page import Page
from mazarbul.reports.sections.common import Topic

FORMAT = 1
NAME = "summary.json"


class Part(BaseModel):
    """Base of the parts: immutable, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Seat(Part):
    """A seat of a run. deck: its id, None in games without decks. bot: its name."""

    id: str
    name: str
    side: str
    deck: str | None
    bot: str


class Played(Part):
    """What a run played. name: by which other parts refer to it. changes: None where not recorded."""

    name: str
    game: str
    scenario: str
    title: str
    games: int
    is_finished: bool
    seed: int
    seats: list[Seat]
    switches: dict[str, Value]
    changes: list[Change] | None
    version: str | None
    commit: str | None
    code_version: str | None
    data_version: str | None
    tables_hash: str | None


class BotRate(Part):
    """A win rate with one bot at every seat, from an audit."""

    bot: str
    value: float
    low: float
    high: float
    n: int


class Rate(Part):
    """How often a side wins in a run. over_bots: the same with other bots, None without an audit."""

    run: str
    side: str
    name: str
    value: float
    low: float
    high: float
    n: int
    over_bots: list[BotRate] | None = None


class Effect(Part):
    """How a side's win rate changes from run to run. n: pairs of games, or games of each if not paired."""

    base: str
    run: str
    side: str
    value: float
    low: float
    high: float
    n: int
    is_paired: bool


class Differs(Part):
    """One thing in which two runs differ."""

    base: str
    run: str
    kind: str
    what: str
    values: tuple[Value, Value]


class Found(Part):
    """A finding in words. section: anchor of its details on the page."""

    says: str
    title: str
    section: str


class File(Part):
    """A table of the report. rows: their number. files: format -> path beside summary.json."""

    name: str
    caption: str
    rows: int
    files: dict[str, str]


class Record(Part):
    """A report for programs. kind: run, comparison, study, or a kind of collection. band: of the win rate."""

    format: Literal[1] = 1
    kind: str
    title: str = ""
    game: str = ""
    band: tuple[float, float]
    runs: list[Played]
    rates: list[Rate]
    effects: list[Effect] = []
    differences: list[Differs] = []
    findings: list[Found] = []
    tables: list[File] = []


def of(kind: str, topics: Sequence[tuple[str, Topic]]) -> Record:
    """Return the record of some runs that a report is about. topics: name of a run -> its topic."""
    return Record(
        kind=kind,
        band=topics[0][1].band,
        runs=[_played(name, topic.run) for name, topic in topics],
        rates=[rate for name, topic in topics for rate in _rates(name, topic)],
    )


def comparing(
    record: Record, base: str, run: str, section: Section, found: Iterable[Difference], *, is_paired: bool
) -> Record:
    """Return a record with the differences of two of its runs, and what they change in the win rates.

    section: the one that compares them.
    """
    table = next(table for table in section.tables() if table.name.endswith("change"))
    effects = [
        Effect(base=base, run=run, side=row["side"], is_paired=is_paired, **_interval(row, "change"))
        for row in table.frame.to_dict("records")
    ]
    differences = [
        Differs(base=base, run=run, kind=each.kind, what=each.what, values=(each.base, each.other))
        for each in found
    ]
    more = {"effects": record.effects + effects, "differences": record.differences + differences}
    return record.model_copy(update=more)


def text(page: Page, record: Record, formats: Sequence[str] = FORMATS) -> str:
    """Return summary.json of a page: its record with its title, findings and tables."""
    whole = {
        "title": page.title,
        "game": page.game,
        "findings": [Found(says=each.says, title=each.title, section=each.section) for each in page.findings],
        "tables": [
            File(
                name=table.name,
                caption=table.caption,
                rows=len(table.frame),
                files={form: f"tables/{table.name}.{form}" for form in formats},
            )
            for table in page.tables()
        ],
    }
    return record.model_copy(update=whole).model_dump_json(indent=1) + "\n"


def _played(name: str, run: Run) -> Played:
    manifest, catalogue = run.manifest, run.catalogue
    known = changes(run)
    return Played(
        name=name,
        game=manifest["game"],
        scenario=manifest["scenario"],
        title=catalogue["title"],
        games=run.games,
        is_finished=manifest.get("finished") is not None,
        seed=manifest["seed"],
        seats=[
            Seat(
                id=seat["id"],
                name=seat.get("name", seat["id"]),
                side=seat["side"],
                deck=seat.get("deck"),
                bot=str(manifest["bots"].get(seat["id"], "")),
            )
            for seat in catalogue.get("seats") or ()
        ],
        switches=manifest.get("switches") or {},
        changes=None if known is None else list(known),
        data_version=catalogue.get("data_version"),
        **{key: manifest.get(key) for key in ("version", "commit", "code_version", "tables_hash")},
    )


def _rates(name: str, topic: Topic) -> list[Rate]:
    return [
        Rate(
            run=name,
            side=row["side"],
            name=topic.side(row["side"]),
            over_bots=_over_bots(topic, row["side"]),
            **_interval(row, "win"),
        )
        for row in scenarios.win_rates(topic.run).to_dict("records")
    ]


def _over_bots(topic: Topic, side: str) -> list[BotRate] | None:
    if topic.rungs is None:
        return None
    rows = topic.rungs[topic.rungs["side"] == side]
    return [BotRate(bot=row["label"], **_interval(row, "win")) for row in rows.to_dict("records")]


def _interval(row: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a value of a table's row with its interval and n."""
    n = row[f"{key}_n"] if f"{key}_n" in row else row["games"]
    return {"value": row[key], "low": row[f"{key}_low"], "high": row[f"{key}_high"], "n": int(n)}

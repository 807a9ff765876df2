"""The first screen of every report: the verdict as a sentence, why, what would settle it, and one chart.

Reports of runs, studies, ablations and audits have `of`; those of changes, comparisons and tunings lift the
main chart of their first section to the top (`lifted`), with what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from mazarbul.analysis import scenarios, words
from mazarbul.analysis.verdicts import ERRS, EXPERT, KINDS, QUICK, SEARCH
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Fact, Section
from mazarbul.reports.page import Brief, Line
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import again, outcome, people, result, trust
from mazarbul.reports.sections.common import Row, Topic, rate
from mazarbul.reports.sections.played import HEADS, PRINTED

NAME = "headline"
ESTIMATE = "the estimate"
PEOPLE = "people"
#: Kinds of bots -> their shape, and their colours, one after another.
SHAPES = {PEOPLE: "^", ERRS: "v", QUICK: "o", EXPERT: "D", SEARCH: "s"}
COLOURS = {
    PEOPLE: ("amber", "late"),
    ERRS: ("pale",),
    QUICK: ("quiet", "side3"),
    EXPERT: ("side4",),
    SEARCH: ("sky", "accent"),
}
WHISKERS = "The whiskers are 95% intervals."
#: Charts of sections that the first screen shows in another form.
SHOWN = ("win_rates", "audit_ladder")
USUAL = 0.9  # of games: an ending of more than these is no reason
LEAST = 0.02  # of the win rate: an ending that makes less of the lead is no reason


def verdicts(chapters: Sequence[Chapter]) -> list[Line]:
    """Return the verdict on every scenario with its reason, then what more play would buy."""
    lines: list[Line] = []
    unsettled: set[int] = set()
    says_by = not judged_by(chapters)
    for number, chapter in enumerate(chapters):
        topic, wins = chapter.topic, result.judged(chapter.topic)
        for scenario, rows in wins.groupby("scenario", sort=False):
            title = chapter.noun if len(set(wins["scenario"])) == 1 else words.title(scenario)
            top = trust.foremost(topic, rows)
            said = trust.sentence(topic, top, title, says_by=says_by)
            parts = (said, trust.for_whom(topic, top), why(topic, top["side"]))
            lines.append(Line(" ".join(filter(None, parts)), place(chapter, "win_rates", "audit_ladder")))
            if not trust.judge(topic, top).is_sure:
                unsettled.add(number)
    return lines + _bought(chapters, unsettled)


def mended(chapter: Chapter) -> list[Line]:
    """Return what would show how to mend a scenario whose verdict is sure; nothing where it needs nothing."""
    topic = chapter.topic
    held, wins = topic.declared.asked("held"), result.judged(topic)
    if not held or wins.empty:
        return []
    verdict = trust.judge(topic, trust.foremost(topic, wins))
    if not verdict.is_sure or verdict.place == "inside":
        return []
    says = f"What would mend it: which {held[0].many} are worth too much is measured in minutes."
    return [Line(says, command=again.command(topic.run, "cards"))]


def judged_by(chapters: Sequence[Chapter]) -> str:
    """Say which bots all verdicts are from, if there are several and all are from the same; else ""."""
    bases = [trust.basis(chapter.topic, chapter.topic.first) for chapter in chapters]
    is_shared = len(bases) > 1 == len(set(bases)) and not any(each.topic.unfinished for each in chapters)
    return f"Judged {bases[0]}." if is_shared else ""


def joined(chapters: Sequence[Chapter], rows: Iterable[tuple[Topic, Row, str]]) -> str:
    """Return verdicts as one text, which names the bots once if all are from the same."""
    by = judged_by(chapters)
    said = [trust.sentence(topic, row, title, says_by=not by) for topic, row, title in rows]
    return " ".join([*said, by]).strip()


def _bought(chapters: Sequence[Chapter], unsettled: Collection[int]) -> list[Line]:
    """Return what more play would buy for what is not sure, once for all that need the same games.

    unsettled: numbers of the chapters without a sure verdict.
    """
    alike: dict[str, list[tuple[str, str, str]]] = {}
    for chapter in (each for number, each in enumerate(chapters) if number in unsettled):
        says, command = trust.more(chapter.topic, chapter.topic.first)
        options = command.split(" ", 3)[-1]  # behind the name of the scenario
        alike.setdefault(options, []).append((chapter.noun, says, command))
    return [Line(_needed(chapters, found), command=found[0][2]) for found in alike.values()]


def _needed(chapters: Sequence[Chapter], alike: Sequence[tuple[str, str, str]]) -> str:
    """Return what more play would buy for the first of some scenarios, and which others it helps, too."""
    (noun, says, _), *others = alike
    if len(chapters) == 1:
        return says
    helps = f" The same helps {words.listing(noun for noun, *_ in others)}." if others else ""
    return f"{noun}: {says}{helps}"


def place(chapter: Chapter, *tables: str) -> str:
    """Return the section that holds the first of some tables that there is; "" without any."""
    return next((chapter.where(name) for name in tables if chapter.table(name) is not None), "")


def why(topic: Topic, side: str) -> str:
    """Name the way in which games end that makes most of a side's lead; "" if there is none."""
    table = scenarios.endings(topic.run)
    if len(table) < 2:
        return ""
    lead = table["share"] * (table[f"win_{side}"] - 0.5)
    lead = -lead if topic.run.is_cooperative else lead  # it is the losses that make it hard
    top = table.loc[lead.idxmax()]
    if lead.max() < LEAST or top["share"] > USUAL:
        return ""
    name, often = outcome.ending(topic, top["reason"]), words.percent(top["share"], 0)
    if topic.run.is_cooperative:
        return f"Most losses: {name}, {often} of all games."
    times = round(100 * top[f"win_{side}"])
    if times == 100:  # the rules say so, or as good as
        return f"Why: {often} of games end by {name}, always for {topic.noun(side)}."
    return f"Why: games that end by {name} ({often}) go to {topic.noun(side)} {times} times in 100."


def chart(chapters: Sequence[Chapter]) -> Chart:
    """Draw every bot's win rate and the estimate, a row for each scenario, with the band."""
    topic = chapters[0].topic
    rows = [_dots(chapter) for chapter in chapters]
    kinds = {label: row["kind"] for found in rows for label, row in found.items() if label != ESTIMATE}
    kinds[ESTIMATE] = ESTIMATE
    series, used = [], dict.fromkeys(COLOURS, 0)
    for label, kind in kinds.items():
        frame = pd.DataFrame([found.get(label, {"win": float("nan")}) for found in rows])
        style: dict[str, Any] = {"colours": "ink", "markers": "P"}
        if kind in SHAPES:
            style = {"markers": SHAPES[kind], "colours": COLOURS[kind][used[kind] % len(COLOURS[kind])]}
            used[kind] += 1
        series.append(charts.Series.of(_complete(frame), "win", label=label, **style))
    bands = [chapter.topic.band for chapter in chapters]
    ends = [row[end] for found in rows for row in found.values() for end in ("win_low", "win_high")]
    drawing = against([chapter.title for chapter in chapters], series, bands, topic, ends)
    each = "; ".join(
        f"{chapter.title}, {label} {rate(row, 'win')}"
        for chapter, found in zip(chapters, rows, strict=True)
        for label, row in found.items()
    )
    shipped = next(filter(None, (trust.shipped(chapter.topic) for chapter in chapters)), "")
    says = (
        f"{judged_by(chapters)} The estimate's whiskers hold what better bots may change. {shipped}".strip()
    )
    return Chart(NAME, drawing, says, f"Win rates: {each}.")


def against(
    labels: Sequence[str],
    series: Sequence[charts.Series],
    bands: Sequence[tuple[float, float]],
    topic: Topic,
    ends: Sequence[float],
) -> charts.DotPlot:
    """Return win rates with the target band of each row. ends: of all intervals."""
    one = bands[0] if len(set(bands)) == 1 else None
    shaded = words.band(one) if one else f"the target of each {topic.words.scenario}"
    every = [*ends, *(end for band in bands for end in band)]
    limits = max(min(every) - 0.03, -0.02), min(max(every) + 0.03, 1.02)
    axis = charts.Axis(
        f"{topic.wins(topic.first)}; shaded: {shaded}", "percent", topic.stakes.even, one, limits
    )
    breaks = range(1, len(labels) if len(series) > 1 else 1)
    return charts.DotPlot(labels, series, axis, breaks, bands=[] if one else bands)


def _dots(chapter: Chapter) -> dict[str, dict]:
    """Return the rows of the first side by the name of the bot, weakest first, then the estimate."""
    topic = chapter.topic
    wins = result.judged(topic)
    own = wins[wins["side"] == topic.first].iloc[0].to_dict()
    found = {}
    if topic.ladder is None:
        label = words.listing(dict.fromkeys(map(str, topic.run.manifest["bots"].values())))
        found[label] = own | {"kind": trust.kind(topic)}
    else:
        rungs = topic.ladder[topic.ladder["side"] == topic.first]
        found = {row["label"]: row for row in sorted(rungs.to_dict("records"), key=_strength)}
    for dots in people.dots(topic, people.WIN, [topic.first]):
        ends = (("win", "values"), ("win_low", "low"), ("win_high", "high"), ("win_n", "n"))
        found[dots.label] = {column: getattr(dots, end)[0] for column, end in ends} | {"kind": PEOPLE}
    estimate = {f"win{end}": own[f"estimate{end}"] for end in ("", "_low", "_high")}
    return found | {ESTIMATE: estimate | {"kind": ESTIMATE}}


def _strength(rung: Mapping[str, Any]) -> int:
    return KINDS.index(rung["kind"])


def _complete(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of a rate, with NaN and no games where a row has none."""
    known = frame.reindex(columns=["win", "win_low", "win_high", "win_n"])
    return (
        known.dropna(axis="columns", how="all") if known["win_n"].isna().all() else known.fillna({"win_n": 0})
    )


def bare(sections: Sequence[Section]) -> list[Section]:
    """Return sections without the charts that the first screen shows."""
    return [
        replace(each, blocks=[block for block in each.blocks if not _is_shown(block)]) for each in sections
    ]


def _is_shown(block: Block) -> bool:
    return isinstance(block, Chart) and block.name in SHOWN


def lifted(
    heading: str,
    topic: Topic,
    sections: Sequence[Section],
    *,
    more: int = 0,
    bought: tuple[str, str] | None = None,
) -> tuple[Brief, list[Section]]:
    """Return the first screen from the first section, and the sections without what it took.

    It takes the section's first chart with the findings up to what that shows; what more play would buy
    follows. more: findings after it that the first screen has, too. bought: what that would be, with its
    command, if not what the verdict needs.
    """
    first, *others = sections
    top = next((block for block in first.blocks if isinstance(block, Chart)), None)
    if top is None or not first.findings:
        return Brief(), list(sections)
    is_said = top.says in first.findings
    last = (first.findings.index(top.says) + 1 if is_said else 1) + more
    says, command = bought or trust.more(topic, topic.first)
    lines = [*(Line(each, first.id) for each in first.findings[:last]), Line(says, command=command)]
    rest = replace(first, blocks=[block for block in first.blocks if block is not top])
    return Brief({heading: lines}, replace(top, says=_caption(first)) if is_said else top), [rest, *others]


def _caption(section: Section) -> str:
    """Return what a chart whose sentence stands beside it is drawn from."""
    table = section.table("change")
    if table is None:
        return WHISKERS
    how = "pairs of games with the same luck" if "same" in table.frame else "games of each"
    return f"From {words.count(table.frame['change_n'].iloc[0])} {how}."


def played(summary: Sequence[Fact]) -> str:
    """Return what was played in a line. summary: all of it, of a page's head."""
    known = dict(summary)
    facts = [known[name] for name in ("Scenarios", "Bots") if isinstance(known.get(name), str)]
    games = re.sub(r"^[\d,]+", r"\g<0> games", str(known.get("Games", "")))  # "400 games with each bot"
    return "; ".join(filter(None, [games, *map(str, facts), _changed(known)])) or "What was played"


def _changed(known: Mapping[str, str | Sequence[str]]) -> str:
    """Return what of a game is not as printed, its first change in full; "" if nothing is known to be."""
    changes: list[str] = []
    for value in (known.get(HEADS[name], PRINTED) for name in ("switches", "overlay")):
        changes += [each for each in ([value] if isinstance(value, str) else value) if PRINTED not in each]
    more = f" and {words.plural(len(changes) - 1, 'more change')}" if len(changes) > 1 else ""
    return f"not as printed ({changes[0]}{more})" if changes else ""

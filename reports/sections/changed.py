"""What changes from one run to another: win rates and verdicts, how games end, how long they last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from mazarbul.analysis import Run, words
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.estimates import CLEAR
from mazarbul.analysis.paired import changes, compare, corrected, unpaired
from mazarbul.analysis.played import differences, why_idle
from mazarbul.analysis.scenarios import seconds
from mazarbul.analysis.verdicts import Verdict
from mazarbul.formats.changes import ARROW
from mazarbul.formats.folders import SECOND
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections import again, consequences, endings, played, trust
from mazarbul.reports.sections.common import (
    POINT,
    Row,
    Topic,
    gain,
    mean,
    rate,
    round_up,
    score_label,
    score_name,
    settling,
    side_columns,
    to_a_point,
)
from mazarbul.reports.sections.endings import from_to
from mazarbul.reports.sections.forest import forest, idle_columns
from mazarbul.reports.sections.played import CHANGE, Names
from mazarbul.reports.sections.wording import TEXTS

UNCLEAR = "not clear: "
WORTH = 1.5  # times the games: from here on pairing is said to be worth something


def build(topic: Topic, other: Run, names: Names = CHANGE, *, paired: bool = True) -> Section:
    """Compare the topic's run with `other`, after what differs between them. names: of the two on the page.

    paired: game by game. Raises RunError if the runs cannot be compared.
    """
    return _section(topic, other, compared(topic.run, other, paired=paired), names, paired=paired)


def compared(base: Run, other: Run, *, paired: bool) -> pd.DataFrame:
    """Return what changes for every side: one planned question. paired: game by game."""
    sides = compare(base, other) if paired else unpaired(base, other)
    return corrected(sides.assign(family=sides["side"]), planned=True)


def of_member(topic: Topic, sides: pd.DataFrame, member: str) -> pd.DataFrame:
    """Return what one change of a collection does to every side, in the order of the sides.

    sides: all changes, `mazarbul.analysis.paired.changes` for every side.
    """
    return sides[sides["id"] == member].set_index("side").loc[list(topic.run.sides)].reset_index()


def _section(topic: Topic, other: Run, sides: pd.DataFrame, names: Names, *, paired: bool = True) -> Section:
    """Return what changes. sides: as `compared` returns them."""
    base, sides = topic.run, judged(topic, other, sides)
    found, idle = differences(base, other), why_idle(base, other) if names.is_change else ""
    says = played.idles(idle) if idle else _says(topic, other, sides, names)
    blocks: list[Block] = [*played.differing(found, names), _rates_chart(topic, sides, names, says)]
    blocks += _sides_tables(topic, sides, names)
    if not idle:
        blocks += endings.build(topic, other, names) + endings.lengths(topic, other, names)
    intro = TEXTS["intro"]["paired" if paired else "unpaired"]
    differ = [played.differ(found, names)] if found or not idle else []
    findings = [*differ, says, *([] if idle else _more(topic, sides))]
    return Section("change", "What changes", intro, blocks, findings)


def collection(topic: Topic, found: Collection) -> list[Section]:
    """Return the sections of a what-if: an overview if there are several changes, then every change."""
    members, sides = list(found.runs()), changes(found, every_side=True)
    table = sides[sides["side"] == topic.first].reset_index(drop=True)
    table["label"] = [
        row.get("label") or row.get("title") or words.human(row["id"]) for row in table.to_dict("records")
    ]
    table["side_name"] = table["side"].map(topic.side)
    if len(members) == 1:
        section = _section(topic, members[0][1], of_member(topic, sides, members[0][0]["id"]), CHANGE)
        if played.is_named(section.findings[0], found.title):
            del section.findings[0]
        last = 1 + next(i for i, said in enumerate(section.findings) if said == _main(section))
        section.findings[last:last] = second(topic, found)
        section.blocks.append(Table("changes", "The change in one row", table))
        section.findings.extend(filter(None, [missed(found)]))
        return [section, *also(topic, members[0][1])]
    sections = [_overview(topic, table)]
    sections[0].findings.extend(filter(None, [*second(topic, found), missed(found)]))
    for facts, run in members:
        section = _section(topic, run, of_member(topic, sides, facts["id"]), CHANGE).within(facts["id"])
        said = " ".join(section.findings[: 2 if why_idle(topic.run, run) else 1])
        label = table.set_index("id")["label"][facts["id"]]
        more = [part.within(facts["id"]) for part in also(topic, run)]
        intro = f"{said} {section.intro}"
        sections.append(Section(section.id, words.capital(label), intro, section.blocks, parts=more))
    return sections


def _main(section: Section) -> str:
    """Return the main sentence of a section on a change: that of its first chart."""
    return section.charts()[0].says


def second(topic: Topic, found: Collection) -> list[str]:
    """Say what each change of a collection does under the second bot; nothing if none played it."""
    bot = (found.info.get("second") or {}).get("bot")
    if bot is None:
        return []
    rows = changes(load_collection(found.path / SECOND), every_side=True)
    rows = rows[rows["side"] == topic.first]
    said = []
    for _, row in rows.iterrows():
        which = f"{row['label']}, " if len(rows) > 1 else ""
        doubt = "" if row["change_bh"] < CLEAR else UNCLEAR
        n = words.count(row["change_n"])
        said.append(f"{which}with {bot} at every seat, n {n}: {doubt}{_wins(topic, row, CHANGE)}.")
    return [words.capital(each) for each in said]


def also(topic: Topic, other: Run, names: Names = CHANGE, *, paired: bool = True) -> list[Section]:
    """Return the section on what else is otherwise, where the runs record it and a change did anything."""
    idle = names.is_change and why_idle(topic.run, other)
    found = None if idle else consequences.build(topic, other, names, paired=paired)
    return [found] if found else []


def _overview(topic: Topic, table: pd.DataFrame) -> Section:
    tried, text = table[table["idle"] == ""].reset_index(drop=True), TEXTS["note"]["overview"]
    idle = [
        f"{row['label']}: {played.idles(row['idle'])}" for _, row in table[table["idle"] != ""].iterrows()
    ]
    rows = Table("changes", "All changes", table, [*overview_columns(topic), *idle_columns(table)], text)
    if tried.empty:
        return Section("changes", "All changes", "", [rows], idle)
    top = tried.iloc[0]
    says = (
        f"Of {words.plural(len(tried), 'change')}, {top['label']} moves {topic.rate_of(top['side'])} most: "
        f"{gain(top, 'change')}, n {words.count(top['change_n'])} pairs."
    )
    chart = forest(topic, "changes", tried, list(tried["label"]), says)
    return Section("changes", "All changes", "", [chart, rows], [says, *idle])


def missed(found: Collection) -> str:
    """Say that the precision asked for was not reached, and how many games would reach it; "" if it was."""
    stopped = found.info.get("stopped")
    if not isinstance(stopped, dict) or stopped.get("reached", True):
        return ""
    half = f"\N{PLUS-MINUS SIGN}{100 * stopped['half_width']:.2f} points"
    games, needed = words.count(stopped["games"]), words.count(round_up(stopped["needed"]))
    return (
        f"The games ran out before the precision that was asked for: after {games} games the interval is "
        f"{half}. About {needed} games would reach it."
    )


def overview_columns(topic: Topic) -> list[Column]:
    """Return the columns of a table of changes to the game."""
    return [
        Column("label", "Change"),
        *side_columns(topic),
        Column("base", "Win rate before", "rate"),
        Column("other", "Win rate after", "rate"),
        Column("change", "Change, points", "points", mark="change_bh"),
        Column("score_change", score_label(topic), "mean"),
    ]


def judged(topic: Topic, other: Run, sides: pd.DataFrame) -> pd.DataFrame:
    """Return the table with names and with the verdicts on both runs.

    With an audit of the game as it is, the changed one is judged by that and by the change; else by its bots.
    """
    both = [_verdicts(topic, other, row) for _, row in sides.iterrows()]
    found = dict(zip(("base", "other"), zip(*both, strict=True), strict=True))
    texts = {f"verdict_{which}": list(map(trust.short, every)) for which, every in found.items()}
    return sides.assign(side_name=sides["side"].map(topic.side), **texts)


def _verdicts(topic: Topic, other: Run, row: pd.Series) -> tuple[Verdict, Verdict]:
    """Return the verdicts on a side in both runs. row: of `compared`."""
    base, changed = (
        {"side": row["side"], "win": row[which], "games": row[f"{which}_n"]} for which in ("base", "other")
    )
    if topic.ladder is None:
        return trust.judge(topic, base), trust.judge(replace(topic, run=other), changed)
    return trust.judge(topic, base), trust.judge(topic, base, row)


def against(topic: Topic, other: Run, row: pd.Series, names: Names) -> str:
    """Say where a side's rates in both runs stand against the band. row: of `compared`."""
    band, verdicts = words.band(topic.band), _verdicts(topic, other, row)
    each = list(map(trust.brief, verdicts))
    if barred := [text for text, verdict in zip(each, verdicts, strict=True) if verdict.barred]:
        return f"{words.capital(barred[0])}."
    if all(verdict.is_open for verdict in verdicts):
        chances = [", ".join(trust.chances(verdict)) for verdict in verdicts]
        named = zip(names.when, chances, strict=True) if len(set(chances)) > 1 else [("both", chances[0])]
        said = "; ".join(f"{when}: {text}" for when, text in named)
        return f"Neither is settled against the {band} band; {said}."
    before, after = names.when
    if each[0] == each[1]:
        said = f"That is {each[0]} both {before} and {after}."
    else:
        said = f"{words.capital(before)}, that is {each[0]}; {after}, it is {each[1]}."
    return said.replace("the band", f"the {band} band", 1)


def _says(topic: Topic, other: Run, sides: pd.DataFrame, names: Names) -> str:
    """Return the main sentence, about the first side."""
    row = sides.iloc[0]
    if is_same(row):
        whose, pairs = _wins(topic, row, CHANGE).partition(",")[0], words.count(row["change_n"])
        return f"Nothing changes: all {pairs} pairs of games end alike. {words.capital(whose)}."
    is_clear = row["change_bh"] < CLEAR
    more = "" if is_clear else _sooner(settling(row, "change"), _to_a_point(topic, row))
    said = words.capital(f"{UNCLEAR if not is_clear else ''}{_wins(topic, row, names)}.")
    return " ".join(part for part in (said, more, against(topic, other, row, names)) if part)


def _sooner(settled: str, known: str) -> str:
    """Return what more games would do: settle a change and measure it to a point, at once if as many."""
    games = settled.partition(" games ")[0]
    if known.startswith(f"{games} games "):
        _, _, took = known.removesuffix(".").partition("would measure it")
        return f"{settled.removesuffix('.')}, and measure it{took}."
    return f"{settled} {known}".strip()


def further(topic: Topic, other: Run, row: pd.Series | None = None) -> tuple[str, str] | None:
    """Return what more play would tell of a change, and the command for it; None if there is no command.

    row: of the first side, of `compared`, of a change that may not be clear.
    """
    played_again = again.change(topic.run, other)
    if not played_again:
        return None
    if row is not None and row["change_bh"] >= CLEAR and _to_a_point(topic, row):
        return "This command plays until it is known so well:", f"{played_again} --precision {POINT:.0%}"
    bot, games = f"search:{trust.FIRST}", trust.FIRST_GAMES
    says = (
        f"{games} games of {bot} before and after the change{trust.searching(topic, 2 * games)} would show "
        "whether a stronger bot agrees."
    )
    return says, f"{played_again} --second-bot {bot}"


def _wins(topic: Topic, row: pd.Series, names: Names) -> str:
    """Say how often a side wins in both runs: "the Crown wins 69.8% instead of 78.8%, -9.0 points (...)"."""
    who, win = topic.whose(topic.noun(row["side"])), topic.win(row["side"])
    return f"{who} {win} {from_to(row, names)}, {gain(row, 'change')}"


def _to_a_point(topic: Topic, row: pd.Series) -> str:
    """Say how many games would measure a change to a point, if these do not; both runs play for as long."""
    if (row["change_high"] - row["change_low"]) / 2 <= POINT:
        return ""
    return to_a_point(row, "change", 2 * seconds(topic.run))


def _more(topic: Topic, sides: pd.DataFrame) -> list[str]:
    """Return what else clearly changed, what did not in a line, and the worth of pairing."""
    row, said, still = sides.iloc[0], [], []
    if is_same(row):
        return []
    for name, what, how in _measured(topic, row):
        if is_still(row, name):
            still.append(what)
        else:
            said.append(f"{words.capital(what)} changes by {mean(row, name)}{how}.")
    if still:
        said.append(f"Not clearly changed: {words.listing(still)}.")
    if "same" in sides:
        text = f"With the same luck, {rate(row, 'same')} of pairs have the same {topic.stakes.end}"
        if not words.missing(row.get("variance_ratio")) and row["variance_ratio"] >= WORTH:
            times = words.decimal(row["variance_ratio"], 1)
            text += f"; independent runs would need {times} times as many games to be as precise"
        said.append(text + ".")
    return said


def is_same(row: Row) -> bool:
    """Return whether all pairs of games end alike, by winner, margin and length. row: of `compared`."""
    measured = (f"{name}_change{end}" for name in ("margin", "rounds") for end in ("", "_low", "_high"))
    return row.get("same") == 1 and not any(row.get(each, 0) for each in measured)


def _measured(topic: Topic, row: pd.Series) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the words and the unit of every change but that of the win rate."""
    if "margin_change" in row and len(topic.run.sides) == 2:
        first, second = (topic.noun(side) for side in topic.run.sides)
        yield "margin_change", f"the final score of {first} minus that of {second}", " points"
    if row.get("score_change_n", 0):
        n = words.count(row["score_change_n"])
        how = f", n {n}; {topic.better} is better"
        yield "score_change", f"the {score_name(topic)} of pairs that both won", how
    if "rounds_change" in row:
        yield "rounds_change", "the length of games", f" {topic.words.rounds}"


def is_still(row: Row, name: str) -> bool:
    """Return whether a change is not clear: its interval holds zero."""
    return bool(row[f"{name}_low"] <= 0 <= row[f"{name}_high"])


def _rates_chart(topic: Topic, sides: pd.DataFrame, names: Names, says: str) -> Chart:
    style = {
        "colours": [topic.colour(side) for side in sides["side"]],
        "markers": [topic.marker(side) for side in sides["side"]],
    }
    series = [
        charts.Series.of(sides, "base", label=names.base, **charts.BESIDE),
        charts.Series.of(sides, "other", label=names.other, **style),
    ]
    ends = [*sides["base_low"], *sides["other_low"]], [*sides["base_high"], *sides["other_high"]]
    low, high = (
        min(topic.band[0] - 0.05, min(ends[0]) - 0.02),
        max(topic.band[1] + 0.05, max(ends[1]) + 0.02),
    )
    label = f"share of games won; shaded: {words.band(topic.band)}"
    axis = charts.Axis(label, "percent", topic.stakes.even, topic.band, (low, high))
    return Chart(
        "change_rates", charts.DotPlot(list(sides["side_name"]), series, axis), says, f"Win rates. {says}"
    )


def _sides_tables(topic: Topic, sides: pd.DataFrame, names: Names) -> list[Table]:
    """Return the win rates of every side in both runs, and folded what else is measured of the pairs."""
    stands = [
        one if one == two else f"{one} {ARROW} {two}"
        for one, two in zip(sides["verdict_base"], sides["verdict_other"], strict=True)
    ]
    columns = [
        Column("side_name", topic.stakes.changed),
        Column("change", "Change, points", "points", mark="change_bh"),
        Column("base", f"Win rate {names.when[0]}", "rate"),
        Column("other", f"Win rate {names.when[1]}", "rate"),
        Column("stands", f"Against {words.band(topic.band)}"),
    ]
    note = TEXTS["note"]["changed"]
    found = [Table("change", topic.stakes.changes, sides.assign(stands=stands), columns, note)]
    more = [
        Column("margin_change", "Change of the margin", "mean"),
        Column("score_change", score_label(topic), "mean"),
        Column("rounds_change", f"Change of the {topic.words.rounds}", "mean"),
        Column("same", f"Same {topic.stakes.end}", "rate"),
        Column("variance_ratio", "Worth of pairing, times the games", "mean", show_n=False, digits=1),
    ]
    known = [column for column in more if column.key in sides and sides[column.key].notna().any()]
    if known:
        keys = [column.key for column in known]
        own = [key for key in sides if key in ("side", "side_name") or key.startswith(tuple(keys))]
        note = TEXTS["note"]["pairing"] if known[-1] is more[-1] else ""
        shown = [columns[0], *known]
        found.append(Table("change_more", "What else is measured", sides[own], shown, note, folded=True))
    return found

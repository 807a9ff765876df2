"""People beside bots: what is counted of games that people played, where the figures of bots stand."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import people, words
from mazarbul.analysis.played import changes
from mazarbul.analysis.scenarios import win_rates
from mazarbul.formats.people import Said
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections.common import Topic

TITLE = "People beside bots"
MARKERS = ("D", "v", "P")  # of the groups in charts
COLOUR = "ink"
WIN, ENDING = people.WIN, people.ENDING
NOBODY = "0"  # games of a note that nothing was found
CAVEATS = 1  # in a sentence; the table has all
ALIKE = 0.05  # chance from which a difference is not clear
UNPRINTED = "the game as printed, which this run is not"
INTRO = (
    "Games that people played, counted by others, beside those of this run's bots. No bot is made from them: "
    "they are the test of the bots. p is the chance of a difference this unlikely if both played alike."
)
NOTE = (
    "Fisher's exact test of two independent samples, not corrected for the number of rows. People differ "
    "from bots in more than skill: read what differs. Where the data come from is in docs/people.md."
)


def known(topic: Topic) -> pd.DataFrame:
    """Return what is counted of people and bots (see `mazarbul.analysis.people.beside`), maybe nothing."""
    return people.beside(topic.run, people.of(topic.run, topic.people))


def lines(topic: Topic) -> list[str]:
    """Return a sentence for each group of people's games: a side's wins beside the bots'.

    It is about the first side, or another one where neither that nor its rival is counted.
    """
    rows = _of(known(topic), WIN)
    if len(rows):
        rows = _with_rival(topic, rows, topic.first)
        is_other = rows["key"] != topic.first
        rows = rows.assign(is_other=is_other).sort_values("is_other", kind="stable")
        rows = rows.drop_duplicates("group").sort_index(kind="stable")
    groups = {each.name: each for each in people.groups(topic.run, people.of(topic.run, topic.people))}
    found = []
    for _, row in rows.iterrows():
        group = groups[row["group"]]
        is_changed = not all(each.is_printed_deck for each in changes(topic.run) or ())
        is_other = is_changed and not all(each.is_alike for each in group.counts)
        but = "; ".join([*group.differs[:CAVEATS], *([UNPRINTED] if is_other else [])])
        unlike = "not clearly unlike" if row["p"] >= ALIKE else f"unlike (p {_chance(row['p'])})"
        said = f"People, {row['title']}: {topic.noun(row['key'])} won {_rate(row)}, {unlike} these bots'"
        found.append(f"{said} {words.percent(row['bots'])}{f' (people: {but})' if but else ''}.")
    return found


def texts(topic: Topic, what: str, keys: Sequence[str]) -> list[str]:
    """Return what people did for each of some sides or endings, as a cell; "" if unknown.

    It is of the largest group in which that is counted.
    """
    found = {key: f"{_rate(row)}, n {words.count(row['people_n'])}, p {_chance(row['p'])}"
             for key, row in _largest(topic, what).items()}  # fmt: skip
    return [found.get(key, "") for key in keys]


def brief(topic: Topic, side: str) -> str:
    """Return how often people won as a side, in a few words for the terminal; "" if unknown."""
    row = _largest(topic, WIN).get(side)
    return "" if row is None else f"people ({row['title']}): {_rate(row)}"


def dots(topic: Topic, what: str, keys: Sequence[str]) -> list[charts.Series]:
    """Return the groups as further marks of a chart with a row for each of some sides or endings."""
    rows = _of(known(topic), what)
    for key in keys if what == WIN else ():
        rows = _with_rival(topic, rows, key)
    groups = list(dict.fromkeys(rows["title"])) if len(rows) else []
    found = []
    for title, marker in zip(groups, MARKERS, strict=False):
        own = rows[rows["title"] == title].set_index("key").reindex(list(keys)).reset_index()
        if own["people"].notna().any():
            found.append(
                charts.Series.of(own, "people", label=f"people, {title}", colours=COLOUR, markers=marker)
            )
    return found


def build(topic: Topic) -> Section | None:
    """Return the section with all counts and what else is said; None if nothing is known of people."""
    everything = people.of(topic.run, topic.people)
    table, groups = known(topic), people.groups(topic.run, everything)
    blocks: list[Block] = []
    if len(table):
        names = [_named(topic, what, key) for what, key in zip(table["what"], table["key"], strict=True)]
        table.insert(0, "name", names)
        blocks += [_chart(topic, table), _table(table)]
    if groups:
        blocks.append(_sources(groups))
    if said := [each for each in everything.said if each.games != NOBODY]:
        blocks.append(_said(said))
    if not blocks:
        return None
    return Section("people", TITLE, INTRO, blocks, [])


def _of(rows: pd.DataFrame, what: str) -> pd.DataFrame:
    return rows[rows["what"] == what] if len(rows) else rows


def _with_rival(topic: Topic, rows: pd.DataFrame, side: str) -> pd.DataFrame:
    """Return rows of wins with those of a side that follow from its only rival's, where no game is drawn."""
    if rows.empty or len(topic.run.sides) != 2 or win_rates(topic.run)["wins"].sum() != topic.run.games:
        return rows
    lacking = rows[~rows["group"].isin(rows.loc[rows["key"] == side, "group"])]
    turned = {
        f"{who}{end}": 1 - lacking[f"{who}{other}"]
        for who in ("people", "bots")
        for end, other in (("", ""), ("_low", "_high"), ("_high", "_low"))
    }
    return pd.concat([rows, lacking.assign(key=side, **turned)])


def _largest(topic: Topic, what: str) -> dict[str, pd.Series]:
    """Return key -> the row of the largest group that has it."""
    rows = _of(known(topic), what)
    return {} if rows.empty else {row["key"]: row for _, row in rows.drop_duplicates("key").iterrows()}


def _rate(row: pd.Series) -> str:
    """Return people's rate with its interval, in whole percents: "40% (28-53)"."""
    low, high = (f"{100 * row[f'people_{end}']:.0f}" for end in ("low", "high"))
    return f"{100 * row['people']:.0f}% ({low}{words.DASH}{high})"


def _chance(p: float) -> str:
    """Return a p-value with one or two digits that mean something."""
    return words.chance(p) if p < 0.1 else f"{p:.1f}"


def _named(topic: Topic, what: str, key: str) -> str:
    """Return what a row counts in words."""
    labels = {each.id: each.label for each in topic.declared.outcome.reasons}
    return topic.wins(key) if what == WIN else words.capital(labels.get(key) or words.human(key))


def _chart(topic: Topic, table: pd.DataFrame) -> Chart:
    """Draw people and bots, a row for each rate, group by group."""
    far = table.loc[(table["people"] - table["bots"]).abs().idxmax()]
    apart = int((table["p"] < 0.05).sum())
    says = (
        f"People and these bots differ by more than chance in {words.among(apart, len(table), 'figure')} "
        f"(p below 0.05, each by itself). Farthest apart: {far['name']}, people {_rate(far)}, bots "
        f"{words.percent(far['bots'])}."
    )
    series = [
        charts.Series.of(table, "bots", label="these bots", colours=topic.colour(topic.first)),
        charts.Series.of(table, "people", label="people", colours=COLOUR, markers=MARKERS[0]),
    ]
    axis = charts.Axis("share of games", "percent", limits=(-0.02, 1.02))
    several = len(set(table["title"])) > 1
    drawing = charts.DotPlot(
        list(table["name"]), series, axis, groups=list(table["title"]) if several else None
    )
    return Chart("people", drawing, says, f"People beside bots. {says}")


def _table(table: pd.DataFrame) -> Table:
    columns = [
        Column("name", "What"),
        Column("title", "Games of people"),
        Column("people", "People", "rate"),
        Column("bots", "These bots", "rate"),
        Column("p", "p", "p"),
    ]
    return Table("people", "Games of people and of bots", table, columns, NOTE)


def _sources(groups: Sequence[people.Group]) -> Table:
    """Return where the counts are from and what differs."""
    rows = [
        (group.name, each.n, each.year, each.edition, each.differs, each.source)
        for group in groups
        for each in group.counts
    ]
    frame = pd.DataFrame(rows, columns=["group", "n", "year", "edition", "differs", "source"])
    columns = [
        Column("group", "Games"), Column("n", "Counted", "count"), Column("year", "Year", "number", digits=0),
        Column("edition", "Edition"), Column("differs", "What differs"), Column("source", "Source"),
    ]  # fmt: skip
    return Table("people_sources", "Where the counts are from", frame, columns, folded=True)


def _said(said: Sequence[Said]) -> Table:
    """Return what else is said of people's games."""
    names = ("what", "value", "games", "year", "edition", "differs", "source")
    frame = pd.DataFrame([[getattr(each, name) for name in names] for each in said], columns=names)
    heads = ("What", "As it is said", "Games", "Year", "Edition", "What differs", "Source")
    columns = [Column(name, head) for name, head in zip(names, heads, strict=True)]
    return Table("people_said", "What else is said of people's games", frame, columns, folded=True)

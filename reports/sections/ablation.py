"""Things blanked and numbers changed by one: which things help a side, which number moves the balance."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.collection import Collection, load_collection
from mazarbul.analysis.paired import changes
from mazarbul.formats.declared import Subject
from mazarbul.formats.folders import SECOND
from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.sections import unplayed
from mazarbul.reports.sections.common import Topic, fact_columns, gain
from mazarbul.reports.sections.forest import (
    TOP,
    by_side,
    change_columns,
    clear,
    forest,
    idle_columns,
    measured,
    note,
    ordered,
    sizes,
    strongest,
)
from mazarbul.reports.sections.strongest import parts
from mazarbul.reports.sections.wording import TEXTS, thing

BLANK, PART = "blank", "part"


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return sections on the blanked things of every kind and on changed numbers, where there are any."""
    table = named(topic, changes(found))
    blanked, numbers = split(topic, table)
    sections = [_blanked(topic, subject, doubled(found, rows)) for subject, rows in blanked]
    taken = parts_of(table)
    sections += [parts(topic, taken)] if len(taken) else []
    return [*sections, _moved(topic, numbers)] if len(numbers) else sections


def parts_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of parts that were taken away alone."""
    return table[table["kind"] == PART].reset_index(drop=True) if len(table) else table


def doubled(found: Collection, table: pd.DataFrame) -> pd.DataFrame:
    """Return the changes with those under the second bot beside, as columns `second`; NaN if it has none."""
    if "second" not in found.info:
        return table
    again = changes(load_collection(found.path / SECOND)).set_index("id")
    if not again.index.isin(table["id"]).any():
        return table
    names = [name for name in again if name.startswith("change")]
    beside = again[names].rename(columns=lambda name: name.replace("change", "second", 1))
    return table.join(beside, on="id").assign(second_bot=found.info["second"]["bot"])


def split(topic: Topic, table: pd.DataFrame) -> tuple[list[tuple[Subject, pd.DataFrame]], pd.DataFrame]:
    """Return the rows of blanked things by kind, in the order declared, and those of changed numbers."""
    if table.empty:
        return [], table
    blank = table["kind"] == BLANK
    order = [each.id for each in topic.declared.subjects]
    kinds = [*order, *(kind for kind in dict.fromkeys(table["subject_kind"]) if kind not in order)]
    each = [(topic.declared.subject(kind), table[blank & (table["subject_kind"] == kind)]) for kind in kinds]
    blanked = [(subject, rows.reset_index(drop=True)) for subject, rows in each if len(rows)]
    return blanked, table[~blank & (table["kind"] != PART)].reset_index(drop=True)


def named(topic: Topic, table: pd.DataFrame) -> pd.DataFrame:
    """Return the changes with side_name and group_name, and with deck_name and names of facts where known.

    group_name: the group in a figure: the side, or the deck if there is only one side. Changes of things that
    the bots of the base do not play are marked and no comparisons.
    """
    if table.empty:
        return table
    if "subject" in table:
        table = unplayed.marked(table, unplayed.of(topic), ["change"], key="subject")
    table = table.assign(side_name=table["side"].map(topic.side))
    if "label" in table:
        table["label"] = [str(label).replace("->", "\N{RIGHTWARDS ARROW}") for label in table["label"]]
    facts = {fact.id: fact for each in topic.declared.subjects for fact in each.facts}
    table = topic.named(table, list(facts.values())) if "seat" in table else table
    group = f"{topic.stakes.group}_name"
    table = table.assign(group_name=table[group if group in table else "side_name"])
    return ordered(table)


def blanked_words(topic: Topic, subject: Subject, rows: pd.DataFrame) -> str:
    """Say how many blanked things matter, and which matters most. rows: strongest first."""
    n = int(clear(rows).sum())
    owned = list(dict.fromkeys(rows["owner"])) != [""]
    its = f"the win rate of {'its' if n < 2 else 'their'} side" if owned else "a win rate"
    head = (
        f"Of {words.plural(len(rows), subject.one, subject.many)} blanked one at a time, {n or 'none'} "
        f"{'moves' if n < 2 else 'move'} {topic.rate(its)} clearly"
    )
    top, pairs = rows.iloc[0], sizes(rows)
    if topic.run.is_cooperative or not owned:
        whose = topic.for_side(top["side"])
        change = f"without {top['name']} {gain(top, 'change')}{whose}"
        return f"{head}; the largest change: {change}; n {pairs} pairs each."
    tops = rows[clear(rows)].drop_duplicates("side").set_index("side", drop=False)
    said = [
        f"The largest for {topic.noun(side)}: without {tops.loc[side]['name']} "
        f"{gain(tops.loc[side], 'change')}."
        for side in topic.run.sides
        if side in tops.index
    ]
    return " ".join([f"{head}; n {pairs} pairs each.", *said])


def lost_words(topic: Topic, rows: pd.DataFrame) -> list[str]:
    """Say which of the things that are in every game is missed most, from games with each of them blanked."""
    said = []
    for asked in topic.declared.asked("lost"):
        mine = rows
        for fact, value in asked.question.where.items():
            mine = mine[mine[fact] == value] if fact in mine else mine.head(0)
        if asked.question.where and len(mine):
            worst = mine.loc[mine["change"].idxmin()]
            number = words.plural(len(mine), asked.one, asked.many)
            change = gain(worst, "change")
            said.append(
                f"Of {number} blanked one at a time, {worst['name']} is missed most: "
                f"{change}, n {words.count(worst['change_n'])} pairs."
            )
    return said


def moved_words(topic: Topic, rows: pd.DataFrame) -> str:
    """Say which single number moves the balance most. rows: strongest first."""
    top, n = rows.iloc[0], int(clear(rows).sum())
    does = f"shifts {topic.its_rate}" if n < 2 else f"shift {topic.their_rate}"
    return (
        f"Of {words.plural(len(rows), 'number')} changed by one, {n or 'none'} {does} clearly; "
        f"the largest shift: {top['name']}, {top['label']}, "
        f"{gain(top, 'change')}{topic.for_side(top['side'])}, "
        f"n {words.count(top['change_n'])} pairs."
    )


def labels(rows: pd.DataFrame) -> list[str]:
    """Return the names of things, with the deck where two share a name."""
    twice = rows["name"].duplicated(keep=False)
    if not twice.any() or "deck_name" not in rows:
        return list(rows["name"])
    return list((rows["name"] + " (" + rows["deck_name"] + ")").where(twice, rows["name"]))


def number_labels(rows: pd.DataFrame) -> list[str]:
    """Return two lines: the thing, and which of its numbers is changed."""
    return list(rows["name"] + "\n" + rows["label"])


def blanked_columns(topic: Topic, subject: Subject, *, decks: bool = True) -> list[Column]:
    """Return the columns of a table of blanked things. decks: they are in decks."""
    one = words.capital(subject.one.split(" of ")[0])
    change = Column("change", "Change without it, points", "points", mark="change_bh")
    measured_by = change_columns(topic, "Win rate with it", "Win rate without")
    return [
        Column("name", one, flag=unplayed.FLAG),
        change,
        *([Column("deck_name", "Deck")] if decks else []),
        *fact_columns(subject.facts),
        *(column for column in measured_by if column.key != change.key),
    ]


def moved_columns(topic: Topic) -> list[Column]:
    """Return the columns of a table of changed numbers."""
    name = Column("name", words.capital(thing(topic).one), flag=unplayed.FLAG)
    identity = [name, Column("label", "Number")]
    return [*identity, *change_columns(topic, "Win rate as printed", "Win rate after")]


def _blanked(topic: Topic, subject: Subject, rows: pd.DataFrame) -> Section:
    known, name = measured(rows), f"blanked_{subject.id}"
    says = blanked_words(topic, subject, known)
    held = bool("seat" in rows and (rows["seat"] != "").any())
    shown = strongest(by_side(topic, known), TOP, "group_name") if held else strongest(known, 2 * TOP)
    group = f" of each {topic.stakes.group}" if held else ""
    more = (
        f" Shown: the {TOP if held else 2 * TOP} largest changes{group}." if len(shown) < len(known) else ""
    )
    chart = forest(
        topic, name, shown, labels(shown) if held else list(shown["name"]), says + more,
        list(shown["group_name"]) if held else None,
        f"change of {topic.its_rate} without the {subject.one.split(' of ')[0]}, points",
    )  # fmt: skip
    columns = [*blanked_columns(topic, subject, decks=held), *idle_columns(rows)]
    if "second" in rows:
        bot = rows["second_bot"].iloc[0]
        columns.insert(2, Column("second", f"The same with {bot}, points", "points", mark="second_bh"))
    below = unplayed.noted(topic, rows, note(topic))
    table = Table(name, f"Every {subject.one} blanked", rows, columns, below)
    title = subject.title or f"{words.capital(subject.many)} blanked"
    intro = subject.intro or topic.text(TEXTS["intro"]["blanked"], subject)
    return Section(name, title, intro, [chart, table], [says, *lost_words(topic, known)])


def _moved(topic: Topic, rows: pd.DataFrame) -> Section:
    known = measured(rows)
    says = moved_words(topic, known)
    shown = strongest(by_side(topic, known), TOP, "group_name")
    more = (
        f" Shown: the {TOP} largest shifts of each {topic.stakes.group}." if len(shown) < len(known) else ""
    )
    chart = forest(
        topic, "numbers", shown, number_labels(shown), says + more, list(shown["group_name"]),
        f"change of {topic.its_rate}, points",
    )  # fmt: skip
    below = unplayed.noted(topic, rows, note(topic))
    columns = [*moved_columns(topic), *idle_columns(rows)]
    table = Table("numbers", "Every number changed by one", rows, columns, below)
    return Section("numbers", "Numbers changed by one", TEXTS["intro"]["numbers"], [chart, table], [says])

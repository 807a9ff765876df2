"""Cards blanked and numbers moved by one: which cards carry a side, which single number moves the balance."""

from __future__ import annotations

import pandas as pd

from analysis.collection import Collection
from analysis.counting.packed import HERO
from analysis.paired import changes
from reports import words
from reports.page import Column, Section, Table
from reports.sections.common import Context, gain
from reports.sections.forest import TOP, by_side, change_columns, clear, forest, note, strongest
from reports.sections.texts import TEXTS

BLANK = "blank"


def build(context: Context, found: Collection) -> list[Section]:
    """Return sections on blanked cards, blanked locations and moved numbers, whichever the collection has."""
    cards, quest, places, numbers = split(context, named(context, changes(found)))
    sections = []
    if len(cards):
        sections.append(_blanked(context, cards))
    if len(quest):
        sections.append(_quest(context, quest))
    if len(places):
        sections.append(_places(context, places))
    if len(numbers):
        sections.append(_moved(context, numbers))
    return sections


def split(context: Context, table: pd.DataFrame) -> tuple[pd.DataFrame, ...]:
    """Return the rows of blanked cards, cards of the quest and locations, and of moved numbers."""
    if table.empty:
        return table, table, table, table
    blank = table["kind"] == BLANK
    quest = table["owner"].isin(context.run.opponents)
    known = [place["id"] for place in context.run.catalogue.get("places") or ()]
    place = table["card"].isin(known) & ~_held(table) & ~quest
    parts = (blank & ~quest & ~place, blank & quest, blank & place, ~blank)
    return tuple(table[rows].reset_index(drop=True) for rows in parts)


def _held(table: pd.DataFrame) -> pd.Series:
    """Tell of each row whether it is of a card in the deck of one seat."""
    return table["seat"].fillna("") != "" if "seat" in table else table["kind"].notna()


def named(context: Context, table: pd.DataFrame) -> pd.DataFrame:
    """Return the changes with side_name and group_name, and with deck_name and faction_name where known.

    group_name: what stands together in a figure: the cards of a side, or of a player or the quest.
    """
    if table.empty:
        return table
    table = table.assign(side_name=table["side"].map(context.side))
    if "label" in table:
        table["label"] = [str(label).replace("->", "\N{RIGHTWARDS ARROW}") for label in table["label"]]
    table = context.named(table) if "seat" in table else table
    group = "deck_name" if context.is_cooperative and "deck_name" in table else "side_name"
    return table.assign(group_name=table[group])


def blanked_words(context: Context, rows: pd.DataFrame) -> str:
    """Say how many blanked cards matter, and which matters most to each side. rows: strongest first."""
    n = int(clear(rows).sum())
    head = (
        f"Of {words.plural(len(rows), 'card')} blanked one at a time, {n or 'none'} "
        f"{'moves' if n < 2 else 'move'} {_moved_rate(context, n)} clearly"
    )
    if context.is_cooperative:
        return f"{head}; the largest change: without {_top_words(rows)}"
    said = []
    for side in context.run.sides:
        mine = rows[(rows["side"] == side) & clear(rows)]
        if len(mine):
            top = mine.iloc[0]
            said.append(f"{context.side(side)} without {top['name']} {gain(top, 'change')}")
    tail = f"; the largest by side: {words.listing(said)}" if said else ""
    return f"{head}{tail}; n {words.count(rows['change_n'].iloc[0])} pairs each."


def _moved_rate(context: Context, n: int) -> str:
    """Return what n things move."""
    if context.is_cooperative:
        return context.its_rate
    return f"the win rate of {'its' if n < 2 else 'their'} side"


def _top_words(rows: pd.DataFrame) -> str:
    """Return the name of the strongest change with its gain and n. rows: strongest first."""
    top = rows.iloc[0]
    return f"{top['name']} {gain(top, 'change')}; n {words.count(top['change_n'])} pairs each."


def hero_words(rows: pd.DataFrame) -> str:
    """Say which hero is worth most, from games with each of them blanked; "" without heroes."""
    heroes = rows[rows["type"] == HERO] if "type" in rows else rows.head(0)
    if heroes.empty:
        return ""
    worst = heroes.loc[heroes["change"].idxmin()]
    return (
        f"Of {words.plural(len(heroes), 'hero', 'heroes')} blanked one at a time, {worst['name']} is missed "
        f"most: {gain(worst, 'change')}, n {words.count(worst['change_n'])} pairs."
    )


def moved_words(context: Context, rows: pd.DataFrame) -> str:
    """Say which single number moves the balance most. rows: strongest first."""
    top, n = rows.iloc[0], int(clear(rows).sum())
    does = f"shifts {context.its_rate}" if n < 2 else f"shift {context.their_rate}"
    return (
        f"Of {words.plural(len(rows), 'number')} moved by one, {n or 'none'} {does} clearly; "
        f"the largest shift: {top['name']}, {top['label']}, "
        f"{gain(top, 'change')}{context.for_side(top['side'])}, n {words.count(top['change_n'])} pairs."
    )


def card_labels(rows: pd.DataFrame) -> list[str]:
    """Return the names of cards, with the deck where two share a name."""
    twice = rows["name"].duplicated(keep=False)
    if not twice.any() or "deck_name" not in rows:
        return list(rows["name"])
    return list((rows["name"] + " (" + rows["deck_name"] + ")").where(twice, rows["name"]))


def number_labels(rows: pd.DataFrame) -> list[str]:
    """Return two lines: the card, and which of its numbers is moved."""
    return list(rows["name"] + "\n" + rows["label"])


def blanked_columns(context: Context) -> list[Column]:
    """Return the columns of a table of blanked cards."""
    identity = [Column("name", "Card"), Column("deck_name", "Deck"), Column("type", "Type", "words")]
    return [*identity, *change_columns(context, "Win rate with it", "Win rate without")]


def moved_columns(context: Context) -> list[Column]:
    """Return the columns of a table of moved numbers."""
    identity = [Column("name", "Card"), Column("label", "Number")]
    return [*identity, *change_columns(context, "Win rate as printed", "Win rate after")]


def _blanked(context: Context, rows: pd.DataFrame) -> Section:
    says = blanked_words(context, rows)
    shown = strongest(by_side(context, rows), TOP, "group_name")
    more = f" Shown: the {TOP} largest changes of each {_group(context)}." if len(shown) < len(rows) else ""
    chart = forest(
        context, "blanked", shown, card_labels(shown), says + more, list(shown["group_name"]),
        f"change of {context.its_rate} without the card, points",
    )  # fmt: skip
    table = Table("blanked", "Every card blanked", rows, blanked_columns(context), note(context))
    title = "Player cards blanked" if context.is_cooperative else "Cards blanked"
    findings = [text for text in (says, hero_words(rows)) if text]
    intro = TEXTS["intro"]["blanked_players" if context.is_cooperative else "blanked"]
    return Section("blanked", title, intro, [chart, table], findings)


def _group(context: Context) -> str:
    """Return what the rows that stand together in a figure have in common."""
    return "deck" if context.is_cooperative else "side"


def quest_words(context: Context, rows: pd.DataFrame) -> str:
    """Say how many blanked cards of the quest matter, and which costs the players most."""
    n = int(clear(rows).sum())
    return (
        f"Of {words.plural(len(rows), 'card')} of the quest blanked one at a time, {n or 'none'} "
        f"{'moves' if n < 2 else 'move'} {context.their_rate} clearly; the largest change: without "
        f"{_top_words(rows)}"
    )


def _quest(context: Context, rows: pd.DataFrame) -> Section:
    says = quest_words(context, rows)
    shown = strongest(rows, 2 * TOP)
    more = f" Shown: the {2 * TOP} largest changes." if len(shown) < len(rows) else ""
    label = f"change of {context.its_rate} without the card, points"
    chart = forest(context, "blanked_quest", shown, list(shown["name"]), says + more, label=label)
    table = Table("blanked_quest", "Every card of the quest blanked", rows, quest_columns(context),
                  note(context))  # fmt: skip
    intro = TEXTS["intro"]["blanked_quest"]
    return Section("blanked_quest", "Cards of the quest blanked", intro, [chart, table], [says])


def quest_columns(context: Context) -> list[Column]:
    """Return the columns of a table of blanked cards of the quest."""
    identity = [Column("name", "Card"), Column("faction", "Set", "words"), Column("type", "Type", "words")]
    return [*identity, *change_columns(context, "Win rate with it", "Win rate without")]


def _places(context: Context, rows: pd.DataFrame) -> Section:
    n, top = int(clear(rows).sum()), rows.iloc[0]
    says = (
        f"Of {words.plural(len(rows), 'location')} blanked one at a time, {n or 'none'} "
        f"{'moves' if n < 2 else 'move'} a win rate clearly; the largest change: {top['name']}, "
        f"{gain(top, 'change')} for {context.side(top['side'])}, n {words.count(top['change_n'])} pairs."
    )
    shown = strongest(rows, 2 * TOP)
    chart = forest(context, "blanked_places", shown, list(shown["name"]), says)
    identity = [Column("name", "Location"), Column("type", "Kind", "words")]
    columns = [*identity, *change_columns(context, "Win rate with it", "Win rate without")]
    table = Table("blanked_places", "Every location blanked", rows, columns, note(context))
    return Section("blanked_places", "Locations blanked", TEXTS["intro"]["places"], [chart, table], [says])


def _moved(context: Context, rows: pd.DataFrame) -> Section:
    says = moved_words(context, rows)
    shown = strongest(by_side(context, rows), TOP, "group_name")
    more = f" Shown: the {TOP} largest shifts of each {_group(context)}." if len(shown) < len(rows) else ""
    chart = forest(
        context, "numbers", shown, number_labels(shown), says + more, list(shown["group_name"]),
        f"change of {context.its_rate}, points",
    )  # fmt: skip
    table = Table("numbers", "Every number moved by one", rows, moved_columns(context), note(context))
    return Section("numbers", "Numbers moved by one", TEXTS["intro"]["numbers"], [chart, table], [says])

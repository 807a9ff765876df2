"""Cards blanked and numbers moved by one: which cards carry a side, which single number moves the balance."""

from __future__ import annotations

import pandas as pd

from analysis.collection import Collection
from analysis.paired import changes
from reports import words
from reports.page import Column, Section, Table
from reports.sections.common import Context, gain
from reports.sections.forest import TOP, by_side, change_columns, clear, forest, strongest
from reports.sections.texts import TEXTS

BLANK = "blank"


def build(context: Context, found: Collection) -> list[Section]:
    """Return sections on blanked cards, blanked locations and moved numbers, whichever the collection has."""
    cards, places, numbers = split(named(context, changes(found)))
    sections = []
    if len(cards):
        sections.append(_blanked(context, cards))
    if len(places):
        sections.append(_places(context, places))
    if len(numbers):
        sections.append(_moved(context, numbers))
    return sections


def split(table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the rows of blanked cards, of other blanked things (nobody holds them), of moved numbers."""
    if table.empty:
        return table, table, table
    blank = table["kind"] == BLANK
    held = table["seat"].fillna("") != "" if "seat" in table else blank | True
    return tuple(table[rows].reset_index(drop=True) for rows in (blank & held, blank & ~held, ~blank))


def named(context: Context, table: pd.DataFrame) -> pd.DataFrame:
    """Return the changes with side_name, and with deck_name and faction_name where known."""
    if table.empty:
        return table
    table = table.assign(side_name=table["side"].map(context.side))
    if "label" in table:
        table["label"] = [str(label).replace("->", "\N{RIGHTWARDS ARROW}") for label in table["label"]]
    return context.named(table) if "seat" in table else table


def blanked_words(context: Context, rows: pd.DataFrame) -> str:
    """Say how many blanked cards matter, and which matters most to each side. rows: strongest first."""
    n = int(clear(rows).sum())
    head = (
        f"Of {words.plural(len(rows), 'card')} blanked one at a time, {n or 'none'} "
        f"{'moves' if n < 2 else 'move'} the win rate of {'its' if n < 2 else 'their'} side clearly"
    )
    said = []
    for side in context.run.sides:
        mine = rows[(rows["side"] == side) & clear(rows)]
        if len(mine):
            top = mine.iloc[0]
            said.append(f"{context.side(side)} without {top['name']} {gain(top, 'change')}")
    tail = f"; the largest by side: {words.listing(said)}" if said else ""
    return f"{head}{tail}; n {words.count(rows['change_n'].iloc[0])} pairs each."


def moved_words(context: Context, rows: pd.DataFrame) -> str:
    """Say which single number moves the balance most. rows: strongest first."""
    top, n = rows.iloc[0], int(clear(rows).sum())
    return (
        f"Of {words.plural(len(rows), 'number')} moved by one, {n or 'none'} "
        f"{'shifts' if n < 2 else 'shift'} the win rate of the card's side clearly; the largest shift: "
        f"{top['name']}, {top['label']}, {gain(top, 'change')} for {context.side(top['side'])}, "
        f"n {words.count(top['change_n'])} pairs."
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


def blanked_columns() -> list[Column]:
    """Return the columns of a table of blanked cards."""
    identity = [Column("name", "Card"), Column("deck_name", "Deck"), Column("type", "Type", "words")]
    return [*identity, *change_columns("Win rate with it", "Win rate without")]


def moved_columns() -> list[Column]:
    """Return the columns of a table of moved numbers."""
    identity = [Column("name", "Card"), Column("label", "Number")]
    return [*identity, *change_columns("Win rate as printed", "Win rate after")]


def _blanked(context: Context, rows: pd.DataFrame) -> Section:
    says = blanked_words(context, rows)
    shown = strongest(by_side(context, rows), TOP, "side_name")
    more = f" Shown: the {TOP} largest changes of each side." if len(shown) < len(rows) else ""
    chart = forest(
        context, "blanked", shown, card_labels(shown), says + more, list(shown["side_name"]),
        "change of its side's win rate without the card, points",
    )  # fmt: skip
    table = Table("blanked", "Every card blanked", rows, blanked_columns(), TEXTS["note"]["changes"])
    return Section("blanked", "Cards blanked", TEXTS["intro"]["blanked"], [chart, table], [says])


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
    columns = [*identity, *change_columns("Win rate with it", "Win rate without")]
    table = Table("blanked_places", "Every location blanked", rows, columns, TEXTS["note"]["changes"])
    return Section("blanked_places", "Locations blanked", TEXTS["intro"]["places"], [chart, table], [says])


def _moved(context: Context, rows: pd.DataFrame) -> Section:
    says = moved_words(context, rows)
    shown = strongest(by_side(context, rows), TOP, "side_name")
    more = f" Shown: the {TOP} largest shifts of each side." if len(shown) < len(rows) else ""
    chart = forest(
        context, "numbers", shown, number_labels(shown), says + more, list(shown["side_name"]),
        "change of its side's win rate, points",
    )  # fmt: skip
    table = Table("numbers", "Every number moved by one", rows, moved_columns(), TEXTS["note"]["changes"])
    return Section("numbers", "Numbers moved by one", TEXTS["intro"]["numbers"], [chart, table], [says])

"""Records as long tables: a row for each game and thing, with every packed field as a column of its own.

They are views of DuckDB, so a query reads only what it asks for, and a run larger than memory works.
"""

from __future__ import annotations

import duckdb
import pandas as pd

from mazarbul.analysis.layout import Layout
from mazarbul.analysis.views import quoted, text
from mazarbul.formats.declared import Declared, Family, Field

#: Added to the name of a family: the view of its long table.
SUFFIX = "_long"
#: Columns that say which thing a row is about, those that it has.
IDENTITY = ("id", "name", "copy", "seat", "side", "deck", "pile")


def add_views(connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    """Create the long view of every declared family with a column for each thing, such as `cards_long`.

    Columns: game, those of IDENTITY and the facts of the family that its things have, `column` (the name in
    the packed table), then the fields: whole numbers, or texts where the field has labels. A family without
    fields has one column `value`.
    """
    declared = Declared.of(layout.catalogue)
    for family in declared.families:
        if not has_long(layout, family):
            continue
        things = _things(layout, family)
        connection.register(f"{family.id}_things", things)
        described = [f"things.{quoted(name)}" for name in things.columns]
        chosen = ", ".join(["game", *described, *_fields(family)])
        connection.execute(
            f"create view {quoted(family.id + SUFFIX)} as select {chosen} from"
            f" (unpivot {quoted(family.id)} on columns(* exclude (game)) into name thing value record)"
            f' join {quoted(family.id + "_things")} as things on things."column" = thing'
        )


def has_long(layout: Layout, family: Family) -> bool:
    """Return whether a family has a long table: the run has it, with a column for each thing."""
    return family.id in layout.families and "column" in layout.items(family.items).columns


def _things(layout: Layout, family: Family) -> pd.DataFrame:
    items = layout.items(family.items)
    fields = {field.name for field in family.fields}
    wanted = dict.fromkeys((*IDENTITY, *(fact.id for fact in family.facts)))
    known = [name for name in wanted if name in items.columns and name not in fields]
    return items[[*known, "column"]]


def _fields(family: Family) -> list[str]:
    if not family.fields:
        return ["record as value"]
    return [f"{_unpacked(field)} as {quoted(field.name)}" for field in family.fields]


def _unpacked(field: Field) -> str:
    number = f"((record >> {field.shift}) & {field.size - 1})::integer"
    if not field.labels:
        return number
    labels = ", ".join(map(text, field.labels))
    return f"[{labels}][{number} + 1]"

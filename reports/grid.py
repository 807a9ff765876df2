"""A table as data for the page's script: columns as arrays, with numbers rounded as they are printed.

Each column is {"label", "kind", "digits"} with its cells, in the order of the rows:
- texts: "words", all different texts, and "values", an index into them for each row;
- numbers: "values", null where one is missing; rates and differences of rates as percentages;
- intervals: "low" and "high"; n of a difference: "others", the n that it is compared with;
- "strong": the rows that are marked;
- of names of cards: "addresses", all different ones, and "links", an index into them for each row or -1;
- "raw": true where the column neither sorts nor has colours; "unlike": where it has none.
`templates/grids.js` prints them as `mazarbul.reports.blocks` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from mazarbul.analysis import words
from mazarbul.reports.blocks import ESTIMATES, NAMES, Column, Table, Thing, facts_of, is_marked, thing_of
from mazarbul.reports.embedded import in_script

FEWEST = 4  # rows of a table that is worth sorting
MOST = 5_000  # rows of a table in a page


def is_grid(table: Table) -> bool:
    """Return whether a reader gains from sorting a table: it has numbers and some rows, and no links."""
    has_links = any(column.link or column.game for column in table.heads)
    return len(table.printed) >= FEWEST and not has_links and any(not each.is_text for each in table.heads)


def data(table: Table, address: Callable[[str, Thing | None], str]) -> Markup:
    """Return the first MOST rows of a table as JSON, which can stand inside a script element.

    address: of the card of a thing in a scope, "" for none (`mazarbul.reports.cards.Book.address`).
    """
    rows = table.printed.head(MOST)
    columns = [_column(column, rows) | _links(column, table, rows, address) for column in table.heads]
    return in_script(columns, allow_nan=False)


def _column(column: Column, rows: pd.DataFrame) -> dict:
    found: dict[str, Any] = {"label": column.label, "kind": column.kind}
    values = rows[column.key]
    if column.is_text:
        flags = rows[column.flag] if column.flag in rows else repeat(None)
        return found | _texts(map(column.words, values, flags))
    found |= {name: True for name in ("raw", "unlike") if getattr(column, name)}
    found |= {"digits": column.digits, "values": _numbers(column, values)}
    if column.kind in ESTIMATES:
        ends = {end: rows[f"{column.key}_{end}"] for end in ("low", "high")}
        if column.kind != "mean":
            # an array: pandas takes a hundred times as long to cut a column
            ends = {end: words.possible(values.to_numpy(float)) for end, values in ends.items()}
        found |= {end: _numbers(column, values) for end, values in ends.items()}
    if column.kind == "n" and f"{column.key}0" in rows:
        found["others"] = _numbers(column, rows[f"{column.key}0"])
    if column.mark in rows:
        found["strong"] = [i for i, p in enumerate(rows[column.mark]) if is_marked(p)]
    return found


def _links(
    column: Column, table: Table, rows: pd.DataFrame, address: Callable[[str, Thing | None], str]
) -> dict:
    """Return where the names in a column lead to; nothing if they lead nowhere."""
    if column.key not in NAMES:
        return {}
    asked = rows.filter(items=facts_of(column)).to_dict("records")
    found = [address(table.scope, thing_of(column, row)) for row in asked]
    known = {link: i for i, link in enumerate(dict.fromkeys(link for link in found if link))}
    return {"addresses": list(known), "links": [known.get(link, -1) for link in found]} if known else {}


def _texts(texts: Iterable[str]) -> dict:
    """Return a column of words: all different ones, and which of them each row has."""
    known: dict[str, int] = {}
    numbers = [known.setdefault(text, len(known)) for text in texts]
    return {"words": list(known), "values": numbers}


def _numbers(column: Column, values: pd.Series | np.ndarray) -> list[float | None]:
    """Return numbers as their printed texts say them, None for missing ones.

    See `mazarbul.reports.blocks.Column.text`.
    """
    numbers = values.astype(float).tolist()
    if column.kind in ("number", "mean"):
        digits = column.digits or None
        return [None if value != value else round(value, digits) + 0 for value in numbers]
    rounded = _ROUNDED.get(column.kind, int)
    return [None if value != value else rounded(value) for value in numbers]


def _rate(value: float) -> float:
    return round(100 * value, words.percent_digits(value)) + 0.0


def _points(value: float) -> float:
    return round(100 * value, 1) + 0.0


def _chance(p: float) -> float:
    return 0 if p < words.LEAST_CHANCE else round(p, 3)


_ROUNDED: dict[str, Callable[[float], float]] = {"rate": _rate, "points": _points, "p": _chance}

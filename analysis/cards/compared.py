"""What comparisons with other runs show of cards: blanked, numbers changed by one, under other bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pandas as pd

from mazarbul.analysis import audit, paired
from mazarbul.analysis.cards.measured import Found, estimate
from mazarbul.analysis.collection import Collection

BLANKED = "blanked_"  # before a kind of subjects: the name of a table
NUMBERS, VALUES, BOTS = "numbers", "audit_values", "audit_agreement"


def frames(found: Collection) -> dict[str, pd.DataFrame]:
    """Return the tables of an ablation or an audit that show something of cards; {} for other collections."""
    if found.kind == "audit":
        table = audit.values(found)
        labels = [each["label"] for each in found.info.get("values") or ()]
        return {VALUES: table, BOTS: pd.DataFrame([labels], columns=["one", "other"])} if len(table) else {}
    if found.kind != "ablation":
        return {}
    table = paired.changes(found)
    if table.empty:
        return {}
    blank = table["kind"] == "blank"
    named = {f"{BLANKED}{kind}": rows for kind, rows in table[blank].groupby("subject_kind", sort=False)}
    return named | ({NUMBERS: table[~blank]} if len(table[~blank]) else {})


def measures(found: Mapping[str, pd.DataFrame]) -> Iterator[Found]:
    """Yield what tables show, as (seat, id, measure); the seat is "" where the change has none."""
    for name, frame in found.items():
        if name.startswith(BLANKED):
            yield from _changes(frame, whole=True)
    yield from _changes(found.get(NUMBERS), whole=False)
    yield from _values(found.get(VALUES), found.get(BOTS))


def _changes(frame: pd.DataFrame | None, *, whole: bool) -> Iterator[Found]:
    """Yield the changes of the win rate. whole: when the thing is blanked, else when a number is changed."""
    for row in [] if frame is None else frame.to_dict("records"):
        part = row.get("field") or ""
        label = (
            f"blanked, {part}".removesuffix(", ")
            if whole
            else str(row["label"]).replace("->", "\N{RIGHTWARDS ARROW}")
        )
        if (measure := estimate(row, "blanked", "change", label, "points")) is not None:
            yield row.get("seat") or "", row["subject"], replace(measure, name=_name(part, whole=whole))
        again = f"{label}, by {row.get('second_bot')}"
        if (measure := estimate(row, "blanked", "second", again, "points")) is not None:
            yield row.get("seat") or "", row["subject"], measure


def _name(part: str, *, whole: bool) -> str:
    """Return the name of a measure: "blank" for the whole thing, which ranks it, or "part" or "number"."""
    if not whole:
        return "number"
    return "part" if part else "blank"


def _values(frame: pd.DataFrame | None, bots: pd.DataFrame | None) -> Iterator[Found]:
    """Yield the changes when blanked under both bots of an audit. bots: their names, `one` and `other`.

    A row's id is that of the variant: words with dots between them, one of which is the thing's id.
    """
    if frame is None or bots is None:
        return
    for row in frame.to_dict("records"):
        for name in ("one", "other"):
            if (measure := estimate(row, "bots", name, f"with {bots[name].iloc[0]}", "points")) is not None:
                yield "", row["id"], measure

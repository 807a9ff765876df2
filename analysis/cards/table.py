"""Cards as one table, a row each: the measures that a designer asks for first."""

from __future__ import annotations

import math

import pandas as pd

from mazarbul.analysis.cards.reading import worth
from mazarbul.analysis.cards.record import Card, Cards, Measure

FACTS = ("key", "id", "name", "kind", "side", "seat", "copies")
ENDS = ("", "_low", "_high")


def table(known: Cards) -> pd.DataFrame:
    """Return a row for each card, in the order of the catalogue.

    Columns: those of FACTS; worth (what having it adds to the win rate, +_low _high) with worth_by, what that
    is; blanked (what blanking it changes, +...), which needs an ablation; drawn and played (shares of games);
    never_played: whether these bots held it and hardly ever played it. NaN for what is not known.
    """
    return pd.DataFrame([_row(card) for card in known])


def _row(card: Card) -> dict[str, object]:
    valued, by = worth(card)
    row = {name: getattr(card, name) for name in FACTS} | _columns("worth", valued) | {"worth_by": by}
    row |= _columns("blanked", card.measure("blanked", "blank"))
    for name in ("drawn", "played"):
        measure = card.measure("use", name)
        row[name] = math.nan if measure is None else measure.value
    return row | {"never_played": card.is_unplayed}


def _columns(name: str, measure: Measure | None) -> dict[str, float]:
    ends = (math.nan,) * 3 if measure is None else (measure.value, measure.low, measure.high)
    return {f"{name}{end}": value for end, value in zip(ENDS, ends, strict=True)}

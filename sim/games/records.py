"""The form in which a game hands over what it records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

Families = dict[str, dict[str, "np.ndarray | Labelled"]]
"""The records of some games: family -> column -> a value for each game."""


@dataclass(frozen=True)
class Labelled:
    """A column of names. codes: 1-d signed ints, -1 for none. labels: the name of each code."""

    codes: np.ndarray
    labels: tuple[str, ...]


def wide(items: Sequence[Mapping], values: np.ndarray) -> dict[str, np.ndarray]:
    """Return one contiguous column for each item of the catalogue. values: (games, items), in their order."""
    columns = np.ascontiguousarray(values.T)
    return {item["column"]: columns[i] for i, item in enumerate(items)}


def by_round(name: str, values: np.ndarray, rounds: np.ndarray) -> dict[str, np.ndarray]:
    """Return a column for each round, `<name>_round_<number>`, which lacks the games that were shorter.

    values: (games, rounds), of which only those from -128 to 127 are kept apart. rounds: of each game.
    """
    least, most = np.iinfo(np.int8).min + 1, np.iinfo(np.int8).max
    columns = np.ascontiguousarray(np.clip(values, least, most).astype(np.int8).T)
    return {
        f"{name}_round_{i + 1}": np.ma.MaskedArray(column, rounds <= i) for i, column in enumerate(columns)
    }

"""The form in which a game hands over what it records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Families = dict[str, dict[str, "np.ndarray | Labelled"]]
"""The records of some games: family -> column -> a value for each game."""


@dataclass(frozen=True)
class Labelled:
    """A column of names. codes: 1-d signed ints, -1 for none. labels: the name of each code."""

    codes: np.ndarray
    labels: tuple[str, ...]

"""Tables of weights that were learnt: a row for each named feature, a column for each stage of a game.

They say what moves a bot prefers (`mazarbul.sim.bots.preferences`; the game says what a stage is). The file
of a scenario is CSV, with a comment above the table; a line with one number has it at all stages.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from mazarbul.sim.toml import DataError

T = TypeVar("T", int, float)

SUFFIX = ".csv"
FEATURE = "feature"  # head of the first column


@dataclass(frozen=True, eq=False)
class WeightTable:
    """Weights that were learnt in a scenario.

    features: their names. stages: ascending numbers of the stages. weights: float64 (stages, features).
    """

    features: tuple[str, ...]
    stages: tuple[int, ...]
    weights: np.ndarray

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same weights."""
        return isinstance(other, WeightTable) and self.digest == other.digest

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what determines its values."""
        head = f"{self.features}{self.stages}".encode()
        return hashlib.sha256(head + self.weights.tobytes()).hexdigest()

    @cached_property
    def _place(self) -> dict[str, int]:
        """Feature -> its number."""
        return {name: i for i, name in enumerate(self.features)}

    def table(self, features: Sequence[str], stages: int) -> np.ndarray:
        """Return the weights in the order of kernels, float64 (stages, features).

        features: their names, "" for none; one that the table does not know has weight 0, as a card of an
        overlay. Stages that it does not know have the weights of the nearest one.
        """
        known = np.column_stack([self.weights, np.zeros(len(self.stages))])
        own = known[:, [self._place.get(name, -1) for name in features]]
        nearest = [int(np.argmin(np.abs(np.array(self.stages) - number))) for number in range(stages)]
        return np.ascontiguousarray(own[nearest])


def load_weight_table(path: Path) -> WeightTable:
    """Read a table's file. Raises DataError that names the line for one that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"this table of weights cannot be read: {error}", path) from None
    try:
        return _parsed(text)
    except (ValueError, csv.Error) as error:
        raise DataError(str(error), path) from None


@lru_cache(maxsize=32)
def _parsed(text: str) -> WeightTable:
    """Return the table that a file's text describes; raises ValueError.

    It is remembered, because each bot that is made asks for it again.
    """
    lines = enumerate(csv.reader(text.splitlines()), 1)
    rows = [(n, row) for n, row in lines if row and not row[0].startswith("#")]
    if not rows or rows[0][1][0] != FEATURE or len(rows[0][1]) < 2:
        raise ValueError(
            f"a table of weights has a line {FEATURE!r} with the numbers of stages, then one for each feature"
        )
    (first, head), *body = rows
    stages = [_number(first, word, int) for word in head[1:]]
    if stages != sorted(set(stages)):
        raise ValueError(f"line {first}: the numbers of stages must ascend")
    weights: dict[str, list[float]] = {}
    for n, (name, *row) in body:
        if len(row) not in (1, len(stages)):
            raise ValueError(f"line {n}: {len(row)} weights for {len(stages)} stages")
        if name in weights:
            raise ValueError(f"line {n}: feature {name!r} stands there twice")
        own = [_number(n, word, float) for word in row]
        weights[name] = own * (len(stages) // len(own))  # one number holds for all stages
    by_stage = np.array(list(weights.values()), np.float64).reshape(len(weights), len(stages)).T.copy()
    by_stage.flags.writeable = False  # all who read the same text share it
    return WeightTable(tuple(weights), tuple(stages), by_stage)


def _number(line: int, text: str, kind: Callable[[str], T]) -> T:
    try:
        value = kind(text)
        is_number = math.isfinite(value)
    except (ValueError, OverflowError):
        is_number = False
    if not is_number:
        raise ValueError(f"line {line}: {text!r} is not a number")
    return value

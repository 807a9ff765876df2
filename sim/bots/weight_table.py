"""Tables of weights that were learnt: a row for each named feature, a column for each stage of a game.

Two things are learnt: what positions are worth (`sim.bots.evaluation`; a stage is a round), and what moves a
bot prefers (`sim.bots.preferences`; the game says what a stage is). The file of a scenario is CSV, with a
comment above the table.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from sim.toml import DataError

SUFFIX = ".csv"
FEATURE = "feature"  # head of the first column
DIGITS = 4  # of a weight after the point: what the file holds is exactly what is used


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

    def table(self, features: Sequence[str], stages: int) -> np.ndarray:
        """Return the weights in the order of kernels, float64 (stages, features).

        features: their names, "" for none; one that the table does not know has weight 0, as a card of an
        overlay. Stages that it does not know have the weights of the nearest one.
        """
        known = dict(zip(self.features, self.weights.T, strict=True))
        nothing = np.zeros(len(self.stages))
        own = np.column_stack([known.get(name, nothing) for name in features])
        nearest = [int(np.argmin(np.abs(np.array(self.stages) - number))) for number in range(stages)]
        return np.ascontiguousarray(own[nearest])

    def text(self, notes: Sequence[str] = ()) -> str:
        """Return the text of its file, without features whose weights are 0. notes: lines of a comment."""
        out = io.StringIO()
        out.writelines(f"# {note}".rstrip() + "\n" for note in notes)
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow([FEATURE, *self.stages])
        for name, column in zip(self.features, self.weights.T.round(DIGITS) + 0.0, strict=True):
            if column.any():
                rows.writerow([name, *(f"{value:g}" for value in column)])
        return out.getvalue()


def load_weight_table(path: Path) -> WeightTable:
    """Read a table's file. Raises DataError that names the line for one that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"this table of weights cannot be read: {error}", path) from None
    rows = [(n, row) for n, row in enumerate(csv.reader(lines), 1) if row and not row[0].startswith("#")]
    if not rows or rows[0][1][0] != FEATURE or len(rows[0][1]) < 2:
        message = (
            f"a table of weights has a line {FEATURE!r} with the numbers of stages, then one for each feature"
        )
        raise DataError(message, path)
    (first, head), *body = rows
    stages = [_number(path, first, text, int) for text in head[1:]]
    if stages != sorted(set(stages)):
        raise DataError(f"line {first}: the numbers of stages must ascend", path)
    names = [row[0] for _, row in body]
    for i, (n, row) in enumerate(body):
        if len(row) != len(head):
            raise DataError(f"line {n}: {len(row) - 1} weights for {len(stages)} stages", path)
        if row[0] in names[:i]:
            raise DataError(f"line {n}: feature {row[0]!r} stands there twice", path)
    weights = np.array([[_number(path, n, text, float) for text in row[1:]] for n, row in body])
    return WeightTable(tuple(names), tuple(stages), weights.reshape(len(names), len(stages)).T.copy())


def _number(path: Path, line: int, text: str, kind: type) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise DataError(f"line {line}: {text!r} is not a number", path)
    return value

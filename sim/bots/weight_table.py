"""The value of positions, learnt from games of bots: a search looks at it instead of playing to the end.

The value to the first side, 0 to 1, is the logistic function of a weighted sum of a position's features,
with weights of its own for each round. The second side's value is 1 less that. A file of a scenario, written
by the command `learn`, has a row for each feature and a column for each round.
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

from sim.engine.jit import kernel
from sim.toml import DataError

SUFFIX = ".csv"
FOLDER = "evaluation"  # in the folder of a game's bots
FEATURE = "feature"  # head of the first column
DIGITS = 4  # of a weight after the point: what the file holds is exactly what is used


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What positions are worth in a scenario.

    features: their names. rounds: ascending numbers of the rounds. weights: float64 (rounds, features).
    """

    features: tuple[str, ...]
    rounds: tuple[int, ...]
    weights: np.ndarray

    def __eq__(self, other: object) -> bool:
        """Return whether both value every position alike."""
        return isinstance(other, Evaluation) and self.digest == other.digest

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what determines its values."""
        head = f"{self.features}{self.rounds}".encode()
        return hashlib.sha256(head + self.weights.tobytes()).hexdigest()

    def table(self, features: Sequence[str], rounds: int) -> np.ndarray:
        """Return the weights in the order of kernels, float64 (rounds, features).

        features: their names, "" for none; one that the evaluation does not know has weight 0, as a card of
        an overlay. Rounds that it does not know have the weights of the nearest one.
        """
        known = dict(zip(self.features, self.weights.T, strict=True))
        nothing = np.zeros(len(self.rounds))
        own = np.column_stack([known.get(name, nothing) for name in features])
        nearest = [int(np.argmin(np.abs(np.array(self.rounds) - number))) for number in range(rounds)]
        return np.ascontiguousarray(own[nearest])

    def text(self, notes: Sequence[str] = ()) -> str:
        """Return the text of its file, without features whose weights are 0. notes: lines of a comment."""
        out = io.StringIO()
        out.writelines(f"# {note}".rstrip() + "\n" for note in notes)
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow([FEATURE, *self.rounds])
        for name, column in zip(self.features, self.weights.T.round(DIGITS) + 0.0, strict=True):
            if column.any():
                rows.writerow([name, *(f"{value:g}" for value in column)])
        return out.getvalue()


def load_evaluation(path: Path) -> Evaluation:
    """Read an evaluation's file. Raises DataError that names the line for one that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"this evaluation cannot be read: {error}", path) from None
    rows = [(n, row) for n, row in enumerate(csv.reader(lines), 1) if row and not row[0].startswith("#")]
    if not rows or rows[0][1][0] != FEATURE or len(rows[0][1]) < 2:
        message = (
            f"an evaluation has a line {FEATURE!r} with the numbers of rounds, then a line for each feature"
        )
        raise DataError(message, path)
    (first, head), *body = rows
    rounds = [_number(path, first, text, int) for text in head[1:]]
    if rounds != sorted(set(rounds)):
        raise DataError(f"line {first}: the numbers of rounds must ascend", path)
    names = [row[0] for _, row in body]
    for i, (n, row) in enumerate(body):
        if len(row) != len(head):
            raise DataError(f"line {n}: {len(row) - 1} weights for {len(rounds)} rounds", path)
        if row[0] in names[:i]:
            raise DataError(f"line {n}: feature {row[0]!r} stands there twice", path)
    weights = np.array([[_number(path, n, text, float) for text in row[1:]] for n, row in body])
    return Evaluation(tuple(names), tuple(rounds), weights.reshape(len(names), len(rounds)).T.copy())


def _number(path: Path, line: int, text: str, kind: type) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise DataError(f"line {line}: {text!r} is not a number", path)
    return value


def evaluation_fields(rounds: int, features: int) -> list[tuple]:
    """Return the fields that a search works on with an evaluation. rounds, features: most of the game."""
    return [
        ("feature", "f8", (features,)),  # of the position that is looked at
        ("feature_weights", "f8", (rounds, features)),
    ]


@kernel
def evaluated(w, number):
    """Return the value to the first side of the position with the features `w.feature` in a round."""
    total = 0.0
    k = min(number, w.feature_weights.shape[0] - 1)
    for i in range(w.feature.size):
        total += w.feature[i] * w.feature_weights[k, i]
    return 1.0 / (1.0 + np.exp(-total))

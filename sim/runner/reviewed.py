"""The better moves that a review found, read from its file to be shown in the replay of a game."""

from __future__ import annotations

import csv
from pathlib import Path

from mazarbul.sim.games.replay import Judged
from mazarbul.sim.toml import DataError

COLUMNS = ("game", "decision", "seat", "kind", "other", "gain", "error")
CLEAR = 2.0  # standard errors: what gains less may be luck


def is_clear(gain: float, error: float) -> bool:
    """Return whether a move gains wins, and more than luck may. error: one standard error."""
    return gain > 0 and gain >= CLEAR * error


def better_moves(path: Path, game: int) -> dict[int, Judged]:
    """Return decision -> the move that is clearly better there, of one game of a review.

    path: as `mazarbul review --out` writes it. Raises DataError for a file that is none.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"this review cannot be read: {error}", path) from None
    found = {}
    for number, row in enumerate(rows, 2):
        if missing := [name for name in COLUMNS if row.get(name) is None]:
            message = f"line {number} has no {missing[0]!r}: mazarbul review --out writes such a file"
            raise DataError(message, path)
        try:
            own, decision = int(row["game"]), int(row["decision"])
            worth = float(row["gain"]), float(row["error"])
            if own == game and is_clear(*worth):
                found[decision] = Judged(row["seat"], row["kind"], row["other"], *worth)
        except ValueError as error:
            raise DataError(f"line {number} is no line of a review: {error}", path) from None
    return found

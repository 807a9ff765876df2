"""Which cards a side had early: what the shuffle decided, game by game, as matrices.

Two exposures. `opening`: dealt in the opening hand. The shuffle alone decides that. `early`: drawn by the
end of a round. How many cards a seat has drawn by then is its own doing, and cards that draw or fetch
others have a part in it; given that number, the shuffle decides which cards they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from analysis.packed import Reader, Units, units
from analysis.run import BATCH_ROWS, Run

EXPOSURES = ("opening", "early")
NEEDED = {"opening": "opening", "early": "drawn_round"}
REACHED = 0.95  # share of games that reach the round by whose end a card is drawn early


@dataclass(frozen=True)
class Batch:
    """Some games. cards: float32 (cards, n) copies had. won: float32 (sides, n)."""

    cards: np.ndarray
    won: np.ndarray


@dataclass(frozen=True)
class Exposures:
    """What to read: one of EXPOSURES, and for `early` the round."""

    run: Run
    units: Units
    exposure: str
    round: int | None = None

    def scan(self, work: Callable[[Batch], object]) -> Iterator[object]:
        """Apply `work` to every batch, in threads; yield the results in the order of the games.

        Batches are of nearly equal size, none of them far below BATCH_ROWS unless the run is.
        """
        games = self.run.games
        rows = -(-games // -(-games // BATCH_ROWS))
        columns = {"games": ["winner"], "cards": self.units.columns}
        return self.run.scan(columns, lambda tables: work(self.batch(tables)), rows)

    def batch(self, tables: dict[str, pa.Table]) -> Batch:
        """Unpack a batch of records."""
        field, n = self.run.card_fields[NEEDED[self.exposure]], tables["games"].num_rows
        cards = np.zeros((len(self.units.cards), n), np.float32)
        last = np.uint32(self.round or 0)
        for unit, rows in enumerate(self.units.rows):
            for row in rows:
                packed = tables["cards"].column(self.units.columns[row]).to_numpy()
                if self.round is None:
                    cards[unit] += (packed & field.mask) > 0
                else:  # 0, never drawn, wraps round to a large number
                    cards[unit] += field.of(packed) - np.uint32(1) < last
        winner = self.run.winner_codes(tables["games"])
        return Batch(cards, (winner == np.arange(len(self.run.sides))[:, None]).astype(np.float32))


def exposures(run: Run, exposure: str) -> Exposures | None:
    """Return how to read an exposure, or None if the run does not record what it takes.

    Raises ValueError for an unknown exposure.
    """
    if exposure not in EXPOSURES:
        raise ValueError(f"unknown exposure {exposure!r}: one of {', '.join(EXPOSURES)}")
    known = units(run)
    if known is None or NEEDED[exposure] not in run.card_fields:
        return None
    if exposure == "opening":
        return Exposures(run, known, exposure)
    last = early_round(run, known)
    return None if last is None else Exposures(run, known, exposure, last)


def early_round(run: Run, known: Units) -> int | None:
    """Return the round by whose end about half of the cards are drawn, of those that nearly all games reach.

    Then the games with and without a card are about equally many, which tells most. Judged by the first
    batch of games. None if the run does not record rounds, or no round is reached by REACHED of the games.
    """
    if "rounds" not in run.columns("games"):
        return None
    batch = next(run.batches({"games": ["rounds"], "cards": known.columns}))
    rounds = batch["games"].column("rounds").to_numpy()
    read = Reader(run)
    size = read.size("drawn_round")
    drawn = sum(
        np.bincount(read.of("drawn_round", batch["cards"].column(name).to_numpy()), minlength=size)
        for name in known.columns
    )
    share = np.cumsum(drawn[1:]) / (len(rounds) * len(known.columns))
    reached = [r for r in range(1, size) if (rounds >= r).mean() >= REACHED]
    return min(reached, key=lambda r: abs(share[r - 1] - 0.5)) if reached else None

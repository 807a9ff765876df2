"""Which cards a side had early: what the shuffle decided, game by game, as matrices.

Two exposures. `opening`: dealt in the opening hand. The shuffle alone decides that. `early`: drawn by the
end of a round. How many cards a seat has drawn by then is its own doing, and cards that draw or fetch
others have a part in it; given that number, the shuffle decides which cards they are.

By the end of which round is decided by a look at the first games of the run (`pilot`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from analysis.counting.packed import Reader, Units, units
from analysis.counting.statistic import Batch
from analysis.layout import Layout, Pilot

EXPOSURES = ("opening", "early")
NEEDED = {"opening": "opening", "early": "drawn_round"}
REACHED = 0.95  # share of games that reach the round by whose end a card is drawn early
PILOT_GAMES = 2_000


@dataclass(frozen=True)
class Deal:
    """Who had what in some games. cards: float32 (cards, n) copies had. won: float32 (sides, n)."""

    cards: np.ndarray
    won: np.ndarray


@dataclass(frozen=True)
class Exposures:
    """What to read: one of EXPOSURES, and for `early` the round. usual: see `Pilot`, of this exposure."""

    layout: Layout
    units: Units
    exposure: str
    round: int | None
    usual: dict[str, int]

    @property
    def columns(self) -> dict[str, list[str]]:
        """Columns that `deal` reads."""
        return {"games": ["winner"], "cards": self.units.columns}

    def deal(self, batch: Batch) -> Deal:
        """Unpack a batch of records."""
        field, n = self.layout.card_fields[NEEDED[self.exposure]], batch["games"].num_rows
        cards = np.zeros((len(self.units.cards), n), np.float32)
        last = np.uint32(self.round or 0)
        for unit, rows in enumerate(self.units.rows):
            for row in rows:
                packed = batch["cards"].column(self.units.columns[row]).to_numpy()
                if self.round is None:
                    cards[unit] += (packed & field.mask) > 0
                else:  # 0, never drawn, wraps round to a large number
                    cards[unit] += field.of(packed) - np.uint32(1) < last
        winner = self.layout.winner_codes(batch["games"])
        return Deal(cards, (winner == np.arange(len(self.layout.sides))[:, None]).astype(np.float32))


def exposures(layout: Layout, exposure: str, pilot: Pilot) -> Exposures | None:
    """Return how to read an exposure, or None if the run does not record what it takes.

    Raises ValueError for an unknown exposure.
    """
    if exposure not in EXPOSURES:
        raise ValueError(f"unknown exposure {exposure!r}: one of {', '.join(EXPOSURES)}")
    known = units(layout)
    if known is None or NEEDED[exposure] not in layout.card_fields:
        return None
    last = pilot.early_round if exposure == "early" else None
    if exposure == "early" and last is None:
        return None
    return Exposures(layout, known, exposure, last, pilot.usual.get(exposure, {}))


def pilot_columns(layout: Layout) -> dict[str, list[str]]:
    """Return the columns that `pilot` reads."""
    known = units(layout)
    games = [name for name in ("winner", "rounds") if name in layout.columns("games")]
    return {"games": games} | ({} if known is None else {"cards": known.columns})


def pilot(layout: Layout, batch: Batch) -> Pilot:
    """Return what a run's first games, PILOT_GAMES or all, decide about the counting of the rest."""
    known = units(layout)
    if known is None:
        return Pilot()
    made = Pilot(early_round(layout, known, batch))
    found = {exposure: exposures(layout, exposure, made) for exposure in EXPOSURES}
    usual = {exposure: _usual(plan, batch) for exposure, plan in found.items() if plan is not None}
    return Pilot(made.early_round, usual)


def early_round(layout: Layout, known: Units, batch: Batch) -> int | None:
    """Return the round by whose end about half of the cards are drawn, of those that nearly all games reach.

    Then the games with and without a card are about equally many, which tells most. None if the run does
    not record rounds and draws, or no round is reached by REACHED of the games.
    """
    if "rounds" not in layout.columns("games") or NEEDED["early"] not in layout.card_fields:
        return None
    rounds = batch["games"].column("rounds").to_numpy()
    read = Reader(layout)
    size = read.size(NEEDED["early"])
    drawn = sum(
        np.bincount(read.of(NEEDED["early"], batch["cards"].column(name).to_numpy()), minlength=size)
        for name in known.columns
    )
    share = np.cumsum(drawn[1:]) / (len(rounds) * len(known.columns))
    reached = [r for r in range(1, size) if (rounds >= r).mean() >= REACHED]
    return min(reached, key=lambda r: abs(share[r - 1] - 0.5)) if reached else None


def decks_of(known: Units) -> np.ndarray:
    """Return the deck of every card: its seat, or its side if the run names no seats. str (cards,)."""
    return known.cards.get("seat", known.cards["side"]).to_numpy(str)


def _usual(plan: Exposures, batch: dict[str, pa.Table]) -> dict[str, int]:
    """Return how many cards of each deck were had most often."""
    cards, decks = plan.deal(batch).cards, decks_of(plan.units)
    numbers = {deck: cards[decks == deck].sum(0).astype(np.int64) for deck in np.unique(decks)}
    return {str(deck): int(np.bincount(number).argmax()) for deck, number in numbers.items()}

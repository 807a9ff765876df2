"""The things that a side had early: what the shuffle decided, game by game, as matrices.

Two exposures. `opening`: dealt in the opening hand. The shuffle alone decides that. `early`: drawn by the
end of a round. The number of things that a seat has drawn from a pile by then depends on its play, and on
things that draw or fetch others; given that number, the shuffle decides which things they are.

The first games of the run decide the round (`pilot`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazarbul.analysis.counting.packed import Reader, Units, piles, units
from mazarbul.analysis.counting.statistic import Batch
from mazarbul.analysis.layout import Layout, Pilot
from mazarbul.formats.declared import Asked

EXPOSURES = ("opening", "early")
NEEDED = {"opening": "opening", "early": "drawn_round"}
REACHED = 0.95  # share of games that reach the round of the exposure `early`
PILOT_GAMES = 2_000


@dataclass(frozen=True)
class Deal:
    """The things that sides had in some games. had: float32 (things, n) copies. won: float32 (sides, n)."""

    had: np.ndarray
    won: np.ndarray


@dataclass(frozen=True)
class Exposures:
    """What to read: one of EXPOSURES, and for `early` the round. usual: see `Pilot`, of this exposure."""

    layout: Layout
    asked: Asked
    units: Units
    exposure: str
    round: int | None
    usual: dict[str, int]

    @property
    def columns(self) -> dict[str, list[str]]:
        """The columns that `deal` reads."""
        return {"games": ["winner"], self.asked.family.id: self.units.columns}

    def deal(self, batch: Batch) -> Deal:
        """Unpack a batch of records."""
        field, n = self.asked.family.named[NEEDED[self.exposure]], batch["games"].num_rows
        had = np.zeros((len(self.units.kinds), n), np.float32)
        last = np.uint32(self.round or 0)
        for unit, rows in enumerate(self.units.rows):
            for row in rows:
                packed = batch[self.asked.family.id].column(self.units.columns[row]).to_numpy()
                if self.round is None:
                    had[unit] += (packed & field.mask) > 0
                else:  # 0, never drawn, wraps around to a large number
                    had[unit] += field.of(packed) - np.uint32(1) < last
        winner = self.layout.winner_codes(batch["games"])
        return Deal(had, (winner == np.arange(len(self.layout.sides))[:, None]).astype(np.float32))


def exposures(layout: Layout, asked: Asked, exposure: str, pilot: Pilot) -> Exposures | None:
    """Return how to read an exposure, or None if the run does not record what it needs.

    Raises ValueError for an unknown exposure.
    """
    if exposure not in EXPOSURES:
        raise ValueError(f"unknown exposure {exposure!r}: one of {', '.join(EXPOSURES)}")
    known, family = units(layout, asked), asked.family.id
    if known is None or NEEDED[exposure] not in asked.family.named:
        return None
    last = pilot.early_round.get(family) if exposure == "early" else None
    if exposure == "early" and last is None:
        return None
    usual = pilot.usual.get(family, {}).get(exposure, {})
    return Exposures(layout, asked, known, exposure, last, usual)


def pilot_columns(layout: Layout) -> dict[str, list[str]]:
    """Return the columns that `pilot` reads."""
    games: list[str] = [name for name in ("winner", "rounds") if name in layout.columns("games")]
    found = {asked.family.id: units(layout, asked) for asked in layout.declared.asked("held")}
    return {"games": games} | {name: known.columns for name, known in found.items() if known is not None}


def pilot(layout: Layout, batch: Batch) -> Pilot:
    """Return what a run's first games, PILOT_GAMES or all, decide about counting the rest."""
    asked = {each.family.id: each for each in layout.declared.asked("held")}
    made = Pilot({name: early_round(layout, each, batch) for name, each in asked.items()})
    for name, each in asked.items():
        plans = {exposure: exposures(layout, each, exposure, made) for exposure in EXPOSURES}
        made.usual[name] = {
            exposure: _usual(plan, batch) for exposure, plan in plans.items() if plan is not None
        }
    return made


def early_round(layout: Layout, asked: Asked, batch: Batch) -> int | None:
    """Return a round that nearly all games reach, and by whose end about half of the things are drawn.

    Then about as many games have a thing as lack it, which is most informative. None if the run does not
    record rounds and draws, or if no round is reached by REACHED of the games.
    """
    known, family = units(layout, asked), asked.family
    if known is None or "rounds" not in layout.columns("games") or NEEDED["early"] not in family.named:
        return None
    rounds = batch["games"].column("rounds").to_numpy()
    read = Reader(family)
    size = read.size(NEEDED["early"])
    drawn = np.zeros(size, np.int64)
    for name in known.columns:
        drawn += np.bincount(
            read.of(NEEDED["early"], batch[family.id].column(name).to_numpy()), minlength=size
        )
    share = np.cumsum(drawn[1:]) / (len(rounds) * len(known.columns))
    reached = [r for r in range(1, size) if (rounds >= r).mean() >= REACHED]
    return min(reached, key=lambda r: abs(share[r - 1] - 0.5)) if reached else None


def _usual(plan: Exposures, batch: Batch) -> dict[str, int]:
    """Return the most frequent number of things that a game has from each pile."""
    had, owners = plan.deal(batch).had, piles(plan.units.kinds)
    numbers = {pile: had[owners == pile].sum(0).astype(np.int64) for pile in np.unique(owners)}
    return {str(pile): int(np.bincount(number).argmax()) for pile, number in numbers.items()}

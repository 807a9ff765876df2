"""Cards: how often they were drawn and played, when, where, how they left, and what that did to the result.

Reads the packed columns of the family `cards` by the names of their bit fields in the catalogue.
One pass over the run fills a CardTally; the tables are arithmetic on its counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.estimates import (
    difference,
    difference_columns,
    histogram_mean,
    holm,
    rate_columns,
    stratified_difference,
)
from analysis.run import Run

FACTS = ("id", "name", "seat", "side", "deck", "faction", "type")
ROUNDS = 32  # games longer than this count as this long when lengths are compared
DEALT, KEPT, DRAWN, PLAYED = 1, 2, 4, 8  # bits of a card's state in one game
STATES = np.arange(16)
STATUSES = ("never drawn", "drawn, not played", "played")
HISTOGRAMS = ("drawn_round", "draws", "plays", "end", "moved_place")


@dataclass(frozen=True)
class CardTally:
    """Counts over a whole run. First axis of every array = rows of `units`.

    units: cards (identical copies of a seat taken together) or single copies, with their facts.
    results: int64 (units, 16 states, ROUNDS, 2): games by state bits, length and whether its side won.
      For cards taken together a bit is set if any copy has it: one observation per game.
    first_play: (units, rounds, places) copies by round and place of the first play.
    left: (units, 3 statuses, ways) copies by status (never drawn, drawn only, played) and last way out.
    histograms: field name -> (units, values), copies.
    """

    run: Run
    units: pd.DataFrame
    results: np.ndarray
    first_play: np.ndarray
    left: np.ndarray
    histograms: dict[str, np.ndarray]


@dataclass(frozen=True)
class _Reader:
    """Unpacks the fields a run has; a field it lacks reads as 0."""

    run: Run

    def size(self, name: str) -> int:
        return self.run.card_fields[name].size if name in self.run.card_fields else 1

    def of(self, name: str, packed: np.ndarray) -> np.ndarray:
        fields = self.run.card_fields
        return fields[name].of(packed).astype(np.uint8) if name in fields else np.zeros(len(packed), np.uint8)

    def state(self, packed: np.ndarray) -> np.ndarray:
        """State bits DEALT, KEPT, DRAWN, PLAYED of one copy per game. uint8 (n,)."""
        opening = self.of("opening", packed)
        field = self.run.card_fields.get("opening")
        kept = field.code("kept") if field else None
        state = (opening > 0) * np.uint8(DEALT)
        state |= (opening == (1 if kept is None else kept)) * np.uint8(KEPT)
        state |= (self.of("drawn_round", packed) > 0) * np.uint8(DRAWN)
        state |= (state & DEALT) * np.uint8(DRAWN)
        state |= (self.of("played_round", packed) > 0) * np.uint8(PLAYED)
        return state


def tally(run: Run) -> tuple[CardTally, CardTally] | None:
    """Count every card of the run in one pass; None if the run records no cards.

    Returns (cards with identical copies taken together, single copies).
    """
    cards = run.items("cards")
    if cards.empty or "cards" not in run.families or not run.card_fields:
        return None
    copies = _empty(run, cards.reset_index(drop=True).assign(copies=1))
    keys = [key for key in ("seat", "id") if key in cards]
    groups = [rows.index.to_numpy() for _, rows in copies.units.groupby(keys, sort=False)]
    facts = copies.units.iloc[[rows[0] for rows in groups]].drop(columns=["column", "copy"], errors="ignore")
    together = _empty(run, facts.reset_index(drop=True).assign(copies=[len(rows) for rows in groups]))
    _count(run, copies, together, groups)
    for rows, unit in zip(groups, range(len(groups)), strict=True):
        together.first_play[unit] = copies.first_play[rows].sum(0)
        together.left[unit] = copies.left[rows].sum(0)
        for name, counts in copies.histograms.items():
            together.histograms[name][unit] = counts[rows].sum(0)
    return together, copies


def _empty(run: Run, units: pd.DataFrame) -> CardTally:
    """Return a tally of zeros."""
    read, n = _Reader(run), len(units)
    return CardTally(
        run,
        units,
        np.zeros((n, len(STATES), ROUNDS, 2), np.int64),
        np.zeros((n, read.size("played_round"), read.size("played_place")), np.int64),
        np.zeros((n, len(STATUSES), read.size("left")), np.int64),
        {name: np.zeros((n, read.size(name)), np.int64) for name in HISTOGRAMS if name in run.card_fields},
    )


def _count(run: Run, copies: CardTally, together: CardTally, groups: list[np.ndarray]) -> None:
    """Walk through the run and fill the tallies, except what `together` can sum up from `copies`."""
    read, names = _Reader(run), list(copies.units["column"])
    sides = copies.units["side"].map(run.sides.index).to_numpy()
    has_rounds = "rounds" in run.columns("games")
    for batch in run.batches({"games": ["winner", *(["rounds"] if has_rounds else [])], "cards": names}):
        games, cards = batch["games"], batch["cards"]
        winner = run.winner_codes(games)
        rounds = games.column("rounds").to_numpy() if has_rounds else np.zeros(games.num_rows)
        length = np.clip(rounds, 0, ROUNDS - 1).astype(np.int64) * 2
        tails = [length + (winner == side) for side in range(len(run.sides))]
        for unit, rows in enumerate(groups):
            any_copy = np.zeros(games.num_rows, np.uint8)
            for row in rows:
                packed = cards.column(names[row]).to_numpy()
                state = read.state(packed)
                any_copy |= state
                _add_results(copies, row, state, tails[sides[row]])
                _add_course(copies, row, read, packed, state)
            _add_results(together, unit, any_copy, tails[sides[rows[0]]])


def _add_results(counts: CardTally, unit: int, state: np.ndarray, tail: np.ndarray) -> None:
    """Count games by state, length and result. tail: 2 * length + won."""
    target = counts.results[unit]
    target += np.bincount(state * np.int64(2 * ROUNDS) + tail, minlength=target.size).reshape(target.shape)


def _add_course(counts: CardTally, unit: int, read: _Reader, packed: np.ndarray, state: np.ndarray) -> None:
    """Count when and where one copy was drawn and played, and how it left."""
    target = counts.first_play[unit]
    key = read.of("played_round", packed) * np.int64(target.shape[1]) + read.of("played_place", packed)
    target += np.bincount(key, minlength=target.size).reshape(target.shape)
    target = counts.left[unit]
    status = np.where(state & PLAYED, 2, (state & DRAWN) > 0)
    key = status * np.int64(target.shape[1]) + read.of("left", packed)
    target += np.bincount(key, minlength=target.size).reshape(target.shape)
    for name, target in counts.histograms.items():
        target[unit] += np.bincount(read.of(name, packed), minlength=target.shape[1])


def facts(counts: CardTally) -> pd.DataFrame:
    """Return the columns that name a card: those of FACTS that the catalogue has, copies, column, copy."""
    names = [name for name in (*FACTS, "copies", "column", "copy") if name in counts.units]
    return counts.units[names]


def results(counts: CardTally) -> pd.DataFrame:
    """Estimate what having a card did to its side's result; sorted by improvement, best first.

    Columns: the card's facts; drawn, played (share of games, +...); win rate of its side, +..., when
    win_opening (in the opening hand kept), win_drawn, win_played, win_never (never drawn);
    improvement (drawn minus never drawn, +... _p, improvement_holm), improvement_same_length (the same
    within games of equal length), opening_effect (dealt in the opening hand minus not; chance decides
    this one). A state counts for a card with copies if any copy was in it.
    """
    table = counts.results
    total = _games(table, np.ones(16, bool))
    drawn, never = (STATES & DRAWN) > 0, (STATES & DRAWN) == 0
    dealt = (STATES & DEALT) > 0
    columns = rate_columns("drawn", _games(table, drawn)[1], total[1])
    columns |= rate_columns("played", _games(table, (STATES & PLAYED) > 0)[1], total[1])
    groups = {"opening": (STATES & KEPT) > 0, "drawn": drawn, "played": (STATES & PLAYED) > 0, "never": never}
    for name, states in groups.items():
        columns |= rate_columns(f"win_{name}", *_games(table, states))
    sizes = _games(table, drawn)[1], _games(table, never)[1]
    gap = difference(*_games(table, drawn), *_games(table, never))
    columns |= difference_columns("improvement", gap, *sizes)
    columns["improvement_holm"] = holm(columns["improvement_p"])
    same = stratified_difference(*_by_length(table, drawn), *_by_length(table, never))
    columns |= difference_columns("improvement_same_length", same, *sizes)
    if "opening" in counts.run.card_fields:
        gap = difference(*_games(table, dealt), *_games(table, ~dealt))
        sizes = _games(table, dealt)[1], _games(table, ~dealt)[1]
        columns |= difference_columns("opening_effect", gap, *sizes)
        columns["opening_effect_holm"] = holm(columns["opening_effect_p"])
    frame = pd.concat([facts(counts), pd.DataFrame(columns)], axis=1)
    order = ["improvement", *(key for key in ("seat", "id", "copy") if key in frame)]
    return frame.sort_values(order, ascending=[False] + [True] * (len(order) - 1), ignore_index=True)


def usage(counts: CardTally) -> pd.DataFrame:
    """When and where cards came into the game.

    n counts copies, one per game and copy. Columns: the card's facts; drawn, played (share of copies, +...),
    played_if_drawn (+...), drawn_round, played_round (mean round of the first time, +...),
    place_<label> (share of first plays, +...), moved_<label> (share of played copies, +...),
    round_<r> (share of first plays in that round, +...).
    """
    fields, status = counts.run.card_fields, counts.left.sum(2)
    plays = counts.first_play.copy()
    plays[:, 0] = 0
    first = plays.sum((1, 2))
    columns = rate_columns("drawn", status[:, 1:].sum(1), status.sum(1))
    columns |= rate_columns("played", status[:, 2], status.sum(1))
    columns |= rate_columns("played_if_drawn", status[:, 2], status[:, 1:].sum(1))
    if "drawn_round" in fields:
        rounds = counts.histograms["drawn_round"].copy()
        rounds[:, 0] = 0
        columns |= histogram_mean("drawn_round", rounds)
    columns |= histogram_mean("played_round", plays.sum(2))
    for name, values, total in (
        ("played_place", plays.sum(1), first),
        ("moved_place", counts.histograms.get("moved_place"), status[:, 2]),
    ):
        for code, label in enumerate(fields[name].labels or () if name in fields else ()):
            if code and label:
                columns |= rate_columns(f"{name.removeprefix('played_')}_{label}", values[:, code], total)
    columns = {name.replace("moved_place_", "moved_"): value for name, value in columns.items()}
    for number in np.flatnonzero(plays.sum((0, 2))):
        columns |= rate_columns(f"round_{number}", plays[:, number].sum(1), first)
    return pd.concat([facts(counts), pd.DataFrame(columns)], axis=1)


def fates(counts: CardTally) -> pd.DataFrame:
    """How cards last left play or hand, one row per card, status and way.

    Columns: the card's facts; status (STATUSES), left (label), count (copies), share (of the card's copies
    with that status, +...). Empty if the run does not record it. Shares of several copies are no
    independent observations: the interval is then a little too narrow.
    """
    field = counts.run.card_fields.get("left")
    if field is None:
        return pd.DataFrame()
    labels = field.labels or tuple(map(str, range(field.size)))
    parts = []
    for status, name in enumerate(STATUSES):
        total = counts.left[:, status].sum(1)
        for code, label in enumerate(labels):
            count = counts.left[:, status, code]
            share = rate_columns("share", count, total)
            parts.append(facts(counts).assign(status=name, left=label, count=count, **share))
    table = pd.concat(parts, ignore_index=True)
    return table[table["count"] > 0].reset_index(drop=True)


def _games(table: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(wins, games) per unit over the chosen states. states: bool (16,)."""
    chosen = table[:, states].sum((1, 2))
    return chosen[:, 1], chosen.sum(1)


def _by_length(table: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(wins, games) per unit and length over the chosen states, each (units, ROUNDS)."""
    chosen = table[:, states].sum(1)
    return chosen[:, :, 1], chosen.sum(2)

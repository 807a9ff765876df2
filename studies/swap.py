"""Which single card of a deck to exchange for which: screened by halving, the best confirmed with fresh luck.

All candidates play the games of the unchanged deck with one card exchanged, and are compared with it game by
game. If there are many, a sample is played first: the effect of an exchange is estimated as the sum of the
effects of the card taken out and the card put in, and the pairs with the highest sums stay. Those are halved
again and again, each time after twice as many games (successive halving: Karnin, Koren and Somekh 2013,
Almost optimal exploration in multi-armed bandits, ICML). The winners of a screening were also lucky, so the
best are played again with a fresh seed, and only those figures are the result.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from mazarbul.analysis import load_run, paired
from mazarbul.sim.games.contract import Game, HasSwaps, HasValues, Setup, Swap, able
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import BASE, Member, Members, changed
from mazarbul.studies.seeds import fresh_seed

FIRST_GAMES = 250  # per candidate in the first screening
CONFIRM_TIMES = 40  # games per confirmation, in games of a candidate
GAMES = CONFIRM_TIMES * FIRST_GAMES  # of a study, per confirmation
SAMPLE = 240  # candidates played if there are more
HALVED = 64  # candidates that remain after a sample
KEEP = 5
PARTS = 4  # of the shortest run
SEED_OF_SAMPLE = 1
OUT, PUT = "card to take out,", "card to put in,"
COLUMNS = ("base", "other", "change", "change_low", "change_high", "change_n", "change_p")


@dataclass
class Screening:
    """The candidates of a search, and what is known about each: paired changes of the win rate."""

    members: Members
    experiment: Experiment
    side: str
    rows: list[dict] = field(default_factory=list)

    def play(self, swaps: Sequence[Swap], stage: str, games: int) -> dict[str, float]:
        """Play candidates up to this many games each; return the change of the win rate of each."""
        base = self.members.play_aside(_sized(self.experiment, games), "trials/base")
        changes = {}
        for swap in swaps:
            wanted = _sized(changed(self.experiment, swap.overlay), games)
            folder = self.members.play_aside(wanted, f"trials/{swap.id}")
            row = paired.compare(load_run(base), load_run(folder)).set_index("side").loc[self.side]
            changes[swap.id] = float(row["change"])
            self.rows.append({"screening": stage, **facts(swap), **{name: row[name] for name in COLUMNS}})
        return changes

    def table(self) -> pd.DataFrame:
        """Return the screening, in the order of play."""
        return pd.DataFrame(self.rows)


def swap(
    experiment: Experiment,
    seat: str | None,
    execution: Execution,
    display: Display,
    *,
    out: Sequence[str] = (),
    put: Sequence[str] = (),
    keep: int = KEEP,
    confirm_games: int | None = None,
    resume: bool = False,
) -> Path:
    """Find the best exchanges of one card in a seat's deck; return the collection's folder.

    seat: the first if None. experiment.games: games per candidate in the first screening. out, put: ids of
    the cards that may leave and enter; all if empty. keep: exchanges to confirm, with confirm_games
    each, CONFIRM_TIMES those of a candidate if None.
    The folder holds tables/screening.parquet besides the runs. Raises DataError for an unknown seat or card,
    or if the deck has no possible exchange.
    """
    _, setup, _ = prepare(experiment)
    confirm_games = collection.confirmations(experiment, confirm_games, CONFIRM_TIMES)
    candidates = offered(experiment, seat, out, put)
    seat = candidates[0].seat
    stages = planned(len(candidates), experiment.games, keep)
    info = collection.described(
        experiment,
        setup,
        "swaps",
        f"one card of the deck of {_seat_name(setup.catalogue, seat)}",
        seat=seat,
        candidates=len(candidates),
        out=sorted(out),
        put=sorted(put),
        confirmed_games=confirm_games,
        screening=[{"candidates": n, "games": games} for _, n, games in stages],
    )
    path = folders.chosen(execution.out, f"swap-{setup.scenario}", resume=resume)
    # runs are short and grow: small parts keep several workers busy, and little is played twice
    chunk = execution.chunk or math.ceil(experiment.games / PARTS)
    execution = execution.model_copy(update={"chunk": chunk})
    with collection.opened(path, info, execution, display, resume=resume) as members:
        side = dict(zip(setup.seats, setup.seat_sides, strict=True))[seat]
        screening = Screening(members, experiment, side)
        with members.progress(games_of(stages)):
            best = screened(screening, candidates, stages)
        members.write_table(screening.table(), "screening")
        _confirm(members, experiment, side, best[:keep], confirm_games)
    return path


def offered(
    experiment: Experiment, seat: str | None, out: Sequence[str] = (), put: Sequence[str] = ()
) -> list[Swap]:
    """Return the possible exchanges of a seat's deck; the first seat if None.

    Raises DataError for an unknown seat or card, or if there are none.
    """
    game, setup, _ = prepare(experiment)
    seat = seat or setup.seats[0]
    if seat not in setup.seats:
        raise unknown(f"seat of {setup.game}/{setup.scenario}", seat, setup.seats)
    every = able(game, HasSwaps).swaps(experiment.scenario, seat, **experiment.made_with())
    if not every:
        raise DataError(f"the deck of {seat!r} in {setup.game}/{setup.scenario} has no card to exchange")
    for names, known, what in (
        (out, {each.out for each in every}, OUT),
        (put, {each.put for each in every}, PUT),
    ):
        for name in names:
            if name not in known:
                raise _not_exchanged(game, experiment, setup, seat, name, what, known)
    found = [each for each in every if (not out or each.out in out) and (not put or each.put in put)]
    if not found:
        raise DataError("no exchange takes out one of these cards and puts in one of those")
    return found


def _not_exchanged(
    game: Game, experiment: Experiment, setup: Setup, seat: str, name: str, what: str, known: Collection[str]
) -> DataError:
    """Return the error for a card that cannot be exchanged: it says why if the game has the card."""
    deck: Mapping[str, int] = setup.catalogue.get("decks", {}).get(seat, {}).get("cards", {})
    if copies := deck.get(name, 0):
        times = f"the deck of {seat!r} has {name!r} {copies} times"
        return DataError(f"{times}, and its rules allow no more")
    try:
        able(game, HasValues).value(f"card.{name}.name", experiment.scenario, **experiment.made_with())
    except DataError:
        return unknown(what, name, {*known, *deck})
    if what == OUT:
        return DataError(f"{name!r} is not in the deck of {seat!r}")
    return DataError(f"the rules of the deck of {seat!r} do not let {name!r} in")


def planned(candidates: int, games: int, keep: int = KEEP) -> list[tuple[str, int, int]]:
    """Return the stages of a screening: (name, candidates played, total games of each so far)."""
    stages, left = [], candidates
    if candidates > SAMPLE:
        stages.append(("sample", SAMPLE, games))
        left = HALVED
    step = 1
    while True:
        stages.append((f"round {step}", left, games))
        if left <= max(2 * keep, 2):
            return stages
        left, games, step = math.ceil(left / 2), 2 * games, step + 1


def games_of(stages: Sequence[tuple[str, int, int]]) -> int:
    """Return about how many games a screening plays, including those of the unchanged deck."""
    total, before = 0, 0
    for name, candidates, games in stages:
        total += candidates * (games - before) + games - before
        before = 0 if name == "sample" else games
    return total


def screened(
    screening: Screening, candidates: Sequence[Swap], stages: Sequence[tuple[str, int, int]]
) -> list[Swap]:
    """Play the stages and return the candidates of the last one, best first."""
    left = list(candidates)
    for name, n, games in stages:
        if name == "sample":
            sample = sampled(left, n)
            left = likeliest(left, sample, screening.play(sample, name, games))[:HALVED]
            continue
        left = left[:n]
        changes = screening.play(left, name, games)
        left = sorted(left, key=lambda swap: -changes[swap.id])
    return left


def sampled(candidates: Sequence[Swap], n: int) -> list[Swap]:
    """Return n candidates in which every card out, and every card in, occurs about equally often."""
    order = np.random.default_rng(SEED_OF_SAMPLE).permutation(len(candidates))
    used: dict[tuple[str, str], int] = {}
    chosen: list[Swap] = []
    left = [candidates[i] for i in order]
    while len(chosen) < n:
        left.sort(key=lambda each: used.get(("out", each.out), 0) + used.get(("put", each.put), 0))
        best = left.pop(0)
        chosen.append(best)
        for key in (("out", best.out), ("put", best.put)):
            used[key] = used.get(key, 0) + 1
    return chosen


def likeliest(candidates: Sequence[Swap], sample: Sequence[Swap], changes: dict[str, float]) -> list[Swap]:
    """Return all candidates by the sum of both cards' effects, estimated from a sample; best first.

    Least squares with a small weight on zero, so that a card that occurred once counts little.
    """
    names = {
        key: i
        for i, key in enumerate({k: 0 for each in candidates for k in (("-", each.out), ("+", each.put))})
    }
    rows = np.zeros((len(sample), len(names)))
    for row, each in zip(rows, sample, strict=True):
        row[[names["-", each.out], names["+", each.put]]] = 1
    values = np.array([changes[each.id] for each in sample])
    worth = np.linalg.solve(rows.T @ rows + np.eye(len(names)), rows.T @ (values - values.mean()))
    return sorted(candidates, key=lambda each: -(worth[names["-", each.out]] + worth[names["+", each.put]]))


def facts(swap: Swap) -> dict[str, object]:
    """Return the row of a table about an exchange."""
    return {"swap": swap.id, "seat": swap.seat, "out": swap.out, "out_name": swap.out_name, "put": swap.put,
            "put_name": swap.put_name, "label": swap.label}  # fmt: skip


def _confirm(members: Members, experiment: Experiment, side: str, best: Sequence[Swap], games: int) -> None:
    """Play the unchanged deck and the best exchanges with a fresh seed: the members of the collection."""
    fresh = _sized(experiment, games).model_copy(update={"seed": fresh_seed(experiment.seed)})
    wanted = [
        Member(each.id, changed(fresh, each.overlay), f"confirmed/{each.id}", facts(each) | {"side": side})
        for each in best
    ]
    members.play(wanted, Member(BASE, fresh, BASE))


def _sized(experiment: Experiment, games: int) -> Experiment:
    return experiment.model_copy(update={"games": games})


def _seat_name(catalogue: dict, seat: str) -> str:
    return next((each.get("name", seat) for each in catalogue["seats"] if each["id"] == seat), seat)

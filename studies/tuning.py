"""How to reach balance: search named knobs for the smallest changes that bring the win rate into a band.

Optuna optimises two things together, distance from the target and cost of the change (Pareto front); all
trials play the same seed. A candidate that looks good there was also lucky, so the best are played again with
a fresh seed, and only those figures are reported as the result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import load_run, scenarios
from mazarbul.analysis.estimates import rate_columns, verdict
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.extras import need
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import BASE, Member, Members, changed
from mazarbul.studies.knobs import Setting
from mazarbul.studies.seeds import fresh_seed
from mazarbul.studies.whatif import Change, Second, check_second, play_second

TRIALS = 60
GAMES = 2_000
CONFIRM_TIMES = 10  # games per confirmation, in games of a trial
KEEP = 5
HALF_BAND = 0.05


@dataclass(frozen=True)
class Goal:
    """The goal of a search: the win rate of a side, its target and the band that counts as reached."""

    side: str
    target: float
    band: tuple[float, float]

    def distance(self, win: float) -> float:
        """Return how far a win rate is from the target."""
        return abs(win - self.target)


def goal(
    experiment: Experiment, side: str | None, target: float, band: tuple[float, float] | None = None
) -> Goal:
    """Return a goal; raises DataError for a side the game does not have or a band without the target.

    side: the first if None. band: five points to either side of the target if None.
    """
    _, setup, _ = prepare(experiment)
    sides = setup.sides
    if side is not None and side not in sides:
        raise unknown(f"side of {setup.game}/{setup.scenario}", side, sides)
    edges = band or (max(target - HALF_BAND, 0.0), min(target + HALF_BAND, 1.0))
    if not edges[0] <= target <= edges[1]:
        raise DataError(f"the target {target:.1%} lies outside the band {edges[0]:.1%} to {edges[1]:.1%}")
    return Goal(side or sides[0], target, edges)


class Search:
    """The combinations of values tried so far, each played once. A choice holds one index per setting."""

    def __init__(
        self, members: Members, experiment: Experiment, settings: Sequence[Setting], goal: Goal, trials: int
    ) -> None:
        self.members, self.experiment, self.settings, self.goal = members, experiment, settings, goal
        self.trials = trials
        self.wins: dict[tuple[int, ...], tuple[int, int]] = {}  # choice -> games won, games

    def cost(self, choice: Sequence[int]) -> float:
        """Return the cost of a choice: the sum of its knobs' costs."""
        return sum(setting.cost(i) for setting, i in zip(self.settings, choice, strict=True))

    def words(self, choice: Sequence[int]) -> str:
        """Return the changes of a choice, in words."""
        said = [setting.words(i) for setting, i in zip(self.settings, choice, strict=True)]
        return "; ".join(filter(None, said)) or "no change"

    def experiment_of(self, choice: Sequence[int]) -> Experiment:
        """Return the game with a choice of values."""
        moved = zip(self.settings, choice, strict=True)
        overlays = [s.overlay(i) for s, i in moved if s.choices[i] != s.printed]
        return changed(self.experiment, *overlays)

    def win(self, choice: tuple[int, ...]) -> float:
        """Return the win rate of a choice; plays its games if they are not played yet."""
        if choice not in self.wins:
            folder = self.members.play_aside(
                self.experiment_of(choice), f"trials/{'-'.join(map(str, choice))}"
            )
            self.wins[choice] = _wins(folder, self.goal.side)
        won, games = self.wins[choice]
        return won / games

    def run(self, seed: int) -> None:
        """Let Optuna choose the trials, starting with the printed game and the changes by one step."""
        optuna = need("optuna")
        # at WARNING it prints a traceback of whatever stops a trial, Ctrl-C too, which is raised anyway
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        size = math.prod(len(setting.choices) for setting in self.settings)
        space = {str(i): list(range(len(setting.choices))) for i, setting in enumerate(self.settings)}
        sampler = (
            optuna.samplers.GridSampler(space, seed=seed)
            if size <= self.trials
            else optuna.samplers.TPESampler(seed=seed)
        )
        study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
        first = self._first()
        for choice in first:
            study.enqueue_trial({str(i): value for i, value in enumerate(choice)})
        # A grid ends by itself once it is full; the first trials are not played twice.
        study.optimize(self._objective, n_trials=len(first) + size if size <= self.trials else self.trials)

    def _first(self) -> list[tuple[int, ...]]:
        """Return the printed game and every change of one knob by one step."""
        printed = tuple(setting.choices.index(setting.printed) for setting in self.settings)
        found = [printed]
        for knob, setting in enumerate(self.settings):
            for i in (printed[knob] - 1, printed[knob] + 1):
                if 0 <= i < len(setting.choices):
                    found += [(*printed[:knob], i, *printed[knob + 1 :])]
        return found[: self.trials]

    def _objective(self, trial: Any) -> tuple[float, float]:
        choice = tuple(
            trial.suggest_int(str(i), 0, len(setting.choices) - 1) for i, setting in enumerate(self.settings)
        )
        return self.goal.distance(self.win(choice)), self.cost(choice)

    def best(self, keep: int) -> list[tuple[int, ...]]:
        """Return the cheapest choices whose interval reaches the band, at most `keep`; else the nearest ones.

        The unchanged game is not among them, nor a choice that contains all changes of a cheaper one that
        also reaches the band.
        """
        changes = sorted(
            (choice for choice in self.wins if self.cost(choice) > 0),
            key=lambda choice: (self.cost(choice), self.goal.distance(self.win(choice))),
        )
        found: list[tuple[int, ...]] = []
        for choice in filter(self._reaches, changes):
            if not any(self._hits(smaller) and self._contains(choice, smaller) for smaller in found):
                found.append(choice)
        nearest = sorted(changes, key=lambda choice: self.goal.distance(self.win(choice)))
        return (found or nearest)[:keep]

    def _reaches(self, choice: tuple[int, ...]) -> bool:
        """Return whether the interval of a choice's win rate reaches the band."""
        interval = rate_columns("win", *self.wins[choice])
        low, high = self.goal.band
        return bool(interval["win_high"] >= low and interval["win_low"] <= high)

    def _hits(self, choice: tuple[int, ...]) -> bool:
        """Return whether a choice's win rate itself lies in the band."""
        return self.goal.band[0] <= self.win(choice) <= self.goal.band[1]

    def _contains(self, choice: tuple[int, ...], smaller: tuple[int, ...]) -> bool:
        """Return whether a choice makes every change that another one makes."""
        both = zip(self.settings, choice, smaller, strict=True)
        return all(setting.choices[j] == setting.printed or i == j for setting, i, j in both)

    def table(self) -> pd.DataFrame:
        """Return the trials in the order of play."""
        rows = []
        for number, (choice, (won, games)) in enumerate(self.wins.items(), start=1):
            knobs = {f"knob_{s.knob.path}": s.choices[i] for s, i in zip(self.settings, choice, strict=True)}
            rate = _rate(won, games)
            row = {"trial": number, "changes": self.words(choice), **rate, "games": games}
            rows.append(
                row | {"cost": self.cost(choice), "distance": self.goal.distance(won / games), **knobs}
            )
        return pd.DataFrame(rows)


def tune(
    experiment: Experiment,
    settings: Sequence[Setting],
    goal: Goal,
    execution: Execution,
    display: Display,
    *,
    trials: int = TRIALS,
    keep: int = KEEP,
    confirm_games: int | None = None,
    second: Second | None = None,
    resume: bool = False,
) -> Path:
    """Search the knobs and confirm the smallest changes that reach the band; return the collection's folder.

    experiment.games: games per trial. confirm_games: CONFIRM_TIMES those if None.
    second: plays the proposal again, as a what-if in the folder `second`.
    The folder holds tables/trials.parquet and tables/confirmed.parquet besides the runs. Raises DataError if
    optuna is not installed.
    """
    need("optuna")
    _, setup, _ = prepare(experiment)
    if second:
        check_second(experiment, [], second)
    knobs = [
        s.knob.model_dump(include={"path", "cost"})
        | {"name": s.knob.title, "values": list(s.choices), "printed": s.printed}
        for s in settings
    ]
    info = collection.described(
        experiment,
        setup,
        "tuning",
        "the way to balance" if len(setup.sides) > 1 else "the way to the target win rate",
        trials=trials,
        side=goal.side,
        target=goal.target,
        band=list(goal.band),
        knobs=knobs,
    )
    path = folders.chosen(execution.out, f"tuning-{setup.scenario}", resume=resume)
    with collection.opened(path, info, execution, display, resume=resume) as members:
        search = Search(members, experiment, settings, goal, trials)
        size = math.prod(len(setting.choices) for setting in settings)
        with members.progress(min(trials, size) * experiment.games):
            search.run(experiment.seed)
        members.write_table(search.table(), "trials")
        choices = search.best(keep)
        times = collection.confirmations(experiment, confirm_games, CONFIRM_TIMES)
        confirmed = _confirmed(search, choices, times)
        members.write_table(confirmed, "confirmed")
        if second and choices:
            change = _proposal(search, choices, confirmed)
            play_second(members, experiment, [change], second, execution, display)
    return path


def _confirmed(search: Search, choices: Sequence[tuple[int, ...]], games: int) -> pd.DataFrame:
    """Play the unchanged game and the chosen changes with a fresh seed; one row each, cheapest first."""
    fresh = search.experiment.model_copy(update={"seed": fresh_seed(search.experiment.seed), "games": games})
    members = [
        Member(
            "-".join(map(str, choice)),
            changed(search.experiment_of(choice), seed=fresh.seed, games=games),
            f"confirmed/{'-'.join(map(str, choice))}",
            {"label": search.words(choice), "cost": search.cost(choice)},
        )
        for choice in choices
    ]
    search.members.play(members, Member(BASE, fresh, BASE))
    unchanged = (search.members.path / BASE, "no change", 0.0, None)
    played = [
        (search.members.path / member.run, member.facts["label"], member.facts["cost"], choice)
        for member, choice in zip(members, choices, strict=True)
    ]
    rows = []
    for rank, (folder, label, cost, choice) in enumerate([unchanged, *played]):
        won, n = _wins(folder, search.goal.side)
        rate = _rate(won, n)
        judged = verdict(rate["win"], rate["win_low"], rate["win_high"], search.goal.band)
        row = {"rank": rank, "changes": label, "cost": cost, **rate, "games": n, "verdict": judged.code}
        rows.append(row | {"win_search": search.win(choice) if choice else float("nan")})
    return pd.DataFrame(rows)


def _proposal(search: Search, choices: Sequence[tuple[int, ...]], confirmed: pd.DataFrame) -> Change:
    """Return the change of the headline: the cheapest that lies wholly inside the band, else the first."""
    inside = confirmed[(confirmed["rank"] > 0) & (confirmed["verdict"] == "inside")]
    choice = choices[int(inside["rank"].iloc[0]) - 1 if len(inside) else 0]
    return Change("changed", search.words(choice), search.experiment_of(choice))


def _wins(folder: Path, side: str) -> tuple[int, int]:
    """Return (games won by a side, games) of a run."""
    table = scenarios.win_rates(load_run(folder)).set_index("side")
    return int(table.loc[side, "wins"]), int(table.loc[side, "games"])


def _rate(won: int, games: int) -> dict[str, float]:
    """Return the columns of a win rate as plain numbers."""
    return {key: value.item() for key, value in rate_columns("win", won, games).items()}

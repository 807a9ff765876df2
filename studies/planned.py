"""What a command would play: its parts, each with its games and who plays them, for `forecast.expected`."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.progress import Quiet
from mazarbul.studies import ablation, audit, practice, skill, swap
from mazarbul.studies.aim import Aim
from mazarbul.studies.collection import changed
from mazarbul.studies.forecast import Load, Planned
from mazarbul.studies.generations import Effort, Training
from mazarbul.studies.whatif import Change, Second, under

SEARCH = "search"
REVIEWED_WORLDS = 200  # of a review whose cost is known


def run(experiment: Experiment) -> list[Planned]:
    """Return what a run plays."""
    return [Planned("run", [Load(experiment.games, experiment)])]


def whatif(base: Experiment, changes: Sequence[Change], second: Second | None = None) -> list[Planned]:
    """Return what a game, as it is and changed, plays; and again under a second bot."""
    played = (base, *(change.experiment for change in changes))
    parts = [Planned("whatif", [Load(base.games, each) for each in played])]
    if second:
        parts.append(again(second, played))
    return parts


def again(second: Second, played: Iterable[Experiment]) -> Planned:
    """Return what a second bot plays again."""
    return Planned(f"with {second.bot}", [Load(second.games, under(each, second)) for each in played])


def ablate(
    experiment: Experiment,
    kinds: Sequence[str] = ablation.KINDS,
    subjects: Sequence[str] = (),
    only: Collection[str] = (),
    *,
    numbers_of: int | None = None,
    has_base: bool = False,
) -> list[Planned]:
    """Return what an ablation plays. numbers_of: as for `ablation.ablate`. has_base: it is there already."""
    game, setup, _ = prepare(experiment)
    found = ablation.wanted(game, setup, experiment, kinds, subjects, only)
    n = len(found)
    if numbers_of is not None:
        numbers = sum(each.kind != "blank" for each in found)
        # which things are strongest is not known yet: those have as many numbers as all on average
        of_one = numbers / max(len({each.subject for each in found}), 1)
        n += min(math.ceil(of_one * numbers_of), numbers) - numbers
    return [Planned("ablation", [Load((n + (not has_base)) * experiment.games, experiment)])]


def swaps(
    experiment: Experiment,
    seat: str | None,
    keep: int,
    confirm_games: int,
    out: Sequence[str] = (),
    put: Sequence[str] = (),
) -> list[Planned]:
    """Return what the search for an exchange of one card plays."""
    offered = swap.offered(experiment, seat, out, put)
    screened = swap.games_of(swap.planned(len(offered), experiment.games, keep))
    confirmed = (min(keep, len(offered)) + 1) * confirm_games
    return [Planned("swaps", [Load(screened + confirmed, experiment)])]


def tune(
    experiment: Experiment, trials: int, keep: int, confirm_games: int, second: Second | None = None
) -> list[Planned]:
    """Return what a tuning plays at most."""
    tried, confirmed = trials * experiment.games, (keep + 1) * confirm_games
    parts = [
        Planned("trials", [Load(tried, experiment)]),
        Planned("confirmed", [Load(confirmed, experiment)]),
    ]
    if second:
        parts.append(again(second, [experiment, experiment]))  # the proposal, not known yet, takes as long
    return parts


def ladder(experiment: Experiment, bots: Sequence[str]) -> list[Planned]:
    """Return what a ladder of bots plays."""
    members = skill.on_ladder(experiment, *skill.rungs(experiment, bots))
    return [Planned("ladder", [Load(each.experiment.games, each.experiment) for each in members])]


def restrictions(experiment: Experiment, kinds: Sequence[str], only: Collection[str] = ()) -> list[Planned]:
    """Return what bots that must do without something play."""
    n = len(skill.restricted(experiment, kinds, only)) + 1
    return [Planned("restrictions", [Load(n * experiment.games, experiment)])]


def audited(experiment: Experiment, scope: audit.Scope) -> list[Planned]:
    """Return what an audit plays."""
    plan = audit.Audit(experiment, scope)
    parts = [Planned(name, loads) for name, loads in plan.loads(has_base=False, has_values=False).items()]
    return [*parts, *([Planned("training", [], plan.seconds_of_training)] if scope.minutes else [])]


def reviewed(experiment: Experiment, rollouts: int, worlds: int) -> list[Planned]:
    """Return what a review plays: about as much as so many games whose seats all search."""
    _, setup, _ = prepare(experiment)
    searching = changed(experiment, bots=dict.fromkeys(setup.seats, f"{SEARCH}:{rollouts}"))
    cost = audit.REVIEW_COST * worlds / REVIEWED_WORLDS
    return [Planned("review", [Load(experiment.games, searching, cost)])]


def trained(goal: Aim, effort: Effort, jobs: int) -> list[Planned]:
    """Return what a search for weights plays: so many generations, or so many minutes for all sides."""
    experiments = [table.experiment for table in goal.tables]
    played = [Load(2 * effort.confirm * len(goal.sides), each) for each in experiments]
    if effort.generations is None:
        return [Planned("search", [], 60 * effort.minutes), Planned("confirmed", played)]
    size = Training(goal, effort, jobs, Quiet()).population * effort.generations * len(goal.sides)
    share = math.ceil(size * experiments[0].games / len(experiments))
    return [Planned("search", [Load(share, each) for each in experiments]), Planned("confirmed", played)]


def practised(
    experiments: Sequence[Experiment], effort: practice.Effort, pairs: int, side: str | None
) -> list[Planned]:
    """Return what practice plays. pairs: of games that measure the gain of a side. side: one, or all."""
    sides = 1 if side else len(prepare(experiments[0])[1].sides)
    shown = Planned("gains", [Load(2 * pairs * sides, each) for each in experiments])
    if effort.games is None:
        return [Planned("practice", [], 60 * (effort.minutes or practice.MINUTES)), shown]
    share = math.ceil(effort.games / len(experiments))
    return [Planned("practice", [Load(share, each) for each in experiments]), shown]

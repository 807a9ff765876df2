"""The parts of a study's scenario: each checked, counted and ready to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mazarbul.sim.runner.experiment import Execution, Experiment, located_bot, located_deck, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import Mistakes
from mazarbul.studies import audit as audits
from mazarbul.studies import matrix as matrices
from mazarbul.studies import planned
from mazarbul.studies import swap as swapping
from mazarbul.studies.ablation import ablate
from mazarbul.studies.asked import Ablation, AuditPart, Ladder, Matrix, Restrictions, Study, Swaps, WhatIf
from mazarbul.studies.forecast import Load
from mazarbul.studies.skill import ladder, restrict
from mazarbul.studies.whatif import Change, changed_by, check_effect, whatif

#: Plays a part of a study into the folder of an execution.
Player = Callable[[Execution, Display], Path]


@dataclass(frozen=True)
class Task:
    """A part of a scenario. kind: its name, and that of its folder. loads: about what it plays.

    seconds: that it takes besides, whatever the number of workers, such as for training.
    """

    kind: str
    play: Player
    loads: Sequence[Load]
    seconds: float = 0.0


def tasks(study: Study, scenario: str, experiment: Experiment, folder: Path) -> list[Task]:
    """Return what a study plays of a scenario, its run first. Raises DataError with all mistakes in it.

    experiment: the scenario's. folder: start of the study's relative paths.
    """
    found, mistakes = [], Mistakes()
    for make in _makers(study, scenario, experiment, folder):
        with mistakes.going_on():
            found.append(make())
    mistakes.check()
    return found


def _makers(
    study: Study, scenario: str, experiment: Experiment, folder: Path
) -> Iterator[Callable[[], Task]]:
    """Yield what makes each part that a study names, and checks it."""
    yield partial(Task, "run", partial(_resumed, run, experiment), [Load(experiment.games, experiment)])
    if study.ablation:
        yield partial(_ablation, study.ablation, experiment)
    if study.restrictions:
        yield partial(_restrictions, study.restrictions, experiment)
    if study.ladder:
        yield partial(_ladder, study.ladder, experiment, folder)
    if study.matrix:
        yield partial(_matrix, study.matrix, experiment, folder)
    if study.swaps:
        yield partial(_swaps, study.swaps, experiment)
    if study.audit:
        yield partial(_audit, study.audit, study.ablation, experiment, folder)
    wanted = [each for each in study.whatif if each.tried_in([scenario])]
    if wanted:
        base = experiment.model_copy(update={"games": min(study.whatif_games, experiment.games)})
        yield partial(_whatif, wanted, base, folder)


def _resumed(play: Callable[..., Path], *asked: object) -> Path:
    """Play a part of a study, or the rest of it."""
    return play(*asked, resume=True)


def _of(
    part: Ablation | Restrictions | Ladder | Matrix | Swaps | AuditPart, experiment: Experiment
) -> Experiment:
    """Return an experiment with the games of a part, no more than its own."""
    return experiment.model_copy(update={"games": min(part.games, experiment.games)})


def _home(execution: Execution) -> Path:
    """Return the folder of all parts at a table. execution: of a part, which is written below it."""
    assert execution.out is not None, "a part has a folder"
    return execution.out.parent


def _ablation(part: Ablation, experiment: Experiment) -> Task:
    own = _of(part, experiment)
    (played,) = planned.ablate(own, subjects=part.subjects, numbers_of=part.numbers_of, has_base=True)

    def player(execution: Execution, display: Display) -> Path:
        return ablate(
            own,
            execution,
            display,
            base_run=_home(execution) / "run",
            resume=True,
            numbers_of=part.numbers_of,
            subjects=part.subjects,
        )

    return Task("ablation", player, played.loads)


def _restrictions(part: Restrictions, experiment: Experiment) -> Task:
    own = _of(part, experiment)
    (played,) = planned.restrictions(own, part.kinds)
    return Task("restrictions", partial(_resumed, partial(restrict, kinds=part.kinds), own), played.loads)


def _ladder(part: Ladder, experiment: Experiment, folder: Path) -> Task:
    own, bots = _of(part, experiment), [located_bot(bot, folder) for bot in part.bots]
    (played,) = planned.ladder(own, bots)
    return Task("ladder", partial(_resumed, partial(ladder, bots=bots), own), played.loads)


def _matrix(part: Matrix, experiment: Experiment, folder: Path) -> Task:
    own, decks = _of(part, experiment), [located_deck(deck, folder) for deck in part.decks]
    groups = matrices.groups(own, decks, part.players)  # reports a mistake before anything is played
    # how long a game takes depends on the number of players more than on their decks
    first = {group.facts["players"]: group.experiment for group in reversed(groups)}
    loads = [Load(group.experiment.games, first[group.facts["players"]]) for group in groups]
    return Task("matrix", partial(_resumed, matrices.matrix, own, decks, part.players), loads)


def _swaps(part: Swaps, experiment: Experiment) -> Task:
    own = _of(part, experiment)
    games = min(part.confirmed_games, experiment.games)
    (played,) = planned.swaps(own, part.seat, part.keep, games)
    play = partial(_resumed, partial(swapping.swap, keep=part.keep, confirm_games=games), own, part.seat)
    return Task("swaps", play, played.loads)


def _audit(part: AuditPart, blanked: Ablation | None, experiment: Experiment, folder: Path) -> Task:
    own = _of(part, experiment)
    subjects = part.subjects or (blanked.subjects if blanked else ())
    scope = audits.Scope(
        bots=[located_bot(bot, folder) for bot in part.bots],
        rollouts=part.search,
        search_games=part.search_games,
        review_games=part.review_games,
        value_games=part.value_games,
        subjects=subjects,
        minutes=part.train,
    )
    plan = audits.Audit(own, scope)  # reports a mistake before anything is played
    # what the study's own ablation blanked is not played again
    is_known = blanked is not None and subjects == blanked.subjects

    def player(execution: Execution, display: Display) -> Path:
        home = _home(execution)
        known = {"base_run": home / "run", "known_values": home / "ablation" if is_known else None}
        return audits.audit(own, scope, execution, display, resume=True, **known)

    loads = plan.loads(has_base=True, has_values=is_known).values()
    return Task("audit", player, [load for some in loads for load in some], plan.seconds_of_training)


def _whatif(wanted: Sequence[WhatIf], base: Experiment, folder: Path) -> Task:
    changes, mistakes = [], Mistakes()
    for each in wanted:
        with mistakes.going_on():
            changes.append(_change(each, base, folder))
    mistakes.check()
    (played,) = planned.whatif(base, changes)
    return Task("whatif", partial(_resumed, whatif, base, changes), played.loads)


def _change(wanted: WhatIf, base: Experiment, folder: Path) -> Change:
    """Return a change of a scenario's game. Raises DataError for a mistake in it."""
    overlays = [each if isinstance(each, dict) else folder / each for each in wanted.overlay]
    changed = changed_by(base, {"overlay": overlays, "switches": wanted.switches})
    prepare(changed)
    if wanted.scenario is not None:  # what is tried in all scenarios may be in play in some
        check_effect(base, changed)
    return Change(wanted.id, wanted.title, changed)

"""What does a thing really do: the same games again, with it blanked or with one of its numbers changed.

Blanking measures what a card's whole text is worth to its side in these decks, with these bots; a number
changed by one measures what that number is worth. Both are causal: everything else, including the luck,
stays the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from mazarbul.analysis import paired
from mazarbul.analysis.collection import load_collection
from mazarbul.formats.declared import Declared
from mazarbul.sim import games
from mazarbul.sim.games.contract import Game, HasVariants, Setup, Variant, able
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.errors import unknown
from mazarbul.sim.runner.experiment import Execution, Experiment, from_options, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import resumed_experiment
from mazarbul.sim.runner.summary import AGGREGATES
from mazarbul.sim.runner.version import code_version
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.collection import BASE, Member, changed

KINDS = ("blank", "plus", "minus")
GAMES = 4_000


def ablate(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    base_run: Path | None = None,
    only: Collection[str] = (),
    kinds: Sequence[str] = KINDS,
    subjects: Sequence[str] = (),
    numbers_of: int | None = None,
    resume: bool = False,
) -> Path:
    """Play every variant of the things in play against the same games unchanged; return the folder.

    experiment.games: games per variant. base_run: a run that already has these games. only: ids of things;
    all if empty. kinds: of KINDS. subjects: kinds of things; if empty, those that the game usually varies.
    numbers_of: change only the numbers of this many things, those whose blanking changed the win rate most;
    None for all. Raises DataError for an unknown id or kind.
    """
    game, setup, _ = prepare(experiment)
    found = wanted(game, setup, experiment, kinds, subjects, only)
    if base_run:
        check_base(base_run, experiment, setup.tables_hash)
    info = collection.described(
        experiment,
        setup,
        "ablation",
        "what things do",
        only=sorted(only),
        kinds=list(kinds),
        subjects=list(subjects),
        numbers_of=numbers_of,
    )
    path = folders.chosen(execution.out, f"ablation-{setup.scenario}", resume=resume)
    with collection.opened(path, info, execution, display, resume=resume) as members:
        base = None if base_run else Member(BASE, experiment, BASE)
        if base_run:
            members.set_base(base_run)
        if numbers_of is None:
            members.play([member_of(experiment, variant) for variant in found], base)
        else:
            members.play(
                [member_of(experiment, variant) for variant in found if variant.kind == "blank"], base
            )
            strongest = _strongest(path, numbers_of)
            rest = [variant for variant in found if variant.kind != "blank" and variant.subject in strongest]
            members.play([member_of(experiment, variant) for variant in rest])
    return path


def wanted(
    game: Game,
    setup: Setup,
    experiment: Experiment,
    kinds: Collection[str] = KINDS,
    subjects: Sequence[str] = (),
    only: Collection[str] = (),
) -> list[Variant]:
    """Return the variants to play, as `ablate` does. Raises DataError for an unknown thing or kind."""
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of change", kind, KINDS)
    every = able(game, HasVariants).variants(experiment.scenario, **experiment.made_with())
    found = [variant for variant in every if variant.kind in kinds]
    return _chosen(found, only, checked_subjects(setup, every, subjects))


def checked_subjects(setup: Setup, variants: Sequence[Variant], asked: Sequence[str]) -> Sequence[str]:
    """Return the requested kinds of things, the usual ones by default. Raises DataError."""
    known = list(dict.fromkeys(variant.subject_kind for variant in variants))
    for kind in asked:
        if kind not in known:
            raise unknown("kind of thing", kind, known)
    return (
        asked or [kind for kind in Declared.of(setup.catalogue).usual("variants") if kind in known] or known
    )


def _chosen(found: list[Variant], only: Collection[str], kinds: Collection[str]) -> list[Variant]:
    """Return the variants of `only`, or of all things, of some kinds. Raises DataError for an unknown one."""
    known = sorted({variant.subject for variant in found})
    for name in only:
        if name not in known:
            raise unknown("thing", name, known)
    return [each for each in found if (each.subject in only if only else each.subject_kind in kinds)]


def member_of(experiment: Experiment, variant: Variant) -> Member:
    """Return the member of an ablation that plays a variant."""
    apart = ("id", "overlay", "facts", "parts")
    facts = {key: value for key, value in asdict(variant).items() if key not in apart}
    facts |= variant.facts
    return Member(variant.id, changed(experiment, variant.overlay), f"variants/{variant.id}", facts)


def _strongest(path: Path, count: int) -> set[str]:
    """Return the things whose blanking changed the win rate most."""
    table = paired.changes(load_collection(path))
    return set(table.loc[table["kind"] == "blank", "subject"].head(count))


def check_base(run: Path, experiment: Experiment, tables_hash: str) -> None:
    """Raise DataError unless a run on disk has the games that others are to be compared with."""
    manifest = manifests.load(run)
    if manifest.keep == AGGREGATES:
        raise DataError(
            "this run keeps counts of its games, but variants are compared with them one by one: play it"
            " again with --keep games or --keep all",
            run,
        )
    if manifest.code_version != code_version(game=games.get(manifest.game)):
        raise DataError("this run was played with other code than this program's: play it again", run)
    if manifest.tables_hash != tables_hash:
        raise DataError("the data files changed since this run was played: play it again", run)
    if manifest.games_done < experiment.games:
        raise DataError(f"this run has {manifest.games_done:,} games: ask for at most as many", run)


def experiment_of(run: Path, games: int | None, *, trust_code: bool = False) -> Experiment:
    """Return the experiment of a run, with the given number of games per variant, or at most GAMES.

    trust_code: let it execute bots in Python that the user has not run. Raises DataError if it would,
    and for a number that no run can have.
    """
    wanted = min(GAMES, manifests.load(run).games_done) if games is None else games
    begun = resumed_experiment(run, trust_code=trust_code)
    return from_options(Experiment, begun.model_dump() | {"games": wanted})

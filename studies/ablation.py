"""What does a card really do: the same games once more, with the card blanked or one of its numbers changed.

Blanking measures what all of a card's icons and texts are worth to its side in these decks, with these
bots; a number changed by one measures what that number is worth. Both are causal: all else, the luck
included, stays as it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path

from analysis import paired
from analysis.collection import load_collection
from sim.engine.toml import DataError
from sim.games.contract import Variant
from sim.runner import manifest as manifests
from sim.runner.errors import unknown
from sim.runner.experiment import Execution, Experiment, prepare
from sim.runner.progress import Display
from sim.runner.run import resumed_experiment
from sim.runner.summary import AGGREGATES
from sim.runner.version import code_version
from studies import family
from studies.family import BASE, Member, changed

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
    places: bool = False,
    numbers_of: int | None = None,
    resume: bool = False,
) -> Path:
    """Play every variant of the cards in play against the same games unchanged; return the folder.

    experiment.games: games of each variant. base_run: a run that holds these games already. only: ids of
    cards (or locations); all if empty. kinds: of KINDS. places: locations too. numbers_of: change the
    numbers of the so many cards alone whose blanking moved the win rate most, None for all. Raises
    DataError for an unknown id.
    """
    game, setup, _ = prepare(experiment)
    every = game.variants(experiment.scenario, **experiment.made_with())
    found = [variant for variant in every if variant.kind in kinds]
    found = _chosen(
        found, only, set() if places else {place["id"] for place in setup.catalogue.get("places", ())}
    )
    if base_run:
        _check_base(base_run, experiment, setup.tables_hash)
    info = family.described(
        experiment,
        setup,
        "ablation",
        "what the cards do",
        only=sorted(only),
        kinds=list(kinds),
        places=places,
        numbers_of=numbers_of,
    )
    path = execution.out or family.fresh("ablation", setup.scenario)
    with family.opened(path, info, execution, display, resume=resume) as members:
        base = None if base_run else Member(BASE, experiment, BASE)
        if base_run:
            members.set_base(base_run)
        if numbers_of is None:
            members.play([_member(experiment, variant) for variant in found], base)
        else:
            members.play([_member(experiment, variant) for variant in found if variant.kind == "blank"], base)
            strongest = _strongest(path, numbers_of)
            rest = [variant for variant in found if variant.kind != "blank" and variant.card in strongest]
            members.play([_member(experiment, variant) for variant in rest])
    return path


def _chosen(found: list[Variant], only: Collection[str], left_out: Collection[str]) -> list[Variant]:
    """Return the variants of `only`, or of all but `left_out`. Raises DataError for an unknown one."""
    known = sorted({variant.card for variant in found})
    for name in only:
        if name not in known:
            raise unknown("card or location", name, known)
    if only:
        return [variant for variant in found if variant.card in only]
    return [variant for variant in found if variant.card not in left_out]


def _member(experiment: Experiment, variant: Variant) -> Member:
    facts = {key: value for key, value in asdict(variant).items() if key not in ("id", "overlay")}
    return Member(variant.id, changed(experiment, variant.overlay), f"variants/{variant.id}", facts)


def _strongest(path: Path, count: int) -> set[str]:
    """Return the cards whose blanking moved the win rate most."""
    table = paired.changes(load_collection(path))
    return set(table.loc[table["kind"] == "blank", "card"].head(count))


def _check_base(run: Path, experiment: Experiment, tables_hash: str) -> None:
    """Raise DataError unless a run on disk holds the games that variants are to be compared with."""
    manifest = manifests.load(run)
    if manifest.keep == AGGREGATES:
        raise DataError(
            "this run keeps counts of its games, and variants are compared with them one by one: play it with"
            " --keep games or --keep all",
            run,
        )
    if manifest.code_version != code_version():
        raise DataError("this run was played by other code than this program: play it again", run)
    if manifest.tables_hash != tables_hash:
        raise DataError("the data files changed since this run was played: play it again", run)
    if manifest.games_done < experiment.games:
        raise DataError(f"this run has {manifest.games_done:,} games: ask for no more of each variant", run)


def experiment_of(run: Path, games: int | None) -> Experiment:
    """Return the experiment of a run, for as many games of each variant as asked, or GAMES at most."""
    manifest = manifests.load(run)
    return resumed_experiment(run).model_copy(update={"games": games or min(GAMES, manifest.games_done)})

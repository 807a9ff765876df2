"""A study: every question of the analysis for several scenarios of a game, from one file, in one go.

<study>/study.json                   the study as requested, and the folders of its parts
<study>/<scenario>/run/              the games
<study>/<scenario>/ablation/         collections, see `analysis.collection`
<study>/<scenario>/restrictions/
<study>/<scenario>/ladder/
<study>/<scenario>/matrix/
<study>/<scenario>/audit/
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.games.contract import HasVariants, able
from sim.runner import folder as folders
from sim.runner.experiment import (
    MOST_GAMES,
    Execution,
    Experiment,
    Folder,
    Laid,
    Share,
    located_bot,
    located_deck,
    prepare,
    validated,
)
from sim.runner.progress import Display
from sim.runner.run import run
from sim.runner.store import sealed, write_whole
from sim.toml import DataError, Document
from studies import ablation, skill
from studies import audit as audits
from studies import matrix as matrices
from studies import swap as swapping
from studies import whatif as whatifs
from studies.ablation import ablate
from studies.skill import ladder, restrict
from studies.whatif import Change, changed_by, whatif

NAME = "study.json"
FORMAT = 3
#: Plays a part of a study into the folder of an execution.
Player = Callable[[Execution, Display], Path]
Count = Annotated[int, Field(ge=1, le=MOST_GAMES)]


class Part(BaseModel):
    """Base of the parts of a study: immutable, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Ablation(Part):
    """What the things in play do. numbers_of: change the numbers of this many of the strongest.

    subjects: kinds of things; by default those that the game usually varies.
    """

    games: Count = ablation.GAMES
    numbers_of: Annotated[int, Field(ge=0)] = 10
    subjects: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Restrictions(Part):
    """What the bots can do without."""

    games: Count = skill.RESTRICTION_GAMES
    kinds: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Ladder(Part):
    """Bots against each other; by default one bot with fewer and fewer random moves."""

    games: Count = skill.LADDER_GAMES
    bots: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Matrix(Part):
    """Decks against the quest: every group of different decks for every number of players."""

    decks: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    players: Annotated[tuple[Count, ...], Field(strict=False, min_length=1)] = matrices.PLAYERS
    games: Count = matrices.GAMES


class Swaps(Part):
    """Which card of a deck to exchange for which. seat: of the deck, the first if None.

    games: per candidate in the first screening. confirmed_games: for each of the `keep` best, played again.
    """

    seat: str | None = None
    games: Count = swapping.FIRST_GAMES
    confirmed_games: Count = swapping.GAMES
    keep: Count = swapping.KEEP


class AuditPart(Part):
    """How far the figures depend on the bots; see `studies.audit.Scope`.

    games: of each bot that plays in a kernel. search: rollouts of bots that search. value_games: with each
    thing blanked, 0 for none. subjects: kinds of things, by default those of the ablation. train: minutes for
    each side.
    """

    games: Count = audits.GAMES
    bots: Annotated[tuple[str, ...], Field(strict=False)] = ()
    search: Annotated[tuple[Count, ...], Field(strict=False)] = audits.ROLLOUTS
    search_games: Annotated[tuple[Count, ...], Field(strict=False, min_length=1)] = audits.SEARCH_GAMES
    value_games: Annotated[int, Field(ge=0, le=MOST_GAMES)] = audits.VALUE_GAMES
    subjects: Annotated[tuple[str, ...], Field(strict=False)] = ()
    train: Annotated[float, Field(ge=0)] = 0.0


class WhatIf(Part):
    """A change to the game. id: name of its folder. scenario: where it is tried; all of them if None.

    overlay: as in an experiment.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    title: str
    scenario: str | None = None
    overlay: Laid = ()
    switches: dict[str, bool | int | str] = {}

    def tried_in(self, scenarios: Iterable[str]) -> list[str]:
        """Return those of a study's scenarios in which the change is tried."""
        return [name for name in scenarios if self.scenario in (None, name)]


class Study(Part):
    """The contents of a study's file. Parts that are not named are left out.

    band: target range of the win rate; the usual one for the game if None. decks: seat -> deck, as in an
    experiment. whatif_games: games with each change, and without.
    """

    title: str
    game: str
    scenarios: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    games: Count = 100_000
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    band: Annotated[tuple[Share, Share], Field(strict=False)] | None = None
    bots: dict[str, str] = {}
    decks: dict[str, str] = {}
    switches: dict[str, bool | int | str] = {}
    overlay: Laid = ()
    ablation: Ablation | None = None
    restrictions: Restrictions | None = None
    ladder: Ladder | None = None
    matrix: Matrix | None = None
    swaps: Swaps | None = None
    audit: AuditPart | None = None
    whatif: Annotated[tuple[WhatIf, ...], Field(strict=False)] = ()
    whatif_games: Count = whatifs.GAMES
    out: Folder | None = None

    @model_validator(mode="after")
    def _ordered(self) -> Study:
        if self.band and not self.band[0] < self.band[1]:
            raise ValueError("a band is two shares, the smaller one first")
        folders_of = [Path(name).stem for name in self.scenarios]
        if len(set(folders_of)) < len(folders_of):
            raise ValueError("two scenarios have the same name")
        for change in self.whatif:
            if change.scenario is not None and change.scenario not in self.scenarios:
                raise ValueError(
                    f"what-if {change.id!r} names {change.scenario!r}, not a scenario of this study"
                )
        tried = Counter(
            (change.id, name) for change in self.whatif for name in change.tried_in(self.scenarios)
        )
        for (name, scenario), times in tried.items():
            if times > 1:
                raise ValueError(f"two what-ifs of {scenario!r} have the id {name!r}")
        return self


def load_study(path: Path) -> tuple[Study, Path]:
    """Read a study's file; return it with the folder of its relative paths. Raises DataError."""
    document = Document.load(path)
    return validated(Study, dict(document.data), document, ()), path.resolve().parent


def play(
    study: Study,
    folder: Path,
    execution: Execution,
    display: Display,
    *,
    games: int | None = None,
    resume: bool = False,
) -> Path:
    """Play all parts of a study and return its folder.

    folder: start of the study's relative paths. games: per scenario, instead of the study's number; parts
    then do not play more either. resume: continue in execution.out. Raises DataError for any mistake before
    play starts.
    """
    experiments = {name: _experiment(study, name, folder, games) for name in study.scenarios}
    titles = {name: prepare(experiment)[1].title for name, experiment in experiments.items()}
    players = {name: _players(study, name, base, folder) for name, base in experiments.items()}
    path = execution.out or study.out or folders.fresh(f"study-{study.game}")
    _check(path, resume=resume)
    path.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, experiment in experiments.items():
        display.say(f"{titles[name]}: {experiment.games:,} games")
        own = path / Path(name).stem
        run(experiment, execution.model_copy(update={"out": own / "run"}), display, resume=True)
        part = {"id": Path(name).stem, "title": titles[name], "run": f"{own.name}/run"}
        for kind, player in players[name].items():
            display.say(f"{titles[name]}: {kind}")
            player(execution.model_copy(update={"out": own / kind}), display)
            part[kind] = f"{own.name}/{kind}"
        parts.append(part)
        _save(path, study, parts)
    return path


def _experiment(study: Study, scenario: str, folder: Path, games: int | None) -> Experiment:
    names = ("game", "seed", "bots", "switches", "overlay", "decks", "band")
    fields = {name: getattr(study, name) for name in names}
    experiment = Experiment(scenario=scenario, games=games or study.games, **fields)
    return experiment.located(folder)


def _players(study: Study, scenario: str, experiment: Experiment, folder: Path) -> dict[str, Player]:
    """Return the requested parts of a scenario: name -> function that plays it. Raises DataError."""
    found: dict[str, Player] = {}
    if study.ablation:
        found["ablation"] = _ablation(study.ablation, experiment)
    if study.restrictions:
        found["restrictions"] = _restrictions(study.restrictions, experiment)
    if study.ladder:
        found["ladder"] = _ladder(study.ladder, experiment)
    if study.matrix:
        found["matrix"] = _matrix(study.matrix, experiment, folder)
    if study.swaps:
        found["swaps"] = _swaps(study.swaps, experiment)
    if study.audit:
        found["audit"] = _audit(study.audit, study.ablation, experiment, folder)
    wanted = [each for each in study.whatif if each.tried_in([scenario])]
    if wanted:
        base = experiment.model_copy(update={"games": min(study.whatif_games, experiment.games)})
        changes = [_change(each, experiment, folder) for each in wanted]
        found["whatif"] = partial(_resumed, whatif, base, changes)
    return found


def _resumed(play: Callable[..., Path], *asked: object) -> Path:
    """Play a part of a study, or the rest of it."""
    return play(*asked, resume=True)


def _of(
    part: Ablation | Restrictions | Ladder | Matrix | Swaps | AuditPart, experiment: Experiment
) -> Experiment:
    """Return an experiment with the games of a part, no more than its own."""
    return experiment.model_copy(update={"games": min(part.games, experiment.games)})


def _ablation(part: Ablation, experiment: Experiment) -> Player:
    own = _of(part, experiment)
    if part.subjects:
        game, setup, _ = prepare(experiment)
        every = able(game, HasVariants).variants(experiment.scenario, **experiment.made_with())
        ablation.checked_subjects(setup, every, part.subjects)

    def player(execution: Execution, display: Display) -> Path:
        base, rest = execution.out.parent / "run", {"numbers_of": part.numbers_of, "subjects": part.subjects}
        return ablate(own, execution, display, base_run=base, resume=True, **rest)

    return player


def _restrictions(part: Restrictions, experiment: Experiment) -> Player:
    game, setup, _ = prepare(experiment)
    skill.checked_kinds(game, setup, part.kinds)
    return partial(_resumed, partial(restrict, kinds=part.kinds), _of(part, experiment))


def _ladder(part: Ladder, experiment: Experiment) -> Player:
    own = _of(part, experiment)
    skill.rungs(own, part.bots)
    return partial(_resumed, partial(ladder, bots=part.bots), own)


def _matrix(part: Matrix, experiment: Experiment, folder: Path) -> Player:
    own, decks = _of(part, experiment), [located_deck(deck, folder) for deck in part.decks]
    matrices.groups(own, decks, part.players)  # reports a mistake before anything is played
    return partial(_resumed, matrices.matrix, own, decks, part.players)


def _swaps(part: Swaps, experiment: Experiment) -> Player:
    own = _of(part, experiment)
    swapping.offered(own, part.seat)
    games = min(part.confirmed_games, experiment.games)
    return partial(_resumed, partial(swapping.swap, keep=part.keep, confirm_games=games), own, part.seat)


def _audit(part: AuditPart, blanked: Ablation | None, experiment: Experiment, folder: Path) -> Player:
    own = _of(part, experiment)
    subjects = part.subjects or (blanked.subjects if blanked else ())
    scope = audits.Scope(
        bots=[located_bot(bot, folder) for bot in part.bots],
        rollouts=part.search,
        search_games=part.search_games,
        value_games=part.value_games,
        subjects=subjects,
        minutes=part.train,
    )
    audits.Audit(own, scope)  # reports a mistake before anything is played
    # what the study's own ablation blanked is not played again
    is_known = blanked is not None and subjects == blanked.subjects

    def player(execution: Execution, display: Display) -> Path:
        home = execution.out.parent
        known = {"base_run": home / "run", "known_values": home / "ablation" if is_known else None}
        return audits.audit(own, scope, execution, display, resume=True, **known)

    return player


def _change(wanted: WhatIf, base: Experiment, folder: Path) -> Change:
    """Return a change of a scenario's game. Raises DataError for a mistake in it."""
    overlays = [each if isinstance(each, dict) else folder / each for each in wanted.overlay]
    changed = changed_by(base, {"overlay": overlays, "switches": wanted.switches})
    prepare(changed)
    return Change(wanted.id, wanted.title, changed)


def _check(path: Path, *, resume: bool) -> None:
    """Raise DataError if the folder holds something that cannot be resumed."""
    if resume and (path / NAME).exists():
        return
    if path.exists() and any(path.iterdir()) and not resume:
        raise DataError(
            "this folder is not empty: resume its study with --resume, or name another --out", path
        )


def _save(path: Path, study: Study, parts: list[dict[str, str]]) -> None:
    """Write study.json, whole or not at all."""
    data = {
        "format": FORMAT,
        "title": study.title,
        "game": study.game,
        "band": list(study.band) if study.band else None,
        "scenarios": parts,
        "parameters": study.model_dump(mode="json", exclude={"out"}),
    }
    write_whole(path / NAME, sealed(data))

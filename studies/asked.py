"""The file of a study: which scenarios, and what is asked of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mazarbul.sim.data.model import Name
from mazarbul.sim.runner.experiment import MOST_GAMES, Folder, Laid, Share, validated
from mazarbul.sim.toml import DataError, Document, together
from mazarbul.studies import ablation, skill
from mazarbul.studies import audit as audits
from mazarbul.studies import matrix as matrices
from mazarbul.studies import swap as swapping
from mazarbul.studies import whatif as whatifs
from mazarbul.studies.generations import MOST_MINUTES

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
    """How far the figures depend on the bots; see `mazarbul.studies.audit.Scope`.

    games: of each bot that plays in a kernel. search: rollouts of bots that search. review_games: whose moves
    a search judges, 0 for none. value_games: with each thing blanked, 0 for none. subjects: kinds of things,
    by default those of the ablation. train: minutes for each side.
    """

    games: Count = audits.GAMES
    bots: Annotated[tuple[str, ...], Field(strict=False)] = ()
    search: Annotated[tuple[Count, ...], Field(strict=False)] = audits.ROLLOUTS
    search_games: Annotated[tuple[Count, ...], Field(strict=False, min_length=1)] = audits.SEARCH_GAMES
    review_games: Annotated[int, Field(ge=0, le=MOST_GAMES)] = audits.REVIEW_GAMES
    value_games: Annotated[int, Field(ge=0, le=MOST_GAMES)] = audits.VALUE_GAMES
    subjects: Annotated[tuple[str, ...], Field(strict=False)] = ()
    train: Annotated[float, Field(ge=0, le=MOST_MINUTES)] = 0.0


class WhatIf(Part):
    """A change to the game. id: name of its folder. scenario: where it is tried; all of them if None.

    overlay: as in an experiment.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    title: Name
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

    title: Name
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


def load_study(path: Path) -> tuple[Study, Path]:
    """Read a study's file; return it with the folder of its relative paths.

    Raises DataError with all mistakes that show without the game's data.
    """
    document = Document.load(path)
    study: Study = validated(Study, dict(document.data), document, ())
    if mistakes := [*_mistakes(study, document)]:
        raise together(mistakes)
    return study, path.resolve().parent


def _mistakes(study: Study, document: Document) -> Iterator[DataError]:
    """Yield what does not fit together in a study."""
    if study.band and not study.band[0] < study.band[1]:
        yield document.error(("band",), "a band is two shares, the smaller one first")
    stems = [Path(name).stem for name in study.scenarios]
    for i, stem in enumerate(stems):
        if stem in stems[:i]:
            yield document.error(("scenarios", i), f"two scenarios have the same name, {stem!r}")
    tried: Counter[tuple[str, str]] = Counter()
    for i, change in enumerate(study.whatif):
        if change.scenario is not None and change.scenario not in study.scenarios:
            message = f"what-if {change.id!r} names {change.scenario!r}, not a scenario of this study"
            yield document.error(("whatif", i, "scenario"), message)
        own = [(change.id, name) for name in dict.fromkeys(change.tried_in(study.scenarios))]
        if again := next((name for key, name in own if tried[key, name]), None):
            message = f"two what-ifs of {again!r} have the id {change.id!r}"
            yield document.error(("whatif", i, "id"), message)
        if any(change.title == each.title and change.scenario == each.scenario for each in study.whatif[:i]):
            yield document.error(("whatif", i, "title"), f"two what-ifs have the title {change.title!r}")
        tried.update(own)

"""One game as a document: at each decision the table, the options, their scores and the choice.

The page of `mazarbul trace --html` shows such a document, `--json` writes it; docs/watching.md describes it.
A step holds only the zones that have changed since the step before it: whoever reads the steps in their
order, and replaces zones by their ids, has the whole table at each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from mazarbul.formats.changes import Change
from mazarbul.formats.declared import Declared
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import PythonBot
from mazarbul.sim.games.contract import Game, HasKit, HasWeights, Setup, able
from mazarbul.sim.games.kit import Kit, Scorer
from mazarbul.sim.games.match import Match, in_kernels
from mazarbul.sim.games.scene import Area, Group, Scenery, Thing, Zone
from mazarbul.sim.games.seating import bot_of, default_bot
from mazarbul.sim.notation.lines import ScriptError
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION

FORMAT, FORMAT_VERSION = "mazarbul-replay", 1
DIGITS = 3  # of scores and chances, after the point
OTHER_GAME = "this is the review of other games: give both commands the same scenario, bots and options"


@dataclass(frozen=True)
class Seat:
    """A seat: its id and name, the id of its side, and the bot that plays it."""

    id: str
    name: str
    side: str
    bot: str


@dataclass(frozen=True)
class Side:
    """A side: its id and name."""

    id: str
    name: str


@dataclass(frozen=True)
class Move:
    """An action: as scripts write it, and as a sentence says it after the name of a seat."""

    move: str
    text: str


@dataclass(frozen=True)
class Judged:
    """A better move that a review found at a decision: see `mazarbul.studies.review.Judgement`."""

    seat: str
    kind: str
    move: str
    gain: float
    error: float


@dataclass(frozen=True)
class Better:
    """A better move than the chosen one: number of a move, the wins a game that it gains, and their error.

    The move may come a little later, if the chosen one begins a plan. error: one standard error.
    """

    move: int
    gain: float
    error: float


@dataclass(frozen=True)
class Decision:
    """What a seat has to decide, and its choice.

    seat: its id. kind: of the decision. options: numbers of the part's moves. scores: what the seat's bot
    gives each option, None if it weighs nothing; its own units, higher is better. chosen: index in options.
    better: what a review found, None if nothing.
    """

    seat: str
    kind: str
    options: list[int]
    chosen: int
    scores: list[float] | None = None
    better: Better | None = None


@dataclass(frozen=True)
class Step:
    """A moment of the game: a pending decision, or the end.

    round, phase: when it is. lines: what has happened since the last step, as (depth, text); depth 0 is a
    heading, 1 an action, 2 what comes of it. zones: those that have changed since the last step of the part;
    an area without one is empty. decision: None at the end of a part. chance: how likely the first side is to
    win, 0 to 1, by the network of the usual bot, as far as the deciding seat knows the table; at the end of
    the game 1 or 0. None where there is no such network.
    """

    round: int
    phase: str
    lines: list[tuple[int, str]]
    zones: dict[str, Zone]
    decision: Decision | None = None
    chance: float | None = None


@dataclass(frozen=True)
class Part:
    """A game, or one of the games of a campaign. groups, things, areas: see `mazarbul.sim.games.scene`."""

    title: str
    groups: list[Group]
    things: list[Thing]
    areas: list[Area]
    moves: list[Move] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class Document:
    """A game of a run. format, version: of this document; the version rises when a field changes its meaning.

    game, scenario: ids. title: of the scenario. round_name: what the game calls a round. seed, index: the
    game's number in a run with that seed. result: the lines that end a trace. winner: id of a side, None for
    nobody. made_by: the program that wrote it. changes: what is not as printed. score_unit: that of the bots'
    scores, in words, "" if not known.
    """

    game: str
    game_title: str
    scenario: str
    title: str
    round_name: str
    seed: int
    index: int
    switches: dict[str, object]
    sides: list[Side]
    seats: list[Seat]
    parts: list[Part]
    winner: str | None
    result: list[str]
    made_by: str
    changes: list[Change] = field(default_factory=list)
    score_unit: str = ""
    format: str = FORMAT
    version: int = FORMAT_VERSION


DOCUMENT = TypeAdapter(Document)


def text_of(document: Document) -> str:
    """Return a document as JSON; fields that have their default are left out of all but its head."""
    plain = DOCUMENT.dump_json(document, exclude_defaults=True).decode()
    head = f'{{"format":"{document.format}","version":{document.version},'
    return head + plain[1:]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of documents."""
    return DOCUMENT.json_schema() | {"title": f"A game of mazarbul, version {FORMAT_VERSION}"}


def replay(
    game: Game,
    setup: Setup,
    bots: Sequence[Bot],
    seed: int,
    index: int,
    changes: Sequence[Change] = (),
    most: int | None = None,
    better: Mapping[int, Judged] | None = None,
) -> Document:
    """Play game `index` of the run with `seed` and return its document.

    changes: what is not as printed in the set-up. most: decisions of a game that is shown; None for any
    number. better: decision -> what a review of this game found. Raises DataError for a game that declares
    no table, for one with more decisions, and for the review of another game.
    """
    match = Match(game, able(game, HasKit).kit(setup), seed, index, bots)
    return document(match, changes, most=most, better=better)


def document(
    match: Match,
    changes: Sequence[Change] = (),
    codes: Iterable[int] | None = None,
    players: Mapping[str, str] | None = None,
    most: int | None = None,
    better: Mapping[int, Judged] | None = None,
) -> Document:
    """Play a match to its end and return its document.

    changes: what is not as printed. codes: the actions that are taken, in their order; None if its bots
    choose. players: id of a seat -> who played it, if not its bot. most, better: as for
    `replay`.
    """
    setup, game, bots = match.setup, match.game, match.bots
    catalogue, parts = setup.catalogue, _parts(match, codes, most, better or {})
    names = {seat["id"]: seat["name"] for seat in catalogue["seats"]}
    others = players or {}
    return Document(
        game=setup.game,
        game_title=game.title,
        scenario=setup.scenario,
        title=setup.title,
        round_name=Declared.of(catalogue).words.round,
        seed=match.seed,
        index=match.index,
        switches=dict(setup.switches),
        sides=[Side(side["id"], side["name"]) for side in catalogue["sides"]],
        seats=[
            Seat(seat, names[seat], side, others.get(seat, bot.name))
            for seat, side, bot in zip(setup.seats, setup.seat_sides, bots, strict=True)
        ],
        parts=parts,
        winner=match.outcome().winner,
        made_by=f"mazarbul {VERSION}",
        changes=list(changes),
        score_unit=game.weights().unit if isinstance(game, HasWeights) else "",
        result=list(match.kit.result(match.state, match.outcome().record)),
    )


def _parts(
    match: Match, codes: Iterable[int] | None, most: int | None, better: Mapping[int, Judged]
) -> list[Part]:
    """Play a match to its end and return its parts. codes: the actions that are taken; None: by its bots."""
    writer = _Writer(match, better)
    found, taken = [writer.part], None if codes is None else iter(codes)
    while not match.is_over:
        if most is not None and match.decisions >= most:
            raise DataError(f"game {match.index} has more than {most:,} decisions: it is not shown")
        code = match.choice() if taken is None else next(taken)
        writer.add(match, code)
        kit = match.kit
        match.advance(code)
        if match.kit is not kit:
            writer = _Writer(match, better)
            found.append(writer.part)
    writer.add(match, None)
    if beyond := [number for number in better if number >= match.decisions]:
        raise DataError(f"{OTHER_GAME}: game {match.index} has no decision {beyond[0]}")
    return found


def scores_of(scorer: Scorer, s: np.record) -> list[float] | None:
    """Return the scores of the options of a decision as they are shown, None if the bot weighs nothing."""
    scores = scorer(s)
    return None if scores is None else [round(score, DIGITS) for score in scores]


class _Writer:
    """Writes the steps of one part."""

    def __init__(self, match: Match, better: Mapping[int, Judged]) -> None:
        self.better = better
        self.kit = kit = match.kit
        self.scenery = scenery = scenery_of(kit)
        stand_in = bot_of(match.game, default_bot(match.game), kit.setup)
        self.scorer = kit.scorer(in_kernels([*match.bots, stand_in])[:-1])
        self.outlook = kit.outlook([stand_in] * len(kit.setup.seats))
        names = kit.names
        self.part = Part(
            kit.title() or "",
            list(scenery.groups(names)),
            list(scenery.things(names)),
            list(scenery.areas(names)),
        )
        self.zones: Mapping[str, Zone] = {}
        #: Code of an action and its sentence -> its number among the moves: an option's meaning changes.
        self.moves: dict[tuple[int, str], int] = {}

    def add(self, match: Match, code: int | None) -> None:
        """Add the moment of a decision, whose answer is `code`, or the end of the part."""
        s = match.state
        zones = {
            name: zone for name, zone in self.scenery.zones(self.kit.names, s).items() if not zone.is_empty
        }
        changed = {name: zone for name, zone in zones.items() if self.zones.get(name) != zone}
        changed |= {name: Zone() for name in self.zones if name not in zones}
        self.zones = zones
        decision = None if code is None else self._decision(match, code)
        turn, phase = self.scenery.clock(self.kit.names, s)
        chance = self._chance(match)
        self.part.steps.append(Step(turn, phase, match.events_with_depth(), changed, decision, chance))

    def _chance(self, match: Match) -> float | None:
        """Return how likely the first side is to win the game."""
        if not match.is_over:
            chance = self.outlook(match.state)
            return None if chance is None else round(chance, DIGITS)
        winner = match.outcome().winner
        is_known = self.part.steps and self.part.steps[-1].chance is not None
        return float(winner == match.setup.sides[0]) if is_known and winner else None

    def _decision(self, match: Match, code: int) -> Decision:
        codes, bot = match.codes(), match.bots[match.state.actor]
        seat, kind = match.pending()
        scores = None if isinstance(bot, PythonBot) else scores_of(self.scorer, match.state)
        return Decision(
            seat=seat,
            kind=kind,
            options=[self._move(match, each) for each in codes],
            chosen=codes.index(code),
            scores=scores,
            better=self._better(match, self.better.get(match.decisions)),
        )

    def _better(self, match: Match, found: Judged | None) -> Better | None:
        """Return what a review found at the pending decision. Raises DataError if it is of another game."""
        if found is None:
            return None
        if (found.seat, found.kind) != match.pending():
            raise DataError(f"{OTHER_GAME}; {found.seat} does not decide {match.decisions}, {found.kind}")
        try:
            move = self._move(match, match.code(found.move))
        except ScriptError as error:
            raise DataError(f"{OTHER_GAME}; decision {match.decisions}: {error}") from None
        return Better(move, round(found.gain, DIGITS), round(found.error, DIGITS))

    def _move(self, match: Match, code: int) -> int:
        """Return the number of an action among the moves, and list it there if it is new."""
        story = match.story
        assert story is not None, "a match that is shown has a log"
        sentence = story.told(match.state, code)
        if (code, sentence) not in self.moves:
            self.moves[code, sentence] = len(self.part.moves)
            self.part.moves.append(Move(match.text(code), sentence))
        return self.moves[code, sentence]


def scenery_of(kit: Kit) -> Scenery:
    """Return how a kit's table is shown. Raises DataError if the game does not say."""
    if kit.scenery is None:
        raise DataError(f"{kit.setup.title} ({kit.setup.game}) cannot be shown: it declares no table")
    return kit.scenery

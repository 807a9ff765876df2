"""How far can the bots be trusted: a scenario under a ladder of bots, and what better bots gain for a side.

<audit>/collection.json      see `mazarbul.analysis.audit`
<audit>/base/                the usual bot at every seat, or a run elsewhere
<audit>/ladder/<bot>/        another bot at every seat
<audit>/gain/<side>-<bot>/   a better bot on one side, in the deals of the base; none if it has all seats
<audit>/trained/<side>/      trainings, see `mazarbul.studies.training`
<audit>/values/<bot>/        things blanked, see `mazarbul.studies.ablation`
<audit>/tables/              what a search finds better than the usual bot's own moves, see
`mazarbul.studies.review`
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from mazarbul.analysis import verdicts
from mazarbul.analysis.audit import GAIN, JUDGED, LADDER, MOVES
from mazarbul.sim.bots.files import SEARCH
from mazarbul.sim.games.contract import HasVariants, able
from mazarbul.sim.games.seating import bot_of, is_stepped
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import Execution, Experiment, bot_texts, prepare
from mazarbul.sim.runner.extras import need
from mazarbul.sim.runner.progress import Display, duration
from mazarbul.sim.toml import DataError
from mazarbul.studies import ablation, collection, ledger, training
from mazarbul.studies.ablation import ablate
from mazarbul.studies.aim import aim, check_alike
from mazarbul.studies.collection import BASE, Member, Members, Share, changed
from mazarbul.studies.forecast import Load, Speeds
from mazarbul.studies.generations import Effort
from mazarbul.studies.review import GAMES as REVIEW_GAMES
from mazarbul.studies.review import review
from mazarbul.studies.trained import BOT_FILE
from mazarbul.studies.training import train

GAMES = 10_000  # of a bot that plays in a kernel
ROLLOUTS = (16, 50)
SEARCH_GAMES = (200,)  # of the bots that search, those with the fewest rollouts first
VALUE_GAMES = 4_000
REVIEW_COST = 4.0  # of a reviewed game, in games whose seats all search
BLUNDER = 0.1
USUAL, BLUNDERING, TRAINED = "usual", "blundering", "trained"
TUNED = "tuned otherwise"
QUICKEST, EXPERT = "heuristic", "expert"  # bots of every ladder, if the game has both


@dataclass(frozen=True)
class Scope:
    """How far an audit goes, besides the games of each bot that plays in a kernel.

    bots: further ones for the ladder. rollouts: of the bots that search, fewest first, each one a step of the
    ladder; left out if the game's bots cannot search. search_games: of each of these; the last number holds
    for all further ones. review_games: of the usual bot, whose moves a search judges, 0 for none.
    value_games: with each thing blanked, 0 for none. subjects: kinds of things, the usual ones if empty.
    minutes: of training for each side, 0 for none.
    """

    bots: Sequence[str] = ()
    rollouts: Sequence[int] = ROLLOUTS
    search_games: Sequence[int] = SEARCH_GAMES
    review_games: int = REVIEW_GAMES
    value_games: int = VALUE_GAMES
    subjects: Sequence[str] = ()
    minutes: float = 0.0

    def __post_init__(self) -> None:
        """Raise DataError for numbers of rollouts that do not ascend, or no number of games."""
        if not self.search_games:
            raise DataError("bots that search need one game or more: --search 0 leaves them out")
        if list(self.rollouts) != sorted(set(self.rollouts)):
            raise DataError(
                f"rollouts {', '.join(map(str, self.rollouts))}: name the fewest first, each once"
            )

    def games_of(self, place: int) -> int:
        """Return how many games the bot that is at a place among those that search plays."""
        return self.search_games[min(place, len(self.search_games) - 1)]


@dataclass(frozen=True)
class Rung:
    """One step of the ladder. id: valid in a file name. label: for readers. seats: seat -> bot.

    rollouts: of a step that searches. is_slow: whether a bot that was asked for decides move by move.
    """

    id: str
    label: str
    seats: Mapping[str, str]
    games: int
    rollouts: int = 0
    is_slow: bool = False


class Audit:
    """An audit, checked and ready to play. Raises DataError for a mistake in what is asked."""

    def __init__(self, experiment: Experiment, scope: Scope) -> None:
        self.experiment, self.scope = experiment, scope
        self.game, self.setup, bots = prepare(experiment)
        check_alike(
            bots,
            "so it cannot be the usual bot of an audit; bots that search are steps of its ladder",
            "an audit changes the bots of all seats together: give them the same one",
        )
        self.text = bot_texts(experiment.bots, self.game, self.setup)[self.setup.seats[0]]
        self.usual = bots[0].name
        self.names = collection.side_names(self.setup)
        self.sides = list(self.names)
        self.rollouts = list(scope.rollouts) if SEARCH in self.game.bots() else []
        self.rungs = self._rungs()
        if scope.minutes:
            need("cma")
            Effort(scope.minutes)
            for side in self.sides:
                aim([experiment], side)
        if self.has_values and scope.subjects:
            every = able(self.game, HasVariants).variants(experiment.scenario, **experiment.made_with())
            ablation.checked_subjects(self.setup, every, scope.subjects)

    @property
    def usual_rung(self) -> Rung:
        """The step of the ladder with the usual bot."""
        return next(rung for rung in self.rungs if rung.id == USUAL)

    @cached_property
    def rival(self) -> Rung | None:
        """The step of the ladder whose values are compared with the usual bot's: it plays to win, and fast.

        The game's experts if they are not the usual bot, else the last that was asked for, else the quickest.
        """
        able = [
            rung for rung in self.rungs
            if not (rung.id == USUAL or rung.rollouts or rung.is_slow)
            and verdicts.kind_of([bot_of(self.game, rung.seats[self.setup.seats[0]], self.setup).name])
            != verdicts.ERRS
        ]  # fmt: skip
        return max(able, key=lambda rung: (rung.label == EXPERT, rung.label != QUICKEST), default=None)

    @property
    def has_values(self) -> bool:
        """Whether things are blanked: under the usual bot, and under one that plays at least as well."""
        is_wanted = bool(self.scope.value_games) and isinstance(self.game, HasVariants)
        return is_wanted and (bool(self.scope.minutes) or self.rival is not None)

    def _rungs(self) -> list[Rung]:
        """Return the steps of the ladder that need no training, weakest first."""
        games, scope = self.experiment.games, self.scope
        blundering = f"{self.text} blunder={BLUNDER:g}"
        found = [
            Rung(BLUNDERING, f"{self.usual} with {BLUNDER:.0%} blunders", self._all(blundering), games),
            Rung(USUAL, self.usual, self._all(self.text), games),
        ]
        found += [Rung(text, text, self._all(text), games) for text in self._standing()]
        for i, text in enumerate(scope.bots, 1):
            bot = bot_of(self.game, text, self.setup)
            is_slow = is_stepped([bot])
            size = min(scope.games_of(0), games) if is_slow else games
            found.append(Rung(f"bot-{i}", bot.name, self._all(text), size, is_slow=is_slow))
        found += [
            Rung(f"search-{n}", text, self._all(text), min(scope.games_of(i), games), n)
            for i, n in enumerate(self.rollouts)
            for text in [f"{SEARCH}:{n}"]
        ]
        for rung in found:
            for text in set(rung.seats.values()):
                bot_of(self.game, text, self.setup)
        return found

    def _standing(self) -> list[str]:
        """Return the bots that every ladder has, besides the usual one, where the game's experts ship."""
        if EXPERT not in self.game.bots():
            return []
        known = {self.usual, *self.scope.bots}
        return [text for text in (QUICKEST, EXPERT) if text in self.game.bots() and text not in known]

    def _all(self, text: str) -> dict[str, str]:
        return dict.fromkeys(self.setup.seats, text)

    def trained(self, path: Path) -> Rung:
        """Return the step of the ladder with the bot that was trained for each side."""
        seats = {
            seat: str((path / TRAINED / side / BOT_FILE).resolve())
            for seat, side in zip(self.setup.seats, self.setup.seat_sides, strict=True)
        }
        return Rung(TRAINED, TUNED, seats, self.experiment.games)

    def on_ladder(self, rung: Rung, level: int) -> Member:
        """Return the run with a bot at every seat."""
        facts = self._facts(LADDER, rung, level) | {"is_usual": rung.id == USUAL}
        run = BASE if rung.id == USUAL else f"ladder/{rung.id}"
        return Member(f"ladder-{rung.id}", self._played(rung.seats, rung.games), run, facts)

    def for_side(self, rung: Rung, side: str, level: int) -> Member:
        """Return the run with a bot on one side only; if there is no other side, that is the ladder's run."""
        seats = {
            seat: rung.seats[seat] if mine == side else self.text
            for seat, mine in zip(self.setup.seats, self.setup.seat_sides, strict=True)
        }
        facts = self._facts(GAIN, rung, level) | {"side": side, "is_usual": False}
        name = f"{side}-{rung.id}"
        run = f"gain/{name}" if len(self.sides) > 1 else f"ladder/{rung.id}"
        return Member(f"gain-{name}", self._played(seats, rung.games), run, facts)

    @staticmethod
    def _facts(part: str, rung: Rung, level: int) -> dict[str, object]:
        return {"part": part, "level": level, "label": rung.label, "rollouts": rung.rollouts}

    def _played(self, seats: Mapping[str, str], games: int) -> Experiment:
        return changed(self.experiment, bots=dict(seats), games=games)

    @property
    def seconds_of_training(self) -> float:
        """How long bots are trained, for all sides."""
        return 60 * self.scope.minutes * len(self.sides)

    def loads(self, *, has_base: bool, has_values: bool) -> dict[str, list[Load]]:
        """Return about what is played, by the kind of bots.

        has_base, has_values: whether the usual bot's games, and those with things blanked, are there already.
        """
        usual, games = self._played(self.usual_rung.seats, 1), self.experiment.games
        quick = sum(rung.games for rung in self.rungs if not (rung.rollouts or rung.is_slow))
        quick -= games * has_base
        if self.scope.minutes:
            quick += games * (1 + len(self.sides))
        found = {"bots that do not search": [Load(quick, usual)]}
        if asked := [Load(rung.games, self._played(rung.seats, 1)) for rung in self.rungs if rung.is_slow]:
            found["bots that decide move by move"] = asked
        slow = [rung for rung in self.rungs if rung.rollouts]
        if slow:
            # for one side at a time, all of them together search as often as at every seat
            one, sides = self._played(slow[0].seats, 1), len(self.sides)
            found["bots that search"] = [
                *(Load(rung.games, one, rung.rollouts / slow[0].rollouts) for rung in slow),
                *([Load(slow[0].games * sides, one, 1 / sides)] if sides > 1 else []),
            ]
            if self.scope.review_games:
                deepest = self._played(slow[-1].seats, 1)
                found["moves reviewed"] = [Load(self.scope.review_games, deepest, REVIEW_COST)]
        if self.has_values:
            n = len(ablation.wanted(self.game, self.setup, self.experiment, ["blank"], self.scope.subjects))
            times = n * (2 - has_values)
            found["things blanked"] = [Load(times * min(self.scope.value_games, games), usual)]
        return found

    def described(self) -> dict[str, object]:
        """Return the description of the collection."""
        scope = self.scope
        return collection.described(
            self.experiment,
            self.setup,
            "audit",
            "how far the bots can be trusted",
            bots=list(scope.bots),
            rollouts=self.rollouts,
            search_games=list(scope.search_games),
            review_games=scope.review_games if self.rollouts else 0,
            value_games=scope.value_games if self.has_values else 0,
            subjects=list(scope.subjects),
            minutes=scope.minutes,
        )


def audit(
    experiment: Experiment,
    scope: Scope,
    execution: Execution,
    display: Display,
    *,
    base_run: Path | None = None,
    known_values: Path | None = None,
    resume: bool = False,
) -> Path:
    """Play a scenario with bots of several kinds; return the audit's folder.

    experiment: its bots are the usual ones, the same at every seat; its games are those of each bot that
    plays in a kernel. base_run: a run that already has these games. known_values: an ablation with the usual
    bot that has the things blanked. Raises DataError for a user's mistake, RunFailure if playing fails,
    WorkStopped on Ctrl-C.
    """
    plan = Audit(experiment, scope)
    if base_run:
        ablation.check_base(base_run, experiment, plan.setup.tables_hash)
    path = folders.chosen(execution.out, f"audit-{plan.setup.scenario}", resume=resume)
    with collection.opened(path, plan.described(), execution, display, resume=resume) as members:
        Player(plan, members, path, execution, display, base_run, known_values).play()
    return path


class Player:
    """Plays an audit, part by part."""

    def __init__(
        self,
        plan: Audit,
        members: Members,
        path: Path,
        execution: Execution,
        display: Display,
        base_run: Path | None,
        known_values: Path | None,
    ) -> None:
        self.plan, self.members, self.path = plan, members, path
        self.execution, self.display = execution, display
        self.base = base_run or path / BASE
        self.known_values = known_values

    def play(self) -> None:
        """Play everything, or what remains of it."""
        plan = self.plan
        self._say_how_long()
        quick = [rung for rung in plan.rungs if not rung.rollouts]
        slow = [rung for rung in plan.rungs if rung.rollouts]
        self._base(quick.index(plan.usual_rung))
        others = [(i, rung) for i, rung in enumerate(quick) if rung is not plan.usual_rung]
        self.members.play([plan.on_ladder(rung, i) for i, rung in others])
        if plan.scope.minutes:
            quick.append(self._train())
            trained = [plan.for_side(quick[-1], side, 0) for side in plan.sides]
            self.members.play([plan.on_ladder(quick[-1], len(quick) - 1), *trained])
        for level, rung in enumerate(slow, len(quick)):
            self.display.say(f"{rung.label} at every seat")
            self.members.play([plan.on_ladder(rung, level)])
        for side in plan.sides if slow else ():
            if len(plan.sides) > 1:
                self.display.say(f"{slow[0].label} for {plan.names[side]}")
            self.members.play([plan.for_side(slow[0], side, 1)])
        if slow and plan.scope.review_games:
            self._review(slow[-1].rollouts)
        rival = quick[-1] if plan.scope.minutes else plan.rival
        if plan.has_values and rival:
            self._blank(rival)

    def _base(self, level: int) -> None:
        """Play the usual bot at every seat, or take the run that has these games."""
        member = self.plan.on_ladder(self.plan.usual_rung, level)
        if self.base == self.path / BASE:
            self.members.play([member])
        else:
            self.members.note(replace(member, run=self._named(self.base)))
        self.members.set_base(self.base)

    def _named(self, folder: Path) -> str:
        """Return a folder relative to the audit's."""
        return Path(os.path.relpath(folder, self.path)).as_posix()

    def _train(self) -> Rung:
        """Train a bot for each side against the usual ones; return the step with all of them."""
        plan, minutes = self.plan, self.plan.scope.minutes
        experiment = changed(plan.experiment, games=training.GAMES)
        for side in plan.sides:
            out = self.path / TRAINED / side
            if ledger.is_confirmed(out, 60 * minutes):
                continue
            self.display.say(f"training for {plan.names[side]}: {minutes:g} minutes")
            effort = Effort(minutes, confirm=plan.experiment.games)
            execution = self.execution.model_copy(update={"out": out})
            train(aim([experiment], side), effort, execution, self.display, resume=True)
        return plan.trained(self.path)

    def _review(self, rollouts: int) -> None:
        """Let a search judge the usual bot's moves, and keep what it finds."""
        if self.members.has_table(JUDGED):
            return
        plan, games = self.plan, self.plan.scope.review_games
        self.display.say(f"moves of {plan.usual} reviewed")
        found = review(
            plan._played(plan.usual_rung.seats, games), self.execution, Share(self.display), rollouts=rollouts
        )
        self.members.add(review={"games": games, "rollouts": rollouts, "worlds": found.worlds})
        self.members.write_table(found.moves, MOVES)
        self.members.write_table(found.judged, JUDGED)

    def _blank(self, other: Rung) -> None:
        """Blank things under the usual bot and under another one."""
        usual, found = self.plan.usual_rung, []
        if self.known_values:
            found.append({"label": usual.label, "path": self._named(self.known_values)})
        else:
            found.append(self._blanked(usual, self.base))
        found.append(self._blanked(other, self.path / self.plan.on_ladder(other, 0).run))
        self.members.add(values=found)

    def _blanked(self, rung: Rung, base_run: Path) -> dict[str, str]:
        """Blank things under one bot. base_run: the same games with nothing blanked."""
        plan, folder = self.plan, f"values/{rung.id}"
        self.display.say(f"things blanked, with {rung.label}")
        games = min(plan.scope.value_games, rung.games)
        ablate(
            changed(plan.experiment, bots=dict(rung.seats), games=games),
            self.execution.model_copy(update={"out": self.path / folder}),
            self.display,
            base_run=base_run,
            kinds=["blank"],
            subjects=plan.scope.subjects,
            resume=True,
        )
        return {"label": rung.label, "path": folder}

    def _say_how_long(self) -> None:
        """Measure the bots' speed and say how long each part will take here."""
        plan, jobs, speeds = self.plan, workers.count(self.execution), Speeds(self.display)
        loads = plan.loads(has_base=self.base != self.path / BASE, has_values=bool(self.known_values))
        parts = {name: speeds.seconds(some) / jobs for name, some in loads.items()}
        if plan.scope.minutes:
            parts["training"] = plan.seconds_of_training
        listed = ", ".join(f"{name} {duration(seconds)}" for name, seconds in parts.items())
        self.display.say(
            f"expected here, if nothing is played yet: {duration(sum(parts.values()))} ({listed})"
        )

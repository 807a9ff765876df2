"""What is played as one value, and all that can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from pydantic import Field

from mazarbul.checks import checked
from mazarbul.given import How, Whole, carried, display_of, is_resumed, parted
from mazarbul.held import fields_of, header
from mazarbul.sim.games.contract import HasKit, Setup, able
from mazarbul.sim.games.match import Match
from mazarbul.sim.runner.experiment import Execution, Experiment, Ready, find, located_bots, prepare
from mazarbul.sim.runner.options import alike, choose, refined, words_of
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.toml import DataError

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.vector import VectorEnv
    from pettingzoo import AECEnv

    from mazarbul.answers import Answer
    from mazarbul.runs import SavedRun
    from mazarbul.studies.practice import Practised
    from mazarbul.studies.review import Review
    from mazarbul.studies.trained import Trained

KINDS = ("blank", "plus", "minus")
Count = Annotated[int, Field(ge=1)]
CountOrNone = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(gt=0, lt=1)]


@dataclass(frozen=True, repr=False)
class Table:
    """A scenario with its decks, bots, switches and changes of the data; `mazarbul.table` makes it.

    It never changes: the methods play its games and return what they found. experiment: what is played.
    """

    experiment: Experiment
    _execution: Execution = field(compare=False)

    @classmethod
    def of(cls, target: str, given: Mapping[str, Any]) -> Table:
        """Return the table of a target. given: as in `Given`. Raises DataError."""
        return cls(*choose(target, fields_of(given), {}))

    @classmethod
    def of_words(cls, text: str, given: Mapping[str, Any]) -> Table:
        """Return the table of a target with words after it, as `train` takes. Raises DataError."""
        return cls(*choose(*words_of(text, fields_of(given)), {}))

    def __repr__(self) -> str:
        """Return the call that makes it."""
        told = self.experiment.model_dump(mode="json", include={"bots", "switches", "overlay", "decks"})
        given = "".join(f", {name}={value!r}" for name, value in told.items() if value)
        return f"mazarbul.table({self.name!r}{given})"

    def __hash__(self) -> int:
        return hash(self.experiment.model_dump_json())

    @property
    def name(self) -> str:
        """GAME/SCENARIO."""
        return f"{self.experiment.game}/{self.experiment.scenario}"

    @cached_property
    def ready(self) -> Ready:
        """The game, its set-up and the bots in seat order. Raises DataError for what the game refuses."""
        return prepare(self.experiment)

    @property
    def setup(self) -> Setup:
        """The scenario made ready: title, seats, sides, catalogue."""
        return self.ready[1]

    @checked
    def match(self, *, seed: int = 1, index: Annotated[int, Field(ge=0, lt=2**63)] = 0) -> Match:
        """Return a new game, at its first decision.

        seed, index: the game's number in a run with that seed, where the same bots play the same game.
        """
        experiment, _ = refined(self.experiment, self._execution, {"seed": seed}, {})
        game, setup, seated = self.ready
        kit = able(game, HasKit).kit(setup)
        return Match(game, kit, experiment.seed, index, seated, header=header(experiment, index))

    @checked
    def run(self, *, keep: str | None = None, **how: Unpack[How]) -> SavedRun:
        """Play games, 10,000 if not given, keep their records in a folder and return them.

        keep: "all", "games" (no records of cards) or "aggregates" (only the counts that a report needs).
        """
        from mazarbul import runs

        experiment, execution, shown = self._asked(how, keep=keep)
        return runs.run(experiment, execution, shown, resume=is_resumed(how))

    @checked
    def whatif(
        self,
        *,
        precision: Share | None = None,
        second_bot: str | None = None,
        second_games: Count | None = None,
        **options: Unpack[Whole],
    ) -> Answer:
        """Play the games, 20,000 if not given, as they are and changed, with the same luck, and compare.

        overlay, switches, decks, bots: the change, one of them at least. precision: play until the interval
        of the change is this much to either side, such as 0.005. second_bot: plays both again, at every seat.
        second_games: of that bot, 200 if None.
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import precision as precisions
        from mazarbul.studies import whatif

        aim = precisions.Aim(precision) if precision else None
        change, how = parted(options)
        experiment, execution, shown = self._asked(how, precisions.MOST_GAMES if aim else whatif.GAMES)
        changed = fields_of(change)
        other = whatif.asked(experiment, changed)
        second = whatif.Second.of(second_bot, second_games)
        folder = whatif.whatif(
            experiment, [other], execution, shown, aim=aim, resume=is_resumed(how), second=second
        )
        return Answer(folder)

    @checked
    def ablate(self, *, only: Sequence[str] = (), kinds: Sequence[str] = KINDS, **how: Unpack[How]) -> Answer:
        """Play the same games with each card blanked, and with its numbers one up and one down.

        only: ids of cards; all if empty. kinds: which of the three changes. games: 4,000 for each if not
        given.
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import ablation

        asked = self._asked(how, ablation.GAMES)
        return Answer(ablation.ablate(*asked, only=only, kinds=kinds, resume=is_resumed(how)))

    @checked
    def cards(self, *, only: Sequence[str] = (), **how: Unpack[How]) -> Answer:
        """Find the cards that are worth most: the strongest, blanked, play most games.

        only: ids of cards; all if empty. games: 100 of each card at first if not given.
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import cards

        asked = self._asked(how, cards.GAMES)
        return Answer(cards.cards(*asked, only=only, resume=is_resumed(how)))

    @checked
    def tune(
        self,
        knobs: str | PathLike[str],
        *,
        side: str | None = None,
        target: Share = 0.5,
        band: tuple[Share, Share] | None = None,
        trials: Count = 60,
        best: Count = 5,
        confirm: Count | None = None,
        second_bot: str | None = None,
        second_games: Count | None = None,
        **how: Unpack[How],
    ) -> Answer:
        """Find the cheapest changes that bring a side's win rate into a band.

        knobs: what may change: a file, or the name of one that comes with mazarbul. side: the first if None.
        target, band: the win rate, and those that count as reached, five points to either side if None. best:
        changes to confirm, with so many games each. games: 2,000 for each trial if not given. second_bot,
        second_games: as in `whatif`, for the proposal.
        """
        from mazarbul.answers import Answer
        from mazarbul.sim.runner.experiment import KNOBS
        from mazarbul.studies import tuning
        from mazarbul.studies.knobs import load_knobs
        from mazarbul.studies.whatif import Second

        experiment, execution, shown = self._asked(how, tuning.GAMES)
        settings = load_knobs(find(Path(knobs), KNOBS), experiment)
        folder = tuning.tune(
            experiment,
            settings,
            tuning.goal(experiment, side, target, band),
            execution,
            shown,
            trials=trials,
            keep=best,
            confirm_games=confirm,
            second=Second.of(second_bot, second_games),
            resume=is_resumed(how),
        )
        return Answer(folder)

    @checked
    def swap(
        self,
        *,
        seat: str | None = None,
        remove: Sequence[str] = (),
        add: Sequence[str] = (),
        best: Count = 5,
        confirm: Count | None = None,
        **how: Unpack[How],
    ) -> Answer:
        """Find the best exchanges of one card in a seat's deck.

        seat: the first if None. remove, add: ids of the cards that may leave and enter; all if empty. best:
        exchanges to confirm, with so many games each, 40 times `games` if None. games: 250 for each at
        first if not given.
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import swap

        experiment, execution, shown = self._asked(how, swap.FIRST_GAMES)
        folder = swap.swap(
            experiment,
            seat,
            execution,
            shown,
            out=remove,
            put=add,
            keep=best,
            confirm_games=confirm,
            resume=is_resumed(how),
        )
        return Answer(folder)

    @checked
    def skill(
        self,
        *,
        kinds: Sequence[str] = (),
        only: Sequence[str] = (),
        bots: Sequence[str] = (),
        **how: Unpack[How],
    ) -> dict[str, Answer]:
        """Play bots of rising skill against each other, and bots that must do without something.

        kinds, only: what to forbid: kinds such as "action", or words such as "card:gimli"; the usual kinds if
        empty. bots: of the ladder, weakest first. games: 2,000 of each if not given. Returns two answers,
        "ladder" and "restrictions".
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import skill

        asked = self._asked(how, skill.LADDER_GAMES)
        played = skill.both(*asked, kinds, located_bots(bots), only=only, resume=is_resumed(how))
        return {folder.name: Answer(folder) for folder in played}

    @checked
    def audit(
        self,
        *,
        bots: Sequence[str] = (),
        rollouts: Sequence[Count] = (16, 50),
        search_games: Sequence[Count] = (200,),
        review_games: CountOrNone = 20,
        value_games: CountOrNone = 4_000,
        minutes: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0,
        **how: Unpack[How],
    ) -> Answer:
        """Play with bots of several kinds, to see how far the figures depend on them.

        bots: further ones of the ladder. rollouts: of those that search, each of which plays so many games,
        the last number for the rest. review_games: whose moves a search judges. value_games: with each thing
        blanked. minutes: of training for each side. games: 10,000 of each bot if not given. 0 leaves out.
        """
        from mazarbul.answers import Answer
        from mazarbul.studies import audit

        experiment, execution, shown = self._asked(how, audit.GAMES)
        named = located_bots(bots)
        scope = audit.Scope(named, rollouts, search_games, review_games, value_games, minutes=minutes)
        return Answer(audit.audit(experiment, scope, execution, shown, resume=is_resumed(how)))

    @checked
    def review(self, *, rollouts: int = 50, worlds: int = 200, **how: Unpack[How]) -> Review:
        """Play games of the bots, 20 if not given, and search for better moves: which moves lose games.

        rollouts: simulated games of a search. worlds: in which a better move is weighed. Ctrl-C raises
        `mazarbul.studies.review.ReviewStopped`, a KeyboardInterrupt with what was `found`.
        """
        from mazarbul.studies import review

        return review.review(*self._asked(how, review.GAMES), rollouts=rollouts, worlds=worlds)

    @checked
    def train(
        self,
        *others: Table,
        side: str | None = None,
        against: Sequence[str] = (),
        minutes: float | None = None,
        generations: int | None = None,
        **how: Unpack[How],
    ) -> Trained:
        """Search better weights for a side's bot, and return what they gain; its `path` is a file for `bots`.

        others: further tables to train at. side: whose bot; those of all sides if None. against: further
        opponents. minutes, generations: how long, either of them; 5 minutes if neither is given. games: of a
        candidate in a generation, 400 if not given.
        """
        from mazarbul.studies import training
        from mazarbul.studies.aim import aim
        from mazarbul.studies.generations import MINUTES, Effort

        if minutes is not None and generations is not None:
            raise DataError("minutes and generations both say how long to search: give one of them")
        effort = Effort(MINUTES if minutes is None else minutes, generations)
        experiments, execution, shown = self._with(others, how, training.GAMES)
        goal = aim(experiments, side, against=against)
        return training.train(goal, effort, execution, shown, resume=is_resumed(how))

    @checked
    def practise(
        self,
        *others: Table,
        side: str | None = None,
        against: Sequence[str] = (),
        teacher: str | None = None,
        minutes: float | None = None,
        confirm: Count = 4_000,
        **how: Unpack[How],
    ) -> Practised:
        """Let bots play against themselves and learn which moves win: a small network, in the file `out`.

        others: further tables. side: the one that practises; all if None. against: bots that they also meet.
        teacher: a bot to imitate, in games that it plays, instead of practising. minutes, games: how long,
        either of them; 30 minutes if neither is given. confirm: pairs of games that measure the gain.
        """
        from mazarbul.studies import practice

        asked = self._with(others, how, 1)
        return practice.practise(
            *asked,
            effort=practice.Effort(minutes, how.get("games")),
            side=side,
            against=located_bots(against),
            teacher=located_bots([teacher])[0] if teacher else None,
            confirm=confirm,
            resume=is_resumed(how),
        )

    @checked
    def env(self, *, render_mode: str | None = None) -> AECEnv:
        """Return an environment for learning agents on all seats, in PettingZoo's form (see docs/agents.md).

        render_mode: None, "ansi" or "human".
        """
        from mazarbul.agents import several
        from mazarbul.agents.arena import Arena

        return several.env(Arena(self), render_mode)

    @checked
    def gym_env(self, *, seat: str | None = None, render_mode: str | None = None) -> Env[dict[str, Any], Any]:
        """Return an environment for a learning agent on one seat, in Gymnasium's form (see docs/agents.md).

        seat: the agent's, by default the first one; the table's bots play the others.
        """
        from mazarbul.agents.single import SeatEnv

        return SeatEnv(self, seat, render_mode=render_mode)

    @checked
    def vector_env(
        self, n: int, *, seat: str | None = None, threads: int = 1, copy: bool = True
    ) -> VectorEnv[dict[str, Any], Any, Any]:
        """Return n environments in one, played by kernels, in the form of Gymnasium (see docs/agents.md).

        seat: as for `gym_env`. threads: how many play at once. copy: whether each step returns arrays of
        its own.
        """
        from mazarbul.agents.vector import SeatVectorEnv

        return SeatVectorEnv(self, n, seat, threads=threads, copy=copy)

    def _asked(
        self, how: How, default_games: int | None = None, **more: Any
    ) -> tuple[Experiment, Execution, Display]:
        """Return what is played, how it is carried out and where its progress is shown."""
        what = {name: how.get(name) for name in ("games", "seed")}
        execution = carried(how) | more
        chosen = refined(self.experiment, self._execution, what, execution, default_games=default_games)
        return *chosen, display_of(how)

    def _with(
        self, others: Sequence[Table], how: How, default_games: int
    ) -> tuple[list[Experiment], Execution, Display]:
        """Return the same for several tables; raises DataError unless they agree."""
        asked = [each._asked(how, default_games) for each in (self, *others)]
        return alike([experiment for experiment, *_ in asked]), *asked[0][1:]

"""The end of a training: the selves of two sides meet, one of each is taken, and its gain is confirmed.

A gain is measured by games that the search never saw, paired with those of the bot that the training began
with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from mazarbul.analysis.paired import Pairs
from mazarbul.sim.bots.bot import Bot
from mazarbul.studies import meeting
from mazarbul.studies.arena import Batch, seated
from mazarbul.studies.generations import Training
from mazarbul.studies.league import QUEST, START, Opponent, pairs_of
from mazarbul.studies.ledger import Ledger
from mazarbul.studies.meeting import Taken, candidates
from mazarbul.studies.trained import Gain


class Duty(NamedTuple):
    """What is to be confirmed: a side against an opponent at a table."""

    side: str
    table: int
    opponent: Opponent

    @property
    def is_main(self) -> bool:
        """Whether the others are those that the training began with."""
        return self.opponent.label in (START, QUEST)


class Ending:
    """The end of a training, whose answers are in the ledger. `take` comes first, then `gains`."""

    def __init__(self, training: Training, book: Ledger) -> None:
        self.training, self.book = training, book
        self.taken: list[Taken] = []

    @property
    def best(self) -> dict[str, Bot]:
        """Trained side -> the bot that is taken; without a meeting the best against the league."""
        training = self.training
        found = {side: training.best(side) for side in training.goal.sides}
        return found | {each.side: self._candidates[each.side][each.place][1] for each in self.taken}

    @property
    def _candidates(self) -> dict[str, list[tuple[str, Bot]]]:
        training = self.training
        return {side: candidates(training.selves[side], training.first[side]) for side in training.goal.sides}

    @property
    def _guests(self) -> dict[str, tuple[Bot, ...]]:
        """Name -> the opponents that both sides had at all tables, as they play at each."""
        leagues = [table.league for table in self.training.tables]
        return {
            name: tuple(league[name] for league in leagues)
            for name in leagues[0]
            if all(name in league for league in leagues)
        }

    def take(self) -> None:
        """Let the selves meet if two sides were trained and found something."""
        training = self.training
        if len(training.sides) != 2 or len(training.goal.sides) != 2 or not any(training.selves.values()):
            return
        tables, guests = len(training.tables), self._guests
        met = {
            side: [(label, (bot,) * tables) for label, bot in own] + list(guests.items())
            for side, own in self._candidates.items()
        }
        one, two = met.values()
        games = max(meeting.GAMES // (len(one) * len(two) * tables), 1)
        rates = self.book.recall_end(f"meeting, {games} games", lambda: self._met(met, games))
        labels = {side: [label for label, _ in own] for side, own in met.items()}
        self.taken = meeting.taken(rates, labels, training.names, games * tables, len(guests))

    def _met(self, met: Mapping[str, Sequence[tuple[str, Sequence[Bot]]]], games: int) -> list[list[float]]:
        """Play the meeting and return the first side's win rates."""
        training, bots = self.training, {side: [each for _, each in own] for side, own in met.items()}
        seeds = training.seeds("meeting", training.generation)
        starts = [table.start for table in training.tables]
        one, two = bots.values()
        training.display.say("the last selves of both sides meet")
        training.display.begin(0, games * len(starts) * len(one) * len(two))
        training.arena.beat = training.display.beat
        try:
            return meeting.played(training.arena, starts, seeds, bots, games)
        finally:
            training.display.end()

    def gains(self) -> list[Gain]:
        """Confirm what the bot that is taken gains for each side."""
        training, games = self.training, self.training.effort.confirm
        duties = self._duties()
        todo = [duty for duty in duties if not self.book.knows_end(self._key(duty))]
        training.display.begin(2 * games * (len(duties) - len(todo)), 2 * games * len(duties))
        training.arena.beat = training.display.beat
        found: dict[tuple[str, str], Gain] = {}
        try:
            for duty in duties:
                pairs = Pairs(*self.book.recall_end(self._key(duty), partial(self._paired, duty)))
                key = (duty.side, duty.opponent.label)
                if key not in found:
                    name, against = training.names[duty.side], self._against(duty)
                    found[key] = Gain(duty.side, name, against, duty.is_main, {})
                found[key].tables[training.tables[duty.table].label] = pairs
        finally:
            training.display.end()
        return list(found.values())

    def _duties(self) -> list[Duty]:
        """Return what is to be confirmed, the main things first."""
        training, best = self.training, self.best
        changed = {side: [bot] for side, bot in best.items() if bot is not training.first[side]}
        found = [
            Duty(side, table, each)
            for side in training.goal.sides
            for table in range(len(training.tables))
            for each in training.opponents(side, table, changed)
        ]
        return sorted(found, key=lambda duty: not duty.is_main)

    def _key(self, duty: Duty) -> str:
        games = self.training.effort.confirm
        return f"{duty.side} against {duty.opponent.label}, table {duty.table}, {games} pairs"

    def _paired(self, duty: Duty) -> tuple[int, int, int, int]:
        """Play the bot at the start and the one that is taken, in the same games."""
        training, (side, number, opponent) = self.training, duty
        table, games = training.tables[number], training.effort.confirm
        seed = training.seeds("confirm", training.generation)[number]
        both = [
            Batch(seated(table.setup, table.start, {**opponent.bots, side: bot}), seed, 0, games, number)
            for bot in (training.first[side], self.best[side])
        ]
        return pairs_of(*training.arena.outcomes(both, side))

    def _against(self, duty: Duty) -> str:
        """Return the opponents of a side, in words, the same for all tables."""
        tables, label = self.training.tables, duty.opponent.label
        if label == START:
            bots = [
                bot.name
                for table in tables
                for bot, mine in zip(table.start, table.setup.seat_sides, strict=True)
                if mine != duty.side
            ]
            return ", ".join(dict.fromkeys(bots))
        if label == QUEST:
            return ""
        return label if label in tables[duty.table].league else "the other side trained"

"""Counts of the measures that a game declares to be taken after every round."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from mazarbul.analysis.counting.statistic import Arrays, Batch, by_cell, known_numbers
from mazarbul.analysis.layout import Layout

COARSE = 2  # values merged where two measures are known, so that cells have enough games
TOGETHER = "together"
CAME = "end_reason"


class Course(Arrays):
    """Games still going after each round, by the measures then and by whether the first side won.

    <measure>: (2, rounds, values, lost and won), first by parity of the game's number. together: (2, rounds,
    values of one, values of the other, lost and won), COARSE values merged. rounds: their numbers. measures:
    those recorded.
    """

    name = "course"

    def __init__(self, layout: Layout) -> None:
        courses, self.layout = layout.declared.courses, layout
        columns = {each.id: dict(layout.numbered("games", each.prefix)) for each in courses.measures}
        self.measures = {each.id: each for each in courses.measures if columns[each.id]}
        self.together = courses.together if set(courses.together) <= set(self.measures) else ()
        known = [columns[name].keys() for name in self.measures]
        self.rounds = sorted(set.intersection(*map(set, known))) if known else []
        self.names = [{name: columns[name][number] for name in self.measures} for number in self.rounds]
        lasting = ["rounds"] if "rounds" in layout.columns("games") else []
        names = [name for each in self.names for name in each.values()]
        self.columns = {"games": ["winner", *lasting, *names]}
        self.shapes = {name: (2, len(self.rounds), each.size, 2) for name, each in self.measures.items()}
        if self.together:
            sizes = (-(-self.measures[name].size // COARSE) for name in self.together)
            self.shapes[TOGETHER] = (2, len(self.rounds), *sizes, 2)

    @classmethod
    def of(cls, layout: Layout) -> Course | None:
        """Return it, or None if the game declares no course or the run does not record it."""
        made = cls(layout)
        return made if made.rounds else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        table, total = batch["games"], self.zeros()
        won = (self.layout.winner_codes(table) == 0).astype(np.int64)
        parity = table.column("game").to_numpy() % 2
        rounds = table.column("rounds").to_numpy() if "rounds" in self.columns["games"] else None
        for i, number in enumerate(self.rounds):
            going = np.ones(len(won), bool) if rounds is None else rounds > number
            values = {}
            for name, measure in self.measures.items():
                value, known = known_numbers(table, self.names[i][name])
                values[name] = np.clip(value, measure.low, measure.high) - measure.low
                going &= known
            for name, cells in self.shapes.items():
                key = parity
                for each in self.together if name == TOGETHER else (name,):
                    step = COARSE if name == TOGETHER else 1
                    key = key * -(-self.measures[each].size // step) + values[each] // step
                shape = (cells[0], *cells[2:])
                total[name][:, i] = by_cell((key * 2 + won)[going], shape)
        return total


class Endings(Arrays):
    """<measure>: (reasons, rounds, values) games still going after each round, by how they end.

    Only measures for which the game asks it. reasons: ids, in the order declared.
    """

    name = "course_endings"

    def __init__(self, layout: Layout) -> None:
        wanted = {each.id: each for each in layout.declared.courses.measures if each.by_ending}
        columns = {name: dict(layout.numbered("games", each.prefix)) for name, each in wanted.items()}
        self.measures = {name: each for name, each in wanted.items() if columns[name]}
        self.names = {name: columns[name] for name in self.measures}
        self.reasons = [each.id for each in layout.declared.outcome.reasons]
        known = [*self.names.values()]
        self.rounds = sorted(set.intersection(*map(set, known))) if known else []
        self.columns = {
            "games": ["rounds", CAME, *(self.names[name][i] for name in self.measures for i in self.rounds)]
        }
        self.shapes = {
            name: (len(self.reasons), len(self.rounds), each.size) for name, each in self.measures.items()
        }

    @classmethod
    def of(cls, layout: Layout) -> Endings | None:
        """Return it, or None if the game does not ask for it or the run does not record it."""
        made = cls(layout)
        return made if made.rounds and {"rounds", CAME} <= set(layout.columns("games")) else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        table, total = batch["games"], self.zeros()
        lasted = table.column("rounds").to_numpy()
        came = [pc.equal(table.column(CAME).cast("string"), reason) for reason in self.reasons]
        came = [pc.fill_null(each, False).to_numpy() for each in came]
        for name, measure in self.measures.items():
            for i, number in enumerate(self.rounds):
                value, known = known_numbers(table, self.names[name][number])
                value = np.clip(value, measure.low, measure.high) - measure.low
                for k, ended in enumerate(came):
                    going = ended & known & (lasted > number)
                    total[name][k, i] = by_cell(value[going], (measure.size,))
        return total

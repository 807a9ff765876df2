"""The compiled texts of the board game as words again: rows, values and sets of a tables record, for tests.

A value or set that needs a program is in square brackets, its parts before what joins them: `[rolled neg]`.
A set that needs none is its members, `*` for all of them, with the states that they must have or not:
`*+shadow-besieged`. Lists are in curly brackets; `if`, `else` and `fi` stand around branches.
"""

from __future__ import annotations

from mazarbul.sim.effects import VALUE_BASE, codes
from mazarbul.sim.effects.vocabulary import VALUES, Choice, Flags, Live, Set, Value
from mazarbul.sim.engine.sets import listed
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE, TACTIC_SOURCE
from mazarbul.sim.games.board_game.content.states import ARMY_IS, FIGURE_IS, NATION_IS, REGION_IS
from mazarbul.sim.games.board_game.content.tables import Tables
from mazarbul.sim.games.board_game.content.things import catalogue_of
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from mazarbul.sim.games.board_game.content.words_of_sets import SORTS
from mazarbul.sim.games.board_game.ids import FIGURES

STATES = {"region": REGION_IS, "army": ARMY_IS, "figure": FIGURE_IS, "nation": NATION_IS, "tile": ()}
SIGNS = {
    codes.NOT: "not",
    codes.AND: "and",
    codes.OR: "or",
    codes.NEG: "neg",
    codes.ADD: "+",
    codes.SUB: "-",
    codes.MUL: "*",
    codes.LT: "<",
    codes.LE: "<=",
    codes.EQ: "==",
    codes.NE: "!=",
    codes.SELECT: "select",
}
JOINS = {codes.UNION: "|", codes.INTERSECTION: "&", codes.DIFFERENCE: "-"}


class Compiled:
    """The texts of a tables record, by the ids of cards, figures and tactics."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.t = tables.record
        self.names = {sort: list(things) for sort, things in catalogue_of(tables.data).items()}
        self.words = {
            sort: {VOCABULARY.code(word): word for word in VOCABULARY if word.space == sort}
            for sort in ("operation", "manoeuvre", VALUES)
        }

    def effects(self, name: str) -> list:
        """Return the effects of a card, figure or tactic."""
        t = self.t
        if name in self.tables.cards:
            source = self.tables.cards[name]
        elif name in FIGURES:
            source = FIGURE_SOURCE + FIGURES.index(name)
        else:
            source = TACTIC_SOURCE + self.tables.tactics.index(name)
        return [
            t.effects[i] for i in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source])
        ]

    def text(self, name: str, number: int = 0, sort: str = "operation") -> str:
        """Return what an effect of a card, figure or tactic does."""
        return self.rows(int(self.effects(name)[number].do), sort)

    def rows(self, row: int, sort: str = "operation", stop: int = -1) -> str:
        """Return the rows from one to the end, or up to `stop`."""
        t, found, targets = self.t, [], set()
        while row != stop and t.rows[row, 0] != codes.END:
            code, *cells = t.rows[row].tolist()
            if row in targets:
                found.append("fi")
            if code == codes.JUMP:
                found.append("else")
                targets.add(cells[0])
            elif code == codes.IF:
                found.append(f"if {self.value(cells[0])}")
                if t.rows[cells[1] - 1, 0] != codes.JUMP:
                    targets.add(cells[1])
            else:
                word = self.words[sort][code]
                end = cells.pop(0) if word.block else row + 1
                shown = self._arguments(word, cells)
                if word.block:
                    shown += " {" + self.rows(row + 1, sort, end) + "}"
                found.append(word.name + shown)
                row = end
                continue
            row += 1
        if row in targets:
            found.append("fi")
        return "; ".join(found)

    def _arguments(self, word, cells) -> str:
        kinds = [p.type for p in word.parameters if p.type is not word.block]
        return "".join(f" {self._argument(kind, cell)}" for kind, cell in zip(kinds, cells, strict=False))

    def _argument(self, kind, cell: int) -> str:
        match kind:
            case Set():
                return self.set(cell)
            case Value():
                return self.value(cell)
            case Flags():
                bits = [
                    name for name, bit in kind.names.items() if bit and not bit & (bit - 1) and bit & cell
                ]
                return "|".join(bits) or next(name for name, bit in kind.names.items() if bit == 0)
            case Choice():
                return next(name for name, code in kind.names.items() if code == cell)
        raise TypeError(kind)

    def value(self, value: int) -> str:
        """Return an encoded value."""
        if value < VALUE_BASE:
            return str(value)
        found, row = [], value - VALUE_BASE
        while self.t.expressions[row, 0] != codes.END:
            code, *cells = self.t.expressions[row].tolist()
            if code == codes.CONST:
                found.append(str(cells[0]))
            elif code in SIGNS:
                found.append(SIGNS[code])
            else:
                word = self.words[VALUES][code]
                kinds = [p.type for p in word.parameters if not isinstance(p.type, Value)]
                shown = [self._argument(kind, cell) for kind, cell in zip(kinds, cells, strict=False)]
                found.append(f"{word.name}({', '.join(shown)})" if shown else word.name)
            row += 1
        return f"[{' '.join(found)}]"

    def set(self, number: int) -> str:
        """Return a set."""
        t = self.t
        sort = SORTS[t.set_sort[number]]
        if not t.set_start[number]:
            return self._mask(number, sort)
        found, row = [], int(t.set_start[number])
        while t.set_rows[row, 0] != codes.END:
            code, argument = t.set_rows[row].tolist()
            if code == codes.MASK:
                found.append(self._mask(argument, sort))
            elif code == codes.NEAR:
                found.append(f"near#{argument}")
            elif code in JOINS:
                found.append(JOINS[code])
            else:
                words = [word for word in VOCABULARY.sets[sort].values() if isinstance(word, Live)]
                word = words[code - codes.FIRST_CODE]
                found.append(f"{word.name}({self.set(argument)})" if word.of else word.name)
            row += 1
        return f"[{' '.join(found)}]"

    def _mask(self, number: int, sort: str) -> str:
        t, names = self.t, self.names[sort]
        members = [names[i] for i in listed(t.set_words[number])]
        bits = STATES[sort]._asdict().items() if STATES[sort] else ()
        needed = "".join(f"+{name.lower()}" for name, bit in bits if t.set_required[number] & bit)
        barred = "".join(f"-{name.lower()}" for name, bit in bits if t.set_forbidden[number] & bit)
        shown = "*" if len(members) == len(names) else "nothing" if not members else ",".join(members)
        return shown + needed + barred

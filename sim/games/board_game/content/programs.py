"""The texts of cards, figures and tactics in the tables record: compiled, with modifiers unfolded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mazarbul.sim.effects import VALUE_BASE, Compiler, Set, Source, Value
from mazarbul.sim.effects import codes as shared
from mazarbul.sim.effects.errors import effect_error
from mazarbul.sim.effects.vocabulary import Word
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.records import fill
from mazarbul.sim.engine.sets import words_of
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content import arguments, vocabulary
from mazarbul.sim.games.board_game.content.cards import Card, Effect, Tactic
from mazarbul.sim.games.board_game.content.joined import JoinedProgram
from mazarbul.sim.games.board_game.content.layout import EFFECTS, FIGURE_SOURCE, MODIFIERS, TACTIC_SOURCE
from mazarbul.sim.games.board_game.content.schema import Figure, GameData
from mazarbul.sim.games.board_game.content.text_checks import TextCheck, plain_statements
from mazarbul.sim.games.board_game.content.things import catalogue_of, ground_of
from mazarbul.sim.games.board_game.content.triggers import IN_BATTLE, TEXT_PARTS, WINDOWS, WITH_MANOEUVRES
from mazarbul.sim.games.board_game.content.words_of_sets import SORTS
from mazarbul.sim.games.board_game.content.words_of_values import BATTLE
from mazarbul.sim.toml import DataError

Me = tuple[str, str] | None
ALWAYS = 1  # the value of a condition that is not written


class TextBuilder:
    """Fills in the parts of a tables record that texts decide; numbers and cards are already there.

    cards: id -> number.
    """

    def __init__(self, t: np.record, data: GameData, cards: Mapping[str, int]) -> None:
        self.t = t
        self.data = data
        self.cards = cards
        self.vocabulary = vocabulary.make_vocabulary(ground_of(data))
        self.program = JoinedProgram()
        self.compiler = Compiler(self.vocabulary, catalogue_of(data), self.program)
        self.effect_n = 0
        self.modifier_n = 0

    def build(self) -> None:
        """Compile everything; raises EffectError for a faulty text, DataError for texts that do not fit."""
        t, program = self.t, self.program
        t.modifiers["side"] = t.modifiers["source"] = ids.NONE
        for name, card in self.data.cards.items():
            self._card(card, self.cards[name])
        for i, figure in enumerate(self.data.figures.values()):
            self._figure(figure, FIGURE_SOURCE + i)
        for i, tactic in enumerate(self.data.tactics.values()):
            self._tactic(tactic, i)
        t.modifier_n = self.modifier_n
        fill(t.rows, program.rows_array(), "operation rows")
        fill(t.expressions, program.exprs_array(), "expression rows")
        sorts = {name: i for i, name in enumerate(SORTS)}
        for name, found in program.columns(sorts, ids.WORDS).items():
            fill(getattr(t, name), found, "rows that join sets" if name == "set_rows" else "sets")
        fill(t.set_near, program.near(ids.STANDS, ids.WORDS), "relations of sets")

    # --- bearers -----------------------------------------------------------------------------------

    def _card(self, card: Card, number: int) -> None:
        t, first = self.t, self.effect_n
        for effect in card.effects:
            row = self._effect(effect, None, number)
            row.spends = effect.on in WINDOWS and not effect.keep
            if effect.until is not None:
                t.until[number] |= self.compiler.flags(effect.until, arguments.UNTIL)
        t.effect_first[number], t.effect_n[number] = first, self.effect_n - first

    def _figure(self, figure: Figure, source: int) -> None:
        t, first = self.t, self.effect_n
        for i, part in enumerate(TEXT_PARTS):
            for effect in getattr(figure, part):
                self._effect(effect, ("figure", figure.id), source, i)
        t.effect_first[source], t.effect_n[source] = first, self.effect_n - first

    def _tactic(self, tactic: Tactic, number: int) -> None:
        t, source, first = self.t, TACTIC_SOURCE + number, self.effect_n
        places = frozenset((BATTLE,))
        t.tactic_condition[number] = self._condition(tactic.condition, None, places)
        t.tactic_step[number] = min(part.initiative for part in tactic.effects)
        for part in tactic.effects:
            row = self._row()
            row.step = part.initiative
            row.do = self._block(part.do, "manoeuvre", None, places)
        t.effect_first[source], t.effect_n[source] = first, self.effect_n - first

    # --- effects -----------------------------------------------------------------------------------

    def _row(self) -> np.record:
        """Return the next row of `effects`, without anything in it."""
        if self.effect_n >= EFFECTS:
            raise DataError(f"there are more than {EFFECTS} effects in total")
        row = self.t.effects[self.effect_n]
        self.effect_n += 1
        row.condition = row.lasts = ALWAYS
        row.on = row.part = row.places = row.die = row.cost = row.do = ids.NONE
        return row

    def _effect(self, effect: Effect, me: Me, source: int, part: int = ids.NONE) -> np.record:
        """Compile one effect of a card or figure into the next row, and return it.

        source: number of the bearer. part: TEXT_PART of a figure.
        """
        row, places = self._row(), frozenset((effect.on, *((BATTLE,) if effect.on in IN_BATTLE else ())))
        row.on, row.part = vocabulary.TRIGGERS.names[effect.on], part
        row.condition = self._condition(effect.condition, me, places)
        row.lasts = self._condition(effect.lasts, me, places)
        row.may, row.ring = effect.may, effect.ring
        if effect.at is not None:
            row.places = self.compiler.set(effect.at, "region", me)
            TextCheck(effect.at, self.vocabulary, places).set("region")
        if effect.die is not None:
            row.die = arguments.DIE.names[effect.die]
        if effect.cost is not None:
            row.cost = self._block(effect.cost, "operation", me, places, is_cost=True)
        if effect.do is not None and effect.on == "static":
            is_guide = part == TEXT_PARTS.index("guide")
            self._modifiers(effect.do, me, source, is_guide=is_guide)
        elif effect.do is not None:
            sort = "manoeuvre" if effect.on in WITH_MANOEUVRES else "operation"
            row.do = self._block(effect.do, sort, me, places)
        return row

    def _condition(self, text: Source | None, me: Me, places: frozenset[str]) -> int:
        if text is None:
            return ALWAYS
        value = self.compiler.value(text, "condition", me)
        TextCheck(text, self.vocabulary, places).value()
        return value

    def _block(
        self, text: Source, sort: str, me: Me, places: frozenset[str], *, is_cost: bool = False
    ) -> int:
        first = self.compiler.block(text, sort, me)
        TextCheck(text, self.vocabulary, places, is_cost).statements(sort)
        return first

    # --- standing modifiers ------------------------------------------------------------------------

    def _modifiers(self, text: Source, me: Me, source: int, *, is_guide: bool) -> None:
        """Unfold the text of a static effect into `modifiers`."""
        first = self.compiler.block(text, "modifier", me)
        statements = plain_statements(text)
        words = {self.vocabulary.code(word): word for word in self.vocabulary.words["modifier"].values()}
        for node, cells in zip(statements, self.program.rows[first:-1], strict=True):
            if self.modifier_n >= MODIFIERS:
                raise DataError(f"there are more than {MODIFIERS} standing modifiers in total")
            row = self.t.modifiers[self.modifier_n]
            self.modifier_n += 1
            row.source, row.is_guide = source, is_guide
            word = words[cells[shared.CODE]]
            row.rule, row.side = ids.RULES.index(word.name), ids.NONE
            if not self._fill_modifier(row, word, cells[1:]):
                message = f"the arguments of '{word.name}' in a static text cannot change during the game"
                raise effect_error(text, node.at, message)

    def _fill_modifier(self, row: np.record, word: Word, arguments_of: Sequence[int]) -> bool:
        """Copy the arguments of a modifier into its row; return whether they are constant."""
        for parameter, value in zip(word.parameters, arguments_of, strict=False):
            if isinstance(parameter.type, Value):
                if value >= VALUE_BASE:
                    return False
                row.n = value
            elif isinstance(parameter.type, Set):
                found = self.program.set_of(value)
                if found.steps or found.required or found.forbidden:
                    return False
                if parameter.name == "regions":
                    row.regions = words_of(found.members, ids.WORDS)
                else:
                    row[parameter.name] = mask_of(found.members)
            else:
                row.side = value
        return True


def fill_texts(t: np.record, data: GameData, cards: Mapping[str, int]) -> None:
    """Compile the texts of a game's data into its tables record. cards: id -> number.

    Raises EffectError, with file, line and column, for a faulty text; DataError if the texts do not fit.
    """
    TextBuilder(t, data, cards).build()

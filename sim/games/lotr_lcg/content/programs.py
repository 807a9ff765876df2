"""The texts of cards and stages in the tables record: effects compiled, standing modifiers unfolded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.effects import codes as shared
from mazarbul.sim.effects.errors import effect_error
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.records import fill
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import vocabulary, words
from mazarbul.sim.games.lotr_lcg.content.definitions import Definitions, Gain, trait_numbers
from mazarbul.sim.games.lotr_lcg.content.layout import DEFINITION_BITS, DEFINITIONS, EFFECTS, MODIFIERS
from mazarbul.sim.games.lotr_lcg.content.schema import (
    CHARACTERS,
    Card,
    Effect,
    EncounterCard,
    GameData,
    Scenario,
    Stage,
)
from mazarbul.sim.games.lotr_lcg.content.text_checks import (
    GAINS,
    check_cost,
    check_operations,
    check_standing,
    check_standing_condition,
    gains_in,
)
from mazarbul.sim.toml import DataError, Mistakes, Source

Bearer = Card | EncounterCard | Stage


class TextBuilder:
    """Fills in the parts of a tables record that texts decide; numbers and cards are already there.

    cards: every physical card of the quest. The order of the steps in `build` matters.
    """

    def __init__(
        self,
        t: np.record,
        data: GameData,
        quest: Scenario,
        cards: Sequence[PhysicalCard],
        definitions: Definitions,
    ) -> None:
        self.t = t
        self.data = data
        self.quest = quest
        self.definitions = definitions
        self.copies: dict[str, list[PhysicalCard]] = {}
        for card in cards:
            self.copies.setdefault(card.id, []).append(card)
        traits = trait_numbers(data)
        self.traits = {number: name for name, number in traits.items()}
        self.vocabulary = vocabulary.make_vocabulary(traits)
        self.program = Program()
        self.compiler = Compiler(self.vocabulary, {"card": definitions.entries}, self.program)
        self.effect_n = 0
        self.modifier_n = 0

    def build(self) -> None:
        """Compile everything; raises EffectError for a faulty text, DataError for one that does not fit."""
        if len(self.definitions) > DEFINITIONS:
            number = f"{len(self.definitions)} definitions"
            raise DataError(f"the cards and what they can gain need {number}; at most {DEFINITIONS} fit")
        mistakes = Mistakes()
        for name, copies in self.copies.items():
            bearer = self.data.encounter.get(name) or self.data.cards[name]
            with mistakes.going_on():
                self._bearer(bearer, [card.index for card in copies])
        for i, name in enumerate(self.quest.quest):
            with mistakes.going_on():
                self._bearer(self.data.stages[name], [ids.STAGE_SOURCE + i])
        mistakes.check()
        fill(self.t.rows, self.program.rows_array(), "operation rows")
        fill(self.t.expressions, self.program.exprs_array(), "expression rows")
        self._sets()

    # --- effects -----------------------------------------------------------------------------------

    def _bearer(self, bearer: Bearer, sources: Sequence[int]) -> None:
        """Compile the texts of a card or stage once for all its copies. sources: their numbers."""
        t = self.t
        me = None if isinstance(bearer, Stage) else ("card", bearer.id)
        if isinstance(bearer, Card) and bearer.attach is not None:
            hosts = self.compiler.set(bearer.attach, "card", me=me)
            zone = (
                self.compiler.flags(bearer.attach_zone, vocabulary.ZONES)
                if bearer.attach_zone
                else ids.Z.PLAY
            )
            for source in sources:
                t.attach_to[source], t.attach_zone[source] = hosts, zone
        first, first_modifier = self.effect_n, self.modifier_n
        for effect in bearer.effects:
            row = self._effect(effect, bearer, me)
            self._listen(row, effect, sources)
            if row.on == ids.ON.STATIC:
                self._modifiers(row, effect, bearer, sources)
        for source in sources:
            t.effect_first[source], t.effect_n[source] = first, self.effect_n - first
            t.modifier_first[source] = first_modifier
            t.modifier_n[source] = self.modifier_n - first_modifier

    def _effect(self, effect: Effect, bearer: Bearer, me: tuple[str, str] | None) -> np.record:
        """Compile one effect into the next row of `effects`, and return it."""
        if self.effect_n >= EFFECTS:
            raise DataError(f"there are more than {EFFECTS} effects in total")
        compiler, row = self.compiler, self.t.effects[self.effect_n]
        self.effect_n += 1
        on = vocabulary.TRIGGERS.names[effect.on]
        is_static = on == ids.ON.STATIC
        row.on = on
        row.card = self._listened_to(effect, bearer, me)
        row.of = compiler.choice(effect.of, vocabulary.WHOSE) if effect.of else words.PLAYER.ANYONE
        row.may = effect.may
        row.hand = effect.hand or (isinstance(bearer, Card) and bearer.type == "event" and not is_static)
        row.phase = vocabulary.PHASES.names[effect.phase] if effect.phase else ids.NONE
        row.by = vocabulary.BY.names[effect.by] if effect.by else ids.BY.CONTROLLER
        row.condition = compiler.value(effect.condition, "condition", me=me) if effect.condition else 1
        row.cost = compiler.block(effect.cost, "operation", me=me) if effect.cost else ids.NONE
        sort = "modifier" if is_static else "operation"
        row.do = compiler.block(effect.do, sort, me=me) if effect.do else ids.NONE
        row.limit = vocabulary.LIMIT.names[effect.limit] if effect.limit else ids.LIMIT.NONE
        row.times = effect.times or 1
        row.destroyed = effect.destroyed
        row.to = vocabulary.LEAVES_TO.names[effect.to] if effect.to else ids.NONE
        self._check(effect, bearer)
        return row

    def _listened_to(self, effect: Effect, bearer: Bearer, me: tuple[str, str] | None) -> int:
        """Return the card an effect listens to: a set, SELF or HOST."""
        if effect.card is None:
            return words.CARD.SELF
        code = self.compiler.lower(vocabulary.TARGET, effect.card, me)
        if code < 0 and (isinstance(bearer, Stage) or code not in (words.CARD.SELF, words.CARD.HOST)):
            known = "a set of cards" if isinstance(bearer, Stage) else "self, host or a set of cards"
            raise effect_error(effect.card, 0, f"'card' of an event must be {known}")
        return code

    def _check(self, effect: Effect, bearer: Bearer) -> None:
        """Refuse texts that the rules cannot carry out."""
        if effect.on == "state" and not isinstance(bearer, Stage) and effect.do:
            raise effect_error(effect.do, 0, "only a stage can have a text on 'state'")
        if effect.cost:
            check_cost(effect.cost, self.vocabulary)
        if effect.do and effect.on == "static":
            check_standing(effect.do, self.vocabulary, is_stage=isinstance(bearer, Stage))
            if effect.condition:
                check_standing_condition(effect.condition, self.vocabulary)
        elif effect.do:
            check_operations(effect.do, self.vocabulary)

    def _listen(self, row: np.record, effect: Effect, sources: Sequence[int]) -> None:
        """Set the masks of the tables for the kind of text that a card or stage has."""
        t, on = self.t, int(row.on)
        t.heard |= 1 << on
        for source in sources:
            if source >= ids.STAGE_SOURCE:
                t.stage_hears[source - ids.STAGE_SOURCE] |= 1 << on
                continue
            block, bit = source // ids.BLOCK, 1 << source % ids.BLOCK
            if on == ids.ON.ACTION:
                open_to_others = row.by != ids.BY.CONTROLLER
                masks = t.hand_actors if row.hand else t.open_actors if open_to_others else t.actors
                masks[block] |= bit
            elif on in ids.HAPPENINGS:
                masks = t.forced if not effect.may else t.hand_responders if row.hand else t.responders
                masks[on, block] |= bit

    # --- standing modifiers ------------------------------------------------------------------------

    def _modifiers(self, row: np.record, effect: Effect, bearer: Bearer, sources: Sequence[int]) -> None:
        """Unfold a static text into `modifiers`, and set the masks of the tables for what it changes."""
        text = effect.do
        assert text is not None  # a static text is its `do`
        by_code = {self.vocabulary.code(word): word for word in self.vocabulary.words["modifier"].values()}
        at = int(row.do)
        while self.program.rows[at][shared.CODE] != shared.END:
            if self.modifier_n >= MODIFIERS:
                raise DataError(f"there are more than {MODIFIERS} standing modifiers in total")
            modifier = self.t.modifiers[self.modifier_n]
            self.modifier_n += 1
            code, *arguments = self.program.rows[at]
            named = {p.name: value for p, value in zip(by_code[code].parameters, arguments, strict=False)}
            what = named.pop("what", None)
            modifier.code, modifier.condition = code, row.condition
            modifier.what = 0 if what is None else what
            modifier.n = next(iter(named.values()), 0)
            if by_code[code].name in GAINS:
                self._check_gain(modifier, text, bearer, sources[0])
                modifier.n = self._gain_number(code, int(modifier.n))
            self._note_modifier(code, what, sources)
            at += 1

    def _gain_number(self, code: int, n: int) -> int:
        """Return the number of a gain; n: of the trait or sphere."""
        gain = Gain("trait", self.traits[n]) if code == words.MODIFIER.TRAIT else Gain("icon", ids.SPHERES[n])
        return self.definitions.gains.index(gain)

    def _check_gain(self, modifier: np.record, text: Source, bearer: Bearer, source: int) -> None:
        """Refuse gains by cards other than heroes and allies; only these have forms for gains."""
        message = "only heroes and allies can gain traits and icons"
        if modifier.what == words.CARD.SELF and bearer.type not in CHARACTERS:  # type: ignore[union-attr]
            raise effect_error(text, 0, message)
        if modifier.what == words.CARD.HOST and isinstance(bearer, Card) and bearer.attach is not None:
            hosts = self.program.sets("card")[int(self.t.attach_to[source])]
            types = [entry["type"] for entry in self.definitions.entries.values()]
            if any(types[i] not in CHARACTERS for i in hosts.members):
                raise effect_error(text, 0, f"{message}, but it can be attached to other cards")

    def _note_modifier(self, code: int, what: int | None, sources: Sequence[int]) -> None:
        """Set the masks that kernels check first: the cards with a modifier, and what it is on."""
        t = self.t
        t.any_flags |= 1 << code
        is_number = bool(words.STATS >> code & 1)
        is_aura = is_number and what is not None and what >= 0
        t.has_auras |= is_aura
        for source in sources:
            if source >= ids.STAGE_SOURCE:
                t.stage_flags[source - ids.STAGE_SOURCE] |= 1 << code
                continue
            block, bit = source // ids.BLOCK, 1 << source % ids.BLOCK
            t.flagged[code, block] |= bit
            if code in (words.MODIFIER.TRAIT, words.MODIFIER.ICON):
                t.gainers[block] |= bit
            elif is_number:
                masks = t.aura_stats if is_aura else t.own_stats if what == words.CARD.SELF else t.host_stats
                masks[block] |= bit

    # --- sets --------------------------------------------------------------------------------------

    def _sets(self) -> None:
        """Copy the sets into the record, over definitions and over printed cards."""
        t = self.t
        sets = self.program.sets("card")
        masks = np.zeros((len(sets), ids.BLOCKS), np.int64)
        bits = np.zeros((len(sets), t.set_definitions.shape[1]), np.int64)
        for i, found in enumerate(sets):
            for name, copies in self.copies.items():
                if self.definitions.number(name) in found.members:
                    for card in copies:
                        masks[i, card.index // ids.BLOCK] |= 1 << card.index % ids.BLOCK
            for word in range(bits.shape[1]):
                first = word * DEFINITION_BITS
                inside = (d - first for d in found.members if first <= d < first + DEFINITION_BITS)
                bits[i, word] = mask_of(inside)
        fill(t.set_cards, masks, "sets of cards")
        fill(t.set_definitions, bits, "sets of cards")
        t.set_required[: len(sets)] = [found.required for found in sets]
        t.set_forbidden[: len(sets)] = [found.forbidden for found in sets]
        t.set_start[: len(sets)] = self.program.set_starts("card")
        fill(t.set_rows, self.program.set_rows("card"), "rows that join sets of cards")


def find_gains(data: GameData, quest: Scenario, cards: Sequence[PhysicalCard]) -> tuple[Gain, ...]:
    """Return the different traits and icons that the standing texts of a quest's cards and stages give.

    Raises EffectError for a text that cannot be read, DataError if there are more than a form can hold.
    """
    bearers: dict[str, Bearer] = {
        card.id: data.encounter.get(card.id) or data.cards[card.id] for card in cards
    }
    found = tuple(dict.fromkeys(_gains([*bearers.values(), *(data.stages[name] for name in quest.quest)])))
    if len(found) > ids.GAINS:
        listed = ", ".join(f"{gain.word} {gain.name}" for gain in found)
        raise DataError(
            f"the cards of this game give {len(found)} different traits and icons ({listed}); "
            f"at most {ids.GAINS} are possible"
        )
    return found


def _gains(bearers: Sequence[Bearer]) -> Iterator[Gain]:
    for bearer in bearers:
        for effect in bearer.effects:
            if effect.on == "static" and effect.do:
                yield from gains_in(effect.do)

"""The texts of cards and locations in the tables record: compiled effects and unfolded modifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.effects import codes as shared
from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.engine.records import fill
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content import vocabulary as words
from mazarbul.sim.games.card_game.content.layout import EFFECTS, MODIFIERS
from mazarbul.sim.games.card_game.content.schema import BattlegroundCard, Effect, GameData, PathCard
from mazarbul.sim.toml import DataError, Mistakes, Source

MOST_DIG_PLAYS = 4  # a dig frame packs the cards it played into one int64


class TextBuilder:
    """Fills in the parts of a tables record that texts decide; numbers, cards and places are already there.

    cards: every physical card. places: place index -> location id. The order of the steps in `build`
    matters.
    """

    def __init__(
        self, t: np.record, data: GameData, cards: Sequence[PhysicalCard], places: Mapping[int, str]
    ) -> None:
        self.t = t
        self.data = data
        self.cards = cards
        self.places = places
        self.place_index = {name: i for i, name in places.items()}
        self.copies: dict[str, list[PhysicalCard]] = {}
        for card in cards:
            self.copies.setdefault(card.id, []).append(card)
        self.program = Program()
        self.compiler = Compiler(words.VOCABULARY, known_things(data), self.program)
        self.place_ids = [*data.paths, *data.battlegrounds]
        self.effect_n = 0
        self.modifier_n = 0
        self.programs: list[tuple[int, int, int, Source]] = []  # first row, trigger, condition, text
        self.statics: list[tuple[str, int, int, int]] = []  # card id, at, condition, first row

    def build(self) -> None:
        """Compile everything; raises EffectError for a faulty text, DataError for one that does not fit."""
        self._texts()
        self._programs()
        self._check_modifiers()
        self._modifiers()

    def _texts(self) -> None:
        """Compile the effects of every card and location of the game, and the wielders of items."""
        wielders, mistakes = {}, Mistakes()
        for card in self.data.cards.values():
            me = ("card", card.id)
            if card.wielders is not None:
                with mistakes.going_on():
                    wielders[card.id] = self.compiler.set(card.wielders, "card", me=me)
            first = self.effect_n
            for effect in card.effects:
                with mistakes.going_on():
                    self._effect(effect, me)
            for copy in self.copies.get(card.id, ()):
                self.t.effect_first[copy.index] = first
                self.t.effect_n[copy.index] = self.effect_n - first
        locations: list[BattlegroundCard | PathCard] = [
            *self.data.battlegrounds.values(),
            *self.data.paths.values(),
        ]
        for location in locations:
            first = self.effect_n
            for effect in location.effects:
                with mistakes.going_on():
                    self._effect(effect, ("place", location.id))
            if location.id in self.place_index:
                source = ids.PLACE_SOURCE + self.place_index[location.id]
                self.t.effect_first[source] = first
                self.t.effect_n[source] = self.effect_n - first
        mistakes.check()
        self._wielders(wielders)

    def _effect(self, effect: Effect, me: tuple[str, str]) -> None:
        """Compile one effect into the next row of `effects`."""
        if self.effect_n >= EFFECTS:
            raise DataError(f"there are more than {EFFECTS} effects in total")
        compiler, row = self.compiler, self.t.effects[self.effect_n]
        self.effect_n += 1
        on = words.TRIGGERS.names[effect.on]
        anywhere = on in (ids.ON.PLAY, ids.ON.ENTER)
        row.on = on
        row.at = (
            compiler.flags(effect.at, words.PLACES)
            if effect.at
            else (ids.AT.ANYWHERE if anywhere else ids.AT.IN_PLAY)
        )
        row.condition = compiler.value(effect.condition, "condition", me=me) if effect.condition else 1
        row.may = compiler.choice(effect.may, words.PLAYERS) if effect.may else ids.NONE
        row.by = compiler.choice(effect.by, words.PLAYERS) if effect.by else ids.NONE
        row.cost = compiler.block(effect.cost, "operation", me=me) if effect.cost else ids.NONE
        sort = "modifier" if on == ids.ON.STATIC else "operation"
        row.do = compiler.block(effect.do, sort, me=me) if effect.do else ids.NONE
        row.per_round = effect.limit == "round"
        row.filter = ids.NONE
        if on == ids.ON.REPLACE:
            assert effect.who is not None, "checked: it says who"
            assert effect.when is not None, "checked: it says when"
            row.who = words.REPLACES.names[effect.who]
            row.when = compiler.flags(effect.when, words.WHEN)
            row.items = words.ITEMS.names[effect.items or "cycle"]
            if effect.filter:
                row.filter = compiler.set(effect.filter, "card", me=me)
        if effect.do:
            self.programs.append((int(row.do), on, int(row.condition), effect.do))
        if on == ids.ON.STATIC:
            self.statics.append((me[1], int(row.at), int(row.condition), int(row.do)))
        if on != ids.ON.STATIC and me[0] == "card":
            self._flag(me[1], row)

    def _flag(self, card_id: str, row: np.record) -> None:
        """Note a card's kind of text in the masks of the tables."""
        t = self.t
        for card in self.copies.get(card_id, ()):
            side, mask = card.index // ids.SIDE_CARDS, 1 << card.index % ids.SIDE_CARDS
            if row.on == ids.ON.ACTION:
                t.acting[side] |= mask
                user = (
                    card.seat
                    if row.by in (ids.NONE, words.PLAYER.YOU)
                    else t.faction_seat[row.by - words.FIRST_FACTION]
                )
                if user != ids.NONE and t.seat_side[user] == side:
                    t.actors[user] |= mask
            elif row.on == ids.ON.PLAY:
                t.play_texts[side] |= mask
            elif row.on == ids.ON.ENTER:
                t.enter_texts[side] |= mask
            elif row.on == ids.ON.DRAW_STEP:
                t.draw_texts[card.seat] |= mask
            elif row.on == ids.ON.REPLACE:
                t.replacers[side] |= mask
                if row.who == words.REPLACED.SELF_AND_ONE:
                    t.savers[side] |= mask

    def _wielders(self, wielders: dict[str, int]) -> None:
        sets = self._card_masks()
        for card in self.cards:
            if card.id in wielders:
                side = card.index // ids.SIDE_CARDS
                self.t.wielders[card.index] = (
                    sets[wielders[card.id]][side] & self.t.of_type[side, ids.TYPE.CHARACTER]
                )

    def _card_masks(self) -> list[list[int]]:
        """Return the card sets so far as [set][side] masks of physical cards."""
        found = []
        for card_set in self.program.sets("card"):
            masks = [0, 0]
            for card in self.cards:
                if int(self.t.definition[card.index]) in card_set.members:
                    masks[card.index // ids.SIDE_CARDS] |= 1 << card.index % ids.SIDE_CARDS
            found.append(masks)
        return found

    def _programs(self) -> None:
        """Copy rows, expressions and sets into the record."""
        t = self.t
        places = []
        for place_set in self.program.sets("place"):
            names = {self.place_ids[i] for i in place_set.members}
            places.append(mask_of(i for i, name in self.places.items() if name in names))
        fill(t.rows, self.program.rows_array(), "operation rows")
        fill(t.expressions, self.program.exprs_array(), "expression rows")
        fill(t.card_sets, np.array(self._card_masks(), dtype=np.int64).reshape(-1, 2), "card sets")
        fill(t.place_sets, np.array(places, dtype=np.int64), "sets of places")
        check_digs(self.program)

    def _check_modifiers(self) -> None:
        """Refuse uses of modifiers that the rules cannot handle.

        The items a wielder may carry and the seats that see a deck are fixed when the tables are built, so
        `forbid_item` and `peek_top` can neither be granted nor depend on a condition.
        """
        fixed = {words.MODIFIER.FORBID_ITEM: "forbid_item", words.MODIFIER.PEEK_TOP: "peek_top"}
        for row, on, condition, text in self.programs:
            is_granted = False
            while self.t.rows[row, shared.CODE] != shared.END:
                code = int(self.t.rows[row, shared.CODE])
                if on != ids.ON.STATIC and code == words.OPERATION.GRANT:
                    inside = self.t.rows[row + 1 : self.t.rows[row, columns.BLOCK.END], shared.CODE]
                    code = next((int(c) for c in inside if int(c) in fixed), code)
                    is_granted = code in fixed
                if code in fixed and (is_granted or (on == ids.ON.STATIC and condition != 1)):
                    how = "granted" if is_granted else "given a condition"
                    raise DataError(
                        f"{fixed[code]!r} cannot be {how}; it applies while the card is in play",
                        text.file,
                        text.line,
                        text.column,
                    )
                row += 1

    def _modifiers(self) -> None:
        """Unfold static texts and grants into `modifiers` and the lists that point to them."""
        t = self.t
        by_card: dict[str, list[tuple[int, int, int]]] = {}
        for name, at, condition, row in self.statics:
            by_card.setdefault(name, []).append((at, condition, row))
        for card in self.cards:
            t.modifier_first[card.index] = self.modifier_n
            for at, condition, row in by_card.get(card.id, ()):
                while t.rows[row, shared.CODE] != shared.END:
                    if t.rows[row, shared.CODE] < shared.FIRST_CODE:
                        raise DataError(
                            f"card {card.id}: a static text cannot branch; write two effects with `if`"
                        )
                    self._modifier(card, at, condition, row)
                    row += 1
            t.modifier_n[card.index] = self.modifier_n - t.modifier_first[card.index]
        for row in range(len(self.program.rows_array())):
            if t.rows[row, shared.CODE] == words.OPERATION.GRANT:
                for i in range(row + 1, int(t.rows[row, columns.BLOCK.END])):
                    t.grant_row[i] = self._add_modifier(i, ids.NONE, ids.AT.ANYWHERE, 1)

    def _add_modifier(self, row: int, source: int, at: int, condition: int) -> int:
        """Append a modifier and return its index."""
        if self.modifier_n >= MODIFIERS:
            raise DataError(f"there are more than {MODIFIERS} standing modifiers in total")
        m = self.t.modifiers[self.modifier_n]
        m.code, m.row, m.source, m.at, m.condition = self.t.rows[row, shared.CODE], row, source, at, condition
        self.modifier_n += 1
        return self.modifier_n - 1

    def _modifier(self, card: PhysicalCard, at: int, condition: int, row: int) -> None:
        """Add a static modifier of a physical card and add it to the lists that kernels search."""
        t = self.t
        side, mask = card.index // ids.SIDE_CARDS, 1 << card.index % ids.SIDE_CARDS
        always = at == ids.AT.ANYWHERE and condition == 1
        cells = t.rows[row]
        code = int(cells[shared.CODE])
        if code == words.MODIFIER.ALLOW_PLACE and always:
            for i in members(int(t.card_sets[cells[columns.ALLOW_PLACE.CARDS], side])):
                places = cells[columns.ALLOW_PLACE.PLACES]
                t.battlegrounds[side * ids.SIDE_CARDS + i] |= t.place_sets[places]
            return
        if code == words.MODIFIER.ALLOW_SUPPORT and always:
            for i in members(int(t.card_sets[cells[columns.ALLOW_SUPPORT.ARMIES], side])):
                characters = cells[columns.ALLOW_SUPPORT.CHARACTERS]
                t.supports[side * ids.SIDE_CARDS + i] |= t.card_sets[characters, side]
            return
        m = self._add_modifier(row, card.index, at, condition)
        if code == words.MODIFIER.ICONS:
            if cells[columns.ICONS.TARGET] == ids.TARGET.SELF:
                t.icon_special[side] |= mask
            else:
                t.auras[t.aura_n] = m
                t.aura_n += 1
                t.aura_cards[side] |= mask
                if cells[columns.ICONS.TARGET] == ids.TARGET.LOCATION:
                    t.shields = 1
                else:
                    t.aura_kinds[side] |= 1 << int(cells[columns.ICONS.KIND])
        elif code == words.MODIFIER.CARRYOVER:
            t.hand_size[card.seat] |= mask
        elif code == words.MODIFIER.DRAW_BONUS:
            t.draw_more[card.seat] |= mask
        elif code == words.MODIFIER.ALLOW_PLACE:
            self._placer(m, side, int(t.card_sets[cells[columns.ALLOW_PLACE.CARDS], side]))
        elif code in (words.MODIFIER.FORBID_PATH, words.MODIFIER.FORBID_BATTLEGROUND):
            self._placer(m, side, mask)
        elif code == words.MODIFIER.ALLOW_SUPPORT:
            t.supporters[t.supporter_n] = m
            t.supporter_n += 1
        elif code == words.MODIFIER.FORBID_ITEM:
            t.not_with[card.index] |= int(t.card_sets[cells[columns.FORBID_ITEM.CARDS], side]) & ~mask
        elif code == words.MODIFIER.PEEK_TOP:
            t.peekers[card.seat] |= mask

    def _placer(self, m: int, side: int, cards: int) -> None:
        """List a modifier that depends on the position and changes where these cards may be placed."""
        self.t.placers[self.t.placer_n] = m
        self.t.placer_n += 1
        self.t.place_special[side] |= cards


def known_things(data: GameData) -> dict[str, dict[str, dict[str, object]]]:
    """Return what the compiler must know about cards and places to evaluate sets."""
    cards: dict[str, dict[str, object]] = {
        card.id: {"faction": card.faction, "type": card.type, "trait": list(card.traits), "side": card.side}
        for card in data.cards.values()
    }
    places: dict[str, dict[str, object]] = {}
    location: PathCard | BattlegroundCard
    for location in data.paths.values():
        places[location.id] = {"number": location.number}
    for location in data.battlegrounds.values():
        places[location.id] = {"side": location.side, "faction": [*location.attackers, *location.defenders]}
    return {"card": cards, "place": places}


def check_digs(program: Program) -> None:
    """Raise DataError for a dig that plays more cards than its frame can hold."""
    for row in program.rows:
        if row[shared.CODE] != words.OPERATION.DIG:
            continue
        plays = row[columns.DIG.PLAY]
        if shared.VALUE_LIMIT >= plays > MOST_DIG_PLAYS:
            raise DataError(f"a dig can play at most {MOST_DIG_PLAYS} cards, not {plays}")

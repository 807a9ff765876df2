"""From data to the tables record: numbers copied, cards numbered, texts compiled."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from sim.effects import Compiler, Program
from sim.effects import codes as shared
from sim.engine.toml import DataError, Source
from sim.games.card_game import ids
from sim.games.card_game import vocabulary as words
from sim.games.card_game.layout import EFFECTS, EXPRESSIONS, MODIFIERS, PLACE_SETS, ROWS, SETS, TABLES
from sim.games.card_game.numbering import PhysicalCard, mask_of, members_of, number_cards, stable_key
from sim.games.card_game.schema import Battleground, Card, Effect, GameData, Path

ICON_NAMES = ("path", "bg_attack", "bg_defense", "lead_attack", "lead_defense")
RING_MODES = {"none": ids.RING_NONE, "once": ids.RING_ONCE, "every_round": ids.RING_EVERY_ROUND}
MOST_DIG_PLAYS = 4  # a dig frame packs the cards it played into one int64


@dataclass(frozen=True)
class CardTables:
    """The tables record with the names behind its numbers.

    cards: every physical card. places: place index -> location id.
    """

    record: np.record
    data: GameData
    cards: tuple[PhysicalCard, ...]
    places: dict[int, str]

    def tables_hash(self) -> str:
        """Return the SHA-256 of the record, in hexadecimal digits."""
        return hashlib.sha256(self.record.tobytes()).hexdigest()


def make_tables(data: GameData) -> CardTables:
    """Build the tables record of checked data; raises EffectError for a faulty effect text."""
    return _Builder(data).build()


class _Builder:
    """Fills one tables record; the order of the steps in `build` matters."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        self.t = np.zeros(1, dtype=TABLES).view(np.recarray)[0]
        self.scenario = data.scenario
        self.seat_ids = [seat.id for seat in self.scenario.seats]
        self.cards = number_cards(data)
        self.places = dict(enumerate(self.scenario.battlegrounds)) | {
            ids.BATTLEGROUNDS + i: name for i, name in enumerate(self.scenario.paths)
        }
        self.place_index = {name: i for i, name in self.places.items()}
        self.copies = {}
        for card in self.cards:
            self.copies.setdefault(card.id, []).append(card)
        self.program = Program()
        self.compiler = Compiler(words.VOCABULARY, _catalogue(data), self.program)
        self.card_ids = list(data.cards)
        self.place_ids = [*data.paths, *data.battlegrounds]
        self.effect_n = 0
        self.modifier_n = 0
        self.programs: list[tuple[int, int, int, Source]] = []  # first row, trigger, condition, text
        self.statics: list[tuple[str, int, int, int]] = []  # card id, at, condition, first row

    def build(self) -> CardTables:
        """Return the finished tables, marked read-only."""
        self._scenario()
        self._switches()
        self._places()
        self._cards()
        self._texts()
        self._programs()
        self._check_modifiers()
        self._modifiers()
        base = self.t.base if isinstance(self.t.base, np.ndarray) else None
        if base is not None:
            base.flags.writeable = False
        return CardTables(self.t, self.data, self.cards, self.places)

    def _scenario(self) -> None:
        t, scenario = self.t, self.scenario
        t.seat_n = len(scenario.seats)
        for side, name in enumerate(words.SIDES):
            mine = [i for i, seat in enumerate(scenario.seats) if seat.side == name]
            t.first_seat[side], t.second_seat[side] = mine[0], mine[-1]
        t.slot_n = len(scenario.turn_order)
        t.slots[: t.slot_n] = [self.seat_ids.index(name) for name in scenario.turn_order]
        t.carryover = 2  # CG-3.7
        t.faction_seat[:] = ids.NONE
        for i, seat in enumerate(scenario.seats):
            t.seat_side[i] = words.SIDES.index(seat.side)
            t.opening_draw[i], t.opening_cycle[i], t.draw[i] = (
                seat.opening_draw,
                seat.opening_cycle,
                seat.draw,
            )
            t.ring_mode[i], t.ring_points[i] = RING_MODES[seat.ring], seat.ring_vp
            t.doubles[i] = seat.doubles_each
            for faction in seat.factions:
                t.faction_seat[words.FACTIONS.index(faction)] = i
        t.is_strict = scenario.path_scoring == "strict"
        t.last_number = scenario.last_path
        t.all_slots_must_pass = scenario.step_end == "all_slots"
        t.schedule[:] = ids.NONE
        t.schedule_n = len(scenario.schedule)
        for i, battlegrounds in enumerate(scenario.schedule):
            for k, name in enumerate(battlegrounds):
                t.schedule[i, k] = self.place_index[name]

    def _switches(self) -> None:
        t, switches = self.t, self.data.switches
        t.zero_icon_lost = switches["zero_icon_lost"]
        t.each_from_active = switches["each_order"] == "active_player"
        t.enemy_decides_joint = switches["joint"] == "enemy"
        t.trim = switches["trim"]
        t.plays_before_rest = switches["dig_order"] == "play_effects_first"
        t.empty_actions = switches["empty_actions"]
        t.optional_forsake = switches["optional_forsake"]
        t.ignored_tokens = switches["ignored_tokens"] == "ignored"
        t.recycles_at_once = switches["late_recycle"] == "at_once"
        t.replaced_counts = switches["replaced_counts"]
        t.path_choice_last = switches["path_choice"] == "after_combat"
        t.min_rounds = switches["fellowship_min_rounds"]
        t.team_info = switches["team_info"]
        t.auto_support = switches["auto_support"]

    def _places(self) -> None:
        t, data = self.t, self.data
        for i, name in self.places.items():
            t.place_key[i] = stable_key(name)
            location = data.battlegrounds[name] if i < ids.BATTLEGROUNDS else data.paths[name]
            t.place_defense[i], t.place_points[i] = location.defense, location.vp
            if isinstance(location, Battleground):
                side = words.SIDES.index(location.side)
                t.battlegrounds_all |= 1 << i
                t.bg_side[i] = side
                t.bg_factions[side, i] = mask_of(words.FACTIONS.index(f) for f in location.defenders)
                t.bg_factions[1 - side, i] = mask_of(words.FACTIONS.index(f) for f in location.attackers)
            else:
                p = i - ids.BATTLEGROUNDS
                t.paths_all |= 1 << p
                t.path_number[p] = location.number
                t.numbered[location.number] |= 1 << p

    def _cards(self) -> None:
        t = self.t
        t.owner[:] = ids.NONE
        for card in self.cards:
            i, local = card.index, card.index % ids.SIDE_CARDS
            printed = self.data.cards[card.id]
            side = words.SIDES.index(printed.side)
            t.card_n[side] = local + 1
            t.owner[i] = card.seat
            t.definition[i] = self.card_ids.index(card.id)
            t.type[i] = words.TYPES.index(printed.type)
            t.faction[i] = words.FACTIONS.index(printed.faction)
            t.icons[i] = [getattr(printed.icons, name) for name in ICON_NAMES]
            t.card_key[i] = stable_key(f"{card.id}#{card.copy}")
            t.twins[i] = mask_of(o.index % ids.SIDE_CARDS for o in self.copies[card.id] if o.copy < card.copy)
            t.deck[card.seat] |= 1 << local
            t.of_type[side, t.type[i]] |= 1 << local
            t.of_faction[side, t.faction[i]] |= 1 << local
            t.paths[i] = sum(1 << p for p in range(ids.PATHS) if self._is_allowed(printed, p))
            if printed.type in ("army", "character"):
                t.battlegrounds[i] = mask_of(
                    b for b in range(ids.BATTLEGROUNDS) if t.bg_factions[side, b] >> t.faction[i] & 1
                )
        for card in self.cards:
            if self.data.cards[card.id].type == "army":
                side = card.index // ids.SIDE_CARDS
                t.supports[card.index] = (
                    t.of_faction[side, t.faction[card.index]] & t.of_type[side, ids.CHARACTER]
                )

    def _is_allowed(self, card: Card, p: int) -> bool:
        """Tell whether the card's paths include that of path index `p` (CG-7.7)."""
        name = self.places.get(ids.BATTLEGROUNDS + p)
        return name is not None and self.data.paths[name].number in card.paths

    def _texts(self) -> None:
        """Compile the effects of every card and location of the game, and the wielders of items."""
        wielders = {}
        for card in self.data.cards.values():
            me = ("card", card.id)
            if card.wielders is not None:
                wielders[card.id] = self.compiler.set(card.wielders, "card", me=me)
            first = self.effect_n
            for effect in card.effects:
                self._effect(effect, me)
            for copy in self.copies.get(card.id, ()):
                self.t.effect_first[copy.index] = first
                self.t.effect_n[copy.index] = self.effect_n - first
        for location in (*self.data.battlegrounds.values(), *self.data.paths.values()):
            first = self.effect_n
            for effect in location.effects:
                self._effect(effect, ("place", location.id))
            if location.id in self.place_index:
                source = ids.PLACE_SOURCE + self.place_index[location.id]
                self.t.effect_first[source] = first
                self.t.effect_n[source] = self.effect_n - first
        self._wielders(wielders)

    def _effect(self, effect: Effect, me: tuple[str, str]) -> None:
        """Compile one effect into the next row of `effects`."""
        if self.effect_n >= EFFECTS:
            raise DataError(f"more than {EFFECTS} effects in all")
        compiler, row = self.compiler, self.t.effects[self.effect_n]
        self.effect_n += 1
        on = words.TRIGGERS.names[effect.on]
        anywhere = on in (ids.ON_PLAY, ids.ON_ENTER)
        row.on = on
        row.at = (
            compiler.flags(effect.at, words.PLACES)
            if effect.at
            else (ids.AT_ANYWHERE if anywhere else ids.AT_IN_PLAY)
        )
        row.condition = compiler.value(effect.condition, "condition", me=me) if effect.condition else 1
        row.may = compiler.choice(effect.may, words.PLAYERS) if effect.may else ids.NONE
        row.by = compiler.choice(effect.by, words.PLAYERS) if effect.by else ids.NONE
        row.cost = compiler.block(effect.cost, "operation", me=me) if effect.cost else ids.NONE
        sort = "modifier" if on == ids.ON_STATIC else "operation"
        row.do = compiler.block(effect.do, sort, me=me) if effect.do else ids.NONE
        row.per_round = effect.limit == "round"
        row.filter = ids.NONE
        if on == ids.ON_REPLACE:
            row.who = words.WHO.names[effect.who]
            row.when = compiler.flags(effect.when, words.WHEN)
            row.items = words.ITEMS.names[effect.items or "cycle"]
            if effect.filter:
                row.filter = compiler.set(effect.filter, "card", me=me)
        if effect.do:
            self.programs.append((int(row.do), on, int(row.condition), effect.do))
        if on == ids.ON_STATIC:
            self.statics.append((me[1], int(row.at), int(row.condition), int(row.do)))
        if on != ids.ON_STATIC and me[0] == "card":
            self._flag(me[1], row)

    def _flag(self, card_id: str, row: np.record) -> None:
        """Note in the masks of the tables what kind of text a card has."""
        t = self.t
        for card in self.copies.get(card_id, ()):
            side, mask = card.index // ids.SIDE_CARDS, 1 << card.index % ids.SIDE_CARDS
            if row.on == ids.ON_ACTION:
                user = (
                    card.seat
                    if row.by in (ids.NONE, words.YOU)
                    else t.faction_seat[row.by - words.FIRST_FACTION]
                )
                if user != ids.NONE and t.seat_side[user] == side:
                    t.actors[user] |= mask
            elif row.on == ids.ON_PLAY:
                t.play_texts[side] |= mask
            elif row.on == ids.ON_ENTER:
                t.enter_texts[side] |= mask
            elif row.on == ids.ON_DRAW_STEP:
                t.draw_texts[card.seat] |= mask
            elif row.on == ids.ON_REPLACE:
                t.replacers[side] |= mask
                if row.who == words.WHO.names["self_and_one"]:
                    t.savers[side] |= mask

    def _wielders(self, wielders: dict[str, int]) -> None:
        sets = self._card_masks()
        for card in self.cards:
            if card.id in wielders:
                side = card.index // ids.SIDE_CARDS
                self.t.wielders[card.index] = (
                    sets[wielders[card.id]][side] & self.t.of_type[side, ids.CHARACTER]
                )

    def _card_masks(self) -> list[list[int]]:
        """Return the card sets so far as [set][side] masks of physical cards."""
        found = []
        for members in self.program.sets("card"):
            masks = [0, 0]
            for card in self.cards:
                if int(self.t.definition[card.index]) in members.members:
                    masks[card.index // ids.SIDE_CARDS] |= 1 << card.index % ids.SIDE_CARDS
            found.append(masks)
        return found

    def _programs(self) -> None:
        """Copy rows, expressions and sets into the record."""
        t = self.t
        places = []
        for members in self.program.sets("place"):
            names = {self.place_ids[i] for i in members.members}
            places.append(mask_of(i for i, name in self.places.items() if name in names))
        _fill(t.rows, self.program.rows_array(), ROWS, "operation rows")
        _fill(t.expressions, self.program.exprs_array(), EXPRESSIONS, "expression rows")
        _fill(t.card_sets, np.array(self._card_masks(), dtype=np.int64).reshape(-1, 2), SETS, "card sets")
        _fill(t.place_sets, np.array(places, dtype=np.int64), PLACE_SETS, "sets of places")
        for row in self.program.rows_array():
            if row[0] == words.DIG and shared.VALUE_LIMIT >= row[4] > MOST_DIG_PLAYS:
                raise DataError(f"a dig can play at most {MOST_DIG_PLAYS} cards, not {row[4]}")

    def _check_modifiers(self) -> None:
        """Refuse the uses of modifiers that the rules could not honour.

        What a wielder may carry and who sees the deck is fixed when the tables are made: `forbid_item`
        and `peek_top` can neither be granted nor depend on a condition.
        """
        fixed = {words.FORBID_ITEM: "forbid_item", words.PEEK_TOP: "peek_top"}
        for row, on, condition, text in self.programs:
            is_granted = False
            while self.t.rows[row, 0] != shared.END:
                code = int(self.t.rows[row, 0])
                if on != ids.ON_STATIC and code == words.GRANT:
                    inside = self.t.rows[row + 1 : self.t.rows[row, 1], 0]
                    code = next((int(c) for c in inside if int(c) in fixed), code)
                    is_granted = code in fixed
                if code in fixed and (is_granted or (on == ids.ON_STATIC and condition != 1)):
                    how = "granted" if is_granted else "given a condition"
                    raise DataError(
                        f"{fixed[code]!r} cannot be {how}; it holds as long as the card is in play",
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
                while t.rows[row, 0] != shared.END:
                    if t.rows[row, 0] < shared.FIRST_CODE:
                        raise DataError(
                            f"card {card.id}: a static text cannot branch; use two effects with `if`"
                        )
                    self._modifier(card, at, condition, t.rows[row])
                    row += 1
            t.modifier_n[card.index] = self.modifier_n - t.modifier_first[card.index]
        for row in range(len(self.program.rows_array())):
            if t.rows[row, 0] == words.GRANT:
                for i in range(row + 1, int(t.rows[row, 1])):
                    t.grant_row[i] = self._add_modifier(t.rows[i], ids.NONE, ids.AT_ANYWHERE, 1)

    def _add_modifier(self, row: np.ndarray, source: int, at: int, condition: int) -> int:
        """Append a modifier and return its index."""
        if self.modifier_n >= MODIFIERS:
            raise DataError(f"more than {MODIFIERS} standing modifiers in all")
        m = self.t.modifiers[self.modifier_n]
        m.code, m.source, m.at, m.condition = row[0], source, at, condition
        m.a, m.b, m.c = row[1], row[2], row[3]
        self.modifier_n += 1
        return self.modifier_n - 1

    def _modifier(self, card: PhysicalCard, at: int, condition: int, row: np.ndarray) -> None:
        """Add a static modifier of a physical card and sort it into the lists kernels look through."""
        t = self.t
        side, mask = card.index // ids.SIDE_CARDS, 1 << card.index % ids.SIDE_CARDS
        always = at == ids.AT_ANYWHERE and condition == 1
        code, a, b = (int(x) for x in row[:3])
        if code == words.ALLOW_PLACE and always:
            for i in members_of(int(t.card_sets[a, side])):
                t.battlegrounds[side * ids.SIDE_CARDS + i] |= t.place_sets[b]
            return
        if code == words.ALLOW_SUPPORT and always:
            for i in members_of(int(t.card_sets[b, side])):
                t.supports[side * ids.SIDE_CARDS + i] |= t.card_sets[a, side]
            return
        m = self._add_modifier(row, card.index, at, condition)
        if code == words.ICONS:
            if a == ids.TARGET_SELF:
                t.icon_special[side] |= mask
            else:
                t.auras[t.aura_n] = m
                t.aura_n += 1
        elif code == words.CARRYOVER:
            t.hand_size[card.seat] |= mask
        elif code == words.DRAW_BONUS:
            t.draw_more[card.seat] |= mask
        elif code in (words.ALLOW_PLACE, words.FORBID_PATH, words.FORBID_BATTLEGROUND):
            t.placers[t.placer_n] = m
            t.placer_n += 1
            t.place_special[side] |= t.card_sets[a, side] if code == words.ALLOW_PLACE else mask
        elif code == words.ALLOW_SUPPORT:
            t.supporters[t.supporter_n] = m
            t.supporter_n += 1
        elif code == words.FORBID_ITEM:
            t.not_with[card.index] |= int(t.card_sets[a, side]) & ~mask
        elif code == words.PEEK_TOP:
            t.peekers[card.seat] |= mask


def _catalogue(data: GameData) -> dict[str, dict[str, dict[str, object]]]:
    """Return what the compiler must know of cards and places to evaluate sets."""
    cards = {
        card.id: {"faction": card.faction, "type": card.type, "trait": list(card.traits), "side": card.side}
        for card in data.cards.values()
    }
    places: dict[str, dict[str, object]] = {}
    location: Path | Battleground
    for location in data.paths.values():
        places[location.id] = {"number": location.number}
    for location in data.battlegrounds.values():
        places[location.id] = {"side": location.side, "faction": [*location.attackers, *location.defenders]}
    return {"card": cards, "place": places}


def _fill(target: np.ndarray, rows: np.ndarray, most: int, what: str) -> None:
    """Copy rows to the front of a fixed-size table."""
    if len(rows) > most:
        raise DataError(f"the texts need {len(rows)} {what}; at most {most} are possible")
    target[: len(rows)] = rows

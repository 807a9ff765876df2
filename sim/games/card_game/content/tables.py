"""Builds the tables record from data: copies numbers and numbers cards; `programs.py` adds the texts."""

from __future__ import annotations

from dataclasses import dataclass

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.engine.records import empty_record, frozen
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.layout import TABLES
from mazarbul.sim.games.card_game.content.numbering import number_cards
from mazarbul.sim.games.card_game.content.programs import TextBuilder
from mazarbul.sim.games.card_game.content.schema import BattlegroundCard, Card, GameData


@dataclass(frozen=True)
class CardTables(Tables[GameData]):
    """The tables record with the names behind its numbers.

    cards: every physical card. places: place index -> location id.
    """

    cards: tuple[PhysicalCard, ...]
    places: dict[int, str]


def make_tables(data: GameData) -> CardTables:
    """Build the tables record of checked data; raises EffectError for a faulty effect text."""
    return _Builder(data).build()


class _Builder:
    """Fills one tables record; the order of the steps in `build` matters."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        self.t = empty_record(TABLES)
        self.scenario = data.scenario
        self.seat_ids = [seat.id for seat in self.scenario.seats]
        self.cards = number_cards(data)
        self.places = dict(enumerate(self.scenario.battlegrounds)) | {
            ids.BATTLEGROUNDS + i: name for i, name in enumerate(self.scenario.paths)
        }
        self.place_index = {name: i for i, name in self.places.items()}
        self.copies: dict[str, list[PhysicalCard]] = {}
        for card in self.cards:
            self.copies.setdefault(card.id, []).append(card)
        self.card_ids = list(data.cards)

    def build(self) -> CardTables:
        """Return the finished tables, marked read-only."""
        self._scenario()
        self._switches()
        self._places()
        self._cards()
        TextBuilder(self.t, self.data, self.cards, self.places).build()
        return CardTables(frozen(self.t), self.data, self.cards, self.places)

    def _scenario(self) -> None:
        t, scenario = self.t, self.scenario
        t.seat_n = len(scenario.seats)
        for side, name in enumerate(ids.SIDES):
            mine = [i for i, seat in enumerate(scenario.seats) if seat.side == name]
            t.first_seat[side], t.second_seat[side] = mine[0], mine[-1]
        t.slot_n = len(scenario.turn_order)
        t.slots[: t.slot_n] = [self.seat_ids.index(name) for name in scenario.turn_order]
        t.carryover = scenario.carryover
        t.winning_lead = scenario.winning_lead
        t.faction_seat[:] = ids.NONE
        for i, seat in enumerate(scenario.seats):
            t.seat_side[i] = ids.SIDES.index(seat.side)
            t.opening_draw[i], t.opening_cycle[i], t.draw[i] = (
                seat.opening_draw,
                seat.opening_cycle,
                seat.draw,
            )
            t.ring_mode[i], t.ring_points[i] = ids.RING_MODES.index(seat.ring), seat.ring_vp
            t.doubles[i] = seat.doubles_each
            for faction in seat.factions:
                t.faction_seat[ids.FACTIONS.index(faction)] = i
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
            if isinstance(location, BattlegroundCard):
                side = ids.SIDES.index(location.side)
                t.battlegrounds_all |= 1 << i
                t.bg_side[i] = side
                t.bg_factions[side, i] = mask_of(ids.FACTIONS.index(f) for f in location.defenders)
                t.bg_factions[1 - side, i] = mask_of(ids.FACTIONS.index(f) for f in location.attackers)
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
            side = ids.SIDES.index(printed.side)
            t.card_n[side] = local + 1
            t.owner[i] = card.seat
            t.definition[i] = self.card_ids.index(card.id)
            t.type[i] = ids.TYPES.index(printed.type)
            t.faction[i] = ids.FACTIONS.index(printed.faction)
            t.icons[i] = [getattr(printed.icons, name) for name in spelled(ids.ICON)]
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
                    t.of_faction[side, t.faction[card.index]] & t.of_type[side, ids.TYPE.CHARACTER]
                )

    def _is_allowed(self, card: Card, p: int) -> bool:
        """Return whether the card's paths include that of path index `p` (CG-7.7)."""
        name = self.places.get(ids.BATTLEGROUNDS + p)
        return name is not None and self.data.paths[name].number in card.paths

"""Turns data into the tables record: copies numbers, numbers regions, tiles and cards, measures distances."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mazarbul.sim.data.tables import Tables
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.records import empty_record, frozen
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE, SPARES, SWITCHES, TABLES
from mazarbul.sim.games.board_game.content.programs import fill_texts
from mazarbul.sim.games.board_game.content.schema import GameData

#: Regions that rules name.
ORTHANC, MORIA = "orthanc", "moria"

#: Field of the tables -> switch and the value that means 1; other switches of the tables have their own name.
_CHOICES = {
    "mordor_by_declaration": ("mordor_entry", "declare"),
    "defender_first": ("combat_card_order", "defender_first"),
    "siege_advance_automatic": ("siege_advance", "automatic"),
    "stop_at_shadow_nation": ("companion_stop", "shadow_nation"),
    "mordor_idle_late": ("mordor_idle_timing", "phase7"),
    "mixed_except_gondor_rohan": ("three_player_mixed", "except_gondor_rohan"),
    "will_is_any": ("will_of_the_west_scope", "any_result"),
    "companion_activates_passing": ("companion_activation", "enter"),
    "overstack_forbidden": ("overstack_move", "forbid"),
    "extra_attack_at_five": ("extra_attack_target", "five"),
    "saruman_dies_alone": ("saruman_orthanc", "saruman_only"),
}


@dataclass(frozen=True)
class BoardTables(Tables[GameData]):
    """The tables record of a game with the names for its numbers.

    record: TABLES, read-only. regions, strongholds: ids by number; the numbers of Strongholds are their own.
    tiles: kinds of tiles by number. cards: id -> number. tactics: ids by number.
    """

    regions: tuple[str, ...]
    strongholds: tuple[str, ...]
    tiles: tuple[str, ...]
    cards: dict[str, int]
    tactics: tuple[str, ...]


def make_tables(data: GameData) -> BoardTables:
    """Build the tables record of checked data."""
    builder = _Builder(data)
    builder.build()
    return BoardTables(
        frozen(builder.t),
        data,
        tuple(builder.region),
        tuple(builder.strongholds),
        tuple(data.tiles),
        builder.cards,
        tuple(data.tactics),
    )


def number_cards(data: GameData) -> dict[str, int]:
    """Return id -> number of every card: those of a side in the order of their decks and numbers."""
    found = {}
    for i, side in enumerate(ids.SIDES):
        own = [card for card in data.cards.values() if card.side == side]
        own.sort(key=lambda card: (ids.DECKS.index(card.deck), card.number, card.id))
        found.update({card.id: i * ids.BLOCK + local for local, card in enumerate(own)})
    return found


class _Builder:
    """Fills a tables record; the order of the steps in `build` matters."""

    def __init__(self, data: GameData) -> None:
        self.t = empty_record(TABLES)
        self.data = data
        self.region = {name: i for i, name in enumerate(data.regions)}
        self.strongholds = [row.id for row in data.regions.values() if row.settlement == "stronghold"]
        self.cards = number_cards(data)

    def build(self) -> None:
        """Fill the record."""
        self._seats()
        self._numbers()
        self._switches()
        self._regions()
        self._ways()
        self._nations()
        self._figures()
        self._dice()
        self._tiles()
        self._cards()
        fill_texts(self.t, self.data, self.cards)
        if self.data.switches["mp_saruman"] and len(self.data.scenario.seats) > ids.SIDE_N:
            self._widen_elites()

    def _widen_elites(self) -> None:
        """Make Leaders of the Elites of all Nations that a Minion's player has (BG-18.10)."""
        for row in self.t.modifiers[: self.t.modifier_n]:
            if row.rule == ids.RULE.ELITES_LEAD and row.source >= FIGURE_SOURCE:
                seat = self.t.figure_seat[row.source - FIGURE_SOURCE]
                row.nations |= self.t.seat_nations[seat] if seat != ids.NONE else 0

    def _words(self, regions: Iterable[str]) -> np.ndarray:
        """Return a set of regions on the map."""
        return sets.words_of((self.region[name] for name in regions), ids.WORDS)

    def _seats(self) -> None:
        t, seats = self.t, self.data.scenario.seats
        t.seat_n = len(seats)
        t.nation_seat[:] = t.figure_seat[:] = t.seat_side[:] = ids.NONE
        for i, seat in enumerate(seats):
            side = ids.SIDES.index(seat.side)
            t.seat_side[i] = side
            t.first_leading[side] = i if t.seats_of[side] == 0 else t.first_leading[side]
            t.seats_of[side] += 1
            t.hand_limit[i] = seat.hand
            t.draws_one[i] = seat.draw == "one_card"
            t.no_repeat[i] = seat.no_repeat
            own = [n for n, row in enumerate(self.data.nations.values()) if row.player in seat.players]
            t.seat_nations[i] = mask_of(own)
            t.nation_seat[own] = i
            minions = [n for n, row in enumerate(self.data.figures.values()) if row.player in seat.players]
            companions = [n for n, row in enumerate(self.data.figures.values()) if row.kind == "companion"]
            t.figure_seat[minions] = i
            t.seat_figures[i] = mask_of(minions if side == ids.SIDE.SHADOW else companions)

    def _numbers(self) -> None:
        t, scenario, switches = self.t, self.data.scenario, self.data.switches
        t.most_corruption = scenario.victory.corruption
        t.points_to_win[:] = [getattr(scenario.victory, side) for side in ids.SIDES]
        t.rings[:] = [getattr(scenario.rings, side) for side in ids.SIDES]
        t.crack = scenario.crack
        t.field_limit, t.box_limit = scenario.limits.field, scenario.limits.box
        t.most_combat_dice, t.most_hunt_dice = scenario.limits.combat_dice, scenario.limits.hunt_dice
        t.hits_on[:] = (scenario.hits.field, scenario.hits.protected)
        t.hunts_on = scenario.hits.hunt
        t.most_progress = min(int(str(switches["progress_cap"])), ids.PATH - 1)
        t.turn_cap = min(int(str(switches["turn_cap"])), ids.TURNS - 1)

    def _switches(self) -> None:
        t, switches = self.t, self.data.switches
        for name in SWITCHES:
            switch, one = _CHOICES.get(name, (name, True))
            t[name] = switches[switch] == one
        spares = str(switches["card_attack_spares_characters"])
        t.spares = getattr(SPARES, spares.upper())

    def _regions(self) -> None:
        t, data = self.t, self.data
        t.region_n, t.stronghold_n = len(self.region), len(self.strongholds)
        t.region_nation[:] = t.owner[:] = t.stronghold[:] = t.region_of[:] = t.stronghold_at[:] = ids.NONE
        for name, i in self.region.items():
            row = data.regions[name]
            t.region_of[i] = i
            t.region_key[i] = stable_key(name)
            t.settlement[i] = ids.SETTLEMENTS.index(row.settlement or "none")
            t.value[i] = data.points_of(name)
            t.is_fortified[i] = row.fortification or row.settlement == "city"
            if row.nation is not None:
                t.region_nation[i] = ids.NATIONS.index(row.nation)
                if row.settlement is not None:
                    t.owner[i] = ids.SIDES.index(data.nations[row.nation].side)
            if row.settlement == "stronghold":
                number = self.strongholds.index(name)
                t.stronghold[i], t.stronghold_at[number] = number, i
                t.region_of[ids.BOX + number] = i
            self._start(i, name)
        rows = data.regions.values()
        t.coastal[:] = self._words(row.id for row in rows if row.coastal)
        t.east_edge[:] = self._words(row.id for row in rows if row.east_edge)
        t.gates[:] = self._words(row.id for row in rows if row.gate)
        t.orthanc = self.region.get(ORTHANC, ids.NONE)
        t.balrog = self.region.get(MORIA, ids.NONE)

    def _start(self, i: int, name: str) -> None:
        t = self.t
        for nation, pieces in self.data.regions[name].figures.items():
            n = ids.NATIONS.index(nation)
            t.start_units[i, n] = (pieces.regular, pieces.elite)
            t.start_nazgul[i] += pieces.nazgul
            if n < ids.FREE_NATIONS:
                t.start_leaders[i, n] = pieces.leader

    def _ways(self) -> None:
        """Fill in the neighbours of regions, and all distances; what cannot be reached is LEVELS away."""
        t = self.t
        t.near[:] = ids.NONE
        t.distance[:] = ids.LEVELS
        borders = np.zeros((len(t.near), len(t.near)), bool)
        for name, i in self.region.items():
            near = sorted(self.region[other] for other in self.data.regions[name].near)
            t.near_n[i] = len(near)
            t.near[i, : len(near)] = near
            borders[i, near] = True
        reached = np.diag(t.near_n > 0)  # every region has a neighbour
        steps = 0
        while np.any(fresh := reached & (t.distance == ids.LEVELS)):
            t.distance[fresh] = steps
            reached = fresh @ borders
            steps += 1

    def _nations(self) -> None:
        t = self.t
        for i, (name, row) in enumerate(self.data.nations.items()):
            side = ids.SIDES.index(row.side)
            pool = self.data.pool(name)
            t.nation_side[i] = side
            t.nations_of[side] |= 1 << i
            t.start_steps[i] = row.steps
            t.start_active |= row.active << i
            t.start_pool[i] = (pool.regular, pool.elite, pool.leader, pool.nazgul)

    def _figures(self) -> None:
        t, data = self.t, self.data
        for i, row in enumerate(data.figures.values()):
            t.level[i], t.leadership[i] = row.level, row.leadership
            t.rouses[i] = mask_of(ids.NATIONS.index(nation) for nation in row.activates)
            t.figure_dice[i], t.figure_side[i] = row.dice, ids.SIDES.index(row.side)
            t.figure_key[i] = stable_key(row.id)
            t.companions |= (row.kind == "companion") << i
            t.minions |= (row.kind == "minion") << i
            t.hobbits |= row.hobbit << i
            t.flyers |= row.flies << i
            t.movers |= (row.flies or row.level > 0) << i
            t.start_members |= row.fellowship << i
        t.start_guide = ids.FIGURES.index(data.scenario.fellowship.guide)
        t.start_bearers = self.region[data.scenario.fellowship.start]

    def _dice(self) -> None:
        for i, die in enumerate(self.data.dice.values()):
            faces = [f for f, name in enumerate(ids.FACES) for _ in range(getattr(die.faces, name))]
            self.t.faces[i] = faces
            self.t.face_set[i] = mask_of(faces)
            self.t.dice_n[i], self.t.most_dice[i] = die.start, die.most

    def _tiles(self) -> None:
        t, tile = self.t, 0
        t.kind_n = len(self.data.tiles)
        for kind, row in enumerate(self.data.tiles.values()):
            t.tile_sort[kind] = ids.TILE_SORTS.index(row.sort)
            t.tile_number[kind], t.tile_reveals[kind], t.tile_stops[kind] = row.value, row.reveal, row.stop
            t.tile_value[kind] = getattr(ids.TILE_VALUE, row.symbol.upper())
            for copy in range(row.copies):
                t.tile_kind[tile] = kind
                t.tile_key[tile] = stable_key(f"{row.id}#{copy}")
                t.tiles_of_kind[kind] |= 1 << tile
                t.standard_tiles |= (row.sort == "standard") << tile
                t.eye_tiles |= (row.symbol == "eye") << tile
                tile += 1
        t.tile_n = tile

    def _cards(self) -> None:
        t, tactics = self.t, list(self.data.tactics)
        t.card_pile[:] = t.tactic[:] = ids.NONE
        for card in self.data.cards.values():
            i = self.cards[card.id]
            side = ids.SIDES.index(card.side)
            pile = side * ids.DECK_N + ids.DECKS.index(card.deck)
            t.card_n[side] += 1
            t.cards_of[pile] |= 1 << i % ids.BLOCK
            t.card_pile[i], t.card_key[i] = pile, stable_key(card.id)
            t.icon[i], t.stays[i] = ids.ICONS.index(card.icon), card.table
            t.tactic[i] = tactics.index(card.tactic)
            for number, seat in enumerate(self.data.scenario.seats):
                if card.owner == "any" or card.owner in seat.players:
                    t.card_seats[i] |= (seat.side == card.side) << number

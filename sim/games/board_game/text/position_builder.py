"""Turns the statements of a position into a state; what follows from them, such as pools, is computed."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.rules import setup
from mazarbul.sim.games.board_game.rules.stands import change
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.position_checks import check, check_figures
from mazarbul.sim.games.board_game.text.position_items import counts_at, totals
from mazarbul.sim.games.board_game.text.position_reader import PositionReader
from mazarbul.sim.games.board_game.text.position_words import MORDOR, NUMBERS, TILES


def build_state(reader: PositionReader) -> np.record:
    """Return the STATE record of a position, advanced to its first decision or its `halt`.

    Raises ScriptError, also for positions that the rules make impossible.
    """
    s = make_state(reader)
    if reader.remains.lines:  # they describe the decision
        reader.remains.lay(s)
        s.dirty[:] = 0
        s.is_dirty = 0
    else:
        check(reader, s)
        DRIVER.advance(s, reader.t, reader.numbers.get("halt"))
    return s


def make_state(reader: PositionReader) -> np.record:
    """Return the STATE record of exactly what the statements of a position say. Raises ScriptError."""
    check_figures(reader)
    builder = _Builder(reader)
    with np.errstate(over="ignore"):
        builder.build()
    return builder.s


class _Builder:
    """Fills the state of a position."""

    def __init__(self, reader: PositionReader) -> None:
        self.reader = reader
        self.t = reader.t
        self.s = empty_state()

    def build(self) -> None:
        """Fill every field; the checks of the rules are made with the first step."""
        s, reader = self.s, self.reader
        s.seed = reader.game_seed()
        s.game = reader.game
        setup.clear(s)
        self._figures()
        self._characters()
        self._politics()
        self._control()
        self._fellowship()
        self._tiles()
        self._dice()
        self._clock()
        setup.deal_cards(s, self.t)
        self._cards()
        s.is_logged = 1
        s.event_n = 0

    # Figures ------------------------------------------------------------------------------------

    def _figures(self) -> None:
        """Put counted figures on their stands; all others are in the pools."""
        s, t, reader = self.s, self.t, self.reader
        if reader.begins_at_start:
            setup.place_figures(s, t)
            for stand in reader.heads:
                for nation, counts in enumerate(counts_at(s, stand)):
                    for piece, n in enumerate(counts):
                        change(s, stand, nation, piece, -int(n))
        for each in reader.counted:
            if each.stand == ids.NONE:
                s.dead[each.nation, each.piece] += each.n
            else:
                change(s, each.stand, each.nation, each.piece, each.n)
        pool = totals(reader.names)
        for stand in range(ids.REARGUARD + 1):
            pool -= counts_at(s, stand)
        pool[: ids.FREE_NATIONS] -= s.dead
        s.pool[:] = pool
        for number, stand in reader.moved_at.items():
            s.moved_at[number] = stand

    def _characters(self) -> None:
        """Put Characters where they are; by default those of the start are in the Fellowship (BG-2.3)."""
        s, t, reader = self.s, self.t, self.reader
        for each in reader.placed:
            if each.where >= 0:
                s.who[each.where] |= 1 << each.figure
            if each.where <= ids.REARGUARD:
                s.stand[each.figure] = each.where
        if not reader.has_members:
            for figure in members(int(t.start_members)):
                if s.stand[figure] == ids.AWAY.UNUSED:
                    s.stand[figure] = ids.AWAY.FELLOWSHIP
        s.members = mask_of(f for f in range(ids.COMPANIONS) if s.stand[f] == ids.AWAY.FELLOWSHIP)
        s.guided = s.members if reader.guided is None else mask_of(reader.guided)
        if s.members == 0 and s.stand[ids.FIGURE.GOLLUM] == ids.AWAY.UNUSED:
            s.stand[ids.FIGURE.GOLLUM] = ids.AWAY.FELLOWSHIP  # BG-15.7
        s.guide = self._guide() if reader.guide is None else reader.guide[0]

    def _guide(self) -> int:
        """Return the Guide of the start if he is there, else the first of those with the highest Level."""
        s, t = self.s, self.t
        best = max((int(t.level[f]) for f in members(int(s.members))), default=0)
        able = [f for f in members(int(s.members)) if t.level[f] == best]
        if not able:
            return ids.FIGURE.GOLLUM
        return int(t.start_guide) if t.start_guide in able else able[0]

    # Nations and places -------------------------------------------------------------------------

    def _politics(self) -> None:
        s, t, reader = self.s, self.t, self.reader
        for nation in range(ids.NATION_N):
            s.steps[nation] = reader.steps.get(nation, t.start_steps[nation])
            is_active = reader.is_active.get(nation, bool(int(t.start_active) >> nation & 1))
            s.active |= is_active << nation
            s.at_war |= (s.steps[nation] == 0) << nation

    def _control(self) -> None:
        """Give Settlements to those who hold them; a garrison in a box is under siege (BG-13.6)."""
        s, t = self.s, self.t
        s.control[: t.region_n] = t.owner[: t.region_n]
        for region, (side, _, _) in self.reader.captured.items():
            s.control[region] = side
            s.taker[region] = self.reader.takers[region]
            s.points[side] += t.value[region]
        for number in range(int(t.stronghold_n)):
            if s.unit_n[ids.BOX + number] > 0:
                s.sieges |= 1 << number

    def _fellowship(self) -> None:
        s, reader = self.s, self.reader
        s.bearers = self.t.start_bearers if reader.bearers is None else reader.bearers
        s.mordor = reader.numbers.get(MORDOR, ids.NONE)
        s.progress = reader.numbers.get("progress", 0)
        s.corruption = reader.numbers.get("corruption", 0)
        s.is_hidden = reader.is_hidden
        s.path_n = len(reader.way)
        s.path[: s.path_n] = reader.way

    def _tiles(self) -> None:
        """Put tiles where they are; by default all others of the standard ones are in the pool (BG-2.4)."""
        s, reader = self.s, self.reader
        for what, field in TILES.items():
            s[field] = mask_of(reader.tiles.get(what, ()))
        if reader.has_rest_of_tiles or "tiles" not in reader.tiles:
            s.tiles |= int(self.t.standard_tiles) & ~mask_of(reader.tile_places)

    # Dice and clock -----------------------------------------------------------------------------

    def _dice(self) -> None:
        s, t, numbers = self.s, self.t, self.reader.of_sides
        for side in range(ids.SIDE_N):
            for face in self.reader.dice.get(side, ()):
                s.dice[side, face] += 1
            s.dice_n[side] = s.dice[side].sum()
            extra = sum(
                int(t.figure_dice[f])
                for f in range(ids.FIGURE_N)
                if t.figure_side[f] == side and s.stand[f] >= 0
            )
            usual = min(int(t.dice_n[side]) + extra, int(t.most_dice[side]))
            s.pool_dice[side] = numbers.get(("action_dice", side), usual)
            s.box[side] = numbers.get(("hunt_box", side), 0)
            s.rings[side] = numbers.get(("rings", side), t.rings[side])

    def _clock(self) -> None:
        """Set turn and phase; by default a side acts in turn 1, the first with dice."""
        s, t, reader = self.s, self.t, self.reader
        s.phase, s.step = reader.point or (ids.PHASE.ACTIONS, ids.STEP.ACT)
        for what, field in NUMBERS.items():
            s[field] = reader.numbers.get(what, 0)
        s.turn = reader.numbers.get("turn", int(s.phase != ids.PHASE.SETUP))
        s.on_turn = reader.numbers.get("acts", ids.SIDE.FREE_PEOPLES)
        s.done = reader.done
        for side, (nations, stand) in enumerate(reader.used):
            s.used[side] = s.barred[side] = nations
            s.used_at[side] = s.barred_at[side] = stand
        for region, n in reader.fought.items():
            s.battles_at[region] = n
        leads, following = reader.seats["leads"], reader.seats["next"]
        is_acting = s.phase == ids.PHASE.ACTIONS
        for side in range(ids.SIDE_N):
            s.leading[side] = leads.get(side, t.first_leading[side])
            s.next_seat[side] = following.get(side, s.leading[side] if is_acting else ids.NONE)

    # Cards --------------------------------------------------------------------------------------

    def _cards(self) -> None:
        """Put cards where they are; those that a shuffled deck keeps lie below the named ones."""
        s, reader = self.s, self.reader
        for pile in range(ids.PILES):
            shuffled = [int(card) for card in s.deck[pile, : s.deck_n[pile]]]
            named = reader.piles.get(pile, [])
            has_rest = pile in reader.with_rest or pile not in reader.piles
            rest = [card for card in shuffled if card not in reader.cards] if has_rest else []
            for card in shuffled:
                s.zone[card] = ids.ZONE.OUT
            order = rest + named[::-1]
            s.deck[pile] = 0
            s.deck[pile, : len(order)] = order
            s.deck_n[pile] = len(order)
            s.in_deck[pile] = mask_of(card % ids.BLOCK for card in order)
            for card in order:
                s.zone[card] = ids.ZONE.DECK
        for card, (zone, owner, _, _) in reader.cards.items():
            s.zone[card] = zone
            masks = {ids.ZONE.HAND: s.hand, ids.ZONE.TABLE: s.table, ids.ZONE.DISCARD: s.discard}.get(zone)
            if masks is not None:
                masks[owner] |= 1 << card % ids.BLOCK
        s.face_down[:] = reader.face_down

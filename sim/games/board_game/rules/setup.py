"""Setting up a game (BG-2)."""

import numpy as np

from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from mazarbul.sim.engine.state import clear_play
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    BLOCK,
    CARDS,
    DECK_N,
    ENDED,
    EVENT,
    FIGURE_N,
    FREE_NATIONS,
    NATION,
    NATION_N,
    NONE,
    PHASE,
    PIECE,
    PIECE_N,
    PILES,
    SIDE,
    SIDE_N,
    STEP,
    STREAM,
    UNIT_N,
    ZONE,
)
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.repeats import forget_use
from mazarbul.sim.games.board_game.rules.stands import change, put_figure


@kernel
def clear(s):
    """Reset every field of the state but seed, game and whether a log is kept."""
    clear_play(s)
    clear_map(s)
    clear_battle(s)
    clear_records(s)
    s.turn = 0
    s.phase = PHASE.SETUP
    s.step = STEP.BEGIN
    s.cursor = 0
    s.on_turn = SIDE.FREE_PEOPLES
    s.next_seat[:] = NONE
    s.done = 0
    s.members = 0
    s.guided = 0
    s.guide = NONE
    s.progress = 0
    s.is_hidden = 1
    s.mordor = NONE
    s.corruption = 0
    s.path_n = 0
    s.path[:] = NONE
    s.box[:] = 0
    s.drawn = 0
    s.specials = 0
    s.removed = 0
    s.hunt_n = 0
    s.tile_n = 0
    s.random_n = 0
    s.dice[:] = 0
    s.dice_n[:] = 0
    s.pool_dice[:] = 0
    s.hand[:] = 0
    s.table[:] = 0
    s.discard[:] = 0
    s.face_down[:] = 0
    s.swap[:] = NONE
    forget_use(s)
    s.winner = NONE
    s.end_reason = ENDED.RUNNING


@kernel
def clear_map(s):
    """Take everything off the map."""
    s.units[:] = 0
    s.leaders[:] = 0
    s.nazgul[:] = 0
    s.who[:] = 0
    s.stand[:] = AWAY.UNUSED
    s.pool[:] = 0
    s.dead[:] = 0
    s.unit_n[:] = 0
    s.elite_n[:] = 0
    s.leader_n[:] = 0
    s.nations[:] = 0
    s.side_of[:] = NONE
    s.armies[:] = 0
    sets.clear(s.dirty)
    s.is_dirty = 1
    s.moved_at[:] = NONE
    s.flown[:] = 0
    s.control[:] = NONE
    s.taker[:] = NONE
    s.points[:] = 0
    s.sieges = 0
    s.steps[:] = 0
    s.active = 0
    s.at_war = 0
    s.bearers = NONE


@kernel
def clear_battle(s):
    """Let no battle be fought."""
    s.battle = NONE
    s.battle_side = NONE
    s.battle_region = NONE
    s.battle_stand[:] = NONE
    s.battle_round = 0
    s.rounds_left = 0
    s.battles_at[:] = 0
    s.rear_from = NONE
    s.combat_card[:] = NONE
    s.is_cancelled[:] = 0
    s.card_locked[:] = 0
    s.roll_n[:] = 0
    s.roll_hits[:] = 0
    s.ones[:] = 0
    s.backfired[:] = 0
    s.again_n[:] = 0
    s.again_hits[:] = 0
    s.more_hits[:] = 0
    s.less_hits[:] = 0
    s.extra_hits[:] = 0
    s.roll_bonus[:] = 0
    s.again_bonus[:] = 0
    s.fewer_dice[:] = 0
    s.most_dice[:] = 0
    s.always_fewer[:] = 0
    s.no_again[:] = 0
    s.forfeits[:] = 0
    s.forfeit_points[:] = 0
    s.muted = 0
    s.no_nazgul = 0
    s.rider = 0
    s.is_spared = 0


@kernel
def clear_records(s):
    """Forget what was recorded."""
    s.card_record[:] = 0
    s.region_record[:] = 0
    s.figure_record[:] = 0
    s.nation_record[:] = 0
    s.face_record[:] = 0
    s.tile_record[:] = 0
    s.taken_by[:] = NONE
    s.tally[:] = 0
    s.course[:] = 0


@kernel
def deal(s, t):
    """Set up a game up to its first turn (BG-2)."""
    clear(s)
    for side in range(SIDE_N):
        s.leading[side] = t.first_leading[side]
        s.rings[side] = t.rings[side]
    place_figures(s, t)
    for nation in range(NATION_N):
        politics.set_steps(s, nation, np.int64(t.start_steps[nation]))
    s.active = t.start_active
    s.bearers = t.start_bearers
    for figure in range(FIGURE_N):
        if has(t.start_members, figure):
            put_figure(s, figure, AWAY.FELLOWSHIP)
    s.guided = s.members
    s.guide = t.start_guide
    s.tiles = t.standard_tiles
    deal_cards(s, t)


@kernel
def place_figures(s, t):
    """Put the figures of the start on the map, the others into the pools (BG-2.1)."""
    for region in range(t.region_n):
        s.control[region] = t.owner[region]
        for nation in range(NATION_N):
            for piece in range(UNIT_N):
                change(s, region, nation, piece, np.int64(t.start_units[region, nation, piece]))
        for nation in range(FREE_NATIONS):
            change(s, region, nation, PIECE.LEADER, np.int64(t.start_leaders[region, nation]))
        change(s, region, NATION.SAURON, PIECE.NAZGUL, np.int64(t.start_nazgul[region]))
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            s.pool[nation, piece] = t.start_pool[nation, piece]


@kernel
def deal_cards(s, t):
    """Shuffle the four decks (BG-2.5)."""
    for card in range(CARDS):
        s.zone[card] = ZONE.OUT
    for pile in range(PILES):
        first = np.int64(pile // DECK_N * BLOCK)
        n = shuffle_keys(s, t, stream(s.seed, STREAM.DECK + pile, 0), first, np.int64(t.cards_of[pile]))
        s.in_deck[pile] = t.cards_of[pile]
        s.deck_n[pile] = n
        for i in range(n):
            card = first + shuffled(s, i)
            s.deck[pile, i] = card
            s.zone[card] = ZONE.DECK
        note(s, EVENT.SHUFFLE, pile, 0, 0)

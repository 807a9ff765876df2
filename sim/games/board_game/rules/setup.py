"""Setting up a game (BG-2)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from mazarbul.sim.engine.state import clearing
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    BLOCK,
    CARDS,
    DECK_N,
    EVENT,
    FIGURE_N,
    FREE_NATIONS,
    NATION,
    NATION_N,
    PIECE,
    PIECE_N,
    PILES,
    SIDE_N,
    STREAM,
    UNIT_N,
    ZONE,
)
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.stands import change, put_figure
from mazarbul.sim.games.board_game.state import START, STATE

clear = clearing(STATE, __name__, START)


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

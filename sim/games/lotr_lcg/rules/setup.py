"""Sets up a game, or the next quest of a campaign that carries over (LCG-3, LCG-27.3, LCG-27.4).

The caller sets `seed`, `game`, `quest` and `is_logged`; each quest of a campaign needs its own seed, as
random streams are counted from the start again.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.state import clearing
from mazarbul.sim.games.lotr_lcg.actions import MULLIGAN
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    ENCOUNTER,
    HEROES,
    NONE,
    ON,
    STAGE_SOURCE,
    TYPE,
    ZONE,
)
from mazarbul.sim.games.lotr_lcg.records import OPENED, OPENING, set_field
from mazarbul.sim.games.lotr_lcg.rules.changes import draw
from mazarbul.sim.games.lotr_lcg.rules.piles import put_in_discard, random_index, shuffle
from mazarbul.sim.games.lotr_lcg.rules.rounds import begin_round, on_turn, start_turns
from mazarbul.sim.games.lotr_lcg.rules.stages import reveal_stage
from mazarbul.sim.games.lotr_lcg.rules.triggers import start_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import next_player, put_on_table
from mazarbul.sim.games.lotr_lcg.state import CALLERS, CARRIED, START, STATE

OPENING_HAND = 6  # cards  LCG-3.3

# Steps
MULLIGANS = 0
SIDE_A = 1
SIDE_B = 2
FIRST_ROUND = 3


clear = clearing(STATE, __name__, START, CALLERS)
clear_quest = clearing(STATE, __name__, START, (*CALLERS, *CARRIED), "clear_quest")


@kernel
def deal(s, t):
    """Set up a game up to the opening hands (LCG-3.2); `step_setup` continues."""
    clear(s)
    s.in_game = bit(t.player_n) - 1
    for player in range(t.player_n):
        put_in_play(s, t, player, t.heroes[player])
        put_in_deck(s, t, player, t.deck[player])
    begin_setup(s, t)


@kernel
def deal_next(s, t):
    """Set up the next quest of a campaign that carries over (LCG-27.4, A-35); `t` is for that quest.

    Threat, damage, deaths and discard piles stay, all other cards of players go back into their
    decks. Eliminated players take no part.
    """
    s.found[:] = 0
    for player in range(t.player_n):
        s.found[player] = keep(s, t, player)
    s.damage[ENCOUNTER * BLOCK :] = 0
    s.damaged[ENCOUNTER] = 0
    clear_quest(s)
    s.in_discard[ENCOUNTER] = 0
    s.discard_n[ENCOUNTER] = 0
    for player in range(t.player_n):
        rest = s.in_discard[player]
        put_in_deck(s, t, player, t.deck[player] & ~rest)
        while rest != 0:
            s.zone[player * BLOCK + lowest_bit(rest)] = ZONE.DISCARD
            rest &= rest - 1
        if has(s.in_game, player):
            put_in_play(s, t, player, s.found[player])
    begin_setup(s, t)


@kernel
def keep(s, t, player):
    """Return the player's living heroes, including the prisoner; only they keep their damage (A-35).

    An event that was still being played when the quest ended goes to the discard pile, as it would have.
    """
    living = t.heroes[player] & s.in_play[player]
    for local in range(BLOCK):
        if local >= HEROES or not has(living, local):
            s.damage[player * BLOCK + local] = 0
    s.damaged[player] &= living
    rest = t.deck[player] & t.of_type[player, TYPE.EVENT]
    while rest != 0:
        card = np.int64(player * BLOCK) + lowest_bit(rest)
        rest &= rest - 1
        if s.zone[card] == ZONE.RESOLVING:
            put_in_discard(s, card)
    return living


@kernel
def put_in_play(s, t, player, heroes):
    """Put the player's heroes into play, ready and with empty pools; threat is at least their sum."""
    threat = np.int64(0)
    s.controlled[player, player] = heroes
    while heroes != 0:
        hero = np.int64(player * BLOCK) + lowest_bit(heroes)
        heroes &= heroes - 1
        put_on_table(s, hero)
        s.tokens[hero] = t.start_resources  # LCG-27.5
        threat += t.threat_cost[hero]
    s.threat[player] = max(np.int64(s.threat[player]), threat)


@kernel
def put_in_deck(s, t, block, cards):
    """Make a deck of these cards of a block and shuffle it (LCG-3.2)."""
    s.in_deck[block] = cards
    while cards != 0:
        s.zone[block * BLOCK + lowest_bit(cards)] = ZONE.DECK
        cards &= cards - 1
    shuffle(s, t, block)


@kernel
def begin_setup(s, t):
    """Shuffle the encounter deck, choose the first player, draw opening hands (LCG-3.2, LCG-3.3)."""
    put_in_deck(s, t, ENCOUNTER, t.deck[ENCOUNTER])
    start = random_index(s, t.player_n) if t.is_first_random != 0 else 0
    s.first_player = start if has(s.in_game, start) else next_player(s, t, start)
    start_turns(s)
    for player in range(t.player_n):
        if has(s.in_game, player):
            draw_opening_hand(s, t, player)
    s.is_dirty = 3  # gained traits and icons too


@kernel
def draw_opening_hand(s, t, player):
    """Draw the player's opening hand (LCG-3.3)."""
    draw(s, t, player, OPENING_HAND)
    rest = s.hand[player]
    while rest != 0:
        set_field(s, player * BLOCK + lowest_bit(rest), OPENING, OPENED.KEPT)
        rest &= rest - 1


@kernel
def step_setup(s, t):
    """Take the next step of the setup, then begin round 1 (LCG-3.2)."""
    step = s.step
    if step == MULLIGANS:
        player = on_turn(s, t)
        if player == NONE:
            s.step = SIDE_A
            return
        ask(s, player, MULLIGAN)
        offer(s, MULLIGAN, 0, 0)
        offer(s, MULLIGAN, 0, 1)
    elif step == SIDE_A:
        s.step = SIDE_B
        start_setup_texts(s, t)
    elif step == SIDE_B:
        s.step = FIRST_ROUND
        reveal_stage(s, t)
    elif step == FIRST_ROUND:
        begin_round(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def answer_mulligan(s, t, is_redrawn):
    """Keep the opening hand, or shuffle it back and draw another one (LCG-3.3, D-01)."""
    player = np.int64(s.actor)
    s.cursor += 1
    if is_redrawn == 0:
        return
    hand = s.hand[player]
    s.hand[player] = 0
    rest = hand
    while rest != 0:  # returned cards count as never drawn
        card = np.int64(player * BLOCK) + lowest_bit(rest)
        rest &= rest - 1
        s.card_record[card] = np.uint32(0)
        set_field(s, card, OPENING, OPENED.RETURNED)
    put_in_deck(s, t, player, s.in_deck[player] | hand)
    draw_opening_hand(s, t, player)


@kernel
def start_setup_texts(s, t):
    """Carry out the setup of side A of the first stage, in the printed order (LCG-3.2)."""
    source = STAGE_SOURCE
    first = np.int64(t.effect_first[source])
    for e in range(first + t.effect_n[source] - 1, first - 1, -1):
        if t.effects[e].on == ON.SETUP:
            start_effect(s, e, source, np.int64(s.first_player))

"""Players who leave the game, and the end of the game (LCG-17)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    ENCOUNTER,
    ENDED,
    NONE,
    PHASE,
    SIDE,
    E,
)
from mazarbul.sim.games.lotr_lcg.rules.moves import back_to_staging, leave_play
from mazarbul.sim.games.lotr_lcg.rules.piles import discard
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, living, mark_dirty, next_player


@kernel
def end_game(s, winner, reason):
    """End the game; the work stack is cleared."""
    if s.phase == PHASE.OVER:
        return
    s.phase = PHASE.OVER
    s.winner = winner
    s.end_reason = reason
    s.actor = NONE
    s.option_n = 0
    note(s, E.END, winner, reason, 0)


@kernel
def eliminate(s, t, player, how):
    """Eliminate a player (LCG-17.2). how: BY_THREAT, BY_HEROES or BY_EFFECT."""
    if not has(s.in_game, player):
        return
    s.eliminated[player] = how
    note(s, E.ELIMINATED, player, how, 0)
    if s.captive != NONE and block_of(s.captive) == player:
        s.in_game &= ~bit(player)
        s.threat[player] = t.threat_limit
        end_game(s, SIDE.ENCOUNTER, ENDED.PRISONER_LOST)
        return
    lose_cards(s, t, player)
    s.in_game &= ~bit(player)
    s.threat[player] = t.threat_limit
    mark_dirty(s)
    if living(s) == 0:
        end_game(s, SIDE.ENCOUNTER, ENDED.ALL_ELIMINATED)
        return
    if s.first_player == player:
        s.first_player = next_player(s, t, player)
        note(s, E.FIRST, s.first_player, 0, 0)


@kernel
def lose_cards(s, t, player):
    """Send back the enemies engaged with a player and discard all cards of the player."""
    for card in sets.members(s.engaged[player]):
        back_to_staging(s, t, card)
    rest = np.int64(s.on_deck[player])
    while rest != 0:
        leave_play(s, t, ENCOUNTER * BLOCK + lowest_bit(rest), words.TO.DISCARD, False)
        rest &= rest - 1
    for b in range(BLOCKS):
        while s.controlled[player, b] != 0:
            leave_play(
                s, t, np.int64(b) * BLOCK + lowest_bit(s.controlled[player, b]), words.TO.DISCARD, False
            )
    while s.hand[player] != 0:
        discard(s, np.int64(player) * BLOCK + lowest_bit(s.hand[player]))
    while s.deck_n[player] > 0:
        discard(s, np.int64(s.deck[player, s.deck_n[player] - 1]))


@kernel
def dead_heroes(s, t, player):
    """Return the mask of a player's heroes that are not in play (LCG-19.5); all of an eliminated player's."""
    if not has(s.in_game, player):
        return np.int64(t.heroes[player])
    return t.heroes[player] & ~s.in_play[player]

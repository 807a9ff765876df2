"""The location to travel to (D-12) and the enemies to engage (D-14, D-15)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, kind_of
from mazarbul.sim.engine.bits import bit, popcount
from mazarbul.sim.games.lotr_lcg.actions import PASS, STAY
from mazarbul.sim.games.lotr_lcg.bots.heuristic.meetings import combat_loss, strength_of, weigh_meetings
from mazarbul.sim.games.lotr_lcg.bots.heuristic.quest import stage_need
from mazarbul.sim.games.lotr_lcg.bots.heuristic.situation import (
    add_foe,
    load_attackers,
    load_characters,
    load_comers,
)
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import ENCOUNTER, NONE, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.numbers import has_flag, stat
from mazarbul.sim.games.lotr_lcg.rules.zones import engaged_with

FINISHING = 3  # quest points left at which a location would only use them up
LITTLE = 0.1


@kernel
def travel_worth(s, t, m, location):
    """Return the worth of travelling to a location."""
    need = np.int64(t.quest_points[location]) - s.progress[location]
    value = (
        m.w[W.ROAD]
        + m.w[W.TRAVEL] * stat(s, t, location, STAT.THREAT)
        - m.w[W.FAR] * need
        + m.w[W.JOURNEY] * m.journey[m.seat, location]
    )
    left = stage_need(s, t, m)
    if 0 < left <= FINISHING:
        value -= m.w[W.SWALLOW] * min(need, left)
    if popcount(s.staging & t.of_type[ENCOUNTER, TYPE.LOCATION]) > 1:
        value += m.w[W.CROWD]
    return value


@kernel
def score_travel(s, t, m):
    """Fill the scores of the locations to travel to, and of staying (D-12)."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        value = 0.0 if kind_of(action) == STAY else travel_worth(s, t, m, a_of(action))
        m.score[i] = value


# Engaging -----------------------------------------------------------------------------------------


@kernel
def prepare_engagement(s, t, m, player):
    """Compute and return the losses of a player's combat in the present position."""
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    load_comers(s, t, m, player, 0.0)
    weigh_meetings(s, t, m, player, False)
    return combat_loss(m, bit(m.char_n) - 1, m.w[W.HUNT])


@kernel
def would_come(s, t, card):
    """Return whether an enemy in staging engages a player by itself in this round."""
    if has_flag(s, t, MODIFIER.NO_ENGAGEMENT_CHECKS):
        return False
    for player in range(t.player_n):
        if s.in_game & bit(player) != 0 and t.engagement[card] <= s.threat[player]:
            return True
    return False


@kernel
def engage_worth(s, t, m, player, card, before):
    """Return the worth of engaging an enemy of the staging area; before: losses of combat without it."""
    if would_come(s, t, card):
        return 0.0
    return meeting_worth(s, t, m, player, card, before) - m.w[W.ENGAGE]


@kernel
def meeting_worth(s, t, m, player, card, before):
    """Return the worth of an enemy in staging engaging a player; before: losses without it."""
    prepare_engagement(s, t, m, player)
    e = add_foe(s, t, m, card, 1.0)
    weigh_meetings(s, t, m, player, False)
    everybody = bit(m.char_n) - 1
    harm = combat_loss(m, everybody, m.w[W.HUNT]) - before
    value = m.w[W.STAGING] * stat(s, t, card, STAT.THREAT) - harm
    if strength_of(m, everybody) < m.foe_need[e]:
        value -= m.w[W.LINGER] * max(harm, 0.5 * m.foe_atk[e])
    return value - m.w[W.BEYOND] * danger_beyond(t, m, card)


@kernel
def drawing_near(s, t, m, card, player):
    """Return the worth of an enemy engaging a player out of turn."""
    if player == NONE or engaged_with(s, card) == player:
        return 0.0
    if engaged_with(s, card) != NONE or would_come(s, t, card):
        return -LITTLE
    return meeting_worth(s, t, m, player, card, prepare_engagement(s, t, m, player))


@kernel
def danger_beyond(t, m, card):
    """Return the danger of an enemy that its numbers do not show."""
    return max(m.danger[m.seat, card] - 1.3 * t.stats[card, STAT.ATTACK] - t.stats[card, STAT.THREAT], 0.0)


@kernel
def score_engage(s, t, player, m):
    """Fill the scores of the enemies to engage by choice, and of none (D-14)."""
    before = prepare_engagement(s, t, m, player)
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) == PASS:
            m.score[i] = 0.0
            continue
        value = engage_worth(s, t, m, player, a_of(action), before)
        m.score[i] = value


@kernel
def score_tie(s, t, m):
    """Fill the scores of the enemies that could engage the player who checks first (D-15).

    Best is the one that costs this player least, as the next check may be another player's.
    """
    player = np.int64(s.turn_of)
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        load_characters(s, t, m, player)
        load_attackers(s, t, m, player)
        add_foe(s, t, m, card, 1.0)
        weigh_meetings(s, t, m, player, False)
        value = -combat_loss(m, bit(m.char_n) - 1, m.w[W.HUNT])
        m.score[i] = value

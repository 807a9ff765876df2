"""The worth of single statements of texts in the position, card by card and player by player."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.bots.heuristic.journey import drawing_near
from mazarbul.sim.games.lotr_lcg.bots.heuristic.moments import (
    attack_saved,
    lone_strike,
    quest_change,
    ready_gain,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.quest import location_need, stage_need
from mazarbul.sim.games.lotr_lcg.bots.heuristic.texts import guessed_list
from mazarbul.sim.games.lotr_lcg.bots.heuristic.unseen import badness, mean_badness
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import (
    blow_worth,
    card_loss,
    hand_worth,
    healing,
    hurt,
    is_double,
    is_prey,
    kill_worth,
    life,
    readiness,
    resource_price,
)
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, ON, PHASE, SEATS, STAT, TYPE, ZONE
from mazarbul.sim.games.lotr_lcg.rules.clock import is_before
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.sets import claimed_objectives
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    controller,
    engaged_with,
    heroes_and_allies,
    in_play,
    is_character,
    is_enemy,
    is_exhausted,
    is_hero_or_ally,
    local_of,
)

ENEMY_TOKEN = 2.0
SHORT_DECK = 3  # cards left at or below which a deck should be refilled
FILLED = 0.5  # worth of a card that comes back into a short deck
PROGRESS_AHEAD = 0.4  # worth of progress on a location that does not explore it
FULL_HAND = 4  # cards in hand at which one more is worth less
CLAIM_PACE = 4.0  # progress of a round, to estimate how long a claimed objective is carried


@kernel
def worth_on_card(s, t, m, code, card, n, you):
    """Return the worth of one operation on one card."""
    if code == words.OPERATION.READY:
        return readying(s, t, m, card)
    if code == words.OPERATION.EXHAUST:
        return -readiness(s, t, m, card) if not is_exhausted(s, card) else 0.0
    if code == words.OPERATION.DAMAGE:
        if is_enemy(s, t, card):
            return blow_worth(s, t, m, card, n)
        return -hurt(s, t, m, card, n)
    if code == words.OPERATION.HEAL:
        if is_enemy(s, t, card):
            return -0.5 * min(n, np.int64(s.damage[card]))
        return healing(s, t, m, card, n)
    if code == words.OPERATION.RESOURCES:
        if t.type[card] == TYPE.HERO:
            player = controller(s, card)
            return n * resource_price(s, t, m, player if player != NONE else you)
        return -ENEMY_TOKEN * n
    if code == words.OPERATION.PROGRESS_ON:
        return progress_on(s, t, m, card, n)
    if code == words.OPERATION.UNCOMMIT:
        return quest_change(s, t, m, you, -stat(s, t, card, STAT.WILLPOWER))
    fail(s, Fault.WORD, code)
    return 0.0


@kernel
def readying(s, t, m, card):
    """Return the worth of readying a card: in combat and just before it, by the harm it can then prevent."""
    if not in_play(s, card) or not is_exhausted(s, card) or not is_character(s, t, card):
        return 0.0
    if is_before(s, PHASE.ENCOUNTER) or not is_before(s, PHASE.REFRESH):
        return readiness(s, t, m, card)
    return ready_gain(s, t, m, card)


@kernel
def progress_on(s, t, m, card, n):
    """Return the worth of n progress on a location."""
    if t.type[card] != TYPE.LOCATION or not in_play(s, card):
        return 0.0
    need = np.int64(t.quest_points[card]) - s.progress[card]
    if s.active == card:
        return m.w[W.PROGRESS] * min(n, need)
    if n >= need:
        return m.w[W.STAGING] * stat(s, t, card, STAT.THREAT) + quest_change(
            s, t, m, 0, stat(s, t, card, STAT.THREAT)
        )
    return PROGRESS_AHEAD * n


@kernel
def progress_in(s, t, m, where, n):
    """Return the worth of n progress on the quest card or active location; below 0 progress is removed."""
    if where == words.WHERE.ACTIVE:
        return m.w[W.PROGRESS] * min(n, location_need(s, t))
    if n < 0:
        return -m.w[W.PROGRESS] * min(-n, np.int64(s.quest_progress))
    if where == words.WHERE.QUEST:
        return m.w[W.PROGRESS] * min(n, stage_need(s, t, m))
    if where != words.WHERE.CURRENT:
        fail(s, Fault.NAME, where)
    return m.w[W.PROGRESS] * min(n, location_need(s, t) + stage_need(s, t, m))


# Moving -------------------------------------------------------------------------------------------


@kernel
def worth_of_move(s, t, m, card, to, player, you, is_short):
    """Return the worth of moving a card. is_short: True for an ally that leaves with the phase."""
    if to == words.TO.DISCARD:
        return discarding(s, t, m, card)
    if to == words.TO.HAND:
        if in_play(s, card) and is_hero_or_ally(t, card):
            return hand_worth(s, t, m, card) - life(s, t, m, card)
        return hand_worth(s, t, m, card) if block_of(card) != ENCOUNTER else 0.0
    if to == words.TO.STAGING:
        return to_staging_worth(s, t, m, card)
    if to == words.TO.ENGAGED:
        return drawing_near(s, t, m, card, player)
    if to == words.TO.PLAY:
        return entering(s, t, m, card, is_short)
    if to == words.TO.CONTROL or to == words.TO.ASIDE:
        return 0.0
    if to == words.TO.DECK or to == words.TO.DECK_TOP or to == words.TO.DECK_BOTTOM:
        return into_deck(s, t, m, card, to, you)
    fail(s, Fault.NAME, to)
    return 0.0


@kernel
def discarding(s, t, m, card):
    """Return the worth of discarding a card wherever it is."""
    if s.zone[card] == ZONE.HAND:
        return -hand_worth(s, t, m, card)
    if not in_play(s, card):
        return 0.0
    if is_enemy(s, t, card):
        return kill_worth(s, t, m, card)
    if block_of(card) == ENCOUNTER and s.host[card] == NONE:
        return 0.0
    return -card_loss(s, t, m, card)


@kernel
def into_deck(s, t, m, card, to, you):
    """Return the worth of moving a card into, on top of or under its deck."""
    block = block_of(card)
    if block == ENCOUNTER:
        if t.type[card] == TYPE.OBJECTIVE:
            return -m.w[W.CLAIM]
        if s.zone[card] == ZONE.DECK:
            value = badness(t, m, card) - mean_badness(s, t, m, you)
            return value if to != words.TO.DECK_TOP else -value
        return kill_worth(s, t, m, card) if is_enemy(s, t, card) else 0.0
    if in_play(s, card):
        return -card_loss(s, t, m, card)
    if s.zone[card] == ZONE.DISCARD:
        return FILLED if s.deck_n[block] <= SHORT_DECK else 0.0
    return 0.0


@kernel
def to_staging_worth(s, t, m, card):
    """Return the worth of an enemy going (back) to the staging area, or of any card entering it."""
    if not in_play(s, card):
        if is_prey(s, m, card) and has(m.prey[s.stage], local_of(card)):
            return 0.5 * m.w[W.PREY] if is_match_for(s, t, card) else -m.w[W.PREY]  # it has to be found first
        return -m.w[W.KILL] * m.danger[m.seat, card] - m.w[W.STAGING] * t.stats[card, STAT.THREAT]
    player = engaged_with(s, card)
    if player == NONE:
        return 0.0
    value = attack_saved(s, t, m, card) - stat(s, t, card, STAT.THREAT)
    return value if t.engagement[card] > s.threat[player] else 0.6 * value


@kernel
def is_match_for(s, t, card):
    """Return whether the players can destroy an enemy in two rounds or can afford its engagement."""
    strength = np.int64(0)
    is_feared = False
    for player in range(t.player_n):
        if not has(s.in_game, player):
            continue
        if s.threat[player] >= t.engagement[card]:
            is_feared = True
        for b in range(SEATS):
            rest = s.controlled[player, b] & heroes_and_allies(t, b)
            while rest != 0:
                strength += stat(s, t, np.int64(b) * BLOCK + lowest_bit(rest), STAT.ATTACK)
                rest &= rest - 1
    return not is_feared or 2 * (strength - t.stats[card, STAT.DEFENSE]) >= t.stats[card, STAT.HIT_POINTS]


@kernel
def entering(s, t, m, card, is_short):
    """Return the worth of putting a character into play."""
    if in_play(s, card) or is_double(s, t, card):
        return 0.0
    if t.type[card] == TYPE.HERO:
        return m.w[W.HERO]
    value = np.float64(m.worth[card])
    if is_short and not has(m.fleeting[block_of(card)], local_of(card)):
        value *= m.w[W.ONCE]
    return value + entry_worth(t, m, card)


@kernel
def entry_worth(t, m, card):
    """Return the general worth of a card's effects when it enters play."""
    best = 0.0
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.ENTERS or t.effects[e].on == ON.PLAYED:
            best += max(guessed_list(t, m, np.int64(t.effects[e].do), 1.0, 0), 0.0)
    return best


# Attaching ----------------------------------------------------------------------------------------


@kernel
def attaching(s, t, m, card, host):
    """Return the worth of attaching a card of the encounter deck to a hero: a burden, or a claim."""
    if host == NONE:
        return 0.0
    if t.type[card] != TYPE.OBJECTIVE:
        use = (
            stat(s, t, host, STAT.WILLPOWER) + stat(s, t, host, STAT.ATTACK) + stat(s, t, host, STAT.DEFENSE)
        )
        return -m.w[W.CONDITION] * (0.4 + 0.1 * use)
    hit_points = stat(s, t, host, STAT.HIT_POINTS) - s.damage[host]
    suits = 0.3 * stat(s, t, host, STAT.WILLPOWER) - 0.25 * (
        stat(s, t, host, STAT.ATTACK) + stat(s, t, host, STAT.DEFENSE)
    )
    return claim_worth(s, t, m, card) + suits + 0.1 * hit_points


@kernel
def claim_worth(s, t, m, card):
    """Return the worth of claiming an objective now: its effects each round count against it."""
    n = np.int64(0)
    rest = claimed_objectives(s, t)
    while rest != 0:
        rest &= rest - 1
        n += 1
    rounds = 1.0 + stage_need(s, t, m) / CLAIM_PACE
    burden = 0.0
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.ROUND_ENDS:
            burden -= guessed_list(t, m, np.int64(t.effects[e].do), -1.0, 0)
    value = m.w[W.CLAIM] if n < m.claims[s.stage] else 0.0
    return value - rounds * max(burden, 0.0)


@kernel
def striking(s, t, m, card, you):
    """Return the worth of a card attacking at once: for or against the players."""
    if is_character(s, t, card):
        return lone_strike(s, t, m, card, you)
    return -2.0 * t.stats[card, STAT.ATTACK] * 0.6


@kernel
def drawing(s, m, player, n):
    """Return the worth of a player drawing n cards."""
    if player == NONE or not has(s.in_game, player):
        return 0.0
    held = popcount(s.hand[player])
    share = 1.0 if held <= FULL_HAND else FULL_HAND / np.float64(held)
    return share * m.w[W.DRAW] * m.w[W.CARD] * min(n, np.int64(s.deck_n[player]))

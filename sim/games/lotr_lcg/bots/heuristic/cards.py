"""The general worth of cards, by their numbers and texts, computed once for all games of a batch."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit
from mazarbul.sim.games.lotr_lcg.bots.heuristic.guesses import (
    asks_for,
    counted_cards,
    counted_claims,
    does,
    grants,
    guess,
    next_operation,
    pays,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.texts import guessed_list, is_event_of, prepare_shadow
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, ON, STAGE_SOURCE, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.zones import is_hero_or_ally, is_player_type

TREACHERIES = 0.3  # share of the encounter cards worth a response to their reveal
BOUND_ENEMY = 6.0  # worth of an enemy that cannot attack any more
EXCESS = 5.0  # danger of an enemy whose excess damage raises threat
GROWTH = 1.0  # danger of an enemy whose attack grows
RETURNS = 1.0  # danger taken off an enemy that is worth nothing when destroyed
NO_DRAW = 1.5  # cost of a round without cards, for each player
PLAIN_HERO = 0.5  # quality of a hero without any stats
FINE_HERO = 16.0  # worth of a hero's numbers and texts that adds 1 to that
FREE_TURN = 0.3  # worth of gaining a trait or icon


@kernel
def prepare_cards(t, m):
    """Store the worth of every card, and the requirements of every stage."""
    m.blow_cards[:] = NONE
    sets.clear(m.lifts)
    sets.clear(m.own_use)
    sets.clear(m.fleeting)
    sets.clear(m.kept)
    for seat in range(t.player_n):
        judge_as(m, seat)
        prepare_block(t, m, seat)
        prepare_block(t, m, ENCOUNTER)
    for stage in range(t.stage_n):
        prepare_stage(t, m, np.int64(stage))


@kernel
def judge_as(m, seat):
    """Judge with the weights of a seat from now on."""
    m.seat = seat
    m.w[:] = m.weights[seat]


@kernel
def prepare_block(t, m, block):
    """Store the worth of a player's cards, or of the encounter cards, for the seat that judges."""
    for i in range(t.card_n[block]):
        card = np.int64(block) * BLOCK + i
        clear(m, card)
        if is_player_type(t, card):
            prepare_player_card(t, m, card)
        elif t.type[card] != NONE:
            prepare_encounter_card(t, m, card)


@kernel
def clear(m, card):
    """Reset the values of a card."""
    m.worth[card] = 0.0
    m.engine[card] = 0.0
    m.spare[card] = 0.0
    m.eager[card] = 0.0
    m.sting[card] = 0
    m.lone[card] = 0
    m.relief[card] = 0.0
    m.quality[card] = 1.0
    m.rally[card] = NONE
    m.danger[m.seat, card] = 0.0
    m.harm[m.seat, card] = 0.0
    m.journey[m.seat, card] = 0.0
    for d in range(2):
        m.bonus[card, d] = 0
        m.malice[m.seat, card, d] = 0.0


# Player cards -------------------------------------------------------------------------------------


@kernel
def prepare_player_card(t, m, card):
    """Store the worth of a player card in play."""
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        note_text(t, m, card, np.int64(e))
        m.engine[card] += text_worth(t, m, card, np.int64(e))
    m.engine[card] += standing_worth(t, m, card)
    body = m.w[W.WILLPOWER] * t.stats[card, STAT.WILLPOWER] + m.w[W.ATTACK] * t.stats[card, STAT.ATTACK]
    body += m.w[W.DEFENSE] * t.stats[card, STAT.DEFENSE] + m.w[W.HIT_POINTS] * t.stats[card, STAT.HIT_POINTS]
    if m.fleeting[card // BLOCK] & bit(card % BLOCK):
        body *= m.w[W.ONCE]
    m.worth[card] = body + m.engine[card]
    if t.type[card] == TYPE.EVENT:
        m.worth[card] = event_worth(t, m, card)
    if t.type[card] == TYPE.HERO:
        m.quality[card] = PLAIN_HERO + m.worth[card] / FINE_HERO


@kernel
def event_worth(t, m, card):
    """Return the worth of the best text of an event."""
    best = 0.0
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on != ON.STATIC:
            best = max(best, guessed_list(t, m, np.int64(t.effects[e].do), 1.0, 0))
    return best


@kernel
def note_text(t, m, card, e):
    """Store the uses that a text gives to a player card."""
    effect = t.effects[e]
    block = card // BLOCK
    if is_event_of(t, e, ON.COMMITTED):
        if does(m, e, words.OPERATION.READY):
            m.rally[card] = paid_tokens(t, m, np.int64(effect.cost))
        else:
            m.eager[card] += max(guessed_list(t, m, np.int64(effect.do), 1.0, 0), 0.0)
    elif is_event_of(t, e, ON.DEFENDS) and does(m, e, words.OPERATION.DAMAGE):
        m.sting[card] += damage_to_attacker(t, m, np.int64(effect.do))
    elif is_event_of(t, e, ON.DAMAGED) and does(m, e, words.OPERATION.RESOURCES):
        m.relief[card] += 0.9 * m.w[W.RESOURCE]
    elif is_event_of(t, e, ON.ROUND_ENDS) and does(m, e, words.OPERATION.MOVE) and effect.may == 0:
        m.fleeting[block] |= bit(card % BLOCK)
    if t.type[card] == TYPE.HERO and paid_tokens(t, m, np.int64(effect.cost)) > 0:
        m.own_use[block] |= bit(card % BLOCK)
    if t.type[card] == TYPE.EVENT:
        if does(m, e, words.OPERATION.CANCEL) or grants(m, e, words.MODIFIER.CANNOT_ATTACK):
            m.kept[block] |= bit(card % BLOCK)
        return
    is_tool = (
        pays(m, e, words.OPERATION.EXHAUST) and effect.on == ON.ACTION and t.type[card] == TYPE.ATTACHMENT
    )
    if is_tool and does(m, e, words.OPERATION.READY):
        m.lifts[block] |= bit(card % BLOCK)
    if pays(m, e, words.OPERATION.EXHAUST) and is_hero_or_ally(t, card):
        share = 1.0 if effect.on == ON.ACTION else TREACHERIES
        value = share * guessed_list(t, m, np.int64(effect.do), 1.0, 0)
        m.spare[card] = max(np.float64(m.spare[card]), value)


@kernel
def paid_tokens(t, m, row):
    """Return how many of its bearer's resources a cost takes."""
    total = np.int64(0)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        is_payment = t.rows[row, codes.CODE] == words.OPERATION.RESOURCES
        if is_payment and t.rows[row, columns.AFFECTING.WHAT] == words.CARD.SELF:
            total -= guess(t, m, np.int64(t.rows[row, columns.SIZED.N]), 0)
        row = next_operation(t, row)
    return max(total, np.int64(0))


@kernel
def damage_to_attacker(t, m, row):
    """Return the damage that a list does to the attacker."""
    total = np.int64(0)
    while t.rows[row, codes.CODE] != codes.END:
        is_damage = t.rows[row, codes.CODE] == words.OPERATION.DAMAGE
        if is_damage and t.rows[row, columns.AFFECTING.WHAT] == words.CARD.ATTACKER:
            total += guess(t, m, np.int64(t.rows[row, columns.SIZED.N]), 0)
        row = next_operation(t, row)
    return total


@kernel
def text_worth(t, m, card, e):
    """Return how much one text adds to the worth of a card in play."""
    effect = t.effects[e]
    if (
        effect.on == ON.STATIC
        or effect.on == ON.ENTERS
        or effect.on == ON.PLAYED
        or t.type[card] == TYPE.EVENT
    ):
        return 0.0  # standing texts count separately; effects on entering are weighed in the position
    value = guessed_list(t, m, np.int64(effect.do), 1.0, 0)
    if effect.on == ON.ACTION:
        if effect.cost == NONE and does(m, e, words.OPERATION.LATER):
            return m.w[W.ONCE] * max(value, 0.0)
        value += (
            guessed_list(t, m, np.int64(effect.cost), 1.0, 0)
            if not pays(m, e, words.OPERATION.EXHAUST)
            else 0.0
        )
        share = 0.5 if is_hero_or_ally(t, card) else 1.0
        return share * m.w[W.LASTING] * max(value, 0.0)
    if effect.may == 0:
        return 0.0
    return max(value, 0.0) if effect.on != ON.REVEALS else 0.0


@kernel
def standing_worth(t, m, card):
    """Return the worth of the standing modifiers of a player card to its host or to all."""
    total = 0.0
    first = np.int64(t.modifier_first[card])
    for i in range(first, first + t.modifier_n[card]):
        modifier = t.modifiers[i]
        code = np.int64(modifier.code)
        n = np.float64(guess(t, m, np.int64(modifier.n), 0))
        if modifier.what == words.CARD.SELF:
            if code == words.MODIFIER.ATTACK and asks_for(
                t, np.int64(modifier.condition), words.VALUE.ATTACKING
            ):
                m.lone[card] += np.int64(n)
            if code == words.MODIFIER.ATTACK and asks_for(t, np.int64(modifier.n), words.VALUE.DAMAGE_ON):
                m.relief[card] += 0.4
            continue
        many = 3.0 if modifier.what >= 0 else 1.0
        if code == words.MODIFIER.WILLPOWER:
            total += many * 1.5 * m.w[W.WILLPOWER] * n
        elif code == words.MODIFIER.ATTACK:
            total += many * 1.3 * m.w[W.ATTACK] * n
        elif code == words.MODIFIER.DEFENSE:
            total += many * 1.5 * m.w[W.DEFENSE] * n
        elif code == words.MODIFIER.HIT_POINTS:
            total += many * m.w[W.HIT_POINTS] * n
        elif code == words.MODIFIER.THREAT:
            total -= many * 1.2 * n
        elif code == words.MODIFIER.CANNOT_ATTACK:
            total += BOUND_ENEMY
        elif code == words.MODIFIER.TRAIT or code == words.MODIFIER.ICON:
            total += FREE_TURN
    return total


# Encounter cards ----------------------------------------------------------------------------------


@kernel
def prepare_encounter_card(t, m, card):
    """Store the danger of an encounter card, and the gain of travelling to it."""
    prepare_shadow(t, m, card)
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.REVEALED:
            m.harm[m.seat, card] -= min(guessed_list(t, m, np.int64(t.effects[e].do), -1.0, 0), 0.0)
    if t.type[card] == TYPE.ENEMY:
        m.danger[m.seat, card] = danger_of(t, m, card)
    elif t.type[card] == TYPE.LOCATION:
        m.journey[m.seat, card] = journey_of(t, m, card)


@kernel
def danger_of(t, m, card):
    """Return how dangerous an enemy is."""
    total = np.float64(t.stats[card, STAT.THREAT]) + m.w[W.DANGER_ATTACK] * t.stats[card, STAT.ATTACK]
    total += m.w[W.DANGER_TOUGH] * (t.stats[card, STAT.DEFENSE] + t.stats[card, STAT.HIT_POINTS])
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on == ON.LEAVING:
            total -= RETURNS
        is_own = effect.on == ON.ATTACKS or effect.on == ON.ENGAGES or effect.on == ON.SHADOW_RESOLVED
        if is_own or effect.on == ON.ATTACKED or effect.on == ON.PHASE_ENDS:
            total -= guessed_list(t, m, np.int64(effect.do), -1.0, 0)
    first = np.int64(t.modifier_first[card])
    for i in range(first, first + t.modifier_n[card]):
        if t.modifiers[i].code == words.MODIFIER.EXCESS_RAISES_THREAT:
            total += EXCESS
        elif t.modifiers[i].code == words.MODIFIER.ATTACK:
            total += GROWTH
    return max(total, 0.5)


@kernel
def journey_of(t, m, card):
    """Return the gain of travelling to a location, less its cost."""
    total = m.w[W.VICTORY] * t.victory[card]
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on == ON.TRAVEL:
            total += guessed_list(t, m, np.int64(effect.cost), 1.0, 0)
        elif effect.on == ON.LEAVING:
            total -= 0.5
        elif effect.on != ON.STATIC and effect.on != ON.REVEALED and effect.on != ON.SHADOW:
            value = guessed_list(t, m, np.int64(effect.do), 1.0, 0)
            total += max(value, 0.0) if effect.may != 0 else value
    first = np.int64(t.modifier_first[card])
    for i in range(first, first + t.modifier_n[card]):
        code = t.modifiers[i].code
        if code == words.MODIFIER.NO_DRAW:
            total -= NO_DRAW * t.player_n
        elif code == words.MODIFIER.REFRESH_THREAT:
            total -= guess(t, m, np.int64(t.modifiers[i].n), 0) * t.player_n
    return total


# Stages -------------------------------------------------------------------------------------------


@kernel
def prepare_stage(t, m, stage):
    """Store the cards that hold a stage, and those whose destruction wins it."""
    source = STAGE_SOURCE + stage
    m.claims[stage] = 0
    m.holders[stage] = 0
    m.prey[stage] = 0
    m.is_endless[stage] = 1 if t.stage_points[stage] == 0 else 0
    first = np.int64(t.modifier_first[source])
    for i in range(first, first + t.modifier_n[source]):
        if t.modifiers[i].code != words.MODIFIER.HOLD:
            continue
        condition = np.int64(t.modifiers[i].condition)
        if condition == 1:
            m.is_endless[stage] = 1
        m.claims[stage] = max(np.int64(m.claims[stage]), counted_claims(t, condition))
        m.holders[stage] |= counted_cards(t, condition, ENCOUNTER)
    first = np.int64(t.effect_first[source])
    for e in range(first, first + t.effect_n[source]):
        effect = t.effects[e]
        if effect.on == ON.DESTROYED and does(m, np.int64(e), words.OPERATION.WIN) and effect.card >= 0:
            m.prey[stage] |= t.set_cards[effect.card, ENCOUNTER]
        elif does(m, np.int64(e), words.OPERATION.WIN) and effect.condition != 1:
            m.prey[stage] |= (
                counted_cards(t, np.int64(effect.condition), ENCOUNTER) & t.of_type[ENCOUNTER, TYPE.ENEMY]
            )

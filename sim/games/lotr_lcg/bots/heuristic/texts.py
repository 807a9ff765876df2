"""The purpose and general worth of texts, computed once for all games of a batch."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.games.lotr_lcg.bots.features import DEFENDED, UNDEFENDED
from mazarbul.sim.games.lotr_lcg.bots.heuristic.guesses import (
    does,
    follow,
    granted,
    grants,
    guess,
    next_operation,
    operations,
    options,
    pays,
)
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.ids import NONE, ON, SOURCES, TYPE, WINDOW

# Worth of effects without numbers: to the players for their own cards, against them otherwise.
READINESS = 1.5
DAMAGE = 0.9
HEALING = 0.6
ALLY_FREE = 3.0
ENEMY_AWAY = 3.0
LOST_CARD = 2.5
ENEMY_TOKEN = 2.0
FACE_DOWN_GUARD = 2.0
ON_DECK = 1.0
CANCELLED = 3.0
EXTRA_ATTACK = 2.5
PRISONER = 10.0
OF_SEVERAL = 3.0  # characters that a change of all of them is expected to affect
STRENGTH = 0.8  # of a point of attack or defense for a while
NO_ATTACK = 3.0
NO_STAGING_THREAT = 2.0


@kernel
def prepare_texts(t, m):
    """Store what every text does, and when an action can make sense."""
    for source in range(SOURCES):
        first = np.int64(t.effect_first[source])
        for e in range(first, first + t.effect_n[source]):
            effect = t.effects[e]
            m.does[e] = 0
            m.grants[e] = 0
            m.pays[e] = operations(t, np.int64(effect.cost))
            m.branches[e] = 1
            m.when[e] = 0
            if effect.on != ON.STATIC:
                m.does[e] = operations(t, np.int64(effect.do))
                m.grants[e] = granted(t, np.int64(effect.do))
                m.branches[e] = options(t, np.int64(effect.do))
            if effect.on == ON.ACTION:
                kind = np.int64(t.type[source]) if source < t.type.size else np.int64(NONE)
                m.when[e] = sensible_windows(t, m, np.int64(e), kind)


@kernel
def sensible_windows(t, m, e, kind):
    """Return the set of windows in which an action can make sense. kind: TYPE of its card."""
    if kind == TYPE.OBJECTIVE and does(m, e, words.OPERATION.ATTACH):
        return bit(WINDOW.Q2)  # a claim is thought about once a round, when it is seen what the quest needs
    found = np.int64(0)
    if (
        grants(m, e, words.MODIFIER.WILLPOWER)
        or grants(m, e, words.MODIFIER.NO_THREAT)
        or grants(m, e, words.MODIFIER.STAGING_THREAT)
    ):
        found |= bit(WINDOW.Q2)
    if grants(m, e, words.MODIFIER.THREAT):
        found |= bit(WINDOW.Q2)
    if grants(m, e, words.MODIFIER.ATTACK):
        found |= bit(WINDOW.A1)
    if grants(m, e, words.MODIFIER.DEFENSE) or grants(m, e, words.MODIFIER.HIT_POINTS):
        found |= bit(WINDOW.C3)
    if grants(m, e, words.MODIFIER.CANNOT_ATTACK):
        found |= bit(WINDOW.C0)
    if grants(m, e, words.MODIFIER.MULTIPLE_DEFENDERS):
        found |= bit(WINDOW.C1)
    if does(m, e, words.OPERATION.READY):
        found |= bit(WINDOW.C0) | bit(WINDOW.C4) | bit(WINDOW.A3)
    if does(m, e, words.OPERATION.HEAL):
        found |= bit(WINDOW.R1) | bit(WINDOW.C0) | bit(WINDOW.C9)
    if does(m, e, words.OPERATION.DAMAGE):
        found |= bit(WINDOW.Q2) | bit(WINDOW.C0)
    if does(m, e, words.OPERATION.RESOURCES):
        found |= bit(WINDOW.R1) | bit(WINDOW.P1) | bit(WINDOW.C9)
    if does(m, e, words.OPERATION.THREAT) or pays(m, e, words.OPERATION.THREAT):
        found |= bit(WINDOW.P1) | bit(WINDOW.Q2) | bit(WINDOW.T1) | bit(WINDOW.C9)
    if does(m, e, words.OPERATION.DRAW):
        found |= bit(WINDOW.R1) | bit(WINDOW.P1) | bit(WINDOW.C9)
    if does(m, e, words.OPERATION.PROGRESS) or does(m, e, words.OPERATION.PROGRESS_ON):
        found |= bit(WINDOW.Q1) | bit(WINDOW.Q3) | bit(WINDOW.C9)
    if does(m, e, words.OPERATION.LOOK):
        found |= bit(WINDOW.P1)
    if does(m, e, words.OPERATION.ATTACH):
        found |= bit(WINDOW.P1) | bit(WINDOW.Q1) | bit(WINDOW.Q3)
    if does(m, e, words.OPERATION.ATTACK):
        found |= bit(WINDOW.C0)
    if does(m, e, words.OPERATION.MOVE):
        found |= moving_windows(t, m, e)
    if pays(m, e, words.OPERATION.EXHAUST) and kind != TYPE.EVENT:
        found |= bit(WINDOW.C9)  # characters still ready have no other use
    return found


@kernel
def moving_windows(t, m, e):
    """Return the set of windows in which an action that moves cards can make sense."""
    found = np.int64(0)
    row = np.int64(t.effects[e].do)
    while t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == words.OPERATION.MOVE:
            to = t.rows[row, columns.MOVE.TO]
            if to == words.TO.STAGING or (to == words.TO.PLAY and does(m, e, words.OPERATION.LATER)):
                found |= bit(WINDOW.C0)
            elif to == words.TO.PLAY:
                found |= bit(WINDOW.R1) | bit(WINDOW.P1)
            elif to != words.TO.CONTROL and not does(m, e, words.OPERATION.LATER):
                found |= bit(WINDOW.P1)
        row = next_operation(t, row)
    return found


@kernel
def guessed_list(t, m, row, sign, is_undefended):
    """Return the expected worth of a list to the players (NONE: nothing).

    sign: 1 for a player card, -1 for an encounter card. More attack of attackers is left out.
    """
    total = 0.0
    times = 1.0
    until = np.int64(NONE)  # row after the list of an `each`, or `later`
    picked = 1.0
    later = np.int64(NONE)
    choice = 0.0
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if row == until:
            times = 1.0
        code = np.int64(t.rows[row, codes.CODE])
        if code == words.OPERATION.EACH:
            times = np.float64(t.player_n)
            until = np.int64(t.rows[row, columns.EACH.END])
        elif code == words.OPERATION.LATER:
            row = np.int64(t.rows[row, columns.LATER.END])
            continue
        elif code == words.OPERATION.OPTION:
            later = np.int64(t.rows[row, columns.BLOCK.END])
            value = guessed_rows(t, m, row + 1, later, sign, is_undefended)
            choice = max(choice, value) if sign > 0 else choice
            row = later
            if t.rows[row, codes.CODE] != words.OPERATION.OPTION:
                total += choice * times
                choice = 0.0
            continue
        elif code == words.OPERATION.PICK:
            picked = np.float64(guess(t, m, np.int64(t.rows[row, columns.PICK.N]), is_undefended))
        elif code == words.OPERATION.RANDOM:
            picked = np.float64(guess(t, m, np.int64(t.rows[row, columns.RANDOM.N]), is_undefended))
        elif code == words.OPERATION.ALL:
            picked = OF_SEVERAL
        elif code >= codes.FIRST_CODE:
            total += times * guessed_row(t, m, row, code, picked, sign, is_undefended)
        row = follow(t, m, row, is_undefended)
    return total


@kernel
def guessed_rows(t, m, row, stop, sign, is_undefended):
    """Return the expected worth of the rows of an option."""
    total = 0.0
    picked = 1.0
    while row < stop:
        code = np.int64(t.rows[row, codes.CODE])
        if code == words.OPERATION.ALL:
            picked = OF_SEVERAL
        elif code >= codes.FIRST_CODE and not has(words.SELECTING, code):
            total += guessed_row(t, m, row, code, picked, sign, is_undefended)
        row = next_operation(t, row)
    return total


@kernel
def meant_n(what, picked):
    """Return how many cards a name or set is expected to contain."""
    return picked if what == words.CARD.IT else (OF_SEVERAL if what >= 0 else 1.0)


@kernel
def guessed_row(t, m, row, code, picked, sign, is_undefended):
    """Return the expected worth of one statement. picked: expected number of cards in `it`."""
    n = 1.0
    if has(words.SIZED, code):
        n = np.float64(guess(t, m, np.int64(t.rows[row, columns.SIZED.N]), is_undefended))
    many = 1.0
    if has(words.AFFECTING, code):
        many = meant_n(np.int64(t.rows[row, columns.AFFECTING.WHAT]), picked)
    if code == words.OPERATION.UNTIL:
        return guessed_grants(t, m, row, picked, sign, is_undefended)
    if code == words.OPERATION.READY:
        return READINESS * many
    if code == words.OPERATION.EXHAUST:
        return -READINESS * many
    if code == words.OPERATION.DAMAGE:
        return sign * DAMAGE * n * many
    if code == words.OPERATION.HEAL:
        return HEALING * n * many
    if code == words.OPERATION.RESOURCES:
        return m.w[W.RESOURCE] * n if sign > 0 else -ENEMY_TOKEN * n
    if code == words.OPERATION.THREAT:
        return -m.w[W.THREAT] * n
    if code == words.OPERATION.PROGRESS:
        return m.w[W.PROGRESS] * n
    if code == words.OPERATION.PROGRESS_ON:
        return 0.7 * m.w[W.PROGRESS] * n * min(many, 1.5)
    if code == words.OPERATION.DRAW:
        return m.w[W.CARD] * n
    if code == words.OPERATION.MOVE:
        return guessed_move(m, np.int64(t.rows[row, columns.MOVE.TO]), picked, sign)
    if code == words.OPERATION.DEAL_SHADOW:
        return -m.w[W.SHADOW] * n
    if code == words.OPERATION.REVEAL:
        return -m.w[W.REVEAL] * guess(t, m, np.int64(t.rows[row, columns.REVEAL.N]), is_undefended)
    return guessed_deed(m, code, sign)


@kernel
def guessed_deed(m, code, sign):
    """Return the expected worth of a statement whose numbers do not matter."""
    if code == words.OPERATION.SURGE:
        return -m.w[W.REVEAL]
    if code == words.OPERATION.LOOK:
        return m.w[W.LOOK]
    if code == words.OPERATION.CANCEL:
        return CANCELLED * sign
    if code == words.OPERATION.ATTACH:
        return -m.w[W.CONDITION] if sign < 0 else 0.0
    if code == words.OPERATION.ATTACH_TO_DECK:
        return -ON_DECK
    if code == words.OPERATION.FACE_DOWN_ENEMY:
        return -FACE_DOWN_GUARD
    if code == words.OPERATION.ATTACK:
        return EXTRA_ATTACK * sign
    if code == words.OPERATION.UNCOMMIT:
        return -READINESS
    if code == words.OPERATION.CAPTURE:
        return -PRISONER
    if code == words.OPERATION.RESCUE:
        return PRISONER
    if code == words.OPERATION.WIN:
        return m.w[W.PREY]
    return 0.0


@kernel
def guessed_move(m, to, picked, sign):
    """Return the expected worth of moving cards to a place."""
    if to == words.TO.DISCARD:
        return -m.w[W.CARD] * picked if sign > 0 else -LOST_CARD * min(picked, OF_SEVERAL)
    if to == words.TO.HAND:
        return m.w[W.CARD] if sign > 0 else -m.w[W.CARD]
    if to == words.TO.PLAY:
        return ALLY_FREE
    if to == words.TO.STAGING:
        return ENEMY_AWAY * sign
    return 0.0


@kernel
def guessed_grants(t, m, row, picked, sign, is_undefended):
    """Return the expected worth of an `until` list, without more attack of an attacker."""
    total = 0.0
    for r in range(row + 1, t.rows[row, columns.UNTIL.END]):
        code = np.int64(t.rows[r, codes.CODE])
        n = 1.0
        many = 1.0
        if has(words.STATS, code):
            n = np.float64(guess(t, m, np.int64(t.rows[r, columns.CARD_NUMBER.N]), is_undefended))
            many = meant_n(np.int64(t.rows[r, columns.ON_CARDS.WHAT]), picked)
        if code == words.MODIFIER.WILLPOWER:
            total += m.w[W.PROGRESS] * n * many
        elif code == words.MODIFIER.ATTACK:
            total += STRENGTH * n * many if sign > 0 else 0.0
        elif code == words.MODIFIER.DEFENSE:
            total += STRENGTH * n * many
        elif code == words.MODIFIER.THREAT:
            total -= m.w[W.PROGRESS] * n * many
        elif code == words.MODIFIER.STAGING_THREAT:
            n = np.float64(guess(t, m, np.int64(t.rows[r, columns.NUMBER.N]), is_undefended))
            total -= m.w[W.PROGRESS] * n
        elif code == words.MODIFIER.CANNOT_ATTACK:
            total += NO_ATTACK * sign
        elif code == words.MODIFIER.NO_THREAT:
            total += NO_STAGING_THREAT * sign
        elif code == words.MODIFIER.NO_DEFENSE:
            total -= STRENGTH * 2.0
    return total


@kernel
def guessed_bonus(t, m, row, is_undefended):
    """Return the attack that a shadow effect is expected to add to its attacker."""
    total = np.int64(0)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == words.OPERATION.UNTIL:
            total += granted_attack(t, m, row, is_undefended)
        row = follow(t, m, row, is_undefended)
    return total


@kernel
def granted_attack(t, m, row, is_undefended):
    """Return the attack that an `until` list is expected to add to the attacker."""
    total = np.int64(0)
    for r in range(row + 1, t.rows[row, columns.UNTIL.END]):
        is_attack = t.rows[r, codes.CODE] == words.MODIFIER.ATTACK
        if is_attack and t.rows[r, columns.ON_CARDS.WHAT] == words.CARD.ATTACKER:
            total += guess(t, m, np.int64(t.rows[r, columns.CARD_NUMBER.N]), is_undefended)
    return total


@kernel
def prepare_shadow(t, m, card):
    """Store the effect of a card as a shadow card, defended and undefended."""
    first = np.int64(t.effect_first[card])
    for d in range(2):
        m.bonus[card, d] = 0
        m.malice[m.seat, card, d] = 0.0
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on != ON.SHADOW:
            continue
        row = np.int64(t.effects[e].do)
        for d in range(DEFENDED, UNDEFENDED + 1):
            m.bonus[card, d] += guessed_bonus(t, m, row, d)
            m.malice[m.seat, card, d] -= min(guessed_list(t, m, row, -1.0, d), 0.0)


@kernel
def is_event_of(t, e, on):
    """Return whether a text is triggered by an event of its own card."""
    return t.effects[e].on == on and t.effects[e].card == words.CARD.SELF

"""Cards: which event is played, what is drawn, discarded and kept in hand (BG-B5, BG-B31)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.features import CORRUPTION
from mazarbul.sim.games.board_game.bots.heuristic.odds import prepare_odds
from mazarbul.sim.games.board_game.bots.heuristic.tactics import score_tactic
from mazarbul.sim.games.board_game.bots.heuristic.texts import list_worth
from mazarbul.sim.games.board_game.bots.heuristic.worths import tile_damage_at
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.ids import BLOCK, DECK, FREE_NATIONS, NONE, RULE, SIDE
from mazarbul.sim.games.board_game.rules.control import is_besieged
from mazarbul.sim.games.board_game.rules.plays import force_for, lasts
from mazarbul.sim.games.board_game.rules.politics import is_active
from mazarbul.sim.games.board_game.rules.scopes import holds, try_scope


@kernel
def prepare_cards(t, m):
    """Fill what is the same for all games: the odds of battles."""
    prepare_odds(t, m)
    forget_cards(m)


@kernel
def forget_cards(m):
    """Forget what cards are worth, at the start of each decision."""
    m.judged[:] = 0


@kernel
def score_card(s, t, m, seat, kind, a, b):
    """Return the score of an action or answer with a card. a: the card or deck, NONE for none; b: the die."""
    if kind == actions.PLAY:
        return event_worth(s, t, m, seat, a)
    if kind == actions.FORCE:
        return forcing(s, t, m, seat, a, b)
    if kind == actions.DRAW:
        return drawing(s, t, m, seat, a) - crowded(s, t, m, seat)
    if kind == actions.DRAW_FROM:
        return drawing(s, t, m, seat, a)
    if kind == actions.DISCARD:
        return -hand_worth(s, t, m, seat, a)
    if kind == actions.TACTIC:
        return score_tactic(s, t, m, seat, a, keep_worth(s, t, m, seat, a))
    return exchanging(s, t, m, seat, a)


# Events --------------------------------------------------------------------------------------------


@kernel
def event_worth(s, t, m, seat, card):
    """Return the worth of the event of a card of the own side now, whether it can be played or not."""
    side = card // BLOCK
    if not has(m.judged[side], card % BLOCK):
        m.judged[side] |= bit(card % BLOCK)
        m.card_worth[card] = judged_event(s, t, m, seat, card)
    return m.card_worth[card]


@kernel
def judged_event(s, t, m, seat, card):
    """Return the worth of what the event of a card does, and of the card on the table."""
    worth = standing_worth(s, t, m, card) if t.stays[card] == 1 else 0.0
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        row = np.int64(t.effects[effect].do)
        if t.effects[effect].on == ON.PLAY and row != NONE:
            f = try_scope(s, t, effect, card, np.int64(NONE), seat)
            worth += list_worth(s, t, m, row, np.int64(NONE), f)
    return worth


@kernel
def hand_worth(s, t, m, seat, card):
    """Return what a card is worth in hand: its event if it can be played, a share of it otherwise."""
    worth = max(0.0, event_worth(s, t, m, seat, card))
    if not may_be_played(s, t, seat, card):
        worth *= m.w[W.LATER_EVENT]
    return worth + m.w[W.HOPE]


@kernel
def may_be_played(s, t, seat, card):
    """Return whether the event of a card is allowed now; whether it does something, its worth says."""
    if not has(t.card_seats[card], seat):
        return False
    is_allowed = t.stays[card] == 0 or lasts(s, t, card)
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        if t.effects[effect].on == ON.PLAY:
            is_allowed = is_allowed and holds(s, t, effect, card, NONE, seat)
    return is_allowed


@kernel
def keep_worth(s, t, m, seat, card):
    """Return what using a card in combat costs: a share of its worth in hand (BG-B4)."""
    if card == NONE:
        return 0.0
    worth = hand_worth(s, t, m, seat, card)
    share = m.w[W.KEEP]
    if popcount(np.int64(s.hand[seat])) > m.w[W.MANY_CARDS]:
        share *= m.w[W.KEEP_LESS]
    if worth >= m.w[W.DEAR_EVENT]:
        return worth
    return m.w[W.KEEP_LEAST] + share * max(0.0, worth - m.w[W.PRICE_OF_DIE])


# Cards on the table --------------------------------------------------------------------------------


@kernel
def standing_worth(s, t, m, card):
    """Return what a card on the table is worth to its side: by the rules it changes, and its moments."""
    worth = 0.0
    for i in range(t.modifier_n):
        if t.modifiers[i].source == card:
            worth += rule_worth(s, t, m, i)
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        worth += moment_worth(s, t, m, effect)
    return worth


@kernel
def rule_worth(s, t, m, i):
    """Return what a change of the rules is worth to the side whose card makes it."""
    rule = t.modifiers[i].rule
    side = np.int64(t.modifiers[i].source) // BLOCK
    if rule == RULE.BARRED or rule == RULE.NO_TACTICS:
        return barred_worth(s, t, m, i, side)
    if rule == RULE.WALKS_SET_ASIDE:
        return m.w[W.SET_ASIDE] if s.mordor == NONE else 0.6 * m.w[W.SET_ASIDE]
    if rule == RULE.NO_ROUSING or rule == RULE.GUARDED:
        n = 0.0
        for nation in range(FREE_NATIONS):
            is_meant = rule == RULE.NO_ROUSING or has(t.modifiers[i].nations, nation)
            n += np.float64(is_meant and not is_active(s, nation))
        return n * (m.w[W.ROUSED] if rule == RULE.NO_ROUSING else m.w[W.AWAKE])
    return m.w[W.ANY_RULE]


@kernel
def barred_worth(s, t, m, i, side):
    """Return what it is worth to a side that a rule protects regions: its places in danger, else little."""
    worth = m.w[W.ANY_RULE]
    for region in range(t.region_n):
        is_meant = (np.int64(t.modifiers[i].regions[region >> 6]) >> np.int64(region & 63)) & 1 != 0
        if not is_meant:
            continue
        is_own = s.control[region] == side and m.threat[region] > 0.0
        if is_own or (t.modifiers[i].rule == RULE.NO_TACTICS and is_besieged(s, t, np.int64(region))):
            worth += m.w[W.BARRING] * np.float64(t.value[region])
    return worth


@kernel
def moment_worth(s, t, m, effect):
    """Return what a text of a card on the table is worth before its moment has come."""
    on = t.effects[effect].on
    row = np.int64(t.effects[effect].do)
    if on == ON.TILE_DRAWN or on == ON.BEFORE_TILE or on == ON.DAMAGE:
        return m.w[W.SHELTERED] if s.mordor != NONE or m.steps > 1 else 0.0
    if on == ON.COMBAT_CARD:
        return m.w[W.CARD]
    if on == ON.PLAY or on == ON.STATIC or on == ON.FORCE or row == NONE:
        return 0.0
    worth = m.w[W.MOMENT]
    if on == ON.PATH or on == ON.HUNT_ROLL:
        is_hunting = m.shadow_plan == CORRUPTION or s.corruption > 3
        worth = tile_damage_at(s, t, m, m.tile_damage) * (1.0 if is_hunting else 0.5)
        if s.mordor != NONE:
            worth = 0.0
    if on == ON.EVENT_DIE_CARD:
        worth = m.w[W.CARD] * m.w[W.EVERY_EVENT]
    return worth


@kernel
def forcing(s, t, m, seat, card, face):
    """Return the score of paying to take an enemy's card off the table (BG-7.5)."""
    worth = standing_worth(s, t, m, card)
    effect = force_for(s, t, seat, card, face)
    if effect != NONE:
        if t.effects[effect].ring == 1:
            worth -= m.w[W.RING_PRICE]
        if t.effects[effect].cost != NONE:
            f = try_scope(s, t, effect, card, np.int64(NONE), seat)
            worth += list_worth(s, t, m, np.int64(t.effects[effect].cost), np.int64(NONE), f)
    return worth - m.w[W.FORCE_LEAST]


# Drawing and exchanging ------------------------------------------------------------------------------


@kernel
def drawing(s, t, m, seat, deck):
    """Return the score of drawing from a deck (BG-B5)."""
    if t.seat_side[seat] == SIDE.FREE_PEOPLES:
        is_wanted = s.corruption >= 3 or s.progress >= 1 or s.mordor != NONE
        wanted = DECK.CHARACTER if is_wanted else DECK.STRATEGY
    else:
        is_hunting = m.shadow_plan == CORRUPTION or s.mordor != NONE
        wanted = DECK.CHARACTER if is_hunting else DECK.STRATEGY
    return m.w[W.DRAW] + (m.w[W.DECK_WANTED] if deck == wanted else 0.0)


@kernel
def crowded(s, t, m, seat):
    """Return what it costs to draw into a hand that is full."""
    over = popcount(np.int64(s.hand[seat])) + 1 - np.int64(t.hand_limit[seat])
    return m.w[W.FULL_HAND] if over > 0 else 0.0


@kernel
def exchanging(s, t, m, seat, card):
    """Return the score of offering a partner a card of the own hand, 0 for none (BD-03)."""
    if card == NONE:
        return 0.0
    return m.w[W.EXCHANGE] - hand_worth(s, t, m, seat, card)


@kernel
def table_loss(s, t, m, card):
    """Return what the loss of a card on the table costs its side."""
    return max(m.w[W.HOPE], standing_worth(s, t, m, card))

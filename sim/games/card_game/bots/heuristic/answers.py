"""Answers to every decision except a turn."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.actions import NOBODY
from mazarbul.sim.games.card_game.bots.heuristic.openings import battleground_value, new_path_value
from mazarbul.sim.games.card_game.bots.heuristic.situation import assess, assess_for, present
from mazarbul.sim.games.card_game.bots.heuristic.texts import (
    effect_value,
    token_gain,
)
from mazarbul.sim.games.card_game.bots.heuristic.turn import arriving, wielded
from mazarbul.sim.games.card_game.bots.heuristic.worth import engine, worth
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.content.vocabulary import TOKEN_KIND
from mazarbul.sim.games.card_game.frames import ChooseToken, Combat, Scope
from mazarbul.sim.games.card_game.ids import BY, ICON, IN, PHASE, SIDE_CARDS, SPOT, TYPE
from mazarbul.sim.games.card_game.rules.elimination import NOT_REPLACED, replacement_of
from mazarbul.sim.games.card_game.rules.modifiers import self_icons
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path
from mazarbul.sim.games.card_game.rules.support import is_special, may_support, supporters
from mazarbul.sim.games.card_game.rules.zones import side_of

CASUALTY_SURPLUS = 0.15  # cost of each icon beyond those a casualty had to cancel


@kernel
def loss(s, t, card, by, share, m):
    """Return the cost of eliminating a card: its share of worth, minus what a replacement leaves."""
    value = share * worth(s, m, card)
    if replacement_of(s, t, card, by) != NOT_REPLACED:
        return value - m.w[W.CYCLED] * (worth(s, m, card) - engine(s, m, card))
    return value


@kernel
def held_for_now(s, t, card, m):
    """Return what leaving the hand costs a card in the combats of this round."""
    if s.phase != PHASE.ACTION:
        return 0.0
    return m.w[W.NOW] * present(s, t, card, side_of(card), m)


@kernel
def forsake_score(s, t, action, m):
    """Return the score of forsaking a card of hand or reserve, or the unseen top of the deck."""
    if kind_of(action) == actions.FORSAKE_TOP:
        return -m.life * m.w[W.FORSAKE_OWN]
    card = a_of(action)
    if s.zone[card] == IN.HAND:
        return -loss(s, t, card, BY.FORSAKE_HAND, m.w[W.HAND], m) - held_for_now(s, t, card, m)
    return -loss(s, t, card, BY.FORSAKE_RESERVE, m.w[W.RESERVE], m)


@kernel
def casualty_score(s, t, card, m):
    """Return the score of a casualty: its loss for each icon that it actually cancels."""
    n = np.float64(s.cancel[card])
    useful = min(n, np.float64(s.left))
    by = BY.PATH_COMBAT if is_path(top(s)[Combat.place]) else BY.BATTLEGROUND_COMBAT
    return -(loss(s, t, card, by, 1.0, m) + CASUALTY_SURPLUS * (n - useful) + 0.05) / useful


@kernel
def support_score(s, t, army, target):
    """Return the score of an assignment: leadership that now counts, and the army's own text."""
    if target == NOBODY:
        return -1.0
    frame = top(s)
    side = side_of(army)
    leader = side * SIDE_CARDS + target
    is_attack = attacking_side(t, frame[Combat.place]) == side
    value = 0.0
    armies = (frame[Combat.attackers] if is_attack else frame[Combat.defenders]) & t.of_type[side, TYPE.ARMY]
    if supporters(s, armies, leader, side) == 0:
        value += 4.0 * t.icons[leader, ICON.LEAD_ATTACK if is_attack else ICON.LEAD_DEFENSE]
    if is_special(t, army):
        before = s.support[army]
        s.support[army] = leader
        value += 4.0 * self_icons(s, t, army, ICON.BG_ATTACK if is_attack else ICON.BG_DEFENSE)
        s.support[army] = before
    rest = armies
    while rest != 0:  # leave a leader that other armies can support to them
        other = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if other != army and may_support(s, t, other, leader):
            value -= 0.1
    return value


@kernel
def placing_score(s, t, action, seat, m):
    """Return the score of playing a limbo card to a spot."""
    side = np.int64(t.seat_side[seat])
    card = a_of(action)
    spot = b_of(action)
    if spot == SPOT.EVENT:
        return worth(s, m, card)
    if spot >= SPOT.WIELDER:
        return wielded(s, t, card, side * SIDE_CARDS + spot - SPOT.WIELDER, side, m)
    return arriving(s, t, card, spot, True, side, m) - 0.5 * m.w[W.CYCLED] * worth(s, m, card)


@kernel
def may_score(s, t, side, m):
    """Return the worth of using the optional effect."""
    frame = top(s)
    return effect_value(s, t, frame[Scope.text], frame[Scope.source], frame[Scope.you], side, m)


@kernel
def combat_order_score(t, place):
    """Return the score of resolving a place next: many points first, the path last."""
    return -1.0 if is_path(place) else np.float64(t.place_points[place])


@kernel
def victim_score(s, t, card, seat, m):
    """Return the score of eliminating a card in play: good for an enemy's card, bad for an own card."""
    value = worth(s, m, card)
    return -value if t.seat_side[t.owner[card]] == t.seat_side[seat] else value


@kernel
def answer_score(s, t, action, seat, m):
    """Return the score of one option of a decision that is not a turn."""
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    side = np.int64(t.seat_side[seat])
    if kind == actions.PAY or kind == actions.CYCLE_HAND:
        return -worth(s, m, card) - held_for_now(s, t, card, m)
    if kind == actions.TRIM or kind == actions.SETUP_CYCLE or kind == actions.DIG_CYCLE:
        return -worth(s, m, card)
    if kind == actions.FORSAKE or kind == actions.FORSAKE_TOP:
        return forsake_score(s, t, action, m)
    if kind == actions.ELIMINATE_HAND or kind == actions.DIG_ELIMINATE:
        return -loss(s, t, card, BY.WINNOW, 1.0, m) - held_for_now(s, t, card, m)
    if kind == actions.CASUALTY:
        return casualty_score(s, t, card, m)
    if kind == actions.SUPPORT:
        return support_score(s, t, card, target)
    if kind == actions.MAY:
        return may_score(s, t, side, m) if target == 1 else 0.0
    if kind == actions.NEXT_COMBAT:
        return combat_order_score(t, target)
    if kind == actions.TAKE or kind == actions.SAVE:
        return worth(s, m, card) + 0.01
    return rare_score(s, t, action, seat, side, m)


@kernel
def rare_score(s, t, action, seat, side, m):
    """Return the score of an option of the less frequent decisions."""
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    if kind == actions.DIG_PLAY:
        return placing_score(s, t, action, seat, m)
    if kind == actions.CHOOSE_PATH:
        return new_path_value(s, t, target, side, m)
    if kind == actions.CHOOSE_BATTLEGROUND:
        return battleground_value(s, t, target, side, m)
    if kind == actions.TOKEN_BATTLEGROUND:
        frame = top(s)
        is_attack = frame[ChooseToken.token] == TOKEN_KIND.ATTACK
        return token_gain(s, t, target, side, frame[ChooseToken.number], is_attack, m)
    if kind == actions.MOVE_TO:
        return arriving(s, t, card, SPOT.BATTLEGROUND + target, False, side, m)
    if kind == actions.ELIMINATE_PLAY:
        return victim_score(s, t, card, seat, m)
    return 0.0


@kernel
def needs_situation(kind):
    """Return whether the options of a decision kind depend on the state of the combats."""
    return (
        kind == actions.MAY
        or kind == actions.CHOOSE_PATH
        or kind == actions.CHOOSE_BATTLEGROUND
        or kind == actions.DIG_PLAY
        or kind == actions.TOKEN_BATTLEGROUND
        or kind == actions.MOVE_TO
    )


@kernel
def gives_up_cards(kind):
    """Return whether the options of a decision kind are cards that could still come to a combat."""
    return (
        kind == actions.PAY
        or kind == actions.CYCLE_HAND
        or kind == actions.FORSAKE
        or kind == actions.ELIMINATE_HAND
        or kind == actions.DIG_ELIMINATE
    )


@kernel
def score_answer(s, t, seat, m):
    """Fill the scores of the options of a decision that is not a turn."""
    if needs_situation(s.decision):
        assess(s, t, seat, m)
    elif s.phase == PHASE.ACTION and gives_up_cards(s.decision):
        assess_for(s, t, seat, m)
    for i in range(s.option_n):
        m.score[i] = answer_score(s, t, np.int64(s.options[i]), seat, m)

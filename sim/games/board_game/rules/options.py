"""What a seat can do with each of its side's dice, and how it begins (BG-4.3, BG-4.4, BG-6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, offer
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.ids import DECK_N, FACE, FACE_N, NATION_N, ONCE, RULE, SIDE
from mazarbul.sim.games.board_game.rules import (
    attack,
    cards,
    fellowship,
    march,
    muster,
    politics,
    riders,
    separate,
)
from mazarbul.sim.games.board_game.rules.repeats import is_barred_nation, note_use
from mazarbul.sim.games.board_game.rules.standing import find_rule, is_changed, is_in_force

# Which results pay ---------------------------------------------------------------------------------


@kernel
def pays_as(t, face, result):
    """Return whether a die that shows `face` can be used as a result (BG-4.3)."""
    if face == result:
        return True
    if face == FACE.ARMY_MUSTER:
        return result == FACE.ARMY or result == FACE.MUSTER
    if face == FACE.WILL:
        return t.will_is_any == 1 or result == FACE.EVENT or result == FACE.CHARACTER
    return False


@kernel
def pays_as_army(s, t, seat, face):
    """Return whether a seat can use a die as an Army result; the Mouth of Sauron adds a Muster (BG-6.6)."""
    if pays_as(t, face, FACE.ARMY):
        return True
    is_shadow = t.seat_side[seat] == SIDE.SHADOW
    return is_shadow and face == FACE.MUSTER and s.done & ONCE.MESSENGER == 0 and has_messenger(s, t, seat)


@kernel
def has_messenger(s, t, seat):
    """Return whether a Muster can be an Army result: by a card, or a Minion of the seat's own (BG-18.6)."""
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.MUSTER_AS_ARMY and is_in_force(s, m):
            figure = np.int64(m.source) - FIGURE_SOURCE
            if figure < 0 or t.figure_seat[figure] == NONE or t.figure_seat[figure] == seat:
                return True
    return False


@kernel
def is_led(t, face):
    """Return 1 if a die pays for Armies only as a Character result (BG-6.2), else 0."""
    return np.int64(face == FACE.CHARACTER or (face == FACE.WILL and t.will_is_any == 0))


# Options -------------------------------------------------------------------------------------------


@kernel
def offer_for(s, t, side, result, kind, a):
    """Offer an action with every unused die that can be used as a result."""
    for face in range(FACE_N):
        if s.dice[side, face] > 0 and pays_as(t, face, result):
            offer(s, kind, a, face)


@kernel
def has_die(s, t, side, result):
    """Return whether a side has an unused die that can be used as a result."""
    found = False
    for face in range(FACE_N):
        found |= s.dice[side, face] > 0 and pays_as(t, face, result)
    return found


@kernel
def offer_actions(s, t, seat):
    """Offer every action that has some legal effect, with each die that pays for it (BD-09)."""
    side = np.int64(t.seat_side[seat])
    if has_die(s, t, side, FACE.EVENT):
        for deck in range(DECK_N):
            if cards.has_cards(s, t, seat, deck):
                offer_for(s, t, side, FACE.EVENT, actions.DRAW, deck)
    offer_armies(s, t, seat, side)
    if has_die(s, t, side, FACE.MUSTER):
        offer_musters(s, t, seat, side)
    if has_die(s, t, side, FACE.CHARACTER):
        if side == SIDE.FREE_PEOPLES:
            offer_fellowship(s, t)
        if riders.any_rider(s, t, seat):
            offer_for(s, t, side, FACE.CHARACTER, actions.RIDE, 0)
    if side == SIDE.FREE_PEOPLES:
        offer_hiding(s, t)


@kernel
def offer_armies(s, t, seat, side):
    """Offer marches and attacks (BG-6.2, BG-6.5)."""
    can_march = np.int64(NONE)  # 1 or 0 once it is known
    can_attack = np.int64(NONE)
    for face in range(FACE_N):
        if s.dice[side, face] == 0:
            continue
        if pays_as_army(s, t, seat, face):
            if can_march == NONE:
                can_march = np.int64(march.any_march(s, t, seat, 0))
                can_attack = np.int64(attack.any_attack(s, t, seat, 0))
            if can_march == 1:
                offer(s, actions.MOVE, 0, face)
            if can_attack == 1:
                offer(s, actions.ATTACK, 0, face)
        elif is_led(t, face) == 1:
            if march.any_march(s, t, seat, 1):
                offer(s, actions.MOVE, 0, face)
            if attack.any_attack(s, t, seat, 1):
                offer(s, actions.ATTACK, 0, face)


@kernel
def offer_musters(s, t, seat, side):
    """Offer mustering and steps on the political track (BG-6.6)."""
    if muster.any_muster(s, t, seat):
        offer_for(s, t, side, FACE.MUSTER, actions.MUSTER, 0)
    for nation in range(NATION_N):
        if has(t.seat_nations[seat], nation) and can_rouse(s, t, side, nation):
            offer_for(s, t, side, FACE.MUSTER, actions.POLITICS, nation)


@kernel
def can_rouse(s, t, side, nation):
    """Return whether a Muster result can advance a nation (BG-10.6)."""
    if is_barred_nation(s, t, side, nation):
        return False
    if s.steps[nation] == 0 or not (politics.can_advance(s, nation) or t.allow_null_plays == 1):
        return False
    is_stopped = find_rule(s, t, RULE.NO_ROUSING, side, NONE) != NONE
    return politics.is_active(s, nation) or not is_stopped


@kernel
def offer_fellowship(s, t):
    """Offer to move the Fellowship and to separate Companions (BG-6.3); nobody separates in Mordor."""
    if fellowship.can_walk(s, t):
        offer_for(s, t, SIDE.FREE_PEOPLES, FACE.CHARACTER, actions.WALK, 0)
    if s.members != 0 and s.mordor == NONE:
        offer_for(s, t, SIDE.FREE_PEOPLES, FACE.CHARACTER, actions.SEPARATE, 0)


@kernel
def offer_hiding(s, t):
    """Offer to hide a revealed Fellowship, with any die if the Guide allows it (BG-6.3e, BG-6.7)."""
    if s.is_hidden == 1 and t.hide_needs_revealed == 1:
        return
    is_any = is_changed(s, t, RULE.HIDE_WITH_ANY_DIE)
    for face in range(FACE_N):
        pays = face != FACE.EYE and (is_any or pays_as(t, face, FACE.CHARACTER))
        if s.dice[SIDE.FREE_PEOPLES, face] > 0 and pays:
            offer(s, actions.HIDE, 0, face)


# Beginning an action -------------------------------------------------------------------------------


@kernel
def start_action(s, t, seat, kind, a, face):
    """Begin an action that a die has paid for."""
    side = np.int64(t.seat_side[seat])
    if kind == actions.DRAW:
        cards.draw_and_limit(s, t, seat, a)
    elif kind == actions.MOVE:
        use_messenger(s, side, face)
        march.start_march(s, seat, is_led(t, face))
    elif kind == actions.ATTACK:
        use_messenger(s, side, face)
        attack.start_attack(s, seat, is_led(t, face))
    elif kind == actions.MUSTER:
        muster.start_muster(s, seat)
    elif kind == actions.POLITICS:
        note_use(s, t, side, bit(a), np.int64(NONE))
        politics.advance(s, a)
    elif kind == actions.WALK:
        fellowship.walk(s, face)
    elif kind == actions.HIDE:
        fellowship.hide(s, t)
    elif kind == actions.SEPARATE:
        separate.start_separate(s, seat, 0, 0, 0)
    elif kind == actions.RIDE:
        riders.start_riders(s, t, seat)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def use_messenger(s, side, face):
    """Note that the Mouth of Sauron has used a Muster result as an Army result (BG-6.6)."""
    if side == SIDE.SHADOW and face == FACE.MUSTER:
        s.done |= ONCE.MESSENGER

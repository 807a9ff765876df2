"""Combat cards in a round of battle: who uses which, when they work, what becomes of them (BG-12)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import AGREED
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.content.layout import TACTIC_SOURCE
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Battle
from mazarbul.sim.games.board_game.ids import BATTLE_STEP, BLOCK, EVENT, ROLE, RULE, ZONE
from mazarbul.sim.games.board_game.rules import cards
from mazarbul.sim.games.board_game.rules.combat import side_of_role, units_in
from mazarbul.sim.games.board_game.rules.conditions import evaluate
from mazarbul.sim.games.board_game.rules.scopes import try_scope
from mazarbul.sim.games.board_game.rules.seats import commander
from mazarbul.sim.games.board_game.rules.standing import find_rule
from mazarbul.sim.games.board_game.rules.windows import open_window, push_text

# A moment is a step of a Combat card for one of the sides; a round has two for each of the steps 0 to 7.
BEFORE_ROLL, BEFORE_AGAIN, BEFORE_LOSSES, MOMENTS = 8, 10, 14, 16
EARLY = 2  # first of the moments that `combat_card_order` is about
EARLY_STEPS = 3


@kernel
def commands(s, t, role):
    """Return the seat that decides for a role in the battle."""
    return commander(s, t, np.int64(s.battle_stand[role]), side_of_role(s, role))


# Choosing ------------------------------------------------------------------------------------------


@kernel
def suits(s, t, seat, card):
    """Return whether the condition of a card's combat half holds for a seat (BG-12.1, BG-12.2)."""
    tactic = np.int64(t.tactic[card])
    f = try_scope(s, t, np.int64(t.effect_first[TACTIC_SOURCE + tactic]), card, np.int64(NONE), seat)
    return evaluate(s, t, np.int64(t.tactic_condition[tactic]), f) != 0


@kernel
def serves_from_table(t, card):
    """Return whether a table card can be used as a Combat card (BG-12.1)."""
    found = False
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        found |= t.effects[effect].on == ON.COMBAT_CARD
    return found


@kernel
def ask_card(s, t, role):
    """Ask for a Combat card from the hand of the Army's commander, or the table, or none (BD-31)."""
    side = side_of_role(s, role)
    is_barred = find_rule(s, t, RULE.NO_TACTICS, side, np.int64(s.battle_region)) != NONE
    if is_barred or s.card_locked[role] == 1:
        return
    seat = commands(s, t, role)
    ask(s, seat, actions.TACTIC)
    rest = np.int64(s.hand[seat]) | np.int64(s.table[side])
    while rest != 0:
        card = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if (s.zone[card] == ZONE.HAND or serves_from_table(t, card)) and suits(s, t, seat, card):
            offer(s, actions.TACTIC, card, 0)
    if s.option_n > 0:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def answer_card(s, t, card):
    """Note the Combat card of the side that was asked; it stays where it is until both are shown."""
    is_attacker = t.seat_side[s.actor] == s.battle_side
    s.combat_card[ROLE.ATTACKER if is_attacker else ROLE.DEFENDER] = card


@kernel
def show_cards(s, t):
    """Show the Combat cards of both sides (BG-12.2)."""
    for role in range(2):
        card = np.int64(s.combat_card[role])
        seat = commands(s, t, role)
        note(s, EVENT.TACTIC, seat, card, 0)
        if card != NONE:
            s.hand[seat] &= ~bit(card % BLOCK)
            s.table[cards.side_of_card(card)] &= ~bit(card % BLOCK)
            s.zone[card] = ZONE.RESOLVING
            s.is_dirty = 1
            is_attacker = role == ROLE.ATTACKER
            use = records.USED_AS.ATTACKER if is_attacker else records.USED_AS.DEFENDER
            records.used(s, card, use)


# Working -------------------------------------------------------------------------------------------


@kernel
def moment_of(t, moment):
    """Return (role, step) of a moment: lower steps first, of equal ones the defender's (BG-12.3)."""
    if t.defender_first == 1 and EARLY <= moment < BEFORE_ROLL:
        i = moment - EARLY
        return np.int64(ROLE.DEFENDER if i < EARLY_STEPS else ROLE.ATTACKER), i % EARLY_STEPS + 1
    return np.int64(ROLE.DEFENDER if moment % 2 == 0 else ROLE.ATTACKER), moment // 2


@kernel
def step_moments(s, t, frame, end):
    """Carry out what the cards do up to a moment, one after the other; a side without units ends it."""
    if units_in(s, ROLE.ATTACKER) == 0 or units_in(s, ROLE.DEFENDER) == 0:
        frame[Battle.step] = BATTLE_STEP.CARDS
        return
    if frame[Battle.moment] == end:
        frame[Battle.step] += 1
        return
    role, step = moment_of(t, frame[Battle.moment])
    frame[Battle.moment] += 1
    card = np.int64(s.combat_card[role])
    if card == NONE or s.is_cancelled[role] == 1:
        return
    seat = commands(s, t, role)
    source = TACTIC_SOURCE + np.int64(t.tactic[card])
    last = np.int64(t.effect_first[source]) + np.int64(t.effect_n[source]) - 1
    for i in range(t.effect_n[source]):
        if t.effects[last - i].step == step:
            push_text(s, t, last - i, card, np.int64(NONE), seat, np.int64(NONE), AGREED)


# Afterwards ----------------------------------------------------------------------------------------


@kernel
def discard_cards(s):
    """Discard the Combat cards of the round (BG-12.1)."""
    for role in range(2):
        card = np.int64(s.combat_card[role])
        if card != NONE:
            s.discard[cards.side_of_card(card)] |= bit(card % BLOCK)
            s.zone[card] = ZONE.DISCARD
            note(s, EVENT.DISCARD, card, NONE, 0)


@kernel
def end_round(s, t):
    """Discard the Combat cards; in the first round texts of Characters follow their use (BG-11.6, step 8)."""
    discard_cards(s)
    s.card_locked[:] = 0
    if s.battle_round == 1:
        for role in range(2):
            card = np.int64(s.combat_card[role])
            if card != NONE:
                open_window(s, t, ON.FIRST_ROUND, commands(s, t, role), card)


@kernel
def start_battle(s, t):
    """Let the texts of Characters that work at the start of a battle begin (BG-11.5)."""
    for role in range(2):
        open_window(s, t, ON.BATTLE_START, commands(s, t, role), np.int64(NONE))

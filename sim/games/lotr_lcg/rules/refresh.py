"""The refresh phase: cards ready, threat rises, the first-player marker passes on (LCG-16)."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.actions import REFRESH_PAY
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import NONE, WINDOW, E
from mazarbul.sim.games.lotr_lcg.rules.changes import raise_threat
from mazarbul.sim.games.lotr_lcg.rules.numbers import flag_sum, ready_tax
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase, on_turn
from mazarbul.sim.games.lotr_lcg.rules.zones import add_tokens, block_of, card_bit, next_player, ready

# Steps
READY = 0
TAX = 1
THREAT = 2
MARKER = 3
ACTIONS = 4
OVER = 5


@kernel
def step_refresh(s, t):
    """Take the next step of the refresh phase (LCG-16.1)."""
    step = s.step
    if step == READY:
        s.step = TAX
        ready_all(s, t)
    elif step == TAX:
        ask_tax(s, t)
    elif step == THREAT:
        s.step = MARKER
        raise_all_threats(s, t)
    elif step == MARKER:
        s.step = ACTIONS
        pass_marker(s, t)
    elif step == ACTIONS:
        s.step = OVER
        open_window(s, t, WINDOW.F1)
    elif step == OVER:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def ready_all(s, t):
    """Ready every exhausted card in play except the prisoner and cards that must pay (LCG-16.1, LCG-28.14).

    Cards that must pay and can are `s.looked` until their controllers have decided.
    """
    sets.clear(s.looked)
    for card in sets.members_of_both(s.exhausted, s.in_play):
        if card == s.captive:
            continue
        tax = ready_tax(s, t, card)
        if tax <= 0:
            ready(s, card)
        elif s.tokens[card] >= tax:
            sets.add(s.looked, card)


@kernel
def ask_tax(s, t):
    """Ask the next player whether the player's next card pays for readying, all or nothing (D-26)."""
    player = on_turn(s, t)
    if player == NONE:
        s.step = THREAT
        sets.clear(s.looked)
        return
    for card in sets.members_of_both(s.looked, s.controlled[player]):
        ask(s, player, REFRESH_PAY)
        offer(s, REFRESH_PAY, card, 1)
        offer(s, REFRESH_PAY, card, 0)
        return
    s.cursor += 1


@kernel
def answer_refresh_pay(s, t, card, pays):
    """Pay for a card and ready it, or leave it exhausted; pays: 1 or 0 (D-26)."""
    s.looked[block_of(card)] &= ~card_bit(card)
    if pays != 0:
        add_tokens(s, card, -ready_tax(s, t, card))
        ready(s, card)


@kernel
def raise_all_threats(s, t):
    """Raise each player's threat by 1 and by the additions of effects (LCG-16.1)."""
    n = 1 + flag_sum(s, t, MODIFIER.REFRESH_THREAT)
    for player in range(t.player_n):
        if has(s.in_game, player):
            raise_threat(s, t, player, n)


@kernel
def pass_marker(s, t):
    """Pass the first-player marker to the next player on the left who is in the game (LCG-16.1)."""
    s.first_player = next_player(s, t, s.first_player)
    note(s, E.FIRST, s.first_player, 0, 0)

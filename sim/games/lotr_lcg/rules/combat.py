"""The combat phase: the order of attacks, by enemies, then by players (LCG-12.1, LCG-13.1, LCG-14.1)."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.actions import ATTACK, NEXT_ATTACKER, STOP
from mazarbul.sim.games.lotr_lcg.ids import NONE, WINDOW
from mazarbul.sim.games.lotr_lcg.rules.enemy_attack import start_enemy_attack
from mazarbul.sim.games.lotr_lcg.rules.numbers import can_attack_player
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.player_attack import start_player_attack
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase, on_turn, start_turns
from mazarbul.sim.games.lotr_lcg.rules.shadows import deal_shadows
from mazarbul.sim.games.lotr_lcg.rules.targets import find_targets

# Steps
DEAL = 0
FIRST_WINDOW = 1
ENEMY_ATTACKS = 2
PLAYER_ATTACKS = 3
LAST_WINDOW = 4
OVER = 5


@kernel
def step_combat(s, t):
    """Do the next thing of the combat phase (LCG-4.2)."""
    step = s.step
    if step == DEAL:
        s.step = FIRST_WINDOW
        deal_shadows(s, t)
    elif step == FIRST_WINDOW:
        s.step = ENEMY_ATTACKS
        start_turns(s)
        open_window(s, t, WINDOW.C0)
    elif step == ENEMY_ATTACKS:
        ask_next_attacker(s, t)
    elif step == PLAYER_ATTACKS:
        ask_attack(s, t)
    elif step == LAST_WINDOW:
        s.step = OVER
        open_window(s, t, WINDOW.C9)
    elif step == OVER:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


# Enemy attacks ------------------------------------------------------------------------------------


@kernel
def ask_next_attacker(s, t):
    """Ask the player on turn which engaged enemy attacks next (LCG-13.1, D-17).

    Enemies that attacked in this phase or cannot attack are left out (LCG-13.2, LCG-13.4); one that
    engages the player before the others are done attacks too (A-11).
    """
    player = on_turn(s, t)
    if player == NONE:
        s.step = PLAYER_ATTACKS
        start_turns(s)
        return
    ask(s, player, NEXT_ATTACKER)
    for enemy in sets.members_but(s.engaged[player], s.has_attacked):
        if can_attack_player(s, t, enemy, player):
            offer(s, NEXT_ATTACKER, enemy, 0)
    if s.option_n == 0:
        s.cursor += 1


@kernel
def answer_next_attacker(s, t, card):
    """Let an enemy attack the player on turn (D-17)."""
    start_enemy_attack(s, t, card, on_turn(s, t), False)


# Player attacks -----------------------------------------------------------------------------------


@kernel
def ask_attack(s, t):
    """Ask the player on turn which enemy to attack next, if any (LCG-14.1, D-22)."""
    player = on_turn(s, t)
    if player == NONE:
        s.step = LAST_WINDOW
        return
    if not find_targets(s, t, player):
        s.cursor += 1
        return
    ask(s, player, ATTACK)
    offer(s, STOP, 0, 0)
    for card in sets.members(s.found):
        offer(s, ATTACK, card, 0)


@kernel
def answer_attack(s, t, card):
    """Let the player on turn declare an attack on an enemy (D-22)."""
    start_player_attack(s, t, card, on_turn(s, t))


@kernel
def answer_stop(s):
    """End the attacks of the player on turn (D-22)."""
    s.cursor += 1

"""Combat on paths and battlegrounds (CG-10)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each, offer_each_b
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.card_game import records
from mazarbul.sim.games.card_game.actions import CASUALTY, NEXT_COMBAT, NOBODY, SAVE, STOP
from mazarbul.sim.games.card_game.content.vocabulary import (
    PILE,
    REPLACED,
)
from mazarbul.sim.games.card_game.frames import Combat, NextCombat
from mazarbul.sim.games.card_game.ids import (
    AS_ATTACKER,
    BATTLEGROUNDS,
    BY,
    ICON,
    IN,
    LEFT,
    NONE,
    ON,
    PHASE,
    SIDE,
    SIDE_CARDS,
    TYPE,
    E,
)
from mazarbul.sim.games.card_game.rules.conditions import evaluate
from mazarbul.sim.games.card_game.rules.elimination import eliminate, replacement_of
from mazarbul.sim.games.card_game.rules.modifiers import icons, location_defense
from mazarbul.sim.games.card_game.rules.order import seat_in_order
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path, zone_of
from mazarbul.sim.games.card_game.rules.points import add_corruption, share_points
from mazarbul.sim.games.card_game.rules.support import (
    ask_support,
    assign_support,
    clear_support,
    is_supported,
    leadership,
)
from mazarbul.sim.games.card_game.rules.zones import (
    card_bit,
    cycle_card,
    cycle_from_play,
    send_items,
    side_cards,
    side_of,
)

# Stages
GATHER = 0
SUPPORT_ATTACK = 1
SUPPORT_DEFENSE = 2
COUNT = 3
CASUALTIES = 4
SAVE_DEFENDERS = 5
SAVE_ATTACKERS = 6
RESOLVE = 7


@kernel
def captain(s, t, side, cards):
    """Return the seat that makes a side's decisions in a combat (CG-10.9, AM-3).

    cards: the side's cards there. If both seats have some, the first in turn order decides, or
    with a switch the enemy's first seat.
    """
    first = np.int64(NONE)
    n = 0
    for i in range(t.seat_n):
        seat = seat_in_order(t, s.start_slot, i)
        if seat != NONE and t.seat_side[seat] == side and t.deck[seat] & cards != 0:
            n += 1
            if first == NONE:
                first = seat
    if n > 1 and t.enemy_decides_joint != 0:
        return first_of_side(s, t, 1 - side)
    return first


@kernel
def first_of_side(s, t, side):
    """Return the side's first seat in turn order from the starting player."""
    seat = np.int64(NONE)
    for i in range(t.seat_n):
        seat = seat_in_order(t, s.start_slot, i)
        if t.seat_side[seat] == side:
            return seat
    return seat


@kernel
def ask_next_combat(s):
    """Offer the active locations with an unresolved combat (DP-23)."""
    ask(s, top(s)[NextCombat.seat], NEXT_COMBAT)
    offer_each_b(s, NEXT_COMBAT, 0, 0, s.active)
    if s.path != NONE:
        offer(s, NEXT_COMBAT, 0, BATTLEGROUNDS + s.path)


@kernel
def step_combat(s, t):
    """Continue a combat until it needs a decision or is over."""
    frame = top(s)
    if frame[Combat.stage] == GATHER:
        gather(s, t, frame)
    attackers = frame[Combat.attackers]
    defenders = frame[Combat.defenders]
    if frame[Combat.stage] == SUPPORT_ATTACK and ask_next_support(s, t, frame, attackers, True):
        return
    if frame[Combat.stage] == SUPPORT_DEFENSE and ask_next_support(s, t, frame, defenders, False):
        return
    if frame[Combat.stage] == COUNT:
        count_icons(s, t, frame)
    if frame[Combat.stage] == CASUALTIES and ask_casualty(s, t, frame):
        return
    if frame[Combat.stage] == SAVE_DEFENDERS and ask_save(s, t, frame, defenders):
        return
    if frame[Combat.stage] == SAVE_ATTACKERS and ask_save(s, t, frame, attackers):
        return
    pop(s)
    resolve(s, t, frame[Combat.place], attackers, defenders)


@kernel
def gather(s, t, frame):
    """Note which cards take part and which armies must be assigned to characters."""
    place = frame[Combat.place]
    side = attacking_side(t, place)
    frame[Combat.attackers] = side_cards(s, t, side, zone_of(place))
    frame[Combat.defenders] = side_cards(s, t, 1 - side, zone_of(place))
    frame[Combat.saver] = NONE
    s.lost[:] = 0
    s.saved[:] = 0
    if is_path(place):
        frame[Combat.stage] = COUNT
        return
    clear_support(s, frame[Combat.attackers] & t.of_type[side, TYPE.ARMY], side)
    clear_support(s, frame[Combat.defenders] & t.of_type[1 - side, TYPE.ARMY], 1 - side)
    if t.auto_support != 0:
        assign_support(s, t, frame[Combat.attackers], side, True)
        assign_support(s, t, frame[Combat.defenders], 1 - side, False)
        frame[Combat.stage] = COUNT
        return
    frame[Combat.armies] = frame[Combat.attackers] & t.of_type[side, TYPE.ARMY]
    frame[Combat.stage] = SUPPORT_ATTACK


@kernel
def ask_next_support(s, t, frame, cards, is_attack):
    """Ask for the next army's assignment; if all are done, continue with the next stage and return False."""
    side = attacking_side(t, frame[Combat.place])
    if not is_attack:
        side = 1 - side
    characters = cards & t.of_type[side, TYPE.CHARACTER]
    while frame[Combat.armies] != 0:
        army = side * SIDE_CARDS + lowest_bit(frame[Combat.armies])
        if characters != 0 and ask_support(s, t, captain(s, t, side, cards), army, characters):
            return True
        frame[Combat.armies] &= frame[Combat.armies] - 1
    if is_attack:
        frame[Combat.armies] = frame[Combat.defenders] & t.of_type[1 - side, TYPE.ARMY]
    frame[Combat.stage] += 1
    return False


@kernel
def support(s, army, leader):
    """Assign the army to a character, or to nobody (DP-24)."""
    frame = top(s)
    frame[Combat.armies] &= frame[Combat.armies] - 1
    s.support[army] = NONE if leader == NOBODY else side_of(army) * SIDE_CARDS + leader


@kernel
def fighting_icons(s, t, card, cards, place, is_attack):
    """Return the icons that a card brings to the combat (CG-10.6, 10.17, 10.21)."""
    if is_path(place):
        return icons(s, t, card, ICON.PATH)
    lead = leadership(s, t, card, ICON.LEAD_ATTACK if is_attack else ICON.LEAD_DEFENSE)
    total = icons(s, t, card, ICON.BG_ATTACK if is_attack else ICON.BG_DEFENSE)
    if lead > 0 and is_supported(s, t, card, cards):
        total += lead
    return total


@kernel
def sum_icons(s, t, cards, side, place, is_attack):
    """Store the icons of the side's cards in `s.cancel` and return their sum (CG-10.3)."""
    total = np.int64(0)
    rest = cards
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        n = fighting_icons(s, t, card, cards, place, is_attack)
        s.cancel[card] = n
        note(s, E.ICONS, card, n, s.support[card])
        total += n
    return total


@kernel
def location_shield(s, t, place):
    """Return the icons that the location cancels: printed defense, tokens, texts (CG-10.7, 10.18, 10.19)."""
    total = np.int64(t.place_defense[place])
    tokens = np.int64(s.place_defense[place])
    if not is_path(place) and has(s.bare, place):
        total = np.int64(0)
        if t.ignored_tokens != 0:
            tokens = np.int64(0)
    return total + tokens + location_defense(s, t, zone_of(place))


@kernel
def count_icons(s, t, frame):
    """Compute all numbers of the combat, which stay fixed (CG-10.3)."""
    place = np.int64(frame[Combat.place])
    side = attacking_side(t, place)
    attack = sum_icons(s, t, np.int64(frame[Combat.attackers]), side, place, True) + s.place_attack[place]
    shield = location_shield(s, t, place)
    s.attack = attack
    s.shield = shield
    s.defense = shield + sum_icons(s, t, np.int64(frame[Combat.defenders]), 1 - side, place, False)
    s.left = max(attack - shield, 0)
    note(s, E.COMBAT, place, attack, shield)
    frame[Combat.stage] = CASUALTIES


@kernel
def ask_casualty(s, t, frame):
    """Ask for the next casualty while attack icons are left and there is a choice (CG-10.8, DP-25)."""
    side = 1 - attacking_side(t, frame[Combat.place])
    candidates = np.int64(0)
    total = np.int64(0)
    rest = frame[Combat.defenders] & ~s.lost[side]
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        n = s.cancel[side * SIDE_CARDS + local]
        if n > 0:
            candidates |= bit(local)
            total += n
    if s.left > 0 and total > s.left:
        ask(s, captain(s, t, side, frame[Combat.defenders]), CASUALTY)
        offer_each(s, CASUALTY, side * SIDE_CARDS, candidates)
        return True
    if s.left > 0:
        s.left -= min(s.left, total)
        s.lost[side] |= candidates
        if s.attack > s.defense and t.zero_icon_lost != 0:
            s.lost[side] |= frame[Combat.defenders]
    s.lost[1 - side] = frame[Combat.attackers]
    frame[Combat.stage] = SAVE_DEFENDERS
    return False


@kernel
def take_casualty(s, card):
    """Lose a defending card: each of its icons cancels an attack icon."""
    s.left = max(s.left - s.cancel[card], 0)
    s.lost[side_of(card)] |= card_bit(card)


@kernel
def saving_effect(s, t, card, by):
    """Return the effect by which the card saves itself and one other, or NONE."""
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on != ON.REPLACE or effect.who != REPLACED.SELF_AND_ONE or effect.when & by == 0:
            continue
        if evaluate(s, t, effect.condition, card, t.owner[card]) != 0:
            return np.int64(e)
    return np.int64(NONE)


@kernel
def ask_save(s, t, frame, cards):
    """Ask which card a saver such as Ioreth saves (DP-26); if none, continue and return False."""
    side = attacking_side(t, frame[Combat.place])
    if frame[Combat.stage] == SAVE_DEFENDERS:
        side = 1 - side
    frame[Combat.stage] += 1
    savers = cards & t.savers[side]
    if savers == 0:
        return False
    saver = side * SIDE_CARDS + lowest_bit(savers)
    e = saving_effect(s, t, saver, BY.PATH_COMBAT if is_path(frame[Combat.place]) else BY.BATTLEGROUND_COMBAT)
    if e == NONE:
        return False
    doomed = s.lost[side]
    others = doomed & cards & ~card_bit(saver)
    if t.effects[e].filter != NONE:
        others &= t.card_sets[t.effects[e].filter, side]
    ask(s, t.owner[saver], SAVE)
    if doomed & card_bit(saver) != 0:
        offer(s, SAVE, saver, 0)
    offer_each(s, SAVE, side * SIDE_CARDS, others)
    if s.option_n == 0:
        return False
    frame[Combat.saver] = saver
    s.saved_items = t.effects[e].items
    offer(s, STOP, 0, 0)
    return True


@kernel
def save(s, card):
    """Mark the chosen card, and the saver if it is lost, to be cycled instead of eliminated."""
    saver = top(s)[Combat.saver]
    side = side_of(card)
    s.saved[side] |= (card_bit(card) | card_bit(saver)) & s.lost[side]


@kernel
def give_up(s, t, cards, side, by):
    """Eliminate the lost cards; cycle the saved ones, and their items if a text says so (AM-39, CG-13.9)."""
    rest = cards
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if s.saved[side] & card_bit(card) != 0:
            is_cycling = s.saved_items == PILE.CYCLE or replacement_of(s, t, card, by) == PILE.CYCLE
            send_items(s, t, card, IN.CYCLE_PILE if is_cycling else IN.ELIMINATED)
            cycle_card(s, t, card, LEFT.RETURNED)
        else:
            eliminate(s, t, card, by)


@kernel
def resolve(s, t, place, attackers, defenders):
    """Decide the combat, empty the location and score it (CG-10.11 to 10.14, 10.23 to 10.26)."""
    side = attacking_side(t, place)
    by = BY.PATH_COMBAT if is_path(place) else BY.BATTLEGROUND_COMBAT
    share_points(s, t, place, attackers, defenders, side, location_winner(s, t, place))
    give_up(s, t, s.lost[1 - side], 1 - side, by)
    rest = defenders & ~s.lost[1 - side]
    while rest != 0:
        card = (1 - side) * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        cycle_from_play(s, t, card, LEFT.SURVIVED)
    give_up(s, t, attackers, side, by | AS_ATTACKER)
    winner = location_winner(s, t, place)
    note(s, E.RESULT, place, winner, s.defense)
    records.location_resolved(s, place, winner, s.attack, s.defense, attackers != 0 and defenders != 0)
    s.place_attack[place] = 0
    s.place_defense[place] = 0
    if is_path(place):
        score_path(s, t, place - BATTLEGROUNDS, winner)
    else:
        s.active &= ~bit(place)
        s.bare &= ~bit(place)
        s.bg_area[winner] |= bit(place)


@kernel
def location_winner(s, t, place):
    """Return the side that wins the location, or NONE for a strict tie on a path."""
    side = attacking_side(t, place)
    if s.attack > s.defense:
        return side
    if is_path(place) and t.is_strict != 0 and s.attack == s.defense:
        return np.int64(NONE)
    return 1 - side


@kernel
def score_path(s, t, p, winner):
    """Put the path into a scoring area and add corruption (CG-10.13, CG-10.14)."""
    if winner == SIDE.SHADOW:
        add_corruption(s, np.int64(s.attack) - s.defense)
    if winner != NONE:
        s.path_area[winner] |= bit(p)
    s.path = NONE
    if s.phase == PHASE.COMBAT:
        s.resolved_number = t.path_number[p]

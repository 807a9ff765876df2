"""Playing cards from hand: legality, X, host, payment, and the card's destination (LCG-6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import actions, records
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.frames import Pay, Play, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, ON, SPHERE, TYPE, ZONE, E
from mazarbul.sim.games.lotr_lcg.rules.conditions import found_n
from mazarbul.sim.games.lotr_lcg.rules.feasible import can_use, is_unique_in_play
from mazarbul.sim.games.lotr_lcg.rules.moves import attach, enter_play
from mazarbul.sim.games.lotr_lcg.rules.numbers import ally_limit, flag, is_possible_code
from mazarbul.sim.games.lotr_lcg.rules.piles import pull, put_in_discard
from mazarbul.sim.games.lotr_lcg.rules.sets import find
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit, push_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import add_tokens, card_bit, heroes_of, in_play, local_of

CHOOSE_X = 0
CHOOSE_HOST = 1
START_PAYING = 2
RESOLVE = 3
AFTER = 4


# Legality -----------------------------------------------------------------------------------------


@kernel
def matches(s, t, hero, sphere):
    """Return whether a hero's resources can pay for cards of a sphere (LCG-6.3, LCG-6.5)."""
    return sphere == SPHERE.NEUTRAL or has(t.icons[hero, s.form[hero]], sphere)


@kernel
def pool(s, t, player, sphere, first, is_apart):
    """Return the resources of a player's matching heroes from local `first` on (is_apart: 1 of each)."""
    total = np.int64(0)
    rest = heroes_of(s, t, player)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        hero = np.int64(player) * BLOCK + i
        if i >= first and matches(s, t, hero, sphere):
            n = np.int64(s.tokens[hero])
            total += min(n, np.int64(1)) if is_apart else n
    return total


@kernel
def has_match(s, t, player, sphere):
    """Return whether a player controls a hero who matches a sphere (LCG-6.4)."""
    rest = heroes_of(s, t, player)
    while rest != 0:
        hero = np.int64(player) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if matches(s, t, hero, sphere):
            return True
    return False


@kernel
def can_afford(s, t, player, card, x):
    """Return whether a player can pay for a card; x: value chosen for X (LCG-6.3 to LCG-6.13)."""
    sphere = np.int64(t.sphere[card])
    cost = np.int64(t.cost[card])
    if cost == COST_X:
        cost = x
    if cost == 0:
        return has_match(s, t, player, sphere)
    return pool(s, t, player, sphere, 0, t.pays_apart[card] != 0) >= cost


@kernel
def find_hosts(s, t, card):
    """Put the cards that an attachment may be played on into `s.found` (LCG-6.10)."""
    find(s, t, np.int64(t.attach_to[card]), np.int64(t.attach_zone[card]), NONE, NONE)
    if not is_possible_code(s, t, words.MODIFIER.NO_ATTACHMENTS):
        return
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            host = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if flag(s, t, words.MODIFIER.NO_ATTACHMENTS, host):
                s.found[b] &= ~card_bit(host)


@kernel
def can_play(s, t, player, card):
    """Return whether a player may play an ally or attachment from hand in the planning phase (LCG-6.1)."""
    kind = t.type[card]
    if kind != TYPE.ALLY and kind != TYPE.ATTACHMENT:
        return False
    if not can_afford(s, t, player, card, 0) or is_unique_in_play(s, t, card):
        return False
    if kind == TYPE.ALLY:
        limit = ally_limit(s, t)
        return limit == NONE or s.allies_played < limit
    find_hosts(s, t, card)
    return found_n(s) > 0


@kernel
def can_play_event(s, t, player, card, e, k):
    """Return whether a player may play an event from hand by its text `e` (LCG-22.1); k: occasion or NONE."""
    if t.type[card] != TYPE.EVENT:
        return can_use(s, t, e, card, player, k, 0)  # a card that is put into play from hand, not played
    if t.cost[card] != COST_X:
        return can_afford(s, t, player, card, 0) and can_use(s, t, e, card, player, k, 0)
    most = pool(s, t, player, np.int64(t.sphere[card]), 0, False)
    for x in range(most + 1):
        if can_afford(s, t, player, card, x) and can_use(s, t, e, card, player, k, x):
            return True
    return False


# Playing ------------------------------------------------------------------------------------------


@kernel
def start_play(s, t, player, card):  # noqa: ARG001  (one signature for all of its kind)
    """Push the frame that plays an ally or attachment from hand."""
    push(s, Play.kind, card, player, CHOOSE_X, NONE, NONE, NONE)


@kernel
def start_event(s, t, player, card, e, k):
    """Push the frame that plays an event with its text `e`, or uses a card's text from hand; k: occasion."""
    if t.type[card] != TYPE.EVENT:
        push_effect(s, e, card, player, k)
        return
    push(s, Play.kind, card, player, CHOOSE_X, e, NONE, k)


@kernel
def step_play(s, t):
    """Continue playing a card: X, host, payment, then the card itself (LCG-6)."""
    frame = top(s)
    step = frame[Play.step]
    card = frame[Play.card]
    player = frame[Play.player]
    if step == CHOOSE_X:
        if t.cost[card] == COST_X:
            offer_x(s, t, player, card)
            return
        frame[Play.step] = CHOOSE_HOST
    elif step == CHOOSE_HOST:
        if t.type[card] == TYPE.ATTACHMENT:
            offer_hosts(s, t, player, card)
            return
        frame[Play.step] = START_PAYING
    elif step == START_PAYING:
        frame[Play.step] = RESOLVE
        cost = np.int64(t.cost[card])
        cost = frame[Play.x] if cost == COST_X else cost
        push(s, Pay.kind, player, t.sphere[card], cost, 0, t.pays_apart[card])
    elif step == RESOLVE:
        frame[Play.step] = AFTER
        resolve(s, t, player, card)
    elif step == AFTER:
        finish(s, t, player, card)
    else:
        fail(s, Fault.STEP, step)


@kernel
def resolve(s, t, player, card):
    """Put the paid card into play, or begin the text of an event."""
    frame = top(s)
    records.played(s, card)
    note(s, E.PLAY, player, card, frame[Play.host])
    if t.type[card] == TYPE.ALLY:
        s.allies_played += 1
        enter_play(s, t, card, player)
    elif t.type[card] == TYPE.ATTACHMENT:
        attach(s, t, card, frame[Play.host])
    elif t.type[card] != TYPE.EVENT:
        fail(s, Fault.TYPE, t.type[card])
    else:
        x = frame[Play.x]
        pull(s, card)
        push_effect(s, frame[Play.text], card, player, frame[Play.occasion])
        top(s)[Scope.x] = x


@kernel
def finish(s, t, player, card):
    """Put an event into its owner's discard pile (LCG-20.2); announce a played ally or attachment."""
    pop(s)
    if t.type[card] == TYPE.EVENT:
        if s.zone[card] == ZONE.RESOLVING:
            put_in_discard(s, card)
        if s.zone[card] == ZONE.DISCARD or s.zone[card] == ZONE.OUT:
            records.left(s, card, records.LEFT.RESOLVED)
    elif in_play(s, card):
        emit(s, t, ON.PLAYED, card, player, 0, NONE, NONE)


@kernel
def offer_x(s, t, player, card):
    """Ask for X: any number that can be paid and leaves the text a candidate (D-05, LCG-6.11)."""
    frame = top(s)
    ask(s, player, actions.CHOOSE_X)
    for x in range(pool(s, t, player, np.int64(t.sphere[card]), 0, False) + 1):
        is_possible = frame[Play.text] == NONE
        if not is_possible:
            is_possible = can_use(s, t, frame[Play.text], card, player, frame[Play.occasion], x)
        if is_possible and can_afford(s, t, player, card, x):
            offer(s, actions.CHOOSE_X, 0, x)
    if s.option_n == 0:
        pop(s)


@kernel
def answer_x(s, x):
    """Set X."""
    frame = top(s)
    frame[Play.x] = x
    frame[Play.step] = CHOOSE_HOST


@kernel
def offer_hosts(s, t, player, card):
    """Ask for the host of an attachment."""
    find_hosts(s, t, card)
    ask(s, player, actions.HOST)
    for card in sets.members(s.found):
        offer(s, actions.HOST, card, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def answer_host(s, card):
    """Set the host."""
    frame = top(s)
    frame[Play.host] = card
    frame[Play.step] = START_PAYING


# Payment ------------------------------------------------------------------------------------------


@kernel
def step_pay(s, t):
    """Ask which hero pays the next resource (D-04); heroes come in ascending order within one payment."""
    frame = top(s)
    player = frame[Pay.player]
    left = frame[Pay.left]
    if left <= 0:
        pop(s)
        return
    is_apart = frame[Pay.is_apart] != 0
    ask(s, player, actions.PAY)
    rest = heroes_of(s, t, player)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        hero = np.int64(player) * BLOCK + i
        if i < frame[Pay.next] or s.tokens[hero] == 0 or not matches(s, t, hero, frame[Pay.sphere]):
            continue
        if pool(s, t, player, frame[Pay.sphere], i, is_apart) >= left:
            offer(s, actions.PAY, hero, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def answer_pay(s, card):
    """Take one resource from a hero's pool."""
    frame = top(s)
    add_tokens(s, card, -1)
    frame[Pay.left] -= 1
    frame[Pay.next] = local_of(card) + 1 if frame[Pay.is_apart] != 0 else local_of(card)

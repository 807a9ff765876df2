"""Choosing cards and players for texts, one by one (D-06, D-07, D-13, D-16, D-24, D-25, D-28)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Attack, Pick, PickPlayer, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, CARDS, ENCOUNTER, NONE, ON, TYPE, Z
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    card_of_word,
    evaluate,
    found_n,
    player_of_word,
    whose,
)
from mazarbul.sim.games.lotr_lcg.rules.sets import find
from mazarbul.sim.games.lotr_lcg.rules.targets import quick_targets
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, cards_at, player_at

TABLE_ZONES = Z.PLAY | Z.STAGING | Z.ENGAGED | Z.ACTIVE


@kernel
def candidates(s, t, row, f):
    """Put the cards that a `pick` row may pick into `s.found`; f: frame with its scope."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    of = np.int64(t.rows[row, columns.PICK.OF])
    player, not_player = whose(s, of, source, you, f)
    if of != words.PLAYER.ANYONE and player == NONE and not_player == NONE:
        for b in range(BLOCKS):
            s.found[b] = 0
        return
    find(
        s,
        t,
        np.int64(t.rows[row, columns.PICK.CARDS]),
        np.int64(t.rows[row, columns.PICK.ZONE]),
        player,
        not_player,
    )
    but = card_of_word(s, np.int64(t.rows[row, columns.PICK.BUT]), source, f)
    if but != NONE:
        s.found[block_of(but)] &= ~card_bit(but)
    if t.rows[row, columns.PICK.ON] != words.CARD.NOBODY:
        keep_attached_to(s, np.int64(t.rows[row, columns.PICK.ON]), source, f)
    cost = evaluate(s, t, np.int64(t.rows[row, columns.PICK.COST]), source, you, f)
    if cost >= 0:
        keep_cost(s, t, cost)


@kernel
def keep_attached_to(s, on, source, f):
    """Keep in `s.found` only cards attached to the card a word means; for `defenders`, to any of them."""
    for card in sets.members(s.found):
        if not is_attached_to(s, np.int64(s.host[card]), on, source, f):
            sets.remove(s.found, card)


@kernel
def is_attached_to(s, host, on, source, f):
    """Return whether a host is the card, or one of the cards, that a word means."""
    if host == NONE or host >= CARDS:
        return False
    if on == words.CARD.DEFENDERS:
        return s.attack_frame != NONE and has(
            s.frames[s.attack_frame, Attack.others + block_of(host)], host % BLOCK
        )
    if on == words.CARD.IT:
        return has(s.frames[f, Scope.it + block_of(host)], host % BLOCK)
    return card_of_word(s, on, source, f) == host


@kernel
def keep_cost(s, t, cost):
    """Keep in `s.found` only cards of this printed cost."""
    for card in sets.members(s.found):
        if t.cost[card] != cost:
            sets.remove(s.found, card)


@kernel
def start_pick(s, t, row, f):
    """Push the frame of a `pick` row."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    n = evaluate(s, t, np.int64(t.rows[row, columns.PICK.N]), source, you, f)
    who = player_of_word(s, np.int64(t.rows[row, columns.PICK.WHO]), source, you, f)
    if who == NONE or not has(s.in_game, who):
        n = np.int64(0)
    kind = pick_kind(s, t, row, f, source)
    push(s, Pick.kind, row, n, who, kind, f)


@kernel
def pick_kind(s, t, row, f, source):
    """Return the kind of decision of a `pick` row (Part II)."""
    zone = np.int64(t.rows[row, columns.PICK.ZONE])
    if zone == Z.HAND:
        return np.int64(actions.HAND_CARD)
    if zone == Z.LOOKED:
        return np.int64(actions.LOOKED)
    if source < CARDS and block_of(source) != ENCOUNTER:
        return np.int64(actions.TARGET)
    if (
        source < CARDS
        and t.type[source] == TYPE.LOCATION
        and t.effects[s.frames[f, Scope.text]].on == ON.TRAVEL
    ):
        return np.int64(actions.TRAVEL_COST)
    if (
        t.rows[row, columns.PICK.OF] != words.PLAYER.ANYONE
        and t.rows[row, columns.PICK.OF] == t.rows[row, columns.PICK.WHO]
    ):
        return np.int64(actions.LOSS)
    return np.int64(actions.ENCOUNTER_TARGET)


@kernel
def step_pick(s, t):
    """Ask for the next card, or take all if there is no choice; at the end `it` of the scope is set."""
    frame = top(s)
    f = frame[Pick.context]
    if frame[Pick.left] > 0:
        candidates(s, t, frame[Pick.row], f)
        for b in range(BLOCKS):
            s.found[b] &= ~frame[Pick.picked + b]
        if is_for_attack(s, t, frame[Pick.row], f):
            keep_strikers(s, t, frame[Pick.player])
        n = found_n(s)
        if n > frame[Pick.left]:
            zone = np.int64(t.rows[frame[Pick.row], columns.PICK.ZONE])
            offer_found(s, t, frame[Pick.player], frame[Pick.decision], zone)
            return
        for b in range(BLOCKS):
            frame[Pick.picked + b] |= s.found[b]
    for b in range(BLOCKS):
        s.frames[f, Scope.it + b] = frame[Pick.picked + b]
    pop(s)


@kernel
def is_for_attack(s, t, row, f):
    """Return whether a `pick` row is the cost of a text that makes the picked card attack (LCG-14.7)."""
    effect = t.effects[s.frames[f, Scope.text]]
    if effect.cost == NONE or effect.do == NONE or not effect.cost <= row < effect.do:
        return False
    is_attack = t.rows[effect.do, codes.CODE] == words.OPERATION.ATTACK
    return is_attack and t.rows[effect.do, columns.ATTACK.WHAT] == words.CARD.IT


@kernel
def keep_strikers(s, t, player):
    """Keep in `s.found` only characters that have an enemy to attack (LCG-22.1)."""
    kept = cards_at(s.frames[s.frame_n], 0)  # a free frame keeps them, as `quick_targets` uses it
    sets.assign(kept, s.found)
    for card in sets.members(kept):
        if not quick_targets(s, t, card, player):
            sets.remove(kept, card)
    sets.assign(s.found, kept)


@kernel
def offer_found(s, t, player, kind, zone):
    """Offer the cards in `s.found`, only one of identical ones out of play."""
    ask(s, player, kind)
    for card in sets.members(s.found):
        if zone & TABLE_ZONES != 0 or t.twins[card] & s.found[block_of(card)] == 0:
            offer(s, kind, card, 0)


@kernel
def offer_listed(s, t, player, kind, slot):
    """Offer the cards in the masks of the top frame that begin at `slot`, only one of identical ones."""
    cards = cards_at(top(s), slot)
    ask(s, player, kind)
    for card in sets.members(cards):
        if t.twins[card] & cards[block_of(card)] == 0:
            offer(s, kind, card, 0)


@kernel
def answer_pick(s, card):
    """Add a card to the picked ones."""
    frame = top(s)
    frame[Pick.picked + block_of(card)] |= card_bit(card)
    frame[Pick.left] -= 1


@kernel
def start_pick_player(s, t, row, f):
    """Push the frame of a `pick_player` row."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    who = player_of_word(s, np.int64(t.rows[row, columns.PICK_PLAYER.WHO]), source, you, f)
    push(s, PickPlayer.kind, who, t.rows[row, columns.PICK_PLAYER.AMONG], f)


@kernel
def is_eligible(s, t, player, who, among):
    """Return whether a player can be picked."""
    if among == words.AMONG.OTHERS:
        return player != who
    if among == words.AMONG.HIGHEST_THREAT:
        for i in range(t.player_n):
            if has(s.in_game, i) and s.threat[i] > s.threat[player]:
                return False
    elif among != words.AMONG.ALL:
        fail(s, Fault.NAME, among)
    return True


@kernel
def step_pick_player(s, t):
    """Ask for a player (D-07); without a choice the frame answers it itself."""
    frame = top(s)
    who = frame[PickPlayer.who]
    ask(s, who, actions.PLAYER)
    for i in range(t.player_n):
        player = player_at(s, t, s.first_player, i)
        if player != NONE and is_eligible(s, t, player, who, frame[PickPlayer.among]):
            offer(s, actions.PLAYER, 0, player)
    if s.option_n == 0:
        s.frames[frame[PickPlayer.context], Scope.chosen] = NONE
        pop(s)


@kernel
def answer_player(s, player):
    """Make the picked player `chosen` from now on."""
    frame = top(s)
    s.frames[frame[PickPlayer.context], Scope.chosen] = player
    pop(s)

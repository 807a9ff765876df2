"""The cards of a set of the effect language, and where they are (LCG-2.2, LCG-2.3)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.set_programs import decide
from mazarbul.sim.games.lotr_lcg.content.layout import DEFINITION_BITS
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, ENCOUNTER, IS, NONE, SEATS, TYPE, Z
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, local_of


@kernel
def bits_of(s, t, card):
    """Return the IS bits of a card."""
    b = block_of(card)
    i = local_of(card)
    bits = np.int64(0)
    if has(s.exhausted[b], i):
        bits |= IS.EXHAUSTED
    if has(s.committed[b], i):
        bits |= IS.COMMITTED
    if card == s.captive:
        bits |= IS.CAPTIVE
    if b == ENCOUNTER:
        if has(s.guarded, i):
            bits |= IS.GUARDED
        if s.host[card] != NONE and t.type[card] == TYPE.OBJECTIVE:
            bits |= IS.CLAIMED
    return bits


@kernel
def in_set_as(t, cards, card, form, bits):
    """Return whether a card that counts as `form` and has the IS `bits` is in a set.

    The prisoner is only in sets of captives (LCG-28.14).
    """
    if t.set_start[cards] == 0:
        return in_mask_as(t, cards, card, form, bits)
    row = np.int64(t.set_start[cards])
    answers = np.int64(0)
    while t.set_rows[row, codes.CODE] != codes.END:
        if t.set_rows[row, codes.CODE] == codes.MASK:
            mask = np.int64(t.set_rows[row, codes.SET_ARGUMENT])
            answers = answers << 1 | np.int64(in_mask_as(t, mask, card, form, bits))
        else:
            answers = decide(np.int64(t.set_rows[row, codes.CODE]), answers)
        row += 1
    return answers != 0


@kernel
def in_mask_as(t, cards, card, form, bits):
    """Return whether such a card is in a set that does not join other sets."""
    if form == 0:
        if not has(t.set_cards[cards, block_of(card)], local_of(card)):
            return False
    else:
        definition = np.int64(t.form_definition[card, form])
        if not has(t.set_definitions[cards, definition // DEFINITION_BITS], definition % DEFINITION_BITS):
            return False
    required = np.int64(t.set_required[cards])
    if bits & required != required or bits & t.set_forbidden[cards] != 0:
        return False
    return bits & IS.CAPTIVE == 0 or required & IS.CAPTIVE != 0


@kernel
def in_set(s, t, cards, card):
    """Return whether a card is in a set now."""
    return in_set_as(t, cards, card, np.int64(s.form[card]), bits_of(s, t, card))


@kernel
def zone_mask(s, b, zones, of):
    """Return the cards of a block in any of the zones (Z); of: player they must belong to, or NONE."""
    found = np.int64(0)
    if zones & Z.PLAY:
        found |= s.in_play[b] if of == NONE else s.controlled[of, b] | s.engaged[of, b]
    if zones & Z.ENGAGED:
        if of == NONE:
            for p in range(SEATS):
                found |= s.engaged[p, b]
        else:
            found |= s.engaged[of, b]
    if b == ENCOUNTER:
        return found | encounter_mask(s, zones, of)
    if zones & (Z.HAND | Z.DISCARD | Z.DECK | Z.LOOKED) and has(s.in_game, b) and (of == NONE or of == b):
        if zones & Z.HAND:
            found |= s.hand[b]
        if zones & Z.DISCARD:
            found |= s.in_discard[b]
        if zones & Z.DECK:
            found |= s.in_deck[b]
        if zones & Z.LOOKED:
            found |= s.looked[b]
    return found


@kernel
def encounter_mask(s, zones, of):
    """Return the encounter cards in any of the zones that are only for them."""
    found = np.int64(0)
    if zones & Z.STAGING and of == NONE:
        found |= s.staging
    if zones & Z.ACTIVE and s.active != NONE and of == NONE:
        found |= card_bit(s.active)
    if zones & Z.ENCOUNTER_DECK:
        found |= s.in_deck[ENCOUNTER]
    if zones & Z.ENCOUNTER_DISCARD:
        found |= s.in_discard[ENCOUNTER]
    if zones & Z.LOOKED:
        found |= s.looked[ENCOUNTER]
    if zones & Z.ASIDE:
        found |= s.aside
    return found


@kernel
def members(s, t, cards, b, mask):
    """Return those cards of `mask` (of block `b`) that are in a set now."""
    if t.set_start[cards] != 0:
        return each_member(s, t, cards, b, mask)
    found = mask & t.set_cards[cards, b] & ~s.varied[b]
    found |= each_member(s, t, cards, b, mask & s.varied[b])
    required = np.int64(t.set_required[cards])
    forbidden = np.int64(t.set_forbidden[cards])
    if s.captive != NONE and block_of(s.captive) == b and required & IS.CAPTIVE == 0:
        found &= ~card_bit(s.captive)
    if required | forbidden:
        found = with_state(s, t, b, found, required, forbidden)
    return found


@kernel
def each_member(s, t, cards, b, mask):
    """Return the same, checking each card by itself."""
    found = np.int64(0)
    rest = np.int64(mask)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if in_set(s, t, cards, np.int64(b) * BLOCK + i):
            found |= bit(i)
    return found


@kernel
def with_state(s, t, b, mask, required, forbidden):
    """Return those cards of a mask that have all required and no forbidden IS bits."""
    if required & IS.EXHAUSTED:
        mask &= s.exhausted[b]
    if forbidden & IS.EXHAUSTED:
        mask &= ~s.exhausted[b]
    if required & IS.COMMITTED:
        mask &= s.committed[b]
    if forbidden & IS.COMMITTED:
        mask &= ~s.committed[b]
    if required & IS.CAPTIVE:
        mask &= card_bit(s.captive) if s.captive != NONE and block_of(s.captive) == b else np.int64(0)
    if (required | forbidden) & (IS.CLAIMED | IS.GUARDED):
        claimed = np.int64(0)
        guarded = np.int64(0)
        if b == ENCOUNTER:
            guarded = np.int64(s.guarded)
            claimed = claimed_objectives(s, t)
        if required & IS.CLAIMED:
            mask &= claimed
        if forbidden & IS.CLAIMED:
            mask &= ~claimed
        if required & IS.GUARDED:
            mask &= guarded
        if forbidden & IS.GUARDED:
            mask &= ~guarded
    return mask


@kernel
def claimed_objectives(s, t):
    """Return the objectives that are attached to a hero (LCG-21.6)."""
    rest = s.in_play[ENCOUNTER] & t.of_type[ENCOUNTER, TYPE.OBJECTIVE]
    found = np.int64(0)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if s.host[ENCOUNTER * BLOCK + i] != NONE:
            found |= bit(i)
    return found


@kernel
def find(s, t, cards, zones, of, not_of):
    """Put the cards of a set that are in any of the zones into `s.found`; return how many blocks have some.

    of: player they must belong to, or NONE. not_of: player they must not belong to, or NONE.
    """
    some = np.int64(0)
    for b in range(BLOCKS):
        s.found[b] = 0
        if b >= t.player_n and b != ENCOUNTER:  # no player has this block
            continue
        mask = zone_mask(s, b, zones, of)
        if not_of != NONE:
            mask &= ~(s.controlled[not_of, b] | s.engaged[not_of, b])
        if mask != 0:
            s.found[b] = members(s, t, cards, b, mask)
            some += np.int64(s.found[b] != 0)
    return some


@kernel
def at_zone(s, card, zones):
    """Return whether a card is in any of the zones (Z)."""
    b = block_of(card)
    return zone_mask(s, b, zones, NONE) & card_bit(card) != 0

"""How locations become active: picks, activations, reactivations (CG-5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer_each_b
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.rng import key, stream
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game import records
from mazarbul.sim.games.card_game.actions import CHOOSE_BATTLEGROUND, CHOOSE_PATH, TOKEN_BATTLEGROUND
from mazarbul.sim.games.card_game.content.vocabulary import TOKEN_KIND
from mazarbul.sim.games.card_game.frames import (
    Activate,
    ChooseBattleground,
    ChoosePath,
    ChooseToken,
    Combat,
    EnterPath,
    Scheduled,
)
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, CARDS, HOW, NONE, PLACES, STREAM, E
from mazarbul.sim.games.card_game.rules.usable import eligible_battlegrounds, eligible_paths, paths_from
from mazarbul.sim.games.card_game.rules.zones import card_bit, side_of


@kernel
def lowest_key(t, base, mask, first):
    """Return the member of `mask` with the lowest hash of its place key in the stream `base`."""
    best = np.int64(NONE)
    best_key = np.int64(0)
    rest = mask
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        value = key(base, t.place_key[first + i])
        if best == NONE or value < best_key:
            best = i
            best_key = value
    return best


@kernel
def activate_battleground(s, t, b, how):
    """Make battleground `b` active from a deck or a scoring area and resolve its text next (CG-5.4, 5.5)."""
    mask = bit(b)
    side = np.int64(t.bg_side[b])
    from_area = (s.bg_area[0] | s.bg_area[1]) & mask != 0
    if s.bg_area[1 - side] & mask != 0:
        s.bare |= mask
    elif not from_area and how != HOW.PICKED:
        s.bg_shuffle_n[side] += 1
    for k in range(2):
        s.bg_area[k] &= ~mask
        s.bg_deck[k] &= ~mask
    s.active |= mask
    note(s, E.BATTLEGROUND, b, HOW.REACTIVATED if from_area else how, 0)
    records.location_activated(s, b, how == HOW.PICKED or how == HOW.SCHEDULED)
    push(s, Activate.kind, b)


@kernel
def activate_path(s, t, p, how):
    """Make path `p` the active path and resolve its text next."""
    s.path = p
    s.path_deck &= ~bit(p)
    s.last_path = t.path_number[p]
    s.path_record[s.round_number - 1] = p
    note(s, E.PATH, p, how, 0)
    records.location_activated(s, BATTLEGROUNDS + p, how == HOW.PICKED)
    push(s, Activate.kind, BATTLEGROUNDS + p)


@kernel
def pick_battleground(s, t):
    """Activate a random battleground of the starting seat's side, otherwise of the other side (CG-5.2)."""
    side = np.int64(t.seat_side[t.slots[s.start_slot]])
    for _ in range(2):
        if s.bg_deck[side] != 0:
            base = stream(s.seed, STREAM.BATTLEGROUND + side, s.bg_shuffle_n[side])
            b = lowest_key(t, base, s.bg_deck[side], 0)
            s.bg_record[s.round_number - 1] = b
            activate_battleground(s, t, b, HOW.PICKED)
            return
        side = 1 - side


@kernel
def follow_schedule(s, t):
    """Queue the battlegrounds scheduled for this round (CG-3.21)."""
    if s.round_number > t.schedule_n:
        return
    for i in range(t.schedule.shape[1] - 1, -1, -1):
        b = t.schedule[s.round_number - 1, i]
        if b != NONE:
            push(s, Scheduled.kind, b)
            s.bg_record[s.round_number - 1] = b


@kernel
def step_scheduled(s, t):
    """Activate the frame's battleground, unless a card has already done so (AM-32)."""
    b = top(s)[Scheduled.battleground]
    pop(s)
    if (s.bg_deck[0] | s.bg_deck[1]) & bit(b) != 0:
        activate_battleground(s, t, b, HOW.SCHEDULED)


@kernel
def pick_path(s, t):
    """Set aside unused paths up to the last number and activate a random one of the next (CG-5.8, 5.9)."""
    number = np.int64(s.last_path) + 1
    for n in range(number):
        s.path_deck &= ~t.numbered[n]
    if number > t.last_number or t.numbered[number] & s.path_deck == 0:
        return
    p = lowest_key(t, stream(s.seed, STREAM.PATH, 0), t.numbered[number] & s.path_deck, BATTLEGROUNDS)
    activate_path(s, t, p, HOW.PICKED)


@kernel
def chooser(s, t, seat):
    """Return the seat that makes a choice; for a location's text, which has no owner, the starting player."""
    return np.int64(seat) if seat != NONE else np.int64(t.slots[s.start_slot])


@kernel
def ask_path(s, t):
    """Offer the paths that may become active (DP-18); drop the frame if there is none."""
    frame = top(s)
    which = frame[ChoosePath.which]
    rest = eligible_paths(s, t, which) if frame[ChoosePath.is_fought] == 0 else paths_from(s, t, which)
    if rest == 0:
        pop(s)
        return
    if t.path_choice_last != 0 and frame[ChoosePath.is_fought] == 0:
        frame[ChoosePath.is_fought] = 1
        push(s, Combat.kind, BATTLEGROUNDS + s.path)
        return
    ask(s, chooser(s, t, frame[ChoosePath.seat]), CHOOSE_PATH)
    offer_each_b(s, CHOOSE_PATH, 0, 0, rest)


@kernel
def choose_path(s, p):
    """Replace the active path with `p`, after combat on the old one (CG-5.12)."""
    pop(s)
    push(s, EnterPath.kind, p)


@kernel
def step_enter_path(s, t):
    """Resolve the combat on the active path, if any, then activate the frame's path (CG-5.12)."""
    frame = top(s)
    if s.path != NONE and s.path != frame[EnterPath.path] and frame[EnterPath.is_fought] == 0:
        frame[EnterPath.is_fought] = 1
        push(s, Combat.kind, BATTLEGROUNDS + s.path)
        return
    p = frame[EnterPath.path]
    pop(s)
    activate_path(s, t, p, HOW.ACTIVATED)


@kernel
def ask_battleground(s, t):
    """Offer the battlegrounds that may be activated (DP-19); drop the frame if there is none."""
    frame = top(s)
    rest = eligible_battlegrounds(s, t, frame[ChooseBattleground.places], frame[ChooseBattleground.sources])
    if rest == 0:
        pop(s)
        return
    ask(s, chooser(s, t, frame[ChooseBattleground.seat]), CHOOSE_BATTLEGROUND)
    offer_each_b(s, CHOOSE_BATTLEGROUND, 0, 0, rest)


@kernel
def choose_battleground(s, t, b):
    """(Re)activate the chosen battleground and remember it for the card with the text."""
    source = top(s)[ChooseBattleground.source]
    pop(s)
    if source < CARDS:
        s.activated[source] = b
    activate_battleground(s, t, b, HOW.ACTIVATED)


@kernel
def add_tokens(s, target, kind, n):
    """Put tokens on a place, or on card `target - PLACES` (CG-10.4)."""
    note(s, E.TOKEN, target, kind, n)
    if target >= PLACES:
        card = target - PLACES
        s.with_tokens[side_of(card)] |= card_bit(card)
        if kind == TOKEN_KIND.ATTACK:
            s.attack_tokens[card] += n
        else:
            s.defense_tokens[card] += n
    elif kind == TOKEN_KIND.ATTACK:
        s.place_attack[target] += n
    else:
        s.place_defense[target] += n


@kernel
def ask_token(s):
    """Offer the active battlegrounds for a token (DP-20); drop the frame if there is none."""
    if s.active == 0:
        pop(s)
        return
    ask(s, top(s)[ChooseToken.seat], TOKEN_BATTLEGROUND)
    offer_each_b(s, TOKEN_BATTLEGROUND, 0, 0, s.active)


@kernel
def choose_token(s, b):
    """Put the frame's tokens on battleground `b`."""
    frame = top(s)
    pop(s)
    add_tokens(s, b, frame[ChooseToken.token], frame[ChooseToken.number])

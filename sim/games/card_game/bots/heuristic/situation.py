"""The state of the combats: what is there, what both sides can still bring, what is at stake."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.games.card_game.bots.features import LIFTS, PLANES
from mazarbul.sim.games.card_game.bots.weights import W
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, ICON, IN, NONE, SIDE_CARDS, TYPE
from mazarbul.sim.games.card_game.rules.combat import location_shield
from mazarbul.sim.games.card_game.rules.modifiers import carryover_limit, further_icons
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path, zone_of
from mazarbul.sim.games.card_game.rules.zones import side_cards, with_items

FULL_HANDS = 16  # cards in all hands from which a combat is as uncertain as it gets


@kernel
def icon_kind(place, is_attack):
    """Return the kind of icon that counts at a place."""
    if is_path(place):
        return np.int64(ICON.PATH)
    return np.int64(ICON.BG_ATTACK if is_attack else ICON.BG_DEFENSE)


@kernel
def printed(m, cards, side, kind):
    """Return the printed icons of cards of a side."""
    total = popcount(cards & m.planes[side, kind, 0]) + 2 * popcount(cards & m.planes[side, kind, 1])
    if m.plane_n > 2:  # only overlays print more than 3 icons of a kind
        for k in range(2, PLANES):
            total += popcount(cards & m.planes[side, kind, k]) << k
    return total


@kernel
def strength(s, t, m, cards, side, place, is_attack):
    """Return the icons of the side's cards at a place; leadership counts up to the number of armies."""
    if cards == 0:
        return np.int64(0)
    kind = icon_kind(place, is_attack)
    every = with_items(s, t, cards & t.of_type[side, TYPE.CHARACTER], side) | cards
    total = printed(m, every, side, kind) + further_icons(s, t, every, side, kind)
    armies = cards & t.of_type[side, TYPE.ARMY]
    if armies == 0 or is_path(place):
        return total
    army_n = popcount(armies)
    lead = np.int64(ICON.LEAD_ATTACK if is_attack else ICON.LEAD_DEFENSE)
    rest = cards & m.with_icons[side, lead]
    while rest != 0 and army_n > 0:
        leader = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if armies & m.followers[leader] != 0:
            total += t.icons[leader, lead]
            army_n -= 1
    return total


@kernel
def reserve_strength(s, t, m, side, place, is_attack):
    """Return the printed icons of the side's cards in reserve that can still be moved to the place."""
    ready = side_cards(s, t, side, IN.RESERVE) & ~s.fresh[side]
    return known_strength(m, ready, side, place, icon_kind(place, is_attack))


@kernel
def known_strength(m, cards, side, place, kind):
    """Return the printed icons at the place of cards the deciding seat knows."""
    return printed(m, cards & m.comers[side, place], side, kind)


@kernel
def hand_strength(s, t, side, place, is_attack, seat, mean, m):
    """Return the icons expected in the side's hands for a place.

    seat: the deciding seat; it knows its own hand, and with a switch its partner's (CG-2.7). mean:
    icons there of a mean card of the side, for hands that it does not know.
    """
    total = 0.0
    kind = icon_kind(place, is_attack)
    for other in range(t.seat_n):
        if t.seat_side[other] != side:
            continue
        hand = s.in_zone[other, IN.HAND]
        if other == seat or (t.team_info != 0 and t.seat_side[seat] == side):
            total += m.ready[other] * known_strength(m, hand, side, place, kind)
        else:
            total += m.ready[other] * mean * popcount(hand)
    return total


@kernel
def present_strength(s, t, m, side, place, is_attack):
    """Return the icons that a side has at a place now."""
    return strength(s, t, m, side_cards(s, t, side, zone_of(place)), side, place, is_attack)


@kernel
def coming(s, t, side, place, is_attack, seat, m, mean):
    """Return the icons that `seat` expects a side to bring to a place by its combat."""
    is_own = t.seat_side[seat] == side
    reserve = reserve_strength(s, t, m, side, place, is_attack)
    hands = hand_strength(s, t, side, place, is_attack, seat, mean, m)
    share = m.w[W.OWN_RESERVE] if is_own else m.w[W.ENEMY_RESERVE] * m.quiet
    return share * reserve + (m.w[W.OWN_HAND] if is_own else m.w[W.ENEMY_HAND]) * hands


@kernel
def expected_margin(s, t, place, seat, m):
    """Return the defense minus attack that the seat expects at an active place in its combat.

    What it would be with the cards there now is noted in the mind.
    """
    attacker = attacking_side(t, place)
    defense = location_shield(s, t, place) + present_strength(s, t, m, 1 - attacker, place, False)
    m.board[place] = defense - s.place_attack[place] - present_strength(s, t, m, attacker, place, True)
    return (
        m.board[place]
        + coming(s, t, 1 - attacker, place, False, seat, m, m.mean_defense[place])
        - coming(s, t, attacker, place, True, seat, m, m.mean_attack[place])
    )


@kernel
def empty_margin(s, t, place, m):
    """Return the defense minus attack that the deciding seat expects at a path not yet active."""
    seat = np.int64(s.actor)
    attacker = attacking_side(t, place)
    attack = coming(s, t, attacker, place, True, seat, m, m.mean_attack[place])
    return (
        t.place_defense[place]
        + coming(s, t, 1 - attacker, place, False, seat, m, m.mean_defense[place])
        - attack
    )


@kernel
def assess(s, t, seat, m):
    """Prepare for margins and values of all active places in a decision of `seat`."""
    assess_places(s, t, s.active, s.path != NONE, seat, m)


@kernel
def assess_for(s, t, seat, m):
    """Prepare the same only for the places where a card that the seat is offered may come."""
    places = np.int64(0)
    paths = np.int64(0)
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        places |= t.battlegrounds[card]
        paths |= t.paths[card]
    assess_places(s, t, places & s.active, s.path != NONE and has(paths, s.path), seat, m)


@kernel
def assess_places(s, t, battlegrounds, with_path, seat, m):
    """Prepare for margins and values of active battlegrounds, and of the active path if asked.

    Most are worked out when they are first asked for: see `settle`.
    """
    weigh_hands(s, t, seat, m)
    m.side = t.seat_side[seat]
    m.spread = spread_now(s, t, m)
    m.change[:] = np.nan
    m.opening[:] = np.nan
    m.pending = battlegrounds
    if with_path:
        m.pending |= bit(BATTLEGROUNDS + np.int64(s.path))
    if may_move_aura(s, t, seat):
        while m.pending != 0:
            settle(s, t, lowest_bit(m.pending), m)


@kernel
def may_move_aura(s, t, seat):
    """Return whether a card that a seat may move has a text that changes margins elsewhere.

    While a bot tries such a card at a place, its text already works there; margins are for the game as it is.
    """
    side = np.int64(t.seat_side[seat])
    movable = s.in_play[side] | side_cards(s, t, side, IN.HAND) | side_cards(s, t, side, IN.LIMBO)
    return t.aura_cards[side] & movable != 0


@kernel
def weigh_hands(s, t, seat, m):
    """Fill what a card in each hand counts: less within the carryover limit, and when others have passed."""
    m.quiet = 1.0
    if s.passed != 0:
        m.quiet = 1.0 - m.w[W.QUIET] * popcount(s.passed) / max(t.slot_n - 1, 1)
    for other in range(t.seat_n):
        n = popcount(s.in_zone[other, IN.HAND])
        surplus = n - carryover_limit(s, t, other)
        share = m.w[W.KEPT]
        if surplus > 0:
            share += (1.0 - m.w[W.KEPT]) * surplus / n
        m.ready[other] = share if other == seat else share * m.quiet


@kernel
def spread_now(s, t, m):
    """Return the uncertainty about a combat, which falls with the cards left in the hands."""
    n = 0.0
    for seat in range(t.seat_n):
        n += m.ready[seat] * popcount(s.in_zone[seat, IN.HAND])
    return m.w[W.SPREAD] * (m.w[W.CALM] + (1.0 - m.w[W.CALM]) * min(n, FULL_HANDS) / FULL_HANDS)


@kernel
def settle(s, t, place, m):
    """Work out the expected margin and value of a place, unless that has been done in this decision."""
    if not has(m.pending, place):
        return
    m.pending &= ~bit(place)
    margin = expected_margin(s, t, place, np.int64(s.actor), m)
    m.margin[place] = margin
    m.value[place] = side_value(t, place, m.side, margin, m, m.spread)
    for n in range(1, LIFTS):
        m.lift[place, n] = np.nan  # few are asked for


@kernel
def holding(margin, spread):
    """Return the chance that the defense holds with an expected margin of icons (a tie holds)."""
    x = (margin + 0.5) / spread
    return 0.5 + 0.5 * x / np.sqrt(1.0 + x * x)


@kernel
def defender_value(t, place, margin, m, spread):
    """Return what the combat is worth to the defender, in points, at an expected margin."""
    chance = holding(margin, spread)
    if not is_path(place):
        return m.w[W.POINT] * t.place_points[place] * (2.0 * chance - 1.0)
    excess = 0.5 * (np.sqrt(margin * margin + spread * spread) - margin)
    return m.w[W.PATH_POINT] * t.place_points[place] * chance - m.w[W.CORRUPTION] * excess


@kernel
def side_value(t, place, side, margin, m, spread):
    """Return what the combat is worth to `side`."""
    value = defender_value(t, place, margin, m, spread)
    return -value if attacking_side(t, place) == side else value


@kernel
def gain(s, t, place, side, n, m):
    """Return what `n` more icons of `side` at an assessed place are worth to that side."""
    if 0 <= n < LIFTS:
        return lift(s, t, place, n, m)
    settle(s, t, place, m)
    change = -n if attacking_side(t, place) == side else n
    return side_value(t, place, side, m.margin[place] + change, m, m.spread) - m.value[place]


@kernel
def lift(s, t, place, n, m):
    """Return what a few more icons of the deciding side at an assessed place are worth; kept in `m.lift`."""
    if n == 0:
        return 0.0
    settle(s, t, place, m)
    if m.lift[place, n] != m.lift[place, n]:
        change = -n if attacking_side(t, place) == m.side else n
        value = side_value(t, place, m.side, m.margin[place] + change, m, m.spread)
        m.lift[place, n] = value - m.value[place]
    return m.lift[place, n]


@kernel
def present(s, t, card, side, m):
    """Return the most that a card in hand could bring with its printed icons to a combat of this round."""
    best = 0.0
    rest = t.battlegrounds[card] & s.active
    while rest != 0:
        place = lowest_bit(rest)
        rest &= rest - 1
        kind = ICON.BG_ATTACK if attacking_side(t, place) == side else ICON.BG_DEFENSE
        best = max(best, lift(s, t, place, min(np.int64(t.icons[card, kind]), LIFTS - 1), m))
    if s.path != NONE and has(t.paths[card], s.path):
        n = min(np.int64(t.icons[card, ICON.PATH]), LIFTS - 1)
        best = max(best, lift(s, t, BATTLEGROUNDS + np.int64(s.path), n, m))
    return best

"""Why an action is not legal, in words, with the rule that forbids it."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.rules import feasible, limits, numbers, play, zones
from mazarbul.sim.games.lotr_lcg.rules.windows import is_user
from mazarbul.sim.games.lotr_lcg.text.moves import PARTS
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.places import place_of
from mazarbul.sim.notation.moves import Moves


def _where(names: Names, s: np.record, card: int) -> str:
    """Return where a card is, in words."""
    place = place_of(names, s, card)
    word, _, rest = place.partition(" ")
    owner = card // ids.BLOCK
    whose = "the encounter" if owner == ids.ENCOUNTER else f"{names.seats[owner]}'s"
    plain = {
        "deck": f"in {whose} deck",
        "hand": f"in {whose} hand",
        "discard": f"in {whose} discard pile",
        "victory": "in the victory area",
        "aside": "set aside",
        "out": "not in this game",
        "staging": "in the staging area",
        "active": "the active location",
        "engaged": f"engaged with {rest}",
        "controlled": f"in play under {rest}'s control",
        "shadow_of": f"a shadow card of {rest}",
        "on_deck": f"on the deck of {rest}",
    }
    return plain.get(word, place)


# Playing and using --------------------------------------------------------------------------------


def _why_no_play(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a card cannot be played from hand."""
    t, text = names.tables, names.card(card)
    kind = names.entries[card]["type"]
    if card // ids.BLOCK != seat or s.zone[card] != ids.ZONE.HAND:
        return f"{text} is not in {names.seats[seat]}'s hand; it is {_where(names, s, card)}"
    if s.decision == actions.PLANNING and kind == "event":
        return f"{text} is an event; events are played in action windows or as responses (LCG-6.1)"
    if s.decision == actions.WINDOW and kind != "event":
        return f"{text} is an {kind}; these can only be played in the planning phase (LCG-6.1)"
    payment = _why_not_paid(names, s, seat, card)
    if payment is not None:
        return payment
    if kind == "event":
        return _why_no_event(names, s, card)
    if feasible.is_unique_in_play(s, t, card):
        return f"{text} is unique and a card of that title is in play (LCG-23.1)"
    if kind == "attachment":
        return f"there is nothing in play that {text} can be attached to (LCG-6.10)"
    return "the players have already played as many allies as they may this round (LCG-28.11)"


def _why_not_paid(names: Names, s: np.record, seat: int, card: int) -> str | None:
    """Return why a card cannot be paid for, None if it can."""
    t, text, cost = names.tables, names.card(card), int(names.tables.cost[card])
    sphere = int(t.sphere[card])
    if not play.has_match(s, t, seat, sphere):
        return f"{names.seats[seat]} has no hero with the {ids.SPHERES[sphere]} icon for {text} (LCG-6.3)"
    if cost == COST_X:
        return None
    is_apart = bool(t.pays_apart[card])
    n = int(play.pool(s, t, seat, sphere, 0, is_apart))
    if n >= cost:
        return None
    which = "that match" if sphere != ids.SPHERE.NEUTRAL else "of all heroes"
    apart = ", one of each hero (LCG-6.13)" if is_apart else " (LCG-6.3)"
    return f"{text} costs {cost}, and the resources {which} are {n}{apart}"


def _why_no_event(names: Names, s: np.record, card: int) -> str:
    """Return why the text of an event cannot be used in this window."""
    t, text = names.tables, names.card(card)
    first = int(t.effect_first[card])
    effects = [t.effects[first + i] for i in names.texts(card, (ids.ON.ACTION,))]
    if not effects:
        return f"{text} is played in response to something, not in a window (LCG-20.3)"
    phases = {int(effect.phase) for effect in effects}
    if ids.NONE not in phases and s.phase not in phases:
        wanted = " or ".join(ids.PHASE_NAMES[phase] for phase in sorted(phases))
        return f"{text} can only be played in the {wanted} phase (LCG-20.2)"
    return f"the cost of {text} cannot be paid in full, or its choice has no candidate (LCG-22.1)"


def _why_no_use(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why an action of a card in play cannot be used."""
    t, text = names.tables, names.card(card)
    if not zones.in_play(s, card):
        return f"{text} is not in play; it is {_where(names, s, card)} (LCG-20.2)"
    if s.captive == card:
        return f"{text} is the prisoner and has no text (LCG-28.14)"
    first = int(t.effect_first[card])
    uses = names.texts(card, (ids.ON.ACTION,))
    if not any(is_user(s, t.effects[first + i].by, card, seat) for i in uses):
        return f"{names.seats[seat]} does not control {text} (LCG-20.2)"
    if not any(limits.is_within_limit(s, t, first + i, card, seat) for i in uses):
        return f"{text} was already used as often as its limit allows (LCG-4.5)"
    if zones.is_exhausted(s, card):
        return f"{text} is exhausted (LCG-2.4), or its text has no candidate (LCG-22.1)"
    return f"the cost of {text} cannot be paid in full, or its choice has no candidate (LCG-22.1)"


def _why_no_response(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a card cannot respond now."""
    if card < ids.STAGE_SOURCE and s.zone[card] == ids.ZONE.HAND and card // ids.BLOCK == seat:
        payment = _why_not_paid(names, s, seat, card) if names.tables.cost[card] >= 0 else None
        if payment is not None:
            return payment
    return f"{names.source(card)} has no response to what has happened, or has already responded (LCG-20.3)"


def _why_no_payment(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a hero cannot pay the next resource."""
    if not has(zones.heroes_of(s, names.tables, seat), card % ids.BLOCK) or card // ids.BLOCK != seat:
        return f"{names.card(card)} is not a hero that {names.seats[seat]} can pay from (LCG-6.8)"
    if s.tokens[card] == 0:
        return f"{names.card(card)} has no resources (LCG-6.3)"
    return f"{names.card(card)} does not match, or comes before a hero who has already paid (LCG-6.3, D-04)"


def _why_no_host(names: Names, s: np.record, _seat: int, card: int, _b: int) -> str:
    return f"{names.card(card)} is {_where(names, s, card)} and not a legal host (LCG-6.10)"


# Characters ---------------------------------------------------------------------------------------


def _why_not_ready(names: Names, s: np.record, seat: int, card: int) -> str | None:
    """Return why a character cannot be used by a player at all, None if it can."""
    text = names.card(card)
    if s.captive == card:
        return f"{text} is the prisoner (LCG-28.14)"
    if zones.controller(s, card) != seat:
        return f"{names.seats[seat]} does not control {text}, which is {_where(names, s, card)}"
    if names.entries[card]["type"] not in ("hero", "ally"):
        return f"{text} is not a character (LCG-2.1)"
    if zones.is_exhausted(s, card):
        return f"{text} is exhausted (LCG-2.4)"
    return None


def _why_no_commitment(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    late = f"{names.card(card)} is already selected, or comes before one who is (LCG-7.1, D-09)"
    return _why_not_ready(names, s, seat, card) or late


def _why_no_defense(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a character cannot defend; a Sentinel of another player may when it is offered."""
    reason = _why_not_ready(names, s, seat, card)
    if reason is not None:
        return reason
    if numbers.flag(s, names.tables, words.MODIFIER.CANNOT_DEFEND, card):
        return f"{names.card(card)} cannot defend because of a text"
    return f"{names.card(card)} has no Sentinel (LCG-13.6)"


def _why_no_attacker(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    reason = _why_not_ready(names, s, seat, card)
    if reason is not None:
        return reason
    if numbers.flag(s, names.tables, words.MODIFIER.CANNOT_ATTACK, card):
        return f"{names.card(card)} cannot attack because of a text"
    return f"{names.card(card)} needs Ranged, or a text that lets it attack staging alone (LCG-14.2)"


# The encounter side -------------------------------------------------------------------------------


def _why_no_travel(names: Names, s: np.record, _seat: int, card: int, _b: int) -> str:
    """Return why the group cannot travel to a card."""
    if place_of(names, s, card) != "staging" or names.entries[card]["type"] != "location":
        return (
            f"{names.card(card)} is not a location in the staging area; "
            f"it is {_where(names, s, card)} (LCG-10.1)"
        )
    options = [unpacked(int(code))[1] for code in s.options[: s.option_n]]
    if any(numbers.flag(s, names.tables, words.MODIFIER.MUST_TRAVEL, option) for option in options if option):
        return f"{names.card(options[0])} must be travelled to (LCG-10.3)"
    return f"the Travel cost of {names.card(card)} cannot be paid in full (LCG-10.2)"


def _why_no_stay(names: Names, s: np.record, _seat: int, _card: int, _b: int) -> str:
    option = unpacked(int(s.options[0]))[1]
    return f"{names.card(option)} must be travelled to (LCG-10.3)"


def _why_no_engagement(names: Names, s: np.record, _seat: int, card: int, _b: int) -> str:
    """Return why an enemy cannot be engaged now."""
    if place_of(names, s, card) != "staging":
        return f"{names.card(card)} is not in the staging area; it is {_where(names, s, card)} (LCG-11.1)"
    if s.decision == actions.ENGAGE_TIE:
        return f"{names.card(card)} does not have the highest engagement cost up to the threat (LCG-11.2)"
    return f"a text forbids engaging {names.card(card)} by choice (LCG-11.1)"


def _why_no_next(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why an enemy cannot be the next to attack."""
    if zones.engaged_with(s, card) != seat:
        where = _where(names, s, card)
        return f"{names.card(card)} is not engaged with {names.seats[seat]}; it is {where} (LCG-13.1)"
    if has(s.has_attacked[card // ids.BLOCK], card % ids.BLOCK):
        return f"{names.card(card)} has already attacked in this phase (LCG-13.2)"
    return f"a text keeps {names.card(card)} from attacking (LCG-13.4)"


def _why_no_attack(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a player cannot attack an enemy."""
    if has(s.struck[seat, card // ids.BLOCK], card % ids.BLOCK):
        return f"{names.seats[seat]} has already attacked {names.card(card)} in this phase (LCG-14.1)"
    where = _where(names, s, card)
    return f"{names.card(card)} is {where}, and no ready character can attack it (LCG-14.2)"


def _why_no_x(names: Names, s: np.record, seat: int, _card: int, _b: int) -> str:
    pools = ", ".join(
        f"{names.card(seat * ids.BLOCK + i)} {s.tokens[seat * ids.BLOCK + i]}"
        for i in members(zones.heroes_of(s, names.tables, seat))
    )
    return f"X must be payable by matching pools ({pools}) and leave the text a candidate (LCG-6.11)"


def _why_not_picked(names: Names, s: np.record, _seat: int, card: int, _b: int) -> str:
    return f"{names.card(card)} is {_where(names, s, card)}; the text does not mean it"


#: The notation of this game's actions.
MOVES = Moves(
    kinds=actions.KINDS,
    parts=PARTS,
    reasons={
        actions.PLAY: _why_no_play,
        actions.USE: _why_no_use,
        actions.RESPOND: _why_no_response,
        actions.PAY: _why_no_payment,
        actions.CHOOSE_X: _why_no_x,
        actions.HOST: _why_no_host,
        actions.COMMIT: _why_no_commitment,
        actions.DEFEND: _why_no_defense,
        actions.SENTINEL: _why_no_defense,
        actions.ATTACKER: _why_no_attacker,
        actions.TRAVEL: _why_no_travel,
        actions.STAY: _why_no_stay,
        actions.ENGAGE: _why_no_engagement,
        actions.ENGAGE_TIE: _why_no_engagement,
        actions.NEXT_ATTACKER: _why_no_next,
        actions.ATTACK: _why_no_attack,
        **dict.fromkeys(members(actions.PICKS), _why_not_picked),
    },
)

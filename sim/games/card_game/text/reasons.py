"""Why an action is not legal, in words, with the rule that forbids it."""

from __future__ import annotations

from functools import partial

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.rules import modifiers, turns, zones
from mazarbul.sim.games.card_game.text.moves import PARTS
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.notation.moves import Moves


def where(names: Names, s: np.record, card: int) -> str:
    """Return where a card is, in words."""
    zone = int(s.zone[card])
    owner = names.seats[names.tables.owner[card]]
    plain = {
        ids.IN.DECK: f"in {owner}'s draw deck",
        ids.IN.HAND: f"in {owner}'s hand",
        ids.IN.LIMBO: "set aside",
        ids.IN.CYCLE_PILE: f"in {owner}'s cycle pile",
        ids.IN.ELIMINATED: "eliminated",
        ids.IN.RESERVE: f"in {owner}'s reserve",
        ids.IN.RESOLVING: "being resolved",
        ids.IN.PATH: "on the path",
    }
    if zone == ids.IN.WIELDER:
        return f"on {names.card(s.wielder[card])}"
    if zone >= ids.IN.BATTLEGROUND:
        return f"at {names.place(zone - ids.IN.BATTLEGROUND)}"
    return plain.get(zone, "not in this game")


def _why_no_pass(names: Names, s: np.record, seat: int, _a: int, _b: int) -> str:
    """Return why the seat cannot pass."""
    t = names.tables
    limit = modifiers.carryover_limit(s, t, seat)
    others = ", ".join(
        f"{names.seats[other]} {turns.hand_size(s, other)}"
        for other in range(int(t.seat_n))
        if t.seat_side[other] != t.seat_side[seat]
    )
    size = turns.hand_size(s, seat)
    return f"its hand of {size} is above its limit of {limit} and not below every enemy's ({others}) (CG-6.5)"


def _why_no_ring(names: Names, s: np.record, seat: int, _a: int, _b: int) -> str:
    """Return why the Ring token cannot be used."""
    if names.tables.ring_mode[seat] == ids.RING_MODE.NONE:
        return f"{names.seats[seat]} has no Ring token in this scenario (CG-3.1)"
    if not s.ring[seat]:
        return f"{names.seats[seat]} has used its Ring token (CG-8.5)"
    return "there is no card to draw (CG-8.5)"


def _why_not_put(names: Names, s: np.record, seat: int, card: int, spot: int, zone: int) -> str:
    """Return why a card cannot be played or moved from a zone to a spot."""
    t, text = names.tables, names.card(card)
    if t.owner[card] != seat:
        return f"{text} belongs to {names.seats[t.owner[card]]}"
    if s.zone[card] != zone:
        wanted = {ids.IN.HAND: "in hand", ids.IN.LIMBO: "set aside", ids.IN.RESERVE: "in reserve"}[zone]
        return f"{text} is not {wanted}, but {where(names, s, card)}"
    side, i = divmod(card, ids.SIDE_CARDS)
    if zone == ids.IN.RESERVE and int(s.fresh[side]) >> i & 1:
        return f"{text} was played this round and is fresh (CG-7.21)"
    if zone != ids.IN.RESERVE and t.type[card] != ids.TYPE.ARMY and int(s.played[side]) >> i & 1:
        return f"{text} was already played this round (CG-7.22)"
    if t.type[card] == ids.TYPE.ITEM:
        return _why_no_wielder(names, s, card, spot)
    if t.type[card] == ids.TYPE.EVENT:
        return "its text would do nothing now, or its cost cannot be paid (CG-7.18, CG-13.6)"
    if spot == ids.SPOT.PATH:
        return _why_not_on_path(names, s, card)
    if ids.SPOT.BATTLEGROUND <= spot < ids.SPOT.WIELDER:
        return _why_not_at(names, s, card, spot - ids.SPOT.BATTLEGROUND)
    return "that is not a spot for it"


def _why_not_on_path(names: Names, s: np.record, card: int) -> str:
    """Return why a card cannot be on the active path."""
    t = names.tables
    if s.path == ids.NONE:
        return "no path is active"
    if t.type[card] == ids.TYPE.ARMY:
        return "armies cannot be on a path (CG-7.6)"
    if not int(t.paths[card]) >> int(s.path) & 1:
        numbers = sorted({int(t.path_number[p]) for p in members(t.paths[card])})
        allowed = f"paths {' '.join(map(str, numbers))}" if numbers else "no path"
        path = f"{names.path(s.path)} is a path {t.path_number[s.path]}"
        return f"{path}; {names.card(card)} may be on {allowed} (CG-7.7)"
    return f"a text forbids {names.card(card)} the path now (CG-7.9)"


def _why_not_at(names: Names, s: np.record, card: int, battleground: int) -> str:
    """Return why a card cannot be at a battleground."""
    t = names.tables
    if not int(s.active) >> battleground & 1:
        return f"{names.place(battleground)} is not active"
    if not int(t.battlegrounds[card]) >> battleground & 1:
        faction = names.entries[card]["faction"]
        return f"{names.place(battleground)} does not list {faction} on its side (CG-7.6)"
    return f"a text forbids {names.card(card)} {names.place(battleground)} (CG-7.9)"


def _why_no_wielder(names: Names, s: np.record, item: int, spot: int) -> str:
    """Return why an item cannot be put on a character."""
    if spot < ids.SPOT.WIELDER:
        return f"{names.card(item)} is an item and goes on a wielder (CG-7.11)"
    t = names.tables
    side = item // ids.SIDE_CARDS
    i = spot - ids.SPOT.WIELDER
    wielder = side * ids.SIDE_CARDS + i
    if not int(t.wielders[item]) >> i & 1:
        return f"{names.card(wielder)} is not among its wielders (CG-7.11)"
    if not zones.is_on_table(s.zone[wielder]):
        return f"{names.card(wielder)} is not in play, but {where(names, s, wielder)} (CG-7.11)"
    return f"{names.card(wielder)} carries an item that excludes it (CG-7.16)"


def _why_no_use(names: Names, s: np.record, seat: int, card: int, _effect: int) -> str:
    """Return why an action of a card cannot be used."""
    t, text = names.tables, names.card(card)
    if not int(t.actors[seat]) >> card % ids.SIDE_CARDS & 1 or t.seat_side[seat] != card // ids.SIDE_CARDS:
        return f"{text} has no action for {names.seats[seat]} (CG-1.16)"
    if not zones.is_on_table(s.zone[card]):
        return f"{text} is not in play, but {where(names, s, card)} (CG-8.4)"
    side, i = divmod(card, ids.SIDE_CARDS)
    first = int(t.effect_first[card])
    effects = t.effects[first : first + int(t.effect_n[card])]
    if int(s.used[side]) >> i & 1 and any(effect.per_round for effect in effects):
        return f"{text} was already used this round"
    why = "its text does not work there, would do nothing or cannot be paid (CG-13.6)"
    return f"{text} is {where(names, s, card)}: {why}"


def _why_no_forsake(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a card cannot be forsaken."""
    if s.zone[card] in (ids.IN.RESERVE, ids.IN.HAND) and names.tables.owner[card] == seat:
        return f"{names.card(card)} is being played and cannot pay for itself (AM-9)"
    place = where(names, s, card)
    return f"{names.card(card)} is not in {names.seats[seat]}'s hand or reserve, but {place} (CG-9.5)"


def _why_not_in_hand(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    """Return why a card is not in the hand."""
    return f"{names.card(card)} is not in {names.seats[seat]}'s hand, but {where(names, s, card)}"


def _busy(names: Names, s: np.record) -> str | None:  # noqa: ARG001  (the contract of notations)
    """Return what the seat on turn must do; None for the usual words at other decisions."""
    return "is on turn and must choose what to do" if s.decision == actions.TURN else None


#: The notation of this game's actions.
MOVES = Moves(
    kinds=actions.KINDS,
    parts=PARTS,
    reasons={
        actions.PASS: _why_no_pass,
        actions.WINNOW: lambda *_: "winnowing needs two cards in hand (CG-8.3)",
        actions.RING: _why_no_ring,
        actions.PLAY: partial(_why_not_put, zone=ids.IN.HAND),
        actions.DIG_PLAY: partial(_why_not_put, zone=ids.IN.LIMBO),
        actions.MOVE: partial(_why_not_put, zone=ids.IN.RESERVE),
        actions.USE: _why_no_use,
        actions.CYCLE: _why_not_in_hand,
        actions.PAY: _why_not_in_hand,
        actions.CYCLE_HAND: _why_not_in_hand,
        actions.ELIMINATE_HAND: _why_not_in_hand,
        actions.TRIM: _why_not_in_hand,
        actions.FORSAKE: _why_no_forsake,
    },
    busy=_busy,
)

"""Why an action is not legal, in words, with the rule that forbids it."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.text.moves import FACE_NAMES, PARTS, piece_name
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.notation.moves import Moves, Why

FACE = ids.FACE
#: Kind of action -> the results that pay for it besides a Will of the West (BG-6).
PAID_BY: dict[int, tuple[int, ...]] = {
    actions.DRAW: (FACE.EVENT,),
    actions.MOVE: (FACE.CHARACTER, FACE.ARMY, FACE.ARMY_MUSTER),
    actions.ATTACK: (FACE.CHARACTER, FACE.ARMY, FACE.ARMY_MUSTER),
    actions.MUSTER: (FACE.MUSTER, FACE.ARMY_MUSTER),
    actions.POLITICS: (FACE.MUSTER, FACE.ARMY_MUSTER),
    actions.MINION: (FACE.MUSTER, FACE.ARMY_MUSTER),
    actions.VOICE: (FACE.MUSTER, FACE.ARMY_MUSTER),
    actions.WALK: (FACE.CHARACTER,),
    actions.SEPARATE: (FACE.CHARACTER,),
    actions.RIDE: (FACE.CHARACTER,),
    actions.CROWN: (),
}
ICON_FACES = (
    (FACE.CHARACTER,),
    (FACE.ARMY, FACE.ARMY_MUSTER),
    (FACE.MUSTER, FACE.ARMY_MUSTER),
)


def _side(names: Names, seat: int) -> int:
    return int(names.tables.seat_side[seat])


def _no_die(names: Names, s: np.record, seat: int, face: int) -> str | None:
    """Return that a side has no such unused die, if so."""
    if s.dice[_side(names, seat), face] == 0:
        return f"{names.seats[seat]} has no unused die with {FACE_NAMES[face]} (BG-4.2)"
    return None


def _does_not_pay(names: Names, s: np.record, seat: int, kind: int, face: int) -> str | None:
    """Return why a die does not pay for a kind of action, None if it may."""
    missing = _no_die(names, s, seat, face)
    if missing:
        return missing
    paid_by = PAID_BY.get(kind, tuple(FACE))
    is_messenger = face == FACE.MUSTER and kind in (actions.MOVE, actions.ATTACK)  # BG-6.6
    if face in paid_by or face == FACE.WILL or is_messenger:
        return None
    if not paid_by:
        return "only a Will of the West brings it (BG-8.9)"
    known = " or ".join(FACE_NAMES[i] for i in paid_by)
    return f"{FACE_NAMES[face]} does not pay for it: {known} does (BG-6)"


# What a side does with a die ------------------------------------------------------------------------


def _why_no_pass(names: Names, s: np.record, seat: int, _a: int, _b: int) -> str:
    side = _side(names, seat)
    own, other = int(s.dice_n[side]), int(s.dice_n[1 - side])
    return f"only a side with fewer unused dice passes; it is {own} against {other} (BG-3.6)"


def _why_no_waste(names: Names, s: np.record, seat: int, _a: int, face: int) -> str | None:
    return _no_die(names, s, seat, face)


def _why_no_ring(names: Names, s: np.record, seat: int, face: int, to: int) -> str | None:
    side = _side(names, seat)
    if s.rings[side] == 0:
        return f"{names.sides[side]} has no Elven Ring (BG-5.1)"
    if s.done & (ids.ONCE.RING_FREE, ids.ONCE.RING_SHADOW)[side]:
        return f"{names.sides[side]} has used an Elven Ring in this turn (BG-5.1)"
    if to == FACE.WILL and side == ids.SIDE.FREE_PEOPLES:
        return "an Elven Ring does not bring a Will of the West (BG-5.3)"
    if not has(int(names.tables.face_set[side]), to):
        return f"its dice have no {ids.FACES[to]} (BG-4.1)"
    return _no_die(names, s, seat, face) or "a Ring turns a die to another result (BG-5.1)"


def _why_no_draw(names: Names, s: np.record, seat: int, deck: int, face: int) -> str | None:
    if s.deck_n[_side(names, seat) * ids.DECK_N + deck] == 0:
        return f"the {ids.DECKS[deck]} deck is empty and is never reshuffled (BG-3.2)"
    return _does_not_pay(names, s, seat, actions.DRAW, face)


def _why_no_play(names: Names, s: np.record, seat: int, card: int, face: int) -> str:
    t, text = names.tables, names.card(card)
    missing = _why_not_in_hand(names, s, seat, card, 0) or _no_die(names, s, seat, face)
    if missing:
        return missing
    if not has(int(t.card_seats[card]), seat):
        return f"{text} is played by another seat (BG-18.7)"
    if face not in (FACE.EVENT, FACE.WILL, *ICON_FACES[t.icon[card]]):
        return f"{text} shows the icon {ids.ICONS[t.icon[card]]}, so {FACE_NAMES[face]} does not pay (BG-7.1)"
    return "its condition does not hold, or its text would do nothing now (BG-7.2, BG-4.4)"


def _plain(kind: int, otherwise: str) -> Why[Names]:
    """Return the reasons of a kind of action without rules of its own."""

    def why(names: Names, s: np.record, seat: int, _a: int, face: int) -> str:
        return _does_not_pay(names, s, seat, kind, face) or otherwise

    return why


def _why_no_politics(names: Names, s: np.record, seat: int, nation: int, face: int) -> str:
    t, name = names.tables, names.printed("nations", nation)
    if t.nation_side[nation] != t.seat_side[seat]:
        return f"{name} is a Nation of the enemy (BG-10.6)"
    if not has(int(t.seat_nations[seat]), nation):
        return f"{name} belongs to another seat (BG-18.6)"
    if s.steps[nation] == 0:
        return f"{name} is At War already (BG-10.6)"
    if s.steps[nation] == 1 and not has(int(s.active), nation):
        return f"{name} is passive and cannot go to war (BG-10.1)"
    otherwise = "a card on the table keeps passive Nations from advancing"
    return _does_not_pay(names, s, seat, actions.POLITICS, face) or otherwise


def _why_no_walk(names: Names, s: np.record, seat: int, _a: int, face: int) -> str:
    if _side(names, seat) != ids.SIDE.FREE_PEOPLES:
        return "the Free Peoples move the Fellowship (BG-6.3)"
    if not s.is_hidden:
        return "the Fellowship is revealed; it must hide first (BG-14.1)"
    paid = _does_not_pay(names, s, seat, actions.WALK, face)
    return paid or f"its Progress is {s.progress}, and cannot be higher (BG-14.1)"


def _why_no_hide(names: Names, s: np.record, seat: int, _a: int, face: int) -> str:
    if s.is_hidden:
        return "the Fellowship is hidden (BG-15.5)"
    otherwise = "only a Character result hides the Fellowship, or any die with Strider as Guide (BG-6.3)"
    return _no_die(names, s, seat, face) or otherwise


def _why_no_separation(names: Names, s: np.record, seat: int, _a: int, face: int) -> str:
    if s.members == 0:
        return "no Companion is in the Fellowship (BG-8.6)"
    if s.mordor != ids.NONE:
        return "nobody leaves the Fellowship on the Mordor Track (BG-16.7)"
    return _does_not_pay(names, s, seat, actions.SEPARATE, face) or "nobody can leave (BG-8.6)"


# Armies ---------------------------------------------------------------------------------------------


def _why_no_march(names: Names, s: np.record, seat: int, origin: int, to: int) -> str | None:
    t, place = names.tables, names.place
    side = _side(names, seat)
    if origin >= ids.REGIONS or to >= ids.REGIONS:
        return "a besieged Army never moves, and nobody marches into a Stronghold (BG-9.5)"
    if s.side_of[origin] != side:
        return f"no Army of {names.sides[side]} is in {place(origin)} (BG-9.1)"
    if to not in t.near[origin, : t.near_n[origin]]:
        return f"{place(to)} is not beside {place(origin)} (BG-9.3)"
    if s.side_of[to] == 1 - side:
        return f"an Army of {names.sides[1 - side]} is in {place(to)} (BG-9.3)"
    home = int(t.region_nation[to])
    barred = [n for n in members(int(s.nations[origin])) if not has(int(s.at_war), n) and n != home]
    if home != ids.NONE and len(barred) == int(s.nations[origin]).bit_count():
        who = ", ".join(names.printed("nations", n) for n in barred)
        return f"Nations that are not At War enter no foreign Nation: {who} (BG-9.4)"
    return "its figures have moved already, nobody leads it, or a card bars the way (BG-9.1, BG-9.2)"


def _why_no_strike(names: Names, s: np.record, seat: int, stand: int, at: int) -> str:
    t, place = names.tables, names.place
    side = _side(names, seat)
    if s.side_of[stand] != side:
        return f"no Army of {names.sides[side]} is in {place(stand)} (BG-11.1)"
    if s.side_of[at] != 1 - side:
        return f"no Army of {names.sides[1 - side]} is in {place(at)} (BG-11.1)"
    here, there = int(t.region_of[stand]), int(t.region_of[at])
    is_siege = here == there and max(stand, at) >= ids.BOX
    is_beside = max(stand, at) < ids.BOX and there in t.near[here, : t.near_n[here]]
    if not is_siege and not is_beside:
        return f"{place(at)} cannot be attacked from {place(stand)} (BG-11.1)"
    if not int(s.nations[stand]) & int(s.at_war):
        return f"no unit in {place(stand)} is of a Nation At War (BG-11.2)"
    return "nobody leads the Army, or a card bars the attack (BG-6.2)"


def _why_no_place(names: Names, s: np.record, seat: int, piece: int, region: int) -> str:
    t = names.tables
    nation, sort = divmod(piece, ids.PIECE_N)
    name, side = names.printed("nations", nation), int(t.nation_side[nation])
    where = names.printed("regions", region)
    if s.pool[nation, sort] == 0:
        return f"the pool has no {piece_name(names, piece)} (BG-9.8)"
    if not has(int(s.at_war), nation):
        return f"{name} is not At War (BG-9.8)"
    if t.region_nation[region] != nation or t.settlement[region] == ids.SETTLEMENT.NONE:
        return f"{where} is no Settlement of {name} (BG-9.8)"
    if s.control[region] != side:
        return f"{where} is held by the enemy (BG-1.14)"
    if t.stronghold[region] != ids.NONE and has(int(s.sieges), int(t.stronghold[region])):
        return f"{where} is under siege (BG-1.14)"
    if sort < ids.UNIT_N and s.unit_n[region] >= t.field_limit:
        return f"{where} is full (BG-1.11)"
    if sort == ids.PIECE.LEADER and s.unit_n[region] == 0:
        return f"no unit is in {where}, and a Leader is never alone (BG-1.12)"
    return f"{names.seats[seat]} cannot place it there; the second figure needs another Settlement (BG-9.8)"


def _why_no_loss(names: Names, s: np.record, _seat: int, nation: int, loss: int) -> str:  # noqa: ARG001
    what = ("Regular", "Elite", "Elite")[loss]
    why = f"no {what} of {names.printed('nations', nation)} takes part"
    return why + (", or only one hit is left (BG-11.13)" if loss == ids.LOSS.ELITE else " (BG-11.13)")


# The Fellowship and cards ---------------------------------------------------------------------------


def _why_not_in_reach(names: Names, s: np.record, _seat: int, region: int, _b: int) -> str:
    where = names.printed("regions", region)
    if s.bearers == ids.NONE:
        return "the Fellowship is on the Mordor Track (BG-15.2)"
    n = int(names.tables.distance[s.bearers, region])
    if n > s.progress:
        return f"{where} is {n} regions away, and the Progress is {s.progress} (BG-15.3)"
    return f"it cannot be revealed in {where}, a City or Stronghold of the Free Peoples (BG-14.14)"


def _why_not_guide(names: Names, s: np.record, _seat: int, figure: int, _b: int) -> str:
    name = names.printed("figures", figure)
    if not has(int(s.members), figure):
        return f"{name} is not in the Fellowship (BG-15.6)"
    return f"{name} does not have the highest Level there (BG-15.6)"


#: Zone of a card -> in words.
WHERE = {
    ids.ZONE.OUT: "not in this game",
    ids.ZONE.DECK: "in its deck",
    ids.ZONE.HAND: "in another hand",
    ids.ZONE.TABLE: "on the table",
    ids.ZONE.DISCARD: "in the discard pile",
    ids.ZONE.RESOLVING: "being played",
}


def _why_not_in_hand(names: Names, s: np.record, seat: int, card: int, _b: int) -> str | None:
    side, local = divmod(card, ids.BLOCK)
    if side == _side(names, seat) and has(int(s.hand[seat]), local):
        return None
    where = WHERE[int(s.zone[card])]
    return f"{names.card(card)} is not in the hand of {names.seats[seat]}: it is {where}"


def _why_no_tactic(names: Names, s: np.record, seat: int, card: int, _b: int) -> str:
    otherwise = "its condition for combat does not hold, or Combat cards are barred here (BG-12.1)"
    return _why_not_in_hand(names, s, seat, card, 0) or otherwise


def _busy(names: Names, s: np.record) -> str | None:  # noqa: ARG001  (the contract of notations)
    """Return what the seat on turn must do; None for the usual words at other decisions."""
    return "is on turn and must choose an action" if s.decision == actions.TURN else None


#: The notation of this game's actions.
MOVES = Moves(
    kinds=actions.KINDS,
    parts=PARTS,
    reasons={
        actions.PASS: _why_no_pass,
        actions.WASTE: _why_no_waste,
        actions.RING: _why_no_ring,
        actions.DRAW: _why_no_draw,
        actions.PLAY: _why_no_play,
        actions.MOVE: _plain(actions.MOVE, "no Army can move with it (BG-9.2)"),
        actions.ATTACK: _plain(actions.ATTACK, "no Army can attack with it (BG-11.2)"),
        actions.MUSTER: _plain(actions.MUSTER, "nothing can be mustered (BG-9.8)"),
        actions.POLITICS: _why_no_politics,
        actions.MINION: _plain(actions.MINION, "its conditions do not hold (BG-8.8)"),
        actions.CROWN: _plain(actions.CROWN, "its conditions do not hold (BG-8.9)"),
        actions.VOICE: _plain(actions.VOICE, "the Voice of Saruman can do nothing (BG-6.6)"),
        actions.RIDE: _plain(actions.RIDE, "no Character can move (BG-8.3, BG-8.4)"),
        actions.WALK: _why_no_walk,
        actions.HIDE: _why_no_hide,
        actions.SEPARATE: _why_no_separation,
        actions.MARCH: _why_no_march,
        actions.STRIKE: _why_no_strike,
        actions.PLACE: _why_no_place,
        actions.LOSE: _why_no_loss,
        actions.DECLARE: _why_not_in_reach,
        actions.REVEAL: _why_not_in_reach,
        actions.GUIDE: _why_not_guide,
        actions.DISCARD: _why_not_in_hand,
        actions.TACTIC: _why_no_tactic,
    },
    busy=_busy,
)

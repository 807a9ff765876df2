"""Turns the statements of a position into a state: places the cards, then fills every field."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.card_game import ids, kernel
from mazarbul.sim.games.card_game.frames import Turn
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.rules.zones import give, is_at_place, is_in_play, shuffle_deck
from mazarbul.sim.games.card_game.state import empty_state
from mazarbul.sim.games.card_game.text.position_reader import PILES, Item, PositionReader
from mazarbul.sim.notation.statements import name_cards


def build_state(reader: PositionReader) -> np.record:
    """Return a STATE record of a position, advanced to its first decision. Raises ScriptError."""
    s = make_state(reader)
    if reader.remains.lines:  # they describe the decision
        reader.remains.lay(s)
    else:
        DRIVER.advance(s, reader.t, reader.numbers.get("halt"))
    return s


def make_state(reader: PositionReader) -> np.record:
    """Return a STATE record of exactly what the statements of a position say. Raises ScriptError."""
    s, t = empty_state(), reader.t
    kernel.clear(s)
    kernel.stack_locations(s, t)
    s.is_logged = 1
    s.seed = reader.game_seed()
    s.game = reader.game
    name_cards(reader.names, reader.items)
    _fill_clock(reader, s, t)
    _fill_places(reader, s, t)
    for item in reader.items:
        _put(reader, s, t, item)
    _fill_decks(reader, s, t)
    _fill_marks(reader, s)
    if s.phase == ids.PHASE.ACTION:
        push(s, Turn.kind, int(t.slots[s.slot]))
    return s


def _fill_clock(reader: PositionReader, s: np.record, t: np.record) -> None:
    """Fill round, phase, slots and counters."""
    numbers, masks = reader.numbers, reader.masks
    s.round_number = numbers.get("round", 1)
    s.phase = numbers.get("phase", ids.PHASE.ACTION)
    s.start_slot = numbers.get("start", (s.round_number - 1) % t.slot_n)  # CG-4.4
    s.slot = numbers.get("turn", s.start_slot)
    s.passed = masks.get("passed", 0)
    s.corruption = numbers.get("corruption", 0)
    s.resolved_number = numbers.get("resolved", 0)
    s.turns = numbers.get("turns", 1)
    s.decisions = numbers.get("decisions", 0)
    for seat in range(t.seat_n):
        has_one = t.ring_mode[seat] != ids.RING_MODE.NONE
        s.ring[seat] = int(masks["ring"] >> seat & 1) if "ring" in masks else int(has_one)


def _fill_places(reader: PositionReader, s: np.record, t: np.record) -> None:
    """Fill decks, areas and active locations.

    A place that is not named is in its deck; paths with too low a number are set aside.
    """
    for place, (bare, attack, defense) in reader.active.items():
        s.place_attack[place], s.place_defense[place] = attack, defense
        if place >= ids.BATTLEGROUNDS:
            s.path = place - ids.BATTLEGROUNDS
        else:
            s.active |= 1 << place
            s.bare |= int(bare) << place
    for place, side in reader.areas.items():
        if place >= ids.BATTLEGROUNDS:
            s.path_area[side] |= 1 << place - ids.BATTLEGROUNDS
        else:
            s.bg_area[side] |= 1 << place
    used = mask_of([place for place in reader.locations if place < ids.BATTLEGROUNDS])
    for side in range(ids.SIDE_N):
        s.bg_deck[side] &= ~used
    s.last_path = _last_path(reader, s, t)
    if "path_deck" in reader.masks:
        s.path_deck = reader.masks["path_deck"]
        return
    gone = mask_of(place - ids.BATTLEGROUNDS for place in reader.locations if place >= ids.BATTLEGROUNDS)
    s.path_deck = mask_of(p for p in members(t.paths_all & ~gone) if t.path_number[p] >= s.last_path)


def _last_path(reader: PositionReader, s: np.record, t: np.record) -> int:
    """Return the number of the last active path: that of the active one, or one that fits the round."""
    if s.path != ids.NONE:
        return int(t.path_number[s.path])
    is_before = s.phase in (ids.PHASE.LOCATION, ids.PHASE.PATH)
    return reader.numbers.get("last_path", min(int(s.round_number) - int(is_before), int(t.last_number)))


def _put(reader: PositionReader, s: np.record, t: np.record, item: Item) -> None:
    """Put one card where the position names it."""
    names, card = reader.names, item.card
    kind, owner = names.entries[card]["type"], int(t.owner[card])
    if item.seat is not None and item.seat != owner:
        raise item.line.error(f"{item.token.text} belongs to {names.seats[owner]}", item.token)
    if item.wielder is not None:
        _check_item(reader, item, kind)
        give(s, card, item.wielder.card)
    elif item.zone == ids.IN.RESERVE or is_at_place(item.zone):
        if kind == "item":
            advice = f"{item.token.text} is an item: write it in [] after its wielder"
            raise item.line.error(advice, item.token)
        if kind == "event":
            raise item.line.error(f"{item.token.text} is an event and cannot be in play", item.token)
        if kind == "army" and item.zone == ids.IN.PATH:
            raise item.line.error(f"{item.token.text} is an army and cannot be on a path", item.token)
    side, bit = divmod(card, ids.SIDE_CARDS)
    s.zone[card] = item.zone
    s.in_zone[owner, item.zone] |= 1 << bit
    s.fresh[side] |= int(item.fresh) << bit
    s.attack_tokens[card], s.defense_tokens[card] = item.attack, item.defense
    s.in_play[side] |= int(is_in_play(item.zone)) << bit
    s.with_tokens[side] |= int(item.attack != 0 or item.defense != 0) << bit


def _check_item(reader: PositionReader, item: Item, kind: str) -> None:
    """Check that a card is an item, on a character of its side."""
    assert item.wielder is not None, "a card that is wielded has a wielder"
    wielder = reader.names.entries[item.wielder.card]
    if kind != "item":
        raise item.line.error(f"{item.token.text} is not an item", item.token)
    if wielder["type"] != "character":
        raise item.line.error(
            f"{wielder['id']} is not a character and cannot wield items", item.wielder.token
        )
    if wielder["side"] != reader.names.entries[item.card]["side"]:
        raise item.line.error(f"{wielder['id']} belongs to the other side", item.wielder.token)


def _fill_decks(reader: PositionReader, s: np.record, t: np.record) -> None:
    """Order every draw deck: the named cards from the top, then the rest shuffled."""
    for seat in range(t.seat_n):
        named = [
            item.card for item in reader.items if item.zone == ids.IN.DECK and t.owner[item.card] == seat
        ]
        first = int(t.seat_side[seat]) * ids.SIDE_CARDS
        rest = [first + i for i in members(t.deck[seat]) if s.zone[first + i] == ids.NONE]
        where = PILES[reader.rest.get(seat, "deck")]
        for card in rest:
            s.zone[card] = where
            s.in_zone[seat, where] |= 1 << card - first
        with np.errstate(over="ignore"):
            shuffle_deck(s, t, seat)
        shuffled = [int(card) for card in s.order[seat, : s.deck_n[seat]] if int(card) not in named]
        order = shuffled + named[::-1]
        s.order[seat, : len(order)] = order
        s.shuffle_n[seat] = reader.shuffles.get(reader.names.seats[seat], 1)
    for side, name in enumerate(reader.names.sides):
        s.bg_shuffle_n[side] = reader.shuffles.get(name, 0)


def _fill_marks(reader: PositionReader, s: np.record) -> None:
    """Fill the marks of cards and the permissions until the end of the round."""
    placed = {item.card for item in reader.items}
    for word, field in (("played", s.played), ("used", s.used), ("gone", s.gone)):
        for line, token in reader.lists.get(word, ()):
            copies = reader.names.find_card(line, token)
            card = next((card for card in copies if card in placed), copies[0])
            field[card // ids.SIDE_CARDS] |= 1 << card % ids.SIDE_CARDS
    for what, card, value in reader.facts:
        if what == "remembered":
            s.remembered[card] = value
        elif what == "activated":
            s.activated[card] = value
        else:
            s.grants[s.grant_n] = (value, card)
            s.grant_n += 1

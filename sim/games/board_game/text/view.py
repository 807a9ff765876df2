"""What a seat may know about a game, as plain data (BG-19.3).

Hidden are other hands, decks, and what others have discarded for their hand limit or offer a partner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position_items import counts_at, opened
from mazarbul.sim.games.board_game.text.position_words import ONCE


def view(names: Names, s: np.record, seat: int) -> dict[str, Any]:
    """Return what a seat knows: everything on the table, and its own hand."""
    s, t = opened(s), names.tables
    return {
        "seat": names.seats[seat],
        "turn": int(s.turn),
        "phase": ids.PHASE_NAMES[int(s.phase)],
        "acts": names.sides[s.on_turn],
        "leads": [names.seats[i] for i in s.leading if i != ids.NONE],
        "done": [word for word, bit in ONCE.items() if s.done & bit],
        "fellowship": _fellowship(names, s),
        "hunt": _hunt(names, s),
        "nations": {name: _nation(s, nation) for nation, name in enumerate(ids.NATIONS)},
        "captured": {
            names.regions[r]: names.sides[s.control[r]]
            for r in range(int(t.region_n))
            if s.control[r] != t.owner[r]
        },
        "points": dict(zip(names.sides, map(int, s.points), strict=True)),
        "map": {
            names.stands[stand]: found for stand in range(ids.REARGUARD + 1) if (found := _stand(s, stand))
        },
        "gone": [ids.FIGURES[f] for f in range(ids.FIGURE_N) if s.stand[f] == ids.AWAY.DEAD],
        "battle": _battle(names, s),
        "sides": {name: _side(names, s, side) for side, name in enumerate(names.sides)},
        "hands": {name: _held(names, s.hand, other, seat) for other, name in enumerate(names.seats)},
        "face_down": {name: _held(names, s.face_down, other, seat) for other, name in enumerate(names.seats)},
    }


def unseen(names: Names, s: np.record, viewer: int) -> dict[str, str]:
    """Return the cards that a seat does not see where they are, each with the deck that its back tells."""
    t, piles = names.tables, zip(s.deck, s.deck_n, strict=True)
    hidden = [int(card) for pile, n in piles for card in pile[:n]]
    for seat in range(len(names.seats)):
        if seat != viewer:
            first = int(t.seat_side[seat]) * ids.BLOCK
            hidden += [first + i for i in members(int(s.hand[seat]) | int(s.face_down[seat]))]
    return {names.card(card): ids.DECKS[t.card_pile[card] % ids.DECK_N] for card in hidden}


def _fellowship(names: Names, s: np.record) -> dict[str, Any]:
    return {
        "at": None if s.bearers == ids.NONE else names.regions[s.bearers],
        "mordor": None if s.mordor == ids.NONE else int(s.mordor),
        "progress": int(s.progress),
        "corruption": int(s.corruption),
        "is_hidden": bool(s.is_hidden),
        "guide": ids.FIGURES[s.guide],
        "members": [ids.FIGURES[f] for f in members(int(s.members))],
    }


def _hunt(names: Names, s: np.record) -> dict[str, Any]:
    """Return the Hunt Box, and how many tiles of each kind lie where."""
    fields = {"pool": s.tiles, "drawn": s.drawn, "specials": s.specials, "removed": s.removed}
    return {"box": dict(zip(names.sides, map(int, s.box), strict=True))} | {
        word: dict(Counter(names.kinds[names.tables.tile_kind[tile]] for tile in members(int(tiles))))
        for word, tiles in fields.items()
    }


def _nation(s: np.record, nation: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "steps": int(s.steps[nation]),
        "is_active": bool(int(s.active) >> nation & 1),
        "pool": dict(zip(ids.PIECES, map(int, s.pool[nation]), strict=True)),
    }
    if nation < ids.FREE_NATIONS:
        found["casualties"] = dict(zip(ids.PIECES, map(int, s.dead[nation]), strict=True))
    return found


def _stand(s: np.record, stand: int) -> dict[str, Any]:
    """Return the figures at a stand: by Nation and piece, and the Characters."""
    found: dict[str, Any] = {}
    for nation, counts in zip(ids.NATIONS, counts_at(s, stand).tolist(), strict=True):
        if any(counts):
            found[nation] = {piece: n for piece, n in zip(ids.PIECES, counts, strict=True) if n}
    figures = [ids.FIGURES[f] for f in members(int(s.who[stand]))]
    return found | ({"figures": figures} if figures else {})


def _battle(names: Names, s: np.record) -> dict[str, Any] | None:
    """Return the battle that is fought; a card of the enemy is seen once both are revealed (BG-12.2)."""
    if s.battle == ids.NONE:
        return None
    return {
        "kind": ids.BATTLES[s.battle],
        "attacker": names.sides[s.battle_side],
        "from": names.stands[s.battle_stand[ids.ROLE.ATTACKER]],
        "at": names.stands[s.battle_stand[ids.ROLE.DEFENDER]],
        "round": int(s.battle_round),
        "cards": [_combat_card(names, int(card), s) for card in s.combat_card],
    }


def _combat_card(names: Names, card: int, s: np.record) -> str | None:
    """Return the Combat card of a side; until both are shown, only the deck that its back tells (BG-12.9)."""
    if card == ids.NONE:
        return None
    is_shown = s.zone[card] in (ids.ZONE.RESOLVING, ids.ZONE.DISCARD)
    return names.card(card) if is_shown else ids.DECKS[names.tables.card_pile[card] % ids.DECK_N]


def _side(names: Names, s: np.record, side: int) -> dict[str, Any]:
    """Return the dice, Rings and open cards of a side, and the numbers of cards in its decks."""
    first = side * ids.BLOCK
    unseen = int(np.bitwise_or.reduce(s.face_down[names.tables.seat_side == side]))
    piles = {word: int(s.deck_n[side * ids.DECK_N + deck]) for deck, word in enumerate(ids.DECKS)}
    return {
        "dice": {face: int(n) for face, n in zip(ids.FACES, s.dice[side], strict=True) if n},
        "action_dice": int(s.pool_dice[side]),
        "rings": int(s.rings[side]),
        "decks": piles,
        "table": _cards(names, first, members(int(s.table[side]))),
        "discards": _cards(names, first, members(int(s.discard[side]) & ~unseen)),
    }


def _held(names: Names, sets: np.ndarray, seat: int, viewer: int) -> list[str] | dict[str, int]:
    """Return a hand, or what a seat has discarded face down: its own cards, or how many of each deck.

    sets: [seat] set of cards. From which deck a card is, its back tells.
    """
    first = int(names.tables.seat_side[seat]) * ids.BLOCK
    held = list(members(int(sets[seat])))
    if seat == viewer:
        return _cards(names, first, held)
    backs = Counter(ids.DECKS[names.tables.card_pile[first + i] % ids.DECK_N] for i in held)
    return {deck: backs[deck] for deck in ids.DECKS}


def _cards(names: Names, first: int, local: Iterable[int]) -> list[str]:
    return [names.card(first + i) for i in local]

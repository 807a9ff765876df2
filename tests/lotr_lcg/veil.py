"""What is hidden from a player of the LCG, another way (LCG-30.4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from sim.engine.actions import a_of, packed, unpacked
from sim.engine.bits import mask_of, members
from sim.engine.frames import KIND
from sim.games.lotr_lcg import ids
from sim.games.lotr_lcg.frames import Attack, EnemyAttack, PlayerAttack, Window
from tests.playing import options

#: Fields of a state by what they hold of cards.
MASKS = (
    "hand", "in_deck", "in_discard", "looked", "in_play", "exhausted", "committed", "face_down", "varied",
    "damaged", "has_attacked", "blank",
)  # fmt: skip
MASKS_OF_PLAYERS = ("controlled", "engaged", "struck")
ENCOUNTER_MASKS = ("staging", "aside", "victory", "shadows", "guarded")
BY_CARD = (
    "zone", "form", "host", "first_on", "next_on", "first_shadow", "next_shadow", "damage", "blame", "tokens",
    "progress", "bonus", "order", "entered",
)  # fmt: skip
NUMBERS = ("deck", "discard", "host", "first_on", "next_on", "first_shadow", "next_shadow", "blame", "guard")
ATTACKS = (EnemyAttack.kind, PlayerAttack.kind)
CALM = (*ATTACKS, Window.kind)  # frames that speak of cards in a way that is known here


def hidden_cards(s, player: int, block: int) -> list[int]:
    """Return the cards of a block that a player cannot place."""
    known = int(s.known[player, block])
    deck = [int(card) for card in s.deck[block, : s.deck_n[block]]]
    found = deck[: len(deck) - known]
    first = block * ids.BLOCK
    if block == ids.ENCOUNTER:
        seen = int(s.shadow_known[player])
        found += [first + i for i in members(int(s.shadows) & ~seen)]
        offered = {a_of(code) for code in options(s)}
        if offered & set(deck):  # the deck is being searched: the player who searches sees its cards
            found = [card for card in found if card in deck and card not in offered]
        return found
    if block != player:
        found += [first + i for i in members(int(s.hand[block]))]
    if all(int(s.frames[i, KIND]) in CALM for i in range(s.frame_n)):
        found += [first + i for i in members(int(s.face_down[block]))]
    return found


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a state with everything hidden from the deciding player exchanged, and the changed action.

    Cards in decks, in other hands, and face down as shadow cards or enemies, change places.
    The records of the cards and the future random results change too.
    """
    player, names = int(s.actor), {}
    for block in (*range(int(t.player_n)), ids.ENCOUNTER):
        hidden = hidden_cards(s, player, block)
        names |= dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))
    other = renamed(s, names)
    other.seed = luck.getrandbits(64)
    other.game = luck.randrange(10**6)
    other.shuffle_n += luck.randrange(1, 9)
    other.random_n += luck.randrange(1, 9)
    other.card_record = [luck.randrange(2**20) for _ in other.card_record]
    other.harm_record = [luck.randrange(2**20) for _ in other.harm_record]
    other.keys = [luck.randrange(2**62) for _ in other.keys]
    return other, partial(exchanged, names=names)


def renamed(s, names: Mapping[int, int]):
    """Return a copy of a state in which every card of `names` is where, and what, its namesake was."""
    other = s.copy()
    for field in MASKS:
        other[field] = [moved(mask, block, names) for block, mask in enumerate(s[field])]
    for field in MASKS_OF_PLAYERS:
        other[field] = [[moved(mask, b, names) for b, mask in enumerate(row)] for row in s[field]]
    for field in ENCOUNTER_MASKS:
        other[field] = moved(s[field], ids.ENCOUNTER, names)
    for field in BY_CARD:
        for old, new in names.items():
            other[field][new] = s[field][old]
    for field in NUMBERS:
        flat = other[field].reshape(-1)
        flat[:] = [names.get(int(card), int(card)) for card in flat]
    other.shadow_known = [moved(mask, ids.ENCOUNTER, names) for mask in s.shadow_known]
    other.active = names.get(int(s.active), int(s.active))
    for i in range(s.frame_n):
        if s.frames[i, KIND] in ATTACKS:
            enemy = int(s.frames[i, Attack.enemy])
            other.frames[i, Attack.enemy] = names.get(enemy, enemy)
    other.options[: s.option_n] = [exchanged(code, names) for code in options(s)]
    return other


def moved(mask: int, block: int, names: Mapping[int, int]) -> int:
    """Return a set of cards of a block with the exchange of cards made."""
    first = block * ids.BLOCK
    return mask_of(names.get(first + i, first + i) - first for i in members(int(mask)))


def exchanged(code: int, names: Mapping[int, int]) -> int:
    """Return an action with the exchange of cards made."""
    kind, card, target = unpacked(code)
    is_about_face_down = card in names
    return packed(kind, names[card], target) if is_about_face_down else code

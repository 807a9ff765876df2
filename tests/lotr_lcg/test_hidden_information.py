"""A bot decides from what its player may know (LCG-30.4): whatever is hidden from it, it chooses the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pytest

from sim.engine.actions import a_of, packed, unpacked
from sim.engine.bits import mask_of, members
from sim.engine.frames import KIND
from sim.engine.machine import Choose
from sim.games.lotr_lcg import ids, kernel
from sim.games.lotr_lcg.content.tables import QuestTables
from sim.games.lotr_lcg.frames import Attack, Context, EnemyAttack, PlayerAttack, Window
from tests.lotr_lcg.games import options, random_game, tables
from tests.lotr_lcg.invariants import check
from tests.lotr_lcg.players import Player, bot_game

WORLDS = {
    "alone in Mirkwood": ("passage_through_mirkwood", "spirit"),
    "two in Mirkwood": ("passage_through_mirkwood", "leadership", "lore"),
    "two on the river": ("journey_down_the_anduin", "tactics", "spirit"),
    "three in the tower": ("escape_from_dol_guldur", "lore", "leadership", "tactics"),
}
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


# What is hidden ---------------------------------------------------------------------------------


def hidden_cards(s, player: int, block: int) -> list[int]:
    """Return the cards of a block of which a player does not know which is where."""
    known = int(s.known[player, block])
    deck = [int(card) for card in s.deck[block, : s.deck_n[block]]]
    found = deck[: len(deck) - known]
    first = block * ids.BLOCK
    if block == ids.ENCOUNTER:
        seen = int(s.shadow_known[player])
        found += [first + i for i in members(int(s.shadows) & ~seen)]
        offered = {a_of(code) for code in options(s)}
        if offered & set(deck):  # the deck is being searched: who searches sees what is in it
            found = [card for card in found if card in deck and card not in offered]
        return found
    if block != player:
        found += [first + i for i in members(int(s.hand[block]))]
    if all(int(s.frames[i, KIND]) in CALM for i in range(s.frame_n)):
        found += [first + i for i in members(int(s.face_down[block]))]
    return found


def veiled(s, ct: QuestTables, luck: random.Random):
    """Return a copy of a state with what is hidden from the deciding player exchanged, and the exchange.

    Of the cards in decks, in other hands, face down as shadow cards and as enemies, others lie in each place.
    So do the records of the cards and what is still to be drawn by lot.
    """
    player, names = int(s.actor), {}
    for block in (*range(int(ct.records[0].player_n)), ids.ENCOUNTER):
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
    return other, names


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


# What must not depend on it ---------------------------------------------------------------------


def leaks(states: Iterable, ct: QuestTables, choose: Callable, seed: int) -> list[str]:
    """Return the decisions of a game in which what is hidden changes the choice."""
    luck, found = random.Random(seed), []
    for s in states:
        if kernel.is_over(s):
            break
        chosen = choose(s)
        other, names = veiled(s, ct, luck)
        if choose(other) != exchanged(chosen, names):
            found.append(f"decision {s.decisions} of player {s.actor}, kind {s.decision}")
    return found


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_LCG_30_4_what_is_hidden_does_not_change_the_choice(world, bot):
    """LCG-30.4: of the heuristic bot, in positions that either bot's play leads to."""
    ct = tables(*WORLDS[world])
    for game in range(3):
        assert not leaks(bot_game(ct, bot, 61, game), ct, Player(ct, "heuristic"), seed=game)


LEAKS = {
    "knows the next encounter card": lambda s, player: s.deck[ids.ENCOUNTER, s.deck_n[ids.ENCOUNTER] - 1],
    "knows its next card": lambda s, player: s.deck[player, s.deck_n[player] - 1],
    "reads another hand": lambda s, player: s.hand[1 - player] % 1021,
    "reads the encounter deck": lambda s, player: s.in_deck[ids.ENCOUNTER] % 1021,
    "knows the seed": lambda s, player: s.seed % 1021,
    "reads the records": lambda s, player: s.card_record.sum(),
}
FAIR = {
    "counts another hand": lambda s, player: int(s.hand[1 - player]).bit_count(),
    "reads its own hand": lambda s, player: s.hand[player] % 1021,
    "reads the discard pile": lambda s, player: s.in_discard[ids.ENCOUNTER] % 1021,
    "reads the staging area": lambda s, player: s.staging % 1021,
    "counts the deck": lambda s, player: s.deck_n[ids.ENCOUNTER],
    "knows which cards it has not seen": lambda s, player: unseen(s, player) % 1021,
}


def unseen(s, player: int) -> int:
    return int(s.in_deck[ids.ENCOUNTER]) | int(s.shadows) & ~int(s.shadow_known[player])


def found_with(secret: Callable) -> list[str]:
    """Return the leaks of a bot whose choice is the number that `secret` reads, modulo the options."""
    ct = tables(*WORLDS["two in Mirkwood"])

    def choose(s) -> int:
        return options(s)[int(secret(s, int(s.actor))) % int(s.option_n)]

    states = (s for game in range(2) for s in random_game(ct, 3, game) if not kernel.is_over(s))
    return leaks(states, ct, choose, seed=1)


@pytest.mark.parametrize("secret", LEAKS.values(), ids=LEAKS.keys())
def test_the_check_finds_a_bot_that(secret):
    assert len(found_with(secret)) > 5


@pytest.mark.parametrize("fact", FAIR.values(), ids=FAIR.keys())
def test_the_check_has_nothing_against_a_bot_that(fact):
    assert not found_with(fact)


def test_a_veiled_state_is_a_state_of_the_game():
    """All holds that must hold of a state; what is public is as it was, and something differs."""
    ct, luck, changed = tables(*WORLDS["three in the tower"]), random.Random(2), 0
    t = ct.records[0]
    for s in bot_game(ct, "random", 9):
        if kernel.is_over(s):
            break
        other, names = veiled(s, ct, luck)
        check(other, t)
        for field in ("threat", "staging", "in_discard", "deck_n", "discard_n", "stage", "active", "tokens"):
            assert np.array_equal(s[field], other[field]) or field == "tokens"
        assert s.hand[s.actor] == other.hand[s.actor]
        changed += any(old != new for old, new in names.items())
    assert changed > 20


def test_a_card_looked_at_is_no_secret_to_who_has_seen_it():
    """D-08: the same bot leaves a harmless card on top of the encounter deck and puts a harmful one below."""
    ct = tables("passage_through_mirkwood", "lore")
    player, luck, seen = Player(ct, "heuristic"), random.Random(5), set()
    for game in range(12):
        for s in bot_game(ct, "heuristic", 5, game):
            if kernel.is_over(s):
                break
            is_choice = s.frame_n > 0 and s.frames[s.frame_n - 1, KIND] == Choose.kind
            if s.known[0, ids.ENCOUNTER] > 0 and is_choice:
                for _ in range(5):
                    seen.add(other_top(s, ct, player, luck))
    assert {0, 1} <= seen


def other_top(s, ct: QuestTables, player: Player, luck: random.Random) -> int:
    """Return the option the bot takes if another card lies on top of the encounter deck."""
    deck = [int(card) for card in s.deck[ids.ENCOUNTER, : s.deck_n[ids.ENCOUNTER]]]
    top, new = deck[-1], luck.choice(deck)
    other = renamed(s, {top: new, new: top})
    other.looked[ids.ENCOUNTER] = mask_of([new % ids.BLOCK])
    seen = other.frames[: s.frame_n, Context.it + ids.ENCOUNTER]
    seen[seen == mask_of([top % ids.BLOCK])] = mask_of([new % ids.BLOCK])
    return unpacked(player(other))[2]

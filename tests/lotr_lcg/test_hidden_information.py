"""The check of hidden information (LCG-30.4) finds what it is to find, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from mazarbul.sim.engine.actions import packed, unpacked
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Choose
from mazarbul.sim.games import kit
from mazarbul.sim.games.lotr_lcg import ids, kernel
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.game import GAME
from tests.every_game.hidden import leaks
from tests.every_game.worlds import PASSAGE, quest, random_play
from tests.lotr_lcg.games import bot_game, kit_of, tables
from tests.lotr_lcg.invariants import check
from tests.lotr_lcg.veil import veiled, with_names
from tests.marks import compiles
from tests.playing import options

pytestmark = compiles

TWO_IN_MIRKWOOD = quest(PASSAGE, "leadership", "lore")

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

    def choose(s) -> int:
        return options(s)[int(secret(s, int(s.actor))) % int(s.option_n)]

    matches = (match for index in range(2) for match in random_play(TWO_IN_MIRKWOOD, index))
    return leaks(matches, choose, seed=1)


@pytest.mark.parametrize("secret", LEAKS.values(), ids=LEAKS.keys())
def test_LCG_30_4_the_check_finds_a_bot_that(secret):
    assert len(found_with(secret)) > 5


@pytest.mark.parametrize("fact", FAIR.values(), ids=FAIR.keys())
def test_the_check_has_nothing_against_a_bot_that(fact):
    assert not found_with(fact)


@pytest.mark.slow
def test_a_veiled_state_is_a_state_of_the_game():
    """The state keeps its invariants and its public part, and something differs."""
    ct, luck, changed = tables("escape_from_dol_guldur", "lore", "leadership", "tactics"), random.Random(2), 0
    t = ct.record[0]
    for s in bot_game(ct, "random", 9):
        if kernel.is_over(s):
            break
        other, exchanged = veiled(s, t, luck)
        check(other, t)
        for field in ("threat", "staging", "in_discard", "deck_n", "discard_n", "stage", "active", "tokens"):
            assert np.array_equal(s[field], other[field]) or field == "tokens"
        assert s.hand[s.actor] == other.hand[s.actor]
        changed += any(exchanged(packed(0, card)) != packed(0, card) for card in range(ids.CARDS))
    assert changed > 20


def test_a_card_looked_at_is_no_secret_to_who_has_seen_it():
    """D-08: the same bot leaves a harmless card on top of the encounter deck and puts a harmful one below."""
    ct = tables("passage_through_mirkwood", "lore")
    choose, luck, seen = kit_of(ct).seat([GAME.bot("heuristic")]), random.Random(5), set()
    for game in range(12):
        for s in bot_game(ct, "heuristic", 5, game):
            if kernel.is_over(s):
                break
            is_choice = s.frame_n > 0 and s.frames[s.frame_n - 1, KIND] == Choose.kind
            if s.known[0, ids.ENCOUNTER] > 0 and is_choice:
                for _ in range(5):
                    seen.add(other_top(s, choose, luck))
    assert {0, 1} <= seen


def other_top(s, choose: kit.Choose, luck: random.Random) -> int:
    """Return the option the bot takes if another card is on top of the encounter deck."""
    deck = [int(card) for card in s.deck[ids.ENCOUNTER, : s.deck_n[ids.ENCOUNTER]]]
    top, new = deck[-1], luck.choice(deck)
    other = with_names(s, {top: new, new: top})
    other.looked[ids.ENCOUNTER] = mask_of([new % ids.BLOCK])
    seen = other.frames[: s.frame_n, Scope.it + ids.ENCOUNTER]
    seen[seen == mask_of([top % ids.BLOCK])] = mask_of([new % ids.BLOCK])
    return unpacked(choose(other))[2]

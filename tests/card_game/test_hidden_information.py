"""The check of hidden information (CG-2.6) finds what it should find, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from mazarbul.sim.games.card_game import actions, ids, kernel
from mazarbul.sim.games.card_game.content.tables import CardTables
from mazarbul.sim.games.card_game.frames import Combat
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.text.view import cards_of
from tests.card_game.games import SCENARIOS, check, check_decision, random_game, tables
from tests.card_game.veil import bit, in_play, veiled
from tests.every_game.hidden import leaks
from tests.every_game.worlds import World, card_game, kit_of, random_play
from tests.playing import options

pytestmark = pytest.mark.slow

TRILOGY, ONE_PERSON = card_game("trilogy"), card_game("trilogy", "one person runs a side", team_info=True)


def asked_again(s, ct: CardTables) -> tuple[int, int, list[int]]:
    """Return who decides, what, and the legal actions, computed again from the state."""
    s = s.copy()
    s.option_n = 0
    if s.decision == actions.SAVE:
        s.frames[s.frame_n - 1, Combat.stage] -= 1  # the combat's stage moves on as it asks
    DRIVER.advance(s, ct.record)
    return int(s.actor), int(s.decision), options(s)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_CG_2_7_what_is_hidden_does_not_change_the_legal_actions(scenario):
    """CG-2.6, CG-2.7: they are the same when computed again."""
    ct, luck = tables(scenario), random.Random(1)
    for s in random_game(ct, 61):
        if kernel.is_over(s):
            break
        asked = int(s.actor), int(s.decision), options(s)
        assert asked_again(s, ct) == asked, "asking again gives the same question"
        assert asked_again(veiled(s, ct.record, luck)[0], ct) == asked


LEAKS = {
    "reads an enemy's hand": lambda s, t, seat: s.in_zone[enemy(t, seat), ids.IN.HAND],
    "reads an enemy's cycle pile": lambda s, t, seat: s.in_zone[enemy(t, seat), ids.IN.CYCLE_PILE],
    "reads an enemy's unseen losses": lambda s, t, seat: s.in_zone[enemy(t, seat), ids.IN.ELIMINATED],
    "reads the partner's hand": lambda s, t, seat: s.in_zone[partner(t, seat), ids.IN.HAND],
    "reads the own draw deck": lambda s, t, seat: s.order[seat, 0],
    "reads an enemy's draw deck": lambda s, t, seat: s.order[enemy(t, seat), 0],
    "knows the seed": lambda s, t, seat: s.seed % 1021,
    "reads the records": lambda s, t, seat: s.card_record[ids.SIDE_CARDS * (1 - t.seat_side[seat])],
}
FAIR = {
    "counts an enemy's hand": lambda s, t, seat: len(cards_of(s, t, enemy(t, seat), ids.IN.HAND)),
    "reads the own hand": lambda s, t, seat: s.in_zone[seat, ids.IN.HAND],
    "knows what is in the own draw deck": lambda s, t, seat: s.in_zone[seat, ids.IN.DECK],
    "remembers what all saw eliminated": lambda s, t, seat: s.gone[0] ^ s.gone[1],
    "reads the reserves": lambda s, t, seat: np.bitwise_xor.reduce(s.in_zone[:, ids.IN.RESERVE]),
}


def enemy(t, seat: int) -> int:
    return next(i for i in range(4) if t.seat_side[i] != t.seat_side[seat])


def partner(t, seat: int) -> int:
    return next(i for i in range(4) if i != seat and t.seat_side[i] == t.seat_side[seat])


def found_with(secret: Callable, world: World = TRILOGY) -> list[str]:
    """Return the leaks of a bot whose choice is the number that `secret` reads, modulo the options."""
    t = kit_of(world).tables

    def choose(s) -> int:
        return options(s)[int(secret(s, t, int(s.actor))) % int(s.option_n)]

    return leaks(random_play(world), choose, seed=1)


@pytest.mark.parametrize("secret", LEAKS.values(), ids=LEAKS.keys())
def test_the_check_finds_a_bot_that(secret):
    assert len(found_with(secret)) > 5


@pytest.mark.parametrize("fact", FAIR.values(), ids=FAIR.keys())
def test_the_check_has_nothing_against_a_bot_that(fact):
    assert not found_with(fact)


def test_with_one_person_for_a_side_the_partners_hand_is_no_secret():
    assert not found_with(LEAKS["reads the partner's hand"], ONE_PERSON)


def test_the_top_card_is_known_to_the_owner_of_the_mirror():
    """Mirror of Galadriel in play (CG-13.4, peek_top): its owner may know the top of its draw deck."""
    ct, luck = tables("trilogy"), random.Random(4)
    mirror = next(card.index for card in ct.cards if ct.record.peekers[card.seat] & bit(card.index))
    owner = int(ct.record.owner[mirror])
    tops = {True: set(), False: set()}
    for s in random_game(ct, 5):
        if s.actor == owner and s.deck_n[owner] > 9:
            has_mirror = bool(in_play(s, owner) & bit(mirror))
            tops[has_mirror].add(
                all(
                    veiled(s, ct.record, luck)[0].order[owner, s.deck_n[owner] - 1]
                    == s.order[owner, s.deck_n[owner] - 1]
                    for _ in range(20)
                )
            )
    assert tops[False] == {False}
    assert tops[True] <= {True}


def test_a_veiled_state_is_a_state_of_the_game():
    """CG-2.9 holds in it, sizes and everything public are unchanged, and something differs."""
    ct, luck, changed = tables("duel3"), random.Random(2), 0
    public = (
        "wielder",
        "attack_tokens",
        "fresh",
        "played",
        "gone",
        "active",
        "bg_deck",
        "path_deck",
        "path_area",
        "corruption",
        "ring",
        "deck_n",
    )
    for s in random_game(ct, 9):
        if kernel.is_over(s):
            break
        other, _ = veiled(s, ct.record, luck)
        check(other, ct)
        check_decision(other, ct)
        assert all(np.array_equal(s[field], other[field]) for field in public)
        assert (np.bitwise_count(s.in_zone) == np.bitwise_count(other.in_zone)).all()
        assert (s.in_zone[s.actor] == other.in_zone[s.actor]).all()
        assert (s.in_zone[:, ids.IN.RESERVE :] == other.in_zone[:, ids.IN.RESERVE :]).all()
        changed += not np.array_equal(s.zone, other.zone)
    assert changed > 50

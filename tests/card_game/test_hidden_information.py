"""A bot decides from what its seat may know (CG-2.6): whatever is hidden from it, it chooses the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from sim.engine.bits import members
from sim.engine.frames import KIND
from sim.games.card_game import actions, driver, ids, kernel
from sim.games.card_game.content.tables import CardTables
from sim.games.card_game.frames import Combat, Dig
from tests.card_game.games import SCENARIOS, cards_of, check, check_decision, options, random_game, tables
from tests.card_game.players import Player, bot_game

PILES = (ids.DECK, ids.LIMBO, ids.CYCLE_PILE, ids.ELIMINATED)
WORLDS = {name: (name, {}) for name in SCENARIOS}
WORLDS["one person runs a side"] = ("trilogy", {"team_info": True})
WORLDS["other switches"] = (
    "trilogy",
    {
        "promos": True,
        "replaced_counts": False,
        "optional_forsake": True,
        "empty_actions": True,
        "joint": "enemy",
        "dig_order": "play_effects_first",
        "path_choice": "after_combat",
    },
)


# What is hidden ---------------------------------------------------------------------------------


def veiled(s, ct: CardTables, luck: random.Random):
    """Return a copy of a state in which all that is hidden from the deciding seat is another way.

    The other seats' cards in hand, limbo, draw deck, cycle pile, and those eliminated unseen, change places
    within each seat; the sizes stay. So do the order of every draw deck but for a top card the seat may
    look at, and what is still to be drawn by lot.
    """
    t, seat, other = ct.record, int(s.actor), s.copy()
    for owner in set(range(int(t.seat_n))) - {seat}:
        is_partner = t.seat_side[owner] == t.seat_side[seat]
        change_places(other, ct, owner, PILES if is_partner and t.team_info else (*PILES, ids.HAND), luck)
    for owner in range(int(t.seat_n)):
        is_known = owner == seat and t.peekers[seat] & in_play(s, ct, seat) != 0
        n = int(s.deck_n[owner]) - is_known
        order = [int(card) for card in other.order[owner, :n]]
        luck.shuffle(order)
        other.order[owner, :n] = order
    other.seed = luck.getrandbits(64)
    other.game = luck.randrange(10**6)
    other.shuffle_n += luck.randrange(1, 9)
    other.bg_shuffle_n += luck.randrange(1, 9)
    other.keys = [luck.randrange(2**62) for _ in other.keys]
    return other


def change_places(s, ct: CardTables, owner: int, zones: Iterable[int], luck: random.Random) -> None:
    """Let the seat's cards in the zones, but for those everybody saw eliminated, change places."""
    side = int(ct.record.seat_side[owner])
    hidden = [
        card
        for zone in zones
        for card in cards_of(s, ct, owner, zone)
        if zone != ids.ELIMINATED or not s.gone[side] >> card % ids.SIDE_CARDS & 1
    ]
    place = dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))
    zone, record = s.zone.copy(), s.card_record.copy()
    for card in place:
        s.in_zone[owner, zone[card]] &= ~bit(card)
    for card, new in place.items():
        s.in_zone[owner, zone[card]] |= bit(new)
        s.zone[new], s.card_record[new] = zone[card], record[card]
    order = s.order[owner, : s.deck_n[owner]]
    order[:] = [place.get(int(card), int(card)) for card in order]
    for frame in s.frames[: s.frame_n]:
        if frame[KIND] == Dig.kind and frame[Dig.seat] == owner:
            limbo = [side * ids.SIDE_CARDS + i for i in members(frame[Dig.limbo])]
            frame[Dig.limbo] = sum(int(bit(place.get(card, card))) for card in limbo)


def bit(card: int) -> np.int64:
    return np.int64(1) << np.int64(card % ids.SIDE_CARDS)


def in_play(s, ct: CardTables, seat: int) -> int:
    return int(np.bitwise_or.reduce(s.in_zone[seat, [ids.RESERVE, *range(ids.ON_WIELDER, ids.ZONES)]]))


def asked_again(s, ct: CardTables) -> tuple[int, int, list[int]]:
    """Return who decides, what, and the legal actions, worked out anew from the state."""
    s = s.copy()
    s.option_n = 0
    if s.decision == actions.SAVE:
        s.frames[s.frame_n - 1, Combat.stage] -= 1  # the combat's stage moves on as it asks
    driver.advance(s, ct.record)
    return int(s.actor), int(s.decision), options(s)


# What must not depend on it ---------------------------------------------------------------------


def leaks(states: Iterable, ct: CardTables, choose: Callable, seed: int) -> list[str]:
    """Return the decisions of a game in which what is hidden changes the legal actions or the choice."""
    luck, found = random.Random(seed), []
    for s in states:
        if kernel.is_over(s):
            break
        asked, chosen = (int(s.actor), int(s.decision), options(s)), choose(s)
        what = f"decision {s.decisions} of seat {s.actor}, {actions.KINDS.names[s.decision]}"
        assert asked_again(s, ct) == asked, f"{what}: asking again is not the same question"
        other = veiled(s, ct, luck)
        if asked_again(other, ct) != asked:
            found.append(f"{what}: other legal actions")
        elif choose(other) != chosen:
            found.append(f"{what}: another choice")
    return found


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_CG_2_7_what_is_hidden_does_not_change_the_choice(world, bot):
    """CG-2.6, CG-2.7: of the heuristic bot, in positions that either bot's play leads to."""
    name, switches = WORLDS[world]
    ct = tables(name, **switches)
    for game in range(2):
        assert not leaks(bot_game(ct, bot, 61, game), ct, Player(ct, "heuristic"), seed=game)


LEAKS = {
    "reads an enemy's hand": lambda s, ct, seat: s.in_zone[enemy(ct, seat), ids.HAND],
    "reads an enemy's cycle pile": lambda s, ct, seat: s.in_zone[enemy(ct, seat), ids.CYCLE_PILE],
    "reads an enemy's unseen losses": lambda s, ct, seat: s.in_zone[enemy(ct, seat), ids.ELIMINATED],
    "reads the partner's hand": lambda s, ct, seat: s.in_zone[partner(ct, seat), ids.HAND],
    "reads the own draw deck": lambda s, ct, seat: s.order[seat, 0],
    "reads an enemy's draw deck": lambda s, ct, seat: s.order[enemy(ct, seat), 0],
    "knows the seed": lambda s, ct, seat: s.seed % 1021,
    "reads the records": lambda s, ct, seat: s.card_record[ids.SIDE_CARDS * (1 - ct.record.seat_side[seat])],
}
FAIR = {
    "counts an enemy's hand": lambda s, ct, seat: len(cards_of(s, ct, enemy(ct, seat), ids.HAND)),
    "reads the own hand": lambda s, ct, seat: s.in_zone[seat, ids.HAND],
    "knows what is in the own draw deck": lambda s, ct, seat: s.in_zone[seat, ids.DECK],
    "remembers what all saw eliminated": lambda s, ct, seat: s.gone[0] ^ s.gone[1],
    "reads the reserves": lambda s, ct, seat: np.bitwise_xor.reduce(s.in_zone[:, ids.RESERVE]),
}


def enemy(ct: CardTables, seat: int) -> int:
    return next(i for i in range(4) if ct.record.seat_side[i] != ct.record.seat_side[seat])


def partner(ct: CardTables, seat: int) -> int:
    return next(i for i in range(4) if i != seat and ct.record.seat_side[i] == ct.record.seat_side[seat])


def found_with(secret: Callable, ct: CardTables) -> list[str]:
    """Return the leaks of a bot whose choice is the number that `secret` reads, modulo the options."""

    def choose(s) -> int:
        return options(s)[int(secret(s, ct, int(s.actor))) % int(s.option_n)]

    return leaks(random_game(ct, 3), ct, choose, seed=1)


@pytest.mark.parametrize("secret", LEAKS.values(), ids=LEAKS.keys())
def test_the_check_finds_a_bot_that(secret):
    assert len(found_with(secret, tables("trilogy"))) > 5


@pytest.mark.parametrize("fact", FAIR.values(), ids=FAIR.keys())
def test_the_check_has_nothing_against_a_bot_that(fact):
    assert not found_with(fact, tables("trilogy"))


def test_with_one_person_for_a_side_the_partners_hand_is_no_secret():
    assert not found_with(LEAKS["reads the partner's hand"], tables("trilogy", team_info=True))


def test_the_top_card_is_known_to_the_owner_of_the_mirror():
    """Mirror of Galadriel in play (CG-13.4, peek_top): its owner may know the top of the own draw deck."""
    ct, luck = tables("trilogy"), random.Random(4)
    mirror = next(card.index for card in ct.cards if ct.record.peekers[card.seat] & bit(card.index))
    owner = int(ct.record.owner[mirror])
    tops = {True: set(), False: set()}
    for s in random_game(ct, 5):
        if s.actor == owner and s.deck_n[owner] > 9:
            has_mirror = bool(in_play(s, ct, owner) & bit(mirror))
            tops[has_mirror].add(
                all(
                    veiled(s, ct, luck).order[owner, s.deck_n[owner] - 1]
                    == s.order[owner, s.deck_n[owner] - 1]
                    for _ in range(20)
                )
            )
    assert tops[False] == {False}
    assert tops[True] <= {True}


def test_a_veiled_state_is_a_state_of_the_game():
    """CG-2.9 holds in it, sizes and everything public are as they were, and something differs."""
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
        other = veiled(s, ct, luck)
        check(other, ct)
        check_decision(other, ct)
        assert all(np.array_equal(s[field], other[field]) for field in public)
        assert (np.bitwise_count(s.in_zone) == np.bitwise_count(other.in_zone)).all()
        assert (s.in_zone[s.actor] == other.in_zone[s.actor]).all()
        assert (s.in_zone[:, ids.RESERVE :] == other.in_zone[:, ids.RESERVE :]).all()
        changed += not np.array_equal(s.zone, other.zone)
    assert changed > 50

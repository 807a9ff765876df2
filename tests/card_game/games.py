"""Games for tests: tables made once, random play, and what must hold at every decision (CG-2.9)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np

from sim.games.card_game import actions, ids, kernel
from sim.games.card_game.loading import load_data
from sim.games.card_game.state import empty_state
from sim.games.card_game.tables import CardTables, make_tables

SCENARIOS = ("trilogy", "duel", "duel3", "fellowship")
MOST_DECISIONS = 20_000


@cache
def tables(scenario: str, **switches: object) -> CardTables:
    """Return the tables of a scenario with switches."""
    return make_tables(load_data(scenario, switches))


def start(ct: CardTables, seed: int = 1, game: int = 0):
    """Return the state of a new game at its first decision."""
    s = empty_state()
    with np.errstate(over="ignore"):
        kernel.new_game(s, ct.record, seed, game)
    return s


def options(s) -> list[int]:
    """Return the legal actions."""
    return [int(code) for code in s.options[: s.option_n]]


def do(s, ct: CardTables, action: int) -> None:
    """Apply an action."""
    with np.errstate(over="ignore"):
        kernel.apply(s, ct.record, action)


def random_game(ct: CardTables, seed: int, game: int = 0) -> Iterator:
    """Play a game at random and yield its state at every decision and at the end."""
    s = start(ct, seed, game)
    luck = random.Random(f"{seed} {game}")
    while not kernel.is_over(s):
        yield s
        assert s.decisions < MOST_DECISIONS, "the game does not end"
        do(s, ct, luck.choice(options(s)))
    yield s


def members(mask: int) -> list[int]:
    """Return the bit numbers of a mask."""
    return [i for i in range(64) if int(mask) >> i & 1]


def cards_of(s, ct: CardTables, seat: int, zone: int) -> list[int]:
    """Return the cards a seat owns in a zone, as kernel numbers."""
    first = int(ct.record.seat_side[seat]) * ids.SIDE_CARDS
    return [first + i for i in members(s.in_zone[seat, zone])]


def kind(code: int) -> int:
    """Return the kind of an action."""
    return code >> 16


def check(s, ct: CardTables) -> None:
    """Check that cards, locations and counters are as they must be at any moment (CG-2.9)."""
    _check_cards(s, ct)
    _check_deck_order(s, ct)
    _check_items(s, ct)
    _check_places(s, ct)
    _check_counters(s, ct)


def check_decision(s, ct: CardTables) -> None:
    """Check that the pending decision is a real one (section 12)."""
    codes = options(s)
    assert len(codes) >= 2
    assert len(set(codes)) == len(codes)
    assert len(codes) < ids.OPTIONS
    assert 0 <= s.actor < ct.record.seat_n
    found = {kind(code) for code in codes}
    if s.decision == actions.TURN:
        assert found <= set(range(actions.PASS, actions.RING + 1))
    elif s.decision == actions.FORSAKE:
        assert found <= {actions.FORSAKE, actions.FORSAKE_TOP}
    else:
        assert found <= {int(s.decision), actions.STOP}


def _check_cards(s, ct: CardTables) -> None:
    """Every card is in one zone, and both indexes of zones agree."""
    t = ct.record
    for seat in range(t.seat_n):
        zones = [cards_of(s, ct, seat, zone) for zone in range(ids.ZONES)]
        assert sorted(sum(zones, [])) == [card.index for card in ct.cards if card.seat == seat]
        for zone, cards in enumerate(zones):
            assert all(s.zone[card] == zone for card in cards)
    for card in ct.cards:
        sort, zone = int(t.type[card.index]), int(s.zone[card.index])
        assert zone < ids.ON_BATTLEGROUND or s.active >> zone - ids.ON_BATTLEGROUND & 1
        assert zone != ids.ON_PATH or (s.path != ids.NONE and sort == ids.CHARACTER)
        assert zone != ids.ON_WIELDER or sort == ids.ITEM
        assert zone != ids.RESOLVING or sort == ids.EVENT
        assert not (zone == ids.RESERVE or zone >= ids.ON_PATH) or sort in (ids.ARMY, ids.CHARACTER)


def _check_deck_order(s, ct: CardTables) -> None:
    for seat in range(ct.record.seat_n):
        assert sorted(s.order[seat, : s.deck_n[seat]]) == cards_of(s, ct, seat, ids.DECK)


def _check_items(s, ct: CardTables) -> None:
    """Items are on characters in play that may wield them."""
    for card in ct.cards:
        wielder, side = int(s.wielder[card.index]), card.index // ids.SIDE_CARDS
        assert (wielder != ids.NONE) == (s.zone[card.index] == ids.ON_WIELDER)
        if wielder != ids.NONE:
            zone = s.zone[wielder]
            assert zone == ids.RESERVE or zone >= ids.ON_PATH
            assert wielder // ids.SIDE_CARDS == side
            assert ct.record.wielders[card.index] >> wielder % ids.SIDE_CARDS & 1
        if s.attack_tokens[card.index] or s.defense_tokens[card.index]:
            assert s.zone[card.index] in (ids.RESERVE, ids.ON_WIELDER) or s.zone[card.index] >= ids.ON_PATH


def _check_places(s, ct: CardTables) -> None:
    """Every location is in a deck, active, in a scoring area or out of the game."""
    t = ct.record
    parts = [s.bg_deck[0], s.bg_deck[1], s.active, s.bg_area[0], s.bg_area[1]]
    found = sorted(b for part in parts for b in members(part))
    assert found == members(t.battlegrounds_all)
    assert s.bare & ~s.active == 0
    parts = [s.path_deck, s.path_area[0], s.path_area[1], 0 if s.path == ids.NONE else 1 << int(s.path)]
    paths = [p for part in parts for p in members(part)]
    assert len(paths) == len(set(paths))
    assert set(paths) <= set(members(t.paths_all))
    for place in range(ids.PLACES):
        if s.place_attack[place] or s.place_defense[place]:
            p = place - ids.BATTLEGROUNDS
            assert s.path == p if p >= 0 else s.active >> place & 1


def _check_counters(s, ct: CardTables) -> None:
    assert s.corruption >= 0
    assert 0 <= s.grant_n <= ids.GRANTS
    assert 0 <= s.frame_n <= ids.FRAMES
    for numbers in (s.attack_tokens, s.defense_tokens, s.place_attack, s.place_defense, s.ring):
        assert (numbers >= 0).all()

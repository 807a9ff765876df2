"""Games for tests: tables made once, random play, and what must hold at every decision (CG-2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.content.loading import load_data
from mazarbul.sim.games.card_game.content.tables import CardTables, make_tables
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match
from tests.playing import match_of, options, random_choice, states

SCENARIOS = ("trilogy", "duel", "duel3", "fellowship")


@cache
def tables(scenario: str, **switches: object) -> CardTables:
    """Return the tables of a scenario with switches."""
    return make_tables(load_data(scenario, switches))


def kit_of(ct: CardTables) -> Kit:
    """Return what playing with these tables takes."""
    return GAME.kit(GAME.content.setup(ct))


def start(ct: CardTables, seed: int = 1, game: int = 0) -> Match:
    """Return a new game at its first decision."""
    return match_of(GAME, kit_of(ct), seed, game, is_logged=False)


def random_game(ct: CardTables, seed: int, game: int = 0) -> Iterator[np.record]:
    """Return an iterator over the state of a random game at every decision and at the end."""
    return states(start(ct, seed, game), random_choice(f"{seed} {game}"))


def kind(code: int) -> int:
    """Return the kind of an action."""
    return unpacked(code)[0]


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
    assert all(actions.KINDS.fits(s.decision, kind(code)) for code in codes)


def _check_cards(s, ct: CardTables) -> None:
    """Every card is in one zone, and both indexes of zones agree."""
    t = ct.record
    index = np.flatnonzero(t.owner != ids.NONE)
    owner, bit, sort, zone = t.owner[index], index % ids.SIDE_CARDS, t.type[index], s.zone[index]
    assert (np.bitwise_or.reduce(s.in_zone, axis=1) == t.deck).all()
    assert np.bitwise_count(s.in_zone).sum() == index.size
    assert (s.in_zone[owner, zone] >> bit & 1).all()
    stands = (zone == ids.IN.RESERVE) | (zone >= ids.IN.PATH)
    assert np.isin(sort[stands], (ids.TYPE.ARMY, ids.TYPE.CHARACTER)).all()
    assert (sort[zone == ids.IN.PATH] == ids.TYPE.CHARACTER).all()
    assert (sort[zone == ids.IN.WIELDER] == ids.TYPE.ITEM).all()
    assert (sort[zone == ids.IN.RESOLVING] == ids.TYPE.EVENT).all()
    assert s.path != ids.NONE or not (zone == ids.IN.PATH).any()
    fields = zone[zone >= ids.IN.BATTLEGROUND] - ids.IN.BATTLEGROUND
    assert (s.active >> fields & 1).all()


def _check_deck_order(s, ct: CardTables) -> None:
    for seat in range(ct.record.seat_n):
        order = s.order[seat, : s.deck_n[seat]]
        assert np.unique(order).size == order.size == np.bitwise_count(s.in_zone[seat, ids.IN.DECK])
        assert (s.zone[order] == ids.IN.DECK).all()


def _check_items(s, ct: CardTables) -> None:
    """Items are on characters in play that may wield them; tokens lie on cards in play."""
    zone, wielder = s.zone, s.wielder
    assert ((wielder != ids.NONE) == (zone == ids.IN.WIELDER)).all()
    items = np.flatnonzero(wielder != ids.NONE)
    carriers = wielder[items]
    assert ((zone[carriers] == ids.IN.RESERVE) | (zone[carriers] >= ids.IN.PATH)).all()
    assert (carriers // ids.SIDE_CARDS == items // ids.SIDE_CARDS).all()
    assert (ct.record.wielders[items] >> carriers % ids.SIDE_CARDS & 1).all()
    marked = zone[(s.attack_tokens > 0) | (s.defense_tokens > 0)]
    assert ((marked == ids.IN.RESERVE) | (marked == ids.IN.WIELDER) | (marked >= ids.IN.PATH)).all()


def _check_places(s, ct: CardTables) -> None:
    """Every location is in a deck, active, in a scoring area or out of the game."""
    t = ct.record
    path = 0 if s.path == ids.NONE else 1 << int(s.path)
    battlegrounds = np.array([*s.bg_deck, s.active, *s.bg_area])
    paths = np.array([s.path_deck, *s.path_area, path])
    for parts in (battlegrounds, paths):
        union = np.bitwise_or.reduce(parts)
        assert np.bitwise_count(parts).sum() == np.bitwise_count(union), "in one place only"
    assert np.bitwise_or.reduce(battlegrounds) == t.battlegrounds_all
    assert np.bitwise_or.reduce(paths) & ~t.paths_all == 0
    assert s.bare & ~s.active == 0
    active = int(s.active) | path << ids.BATTLEGROUNDS
    for place in np.flatnonzero((s.place_attack > 0) | (s.place_defense > 0)):
        assert active >> int(place) & 1


def _check_counters(s, ct: CardTables) -> None:
    assert s.corruption >= 0
    assert 0 <= s.grant_n <= ids.GRANTS
    assert 0 <= s.frame_n <= ids.FRAMES
    for numbers in (s.attack_tokens, s.defense_tokens, s.place_attack, s.place_defense, s.ring):
        assert (numbers >= 0).all()

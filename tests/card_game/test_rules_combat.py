"""Combat against the naive twin, and support against trying every assignment (CG-10)."""

from __future__ import annotations

import random
from itertools import product
from math import prod

import numpy as np
import pytest

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.frames import Combat, Turn
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.rules.support import assign_support
from mazarbul.sim.games.card_game.rules.zones import give, put, shuffle_deck
from tests.card_game import twin
from tests.card_game.games import random_game, start, tables
from tests.playing import options

ICONS = ("path", "bg_attack", "bg_defense", "lead_attack", "lead_defense")
ANSWERS = (actions.SUPPORT, actions.CASUALTY, actions.SAVE)
MOST_ASSIGNMENTS = 3000


# From a state to a table of the twin -----------------------------------------------------------


def table_of(s, ct) -> twin.Table:
    """Describe by names what is in play, from the data and the zones of the state."""
    names = {card.index: card for card in ct.cards}
    pieces = {}
    for card in ct.cards:
        zone = int(s.zone[card.index])
        printed = ct.data.cards[card.id]
        if zone in (ids.IN.RESERVE, ids.IN.WIELDER) or zone >= ids.IN.PATH:
            place = {ids.IN.RESERVE: "reserve", ids.IN.WIELDER: "", ids.IN.PATH: "path"}.get(zone)
            pieces[card.index] = twin.Piece(
                card.text,
                card.id,
                printed.side,
                printed.faction,
                printed.type,
                tuple(printed.traits),
                {name: getattr(printed.icons, name) for name in ICONS},
                place if place is not None else ct.places[zone - ids.IN.BATTLEGROUND],
                int(s.attack_tokens[card.index]),
                int(s.defense_tokens[card.index]),
            )
    for index, piece in pieces.items():
        if s.zone[index] == ids.IN.WIELDER:
            pieces[int(s.wielder[index])].items.append(piece)
    locations = {**ct.data.battlegrounds, **ct.data.paths}
    grants = {names[int(source)].id for source in s.grants[: s.grant_n, 1]}
    return twin.Table(
        pieces=[piece for index, piece in pieces.items() if s.zone[index] != ids.IN.WIELDER],
        path=None if s.path == ids.NONE else ct.places[ids.BATTLEGROUNDS + int(s.path)],
        defenders={name: location.side for name, location in ct.data.battlegrounds.items()},
        printed_defense={name: location.defense for name, location in locations.items()},
        tokens={name: (int(s.place_attack[i]), int(s.place_defense[i])) for i, name in ct.places.items()},
        bare={ct.places[b] for b in members(s.bare)},
        hunters="the_three_hunters" in grants,
        strict=bool(ct.record.is_strict),
        zero_icon_lost=bool(ct.record.zero_icon_lost),
    )


def text_of(ct, index: int) -> str:
    return next(card.text for card in ct.cards if card.index == index)


# Positions ------------------------------------------------------------------------------------


def crowded(ct, luck: random.Random, seed: int):
    """Return a state of round 1 with cards thrown onto its locations, legally or not."""
    match = start(ct, seed)
    while match.decision != "turn":
        match.advance(luck.choice(match.codes()))
    s = match.state
    for b in luck.sample(members(ct.record.battlegrounds_all), 2):
        for side in range(ids.SIDE_N):
            s.bg_deck[side] &= ~(1 << b)
        s.active |= 1 << b
    zones = [ids.IN.RESERVE, ids.IN.PATH, *(ids.IN.BATTLEGROUND + b for b in members(s.active))]
    for card in ct.cards:
        if luck.random() < 0.45 or s.zone[card.index] == ids.IN.HAND:
            continue
        kind = ct.data.cards[card.id].type
        zone = luck.choice(zones)
        if kind == "character" or (kind == "army" and zone != ids.IN.PATH):
            put(s, ct.record, card.index, zone)
    for card in ct.cards:
        if (
            ct.data.cards[card.id].type == "item"
            and s.zone[card.index] == ids.IN.DECK
            and luck.random() < 0.7
        ):
            first = card.index // ids.SIDE_CARDS * ids.SIDE_CARDS
            bearers = [first + i for i in members(ct.record.wielders[card.index])]
            bearers = [i for i in bearers if s.zone[i] == ids.IN.RESERVE or s.zone[i] >= ids.IN.PATH]
            if bearers:
                put(s, ct.record, card.index, ids.IN.WIELDER)
                give(s, card.index, luck.choice(bearers))
    for seat in range(ct.record.seat_n):
        with np.errstate(over="ignore"):
            shuffle_deck(s, ct.record, seat)
    for place in [ids.BATTLEGROUNDS + int(s.path), *members(s.active)]:
        s.place_attack[place], s.place_defense[place] = luck.randrange(3), luck.randrange(2)
    s.bare = np.int64(sum(1 << b for b in members(s.active) if luck.random() < 0.2))
    if luck.random() < 0.4:
        grant_hunters(s, ct)
    return s


def grant_hunters(s, ct) -> None:
    """Apply the permissions of The Three Hunters."""
    event = next(card.index for card in ct.cards if card.id == "the_three_hunters")
    row = int(ct.record.effects[ct.record.effect_first[event]].do)
    for i in range(row + 1, int(ct.record.rows[row, 1])):
        s.grants[s.grant_n] = (ct.record.grant_row[i], event)
        s.grant_n += 1


# The twin -------------------------------------------------------------------------------------


def fight(s, ct, place: int, luck: random.Random):
    """Resolve the combat at a place by random answers: who supports whom, casualties, cards saved."""
    seat = next(seat for seat in range(ct.record.seat_n) if s.in_zone[seat, ids.IN.HAND])
    s.frame_n, s.option_n, s.phase = 0, 0, ids.PHASE.ACTION
    push(s, Turn.kind, seat)  # its decision shows that the combat is over
    push(s, Combat.kind, place)
    support, picks, saves = {}, [], []
    DRIVER.advance(s, ct.record)
    while s.decision in ANSWERS:
        code = luck.choice(options(s))
        kind, card, target = unpacked(code)
        if kind == actions.SUPPORT and target != actions.NOBODY:
            first = card // ids.SIDE_CARDS * ids.SIDE_CARDS
            support[text_of(ct, card)] = text_of(ct, first + target)
        elif kind == actions.CASUALTY:
            picks.append(text_of(ct, card))
        elif kind == actions.SAVE:
            saves.append(text_of(ct, card))
        DRIVER.apply(s, ct.record, code)
    assert (s.decision, s.actor) == (actions.TURN, seat)
    return support, picks, saves


def compare(s, ct, place: int, luck: random.Random) -> twin.Result:
    """Resolve one combat in both ways on copies of the state."""
    table = table_of(s, ct)
    before, s = s, s.copy()
    support, picks, saves = fight(s, ct, place, luck)
    expected = twin.resolve(table, ct.places[place], support, picks, saves)
    assert (s.attack, s.shield, s.defense) == (expected.attack, expected.shield, expected.defense)
    assert s.corruption - before.corruption == expected.corruption
    changed = [card for card in ct.cards if s.zone[card.index] != before.zone[card.index]]
    zones = {card.text: int(s.zone[card.index]) for card in changed}
    assert {text for text, zone in zones.items() if zone == ids.IN.ELIMINATED} == expected.eliminated
    assert {text for text, zone in zones.items() if zone == ids.IN.CYCLE_PILE} == expected.cycled
    assert len(zones) == len(expected.eliminated) + len(expected.cycled)
    for side, name in enumerate((twin.FREE, twin.SHADOW)):
        if place >= ids.BATTLEGROUNDS:
            is_there = int(s.path_area[side]) >> place - ids.BATTLEGROUNDS & 1
        else:
            is_there = int(s.bg_area[side]) >> place & 1
        assert bool(is_there) == (expected.winner == name)
    return expected


def locations(s) -> list[int]:
    """Return the active locations."""
    paths = [] if s.path == ids.NONE else [ids.BATTLEGROUNDS + int(s.path)]
    return [*members(s.active), *paths]


def can_fight(s, ct) -> bool:
    return any(s.in_zone[seat, ids.IN.HAND] for seat in range(ct.record.seat_n))


@pytest.mark.parametrize(
    ("name", "switches"),
    [("trilogy", {"promos": True}), ("duel", {"zero_icon_lost": False}), ("fellowship", {})],
)
def test_CG_10_positions_of_random_play_agree_with_the_twin(name, switches):
    """CG-10.3 to CG-10.26, CG-13.8, CG-13.9: wherever random play leads, both resolve combat alike."""
    ct = tables(name, **switches)
    luck = random.Random(name)
    fought = 0
    for game in range(3):
        for s in random_game(ct, 61, game):
            if s.decision != actions.TURN or s.decisions % 4 or not can_fight(s, ct):
                continue
            for place in locations(s):
                compare(s, ct, place, luck)
                fought += 1
    assert fought > 40


@pytest.mark.parametrize("strict", ["trilogy", "duel"])
def test_CG_10_crowded_positions_agree_with_the_twin(strict):
    """CG-10, AM-24, AM-39: cards in random places, so that every bonus, item and replacement occurs."""
    ct = tables(strict, promos=True)
    luck = random.Random(5)
    winners, saved = set(), set()
    for seed in range(40):
        s = crowded(ct, luck, seed)
        for place in locations(s):
            result = compare(s, ct, place, luck)
            winners.add((result.winner, place >= ids.BATTLEGROUNDS))
            saved |= result.cycled
    assert {(twin.FREE, True), (twin.SHADOW, True), (twin.FREE, False), (twin.SHADOW, False)} <= winners
    assert {"ioreth", "frodo_baggins", "gollum", "nazguls_mantle", "woven_of_all_colours"} <= saved


def test_AM_39_sides_are_distinguished_though_their_cards_have_the_same_numbers():
    """AM-39: one attacker and one defender with the same number on their sides, and nothing is mixed up."""
    ct = tables("trilogy", promos=True)
    ioreth = next(card.index for card in ct.cards if card.id == "ioreth")
    match = start(ct, 4)
    while match.decision != "turn":
        match.advance(match.codes()[0])
    s = match.state
    b = next(i for i, name in ct.places.items() if name == "pelargir")
    s.bg_deck[ids.SIDE.FREE_PEOPLES] &= ~(1 << b)
    s.active, s.place_attack[b] = np.int64(1 << b), 9
    for card in (ioreth, ioreth + ids.SIDE_CARDS):
        put(s, ct.record, card, ids.IN.BATTLEGROUND + b)
    for seat in range(ct.record.seat_n):
        with np.errstate(over="ignore"):
            shuffle_deck(s, ct.record, seat)
    s.frame_n, s.option_n = 0, 0
    push(s, Turn.kind, 0)
    push(s, Combat.kind, b)
    DRIVER.advance(s, ct.record)
    assert (s.decision, s.actor) == (actions.SAVE, ct.record.owner[ioreth])
    DRIVER.apply(s, ct.record, next(code for code in options(s) if unpacked(code)[0] == actions.SAVE))
    assert s.zone[ioreth] == ids.IN.CYCLE_PILE
    assert s.zone[ioreth + ids.SIDE_CARDS] == ids.IN.ELIMINATED


def test_the_twin_can_tell_a_difference():
    """A checker needs a failing example: it notices another printed defense."""
    ct = tables("trilogy", promos=True)
    luck = random.Random(1)
    s = crowded(ct, luck, 3)
    place = members(s.active)[0]
    table = table_of(s, ct)
    table.printed_defense[ct.places[place]] += 1
    table.bare.clear()
    support, picks, saves = fight(s.copy(), ct, place, random.Random(2))
    found = s.copy()
    fight(found, ct, place, random.Random(2))
    result = twin.resolve(table, ct.places[place], support, picks[:0], saves)
    assert result.shield != found.shield


# Support ----------------------------------------------------------------------------------------


def best_total(table: twin.Table, place: str, side: str) -> tuple[int, int]:
    """Return the most icons any assignment gives, and the number of assignments."""
    ways = list(twin.assignments(table, place, side))
    return max(twin.total_icons(table, place, side, support) for support in ways), len(ways)


def count_assignments(table: twin.Table, place: str, side: str) -> int:
    """Return the number of assignments without making them."""
    pieces = twin.here(table, place, side)
    leaders = [piece for piece in pieces if piece.type == "character"]
    armies = [piece for piece in pieces if piece.type == "army"]
    return prod(1 + sum(twin.may_support(table, army, leader) for leader in leaders) for army in armies)


def auto_support(s, ct, place: int, side: int) -> dict[str, str]:
    """Return what the engine assigns: army -> character."""
    first = side * ids.SIDE_CARDS
    mask = 0
    for seat in range(ct.record.seat_n):
        if ct.record.seat_side[seat] == side:
            mask |= int(s.in_zone[seat, ids.IN.BATTLEGROUND + place])
    assign_support(s, ct.record, np.int64(mask), side, ct.record.bg_side[place] != side)
    armies = [first + i for i in members(mask & int(ct.record.of_type[side, ids.TYPE.ARMY]))]
    return {text_of(ct, a): text_of(ct, int(s.support[a])) for a in armies if s.support[a] != ids.NONE}


def test_CG_12_2_auto_support_reaches_the_highest_total():
    """CG-12.2, CG-10.20: no assignment of armies to characters brings more icons."""
    ct = tables("trilogy", promos=True)
    luck = random.Random(17)
    tried = choices = gained = 0
    for seed in range(120):
        s = crowded(ct, luck, seed)
        table = table_of(s, ct)
        for place in members(s.active):
            for side, name in enumerate((twin.FREE, twin.SHADOW)):
                if not 1 < count_assignments(table, ct.places[place], name) <= MOST_ASSIGNMENTS:
                    continue
                support = auto_support(s, ct, place, side)
                best, n = best_total(table, ct.places[place], name)
                assert twin.total_icons(table, ct.places[place], name, support) == best
                tried, choices = tried + 1, choices + n
                gained += best > twin.total_icons(table, ct.places[place], name, {})
    assert tried > 150
    assert gained > 80
    assert choices > 1500


def test_CG_12_2_auto_support_shifts_armies_along_chains():
    """CG-12.2: with any relation of armies and leaders, such as a designer may make."""
    ct = tables("trilogy")
    luck = random.Random(23)
    s = start(ct, 1).state
    longest = 0
    side = ids.SIDE.FREE_PEOPLES
    cards = {
        sort: members(int(ct.record.of_type[side, sort])) for sort in (ids.TYPE.ARMY, ids.TYPE.CHARACTER)
    }
    for _ in range(150):
        t = ct.record.copy()
        armies = [a for a in luck.sample(cards[ids.TYPE.ARMY], 5) if not int(t.icon_special[side]) >> a & 1]
        leaders = luck.sample(cards[ids.TYPE.CHARACTER], 4)
        for leader in leaders:
            t.icons[leader, ids.ICON.LEAD_DEFENSE] = luck.randrange(1, 4)
        for army in armies:
            t.supports[army] = sum(1 << leader for leader in leaders if luck.random() < 0.45)
        mask = sum(1 << card for card in [*armies, *leaders])
        assign_support(s, t, np.int64(mask), side, False)
        led = {int(s.support[army]) for army in armies} - {ids.NONE}
        assert all(s.support[a] == ids.NONE or int(t.supports[a]) >> int(s.support[a]) & 1 for a in armies)
        choices = [[ids.NONE, *(k for k in leaders if int(t.supports[a]) >> k & 1)] for a in armies]
        lead = {k: int(t.icons[k, ids.ICON.LEAD_DEFENSE]) for k in leaders} | {ids.NONE: 0}
        best = max(sum(lead[k] for k in set(chosen)) for chosen in product(*choices))
        assert sum(lead[k] for k in led) == best
        longest = max(longest, len(led))
    assert longest == 4

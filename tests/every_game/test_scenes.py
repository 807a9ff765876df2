"""The table that a game shows is what its state says: everything is there, once, and where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import pytest

from mazarbul.sim.games.board_game import ids as board
from mazarbul.sim.games.card_game import ids as cards
from mazarbul.sim.games.lotr_lcg import ids as lcg
from mazarbul.sim.games.scene import Area, Piece, Zone
from mazarbul.sim.notation.names import Names
from tests.every_game.worlds import WORLDS, World, bot_play, kit_of, random_play
from tests.marks import slow_but

SHOWN = [world for world in WORLDS if world.game in ("card_game", "lotr_lcg", "board_game")]
every_shown = pytest.mark.parametrize("world", slow_but(SHOWN[:1], SHOWN), ids=str)


class Moment(NamedTuple):
    """A state, the names of its game, and what each area shows."""

    names: Names
    s: np.record
    shown: dict[str, Counter]


@cache
def moments(world: World) -> list[Moment]:
    """Return every decision of a random game and of one of the usual bot, and their ends."""
    found = []
    for match in chain(random_play(world), bot_play(world, "heuristic")):
        names, s = match.kit.names, match.state.copy()
        zones = match.kit.scenery.zones(names, s)
        found.append(Moment(names, s, {name: tally(zone) for name, zone in zones.items()}))
    return found


def walk(areas) -> Iterator[Area]:
    for area in areas:
        yield area
        yield from walk(area.parts)


def all_in(pieces) -> Iterator[Piece]:
    """Yield pieces with everything attached to them."""
    for piece in pieces:
        yield piece
        yield from all_in(piece.on)


def tally(zone: Zone) -> Counter:
    """Return how many pieces of each thing are in a zone."""
    found = Counter()
    for piece in all_in(zone.pieces):
        found[piece.thing] += piece.n
    found.update([zone.place] if zone.place else [])
    return found


def summed(found: Mapping[str, Counter]) -> Counter:
    """Return how many pieces of each thing there are in all zones together."""
    total = Counter()
    for zone in found.values():
        total.update(zone)
    return total


@every_shown
def test_every_zone_is_an_area_and_every_piece_a_thing(world):
    scenery, names = kit_of(world).scenery, kit_of(world).names
    listed = [area.id for area in walk(scenery.areas(names))]
    things = {thing.id: thing for thing in scenery.things(names)}
    assert len(listed) == len(set(listed))
    assert len(things) == len(scenery.things(names))
    assert {thing.group for thing in things.values()} <= {group.id for group in scenery.groups(names)} | {""}
    for _, _, found in moments(world):
        assert set(found) <= set(listed)
        assert {thing for zone in found.values() for thing in zone} <= set(things)


@every_shown
def test_each_card_is_in_exactly_one_place(world):
    for names, s, found in moments(world):
        out = {"card_game": cards.NONE, "lotr_lcg": lcg.ZONE.OUT, "board_game": board.ZONE.OUT}[world.game]
        in_game = {names.card(card) for card in names.cards if s.zone[card] != out}
        total = summed(found)
        assert {name: n for name, n in total.items() if name in names.card_index} == dict.fromkeys(in_game, 1)


def check(found: Mapping[str, Counter], expected: Mapping[str, Counter]) -> None:
    """Check that areas hold what is expected, and that others hold none of it."""
    things = set().union(*expected.values())
    for name, zone in found.items():
        own = Counter({thing: n for thing, n in zone.items() if thing in things})
        assert own == expected.get(name, Counter()), name


# The Card Game ----------------------------------------------------------------------------------


def card_game_areas(names: Names, s) -> dict[str, Counter]:
    """Return where each card is, by its zone alone; an item is with its wielder."""
    words = ("deck", "hand", "limbo", "cycle_pile", "eliminated", "reserve", "resolving")
    own = {getattr(cards.IN, word.upper()): word for word in words}
    found = {}
    for card in names.cards:
        bearer = int(s.wielder[card]) if s.zone[card] == cards.IN.WIELDER else card
        zone = int(s.zone[bearer])
        if zone in own:
            area = f"{own[zone]}:{names.seats[names.tables.owner[bearer]]}"
        else:
            area = "path" if zone == cards.IN.PATH else f"battleground:{zone - cards.IN.BATTLEGROUND}"
        found.setdefault(area, Counter())[names.card(card)] += 1
    return found


@pytest.mark.parametrize("world", slow_but(SHOWN[:1], SHOWN[:2]), ids=str)
def test_cards_of_the_card_game_are_where_the_state_says(world):
    for names, s, found in moments(world):
        check(found, card_game_areas(names, s))


@pytest.mark.parametrize("world", slow_but(SHOWN[:1], SHOWN[:2]), ids=str)
def test_locations_are_in_one_place_and_points_are_those_of_the_state(world):
    for names, s, found in moments(world):
        for place, name in names.places.items():
            spots = [area for area, zone in found.items() if zone[f"place:{name}"]]
            if place < cards.BATTLEGROUNDS:
                sides = [side for side in range(2) if int(s.bg_deck[side] | s.bg_area[side]) >> place & 1]
                assert len(spots) == len(sides) + (int(s.active) >> place & 1)
            else:
                assert len(spots) <= 1
                assert (spots == ["path"]) == (s.path == place - cards.BATTLEGROUNDS)


# The LCG ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("world", [world for world in SHOWN if world.game == "lotr_lcg"], ids=str)
def test_cards_of_the_lcg_are_where_the_state_says(world):
    piles = {"deck": lcg.ZONE.DECK, "hand": lcg.ZONE.HAND, "discard": lcg.ZONE.DISCARD}
    for names, s, found in moments(world):
        expected: dict[str, Counter] = {}
        for card in names.cards:
            for word, zone in piles.items():
                if s.zone[card] == zone:
                    block = card // lcg.BLOCK
                    is_own = block < lcg.ENCOUNTER
                    area = f"{word}:{names.seats[block]}" if is_own else f"encounter_{word}"
                    expected.setdefault(area, Counter())[names.card(card)] += 1
            if (
                card >= lcg.ENCOUNTER * lcg.BLOCK
                and s.zone[card] == lcg.ZONE.PLAY
                and s.host[card] == lcg.NONE
            ):
                if int(s.staging) >> card % lcg.BLOCK & 1:
                    assert found["staging"][names.card(card)] == 1
                if s.active == card:
                    assert found["active"][names.card(card)] == 1
        check(found, expected)


def test_a_cost_that_the_player_chooses_is_an_x():
    world = next(world for world in SHOWN if world.game == "lotr_lcg")  # with the deck of Spirit
    kit = kit_of(world)
    found = [each for each in kit.scenery.things(kit.names) if each.name == "Stand and Fight"]
    assert found
    assert {(each.facts[0].label, each.facts[0].value) for each in found} == {("cost", "X")}


# The board game -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("world", [world for world in SHOWN if world.game == "board_game"], ids=str)
def test_figures_and_dice_of_the_board_game_are_where_the_state_says(world):
    whole = None
    for names, s, found in moments(world):
        counted = s.units.sum(axis=(1, 2)) + s.leaders.sum(axis=1) + s.nazgul
        who, bearers = s.who.tolist(), int(s.bearers)
        for region, name in enumerate(names.regions):
            stands = [region]
            if name in names.strongholds:
                stands.append(board.BOX + names.strongholds.index(name))
            units = sum(int(counted[stand]) for stand in stands)
            singles = sum(who[stand].bit_count() for stand in stands) + (bearers == region)
            assert found[f"region:{name}"].total() == units + singles
        for side, name in enumerate(names.sides):
            assert found[f"dice:{name}"].total() == s.dice_n[side]
        total = summed(found)
        counted = {piece: total[piece] for piece in names.pieces if total[piece]}
        whole = whole or counted
        assert counted == whole  # none is lost or made
        assert all(total[f"figure:{figure}"] == 1 for figure in board.FIGURES)

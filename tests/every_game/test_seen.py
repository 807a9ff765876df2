"""What a seat is shown of a table, and told of a game, does not depend on what is hidden from it."""

from __future__ import annotations

import random
import re
from copy import copy

import pytest

from mazarbul.sim.games import seen
from mazarbul.sim.games.seen import SeenMatch
from mazarbul.sim.notation.story import UNSEEN
from mazarbul.sim.toml import DataError
from tests.every_game.hidden import VEILS
from tests.every_game.test_hidden_information import WORLDS
from tests.every_game.worlds import PASSAGE, SEED, game_of, kit_of, match_of, quest, random_play, shown
from tests.marks import slow_but

SHOWN = shown(WORLDS)
#: Set-ups with the same kinds of areas and of hidden cards as the others.
ALIKE = ("duel3", "fellowship", "other switches", quest(PASSAGE, "spirit").name, "three_player")
MORE = [world for world in SHOWN if world.name in ALIKE]
every_shown = pytest.mark.parametrize("world", slow_but(SHOWN[:1], SHOWN, thorough=MORE), ids=str)


@every_shown
def test_what_is_hidden_changes_neither_table_nor_what_is_not_seen(world):
    """The deciding seat sees the same in a state in which everything hidden from it is different."""
    luck = random.Random(5)
    for match in random_play(world):
        if match.is_over:
            continue
        kit, s, seat = match.kit, match.state, int(match.state.actor)
        other, _ = VEILS[world.game](s, kit.tables, luck)
        assert seen.zones(kit, other, seat) == seen.zones(kit, s, seat), match.decisions


@every_shown
def test_a_table_is_as_it_is_but_for_its_backs(world):
    for match in random_play(world):
        kit, s = match.kit, match.state
        whole = kit.scenery.zones(kit.names, s)
        for seat in range(len(kit.names.seats)):
            hidden = seen.unseen(kit, s, seat)
            found = seen.zones(kit, s, seat)
            assert set(found) == {name for name, zone in whole.items() if not zone.is_empty}
            assert not set(seen.things_in(found)) & set(hidden)
            for name, zone in found.items():
                assert sum(piece.n for piece in zone.pieces) == sum(piece.n for piece in whole[name].pieces)


@every_shown
def test_nobody_is_told_of_a_card_that_he_does_not_see(world):
    """Each seat hears of the same events; a card that it sees neither before nor after has no name."""
    kit, luck, game = copy(kit_of(world)), random.Random(7), game_of(world)
    kit.names = copy(kit.names)
    kit.names.entries = {card: entry | {"name": f"<{card}>"} for card, entry in kit.names.entries.items()}
    match = SeenMatch(game, kit, SEED, 0, [game.bot("random", kit.setup)] * len(kit.setup.seats))
    seats = range(len(kit.setup.seats))
    before = [seen.unseen(kit, match.state, seat) for seat in seats]
    for seat in seats:
        match.take(seat)
    unnamed = 0
    while not match.is_over:
        actor, code = int(match.state.actor), luck.choice(match.codes())
        own = match.story.act(actor, code, match.state)
        match.advance(code)
        told = [match.take(seat) for seat in seats]
        after = [seen.unseen(kit, match.state, seat) for seat in seats]
        assert told[actor][0] == (1, own)
        assert len({len(lines) for lines in told}) == 1
        for seat in seats:
            said = " ".join(text for _, text in told[seat][seat == actor :])
            named = {kit.names.cards[int(card)] for card in re.findall(r"<(\d+)>", said)}
            assert not named & set(before[seat]) & set(after[seat])
            unnamed += UNSEEN in said
        before = after
    assert unnamed > 0


def test_a_copy_goes_its_own_way():
    world = SHOWN[0]
    kit, game = kit_of(world), game_of(world)
    match = SeenMatch(game, kit, SEED, 0, seats=[0])
    other = match.copy()
    first = match.take(0)
    other.advance(other.codes()[0])
    assert match.take(0) == []
    assert other.take(0)[: len(first)] == first


def test_a_game_that_does_not_say_what_is_hidden_is_refused():
    world = next(world for world in WORLDS if world.game == "courier")
    with pytest.raises(DataError, match="declares no table"):
        seen.zones(kit_of(world), match_of(world).state, 0)

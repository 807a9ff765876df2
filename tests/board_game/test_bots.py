"""Bots: what they avoid, and worlds that fit what a seat knows."""

import random

import numpy as np
import pytest

from mazarbul.sim.engine.actions import packed
from mazarbul.sim.engine.bits import members, popcount
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.bots.bound import is_avoided
from mazarbul.sim.games.board_game.bots.policies import choose, prepare
from mazarbul.sim.games.board_game.bots.restrictions import THINGS, known_words, restrictions, seated
from mazarbul.sim.games.board_game.bots.worlds import determinise
from mazarbul.sim.games.board_game.game import GAME
from mazarbul.sim.games.board_game.rules import cards
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.view import view
from mazarbul.sim.toml import DataError
from tests.board_game.acting import CardBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P, names_of
from tests.board_game.veil import veiled

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]
FACE, SCENARIOS = ids.FACE, ("two_player", "three_player", "four_player")


@pytest.fixture(scope="module")
def setup():
    return GAME.setup("two_player")


# What is avoided -----------------------------------------------------------------------------------


def mind(setup, *words: str):
    """Return the mind of a table whose seats avoid the same things."""
    bot = GAME.bot(" ".join(["random", *(f"avoid={word}" for word in words)]), setup)
    return seated([bot] * len(setup.seats), setup)


def avoids(setup, board, words: tuple[str, ...], seat: int, kind: int, a: int = 0, b: int = 0) -> bool:
    """Return whether a seat that avoids something avoids an option."""
    return bool(is_avoided(board.s, board.t, mind(setup, *words), seat, packed(kind, a, b)))


def test_what_can_be_avoided_is_known(setup):
    words = known_words(setup)
    assert len(words) == len(set(words))
    for each in restrictions(setup):
        assert each.word in words
        assert each.word == f"{each.kind}:{each.thing}"
    assert {each.kind for each in restrictions(setup)} == {"action", *THINGS}


def test_an_unknown_word_is_refused(setup):
    with pytest.raises(DataError, match="unknown region 'osgilath'; did you mean 'region:osgiliath'"):
        GAME.bot("random avoid=region:osgilath", setup)


def test_an_action_is_avoided(setup):
    board = CardBoard()
    words = ("action:attack",)
    assert avoids(setup, board, words, 1, actions.ATTACK, b=FACE.ARMY)
    assert not avoids(setup, board, words, 1, actions.MOVE, b=FACE.ARMY)


def test_a_card_is_avoided_in_both_halves_and_a_tactic_in_one(setup):
    board = CardBoard()
    card = board.card("sh_char_01")
    tactic = setup.catalogue["cards"][-1]["tactic"]
    for kind in (actions.PLAY, actions.TACTIC):
        assert avoids(setup, board, ("card:sh_char_01",), 1, kind, card)
        assert not avoids(setup, board, ("card:sh_char_01",), 1, kind, card + 1)
    assert not avoids(setup, board, ("card:sh_char_01",), 1, actions.DISCARD, card)
    last = setup.catalogue["cards"][-1]["index"]
    assert avoids(setup, board, (f"tactic:{tactic}",), 1, actions.TACTIC, last)
    assert not avoids(setup, board, (f"tactic:{tactic}",), 1, actions.PLAY, last)


def test_a_nation_a_figure_and_a_region_are_avoided(setup):
    board = CardBoard()
    place = board.at("osgiliath")
    assert avoids(setup, board, ("nation:rohan",), 0, actions.POLITICS, N.ROHAN)
    assert avoids(setup, board, ("nation:rohan",), 0, actions.PLACE, N.ROHAN * ids.PIECE_N + P.ELITE, place)
    assert not avoids(setup, board, ("nation:rohan",), 0, actions.POLITICS, N.GONDOR)
    assert avoids(setup, board, ("figure:saruman",), 1, actions.MINION, F.SARUMAN)
    assert avoids(setup, board, ("figure:saruman",), 1, actions.VOICE)
    assert avoids(setup, board, ("figure:gimli",), 0, actions.TAKE, actions.SLOTS + F.GIMLI, 1)
    assert not avoids(setup, board, ("figure:gimli",), 0, actions.TAKE, actions.SLOTS + F.GIMLI, 0)
    origin = board.at("minas_morgul")
    assert avoids(setup, board, ("region:osgiliath",), 1, actions.MARCH, origin, place)
    assert not avoids(setup, board, ("region:osgiliath",), 1, actions.MARCH, place, origin)
    box = board.at("minas_tirith_box")
    assert avoids(setup, board, ("region:minas_tirith",), 1, actions.STRIKE, place, box)


def test_a_bot_does_what_it_avoids_only_if_nothing_else_is_possible(setup):
    board = CardBoard()
    board.acting(SHADOW, FACE.EVENT, FACE.ARMY)
    everything = [f"action:{name}" for name in actions.KINDS.avoidable]
    bot = mind(setup, *everything)
    prepare(board.t, bot)
    kinds, options = set(), board.s.options[: board.s.option_n].tolist()
    for decision in range(30):
        board.s.decisions = decision
        action = choose(board.s, board.t, bot)
        assert board.s.options[: board.s.option_n].tolist() == options
        kinds.add(board.options[options.index(action)][0])
    assert kinds == {"waste"}


# Worlds --------------------------------------------------------------------------------------------


def test_the_pieces_of_a_board_that_is_known_stay(setup):
    """BG-19.3: a world differs only in cards and luck."""
    board = CardBoard("four_player")
    board.hold("fp_char_01", "sh_char_02", "sh_str_03")
    other = board.s.copy()
    determinise(other, board.t, 0, np.uint64(5))
    changed = {name for name in board.s.dtype.names if not np.array_equal(board.s[name], other[name])}
    assert changed <= {"seed", "game", "is_logged", "deck", "in_deck", "hand", "zone", "keys"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_world_fits_what_a_seat_knows(scenario):
    """BG-19.3: the view is the same, every card is somewhere once, and other hands are other cards."""
    board, names = CardBoard(scenario), names_of(scenario)
    s, t, luck = board.s, board.t, random.Random(3)
    deal_around(board, luck)
    for seat in range(int(t.seat_n)):
        s.actor = seat
        other, _ = veiled(s, t, luck)
        assert view(names, other, seat) == view(names, s, seat)
        check_cards(other, t)
        assert other.hand[seat] == s.hand[seat]
        others = [i for i in range(int(t.seat_n)) if i != seat]
        assert any(other.hand[i] != s.hand[i] for i in others)
        assert all(other.face_down[i].bit_count() == s.face_down[i].bit_count() for i in others)


def deal_around(board, luck) -> None:
    """Give every seat some cards in hand, some of them discarded face down."""
    s, t = board.s, board.t
    for seat in range(int(t.seat_n)):
        for _ in range(4):
            cards.draw(s, t, seat, luck.randrange(ids.DECK_N))
        first = int(t.seat_side[seat]) * ids.BLOCK
        for local in list(members(int(s.hand[seat])))[:2]:
            cards.discard(s, seat, first + local)
            s.face_down[seat] |= 1 << local


def check_cards(s, t) -> None:
    """Check that every card is in one place."""
    for side in range(ids.SIDE_N):
        seats = [i for i in range(int(t.seat_n)) if t.seat_side[i] == side]
        sets = [int(s.hand[i]) for i in seats] + [int(s.discard[side]), int(s.table[side])]
        sets += [int(s.in_deck[side * ids.DECK_N + deck]) for deck in range(ids.DECK_N)]
        assert sum(map(popcount, sets)) == int(t.card_n[side])
        assert sum(sets) == (1 << int(t.card_n[side])) - 1
        for i in seats:
            assert int(s.face_down[i]) & ~int(s.discard[side]) == 0
    for pile in range(ids.PILES):
        found = {int(card) % ids.BLOCK for card in s.deck[pile, : s.deck_n[pile]]}
        assert found == set(members(int(s.in_deck[pile])))


@pytest.mark.slow
def test_a_card_chosen_for_combat_is_one_of_the_hand_of_the_other_world():
    """BG-12.9: which card was chosen is hidden; from which deck is public."""
    board, names = CardBoard("four_player"), Names(GAME.setup("four_player"))
    luck = random.Random(5)
    deal_around(board, luck)
    s, t = board.s, board.t
    seats = [i for i in range(4) if t.seat_side[i] == SHADOW]
    chosen = SHADOW * ids.BLOCK + next(iter(members(int(s.hand[seats[1]]))))
    s.battle, s.battle_side, s.battle_region = ids.BATTLE.FIELD, SHADOW, board.at("osgiliath")
    s.battle_stand[:] = board.at("minas_morgul"), board.at("osgiliath")
    s.combat_card[ids.ROLE.ATTACKER] = chosen
    s.actor = next(i for i in range(4) if t.seat_side[i] == FREE)
    seen = set()
    for _ in range(20):
        other, _ = veiled(s, t, luck)
        card = int(other.combat_card[ids.ROLE.ATTACKER])
        assert int(other.hand[seats[1]]) >> card % ids.BLOCK & 1
        assert t.card_pile[card] == t.card_pile[chosen]
        assert view(names, other, int(s.actor)) == view(names, s, int(s.actor))
        seen.add(card)
    assert len(seen) > 1

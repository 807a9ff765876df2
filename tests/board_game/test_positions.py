"""Positions as text: whole states round-trip, and what a text leaves out follows from it."""

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mazarbul.sim.engine.actions import kind_of
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.content.loading import SCENARIOS
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.rules import control, politics, stands
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position import is_asked_by_phase, parse_position, position_text, tidy
from tests.board_game.board import FREE, PLAIN, SHADOW, Board, names_of

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]


@cache
def names(scenario: str = "two_player") -> Names:
    return names_of(scenario)


def new_game(scenario: str, seed: int):
    s = empty_state()
    DRIVER.new_game(s, names(scenario).tables, seed, 0)
    return s


def assert_same(n: Names, s, text: str) -> None:
    """Compare a state with that of its text, field by field, and the text with that of this state."""
    read = parse_position(n, text)
    one, other = tidy(s, n.tables), tidy(read, n.tables)
    wrong = [field for field in one.dtype.names if not np.array_equal(one[field], other[field])]
    assert not wrong, text
    assert position_text(n, read) == text


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_decision_of_every_scenario(scenario):
    s = new_game(scenario, 4)
    assert_same(names(scenario), s, position_text(names(scenario), s))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_decisions_of_random_games(scenario):
    """Every kind of decision twice, and some others; the fuzz tests play whole games."""
    n, rng = names(scenario), random.Random(scenario)
    s, seen = new_game(scenario, 9), dict.fromkeys(actions.KINDS.names, 0)
    while s.phase != ids.PHASE.OVER and s.decisions < 150:
        kind = actions.KINDS[int(s.decision)].name
        if seen[kind] < 2 or rng.random() < 0.02:
            seen[kind] += 1
            assert_same(n, s, position_text(n, s))
        DRIVER.apply(s, n.tables, int(rng.choice(s.options[: s.option_n].tolist())))
    assert sum(map(bool, seen.values())) > 6


@pytest.mark.slow
def test_play_goes_on_from_a_text_as_from_the_state():
    n, rng = names(), random.Random(3)
    s = new_game("two_player", 21)
    for _ in range(4):
        for _ in range(15):
            DRIVER.apply(s, n.tables, int(rng.choice(s.options[: s.option_n].tolist())))
        other = parse_position(n, position_text(n, s))
        twin, moves = s.copy(), random.Random(int(s.decisions))
        for _ in range(10):
            code = int(moves.choice(twin.options[: twin.option_n].tolist()))
            DRIVER.apply(twin, n.tables, code)
            DRIVER.apply(other, n.tables, code)
            assert position_text(n, twin) == position_text(n, other)


# States that are changed by the writers of the rules ------------------------------------------------


def _muster(board: Board, rng: random.Random) -> None:
    """Recruit some figures in a Settlement of a Nation that its side controls."""
    s, t = board.s, board.t
    nation = rng.randrange(ids.NATION_N)
    for region in rng.sample(range(int(t.region_n)), int(t.region_n)):
        if control.is_open_to_muster(s, t, nation, region) and s.unit_n[region] < 8:
            stands.add(s, region, nation, rng.randrange(ids.UNIT_N), rng.randint(1, 2))
            if s.unit_n[region] > 0 and nation < ids.FREE_NATIONS:
                stands.add(s, region, nation, ids.PIECE.LEADER, 1)
            return


def _lose(board: Board, rng: random.Random) -> None:
    """Eliminate or reduce a unit somewhere."""
    s = board.s
    stand = rng.choice([i for i in range(ids.PLACES) if s.unit_n[i] > 0])
    nation, piece = rng.choice(np.argwhere(s.units[stand] > 0).tolist())
    if piece == ids.PIECE.ELITE and rng.random() < 0.5:
        stands.reduce(s, stand, nation)
    else:
        stands.eliminate(s, stand, nation, piece, 1)


def _march(board: Board, rng: random.Random) -> None:
    """Let a whole Army march to a neighbour; it captures what it enters."""
    s, t = board.s, board.t
    origin = rng.choice([i for i in range(int(t.region_n)) if s.unit_n[i] > 0])
    to, side = int(rng.choice(t.near[origin, : t.near_n[origin]])), int(s.side_of[origin])
    if control.is_open_to_march(s, side, to) and s.unit_n[origin] + s.unit_n[to] <= 10:
        stands.move_all(s, origin, to, side, control.EVERYBODY)
        control.enter_region(s, t, to, side)


def _besiege(board: Board, rng: random.Random) -> None:
    """Put a Stronghold under siege by an enemy Army from elsewhere."""
    s, t = board.s, board.t
    number = rng.randrange(int(t.stronghold_n))
    region = int(t.stronghold_at[number])
    side = int(s.control[region])
    others = [i for i in range(int(t.region_n)) if s.side_of[i] == 1 - side and s.unit_n[i] > 0]
    if s.side_of[region] == side and s.unit_n[region] <= 5 and others and not s.sieges >> number & 1:
        stands.move_all(s, region, ids.BOX + number, side, control.EVERYBODY)
        control.begin_siege(s, t, region)
        stands.move_all(s, rng.choice(others), region, 1 - side, control.EVERYBODY)
        control.enter_region(s, t, region, 1 - side)


def _character(board: Board, rng: random.Random) -> None:
    """Put a Character somewhere, or out of the game."""
    s, t = board.s, board.t
    figure = rng.choice([f for f in range(ids.FIGURE_N) if f not in (7, 8, ids.FIGURE.GOLLUM)])
    stand = rng.randrange(int(t.region_n))
    stands.put_figure(s, figure, ids.AWAY.DEAD if rng.random() < 0.2 else stand)


def _politics(board: Board, rng: random.Random) -> None:
    """Rouse a Nation, or bring it nearer to war."""
    nation = rng.randrange(ids.NATION_N)
    politics.activate(board.s, board.t, nation, ids.ROUSED.TEXT, ids.NONE)
    politics.advance(board.s, nation)


def _tracks(board: Board, rng: random.Random) -> None:
    """Change the Fellowship, the Hunt and the Rings."""
    s, t = board.s, board.t
    s.corruption, s.progress, s.is_hidden = rng.randrange(12), rng.randrange(9), rng.randrange(2)
    s.bearers = rng.randrange(int(t.region_n))
    s.box[:] = rng.randrange(3), rng.randrange(6)
    s.rings[:] = rng.randrange(4), rng.randrange(3)
    every = rng.sample(range(int(t.tile_n)), int(t.tile_n))
    parts = sorted(rng.sample(range(len(every)), 3))
    s.drawn, s.removed, s.specials, s.tiles = (
        sum(1 << tile for tile in part)
        for part in (
            every[: parts[0]],
            every[parts[0] : parts[1]],
            every[parts[1] : parts[2]],
            every[parts[2] :],
        )
    )
    s.hunt_n, s.tile_n, s.random_n = (rng.randrange(5) for _ in range(3))


def _use(board: Board, rng: random.Random) -> None:
    """Note what the last action of the Free Peoples used (BG-18.9)."""
    board.s.used[FREE] = rng.randrange(1 << ids.FREE_NATIONS)
    board.s.used_at[FREE] = rng.choice((ids.NONE, rng.randrange(int(board.t.region_n))))


WRITERS = (_muster, _lose, _march, _besiege, _character, _politics, _tracks, _use)


@pytest.mark.slow
@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(SCENARIOS))
def test_states_changed_at_random_round_trip(seed, scenario):
    rng = random.Random(seed)
    board = Board(scenario)
    for _ in range(rng.randrange(25)):
        rng.choice(WRITERS)(board, rng)
        board.s.guided = board.s.members
        board.settle()
    _choose_guide(board)
    side = rng.choice((FREE, SHADOW))
    board.acting(side, *(rng.randrange(6) for _ in range(rng.randint(1, 4))))
    if board.decision == "turn":
        assert is_asked_by_phase(board.s)
        assert "also" not in position_text(names(scenario), board.s)
        assert_same(names(scenario), board.s, position_text(names(scenario), board.s))


def _choose_guide(board: Board) -> None:
    """Make a Companion of the highest Level the Guide, or Gollum."""
    s, t = board.s, board.t
    members = [f for f in range(ids.COMPANIONS) if s.members >> f & 1]
    s.guide = max(members, key=lambda f: t.level[f], default=ids.FIGURE.GOLLUM)
    if not members:
        s.stand[ids.FIGURE.GOLLUM] = ids.AWAY.FELLOWSHIP


# What a text leaves out -----------------------------------------------------------------------------

SMALL = """
turn 3
acts shadow
dice shadow: army character
field minas_morgul: sauron 4R 1E 1N, witch_king
box minas_tirith: gondor 3R 1E 1L, boromir
field minas_tirith: southrons 5R 2E
captured shadow: dale
"""


def test_what_follows_from_a_small_text():
    n = names()
    s, t = parse_position(n, SMALL), n.tables
    tirith, box = n.regions.index("minas_tirith"), n.stands.index("minas_tirith_box")
    assert s.turn == 3
    assert s.actor == 1
    assert kind_of(int(s.options[0])) == actions.WASTE
    assert s.pool[ids.NATION.GONDOR].tolist() == [12, 4, 3, 0]
    assert s.pool[ids.NATION.SAURON].tolist() == [32, 5, 0, 7]
    assert s.side_of[tirith] == SHADOW
    assert s.side_of[box] == FREE
    assert s.sieges == 1 << int(t.stronghold[tirith])
    assert s.points.tolist() == [0, 1]
    assert not s.members >> ids.FIGURE.BOROMIR & 1
    assert s.guide == ids.FIGURE.GANDALF_GREY
    assert s.deck_n.tolist() == [24, 24, 24, 24]
    assert s.pool_dice.tolist() == [4, 8]
    assert s.tiles == t.standard_tiles


def test_the_figures_of_the_start_can_be_the_ground_of_a_text():
    n = names()
    s = parse_position(n, "start\nfield osgiliath: gondor 4R 1L\nfield dale:\ndice free_peoples: army")
    begun = new_game("two_player", 1)
    osgiliath, dale = n.regions.index("osgiliath"), n.regions.index("dale")
    assert s.units[osgiliath, ids.NATION.GONDOR].tolist() == [4, 0]
    assert s.unit_n[dale] == 0
    rest = [stand for stand in range(ids.PLACES) if stand not in (osgiliath, dale)]
    assert np.array_equal(s.units[rest], begun.units[rest])
    assert s.pool[ids.NATION.GONDOR].tolist() == (begun.pool[ids.NATION.GONDOR] - [2, 0, 1, 0]).tolist()


def test_decks_lie_below_the_cards_that_are_named():
    n = names()
    text = (
        "hand free_peoples: fp_str_05\ndeck free_peoples strategy: fp_str_09 fp_str_01 ...\ndice shadow: eye"
    )
    s = parse_position(n, text + "\nhalt victory")
    pile = ids.DECK.STRATEGY
    deck = [n.card(card) for card in s.deck[pile, : s.deck_n[pile]][::-1]]
    assert deck[:2] == ["fp_str_09", "fp_str_01"]
    assert len(deck) == 23
    assert "fp_str_05" not in deck
    only = parse_position(n, "deck free_peoples strategy: fp_str_09\ndice shadow: army event")
    assert only.deck_n[pile] == 1
    assert only.zone[n.card_index["fp_str_01"]] == ids.ZONE.OUT


def test_a_position_halts_before_a_phase():
    s = parse_position(names(), "phase hunt\nhalt hunt")
    assert s.actor == ids.NONE
    assert s.phase == ids.PHASE.HUNT
    assert parse_position(names(), "phase hunt").decision == actions.ALLOCATE


def test_no_decision_no_text():
    with pytest.raises(ValueError, match="only while a decision is pending"):
        position_text(names(), parse_position(names(), "phase hunt\nhalt hunt"))

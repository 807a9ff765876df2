"""What is recorded of a game: cards, regions, figures, Nations, dice, tiles and courses."""

import numpy as np
import pytest

from mazarbul.formats.declared import Declared
from mazarbul.sim.engine.fields import described, field
from mazarbul.sim.games.board_game import ids, records
from mazarbul.sim.games.board_game.batch import RESULT, outcome
from mazarbul.sim.games.board_game.content.catalogue import FIELDS
from mazarbul.sim.games.board_game.game import GAME
from mazarbul.sim.games.board_game.results import Records
from mazarbul.sim.games.board_game.rules import cards, control, dice, fellowship, politics, stands, turn
from tests.board_game.acting import CardBoard
from tests.board_game.board import FREE, PLAIN, SHADOW, F, N, P

pytestmark = PLAIN
FACE, LOST_TO = ids.FACE, records.LOST_TO


def of(packed, bits) -> int:
    """Return a field of a record."""
    return int(field(packed, bits))


def region(board, name: str, bits) -> int:
    """Return a field of a region's record."""
    return of(board.s.region_record[board.at(name)], bits)


def test_cards_that_are_drawn_played_and_discarded():
    board = CardBoard()
    seat = int(board.s.leading[SHADOW])
    board.s.turn = 3
    cards.draw(board.s, board.t, seat, 0)
    (card,) = (card for card in range(ids.CARDS) if board.s.zone[card] == ids.ZONE.HAND)
    records.played(board.s, card, FACE.WILL)
    board.s.turn = 5
    records.used(board.s, card, records.USED_AS.ATTACKER)
    packed = board.s.card_record[card]
    assert of(packed, records.DRAWN_TURN) == of(packed, records.PLAYED_TURN) == 3
    assert of(packed, records.PLAYED_AS) == records.USED_AS.EVENT, "the first use counts"
    assert of(packed, records.PAID) == records.PAID_WITH.WILL
    assert of(packed, records.LEFT_HAND) == records.LEFT.COMBAT, "the last way counts"
    cards.discard(board.s, seat, card)
    assert of(board.s.card_record[card], records.LEFT_HAND) == records.LEFT.TEXT


def test_captures_and_the_first_captor():
    board = CardBoard()
    board.s.turn = 4
    place = board.at("pelargir")
    control.capture(board.s, board.t, place, SHADOW)
    board.s.turn = 6
    control.capture(board.s, board.t, place, FREE)
    assert region(board, "pelargir", records.CAPTURES) == 2
    assert region(board, "pelargir", records.CAPTURED_TURN) == 4
    assert region(board, "pelargir", records.CAPTOR) == records.HELD_BY.SHADOW
    assert board.s.tally[ids.TALLY.CAPTURES] == 2


def test_units_that_are_lost_and_mustered():
    board = CardBoard(empty=True)
    board.put("minas_tirith", "gondor", 3, 1)
    place = board.at("minas_tirith")
    stands.eliminate(board.s, place, N.GONDOR, P.REGULAR, 2)
    stands.reduce(board.s, place, N.GONDOR)
    packed = board.s.nation_record[N.GONDOR]
    assert (of(packed, records.MUSTERED), of(packed, records.NATION_LOST)) == (4, 2)
    assert region(board, "minas_tirith", records.REGION_LOST) == 2
    stands.upgrade(board.s, place, N.GONDOR)
    assert board.s.nation_record[N.GONDOR] == packed, "an upgrade is neither"


def test_how_figures_are_lost():
    board = CardBoard()
    board.s.turn = 2
    stands.put_figure(board.s, F.GIMLI, ids.AWAY.DEAD)
    stands.put_figure(board.s, F.LEGOLAS, board.at("edoras"))
    board.s.battle = ids.BATTLE.FIELD
    board.s.turn = 7
    stands.put_figure(board.s, F.LEGOLAS, ids.AWAY.DEAD)
    gimli, legolas = board.s.figure_record[[F.GIMLI, F.LEGOLAS]]
    assert of(gimli, records.LEFT_HOW) == LOST_TO.HUNT
    assert (of(gimli, records.LEFT_TURN), of(gimli, records.CAME_TURN)) == (2, 0)
    assert of(legolas, records.LEFT_HOW) == LOST_TO.BATTLE
    assert (of(legolas, records.LEFT_TURN), of(legolas, records.CAME_TURN)) == (7, 2)


def test_nations_that_wake_and_go_to_war():
    board = CardBoard()
    board.s.turn = 3
    politics.activate(board.s, board.t, N.ROHAN, ids.ROUSED.COMPANION, ids.NONE)
    board.s.turn = 8
    for _ in range(3):
        politics.advance(board.s, N.ROHAN)
    packed = board.s.nation_record[N.ROHAN]
    assert (of(packed, records.ACTIVE_TURN), of(packed, records.WAR_TURN)) == (3, 8)
    assert of(packed, records.WOKEN) == records.WOKEN_BY.COMPANION


def test_faces_are_rolled_spent_and_wasted():
    board = CardBoard()
    board.acting(SHADOW, FACE.EVENT, FACE.ARMY)
    board.choose("waste", b=FACE.EVENT)
    packed = board.s.face_record[SHADOW, FACE.EVENT]
    assert (of(packed, records.SPENT), of(packed, records.WASTED)) == (1, 1)
    board.s.pool_dice[:] = 4, 7
    board.s.dice[:] = board.s.dice_n[:] = 0
    with np.errstate(over="ignore"):
        dice.roll_all(board.s, board.t)
    assert sum(of(packed, records.ROLLED) for packed in board.s.face_record[FREE]) == 4


def test_tiles_before_and_in_mordor():
    board = CardBoard()
    kind = int(board.t.tile_kind[0])
    records.tile_drawn(board.s, kind)
    board.s.mordor = 1
    records.tile_drawn(board.s, kind)
    packed = board.s.tile_record[kind]
    assert (of(packed, records.DRAWN), of(packed, records.IN_MORDOR)) == (1, 1)


def test_the_way_that_is_left():
    """BG-1.15: ten regions from Rivendell to the nearest gate, then five steps of the Mordor Track."""
    board = CardBoard()
    assert records.way_left(board.s, board.t) == 15
    board.s.progress = 4
    assert records.way_left(board.s, board.t) == 11
    board.s.mordor, board.s.bearers = 3, ids.NONE
    assert records.way_left(board.s, board.t) == 2


def test_measures_at_the_end_of_a_turn():
    board = CardBoard()
    s = board.s
    s.turn, s.corruption, s.sieges = 2, 5, 0b101
    s.points[:] = 1, 6
    turn.end_turn(s, board.t)
    assert s.course[1].tolist() == [15, 5, 1, 6, 2]
    assert not s.course[2:].any()
    besieged = [int(board.t.stronghold_at[number]) for number in (0, 2)]
    assert [of(s.region_record[place], records.SIEGE_TURNS) for place in besieged] == [1, 1]


def test_a_row_has_what_became_of_everything():
    board = CardBoard()
    row = np.zeros(1, RESULT).view(np.recarray)[0]
    stands.put_figure(board.s, F.GIMLI, ids.AWAY.DEAD)
    control.capture(board.s, board.t, board.at("pelargir"), SHADOW)
    outcome(board.s, board.t, row)
    assert of(row.figures[F.GIMLI], records.FIGURE_END) == records.WHERE.DEAD
    assert of(row.figures[F.STRIDER], records.FIGURE_END) == records.WHERE.FELLOWSHIP
    assert of(row.regions[board.at("pelargir")], records.REGION_END) == records.HELD_BY.SHADOW
    assert of(row.nations[N.ROHAN], records.STEPS) == 3
    assert {of(packed, records.CARD_END) for packed in row.cards[:96]} == {ids.ZONE.DECK}


def test_BG_18_11_the_better_of_two_partners():
    """The Shadow's seats by what they hold less what they lost, the Free Peoples' by what they lost."""
    board = CardBoard("four_player")
    s, t = board.s, board.t
    assert [records.best_partner(s, t, side) for side in ids.SIDE] == s.leading.tolist()
    stands.retire(s, board.at("pelargir"), N.GONDOR, P.REGULAR, board.units("pelargir", "gondor")[0])
    board.put("pelargir", "southrons", 1)
    control.capture(s, t, board.at("pelargir"), SHADOW)
    assert records.best_partner(s, t, SHADOW) == t.nation_seat[N.SOUTHRONS]
    assert records.best_partner(s, t, FREE) != t.nation_seat[N.GONDOR]
    kept = Records(GAME.setup("four_player"), 1)
    s.winner = SHADOW
    kept.end(0, s)
    assert kept.families(0)["games"]["winning_seat"].codes.tolist() == [t.nation_seat[N.SOUTHRONS]]
    assert "winning_seat" not in Records(GAME.setup("two_player"), 1).families(0)["games"]


@pytest.mark.parametrize("scenario", ["two_player", "three_player", "four_player"])
def test_what_is_declared_fits_what_is_recorded(scenario):
    board = CardBoard(scenario)
    setup = GAME.content.setup(board.tables)
    declared = Declared.of(setup.catalogue)
    kept = Records(setup, 1)
    kept.end(0, board.s)
    families = kept.families(5)
    assert families["games"]["game"].tolist() == [5]
    for family in declared.families:
        columns = {thing["column"] for thing in setup.catalogue[family.items]}
        assert families[family.id].keys() == {"game"} | columns
        assert [each.model_dump() for each in family.fields] == [
            each | {"labels": tuple(each["labels"]) if each["labels"] else None}
            for each in described(FIELDS[family.id])
        ]
    for measure in declared.courses.measures:
        assert f"{measure.prefix}1" in families["games"]
    assert {reason.id for reason in declared.outcome.reasons} == {*ids.END_REASONS[1:]} - {"capped"}
    assert declared.outcome.is_settled


def test_a_tile_that_hurts_reveals_and_kills():
    """BG-14.9: what the tile does in the end is recorded of its kind."""
    board = CardBoard()
    s, t = board.s, board.t
    kind = next(k for k in range(int(t.kind_n)) if t.tile_number[k] == 2 and t.tile_reveals[k])
    (tile,) = (i for i in range(int(t.tile_n)) if t.tile_kind[i] == kind)
    s.tiles, s.turn, s.phase, s.step = 1 << tile, 1, ids.PHASE.VICTORY, 0
    fellowship.draw_for(s, 1, ids.DRAWN.HUNT, 0)
    board.run()
    board.choose("casualty", ids.CASUALTY.NOBODY)
    packed = s.tile_record[kind]
    assert (of(packed, records.DRAWN), of(packed, records.CORRUPTED), of(packed, records.REVEALS)) == (
        1,
        2,
        1,
    )
    assert of(packed, records.CASUALTIES) == 0

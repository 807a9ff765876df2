"""Moves and positions as text: they round-trip, and mistakes in them are named with their place."""

import random
from functools import cache

import numpy as np
import pytest

from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.content.loading import load_data
from mazarbul.sim.games.card_game.content.tables import make_tables
from mazarbul.sim.games.card_game.game import GAME
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.state import empty_state
from mazarbul.sim.games.card_game.text.names import Names
from mazarbul.sim.games.card_game.text.position import parse_position, position_text
from mazarbul.sim.games.card_game.text.reasons import MOVES
from mazarbul.sim.notation.lines import ScriptError
from tests.marks import slow_but
from tests.playing import options

SCENARIOS = ("trilogy", "duel", "duel3", "fellowship")
# Fields that a position does not carry: workspace, the log, and fields that only the records of a run need.
OUTSIDE = {
    "cursor",
    "frames",
    "grants",
    "order",
    "options",
    "keys",
    "stack",
    "is_logged",
    "event_n",
    "events",
    "support",
    "cancel",
    "attack",
    "shield",
    "defense",
    "left",
    "lost",
    "saved",
    "saved_items",
    "lead_changes",
    "leader",
    "lead",
    "path_record",
    "bg_record",
    "ring_record",
    "card_record",
    "place_record",
    "points",
}

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")


@cache
def names(scenario: str = "trilogy") -> Names:
    return Names(GAME.content.setup(make_tables(load_data(scenario))))


def new_game(n: Names, game: int):
    s = empty_state()
    DRIVER.new_game(s, n.tables, 11, game)
    return s


def play_on(n: Names, s, rng: random.Random) -> list[int]:
    """Play to the end by random choice and return the actions."""
    taken = []
    while s.phase != ids.PHASE.OVER:
        taken.append(rng.choice(options(s)))
        DRIVER.apply(s, n.tables, taken[-1])
    return taken


def differing(s, other) -> list[str]:
    """Return the fields that matter and differ."""
    found = [
        field
        for field in s.dtype.names
        if field not in OUTSIDE and not np.array_equal(s[field], other[field])
    ]
    for seat in range(ids.SEATS):
        if not np.array_equal(s.order[seat, : s.deck_n[seat]], other.order[seat, : other.deck_n[seat]]):
            found.append(f"order of {seat}")
    if not np.array_equal(s.grants[: s.grant_n], other.grants[: other.grant_n]):
        found.append("grants")
    if options(s) != options(other):
        found.append("options")
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_legal_move_has_a_text_that_means_it(scenario):
    n, rng = names(scenario), random.Random(5)
    for game in range(4):
        s = new_game(n, game)
        while s.phase != ids.PHASE.OVER:
            texts = [MOVES.text(n, code) for code in options(s)]
            assert len(set(texts)) == len(texts)
            assert [MOVES.parse(n, s, text) for text in texts] == options(s)
            assert MOVES.why_illegal(n, s, options(s)[0]) is None
            DRIVER.apply(s, n.tables, rng.choice(options(s)))


@pytest.mark.parametrize("scenario", slow_but(["fellowship"], SCENARIOS))
def test_positions_of_random_games_round_trip(scenario):
    n, rng = names(scenario), random.Random(6)
    seen = 0
    for game in range(4):
        s = new_game(n, game)
        while s.phase != ids.PHASE.OVER:
            if s.decision == actions.TURN and rng.random() < 0.3:
                text = position_text(n, s)
                other = parse_position(n, text)
                assert differing(s, other) == []
                assert position_text(n, other) == text
                seen += 1
            DRIVER.apply(s, n.tables, rng.choice(options(s)))
    assert seen > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_play_from_a_position_is_play_from_the_state(scenario):
    n = names(scenario)
    for game in range(3):
        s = new_game(n, game)
        rng = random.Random(game)
        while s.decision != actions.TURN or s.round_number < 3:
            DRIVER.apply(s, n.tables, rng.choice(options(s)))
        other = parse_position(n, position_text(n, s))
        assert play_on(n, s, random.Random(1)) == play_on(n, other, random.Random(1))
        assert differing(s, other) == []


def test_marks_of_every_sort_round_trip():
    n = names()
    text = """
        round 4
        turn aragorn
        hand aragorn: the_red_arrow lembas high_elves#2
        reserve aragorn: strider(fresh)[anduril elven_cloak] elrond[vilya nenya]
        reserve saruman: saruman[palantir_of_orthanc]
        path egladil attack 2 defense 1: gimli[dwarven_axe] the_commander(attack 1, defense 2)
        battleground dol_guldur bare attack 1: high_elves#1 mordor_orcs#4
        battleground lorien defense 3:
        area free_peoples: helms_deep bag_end
        area shadow: orthanc weathertop
        ring: frodo
        passed: frodo witch_king
        corruption 4
        played: strider palantir_of_orthanc
        used: palantir_of_orthanc
        gone: narya
        remembered death_ride_ride_to_ruin 2
        activated anduril lorien
        grant the_red_arrow
    """
    s = parse_position(n, text)
    again = parse_position(n, position_text(n, s))
    assert differing(s, again) == []
    shown = position_text(n, s)
    assert "reserve aragorn: strider(fresh)[anduril elven_cloak] elrond[nenya vilya]\n" in shown
    assert "path egladil attack 2 defense 1: gimli[dwarven_axe] the_commander(attack 1, defense 2)\n" in shown
    assert "battleground dol_guldur bare attack 1: mordor_orcs#4 high_elves#1\n" in shown
    assert "grant the_red_arrow 1\n" in shown


def test_what_a_position_leaves_out_is_that_of_a_fresh_game():
    n = names()
    s = parse_position(n, "round 3\nhand aragorn: elrond lembas strider\n")
    assert n.slots[s.start_slot] == "aragorn"  # CG-4.4
    assert [int(x) for x in s.deck_n] == [30, 30, 27, 30]
    assert int(s.bg_deck[0]).bit_count() == int(s.bg_deck[1]).bit_count() == 7
    assert s.last_path == 3
    assert int(s.path_deck).bit_count() == 21
    assert [int(x) for x in s.ring] == [1, 1, 1, 1]
    assert (s.corruption, s.grant_n, s.path) == (0, 0, ids.NONE)


def test_the_named_cards_of_a_deck_lie_on_top():
    n = names()
    s = parse_position(n, "deck frodo: gimli sting ...\n")
    top = [n.card(s.order[0, s.deck_n[0] - 1 - i]) for i in range(3)]
    assert top[:2] == ["gimli", "sting"]
    other = parse_position(n, "deck frodo: sting gimli\n")
    assert n.card(other.order[0, 27]) == top[2]


def test_a_position_has_no_text_when_nobody_is_to_decide():
    n = names()
    s = new_game(n, 0)
    s.actor = ids.NONE
    with pytest.raises(ValueError, match="only while a decision is pending"):
        position_text(n, s)


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "suggestion"),
    [
        ("hnad frodo: gimli", 1, 1, "unknown statement 'hnad'", "hand"),
        ("\nhand fordo: gimli", 2, 6, "unknown seat 'fordo'", "frodo"),
        ("hand frodo: gimly", 1, 13, "unknown card 'gimly'", "gimli"),
        ("hand frodo gimli", 1, 12, "':' is expected here", None),
        ("hand frodo: strider", 1, 13, "strider belongs to aragorn", None),
        ("hand frodo: gimli\nreserve frodo: gimli", 2, 16, "already placed, see line 1", None),
        ("hand aragorn: high_elves high_elves high_elves", 1, 37, "all 2 copies are already placed", None),
        ("hand aragorn: high_elves#3", 1, 15, "there is no copy '3' of high_elves; this game has 2", None),
        ("reserve frodo: gimli[sting", 1, 27, "an item or ']' is expected here", None),
        ("reserve frodo: gimli(tired)", 1, 22, "unknown mark of a card 'tired'", None),
        ("reserve frodo: sting", 1, 16, "sting is an item: write it in []", None),
        ("reserve frodo: gimli[theoden]", 1, 22, "theoden is not an item", None),
        ("reserve frodo: gimli[fell_beast]", 1, 16, "gimli belongs to the other side", None),
        ("reserve frodo: riders_of_rohan[sting]", 1, 16, "riders_of_rohan is not a character", None),
        ("reserve frodo: there_is_another_way", 1, 16, "is an event and cannot be in play", None),
        ("path egladil: high_elves", 1, 15, "high_elves is an army and cannot be on a path", None),
        ("path lorien:", 1, 6, "lorien is not a path", None),
        ("battleground egladil:", 1, 14, "egladil is not a battleground", None),
        ("path egladil:\npath bag_end:", 2, 6, "only one path can be active", None),
        ("area shadow: lorien\nbattleground lorien:", 2, 14, "lorien is already in area shadow", None),
        ("round 99", 1, 7, "a number after 'round' from 1 to 15 is expected, not '99'", None),
        ("round four", 1, 7, "a whole number, is expected, not 'four'", None),
        ("phase fight", 1, 7, "unknown phase 'fight'", None),
        ("corruption 2 3", 1, 14, "nothing more is expected here, but there is '3'", None),
        ("grant gimli", 1, 7, "the text of gimli does not grant anything", None),
        ("hand frodo: ...", 1, 13, "is only allowed for the rest of a deck", None),
        ("area free_people: lorien", 1, 6, "unknown side 'free_people'", "free_peoples"),
    ],
)
def test_mistakes_in_a_position_are_placed(text, line, column, message, suggestion):
    with pytest.raises(ScriptError) as caught:
        parse_position(names(), text, file="mine.txt")
    error = caught.value
    assert (error.file, error.line, error.column, error.suggestion) == ("mine.txt", line, column, suggestion)
    assert message in error.message


@pytest.mark.parametrize(
    ("text", "column", "message", "suggestion"),
    [
        ("plya gimli path", 1, "unknown action 'plya'", "play"),
        ("play gimly path", 6, "unknown card 'gimly'", "gimli"),
        ("play gimli", 11, "reserve, path or an active battleground is expected", None),
        ("play sting", 11, "'on' and a wielder is expected", None),
        ("play gimli lroien", 12, "unknown spot 'lroien'", "lorien"),
        ("play gimli bag_end", 12, "bag_end is not the active path", None),
        ("use gimli", 5, "gimli has no action to use", None),
        ("use nenya 3", 11, "the number of an action of nenya from 1 to 2 is expected, not '3'", None),
        ("pass now", 6, "nothing more is expected here", None),
        ("", 1, "an action is expected here", None),
    ],
)
def test_mistakes_in_a_move_are_placed(text, column, message, suggestion):
    s = parse_position(names(), "path egladil:\nhand frodo: gimli sting narya")
    with pytest.raises(ScriptError) as caught:
        MOVES.parse(names(), s, text)
    assert message in caught.value.message
    assert (caught.value.column, caught.value.suggestion) == (column, suggestion)


ILLEGAL = """
round 5
turn frodo
path egladil: legolas
battleground edoras:
hand frodo: gimli sting glamdring village_militia death_ride_ride_to_ruin
reserve frodo: theoden(fresh) eowyn pippin_took
reserve aragorn: galadriel[nenya]
"""


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("pass", "its hand of 5 is above its limit of 2"),
        ("play boromir path", "boromir belongs to aragorn"),
        ("play narya on gandalf_the_grey", "narya is not in hand, but in frodo's draw deck"),
        ("play gimli edoras", "edoras does not list dwarf on its side"),
        ("play gimli lorien", "lorien is not active"),
        ("play village_militia path", "armies cannot be on a path"),
        ("play sting on theoden", "theoden is not among its wielders"),
        ("play sting on frodo_baggins", "frodo_baggins is not in play, but in frodo's draw deck"),
        ("move theoden edoras", "theoden was played this round and is fresh"),
        ("move eowyn path", "egladil is a path 5"),
        ("use nenya", "nenya has no action for frodo"),
        ("may yes", "frodo is on turn"),
    ],
)
def test_why_a_move_is_illegal(move, reason):
    n = names()
    s = parse_position(n, ILLEGAL)
    code = MOVES.parse(n, s, move)
    assert code not in options(s)
    assert reason in MOVES.why_illegal(n, s, code)

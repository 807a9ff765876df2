"""What traces, views, reasons and expectations say of a game."""

import random
from functools import cache

import numpy as np
import pytest

from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import packed
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.expectations import EXPECTATIONS
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position import parse_position
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.games.board_game.text.story import WORDS, Story
from mazarbul.sim.games.board_game.text.view import view
from mazarbul.sim.notation.expectations import expect
from mazarbul.sim.notation.lines import Line, ScriptError
from mazarbul.sim.notation.options import NOTHING, option_words
from tests.board_game.board import PLAIN, names_of
from tests.board_game.scripted import play

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]

E = ids.EVENT


@cache
def names(scenario: str = "two_player") -> Names:
    return names_of(scenario)


SIEGE = """
turn 3
acts shadow
dice shadow: army character muster
dice free_peoples: event
politics sauron at_war
field minas_morgul: sauron 4R 1E 1N, witch_king
box minas_tirith: gondor 3R 1E 1L, boromir
field minas_tirith: southrons 5R 2E
field osgiliath: gondor 2R
captured shadow: dale
hand shadow: sh_char_01 sh_str_02
"""


def at(text: str = SIEGE):
    return parse_position(names(), text)


# Stories --------------------------------------------------------------------------------------------

A_NUMBER = {
    "POOL": (0, 4, 0), "ROLLED": (1, 6, 0), "DRAW": (0, 3, 0), "DISCARD": (3, 0, 0), "PLAY": (0, 3, 4),
    "EXCHANGE": (0, 1, 0), "ADD": (53, 8, 2), "REMOVE": (53, 8, 1), "GOES": (8, 3, 0), "TACTIC": (0, -1, 0),
    "FIGURE": (1, -2, 0), "PHASE": (2, 3, 0), "END": (1, 3, 0), "TILE": (6, 2, 0), "HUNT": (3, 1, 2),
}  # fmt: skip
SILENT = {"TURN", "FORCED"}


@pytest.mark.parametrize("event", ids.EVENT._fields)
def test_every_event_has_words(event):
    story = Story(names())
    if event in SILENT:
        return
    lines = story.lines(getattr(ids.EVENT, event), *A_NUMBER.get(event, (1, 1, 0)))
    assert len(lines) == 1
    assert lines[0][1]
    assert "None" not in lines[0][1]


@pytest.mark.parametrize(
    ("event", "numbers", "text"),
    [
        ("ADD", (53, 8, 2), "2 Regulars of Gondor come to Minas Tirith"),
        ("REMOVE", (53, 9, 1), "1 Elite of Gondor is removed from Minas Tirith"),
        ("FIGURE", (1, 53, 0), "Strider is now in Minas Tirith"),
        ("FIGURE", (1, -3, 0), "Strider leaves the game"),
        ("MARCH", (76, 53, 0), "an Army goes from Osgiliath to Minas Tirith:"),
        ("BATTLE", (53, 113, 1), "battle as an assault: Minas Tirith attacks the Stronghold of Minas Tirith"),
        ("STEPS", (2, 0, 0), "Gondor: At War"),
        ("HUNT", (3, 1, 2), "Hunt: 3 dice, +1, 1 may be rolled again"),
        ("CORRUPTION", (-1, 2, 0), "Corruption falls by 1 to 2"),
        ("TILE", (6, 2, 0), "Hunt tile Eye: damage 2"),
        ("TILE", (6, -1, 0), "Hunt tile Eye: heals 1"),
        ("TILE", (6, 0, 1), "Hunt tile Eye is set aside"),
        ("TILE", (6, 0, 2), "Hunt tile Eye is drawn and looked at"),
        ("TILE", (6, 2, 3), "Hunt tile Eye: its number is 2"),
        ("TEXT", (-1, 0, 0), "the text of Gandalf the Grey takes effect"),
        ("END", (1, 3, 0), "The game ends (the Shadow has conquered enough): Shadow wins"),
        ("PHASE", (2, 3, 0), "Turn 3: Fellowship"),
    ],
)
def test_words_of_events(event, numbers, text):
    assert Story(names()).lines(getattr(ids.EVENT, event), *numbers)[0][1] == text


def test_the_story_of_a_random_game():
    n, rng = names("four_player"), random.Random(5)
    story, s = Story(n), empty_state()
    s.is_logged = 1
    DRIVER.new_game(s, n.tables, 5, 0)
    told = story.tell(s)
    for _ in range(60):
        code = int(rng.choice(s.options[: s.option_n].tolist()))
        told.append((1, story.act(int(s.actor), code)))
        DRIVER.apply(s, n.tables, code)
        told += story.tell(s, code)
    assert (0, "Turn 1: dice and cards") in told
    assert all(text and "{" not in text for _, text in told)


@pytest.mark.parametrize(
    ("action", "events", "said"),
    [
        (
            (actions.PLAY, 3, 4),
            [(E.DIE, 0, 4, 0), (E.PLAY, 0, 3, 4), (E.RING, 0, 0, 0)],
            ["Free Peoples uses an Elven Ring"],
        ),
        (
            (actions.PLACE, 8, 53),
            [(E.ADD, 53, 8, 1), (E.ADD, 53, 8, 1)],
            ["1 Regular of Gondor comes to Minas Tirith"],
        ),
        (
            (actions.MOVE, 0, 1),
            [(E.DIE, 0, 1, 0), (E.DIE, 1, 1, 0)],
            ["Shadow uses up an Army result"],
        ),
        (
            (actions.RING, 1, 4),
            [(E.RING, 0, 0, 0), (E.TURNED, 0, 1, 4), (E.BOX, 1, 2, 0)],
            ["the Hunt Box holds 2 dice of Shadow"],
        ),
        ((actions.DECLARE, 53, 0), [(E.DECLARED, 53, 0, 0), (E.ROUND, 1, 0, 0)], ["round 1"]),
        ((actions.DECLARE, 53, 0), [(E.DECLARED, 54, 0, 0)], ["the Fellowship is declared in Minhiriath"]),
        ((actions.REVEAL, 53, 0), [(E.REVEALED, 53, 0, 0)], []),
        ((actions.GUIDE, 1, 0), [(E.GUIDE, 1, 0, 0)], []),
        ((actions.TRIM, 8, 0), [(E.REMOVE, 53, 8, 1)], []),
        ((actions.LOSE, 2, 0), [(E.REMOVE, 53, 8, 1)], []),
        ((actions.LOSE, 2, 1), [(E.REDUCE, 53, 2, 0)], []),
        ((actions.LOSE, 2, 2), [(E.REMOVE, 53, 9, 1)], []),
        ((actions.DISCARD, 3, 0), [(E.DISCARD, 3, 0, 0)], []),
        ((actions.PASS, 0, 0), [(E.PASS, 0, 0, 0)], []),
        ((actions.HIDE, 0, 1), [(E.DIE, 0, 1, 0), (E.HIDDEN, 0, 0, 0)], []),
        ((actions.WITHDRAW, 0, 1), [(E.WITHDRAW, 53, 0, 0)], []),
        ((actions.CONTINUE, 0, 0), [(E.CEASE, 0, 0, 0)], []),
        ((actions.RETREAT, 53, 0), [(E.RETREAT, 76, 53, 0)], []),
    ],
)
def test_a_story_says_nothing_twice(action, events, said):
    """What an action says is not said again: the die that pays, the card played, the figure placed."""
    story, s = Story(names()), empty_state()
    s.event_n = len(events)
    for row, event in zip(s.events, events, strict=False):
        row[:] = event
    assert [text for _, text in story.tell(s, packed(*action))] == said


@pytest.mark.parametrize("kind", [kind for kind in actions.KINDS if kind.answers], ids=lambda kind: kind.name)
def test_every_action_has_words(kind):
    story = Story(names())
    assert "{" not in story.act(0, packed(kind.number, 1, 1))


# Views ----------------------------------------------------------------------------------------------


def test_a_view_hides_hands_and_the_order_of_decks():
    n, s = names(), at()
    other = s.copy()
    other.deck[:, :10] = other.deck[:, :10][:, ::-1]
    local = n.card_index["sh_str_03"] % ids.BLOCK
    other.hand[1] = int(s.hand[1]) & ~(1 << n.card_index["sh_str_02"] % ids.BLOCK) | 1 << local
    assert view(n, s, 0) == view(n, other, 0)
    assert view(n, s, 1) != view(n, other, 1)


def test_what_a_view_shows():
    seen = view(names(), at(), 1)
    assert seen["hands"] == {
        "free_peoples": {"character": 0, "strategy": 0},
        "shadow": ["sh_char_01", "sh_str_02"],
    }
    assert seen["map"]["minas_tirith_box"] == {
        "gondor": {"regular": 3, "elite": 1, "leader": 1},
        "figures": ["boromir"],
    }
    assert seen["captured"] == {"dale": "shadow"}
    assert seen["hunt"]["pool"]["std_eye"] == 4
    assert seen["sides"]["shadow"]["dice"] == {"character": 1, "army": 1, "muster": 1}
    assert seen["battle"] is None


# Reasons --------------------------------------------------------------------------------------------

REASONS = [
    ("pass", "only a side with fewer unused dice passes; it is 3 against 1 (BG-3.6)"),
    ("waste eye", "shadow has no unused die with an Eye (BG-4.2)"),
    ("ring army character", "shadow has no Elven Ring (BG-5.1)"),
    ("draw character army", "an Army result does not pay for it: an Event result does (BG-6)"),
    ("play sh_char_02 character", "sh_char_02 is not in the hand of shadow: it is in its deck"),
    ("politics sauron muster", "Sauron is At War already (BG-10.6)"),
    ("politics gondor muster", "Gondor is a Nation of the enemy (BG-10.6)"),
    ("crown aragorn army", "only a Will of the West brings it (BG-8.9)"),
    ("hide character", "the Fellowship is hidden (BG-15.5)"),
    ("march dale to erebor", "is on turn and must choose an action"),
]


@pytest.mark.parametrize(("text", "reason"), REASONS)
def test_reasons_on_turn(text, reason):
    n, s = names(), at()
    assert reason in MOVES.why_illegal(n, s, MOVES.parse(n, s, text))


MARCHES = [
    ("march osgiliath to south_ithilien", "no Army of shadow is in Osgiliath (BG-9.1)"),
    ("march minas_morgul to dale", "Dale is not beside Minas Morgul (BG-9.3)"),
    ("march minas_tirith to osgiliath", "an Army of free_peoples is in Osgiliath (BG-9.3)"),
    ("march minas_tirith to lossarnach", "Nations that are not At War enter no foreign Nation"),
    ("march minas_tirith_box to osgiliath", "a besieged Army never moves"),
]


@pytest.mark.parametrize(("text", "reason"), MARCHES)
def test_reasons_of_marches(text, reason):
    n, s = names(), at()
    DRIVER.apply(s, n.tables, MOVES.parse(n, s, "move army"))
    assert reason in MOVES.why_illegal(n, s, MOVES.parse(n, s, text))


def test_every_reason_can_be_asked_of_anything():
    """Reasons never fail, whatever numbers an action has."""
    n, s, rng = names(), at(), random.Random(1)
    for kind in MOVES.reasons:
        declared = actions.KINDS[kind]
        for _ in range(30):
            values = []
            for sort in (declared.a, declared.b):
                every = list(n.cards) if sort == "card" else range(actions.KINDS.sorts.get(sort, 1))
                values.append(rng.choice(list(every)))
            why = MOVES.reasons[kind](n, s, 1, *values)
            assert why is None or why


# Expectations ---------------------------------------------------------------------------------------

HOLDS = [
    "units gondor in minas_tirith_box = 4", "units in minas_tirith = 7",
    "elites southrons in minas_tirith = 2",
    "leaders in minas_tirith_box = 1", "nazgul in minas_morgul = 1", "pool gondor regular = 10",
    "casualties gondor regular = 0", "where boromir = minas_tirith_box", "where strider = fellowship",
    "where aragorn = unused", "army minas_tirith = shadow", "army erebor = nobody", "control dale = shadow",
    "control osgiliath = nobody", "siege minas_tirith", "siege lorien = no", "points shadow = 1",
    "steps sauron = 0", "active gondor = no", "at_war sauron", "bearers rivendell", "mordor = no",
    "progress = 0", "hidden", "guide = gandalf_grey", "hunt_box shadow = 0", "tiles = 16",
    "tiles std_eye = 4", "drawn = 0", "dice shadow = 3", "dice shadow army = 1", "action_dice shadow = 8",
    "rings free_peoples = 3", "hand shadow: sh_char_01 sh_str_02", "hand free_peoples = 0",
    "deck shadow character = 23", "zone sh_char_01 = hand", "turn = 3", "phase actions", "acts shadow",
    "battle none", "winner nobody", "end running", "over no", "actor shadow", "decision turn",
    "legal move army", "illegal waste eye", "table shadow = 0", "discard shadow = 0", "corruption < 1",
    "regulars southrons in minas_tirith >= 5", "specials = 0", "removed = 0", "round = 0", "options > 3",
]  # fmt: skip


def test_every_expectation_is_tried():
    assert {text.split()[0] for text in HOLDS} == set(EXPECTATIONS)


def test_expectations_hold():
    s = at()
    for text in HOLDS:
        line = Line(text)
        expect(EXPECTATIONS, names(), s, line)
        line.end()


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("units gondor in minas_tirith_box = 5", "expected = 5, but it is 4", 37),
        ("units gondor in minas_tirit = 5", "unknown field or box 'minas_tirit'", 17),
        ("where boromir = dale", "expected dale, but it is minas_tirith_box", 17),
        ("casualties sauron regular = 0", "sauron has no casualties", 12),
        ("siege dale", "unknown Stronghold 'dale'", 7),
        ("army erebor = shadow", "expected shadow, but it is nobody", 15),
        ("legal move eye", "is not legal: shadow has no unused die with an Eye", 7),
        ("unit = 3", "unknown expectation 'unit'", 1),
    ],
)
def test_expectations_that_fail(text, message, column):
    with pytest.raises(ScriptError) as error:
        expect(EXPECTATIONS, names(), at(), Line(text))
    assert message in str(error.value)
    assert error.value.column in (column, column - 1)
    assert np.isscalar(error.value.line)


# Whose text, which option -----------------------------------------------------------------------------


def test_a_draw_is_the_text_of_the_character_whose_it_is():
    report = play(
        """
game board_game
position Gandalf the Grey is the Guide
acts free_peoples
dice free_peoples: event muster
hand free_peoples: fp_str_19
do free_peoples: play fp_str_19 with event
do free_peoples: use
expect hand free_peoples = 2
"""
    )
    texts = [line.strip() for line in report if "takes effect" in line]
    assert texts == ["the text of King Brand's Men takes effect", "the text of Gandalf the Grey takes effect"]


COMMANDS = """
acts shadow
dice shadow: event muster
dice free_peoples: event
field minas_morgul: sauron 4R, witch_king
hand shadow: sh_char_24
"""


@pytest.mark.parametrize(
    ("option", "words"), [(0, "Shadow chooses to recruit figures"), (1, "Shadow chooses to move figures")]
)
def test_an_option_is_told_by_what_it_does(option, words):
    n, s = names(), at(COMMANDS)
    DRIVER.apply(s, n.tables, MOVES.parse(n, s, "play sh_char_24 with event"))
    assert s.decision == actions.OPTION
    assert Story(n).act(1, packed(actions.OPTION, option, 0), s) == words


def options_of(t, row: int) -> list[tuple[int, int, bool]]:
    """Return the options in a text from a row on: the row of the choice, its number, whether it is empty."""
    found = []
    while t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == VOCABULARY.codes("operation").CHOOSE:
            option, number = row + 1, 0
            while option < t.rows[row, codes.BLOCK_END]:
                end = int(t.rows[option, codes.BLOCK_END])
                found.append((row, number, end == option + 1))
                option, number = end, number + 1
        row += 1
    return found


def test_every_printed_option_has_words():
    """A choice that says nothing of its options but their number is none that can be followed."""
    t = names().tables
    texts = [row for row in t.effects if row.on not in (ids.NONE, ON.STATIC, ON.BATTLE_START)]
    found = [option for row in texts if row.do > 0 for option in options_of(t, int(row.do))]
    assert len(found) > 10
    for row, number, is_empty in found:
        assert (option_words(t.rows, row, number, WORDS["operation"], {}) == NOTHING) == is_empty

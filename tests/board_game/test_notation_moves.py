"""Actions as text: every kind round-trips with any numbers, and mistakes are named with their place."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazarbul.sim.engine.actions import packed
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.state import empty_state
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.notation.lines import ScriptError
from tests.board_game.board import names_of

KINDS = [kind for kind in actions.KINDS if kind.answers]


@cache
def names(scenario: str = "two_player") -> Names:
    return names_of(scenario)


@cache
def values(sort: str) -> list[int]:
    """Return the numbers of a sort that things of the printed game have."""
    n = names("four_player")
    if sort == "card":
        return list(n.cards)
    if sort == "":
        return [0]
    return list(range(actions.KINDS.sorts[sort]))


@st.composite
def codes(draw):
    """Draw an action of any kind, and a decision that it can answer."""
    kind = draw(st.sampled_from(KINDS))
    a, b = (draw(st.sampled_from(values(sort))) for sort in (kind.a, kind.b))
    decision = draw(st.sampled_from([actions.KINDS.names.index(name) for name in kind.answers]))
    return packed(kind.number, a, b), decision


def at(decision: int):
    s = empty_state()
    s.decision = decision
    return s


@given(codes())
def test_actions_round_trip(drawn):
    code, decision = drawn
    n = names("four_player")
    text = MOVES.text(n, code)
    assert MOVES.parse(n, at(decision), text) == code, text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_value_of_every_kind(kind):
    n = names("four_player")
    s = at(actions.KINDS.names.index(kind.answers[0]))
    pairs = [(a, values(kind.b)[0]) for a in values(kind.a)] + [
        (values(kind.a)[-1], b) for b in values(kind.b)
    ]
    for a, b in pairs:
        code = packed(kind.number, a, b)
        text = MOVES.text(n, code)
        assert MOVES.parse(n, s, text) == code, text


def action(name: str, a: int = 0, b: int = 0) -> int:
    return packed(actions.KINDS.names.index(name), a, b)


def region(name: str) -> int:
    return names().regions.index(name)


def test_words_of_actions():
    n = names()
    box = ids.BOX + n.strongholds.index("minas_tirith")
    gondor = ids.NATION.GONDOR
    slot = gondor * ids.PIECE_N + ids.PIECE.REGULAR
    texts = {
        "pass": action("pass"),
        "march osgiliath to south_ithilien": action("march", region("osgiliath"), region("south_ithilien")),
        "strike minas_tirith_box to minas_tirith": action("strike", box, region("minas_tirith")),
        "send all": action("send", ids.WHOLE.ALL),
        "take gondor regular 2": action("take", slot, 2),
        "take strider 1": action("take", len(n.pieces) + ids.FIGURE.STRIDER, 1),
        "lose gondor elite": action("lose", gondor, ids.LOSS.ELITE),
        "tactic fp_char_01": action("tactic", n.card_index["fp_char_01"]),
        "ring army character": action("ring", ids.FACE.ARMY, ids.FACE.CHARACTER),
        "rider nazgul minas_morgul": action("rider", ids.FIGURE_N + region("minas_morgul")),
        "use guide": action("use-guide", 0, 1),
        "spare": action("may", 0, 0),
        "option 2": action("option", 1),
        "place gondor regular minas_tirith": action("place", slot, region("minas_tirith")),
        "allocate 2": action("allocate", 0, 2),
    }
    for text, code in texts.items():
        assert MOVES.text(n, code) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("march osgiliath south_ithilien", "march osgiliath to south_ithilien"),
        ("place gondor regular in minas_tirith", "place gondor regular minas_tirith"),
        ("move with army_muster", "move army_muster"),
        ("ring army to character", "ring army character"),
        ("rider nazgul from minas_morgul", "rider nazgul minas_morgul"),
    ],
)
def test_small_words_may_be_there_or_not(text, meant):
    n = names()
    kind = next(kind for kind in KINDS if kind.name == text.split()[0])
    s = at(actions.KINDS.names.index(kind.answers[0]))
    assert MOVES.text(n, MOVES.parse(n, s, text)) == meant


def test_a_combat_card_can_be_named_by_its_tactic():
    n, s = names(), at(actions.TACTIC)
    cards = [card for card, entry in n.entries.items() if entry["tactic"] == "scouts"]
    s.options[0], s.option_n = packed(actions.TACTIC, cards[-1], 0), 1
    assert MOVES.parse(n, s, "tactic scouts") == s.options[0]
    with pytest.raises(ScriptError, match="unknown card or tactic 'scout'"):
        MOVES.parse(n, s, "tactic scout")


@pytest.mark.parametrize(
    ("decision", "text", "message", "column"),
    [
        ("march", "march osgilath to dale", "unknown field or box 'osgilath'", 7),
        ("march", "march osgiliath to", "a field or box is expected here", 19),
        ("place", "place gondor guard dale", "unknown sort of figures 'guard'", 14),
        ("take", "take mordor regular 1", "unknown nation or figure 'mordor'", 6),
        ("take", "take gondor regular 500", "a number from 0 to 127", 21),
        ("turn", "waste sword", "unknown face 'sword'", 7),
        ("turn", "mrch osgiliath", "unknown action 'mrch'", 1),
        ("rider", "rider nazgul dala", "unknown field or box 'dala'", 14),
        ("option", "option 0", "the number of an option from 1", 8),
        ("send", "send most", "unknown part of an army 'most'", 6),
        ("turn", "play fp_char_99 event", "unknown card 'fp_char_99'", 6),
    ],
)
def test_mistakes(decision, text, message, column):
    s = at(actions.KINDS.names.index(decision))
    with pytest.raises(ScriptError, match=message) as error:
        MOVES.parse(names(), s, text)
    assert error.value.column == column

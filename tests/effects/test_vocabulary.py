"""Declarations that contradict themselves are refused when they are made."""

from __future__ import annotations

import pytest

from mazarbul.sim.effects import (
    NUMBER,
    VALUES,
    Attribute,
    Block,
    Changing,
    Choice,
    Compiler,
    Condition,
    EffectError,
    Flags,
    Live,
    Modifier,
    Operation,
    Program,
    Quantity,
    Set,
    SetMask,
    SetOr,
    Statement,
    Term,
    Value,
    Vocabulary,
    Word,
    optional,
)
from mazarbul.sim.effects.context import usage
from tests.effects.tiny_game import VOCABULARY, new_compiler

DRAW = Operation("draw", "", n=NUMBER)
SIX = {f"p{i}": Choice("x", {"a": 0}) for i in range(6)}
TEN = {f"p{i}": NUMBER for i in range(10)}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([DRAW, Operation("draw", "")], "is declared twice"),
        ([Condition("here", ""), Quantity("here", "")], "is declared twice"),
        ([Term("player", "owner", ""), Quantity("owner", "")], "is declared twice"),
        ([Operation("no-name", "")], "is not a plain name"),
        ([Operation("if", "")], "is not a plain name"),
        ([Operation("nothing", "")], "language reserves"),
        ([Word("draw", "")], "has no sort"),
        ([Operation("many", "", **TEN)], "too many parameters"),
        ([Quantity("many", "", **SIX)], "too many parameters"),
        ([Operation("grant", "", body=Block("modifier"))], "unknown sort 'modifier'"),
        ([Operation("each", "", body=Block("operation"), n=NUMBER)], "only as a statement, at its end"),
        ([DRAW, Quantity("count", "", body=Block("operation"))], "only as a statement, at its end"),
        ([Operation("each", "", body=optional(Block("operation"), ""))], "a block that may be left out"),
        ([Operation("take", "", cards=Set("card"))], "unknown set sort 'card'"),
        ([Operation("draw", "", **{"from": NUMBER})], "which is a Python keyword"),
        ([Operation("draw", "", n=Value("number", {"many": 10_001}))], "out of range"),
    ],
)
def test_faults(words, fault):
    with pytest.raises(ValueError, match=fault):
        Vocabulary("game", "Game", words=words)


@pytest.mark.parametrize(
    ("sets", "fault"),
    [
        ([Attribute("self", "")], "language reserves"),
        ([Attribute("x y", "")], "is not a plain name"),
        ([Attribute("a", ""), Changing("a", "", required=1)], "declared twice"),
        ([Changing("a", "")], "needs bits"),
        ([Changing("a", "", required=3, forbidden=2)], "needs bits"),
    ],
)
def test_faults_of_sets(sets, fault):
    with pytest.raises(ValueError, match=fault):
        Vocabulary("game", "Game", sets={"card": sets})


def test_a_name_beside_a_set_is_negative():
    with pytest.raises(ValueError, match="not negative"):
        Vocabulary("g", "G", words=[Operation("x", "", what=SetOr("card", {"self": 0}))], sets={"card": ()})


def test_statements_of_each_sort_have_their_own_codes_and_rows_their_limits():
    nine = {f"p{i}": NUMBER for i in range(9)}
    five = {f"p{i}": Choice("x", {"a": 0}) for i in range(5)}
    vocabulary = Vocabulary(
        "game",
        "Game",
        words=iter(
            [
                DRAW,
                Operation("wide", "", **nine),
                Modifier("draw", ""),
                Quantity("draw", "", **five),
            ]
        ),
        sets={"card": iter([Attribute("name", "", key="id")])},
    )
    assert vocabulary.statement_sorts == ("operation", "modifier")
    assert vocabulary.codes("operation") == (16, 17)
    assert vocabulary.code(vocabulary.words["operation"]["wide"]) == vocabulary.codes("operation").WIDE
    assert vocabulary.codes("modifier").DRAW == vocabulary.codes(VALUES).DRAW == 16
    assert [word.name for word in vocabulary] == ["draw", "wide", "draw", "draw"]
    assert list(vocabulary.sets["card"]) == ["name"]
    assert repr(DRAW) == "Operation('draw')"


def test_a_game_may_have_further_sorts_of_statements():
    class Cost(Statement):
        sort = "cost"

    vocabulary = Vocabulary("g", "G", words=[Cost("pay", "", n=NUMBER), DRAW])
    compiler = Compiler(vocabulary, {}, Program())
    assert compiler.block("pay(2)", "cost") == 0
    with pytest.raises(EffectError, match="'draw' is an operation, but a cost is expected here"):
        compiler.block("draw(1)", "cost")


def test_columns_say_where_a_row_has_its_arguments():
    """In the rows of statements, and of values without the arguments that are on the stack."""
    assert VOCABULARY.columns("operation", "take")._asdict() == {
        "WHO": 1, "ZONES": 2, "CARDS": 3, "MOST": 4, "LEAST": 5,
    }  # fmt: skip
    assert VOCABULARY.columns("operation", "each")._asdict() == {"END": 1, "SIDE": 2}
    assert VOCABULARY.columns("modifier", "icons").N == 3
    assert VOCABULARY.columns(VALUES, "matching")._asdict() == {"CARDS": 1}
    with pytest.raises(KeyError):
        VOCABULARY.columns("operation", "icons")


def test_several_words_share_the_columns_that_all_of_them_have():
    assert VOCABULARY.columns("operation", "draw", "take", "dig")._fields == ("WHO",)
    assert VOCABULARY.columns("operation", "draw", "dig")._asdict() == {"WHO": 1, "N": 2}
    assert VOCABULARY.columns("operation", "draw", "remove")._fields == ()  # both have n, in other columns
    assert VOCABULARY.columns("operation", "each", "grant")._fields == ("END",)


def test_names_of_arguments_are_numbered_in_their_order():
    assert Choice("zone", ("here", "path")).names == {"here": 0, "path": 1}
    assert Flags("pile", ("draw", "cycle", "hand")).codes._asdict() == {"DRAW": 1, "CYCLE": 2, "HAND": 4}
    assert Choice("limit", {"round": 7}).codes.ROUND == 7


def test_before_a_block_a_default_is_changed_by_name():
    """The row has the end of the block, then the arguments as declared: `later(what, who, when, block)`."""
    compiler = new_compiler()
    program = compiler.program
    for text in ("later(they, pass_turn, draw(you, 1), when=here)", "later(they, pass_turn, draw(you, 1))"):
        first = compiler.block(text)
        later, *block = program.rows[first : first + 4]
        nothing = program.sets("card").index(SetMask(frozenset()))
        assert later[:5] == (25, first + 3, nothing, 1, 0 if "here" in text else 1)
        assert [row[0] for row in block] == [23, 16, 0]
    compiler.block("later(you, pass_turn, what=faction(rohan), when=in_play)")
    assert usage(VOCABULARY.words["operation"]["later"]) == (
        "later(who, operation, ..., what=nothing, when=path)"
    )
    with pytest.raises(EffectError, match=r"it is written later\(who, operation, .*; 'who' is missing"):
        compiler.block("later(when=here)")
    with pytest.raises(EffectError, match="at least one operation is expected"):
        compiler.block("later(you, when=here)")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ((Live("where", "", of="figure"),), "the unknown sort 'figure'"),
        ((Changing("far", "", required=1 << 63),), "beyond the 63"),
    ],
)
def test_words_of_sets_that_contradict_themselves(words, fault):
    with pytest.raises(ValueError, match=fault):
        Vocabulary("odd", "Odd", sets={"place": words})


def test_a_word_says_its_block():
    assert VOCABULARY.words["operation"]["each"].block == Block("operation")
    assert VOCABULARY.words["operation"]["pass_turn"].block is None

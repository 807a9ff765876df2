"""Declarations that contradict themselves are refused when they are made."""

from __future__ import annotations

import pytest

from sim.effects import (
    NUMBER,
    Attribute,
    Block,
    Changing,
    Choice,
    Compiler,
    Condition,
    EffectError,
    Modifier,
    Operation,
    Program,
    Quantity,
    Set,
    SetOr,
    Statement,
    Term,
    Value,
    Vocabulary,
    Word,
    optional,
)
from tests.effects.tiny_game import VOCABULARY

DRAW = Operation("draw", 16, "", n=NUMBER)
SIX = {f"p{i}": Choice("x", {"a": 0}) for i in range(6)}
TEN = {f"p{i}": NUMBER for i in range(10)}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([DRAW, Operation("take", 16, "")], "has the code of 'draw'"),
        ([DRAW, Operation("draw", 17, "")], "is declared twice"),
        ([Condition("here", 16, ""), Quantity("count", 16, "")], "has the code of 'here'"),
        ([Term("player", "owner", 16, ""), Quantity("count", 16, "")], "has the code of 'owner'"),
        ([Operation("draw", 15, "")], "needs a code of at least 16"),
        ([Operation("no-name", 16, "")], "is not a plain name"),
        ([Operation("if", 16, "")], "is not a plain name"),
        ([Operation("nothing", 16, "")], "keeps for itself"),
        ([Word("draw", 16, "")], "has no sort"),
        ([Operation("many", 16, "", **TEN)], "too many parameters"),
        ([Quantity("many", 16, "", **SIX)], "too many parameters"),
        ([Operation("grant", 16, "", body=Block("modifier"))], "unknown sort 'modifier'"),
        ([Operation("each", 16, "", body=Block("operation"), n=NUMBER)], "only as a statement, at its end"),
        ([DRAW, Quantity("count", 16, "", body=Block("operation"))], "only as a statement, at its end"),
        (
            [Operation("each", 16, "", n=optional(NUMBER, 1), body=Block("operation"))],
            "no argument may be left out",
        ),
        ([Operation("each", 16, "", body=optional(Block("operation"), ""))], "no argument may be left out"),
        ([Operation("take", 16, "", cards=Set("card"))], "unknown set sort 'card'"),
        ([Operation("draw", 16, "", **{"from": NUMBER})], "a word of Python's"),
        ([Operation("draw", 16, "", n=Value("number", {"many": 10_001}))], "out of range"),
    ],
)
def test_faults(words, fault):
    with pytest.raises(ValueError, match=fault):
        Vocabulary("game", "Game", words=words)


@pytest.mark.parametrize(
    ("sets", "fault"),
    [
        ([Attribute("self", "")], "keeps for itself"),
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
        Vocabulary(
            "g", "G", words=[Operation("x", 16, "", what=SetOr("card", {"self": 0}))], sets={"card": ()}
        )


def test_statements_of_each_sort_have_their_own_codes_and_rows_their_limits():
    nine = {f"p{i}": NUMBER for i in range(9)}
    five = {f"p{i}": Choice("x", {"a": 0}) for i in range(5)}
    vocabulary = Vocabulary(
        "game",
        "Game",
        words=iter(
            [
                DRAW,
                Operation("wide", 17, "", **nine),
                Modifier("draw", 16, ""),
                Quantity("draw", 16, "", **five),
            ]
        ),
        sets={"card": iter([Attribute("name", "", key="id")])},
    )
    assert vocabulary.statement_sorts == ("operation", "modifier")
    assert vocabulary.code("modifier", "draw") == 16
    assert [word.name for word in vocabulary] == ["draw", "wide", "draw", "draw"]
    assert list(vocabulary.sets["card"]) == ["name"]
    assert repr(DRAW) == "Operation('draw', 16)"


def test_a_game_may_have_further_sorts_of_statements():
    class Cost(Statement):
        sort = "cost"

    vocabulary = Vocabulary("g", "G", words=[Cost("pay", 16, "", n=NUMBER), DRAW])
    compiler = Compiler(vocabulary, {}, Program())
    assert compiler.block("pay(2)", "cost") == 0
    with pytest.raises(EffectError, match="'draw' is an operation, but a cost is wanted here"):
        compiler.block("draw(1)", "cost")


def test_a_word_says_its_block():
    assert VOCABULARY.words["operation"]["each"].block == Block("operation")
    assert VOCABULARY.words["operation"]["pass_turn"].block is None

"""Classes of words follow from the marks and arguments that are declared, not from their order."""

from __future__ import annotations

import pytest

from mazarbul.sim.effects import NUMBER, VALUES, Block, Choice, Modifier, Operation, Quantity, Vocabulary
from mazarbul.sim.effects.classes import class_of, columns_of, words_with
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import words

WHO = Choice("player", ("you", "they"))
WORDS = [
    Operation("draw", "", "order loud", who=WHO, n=NUMBER),
    Operation("each", "", who=WHO, body=Block("operation")),
    Operation("say", "", "loud", n=NUMBER),
    Modifier("strong", "", "loud", n=NUMBER),
    Quantity("number", "", "loud", who=WHO),
]
VOCABULARY = Vocabulary("game", "Game", words=WORDS)


@pytest.mark.parametrize(
    ("space", "traits", "but", "found"),
    [
        ("operation", ("loud",), (), ("draw", "say")),
        ("operation", ("loud", "order"), (), ("draw",)),
        ("operation", ("who",), (), ("draw", "each")),
        ("operation", ("who", "n"), (), ("draw",)),
        ("operation", ("n",), ("who",), ("say",)),
        ("operation", (), ("loud",), ("each",)),
        ("operation", (END_OF_BLOCK,), (), ("each",)),
        ("modifier", ("loud",), (), ("strong",)),
        (VALUES, ("loud", "who"), (), ("number",)),
    ],
)
def test_words_with_marks_and_arguments(space, traits, but, found):
    assert words_with(VOCABULARY, space, *traits, but=but) == found
    codes = VOCABULARY.codes(space)
    assert members(class_of(VOCABULARY, space, *traits, but=but)) == [
        getattr(codes, name.upper()) for name in found
    ]


def test_columns_of_words_and_of_classes():
    operation, modifier, value = columns_of(VOCABULARY)
    assert operation("draw")._asdict() == {"WHO": 1, "N": 2}
    assert operation(*words_with(VOCABULARY, "operation", "loud")) == ()
    assert (modifier("strong").N, value("number").WHO) == (1, 1)


def test_a_class_does_not_change_with_the_order_of_the_words():
    turned = Vocabulary("game", "Game", words=WORDS[::-1])
    assert turned.codes("operation") == (16, 17, 18)
    assert class_of(turned, "operation", "loud") == 1 << turned.codes("operation").SAY | (
        1 << turned.codes("operation").DRAW
    )


def test_a_class_without_words_is_a_mistake():
    with pytest.raises(ValueError, match="no word of the space 'operation' has"):
        class_of(VOCABULARY, "operation", "quiet")


def test_a_class_holds_codes_up_to_62():
    many = [Operation(f"word{i}", "", "all") for i in range(48)]
    assert class_of(Vocabulary("game", "Game", words=many[:-1]), "operation", "all") == 2**63 - 2**16
    with pytest.raises(ValueError, match="beyond the 63 codes"):
        class_of(Vocabulary("game", "Game", words=many), "operation", "all")


def test_every_number_of_a_card_has_its_modifier():
    assert len(words.STAT_MODIFIERS) == ids.STAT_N
    assert sorted(words.STAT_MODIFIERS) == members(words.STATS)
    assert words.STAT_MODIFIERS[ids.STAT.HIT_POINTS] == words.MODIFIER.HIT_POINTS

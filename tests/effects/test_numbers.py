"""The numbers of a text are found by its grammar, described and changed."""

from importlib import import_module

import pytest

from mazarbul.sim.effects import NUMBER, Operation, Vocabulary
from mazarbul.sim.effects.numbers import change_words, changed, numbers
from mazarbul.sim.games.card_game.content.vocabulary import VOCABULARY
from mazarbul.sim.toml import DataError, Source


def found(text):
    return numbers(Source(text), VOCABULARY)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("draw(you, 2)", [2]),
        ("draw(elf, 1); cycle(elf, 3)", [1, 3]),
        ("each(free_peoples, forsake(they, 1), draw(they, 3))", [1, 3]),
        ("corruption(-2)", [-2]),
        ("corruption(3 - -1)", [3, -1]),
        ("take(you, draw | cycle, name(gimli), most=2, least=0)", [2, 0]),
        ("draw(you, 5) if in_reserve(name(strider)) else draw(you, 4)", [5, 4]),
        ("draw(you, count(type(army), here) // 2)", [2]),
        ("here(number(7))", []),
        ("here(number(7, 8)) and count(everything, here) >= 3", [3]),
        ("grant(icons(self, path, 1), carryover(2))", [1, 2]),
        ("forbid_path() if True else carryover(0x10)", [16]),
        ("draw(you, 1);  # 9\n draw(you, (2))", [1, 2]),
        ("peek_top", []),
    ],
)
def test_numbers_are_those_the_text_computes_with(text, values):
    assert [number.value for number in found(text)] == values


@pytest.mark.parametrize(
    ("text", "n", "value", "new", "shown"),
    [
        ("draw(you, 2)", 0, 3, "draw(you, 3)", "cards drawn 2 -> 3"),
        ("draw(elf, 1); cycle(elf, 10)", 1, 9, "draw(elf, 1); cycle(elf, 9)", "cards cycled 10 -> 9"),
        ("corruption(- 2)", 0, -1, "corruption(-1)", "corruption added -2 -> -1"),
        ("corruption(-1)", 0, 0, "corruption(0)", "corruption added -1 -> 0"),
        ("dig(you, 5, play=1)", 1, 2, "dig(you, 5, play=2)", "cards of those aside played 1 -> 2"),
    ],
)
def test_a_number_is_changed_in_its_place(text, n, value, new, shown):
    number = found(text)[n]
    assert changed(text, number, value) == new
    assert change_words(found(text), number, value, VOCABULARY) == shown
    assert found(new)[n].value == value


def test_numbers_with_one_phrase_are_told_apart():
    text = "draw(you, 5) if in_reserve(name(strider)) else draw(you, 4)"
    both = found(text)
    said = [change_words(both, number, 1, VOCABULARY) for number in both]
    assert said == ["cards drawn, first number 5 -> 1", "cards drawn, second number 4 -> 1"]


@pytest.mark.parametrize("game", ["card_game", "board_game", "lotr_lcg"])
def test_every_number_of_an_effect_word_has_a_phrase(game):
    vocabulary = import_module(f"mazarbul.sim.games.{game}.content.vocabulary").VOCABULARY
    assert vocabulary.counted() == vocabulary.phrases.keys()
    assert not any(set("()_") & set(phrase) for phrase in vocabulary.phrases.values())


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("card_game", "trilogy"), ("board_game", "two_player"), ("lotr_lcg", "passage_through_mirkwood")],
)
def test_no_change_of_a_number_is_named_by_code(game, scenario):
    variants = import_module(f"mazarbul.sim.games.{game}.game").GAME.variants(scenario)
    labels = [variant.label for variant in variants if variant.kind != "blank"]
    assert len(labels) > 50
    assert [label for label in labels if "(" in label or "_" in label] == []


def test_a_phrase_of_no_number_is_refused():
    with pytest.raises(ValueError, match="phrases of no number"):
        Vocabulary("g", "G", words=[Operation("draw", "", n=NUMBER)], phrases={"draw.m": "cards"})


def test_a_text_that_cannot_be_read():
    with pytest.raises(DataError):
        found("draw(you, 2")

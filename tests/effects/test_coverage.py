"""Every part of a game that has to know the words of its effects knows them, or says why it need not."""

from __future__ import annotations

import pytest

from sim.effects import Operation, Vocabulary
from sim.effects.coverage import Part, faults
from sim.games.card_game.content.vocabulary import VOCABULARY
from sim.games.card_game.coverage import PARTS

SETS = {sort: words.values() for sort, words in VOCABULARY.sets.items()}
WORDS = [Operation("draw", ""), Operation("take", "")]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_no_word_is_forgotten(part):
    assert faults(VOCABULARY, part) == []


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_new_word_is_missed_by_every_part_that_has_to_know_it(part):
    """A word that is declared and nothing else is found wherever it should be handled."""
    kind = {type(word) for word in VOCABULARY if word.space == part.space}.pop()
    vocabulary = Vocabulary("card_game", "", words=[*VOCABULARY, kind("fake", "")], sets=SETS)
    assert faults(vocabulary, part) == [f"card_game: {part.name} forgets 'fake'"]


@pytest.mark.parametrize(
    ("source", "excused", "found"),
    [
        ("OPERATION.DRAW, OPERATION.TAKE", {}, []),
        ("words.OPERATION.DRAW", {"take": "why"}, []),
        ("OPERATION.DRAW", {}, ["forgets 'take'"]),
        ("MODIFIER.DRAW, DRAW, words.TAKE", {}, ["forgets 'draw'", "forgets 'take'"]),
        ("'OPERATION.DRAW'  # OPERATION.TAKE", {"draw": "why"}, ["forgets 'take'"]),
        ("OPERATION.DRAW, OPERATION.TAKE", {"draw": "why"}, ["excuses 'draw', which it names"]),
        ("OPERATION.DRAW, OPERATION.TAKE", {"dig": "why"}, ["excuses 'dig', which is not a word"]),
    ],
)
def test_faults(tmp_path, source, excused, found):
    file = tmp_path / "part.py"
    file.write_text(source)
    part = Part("part", "operation", (file,), excused)
    assert faults(Vocabulary("game", "", words=WORDS), part) == [f"game: part {fault}" for fault in found]

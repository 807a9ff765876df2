"""Every part of a game that has to know the words of its effects knows them, or gives a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mazarbul.sim.effects import Operation, Vocabulary
from mazarbul.sim.effects.coverage import Part, faults
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.games.card_game.content.vocabulary import VOCABULARY as CARD_GAME
from mazarbul.sim.games.card_game.coverage import PARTS as PARTS_OF_CARD_GAME
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY as LOTR_LCG
from mazarbul.sim.games.lotr_lcg.coverage import PARTS as PARTS_OF_LOTR_LCG

ALL = [
    *((CARD_GAME, part) for part in PARTS_OF_CARD_GAME),
    *((LOTR_LCG, part) for part in PARTS_OF_LOTR_LCG),
]
NAMES = [f"{vocabulary.game}: {part.name}" for vocabulary, part in ALL]
WORDS = [Operation("draw", ""), Operation("take", "")]


@pytest.mark.parametrize(("vocabulary", "part"), ALL, ids=NAMES)
def test_no_word_is_forgotten(vocabulary, part):
    assert faults(vocabulary, part) == []


@pytest.mark.parametrize(("vocabulary", "part"), ALL, ids=NAMES)
def test_a_new_word_is_missed_by_every_part_that_has_to_know_it(vocabulary, part):
    """A word that is only declared is reported wherever it should be handled; likewise a name."""
    if part.codes is None:
        kind = type(next(word for word in vocabulary if word.space == part.space))
        sets = {sort: words.values() for sort, words in vocabulary.sets.items()}
        vocabulary = Vocabulary(vocabulary.game, "", words=[*vocabulary, kind("fake", "")], sets=sets)
    else:
        part = replace(part, codes=numbered("Codes", [*part.codes._fields, "FAKE"]))
    assert faults(vocabulary, part) == [f"{vocabulary.game}: {part.name} forgets 'fake'"]


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

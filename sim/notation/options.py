"""An option of a text in words: what its statements do, by the words of the effect language."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mazarbul.sim.effects import codes
from mazarbul.sim.effects.vocabulary import Vocabulary

NOTHING = "do nothing"
Words = Mapping[int, str]


def words_of(vocabulary: Vocabulary, space: str, told: Mapping[str, str]) -> dict[int, str]:
    """Return the words of each statement by its code, as after `to`: `move figures`.

    told: the words of those whose name says too little; of others the name.
    """
    return {
        vocabulary.code(word): told.get(word.name, word.name.replace("_", " "))
        for word in vocabulary
        if word.space == space
    }


def option_words(
    rows: np.ndarray, choice: int, number: int, words: Mapping[int, str], blocks: Mapping[int, Words]
) -> str:
    """Return what an option does: `deal damage, draw cards`.

    rows: the operation rows of the tables. choice: the row of the choice. number: of the option, from 0.
    blocks: code of a statement -> the words of what stands in its list, where they are of another sort.
    """
    option = choice + 1
    for _ in range(number):
        option = int(rows[option, codes.BLOCK_END])
    told: dict[str, None] = {}
    row, end = option + 1, int(rows[option, codes.BLOCK_END])
    inside, until = words, end
    while row < end:
        code = int(rows[row, codes.CODE])
        told[inside.get(code, "")] = None
        if inside is words and code in blocks:
            inside, until = blocks[code], int(rows[row, codes.BLOCK_END])
        row += 1
        if row >= until:
            inside = words
    return ", ".join(filter(None, told)) or NOTHING

"""Classes of words: words with a common feature, for rules that ask for the feature and not for each word.

A word belongs to the class of each of its marks and of each of its arguments, by their names; a word with a
block also to `END_OF_BLOCK`. So no rule needs to know in which order words are declared.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mazarbul.sim.effects.vocabulary import BITS, VALUES, Modifier, Operation, Vocabulary, Word
from mazarbul.sim.engine.declared import Numbers


def words_with(
    vocabulary: Vocabulary, space: str, *traits: str, but: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the names of the words of a space that have all these traits, in their order.

    space: a sort of statements, or VALUES. traits: marks or names of arguments. but: those that they must
    not have. ValueError if there is no such word.
    """
    of_space = [word for word in vocabulary if word.space == space]
    found = [w.name for w in of_space if set(traits) <= _traits_of(w) and not set(but) & _traits_of(w)]
    if not found:
        raise ValueError(f"vocabulary: no word of the space {space!r} has {traits} but {but}")
    return tuple(found)


def class_of(vocabulary: Vocabulary, space: str, *traits: str, but: tuple[str, ...] = ()) -> int:
    """Return the codes of `words_with`, as bits of an int64 for kernels: `has(BLOCKS, code)`."""
    names = words_with(vocabulary, space, *traits, but=but)
    codes = vocabulary.codes(space)._asdict()
    if max(codes.values()) >= BITS:
        raise ValueError(f"vocabulary: the space {space!r} has words beyond the {BITS} codes of a class")
    return sum(1 << codes[name.upper()] for name in names)


def columns_of(vocabulary: Vocabulary) -> tuple[Callable[..., Numbers], ...]:
    """Return what gives the columns of operations, of modifiers and of values, by the names of words.

    Each is `Vocabulary.columns` of its space: `operation("take")`, `operation(*words_with(...))`.
    """
    return tuple(partial(vocabulary.columns, space) for space in (Operation.sort, Modifier.sort, VALUES))


def _traits_of(word: Word) -> set[str]:
    return {*word.marks, *word.columns, *(parameter.name for parameter in word.parameters)}

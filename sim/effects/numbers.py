"""The numbers in an effect text, found by its grammar, so that they can be shown and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mazarbul.sim.effects.grammar import (
    Call,
    Conditional,
    Group,
    Integer,
    Node,
    Operator,
    parse_statements,
)
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.toml import Source

_DIGITS = re.compile(r"\w+")
ORDINALS = ("first", "second", "third", "next")


@dataclass(frozen=True)
class Number:
    """A whole number of a text.

    value: with its sign. start, end: its offsets in the text, with the sign. word, place: the innermost word
    that it is an argument of and which one it is, by number or name; "" outside all words.
    """

    value: int
    start: int
    end: int
    word: str = ""
    place: int | str = 0


def numbers(source: Source, vocabulary: Vocabulary) -> tuple[Number, ...]:
    """Return the numbers that the text computes with, in the order of the text; raises EffectError.

    Numbers that only name members of a set, as in `number(7)`, are left out, and so are `True` and `False`.
    """
    set_words = {word for words in vocabulary.sets.values() for word in words}
    found = []
    for node in parse_statements(source):
        for at, number, word, place in _of(node, set_words):
            end = _DIGITS.match(source.text, number.at).end()  # type: ignore[union-attr]
            value = number.value if at == number.at else -number.value
            found.append(Number(value, at, end, word, place))
    return tuple(sorted(found, key=lambda number: number.start))


def changed(text: str, number: Number, value: int) -> str:
    """Return the text with another value for one number."""
    return f"{text[: number.start]}{value}{text[number.end :]}"


def change_words(found: Sequence[Number], number: Number, value: int, vocabulary: Vocabulary) -> str:
    """Return a change of one number of a text in words, such as "cards drawn 2 -> 3". found: all of them."""
    phrase = _phrase(number, vocabulary)
    alike = [each for each in found if _phrase(each, vocabulary) == phrase]
    which = f", {ORDINALS[min(alike.index(number), len(ORDINALS) - 1)]} number" if len(alike) > 1 else ""
    return f"{phrase}{which} {number.value} -> {value}"


def _phrase(number: Number, vocabulary: Vocabulary) -> str:
    return vocabulary.phrase(number.word, number.place) if number.word else "number"


def _of(
    node: Node, set_words: set[str], word: str = "", place: int | str = 0
) -> Iterator[tuple[int, Integer, str, int | str]]:
    """Yield each number below a node with its offset and the argument that it is in.

    A minus sign is part of the number.
    """
    match node:
        case Integer(is_truth=False):
            yield node.at, node, word, place
        case Operator(sign="-", operands=(Integer(is_truth=False) as number,)):
            yield node.at, number, word, place
        case Call(word=name) if name in set_words:
            return
        case Call(word=name, args=args, named=named):
            for i, arg in enumerate(args):
                yield from _of(arg, set_words, name, i)
            for key, _, arg in named:
                yield from _of(arg, set_words, name, key)
        case Operator(operands=parts) | Group(items=parts):
            for part in parts:
                yield from _of(part, set_words, word, place)
        case Conditional(test=test, then=then, other=other):
            for part in (then, test, other):
                yield from _of(part, set_words, word, place)

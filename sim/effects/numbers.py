"""The numbers in an effect text, found by its grammar, so that they can be shown and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sim.effects.grammar import (
    Call,
    Conditional,
    Group,
    Integer,
    Node,
    Operator,
    parse_statements,
    split_statements,
)
from sim.effects.vocabulary import Vocabulary
from sim.toml import Source

_DIGITS = re.compile(r"\w+")


@dataclass(frozen=True)
class Number:
    """A whole number of a text.

    value: with its sign. start, end: its offsets in the text, with the sign.
    statement: the offsets of its statement.
    """

    value: int
    start: int
    end: int
    statement: tuple[int, int]


def numbers(source: Source, vocabulary: Vocabulary) -> tuple[Number, ...]:
    """Return the numbers that the text computes with, in the order of the text; raises EffectError.

    Numbers that only name members of a set, as in `number(7)`, are left out, and so are `True` and `False`.
    """
    set_words = {word for words in vocabulary.sets.values() for word in words}
    found = []
    for node, (start, piece) in zip(parse_statements(source), split_statements(source), strict=False):
        first = start + len(piece) - len(piece.lstrip())
        extent = (first, first + len(piece.strip()))
        for at, number in _of(node, set_words):
            end = _DIGITS.match(source.text, number.at).end()  # type: ignore[union-attr]
            value = number.value if at == number.at else -number.value
            found.append(Number(value, at, end, extent))
    return tuple(sorted(found, key=lambda number: number.start))


def changed(text: str, number: Number, value: int) -> str:
    """Return the text with another value for one number."""
    return f"{text[: number.start]}{value}{text[number.end :]}"


def change_text(text: str, number: Number, value: int) -> str:
    """Return the number's statement with the change in it, such as "draw(you, 2 -> 3)"."""
    first, last = number.statement
    return f"{text[first : number.start]}{number.value} -> {value}{text[number.end : last]}"


def _of(node: Node, set_words: set[str]) -> Iterator[tuple[int, Integer]]:
    """Yield each number below a node with its offset; a minus sign is part of it."""
    match node:
        case Integer(is_truth=False):
            yield node.at, node
        case Operator(sign="-", operands=(Integer(is_truth=False) as number,)):
            yield node.at, number
        case Call(word=word) if word in set_words:
            return
        case Call(args=args, named=named):
            for arg in (*args, *(value for _, _, value in named)):
                yield from _of(arg, set_words)
        case Operator(operands=parts) | Group(items=parts):
            for part in parts:
                yield from _of(part, set_words)
        case Conditional(test=test, then=then, other=other):
            for part in (then, test, other):
                yield from _of(part, set_words)

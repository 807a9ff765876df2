"""The text being compiled, its owner, and how its words find their declarations and arguments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mazarbul.sim.effects.errors import EffectError, effect_error
from mazarbul.sim.effects.grammar import Call, Name, Node
from mazarbul.sim.effects.vocabulary import Parameter, Statement, Vocabulary, Word
from mazarbul.sim.toml import Source


@dataclass(frozen=True)
class Context:
    """One text. me: (sort, id) of the thing that has the effect, None if there is none."""

    source: Source
    me: tuple[str, str] | None = None

    def error(
        self, at: int, message: str, word: str | None = None, words: Iterable[object] = ()
    ) -> EffectError:
        """Return (not raise) an error at an offset of the text; see `effect_error`."""
        return effect_error(self.source, at, message, word, words)


@dataclass(frozen=True)
class Bound:
    """The arguments of one use of a word.

    given: each parameter except the block -> its node, None for the default. block: the nodes of the
    statements in the block.
    """

    given: tuple[tuple[Parameter, Node | None], ...]
    block: tuple[Node, ...]


def a(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun: "cards", "armies"."""
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def find_word(
    vocabulary: Vocabulary,
    context: Context,
    node: Name | Call,
    sorts: tuple[str, ...],
    names: Iterable[str] = (),
) -> Word:
    """Return the declaration of a word that must be of one of `sorts`.

    names: other words that would be valid there, for the suggestion. Raises EffectError saying what the
    word is instead, or which word is nearest.
    """
    text = node.word if isinstance(node, Call) else node.text
    for sort in sorts:
        word = vocabulary.words.get(sort, {}).get(text)
        if word is not None:
            return word
    wanted = " or ".join(a(sort) for sort in sorts)
    for sort, words in vocabulary.words.items():
        if text in words and sort not in sorts:
            raise context.error(node.at, f"'{text}' is {a(sort)}, but {wanted} is expected here")
    for sort, sets in vocabulary.sets.items():
        if text in sets:
            raise context.error(
                node.at, f"'{text}' is a set of {plural(sort)}, but {wanted} is expected here"
            )
    known = [name for sort in sorts for name in vocabulary.words.get(sort, ())]
    raise context.error(node.at, f"unknown {' or '.join(sorts)} '{text}'", text, [*known, *names])


def bind(context: Context, word: Word, node: Name | Call) -> Bound:
    """Match what was written with the parameters of a word; raises EffectError."""
    args = node.args if isinstance(node, Call) else ()
    named = node.named if isinstance(node, Call) else ()
    parameters = word.parameters[:-1] if word.block else word.parameters
    placed = leading(word)
    if len(args) > len(placed) and not word.block:
        raise context.error(args[len(placed)].at, f"{_usage(word)}; this is one argument too many")
    given: dict[str, Node] = {p.name: arg for p, arg in zip(placed, args, strict=False)}
    names = [p.name for p in parameters]
    for name, at, value in named:
        if name not in names:
            raise context.error(at, f"'{word.name}' has no argument '{name}'", name, names)
        if name in given:
            raise context.error(at, f"the argument '{name}' of '{word.name}' is given twice")
        given[name] = value
    for parameter in parameters:
        if parameter.name not in given and parameter.default is None:
            raise context.error(node.at, f"{_usage(word)}; '{parameter.name}' is missing")
    block = args[len(placed) :]
    if word.block and not block:
        raise context.error(node.at, f"{_usage(word)}; at least one {word.block.sort} is expected at its end")
    return Bound(tuple((p, given.get(p.name)) for p in parameters), block)


def leading(word: Word) -> tuple[Parameter, ...]:
    """Return the parameters that may be given by position; before a block only the required ones."""
    if not word.block:
        return word.parameters
    return tuple(p for p in word.parameters[:-1] if p.default is None)


def usage(word: Word) -> str:
    """Return the form of a word, e.g. "take(who, zones, cards, most=1)"."""
    if not word.parameters and not isinstance(word, Statement):
        return word.name
    placed = [p.name if p.default is None else f"{p.name}={p.default}" for p in leading(word)]
    block = [f"{word.block.sort}, ..."] if word.block else []
    named = [f"{p.name}={p.default}" for p in word.parameters if word.block and p.default is not None]
    return f"{word.name}({', '.join([*placed, *block, *named])})"


def _usage(word: Word) -> str:
    return f"'{usage(word)}' takes no arguments" if not word.parameters else f"it is written {usage(word)}"

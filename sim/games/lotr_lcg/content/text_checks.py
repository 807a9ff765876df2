"""Checks for texts that the rules cannot carry out, made on the grammar so that errors have a place.

Texts are checked here after they have been compiled: every word is known and has its arguments.
"""

from __future__ import annotations

from collections.abc import Iterator

from mazarbul.sim.effects.classes import words_with
from mazarbul.sim.effects.context import Context, a, bind
from mazarbul.sim.effects.grammar import (
    Call,
    Conditional,
    Group,
    Integer,
    Name,
    Node,
    Operator,
    parse_expression,
    parse_statements,
)
from mazarbul.sim.effects.vocabulary import Attribute, Value, Vocabulary, Word
from mazarbul.sim.games.lotr_lcg.content.definitions import Gain
from mazarbul.sim.games.lotr_lcg.content.vocabulary import TARGET, VOCABULARY
from mazarbul.sim.toml import Source

#: Most nested statements with lists of their own; each takes two frames of the work stack.
MOST_BLOCKS = 6
GAINS = words_with(VOCABULARY, "modifier", "gain")

# Names that a standing text cannot use: no cards are picked in it and nothing happens to it.
_STANDING = ("self", "host")
_OF_OCCASIONS = {
    "that": "no event",
    "that_player": "no event",
    "amount": "no event",
    "shadow_card": "no event",
    "it": "nothing picked",
    "owner": "nothing picked",
    "chosen": "no player chosen",
    "they": "no `each`",
    "x": "no X",
}
_FOR_A_WHILE = words_with(VOCABULARY, "modifier", "passing")


def gains_in(text: Source) -> Iterator[Gain]:
    """Yield the traits and icons that a standing text gives; anything but plain statements is left out."""
    for node in _statements(parse_statements(text)):
        if isinstance(node, Call) and node.word in GAINS:
            given = [*node.args[1:], *(value for name, _, value in node.named if name != "what")]
            yield from (Gain(node.word, value.text) for value in given if isinstance(value, Name))


def check_standing(text: Source, vocabulary: Vocabulary, *, is_stage: bool) -> None:
    """Raise EffectError for a standing text that branches, or refers to something it cannot know.

    is_stage: the text of a stage, which is not a card and has no host.
    """
    context = Context(text)
    for node in parse_statements(text):
        for statement in _statements((node,)):
            _check_modifier(context, statement, vocabulary, is_stage=is_stage)


def check_standing_condition(text: Source, vocabulary: Vocabulary) -> None:
    """Raise EffectError for the `if` of a standing text that refers to something it cannot know."""
    _check_known(Context(text), parse_expression(text), vocabulary)


def check_operations(text: Source, vocabulary: Vocabulary) -> None:
    """Raise EffectError for blocks too deep, choices of no options, and changes that cannot hold."""
    context = Context(text)
    for node in parse_statements(text):
        _check_operation(context, node, vocabulary, depth=0)


def check_cost(text: Source, vocabulary: Vocabulary) -> None:
    """Raise EffectError for misplaced operations, and for costs that cannot be checked in advance."""
    check_operations(text, vocabulary)
    context = Context(text)
    for node in parse_statements(text):
        _check_payable(context, node, vocabulary, is_inside=False)


def _check_modifier(context: Context, node: Node, vocabulary: Vocabulary, *, is_stage: bool) -> None:
    """Check one modifier of a standing text."""
    if isinstance(node, Conditional):
        message = "a static text cannot branch; write two effects with `if`, or branch in the number"
        raise context.error(node.at, message)
    if not isinstance(node, Name | Call) or _word_of(node) == "nothing":
        return
    word = vocabulary.words["modifier"][_word_of(node)]
    if word.name in _FOR_A_WHILE:
        raise context.error(node.at, f"'{word.name}' only applies for a while: until(..., {word.name}(...))")
    for parameter, given in bind(context, word, node).given:
        if parameter.name == "what" and isinstance(given, Name):
            _check_target(context, given, is_stage=is_stage)
        elif isinstance(parameter.type, Value) and given is not None:
            _check_known(context, given, vocabulary)


def _check_target(context: Context, node: Name, *, is_stage: bool) -> None:
    """Check the card that a standing text is on."""
    if is_stage and node.text in _STANDING:
        raise context.error(node.at, f"a stage is not a card, so there is no '{node.text}' here")
    if node.text in TARGET.names and node.text not in _STANDING:
        raise context.error(node.at, f"a static text cannot be on '{node.text}', only on self, host or a set")


def _check_known(context: Context, node: Node, vocabulary: Vocabulary) -> None:
    """Check that a value of a standing text does not depend on an occasion."""
    attributes = {word.name for word in vocabulary.sets["card"].values() if isinstance(word, Attribute)}
    for name in _names(node, attributes):
        if name.text in _OF_OCCASIONS:
            why = _OF_OCCASIONS[name.text]
            raise context.error(name.at, f"a static text has {why}, so there is no '{name.text}' here")


def _check_operation(context: Context, node: Node, vocabulary: Vocabulary, depth: int) -> None:
    """Check one operation with everything inside it; depth: blocks around it."""
    if isinstance(node, Group):
        for item in node.items:
            _check_operation(context, item, vocabulary, depth)
    elif isinstance(node, Conditional):
        _check_operation(context, node.then, vocabulary, depth)
        _check_operation(context, node.other, vocabulary, depth)
    elif isinstance(node, Call):
        word = vocabulary.words["operation"][node.word]
        if word.name == "option":
            raise context.error(node.at, "'option' is only allowed in choose(who, option(...), ...)")
        _check_block(context, word, node, vocabulary, depth + 1)


def _check_block(context: Context, word: Word, node: Call, vocabulary: Vocabulary, depth: int) -> None:
    """Check the list of an operation that has one; depth: blocks around its items."""
    if word.block is None:
        return
    if depth > MOST_BLOCKS:
        raise context.error(node.at, f"there are more than {MOST_BLOCKS} nested lists")
    for item in bind(context, word, node).block:
        if word.block.sort == "modifier":
            for statement in _statements((item,)):
                _check_granted(context, statement)
        elif word.name == "choose":
            if not isinstance(item, Call) or item.word != "option":
                raise context.error(item.at, "each choice must be written option(...)")
            _check_block(context, vocabulary.words["operation"]["option"], item, vocabulary, depth + 1)
        else:
            _check_operation(context, item, vocabulary, depth)


def _check_payable(context: Context, node: Node, vocabulary: Vocabulary, *, is_inside: bool) -> None:
    """Check one statement of a cost; is_inside: it is in the list of an `each`."""
    if isinstance(node, Conditional):
        _check_payable(context, node.then, vocabulary, is_inside=is_inside)
        _check_payable(context, node.other, vocabulary, is_inside=is_inside)
    elif isinstance(node, Group):
        for item in node.items:
            _check_payable(context, item, vocabulary, is_inside=is_inside)
    elif isinstance(node, Call) and (word := vocabulary.words["operation"][node.word]).block is not None:
        if word.name != "each" or is_inside:
            where = "in the each(...) of a cost" if is_inside else "in a cost, except in each(...)"
            raise context.error(node.at, f"'{word.name}' has a list, which is not allowed {where}")
        for item in bind(context, word, node).block:
            _check_payable(context, item, vocabulary, is_inside=True)


def _check_granted(context: Context, node: Node) -> None:
    """Check one modifier that applies for a while."""
    if isinstance(node, Conditional):
        raise context.error(node.at, "a change that applies for a while cannot branch; branch around `until`")
    if isinstance(node, Call) and node.word in GAINS:
        message = f"{a(node.word)} cannot be gained for a while, only by a static text"
        raise context.error(node.at, message)


def _statements(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Yield statements, with lists of statements taken apart."""
    for node in nodes:
        if isinstance(node, Group):
            yield from _statements(node.items)
        else:
            yield node


def _names(node: Node, but: set[str]) -> Iterator[Name]:
    """Yield the words of a value, without those in brackets after the words `but`."""
    match node:
        case Name():
            yield node
        case Call(word=word, args=args, named=named, at=at):
            yield Name(word, at)
            inside = () if word in but else (*args, *(value for _, _, value in named))
        case Operator(operands=inside) | Group(items=inside):
            pass
        case Conditional(test=test, then=then, other=other):
            inside = (test, then, other)
        case Integer():
            inside = ()
    if not isinstance(node, Name):
        for part in inside:
            yield from _names(part, but)


def _word_of(node: Name | Call) -> str:
    return node.word if isinstance(node, Call) else node.text

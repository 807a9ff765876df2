"""Checks for texts that the rules cannot carry out, made on the grammar so that errors have a place.

Texts are checked here after they have been compiled: every word is known and has its arguments. What is
checked: words that only some triggers know, registers that nothing has filled, misplaced options, lists too
deep, and costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mazarbul.sim.effects.context import Context, bind
from mazarbul.sim.effects.grammar import (
    Call,
    Conditional,
    Group,
    Name,
    Node,
    Operator,
    parse_expression,
    parse_statements,
)
from mazarbul.sim.effects.vocabulary import Live, Relation, Set, Type, Value, Vocabulary, Word
from mazarbul.sim.games.board_game.content.arguments import ANY_NATION
from mazarbul.sim.games.board_game.content.triggers import TRIGGERS
from mazarbul.sim.games.board_game.content.words_of_values import BATTLE
from mazarbul.sim.toml import Source

#: Most nested statements with lists of their own; each takes two frames of the work stack.
MOST_BLOCKS = 6

_FILLS = "fills_"
_TARGET = "target"
_PLACES_OF_WORDS = frozenset((*TRIGGERS, BATTLE))  # marks that are names of triggers
#: Register -> what fills it, for advice.
_FILLERS = {
    "place": "pick_region(...)",
    "army": "pick_army(...)",
    "nation": "pick_nation(...)",
    "figure": "pick_figure(...)",
    "x": "choose_number(...)",
    "rolled": "roll(...)",
    "drawn": "draw_tile(...)",
}
#: Live words and values that read a register: (sort of set, or "" for a value; word) -> register.
_READERS = {
    ("region", "place"): "place",
    ("region", BATTLE): BATTLE,
    ("army", "army"): "army",
    ("army", _TARGET): _TARGET,
    ("figure", "figure"): "figure",
    ("nation", "picked"): "nation",
    ("", "x"): "x",
    ("", "rolled"): "rolled",
    ("", "drawn"): "drawn",
}

Filled = frozenset[str]


@dataclass(frozen=True)
class TextCheck:
    """Checks one text.

    places: the trigger it is for, and `battle` if it knows the words of a battle. is_cost: its words pay.
    """

    source: Source
    vocabulary: Vocabulary
    places: frozenset[str]
    is_cost: bool = False

    @property
    def context(self) -> Context:
        """The text, for errors."""
        return Context(self.source)

    def statements(self, sort: str) -> None:
        """Check statements of a sort; raises EffectError."""
        filled = self._start()
        for node in parse_statements(self.source):
            filled = self._statement(node, sort, filled, 0)

    def value(self) -> None:
        """Check a condition, for which nothing has been picked; raises EffectError."""
        self._expression(parse_expression(self.source), self._start())

    def set(self, sort: str) -> None:
        """Check a set, for which nothing has been picked; raises EffectError."""
        self._set(parse_expression(self.source), sort, self._start())

    def _start(self) -> Filled:
        return frozenset((BATTLE,)) if BATTLE in self.places else frozenset()

    # --- statements --------------------------------------------------------------------------------

    def _statement(self, node: Node, sort: str, filled: Filled, depth: int) -> Filled:
        """Check a statement; return the registers filled after it. depth: lists around it."""
        match node:
            case Group(items=items):
                for item in items:
                    filled = self._statement(item, sort, filled, depth)
                return filled
            case Conditional(test=test, then=then, other=other):
                self._expression(test, filled)
                after = self._statement(then, sort, filled, depth)
                return after & self._statement(other, sort, filled, depth)
            case Name(text="nothing"):
                return filled
            case Name() | Call():
                return self._word(node, sort, filled, depth)
        return filled

    def _word(self, node: Name | Call, sort: str, filled: Filled, depth: int) -> Filled:
        word = self.vocabulary.words[sort][_word_of(node)]
        if word.name == "option":
            raise self.context.error(node.at, "'option' is only allowed in choose(who, option(...), ...)")
        self._check_place(word, node)
        if self.is_cost and "cost" not in word.marks:
            raise self.context.error(node.at, f"'{word.name}' cannot be a cost")
        bound = bind(self.context, word, node)
        for parameter, given in bound.given:
            if given is not None:
                known = filled | {_TARGET} if _TARGET in word.marks and parameter.name == "fewer" else filled
                self._argument(parameter.type, given, known)
        own = frozenset(mark.removeprefix(_FILLS) for mark in word.marks if mark.startswith(_FILLS))
        if word.block is None:
            return filled | own
        self._block(word, bound.block, filled | own, depth + 1)
        return filled

    def _block(self, word: Word, items: tuple[Node, ...], filled: Filled, depth: int) -> None:
        """Check the list of a word; what it fills is not known afterwards."""
        sort = word.block.sort  # type: ignore[union-attr]
        if depth > MOST_BLOCKS:
            raise self.context.error(items[0].at, f"there are more than {MOST_BLOCKS} nested lists")
        for item in items:
            if word.name != "choose":
                filled = self._statement(item, sort, filled, depth)
            elif isinstance(item, Call) and item.word == "option":
                inner = self.vocabulary.words[sort]["option"]
                self._block(inner, bind(self.context, inner, item).block, filled, depth + 1)
            else:
                raise self.context.error(item.at, "each choice must be written option(...)")

    # --- values and sets ---------------------------------------------------------------------------

    def _argument(self, kind: Type, node: Node, filled: Filled) -> None:
        if isinstance(kind, Value):
            if not (isinstance(node, Name) and node.text in kind.names):
                self._expression(node, filled)
        elif isinstance(kind, Set):
            self._set(node, kind.sort, filled)
        elif kind is ANY_NATION and isinstance(node, Name) and node.text == "picked":
            self._check_filled("nation", node, filled)

    def _expression(self, node: Node, filled: Filled) -> None:
        if isinstance(node, Name | Call):
            name = _word_of(node)
            words = self.vocabulary.words
            word = words["condition"].get(name) or words["number"].get(name)
            if word is None:
                return  # a name for a number, such as `all`
            self._check_place(word, node)
            if register := _READERS.get(("", name)):
                self._check_filled(register, node, filled)
            for parameter, given in bind(self.context, word, node).given:
                if given is not None:
                    self._argument(parameter.type, given, filled)
            return
        for part in _parts(node):
            self._expression(part, filled)

    def _set(self, node: Node, sort: str, filled: Filled) -> None:
        if not isinstance(node, Name | Call):
            for part in _parts(node):
                self._set(part, sort, filled)
            return
        word = self.vocabulary.sets[sort].get(_word_of(node))
        if register := _READERS.get((sort, _word_of(node))):
            self._check_filled(register, node, filled)
        if isinstance(node, Call) and isinstance(word, Live | Relation):
            inner = word.of if isinstance(word, Live) else sort
            for arg in node.args[:1]:
                self._set(arg, inner, filled)

    # --- errors ------------------------------------------------------------------------------------

    def _check_place(self, word: Word, node: Node) -> None:
        """Check that the trigger of the text knows the word."""
        known = [mark for mark in word.marks if mark in _PLACES_OF_WORDS]
        if known and not self.places & set(known):
            where = "in battles" if known == [BATTLE] else f"for {' and '.join(known)}"
            raise self.context.error(node.at, f"'{word.name}' is only known {where}")

    def _check_filled(self, register: str, node: Node, filled: Filled) -> None:
        """Check that something has filled the register that a word reads."""
        if register in filled:
            return
        name = _word_of(node) if isinstance(node, Name | Call) else register
        if register == BATTLE:
            message = f"'{name}' is only known in battles"
        elif register == _TARGET:
            message = f"'{name}' is only known in the 'fewer' of attack(...)"
        else:
            message = f"nothing has filled '{name}' yet; write {_FILLERS[register]} before it"
        raise self.context.error(node.at, message)


def plain_statements(source: Source) -> tuple[Node, ...]:
    """Return the statements of a text of modifiers, lists taken apart, without `nothing`.

    Raises EffectError for one that branches.
    """
    return tuple(_plain(Context(source), parse_statements(source)))


def _plain(context: Context, nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _plain(context, node.items)
        elif isinstance(node, Conditional):
            raise context.error(node.at, "a static text cannot branch")
        elif not (isinstance(node, Name) and node.text == "nothing"):
            yield node


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Operator(operands=parts) | Group(items=parts):
            return parts
        case Conditional(test=test, then=then, other=other):
            return (test, then, other)
    return ()


def _word_of(node: Name | Call) -> str:
    return node.word if isinstance(node, Call) else node.text

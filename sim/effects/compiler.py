"""The compiler: from effect texts, checked against a vocabulary, to rows, values and sets."""

from __future__ import annotations

from mazarbul.sim.effects import codes
from mazarbul.sim.effects.context import Bound, Context, a, bind, find_word
from mazarbul.sim.effects.errors import EffectError
from mazarbul.sim.effects.expressions import ExpressionCompiler
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
from mazarbul.sim.effects.program import Program
from mazarbul.sim.effects.sets import Catalogue, SetCompiler
from mazarbul.sim.effects.vocabulary import (
    Block,
    Choice,
    Flags,
    Parameter,
    Set,
    SetOr,
    Type,
    Value,
    Vocabulary,
)
from mazarbul.sim.toml import Source

Me = tuple[str, str] | None
"""(sort, id) of the thing whose effect is being compiled; what `self` means in sets of that sort."""


class Compiler:
    """Compiles the effect texts of one game into one program.

    vocabulary: the words. catalogue: sort -> id -> attributes of everything that sets can contain; its
    order gives the indices. program: receives the compiled code. Every method takes a Source, or a
    plain text, and raises EffectError at the offending word; no text raises anything else.
    """

    def __init__(self, vocabulary: Vocabulary, catalogue: Catalogue, program: Program) -> None:
        self.vocabulary = vocabulary
        self.program = program
        self._sets = SetCompiler(vocabulary, catalogue)
        self._expressions = ExpressionCompiler(vocabulary, self._argument, self._default)

    def block(self, source: Source | str, sort: str = "operation", me: Me = None) -> int:
        """Compile statements of one sort; return the number of their first row. An END row ends them."""
        context = Context(_source(source), me)
        statements = parse_statements(context.source)
        first = len(self.program.rows)
        try:
            for statement in statements:
                self._statement(context, statement, sort)
            self.program.add_row(codes.END)
        except EffectError:
            del self.program.rows[first:]
            raise
        return first

    def value(self, source: Source | str, sort: str = "condition", me: Me = None) -> int:
        """Compile a value; return it encoded. Numbers may be used as conditions: true if not 0."""
        return self.lower(Value(sort), source, me)

    def set(self, source: Source | str, sort: str, me: Me = None) -> int:
        """Compile a set; return its index in `program.sets(sort)`."""
        return self.lower(Set(sort), source, me)

    def flags(self, source: Source | str, kind: Flags) -> int:
        """Return the bit mask of names joined with `|`."""
        return self.lower(kind, source)

    def choice(self, source: Source | str, kind: Choice) -> int:
        """Return the number of a name."""
        return self.lower(kind, source)

    def lower(self, kind: Type, source: Source | str, me: Me = None) -> int:
        """Compile a text of any type of argument; return its int."""
        if isinstance(kind, Block):
            return self.block(source, kind.sort, me)
        context = Context(_source(source), me)
        return self._lower(context, kind, parse_expression(context.source))

    # --- arguments ---------------------------------------------------------------------------------

    def _default(self, context: Context, parameter: Parameter) -> tuple[Context, Node]:
        """Return the default of a parameter, with a context of its own."""
        assert parameter.default is not None, f"{parameter.name} has no default"
        source = Source(parameter.default, f"<default of {parameter.name}>")
        return Context(source, context.me), parse_expression(source)

    def _argument(self, context: Context, parameter: Parameter, node: Node | None) -> int:
        if node is None:
            context, node = self._default(context, parameter)
        return self._lower(context, parameter.type, node)

    def _lower(self, context: Context, kind: Type, node: Node) -> int:
        match kind:
            case Choice():
                return self._choice(context, kind, node)
            case Flags():
                return self._flags(context, kind, node)
            case Value():
                code = self._expressions.code(context, node, kind)
                known = code.constant
                return self.program.add_expression(code.steps) if known is None else known
            case SetOr() if isinstance(node, Name) and node.text in kind.names:
                return kind.names[node.text]
            case Set() | SetOr():
                return self.program.add_set(kind.sort, self._sets.mask(context, node, kind.sort))
        raise TypeError(f"{kind!r} is not a type of argument")

    def _choice(self, context: Context, kind: Choice | Flags, node: Node) -> int:
        if not isinstance(node, Name):
            raise context.error(node.at, f"{a(kind.label)} is expected here: one of {', '.join(kind.names)}")
        if node.text not in kind.names:
            raise context.error(node.at, f"unknown {kind.label} '{node.text}'", node.text, kind.names)
        return kind.names[node.text]

    def _flags(self, context: Context, kind: Flags, node: Node) -> int:
        if isinstance(node, Operator) and node.sign == "|":
            left, right = node.operands
            return self._flags(context, kind, left) | self._flags(context, kind, right)
        return self._choice(context, kind, node)

    # --- statements --------------------------------------------------------------------------------

    def _statement(self, context: Context, node: Node, sort: str) -> None:
        match node:
            case Name(text="nothing"):
                return
            case Name() | Call():
                word = find_word(self.vocabulary, context, node, (sort,), ("nothing",))
                self._row(context, self.vocabulary.code(word), bind(context, word, node), word.block)
            case Group(items=items):
                for item in items:
                    self._statement(context, item, sort)
            case Conditional():
                self._if(context, node, sort)
            case _:
                raise context.error(node.at, f"{a(sort)} is expected here{_advice(node)}")

    def _row(self, context: Context, code: int, bound: Bound, block: Block | None) -> None:
        args = [self._argument(context, parameter, node) for parameter, node in bound.given]
        if block is None:
            self.program.add_row(code, *args)
            return
        row = self.program.add_row(code, 0, *args)
        for statement in bound.block:
            self._statement(context, statement, block.sort)
        self.program.set_argument(row, 0, len(self.program.rows))

    def _if(self, context: Context, node: Conditional, sort: str) -> None:
        """IF to the second branch; the first branch ends with a JUMP over it unless it is empty."""
        value = self._lower(context, Value("condition"), node.test)
        test = self.program.add_row(codes.IF, value, 0)
        self._statement(context, node.then, sort)
        jump = self.program.add_row(codes.JUMP, 0)
        self._statement(context, node.other, sort)
        if len(self.program.rows) == jump + 1:
            self.program.rows.pop()
            self.program.set_argument(test, 1, jump)
            return
        self.program.set_argument(test, 1, jump + 1)
        self.program.set_argument(jump, 0, len(self.program.rows))


def _source(source: Source | str) -> Source:
    return source if isinstance(source, Source) else Source(source)


def _advice(node: Node) -> str:
    if isinstance(node, Operator):
        return f"; statements are separated by ';', not joined by '{node.sign}'"
    return ", not a number" if isinstance(node, Integer) else ""

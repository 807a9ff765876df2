"""Numbers, conditions and other values: expressions to stack programs."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

from mazarbul.sim.effects import codes
from mazarbul.sim.effects.context import Context, a, bind, find_word
from mazarbul.sim.effects.grammar import Call, Conditional, Group, Integer, Name, Node, Operator
from mazarbul.sim.effects.vocabulary import CONDITION, NUMBER, Parameter, Value, Vocabulary

Step = tuple[int, ...]

_ARITHMETIC: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "+": (codes.ADD, operator.add),
    "-": (codes.SUB, operator.sub),
    "*": (codes.MUL, operator.mul),
    "//": (codes.FLOORDIV, operator.floordiv),
}
_COMPARISONS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "<": (codes.LT, lambda x, y: int(x < y)),
    "<=": (codes.LE, lambda x, y: int(x <= y)),
    "==": (codes.EQ, lambda x, y: int(x == y)),
    "!=": (codes.NE, lambda x, y: int(x != y)),
}
_MIRRORED = {">": "<", ">=": "<="}
_LOGIC: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "and": (codes.AND, lambda x, y: int(x != 0 and y != 0)),
    "or": (codes.OR, lambda x, y: int(x != 0 or y != 0)),
}


@dataclass(frozen=True)
class Code:
    """A stack program without its END. depth: the most values on the stack, its result included."""

    steps: tuple[Step, ...]
    depth: int

    @property
    def constant(self) -> int | None:
        """The number it always returns, or None if that depends on the game."""
        return self.steps[0][1] if len(self.steps) == 1 and self.steps[0][0] == codes.CONST else None


def constant(value: int) -> Code:
    """Return the program that pushes one number."""
    return Code(((codes.CONST, value),), 1)


class ExpressionCompiler:
    """Compiles values of all sorts.

    lower: (context, parameter, node or None for its default) -> int, for arguments that are not
    themselves values. default: (context, parameter) -> (context, node) of a default.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        lower: Callable[[Context, Parameter, Node | None], int],
        default: Callable[[Context, Parameter], tuple[Context, Node]],
    ) -> None:
        self.vocabulary = vocabulary
        self._lower = lower
        self._default = default

    def code(self, context: Context, node: Node, kind: Value) -> Code:
        """Return the program of an expression that must have the sort of `kind`; raises EffectError."""
        match node:
            case Integer():
                return self._integer(context, node, kind.sort)
            case Name(text=text) if text in kind.names:
                return constant(kind.names[text])
            case Name() | Call():
                return self._word(context, node, kind)
            case Conditional():
                return self._select(context, node, kind)
            case Operator(sign="not", operands=(operand,)):
                self._want(context, node, kind.sort, "condition")
                part = self.code(context, operand, CONDITION)
                return self._one(context, node, codes.NOT, part, lambda x: int(x == 0))
            case Operator(sign="-", operands=(operand,)):
                self._want(context, node, kind.sort, "number")
                part = self.code(context, operand, NUMBER)
                return self._one(context, node, codes.NEG, part, operator.neg)
            case Operator():
                return self._operator(context, node, kind.sort)
        raise context.error(node.at, f"{a(kind.sort)} is expected here{_advice(node)}")

    def _integer(self, context: Context, node: Integer, sort: str) -> Code:
        self._want(context, node, sort, "condition" if node.is_truth else "number")
        return constant(node.value)

    def _want(self, context: Context, node: Node, wanted: str, found: str) -> None:
        """Check that a value of sort `found` can be used as `wanted`: numbers can be used as conditions."""
        if found != wanted and (found, wanted) != ("number", "condition"):
            raise context.error(node.at, f"{a(wanted)} is expected here, not {a(found)}")

    def _word(self, context: Context, node: Name | Call, kind: Value) -> Code:
        sorts = ("condition", "number") if kind.sort == "condition" else (kind.sort,)
        word = find_word(self.vocabulary, context, node, sorts, kind.names)
        steps: list[Step] = []
        in_row: list[int] = []
        depth, pushed = 1, 0
        for parameter, arg in bind(context, word, node).given:
            if isinstance(parameter.type, Value):
                where, what = (context, arg) if arg is not None else self._default(context, parameter)
                code = self.code(where, what, parameter.type)
                steps.extend(code.steps)
                depth = max(depth, pushed + code.depth)
                pushed += 1
            else:
                in_row.append(self._lower(context, parameter, arg))
        return self._checked(context, node, Code((*steps, (self.vocabulary.code(word), *in_row)), depth))

    def _select(self, context: Context, node: Conditional, kind: Value) -> Code:
        test = self.code(context, node.test, CONDITION)
        then = self.code(context, node.then, kind)
        other = self.code(context, node.other, kind)
        if test.constant is not None:
            return then if test.constant else other
        depth = max(test.depth, 1 + then.depth, 2 + other.depth)
        steps = (*test.steps, *then.steps, *other.steps, (codes.SELECT,))
        return self._checked(context, node, Code(steps, depth))

    def _operator(self, context: Context, node: Operator, sort: str) -> Code:
        """Compile an operator of two or more operands."""
        sign, operands = node.sign, node.operands
        if sign in _MIRRORED:
            sign, operands = _MIRRORED[sign], operands[::-1]
        for table, result, inner in (
            (_ARITHMETIC, "number", NUMBER),
            (_COMPARISONS, "condition", NUMBER),
            (_LOGIC, "condition", CONDITION),
        ):
            if sign in table:
                self._want(context, node, sort, result)
                parts = [self.code(context, operand, inner) for operand in operands]
                total = parts[0]
                for part in parts[1:]:
                    total = self._two(context, node, *table[sign], total, part)
                return total
        raise context.error(node.at, f"{a(sort)} is expected here, but '{sign}' joins names or sets")

    def _one(self, context: Context, node: Node, code: int, part: Code, fold: Callable[[int], int]) -> Code:
        if part.constant is not None:
            return constant(fold(part.constant))
        return self._checked(context, node, Code((*part.steps, (code,)), part.depth))

    def _two(
        self,
        context: Context,
        node: Node,
        code: int,
        fold: Callable[[int, int], int],
        left: Code,
        right: Code,
    ) -> Code:
        if code == codes.FLOORDIV and right.constant == 0:
            raise context.error(node.at, "this divides by 0")
        if left.constant is not None and right.constant is not None:
            value = fold(left.constant, right.constant)
            if abs(value) > codes.NUMBER_LIMIT:
                raise context.error(node.at, f"this gives {value}; numbers go up to {codes.NUMBER_LIMIT}")
            return constant(value)
        depth = max(left.depth, 1 + right.depth)
        return self._checked(context, node, Code((*left.steps, *right.steps, (code,)), depth))

    def _checked(self, context: Context, node: Node, code: Code) -> Code:
        if code.depth > codes.STACK_LIMIT:
            message = f"this holds {code.depth} values at a time; at most {codes.STACK_LIMIT} are possible"
            raise context.error(node.at, message)
        return code


def _advice(node: Node) -> str:
    return ", not a list" if isinstance(node, Group) else ""

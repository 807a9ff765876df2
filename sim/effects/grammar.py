"""The grammar of effects: from text to a small syntax tree.

Effects are written in Python's expression syntax, with `;` between statements. Python's own parser
reads them; nothing is ever evaluated. Only names, calls, whole numbers, words in quotes, lists,
operators, comparisons and `a if c else b` have a meaning here. Every other construction, and every
text that is too long, too deep or not Python at all, becomes an EffectError at the position of the
fault.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mazarbul.sim.effects.codes import NUMBER_LIMIT
from mazarbul.sim.effects.errors import EffectError, effect_error
from mazarbul.sim.toml import Source

MAX_LENGTH = 4_000  # characters of one text
MAX_BRACKETS = 40  # brackets within brackets
MOST_KEPT = 8_000  # texts whose trees are kept: the variants of a game have nearly all texts in common
MAX_DEPTH = 60  # levels of the tree; a chain of n operators counts n

_PAIRS = {")": "(", "]": "["}
_OPERATORS: dict[type, str] = {
    ast.Not: "not", ast.USub: "-", ast.Invert: "~",
    ast.And: "and", ast.Or: "or",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//",
    ast.BitAnd: "&", ast.BitOr: "|",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name:
    """A single word; in quotes if it is an id that is not a plain name."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number of at most NUMBER_LIMIT; `True` and `False` are 1 and 0 with `is_truth` set."""

    value: int
    at: int
    is_truth: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A word with arguments. named: (keyword, place of the keyword, value)."""

    word: str
    args: tuple[Node, ...]
    named: tuple[tuple[str, int, Node], ...]
    at: int


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator with one operand (`not`, `-`, `~`), with two, or (`and`, `or`) with two or more."""

    sign: str
    operands: tuple[Node, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else other`."""

    test: Node
    then: Node
    other: Node
    at: int


@dataclass(frozen=True, slots=True)
class Group:
    """`[a, b, c]`."""

    items: tuple[Node, ...]
    at: int


Node = Name | Integer | Call | Operator | Conditional | Group


@lru_cache(maxsize=MOST_KEPT)
def parse_statements(source: Source) -> tuple[Node, ...]:
    """Return the statements of a text, at least one; raises EffectError."""
    pieces = split_statements(source)
    if len(pieces) > 1 and not pieces[-1][1].strip():
        pieces.pop()
    return tuple(_Reader(source, start, piece).read() for start, piece in pieces)


@lru_cache(maxsize=MOST_KEPT)
def parse_expression(source: Source) -> Node:
    """Return the only expression of a text; raises EffectError, also if there are several."""
    pieces = split_statements(source)
    if len(pieces) > 1:
        message = "';' separates statements, but one expression is expected here"
        raise effect_error(source, pieces[1][0] - 1, message)
    return _Reader(source, *pieces[0]).read()


def split_statements(source: Source) -> list[tuple[int, str]]:
    """Cut a text at its `;` into (offset, piece), with spaces for comments and line ends.

    Checks what can be checked before Python's parser sees the text: its length, its characters,
    its quotes and its brackets.
    """
    text = source.text
    if len(text) > MAX_LENGTH:
        message = f"this text has {len(text)} characters; at most {MAX_LENGTH} are allowed"
        raise effect_error(source, 0, message)
    letters = list(text)
    cuts, at = [-1], 0
    open_brackets: list[int] = []
    while at < len(text):
        letter = text[at]
        if letter in "\"'":
            at = _skip_quotes(source, at)
        elif letter == "#":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            letters[at:end] = " " * (end - at)
            at = end
            continue
        elif letter in "([])":
            _bracket(source, at, open_brackets)
        elif letter == ";":
            if open_brackets:
                raise effect_error(source, at, "';' inside brackets; write a list [a, b] instead")
            cuts.append(at)
        elif letter in "\n\r\t":
            letters[at] = " "
        elif not " " <= letter <= "~" or (letter in "\\{}@$?!`:" and text[at : at + 2] != "!="):
            raise effect_error(source, at, f"the character {letter!a} has no meaning in an effect")
        at += 1
    if open_brackets:
        at = open_brackets[-1]
        raise effect_error(source, at, f"'{text[at]}' is never closed")
    plain = "".join(letters)
    return [(cut + 1, plain[cut + 1 : end]) for cut, end in zip(cuts, [*cuts[1:], len(plain)], strict=True)]


def _bracket(source: Source, at: int, open_brackets: list[int]) -> None:
    """Record the bracket at `at` in `open_brackets`, the offsets of the brackets that are still open."""
    letter = source.text[at]
    if letter in "([":
        open_brackets.append(at)
        if len(open_brackets) > MAX_BRACKETS:
            raise effect_error(source, at, f"more than {MAX_BRACKETS} nested brackets")
    elif not open_brackets or source.text[open_brackets.pop()] != _PAIRS[letter]:
        raise effect_error(source, at, f"'{letter}' closes nothing")


def _skip_quotes(source: Source, at: int) -> int:
    """Return the offset of the quote that closes the one at `at`."""
    text = source.text
    end = text.find(text[at], at + 1)
    if end < 0 or "\n" in text[at:end]:
        raise effect_error(source, at, "this quote is never closed")
    for i in range(at + 1, end):
        if text[i] == "\\" or not text[i].isprintable():
            raise effect_error(source, i, f"the character {text[i]!a} cannot be used in quotes")
    return end


class _Reader:
    """Reads one statement. start: its offset in the text of `source`; piece: its text."""

    def __init__(self, source: Source, start: int, piece: str) -> None:
        self.source = source
        self.start = start
        self.piece = piece
        self.code = f"({piece})"  # in brackets, so that leading spaces are not indentation

    def read(self) -> Node:
        if not self.piece.strip():
            raise effect_error(self.source, self.start, "something is expected here, but there is nothing")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python warns about code that never runs
                tree = ast.parse(self.code, mode="eval").body
            self.check_depth(tree)
            return self.node(tree)
        except EffectError:
            raise
        except SyntaxError as error:
            offset = min(max((error.offset or 1) - 2, 0), max(len(self.piece.rstrip()) - 1, 0))
            raise self.error_at(offset, f"this cannot be read: {_reason(error)}") from None
        except (RecursionError, MemoryError):
            raise self.error_at(0, "this is nested too deeply") from None
        except ValueError:
            raise self.error_at(0, "this cannot be read") from None

    def error_at(self, offset: int, message: str) -> EffectError:
        return effect_error(self.source, self.start + offset, message)

    def offset(self, node: Any) -> int:
        """Return the offset of a node in the whole text; Python counts bytes, we count characters."""
        before = self.code.encode("utf-8")[: node.col_offset]
        return self.start + max(len(before.decode("utf-8")) - 1, 0)

    def check_depth(self, tree: ast.AST) -> None:
        level = [tree]
        for _ in range(MAX_DEPTH):
            children = (child for node in level for child in ast.iter_child_nodes(node))
            level = [child for child in children if isinstance(child, ast.expr | ast.keyword)]
            if not level:
                return
        at = self.offset(level[0])
        raise effect_error(self.source, at, f"this is nested or chained more than {MAX_DEPTH} deep")

    def node(self, tree: ast.expr) -> Node:
        """Turn a node of Python's tree into one of ours; raises EffectError if it has no meaning here."""
        at = self.offset(tree)
        match tree:
            case ast.Name(id=text) | ast.Constant(value=str(text)):
                return Name(text, at)
            case ast.Constant(value=bool(value)):
                return Integer(int(value), at, is_truth=True)
            case ast.Constant(value=int(value)):
                if value > NUMBER_LIMIT:
                    raise effect_error(self.source, at, f"numbers go up to {NUMBER_LIMIT}")
                return Integer(value, at)
            case ast.List(elts=items):
                return Group(tuple(self.node(item) for item in items), at)
            case ast.IfExp(test=test, body=then, orelse=other):
                return Conditional(self.node(test), self.node(then), self.node(other), at)
            case ast.Call():
                return self.call(tree, at)
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
                return Operator(_OPERATORS[type(op)], (self.node(operand),), at)
            case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATORS:
                return Operator(_OPERATORS[type(op)], (self.node(left), self.node(right)), at)
            case ast.BoolOp(op=op, values=values):
                return Operator(_OPERATORS[type(op)], tuple(self.node(value) for value in values), at)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
                return Operator(_OPERATORS[type(op)], (self.node(left), self.node(right)), at)
        at = self.offset(tree.elts[0]) if isinstance(tree, ast.Tuple) and tree.elts else at
        raise effect_error(self.source, at, _no_meaning(tree))

    def call(self, tree: ast.Call, at: int) -> Call:
        if not isinstance(tree.func, ast.Name):
            raise effect_error(self.source, at, "only a word can come before '('")
        named = []
        for keyword in tree.keywords:
            if keyword.arg is None:
                raise effect_error(self.source, self.offset(keyword), "'**' has no meaning in an effect")
            named.append((keyword.arg, self.offset(keyword), self.node(keyword.value)))
        return Call(tree.func.id, tuple(self.node(arg) for arg in tree.args), tuple(named), at)


def _reason(error: SyntaxError) -> str:
    """Return Python's reason in lower case, without its advice about Python."""
    reason = (error.msg or "invalid syntax").splitlines()[0]
    if "=" in reason:
        return "'=' can only come between the name of an argument and its value"
    return reason[:1].lower() + reason[1:]


def _no_meaning(tree: ast.expr) -> str:
    """Return why a Python construction is not allowed in an effect."""
    match tree:
        case ast.Constant():
            return "only whole numbers and words have a meaning in an effect"
        case ast.Compare(ops=[_, _, *_]):
            return "write a chain of comparisons as 'a < b and b < c'"
        case ast.Tuple():
            return "',' only separates arguments and entries of lists; statements are separated by ';'"
        case ast.BinOp(op=ast.Div()):
            return "'/' has no meaning in an effect; '//' divides and rounds down"
        case ast.Attribute():
            return "'.' has no meaning in an effect"
    return "this has no meaning in an effect"

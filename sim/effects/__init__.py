"""The effect language: one grammar, a typed vocabulary per game, and a compiler to rows of ints.

See docs/effects.md. Nothing in an effect is ever evaluated as Python.
"""

from mazarbul.sim.effects.codes import (
    FIRST_CODE,
    ROW_WIDTH,
    STACK_LIMIT,
    VALUE_BASE,
    VALUE_LIMIT,
    VALUE_WIDTH,
)
from mazarbul.sim.effects.compiler import Compiler
from mazarbul.sim.effects.errors import EffectError
from mazarbul.sim.effects.program import Program, SetMask, Step
from mazarbul.sim.effects.vocabulary import (
    CONDITION,
    NUMBER,
    VALUES,
    Alias,
    Attribute,
    Block,
    Changing,
    Choice,
    Condition,
    Field,
    Flags,
    Live,
    Modifier,
    Operation,
    Quantity,
    Relation,
    Set,
    SetOr,
    Statement,
    Term,
    Value,
    Vocabulary,
    Word,
    optional,
)
from mazarbul.sim.toml import Source

__all__ = [
    "CONDITION",
    "FIRST_CODE",
    "NUMBER",
    "ROW_WIDTH",
    "STACK_LIMIT",
    "VALUES",
    "VALUE_BASE",
    "VALUE_LIMIT",
    "VALUE_WIDTH",
    "Alias",
    "Attribute",
    "Block",
    "Changing",
    "Choice",
    "Compiler",
    "Condition",
    "EffectError",
    "Field",
    "Flags",
    "Live",
    "Modifier",
    "Operation",
    "Program",
    "Quantity",
    "Relation",
    "Set",
    "SetMask",
    "SetOr",
    "Source",
    "Statement",
    "Step",
    "Term",
    "Value",
    "Vocabulary",
    "Word",
    "optional",
]

"""The numbers that compiler and kernels share: row layouts, and the codes common to all games.

Plain ints, so that kernels can import them. The codes of a game's own words start at FIRST_CODE.
"""

from __future__ import annotations

FIRST_CODE = 16  # lowest code of a word declared by a game

CODE = 0  # the column with the code, in every row

# Rows of statements: int32 [code, arg0 .. arg8]; row numbers are absolute.
ROW_WIDTH = 10
END = 0  # []                  the block is done
JUMP = 1  # [row]              continue at that row
JUMP_ROW = 1  # its column
IF = 2  # [value, else_row]    continue at the next row if the value is not 0, else at else_row
IF_VALUE, IF_ELSE = 1, 2  # its columns
BLOCK_END = 1  # the column of a statement with a block that has the row after the block

# Values: an int of at most VALUE_LIMIT either way is itself; VALUE_BASE + i is the program at row i.
VALUE_BASE = 65_536
VALUE_LIMIT = 10_000

#: The largest number in a text: counters of a game have 16 bits, and repeated additions to them must fit.
NUMBER_LIMIT = 99

# Rows of expressions: int32 [code, arg0 .. arg4], postfix, ended by END; truth is 1, falsehood 0.
VALUE_WIDTH = 6
STACK_LIMIT = 8  # most values on the stack at a time
CONST = 1  # [c]   push c
CONST_NUMBER = 1  # its column
NOT = 2  # pop a; push a == 0
AND = 3  # pop b, a; push a != 0 and b != 0
OR = 4  # pop b, a; push a != 0 or b != 0
NEG = 5  # pop a; push -a
ADD = 6  # pop b, a; push a + b
SUB = 7  # pop b, a; push a - b
MUL = 8  # pop b, a; push a * b
FLOORDIV = 9  # pop b, a; push a // b rounded down; 0 if b is 0
LT = 10  # pop b, a; push a < b
LE = 11  # pop b, a; push a <= b
EQ = 12  # pop b, a; push a == b
NE = 13  # pop b, a; push a != b
SELECT = 15  # pop c, b, a; push b if a != 0 else c

# Rows of sets that are joined when they are needed: int32 [code, arg], postfix, ended by END. A code
# from FIRST_CODE up is a live word of the game, whose arg is the index of the set in its brackets.
SET_WIDTH = 2
SET_ARGUMENT = 1  # the column of the arg
SET_STACK_LIMIT = 8  # most sets on the stack at a time
SET_STACK = SET_STACK_LIMIT + 1  # rows of the stack: one more to work in
MASK = 1  # [set]       push that set, which has no rows of its own
UNION = 2  # pop b, a; push what is in either
INTERSECTION = 3  # pop b, a; push what is in both
DIFFERENCE = 4  # pop b, a; push what is in a but not in b
NEAR = 5  # [relation]  pop a; push what is related to a member of a

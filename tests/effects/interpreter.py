"""A plain interpreter of rows and expressions, written from docs/effects.md only: it imports nothing."""

from __future__ import annotations

VALUE_BASE = 65536


def evaluate(value, exprs, words):
    """Return the result of an encoded value.

    words: code -> function(pop, row arguments) -> number, where pop() takes a value off the stack.
    """
    if value < VALUE_BASE:
        return value
    stack, at, deepest = [], value - VALUE_BASE, 0
    while exprs[at][0] != 0:
        code, *args = exprs[at]
        stack.append(step(code, args, stack.pop, words))
        deepest = max(deepest, len(stack))
        at += 1
    assert len(stack) == 1
    assert deepest <= 8
    return stack[0]


def step(code, args, pop, words):
    """Return the value that one row of an expression pushes."""
    if code == 1:
        return args[0]
    if code == 2:
        return int(pop() == 0)
    if code == 5:
        return -pop()
    if code == 15:
        other, then, test = pop(), pop(), pop()
        return then if test != 0 else other
    if code >= 16:
        return words[code](pop, args)
    b, a = pop(), pop()
    return {
        3: lambda: int(a != 0 and b != 0),
        4: lambda: int(a != 0 or b != 0),
        6: lambda: a + b,
        7: lambda: a - b,
        8: lambda: a * b,
        9: lambda: a // b if b else 0,
        10: lambda: int(a < b),
        11: lambda: int(a <= b),
        12: lambda: int(a == b),
        13: lambda: int(a != b),
    }[code]()


def members_of(index, masks, starts, rows, relations, bits, live):
    """Return the things that are in a set now.

    masks: of each set (members, required, forbidden). bits: of each thing its states. live: code ->
    function(members of the set in the brackets, or None) -> members; a set in brackets is in masks too.
    """
    if not starts[index]:
        things, required, forbidden = masks[index]
        return {i for i in things if bits[i] & required == required and not bits[i] & forbidden}
    stack, at = [], starts[index]
    while rows[at][0] != 0:
        code, arg = rows[at]
        if code == 1:
            assert not starts[arg]
            stack.append(members_of(arg, masks, starts, rows, relations, bits, live))
        elif code == 5:
            stack.append({j for i in stack.pop() for j in relations[arg][i]})
        elif code >= 16:
            stack.append(live[code](arg))
        else:
            b, a = stack.pop(), stack.pop()
            stack.append({2: a | b, 3: a & b, 4: a - b}[code])
        assert len(stack) <= 8
        at += 1
    assert len(stack) == 1
    return stack[0]


def run(row, rows, truth, block_codes, do, stop=None):
    """Carry out rows from `row` to END, or to `stop`.

    truth: encoded value -> bool. do(code, args): carries out a word; for a code in block_codes it
    gets a function that runs the body as a third argument.
    """
    while row != stop:
        code, *args = rows[row]
        if code == 0:
            assert stop is None, "a block has no END of its own"
            return
        if code == 1:
            assert row < args[0]
            row = args[0]
        elif code == 2:
            row = row + 1 if truth(args[0]) else args[1]
        elif code in block_codes:
            first, end = row + 1, args[0]
            do(code, args[1:], lambda a=first, b=end: run(a, rows, truth, block_codes, do, b))
            row = end
        else:
            do(code, args, None)
            row += 1

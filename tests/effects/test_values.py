"""Numbers and conditions: exact stack programs, and a round trip of random expressions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.effects import EffectError
from tests.effects.interpreter import evaluate
from tests.effects.tiny_game import new_compiler


def steps(text, sort="condition"):
    compiler = new_compiler()
    value = compiler.value(text, sort)
    if value < 65536:
        return value
    rows = compiler.program.exprs_array()
    assert rows.shape[1] == 6
    found = []
    for row in rows.tolist()[value - 65536 :]:
        while len(row) > 1 and row[-1] == 0:
            row.pop()
        found.append(row)
    return found


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("99", 99), ("-99", -99), ("2 * 3 + 1", 7), ("-7 // 2", -4), ("5 - 2 - 1", 2),
        ("(1)", 1), ("9_9", 99), ("3 if True else same", 3), ("same if False else 4", 4),
    ],
)  # fmt: skip
def test_constants_are_themselves(text, number):
    assert steps(text, "number") == number


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("True", 1), ("not True", 0), ("not 7", 0), ("2 < 1", 0), ("2 > 1", 1), ("1 >= 1", 1), ("1 != 1", 0),
        ("3 and 4", 1), ("0 or 0 or 2", 1), ("2 == 2 and not False", 1), ("1 <= 0", 0),
    ],
)  # fmt: skip
def test_constant_conditions_are_1_or_0(text, truth):
    assert steps(text) == truth


def test_programs_are_postfix():
    assert steps("count(everything, path) // 2") == [[18, 0, 1], [1, 2], [9], [0]]
    assert steps("same > 2") == [[1, 2], [19], [10], [0]]
    assert steps("same >= 2") == [[1, 2], [19], [11], [0]]
    assert steps("not here(everything) and same or 1") == [[16], [2], [19], [3], [1, 1], [4], [0]]
    assert steps("-same", "number") == [[19], [5], [0]]
    assert steps("1 if same else 2", "number") == [[19], [1, 1], [1, 2], [15], [0]]


def test_value_arguments_are_pushed_and_others_stand_in_the_row():
    assert steps("least(same, 1 + 2)") == [[19], [1, 3], [20], [0]]
    assert steps("matching(3, faction(rohan))") == [[1, 3], [19], [21], [0]]
    assert steps("matching(3, faction(rohan), when=at(path))") == [[1, 3], [17, 2], [21], [0]]


def test_the_stack_holds_eight():
    text = "same"
    for _ in range(7):
        text = f"same + ({text})"
    assert len(steps(text)) == 16
    with pytest.raises(EffectError, match="holds 9 values at a time; at most 8"):
        steps(f"same + ({text})")
    assert len(steps(" + ".join(["same"] * 50))) == 100  # a chain needs only two


# --- random expressions ----------------------------------------------------------------------------

WORLD = {"same": 3, "path": 0, "here": 5}
number_leaves = st.one_of(
    st.integers(0, 4).map(lambda n: (str(n), n)),
    st.just(("same", WORLD["same"])),
    st.just(("count(everything)", WORLD["here"])),
    st.just(("count(nothing, zone=path)", WORLD["path"])),
)
NUMBERS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
}
COMPARISONS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}  # fmt: skip


def joined(table, inner):
    return st.tuples(st.sampled_from(sorted(table)), inner, inner).map(
        lambda t: (f"({t[1][0]} {t[0]} {t[2][0]})", int(table[t[0]](t[1][1], t[2][1])))
    )


def numbers_from(inner):
    tests = st.one_of(inner, joined(COMPARISONS, inner))
    logic = st.one_of(
        tests,
        tests.map(lambda t: (f"(not {t[0]})", int(not t[1]))),
        st.tuples(tests, tests).map(lambda t: (f"({t[0][0]} and {t[1][0]})", int(bool(t[0][1] and t[1][1])))),
        st.tuples(tests, tests).map(lambda t: (f"({t[0][0]} or {t[1][0]})", int(bool(t[0][1] or t[1][1])))),
    )
    return st.one_of(
        joined(NUMBERS, inner),
        inner.map(lambda n: (f"(-{n[0]})", -n[1])),
        st.tuples(inner, inner).map(lambda t: (f"least({t[0][0]}, second={t[1][0]})", min(t[0][1], t[1][1]))),
        st.tuples(inner, logic, inner).map(
            lambda t: (f"({t[0][0]} if {t[1][0]} else {t[2][0]})", t[0][1] if t[1][1] else t[2][1])
        ),
    )


@settings(deadline=None, max_examples=300)
@given(st.recursive(number_leaves, numbers_from, max_leaves=8))
def test_random_expressions_come_to_what_they_say(expression):
    text, expected = expression
    compiler = new_compiler()
    words = {
        18: lambda pop, args: WORLD[("here", "path")[args[1]]],
        19: lambda pop, args: WORLD["same"],
        20: lambda pop, args: min(pop(), pop()),
    }
    try:
        value = compiler.value(text, "number")
    except EffectError as error:  # a constant that is refused although the value is sound
        assert "divides by 0" in str(error) or "this gives" in str(error) or "at a time" in str(error)
        return
    assert evaluate(value, compiler.program.exprs_array().tolist(), words) == expected

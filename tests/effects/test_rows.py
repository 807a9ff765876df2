"""Texts to rows: exact rows for each construction, and a round trip of random programs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.effects import EffectError, Program, SetMask, Source
from tests.effects.interpreter import run
from tests.effects.tiny_game import PILES, PLACES, PLAYERS, SEAT, WHAT, new_compiler


def compiled(text, sort="operation", me=("card", "strider")):
    compiler = new_compiler()
    assert compiler.block(text, sort, me) == 0
    rows = compiler.program.rows_array()
    assert rows.dtype == np.int32
    assert rows.shape[1] == 10
    return [trimmed(row) for row in rows.tolist()], compiler.program


def trimmed(row):
    while len(row) > 1 and row[-1] == 0:
        row = row[:-1]
    return row


def test_statements_in_order():
    assert compiled("draw(you, 2); draw(they, 1);")[0] == [[16, 0, 2], [16, 1, 1], [0]]


def test_named_arguments_and_defaults_stand_in_declared_order():
    rows, program = compiled("dig(n=5, who=rohan, play=1, cards=type(army))")
    assert rows == [[18, 2, 5, 0, 1, 0, 2], [0]]
    assert program.sets("card") == (SetMask(frozenset({2, 3})),)


def test_default_of_a_set():
    rows, program = compiled("dig(you, 5)")
    assert rows[0] == [18, 0, 5, 0, 0, 0, 2]
    assert program.sets("card") == (SetMask(frozenset(range(5))),)


def test_a_word_without_arguments_with_and_without_brackets():
    assert compiled("pass_turn; pass_turn()")[0] == [[23], [23], [0]]


def test_list_is_a_sequence():
    assert compiled("[draw(you, 1), [draw(they, 2)]]")[0] == compiled("draw(you, 1); draw(they, 2)")[0]


def test_conditional():
    rows, program = compiled("draw(you, 5) if at(reserve | path) else draw(you, 4); pass_turn")
    assert rows == [[2, 65536, 3], [16, 0, 5], [1, 4], [16, 0, 4], [23], [0]]
    assert [trimmed(row) for row in program.exprs_array().tolist()] == [[17, 3], [0]]


def test_conditional_without_else_needs_no_jump():
    assert compiled("draw(you, 5) if same else nothing")[0] == [[2, 65536, 2], [16, 0, 5], [0]]
    assert compiled("draw(you, 5) if same else []")[0] == [[2, 65536, 2], [16, 0, 5], [0]]


def test_conditional_without_then():
    assert compiled("nothing if same else draw(you, 5)")[0] == [[2, 65536, 2], [1, 3], [16, 0, 5], [0]]


def test_block_ends_after_its_body():
    rows, _ = compiled("each(shadow, draw(they, 1), each(free_peoples, pass_turn)); draw(you, 1)")
    assert rows == [[19, 4, 1], [16, 1, 1], [19, 4], [23], [16, 0, 1], [0]]


def test_block_of_another_sort():
    rows, _ = compiled("grant(icons(self, defense, 2), forbid_path)")
    assert rows == [[20, 3], [16, -1, 1, 2], [17], [0]]


def test_modifiers_with_conditions():
    assert compiled("icons(wielder, attack, -1) if True else forbid_path()", "modifier")[0] == [
        [2, 1, 3],
        [16, -2, 0, -1],
        [1, 4],
        [17],
        [0],
    ]


def test_set_or_name():
    rows, program = compiled("move(self, path); move(name(eomer), path); move(self & type(character), path)")
    assert rows[:3] == [[21, -1, 2], [21, 0, 2], [21, 1, 2]]
    assert program.sets("card") == (SetMask(frozenset({1})), SetMask(frozenset({0})))


def test_named_number():
    assert compiled("remove(any, everything)")[0][0] == [22, -1]
    assert compiled("remove(any if same else 2, everything)")[0][0] == [22, 65536]


def test_value_of_the_games_own_sort():
    rows, program = compiled("pay(owner, 1); pay(next_to(active_seat if same else owner), 2)")
    assert rows[:2] == [[24, 5, 1], [24, 65536, 2]]
    steps = [trimmed(row) for row in program.exprs_array().tolist()]
    assert steps == [[19], [22], [1, 5], [15], [23], [0]]


def test_comments_and_lines():
    text = "# first\ndraw(you,  # who\n\t1);\n\n  draw(they, 2)  # done"
    assert compiled(text)[0] == [[16, 0, 1], [16, 1, 2], [0]]


def test_quotes_make_no_difference():
    assert compiled('draw("you", 1)')[0] == compiled("draw(you, 1)")[0]


def test_one_program_holds_many_blocks():
    compiler = new_compiler()
    starts = [compiler.block(text) for text in ("draw(you, 1)", "each(shadow, pass_turn)", "draw(you, same)")]
    assert starts == [0, 2, 5]
    assert compiler.program.rows[2][:2] == (19, 4)


def test_equal_sets_and_expressions_are_kept_once():
    compiler = new_compiler()
    first = compiler.set("faction(rohan)", "card")
    assert compiler.set("name(eomer, riders)", "card") == first
    assert compiler.set("everything - faction(rohan)", "card") != first
    assert compiler.value("count(faction(rohan)) > 1") == compiler.value("1 < count(faction(rohan), here)")
    assert len(compiler.program.sets("card")) == 2
    assert compiler.set("everything", "place") == 0
    assert len(compiler.program.sets("place")) == 1


def test_a_block_that_fails_leaves_no_rows():
    compiler = new_compiler()
    compiler.block("draw(you, 1)")
    with pytest.raises(EffectError):
        compiler.block("draw(you, 1); each(shadow, draw(you, 2), oops)")
    assert len(compiler.program.rows) == 2


def test_flags_choices_and_other_types():
    compiler = new_compiler()
    assert compiler.flags("reserve | battleground", PLACES) == 5
    assert compiler.flags("draw|cycle|draw", PILES) == 3
    assert compiler.choice(" mordor ", PLAYERS) == 3
    assert compiler.lower(WHAT, "wielder") == -2
    assert compiler.lower(SEAT, "owner") == 5
    assert compiler.lower(PLACES, Source("path")) == 2


def test_an_empty_program_has_arrays_of_the_right_shape():
    program = Program()
    assert program.rows_array().shape == (0, 10)
    assert program.exprs_array().shape == (0, 6)
    assert program.sets("card") == ()


# --- random programs: the text means the same as the tree it was written from -------------------------

PLAYER_NAMES = ("you", "they", "rohan", "mordor")
leaves = st.one_of(
    st.tuples(st.just("draw"), st.integers(0, 3), st.integers(0, 9)),
    st.just(("pass_turn",)),
    st.just(("nothing",)),
)
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.just("if"), st.booleans(), inner, inner),
        st.tuples(st.just("each"), st.integers(0, 1), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.just("list"), st.lists(inner, max_size=3)),
    ),
    max_leaves=12,
)


def written(tree):
    match tree:
        case ("draw", who, n):
            return f"draw({PLAYER_NAMES[who]}, {n})"
        case ("if", test, then, other):
            return f"({written(then)} if here(name({'bree' if test else 'moria'})) else {written(other)})"
        case ("each", side, body):
            return f"each({('free_peoples', 'shadow')[side]}, {', '.join(map(written, body))})"
        case ("list", items):
            return f"[{', '.join(map(written, items))}]"
    return tree[0]


def append_effects(tree, out):
    """Append the effects of a tree; `each` serves two seats."""
    match tree:
        case ("draw", who, n):
            out.append((16, who, n))
        case ("pass_turn",):
            out.append((23,))
        case ("if", test, then, other):
            append_effects(then if test else other, out)
        case ("each", side, body):
            out.append((19, side))
            for _ in range(2):
                for item in body:
                    append_effects(item, out)
        case ("list", items):
            for item in items:
                append_effects(item, out)


@settings(deadline=None)
@given(st.lists(trees, min_size=1, max_size=4))
def test_random_programs_do_what_they_say(program_trees):
    compiler = new_compiler()
    compiler.block("draw(you, 1)")  # so that rows do not begin at 0
    start = compiler.block("; ".join(map(written, program_trees)))
    exprs, sets = compiler.program.exprs_array().tolist(), compiler.program.sets("place")
    happened, expected = [], []

    def do(code, args, body):
        widths = {16: 2, 19: 1, 23: 0}
        happened.append((code, *args[: widths[code]]))
        if body:
            body()
            body()

    def truth(value):
        code, index, *_ = exprs[value - 65536]
        assert code == 16
        return sets[index].members == {1}

    run(start, compiler.program.rows_array().tolist(), truth, {19, 20}, do)
    for tree in program_trees:
        append_effects(tree, expected)
    assert happened == expected

"""The list machine against a plain interpreter, and the faults that stop a game."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from mazarbul.sim.effects import EffectError
from mazarbul.sim.engine.faults import Fault, GameFault, check_fault
from tests.effects import interpreter
from tests.engine import machine_game as game
from tests.engine.machine_game import compiled, play

pytestmark = pytest.mark.slow  # compiles kernels of its own

ARITHMETIC = ("+", "-", "*", "//")
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")


def joined(first, signs, second) -> st.SearchStrategy[str]:
    return st.tuples(first, st.sampled_from(signs), second).map(lambda parts: f"({' '.join(parts)})")


def conditions(numbers) -> st.SearchStrategy[str]:
    compared = joined(numbers, COMPARISONS, numbers)
    return compared | compared.map(lambda text: f"(not {text})") | joined(compared, ("and", "or"), compared)


NUMBERS = st.recursive(
    st.integers(-9, 9).map(str) | st.just("they"),
    lambda inner: st.one_of(
        joined(inner, ARITHMETIC, inner),
        inner.map(lambda text: f"(-{text})"),
        st.tuples(inner, conditions(inner), inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
    ),
    max_leaves=4,
)
CONDITIONS = conditions(NUMBERS)
SAYINGS = NUMBERS.map(lambda number: f"say({number})")


def listed(words) -> st.SearchStrategy[str]:
    return st.lists(words, min_size=1, max_size=3).map(lambda texts: f"[{', '.join(texts)}]")


LISTS = st.recursive(
    listed(SAYINGS),
    lambda inner: listed(
        st.one_of(
            SAYINGS,
            inner.map(lambda body: f"each({body})"),
            st.lists(inner, min_size=1, max_size=3).map(
                lambda bodies: f"choose({', '.join(f'option({body})' for body in bodies)})"
            ),
            st.tuples(inner, CONDITIONS, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
        )
    ),
    max_leaves=5,
)


def said_by_twin(program, row: int) -> list[int]:
    """Return what a list says, using the interpreter that shares nothing with the machine."""
    said, they = [], [-1]

    def value(encoded):
        return interpreter.evaluate(encoded, program.exprs, {game.THEY: lambda _pop, _args: they[-1]})

    def do(code, args, body):
        if code == game.SAY:
            said.append(value(args[0]))
        elif code == game.EACH:
            for player in range(game.PLAYERS):
                they.append(player)
                body()
                they.pop()
        elif code == game.CHOOSE:
            options.append([])
            body()
            mine = options.pop()
            mine[max(they[-1], 0) % len(mine)]()
        else:
            options[-1].append(body)

    options = []
    blocks = {game.EACH, game.CHOOSE, game.OPTION}
    interpreter.run(row, program.rows, lambda encoded: value(encoded) != 0, blocks, do)
    return said


@settings(deadline=None, max_examples=200)  # the first call compiles
@given(LISTS)
def test_lists_say_what_the_plain_interpreter_says(text):
    try:
        t, program = compiled(text)
    except EffectError:  # divides by 0, or a number is out of range
        reject()
    s = play(t)
    twin = said_by_twin(program, 0)
    assert (s.fault, s.frame_n) == (Fault.NONE, 0)
    assert s.said_n == len(twin)
    assert s.said[: len(twin)].tolist() == twin


def said(do: str, cost: str = "", *, may: bool = False, is_wanted: bool = True) -> list[int]:
    s = play(compiled(do, cost, may=may)[0], is_wanted)
    return s.said[: s.said_n].tolist()


def test_a_cost_comes_before_what_the_text_does():
    assert said("say(2)", "[say(1), each(say(they))]") == [1, 0, 1, 2, 2]


def test_a_text_with_a_cost_alone():
    assert said("", "say(1)") == [1]


def test_a_text_that_may_be_used_is_asked_for_once():
    assert said("say(2)", "say(1)", may=True) == [1, 2]
    assert said("say(2)", "say(1)", may=True, is_wanted=False) == []


def test_a_register_is_that_of_the_innermost_block():
    assert said("[each(say(they), each(say(they)), say(they)), say(they)]") == [
        0, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 0, 1, 2, 2, -1,
    ]  # fmt: skip


def test_options_are_distinguished_by_their_number():
    assert said("each(choose(option(say(5)), option(say(6), say(7))))") == [5, 6, 7, 5]


@pytest.mark.parametrize(
    ("text", "fault", "why"),
    [
        ("[say(1), speechless, say(2)]", Fault.WORD, "no rule carries out the word with code 20"),
        ("[say(1), say(they + mute), say(2)]", Fault.VALUE, "no rule evaluates the word with code 17"),
        (
            "[say(1), " + "each(" * 8 + "say(2)" + ")" * 8 + "]",
            Fault.FRAMES,
            "the work stack is full at 13 frames",
        ),
    ],
)
def test_what_no_rule_provides_for_stops_the_game(text, fault, why):
    s = play(compiled(text)[0])
    assert s.fault == fault
    assert s.said[0] == 1
    assert 2 not in s.said[: s.said_n]
    with pytest.raises(GameFault, match=why):
        check_fault(s, "machine")


def test_a_frame_that_no_rule_carries_on_with_stops_the_game():
    t, _ = compiled("say(1)")
    s = np.rec.array(np.zeros(1, game.STATE))[0]
    game.push(s, game.Unknown.kind, 7)
    game.step(s, t)
    with pytest.raises(GameFault, match=f"frames of kind {game.Unknown.kind}"):
        check_fault(s, "machine")

"""The compiler compiles any text or raises an EffectError with a place inside the text."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mazarbul.sim.effects import ROW_WIDTH, VALUE_BASE, EffectError, Source
from tests.effects.tiny_game import CARDS, PILES, PLACES, PLAYERS, SEAT, VOCABULARY, WHAT, new_compiler

WORDS = sorted(
    {word.name for word in VOCABULARY}
    | {name for words in VOCABULARY.sets.values() for name in words}
    | {"you", "they", "rohan", "shadow", "path", "self", "everything", "nothing", "strider", "who", "n"}
    | {"if", "else", "not", "and", "or", "True", "None", "lambda", "for", "in", "is", "await", "yield"}
)
SIGNS = "()[]{},;=+-*/&|~<>!.:#'\"\\ \n\t@1"
PIECES = st.sampled_from([*WORDS, *SIGNS, "//", "==", "<=", "10000", "0x1f", "é", "\0", "__import__"])
pieces = st.lists(PIECES, max_size=40).map(" ".join) | st.lists(PIECES, max_size=40).map("".join)
texts = st.text(max_size=200) | pieces

BAITS = [
    "__import__('os').system('true')", "draw(you, __import__)", "().__class__", "f'{1}'", "[x for x in y]",
    "(x:=1)", "lambda: 0", "draw(you, 1)" * 500, "(" * 300, ")" * 300, "[" * 39 + "1" + "]" * 39,
    "-" * 3999, "not " * 999, "1 if " * 799, "a." * 1999, "a(" * 40 + ")" * 40, "x" + "&x" * 1900,
    "x" + "[0]" * 1300, "\ud800", "'\ud800'", "\ufeffdraw(you, 1)", "1e999", "9" * 3999, "1if 2else 3",
    "0777",    "1__0", "\x0c", "'''", '"""a"b"""', "'a' 'b'", "b'a'", "print(1)", "\r", "yield", "*a",
    "a\\\nb",
]  # fmt: skip


def check(text, compile_it):
    """Compile; an EffectError must point into the text and have one line."""
    source = Source(text, "fuzz.toml", 1, 1)
    try:
        compile_it(source)
    except EffectError as error:
        fault = error
    else:
        return True
    lines = text.split("\n")
    assert 1 <= fault.line <= len(lines)
    assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
    assert "\n" not in fault.message
    assert len(str(fault)) < 10_000
    return False


def check_all(text):
    compiler = new_compiler()
    me = ("card", "eomer")
    for sort in ("operation", "modifier"):
        if check(text, lambda source, sort=sort: compiler.block(source, sort, me)):
            check_rows(compiler.program)
    for sort in ("condition", "number", "player"):
        check(text, lambda source, sort=sort: compiler.value(source, sort, me))
    for kind in (PLAYERS, PLACES, PILES, CARDS, WHAT, SEAT):
        check(text, lambda source, kind=kind: compiler.lower(kind, source, me))
    compiler.program.exprs_array()


def check_rows(program):
    rows = program.rows_array()
    assert rows.shape == (len(program.rows), ROW_WIDTH)
    assert rows[-1, 0] == 0
    assert abs(rows).max() < VALUE_BASE + len(program.exprs) + 1


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(texts)
@example("draw(you, 1)")
def test_any_text(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the user should not see warnings either
        check_all(text)


@pytest.mark.parametrize("text", BAITS, ids=range(len(BAITS)))
def test_baits(text):
    check_all(text)


def test_nothing_is_ever_called(monkeypatch):
    """Compiling reaches neither eval nor exec nor import."""
    import builtins

    def refuse(*args, **kwargs):
        raise AssertionError("something was evaluated")

    monkeypatch.setattr(builtins, "eval", refuse)
    monkeypatch.setattr(builtins, "exec", refuse)
    for text in BAITS:
        with pytest.raises(EffectError):
            new_compiler().block(text)


NESTED = st.recursive(
    st.sampled_from(["pass_turn", "draw(you, 1)", "nothing"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda s: f"each(shadow, {', '.join(s)})"),
        st.tuples(inner, inner).map(lambda s: f"({s[0]} if same else {s[1]})"),
        st.lists(inner, max_size=3).map(lambda s: f"[{', '.join(s)}]"),
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(NESTED, st.integers(0, 10_000), PIECES)
def test_a_sound_text_with_one_piece_changed(text, at, piece):
    at %= len(text) + 1
    check_all(text[:at] + piece + text[at:])
    check_all(text[:at] + text[at + 1 :])

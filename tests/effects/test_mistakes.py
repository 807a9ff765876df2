"""Every mistake is reported at its place, with what would be right."""

from __future__ import annotations

import pickle

import pytest

from mazarbul.sim.effects import EffectError, Source
from mazarbul.sim.toml import DataError, Document
from tests.effects.tiny_game import PILES, PLACES, PLAYERS, new_compiler


def complaint(text, sort="operation", **where):
    with pytest.raises(EffectError) as caught:
        new_compiler().block(Source(text, "cards.toml", 41, 57, **where), sort, ("card", "eomer"))
    return str(caught.value).removeprefix("cards.toml:41:")


BLOCKS = [
    # words
    ("tke(you, draw, everything)", "57: unknown operation 'tke'; did you mean 'take'?"),
    ("draw(you, 1); drwa(they, 1)", "71: unknown operation 'drwa'; did you mean 'draw'?"),
    ("zzz", "57: unknown operation 'zzz'"),
    ("icons(self, attack, 1)", "57: 'icons' is a modifier, but an operation is expected here"),
    ("here(everything)", "57: 'here' is a condition, but an operation is expected here"),
    ("faction(rohan)", "57: 'faction' is a set of cards, but an operation is expected here"),
    ("each(shadow, forbid_path)", "70: 'forbid_path' is a modifier, but an operation is expected here"),
    ("grant(draw(you, 1))", "63: 'draw' is an operation, but a modifier is expected here"),
    # arguments
    ("draw(you)", "57: it is written draw(who, n); 'n' is missing"),
    ("draw", "57: it is written draw(who, n); 'who' is missing"),
    ("draw(you, 1, 2)", "70: it is written draw(who, n); this is one argument too many"),
    ("pass_turn(1)", "67: 'pass_turn()' takes no arguments; this is one argument too many"),
    ("dig(you, 5, plya=1)", "69: 'dig' has no argument 'plya'; did you mean 'play'?"),
    ("draw(you, 1, who=they)", "70: the argument 'who' of 'draw' is given twice"),
    ("draw(you, n=1, n=2)", "72: the argument 'n' of 'draw' is given twice"),
    (
        "each(shadow)",
        "57: it is written each(side, operation, ...); at least one operation is expected at its end",
    ),
    ("each(body=nothing, side=shadow)", "62: 'each' has no argument 'body'"),
    # choices and flags
    ("draw(yuo, 1)", "62: unknown player 'yuo'; did you mean 'you'?"),
    ("draw(1, 1)", "62: a player is expected here: one of you, they, rohan, mordor"),
    ("draw(you | they, 1)", "62: a player is expected here: one of you, they, rohan, mordor"),
    ("take(you, draw | cylce, everything)", "74: unknown pile 'cylce'; did you mean 'cycle'?"),
    ("take(you, draw + cycle, everything)", "67: a pile is expected here: one of draw, cycle"),
    ("move(self, reserve | pth)", "78: unknown place 'pth'; did you mean 'path'?"),
    # numbers and conditions
    ("draw(you, here(everything))", "67: 'here' is a condition, but a number is expected here"),
    ("draw(you, smae)", "67: unknown number 'smae'; did you mean 'same'?"),
    ("draw(you, same > 1)", "67: a number is expected here, not a condition"),
    ("draw(you, not 1)", "67: a number is expected here, not a condition"),
    ("draw(you, True)", "67: a number is expected here, not a condition"),
    ("draw(you, [1])", "67: a number is expected here, not a list"),
    ("draw(you, same | 1)", "67: a number is expected here, but '|' joins names or sets"),
    ("draw(you, 100)", "67: numbers go up to 99"),
    ("draw(you, 98 + 2)", "67: this gives 100; numbers go up to 99"),
    ("draw(you, same // (1 - 1))", "67: this divides by 0"),
    ("draw(you, 1.5)", "67: only whole numbers and words have a meaning in an effect"),
    ("draw(you, None)", "67: only whole numbers and words have a meaning in an effect"),
    ("draw(you, 1 / 2)", "67: '/' has no meaning in an effect; '//' divides and rounds down"),
    ("draw(you, same ** 2)", "67: this has no meaning in an effect"),
    ("remove(anny, everything)", "64: unknown number 'anny'; did you mean 'any'?"),
    ("pay(1, 1)", "61: a player is expected here, not a number"),
    ("pay(ownr, 1)", "61: unknown player 'ownr'; did you mean 'owner'?"),
    ("draw(you, owner)", "67: unknown number 'owner'"),
    (
        "pass_turn if heer(everything) else nothing",
        "70: unknown condition or number 'heer'; did you mean 'here'?",
    ),
    ("pass_turn if 1 < same < 3 else nothing", "70: write a chain of comparisons as 'a < b and b < c'"),
    ("pass_turn if owner else nothing", "70: unknown condition or number 'owner'"),
    (
        "pass_turn if faction(rohan) else nothing",
        "70: 'faction' is a set of cards, but a condition or a number is expected here",
    ),
    # sets
    ("take(you, draw, faction(rohn))", "81: unknown faction 'rohn'; did you mean 'rohan'?"),
    ("take(you, draw, name(strider, eommer))", "87: unknown card 'eommer'; did you mean 'eomer'?"),
    ("take(you, draw, name(witch_king))", "78: unknown card 'witch_king'; did you mean 'witch-king'?"),
    ("take(you, draw, rohan)", "73: 'rohan' by itself is not a set of cards; write faction(rohan)"),
    ("take(you, draw, evrything)", "73: unknown set of cards 'evrything'; did you mean 'everything'?"),
    ("take(you, draw, fraction(rohan))", "73: unknown set of cards 'fraction'; did you mean 'faction'?"),
    ("take(you, draw, faction)", "73: 'faction' needs at least one value in brackets: faction(...)"),
    ("take(you, draw, faction())", "73: 'faction' needs at least one value in brackets"),
    ("take(you, draw, faction(rohan | mordor))", "81: faction(...) takes plain values, separated by ','"),
    ("take(you, draw, faction(of=rohan))", "81: 'faction' takes no named arguments"),
    ("take(you, draw, ready(1))", "79: 'ready' takes no arguments"),
    (
        "take(you, draw, self and ready)",
        "73: a set of cards is expected here; for sets, 'and' is written '&'",
    ),
    ("take(you, draw, 3)", "73: a set of cards is expected here"),
    ("move(wielder | self, path)", "62: unknown set of cards 'wielder'"),
    ("pass_turn if here(number(4)) else nothing", "82: unknown number '4'"),
    (
        "pass_turn if here(near(everything, same)) else nothing",
        "75: 'near' takes a set and optionally a whole number",
    ),
    # form
    ("", "57: something is expected here, but there is nothing"),
    ("draw(you, 1); ; pass_turn", "70: something is expected here, but there is nothing"),
    ("draw(you, 1", "61: '(' is never closed"),
    ("draw(you, 1))", "69: ')' closes nothing"),
    ("draw(you, 1]", "68: ']' closes nothing"),
    (
        "draw(you, 1), pass_turn",
        "57: ',' only separates arguments and entries of lists; statements are separated by ';'",
    ),
    (
        "draw(you, 1) and pass_turn",
        "57: an operation is expected here; statements are separated by ';', not joined by 'and'",
    ),
    ("[draw(you, 1); pass_turn]", "70: ';' inside brackets; write a list [a, b] instead"),
    ("3", "57: an operation is expected here, not a number"),
    ("you.draw(1)", "57: only a word can come before '('"),
    ("draw(*[1])", "62: this has no meaning in an effect"),
    ("draw(**you)", "62: '**' has no meaning in an effect"),
    ("lambda: 1", "63: the character ':' has no meaning in an effect"),
    ("draw(you, 1) for x in y", "57: this has no meaning in an effect"),
    ("draw(you, {})", "67: the character '{' has no meaning in an effect"),
    ("dräw(you, 1)", "59: the character '\\xe4' has no meaning in an effect"),
    ("draw('you, 1)", "62: this quote is never closed"),
    ("draw('y\\x6fu', 1)", "64: the character '\\\\' cannot be used in quotes"),
    ("draw(you, b'1')", "67: only whole numbers and words have a meaning in an effect"),
    ("draw(you, f'1')", "67: this has no meaning in an effect"),
    ("\0", "57: the character '\\x00' has no meaning in an effect"),
]


@pytest.mark.parametrize(("text", "expected"), BLOCKS, ids=[text[:40] or "empty" for text, _ in BLOCKS])
def test_mistakes_in_statements(text, expected):
    assert complaint(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1", "'=' can only come between the name of an argument and its value"),
        ("draw(you, 1) draw(they, 1)", ""),
        ("draw(you 1)", ""),
        ("draw(you, )1", ""),
        ("pass_turn if same", ""),
        ("import os", ""),
        ("draw(you, is)", ""),
        ("1 +", ""),
    ],
)
def test_what_python_cannot_read(text, reason):
    """The column is that of Python's parser, which differs from version to version."""
    found = complaint(text)
    column, _, message = found.partition(": ")
    assert 57 <= int(column) < 57 + len(text)
    assert message.startswith("this cannot be read: " + reason)
    assert ":=" not in message


def test_a_modifier_is_wanted_in_a_standing_effect():
    assert (
        complaint("draw(you, 1)", "modifier") == "57: 'draw' is an operation, but a modifier is expected here"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw(you, " + "9" * 3000 + ")", "67: numbers go up to 99"),
        ("draw(you, 0x" + "f" * 3900 + ")", "67: numbers go up to 99"),
        ("x" * 4001, "57: this text has 4001 characters; at most 4000 are allowed"),
        ("[" * 41 + "]" * 41, "97: more than 40 nested brackets"),
        ("draw(you, " + "+".join("1" * 100) + ")", "67: this is nested or chained more than 60 deep"),
        ("not " * 200 + "1", "297: this is nested or chained more than 60 deep"),
        ("draw(you, " + "-" * 3900 + "1)", None),
        ("~" * 3999, None),
        ("pass_turn if " + "1 if " * 700 + "1" + " else 1" * 50, None),
        ("not " * 990 + "1", None),
    ],
    ids=["digits", "hex", "length", "brackets", "chain", "nots", "minuses", "tildes", "ifs", "many nots"],
)
def test_monstrous_texts(text, expected):
    found = complaint(text)
    assert expected is None or found == expected


def test_a_text_over_several_lines():
    with pytest.raises(EffectError) as caught:
        new_compiler().block(Source("draw(you, 1);\n  # so\n  draw(they,\n    oops)", "f", 3, 9))
    assert (caught.value.line, caught.value.column) == (6, 5)


def test_letters_beyond_ascii_count_as_one_column():
    assert complaint("take(you, draw, name('éöü☃', eommer))").startswith("78: unknown card 'éöü☃'")
    with pytest.raises(EffectError) as caught:
        new_compiler().block("take(you, draw, faction('☃☃') | oops)")
    assert caught.value.column == 25
    text = "take(you, draw, trait('ranger') | name('☃', oops))"
    assert complaint(text).startswith("96: unknown card '☃'")


def test_single_values():
    compiler = new_compiler()
    for call, message in [
        (
            lambda: compiler.choice("rohn", PLAYERS),
            "<text>:1:1: unknown player 'rohn'; did you mean 'rohan'?",
        ),
        (
            lambda: compiler.flags("path | bttleground", PLACES),
            "1:8: unknown place 'bttleground'; did you mean",
        ),
        (lambda: compiler.flags("draw; cycle", PILES), "1:5: ';' separates statements, but one expression"),
        (lambda: compiler.value(""), "1:1: something is expected here"),
        (lambda: compiler.value("True", "number"), "1:1: a number is expected here, not a condition"),
        (lambda: compiler.set("", "card"), "1:1: something is expected here"),
    ]:
        with pytest.raises(EffectError) as caught:
            call()
        assert message in str(caught.value)


def test_an_error_says_where_in_the_file_it_is():
    document = Document.parse(
        '[[card]]\nid = "x"\n\n[[card]]\nid = "y"\neffects = [\n'
        '  { on = "play", do = "draw(you, 1)" },\n'
        '  { on = "play", do = "name(\\"a\\"); tke(you, 1)" },\n]\n',
        "mine.toml",
    )
    with pytest.raises(EffectError) as caught:
        new_compiler().block(document.source(("card", 1, "effects", 1, "do")))
    assert str(caught.value) == "mine.toml:8:24: 'name' is a set of cards, but an operation is expected here"
    source = document.source(("card", 1, "effects", 1, "do"))
    assert source.position(source.text.index("tke")) == (8, 37)


def test_an_effect_error_is_a_data_error_and_survives_pickling():
    with pytest.raises(DataError) as caught:
        new_compiler().block(Source("tke", "f.toml", 2, 3))
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, EffectError)
    assert str(error) == "f.toml:2:3: unknown operation 'tke'; did you mean 'take'?"
    assert (error.file, error.line, error.column) == ("f.toml", 2, 3)
    assert (error.message, error.suggestion) == ("unknown operation 'tke'", "take")

"""Documents know the place of everything in them."""

from __future__ import annotations

import copyreg
import pickle
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.toml import DataError, Document, Source, nearest

CARDS = """\
# cards
title = "Cards"   # a comment with [brackets] = "and quotes"

[[card]]
id = "halbarad"
effects = [
    { on = "action", do = "leave(self, cycle)" },   # } ] "
    { on = "play", do = '''draw(you, 1);
        draw(they, 2)''' },
]
icons = { path = 1, "bg attack" = 2 }

[[card]]
id = 'sting'
dates = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00, 07:32:00]
numbers = [ 1_000, -31, 0x1f, 3.5e3, inf, true,
  [[2], []],
]
wielder.name = "frodo"
wielder . "last name" = ""

[[card.notes]]
text = "first"
[[card.notes]]
text = \"\"\"
one "quoted" \\
    two\"\"\"\"\"

[scenario.seat.frodo]
deck = "frodo"

[scenario]
id = "trilogy"
"""


def document(text=CARDS):
    return Document.parse(text, "cards.toml")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (1, 1)),
        (("title",), (2, 10)),
        (("card",), (4, 3)),
        (("card", 0), (4, 3)),
        (("card", 0, "id"), (5, 7)),
        (("card", 0, "effects"), (6, 11)),
        (("card", 0, "effects", 0), (7, 5)),
        (("card", 0, "effects", 0, "do"), (7, 28)),
        (("card", 0, "effects", 1, "do"), (8, 28)),
        (("card", 0, "icons"), (11, 9)),
        (("card", 0, "icons", "path"), (11, 18)),
        (("card", 0, "icons", "bg attack"), (11, 35)),
        (("card", 1), (13, 3)),
        (("card", 1, "id"), (14, 7)),
        (("card", 1, "dates", 1), (15, 32)),
        (("card", 1, "dates", 2), (15, 53)),
        (("card", 1, "numbers", 1), (16, 20)),
        (("card", 1, "numbers", 4), (16, 38)),
        (("card", 1, "numbers", 6, 0, 0), (17, 5)),
        (("card", 1, "numbers", 6, 1), (17, 9)),
        (("card", 1, "wielder"), (19, 1)),
        (("card", 1, "wielder", "name"), (19, 17)),
        (("card", 1, "wielder", "last name"), (20, 26)),
        (("card", 1, "notes", 0, "text"), (23, 9)),
        (("card", 1, "notes", 1), (24, 8)),
        (("card", 1, "notes", 1, "text"), (26, 1)),
        (("scenario", "seat", "frodo"), (29, 16)),
        (("scenario", "seat", "frodo", "deck"), (30, 9)),
        (("scenario",), (32, 2)),
        (("scenario", "id"), (33, 7)),
        # a missing item has the place of its container
        (("card", 0, "effects", 7, "do"), (6, 11)),
        (("card", 9), (4, 3)),
        (("nowhere", "at", "all"), (1, 1)),
    ],
)
def test_places(path, place):
    assert document().locate(path) == place


def test_places_of_keys():
    doc = document()
    assert doc.locate_key(("card", 0, "icons", "bg attack")) == (11, 21)
    assert doc.locate_key(("card", 1, "wielder", "last name")) == (20, 11)
    assert doc.locate_key(("card", 0, "effects", 1, "do")) == (8, 20)
    assert doc.locate_key(("card", 0, "effects", 1)) == (8, 5)
    assert doc.locate_key(("card", 0, "effects", 1, "nothing")) == (8, 5)
    assert doc.locate_key(("scenario", "seat")) == (29, 11)
    assert doc.locate_key(("scenario",)) == (32, 2)


def test_data_is_that_of_tomllib():
    assert document().data == tomllib.loads(CARDS)


def test_sources_are_exact_over_lines():
    source = document().source(("card", 0, "effects", 1, "do"))
    assert source.text == "draw(you, 1);\n        draw(they, 2)"
    assert source.position(0) == (8, 28)
    assert source.position(source.text.index("draw(they")) == (9, 9)
    source = document().source(("card", 1, "notes", 1, "text"))
    assert source.text == 'one "quoted" two""'
    assert source.position(source.text.index("two")) == (27, 5)
    assert source.position(len(source.text) - 1) == (27, 9)


def test_sources_are_exact_after_escapes():
    source = Document.parse(r'do = "a\u00e9\t\"b\" \\ c\U0001F600d"').source(("do",))
    assert source.text == 'aé\t"b" \\ c😀d'
    columns = [source.position(i)[1] for i in range(len(source.text))]
    assert columns == [7, 8, 14, 16, 18, 19, 21, 22, 24, 25, 26, 36]


def test_only_a_text_is_a_source():
    with pytest.raises(DataError, match=r"^cards.toml:11:18: a string is expected here$"):
        document().source(("card", 0, "icons", "path"))


def test_errors_at_values_and_keys():
    doc = document()
    path = ("card", 0, "icons", "bg attack")
    assert str(doc.error(path, "too many")) == "cards.toml:11:35: too many"
    assert str(doc.error(path, "unknown", "bg_attack", key=True)) == (
        "cards.toml:11:21: unknown; did you mean 'bg_attack'?"
    )


def test_windows_line_ends():
    doc = Document.parse(CARDS.replace("\n", "\r\n"), "cards.toml")
    assert doc.data == tomllib.loads(CARDS)
    assert doc.locate(("card", 1, "notes", 1, "text")) == (26, 1)
    assert doc.source(("card", 0, "effects", 1, "do")).position(22) == (9, 9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = \n", "f.toml:2:5: this is not valid TOML: invalid value"),
        ("a = 1\na = 2", "f.toml:2:6: this is not valid TOML: cannot overwrite a value"),
        ("[a", "f.toml:1:3: this is not valid TOML: expected ']' at the end of a table declaration"),
        ("a = '''b\n", "f.toml:2:1: this is not valid TOML: "),
        ("a = " + "[" * 5000, "f.toml"),
        ("a = " + "9" * 5000, "f.toml: this is not valid TOML: "),
    ],
)
def test_what_is_not_toml(text, message):
    with pytest.raises(DataError) as caught:
        Document.parse(text, "f.toml")
    assert str(caught.value).startswith(message)


def test_files(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes('a = "é"\n'.encode())
    assert Document.load(path).data == {"a": "é"}
    assert Document.load(str(path)).file == str(path)
    path.write_bytes(b'a = 1\nb = "\xff"\n')
    with pytest.raises(DataError, match=r"x\.toml:2:6: this is not UTF-8 text$"):
        Document.load(path)
    with pytest.raises(DataError, match=r"none\.toml: cannot read this file \(No such file"):
        Document.load(tmp_path / "none.toml")
    with pytest.raises(DataError, match="cannot read this file"):
        Document.load(tmp_path)


def test_error_texts():
    assert str(DataError("wrong")) == "wrong"
    assert str(DataError("wrong", "f", suggestion="right")) == "f: wrong; did you mean 'right'?"
    assert str(DataError("wrong", "f", 3)) == "f:3: wrong"
    error = pickle.loads(pickle.dumps(DataError("wrong", "f", 3, 4, "right")))
    assert str(error) == "f:3:4: wrong; did you mean 'right'?"


def test_nearest():
    words = ["witch_king", "aragorn", "strider", 7]
    assert nearest("Witch-King", words) == "witch_king"
    assert nearest("aragron", words) == "aragorn"
    assert nearest("7", words) == "7"
    assert nearest("saruman", words) is None
    assert nearest("a" * 100_000, words) is None
    assert nearest("x", []) is None


def test_a_plain_source_counts_its_lines():
    source = Source("ab\ncd\n\ne", "f", 4, 10)
    assert [source.position(i) for i in (0, 1, 3, 4, 6, 7, 8)] == [
        (4, 10), (4, 11), (5, 1), (5, 2), (6, 1), (7, 1), (7, 2),
    ]  # fmt: skip


# --- random documents: written piece by piece, so that every place is known ------------------------------

letters = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)
keys = st.text("abc-_1", min_size=1, max_size=3) | letters
values = st.recursive(
    st.integers(-999, 999) | st.booleans() | letters,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


some_table = st.dictionaries(keys, values, max_size=3)


class Writer:
    """Writes TOML in randomly drawn styles and records where each value and key begins."""

    def __init__(self, draw):
        self.draw = draw
        self.text = ""
        self.places = {}
        self.keys = {}
        self.offsets = {}  # path of a text -> offset of each of its characters

    def one_of(self, *choices):
        return self.draw(st.sampled_from(choices))

    def key(self, key, path):
        self.keys[path] = len(self.text)
        plain = key and key.isascii() and key.replace("-", "").replace("_", "").isalnum()
        if plain and self.draw(st.booleans()):
            self.text += key
        elif "'" not in key and self.draw(st.booleans()):
            self.text += f"'{key}'"
        else:
            self.text += '"' + "".join(self.escaped(letter) for letter in key) + '"'

    def escaped(self, letter):
        if letter in '"\\':
            return "\\" + letter
        return self.one_of(letter, letter, f"\\U{ord(letter):08x}")

    def string(self, value, path):
        quote = self.one_of('"', '"""')
        if "'" not in value:
            quote = self.one_of(quote, "'", "'''")
        self.text += quote
        if len(quote) == 3 and self.draw(st.booleans()):
            self.text += "\n"
        self.places[path] = len(self.text)
        self.offsets[path] = []
        for letter in value:
            if quote == '"""' and self.draw(st.booleans()):
                self.text += "\\\n  \n " if letter not in " \t\n" else ""
            self.offsets[path].append(len(self.text))
            self.text += self.escaped(letter) if quote[0] == '"' else letter
        self.text += quote

    def value(self, value, path):
        self.places[path] = len(self.text)
        if isinstance(value, str):
            self.string(value, path)
        elif isinstance(value, list):
            self.text += self.one_of("[", "[ ", "[ # ]\n ")
            for i, item in enumerate(value):
                self.value(item, (*path, i))
                self.text += self.one_of(",", " , ", ",\n  ", " # ,\n,")
            self.text += "]"
        elif isinstance(value, dict):
            self.text += "{"
            for i, (key, item) in enumerate(value.items()):
                self.text += self.one_of(", ", " ,") if i else self.one_of("", " ")
                self.key(key, (*path, key))
                self.text += self.one_of("=", " = ")
                self.value(item, (*path, key))
            self.text += "}"
        else:
            self.text += str(value).lower()

    def table(self, table, path):
        for key, value in table.items():
            self.key(key, (*path, key))
            self.text += self.one_of("=", " =  ")
            self.value(value, (*path, key))
            self.text += self.one_of("\n", "  # x = [\n", "\n\n")


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(st.data(), some_table, st.lists(some_table, max_size=3))
def test_random_documents(data, top, tables):
    writer = Writer(data.draw)
    top.pop("t t", None)
    writer.table(top, ())
    for i, table in enumerate(tables):
        writer.text += '[[ "t t" . x ]]\n' if i % 2 else "[['t t'.x]]\n"
        writer.table(table, ("t t", "x", i))
    doc = Document.parse(writer.text)
    expected = top | ({"t t": {"x": tables}} if tables else {})
    assert doc.data == expected

    def place(offset):
        return writer.text.count("\n", 0, offset) + 1, offset - writer.text.rfind("\n", 0, offset)

    for path, offset in writer.places.items():
        if not writer.offsets.get(path):  # the place of a text depends on its first character
            assert doc.locate(path) == place(offset), path
    for path, offset in writer.keys.items():
        assert doc.locate_key(path) == place(offset), path
    for path, offsets in writer.offsets.items():
        source = doc.source(path)
        assert [source.position(i) for i in range(len(offsets))] == [place(offset) for offset in offsets]


def test_a_mistake_alone_leaves_the_others_where_they_are(monkeypatch):
    """Also where Dask is loaded: its tblib lets the copies of an error share the attributes."""
    first, other = DataError("one", "a.toml", 1, 2, "two"), DataError("three")
    first.before, first.others = ("told",), (other,)
    pickling = pytest.importorskip("tblib.pickling_support", reason="the extra dask is not installed")
    monkeypatch.setitem(copyreg.dispatch_table, DataError, None)
    pickling.install(DataError)
    alone = first.alone()
    assert first.others == (other,)
    assert (str(alone), alone.others, alone.before) == ("a.toml:1:2: one; did you mean 'two'?", (), ("told",))

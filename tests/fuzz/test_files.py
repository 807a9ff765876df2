"""Bad files: folders, devices, files that are too large, other encodings, impossible names."""

import time
from pathlib import Path

import pytest

from mazarbul.formats.errors import in_words
from mazarbul.sim import games
from mazarbul.sim.runner.experiment import load
from mazarbul.sim.toml import LARGEST_FILE, DataError, Document, read_text
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.study import load_study
from tests.fuzz.experiments import BASE
from tests.fuzz.guard import TooSlow, Tripped, watched

CARD_GAME, QUESTS = games.get("card_game"), games.get("lotr_lcg")
READERS = {
    "experiment": load,
    "knobs": lambda path: load_knobs(path, BASE),
    "study": load_study,
    "overlay": lambda path: CARD_GAME.load("duel", overlay=path),
    "quest overlay": lambda path: QUESTS.load("passage_through_mirkwood", overlay=path),
    "script": CARD_GAME.run_script,
    "quest script": QUESTS.run_script,
}
NAMED = {  # with a name that describes it
    "scenario": (".toml", lambda path: CARD_GAME.load(path)),
    "deck": (".toml", lambda path: CARD_GAME.load("trilogy", decks={"frodo": path})),
    "deck list": (".txt", lambda path: QUESTS.load("passage_through_mirkwood", decks={"player1": path})),
    "bot": (".toml", lambda path: CARD_GAME.bot(str(path))),
}


def make(tmp_path, what, ending):
    """Return the path of something that is not a file of ours."""
    path = tmp_path / f"input{ending}"
    if what == "folder":
        path.mkdir()
    elif what == "endless device":
        path.symlink_to("/dev/zero")
    elif what == "link in a circle":
        path.symlink_to(path)
    elif what == "too large":
        path.write_bytes(b"#" * (LARGEST_FILE + 1))
    elif what == "one long line":
        path.write_bytes(b"x" * LARGEST_FILE)
    elif what == "no text":
        path.write_bytes(bytes(range(256)))
    elif what == "other encoding":
        path.write_bytes('title = "Éowyn"\n'.encode("utf-16"))
    elif what != "missing":
        raise AssertionError(what)
    return path


THINGS = [
    "missing", "folder", "endless device", "link in a circle", "too large", "one long line", "no text",
    "other encoding",
]  # fmt: skip


@pytest.mark.parametrize("what", THINGS)
@pytest.mark.parametrize("reader", [*READERS, *NAMED])
def test_what_is_no_file_of_ours_is_refused(reader, what, tmp_path):
    ending, read = NAMED[reader] if reader in NAMED else (".toml", READERS[reader])
    path = make(tmp_path, what, ending)
    with pytest.raises(DataError) as caught, watched(tmp_path, 30):
        read(path)
    assert str(path) in str(caught.value)
    assert len(str(caught.value)) < 10_000


@pytest.mark.parametrize("reader", [*READERS, *NAMED])
def test_a_name_that_no_file_can_have(reader):
    ending, read = NAMED[reader] if reader in NAMED else (".toml", READERS[reader])
    with pytest.raises((DataError, OSError)):
        read(f"a\0b{ending}" if reader in NAMED else Path(f"a\0b{ending}"))


def test_a_byte_order_mark_does_not_count(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert Document.load(path).data == {"a": 1}
    assert Document.load(path).locate(("a",)) == (1, 5)
    path.write_text("\ufeffposition\nturn frodo\nhand frodo: narya sting\nexpect actor frodo\n", "utf-8")
    assert CARD_GAME.run_script(path)


def test_a_file_as_large_as_may_be(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"#" * LARGEST_FILE)
    assert len(read_text(path)) == LARGEST_FILE


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a." * 100_000 + "a = 1", ":1: a name here has more than 40 parts"),
        ("[" + "'a'." * 5_000 + "b]", ":1: a name here has more than 40 parts"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "{b=" * 60 + "1" + "}" * 60, "nested more than 40 deep"),
        ("".join(f"[{'.'.join('abc' * 20)}]\n" for _ in range(1)), "more than 40 parts"),
        (f"a = [1, {{ b = {2**63} }}]", ":1:15: this number is too large"),
        (f"a = -{2**63 + 1}", ":1:5: this number is too large"),
    ],
)
def test_texts_that_are_too_deep_or_numbers_too_large(text, wanted):
    begun = time.monotonic()
    with pytest.raises(DataError) as caught:
        Document.parse(text, "x.toml")
    assert wanted in str(caught.value)
    assert time.monotonic() - begun < 10


def test_numbers_of_64_bits_are_read():
    assert Document.parse(f"a = {2**63 - 1}\nb = -{2**63}").data == {"a": 2**63 - 1, "b": -(2**63)}


def test_a_message_does_not_quote_without_end():
    long = "x" * 100_000
    assert len(str(DataError(long))) < 5_000
    assert len(str(DataError("it cannot be read", long, 1, 2))) < 5_000
    assert len(in_words(OSError(36, "File name too long", long))) < 5_000


def test_the_tripwire(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    with watched(inside, 60):
        (inside / "file").write_text("")
        compile("1", "<a text>", "eval")
    for deed in (
        lambda: outside.write_text(""),
        lambda: outside.mkdir(),
        lambda: (inside / "file").rename(outside),
        lambda: (inside / ".." / "outside").write_text(""),
        lambda: eval("1"),
    ):
        with pytest.raises(Tripped), watched(inside, 60):
            deed()
    assert not outside.exists()
    with pytest.raises(TooSlow), watched(inside, 0.05):
        time.sleep(10)

"""What a page may ask for: names of the game, files of the folder, bots without code."""

from __future__ import annotations

import pytest

from mazarbul.sim import games
from mazarbul.sim.toml import DataError
from mazarbul.workbench import asked
from mazarbul.workbench.asked import Named, Start, checked_bot, inside, located

GAME = games.get("card_game")


@pytest.mark.parametrize(
    "name",
    ["../b.toml", "/etc/passwd", "a.txt", "", ".", "c.toml", "x\0.toml", "a" * 5000 + ".toml", "link.toml"],
)
def test_only_files_of_the_folder_are_read(tmp_path, name):
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "b.toml").write_text("")
    (folder / "a.txt").write_text("")
    (folder / "link.toml").symlink_to(tmp_path / "b.toml")
    with pytest.raises(DataError):
        inside(folder, name, ".toml")


def test_a_file_of_the_folder_is_found(tmp_path):
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "A.TOML"
    file.write_text("")
    assert inside(tmp_path, "sub/A.TOML", ".toml") == file
    assert inside(tmp_path, str(file), ".toml") == file


@pytest.mark.parametrize("text", ["heuristic", "expert", "random blunder=0.2", "search:50", "search"])
def test_bots_of_the_game_may_play(tmp_path, text):
    assert checked_bot(text, GAME, tmp_path, ()) == text


@pytest.mark.parametrize(
    "text",
    [
        "mine.py:mine",
        "/tmp/mine.py:mine",
        "mine",
        "os",
        "search:99999",
        "search:" + "9" * 40,
        "search:x",
        "expert:../x",
        "../x.toml",
        "nobody",
    ],
)
def test_no_other_bot_may_play(tmp_path, text):
    (tmp_path / "mine.py").write_text("raise SystemExit('executed')")
    with pytest.raises(DataError):
        checked_bot(text, GAME, tmp_path, ())


def test_a_bot_of_the_command_line_may_play(tmp_path):
    assert checked_bot("mine.py:mine", GAME, tmp_path, ("mine.py:mine",)) == "mine.py:mine"


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": "/tmp/x.toml"},
        {"scenario": "nothing"},
        {"game": "nothing"},
        {"decks": {"gandalf": "../x.txt"}},
        {"overlay": "../x.toml"},
        {"bots": {"witch_king": "x.py:x"}},
    ],
    ids=str,
)
def test_a_start_names_nothing_else(tmp_path, change):
    start = Start(game="card_game", scenario="duel", people={"gandalf": ""})
    with pytest.raises(DataError):
        located(start.model_copy(update=change), tmp_path, ())


@pytest.mark.parametrize("name", ["../x", "a/b", ".x", "", " x", "x\n", "a" * 61, "x.txt", "\u00e9"])
def test_a_name_is_a_name(name):
    with pytest.raises((DataError, ValueError)):
        Named(name=name).checked()
    assert Named(name="My game - 2_b").checked() == "My game - 2_b"


@pytest.mark.parametrize("name", ["<b>", "x" * 41, "a\x1b[2J"])
def test_a_person_has_a_name_that_can_be_printed(name):
    with pytest.raises(ValueError, match="people"):
        Start(game="card_game", scenario="duel", people={"gandalf": name})


def test_someone_must_play():
    with pytest.raises(ValueError, match="people"):
        asked.Start(game="card_game", scenario="duel", people={})


@pytest.mark.parametrize("given", [{}, {"action": "pass", "thing": "gimli"}, {"action": ""}], ids=str)
def test_one_thing_is_asked_at_a_time(given):
    with pytest.raises(ValueError, match=r"Why|at least 1"):
        asked.Why(**given)
    assert asked.Why(thing="gimli").action == ""

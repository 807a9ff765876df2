"""What is kept is whole, whatever happens, and reads back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mazarbul.sim.toml import DataError
from mazarbul.workbench.asked import Start
from mazarbul.workbench.kept import Script, Shelf, script_of, text_of

ROOT = Path(__file__).resolve().parents[2]
START = Start(
    game="card_game", scenario="duel", people={"gandalf": "\u00c9"}, switches={"trim": False}, seed=3
)
SCRIPT = Script(
    START, "game card_game\nseed 3", [("gandalf", "cycle gimli"), ("witch_king", "pass")], {"undone": 2}
)


def test_a_script_reads_back_from_its_text():
    assert script_of(text_of(SCRIPT), "x") == SCRIPT
    text = text_of(Script(None, "game card_game\nposition", [], {}))
    assert script_of(text, "x").base == "game card_game\nposition"
    assert script_of("game card_game\nposition\n", "x") == Script(None, "game card_game\nposition\n", (), {})


@pytest.mark.parametrize(
    "damage",
    [
        ('"scenario"', '"scene"'),
        ('{"undone"', '["undone"'),
        ('"undone": 2', '"undone": "x"'),
        ("do gandalf: ", "did gandalf: "),
        ('"gandalf": "', '"gandalf": 1, "x": "'),
    ],
)
def test_a_damaged_script_is_refused(damage):
    with pytest.raises(DataError, match=r"x: .*(damaged|must be written)"):
        script_of(text_of(SCRIPT).replace(*damage), "x")


def test_games_are_added_and_names_listed(tmp_path):
    shelf = Shelf(tmp_path)
    assert (shelf.finished(), shelf.names("saved")) == (0, [])
    for i in range(3):
        shelf.add({"game": i, "name": "\u00e9\n"})
    lines = (tmp_path / "plays" / "games.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines] == [0, 1, 2]
    assert shelf.finished() == 3
    shelf.save("saved", "a", SCRIPT)
    assert shelf.names("saved") == ["a"]
    assert shelf.read("saved", "a") == SCRIPT
    with pytest.raises(DataError, match="there is no game 'b'"):
        shelf.read("saved", "b")
    shelf.drop("saved", "a")
    (shelf.folder / "saved" / "gone.txt").symlink_to(tmp_path / "gone")
    (shelf.folder / "saved" / "folder.txt").mkdir()
    assert shelf.names("saved") == []


WRITER = """
import sys
from pathlib import Path
from mazarbul.workbench.kept import Shelf
shelf = Shelf(Path(sys.argv[1]))
print("ready", flush=True)
for i in range(100_000):
    shelf.add({"game": i, "more": "x" * 2000})
"""


def test_a_kill_while_games_are_written_loses_none(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        try:
            assert writer.stdout.readline() == b"ready\n"
            file = tmp_path / "plays" / "games.jsonl"
            for _ in range(3):  # whatever moment a reader comes
                while not file.exists():
                    assert writer.poll() is None
                numbers = [json.loads(line)["game"] for line in file.read_text("utf-8").splitlines()]
                assert numbers == list(range(len(numbers)))
        finally:
            writer.kill()
    numbers = [json.loads(line)["game"] for line in file.read_text("utf-8").splitlines()]
    assert numbers == list(range(len(numbers)))
    assert numbers
    Shelf(tmp_path).add({"game": len(numbers)})
    assert Shelf(tmp_path).finished() == len(numbers) + 1

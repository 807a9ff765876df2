"""A bot that an installed package brings as an entry point is found, listed, played and recorded."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import mazarbul
from mazarbul.sim import games
from mazarbul.sim.bots import installed
from mazarbul.sim.bots.python import python_bot
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.seating import bot_of
from mazarbul.sim.runner import listing
from mazarbul.sim.runner.manifest import load
from mazarbul.sim.toml import DataError
from tests.courier.game import GAME

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "the package courier-bots 1.2"
BOTS = """
from courier_bots.choices import last

def eager(turn):
    return last(turn)

class Careful:
    games = ("card_game",)

    def choose(self, turn):
        return turn.legal[0]

NUMBER = 5
"""
ENTRIES = """
[mazarbul.games]
courier = tests.courier.game:GAME

[mazarbul.bots]
eager = courier_bots.bots:eager
careful = courier_bots.bots:Careful
gone = courier_bots.nowhere:gone
nameless = courier_bots.bots:lazy
number = courier_bots.bots:NUMBER
random = courier_bots.bots:eager
twice = courier_bots.bots:eager
"""


def package(place: Path, name: str, version: str, entries: str) -> None:
    """Write what pip leaves of an installed package."""
    info = place / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(entries)


@pytest.fixture
def place(tmp_path):
    """Return a folder of two packages with bots."""
    package(tmp_path, "courier-bots", "1.2", ENTRIES)
    package(tmp_path, "more-bots", "0.3", "[mazarbul.bots]\ntwice = courier_bots.bots:eager\n")
    code = tmp_path / "courier_bots"
    code.mkdir()
    (code / "__init__.py").touch()
    (code / "bots.py").write_text(BOTS)
    (code / "choices.py").write_text("def last(turn):\n    return turn.legal[-1]\n")
    return tmp_path


@pytest.fixture
def found(place, monkeypatch):
    """Have the packages installed."""
    monkeypatch.setattr(games, "_registered", {"courier": GAME})
    monkeypatch.syspath_prepend(place)
    installed._entries.cache_clear()
    yield
    installed._entries.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "courier_bots"]:
        del sys.modules[name]


@pytest.mark.usefixtures("found")
def test_an_installed_bot_is_asked_for_its_decisions():
    bots = {"all": "random", "courier": "eager"}
    with pytest.raises(DataError, match="another one with this name"):
        mazarbul.match("courier/chase", seed=3, bots=bots)
    match = mazarbul.match("courier/chase", seed=3, bots={"all": "heuristic", "courier": "eager"})
    assert match.choose() == match.legal()[-1]
    other = Match(GAME, GAME.kit(GAME.setup("chase")), seed=3)
    assert other.choose("eager") == other.legal()[-1]


@pytest.mark.usefixtures("found")
def test_installed_bots_are_listed_and_not_imported():
    rows = {row["id"]: row["help"] for row in listing.things("bots", "courier")}
    assert rows["eager"] == "written in Python, from courier-bots 1.2"
    assert rows["twice"] == "written in Python, from courier-bots 1.2 and more-bots 0.3"
    assert rows["random"] == GAME.bots()["random"]
    assert "gone" in rows
    assert not any(name.startswith("courier_bots") for name in sys.modules)
    with pytest.raises(DataError, match="did you mean 'careful'"):
        bot_of(GAME, "carefull")


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "gone",
            f"cannot import the bot 'gone' of {PACKAGE} from courier_bots.nowhere:gone: ModuleNotFoundError",
        ),
        (
            "nameless",
            f"cannot import the bot 'nameless' of {PACKAGE} from courier_bots.bots:lazy: AttributeError: ",
        ),
        (
            "number",
            f"the bot 'number' of {PACKAGE} must be a function or a class: courier_bots.bots:NUMBER is ",
        ),
        (
            "random",
            f"The Courier has a bot 'random', and {PACKAGE} adds another one with this name: rename that ",
        ),
        (
            "twice",
            "the packages courier-bots 1.2 and more-bots 0.3 both add a bot 'twice': uninstall one of them",
        ),
        ("careful", "the bot 'careful' does not play courier; it plays card_game"),
        ("eager blunder=0.1", "the bot 'eager' is written in Python and takes no words such as 'blunder"),
    ],
)
def test_an_installed_bot_that_cannot_play_is_a_mistake_with_a_reason(text, message):
    with pytest.raises(DataError) as caught:
        bot_of(GAME, text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert bot_of(GAME, "heuristic").name == "heuristic"


@pytest.mark.usefixtures("found")
def test_a_worker_takes_the_bot_from_its_own_package_in_the_same_version(place):
    bot = python_bot("eager")
    sent = pickle.dumps(bot)
    assert pickle.loads(sent).made_of is bot.made_of
    (place / "courier_bots" / "bots.py").write_text(BOTS + "\n")
    with pytest.raises(DataError, match="a worker has no bot 'eager', or another version of it"):
        pickle.loads(sent)


@pytest.mark.slow
def test_a_run_on_other_processes_has_the_package_in_its_manifest(place):
    words = ["run", "courier/chase", "--games", "6", "--jobs", "2", "--backend", "loky", "--quiet"]
    words += ["--bot", "heuristic", "--bot", "courier=eager", "--out", str(place / "run")]
    done = subprocess.run(
        [sys.executable, "-m", "mazarbul", *words],
        cwd=place,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(place), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    manifest = load(place / "run")
    assert manifest.bots == {"courier": "eager", "hunter": "heuristic"}
    assert manifest.libraries["courier-bots"] == "1.2"
    assert "more-bots" not in manifest.libraries

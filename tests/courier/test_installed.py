"""A game that an installed package brings as an entry point is found, listed and played."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import mazarbul
from mazarbul.sim import games
from mazarbul.sim.games import whole
from mazarbul.sim.runner import listing
from mazarbul.sim.runner.options import choose
from mazarbul.sim.toml import DataError
from tests.courier.game import GAME

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = """
[mazarbul.games]
courier = tests.courier.game:GAME
gone = tests.courier.nowhere:GAME
nameless = tests.courier.game:GAMES
other = tests.courier.game:GAME
"""


@pytest.fixture
def place(tmp_path):
    """Return a folder of packages with one that brings games: one that is right, three that are not."""
    package = tmp_path / "my_package-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(INSTALLED)
    return tmp_path


@pytest.fixture
def installed(place, monkeypatch):
    """Have the package installed."""
    monkeypatch.setattr(games, "_registered", {})
    monkeypatch.syspath_prepend(place)
    games._installed.cache_clear()
    yield
    games._installed.cache_clear()


@pytest.mark.usefixtures("installed")
def test_an_installed_game_is_found_and_played():
    assert games.names() == (*games.MODULES, "courier", "gone", "nameless", "other")
    assert games.get("courier") is GAME
    match = mazarbul.match("courier/chase", seed=3, bots="random")
    setup = games.get("courier").setup("chase")
    table = whole.play(GAME, setup, [GAME.bot("random")] * 2, 3, 0, 1)["games"]
    assert match.play_out().record["decisions"] == table["decisions"][0]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "gone",
            "cannot import the game 'gone' from tests.courier.nowhere:GAME: ModuleNotFoundError: No mod",
        ),
        ("nameless", "cannot import the game 'nameless' from tests.courier.game:GAMES: AttributeError: "),
        ("other", "tests.courier.game:GAME is the game 'courier', but it is installed as 'other'"),
        (
            "curier",
            f"unknown game 'curier'; valid: {', '.join(games.MODULES)}, courier, gone, nameless, other; did",
        ),
    ],
)
def test_an_installed_game_that_cannot_be_had_is_a_mistake_with_a_reason(name, message):
    with pytest.raises(DataError) as caught:
        games.get(name)
    assert message in str(caught.value)


@pytest.mark.usefixtures("installed")
def test_games_that_cannot_be_imported_do_not_hide_the_others():
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert list(mazarbul.games()) == [*games.MODULES, "courier"]
    reasons = [str(warning.message) for warning in warned]
    assert len(reasons) == 3
    assert "cannot import the game 'gone'" in reasons[0]
    listed = list(listing.lines())
    assert any(line.startswith("courier: ") for line in listed)
    assert [line[:25] for line in listed[-3:-1]] == ["cannot import the game 'g", "cannot import the game 'n"]
    with pytest.raises(DataError, match="did you mean 'courier/chase'"):
        choose("chase", {}, {})


def test_workers_in_other_processes_find_an_installed_game_too(place):
    words = ["run", "courier/chase", "--games", "40", "--jobs", "2", "--backend", "loky", "--quiet"]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from mazarbul.sim.cli import main; main()",
            *words,
            "--out",
            str(place / "run"),
        ],
        cwd=place,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(place), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(mazarbul.load_run(place / "run").games) == 40

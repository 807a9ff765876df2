"""`~` means the home folder in every path of a user: on the command line, in TOML, in Python."""

from pathlib import Path

import pytest

import mazarbul
from mazarbul.sim.cli.app import app
from mazarbul.sim.runner import options
from mazarbul.sim.runner.experiment import Execution, Experiment, load
from mazarbul.sim.toml import DataError, ends_in, user_path, user_word

DECK = "Mine\n\nHeroes\nGimli\n\n3x Feint\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder of its own; the current folder is another one."""
    folder, here = tmp_path / "home", tmp_path / "here"
    folder.mkdir()
    here.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.chdir(here)
    return folder


@pytest.mark.parametrize("before", ["", "--out=", "-o", "player1=", "--deck=player1=", "--bot=frodo="])
def test_words_of_a_command_line(home, before):
    assert user_word(f"{before}~/run x") == f"{before}{home}/run x"
    assert user_word(f"{before}~") == f"{before}{home}"
    for word in ("a~/b", "./~/b", "--out", "x=y=~/b", f"{before}~no_such_user_here/x"):
        assert user_word(word) == word


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("x" * 256, "a file name cannot have 256 characters"),
        ("ä" * 128, "a file name cannot have 128 characters"),
        ("a/" + "\ud800" * 90 + "/b", "a file name cannot have 90 characters"),
        ("ab/" * 1400, "a path cannot have 4,199 characters"),
    ],
)
def test_what_no_file_can_be_called_is_refused_in_words(path, what):
    with pytest.raises(DataError, match=what):
        user_path(path)
    assert user_path("x" * 255).name == "x" * 255


@pytest.mark.parametrize("ending", ["", ".toml", ".txt", ".o8d", ".py"])
@pytest.mark.parametrize("key", ["deck", "bots", "overlay", "scenario"])
def test_nothing_of_a_game_can_be_called_so(key, ending):
    name = "x" * 300 + ending
    given = {"deck": {"decks": {"gandalf": name}}, "bots": {"bots": name}, "overlay": {"overlay": name}}
    target = f"card_game/{name}" if key == "scenario" else "card_game/duel"
    with pytest.raises(DataError) as caught:
        mazarbul.table(target, **given.get(key, {})).setup  # noqa: B018  (it is made when it is asked for)
    assert len(str(caught.value)) < 1000


def test_paths_of_python(home):
    assert user_path("~/a") == home / "a"
    assert user_path(Path("a")) == Path("a")
    assert user_path("~no_such_user_here/x") == Path("~no_such_user_here/x")


def test_a_command(home, capsys):
    (home / "deck.txt").write_text(DECK, encoding="utf-8")
    app(["deck", "~/deck.txt", "--to", "text", "--out=~/new/copy.txt"], standalone_mode=False)
    assert (home / "new" / "copy.txt").read_text(encoding="utf-8").startswith("Mine\n")
    assert not Path("~").exists()


def test_an_experiment(home):
    (home / "deck.txt").write_text(DECK, encoding="utf-8")
    (home / "change.toml").write_text("[card.feint]\ncost = 2\n", encoding="utf-8")
    Path("mine.toml").write_text(
        'game = "lotr_lcg"\nscenario = "passage_through_mirkwood"\noverlay = "~/change.toml"\n'
        'bots = { player1 = "~/bot.toml blunder=0.1" }\ndecks = { player1 = "~/deck.txt" }\n'
        '[run]\nout = "~/run"\n',
        encoding="utf-8",
    )
    found, execution = load(Path("mine.toml"))
    assert found.decks == {"player1": str(home / "deck.txt")}
    assert found.overlay == (home / "change.toml",)
    assert found.bots == {"player1": f"{home}/bot.toml blunder=0.1"}
    assert execution.out == home / "run"
    assert Execution(out=Path("~/run")).out == home / "run"
    (home / "mine.toml").write_text(Path("mine.toml").read_text("utf-8"), encoding="utf-8")
    assert options.choose("~/mine.toml", {}, {})[0].decks == found.decks


def test_the_files_that_files_name(home):
    (home / "deck.txt").write_text(DECK, encoding="utf-8")
    Path("seat.toml").write_text('[scenario.seat.player1]\ndeck = "~/deck.txt"\n', encoding="utf-8")
    given = {"game": "lotr_lcg", "scenario": "passage_through_mirkwood", "overlay": "seat.toml"}
    from mazarbul.sim.games.lotr_lcg.content.loading import load_data

    placed = Experiment(**given).located(Path.cwd())
    assert load_data(placed.scenario, overlay=placed.overlay).decks["player1"].heroes == ("gimli",)


@pytest.mark.parametrize("read", [mazarbul.load_run, mazarbul.load_answer])
def test_python_reads_from_the_home_folder(home, read):
    with pytest.raises(ValueError, match=r"no such folder|is missing") as caught:
        read("~/none")
    assert str(home) in str(caught.value)


def test_endings_in_capitals(home):
    assert ends_in("A.TOML", ".toml", ".txt")
    assert not ends_in(Path("a.toml.old"), ".toml")
    Path("MINE.TOML").write_text('game = "card_game"\nscenario = "duel"\n', encoding="utf-8")
    assert options.choose("MINE.TOML", {}, {})[0].scenario == "duel"

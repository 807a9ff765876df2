"""A game in a terminal: what is printed, what is not, what may be typed, and what is kept."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from contextlib import suppress
from typing import get_args

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.games.scripts import run_script
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.workbench import seated
from mazarbul.workbench.drawn import Drawn
from mazarbul.workbench.kept import Shelf
from mazarbul.workbench.terminal import PROMPT, Look, Sitting
from tests.workbench.conftest import secret

DUEL = {"game": "card_game", "scenario": "duel", "seed": 7, "bots": {"witch_king": "random"}}

HAND = re.compile(r"^  (Gandalf|Witch-king)\b.*\n(?:    (?!Hand).*\n)*    Hand: (.*)$", re.MULTILINE)


class Table:
    """A person at a terminal. game: what is played. said: all that was printed."""

    def __init__(self, game):
        self.game, self.said, self._read = game, [], 0
        self.sitting = Sitting(game, self._ask, lambda text, look="": self.said.append(text))

    def types(self, *lines):
        """Type some lines and then nothing more; return what is printed to all of them."""
        self._lines = iter(lines)
        return self.run(lambda: next(self._lines, None))

    def run(self, typed):
        """Play with what a function types, None for the end of the input; return what is printed."""
        self._typed, before = typed, len(self.said)
        self.sitting.run()
        return "\n".join(self.said[before:])

    def new(self):
        """Return what was printed since this was called last."""
        found, self._read = "\n".join(self.said[self._read :]), len(self.said)
        return found

    def _ask(self, prompt):
        assert prompt == PROMPT
        line = self._typed()
        if line is None:
            raise EOFError
        return line


def sit(folder, *seats, name="", **given):
    """Sit down to a game, by default the Duel as Gandalf against a bot that takes any option."""
    return Table(seated.begun(Experiment(**DUEL | given), seats, name, folder))


def any_option(table, seed=1):
    """Return what types any option."""
    rng = random.Random(seed)
    return lambda: str(rng.randrange(len(table.game.match.codes())) + 1)


def command(*words, typed=""):
    """Run the command with something piped into it."""
    return CliRunner().invoke(cli.app, ["play", *map(str, words)], input=typed)


@pytest.mark.parametrize(
    ("game", "scenario", "seats", "people"),
    [
        ("card_game", "duel", (), ["gandalf"]),
        ("card_game", "trilogy", (), ["frodo", "aragorn"]),
        ("lotr_lcg", "passage_through_mirkwood", (), ["player1"]),
        ("board_game", "two_player", ("shadow",), ["shadow"]),
    ],
)
def test_a_game_is_played_to_its_end_and_kept(tmp_path, game, scenario, seats, people):
    table = sit(tmp_path, *seats, name="Ada", game=game, scenario=scenario, bots={"all": "random"})
    text = table.run((lambda: "1") if game == "board_game" else any_option(table))
    (line,) = Shelf(tmp_path).games.read_text("utf-8").splitlines()
    record = json.loads(line)
    assert (record["game"], record["scenario"], record["people"]) == (
        game,
        scenario,
        dict.fromkeys(people, "Ada"),
    )
    assert set(record["bots"].values()) <= {"random"}
    assert record["changes"] == []
    assert text.count(" decides (") == len(table.game.moments) > 5  # forced moves are no question
    assert "\nThe game ends (" in text
    assert text.endswith(table.said[-1])
    assert Shelf(tmp_path).names("running") == []
    assert list(table.sitting.farewell()) == [f"kept in {tmp_path / 'plays' / 'games.jsonl'}"]


def test_no_line_tells_of_a_hidden_card(tmp_path, renamed):
    """Whatever is typed: a card that was hidden all the time since the last line is in no line."""
    table = sit(tmp_path, overlay=(renamed / "names.toml",))
    play, rng = table.game, random.Random(3)
    names, since = play.match.kit.names, [secret(play.match)]
    ever, take = set(names.cards.values()) - secret(play.match), play._take
    read, number = [], any_option(table)

    def watched(code, *, is_own):
        take(code, is_own=is_own)
        since.append(secret(play.match))

    play._take = watched

    def check():
        hidden = set.intersection(*since)
        text = re.sub("not as printed: .*", "", table.new())  # the person's own overlay
        ever.update(set(names.cards.values()) - hidden)
        del since[:-1]
        shown = {names.entries[names.card_index[other]]["id"] for other in ever}
        for card in hidden:
            entry = names.entries[names.card_index[card]]
            assert entry["id"] in shown or entry["name"] not in text, card
        read.append(text)

    def typed():
        check()
        card = min(since[-1], default="gimli")
        asked = ["table", "options", "hint heuristic", "card Zq", "Zq", f"why cycle {card}", "undo", "?"]
        return rng.choice([number(), number(), number(), rng.choice(asked)])

    table.run(typed)
    check()
    assert "Zq" in "".join(read)  # cards that were played have a name
    assert "do not see" in "".join(read)
    assert sum(map(len, read)) > 50_000


def test_each_seat_of_one_person_sees_its_own_hand(tmp_path):
    table = sit(tmp_path, "gandalf", "witch_king", bots={})
    owners, both = set(), 0
    for _ in range(40):
        table.types("1")
        owner = table.game.called(table.game.open)
        owners.add(owner)
        hands = dict(HAND.findall(table.types("table")))
        assert {seat: "face down" in hand for seat, hand in hands.items()} == {
            seat: seat != owner for seat in hands
        }
        both += len(hands) == 2
    assert owners == {"Gandalf", "Witch-king"}
    assert both > 20


def test_an_option_is_picked_by_number_or_letters_and_mistakes_say_what_is_right(tmp_path):
    table = sit(tmp_path)
    first, second = table.game.view()["step"]["decision"]["options"][:2]
    said = table.types("99", "0", "", "qqq", "save", "rule XX-1", "card qqq", "undo", first["text"][:2])
    right = "letters that only one option has, or ? for help"
    assert said.count(right) == 4
    for part in (
        "there is no option 99: type a number from 1 to ",
        "no option has 'qqq'",
        "write it as: save FILE",
        "XX-1",
        "you see nothing that is called 'qqq'",
        "you have decided nothing yet",
        "options have '",
    ):
        assert part in said, part
    assert not table.game.moments
    table.types(second["text"])
    (moment,) = table.game.moments
    assert table.game.taken[moment.taken].move == second["move"]


def test_commands_answer(tmp_path):
    table = sit(tmp_path)
    first = table.game.view()["step"]["decision"]["options"][0]
    move = first["move"]
    said = table.types(
        "?", "hint heuristic", "hint", "hint nobody", f"why {move}", "why dance", "rule AM-25", "table"
    )
    for part in (
        "heuristic would take ",
        "expert would take ",
        "'nobody'",
        f'"{first["text"]}" is legal now',
        "'dance' is no action of this game",
        "AM-25 Frodo or Bilbo",
        "Draw deck: ",
    ):
        assert part in said, part
    assert table.game.hints == 2
    assert table.game.shelf.read("running", table.game.name).notes["hints"] == 2
    place = next(thing for thing in table.game.view()["step"]["things"] if thing.get("text"))
    assert place["text"] in table.types(f"card {place['name']}")


def test_undo_leads_back_and_tells_nothing_twice(tmp_path):
    table = sit(tmp_path)
    table.types("1", "1")
    before = table.game.view()
    said = table.types("1", "undo")
    assert "your last decision is taken back" in said
    after = table.game.view()
    assert (after["step"], after["lines"]) == (before["step"], before["lines"])
    assert (table.game.undone, len(table.game.moments)) == (1, 2)


def test_a_game_that_is_left_goes_on(tmp_path):
    begun = command(
        "card_game/duel", "--seed", 7, "--bot", "random", "--folder", tmp_path, typed="1\n1\nhint\n"
    )
    assert begun.exit_code == 0, begun.output
    (file,) = (tmp_path / "plays" / "running").iterdir()
    assert begun.output.endswith(
        f"the game is kept; to go on: mazarbul play --load '{file}' --folder {tmp_path}\n"
    )
    saved = tmp_path / "mine.txt"
    again = command("--load", file, "--folder", tmp_path, typed=f"undo\nsave {saved}\nquit\n1\n")
    assert again.exit_code == 0, again.output
    assert "saved; to go on from here: " in again.output
    assert [path.name for path in (tmp_path / "plays" / "running").iterdir()] == [file.name]
    assert run_script(saved)
    end = command("--load", saved, "--folder", tmp_path, typed="1\n" * 600)
    assert "The game ends" in end.output
    (record,) = map(json.loads, Shelf(tmp_path).games.read_text("utf-8").splitlines())
    assert (record["undone"], record["hints"], record["bots"]) == (1, 1, {"witch_king": "random"})


def test_ctrl_c_says_how_to_go_on(tmp_path, monkeypatch):
    def stop(_prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", stop)
    done = command("card_game/duel", "--bot", "random", "--folder", tmp_path)
    assert done.exit_code == 130
    assert "to go on: mazarbul play --load " in done.output


def test_a_file_that_is_no_saved_game_is_not_overwritten(tmp_path):
    (tmp_path / "deck.txt").write_text("mine")
    table = sit(tmp_path)
    assert "is there and is no saved game" in table.types(f"save {tmp_path / 'deck.txt'}", f"save {tmp_path}")
    assert (tmp_path / "deck.txt").read_text() == "mine"
    table.types(f"save {tmp_path / 'a.txt'}", "1", f"save {tmp_path / 'a.txt'}")
    assert len(seated.resumed(tmp_path / "a.txt", tmp_path).moments) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name what to play"),
        (
            ("card_game/duel", "--seat", "gandal"),
            "'gandal'; valid: gandalf, witch_king; did you mean 'gandalf'?",
        ),
        (("card_game/duel", "--bot", "gandalf=random"), "a person plays gandalf"),
        (("card_game/duel", "--name", "x" * 41), "--name"),
        (("card_game/duel", "--overlay", "a.toml", "--overlay", "b.toml"), "one overlay"),
        (("card_game/duel", "--load", "x.txt"), "--target cannot be given"),
        (("--load", "nothing.txt", "--seed", "3"), "--seed cannot be given"),
        (("--load", "nothing.txt"), "nothing.txt"),
    ],
)
def test_mistakes_in_the_command(words, said, tmp_path):
    done = command(*words, "--folder", tmp_path)
    assert done.exit_code == 2, done.output
    assert said in done.output


def test_code_that_a_saved_game_names_is_asked_about_first(tmp_path):
    (tmp_path / "bad.py").write_text("raise SystemExit(9)\n", encoding="utf-8")
    sit(tmp_path).types(f"save {tmp_path / 'a.txt'}")
    file = tmp_path / "a.txt"
    text = file.read_text("utf-8").replace(
        '"witch_king": "random"', f'"witch_king": "{tmp_path / "bad.py"}:x"'
    )
    file.write_text(text, encoding="utf-8")
    done = command("--load", file, "--folder", tmp_path)
    assert done.exit_code == 2, done.output
    assert "--trust-code" in done.output


def on_a_terminal(folder, **environment):
    """Return what the command writes to a terminal of 100 columns, on which one quits at once."""
    pty = pytest.importorskip("pty")
    own, other = pty.openpty()
    words = ["card_game/duel", "--seed", "7", "--bot", "random", "--folder", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-m", "mazarbul", "play", *words],
        stdin=other, stdout=other, stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"} | environment,
    )  # fmt: skip
    os.close(other)
    os.write(own, b"quit\n")
    said = b""
    with suppress(OSError):  # at the end of the process
        while part := os.read(own, 65_536):
            said += part
    assert process.wait() == 0
    os.close(own)
    return said.decode()


@pytest.mark.parametrize(
    ("environment", "has_frames", "has_colours"),
    [({}, True, True), ({"NO_COLOR": "1"}, True, False), ({"TERM": "dumb"}, False, False)],
    ids=str,
)
def test_a_terminal_shows_frames_and_colours(tmp_path, environment, has_frames, has_colours):
    said = on_a_terminal(tmp_path, **environment)
    assert ("\N{BOX DRAWINGS LIGHT ARC DOWN AND RIGHT}" in said) == has_frames
    assert bool(re.search(r"\x1b\[(\d+;)*3\dm", said)) == has_colours
    assert "to go on: mazarbul play --load" in said
    assert "u001b" not in said, "what is drawn is not escaped"


@pytest.mark.parametrize("look", get_args(Look))
def test_whatever_it_looks_like_the_words_stay_and_steer_nothing(look):
    drawn, text = Drawn(sys.stdout.write), "  Frodo: a [bold]Ring[/bold] \x1b[2J\n    1  takes it\nSam"
    drawn.is_drawing, drawn.console.file = True, io.StringIO()
    drawn.console.width = 100
    drawn(text, look)
    said = drawn.console.file.getvalue()
    assert "\x1b[2J" not in said
    for word in ("Frodo", "a [bold]Ring[/bold] \\u001b[2J", "1", "takes it", "Sam"):
        assert word in said, word


def test_it_needs_no_library_of_the_server():
    names = ", ".join(f"mazarbul.workbench.{name}" for name in ("seated", "terminal", "drawn", "counted"))
    without = f"import sys; sys.modules |= dict.fromkeys(('starlette', 'uvicorn')); import {names}"
    assert subprocess.run([sys.executable, "-c", without], check=False).returncode == 0

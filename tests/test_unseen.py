"""Characters that steer a terminal or turn a text are printed as escapes, and no name has them."""

from __future__ import annotations

import io
import json
import sys

import pytest
import typer
from typer.testing import CliRunner

from mazarbul.formats.signs import UNSEEN, shown, unseen
from mazarbul.sim import cli, games
from mazarbul.sim.cli.pages import echo_json
from mazarbul.sim.cli.terminal import make_safe
from mazarbul.sim.runner.progress import Lines
from mazarbul.sim.toml import DataError

TITLE = "\x1b]0;evil\x07"  # sets the title of a terminal's window
BAD = ("\x1b", "\x07", "\x9b", "\x7f", "\r", "\u202e", "\u2066", "\u200f", "\u2028", "\n", "\t")


def test_what_is_not_seen_is_written_as_json_writes_it():
    assert shown("\x1b[2J \u202eabc\x9b") == "\\u001b[2J \\u202eabc\\u009b"
    plain = "Th\u00e9oden, \u05d0 \u4e2d \U0001f9d9\tx\n"
    assert shown(plain) == plain
    assert [bool(unseen(sign)) for sign in (*BAD, "a", " ", "\u00a0")] == [True] * len(BAD) + [False] * 3


@pytest.mark.parametrize(
    "words",
    [
        ("run", f"card_game/{TITLE}"),
        ("run", "card_game/duel", "--bot", f"{TITLE}\u202e"),
        ("run", "card_game/duel", "--deck", f"gandalf={TITLE}"),
        ("run", "card_game/duel", "--switch", f"{TITLE}=1"),
        ("report", TITLE),
        ("list", TITLE),
        ("rule", TITLE),
        (TITLE,),
        ("run", f"--{TITLE}"),
    ],
)
def test_no_message_steers_the_terminal(words):
    done = CliRunner().invoke(cli.app, words)
    assert done.exit_code == 2
    assert "u001b" in done.stderr or "x1b" in done.stderr
    assert not UNSEEN.search(done.output)


def test_nothing_of_a_file_steers_the_terminal(tmp_path):
    script = tmp_path / "script.txt"
    script.write_text(f"game card_game\n{TITLE}\n", encoding="utf-8")
    overlay = tmp_path / "overlay.toml"
    overlay.write_text('[card.aragorn]\nname = "\\u001b[31m"\n', encoding="utf-8")
    for words in (("play-script", script), ("run", "card_game/duel", "--overlay", overlay)):
        done = CliRunner().invoke(cli.app, list(map(str, words)))
        assert done.exit_code == 2
        assert not UNSEEN.search(done.output)


def test_what_is_printed_and_progress_are_escaped(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    make_safe()
    make_safe()
    typer.echo(f"{TITLE}\u202ea")
    echo_json({"name": f"{TITLE}\u202e\x9b"})
    out.flush()
    text = out.buffer.getvalue().decode()
    assert not UNSEEN.search(text)
    first, _, rest = text.partition("\n")
    assert first == "\\u001b]0;evil\\u0007\\u202ea"
    assert json.loads(rest) == {"name": f"{TITLE}\u202e\x9b"}
    lines = io.StringIO()
    Lines(lines).say(TITLE)
    assert lines.getvalue() == "\\u001b]0;evil\\u0007\n"


CARD = {
    "name": "A new one", "side": "free_peoples", "faction": "dunedain", "type": "character", "source": "mine",
    "new": True,
}  # fmt: skip


def overlaid(**card):
    return games.get("card_game").setup("duel", overlay={"card": {"my_card": CARD | card}})


@pytest.mark.parametrize("sign", BAD)
def test_a_name_has_no_unseen_character(sign):
    with pytest.raises(DataError, match=r"'name' of card 'my_card': a name cannot have the character \\u"):
        overlaid(name=f"Gan{sign}dalf")


@pytest.mark.parametrize("name", ["", "  ", "\u00a0"])
def test_a_name_is_not_empty(name):
    with pytest.raises(DataError, match="'name' of card 'my_card': a name with letters is expected"):
        overlaid(name=name)


def test_two_cards_that_look_the_same_are_refused():
    overlaid()
    with pytest.raises(DataError, match="card 'my_card' has the name of 'aragorn'"):
        overlaid(name="ARAGORN")
    overlaid(name="Aragorn", type="event")


@pytest.mark.parametrize("game", ["card_game", "board_game"])
def test_seats_have_names_of_their_own(game):
    known = games.get(game)
    scenario = next(name for name in known.scenarios() if len(known.setup(name).seats) > 1)
    first, second, *_ = known.setup(scenario).seats
    change = {"scenario": {"seat": {first: {"name": "Same"}, second: {"name": "same"}}}}
    with pytest.raises(DataError, match=f"'{first}' and '{second}' are both called 'Same'"):
        known.setup(scenario, overlay=change)

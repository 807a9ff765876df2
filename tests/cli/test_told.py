"""Commands that tell: games, rules, lists, scripts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests.runner.help import GAME, ROOT


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_change_is_told_on_any_terminal(tmp_path, encoding):
    """An ablation names changes with an arrow: it must not end in an error after all its games."""
    from tests.studies import help as studies

    target, out = f"{studies.GAME}/plain", tmp_path / encoding
    command = ["ablate", target, "--games", "20", "--out", str(out)]
    code = f"import tests.studies.help\nfrom mazarbul.sim import cli\ncli.app({command!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b" -> " in done.stdout


def test_any_terminal_can_show_it():
    code = (
        "from mazarbul.sim import cli\n"
        "from mazarbul.sim.runner import listing\n"
        "listing.lines = lambda game: ['a \u2192 b \u2265 2 \xd7 1\u20132 \u016b \u9f8d \\udce9']\n"
        "cli.main()\n"
    )
    for encoding, shown in (
        ("cp1252", "a -> b >= 2 \xd7 1\u20132 u ? \xe9"),
        ("latin-1", "a -> b >= 2 \xd7 1-2 u ? \xe9"),
        ("utf-8", "a \u2192 b \u2265 2 \xd7 1\u20132 \u016b \u9f8d \udce9"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, "list"],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode(encoding, "surrogateescape") == f"{shown}\n"


def test_trace_tells_the_game_of_that_number(mazarbul):
    traces = [
        mazarbul("trace", f"{GAME}/pair", "--seed", 7, "--game", 3, "--bot", bot).stdout
        for bot in ("heuristic", "lucky")
    ]
    assert traces[0].startswith("north rolls ")
    assert traces[0] != traces[1]


def test_trace_of_a_run_says_what_is_not_as_printed(mazarbul, tmp_path):
    """In words and as data, on stdout; a change of a card that is in no deck is noted once."""
    overlay, run, page = (tmp_path / name for name in ("change.toml", "run", "game.html"))
    overlay.write_text("[card]\naragorn.icons = { path = 2 }\ngandalf_the_white.icons = { path = 5 }\n")
    game = ("card_game/fellowship", "--overlay", overlay, "--deck", "gandalf=gandalf_duel")
    assert mazarbul("run", *game, "--games", 1, "--out", run).exit_code == 0
    told = mazarbul("trace", run)
    first, title = told.stdout.splitlines()[:2]
    assert first.startswith("not as printed: deck of Gandalf: ")
    assert "Gandalf the White, path icons: " in first
    assert first.count("\N{RIGHTWARDS ARROW} 5") == 1
    assert title == "Fellowship of the Ring (card_game/fellowship), game 0 of seed 1"
    assert "not as printed" not in mazarbul("trace", "card_game/fellowship").stdout
    data = tmp_path / "game.json"
    assert mazarbul("trace", run, "--html", page, "--json", data).exit_code == 0
    kinds = {each["kind"] for each in json.loads(data.read_text(encoding="utf-8"))["changes"]}
    assert kinds == {"decks", "overlay"}
    assert first.removeprefix("not as printed: ") in page.read_text(encoding="utf-8")


def test_a_note_is_told_once_and_names_the_scenario(mazarbul, tmp_path):
    overlay, run = tmp_path / "change.toml", tmp_path / "run"
    overlay.write_text("[card]\naragorn.icons = { path = 2 }\n")
    mazarbul("run", "card_game/fellowship", "--games", 1, "--out", run, "--overlay", overlay)
    note = "card 'aragorn' is in no deck of Fellowship of the Ring, so this changes nothing"
    assert mazarbul("trace", run).stderr.count(note) == 1


def test_list_tells_what_there_is(mazarbul):
    text = mazarbul("list", GAME).stdout
    for part in ("dice: Dice", "dice/pair", "Two dice", "lucky", "loaded"):
        assert part in text


def test_list_tells_all_things_of_a_kind(mazarbul):
    for kind in ("seats", "cards", "locations", "weights", "decks"):
        listed = mazarbul("list", kind, "card_game/duel", "--json")
        rows = json.loads(listed.stdout)
        text = mazarbul("list", kind, "card_game/duel").stdout
        assert rows, kind
        assert all(row["game"] == "card_game" and f"{row['id']}" in text for row in rows), kind
    gimli = next(
        row
        for row in json.loads(mazarbul("list", "cards", "card_game", "--json").stdout)
        if row["id"] == "gimli"
    )
    assert (gimli["name"], gimli["seat"], gimli["type"]) == ("Gimli", "frodo", "character")
    assert [row["id"] for row in json.loads(mazarbul("list", "scenarios", GAME, "--json").stdout)][:2] == [
        "pair",
        "slow",
    ]
    assert [game["game"] for game in json.loads(mazarbul("list", GAME, "--json").stdout)] == [GAME]


def test_a_weight_has_its_default_as_a_number(mazarbul):
    rows = json.loads(mazarbul("list", "weights", "lotr_lcg", "--json").stdout)
    surplus = next(row for row in rows if row["id"] == "surplus")
    assert surplus["default"] == 0.3
    assert surplus["help"].startswith("worth of a point of progress")
    text = mazarbul("list", "weights", "lotr_lcg").stdout
    assert re.search(r"^surplus +0\.3: worth of a point", text, re.MULTILINE)


def test_locations_that_are_cards_are_listed(mazarbul):
    listed = mazarbul("list", "locations", "lotr_lcg/passage_through_mirkwood", "--json")
    rows = json.loads(listed.stdout)
    assert {row["type"] for row in rows} == {"location"}
    assert {"forest_gate", "necromancers_pass"} <= {row["id"] for row in rows}


def test_rule_prints_one_rule_or_the_heads_of_a_chapter(mazarbul):
    one = mazarbul("rule", "am-25").stdout
    assert one.startswith("AM-25 Frodo or Bilbo in a winnow or a forsake\n  Legal. ")
    assert "**" not in one
    assert "<a id" not in one
    assert mazarbul("rule", "AM-25", "AM-26").stdout.startswith(one + "\nAM-26 ")
    chapter = mazarbul("rule", "CG-9").stdout.splitlines()
    assert (chapter[0], len(chapter)) == ("CG-9.1 Draw n", 20)
    assert all(line.startswith("A-") for line in mazarbul("rule", "A").stdout.splitlines())


def test_rule_with_a_table_and_a_list(mazarbul):
    table = mazarbul("rule", "CG-3.1").stdout
    assert "  | Last path | 9 | 9 | 9 | 6 |" in table
    assert "Decks. Shuffle" not in table
    assert "\n  - Balrog. " in mazarbul("rule", "CG-3.20").stdout


def test_play_script(mazarbul, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text(f"# a roll\ngame {GAME}\nroll 6\n")
    assert mazarbul("play-script", script).stdout == f"# a roll\ngame {GAME}\nroll 6\n"
    script.write_text(f"game {GAME}\ncheat\n")
    done = mazarbul("play-script", script)
    assert (done.exit_code, done.stderr) == (2, f"mazarbul: {script}:1:1: the script cheats\n")
    script.write_text(f"game {GAME}\nroll 2\ncheat\n")
    done = mazarbul("play-script", script)
    assert (done.exit_code, done.stdout) == (2, f"game {GAME}\nroll 2\n")
    missing = mazarbul("play-script", tmp_path / "none.txt")
    assert (missing.exit_code, missing.stdout) == (2, "")

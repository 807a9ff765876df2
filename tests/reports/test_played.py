"""Reports say what was played, and a comparison says first what differs."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest

from mazarbul.analysis import load_run
from mazarbul.analysis.played import Difference
from mazarbul.formats.changes import Change, listed
from mazarbul.reports import summary
from mazarbul.reports.build import build_comparison, build_report
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.played import CHANGE, Names, differ, facts, said
from tests import sealing
from tests.analysis.synthetic import Plan, write_run
from tests.analysis.test_played import GIMLI, HALBARAD, JOINT
from tests.reports.parsed import head, text_of

ARROW, MORE = "\N{RIGHTWARDS ARROW}", "\N{HORIZONTAL ELLIPSIS}"
BOTS = {"frodo": "random", "witch_king": "heuristic", "aragorn": "heuristic", "saruman": "heuristic"}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The printed game, and one with a switch, two changes and another bot."""
    home = tmp_path_factory.mktemp("runs")
    printed = write_run(home / "printed", 200, 200, plan=Plan(cards=2))
    sealing.change(printed, changes=[], version="0.1.0", commit="e87b0f49cd24")
    other = shutil.copytree(printed, home / "tried")
    asked = {"overlay": ["my.toml"], "switches": {"joint": "enemy"}}
    known = [JOINT, GIMLI, HALBARAD]
    sealing.change(other, changes=known, bots=BOTS, tables_hash="cd" * 32, experiment=asked)
    return printed, other


def test_the_head_of_a_printed_game(runs, tmp_path):
    said_there = head(build_report(runs[0], tmp_path))
    assert said_there["Changes"] == ["none: as printed"]
    assert said_there["Program"] == ["mazarbul 0.1.0 (e87b0f49cd24)"]
    assert said_there["Players"] == ["4: Frodo, Witch-king, Aragorn and Saruman"]
    assert "Switches" not in said_there


def test_the_head_of_a_changed_game(runs, tmp_path):
    page = build_report(runs[1], tmp_path)
    said_there = head(page)
    assert said_there["Switches"] == [f"joint: captain {ARROW} enemy"]
    assert said_there["Changes"] == [f"Gimli, path icons: 1 {ARROW} 2", "new card Halbarad"]
    assert said_there["Bots"][0].startswith("random for Frodo, heuristic for Witch-king")
    table = (tmp_path / "tables/unprinted.csv").read_text(encoding="utf-8").splitlines()
    assert table[2] == '"Gimli, path icons",1,2,card.gimli.icons.path'


def test_the_terminal_says_the_same(runs):
    lines = list(summary.lines(runs[1]))
    assert lines[1:3] == [
        f"  switches: joint: captain {ARROW} enemy",
        f"  changes: Gimli, path icons: 1 {ARROW} 2; new card Halbarad",
    ]
    assert not any("changes" in line for line in summary.lines(runs[0]))


def test_a_comparison_says_first_what_differs(runs, tmp_path):
    page = build_comparison(*runs, tmp_path)
    text = text_of(page)
    first = re.search(r'id="summary".*?<li>(.*?)\s*<a', text, re.DOTALL)[1]
    assert first.startswith(
        "printed and tried differ in 3 kinds of things at once, so no difference below can be attributed to"
    )
    assert head(page)["Differ in"][0] == f"bot of Frodo: heuristic {ARROW} random"
    assert {"printed", "tried"} <= head(page).keys()
    lines = list(summary.comparison_lines(*runs))
    assert lines[0] == "Synthetic Trilogy, tried compared with printed: 200 pairs of games"
    assert lines[1].strip() == first.strip().replace("&#39;", "'")
    assert lines[2].split()[:2] == ["printed", "tried"]
    assert (tmp_path / "tables/differences.csv").is_file()


def test_runs_in_folders_of_one_name_are_called_by_their_paths(runs, tmp_path):
    copy = shutil.copytree(runs[0], tmp_path / "elsewhere" / "printed")
    line = next(summary.comparison_lines(runs[0], copy))
    assert str(copy) in line
    assert str(runs[0]) in line


def test_one_cause_is_named_and_no_more_said():
    found = [Difference("overlay", "Gimli, path icons", 1, 2), Difference("games", "games", 100, 200)]
    assert differ(found, Names("a", "b")) == (
        f"a and b differ in their cards, places or scenario: Gimli, path icons: 1 {ARROW} 2."
        " Also different: the number of games."
    )
    assert differ(found[:1], CHANGE) == f"The change: Gimli, path icons: 1 {ARROW} 2."
    assert differ(found[1:], Names("a", "b")) == (
        "a and b differ in nothing that is recorded but the number of games."
    )


def test_long_lists_say_how_many_more():
    assert listed([str(i) for i in range(43)]) == ["0", "1", "2", "3", "4", "5", "and 37 more"]
    assert listed(["a"] * 6) == ["a"] * 6


def change(kind, path, what, old=None, new=None, **more):
    """Return a change with its values in their order."""
    return Change(kind=kind, path=path, what=what, old=old, new=new, **more)


LONG = "take(you, cycle, faction(hobbit) & type(character)); draw(you, {})"
EFFECTS = change("overlay", "card.x.effects", "X, effects", ["on play, do draw"], [])
DECK = change("decks", "scenario.seat.frodo.deck", "deck of Frodo", "Frodo", "Mine", is_new=True)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (change("switches", "switches.promos", "promos", old=False, new=True), f"promos: off {ARROW} on"),
        (change("overlay", "card.x.promo", "X, promo", old=False, new=True), f"X, promo: no {ARROW} yes"),
        (EFFECTS, f"X, effects: on play, do draw {ARROW} none"),
        (DECK, f"deck of Frodo: Frodo {ARROW} Mine, not a printed one"),
        (
            change("overlay", "do", "X, do", LONG.format(1), LONG.format(2)),
            f"X, do: {MORE} 1) {ARROW} {MORE} 2)",
        ),
    ],
)
def test_changes_in_words(made, text):
    assert said(made) == text


def test_a_run_without_values_says_so(runs, tmp_path):
    older = shutil.copytree(runs[0], tmp_path / "older")
    sealing.change(older, changes=None, version=None, commit=None, experiment={"overlay": ["my.toml"]})
    shown = head(build_report(older, tmp_path / "report"))
    assert shown["Changes"] == [
        "overlay my.toml",
        "which values this changes is not recorded",
    ]
    assert load_run(older).games == 200


@pytest.mark.parametrize(("deck", "is_new", "named"), [("Spirit", False, False), ("Mine", True, True)])
def test_the_choice_of_a_printed_deck_stands_beside_its_player_alone(runs, deck, is_new, named):
    run = load_run(runs[0])
    seats = [dict(seat) for seat in run.catalogue["seats"]]
    seats[0]["deck_name"] = deck
    made = Change(kind="decks", path="d", what="deck of Frodo", new=deck, is_new=is_new)
    changed = replace(
        run,
        catalogue=run.catalogue | {"seats": seats},
        manifest=run.manifest | {"changes": [made.model_dump()]},
    )
    found = dict(facts(Topic(changed)))
    assert found["Players"].startswith(f"4: Frodo with {deck}, ")
    assert ("Decks" in found) == named
    assert ("Changes" in found) != named

"""Games of people in a folder, counted for a run: which are, which are not, and what is shown of them."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from mazarbul.analysis import people
from mazarbul.analysis.run import load_run
from mazarbul.formats.changes import Change
from mazarbul.formats.folders import STUDY, STUDY_FORMAT
from mazarbul.reports.sections import people as section
from mazarbul.reports.sections.common import Topic
from mazarbul.sim import cli
from mazarbul.sim.toml import DataError
from mazarbul.workbench.counted import counted, plays
from mazarbul.workbench.kept import Shelf
from tests import sealing
from tests.analysis.synthetic import write_run

SEATS = ("frodo", "witch_king", "aragorn", "saruman")
CHANGE = Change(kind="switches", path="switches.promos", what="promos", old=False, new=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return load_run(write_run(tmp_path_factory.mktemp("counted") / "run", 400, 200, seed=2))


def game(*own, winner="shadow", **more):
    """Return a finished game in which a person has some seats."""
    return {
        "game": "card_game",
        "scenario": "trilogy",
        "ended": "2026-03-04T05:06:07+00:00",
        "people": dict.fromkeys(own, "Ada"),
        "bots": {seat: "expert" for seat in SEATS if seat not in own},
        "switches": {},
        "decks": {},
        "overlay": "",
        "changes": [],
        "position": None,
        "winner": winner,
        "end_reason": "ten_points",
        "undone": 0,
        "hints": 0,
        "decisions": [],
    } | more


def folder_of(tmp_path, *games):
    for each in games:
        Shelf(tmp_path).add(each)
    return tmp_path


FREE = ("frodo", "aragorn")


def test_games_are_counted_by_the_side_that_people_play(run, tmp_path):
    folder = folder_of(
        tmp_path,
        *[game(*FREE)] * 9,
        *[game(*FREE, winner="free_peoples", end_reason="last_path")] * 5,
        game("frodo", winner=None, ended="2027-01-01T00:00:00+00:00"),
        game("saruman") | {"people": {"saruman": "A\u2028B"}},
        game(*SEATS),
        game(*FREE, undone=2),
        game(*FREE, hints=1, winner="free_peoples"),
    )
    for place in (folder, folder / "plays"):
        found = counted(plays(place), run)
        assert (found.n, dict(found.left)) == (19, {})
    groups = {each.name: each for each in people.groups(run, found.people)}
    free = groups["games as the Free Peoples"]
    assert (free.n, free.wins, free.endings) == (15, {"free_peoples": 5}, {"last_path": 5, "ten_points": 10})
    assert free.differs == ["expert at the other seats"]
    assert groups["games as the Shadow"].wins == {"shadow": 1}
    assert groups["games of people on both sides"].wins == {"free_peoples": 0, "shadow": 1}
    helped = groups["games as the Free Peoples, with moves taken back or a bot asked"]
    assert (helped.n, helped.wins) == (2, {"free_peoples": 1})
    topic = Topic(run, people=found.people)
    assert section.brief(topic, "free_peoples").startswith("people (15 games as the Free Peoples): 33% (15")
    assert section.brief(topic, "shadow").startswith("people (1 game as the Shadow): 100%")
    said = section.lines(topic)
    assert len(said) == 4
    assert "the Free Peoples won 0%" in next(line for line in said if "as the Shadow" in line)


def test_other_games_are_not_counted_and_it_is_said_why(run, tmp_path):
    folder = folder_of(
        tmp_path,
        game(*FREE),
        game(*FREE, scenario="duel"),
        game(*FREE, bots={}),
        game(*FREE, position="game card_game\nposition"),
        game(*FREE, changes=[CHANGE.model_dump()]),
        {key: value for key, value in game(*FREE).items() if key != "changes"},
        {key: value for key, value in game(*FREE, overlay="x.toml").items() if key != "changes"},
    )
    found = counted(plays(folder), run)
    assert found.line(folder) == (
        f"people: 2 of 7 games in {folder} are counted; not counted: 1 of other scenarios, "
        "1 with other seats, 1 begun in a position of one's own, 2 with other decks, cards or switches"
    )
    changed = replace(run, manifest=run.manifest | {"changes": [CHANGE.model_dump()]})
    alike = counted(plays(folder), changed)
    assert alike.n == 1
    (line,) = section.lines(Topic(changed, people=alike.people))
    assert section.UNPRINTED not in line


def test_a_report_shows_them_beside_the_bots(run, tmp_path):
    folder = folder_of(tmp_path, *[game(*FREE)] * 3)
    words = ["report", run.path, "--plays", folder, "--to", tmp_path / "out", "--json", "--quiet"]
    done = CliRunner().invoke(cli.app, list(map(str, words)))
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)["people"]
    assert [(row["title"], row["key"], row["people"]) for row in rows if row["what"] == "win"] == [
        ("3 games as the Free Peoples", "free_peoples", 0.0)
    ]
    assert "3 games as the Free Peoples" in (tmp_path / "out/tables/people.csv").read_text("utf-8")


def test_a_comparison_and_a_study_show_them_too(run, tmp_path):
    folder = folder_of(tmp_path, *[game(*FREE)] * 3)
    other = write_run(tmp_path / "other", 400, 200, seed=3)
    words = ["compare", run.path, other, "--unpaired", "--plays", folder, "--to", tmp_path / "out", "--quiet"]
    done = CliRunner().invoke(cli.app, list(map(str, words)))
    assert done.exit_code == 0, done.output
    said = "People, 3 games as the Free Peoples: the Free Peoples won 0%"
    assert said in done.stdout
    assert said in (tmp_path / "out/index.html").read_text("utf-8")
    done = CliRunner().invoke(cli.app, [*map(str, words), "--json"])
    assert {row["title"] for row in json.loads(done.stdout)["people"]} == {"3 games as the Free Peoples"}
    study = {"format": STUDY_FORMAT, "title": "S", "game": "card_game", "finished": True}
    shutil.copytree(run.path, tmp_path / "study/first")
    scene = {"id": "first", "title": "First", "run": "first"}
    sealing.write(tmp_path / "study" / STUDY, study | {"scenarios": [scene]})
    words = ["report", tmp_path / "study", "--plays", folder, "--to", tmp_path / "page", "--json"]
    done = CliRunner().invoke(cli.app, list(map(str, words)))
    assert done.exit_code == 0, done.output
    assert f"First, people: 3 of 3 games in {folder} are counted" in done.stderr
    (scene,) = json.loads(done.stdout)["scenarios"]
    assert {row["title"] for row in scene["people"]} == {"3 games as the Free Peoples"}
    assert "people, 3 games as the Free Peoples" in (tmp_path / "page/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "it is no JSON"),
        ("[]", "this line is no game"),
        ('{"game": "card_game"}', r"scenario: Field required"),
        (json.dumps(game(*FREE, ended="x")), "ended"),
        (json.dumps(game(*FREE, changes=[{"kind": "magic"}])), "changes"),
    ],
)
def test_a_damaged_line_is_named(tmp_path, line, said):
    folder_of(tmp_path, game(*FREE))
    with (tmp_path / "plays" / "games.jsonl").open("a") as stream:
        stream.write(f"{line}\n")
    with pytest.raises(DataError, match=rf"games.jsonl:2: .*{said}"):
        plays(tmp_path)


def test_a_folder_without_games_is_refused_before_anything_is_played(tmp_path):
    done = CliRunner().invoke(cli.app, ["balance", "card_game/duel", "--plays", str(tmp_path)])
    assert done.exit_code == 2
    assert "has no finished games of people" in done.output
    assert not (tmp_path / "runs").exists()

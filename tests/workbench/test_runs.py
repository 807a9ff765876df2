"""The page of runs: what lies in a folder, how it is, and that nothing outside of it is touched."""

from __future__ import annotations

import json
import shutil

import pytest
from filelock import FileLock

from mazarbul.analysis import load_run, paired
from mazarbul.reports import summary
from mazarbul.sim.runner.run import run
from mazarbul.studies.whatif import Change, changed_by, whatif
from mazarbul.workbench import found, headlines
from mazarbul.workbench.watched import Watched
from tests.studies.help import Spy, execution, experiment

GAMES, CHUNK = 600, 100


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A folder with a run and a change, and with what is neither."""
    folder = tmp_path_factory.mktemp("folder")
    run(experiment(games=GAMES), execution(folder / "runs/plain"), Spy())
    base = experiment(games=GAMES)
    change = Change(
        "changed", "stronger", changed_by(base, {"overlay": [{"card": {"shield": {"bonus": 3}}}]})
    )
    how = execution(folder / "runs/stronger").model_copy(update={"chunk": CHUNK})
    whatif(base, [change], how, Spy())
    for name, file, text in (
        ("runs/damaged", "manifest.json", "{"),
        ("runs/former", "manifest.json", '{"format": 1, "game": "card_game"}'),
        (
            "runs/begun",
            "collection.json",
            '{"format": 3, "kind": "tuning", "title": "Half", "finished": false}',
        ),
        ("runs/nothing", "other.json", "{}"),
        ("plays/x", "manifest.json", "{}"),
        ("plays", "games.jsonl", "{}\n{}\n"),
        (".hidden/x", "manifest.json", "{}"),
        ("trained", "training.json", '{"end": {"confirmed": {}}}'),
    ):
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / file).write_text(text)
    outside = tmp_path_factory.mktemp("outside")
    (outside / "manifest.json").write_text("{}")
    (folder / "runs/link").symlink_to(outside)
    return folder


def test_everything_in_a_folder_is_found_with_its_state(shelf):
    rows = {each.path: (each.kind, each.state) for each in found.everything(shelf)}
    assert rows == {
        "runs/plain": ("run", "finished"),
        "runs/stronger": ("whatif", "finished"),
        "runs/damaged": ("run", "damaged"),
        "runs/former": ("run", "other format"),
        "runs/begun": ("tuning", "unfinished"),
        "trained": ("training", "finished"),
        "plays": ("plays", "finished"),
    }
    with FileLock(shelf / "runs/begun/.lock"):
        assert found.one(shelf, "runs/begun").state == "running"
    plain = found.one(shelf, "runs/plain")
    assert (plain.done, plain.planned, plain.is_old) == (GAMES, GAMES, False)


def test_a_run_of_another_version_is_marked(shelf, tmp_path):
    data = json.loads((shelf / "runs/plain/manifest.json").read_bytes())
    (tmp_path / "old").mkdir()
    (tmp_path / "old/manifest.json").write_text(json.dumps(data | {"code_version": "0" * 64}))
    assert found.one(tmp_path, "old").is_old


def test_every_folder_has_a_headline(shelf):
    said = {each.path: headlines.of(each) for each in found.everything(shelf)}
    assert said["runs/plain"].startswith("wins: ")
    assert said["runs/plain"].endswith(f"; {GAMES} games")
    assert f"{GAMES} pairs" in said["runs/stronger"]
    assert said["plays"] == "2 finished games"
    assert said["runs/begun"].startswith("cannot be read: ")
    assert said["runs/damaged"] == said["runs/former"] == said["trained"] == ""


def test_a_change_is_watched_part_by_part_and_ends_with_what_the_analysis_says(shelf, tmp_path):
    runs = [load_run(shelf / "runs/stronger" / name) for name in ("base", "changed")]
    watched = Watched(shelf / "runs/stronger", 1.0)
    look = watched.look()
    assert (look["n"], look["goal"]) == (GAMES, 1.0)
    for side, row in zip(look["sides"], paired.compare(*runs).to_dict("records"), strict=True):
        assert side["id"] == row["side"]
        assert side["before"] == pytest.approx(100 * row["base"])
        assert side["change"] == pytest.approx(100 * row["change"])
        assert side["change"] - side["half"] == pytest.approx(100 * row["change_low"])
    assert watched.look() == look
    assert [n for n, _, _ in look["trace"]] == list(range(CHUNK, GAMES + 1, CHUNK))
    assert look["trace"][-1] == (GAMES, look["sides"][0]["change"], look["sides"][0]["half"])
    assert Watched(tmp_path, None).look() is None
    half = json.loads((shelf / "runs/stronger/changed/manifest.json").read_bytes())
    half["chunks"] = half["chunks"][:2]
    for name in ("base", "changed"):
        (tmp_path / name).mkdir()
        for file in (shelf / "runs/stronger" / name).iterdir():
            (tmp_path / name / file.name).symlink_to(file)
    (tmp_path / "changed/manifest.json").unlink()
    (tmp_path / "changed/manifest.json").write_text(json.dumps(half))
    assert Watched(tmp_path, None).look()["n"] == 2 * CHUNK


def test_the_page_lists_and_moves_to_the_bin(browser):
    folder = browser.desk.folder
    for name in ("runs/a", "runs/b"):
        (folder / name).mkdir(parents=True)
        (folder / name / "collection.json").write_text('{"format": 3, "kind": "tuning", "title": "T"}')
    rows = browser.get("/api/runs").json()["runs"]
    assert {row["path"] for row in rows} == {"runs/a", "runs/b"}
    moved = browser.told("/api/runs/drop", path="runs/a")["moved"]
    assert (folder / "bin" / moved / "collection.json").is_file()
    found = browser.get("/api/runs").json()
    assert ([row["path"] for row in found["runs"]], found["bin"]) == (["runs/b"], [moved])
    assert browser.told("/api/runs/back", path=moved)["path"] == "runs/a"
    assert browser.get("/api/runs").json()["bin"] == []
    again = browser.told("/api/runs/drop", path="runs/a")["moved"]
    shutil.copytree(folder / "runs/b", folder / "runs/a")
    assert "there is another runs/a" in browser.mistake("/api/runs/back", path=again)
    third = browser.told("/api/runs/drop", path="runs/a")["moved"]
    assert sorted(browser.get("/api/runs").json()["bin"]) == sorted({again, third})
    with FileLock(folder / "runs/b/.lock"):
        assert "stop it first" in browser.mistake("/api/runs/drop", path="runs/b")
    assert "--resume --out runs/b" in browser.mistake("/api/runs/resume", path="runs/b")
    assert "these are others" in browser.mistake("/api/runs/compare", base="runs/b", other="runs/b")


def test_two_drafts_are_compared_by_their_changed_games(browser, shelf, monkeypatch):
    asked = []
    monkeypatch.setattr(browser.bench.press, "ask", lambda words, *_: asked.append(words) or "name")
    for name in ("one", "two"):
        shutil.copytree(shelf / "runs/stronger", browser.desk.folder / "runs" / name)
    browser.told("/api/runs/compare", base="runs/one", other="runs/two")
    assert asked == [["compare", "./runs/one/changed", "./runs/two/changed"]]
    lines = list(summary.comparison_lines(*(browser.desk.folder / path for path in asked[0][1:])))
    assert f"{GAMES} pairs of games" in lines[0]


@pytest.mark.parametrize(
    ("address", "said"),
    [*((each, "nothing to report on") for each in ("report", "resume", "drop")), ("back", "no ")],
)
@pytest.mark.parametrize("path", ["../outside", "/etc", "runs", ".", "runs/../runs/b", "runs/b/", "x\0"])
def test_no_path_leads_out_of_the_folder(browser, address, said, path):
    folder = browser.desk.folder
    for home in (folder / "runs/b", folder.parent / "outside"):
        home.mkdir(parents=True, exist_ok=True)
        (home / "collection.json").write_text('{"format": 3, "kind": "tuning", "title": "T"}')
    assert f"there is {said}" in browser.mistake(f"/api/runs/{address}", path=path)
    assert browser.get("/api/runs/headline", path=path).status_code == 400


def test_a_report_is_written_anew_and_served_apart(browser, shelf):
    folder = browser.desk.folder
    shutil.copytree(shelf / "runs/plain", folder / "runs/plain")
    (folder / "runs/plain/report").mkdir()
    (folder / "runs/plain/report/index.html").write_text("<script>alert(1)</script>")
    name = browser.told("/api/runs/report", path="runs/plain")["name"]
    assert "The report is written" in browser.get(f"/reports/{name}/").text
    browser.until(lambda: browser.get(f"/api/reports/{name}").json()["state"] != "writing")
    assert browser.get(f"/api/reports/{name}").json() == {
        "state": "ready",
        "said": "",
        "title": "Plain bones",
    }
    page = browser.get(f"/reports/{name}/")
    assert "alert(1)" not in page.text
    assert "connect-src 'none'" in page.headers["content-security-policy"]
    assert browser.get(f"/reports/{name}/tables/win_rates.csv").status_code == 200
    for path in ("../../etc/passwd", "%2e%2e/x", "/etc/passwd", "tables", "nothing.html"):
        assert browser.get(f"/reports/{name}/{path}").status_code in (400, 404)
    assert browser.get("/reports/nothing/").status_code == 404
    assert browser.told("/api/runs/report", path="runs/plain")["name"] == name

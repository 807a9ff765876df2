"""Runs that keep counts give the same as rows, however they are played, stopped and resumed."""

from __future__ import annotations

import shutil
import signal

import pytest

from mazarbul.analysis import load_run
from mazarbul.analysis.aggregates import Summary
from mazarbul.sim.runner.chunks import default_chunk
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.manifest import load, save
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from tests.analysis.counted import check_reports, check_totals
from tests.runner.help import GAME, command, files, play, spoil, start_to_stop, stop, wait_for_parts
from tests.studies import coop  # noqa: F401

pytestmark = pytest.mark.slow

COUNTED = {"jobs": 1, "keep": "aggregates", "chunk": 100}
SLOW = ("run", f"{GAME}/slow", "--games", 4000, "--seed", 7, "--chunk", 100, "--keep", "aggregates")
HILL = {"game": "coop", "scenario": "hill", "seed": 11, "decks": {"player1": "iron", "player2": "leaf"}}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return play(tmp_path_factory.mktemp("runs") / "rows")


@pytest.mark.parametrize(
    "execution",
    [
        {},
        {"jobs": 2, "chunk": 7},
        {"jobs": 3, "chunk": 333},
        {"chunk": 1_000},
        {"jobs": 2, "backend": "loky"},
    ],
    ids=str,
)
def test_counts_are_those_of_the_rows(tmp_path, rows, execution):
    folder = play(tmp_path / "run", execution=COUNTED | execution)
    assert not [*folder.rglob("*.parquet")]
    check_totals(load_run(rows), load_run(folder))
    assert load(folder).families == ["aggregates"]
    assert load(folder).games_done == 1_000


def test_on_a_dask_cluster(tmp_path, rows):
    pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    folder = play(tmp_path / "run", execution=COUNTED | {"jobs": 2, "chunk": 250, "backend": "dask"})
    check_totals(load_run(rows), load_run(folder))


def hill(out, games=6_000, **how):
    asked = Experiment(games=games, **HILL)
    return run(asked, Execution(out=out, jobs=1, **how), Quiet(), resume=True, summarize=lambda: Summary)


@pytest.fixture(scope="module")
def hill_rows(tmp_path_factory):
    return hill(tmp_path_factory.mktemp("runs") / "hill")


@pytest.mark.parametrize("chunk", [250, 6_000])
def test_reports_are_the_same(tmp_path, hill_rows, chunk):
    check_reports(load_run(hill_rows), load_run(hill(tmp_path / "run", keep="aggregates", chunk=chunk)))


def test_many_games_are_counted_in_pieces(tmp_path, hill_rows, monkeypatch):
    monkeypatch.setattr("mazarbul.sim.runner.collecting.COUNT_GAMES", 1_000)
    check_totals(load_run(hill_rows), load_run(hill(tmp_path / "run", keep="aggregates", chunk=6_000)))


def test_parts_are_equal_to_the_byte_for_equal_chunks(tmp_path):
    one, two = (load(play(tmp_path / str(jobs), execution=COUNTED | {"jobs": jobs})) for jobs in (1, 2))
    assert one.chunks == two.chunks
    assert one.aggregates == two.aggregates


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=str)
def test_a_stopped_run_goes_on(tmp_path, number):
    process = start_to_stop(*SLOW, "--jobs", 2, "--out", tmp_path / "run")
    wait_for_parts(tmp_path / "run", 2)
    stop(process, number)
    assert 200 <= load(tmp_path / "run").games_done < 4000
    resumed = command("run", "--resume", "--out", tmp_path / "run", "--quiet")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    manifest = load(tmp_path / "run")
    assert (manifest.keep, manifest.games_done) == ("aggregates", 4000)
    whole = play(tmp_path / "whole", scenario="slow", games=4000)
    check_totals(load_run(whole), load_run(tmp_path / "run"))


def test_a_longer_run_begins_with_the_shorter_one(tmp_path, rows):
    folder = play(tmp_path / "run", games=350, execution=COUNTED)
    times = {path: path.stat().st_mtime_ns for path in (folder / "aggregates").iterdir()}
    play(folder, resume=True, games=1000, execution=COUNTED)
    check_totals(load_run(rows), load_run(folder))
    kept = [path for path, before in times.items() if path.stat().st_mtime_ns == before]
    assert len(kept) == 3, "only the last of four parts, which was cut short, is played again"


def test_a_run_that_grows_counts_again_if_it_has_more_games(tmp_path, hill_rows, monkeypatch):
    folder = hill(tmp_path / "run", games=300, keep="aggregates", chunk=100)
    manifest = load(folder)
    # as if the first 300 games had been different from most
    manifest.aggregates["pilot"]["early_round"]["cards"] = 5
    save(manifest, folder)
    said = []
    display = Quiet()
    monkeypatch.setattr(display, "say", said.append, raising=False)
    longer, how = Experiment(games=6_000, **HILL), Execution(out=folder, jobs=1)
    run(longer, how, display, resume=True, summarize=lambda: Summary)
    assert said == ["300 games are played again: a longer run counts other things"]
    check_totals(load_run(hill_rows), load_run(folder))


def test_what_is_kept_stays_as_it_was_begun(tmp_path, rows):
    folder = play(tmp_path / "run", games=300, execution=COUNTED)
    assert load(play(folder, resume=True)).keep == "aggregates"
    with pytest.raises(DataError, match="what is kept changed, from aggregates to all"):
        play(folder, resume=True, execution=COUNTED | {"keep": "all"})
    with pytest.raises(DataError, match="what is kept changed, from all to aggregates"):
        play(rows, resume=True, execution=COUNTED)


def test_changed_counting_is_refused(tmp_path, monkeypatch):
    folder = play(tmp_path / "run", games=300, execution=COUNTED)
    for part in ("analysis", "formats"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Summary.package / part, tmp_path / part, ignore=ignored)
    with (tmp_path / "analysis/counting/games.py").open("a") as source:
        source.write("# another\n")
    monkeypatch.setattr(Summary, "package", tmp_path)
    with pytest.raises(DataError, match="the program's code changed"):
        play(folder, resume=True, games=600, execution=COUNTED)
    assert load(play(tmp_path / "rows", games=300)).finished, "rows do not depend on counting"


def test_a_damaged_part_is_counted_again(tmp_path, capsys):
    folder = play(tmp_path / "run", execution=COUNTED)
    before = files(folder)
    spoil(folder / "aggregates/part-00003.npz", lambda data: data[:-1])
    play(folder, resume=True, execution=COUNTED)
    assert "part-00003.npz: this part is damaged" in capsys.readouterr().err
    assert files(folder) == before


def test_nobody_to_count(tmp_path):
    with pytest.raises(ValueError, match="needs something that counts its games"):
        run(Experiment(game=GAME, scenario="pair"), Execution(out=tmp_path / "run", **COUNTED), Quiet())


def test_parts_of_counts_hold_more_games():
    assert default_chunk(100_000, 1, is_counted=True) == 25_000
    assert default_chunk(10_000_000, 2, is_counted=True) == 50_000
    assert default_chunk(10**9, 2, is_counted=True) == 1_000_000

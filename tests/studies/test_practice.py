"""Practice: bots that practise win more, the same games give the same file, it goes on, mistakes are said."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from mazarbul.analysis.paired import Pairs
from mazarbul.sim import cli
from mazarbul.sim.bots.network_files import load_network
from mazarbul.sim.games.contract import HasKit, able
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.toml import DataError
from mazarbul.studies import practice, pupils, targets
from mazarbul.studies.practice import Effort, practise
from mazarbul.studies.pupils import Pupils, Table
from mazarbul.studies.trained import Gain


def practised(path, *, games=300, jobs=2, **fields):
    names = ("side", "confirm", "against", "teacher", "resume", "effort")
    how = {name: fields.pop(name) for name in names if name in fields}
    fields = {"bots": {"all": "heuristic"}} | fields
    asked = Experiment(game="card_game", scenario="duel", games=1, seed=5, **fields)
    execution = Execution(out=path, jobs=jobs)
    return practise([asked], execution, Quiet(), **{"effort": Effort(games=games), "confirm": 100} | how)


@pytest.fixture
def small_generations(monkeypatch):
    """Let bots learn from few games at a time: what they learn is not what is tested."""
    usual = pupils.practice_of
    monkeypatch.setattr(pupils, "practice_of", lambda kit: replace(usual(kit), generation=200))
    monkeypatch.setattr(practice, "LOOK", 50)


def test_tables_are_told_apart_without_a_folder_of_this_machine(tmp_path):
    """A network's file names the tables that it was learnt at, and others read it."""
    files = [tmp_path / folder / "weaker.toml" for folder in ("a", "b")]
    asked = [Experiment(game="card_game", scenario="duel", overlay=(file,)) for file in files]
    assert practice._labels([*asked, Experiment(game="card_game", scenario="duel")]) == [
        "card_game/duel overlay=weaker.toml (1)",
        "card_game/duel overlay=weaker.toml (2)",
        "card_game/duel",
    ]


def at(*tables, game="lotr_lcg"):
    ready = targets.ready([Experiment(game=game, **table) for table in tables])
    seats = [Table("", able(each, HasKit).kit(setup), bots) for each, setup, bots in ready]
    return Pupils(seats, seats[0].setup.sides, (), 1)


def test_most_games_against_a_quest_go_where_a_quarter_is_won():
    """Where all is won or lost, they teach little, but some: a table that is hopeless may not stay so."""
    decks = ("leadership", "spirit", "tactics", "lore")
    found = at(*({"scenario": "escape_from_dol_guldur", "decks": {"player1": each}} for each in decks))
    assert [*found.shares()] == [500] * 4, "nothing is known yet"
    found.won[:] = 0.0, 0.25, 0.6, 1.0
    none, quarter, most, whole = found.shares()
    assert quarter > most > none == whole >= pupils.ROUND
    assert sum(found.shares()) == pytest.approx(2_000, abs=100)


def test_two_sides_meet_at_all_tables_equally_often():
    found = at({"scenario": "duel"}, {"scenario": "trilogy"}, game="card_game")
    found.won[:] = 0.1, 0.9
    assert [*found.shares()] == [500, 500]


def test_former_selves_are_from_all_of_a_practice(monkeypatch):
    """With the last ones alone, bots unlearnt what won against those of long ago."""
    pupil = at({"scenario": "duel"}, game="card_game")
    assert len(pupil.pool) == 1, "what they begin with is one"
    monkeypatch.setattr(Pupils, "network", lambda self: self.generations)
    pupil.pool = [0]
    for pupil.generations in range(1, 1_001):
        pupil._keep_self()
    assert pupil.pool[0] == 0
    assert 4 < len(pupil.pool) <= pupils.POOL
    assert max(np.diff([*pupil.pool, 1_000])) <= 1_000 / 3
    assert pupil.pool == sorted(set(pupil.pool))


def test_a_network_of_several_tables_corrects_the_bots_of_all():
    """A scenario may have weights of its own; what plays at neither table is refused as before."""
    found = at({"scenario": "duel"}, {"scenario": "trilogy"}, game="card_game")
    for table in found.tables:
        mind = table.kit.mind(table.with_networks(found.network(), table.setup.sides))
        assert mind.has_network[: len(table.setup.seats)].all()
    (other,) = at({"scenario": "fellowship"}, game="card_game").tables
    with pytest.raises(DataError, match="learnt on top of other weights"):
        other.kit.mind(other.with_networks(found.network(), other.setup.sides))


@pytest.mark.slow  # compiles the game with its practice
@pytest.mark.usefixtures("small_generations")
def test_the_same_games_give_the_same_file_whatever_the_jobs(tmp_path):
    one, two = (practised(tmp_path / f"{jobs}.npz", games=400, jobs=jobs) for jobs in (1, 2))
    assert (one.generations, two.generations) == (2, 2)
    networks = [load_network(each.path) for each in (one, two)]
    assert networks[0].digest == networks[1].digest
    assert [gain.columns for gain in one.gains] == [gain.columns for gain in two.gains]


@pytest.mark.slow
def test_those_who_practise_win_more(tmp_path):
    """The sides gain clearly on the bots that they began with, in games that they never saw."""
    (tmp_path / "plain.toml").write_text('policy = "heuristic"\n')  # weights of no scenario
    bots = {"all": str(tmp_path / "plain.toml")}
    found = practised(tmp_path / "duel.npz", games=2_000, confirm=1_000, bots=bots)
    assert [gain.side for gain in found.gains] == ["free_peoples", "shadow"]
    assert sum(gain.columns["change"] for gain in found.gains) > 0.03, [gain.words() for gain in found.gains]
    notes = load_network(found.path).notes
    assert (notes["games"], notes["seed"], notes["bots"]) == (2_000, 5, ["plain"])
    assert notes["curve"][-1]["pairs"] == 1_000


@pytest.mark.slow
def test_a_bot_learns_what_a_teacher_does(tmp_path):
    """From weights alone 2,000 games of `expert` bring most of what lies between the two."""
    taught = practised(tmp_path / "duel.npz", games=2_000, confirm=400, teacher="expert")
    assert [gain.columns["change"] > 0.1 for gain in taught.gains] == [True, True], taught.gains
    assert load_network(taught.path).notes["teacher"] == "expert"


@pytest.mark.slow
@pytest.mark.usefixtures("small_generations")
def test_a_side_practises_alone_and_goes_on_from_what_it_knows(tmp_path):
    first = practised(tmp_path / "first.npz", games=400, side="shadow", against=["heuristic", "random"])
    assert [gain.side for gain in first.gains] == ["shadow"]
    known = load_network(first.path)
    assert [*known.sides] == ["shadow"]
    (tmp_path / "taught.toml").write_text('like = "heuristic"\nnetwork = "first.npz"\n')
    bots = {"all": str(tmp_path / "taught.toml")}
    again = load_network(practised(tmp_path / "again.npz", games=400, side="shadow", bots=bots).path)
    before, after = (each.sides["shadow"]["option"] for each in (known, again))
    assert 0.5 < np.corrcoef(before.ravel(), after.ravel())[0, 1] < 1.0


@pytest.mark.slow
@pytest.mark.usefixtures("small_generations")
def test_a_stopped_practice_goes_on_to_the_same_end(tmp_path, monkeypatch):
    whole = practised(tmp_path / "whole.npz", games=600)
    calls = iter(range(1, 9))
    usual = practice.Pupils.practise

    def stopped(*given):
        if next(calls) == 3:
            raise KeyboardInterrupt
        usual(*given)

    monkeypatch.setattr(practice.Pupils, "practise", stopped)
    file = tmp_path / "parts.npz"
    with pytest.raises(practice.PracticeStopped, match=r"after 2 generations; .* go on with --resume"):
        practised(file, games=600)
    monkeypatch.setattr(practice.Pupils, "practise", usual)
    again = practised(file, games=600, resume=True)
    assert load_network(again.path).digest == load_network(whole.path).digest
    assert not file.with_suffix(practice.CHECKPOINT).exists(), "its work is done"


def begun(seed=5):
    """Return bots that are ready to practise."""
    asked = Experiment(game="card_game", scenario="duel", games=1, seed=seed, bots={"all": "heuristic"})
    tables = [practice._table("duel", *each, None) for each in targets.ready([asked])]
    return Pupils(tables, ["shadow", "free_peoples"], [], seed)


def with_head(data, **changed):
    """Return a checkpoint that says something else."""
    with np.load(io.BytesIO(data)) as found:
        arrays = dict(found)
    head = json.loads(arrays["head"].tobytes()) | changed
    return with_arrays(data, head=np.frombuffer(json.dumps(head).encode(), np.uint8))


def with_arrays(data, **changed):
    """Return a checkpoint with other arrays."""
    with np.load(io.BytesIO(data)) as found:
        arrays = dict(found) | changed
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def test_a_checkpoint_is_read_as_it_was_written_or_refused(tmp_path):
    own, file = begun(), tmp_path / "a.checkpoint"
    own.pool, own.generations, own.seconds = [own.now()], 7, 1.5
    whole = own.checkpoint()
    file.write_bytes(whole)
    again = begun()
    again.resume(file)
    assert again.checkpoint() == whole
    name = "shadow.weights.state"
    with np.load(io.BytesIO(whole)) as found:
        weights = found[name]
    hurt = weights.copy()
    hurt.flat[0] = np.nan
    damaged = [
        b"", whole[: len(whole) // 2], b"PK", whole.replace(b"generations", b"generationz"),
        *(with_head(whole, **{key: value}) for key, value in (
            ("generations", -1), ("apart", 0), ("generations", 1e999), ("games", "7"),
            ("seconds", float("nan")), ("won", [0.5, 0.5]),
            ("won", [2.0]), ("steps", {}), ("curve", [[]]), ("more", 1), ("tables", 3),
        )),
        *(with_arrays(whole, **{name: each}) for each in (
            hurt, weights[:1], weights[:-1], weights.astype(np.float64), np.array(["x"]),
        )),
        with_arrays(whole, **{f"pool.0.{name.replace('weights.', '')}": weights[:-1]}),
        with_arrays(whole, **{"pool.x.y": weights}), with_arrays(whole, **{"pool.5.shadow.state": weights}),
    ]  # fmt: skip
    for data in damaged:
        file.write_bytes(data)
        with pytest.raises(DataError, match=r"cannot go on from .*: it is damaged, or of another practice"):
            begun().resume(file)


def test_a_practice_that_has_not_ended_is_not_written_over(tmp_path):
    (tmp_path / "duel.checkpoint").write_bytes(b"an hour's work")
    with pytest.raises(DataError, match="of a practice that has not ended: use --resume"):
        practised(tmp_path / "duel.npz")


def test_ctrl_c_before_anything_was_learnt_leaves_nothing(tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(practice, "warm_up", lambda *_: None)
    monkeypatch.setattr(practice.Pupils, "practise", stopped)
    file = tmp_path / "duel.npz"
    with pytest.raises(practice.PracticeStopped, match="nothing was written"):
        practised(file)
    assert not any(tmp_path.iterdir())


def test_the_figures_as_json(tmp_path, monkeypatch):
    gain = Gain("shadow", "Shadow", "heuristic", is_main=True, tables={"Duel": Pairs(10, 4, 8, 3)})
    found = practice.Practised(tmp_path / "duel.npz", "Duel", 2, 2_000, 0.5, [gain])
    monkeypatch.setattr(practice, "practise", lambda *_, **__: found)
    facts = json.loads(CliRunner().invoke(cli.app, ["practise", "card_game/duel", "--json"]).stdout)
    (told,) = facts.pop("gains")
    assert facts == {
        "kind": "practice",
        "title": "Duel",
        "file": str(found.path),
        "generations": 2,
        "games": 2_000,
        "minutes": 0.5,
    }
    assert (told["base"], told["other"], told["change"]) == (14 / 25, 18 / 25, 4 / 25)
    assert told["change_low"] == gain.columns["change_low"]
    assert (told["side"], told["is_clear"], told["tables"][0]["pairs"]) == ("shadow", False, 25)


def test_a_folder_is_no_file_to_write(tmp_path):
    asked = ["practise", "card_game/duel", "--out", str(tmp_path), "--quiet"]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 2
    assert done.stderr == f"mazarbul: {tmp_path} is a folder: name a file in it\n"


def test_mistakes_are_said(tmp_path):
    file = tmp_path / "duel.npz"
    with pytest.raises(DataError, match=r"ends in \.npz"):
        practised(tmp_path / "duel.txt")
    with pytest.raises(DataError, match="unknown side of card_game/duel 'gandalf'"):
        practised(file, side="gandalf")
    with pytest.raises(DataError, match="score their moves in a kernel"):
        practised(file, bots={"all": "search"})
    with pytest.raises(DataError, match="against those that play in a kernel"):
        practised(file, against=["search"])
    with pytest.raises(DataError, match="a teacher plays all games itself"):
        practised(file, against=["random"], teacher="expert")
    with pytest.raises(DataError, match=r"cannot go on from .*duel\.checkpoint: "):
        practised(file, resume=True)
    for minutes in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(DataError, match=f"--minutes {minutes:g}: write a number above 0, at most"):
            Effort(minutes)
    done = CliRunner().invoke(cli.app, ["practise", "lotr_lcg/expert_campaign", "--quiet"])
    assert done.exit_code == 2
    assert "have no networks" in done.output

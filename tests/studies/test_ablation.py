"""Ablation of a game with known odds: changes are estimated within their intervals, the luck is shared."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from mazarbul.analysis import load_run, paired
from mazarbul.analysis.collection import load_collection
from mazarbul.sim import cli
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from mazarbul.studies.ablation import ablate, experiment_of
from mazarbul.studies.collection import WorkStopped
from tests import sealing
from tests.studies import bones
from tests.studies.help import Spy, execution, experiment

GAMES = 6_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("ablation") / "all"
    return ablate(experiment(games=GAMES), execution(out), Spy())


def truth(variant) -> float:
    """Exact change of the win rate of the card's side."""
    printed = {card: bonus for card, (_, bonus) in bones.CARDS.items()}
    change = bones.odds(printed | {variant["subject"]: variant["now"]}) - bones.odds(printed)
    return change if variant["side"] == "light" else -change


def test_every_card_is_blanked_and_changed_by_one(folder):
    table = paired.changes(load_collection(folder))
    assert sorted(zip(table["subject"], table["kind"], strict=True)) == sorted(
        (card, kind) for card in bones.CARDS for kind in ("blank", "plus", "minus")
    )
    assert (table["games"] == GAMES).all()


def test_changes_agree_with_the_exact_odds(folder):
    for row in paired.changes(load_collection(folder)).to_dict("records"):
        half = (row["change_high"] - row["change_low"]) / 2
        assert abs(row["change"] - truth(row)) <= 2 * half, row["id"]  # about four standard errors


def test_only_the_games_family_is_kept_of_variants(folder):
    assert {path.name for path in (folder / "variants/blade.blank").iterdir() if path.is_dir()} == {"games"}


def test_all_members_share_the_luck_of_the_base(folder):
    collection = load_collection(folder)
    scores = collection.base.sql("select score_dark from games order by game")
    for row, member in collection.runs():
        if row["side"] == "light":
            assert member.sql("select score_dark from games order by game").equals(scores)


def test_a_run_on_disk_is_the_base_of_its_own_ablation(tmp_path):
    base = run(experiment(), execution(tmp_path / "run"), Spy())
    asked = experiment_of(base, 1_000)
    path = ablate(asked, execution(tmp_path / "out"), Spy(), base_run=base, only=["axe"], kinds=["blank"])
    collection = load_collection(path)
    assert collection.base.path.resolve() == base.resolve()
    assert not (path / "base").exists()
    (row,) = paired.changes(collection).to_dict("records")
    assert row["games"] == 1_000
    assert row["change"] < 0, "without its axe dark wins less"


def test_a_run_played_by_other_code_or_too_short_is_no_base(tmp_path):
    base = run(experiment(), execution(tmp_path / "run"), Spy())
    with pytest.raises(DataError, match="has 2,000 games"):
        ablate(experiment_of(base, 3_000), execution(tmp_path / "a"), Spy(), base_run=base)
    sealing.change(base, code_version="0" * 64)
    with pytest.raises(DataError, match="other code"):
        ablate(experiment_of(base, 1_000), execution(tmp_path / "b"), Spy(), base_run=base)


def test_numbers_of_the_strongest_cards_only(tmp_path):
    path = ablate(experiment(), execution(tmp_path / "out"), Spy(), numbers_of=1)
    members = load_collection(path).members
    assert set(members.loc[members["kind"] == "blank", "subject"]) == set(bones.CARDS)
    assert set(members.loc[members["kind"] != "blank", "subject"]) == {"blade"}


def test_an_unknown_card_is_named(tmp_path):
    with pytest.raises(DataError, match=r"unknown thing 'blad'.*did you mean 'blade'"):
        ablate(experiment(), execution(tmp_path / "out"), Spy(), only=["blad"])


def test_an_unknown_kind_of_change_is_named(tmp_path):
    with pytest.raises(DataError, match=r"unknown kind of change 'blanc'.*did you mean 'blank'"):
        ablate(experiment(), execution(tmp_path / "out"), Spy(), kinds=["blank", "blanc"])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("games", ["-1", "0"])
def test_a_number_of_games_that_no_run_has_is_refused(tmp_path, games):
    base = run(experiment(games=100), execution(tmp_path / "run"), Spy())
    asked = ["ablate", str(base), "--games", games, "--out", str(tmp_path / "out"), "--quiet"]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 2, done.output
    assert done.stderr == f"mazarbul: --games: input should be greater than or equal to 1 (got {games})\n"
    assert not (tmp_path / "out").exists()


def test_a_stopped_ablation_goes_on(tmp_path, monkeypatch):
    whole = ablate(experiment(games=500), execution(tmp_path / "whole"), Spy())
    played = bones.Bones.play

    def stops(self, setup, bots, seed, first, n):
        if setup.tables.axe == 0:
            raise KeyboardInterrupt
        return played(self, setup, bots, seed, first, n)

    monkeypatch.setattr(bones.Bones, "play", stops)
    monkeypatch.setattr(bones.Bones, "warm_up", lambda *_: None)
    with pytest.raises(WorkStopped, match=r"--resume --out .*cut$"):
        ablate(experiment(games=500), execution(tmp_path / "cut"), Spy())
    unfinished = load_collection(tmp_path / "cut")
    assert 0 < len(unfinished.members) < 12
    monkeypatch.setattr(bones.Bones, "play", played)
    with pytest.raises(DataError, match="--resume"):
        ablate(experiment(games=500), execution(tmp_path / "cut"), Spy())
    with pytest.raises(DataError, match="seed"):
        ablate(experiment(games=500, seed=4), execution(tmp_path / "cut"), Spy(), resume=True)
    display = Spy()
    path = ablate(experiment(games=500), execution(tmp_path / "cut"), display, resume=True)
    assert display.begun[0] == (500 * (1 + len(unfinished.members)), 500 * 13)
    tables = [paired.changes(load_collection(each)) for each in (whole, path)]
    assert tables[0].equals(tables[1])


def test_a_resumed_ablation_may_grow(tmp_path):
    ablate(experiment(games=500), execution(tmp_path / "out"), Spy(), only=["axe"], kinds=["blank"])
    path = ablate(
        experiment(games=1_500),
        execution(tmp_path / "out"),
        Spy(),
        only=["axe"],
        kinds=["blank"],
        resume=True,
    )
    assert list(paired.changes(load_collection(path))["games"]) == [1_500]
    assert load_run(path / "base").games == 1_500

"""One card of a deck exchanged: the best exchange of a game with exact odds is found and confirmed."""

from __future__ import annotations

import pandas as pd
import pytest

from mazarbul.analysis import paired
from mazarbul.analysis.collection import load_collection
from mazarbul.sim.games.card_game.content.loading import load_data
from mazarbul.sim.games.card_game.content.swaps import swaps
from mazarbul.sim.games.contract import Swap
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.toml import DataError
from mazarbul.studies import swap as searching
from mazarbul.studies.collection import WorkStopped
from mazarbul.studies.swap import games_of, likeliest, offered, planned, sampled, swap
from tests.studies import coop
from tests.studies.help import Spy, execution

pytestmark = pytest.mark.slow


def experiment(**fields) -> Experiment:
    return Experiment(**{"game": "coop", "scenario": "hill", "games": 200, "seed": 5} | fields)


def truth(change: Swap) -> float:
    """Exact change of the win rate of one player with the deck of iron."""
    return coop.odds("hill", overlay=change.overlay) - coop.odds("hill")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("swap") / "out"
    return swap(experiment(), None, execution(out), Spy(), confirm_games=6_000)


def test_the_best_exchange_is_found_and_confirmed(folder):
    best = max(offered(experiment(), None), key=truth)
    table = paired.changes(load_collection(folder))
    assert len(table) == 5
    top = table.loc[table["change"].idxmax()]
    assert (top["out"], top["put"]) == (best.out, best.put) == ("curse", "horn")
    for row in table.itertuples():
        exact = next(truth(each) for each in offered(experiment(), None) if each.id == row.swap)
        assert row.change == pytest.approx(exact, abs=row.change_high - row.change_low)
    assert (table["games"] == 6_000).all()
    assert (table["change_bh"] < 0.05).all()


def test_a_confirmation_has_luck_of_its_own(folder):
    found = load_collection(folder)
    seeds = {run.manifest["seed"] for _, run in found.runs()} | {found.base.manifest["seed"]}
    assert len(seeds) == 1
    assert experiment().seed not in seeds


def test_the_screening_halves_the_candidates_and_doubles_the_games(folder):
    table = pd.read_parquet(folder / "tables/screening.parquet")
    stages = table.groupby("screening", sort=False)["change_n"].agg(["size", "max"])
    assert stages["size"].tolist() == [24, 12, 6]
    assert stages["max"].tolist() == [200, 400, 800]
    parameters = load_collection(folder).parameters
    assert parameters["screening"] == [
        {"candidates": n, "games": games} for n, games in ((24, 200), (12, 400), (6, 800))
    ]


def test_it_goes_on_where_it_stopped(tmp_path, monkeypatch):
    played, calls = coop.Coop.play, 0

    def stops(self, *arguments):
        nonlocal calls
        calls += 1
        if calls > 4:
            raise KeyboardInterrupt
        return played(self, *arguments)

    asked = {"confirm_games": 500, "keep": 2, "out": ["curse"]}
    monkeypatch.setattr(coop.Coop, "play", stops)
    with pytest.raises(WorkStopped, match=r"--resume --out .*cut$"):
        swap(experiment(), None, execution(tmp_path / "cut"), Spy(), **asked)
    monkeypatch.setattr(coop.Coop, "play", played)
    with pytest.raises(DataError, match="--resume"):
        swap(experiment(), None, execution(tmp_path / "cut"), Spy(), **asked)
    path = swap(experiment(), None, execution(tmp_path / "cut"), Spy(), resume=True, **asked)
    whole = swap(experiment(), None, execution(tmp_path / "whole"), Spy(), **asked)
    tables = [paired.changes(load_collection(each)) for each in (path, whole)]
    assert tables[0].equals(tables[1])


def test_only_some_cards(tmp_path):
    chosen = offered(experiment(), "player1", out=["curse"], put=["horn", "pony"])
    assert [(each.out, each.put) for each in chosen] == [("curse", "pony"), ("curse", "horn")]
    path = swap(
        experiment(games=100), "player1", execution(tmp_path / "out"), Spy(), out=["curse"], put=["horn"],
        confirm_games=300,
    )  # fmt: skip
    assert load_collection(path).members["label"].tolist() == ["Curse out, Horn in"]


def test_many_candidates_are_sampled_first(tmp_path, monkeypatch):
    monkeypatch.setattr(searching, "SAMPLE", 12)
    monkeypatch.setattr(searching, "HALVED", 8)
    path = swap(
        experiment(games=2_000), None, execution(tmp_path / "out"), Spy(), keep=2, confirm_games=3_000
    )
    table = pd.read_parquet(path / "tables/screening.parquet")
    assert table.groupby("screening", sort=False).size().to_dict() == {
        "sample": 12,
        "round 1": 8,
        "round 2": 4,
    }
    confirmed = paired.changes(load_collection(path))
    top = confirmed.loc[confirmed["change"].idxmax()]
    assert (top["out"], top["put"]) == ("curse", "horn")


def made(outs: str, puts: str) -> list[Swap]:
    return [Swap(f"{o}.{p}", "player1", o, o, p, p, {}) for o in outs for p in puts]


def test_a_sample_has_every_card_about_equally_often():
    chosen = sampled(made("abcde", "vwxyz"), 10)
    assert len({each.id for each in chosen}) == 10
    for key in ("out", "put"):
        assert {getattr(each, key) for each in chosen} == set("abcde" if key == "out" else "vwxyz")
        counts = [
            sum(getattr(each, key) == card for each in chosen) for card in ("abcde", "vwxyz")[key == "put"]
        ]
        assert max(counts) - min(counts) <= 2


def test_sums_of_two_cards_are_estimated_from_a_sample():
    every = made("abcde", "vwxyz")
    worth = dict(zip("abcdevwxyz", (5, 1, 0, -1, -5, 4, 2, 0, -2, -4), strict=True))
    sample = sampled(every, 15)
    found = likeliest(every, sample, {each.id: worth[each.out] + worth[each.put] for each in sample})
    assert found[0].id == "a.v"
    assert found[-1].id == "e.z"


def test_what_a_screening_plays():
    assert planned(3, 100, keep=5) == [("round 1", 3, 100)]
    assert planned(24, 100, keep=5) == [("round 1", 24, 100), ("round 2", 12, 200), ("round 3", 6, 400)]
    stages = planned(1_000, 100, keep=5)
    assert stages[0] == ("sample", searching.SAMPLE, 100)
    assert stages[1] == ("round 1", searching.HALVED, 100)
    assert games_of([("round 1", 24, 100), ("round 2", 12, 200)]) == 24 * 100 + 100 + 12 * 100 + 100


@pytest.mark.parametrize(
    ("seat", "out", "put", "words"),
    [
        ("player9", (), (), "unknown seat of coop/hill 'player9'; valid: player1"),
        ("player1", ("swrd",), (), "unknown card to take out, 'swrd'.*did you mean 'sword'"),
        ("player1", (), ("hron",), "unknown card to put in, 'hron'.*did you mean 'horn'"),
        ("player1", ("sword",), ("sword",), "no exchange takes out one of these cards"),
    ],
)
def test_mistakes(tmp_path, seat, out, put, words):
    with pytest.raises(DataError, match=words):
        swap(experiment(), seat, execution(tmp_path / "out"), Spy(), out=out, put=put)
    assert not (tmp_path / "out").exists()


def test_a_deck_that_cannot_be_changed(tmp_path):
    with pytest.raises(DataError, match="has no decks whose cards could be exchanged"):
        swap(Experiment(game="bones", scenario="plain"), None, execution(tmp_path / "out"), Spy())


def test_exchanges_of_the_card_game_keep_its_deck_rules():
    data = load_data("fellowship")
    found = swaps(data, "gandalf")
    deck, printed = data.decks["gandalf"], load_data("fellowship").cards
    assert len({each.id for each in found}) == len(found) > 500
    for each in found[::97]:
        changed = load_data("fellowship", overlay=each.overlay).decks["gandalf"]
        assert sum(changed.values()) == sum(deck.values())
        assert changed.get(each.out, 0) == deck[each.out] - 1
        assert changed[each.put] == deck.get(each.put, 0) + 1 <= printed[each.put].copies


def test_a_card_has_one_owner_so_full_decks_have_no_exchange():
    assert swaps(load_data("trilogy"), "frodo") == []
    assert {each.put for each in swaps(load_data("trilogy", {"promos": True}), "aragorn")} == set()
    with pytest.raises(DataError, match=r"unknown seat 'frodoo'.*did you mean 'frodo'"):
        swaps(load_data("trilogy"), "frodoo")

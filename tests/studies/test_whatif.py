"""What-ifs: the change that exact odds predict, a stopping rule that keeps its promise, and mistakes."""

from __future__ import annotations

import pytest

from analysis import load_run, paired
from analysis.collection import load_collection
from analysis.sequential import half_width
from sim.toml import DataError
from studies.precision import CHUNK, FIRST_LOOK, Look, play_until
from studies.whatif import Change, changed_by, label, play_to_precision, whatif
from tests.studies import bones
from tests.studies.help import Told, execution, experiment

STRONGER = {"card": {"shield": {"bonus": 3}}}


def shield(base) -> list[Change]:
    """The change of most tests: a shield of 3."""
    return [Change("shield", "a better shield", changed_by(base, {"overlay": [STRONGER]}))]


def test_the_change_is_that_of_the_exact_odds(tmp_path):
    base = experiment(games=8_000)
    path = whatif(base, shield(base), execution(tmp_path / "out"), Told())
    collection = load_collection(path)
    row = paired.compare(collection.base, collection.run("shield")).iloc[0]
    printed = {card: bonus for card, (_, bonus) in bones.CARDS.items()}
    assert row["change"] == pytest.approx(bones.odds(printed | {"shield": 3}) - bones.odds(printed), abs=0.02)
    assert row["variance_ratio"] > 2, "pairs that share their luck need fewer games"
    assert set(load_run(path / "base").families) == {"games", "cards"}


def test_several_changes_share_one_base(tmp_path):
    base = experiment(games=1_000)
    axe = changed_by(base, {"overlay": [{"card": {"axe": {"bonus": 5}}}]})
    path = whatif(
        base, [*shield(base), Change("axe", "a sharper axe", axe)], execution(tmp_path / "out"), Told()
    )
    table = paired.changes(load_collection(path)).set_index("id")
    assert table.loc["axe", "change"] < 0 < table.loc["shield", "change"]
    assert list(table["label"]) == ["a sharper axe", "a better shield"]


def test_it_stops_as_soon_as_the_interval_is_narrow_enough(tmp_path):
    base = experiment(games=200_000)
    told = Told()
    path = whatif(base, shield(base), execution(tmp_path / "out"), told, precision=0.01)
    collection = load_collection(path)
    row = paired.compare(collection.base, collection.run("shield"), precision=0.01).iloc[0]
    stopped = collection.info["stopped"]
    assert stopped["reached"]
    assert stopped["games"] == row["games"] < 100_000
    assert (row["change_high"] - row["change_low"]) / 2 == pytest.approx(stopped["half_width"])
    assert stopped["half_width"] <= 0.01
    assert row["games"] % CHUNK == 0
    again = whatif(
        base, shield(base), execution(tmp_path / "out"), Told(), precision=0.01,
        resume=True,
    )  # fmt: skip
    assert load_collection(again).info["stopped"] == stopped


def test_a_win_rate_to_a_precision(tmp_path):
    folder, stopped = play_to_precision(
        experiment(games=500_000), execution(tmp_path / "run"), Told(), 0.02, resume=False
    )
    assert stopped.reached
    assert load_run(folder).games == stopped.look.n
    assert "confidence sequence" in stopped.line()


def test_it_says_when_the_games_do_not_suffice(tmp_path):
    folder, stopped = play_to_precision(
        experiment(games=6_000), execution(tmp_path / "run"), Told(), 0.001, resume=False
    )
    assert not stopped.reached
    assert load_run(folder).games == 6_000
    assert "the games ran out" in stopped.line()


@pytest.mark.parametrize("variance", [0.01, 0.1, 0.25])
def test_few_looks_and_hardly_more_games_than_needed(variance):
    looks = []

    def play(games):
        looks.append(games)
        return Look(0.1, variance, games)

    stopped = play_until(0.004, play, lambda _line: None)
    assert stopped.reached
    assert looks[0] == FIRST_LOOK
    assert looks == sorted(set(looks))
    assert len(looks) < 8
    if len(looks) > 1:
        assert half_width(variance, looks[-1] / 1.05 - CHUNK, 0.004) > 0.004


def test_a_what_if_needs_a_change():
    with pytest.raises(DataError, match="say what to change"):
        changed_by(experiment(), {"overlay": None, "switches": {}, "decks": {}, "bots": {}})


def test_a_mistake_in_the_change_is_told_before_anything_is_played(tmp_path):
    base = experiment()
    spoon = changed_by(base, {"overlay": [{"card": {"spoon": {"bonus": 1}}}]})
    with pytest.raises(DataError, match="unknown card"):
        whatif(
            base,
            [Change("spoon", "a spoon", spoon)],
            execution(tmp_path / "o"),
            Told(),
        )
    assert not (tmp_path / "o").exists()


def test_label_says_what_changes():
    change = {
        "overlay": ["ideas/more.toml"],
        "switches": {"joint": "enemy"},
        "decks": {},
        "bots": {"all": "random"},
    }
    assert label(change) == "more.toml, joint=enemy, all=random"

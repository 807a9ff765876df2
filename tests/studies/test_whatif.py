"""What-ifs: the change that exact odds predict, a stopping rule that keeps its promise, and mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from mazarbul.analysis import load_run, paired
from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.sequential import ordinary
from mazarbul.reports import summary
from mazarbul.reports.build import build_collection_report
from mazarbul.reports.sections import changed
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection as members
from mazarbul.studies.precision import CHUNK, FIRST_LOOK, Aim, Look, Stopped, play_until
from mazarbul.studies.whatif import Change, Second, asked, changed_by, label, play_to_aim, whatif
from tests.studies import bones
from tests.studies.help import Spy, execution, experiment

STRONGER = {"card": {"shield": {"bonus": 3}}}


def shield(base) -> list[Change]:
    """The change of most tests: a shield of 3."""
    return [Change("shield", "a better shield", changed_by(base, {"overlay": [STRONGER]}))]


def test_the_change_is_that_of_the_exact_odds(tmp_path):
    base = experiment(games=8_000)
    path = whatif(base, shield(base), execution(tmp_path / "out"), Spy())
    collection = load_collection(path)
    row = paired.compare(collection.base, collection.run("shield")).iloc[0]
    printed = {card: bonus for card, (_, bonus) in bones.CARDS.items()}
    assert row["change"] == pytest.approx(bones.odds(printed | {"shield": 3}) - bones.odds(printed), abs=0.02)
    assert row["variance_ratio"] > 2, "pairs that share their luck need fewer games"
    assert set(load_run(path / "base").families) == {"games", "cards"}


def test_with_small_chunks_they_play_in_turn(tmp_path, monkeypatch):
    played = []

    def noted(experiment, execution, display, *, resume):
        played.append((execution.out.name, experiment.games))
        return run(experiment, execution, display, resume=resume)

    monkeypatch.setattr(members, "run", noted)
    base, how = (
        experiment(games=1_000),
        execution(tmp_path / "out").model_copy(update={"chunk": 100, "jobs": 2}),
    )
    whatif(base, shield(base), how, Spy())
    assert played == [(name, n) for n in (200, 400, 600, 1_000) for name in ("base", "shield")]
    display = Spy()
    whatif(base, shield(base), how, display, resume=True)
    assert played[8:] == [("base", 1_000), ("shield", 1_000)], "what is played is not played again in steps"
    pairs = paired.count_pairs(load_run(tmp_path / "out/base"), load_run(tmp_path / "out/shield"))
    assert {each.n for each in pairs.values()} == {1_000}


def test_several_changes_share_one_base(tmp_path):
    base = experiment(games=1_000)
    axe = changed_by(base, {"overlay": [{"card": {"axe": {"bonus": 5}}}]})
    path = whatif(
        base, [*shield(base), Change("axe", "a sharper axe", axe)], execution(tmp_path / "out"), Spy()
    )
    table = paired.changes(load_collection(path)).set_index("id")
    assert table.loc["axe", "change"] < 0 < table.loc["shield", "change"]
    assert list(table["label"]) == ["a sharper axe", "a better shield"]


def test_it_stops_as_soon_as_the_interval_is_narrow_enough(tmp_path):
    base = experiment(games=200_000)
    display = Spy()
    path = whatif(base, shield(base), execution(tmp_path / "out"), display, aim=Aim(0.01))
    collection = load_collection(path)
    row = paired.compare(collection.base, collection.run("shield")).iloc[0]
    stopped = collection.info["stopped"]
    assert stopped["reached"]
    assert stopped["games"] == row["games"] < 100_000
    assert (row["change_high"] - row["change_low"]) / 2 == pytest.approx(stopped["half_width"])
    assert stopped["half_width"] <= 0.01
    assert row["games"] % execution(tmp_path).chunk == 0
    again = whatif(
        base, shield(base), execution(tmp_path / "out"), Spy(), aim=Aim(0.01),
        resume=True,
    )  # fmt: skip
    assert load_collection(again).info["stopped"] == stopped


def test_a_precision_that_is_not_reached_is_said_with_the_games_that_would(tmp_path):
    base, display = experiment(games=4_000), Spy()
    path = whatif(base, shield(base), execution(tmp_path / "out"), display, aim=Aim(0.0001))
    stopped = load_collection(path).info["stopped"]
    assert not stopped["reached"]
    assert stopped["needed"] > 100 * stopped["games"]
    assert any("the games ran out first" in line for line in display.lines)
    told = changed.missed(load_collection(path))
    assert told.startswith("The games ran out before the precision that was asked for: after 4,000 games")
    assert list(summary.lines(path))[-1].strip() == told


def test_it_stops_as_soon_as_the_change_is_clear(tmp_path):
    """The interval and the p-value of the change are then those of a confidence sequence."""
    base = experiment(games=200_000)
    path = whatif(base, shield(base), execution(tmp_path / "out"), Spy(), aim=Aim(clear_of=0.0))
    collection = load_collection(path)
    row = paired.changes(collection).iloc[0]
    stopped = collection.info["stopped"]
    assert stopped["reached"]
    assert stopped["games"] == row["games"] <= 20_000
    assert (row["change_high"] - row["change_low"]) / 2 == pytest.approx(stopped["half_width"])
    assert row["change_low"] > 0
    assert row["change_p"] < 0.05
    one_look = paired.compare(collection.base, collection.run("shield")).iloc[0]
    assert row["change_low"] < one_look["change_low"]


def test_a_win_rate_to_a_precision(tmp_path):
    folder, stopped = play_to_aim(
        experiment(games=500_000), execution(tmp_path / "run"), Spy(), Aim(0.02), resume=False
    )
    assert stopped.reached
    assert load_run(folder).games == stopped.look.n
    assert stopped.line().startswith("95% interval after")


def test_a_win_rate_until_clear_of_a_value(tmp_path):
    folder, stopped = play_to_aim(
        experiment(games=500_000), execution(tmp_path / "run"), Spy(), Aim(clear_of=0.1), resume=False
    )
    assert stopped.reached
    assert load_run(folder).games == stopped.look.n == FIRST_LOOK
    assert "95% confidence sequence after" in stopped.line()
    assert stopped.line().endswith(", clear of 10.00%")


def test_it_says_when_the_games_do_not_suffice(tmp_path):
    folder, stopped = play_to_aim(
        experiment(games=6_000), execution(tmp_path / "run"), Spy(), Aim(0.001), resume=False
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

    stopped = play_until(Aim(0.004), play, lambda _line: None)
    assert stopped.reached
    assert looks[0] == FIRST_LOOK
    assert looks == sorted(set(looks))
    assert len(looks) < 8
    if len(looks) > 1:
        assert ordinary(variance, looks[-1] / 1.05 - CHUNK) > 0.004


def simulated(aim: Aim, chances: tuple[float, ...], times: int, most: int) -> list[tuple[Stopped, float]]:
    """Play to an aim again and again; return where each stopped, and half the width of the ordinary interval.

    chances: of the results -1, 0 and 1 of one observation.
    """
    found = []
    for path in range(times):
        rng, counts = np.random.default_rng([7, path]), np.zeros(3)

        def play(games, rng=rng, counts=counts):
            counts += rng.multinomial(games - int(counts.sum()), chances)
            mean = (counts[2] - counts[0]) / games
            return Look(mean, (counts[0] + counts[2] + 1) / games - mean**2, games)

        stopped = play_until(aim, play, lambda _line: None, most=most)
        found.append((stopped, ordinary(stopped.look.variance, stopped.look.n)))
    return found


def missed(found: list[tuple[Stopped, float]], truth: float) -> tuple[float, float]:
    """Return how often the interval shown, and how often the ordinary one, misses the truth."""
    off = [(abs(stopped.look.value - truth), stopped.half_width, plain) for stopped, plain in found]
    return np.mean([gap > half for gap, half, _ in off]), np.mean([gap > plain for gap, _, plain in off])


@pytest.mark.parametrize("precision", [0.004, 0.02, 0.05])
@pytest.mark.parametrize(
    "chances",
    [(0.04, 0.88, 0.08), (0.1, 0.8, 0.1), (0.0, 0.5, 0.5), (0.0, 0.93, 0.07), (0.0, 0.994, 0.006)],
)
def test_the_ordinary_interval_covers_where_play_stops_on_width(chances, precision):
    """Changes with shared luck, rare ones too, and rates, of known truth: 5% of intervals miss it."""
    times = 1_500
    found = simulated(Aim(precision), chances, times, 400_000)
    assert all(stopped.reached and stopped.half_width == plain for stopped, plain in found)
    assert abs(missed(found, chances[2] - chances[0])[0] - 0.05) < 4 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize(
    ("aim", "variance", "games"),
    [
        (Aim(0.05), 0.1, 400),
        (Aim(0.02), 0.1, 1_200),
        (Aim(0.05), 0.02, 1_200),  # 20 pairs that differ
        (Aim(0.05), 0.001, 4_400),
        (Aim(0.02, 0.0), 0.001, FIRST_LOOK),
    ],
)
def test_a_wide_interval_takes_few_games_unless_hardly_any_differ(aim, variance, games):
    stopped = play_until(aim, lambda n: Look(0.1, variance, n), lambda _line: None)
    assert (stopped.reached, stopped.look.n) == (True, games)


def test_a_stop_on_the_value_needs_a_confidence_sequence():
    """Where nothing changes, the ordinary interval would be clear of 0 at some look far too often."""
    times, chances = 1_000, (0.06, 0.88, 0.06)
    found = simulated(Aim(clear_of=0.0), chances, times, 100_000)
    looks = simulated(_Ordinary(clear_of=0.0), chances, times, 100_000)
    limit = 0.05 + 4 * np.sqrt(0.05 * 0.95 / times)
    assert np.mean([stopped.reached for stopped, _ in found]) == missed(found, 0.0)[0] <= limit
    assert np.mean([stopped.reached for stopped, _ in looks]) > limit + 0.05


def test_the_sequence_covers_a_change_that_it_found():
    times, chances = 1_000, (0.05, 0.88, 0.07)
    found = simulated(Aim(clear_of=0.0), chances, times, 400_000)
    shown, _ = missed(found, 0.02)
    assert all(stopped.reached for stopped, _ in found)
    assert shown <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / times)


def test_clear_or_precise_whichever_comes_first():
    found = simulated(Aim(0.01, 0.0), (0.1, 0.8, 0.1), 50, 400_000)
    assert all(stopped.reached and stopped.look.n < 100_000 for stopped, _ in found)
    assert any("not clear of 0.00%" in stopped.line() for stopped, _ in found)


class _Ordinary(Aim):
    """An aim that is wrong: it stops once the ordinary interval is clear."""

    def _half(self, variance):
        return lambda n: ordinary(variance, n)


def test_a_what_if_needs_a_change():
    with pytest.raises(DataError, match="say what to change"):
        changed_by(experiment(), {"overlay": None, "switches": {}, "decks": {}, "bots": {}})


def test_a_mistake_in_the_change_is_reported_before_anything_is_played(tmp_path):
    base = experiment()
    spoon = changed_by(base, {"overlay": [{"card": {"spoon": {"bonus": 1}}}]})
    with pytest.raises(DataError, match="unknown card"):
        whatif(
            base,
            [Change("spoon", "a spoon", spoon)],
            execution(tmp_path / "o"),
            Spy(),
        )
    assert not (tmp_path / "o").exists()


NOTHING = "this changes nothing in Fellowship of the Ring, as {}: there is nothing to compare"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"overlay": [{"card": {"saruman": {"copies": 1}}}]}, "all values are what they were"),
        ({"switches": {"joint": "captain"}}, "all values are what they were"),
        ({"bots": {"gandalf": "expert"}}, "all values are what they were"),
        (
            {"overlay": [{"card": {"saruman": {"text": "Old."}}}]},
            "the rules do not read what it alters (Saruman, text)",
        ),
        (
            {"overlay": [{"card": {"aragorn": {"icons": {"path": 3}}}}]},
            "Aragorn is in no deck of this scenario and nowhere else in play",
        ),
    ],
)
def test_a_change_that_changes_nothing_is_not_played(change, why):
    base = Experiment(game="card_game", scenario="fellowship", games=1)
    with pytest.raises(DataError, match=re.escape(NOTHING.format(why))):
        asked(base, change)
    other = {"bots": {"gandalf": "random"}}
    assert asked(base, change | other).experiment.bots == other["bots"], "with another one it is played"


def test_label_says_what_changes():
    change = {
        "overlay": ["ideas/more.toml"],
        "switches": {"joint": "enemy"},
        "decks": {},
        "bots": {"all": "random"},
    }
    assert label(change) == "more.toml, joint=enemy, all=random"


def test_a_change_is_called_by_its_files_and_tables():
    change = {"overlay": [Path("runs/more.toml"), {"card": {}, "seat": {}}], "switches": {"trim": False}}
    assert label(change) == "more.toml, card, seat, trim=False"


def test_a_change_is_called_by_its_title_or_by_what_it_does_with_its_file_behind(tmp_path):
    base = Experiment(game="card_game", scenario="duel", games=1)
    file = tmp_path / "idea.toml"
    file.write_text("[card.saruman]\nicons = { path = 1 }\n[scenario]\ncarryover = 3\nwinning_lead = 12\n")
    change = asked(base, {"overlay": [file], "bots": {"all": "random"}})
    said = "Saruman, path icons: 2 > 1; carryover: 2 > 3; and 1 more; all=random (idea.toml)"
    assert (change.id, change.label) == ("changed", said.replace(">", "\N{RIGHTWARDS ARROW}"))
    file.write_text('title = "A tired Witch-king"\n' + file.read_text())
    assert asked(base, {"overlay": [file]}).label == "A tired Witch-king (idea.toml)"
    file.write_text("title = 3\n")
    with pytest.raises(DataError, match="a title is a line of text"):
        asked(base, {"overlay": [file]})


def test_a_second_bot_plays_the_same_change(tmp_path):
    base = experiment(games=400)
    path = whatif(base, shield(base), execution(tmp_path / "out"), Spy(), second=Second("random", 300))
    found = load_collection(path)
    nested = load_collection(path / "second")
    assert found.info["second"] == {"bot": "random"}
    assert nested.compared_with.games == 300
    assert set(nested.compared_with.manifest["bots"].values()) == {"random"}
    text = build_collection_report(path, tmp_path / "page").read_text()
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert "With random at every seat" in head
    assert "n 300" in head


def test_a_change_of_bots_has_no_second_bot(tmp_path):
    base = experiment(games=100)
    change = Change("other", "other", changed_by(base, {"bots": {"all": "random"}}))
    with pytest.raises(DataError, match="under another bot"):
        whatif(base, [change], execution(tmp_path / "out"), Spy(), second=Second("random", 100))
    assert not (tmp_path / "out").exists()

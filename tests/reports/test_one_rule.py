"""Lists of changes, headlines and verdicts follow one rule each, wherever they stand."""

from __future__ import annotations

import pandas as pd
import pytest

from analysis.collection import load_collection
from reports import brief, overview, summary
from reports.parts import Chapter, collection_topic
from reports.sections import audit, forest, result, trust
from reports.sections.common import choice_of
from tests.reports import folders


@pytest.fixture
def rows():
    return pd.DataFrame(
        {
            "name": ["large", "clear", "unplayed"], "change": [0.3, 0.1, 0.5],
            "change_low": [-0.1, 0.05, 0.1],
            "change_high": [0.7, 0.15, 0.9], "change_n": 100, "change_bh": [0.2, 0.01, float("nan")],
            "side": "free_peoples",
        }
    )  # fmt: skip


def test_clear_changes_come_first_and_unmeasured_ones_last(rows):
    assert list(forest.ordered(rows)["name"]) == ["clear", "large", "unplayed"]
    assert list(forest.measured(rows)["name"]) == ["large", "clear"]


def test_the_terminal_lists_what_findings_compare(rows, collections):
    topic = collection_topic(load_collection(collections["ablation"]))
    ranked = forest.ordered(rows)
    head, *lines, last = summary._ranking(topic, ranked, list(ranked["name"]), "card")
    assert head.startswith("2 cards, 1 clear (*), ")
    assert [line.split()[0] for line in lines] == ["clear", "large", "unplayed"]
    assert choice_of(rows, "change") == (1, 2)
    assert last == "  the intervals are adjusted for the choice of the largest"


def test_an_overview_has_the_figures_of_the_verdict(tmp_path):
    topic = collection_topic(load_collection(folders.audit(tmp_path / "a")))
    section = result.build(topic)
    chapter = Chapter("first", "Trilogy", topic, [section])
    (table,) = overview.build([chapter]).tables()
    row, wins = table.frame.iloc[0], section.table("win_rates").frame
    top = trust.foremost(topic, wins)
    judged = trust.judge(topic, top)
    assert (row["side"], row["win"], row["bot"]) == (top["side"], top["win"], "heuristic")
    assert row["estimate"] == max(wins["estimate"]) == judged.rate
    assert row["verdict"].startswith(trust.brief(judged))
    said = brief.of([chapter]).parts["The verdict"][0].says
    assert trust.figure(judged) in said
    assert "by usual, search:50 and search:200" in said


def test_a_small_change_is_small_for_headlines_and_audits():
    small = pd.Series({"change_low": -0.02, "change_high": trust.LITTLE})
    assert trust.is_little(small)
    assert not trust.is_little(small + 0.001)
    steps = pd.DataFrame([{"below": "a", "above": "b", "change": 0.0, "change_n": 9, **small}])
    assert "hardly moves" in audit.step_words(steps)
    wide = steps.assign(change_high=0.04)
    assert "It is not clear" in audit.step_words(wide)

"""Lists of changes, headlines and verdicts follow one rule each, wherever they stand."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from mazarbul.analysis import words
from mazarbul.analysis.collection import load_collection
from mazarbul.reports import brief, overview, study, summary
from mazarbul.reports.blocks import Table
from mazarbul.reports.parts import Chapter, collection_topic
from mazarbul.reports.sections import audit, forest, result, trust
from tests.reports import folders

END = r"([+\u2212]?[\d.]+)"
GAIN = re.compile(rf"points \({END} to {END}\)( \(not clear\))?")


@pytest.fixture(scope="module")
def page(study_folder):
    return study.page(study.load_study(study_folder))


def estimates_of(frame):
    """Return (estimate, its corrected p-value) of every row, by name of the estimate."""
    names = [name.removesuffix("_bh") for name in frame if name.endswith("_bh")]
    return {
        name: {pair for pair in zip(frame[name], frame[f"{name}_bh"], strict=True) if pair[1] == pair[1]}
        for name in names
    }


@pytest.mark.slow
def test_a_row_has_the_same_star_on_every_page_of_a_study(page):
    """The first page's tables hold the corrected p-values of the scenarios' own tables."""
    whole = {table.name: table.frame for table in page.tables()}
    compared = set()
    for finding in page.findings:
        for table in (block for block in finding.blocks if isinstance(block, Table)):
            own = whole.get(f"first_{table.name.removeprefix('study_')}")
            if own is None or "change_bh" not in table.frame:
                continue
            rows = table.frame[table.frame["scenario_title"] == "First scenario"]
            known = set().union(*estimates_of(own).values())
            assert estimates_of(rows)["change"] <= known, table.name
            compared.add(table.name)
    assert {"study_blanked_card", "study_numbers", "study_changes", "study_restrictions",
            "study_places_picked", "study_cards_pairs"} <= compared  # fmt: skip


@pytest.mark.slow
def test_one_planned_question_is_not_corrected_for_what_is_screened(page, study_folder):
    frames = {table.name: table.frame for table in page.tables()}
    planned = frames["study_changes"].iloc[0]
    assert len(frames["first_cards_pairs"]) > 100, "many pairs are screened beside it"
    assert planned["change_bh"] == planned["change_p"] == frames["first_change"]["change_p"].iloc[0]
    said = [line.says for line in page.brief.lines() if "change 0:" in line.says.lower()]
    span = words.span(planned["change_low"], planned["change_high"], words.points)
    assert f"({span})" in said[0], "the first page says what the scenario's page says"
    command = list(summary.lines(study_folder / "first/whatif"))
    row = next(line for line in command if line.lstrip().startswith("Free Peoples"))
    assert row.endswith("*") == (planned["change_p"] < 0.05)
    edges = (f"{100 * planned[f'change_{end}']:+.1f}" for end in ("low", "high"))
    assert "({} to {})".format(*edges) in row


@pytest.mark.slow
def test_no_interval_that_is_called_not_clear_keeps_off_zero_nor_the_reverse(page):
    texts = [line.says for line in page.brief.lines()] + [finding.says for finding in page.findings]
    texts += [text for chart in page.charts() for text in (chart.says, chart.alt)]
    judged = 0
    for text in texts:
        for low, high, doubt in GAIN.findall(text):
            ends = [float(end.replace(words.MINUS, "-")) for end in (low, high)]
            judged += 1
            if doubt:
                assert ends[0] <= 0 <= ends[1], text
    for chart in page.charts():
        for series in getattr(chart.drawing, "series", ()):
            if "not clear" not in chart.drawing.axis.label:
                continue
            filled = series.each("filled")
            off_zero = [low > 0 or high < 0 for low, high in zip(series.low, series.high, strict=True)]
            assert filled == off_zero, chart.name
            judged += len(filled)
    assert judged > 50


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
    assert last == "  the intervals are adjusted for the choice of the largest, the points drawn in"


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

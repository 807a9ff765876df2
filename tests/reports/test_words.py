"""Numbers and sentences as a reader sees them."""

from __future__ import annotations

import pandas as pd
import pytest

from mazarbul.analysis import words
from mazarbul.analysis.estimates import rate_columns
from mazarbul.reports.alone import _decided_words
from mazarbul.reports.blocks import Column, Table
from mazarbul.reports.charts.forms import shorten
from mazarbul.reports.sections.common import mean, overlap_words, rate
from mazarbul.reports.sections.turning import turning


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (words.percent(0.52134), "52.1%"),
        (words.percent(0.00044), "0.04%"),
        (words.percent(0.00999), "1.0%"),
        (words.percent(0.0), "0.0%"),
        (words.percent(0.001, 1), "0.1%"),
        (words.percent(float("nan")), "—"),
        (words.points(-0.031), "\N{MINUS SIGN}3.1"),
        (words.points(0.0001), "0.0"),
        (words.decimal(-0.001), "0.00"),
        (words.decimal(-1234.5), "\N{MINUS SIGN}1,234.50"),
        (words.count(1234567), "1,234,567"),
        (words.span(0.512, 0.53), "51.2\N{EN DASH}53.0%"),
        (words.span(-0.01, 0.02, words.points), "\N{MINUS SIGN}1.0 to +2.0"),
        (words.span(-1, 2, words.decimal), "\N{MINUS SIGN}1.00 to 2.00"),
        (words.title("witch_of_the_north"), "Witch of the North"),
        (words.listing(["a", "b", "c"]), "a, b and c"),
        (words.plural(1, "game"), "1 game"),
        (words.reach([5, 3, 4]), "3 to 5"),
        (words.reach(pd.Series([4.0, 4.0])), "4"),
        (words.several("open region"), "open regions"),
        (words.several("city"), "cities"),
        (words.several("day"), "days"),
        (shorten("x" * 60), "x" * 29 + "…"),
    ],
)
def test_words(made, expected):
    assert made == expected


def test_overlap_is_reported():
    frame = pd.DataFrame({"x": [3.0, 2.0, 0.0], "x_low": [2.5, 1.0, -1.0], "x_high": [3.5, 2.6, 1.5]})
    assert overlap_words(frame, "x", frame.iloc[0]) == "its interval overlaps 1 of the 2 others"
    assert overlap_words(frame.head(2), "x", frame.iloc[0]) == "its interval overlaps the other"
    assert overlap_words(frame.iloc[[0, 2]], "x", frame.iloc[0]) == "its interval overlaps no other"


@pytest.mark.parametrize(
    ("p", "text"), [(0.0, "< 0.001"), (0.0004, "< 0.001"), (0.0006, "0.001"), (0.25, "0.250")]
)
def test_chance(p, text):
    assert words.chance(p) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 second"), (40, "40 seconds"), (60, "1 minute"), (800, "13 minutes"), (3600, "1 hour"),
     (12_600, "3.5 hours"), (50_000, "14 hours")],
)  # fmt: skip
def test_times(seconds, text):
    assert words.lasting(seconds) == text


def test_intervals_of_shares_and_their_changes_end_where_they_must():
    assert words.span(0.97, 1.002) == "97.0\N{EN DASH}100.0%"
    assert words.span(-1.22, 0.63, words.points) == "\N{MINUS SIGN}100.0 to +63.0"


@pytest.mark.parametrize(
    ("wins", "level"),
    [([0.7, 0.4, 0.6], 1), ([0.4, 0.7, 0.5], 1), ([0.3, 0.5, 0.7], None), ([0.5, 0.52, 0.5], None)],
)
def test_a_curve_turns_where_a_level_lies_clearly_beyond_both_ends(wins, level):
    frame = pd.DataFrame(
        {"win": wins, "win_low": [w - 0.03 for w in wins], "win_high": [w + 0.03 for w in wins]}
    )
    found = turning(frame)
    assert (None if found is None else found.name) == level


def test_cells():
    frame = pd.DataFrame(
        {
            "name": ["b_c"],
            "holm": [0.01],
            "gap": [0.02],
            "gap_low": [0.01],
            "gap_high": [0.03],
            "gap_n": [40],
            "gap_n0": [9],
        }
    )
    columns = [
        Column("name", "Name", "words"),
        Column("gap", "Gap", "points", mark="holm"),
        Column("none", "None"),
    ]
    (row,) = Table("t", "T", frame, columns).rows()
    assert [cell.text for cell in row] == ["b c", "+2.0", "40 / 9"]
    assert row[1].span == "+1.0 to +3.0"
    assert row[1].strong


def test_a_rate_that_is_the_largest_of_many_has_an_adjusted_interval():
    row = rate_columns("win", 60, 100) | {"n": 100}
    assert rate(row, "win") == "60.0% (50.2\N{EN DASH}69.1%)"
    assert rate(row, "win", 1, 10) == "60.0% (46.0\N{EN DASH}72.5%)"
    assert rate(row, "win", 2, 2) == rate(row, "win")


def test_a_mean_that_is_the_largest_of_many_has_an_adjusted_interval():
    row = {"net": 2.0, "net_low": 1.02, "net_high": 2.98}
    assert mean(row, "net") == "2.00 (1.02\N{EN DASH}2.98)"
    assert mean(row, "net", chosen=1, compared=10) == "2.00 (0.60\N{EN DASH}3.40)"


@pytest.mark.parametrize(
    ("n", "total", "wanted"),
    [
        (0, 1, "no card"), (1, 1, "the only card"), (0, 2, "neither card"), (1, 2, "1 of 2 cards"),
        (2, 2, "both cards"), (0, 82, "none of the 82 cards"), (3, 82, "3 of 82 cards"),
        (1_200, 1_200, "all 1,200 cards"),
    ],
)  # fmt: skip
def test_how_many_of_some_things(n, total, wanted):
    assert words.among(n, total, "card") == wanted


def test_scenarios_that_are_never_decided_early_are_named_together():
    rows = [{"scenario_title": title, "round": 3.0, "reached": "no"} for title in ("Hill", "Tower")]
    halves = "the lead {}removes half of the uncertainty"
    said = _decided_words(rows, "round", halves)
    assert said.startswith("In Hill and Tower, there is no round after which the lead removes half")
    rows[0] |= {"reached": "yes"}
    assert _decided_words(rows, "round", halves).endswith(": Hill after round 3; Tower after none.")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.0003, 0.053, "+0.03 to +5.3"), (0.00001, 0.053, "+0.01 to +5.3"), (-0.0003, 0.053, "0.0 to +5.3"),
        (-0.053, -0.0003, "\u22125.3 to \u22120.03"), (0.012, 0.053, "+1.2 to +5.3"),
        (0.0, 0.053, "0.0 to +5.3"),
    ],
)  # fmt: skip
def test_an_interval_that_keeps_off_zero_never_reads_as_if_it_touched_it(low, high, said):
    assert words.span(low, high, words.points) == said

"""What is said of the bots: ranges beside headlines, verdicts withheld, whether the ladder still moves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis import audit as audits
from analysis.estimates import rate_columns
from analysis.layout import Layout
from reports import summary
from reports.findings import _balance_words
from reports.sections import audit, trust
from reports.sections.common import Topic
from reports.sections.result import _verdict_words

SEARCH = "search:50"


def topic(*rates, band=(0.45, 0.55), n=1_000, searches=()):
    """Return a topic whose side red wins with these rates, bot after bot; without any there is no audit.

    searches: facts of the last bots, those that search.
    """
    seats = [{"id": side, "side": side} for side in ("red", "blue")]
    run = Layout({"seats": seats, "sides": [{"id": "red", "name": "Red"}]}, {})
    labels = ["blunders", "usual", SEARCH, "search:200"][: len(rates)]
    rungs = pd.DataFrame({"label": labels, "side": "red", "games": n}) if rates else None
    if rates:
        rungs = rungs.assign(**rate_columns("win", n * np.array(rates), np.full(len(rates), n)))
        rungs = rungs.assign(rollouts=0, is_usual=rungs["label"] == "usual")
        for place, facts in enumerate(searches, len(rates) - len(searches)):
            rungs.loc[place, list(facts)] = list(facts.values())
    return Topic(run, band, rungs)


def row(wins, n=10_000):
    """Return the row of a headline."""
    return pd.Series({"scenario": "duel", "side": "red", "games": n, **rate_columns("win", wins, n)})


def change(value, half, **facts):
    return facts | {"change": value, "change_low": value - half, "change_high": value + half, "change_n": 200}


@pytest.mark.parametrize(
    ("rates", "code", "said"),
    [
        ((0.5, 0.46, 0.54), "inside", "inside"),
        ((0.5, 0.44, 0.54), "inside", "withheld"),
        ((0.6, 0.7), "above", "above"),
        ((0.6, 0.55), "above", "withheld"),
        ((0.2, 0.3), "below", "below"),
        ((0.2, 0.6), "below", "withheld"),
        ((0.2, 0.6), "open", "open"),
        ((), "inside", "inside"),
    ],
)
def test_a_verdict_is_withheld_while_the_bots_disagree(rates, code, said):
    assert trust.judge(topic(*rates), "red", code) == said


def test_a_headline_has_its_range_over_bots():
    text = trust.headline(topic(0.42, 0.5, 0.584), row(5_000))
    assert text == "50.0% (95% interval 49.0\N{EN DASH}51.0%; 42 to 58% over 3 bots, n 1,000 or more)"
    assert trust.headline(topic(), row(5_000)) == "50.0% (95% interval 49.0\N{EN DASH}51.0%)"
    assert trust.over_bots(topic(0.501, 0.504), "red") == "50.1 to 50.4% over 2 bots, n 1,000 or more"
    assert trust.over_bots(topic(0.5), "blue") == ""


@pytest.mark.parametrize(
    ("searches", "top"),
    [
        ([change(0.1, 0.05, rollouts=50)], SEARCH),
        ([change(0.0, 0.05, rollouts=50)], SEARCH),
        ([change(0.01, 0.02, rollouts=50)], None),
        ([change(0.1, 0.05, rollouts=50, games=trust.LEAST_GAMES - 1)], None),
        ([], None),
    ],
)
def test_a_headline_leads_with_search_unless_it_is_shown_to_change_little(searches, top):
    found = trust.leading(topic(0.5, 0.52, 0.6, searches=searches), "red")
    assert (found is None) if top is None else (found["label"] == top)


def test_what_leads_with_search_shows_both_figures():
    search = change(0.1, 0.05, rollouts=50)
    known = topic(0.5, 0.52, 0.6, searches=[search])
    head = (
        "60.0% (95% interval 56.9\N{EN DASH}63.0%; n 1,000; 50 to 60% over 3 bots, n 1,000 or more) with "
        "search:50 at every seat"
    )
    assert trust.headline(known, row(5_200)) == head
    usual = "With usual, it is 52.0% (95% interval 51.0\N{EN DASH}53.0%) of 10,000 games."
    assert trust.won(known, row(5_200)) == f"{head}. {usual}"
    deeper = trust.leading(
        topic(0.5, 0.52, 0.6, 0.7, searches=[search, change(0.2, 0.05, rollouts=200)]), "red"
    )
    assert deeper["label"] == "search:200"


def test_a_withheld_verdict_names_the_bots_on_each_side_of_the_band():
    text = _verdict_words(topic(0.5, 0.52, 0.7), row(5_200).to_frame().T)
    assert text == (
        "In Duel, Red won 52.0% (95% interval 51.0\N{EN DASH}53.0%; 50 to 70% over 3 bots, n 1,000 or more) "
        "of 10,000 games. No verdict on the 45\N{EN DASH}55% band, because the bots disagree: Red is inside "
        "it with blunders (50.0%, n 1,000) and usual (52.0%, n 1,000, not settled) and above it with "
        "search:50 (70.0%, n 1,000)."
    )
    few = trust.disagreement(topic(0.5, 0.7, n=10), "red")
    assert "because the bots may disagree" in few
    assert "above it with usual (70.0%, n 10, not settled)" in few
    agreed = _verdict_words(topic(0.5, 0.52), row(5_200).to_frame().T)
    assert agreed.endswith("balanced between these bots.")


def test_a_change_has_no_verdict_where_the_bots_disagree_about_the_game_as_it_is():
    text = summary._places(topic(0.6, 0.4), "red", ("above", "inside"))
    assert text == "no verdict on the 45-55% band: the bots do not all agree"
    text = summary._places(topic(0.6, 0.7), "red", ("above", "inside"))
    assert text == "above the 45-55% band before, inside it after"
    text = summary._places(topic(0.6, 0.7), "red", ("open", "open"))
    assert text == "on the edge of the 45-55% band both before and after"


def test_what_has_no_audit_is_named():
    known, unknown = topic(0.5, 0.6), topic()
    assert trust.unaudited([("A", known), ("B", known)]) == ""
    assert trust.unaudited([("A", known), ("B", unknown)]).startswith("No audit of B: how far this depends")
    assert trust.unaudited([("A", unknown)]).startswith("There is no audit: how far this depends")


def test_a_study_says_who_is_ahead_where_the_bots_agree():
    rows = [("A", "above"), ("B", "withheld"), ("C", "open")]
    frame = pd.DataFrame(rows, columns=["scenario_title", "code"])
    frame = frame.assign(side_name="Red", win=0.6, is_top=True, headline=["60% (1)", "60% (2)", "60% (3)"])
    text = _balance_words(frame, (0.45, 0.55))
    assert "Red has the advantage in A: 60% (1)." in text
    assert "No verdict on B, because the bots do not all agree: Red wins 60% (2)." in text
    assert "C is not settled: Red wins 60% (3)." in text


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (change(0.08, 0.05), "The figure still moves at the top of the ladder: from search:50 to search:200"),
        (change(0.01, 0.015), "At the top of the ladder the figure hardly moves"),
        (change(0.03, 0.09), "It is not clear whether the figure still moves at the top of the ladder"),
    ],
)
def test_whether_the_figure_still_moves(top, said):
    steps = pd.DataFrame(
        [
            change(0.2, 0.05, below="usual", above=SEARCH),
            top | {"below": SEARCH, "above": "search:200"},
        ]
    )
    text = audit.step_words(steps)
    assert text.startswith(said)
    assert "n 200 pairs" in text
    below = "One step below it does: from usual to search:50 by +20.0 points"
    assert (below in text) == said.startswith("It is not clear")


def test_without_search_nobody_knows():
    assert audit.step_words(pd.DataFrame()) == audit.NO_SEARCH


def test_gains_are_said_by_side():
    rows = pd.DataFrame(
        [
            change(0.4, 0.05, label=SEARCH, rollouts=50, side="red"),
            change(0.0, 0.01, label="tuned otherwise", rollouts=0, side="red"),
        ]
    )
    search, trained = audit.gain_words(topic(), rows, 5.0)
    assert search.startswith(
        "search:50 against the usual bot on the other side gains +40.0 points (95% inter"
    )
    assert trained.startswith("The best response found in 5 minutes a side against the usual bot")
    assert audit.gain_words(topic(), rows.head(1), 0)[1] == audit.NO_TRAINING


def values(one, other):
    """Return a table of values, all clear."""
    return pd.DataFrame({"side": "red", "one": one, "other": other, "one_bh": 0.0, "other_bh": 0.0})


def test_order_and_sign_of_values():
    rng = np.random.default_rng(1)
    one = rng.normal(size=60)
    agreed = audits.agreement(values(one, one + 0.3 * rng.normal(size=60)))
    assert 0.85 < agreed["rank_low"] < agreed["rank"] < agreed["rank_high"] < 1
    assert agreed["sign_n"] == 60
    against = audits.agreement(values(one, -one + 0.3 * rng.normal(size=60)))
    assert against["rank_high"] < -0.85
    assert against["sign_high"] < 0.4
    text = audit.agreement_words(agreed, ["usual", "blunders"], "cards")
    assert text.startswith(
        "The values of 60 cards with usual and with blunders have a rank correlation of 0.9"
    )
    assert "Of the 60 that are clear with either bot" in text


def test_luck_that_all_values_of_a_side_share_does_not_change_their_order():
    """The games with nothing blanked are the same for all things: their luck moves the sides apart."""
    rng = np.random.default_rng(3)
    parts = []
    for side, shift in (("red", 2.0), ("blue", -2.0)):
        one = rng.normal(size=40)
        parts.append(values(one - shift, one + shift).assign(side=side))
    agreed = audits.agreement(pd.concat(parts))
    assert agreed["rank"] > 0.99
    assert (agreed["rank_n"], agreed["sides"]) == (80, 2)
    assert "rank correlation within each side of 1.00" in audit.agreement_words(agreed, ["a", "b"], "cards")


def test_the_interval_of_the_rank_correlation_covers():
    """Of 200 samples of 40 things about 95% cover the known correlation, within 4 standard errors."""
    rng = np.random.default_rng(2)
    pearson = 0.8
    truth = 6 / np.pi * np.arcsin(pearson / 2)
    covered = 0
    for _ in range(200):
        one = rng.normal(size=40)
        other = pearson * one + np.sqrt(1 - pearson**2) * rng.normal(size=40)
        agreed = audits.agreement(values(one, other))
        covered += agreed["rank_low"] < truth < agreed["rank_high"]
    assert abs(covered / 200 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 200)


def test_few_or_equal_values_have_no_order():
    for table in (values([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]), values(np.zeros(20), np.arange(20.0))):
        agreed = audits.agreement(table)
        assert np.isnan(agreed["rank"])
        assert "too few, or too alike" in audit.agreement_words(agreed, ["a", "b"], "cards")
    unclear = values([1.0, -1.0], [1.0, 1.0]).assign(one_bh=0.5, other_bh=0.5)
    assert "None of them is clear" in audit.agreement_words(audits.agreement(unclear), ["a", "b"], "cards")

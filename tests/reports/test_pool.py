"""The list of findings of a study: tested together, with intervals for what was picked from all of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.estimates import benjamini_hochberg, selected, two_sided
from reports.page import Finding
from reports.pool import Draft, Pool, written
from tests.reports.parsed import Parsed, whole


def draft(name, z, seen):
    """Return a draft of normal deviates; its rows and the pool go to `seen` when it is written."""
    p = two_sided(np.asarray(z, float))
    rows = pd.DataFrame({"change": z, "change_p": p, "change_bh": benjamini_hochberg(p)})

    def write(rows, pool):
        seen[name] = rows, pool
        return Finding(name, "section")

    return Draft(rows, write)


def test_findings_keep_their_order_and_what_is_missing_is_dropped():
    seen = {}
    found = written([Finding("a", "s"), draft("b", [1.0], seen), None, Finding("c", "s")])
    assert [each.says for each in found[0]] == ["a", "b", "c"]
    assert [each.says for each in written([Finding("a", "s"), None])[0]] == ["a"]


def test_a_change_that_is_clear_in_its_small_table_is_not_clear_among_many():
    """z 2.4 is p 0.016: clear alone, not among 200 comparisons, unless many others are clear."""
    rng, seen = np.random.default_rng(4), {}
    idle = np.clip(rng.normal(size=199), -2, 2)
    written([draft("small", [2.4], seen), draft("large", idle, seen)])
    rows, pool = seen["small"]
    assert benjamini_hochberg(rows["change_p"])[0] < 0.05 < rows["change_bh"][0]
    assert pool == Pool(compared=200, clear=0)
    written([draft("small", [2.4], seen), draft("large", np.full(199, 5.0), seen)])
    rows, pool = seen["small"]
    assert rows["change_bh"][0] < 0.05
    assert pool == Pool(compared=200, clear=200)


def test_a_list_of_many_tables_without_effects_has_hardly_a_finding():
    rng, lists = np.random.default_rng(5), {"own": 0, "pooled": 0}
    for _ in range(60):
        seen, drafts = {}, []
        for i in range(30):
            drafts.append(draft(i, rng.normal(size=20), seen))
        written(drafts)
        lists["own"] += any((each.rows["change_bh"] < 0.05).any() for each in drafts)
        lists["pooled"] += any((rows["change_bh"] < 0.05).any() for rows, _ in seen.values())
    assert lists["own"] / 60 > 0.5
    assert lists["pooled"] / 60 < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 60)


def test_the_interval_of_a_clear_row_does_not_reach_zero_and_that_of_another_one_does():
    rng, seen = np.random.default_rng(6), {}
    _, pool = written([draft("some", [*rng.normal(0, 1, 90), *rng.normal(4, 1, 30)], seen)])
    rows = seen["some"][0]
    assert pool.choice == (int((rows["change_bh"] < 0.05).sum()), 120)
    assert pool.limit == rows.loc[rows["change_bh"] < 0.05, "change_p"].max()
    low, high = selected(rows["change"], rows["change"] - 1.96, rows["change"] + 1.96, *pool.choice)
    assert list((low > 0) | (high < 0)) == list(rows["change_bh"] < 0.05)


def test_intervals_of_a_list_without_anything_clear_are_those_of_one_row_out_of_all():
    assert Pool(1_000, 0).choice == (1, 1_000)
    assert Pool(0, 0).choice == (1, 1)


@pytest.mark.slow
def test_all_tables_of_a_study_are_in_the_pool(study_report):
    """The findings' own tables hold every comparison but the pairs beyond the first 200 of each list."""
    tables = study_report.parent / "tables"
    frames = {path.stem: pd.read_csv(path) for path in tables.glob("study_*.csv")}
    frames = {name: frame for name, frame in frames.items() if "change_bh" in frame}
    assert {"study_blanked_card", "study_numbers", "study_changes", "study_skill", "study_restrictions",
            "study_places_picked", "study_cards_pairs"} <= set(frames)  # fmt: skip
    pairs = [pd.read_csv(tables / f"{each}_cards_pairs.csv") for each in ("first", "second")]
    frames["study_cards_pairs"] = pd.concat(pairs).rename(columns={"interaction_p": "change_p"})
    p = pd.concat([frame["change_p"] for frame in frames.values()]).dropna().to_numpy()
    text = whole(study_report)
    assert f"all {len(p):,} comparisons behind this list of findings" in text
    assert "The list of findings" in {row[0] for row in Parsed(text).tables["metrics"]}
    cards = pd.read_csv(tables / "study_blanked_card.csv")
    pooled = dict(zip(p, benjamini_hochberg(p), strict=True))
    expected = [pooled[value] for value in cards["change_p"]]
    assert (cards["change_bh"] >= np.array(expected) * (1 - 1e-6)).all()
    assert (cards["change_bh"] >= cards["change_p"] - 1e-9).all()

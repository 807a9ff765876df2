"""The summary in the terminal: plain text, aligned, n and interval on every rate."""

from __future__ import annotations

import re

import pytest

from mazarbul.reports import summary
from tests.reports import folders


@pytest.fixture(scope="module")
def said(collections):
    return {kind: list(summary.lines(path)) for kind, path in collections.items()}


def test_run(run_folder):
    head, *rest = summary.lines(run_folder, (0.6, 0.8))
    assert head == "Synthetic Trilogy: 4,000 games, seed 9, bots: heuristic"
    assert re.match(r"  Free Peoples +\d\d\.\d%  \(\d\d\.\d% to \d\d\.\d%; not settled\)$", rest[0])
    assert rest[1].endswith("; probably below the band)")
    assert rest.pop().endswith(
        "Command: mazarbul audit card_game/trilogy --search 50 --search-games 200 --review-games 0 "
        "--value-games 0"
    )
    assert ", judged by heuristic alone; " in rest.pop()
    assert all(re.match(r"  \w[\w ]+ +\d+\.\d+%  \(\d+\.\d+% to \d+\.\d+%\)", line) for line in rest[2:])


def test_every_rate_has_its_interval(said):
    for lines in said.values():
        rows = [line for line in lines if re.match(r"^  .*  [+-]?\d+\.\d", line)]
        assert rows
        assert all(re.search(r"\([+-]?\d+\.\d+%? to [+-]?\d+\.\d+%?\)", row) for row in rows)


def test_columns_stand_below_each_other(said):
    starts = {line.index("(") for line in said["restrictions"][2:-1]}
    assert len(starts) == 1


def test_ablation(said):
    assert said["ablation"][1].startswith("5 blanked cards, 4 clear (*), n 400 pairs each")
    assert said["ablation"][2].split()[:2] == ["Card", "3"]
    assert said["ablation"][2].endswith("*")
    assert any(line.startswith("2 numbers") for line in said["ablation"])
    assert any(line.startswith("1 blanked location,") for line in said["ablation"])


def test_long_lists_are_cut(collections, monkeypatch):
    monkeypatch.setattr(summary, "TOP", 2)
    more = "  and 3 more; the intervals are adjusted for the choice of the largest, the points drawn in"
    assert more in list(summary.lines(collections["ablation"]))


def test_ladder_tells_equal_bots_and_the_ends(said):
    assert len(said["ladder"]) == 2 + 3 + 2
    assert sum("n 400" in line for line in said["ladder"]) == 5


def test_tuning(said):
    assert said["tuning"][1] == "40 trials; played again with fresh luck, cheapest first:"
    assert "inside the 45-55% band" in said["tuning"][3]
    assert "cost 3" in said["tuning"][3]


def test_whatif_and_comparison(collections, said):
    folder = collections["whatif"]
    compared = list(summary.comparison_lines(folder / "base", folder / "members/changed_0"))
    assert said["whatif"][1] == "change 0: 400 pairs of games"
    assert said["whatif"][2] == "  The two games differ in nothing that is recorded."
    assert compared[:2] == [
        "Synthetic Trilogy, changed_0 compared with base: 400 pairs of games",
        "  base and changed_0 differ in nothing that is recorded.",
    ]
    numbers = [[line for line in lines if "points" in line] for lines in (said["whatif"], compared)]
    assert numbers[0] == numbers[1]
    assert any("independent runs would need" in line for line in compared)
    apart = list(summary.comparison_lines(folder / "base", folder / "members/changed_0", paired=False))
    assert apart[0] == "Synthetic Trilogy, changed_0 compared with base: 400 games each, independent"
    assert not any("same winner" in line for line in apart)


def test_study(study_folder):
    lines = list(summary.lines(study_folder))
    assert lines[0] == "Synthetic study"
    assert sum(line.startswith("Synthetic Trilogy: ") for line in lines) == 2
    assert {f"Synthetic {kind}" for kind in ("ablation", "restrictions", "ladder", "audit")} <= set(lines)
    verdicts = [
        line for line in lines if "to lie above the 45" in line or "It is not settled whether" in line
    ]
    assert ["by usual, search:50 and search:200" in line for line in verdicts] == [True, False]
    assert "by heuristic alone" in verdicts[1]
    commands = [line.partition("Command: ")[2] for line in lines if "Command: " in line]
    assert len(commands) == 1, "the verdict of the audit is sure"
    assert commands[0].startswith("mazarbul audit card_game/trilogy --search 50 ")


def test_audit(said):
    _, head, *rows = said["audit"]
    assert head == "Free Peoples win, with the same bot at every seat:"
    assert [row.split("  ")[1] for row in rows[:4]] == [
        "usual with 10% blunders", "usual", "search:50", "search:200"
    ]  # fmt: skip
    assert rows[4].startswith("The figure still moves at the top of the ladder: from search:50 to search:200")


def test_no_minus_before_nothing():
    assert summary._signed(-0.04) == "0.0"
    assert summary._signed(-0.06) == "-0.1"
    assert list(summary.columns([("a", "1.0%"), ("long", "12.0%", "x")])) == [
        "  a      1.0%",
        "  long  12.0%  x",
    ]


def test_kinds_are_all_covered(said):
    assert set(said) == set(folders.KINDS)

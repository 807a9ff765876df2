"""A report of a game that no code knows: everything in it follows from the game's declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mazarbul.analysis import course, dealt, happened, held, load_run, outcome, picked, regression, scenarios
from mazarbul.analysis.counting.packed import piles, units
from mazarbul.formats.declared import Declared
from mazarbul.reports.build import build_report
from mazarbul.reports.parts import run_sections, silent
from mazarbul.reports.sections.common import Topic
from tests.analysis.counted import check_reports, check_totals, counted
from tests.reports import imagined
from tests.reports.parsed import sentences, text_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
#: Words that belong to one game and are only used in its folder.
FOREIGN = re.compile(r"\b(hero|threat|shadow|stage|harm)", re.IGNORECASE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return imagined.write_run(tmp_path_factory.mktemp("imagined") / "run")


@pytest.fixture(scope="module")
def found(folder):
    return load_run(folder)


def test_its_sections_and_words(folder, tmp_path):
    text = text_of(build_report(folder, tmp_path / "report"))
    assert re.findall(r"<h2>(.*?)</h2>", text) == [
        "The verdict", "Look at", "Findings", "Who wins, and how games end", "The course of the war",
        "Regions", "Dice", "Event cards", "Figures", "Method",
    ]  # fmt: skip
    for words in (
        "the ring is home",
        "Half of the games are over after",
        "turns",
        "year",
        "face",
        "event card",
    ):
        assert words in text, words
    shown = re.sub(r"<style>.*?</style>|<script.*?</script>", "", text, flags=re.DOTALL)
    shown = shown[: shown.index('<section id="method">')]
    assert [said for said in sentences(text) if said.count("% interval") > 1] == []
    foreign = ("margin", "lead ", "final score", "location", "faction")
    assert [words for words in foreign if words in shown] == []


def test_what_needs_scores_is_left_out(found):
    sections = {section.id: section for section in run_sections(Topic(found), silent)}
    assert list(sections) == ["result", "course", "regions", "dice", "cards", "figures", "method"]
    names = {table.name for table in sections["result"].tables()}
    assert {"win_rates", "endings", "reached", "lengths", "measures"} <= names
    assert not {"margins", "score", "scores", "exits"} & names
    assert scenarios.margins(found).empty
    assert outcome.score(found).empty


def test_its_regions(found):
    table = picked.contests(found).set_index("id")
    assert len(table) == imagined.REGIONS
    assert table["active"].between(0.6, 0.73).all()
    assert (table["won_north"] + table["won_south"]).round(9).eq(1).all()
    assert picked.effects(found).empty


def test_what_happens_to_its_regions(found):
    table = happened.happenings(found).set_index("id")
    assert len(table) == imagined.REGIONS
    assert table.loc["r7", "fallen_round"] == pytest.approx(0.3, abs=0.03)
    assert table.loc["r7", "fallen_round_median"] == 3
    others = table.drop(index="r7")
    assert (others["fallen_round"] == 0).all()
    assert others["fallen_round_median"].isna().all()
    assert table["times"].between(0.9, 1.1).all(), "a mean over all games"
    assert table["burnt"].between(0.28, 0.39).all(), "a share"
    (regions,) = (each for each in run_sections(Topic(found), silent) if each.id == "regions")
    assert [chart.name for chart in regions.charts()][-3:] == [
        "happened_regions_fallen_round", "happened_regions_times", "happened_regions_burnt"
    ]  # fmt: skip
    assert "most Region 7" in regions.charts()[-3].says


def test_a_sword_is_worth_what_was_planted(found):
    table = dealt.effects(dealt.tally(found)).set_index("id")
    sword, others = table.loc["north_sword"], table.loc[["north_shield", "north_moon"]]
    assert sword["rolled_effect"] == pytest.approx(
        0.02, abs=4 * (sword["rolled_effect_high"] - 0.02) / 1.96 + 0.01
    )
    assert (others["rolled_effect"] < sword["rolled_effect"]).all()
    south = table.loc[["south_sword", "south_shield", "south_moon"], "rolled_effect"]
    assert south.sum() == pytest.approx(0, abs=1e-9), "faces are compared with those of one pile"


def test_cards_are_compared_within_their_piles(found):
    (asked,) = found.declared.asked("held")
    known = units(found, asked)
    assert set(piles(known.kinds)) == {"north/war", "north/lore", "south/war", "south/lore"}
    table = regression.adjusted(found, "early")
    assert table.groupby(["seat", "pile"])["effect"].sum().abs().max() < 1e-9
    assert len(held.results(held.tally(found)[0])) == 24


def test_its_courses(found):
    table = course.by_round(found)
    assert {f"{name}_{how}" for name in imagined.COURSES for how in ("won", "lost")} <= set(table)
    assert (table["gold_won"] > table["gold_lost"]).all()
    assert table["gold_lost"].iloc[0] < 0, "a measure may begin below zero"
    known = set(course.prediction(found)["known"])
    assert known == {"nothing", "both", *imagined.COURSES}
    assert set(course.by_range(found, "towers")["towers"]) == {"0 to 1", "2 to 3", "4 to 6"}


def test_a_course_by_ending(found):
    table = course.by_ending(found, "gold")
    assert set(table["end_reason"]) == {"ring", "siege"}, "a winner each"
    ring, siege = (table[table["end_reason"] == reason].set_index("round") for reason in ("ring", "siege"))
    gap = (ring["median"] - siege["median"]).mean()
    assert gap == pytest.approx(1, abs=0.5), "planted, before numbers are rounded"
    assert (ring["low"] < ring["median"]).all()
    assert (ring["high"] > ring["median"]).all()
    assert ring.loc[1, "games"] + siege.loc[1, "games"] == found.games
    assert course.by_ending(found, "grip").empty


def test_counts_say_the_same_as_rows(folder, found, tmp_path):
    other = counted(folder, tmp_path / "counted", 700)
    check_totals(found, other)
    check_reports(found, other)


def test_what_is_not_declared_is_refused():
    with pytest.raises(ValueError, match="nonsense"):
        Declared.of({"families": [{"id": "a", "items": "a", "one": "a", "many": "a", "nonsense": 1}]})
    asked = {"id": "a", "items": "a", "one": "a", "many": "a", "questions": [{"kind": "lost"}]}
    with pytest.raises(ValueError, match="needs the field 'left'"):
        Declared.of({"families": [asked]})


def test_no_word_of_one_game_in_analysis_and_reports():
    files = [*ROOT.glob("analysis/**/*.py"), *ROOT.glob("reports/**/*.py"), *ROOT.glob("reports/templates/*")]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        if path.is_file()
        for line in path.read_text(encoding="utf-8").splitlines()
        if path.suffix != ".css" and FOREIGN.search(line)
    ]
    assert found == []

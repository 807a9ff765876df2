"""The summary at the head of a report: the verdict, three results by rule, what a change would do."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest

from mazarbul.analysis import load_run
from mazarbul.reports import brief
from mazarbul.reports.blocks import Section, Table
from mazarbul.reports.page import Brief, Line, Page
from mazarbul.reports.parts import Chapter, run_sections, silent
from mazarbul.reports.sections.common import Topic
from tests.analysis.synthetic import Plan, write_run
from tests.reports.parsed import leads, text_of


@pytest.fixture(scope="module")
def topic(run_folder):
    return Topic(load_run(run_folder))


@pytest.fixture(scope="module")
def chapter(topic):
    return Chapter("", "Trilogy", topic, run_sections(topic, silent))


def said(found: Brief, heading: str) -> list[str]:
    return [line.says for line in found.parts.get(heading, ())]


def test_a_run_has_its_verdict_and_what_more_play_would_buy(chapter):
    verdict, more = said(brief.of([chapter]), "The verdict")
    assert re.match(r".*Trilogy.*Free Peoples.* \d\d% \(\d\d.\d\d%\), judged by heuristic alone; ", verdict)
    assert more.startswith("200 games of search:50 (about ")
    assert brief.of([chapter]).parts["The verdict"][-1].command == (
        "mazarbul audit card_game/trilogy --search 50 --search-games 200 --review-games 0 --value-games 0"
    )


def test_the_three_largest_results_come_first(chapter):
    """Planned: a card worth 20 points in the opening hand, a path 12, a start 10."""
    looks = said(brief.of([chapter]), "Look at")
    assert len(looks) == 3
    assert [re.split(r" in the opening|, when| starts", each)[0] for each in looks] == [
        "The Long-Forgotten watcher",
        "Path 2 a",
        "When Saruman",
    ]


def test_a_sentence_has_at_most_one_interval_and_leads_to_its_details(chapter):
    ids = {part.id for section in chapter.sections for part in section.walk()}
    for line in brief.of([chapter]).lines():
        assert all(each.count("interval") <= 1 for each in re.split(r"(?<=\.) (?=[A-Z])", line.says))
        assert not line.section or line.section in ids


def table(title, **columns):
    return Section(title, title, "", [Table(title, title, pd.DataFrame([columns]))])


def with_tables(chapter, *sections):
    return replace(chapter, more={"more": [*sections]})


CHANGE = {"change": -0.3, "change_low": -0.33, "change_high": -0.27, "change_n": 900, "change_bh": 0.001}


def test_things_that_are_not_played_are_named_as_a_result(chapter):
    unplayed = table("cards_unplayed", name="Mirror of Galadriel", games_held=3_000, games_played=0)
    found = brief.of([with_tables(chapter, unplayed)])
    assert said(found, "What these bots never or always do") == ["Mirror of Galadriel is never played."]


def test_what_a_change_does_stands_below(chapter):
    rates = {"label": "one card less", "side": "free_peoples", "base": 0.6, "other": 0.3, "idle": ""}
    found = brief.of([with_tables(chapter, table("changes", **rates, **CHANGE))])
    (change,) = said(found, "What a change would do")
    assert change.startswith(
        "One card less: the win rate of the Free Peoples goes from 60.0% to 30.0%, \N{MINUS SIGN}30.0"
    )
    small = {"change": 0.01, "change_low": -0.02, "change_high": 0.04, "change_bh": 0.5}
    (change,) = said(
        brief.of([with_tables(chapter, table("changes", **rates, **CHANGE | small))]),
        "What a change would do",
    )
    assert change == (
        "One card less: the win rate of the Free Peoples does not clearly change, +1.0 points ("
        "\N{MINUS SIGN}2.0 to +4.0). About 8,100 games would settle it, if it stayed as measured."
    )


def test_habits_are_told_apart_from_choices(chapter, topic, monkeypatch):
    rows = [("uses its token", "frodo", 1, 0.998, 0.0), ("uses its token", "aragorn", 1, 0.9996, 0.0)]
    rows += [("uses its token", "saruman", 2, 0.6, 0.1), ("uses its token", "witch_king", 0, 0.0, 0.97)]
    frame = pd.DataFrame(rows, columns=["what", "seat", "round", "share", "never"])
    monkeypatch.setattr(brief.outcome, "once", lambda _run: frame)
    assert said(brief.of([chapter]), "What these bots never or always do") == [
        "Frodo uses its token in round 1, in at least 99.8% of the games; so does Aragorn.",
        "Witch-king never uses its token, in 97.0% of the games.",
    ]


def test_a_run_without_effects_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(brief, "LOOKS", 20)
    topic = Topic(load_run(write_run(tmp_path / "run", 300, 300, seed=2, plan=Plan())))
    found = brief.of([Chapter("", "Trilogy", topic, run_sections(topic, silent))])
    assert any("none is clearly better or worse" in each for each in said(found, "Look at"))
    assert any("are the most frequent" in each for each in said(found, "Look at"))


def test_a_line_must_lead_somewhere():
    section = Section("result", "Result")
    with pytest.raises(ValueError, match="'nowhere'"):
        Page("Title", "Game", [], [section], brief=Brief({"Head": [Line("Words.", "nowhere")]}))


@pytest.mark.slow
def test_a_study_begins_with_the_verdict_on_every_scenario(study_report):
    text = text_of(study_report)
    head = text[text.index('<section id="summary"') : text.index('<section id="overview"')]
    assert "First scenario favours the Free Peoples: they win" in head
    assert "Among players who make one move in 10 at random: " in head
    assert "It is not settled whether Second scenario is balanced: " in head
    assert "What a change would do" in head
    assert leads(study_report, "first.html#first_result")

"""The first screen: the verdict with its reason and the next command, one chart, each sentence once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from mazarbul.analysis import load_run
from mazarbul.reports import brief, findings, headline
from mazarbul.reports.blocks import Chart, Section
from mazarbul.reports.page import Brief, Finding, Line, Page
from mazarbul.reports.parts import Chapter
from mazarbul.reports.said import Once, fresh
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.played import PRINTED
from tests.reports.parsed import sentences, text_of, whole

LEAST = 5  # words of a sentence that may stand once; "The first 10 of 28 rows." belongs to its table


def repeated(text):
    """Return the sentences that a page says twice."""
    said = [each for each in sentences(text) if len(each.split()) >= LEAST and each.endswith(".")]
    return [each for each, n in Counter(said).items() if n > 1 and not each.startswith("The first 10 of")]


def test_a_run_says_each_sentence_once(report):
    text = text_of(report)
    assert len(sentences(text)) > 100
    assert repeated(text) == []
    assert repeated("<p>It is said twice, so it counts.</p><p>It is said twice, so it counts. Once.</p>") == [
        "It is said twice, so it counts."
    ]


def heads(text):
    """Return the figures of the summary and those of the findings, each with its interval."""
    summary, findings = text.split('<section id="summary"')[1].split('<section id="findings"')
    parts = (re.sub("<script.*?</script>", "", part, flags=re.DOTALL) for part in (summary, findings))
    said = (" ".join(sentences(f"{part.split('</section>')[0]}</section>")) for part in parts)
    return [re.findall(r"[+\u2212]?\d[\d.,]*(?:%| points) \([^(),;]*", part) for part in said]


def told_twice(text):
    """Return the figures that the first screen and the findings say more than once."""
    return [each for each, n in Counter(figure for part in heads(text) for figure in part).items() if n > 1]


@pytest.mark.slow
def test_a_first_page_has_each_figure_once(report, study_report, quest_reports, collection_reports):
    starts = [report, study_report, *quest_reports.values(), *collection_reports.values()]
    for page in starts:
        assert told_twice(text_of(page)) == [], page
    for page in (report, study_report, collection_reports["audit"]):
        assert all(heads(text_of(page))), page
    parts = '<section id="summary"><p>It is +1.0 points ({}).</p></section><section id="findings"><p>{}</p>'
    made = parts.format("0.5 to 1.5", "A card: +1.0 points (0.5 to 1.5, n 9). It is +1.0 points (0 to 2).")
    assert told_twice(made) == ["+1.0 points (0.5 to 1.5"]


@pytest.mark.parametrize(
    ("says", "left"),
    [
        ("The best: Tree, +1.0 points (0.5 to 1.5) for Dark, n 40. More.", "The best: Tree. More."),
        ("The best: Tree, +1.0 points (0.5 to 1.5) (not clear), n 9.", "The best: Tree (not clear)."),
        ("It changes by +1.0 points (0.5 to 1.5), n 40 pairs. More.", "It changes. More."),
        ("It gains +1.0 points (0.5 to 1.5) for Dark.", ""),
        ("The best: Tree, +1.0 points (0.6 to 1.5).", "The best: Tree, +1.0 points (0.6 to 1.5)."),
        ("From +1.0 points (0.5 to 1.5) to 7% (6-8%).", "From +1.0 points (0.5 to 1.5) to 7% (6-8%)."),
    ],
)
def test_findings_leave_out_figures_that_the_first_screen_says(says, left):
    assert fresh(says, ["Tree changes it by +1.0 points (0.5 to 1.5)."]) == left


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["audit", "whatif", "tuning", "ablation"])
def test_a_collection_says_each_sentence_once(collection_reports, kind):
    text = collection_reports[kind].read_text()
    assert repeated(text) == []
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert head.count("<figure") == 1
    command = re.sub("<.*?>", "", head[head.index('class="command"') :]) if 'class="command"' in head else ""
    asked = {"audit": "cards", "whatif": "whatif"}.get(kind, "audit")  # the audit's verdict is sure
    assert re.findall(r"mazarbul (\w+) card_game/trilogy", command) == [asked]


@pytest.mark.slow
def test_a_study_says_each_sentence_once_on_a_page(study_report):
    for page in study_report.parent.glob("*.html"):
        assert repeated(text_of(page)) == [], page.name
    head = text_of(study_report)
    assert head.count("<figure") == 1
    shown = re.sub(r"<script.*?</script>", "", head, flags=re.DOTALL)
    assert shown.count("95% interval") == 1, "said once for all"
    assert "withheld" not in whole(study_report)


def test_sentences_are_dropped_where_they_were_said():
    once = Once()
    assert once("A rule. It holds for all.") == "A rule. It holds for all."
    assert once("It holds for all. A table.") == "A table."
    assert once("") == ""


def test_findings_leave_out_what_the_page_says_beside_them():
    chart = Chart("one", None, "A chart says this.", "words")
    brief = Brief({"The verdict": [Line("It is balanced.")]})
    findings = [
        Finding("It is balanced. A chart says this.", "method"),
        Finding("A chart says this. More is known.", "method"),
        Finding("It is balanced.", "method", "Titled"),
    ]
    page = Page("T", "G", [], [Section("method", "Method", blocks=[chart])], findings, brief=brief)
    assert [says for _, says in page.listed] == ["More is known.", ""]
    far = Page("T", "G", [], [Section("method", "Method", blocks=[chart], apart=True)], findings, brief=brief)
    assert [says for _, says in far.listed] == ["A chart says this.", "A chart says this. More is known.", ""]


def test_the_head_is_a_line_and_the_rest_is_folded():
    facts = [("Games", "4,000"), ("Bots", "expert at every seat"), ("Seed", "3")]
    assert headline.played(facts) == "4,000 games; expert at every seat"
    assert headline.played([("This is", "an audit")]) == "What was played"


def test_the_head_says_what_is_not_as_printed():
    changed = [
        ("Switches", "joint: enemy"),
        ("Changes", ["Gimli, icons: 1 \N{RIGHTWARDS ARROW} 2", "Arwen, copies: 1"]),
    ]
    said = headline.played([("Games", "4,000"), *changed])
    assert said == "4,000 games; not as printed (joint: enemy and 2 more changes)"
    assert headline.played(changed[1:]).endswith("2 and 1 more change)")
    assert headline.played([("Games", "4,000"), ("Changes", PRINTED)]) == "4,000 games"


def test_the_reason_is_the_ending_that_makes_the_lead(run_folder, monkeypatch):
    topic = Topic(load_run(run_folder))
    for side in topic.run.sides:
        said = headline.why(topic, side)
        wins = headline.result.judged(topic).set_index("side")["win"][side]
        assert bool(said) == (wins > 0.52)
        monkeypatch.setattr(headline, "USUAL", 0.0)
        assert headline.why(topic, side) == "", "an ending of nearly all games is no reason"
        monkeypatch.undo()
        often = r"Why: games that end by .* \(\d+%\) go to .* \d+ times in 100\."
        always = r"Why: \d+% of games end by .*, always for .*\."
        assert not said or re.fullmatch(f"{often}|{always}", said)


def test_that_an_ending_is_of_one_side_alone_is_no_share_of_it(run_folder, monkeypatch):
    topic = Topic(load_run(run_folder))
    side = topic.first
    table = headline.scenarios.endings(topic.run).assign(**{f"win_{side}": 1.0}, share=0.5)
    monkeypatch.setattr(headline.scenarios, "endings", lambda _run: table)
    name = headline.outcome.ending(topic, table["reason"].iloc[0])
    assert headline.why(topic, side) == f"Why: 50% of games end by {name}, always for {topic.noun(side)}."


def test_the_chart_has_a_row_a_scenario_and_a_mark_a_bot(run_folder):
    topic = Topic(load_run(run_folder))
    found = headline.chart([Chapter("a", "First", topic), Chapter("b", "Second", topic)])
    assert list(found.drawing.labels) == ["First", "Second"]
    assert [series.label for series in found.drawing.series] == ["heuristic", headline.ESTIMATE]
    assert "Second, the estimate " in found.alt


def test_scenarios_that_need_the_same_have_one_command(run_folder):
    topic = Topic(load_run(run_folder))
    chapters = [Chapter("a", "First", topic), Chapter("b", "Second", other_scenario(topic))]
    lines = headline.verdicts(chapters)
    asked = "mazarbul audit card_game/trilogy --search 50 --search-games 200 --review-games 0 --value-games 0"
    assert [line.command for line in lines] == ["", "", asked]
    assert lines[-1].says.startswith("First: 200 games ")
    assert lines[-1].says.endswith(" The same helps Second.")
    assert headline.verdicts(chapters[:1])[-1].says.startswith("200 games ")


def test_what_more_play_would_buy_is_said_where_it_is_needed(run_folder, monkeypatch):
    topic = Topic(load_run(run_folder))
    chapters = [Chapter(name, name, topic) for name in ("First", "Second", "Third")]
    commands = [f"mazarbul audit game/{each}" for each in ("b --search 4", "c --search 8", "d --search 8")]
    bought = iter([("A.", commands[0]), ("B.", commands[1])])
    monkeypatch.setattr(headline.trust, "more", lambda *_: next(bought))
    assert [line.says for line in headline._bought(chapters, {1, 2})] == ["Second: A.", "Third: B."]
    bought = iter([("A.", commands[0]), ("B.", commands[1]), ("C.", commands[2])])
    found = headline._bought(chapters, {0, 1, 2})
    assert [line.says for line in found] == ["First: A.", "Second: B. The same helps Third."]
    assert [line.command for line in found] == commands[:2]
    assert headline._bought(chapters, ()) == [], "all is settled"


@pytest.mark.parametrize(
    ("changed", "is_mended"),
    [
        ({}, True),
        ({"place": "inside"}, False),
        ({"is_sure": False}, False),
    ],
)
def test_a_sure_verdict_outside_the_band_leads_to_what_would_mend_it(
    run_folder, monkeypatch, changed, is_mended
):
    sure = {"place": "above", "is_sure": True, "rate": 0.8}
    topic = Topic(load_run(run_folder))
    wins = headline.result.judged(topic)
    monkeypatch.setattr(headline.result, "judged", lambda _topic: wins)
    monkeypatch.setattr(headline.trust, "judge", lambda *_: SimpleNamespace(**(sure | changed)))
    found = headline.mended(Chapter("a", "First", topic))
    assert [line.command for line in found] == ["mazarbul cards card_game/trilogy"] * is_mended


def test_what_all_verdicts_are_from_is_said_once(run_folder):
    topic = Topic(load_run(run_folder))
    chapters = [Chapter("a", "First", topic), Chapter("b", "Second", other_scenario(topic))]
    head = brief.of(chapters)
    assert head.chart.says.startswith("Judged by heuristic alone. ")
    assert "judged" not in "".join(line.says for line in head.lines())
    searched = replace(topic, run=replace(topic.run, manifest=topic.run.manifest | {"bots": {"a": "expert"}}))
    for several in (chapters[:1], [chapters[0], Chapter("b", "Second", searched)]):
        head = brief.of(several)
        assert "judged by heuristic alone;" in next(head.lines()).says
        assert "Judged" not in head.chart.says
    assert headline.judged_by([Chapter("a", "First", replace(topic, unfinished="the audit"))] * 2) == ""


@pytest.mark.parametrize("scenarios", [1, 2])
def test_the_findings_begin_with_what_the_verdict_does_not_say(run_folder, scenarios):
    topic = Topic(load_run(run_folder))
    sections = [headline.result.build(topic)]
    chapters = [Chapter(name, name.title(), topic, sections) for name in ("first", "second")][:scenarios]
    found = findings.of(chapters)
    assert [each.blocks[0].name for each in found[:1]] == ["study_balance"] * (scenarios - 1)
    inside = [section.within(chapter.id) for chapter in chapters for section in sections]
    page = Page("T", "G", [], inside, found, brief=brief.of(chapters))
    assert [says for _, says in page.listed[:1]] == [""] * (scenarios - 1), "its title alone is new"


def other_scenario(topic):
    """Return the topic as if its run were of another scenario."""
    return replace(topic, run=replace(topic.run, manifest=topic.run.manifest | {"scenario": "duel"}))

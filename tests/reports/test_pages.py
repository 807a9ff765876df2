"""Pages of every kind: complete, consistent in all their forms, with no broken links."""

from __future__ import annotations

import re
import shutil

import pandas as pd
import pytest
from scipy.stats import norm

from mazarbul.analysis import RunError, load_run, words
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.blocks import FIRST, Section, Table
from mazarbul.reports.build import (
    ReportError,
    build_collection_report,
    build_comparison,
    build_study_report,
    is_study,
)
from mazarbul.reports.page import Finding, Page
from mazarbul.reports.parts import Chapter, collection_sections, collection_topic
from mazarbul.reports.sections import tuning
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.study import load_study, page
from tests import sealing
from tests.reports import folders, quests
from tests.reports.parsed import Parsed, leads, markdown_tables, sentences, text_of, unpacked, whole
from tests.reports.undrawn import undrawn

pytestmark = pytest.mark.slow

INTERVAL = re.compile(r"\([+\u2212]?[\d.]+(?:\u2013| to )[+\u2212]?[\d.]+%?\)")

PAGES = ["report", "study", *folders.KINDS]
QUESTS = ("run", "study", *quests.KINDS)


@pytest.fixture(scope="module")
def comparison(collections, tmp_path_factory):
    base, other = collections["whatif"] / "base", collections["whatif"] / "members/changed_0"
    with undrawn():
        return build_comparison(
            base, other, tmp_path_factory.mktemp("comparison"), names=("printed", "tried"), markdown=True
        )


@pytest.fixture(
    scope="module",
    params=[
        *PAGES,
        "comparison",
        *(f"quest {kind}" for kind in QUESTS),
    ],
)
def written(request):
    """index.html of every kind of report in turn."""
    if request.param.startswith("quest "):
        return request.getfixturevalue("quest_reports")[request.param.removeprefix("quest ")]
    if request.param in folders.KINDS:
        return request.getfixturevalue("collection_reports")[request.param]
    return request.getfixturevalue({"study": "study_report"}.get(request.param, request.param))


def test_links_lead_somewhere(written):
    for path in written.parent.glob("*.html"):
        targets = [attrs["href"] for attrs in Parsed.of(path).all("a")]
        assert len(targets) > 5
        assert [target for target in targets if not leads(path, target)] == []
    markdown = (written.parent / "report.md").read_text()
    for target in re.findall(r"\]\(([^)]+)\)", markdown):
        assert (written.parent / target).is_file()


def test_every_finding_has_its_section(written):
    text = written.read_text()
    findings = text[text.index("<main") : text.index("</main>")]
    listed = re.findall(r'<a class="more" href="[\w.]*#?(\w+)" aria-label="Details', findings)
    assert listed
    assert set(listed) <= Parsed.whole(written).ids


def test_every_figure_has_a_sentence_and_words_for_the_blind(written):
    page = Parsed.whole(written)
    charts = page.charts
    assert charts
    assert all(len(alt) > 40 and "nan" not in alt.split() for alt in charts)
    captions = re.findall(r"<figcaption>(.*?)(?:<small>.*?)?</figcaption>", whole(written), re.DOTALL)
    assert len(captions) == len(charts) == len(page.specs)
    assert all(re.search(r"\w+ \w+ .*[.]$", caption.strip(), re.DOTALL) for caption in captions)
    assert len(list((written.parent / "figures").glob("*.png"))) == len(charts)


def crowded(page):
    """Return the sentences of a page with more than one interval."""
    return [said for said in sentences(page) if len(INTERVAL.findall(said)) > 1]


def test_a_sentence_has_at_most_one_interval(written):
    pages = [path.read_text(encoding="utf-8") for path in written.parent.glob("*.html")]
    assert any(INTERVAL.search(said) for page in pages for said in sentences(page))
    assert [said for page in pages for said in crowded(page)] == []


def test_two_intervals_in_a_sentence_are_found():
    rate = "50.0% (49.0\N{EN DASH}51.0%)"
    assert crowded(f"<p>A wins <a>{rate}</a>. B wins {rate}.</p><td>{rate} {rate}</td>") == []
    assert crowded(f"<p>A wins <a>{rate}</a>, B wins {rate}.</p>") == [f"A wins {rate}, B wins {rate}."]


def test_markdown_and_page_say_the_same(written):
    shown = Parsed.whole(written).tables
    markdown = markdown_tables((written.parent / "report.md").read_text())
    assert set(markdown) == set(shown)
    for name, rows in markdown.items():
        assert rows == [[" ".join(cell.split()) for cell in row] for row in shown[name][: len(rows)]]
        assert len(rows) == min(len(shown[name]), FIRST + 1)


def test_csv_equals_parquet(written):
    files = sorted((written.parent / "tables").glob("*.csv"))
    assert {file.stem for file in files} >= set(Parsed.whole(written).tables)
    for file in files:
        typed = pd.read_parquet(file.with_suffix(".parquet"))
        text = {name: str for name in typed if pd.api.types.is_string_dtype(typed[name])}
        read = pd.read_csv(file, dtype=text, keep_default_na=False, na_values=[""])
        for name in text:  # texts that a spreadsheet would take for formulas have an apostrophe
            read[name] = read[name].str.replace(r"^'(?=[=+\-@])", "", regex=True)
        pd.testing.assert_frame_equal(
            read.replace("", None), typed.replace("", None), check_dtype=False, check_exact=True
        )


def test_nothing_unknown_is_printed(written):
    hidden = r"<style>.*?</style>|<script>.*?</script>"  # the specs of charts are seen
    visible = re.sub(hidden, "", whole(written), flags=re.DOTALL)
    assert not re.search(r"\bnan\b|\bNone\b(?! of)|inf%|Undefined", visible)


def test_no_code_stands_on_a_page(written):
    hidden = r"<style>.*?</style>|<script.*?</script>|<[^>]*>"
    visible = re.sub(hidden, " ", whole(written), flags=re.DOTALL)
    assert re.findall(r"\b[a-z]\w*\([^)]*\)", visible) == []


def test_names_are_escaped(collection_reports):
    text = collection_reports["ablation"].read_text()
    assert "Card 0 | of &lt;many&gt;" in text
    markdown = (collection_reports["ablation"].parent / "report.md").read_text()
    assert r"Card 0 \| of \<many\>" in markdown


def test_ablation_tells_cards_from_numbers(collection_reports):
    text = collection_reports["ablation"].read_text()
    tables = Parsed(text).tables
    assert len(tables["blanked_card"]) == 1 + len(folders.CARDS)
    assert tables["blanked_card"][1][0] == "Card 3 | of <many>"
    assert len(tables["blanked_place"]) == 2
    assert [row[1] for row in tables["numbers"]] == ["Number", *["path icons 1 → 2"] * 2]
    assert "without Card 0" in text


def test_what_is_named_has_the_interval_of_the_clear_changes(collection_reports):
    """It moves with the points, not past zero nor inside the row's own, which the table keeps."""
    report = collection_reports["ablation"]
    table = pd.read_csv(report.parent / "tables/blanked_card.csv").set_index("subject")
    row, clear = table.loc["card_3"], (table["change_bh"] < 0.05).sum()
    share = clear / table["change_bh"].notna().sum()  # blanked cards are corrected apart from numbers
    half = (row["change_high"] - row["change_low"]) / 2 / norm.ppf(0.975) * norm.ppf(1 - 0.025 * share)
    assert row["change"] < -half, "it is clear"
    assert row["change_likely"] > row["change"], "it is drawn in"
    low = min(row["change_likely"] - half, row["change_low"])
    high = min(row["change_likely"] + half, max(row["change"] + half, row["change_likely"] / 2))
    span = words.span(low, high, words.points)
    said = (
        f"without {row['name'].replace('<many>', '&lt;many&gt;')} {words.points(row['change_likely'])} points"
    )
    assert f"{said} ({span})" in text_of(report)


def test_comparison_tells_both_verdicts(comparison):
    text = comparison.read_text()
    for said in (
        "Neither is settled against the 45\N{EN DASH}55% band; in printed: ",
        "With the same luck,",
        "independent runs would need",
        "How games end: the share that ends by",
        "Length in rounds",
    ):
        assert said in text


def test_a_comparison_in_which_no_game_ends_otherwise_says_so(run_folder, tmp_path):
    one, two = (shutil.copytree(run_folder, tmp_path / name) for name in ("one", "two"))
    text = text_of(build_comparison(one, two, tmp_path / "page"))
    assert "Nothing changes: all 4,000 pairs of games end alike. The Free Peoples win " in text
    assert "Not clear" not in text


def test_comparison_of_independent_runs(collections, tmp_path):
    base, other = (load_run(collections["whatif"] / name) for name in ("base", "members/changed_0"))
    text = text_of(build_comparison(base, other, tmp_path, paired=False))
    assert "independent samples" in text
    assert "With the same luck," not in text


def test_several_changes(tmp_path):
    text = text_of(build_collection_report(folders.whatif(tmp_path / "w", 2), tmp_path / "out"))
    assert all(f'id="{name}"' in text for name in ("changes", "changed_0_change", "changed_1_change"))


@pytest.mark.parametrize(
    ("kind", "looks"),
    [
        (
            "ablation",
            [
                "Card 3 | of &lt;many&gt;",
                "is worth 19.8 points to the Shadow",
                "The 6 largest of 6, n 400 pairs",
            ],
        ),
        ("audit", ["With tuned otherwise on this side alone", "From search:50 to search:200 at every"]),
    ],
)
def test_an_ablation_and_an_audit_begin_with_a_summary_and_have_cards(collection_reports, kind, looks):
    text = collection_reports[kind].read_text()
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    first = {
        "ablation": ["The strongest cards and locations", "To weaken the first"],
        "audit": ["The verdict", "Look at"],
    }
    assert re.findall(r"<h2>(.*?)</h2>", head)[:2] == first[kind]
    assert re.search(r"the Free Peoples(: they)? win \d", head)
    assert [look for look in looks if look not in head] == []
    page = Parsed.of(collection_reports[kind])
    measures = [page.data["measures"][row[0]] for row in page.cards["card_0.frodo"]["rows"]]
    parts = {page.data["parts"][part][0] for part, *_ in measures}
    blanked = {"ablation": "Blanked, and numbers changed by one", "audit": "Blanked, with other bots"}
    assert parts >= {blanked[kind], "Drawn and played"}


def test_ladder_and_tuning(collection_reports):
    text = collection_reports["ladder"].read_text()
    assert "With random on both sides the Free Peoples win" in text
    assert "the better bot wins from either side" in text
    assert f"<dt>Bots</dt><dd>{words.listing(folders.LEVELS)}</dd>" in text
    text = collection_reports["tuning"].read_text()
    assert re.search(
        r"cycle: 2 \u2192 4: the Free Peoples win 50\.2% \([^)]*\) instead of 62\.0%, "
        r"inside the 45\u201355% band\. Of 2 proposals, out of 40 trials, 1 reaches it\.", text,
    )  # fmt: skip
    assert Parsed(text).tables["trials"][0][-2:] == ["cards drawn", "seat.cycle"]


def test_no_label_of_a_proposal_covers_another():
    rows = pd.DataFrame({"rank": [0, 1, 2, 3], "cost": [0, 3, 3, 3], "win": [0.5, 0.52, 0.54, 0.6]})
    assert tuning._numbers(rows) == ["0", "1, 2", "", "3"]


def test_a_search_without_success_names_what_comes_nearest(collections):
    found = load_collection(collections["tuning"])
    rows = found.table("confirmed").assign(verdict="above", win=[0.62, 0.6, 0.56])
    said = tuning.confirmed_words(collection_topic(found), "free_peoples", rows, 40)
    assert said.startswith("None of 2 proposals, out of 40 trials, reaches the 45")
    assert "The nearest, draw: 5 \u2192 7: the Free Peoples win 56.0% (" in said


def test_a_game_inside_the_band_needs_no_change(collections):
    found = load_collection(collections["tuning"])
    rows = found.table("confirmed").assign(verdict="inside", win=[0.5, 0.5, 0.51])
    said = tuning.confirmed_words(collection_topic(found), "free_peoples", rows, 40)
    assert re.fullmatch(
        r"No change is needed: as it is, the Free Peoples win 50\.0% \(.*\), inside the 45.*", said
    )


def test_band_of_the_caller(collections, tmp_path):
    text = text_of(build_collection_report(collections["tuning"], tmp_path, band=(0.6, 0.7)))
    assert "60\N{EN DASH}70%" in text
    assert re.findall(r"[^<>]*</th>\s*<td>[^<>]*45\N{EN DASH}55%", text) == [
        "Band that it was made for</th><td>45\N{EN DASH}55%"
    ]
    assert text.count("45\N{EN DASH}55%") == 1


def test_study_leads_from_findings_to_method(study_report):
    text = text_of(study_report.parent / "findings.html")
    titles = re.findall(r'<h2><span class="number">\d+</span> (.*?)</h2>', text)
    results = [
        "Neither scenario is balanced|1 of 2", "Figures still move with better bots in First scenario",
        "The side ahead wins 75% of the time after round",
        r"\d of \d+ cards move their side.* win rate clearly",
        ".* locations? moves? (their|its) side", ".* numbers? shifts? the balance clearly",
        ".* changes? to the game moves? the win rate clearly", "Skill clearly changes the balance in",
        ".* restrictions? changes?", ".* locations? shifts? the result clearly when drawn",
    ]  # fmt: skip
    for title, result in zip(titles, results, strict=False):
        assert re.match(result, title), title
    start = text_of(study_report)
    assert re.findall(r"<h2>(.*?)</h2>", start)[-2:] == ["Scenarios at a glance", "Findings"]
    pages = re.findall(r'<li(?: class=under)?><a href="(\w+)\.html"', start)
    assert pages[:3] == ["index", "findings", "first"]
    assert pages[-2:] == ["second", "method"]
    assert f"<strong>{titles[0]}.</strong>" in start
    for article in re.findall(r"<article.*?</article>", text, re.DOTALL):
        assert "<figure id=" in article
        assert "<table>" in article


def test_results_are_in_the_order_of_blanking(study_report):
    """Blanking card 3 costs its side 20 points, card 0 12 points; what was not blanked keeps its order."""
    tables = study_report.parent / "tables"
    blanked = pd.read_csv(tables / "first_blanked_card.csv").sort_values("change", kind="stable")
    held = pd.read_csv(tables / "first_cards_held.csv")
    known = [*zip(held["seat"], held["id"], strict=True)]
    assert known[:2] == [("saruman", "card_3"), ("frodo", "card_0")]
    pairs = zip(blanked["seat"], blanked["subject"], strict=True)
    expected = [each for each in pairs if each in known]
    assert known[: len(expected)] == expected
    assert held["opening_effect"][len(expected) :].is_monotonic_decreasing
    alone = pd.read_csv(tables / "second_cards_held.csv")
    assert alone["opening_effect"].is_monotonic_decreasing


def test_a_study_has_its_first_rows_plain_and_all_rows_to_sort(study_report):
    page = Parsed.whole(study_report)
    assert all(len(page.tables[name]) <= FIRST + 1 for name in page.grids)
    for name in ("first_cards_held", "first_cards_pairs", "study_places_picked"):
        rows = pd.read_csv(study_report.parent / f"tables/{name}.csv")
        assert len(page.grids[name][0]["values"]) == len(rows) > FIRST, name
    places = pd.read_csv(study_report.parent / "tables/study_places_picked.csv")
    assert places["scenario_title"].nunique() == 2
    assert len(places) > 40


def test_a_page_is_small_enough_to_send(written):
    assert max(page.stat().st_size for page in written.parent.glob("*.html")) < 1_200_000


def test_a_study_as_one_file_has_the_same_pages_as_tabs(study_folder, study_report, tmp_path):
    start = build_study_report(study_folder, tmp_path, one_file=True)
    assert [path.name for path in tmp_path.glob("*.html")] == ["index.html"]
    one, several = Parsed(unpacked(start.read_text("utf-8"))), Parsed.whole(study_report)
    assert one.cards
    assert one.cards == Parsed.of(study_report).cards
    tabs = [attrs for attrs in one.all("a") if attrs.get("role") == "tab"]
    files = {path.stem for path in study_report.parent.glob("*.html")}
    assert {attrs["aria-controls"].removeprefix("page_") for attrs in tabs} == files
    assert (one.tables, one.grids) == (several.tables, several.grids)
    assert len(one.specs) == len(several.specs)
    assert start.stat().st_size < 0.5 * len(unpacked(start.read_text("utf-8")))
    assert all(attrs["href"].startswith(("#", "tables/")) for attrs in one.all("a"))
    assert [attrs["href"] for attrs in one.all("a") if not leads(start, attrs["href"])] == []
    build_study_report(study_folder, tmp_path)
    assert {path.stem for path in tmp_path.glob("*.html")} == files


def test_study_of_one_run_alone(study_folder, tmp_path):
    info = sealing.read(study_folder / "study.json")
    study = tmp_path / "study.json"
    info["scenarios"] = [{"id": "s", "title": "Alone", "run": "run"}]
    (tmp_path / "run").symlink_to(study_folder / "second/run")
    sealing.write(study, info)
    assert is_study(tmp_path)
    tables = [finding.blocks[-1].name for finding in page(load_study(tmp_path)).findings]
    known = ["study_decided", "study_cards_adjusted", "study_places_picked", "study_cards_pairs"]
    assert tables == known, "the verdict says whether it is balanced"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"format": 1}, "has format 1"),
        ({"scenarios": []}, "has no scenarios"),
        ({"scenarios": [{"id": "x", "title": "X"}]}, "has a scenario without 'run'"),
        ({"scenarios": [{"id": "x", "title": "X", "run": "gone"}]}, "there is no such folder"),
    ],
)
def test_damaged_study(study_folder, tmp_path, edit, message):
    info = sealing.read(study_folder / "study.json")
    sealing.write(tmp_path / "study.json", info | edit)
    with pytest.raises(RunError, match=message):
        build_study_report(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_tuning_without_tables(collections, tmp_path):
    info = sealing.read(collections["tuning"] / "collection.json")
    info["base"] = str(collections["tuning"] / "base")
    sealing.write(tmp_path / "collection.json", info)
    with pytest.raises(RunError, match="let the tuning finish"):
        build_collection_report(tmp_path, tmp_path / "out")


def test_out_is_a_file(collections, tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(ReportError, match="is a file; give a folder for the report"):
        build_collection_report(collections["ladder"], tmp_path / "out")


def test_a_page_is_checked_when_it_is_made():
    section, table = Section("a", "A"), Table("t", "T", pd.DataFrame({"x": [1]}))
    with pytest.raises(ValueError, match="points at 'b'"):
        Page("P", "G", [], [section], [Finding("Says.", "b")])
    with pytest.raises(ValueError, match="called 't'"):
        Page("P", "G", [], [Section("a", "A", blocks=[table, table])])
    with pytest.raises(ValueError, match="called 'a'"):
        Page("P", "G", [], [section, section])


def test_names_within_a_scenario(collections):
    topic = collection_topic(load_collection(collections["ladder"]), (0.45, 0.55))
    assert isinstance(topic, Topic)
    sections = collection_sections(topic, load_collection(collections["ladder"]))
    scenario = Chapter("duel", "Duel", topic, sections)
    assert scenario.where("skill_matrix") == "duel_ladder"
    assert scenario.table("nothing") is None
    renamed = sections[0].within("duel")
    assert {chart.name for chart in renamed.charts()} == {
        "duel_skill_balance",
        "duel_skill_matrix",
        "duel_ratings",
    }
    assert renamed.table("duel_skill_matrix").cut(2) == "The first 2 of 9 rows."


def test_audit_tells_what_depends_on_the_bots(collection_reports):
    page = collection_reports["audit"]
    text = text_of(page)
    for said in (
        "by usual, search:50 and search:200; 9",
        "Among players who make one move in 10 at random: ",
        "A step counts as far as it is larger than its noise.",
        "The figure still moves at the top of the ladder",
        "search:50 against the usual bot on the other side gains",
        "The best response found in 5 minutes a side",
        "are too few, or too alike, to compare their order with usual and with tuned",
    ):
        assert said in text
    ladder = pd.read_parquet(page.parent / "tables/audit_ladder.parquet")
    assert len(ladder) == 8
    assert len(pd.read_parquet(page.parent / "tables/audit_gains.parquet")) == 4


def test_a_study_has_a_verdict_with_an_audit_and_says_what_one_would_buy(study_report):
    text = whole(study_report)
    assert "withheld" not in text
    assert "favours the Free Peoples" in text
    assert (
        "Second scenario is not settled: " in text
        or "It is not settled whether Second scenario is balanced" in text
    )
    assert re.search(r"200 games of search:50.*? would narrow the win rate to about ", text)
    assert "Still moving at the top of the ladder: First scenario" in text

"""The report as a page: self-contained, complete, honest about n, and safe against odd data."""

from __future__ import annotations

import hashlib
import re
import shutil
from importlib.resources import files

import pandas as pd
import pytest
from PIL import Image

from mazarbul.analysis import RunError
from mazarbul.reports.blocks import Section
from mazarbul.reports.build import ReportError, build_report
from mazarbul.reports.page import Page
from mazarbul.reports.write import write
from tests import sealing
from tests.analysis.synthetic import write_run
from tests.reports.parsed import Parsed, leads, text_of
from tests.reports.undrawn import undrawn

CARD_LINK = r'<a class="card"[^>]*>(.*?)</a>'


@pytest.fixture(scope="module")
def page(report):
    return Parsed.of(report)


def change(folder, edit):
    manifest, catalogue = (sealing.read(folder / name) for name in (sealing.MANIFEST, sealing.CATALOGUE))
    edit(manifest, catalogue)
    sealing.seal(folder, manifest, catalogue)


@pytest.mark.slow
def test_page_works_offline(page, report):
    assert report.name == "index.html"
    assert not page.all("img")
    assert not page.all("link")
    assert all("src" not in script for script in page.all("script"))
    vendored = r"<script>(/\* Tabulator .*?\*/\s*)?!function.*?</script>"
    text, n = re.subn(vendored, "", text_of(report), flags=re.DOTALL)
    assert n == 3
    assert "sourceMappingURL" not in text_of(report)
    for allowed in ("http-equiv", "http://www.w3.org/2000/svg"):  # the name of a language, not an address
        text = text.replace(allowed, "")
    assert "http" not in text


def test_links_lead_somewhere(page, report):
    assert [link for link in page.all("a") if not leads(report, link["href"])] == []


def test_every_chart_has_words(page, report):
    assert len(page.charts) > 10
    assert all(len(alt) > 40 for alt in page.charts)
    assert len(page.all("figcaption")) == len(page.charts) == len(page.specs)
    names = {attrs["id"].removeprefix("chart_") for attrs in page.all("figure")}
    assert {
        "headline",
        "starts",
        "lead_by_round",
        "prediction",
        "comebacks",
        "places_picked_path",
        "cards_pairs",
    } <= names
    assert len(names) == len(page.charts)
    assert names == {path.stem for path in (report.parent / "figures").iterdir()}


def test_every_rate_has_an_interval(page):
    """A cell with a percentage has its interval; n is in a column of its row."""
    rates = [cell for cell in page.cells if re.match(r"^\d+\.\d+%", cell)]
    assert len(rates) > 200
    assert all(re.match(r"^\d+\.\d+% \(\d+\.\d+\N{EN DASH}\d+\.\d+\)$", cell) for cell in rates)


def test_a_grid_has_every_row_and_what_the_files_say(page, report):
    frame = pd.read_csv(report.parent / "tables/cards_pairs.csv")
    columns = {column["label"]: column for column in page.grids["cards_pairs"]}
    worth = columns["Together beyond the sum, points"]
    assert len(frame) == 2 * 14 * 13 / 2
    assert worth["values"] == [round(100 * value, 1) for value in frame["interaction"]]
    names = columns["Card"]
    assert [names["words"][i] for i in names["values"]] == list(frame["name"])
    ends = zip(worth["low"], worth["values"], worth["high"], strict=True)
    assert all(low <= value <= high for low, value, high in ends)


def test_tables_are_accessible(page):
    scrolls = [attrs for attrs in page.all("div") if "scroll" in attrs.get("class", "")]
    assert len(scrolls) == len(page.all("table"))
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in scrolls)
    assert all(attrs.get("scope") for attrs in page.all("th"))


def test_csv_tables(report):
    tables = report.parent / "tables"
    cards = pd.read_csv(tables / "cards_held.csv")
    assert {"improvement", "improvement_low", "improvement_high", "win_never_n"} <= set(cards)
    assert cards["opening_effect"].is_monotonic_decreasing
    assert cards.iloc[0]["id"] == "card_3"
    worth = pd.read_csv(tables / "cards_adjusted.csv")
    assert worth.iloc[0]["id"] == "card_3"
    assert {"opening_low", "opening_bh", "early", "early_n0", "round"} <= set(worth)
    assert len(pd.read_csv(tables / "cards_pairs.csv")) == 2 * 14 * 13 / 2
    assert pd.read_csv(tables / "cards_copies.csv").shape[0] == cards.shape[0] + 4
    wins = pd.read_csv(tables / "win_rates.csv").set_index("side")
    assert wins.loc["free_peoples", "win_low"] > 0.55


@pytest.mark.parametrize("table", ["cards_by_round", "cards_by_place"])
def test_what_depends_on_what_happened_later_has_no_star(report, table):
    """A card is played when it helps, so these differences are no test of it; those that chance makes are."""
    frame = pd.read_csv(report.parent / f"tables/{table}.csv")
    assert any(name.endswith("_low") for name in frame)
    assert not any(name.endswith(("_p", "_bh")) for name in frame)
    markdown = (report.parent / "report.md").read_text()
    shown = markdown[: markdown.index(f"tables/{table}.csv")]
    assert "**" not in shown[shown.rindex("| --- |") :]


def test_the_verdict_comes_first_and_the_page_tells_the_truth(report):
    text = text_of(report)
    assert text.index("), judged by heuristic alone; ") < text.index('id="findings"')
    findings = re.sub(CARD_LINK, r"\1", text[text.index('id="findings"') :])
    assert "ended without a winner and count as not won for either side" in findings
    assert re.search(r"Path 2 a</a>, when drawn, changes the win rate of the Free Peoples by \+\d", text)
    assert "The strongest for it: Path 2 a." in findings
    best = r"1 is clearly better and \d clearly worse than the average card of the same deck .*\. The best: "
    assert re.search(best + "The Long-Forgotten watcher", findings)
    assert "Who starts matters: when Saruman does" in findings
    assert "A side that was 3 or more points behind still won" in findings
    assert "pairs of cards of one side" in findings


def test_method_names_the_circumstances(report):
    text = text_of(report)
    method = text[text.index('<section id="method">') :]
    for word in (
        "heuristic",
        "synthetic 1",
        "numpy 2.4.0",
        "each order",
        "starting player",
        "relative to the bots",
    ):
        assert word in method


@pytest.mark.slow
def test_same_run_gives_the_same_report(run_folder, report, tmp_path):
    lines = []
    again = build_report(run_folder, tmp_path, progress=lines.append)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".files",
        "index.html",
        "summary.json",
        "tables",
    ]
    assert again.read_bytes() == report.read_bytes()
    assert lines[0] == "checking the run"
    assert "analysing factions, locations and cards" in lines


def test_run_with_games_only(tmp_path):
    """Families and columns that do not exist are left out."""
    folder = write_run(tmp_path / "run", 200, 200)
    change(folder, lambda m, _: m.update(families=["games"], finished=None))
    change(folder, lambda _, c: [c.pop(key) for key in ("cards", "places", "factions")])
    page = build_report(folder, tmp_path / "out")
    text = text_of(page)
    assert "The run is not finished" in text
    assert 'id="lead"' in text
    assert not any(f'id="{name}"' in text for name in ("cards", "places", "decks"))


@pytest.mark.slow
def test_very_small_run(tmp_path):
    Parsed(text_of(build_report(write_run(tmp_path / "run", 3, 2), tmp_path / "out")))


def test_names_are_escaped(tmp_path):
    folder = write_run(tmp_path / "run", 200, 200)
    odd = '<script>alert(1)</script> & "$x_1$"'
    change(folder, lambda _, c: c["cards"][0].update(name=odd))
    text = text_of(build_report(folder, tmp_path / "out"))
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


@pytest.mark.slow
def test_markdown_of_an_earlier_report_does_not_stay(tmp_path):
    folder, out = write_run(tmp_path / "run", 200, 200), tmp_path / "out"
    with undrawn():
        build_report(folder, out, markdown=True)
    assert len(list((out / "figures").iterdir())) > 10
    assert (out / "report.md").is_file()
    (out / "figures/mine.txt").write_text("not of the report")
    build_report(folder, out)
    assert not (out / "report.md").exists()
    assert [path.name for path in (out / "figures").iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_markdown_has_a_picture_of_every_chart(tmp_path):
    page = build_report(write_run(tmp_path / "run", 200, 200), tmp_path / "out", markdown=True)
    pictures = sorted((page.parent / "figures").iterdir())
    assert len(pictures) == len(Parsed.of(page).charts)
    for path in pictures:
        with Image.open(path) as picture:
            assert 800 < picture.width < 1600
    shown = re.findall(r"\]\(figures/(\w+)\.png\)", (page.parent / "report.md").read_text())
    assert sorted(shown) == [path.stem for path in pictures]


def test_scripts_of_others_are_those_that_the_readme_names():
    folder = files("mazarbul.reports").joinpath("templates/vendor")
    rows = re.findall(r"`([\w.-]+\.(?:js|css))`.*`([0-9a-f]{64})`", folder.joinpath("README.md").read_text())
    scripts = {path.name for path in folder.iterdir() if path.name.endswith((".js", ".css"))}
    assert {name for name, _ in rows} == scripts
    for name, known in rows:
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == known


def test_a_page_without_charts_has_no_script_to_draw_them(tmp_path):
    page = Page("Empty", "game", [], [Section("method", "Method", "Nothing was played.")])
    text = text_of(write(page, tmp_path))
    assert "vega" not in text
    assert "Tabulator" not in text
    assert len(text) < 25_000


def test_damaged_run(run_folder, tmp_path):
    folder = shutil.copytree(run_folder, tmp_path / "run")
    part = folder / "places" / "part-00001.parquet"
    data = bytearray(part.read_bytes())
    data[100] ^= 1
    part.write_bytes(data)
    with pytest.raises(RunError, match=r"part-00001\.parquet: is damaged"):
        build_report(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_out_is_a_file(run_folder, tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(ReportError, match="is a file; give a folder for the report"):
        build_report(run_folder, tmp_path / "out")

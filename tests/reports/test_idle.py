"""A change that can change nothing in play is said to be one, and is not among those that were tried."""

from __future__ import annotations

import re

import pytest

from mazarbul.analysis.collection import load_collection
from mazarbul.analysis.paired import changes
from mazarbul.reports import brief, ranked, summary
from mazarbul.reports.build import build_collection_report
from mazarbul.reports.parts import Chapter, collection_sections, collection_topic
from tests import sealing
from tests.analysis.test_played import HALBARAD
from tests.reports import folders
from tests.reports.parsed import text_of

WHY = "is in no deck of this scenario and nowhere else in play"


@pytest.fixture
def made(tmp_path):
    """A function: a what-if of some changes, the first of which is of a card in no deck."""

    def make(number: int):
        path = folders.whatif(tmp_path / "w", number)
        sealing.change(path / "base", changes=[])
        sealing.change(path / "members/changed_0", changes=[HALBARAD])
        return load_collection(path)

    return make


def test_it_is_no_comparison(made):
    table = changes(made(3)).set_index("id")
    assert WHY in table.loc["changed_0", "idle"]
    assert list(table["change_bh"].isna()) == list(table.index == "changed_0")


def test_an_overview_counts_those_that_were_tried(made):
    found = made(3)
    first = collection_sections(collection_topic(found), found)[0]
    assert first.findings[0].startswith("Of 2 changes, ")
    assert first.findings[1].startswith("change 0: It changes nothing here, as ")
    (chart,) = (block for block in first.blocks if not hasattr(block, "frame"))
    assert len(chart.drawing.labels) == 2


def test_one_change_that_changes_nothing(made):
    found = made(1)
    topic = collection_topic(found)
    (section,) = collection_sections(topic, found)
    assert WHY in section.findings[1]
    assert any(WHY in line for line in summary.collection_lines(found))
    chapter = Chapter("", "Trilogy", topic, [], {"whatif": [section]})
    assert ranked.changes([chapter]) is None, "nothing was tried"
    lines = [line.says for lines in brief.of([chapter]).parts.values() for line in lines]
    assert any("this changes nothing here" in line for line in lines)
    assert not any("were tried" in line or "was tried" in line for line in lines)


def test_its_page_says_so_and_what_could_be_changed_instead(made, tmp_path):
    page = build_collection_report(made(1).path, tmp_path / "page")
    text = text_of(page)
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert WHY in head
    assert "Not clear" not in text
    assert "How games end" not in text
    command = re.search(r'<code class="command">(.*?)</code>', head)
    assert re.sub(r"<[^>]*>", "", command[1]) == "mazarbul list keys card_game/trilogy"

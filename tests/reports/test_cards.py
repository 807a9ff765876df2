"""Cards on pages: names lead to them, and their data are the numbers of the tables."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pandas as pd
import pytest

from mazarbul.analysis import load_run, words
from mazarbul.analysis.cards import cards
from mazarbul.reports.cards import Book, Scope, frames_of, scope_of
from mazarbul.reports.parts import run_sections, silent
from mazarbul.reports.sections.common import Topic
from tests.reports.parsed import Parsed, text_of


@pytest.fixture(scope="module")
def page(report):
    return Parsed.of(report)


def value(page, key, label):
    """The value of a measure of a card as the page's script reads it, with its interval and n."""
    last = None
    for row in page.cards[key]["rows"]:
        at, number, low, high, *more = row
        last = last if not more or more[0] == 0 else more[0]
        if page.data["measures"][at][1] == label:
            return number, low, high, last
    raise KeyError(label)


def test_every_name_in_a_table_leads_to_its_card(page):
    links = [attrs["href"] for attrs in page.all("a") if attrs.get("class") == "card"]
    for column in (column for columns in page.grids.values() for column in columns if "links" in column):
        links += [column["addresses"][i] for i in column["links"] if i >= 0]
    assert len(links) > 200
    assert all(page.has(link.removeprefix("#")) for link in links)
    named = {key.split(".")[0] for key in page.cards}
    assert {link.removeprefix("#card-").split(".")[0] for link in links} == named


def test_findings_lead_to_cards(report):
    text = text_of(report)
    findings = text[text.index('id="findings"') :]
    assert re.search(
        r'The best: <a class="card" href="#card-card_3.frodo">The Long-Forgotten watcher</a>', findings
    )


def test_the_numbers_are_those_of_the_tables(page, report):
    held = pd.read_csv(report.parent / "tables/cards_held.csv").set_index(["seat", "id"])
    for (seat, identifier), row in held.iterrows():
        number, low, high, n = value(page, f"{identifier}.{seat}", "drawn, of games")
        ends = [row[name] for name in ("drawn", "drawn_low", "drawn_high")]
        printed = [float(words.percent(end).removesuffix("%")) for end in ends]
        assert [number, low, high] == pytest.approx([100 * end for end in printed])
        assert n == row["drawn_n"]


def test_a_page_and_python_have_the_same_cards(run_folder):
    run = load_run(run_folder)
    frames = frames_of(run_sections(Topic(run), silent))
    for one, other in zip(scope_of(run, frames).cards, cards(run), strict=True):
        assert (one.key, one.rank, one.printed, one.example) == (
            other.key,
            other.rank,
            other.printed,
            other.example,
        )
        assert {
            (each.part, each.name, each.label, each.value, each.n)
            for each in one.measures
            if each.part != "pairs"
        } == {
            (each.part, each.name, each.label, each.value, each.n)
            for each in other.measures
            if each.part != "pairs"
        }


def test_a_page_grows_little(report):
    text = text_of(report)
    (added,) = re.findall(r'<dialog id="card".*?id="card_data">.*?</script>', text, re.DOTALL)
    assert len(added) < 100_000


def test_a_page_of_several_scenarios_has_a_card_once_for_each():
    def card(seat, name="Gandalf"):
        return SimpleNamespace(key=f"gandalf.{seat}", id="gandalf", seat=seat, name=name)

    first, second = Scope("a", "First", [card("x"), card("y")]), Scope("b", "Second", [card("x")])
    book = Book((first, second))
    assert book.address("b", ("", "x", "gandalf")) == "#card-b.gandalf.x"
    assert book.address("", ("Second", "x", "gandalf")) == "#card-b.gandalf.x"
    assert book.address("b", ("", "y", "gandalf")) == "#card-b.gandalf.x"  # no such seat in that scenario
    assert book.address("", ("", "", "gandalf")) == "#card-a.gandalf.x"
    assert book.address("a", ("", "x", "nobody")) == book.address("a", None) == ""


def test_names_in_sentences_are_linked_once_and_whole():
    def card(identifier, name):
        return SimpleNamespace(key=identifier, id=identifier, seat="", name=name)

    found = [
        card("frodo", "Frodo"),
        card("baggins", "Frodo Baggins"),
        card("shadow", "Shadow"),
        card("a", "A & B"),
        card("one", "1"),
    ]
    book = Book((Scope("", "Run", found, frozenset({"Shadow"})),))
    said = book.linked("Shadow: Frodo Baggins, Frodo and Frodo, Frodos <i> A & B 45.1%")
    links = [f'<a class="card" href="#card-{card.key}">' for card in found]
    assert said == (
        f"Shadow: {links[1]}Frodo Baggins</a>, {links[0]}Frodo</a> and Frodo, Frodos &lt;i&gt; "
        f"{links[3]}A &amp; B</a> 45.1%"
    )


def named(name):
    """Return a card by its name."""
    return SimpleNamespace(key=f"{name.lower()}.x", id=name.lower(), seat="x", name=name)


def test_a_name_in_a_sentence_leads_to_the_card_of_the_scenario_that_it_is_about():
    first, second = (
        Scope("a", "Duel", [named("Gandalf"), named("Frodo")]),
        Scope("b", "Duel of Three", [named("Gandalf")]),
    )
    book = Book((first, second))

    def links(*said):
        return re.findall('href="#card-([^"]*)"', book.linked(*said))

    assert links("Duel of Three: without Gandalf it changes.") == ["b.gandalf.x"]
    assert links("In Duel of Three: Gandalf; Duel: Gandalf and Gandalf") == ["b.gandalf.x", "a.gandalf.x"]
    assert links("Without Gandalf", "b") == ["b.gandalf.x"]
    assert links("Without Gandalf") == ["a.gandalf.x"]
    assert links("Duel of Three: Frodo") == []  # no such card in that scenario


def test_a_line_about_a_card_that_is_named_as_a_seat_leads_to_it():
    book = Book((Scope("", "Duel", [named("Gandalf"), named("Frodo")], frozenset({"Gandalf"})),))
    says, thing = "Gandalf is worth more than Frodo to Gandalf.", ("", "x", "gandalf")
    assert re.findall('href="#card-([^"]*)"', book.linked(says)) == ["frodo.x"]
    assert re.findall('href="#card-([^"]*)"', book.linked(says, about=("Gandalf", thing))) == [
        "gandalf.x", "frodo.x"
    ]  # fmt: skip
    assert book.linked(says, about=("Gandalf", ("", "x", "nobody"))) == book.linked(says)


@pytest.mark.slow
def test_a_study_shows_blanking_and_other_bots(study_report):
    page = Parsed.of(study_report)
    assert page.data["scopes"] == ["First scenario", "Second scenario"]
    parts = {page.data["measures"][row[0]][0] for row in page.cards["first.card_0.frodo"]["rows"]}
    titles = {page.data["parts"][part][0] for part in parts}
    assert {"Blanked, and numbers changed by one", "Blanked, with other bots"} <= titles
    assert value(page, "first.card_0.frodo", "blanked")[0] < 0
    assert value(page, "first.card_0.frodo", "blanked, by random")[0] < 0
    assert not any(
        page.data["measures"][row[0]][1] == "blanked" for row in page.cards["second.card_0.frodo"]["rows"]
    )

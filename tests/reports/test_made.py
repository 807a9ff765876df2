"""The page of a collection says what it is, how many games it has and how it was made, in words."""

from __future__ import annotations

import pytest

from mazarbul.analysis import words
from mazarbul.analysis.collection import load_collection
from mazarbul.reports.build import build_collection_report
from mazarbul.reports.parts import collection_topic
from mazarbul.reports.sections import made, played, settings
from tests import sealing
from tests.reports import folders
from tests.reports.parsed import Parsed, head, text_of

KNOBS = [
    {"path": "scenario.seat.saruman.draw", "name": "cards drawn", "values": [3, 4], "printed": 4, "cost": 2.0}
]
BOTS = {"frodo": "random", "witch_king": "heuristic", "aragorn": "heuristic", "saruman": "heuristic"}


@pytest.mark.parametrize("kind", folders.KINDS)
def test_the_head_says_what_it_is(collection_reports, kind):
    said = head(collection_reports[kind])
    assert said["This is"] == [made.KINDS[kind]]
    assert said["Scenario"] == ["Synthetic Trilogy"]
    assert "Games of a run" not in said


def test_the_head_counts_the_games(collections):
    found = {kind: load_collection(path) for kind, path in collections.items()}
    games = {kind: dict(made.head(collection_topic(each), each))["Games"] for kind, each in found.items()}
    assert games["ablation"] == "400 of the unchanged game and of each of 8 variants"
    assert games["ladder"] == "400 of each of 9 pairings"
    assert games["whatif"] == "400 before and 400 after the change"
    assert games["tuning"] == "400 in each of 40 runs of the search and 4,000 in each of 3 runs played again"


def test_the_printed_game_is_that_of_the_base_alone(tmp_path):
    found = folders.ablation(tmp_path / "a")
    sealing.change(found / "base", changes=[])
    said = head(build_collection_report(found, tmp_path / "out"))
    assert said["The unchanged game"] == ["as printed"]
    assert "Changes" not in said


def test_bots_that_a_change_changes_are_those_before(tmp_path):
    found = folders.whatif(tmp_path / "w")
    for run in ("base", "members/changed_0"):
        sealing.change(found / run, changes=[])
    sealing.change(found / "members/changed_0", bots=BOTS)
    said = head(build_collection_report(found, tmp_path / "out"))
    assert "Bots" not in said
    assert len(said["Bots before"]) == 1
    assert said["The change"][0].startswith("bot of Frodo: ")
    assert said["Changes"] == [played.PRINTED]


def test_the_seed_is_the_one_that_was_given(tmp_path):
    found = folders.tuning(tmp_path / "t")
    info = sealing.read(found / "collection.json")
    info["parameters"] |= {"seed": 77, "knobs": KNOBS, "subjects": ["card"], "numbers_of": None, "only": []}
    sealing.write(found / "collection.json", info)
    page = build_collection_report(found, tmp_path / "out")
    assert head(page)["Seed"] == ["77"]
    tables = Parsed.of(page).tables
    assert ["Seed", f"{folders.SEED}, made from the seed 77"] in tables["run_1"]
    assert tables["knobs"][1:] == [["cards drawn", "4", "3 and 4", "2.00"]]
    made_with = dict(tables["parameters"])
    assert (made_with["Side"], made_with["Band that it was made for"], made_with["Target"]) == (
        "Free Peoples",
        words.band((0.45, 0.55)),
        "50.0%",
    )
    assert made_with["Kinds of things"] == "cards"
    assert "Only these" not in made_with, "all, if none is named"
    assert not any("[" in value for value in made_with.values())


def test_an_ablation_of_nothing_says_so(tmp_path):
    found = folders.collection(tmp_path / "a", "ablation", [])
    assert made.EMPTY["ablation"] in text_of(build_collection_report(found, tmp_path / "out"))


def test_parameters_are_words(collections):
    topic = collection_topic(load_collection(collections["ablation"]))
    given = {
        "overlay": ["my.toml", {"card": {"gimli": {"copies": 2}}}],
        "whatif": [{"id": "a", "title": "The Shadow starts", "scenario": "duel3"}],
        "ablation": {"games": 5_000, "subjects": ["card", "place"], "numbers_of": None},
        "kinds": ["blank", "plus"],
        "only": ["card_1", "elsewhere"],
        "seat": "frodo",
    }
    assert [value for _, value in settings.rows(topic, given)] == [
        "my.toml; card.gimli.copies = 2",
        "The Shadow starts (Duel3)",
        "games: 5,000; subjects: card, place",
        "blanked and a number one higher",
        f"{settings.said(topic, 'only', ['card_1'])} and elsewhere",
        "Frodo",
    ]
